"""One block in, its rows out: the heart of a run. It knows nothing of files, processes or journals."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from calc import games
from calc.batch.claims import Disagreement, disagreements
from calc.batch.logs import LogRead, check_log, read_log
from calc.batch.rows import OutputForm, Placed, encode_rows
from calc.batch.tally import Tally
from calc.batch.win_rows import WinRows, settle_win_lines
from calc.errors import CalcError
from calc.intake.blocks import Block
from calc.intake.limits import SLICE
from calc.intake.lines import numbered_lines
from calc.intake.records import read_form
from calc.outcomes import Refusal, Result, refuse
from calc.records.round_lines import decode_round_line
from calc.records.win import Win
from calc.records.win_lines import decode_win_lines
from calc.settling import (
    AnyRead,
    Fields,
    Read,
    default_for,
    read_entry,
    refuse_read,
    rules_for,
    settle_reads,
)

if TYPE_CHECKING:
    from calc.logs.checking import CheckedGame


class Settings(games.Settings, frozen=True, kw_only=True):
    """What counts for all records of a run, and how their rows are written."""

    fields: Fields = "short"
    format: OutputForm = "json"


class Done(Struct, kw_only=True):
    """A block, settled: its rows and the lines for the rejects, as they are written; what it adds to the tally; where
    claims are wrong; the rule sets that were taken without having been named; and the games of logs that were checked.
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
    """The rows of a block, one a record, in order. ``check``: hold games of logs against what the log says of them.

    Results are kept only as the bytes of their rows, a slice at a time: so the memory of a block is bounded.
    """
    with collecting_later():
        if settings.format == "json" and settings.fields == "short" and _has_plain_lines(block):
            # Where many at once fail, one by one it is found which record it is, and only that one is refused.
            with suppress(Exception):
                return _settle_lines(block, settings)
        return _settle_reads(block, settings, check=check)


def _has_plain_lines(block: Block) -> bool:
    """Whether a block is of JSON lines that may be read many at once: each is ended in one way."""
    return block.form == "jsonl" and b"\r" not in block.data


def _whole_lines(block: Block) -> bytes:
    """The lines of a block, the last one ended too."""
    return block.data if block.data.endswith(b"\n") else block.data + b"\n"


def _settle_lines(block: Block, settings: Settings) -> Done:
    """The rows of JSON lines: plain wins many at once, every other line as any record."""
    data = _whole_lines(block)
    found = settle_win_lines(data, block.file, block.line, partial(_rules_of, settings=settings), settings.lang)
    done = Done(rows=b"", rejects=b"", tally=Tally.of_settled(found.settled), wrong=[], defaults=[])
    done.defaults += found.defaults if settings.rules is None else []
    rows = found.rows
    if not found.is_whole:
        rejects: dict[int, bytes] = {}
        for some in chain([_refused(found, block)], _left_over(data, found, block, settings, done)):
            placed, encoded = _encode(some, settings)
            for one, row in zip(placed, encoded, strict=True):
                place = one[2] - block.line
                rows[place] = row.decode()
                if reject := _account(one, done):
                    rejects[place] = reject
        done.rejects = b"".join(rejects[place] for place in sorted(rejects))
    done.rows = "".join(filter(None, rows)).encode()
    return done


def _refused(found: WinRows, block: Block) -> list[Placed]:
    """The wins of a block that are none."""
    return [
        (refuse_read(Read(win), error, rules.label), block.file, block.line + place)
        for place, (win, error, rules) in found.refused.items()
    ]


def _left_over(data: bytes, found: WinRows, block: Block, settings: Settings, done: Done) -> Iterator[list[Placed]]:
    """The lines of a block that were left, settled as any record is, some at a time."""
    left = (
        (block.line + place, line)
        for place, line in enumerate(data.split(b"\n")[:-1])
        if found.rows[place] is None and place not in found.refused
    )
    reads = chain.from_iterable(_read_line(line, number, block.file) for number, line in left)
    while taken := list(islice(reads, SLICE)):
        _note_defaults(taken, settings, done.defaults)
        yield _settle_placed(taken, block, settings)


