"""Records of a block to rows: the heart of a run. It knows nothing of files, processes or journals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc import games, outcomes
from calc.batch.rows import OutputForm, Placed, encode_rows, encode_unfolded
from calc.batch.tally import Disagreement, Tally, disagreements, find_unusual
from calc.errors import CalcError
from calc.intake import logs
from calc.intake.blocks import Block, place_in
from calc.intake.lines import BLOCK_LINES, numbered_lines
from calc.intake.records import read_form
from calc.intake.spelling import decode_plain_line, decode_plain_lines
from calc.outcomes import CheckedGame, Refusal, Result, collecting_later, refuse
from calc.records.plain import AnyRecord
from calc.records.rows import Row, RowKind, refused_row
from calc.settling import (
    AnyRead,
    Fields,
    Read,
    check_logs,
    defaults_taken,
    read_entry,
    settle_cases,
    settle_reads,
)

T = TypeVar("T")

#: Records whose results are in memory together.
SLICE: Final = 2048


class Settings(games.Settings, frozen=True, kw_only=True):
    """What counts for all records of a run, and how their rows are written."""

    fields: Fields = "short"
    format: OutputForm = "json"
    rows: RowKind = "records"
    #: Columns of cells that are no keys of records and come along in the ids of results.
    carry: tuple[str, ...] = ()


class Done(Struct, kw_only=True):
    """A settled block: its rows and its lines of the rejects, ready to be written; its counts; the wrong claims; the
    rule sets that counted though no record named them; and the games of logs that were checked.
    """

    rows: bytes
    rejects: bytes
    tally: Tally
    wrong: list[Disagreement]
    defaults: list[str]
    checked: list[CheckedGame] = msgspec.field(default_factory=list)


class Reject(Struct, frozen=True):
    """A line of the rejects."""

    file: str
    line: int
    column: int | None
    key: str | None
    code: str
    message: str


def settle_block(block: Block, settings: Settings, *, check: bool = False) -> Done:
    """The rows of a block, one a record, in order. ``check``: compare games of logs with what the log says of them.

    Only the bytes of rows are kept, and results for a slice of records at a time: the memory for a block is bounded.
    """
    with collecting_later():
        return _settle_slices(block, settings, check=check)


def _settle_slices(block: Block, settings: Settings, *, check: bool) -> Done:
    rows, rejects = list[bytes](), list[bytes]()
    done = Done(rows=b"", rejects=b"", tally=Tally(), wrong=[], defaults=[])
    reads = read_block(block)
    is_encoded = settings.format != "csv" and settings.fields == "short" and settings.rows == "records"
    chosen = replace(settings, encoded=is_encoded)
    is_small = block.form in ("jsonl", "lines", "csv")
    for taken in cut_reads(reads, BLOCK_LINES if is_small else SLICE):
        unfolded = [] if settings.rows == "records" else _unfold_safely(taken, chosen, settings.rows)
        results = [result for result, _ in unfolded] if unfolded else settle_safely(taken, chosen)
        found = defaults_taken((read.record for read in taken), settings)
        done.defaults += [name for name in found if name not in done.defaults]
        if block.form == "log":
            _check_logs(taken, results, settings, done, check=check)
        placed = [(result, read.file or block.file, read.line) for read, result in zip(taken, results, strict=True)]
        if unfolded:
            of_reads = [(of, file, line) for (_, of), (_, file, line) in zip(unfolded, placed, strict=True)]
            rows += encode_unfolded(of_reads, settings.format, settings.rows)
        else:
            placed, encoded = _encode(placed, settings)
            rows += encoded
        rejects += _account(placed, done)
    done.rows, done.rejects = b"".join(rows), b"".join(rejects)
    return done


def cut_reads(reads: Iterable[AnyRead], size: int) -> Iterator[Sequence[AnyRead]]:
    """The records, as many at a time."""
    rest = iter(reads)
    while taken := list(islice(rest, size)):
        yield taken


def _check_logs(
    taken: Sequence[AnyRead], results: Sequence[Result], settings: Settings, done: Done, *, check: bool
) -> None:
    """Count the games of logs, and check them with ``check``."""
    games = [(read, result) for read, result in zip(taken, results, strict=True) if isinstance(read, LogRead)]
    done.tally.logs += len(games)
    if not check:
        return
    found = _check_safely([read for read, _ in games], settings)
    for checked in (_told(*game, one) for game, one in zip(games, found, strict=True)):
        if checked is not None:
            done.tally.count_log(checked.figures, len(checked.disagreements))
            done.checked.append(checked)


def _account(placed: list[Placed], done: Done) -> list[bytes]:
    """Count results, keep where their claims are wrong, and return the lines of the rejects."""
    results = [result for result, _, _ in placed]
    unusual = find_unusual(results)
    done.tally.count(results, [results[place] for place in unusual])
    rejects = []
    for result, file, line in (placed[place] for place in unusual):
        done.wrong += disagreements(result, file, line)
        if isinstance(result, Refusal) and result.agrees is not True:
            error = result.error
            reject = Reject(file, line, error.column, error.key, error.code, error.message)
            rejects.append(msgspec.json.encode(reject) + b"\n")
    return rejects


def read_block(block: Block) -> Iterable[AnyRead]:
    """The records of a block, each with its file and line, or with the error that refuses it."""
    if block.form == "entries":
        return map(read_entry, block.entries)
    if block.form == "log":
        return read_log(block)
    if block.form == "jsonl" and b"\r" not in block.data:
        return _read_json_lines(block)
    lines = numbered_lines(block.data, block.line)
    if block.form == "csv":
        lines = chain(numbered_lines(block.header, block.header_line), lines)
    return map(read_entry, read_form(lines, block.file, block.form, block.carry))


def _read_json_lines(block: Block) -> Iterator[AnyRead]:
    """The records of JSON lines that are all ended in one way: plain ones many at once, every other line alone."""
    data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
    found = decode_plain_lines(data)
    for number, (line, plain) in enumerate(zip(data.split(b"\n")[:-1], found, strict=True), start=block.line):
        record = plain or decode_plain_line(line)
        if record is not None:
            yield Read(record, file=block.file, line=number)
        else:
            text = line.decode(errors="surrogateescape")
            yield from map(read_entry, read_form([(number, text)], block.file, "jsonl"))


def _safely(
    reads: Sequence[AnyRead],
    settle: Callable[[Sequence[AnyRead]], Sequence[T]],
    refused: Callable[[AnyRead, Exception], T],
) -> Sequence[T]:
    """What records are settled to; a fault of the program refuses the record it is in, and no other."""
    try:
        return settle(reads)
    except Exception as error:  # one record among millions must not end the run
        if len(reads) == 1:
            return [refused(reads[0], error)]
        return [one for read in reads for one in _safely([read], settle, refused)]


def settle_safely(reads: Sequence[AnyRead], settings: Settings) -> Sequence[Result]:
    """The result of each record, where the program fails on one a refusal."""
    return _safely(reads, lambda some: settle_reads(some, settings), lambda read, error: _failed(read.record, error))


def _unfold_safely(
    reads: Sequence[AnyRead], settings: Settings, kind: RowKind
) -> Sequence[tuple[Result, Sequence[Row]]]:
    """As :func:`settle_safely`, each result with its rows."""

    def refused(read: AnyRead, error: Exception) -> tuple[Result, Sequence[Row]]:
        refusal = _failed(read.record, error)
        return refusal, [refused_row(refusal, kind)]

    return _safely(reads, lambda some: _unfold(some, settings, kind), refused)


def _unfold(reads: Sequence[AnyRead], settings: games.Settings, kind: RowKind) -> list[tuple[Result, Sequence[Row]]]:
    """The result of each record, and its rows; a refused record is one row."""
    cases = settle_cases(reads, settings)
    rows: dict[int, list[Row]] = {}
    groups: dict[Any, list[int]] = {}
    for place, case in enumerate(cases):
        if isinstance(case.result, Refusal):
            rows[place] = [refused_row(case.result, kind)]
        else:
            groups.setdefault((type(case.record), case.rules), []).append(place)
    for (_, rules), places in groups.items():
        records, results = [cases[place].record for place in places], [cases[place].result for place in places]
        found = games.game_of(records[0]).unfold(records, results, rules, kind)
        rows |= dict(zip(places, found, strict=True))
    return [(case.result, rows[place]) for place, case in enumerate(cases)]


def _failed(record: Any, error: Exception) -> Refusal:
    message = f"expected a record that can be settled; the program failed on it ({type(error).__name__}: {error})"
    name = record.id if isinstance(getattr(record, "id", None), str | int) else None
    return refuse(CalcError(f"{message}; please report it"), id=name)


def _encode(placed: list[Placed], settings: Settings) -> tuple[list[Placed], list[bytes]]:
    """The rows; a result that cannot be written (an id that is nested too deep) is refused in its place."""
    fuller = settings.fields == "full"
    try:
        return placed, encode_rows(placed, settings.format, fuller=fuller)
    except (RecursionError, ValueError, TypeError, OverflowError) as error:
        if len(placed) == 1:
            _, file, line = placed[0]
            placed = [(_failed(None, error), file, line)]
            return placed, encode_rows(placed, settings.format, fuller=fuller)
        parts = [_encode([one], settings) for one in placed]
        return [one for part, _ in parts for one in part], [row for _, rows in parts for row in rows]


# ---- games of logs


class LogRead(Read[AnyRecord], frozen=True):
    """A game from a log. ``logged``: what the log says of it."""

    logged: Any = None


def read_log(block: Block) -> Iterator[AnyRead]:
    """The games of a log, or the errors in their place."""
    for file, data in block.logs:
        for game in logs.read_log(data, file):
            if isinstance(game, CalcError):
                yield Read(error=place_in(game, file)[0], file=file, line=1)
                continue
            try:
                record = msgspec.structs.replace(game.game, id=game.name)
            except CalcError as error:
                yield Read(error=error, file=file, line=1)
            else:
                yield LogRead(record, file=file, line=1, logged=game)


def _check_safely(reads: Sequence[LogRead], settings: Settings) -> Sequence[CheckedGame | Exception]:
    """The games held against their logs, each or why it cannot be; one at which the program itself fails is alone."""
    try:
        return check_logs([(read.logged, read.record) for read in reads], settings)
    except Exception as error:  # one log among many must not end the run
        if len(reads) == 1:
            return [error]
        return [one for read in reads for one in _check_safely([read], settings)]


def _told(read: LogRead, result: Result, found: CheckedGame | Exception) -> CheckedGame | None:
    """What ``yaku log --check`` finds in a game; ``None`` for a game that is refused as a whole: its row tells why."""
    if isinstance(found, CheckedGame):
        return found
    if isinstance(result, Refusal):
        return None
    if isinstance(found, CalcError):
        told = found.message
    else:
        told = f"the program failed on it ({type(found).__name__}: {found}); please report it"
    return CheckedGame(
        file=read.logged.name,
        rules=result.rules or "",
        rounds=0,
        wins=0,
        draws=0,
        finals=False,
        figures=0,
        cut_off=None,
        disagreements=[outcomes.Disagreement(read.logged.name, "final", "refused", None, told)],
    )
