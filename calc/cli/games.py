"""Whole games: ``yaku game`` settles them, ``yaku standings`` adds them up, ``yaku stats`` counts what happens."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calc.cli.options import (
    TEXTS,
    FilesArgument,
    Form,
    JobsOption,
    Lang,
    LangOption,
    RulesOption,
    SetOption,
    check_explain,
    default_rules,
    format_option,
    read_settings,
    refuse_keyboard,
    settings_for,
)
from calc.cli.records import (
    check_command_line,
    read_game_files,
    settle_read,
    warn_without_charts,
    write_cases,
)
from calc.cli.screen import STDIN, print_error, print_heading, print_note, print_refusal, refusing
from calc.errors import CalcError, RecordError
from calc.text import terminal_width, write_data, write_text
from calc.translation import msg, translated

if TYPE_CHECKING:
    from calc.intake.names import Input
    from calc.settling import AnyRead, Case, Settings


_PLAYED = "yaku game samples/games/four-players.yaml"


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
    check_explain(form, wanted=explain)
    chosen = settings_for(rules, settings)
    reads = [_only_games(read) for read in read_game_files(files or [], _PLAYED)]
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or a score sheet")
    cases = list(_with_parts(settle_read(reads, chosen, nothing), chosen))
    if sheet:
        _print_sheets(cases)
        return
    if form in (Form.HTML, Form.SVG):
        warn_without_charts(form)
        write_cases(cases, form, "page_game", explain=explain)
    else:
        _print_games(cases, form, explain=explain)
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
            case.error.message = msg("{0}; {1}", case.error.message, STOPS)
        game = replace(game, rounds=game.rounds[: int(wrong[1])], claim=None)
    return game if game.rounds else None


def _print_sheets(cases: list[Case]) -> None:
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
    from msgspec.structs import replace

    from calc.games import kind_of

    if read.record is None or kind_of(read.record) == "game":
        return read
    kind = kind_of(read.record)
    error = RecordError("expected a game with players and rounds, found a {0}; settle it with yaku score", kind)
    return replace(read, record=None, error=error)


def _print_games(cases: list[Case], form: Form, *, explain: bool) -> None:
    from calc.report.results import format_results, games_csv

    results = [case.result for case in cases]
    if form in (Form.JSON, Form.YAML):
        write_data(format_results(results, form.of_results), form.value)
        return
    if form is Form.CSV:
        named = [(str(place if one.id is None else one.id), one) for place, one in enumerate(results, start=1)]
        write_data([games_csv(named)], form.value)
    for place, case in enumerate(cases):
        print_refusal(case)
        if case.error is None and form is not Form.CSV:
            if len(cases) > 1:
                print_heading(place, case.result.id, "#" if form is Form.MARKDOWN else "==")
            print("\n".join(case.lines(terminal_width(), explain=explain, markdown=form is Form.MARKDOWN)))


_ADDED = "yaku standings samples/games/four-players.yaml"


def standings(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files of games, logs, tables of final scores, or folders of them (- is standard input).",
            show_default=False,
        ),
    ] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Count games that are not over, as they stand.")
    ] = False,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Add up games: how often each player came where, the average place, points, results, penalties, best and worst.

    Reads games in YAML or JSON, with rounds or with players and scores alone; game logs; and CSV of final scores: a
    column a player and a row a game, or a row a player. Sums and averages of others are no games; what is not used of a
    table is told. Uma, oka, rounding and ties are those of the rule set.

    \b
    Examples:
      yaku samples -o samples
      yaku standings samples/games/four-players.yaml
      yaku standings samples/games/four-players.yaml samples/games/three-players.yaml --format csv

    Exit code 1: a game could not be settled or is not over, and is left out; or a claim is wrong.
    """
    from calc.games import game_behind
    from calc.report.standings import check_alike, find_standings, write_standings
    from calc.settling import settle_cases

    chosen = settings_for(rules, settings)
    named = [(one.path, read) for one in _game_files(files or []) for read in _read_games(one)]
    reads = [read for _, read in named]
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    check_command_line(reads, chosen, nothing)
    counted, is_wrong = [], False
    notes = [f"{read.file}:{line}: {translated(text)}" for read in reads for line, text in read.notes]
    seen: dict[Any, tuple[str, Any]] = {}
    for (file, _), case in zip(named, settle_cases(reads, chosen), strict=True):
        error = _why_left_out(case, unfinished=unfinished)
        if error is None:
            counted.append(case.result)
            if twice := _seen_before(case, file, seen):
                notes.append(print_note(twice, case.read.place_of(None) or file))
        if error is None and case.result.agrees is False:
            wrong = "; ".join(game_behind(case.result).report.wrong_texts(case.result))
            error = CalcError("the game says otherwise, and is counted as it is settled: {0}", wrong)
        if error is not None:
            is_wrong = True
            print_error(case.read.locate(error), place=case.read.place_of(error.key) or file)
    check_alike(counted)
    if counted:
        warn_without_charts(form)
        told = write_standings(find_standings(counted, notes), form.of_results, terminal_width())
        write_text([told], form.value)
    if is_wrong:
        raise typer.Exit(1)


