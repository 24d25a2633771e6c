"""``yaku standings``: a league over several games."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, settings_for
from calc.cli.reading import check_command_line, read_game_files
from calc.cli.screen import STDIN, print_error, stop, write_text
from calc.errors import CalcError, RecordError

if TYPE_CHECKING:
    from calc.settling import AnyRead, Case

_EXAMPLE = "yaku standings samples/games/four-players.yaml"


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
    column a player and a row a game, or the columns game, player and points. Uma, oka, rounding and ties are those of
    the rule set.

    \b
    Examples:
      yaku samples -o samples
      yaku standings samples/games/four-players.yaml
      yaku standings samples/games/four-players.yaml samples/games/three-players.yaml --format csv

    Exit code 1: a game could not be settled or is not over, and is left out; or a claim is wrong.
    """
    from calc.report.standings import check_alike, find_standings, write_standings
    from calc.settling import settle_cases

    chosen = settings_for(rules, settings, lang)
    named = [(file, read) for file in _files(files or []) for read in _read(file)]
    reads = [read for _, read in named]
    check_command_line(reads, chosen)
    if not reads:
        stop("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    counted, is_wrong = [], False
    for (file, _), case in zip(named, settle_cases(reads, chosen), strict=True):
        error = _why_left_out(case, unfinished=unfinished)
        if error is None:
            counted.append(case.result)
        if error is None and case.result.agrees is False:
            error = CalcError("a claim of this game is wrong (see yaku game); it is counted as it is settled")
        if error is not None:
            is_wrong = True
            print_error(case.read.locate(error), place=case.read.place_of(error.key) or file)
    check_alike(counted)
    if counted:
        from calc.cli.pages import warn_without_charts

        width = shutil.get_terminal_size().columns
        warn_without_charts(form)
        write_text([write_standings(find_standings(counted), form.of_results, lang.value, width)], form.value)
    if is_wrong:
        raise typer.Exit(1)


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


def _files(arguments: list[str]) -> list[str]:
    """The files that arguments mean: themselves, or those in folders."""
    from calc.intake.names import find_inputs

    found: list[str] = []
    for name in arguments:
        found += [one.path for one in find_inputs([name])] if Path(name).is_dir() else [name]
    return found or ([STDIN] if not sys.stdin.isatty() else [])


def _read(file: str) -> Iterator[AnyRead]:
    """The games of a file of any kind."""
    if file != STDIN and Path(file).is_file() and _is_log(file):
        yield from _read_log(file)
    else:
        yield from read_game_files([file], _EXAMPLE)


def _is_log(file: str) -> bool:
    from calc.intake.forms import LOG_ENDINGS, is_log
    from calc.intake.lines import read_lines

    if file.endswith(tuple(LOG_ENDINGS)) and not file.endswith((".json", ".jsonl", ".gz", ".zip")):
        return True
    try:
        return is_log(next((line for line in read_lines(Path(file), file) if line.strip()), ""))
    except CalcError:
        return False


def _read_log(file: str) -> Iterator[AnyRead]:
    from calc.intake.logs import read_logs
    from calc.settling import Read, read_given

    for one in read_logs(file):
        yield Read(error=one) if isinstance(one, CalcError) else read_given(one.record, "game")
