"""One block in, its rows out: the heart of a run. It knows nothing of files, processes or journals."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec import Struct

from calc.batch.blocks import Block
from calc.batch.claims import Disagreement, disagreements
from calc.batch.limits import SLICE
from calc.batch.lines import numbered_lines
from calc.batch.problems import place_in
from calc.batch.rows import OutputForm, Placed, encode_rows
from calc.batch.tally import Tally
from calc.cells import Settled
from calc.errors import CalcError
from calc.notation.files import read_form
from calc.notation.plain import record_from
from calc.settle.outcomes import Refusal, refuse
from calc.settling import DEFAULT_RULES, AnyRead, Fields, Read, Rules, default_for, read_entry, settle_reads

__all__ = ["Done", "Settings", "read_block", "settle_block", "settle_safely"]


class Settings(Struct, frozen=True, kw_only=True):
    """What counts for all records of a run. ``fallback``: the rule set of a record that names none."""

    rules: Rules | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    fields: Fields = "short"
    lang: str = "en"
    format: OutputForm = "json"
    fallback: str = DEFAULT_RULES


class Done(Struct, kw_only=True):
    """A block, settled: its rows and the lines for the rejects, as they are written; what it adds to the tally; where
    claims are wrong; and the rule sets that were taken without having been named.
    """

    rows: bytes
    rejects: bytes
    tally: Tally
    wrong: list[Disagreement]
    defaults: list[str]


class Reject(Struct, frozen=True):
    """A line of the rejects."""

    file: str
    line: int
    column: int | None
    key: str | None
    code: str
    message: str


def settle_block(block: Block, settings: Settings) -> Done:
    """The rows of a block, one a record, in order.

    Results are kept only as the bytes of their rows, a slice at a time: so the memory of a block is bounded.
    """
    rows, rejects = list[bytes](), list[bytes]()
    done = Done(rows=b"", rejects=b"", tally=Tally(), wrong=[], defaults=[])
    reads = read_block(block)
    while taken := list(islice(reads, SLICE)):
        results = settle_safely(taken, settings)
        placed: list[Placed] = [
            (result, read.file or block.file, read.line) for read, result in zip(taken, results, strict=True)
        ]
        placed, encoded = _encode(placed, settings)
        rows.append(encoded)
        for result, file, line in placed:
            done.tally.count(result)
            done.wrong += disagreements(result, file, line)
            if isinstance(result, Refusal) and result.agrees is not True:
                error = result.error
                reject = Reject(file, line, error.column, error.key, error.code, error.message)
                rejects.append(msgspec.json.encode(reject) + b"\n")
        _note_defaults(taken, settings, done.defaults)
    done.rows, done.rejects = b"".join(rows), b"".join(rejects)
    return done


def read_block(block: Block) -> Iterator[AnyRead]:
    """The records of a block, each with its file and line, or with the error that refuses it."""
    if block.form == "entries":
        yield from map(read_entry, block.entries)
    elif block.form == "log":
        yield from _read_log(block)
    else:
        lines = numbered_lines(block.data, block.line)
        if block.form == "csv":
            lines = chain(numbered_lines(block.header, block.header_line), lines)
        yield from map(read_entry, read_form(lines, block.file, block.form))


def _read_log(block: Block) -> Iterator[AnyRead]:
    from calc.logs import read_games

    for game in read_games(io.BytesIO(block.data), name=block.file):
        if isinstance(game, CalcError):
            yield Read(error=place_in(game, block.file)[0], file=block.file, line=1)
            continue
        try:
            yield Read(record_from({"id": game.name, **game.record}), file=block.file, line=1)
        except CalcError as error:
            yield Read(error=error, file=block.file, line=1)


def settle_safely(reads: list[AnyRead], settings: Settings) -> list[Settled]:
    """The results of records. A record at which the program itself fails is refused, and the others are settled."""
    try:
        return list(_settle(reads, settings))
    except Exception as error:  # one record among millions must not end the run
        if len(reads) == 1:
            return [_failed(reads[0].record, error)]
        return [result for read in reads for result in settle_safely([read], settings)]


def _settle(reads: list[AnyRead], settings: Settings) -> Iterable[Settled]:
    return settle_reads(
        reads,
        rules=settings.rules,
        options=settings.options,
        fallback=settings.fallback,
        fields=settings.fields,
        lang=settings.lang,
    )


def _failed(record: Any, error: Exception) -> Refusal:
    message = f"expected a record that can be settled; the program failed on it ({type(error).__name__}: {error})"
    name = record.id if isinstance(getattr(record, "id", None), str | int) else None
    return refuse(CalcError(f"{message}; please report it"), id=name)


def _encode(placed: list[Placed], settings: Settings) -> tuple[list[Placed], bytes]:
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
        return [one for part, _ in parts for one in part], b"".join(rows for _, rows in parts)


def _note_defaults(reads: list[AnyRead], settings: Settings, noted: list[str]) -> None:
    if settings.rules is not None:
        return
    for read in reads:
        if read.record is not None and read.record.rules is None:
            name = default_for(read.record, settings.fallback)
            if name not in noted:
                noted.append(name)
