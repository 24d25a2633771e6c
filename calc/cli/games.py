"""Whole games: ``yaku game`` settles them, ``yaku needs`` says what the last hand has to bring."""

import os
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final

from msgspec.structs import replace
from typer import Argument, Option

from calc.cli.options import MOST_HONBA, Form, PageForm, PictureForm
from calc.cli.records import ONE_LINE, check_command_line, read, settle, write_cases, write_document
from calc.cli.screen import misused, print_error, print_heading, print_read_error, print_refusal
from calc.cli.worth import ask_any
from calc.errors import CalcError, RecordError, UnopenedError
from calc.games import all_games, game_of, kind_of, load_rules
from calc.layout.tables import plain_texts
from calc.notation.spellings import round_of, way_of
from calc.patterns import regex
from calc.records.words import sign
from calc.settling import AnyRead, Case, Read, Settings, default_for, read_given, rules_for, settle_cases
from calc.text import terminal_width, write_data, write_text
from calc.translation import msg

_PLAYED: Final = "yaku game samples/games/four-players.yaml"
_TOLD: Final = 'yaku needs "South 4: East 31000, South 28000, West 24000, North 17000; what does West need"'
_NEEDED: Final = 'yaku needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho'
_SCORE: Final = regex(
    r"\s*(?P<name>[^\s,、=:：]+)[\s=:：]+(?P<points>-?\d{1,3}(?:,\d{3})+|-?\d+)(?: ?points|点)?\s*(?:[,;、；]|$|(?=\s))"
)

_OF_ROUNDS: Final = msg("expected a game of rounds with han and fu; what it takes is asked of such games alone")
#: Points of a player, and how many of them are the scores of a game.
_POINTS: Final = regex(r"\d{4,6}|\d{1,3},\d{3}|\d{2}k")
_FEW: Final = 2

# fmt: off
_Games = Annotated[list[str] | None, Argument(help="Files of games (- is standard input).")]
_Explain = Annotated[bool, Option("--explain", "-e", help="Print every reason: yaku, fu, payments of every round.")]
_Sheet = Annotated[bool, Option("--sheet", help="Print the games as score sheets, in their usual form.")]
_Game = Annotated[list[str] | None, Argument(help="A file of a game (- is standard input), or the scores.")]
_Place = Annotated[int, Option(min=1, help="The place, or better.")]
_Scores = Annotated[str | None, Option(metavar="NAME POINTS, ...", help="The points before it, in place of a file.")]
_Players = Annotated[list[str] | None, Option(
    "--player", "-p", help="Who asks; may be given several times.  [default: all]",
)]
_Hand = Annotated[str | None, Option(
    "--round", metavar="S4", help="The hand to come, of a game that gives scores alone.  [default: the last one]",
)]
_Honba = Annotated[int | None, Option("--honba", "-b", min=0, max=MOST_HONBA, help="Its honba.")]
_Sticks = Annotated[int | None, Option(min=0, max=MOST_HONBA, help="Its riichi sticks.")]
_Riichi = Annotated[list[str] | None, Option(metavar="PLAYER", help="Who has declared riichi in it.")]
# fmt: on


def game(
    *,
    files: _Games = None,
    settings: Settings,
    form: PictureForm = Form.TABLE,
    explain: _Explain = False,
    sheet: _Sheet = False,
) -> bool:
    """Settle whole games: a table with a row a round, and the final results with uma and oka."""
    try:
        reads = [_only_games(one) for one in read(files, _PLAYED, "games")]
    except UnopenedError:
        told = " ".join(files or ())
        is_text = form in (Form.TABLE, Form.MARKDOWN)
        # Who tells scores, or who plays, asks for no rule.
        # Rounds by seats alone are no question.
        is_played = sign("moving_seat").search(told) is not None and any(map(way_of, re.split(r"[\s,;.]+", told)))
        near = len(_POINTS.findall(told)) < _FEW and not (is_played or sign("all_names").search(told))
        if is_text and (asked := ask_any(told, settings, form, near=near)) is not None:
            return asked
        if is_played:
            raise RecordError(
                "seats move from round to round; write who plays before them, the first dealer first, as in {0}",
                ONE_LINE,
            ) from None
        raise
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or a score sheet")
    cases = list(_with_parts(settle(reads, settings, nothing), settings))
    if sheet:
        return _print_sheets(cases)
    if form in (Form.HTML, Form.SVG):
        write_cases(cases, form, "page_game", explain=explain)
    elif form in (Form.JSON, Form.YAML):
        write_data(plain_texts([case.result for case in cases], form.value), form.value)
    else:
        _print_games(cases, form, settings, explain=explain)
    return any(case.error is not None or case.result.agrees is False for case in cases)


