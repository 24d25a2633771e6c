"""Many games: ``yaku standings`` adds up a league, ``yaku stats`` counts what happens."""

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace
from typer import Argument, Option

from calc.cli.options import FilesArgument, Form, JobsOption, PageForm, refuse_keyboard
from calc.cli.records import check_command_line, read, write_document
from calc.cli.screen import STDIN, print_error, print_note
from calc.errors import CalcError, RecordError, UnopenedError
from calc.games import game_behind, game_in, game_of, load_rules
from calc.intake.names import Input, find_inputs
from calc.notation.text import show
from calc.outcomes import GivenResults
from calc.settling import AnyRead, Case, Read, Settings, settle_cases
from calc.tables.shelf import game_id_of, rule_set_ids
from calc.translation import msg, one_by_one, say, translated

_ADDED: Final = "yaku standings samples/games/four-players.yaml"
_Games = Annotated[
    list[str] | None,
    Argument(help="Files of games, logs, tables of final scores, or folders of them (- is standard input)."),
]


def standings(
    *,
    files: _Games = None,
    unfinished: Annotated[bool, Option("--unfinished", help="Count games that are not over, as they stand.")] = False,
    unit: Annotated[
        int | None,
        Option("--unit", min=1, max=10_000, help="Points that a figure of 1 is in tables: 100 for hundreds (352)."),
    ] = None,
    settings: Settings,
    form: PageForm = Form.TABLE,
) -> bool:
    """Add up games: how often each player came where, the average place, points, results, penalties, best and worst."""
    from calc.layout.document import as_spoken
    from calc.report.standings import check_alike, find_standings, standings_document

    inputs = files or ([STDIN] if not sys.stdin.isatty() else [])
    told = _read_or_answer(_read_games(inputs, unit or 0), " ".join(files or ()), settings, form)
    if isinstance(told, bool):
        return told
    notes = [f"{read.file}:{line}: {translated(text)}" for _, read in told for line, text in read.notes]
    # A table of words alone has remarks, and no game.
    named = [(file, read) for file, read in told if read.record is not None or read.error is not None]
    named = [(file, _of_game(read, settings)) for file, read in named]
    counted: list[Any] = [read.record for _, read in named if isinstance(read.record, GivenResults)]
    named = [(file, read) for file, read in named if not isinstance(read.record, GivenResults)]
    reads = [read for _, read in named]
    nothing = msg("no game found; a game is a YAML or JSON file with players and rounds, or with players and scores")
    if reads or not counted:
        check_command_line(reads, settings, nothing)
    settled, otherwise, faults = list[Any](), list[Case](), dict[tuple[str, str], list[tuple[str, CalcError]]]()
    seen: dict[Any, tuple[str, Any]] = {}
    for (file, _), case in zip(named, settle_cases(reads, settings), strict=True):
        error = _why_left_out(case, unfinished=unfinished)
        if error is None:
            settled.append(case.result)
            lost = [] if case.result.rounds else [one for one in case.result.notes if one.id == "leftover_sticks"]
            notes += [print_note(one.text, case.read.place_of(None) or file) for one in lost]
            if twice := _seen_before(case, file, seen):
                notes.append(print_note(twice, case.read.place_of(None) or file))
        if error is None and case.result.agrees is False:
            otherwise.append(case)
            wrong = as_spoken("; ".join(game_behind(case.result).report.wrong_texts(case.result)))
            error = CalcError("the game says otherwise, and is counted as it is settled: {0}", wrong)
        if error is not None:
            place = case.read.place_of(error.key) or file
            faults.setdefault((file, error.message), []).append((place, case.read.locate(error)))
    for (place, error), *more in faults.values():
        print_error(error, place=say("{place} and {count} more", place=place, count=len(more)) if more else place)
    notes += _agreements(otherwise, settings)
    check_alike(settled)
    names = {name for one in counted for name in one.results}
    names |= {name for one in settled for name, *_ in game_behind(one).final_lines(one)}
    counted += settled
    if counted:
        notes += [print_note(told, "players") for told in _written_alike(names)]
        write_document(standings_document(find_standings(counted, notes)), form)
    return bool(faults)


def _read_or_answer(
    named: Iterable[tuple[str, AnyRead]], text: str, settings: Settings, form: Form
) -> list[tuple[str, AnyRead]] | bool:
    """The games that are named; or the answer to a question in their place."""
    from calc.cli.worth import ask_any

    found, unopened = list[tuple[str, AnyRead]](), None
    try:
        found += named
    except UnopenedError as error:
        unopened = error
    is_asked = " " in text and form is Form.TABLE and not Path(text).exists()
    if is_asked and not any(read.record is not None for _, read in found):
        asked = ask_any(text, settings, form)
        if asked is not None:
            return asked
    if unopened is not None:
        raise unopened
    return found


