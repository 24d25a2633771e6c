"""``yaku game``: settle whole games, round by round."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, settings_for
from calc.cli.reading import read_game_files, settle_read
from calc.cli.screen import print_error, print_heading, print_refusal, write_data, write_text
from calc.errors import CalcError, RecordError

if TYPE_CHECKING:
    from calc.settling import AnyRead, Case, Settings

_EXAMPLE = "yaku game samples/games/four-players.yaml"


def game(
    files: Annotated[
        list[str] | None, typer.Argument(help="Files of games (- is standard input).", show_default=False)
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)] = Form.TABLE,
    explain: Annotated[
        bool, typer.Option("--explain", "-e", help="Print every reason: yaku, fu, payments of every round.")
    ] = False,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Print the games as score sheets, in their usual form.")
    ] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle whole games: a table with a row a round, and the final results with uma and oka.

    Reads files of games in YAML or JSON (players and rounds), score sheets, or standard input. What the table claims of
    a round or of the result is checked, and the first round that goes wrong is named.

    A score sheet is a text file with a header, as in riichi: Aki Bea Cho Dan, and a line a round: Bea ron Dan 3 han 30
    fu, riichi Bea; or Aki tsumo mangan; or draw, tenpai Aki Cho; and at last scores 28300 28600 25500 17600.

    \b
    Examples:
      yaku samples -o samples
      yaku game samples/games/four-players.yaml
      yaku game samples/games/score-sheet.txt
      yaku game samples/games/disputed.yaml --format json
      yaku game samples/games/four-players.yaml --explain --lang ja

    Exit code 1: a game could not be settled, or a claim is wrong.
    """
    if explain and form not in (Form.TABLE, Form.HTML):
        raise typer.BadParameter("reasons are told in text; leave --format out, or write html", param_hint="--explain")
    chosen = settings_for(rules, settings, lang)
    reads = [_only_games(read) for read in read_game_files(files or [], _EXAMPLE)]
    nothing = "no game found; a game is a YAML or JSON file with players and rounds, or a score sheet"
    cases = list(_with_parts(settle_read(reads, chosen, nothing), chosen))
    if sheet:
        _print_sheets(cases)
        return
    if form in (Form.HTML, Form.SVG):
        from calc.cli.pages import warn_without_charts, write_cases

        warn_without_charts(form)
        write_cases(cases, form, "page_game", lang.value, explain=explain)
    else:
        _print(cases, form, explain=explain, lang=lang.value)
    if any(case.error is not None or case.result.agrees is False for case in cases):
        raise typer.Exit(1)


def _with_parts(cases: list[Case], settings: Settings) -> Iterator[Case]:
    """The cases; before a score sheet with a wrong line, the game up to that line."""
    from calc.settling import Read, settle_cases

    for case in cases:
        part = _before(case) if case.error is not None and case.read.sheet is not None else None
        if part is not None:
            read = Read(part, file=case.read.file, line=case.read.line, lines=case.read.lines, sheet=part)
            yield from _with_parts(settle_cases([read], settings), settings)
        yield case


def _before(case: Case) -> Any:
    """The game of a score sheet before the line that is wrong; ``None`` where no round is before it."""
    from msgspec.structs import replace

    from calc.intake.sheets import STOPS

    game: Any = case.read.sheet
    if case.record is not None and case.error is not None:
        # What is wrong was found when the rounds were settled.
        wrong = re.match(r"rounds\[(\d+)\]", case.error.key or "")
        if wrong is None:
            return None
        if len(game.rounds) > int(wrong[1]) + 1:
            case.error.message = f"{case.error.message}; {STOPS}"
        game = replace(game, rounds=game.rounds[: int(wrong[1])], claim=None)
    return game if game.rounds else None


def _print_sheets(cases: list[Case]) -> None:
    """Print games as score sheets, with blank lines between them."""
    from calc.intake.sheets import print_sheet

    texts, is_wrong = [], False
    for case in cases:
        try:
            if case.error is not None:
                raise case.error
            texts.append(print_sheet(case.record, case.rules))
        except CalcError as error:
            is_wrong = True
            print_error(error, line=case.read.text, place=case.read.place_of(error.key))
    write_text(["\n".join(texts)], "sheet")
    if is_wrong:
        raise typer.Exit(1)


def _only_games(read: AnyRead) -> AnyRead:
    """Refuse a record that is no game."""
    from msgspec.structs import replace

    from calc.games import kind_of

    if read.record is None or kind_of(read.record) == "game":
        return read
    kind = kind_of(read.record)
    error = RecordError(f"expected a game with players and rounds, found a {kind}; settle it with yaku score")
    return replace(read, record=None, error=error)


def _print(cases: list[Case], form: Form, *, explain: bool, lang: str) -> None:
    from calc.report.results import format_results, games_csv

    width = shutil.get_terminal_size().columns
    results = [case.result for case in cases]
    if form in (Form.JSON, Form.YAML):
        write_data(format_results(results, "json" if form is Form.JSON else "yaml", lang), form.value)
        return
    if form is Form.CSV:
        named = [(str(place if one.id is None else one.id), one) for place, one in enumerate(results, start=1)]
        write_data([games_csv(named)], form.value)
    for place, case in enumerate(cases):
        print_refusal(case)
        if case.error is None and form is not Form.CSV:
            if len(cases) > 1:
                print_heading(place, case.result.id, "#" if form is Form.MARKDOWN else "==")
            print("\n".join(case.lines(lang, width, explain=explain, markdown=form is Form.MARKDOWN)))