def _only_games(read: AnyRead) -> AnyRead:
    if read.record is None or kind_of(read.record) == "game":
        return read
    kind = kind_of(read.record)
    error = RecordError("expected a game with players and rounds, found a {0}; settle it with yaku score", kind)
    return replace(read, record=None, error=error)


def _with_parts(cases: list[Case], settings: Settings) -> Iterator[Case]:
    """The cases; before a score sheet with a wrong line, the game up to that line."""
    for case in cases:
        part = _before(case) if case.error is not None and case.read.sheet is not None else None
        if part is not None:
            read = Read(part, file=case.read.file, line=case.read.line, lines=case.read.lines, sheet=part)
            yield from _with_parts(settle_cases([read], settings), settings)
        yield case


def _before(case: Case) -> Any:
    """The game of a score sheet before the line that is wrong; ``None`` where no round is before it."""
    from calc.intake.sheets import STOPS

    game: Any = case.read.sheet
    if case.record is not None and case.error is not None:
        # What is wrong was found when the rounds were settled.
        wrong = re.match(r"rounds\[(\d+)\]", case.error.key or "")
        if wrong is None:
            return None
        if len(game.rounds) > int(wrong[1]) + 1:
            case.error.message = msg("{0}; {1}", case.error.message, STOPS)
        game = replace(game, rounds=game.rounds[: int(wrong[1])], claim=None)
    return game if game.rounds else None


def _later(case: Case, settings: Settings) -> Iterator[Case]:
    """What is wrong of the rounds of a score sheet behind the one that stops it, each settled by itself."""
    game: Any = case.read.sheet
    wrong = re.match(r"rounds\[(\d+)\]", (case.error and case.error.key) or "")
    if case.record is None or wrong is None or not hasattr(game, "start") or case.rules is None:
        return
    # Chips of hanafuda begin at what the rules say, or at nothing.
    first = getattr(case.rules.match, "start", None)
    start = game.start if first is None else [first] * len(game.players)
    for place in range(int(wrong[1]) + 1, len(game.rounds)):
        alone = replace(case.read, record=replace(game, rounds=[game.rounds[place]], start=start, claim=None))
        for found in settle_cases([alone], settings):
            if found.error is not None:
                found.error.key = (found.error.key or "").replace("rounds[0]", f"rounds[{place}]", 1)
                # Which round it is nobody knows.
                values: tuple[object, ...] = getattr(found.error.message, "values", ())
                reason = values[-1] if values else None
                if isinstance(reason, str) and found.error.message == ": ".join(map(str, values)):
                    found.error.message = reason
                yield found


def _print_sheets(cases: list[Case]) -> bool:
    """Print games as score sheets; return whether one of them cannot be."""
    from calc.intake.sheets import print_sheet

    texts = []
    for case in cases:
        try:
            if case.error is not None:
                raise case.error
            texts.append(print_sheet(case.record, case.rules))
        except CalcError as error:
            print_error(error, line=case.read.text, place=case.read.place_of(error.key))
    write_text(["\n".join(texts)], "sheet")
    return len(texts) < len(cases)


def _print_games(cases: list[Case], form: Form, settings: Settings, *, explain: bool) -> None:
    """Print all games as CSV, or one by one as text; refusals on stderr."""
    if form is Form.CSV:
        from calc.report.results import games_csv

        results = [case.result for case in cases]
        named = [(str(place if one.id is None else one.id), one) for place, one in enumerate(results, start=1)]
        write_data([games_csv(named)], form.value)
    for place, case in enumerate(cases):
        print_refusal(case)
        for later in _later(case, settings) if case.error is not None else ():
            print_refusal(later)
        if case.error is None and form is not Form.CSV:
            if len(cases) > 1:
                print_heading(place, case.result.id, "#" if form is Form.MARKDOWN else "==")
            print("\n".join(case.lines(terminal_width(), explain=explain, markdown=form is Form.MARKDOWN)))