def _read_line(line: bytes, number: int, file: str) -> Iterable[AnyRead]:
    """The record of a JSON line, if it has one."""
    record = decode_round_line(line)
    if record is not None:
        return (Read(record, file=file, line=number),)
    return map(read_entry, read_form([(number, line.decode(errors="surrogateescape"))], file, "jsonl"))


def _rules_of(win: Win, settings: Settings) -> Any:
    try:
        return rules_for(win, settings)
    except CalcError:
        return None


def _settle_reads(block: Block, settings: Settings, *, check: bool = False) -> Done:
    """The rows of any block."""
    rows, rejects = list[bytes](), list[bytes]()
    done = Done(rows=b"", rejects=b"", tally=Tally(), wrong=[], defaults=[])
    reads = read_block(block)
    while taken := list(islice(reads, SLICE)):
        settled = _settle_placed(taken, block, settings)
        _check_logs(taken, settled, settings, done, check=check)
        placed, encoded = _encode(settled, settings)
        rows += encoded
        rejects += [_account(one, done) for one in placed]
        _note_defaults(taken, settings, done.defaults)
    done.rows, done.rejects = b"".join(rows), b"".join(rejects)
    return done


def _settle_placed(taken: list[AnyRead], block: Block, settings: Settings) -> list[Placed]:
    results = settle_safely(taken, settings)
    return [(result, read.file or block.file, read.line) for read, result in zip(taken, results, strict=True)]


def _check_logs(taken: list[AnyRead], settled: list[Placed], settings: Settings, done: Done, *, check: bool) -> None:
    """Count the games of logs, and check them where that is wished."""
    for read, (result, _, _) in zip(taken, settled, strict=True):
        if isinstance(read, LogRead):
            done.tally.logs += 1
            checked = check_log(read, result, settings) if check else None
            if checked is not None:
                done.tally.count_log(checked.figures, len(checked.disagreements))
                done.checked.append(checked)


def _account(placed: Placed, done: Done) -> bytes:
    """Count a result, keep where its claim is wrong, and hand out its line of the rejects, if it has one."""
    result, file, line = placed
    done.tally.count(result)
    done.wrong += disagreements(result, file, line)
    if not isinstance(result, Refusal) or result.agrees is True:
        return b""
    error = result.error
    return msgspec.json.encode(Reject(file, line, error.column, error.key, error.code, error.message)) + b"\n"


@contextmanager
def collecting_later() -> Iterator[None]:
    """No search for garbage meanwhile: records and results hold none that refers to itself, and there are many.

    Refusals do: an error and the frames that raised it hold each other, and the texts that it is about. These are young
    and few when all else is gone, and are looked for at the end.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
            gc.collect(0)


def read_block(block: Block) -> Iterator[AnyRead]:
    """The records of a block, each with its file and line, or with the error that refuses it."""
    if block.form == "entries":
        yield from map(read_entry, block.entries)
    elif block.form == "log":
        yield from read_log(block)
    elif _has_plain_lines(block):
        yield from _read_json_lines(block)
    else:
        lines = numbered_lines(block.data, block.line)
        if block.form == "csv":
            lines = chain(numbered_lines(block.header, block.header_line), lines)
        yield from map(read_entry, read_form(lines, block.file, block.form))


def _read_json_lines(block: Block) -> Iterator[AnyRead]:
    data = _whole_lines(block)
    lines = zip(data.split(b"\n")[:-1], decode_win_lines(data), strict=True)
    for number, (line, win) in enumerate(lines, start=block.line):
        if win is not None:
            yield Read(Win.of(win), file=block.file, line=number)
        else:
            yield from _read_line(line, number, block.file)


def settle_safely(reads: list[AnyRead], settings: Settings) -> list[Result]:
    """The results of records. A record at which the program itself fails is refused, and the others are settled."""
    try:
        return settle_reads(reads, settings)
    except Exception as error:  # one record among millions must not end the run
        if len(reads) == 1:
            return [_failed(reads[0].record, error)]
        return [result for read in reads for result in settle_safely([read], settings)]


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


def _note_defaults(reads: list[AnyRead], settings: Settings, noted: list[str]) -> None:
    if settings.rules is not None:
        return
    for read in reads:
        if read.record is not None and read.record.rules is None:
            name = default_for(read.record, settings)
            if name not in noted:
                noted.append(name)