def _seen_before(case: Case, file: str, seen: dict[Any, tuple[str, Any]]) -> str | None:
    """A remark on a game with the players and points of one that was counted, which may be the same game."""
    from calc.games import game_behind

    lines = tuple(sorted((name, points) for name, _, points, _ in game_behind(case.result).final_lines(case.result)))
    before, name = seen.setdefault(lines, ("", case.result.id))
    place = case.read.place_of(None) or file
    if not before:
        seen[lines] = (place, name)
    elif name == case.result.id or before.partition(":")[0] != place.partition(":")[0]:
        return msg(
            "the players and points are those of {0}; both are counted: leave one out if it is the same game", before
        )
    return None


def _why_left_out(case: Case, *, unfinished: bool) -> CalcError | None:
    """Why a game is not counted, if it is not."""
    from calc.games import game_behind

    if case.error is not None:
        return case.error
    if not hasattr(case.result, "final"):
        return RecordError("expected a game with players and rounds, or players and scores; this has no final results")
    if not unfinished and not game_behind(case.result).is_over(case.result):
        return RecordError("the game is not over; it is left out (--unfinished counts it as it stands)")
    return None


def _game_files(arguments: list[str]) -> list[Input]:
    """The files that arguments mean: themselves, or those in folders."""
    from calc.intake.names import Input, find_inputs

    found: list[Input] = []
    for name in arguments:
        found += find_inputs([name]) if Path(name).is_dir() else [Input(name, name)]
    return found or ([Input("stdin", STDIN)] if not sys.stdin.isatty() else [])


def _read_games(file: Input) -> list[AnyRead]:
    from calc.settling import Read

    try:
        file.check()
    except CalcError as error:
        return [Read(error=error, file=file.name)]
    return read_game_files([file.path], _ADDED, "league")


_COUNTED = "yaku stats samples/games"


def print_stats(
    files: FilesArgument = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    rules: RulesOption = None,
    settings: SetOption = None,
    jobs: JobsOption = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Count games, wins, draws, yaku, han and points, and how often each player wins and deals in.

    Reads what yaku batch reads, any number of records: games and logs are unfolded, single wins and rounds count too.
    Rates are per round of the player. What is refused is printed with its file and line, and is not counted.

    \b
    Examples:
      yaku samples -o samples
      yaku stats samples/games samples/logs
      yaku stats samples/logs --format html > stats.html

    Exit code 1: a record was refused.
    """
    from calc.batch.pool import in_order, jobs_for, process_pool
    from calc.batch.settle import Settings
    from calc.batch.stats import Stats, count_block
    from calc.batch.tally import add_counts
    from calc.games import load_rules
    from calc.intake.blocks import Mark, cut_inputs
    from calc.intake.names import find_inputs
    from calc.report.stats import write_stats

    refuse_keyboard(files, _COUNTED)
    options = read_settings(settings)
    if rules is not None:
        load_rules(rules, options)
    chosen = Settings(rules=rules, options=options, fallback=default_rules())
    found: dict[str, Stats] = {}
    refused = 0
    with refusing():
        inputs = find_inputs(files or [STDIN])
    jobs = jobs or jobs_for(inputs)
    with process_pool(jobs) as pool:
        work = partial(count_block, settings=chosen)
        for _, counted in in_order(cut_inputs(inputs, Mark(), ()), work, pool, 2 * jobs + 2):
            add_counts(found, counted.stats)
            refused += len(counted.refused)
            for file, line, why in counted.refused:
                print_error(CalcError(why.message, key=why.key, column=why.column), place=f"{file}:{line}")
    warn_without_charts(form)
    told = write_stats([*found.values()] or [Stats()], form.of_results, terminal_width())
    write_text([told], form.value)
    if refused:
        raise typer.Exit(1)