def _of_game(read: AnyRead, settings: Settings) -> AnyRead:
    """Final scores of a table, which does not tell its game, as those of the game whose rule set is chosen; those of
    riichi that come to 0 are results.
    """
    game = game_in(settings.rules) if isinstance(settings.rules, str) else None
    record: Any = read.record
    if isinstance(record, GivenResults):
        return read
    scores = getattr(record, "scores", None) or ()
    told = scores if isinstance(scores, dict) else dict(zip(record.players, scores, strict=False)) if scores else {}
    if told and game in (None, game_of(record)) and game_of(record).points is not None and not sum(told.values()):
        return replace(read, record=GivenResults(told))
    if game is None or record is None or game_of(record) is game or getattr(record, "scores", None) is None:
        return read
    plain = msgspec.to_builtins(record)
    try:
        return replace(read, record=game.forms.plain({"rules": settings.rules} | plain, "game"))
    except CalcError as error:
        return replace(read, record=None, error=error.kept())


def _written_alike(names: set[str]) -> Iterator[str]:
    """A remark on names that differ in capital letters, spaces, full width or brackets behind them alone, which may be
    of one player.
    """
    alike: dict[str, list[str]] = {}
    for name in sorted(names):
        plain = unicodedata.normalize("NFKC", name).casefold()
        alike.setdefault("".join((plain.partition("(")[0].strip() or plain).split()), []).append(name)
    for told in filter(lambda one: len(one) > 1, alike.values()):
        written = one_by_one(map(show, told), " and ")
        yield msg("{0} are counted as different players; write the name alike if it is one", written)


def _agreements(cases: Sequence[Case], settings: Settings) -> Iterator[str]:
    """A remark on the shipped rule sets by which results are as told, without those named as another with more."""
    for rules in dict.fromkeys(case.result.rules for case in cases):
        reads = [case.read for case in cases if case.result.rules == rules]
        first: Any = reads[0].record
        under = list[str]()
        for name in rule_set_ids() if first.rules is None else ():
            if game_id_of(name) == game_of(first).id and not any(name.startswith(f"{one}-") for one in under):
                again = settle_cases(reads, replace(settings, rules=name, options={}))
                under += [name] * all(case.result.agrees is True for case in again)
        if under:
            told = msg("what is told agrees under {0}, not under {1}", one_by_one(under), rules)
            yield print_note(told, str(reads[0].file))


def _seen_before(case: Case, file: str, seen: dict[Any, tuple[str, Any]]) -> str | None:
    """A remark on a game with the players and points of one that was counted, which may be the same game."""
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
    if case.error is not None:
        return case.error
    if not hasattr(case.result, "final"):
        return RecordError("expected a game with players and rounds, or players and scores; this has no final results")
    if not unfinished and not game_behind(case.result).is_over(case.result):
        return RecordError("the game is not over; it is left out (--unfinished counts it as it stands)")
    return None


def _read_games(arguments: list[str], unit: int) -> Iterator[tuple[str, AnyRead]]:
    """The games of files, and of files in folders, each with the path of its file."""
    from calc.intake.one_line import as_sheet

    several = ([part.strip() for part in re.split(r"[;；]|\s/\s", one)] for one in arguments)
    # Games in a line are each told whole.
    named = (parts if all(map(as_sheet, parts)) else [one] for one, parts in zip(arguments, several, strict=True))
    inputs = (find_inputs([one]) if Path(one).is_dir() else [Input(one, one)] for one in chain.from_iterable(named))
    for file in [one for several in inputs for one in several]:
        try:
            file.check()
        except CalcError as error:
            yield file.path, Read(error=error, file=file.name)
        else:
            yield from ((file.path, one) for one in read([file.path], _ADDED, "league", unit=unit))


def stats(
    *, files: FilesArgument = None, form: PageForm = Form.TABLE, settings: Settings, jobs: JobsOption = None
) -> bool:
    """Count games, wins, draws, yaku, han and points, and how often each player wins and deals in."""
    from calc.batch.pool import in_order, jobs_for, process_pool
    from calc.batch.settle import Settings as BatchSettings
    from calc.batch.stats import Stats, count_block
    from calc.batch.tally import add_counts
    from calc.intake.blocks import Mark, cut_inputs
    from calc.intake.lines import WRITTEN
    from calc.report.stats import stats_document

    refuse_keyboard(files, "yaku stats samples/games")
    if isinstance(settings.rules, str):
        load_rules(settings.rules, settings.options)
    chosen = BatchSettings(rules=settings.rules, options=settings.options, fallback=settings.fallback)
    found: dict[str, Stats] = {}
    refused = 0
    inputs = find_inputs(files or [STDIN])
    jobs = jobs or jobs_for(inputs)
    with process_pool(jobs) as pool:
        work = partial(count_block, settings=chosen)
        for _, counted in in_order(cut_inputs(inputs, Mark(), (WRITTEN,)), work, pool, 2 * jobs + 2):
            add_counts(found, counted.stats)
            refused += len(counted.refused)
            for file, line, why in counted.refused:
                print_error(CalcError(why.message, key=why.key, column=why.column), place=f"{file}:{line}")
    if any({"rounds", "won"} <= one.untold.keys() for one in found.values()):
        raise RecordError("expected rows of hands or of rounds, found both: the wins of a game would be counted twice")
    write_document(stats_document([*found.values()] or [Stats()]), form)
    return refused > 0
