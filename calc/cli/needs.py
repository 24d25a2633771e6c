"""``yaku needs``: what a player needs in the last hand for a place."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, settings_for
from calc.cli.reading import check_command_line, read_game_files
from calc.cli.screen import print_error, print_heading, stop, write_text
from calc.errors import CalcError

if TYPE_CHECKING:
    from calc.settling import AnyRead

_EXAMPLE = 'yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho'
_SCORE = re.compile(
    r"\s*(?P<name>[^\s,、=:：]+)[\s=:：]+(?P<points>-?\d{1,3}(?:,\d{3})+|-?\d+)(?: ?points|点)?\s*(?:[,;、；]|$|(?=\s))"
)
_ROUND = re.compile(r"(?P<wind>east|south|west|north|[eswn東南西北])[ -]?(?P<number>\d)局?", re.IGNORECASE)
_WINDS = {"e": "E", "s": "S", "w": "W", "n": "N", "東": "E", "南": "S", "西": "W", "北": "N"}
_MOST = 999


def needs(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="A file of a game (- is standard input), or the scores.", show_default=False),
    ] = None,
    scores: Annotated[
        str | None,
        typer.Option(
            "--scores", metavar="NAME POINTS, ...", help="The points before it, in place of a file.", show_default=False
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", "-p", help="Who asks; may be given several times.  [default: all]", show_default=False
        ),
    ] = None,
    place: Annotated[int, typer.Option("--place", min=1, help="The place, or better.")] = 1,
    at: Annotated[
        str | None,
        typer.Option(
            "--round",
            metavar="S4",
            help="The hand to come, of a game that gives scores alone.  [default: the last one]",
            show_default=False,
        ),
    ] = None,
    honba: Annotated[
        int | None, typer.Option("--honba", "-b", min=0, max=_MOST, help="Its counters.", show_default=False)
    ] = None,
    sticks: Annotated[
        int | None, typer.Option("--sticks", min=0, max=_MOST, help="Its riichi sticks.", show_default=False)
    ] = None,
    riichi: Annotated[
        list[str] | None,
        typer.Option("--riichi", metavar="PLAYER", help="Who has declared riichi in it.", show_default=False),
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Say what a player needs in the last hand for a place: by ron from each, by tsumo, and by a draw.

    Reads a game up to the hand before; or players with their scores, the first dealer first, from a file or --scores.
    Every payment that the rule set has is settled, counters and riichi sticks included, and placed by its rules for the
    end of a game and for ties. A dealer who may stop the game is taken to do so.

    \b
    Examples:
      yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho
      yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 16000" --sticks 1 --honba 2 --place 2 --format csv

    Exit code 1: the game is over, or cannot be settled; 2: the command was called wrongly.
    """
    from calc.games import game_of
    from calc.settling import rules_for

    chosen = settings_for(rules, settings, lang)
    if scores is not None and files:
        raise typer.BadParameter("give a file or scores, not both", param_hint="--scores")
    reads = [_read_scores(scores)] if scores is not None else read_game_files(files or [], _EXAMPLE)
    check_command_line(reads, chosen)
    if not reads:
        stop("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    hand = _read_round(at)
    width, is_wrong = shutil.get_terminal_size().columns, False
    for number, read in enumerate(reads):
        try:
            if read.record is None:
                raise read.error or CalcError("there is no game here")
            game = game_of(read.record)
            if game.needs is None or not hasattr(read.record, "players") or not hasattr(read.record, "rounds"):
                raise CalcError("expected a game of rounds with han and fu; what it takes is asked of such games alone")
            own = rules_for(read.record, chosen, allow_file=read.on_command_line)
            told = game.needs(
                read.record,
                own,
                form.value,
                lang.value,
                width,
                players=player or [],
                place=place,
                at=hand,
                honba=honba,
                sticks=sticks,
                riichi=riichi or [],
            )
        except CalcError as error:
            is_wrong = True
            print_error(read.locate(error), line=read.text, place=read.place_of(error.key))
            continue
        if len(reads) > 1 and form in (Form.TABLE, Form.MARKDOWN):
            print_heading(number, read.record.id, "#" if form is Form.MARKDOWN else "==")
        write_text([told], form.value)
    if is_wrong:
        raise typer.Exit(1)


def _read_scores(text: str) -> AnyRead:
    """``Aki 31000, Bea 28000, Cho 24000, Dan 17000`` as a game."""
    from calc.settling import read_given

    found, at = {}, 0
    while at < len(text.rstrip()):
        match = _SCORE.match(text, at)
        if match is None or match["name"] in found or match["name"].replace(",", "").isdigit():
            raise typer.BadParameter(
                f"expected each player with points, as in {_EXAMPLE}, found {text!r}", param_hint="--scores"
            )
        found[match["name"]] = int(match["points"].replace(",", ""))
        at = match.end()
    return read_given({"players": [*found], "scores": found}, "game")


def _read_round(text: str | None) -> tuple[str, int] | None:
    """``S4``, ``south 4``, ``南4局``."""
    if text is None:
        return None
    match = _ROUND.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter(f"expected a round such as S4, found {text!r}", param_hint="--round")
    return _WINDS[match["wind"][0].lower()], int(match["number"])