def needs(
    *,
    files: _Game = None,
    scores: _Scores = None,
    player: _Players = None,
    place: _Place = 1,
    at: _Hand = None,
    honba: _Honba = None,
    sticks: _Sticks = None,
    riichi: _Riichi = None,
    settings: Settings,
    form: PageForm = Form.TABLE,
) -> bool:
    """Say what a player needs in the last hand for a place: by ron from each, by tsumo, and by a draw."""
    if scores is not None and files:
        raise misused("give a file or scores, not both", at="--scores")
    told = standing_told(" ".join(files), settings) if files and not os.path.exists(files[0]) else None
    if told is not None:
        reads = [read_given(told.pop("record"), "game")]
    else:
        try:
            reads = [_read_scores(scores)] if scores is not None else read(files, _NEEDED, "games")
        except UnopenedError:
            if not any(" " in file for file in files or ()):
                raise
            if (ruled := ask_any(" ".join(files or ()), settings, form, near=False)) is not None:
                return ruled
            raise UnopenedError(
                "the players' points are not told; write them with who deals and who asks, as in: {0}", _TOLD
            ) from None
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    check_command_line(reads, settings, nothing)
    asked = {"players": player or [], "place": place, "at": _read_round(at), "honba": honba, "sticks": sticks}
    asked |= {key: value for key, value in (told or {}).items() if asked.get(key) in (None, [], 1)}
    is_wrong = False
    for number, one in enumerate(reads):
        try:
            record: Any = one.known()
            game = game_of(record)
            if game.needs is None or not hasattr(record, "players") or not hasattr(record, "rounds"):
                raise CalcError(_OF_ROUNDS)
            rules = rules_for(record, settings, allow_file=one.on_command_line)
            answer = game.needs(record, rules, **asked, riichi=riichi or [])
        except CalcError as error:
            is_wrong = True
            print_read_error(one, error)
            continue
        if len(reads) > 1 and form in (Form.TABLE, Form.MARKDOWN):
            print_heading(number, record.id, "#" if form is Form.MARKDOWN else "==")
        write_document(answer, form)
    return is_wrong


def standing_told(text: str, settings: Settings) -> dict[str, Any] | None:
    """What a player says before the last hand; ``None`` for any other text."""

    def match_of(name: str | None) -> tuple[int, int, int]:
        game = next(game for game in all_games() if game.standing is not None)
        rules: Any = settings.rules or name or default_for(game, settings)
        rules = load_rules(rules) if isinstance(rules, str) else rules
        if not hasattr(rules, "seats"):
            raise CalcError(_OF_ROUNDS)
        return len(rules.seats), rules.match.start, rules.points.stick.points

    read = next(game.standing for game in all_games() if game.standing is not None)
    told: dict[str, Any] | None = read(text, match_of)
    return told


def _read_scores(text: str) -> AnyRead:
    """``Aki 31000, Bea 28000, Cho 24000, Dan 17000`` as a game."""
    found, at = {}, 0
    while at < len(text.rstrip()):
        match = _SCORE.match(text, at)
        if match is None or match["name"] in found or match["name"].replace(",", "").isdigit():
            raise misused("expected each player with points, as in {0}, found {1!r}", _NEEDED, text, at="--scores")
        found[match["name"]] = int(match["points"].replace(",", ""))
        at = match.end()
    return read_given({"players": [*found], "scores": found}, "game")


def _read_round(text: str | None) -> tuple[str, int] | None:
    """``S4``, ``south 4``, ``南4局``."""
    if text is None:
        return None
    told = round_of(text)
    if told is None or not told.number or told.honba is not None:
        raise misused("expected a round such as S4, found {0!r}", text, at="--round")
    return told.wind, told.number
