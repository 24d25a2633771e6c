"""What a hand would pay: ``yaku points``, ``yaku chart``, ``yaku waits``, and ``yaku needs`` for the last hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calc.cli.options import (
    TEXTS,
    Form,
    Lang,
    LangOption,
    RulesOption,
    SetOption,
    announce,
    check_explain,
    complete_chart_sets,
    default_rules,
    format_option,
    read_settings,
    settings_for,
)
from calc.cli.records import (
    check_command_line,
    print_each,
    read_files,
    read_game_files,
    settle_read,
    write_cases,
    write_page,
)
from calc.cli.screen import print_heading, print_read_error
from calc.errors import CalcError
from calc.patterns import regex
from calc.text import terminal_width, write_data, write_text
from calc.translation import msg

if TYPE_CHECKING:
    from calc.settling import AnyRead


#: No table has counted further.
_MOST_HONBA = 999


def points(
    worth: Annotated[
        list[str],
        typer.Argument(metavar="HAN FU|LEVEL", help="What the hand is worth: 3 40, '3 han 40 fu', mangan."),
    ],
    honba: Annotated[
        int, typer.Option("--honba", "-b", min=0, max=_MOST_HONBA, help="How many honba are on the table.")
    ] = 0,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Print how the figures come about.")] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Say what a hand pays: by ron and by tsumo, for the dealer and for the others, honba included.

    Reads han and fu, as 3 40, '3 han 40 fu' or 3翻40符; or a level: mangan, haneman, 満貫, 'double yakuman'. Add ron or
    tsumo to ask only for that. Fu that no hand has are refused with the reason.

    \b
    Examples:
      yaku points 3 40
      yaku points mangan --honba 2 --rules sanma
      yaku points 4翻30符 --rules tenhou --lang ja

    Exit code 1: no hand is worth that; 2: there is no such rule set, or it pays no han and fu.
    """
    from calc.games import all_games, game_in

    check_explain(form, wanted=explain)
    if rules is None:
        rules = next(default_rules()[game.id] for game in all_games() if game.points is not None)
        announce(rules)
    game = game_in(rules)
    if game.points is None:
        raise typer.BadParameter(
            msg("{0} pays no han and fu; see what its yaku are worth: yaku rules show {0}", rules), param_hint="--rules"
        )
    loaded = game.load_rules(rules, read_settings(settings))
    told = game.points(" ".join(worth), loaded, honba, form.value, terminal_width(), explain=explain)
    write_text([told], form.value)


_WAITING = 'yaku waits "123m456p789s1122z seat=S round=E riichi"'


