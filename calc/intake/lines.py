"""Whole lines in portions of about one size. A line that is too long is passed over without being held in memory."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from calc.intake.limits import BLOCK_BYTES, BLOCK_LINES, MAX_LINE
from calc.intake.records import csv_rows
from calc.intake.unpack import Stream


class Portion(Struct, frozen=True, dict=True):
    """Whole lines from line ``line`` on, or one line that is too long, of ``too_long`` bytes.

    ``offset`` is where the input stands behind it.
    """

    line: int
    offset: int
    data: bytes = b""
    too_long: int = 0

    @cached_property
    def next_line(self) -> int:
        """The number of the line behind it."""
        return self.line + (1 if self.too_long else count_lines(self.data))


def count_lines(data: bytes) -> int:
    """How many lines there are, the last one with or without an end. Lines end as those of text files do."""
    ends = data.count(b"\n")
    if b"\r" in data:
        ends += data.count(b"\r") - data.count(b"\r\n")
    return ends + (bool(data) and not data.endswith((b"\n", b"\r")))


def numbered_lines(data: bytes, line: int) -> Iterator[tuple[int, str]]:
    """The lines as text, each with its number, a byte order mark left out. Bytes that are not UTF-8 become lone
    surrogates, which refuse the record they stand in.
    """
    text = data.removeprefix(codecs.BOM_UTF8) if line == 1 else data
    for number, one in enumerate(text.splitlines(keepends=True), start=line):
        yield number, one.decode(errors="surrogateescape")


def cut_lines(stream: Stream, line: int = 1, offset: int = 0) -> Iterator[Portion]:
    """The lines of a stream, which stands at the beginning of ``line``.

    A last line without an end is left out where the stream broke in it.
    """
    rest = b""
    while data := stream.read(BLOCK_BYTES):
        rest += data
        if len(rest) > MAX_LINE:
            end = _first_end(rest)
            if not end or end > MAX_LINE:
                length, rest = (end, rest[end:]) if end else _pass_over(stream, rest)
                offset += length
                yield Portion(line, offset, too_long=length)
                line += 1
        whole = max(rest.rfind(b"\n"), rest.rfind(b"\r", 0, -1)) + 1
        for part in _portions(rest[:whole]):
            offset += len(part)
            yield (portion := Portion(line, offset, part))
            line = portion.next_line
        rest = rest[whole:]
    if rest and stream.broken is None:
        for part in _portions(rest):
            offset += len(part)
            yield (portion := Portion(line, offset, part))
            line = portion.next_line


def _first_end(data: bytes) -> int:
    """Where the first line has ended, 0 where that cannot be told yet."""
    feed, back = data.find(b"\n") + 1, data.find(b"\r") + 1
    if not back or 0 < feed <= back + 1:
        return feed
    return back if back < len(data) else 0


def _pass_over(stream: Stream, begun: bytes) -> tuple[int, bytes]:
    """The length of the line that has begun, and what follows it of what had to be read."""
    length, kept = 0, begun
    while not (end := _first_end(kept)):
        # A last \r may be half of an end.
        keep = kept.endswith(b"\r")
        length += len(kept) - keep
        data = stream.read(BLOCK_BYTES)
        if not data:
            return length + keep, b""
        kept = kept[len(kept) - keep :] + data
    return length + end, kept[end:]


def _portions(data: bytes) -> Iterator[bytes]:
    """Whole lines in portions of few enough."""
    if count_lines(data) <= BLOCK_LINES:
        if data:
            yield data
        return
    lines = data.splitlines(keepends=True)
    for start in range(0, len(lines), BLOCK_LINES):
        yield b"".join(lines[start : start + BLOCK_LINES])


# ---- rows of CSV, which may go over several lines


def cut_rows(portions: Iterable[Portion]) -> Iterator[Portion]:
    """The same lines, cut where a row of CSV ends: a cell in quotes may hold ends of lines."""
    held: Portion | None = None
    for portion in portions:
        if portion.too_long or (held is None and b'"' not in portion.data):
            if held is not None:
                yield held
                held = None
            yield portion
            continue
        line, data = (held.line, held.data + portion.data) if held else (portion.line, portion.data)
        start = portion.offset - len(data)
        whole = _rows_end(data) if len(data) <= MAX_LINE else len(data)
        if whole:
            yield Portion(line, start + whole, data[:whole])
        line += count_lines(data[:whole])
        held = Portion(line, portion.offset, data[whole:]) if whole < len(data) else None
    if held is not None:
        yield held


def first_row(data: bytes) -> tuple[bytes, int, int]:
    """The first row that has cells, behind blank lines and comments: its lines, the number of the first of them, and
    where it ends. Empty where there is none.
    """
    at, number = 0, 1
    for line in data.splitlines(keepends=True):
        text = line.removeprefix(codecs.BOM_UTF8).strip()
        if text and not text.startswith(b"#") and text.strip(b', "'):
            break
        at += len(line)
        number += 1
    end = at + _rows_end(data[at:], most=1)
    return data[at:end], number, end


def _rows_end(data: bytes, most: int | None = None) -> int:
    """Where the last row (or the row number ``most``) that is whole ends. Of a row at fault that is its first line."""
    lines = data.splitlines(keepends=True)
    at = 0
    is_over = False

    def take() -> Iterator[str]:
        nonlocal at, is_over
        while at < len(lines):
            at += 1
            yield lines[at - 1].decode(errors="surrogateescape")
        is_over = True

    rows = csv_rows(take())
    end = found = 0
    while found != most:
        try:
            next(rows)
        except StopIteration:
            break
        except csv.Error:
            if is_over:
                break
            at, rows = end + 1, csv_rows(take())
        end = at
        found += 1
    return sum(map(len, lines[:end]))