def waits(
    record: Annotated[
        list[str] | None,
        typer.Argument(help="A hand one tile short in quotes, or files (- is standard input).", show_default=False),
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Tell what a hand one tile short waits for: each winning tile, how many are left, what it would pay.

    Reads records of yaku score without the winning tile and without tsumo or ron: in quotes, from files, or from
    standard input. Without seat and round it tells the tiles only. A hand that does not wait is an answer too.

    \b
    Examples:
      yaku waits "123m456p789s1122z seat=S round=E riichi"
      yaku waits "tenhou 46p234678s33m (345m) seat=W round=E dora=2p" --lang ja
      yaku samples -o samples
      yaku waits samples/waits/nine-gates.txt

    Exit code 1: a record cannot be read, or a hand cannot be.
    """
    from calc.settling import read_waiting_line

    chosen = settings_for(rules, settings)
    reads = read_files(record or [], _WAITING, "waitings")
    if reads is None:
        reads = [read_waiting_line(" ".join(record or []))]
    cases = settle_read(reads, chosen, msg("no record found; a line looks like: ") + _WAITING)
    if form in (Form.HTML, Form.SVG):
        write_cases(cases, form, "page_waits")
    elif form in (Form.TABLE, Form.MARKDOWN):
        print_each(cases, markdown=form is Form.MARKDOWN)
    else:
        from calc.games import waits

        write_data(waits().write([case.result for case in cases], form.value), form.value)
    if any(case.error is not None for case in cases):
        raise typer.Exit(1)


def chart(
    rule_set: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="The rule set.", autocompletion=complete_chart_sets)
    ] = "riichi",
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Print what each han and fu pays, by ron and by tsumo, for the dealer and for the others.

    Reads a rule set of riichi: an id that yaku rules list names, or a file.

    \b
    Examples:
      yaku chart tenhou
      yaku chart riichi --set kiriage_mangan=false --format markdown

    Exit code 2: there is no such rule set, or it is not of riichi.
    """
    from calc.games import game_in

    game = game_in(rule_set)
    if game.chart is None:
        raise typer.BadParameter(
            msg("{0} pays no han and fu; see what its yaku are worth: yaku rules show {0}", rule_set),
            param_hint="ID|FILE",
        )
    rules = game.load_rules(rule_set, read_settings(settings))
    if form is Form.HTML:
        write_page(rules.titled(), game.chart_blocks(rules))
    else:
        write_text([game.chart(rules, form.value, terminal_width())], form.value)


_NEEDED = 'yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho'
_SCORE = regex(
    r"\s*(?P<name>[^\s,、=:：]+)[\s=:：]+(?P<points>-?\d{1,3}(?:,\d{3})+|-?\d+)(?: ?points|点)?\s*(?:[,;、；]|$|(?=\s))"
)
_ROUND = regex(r"(?P<wind>east|south|west|north|[eswn東南西北])[ -]?(?P<number>\d)局?", re.IGNORECASE)
_WINDS = {"e": "E", "s": "S", "w": "W", "n": "N", "東": "E", "南": "S", "西": "W", "北": "N"}


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
        int | None, typer.Option("--honba", "-b", min=0, max=_MOST_HONBA, help="Its honba.", show_default=False)
    ] = None,
    sticks: Annotated[
        int | None, typer.Option("--sticks", min=0, max=_MOST_HONBA, help="Its riichi sticks.", show_default=False)
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
    Every payment that the rule set has is settled, honba and riichi sticks included, and placed by its rules for the
    end of a game and for ties. A dealer who may stop the game is taken to do so.

    \b
    Examples:
      yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho
      yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 16000" --sticks 1 --honba 2 --place 2 --format csv

    Exit code 1: the game is over, or cannot be settled; 2: the command was called wrongly.
    """
    from calc.games import game_of
    from calc.settling import rules_for

    chosen = settings_for(rules, settings)
    if scores is not None and files:
        raise typer.BadParameter(msg("give a file or scores, not both"), param_hint="--scores")
    reads = [_read_scores(scores)] if scores is not None else read_game_files(files or [], _NEEDED)
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    check_command_line(reads, chosen, nothing)
    hand = _read_round(at)
    is_wrong = False
    for number, read in enumerate(reads):
        try:
            record: Any = read.known()
            game = game_of(record)
            if game.needs is None or not hasattr(record, "players") or not hasattr(record, "rounds"):
                raise CalcError("expected a game of rounds with han and fu; what it takes is asked of such games alone")
            told = game.needs(
                record,
                rules_for(record, chosen, allow_file=read.on_command_line),
                form.value,
                terminal_width(),
                players=player or [],
                place=place,
                at=hand,
                honba=honba,
                sticks=sticks,
                riichi=riichi or [],
            )
        except CalcError as error:
            is_wrong = True
            print_read_error(read, error)
            continue
        if len(reads) > 1 and form in (Form.TABLE, Form.MARKDOWN):
            print_heading(number, record.id, "#" if form is Form.MARKDOWN else "==")
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
                msg("expected each player with points, as in {0}, found {1!r}", _NEEDED, text), param_hint="--scores"
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
        raise typer.BadParameter(msg("expected a round such as S4, found {0!r}", text), param_hint="--round")
    return _WINDS[match["wind"][0].lower()], int(match["number"])
