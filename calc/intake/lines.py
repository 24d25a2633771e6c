"""Lines of a file, in portions of bytes, and rows of CSV. A line that is too long is never held in memory."""

import csv
import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import Final, NamedTuple

from msgspec import Struct

from calc.errors import UnreadableError, did_you_mean
from calc.games import all_games, line_keys
from calc.intake.unpack import Stream
from calc.notation.text import show, unwritable_column
from calc.patterns import regex
from calc.translation import msg, one_by_one

#: About the bytes of a block of lines, and the most lines of one: refusals are longer than short lines.
BLOCK_BYTES: Final = 1 << 20
BLOCK_LINES: Final = 8192
#: Bytes of a line; of a JSON text over many lines; of a YAML file.
MAX_LINE: Final = 16 << 20
MAX_DOCUMENT: Final = 32 << 20
MAX_YAML: Final = 16 << 20

#: A line with its number (from 1).
Line = tuple[int, str]

# ---- portions of bytes


class Portion(Struct, frozen=True, dict=True):
    """Whole lines, the first of them ``line``; or in their place a line that is too long, of ``too_long`` bytes.

    ``offset``: how many bytes of the input precede the next portion.
    """

    line: int
    offset: int
    data: bytes = b""
    too_long: int = 0

    @cached_property
    def next_line(self) -> int:
        """The number of the line after it."""
        return self.line + (1 if self.too_long else count_lines(self.data))


def count_lines(data: bytes) -> int:
    """How many lines there are; the last one may lack its end. Lines end as in text files, also by a lone ``\\r``."""
    ends = data.count(b"\n")
    if b"\r" in data:
        ends += data.count(b"\r") - data.count(b"\r\n")
    return ends + (bool(data) and not data.endswith((b"\n", b"\r")))


def numbered_lines(data: bytes, line: int) -> Iterator[Line]:
    """The lines as text, with numbers. Bytes that are not UTF-8 become lone surrogates, which refuse their record."""
    for number, one in enumerate(data.splitlines(keepends=True), start=line):
        yield number, one.decode(errors="surrogateescape")


def cut_lines(stream: Stream, line: int = 1, offset: int = 0) -> Iterator[Portion]:
    """The lines of a stream from its present position on, where ``line`` begins.

    If the stream breaks within the last line, that line is left out.
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
        for portion in _portions(rest[:whole], line, offset):
            line, offset = portion.next_line, portion.offset
            yield portion
        rest = rest[whole:]
    if rest and stream.broken is None:
        yield from _portions(rest, line, offset)


def _first_end(data: bytes) -> int:
    """Where the first line ends, 0 if more bytes are needed to tell."""
    feed, back = data.find(b"\n") + 1, data.find(b"\r") + 1
    if not back or 0 < feed <= back + 1:
        return feed
    return back if back < len(data) else 0


def _pass_over(stream: Stream, begun: bytes) -> tuple[int, bytes]:
    """The length of the line that has begun, and the bytes after it that were read with it."""
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


def _portions(data: bytes, line: int, offset: int) -> Iterator[Portion]:
    """Whole lines, which begin with ``line`` at ``offset``, in portions of at most ``BLOCK_LINES``."""
    parts = [data] if data else []
    if not says_nothing(data) and count_lines(data) > BLOCK_LINES:
        lines = data.splitlines(keepends=True)
        parts = [b"".join(lines[start : start + BLOCK_LINES]) for start in range(0, len(lines), BLOCK_LINES)]
    for part in parts:
        offset += len(part)
        portion = Portion(line, offset, part)
        yield portion
        line = portion.next_line


# ---- rows of CSV, which may go over several lines


class Row(NamedTuple):
    """A row of CSV: the lines that it takes and its cells, or what is wrong with it. ``is_cut``: a quote is open where
    the lines end.
    """

    lines: list[Line]
    cells: list[str]
    error: csv.Error | None = None
    is_cut: bool = False


def csv_rows(lines: Iterable[Line], delimiter: str = ",") -> Iterator[Row]:
    """The rows of CSV. A wrong row costs its first line only: a quote that is never closed must not take all further
    rows with it.
    """
    left, again, taken = iter(lines), deque[Line](), list[Line]()
    is_over = False

    def take() -> Iterator[str]:
        nonlocal is_over
        while (line := again.popleft() if again else next(left, None)) is not None:
            taken.append(line)
            yield line[1]
        is_over = True

    rows = csv.reader(take(), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        taken.clear()
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Row(taken[:1], [], error, is_over)
            again.extendleft(reversed(taken[1:]))
            rows = csv.reader(take(), delimiter=delimiter, skipinitialspace=True, strict=True)
            is_over = False
        else:
            yield Row(taken[:], cells)


def cut_rows(portions: Iterable[Portion], delimiter: str = ",") -> Iterator[Portion]:
    """The same lines in portions that end with a row of CSV: a cell in quotes may contain ends of lines."""
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
        whole = _rows_end(data, delimiter=delimiter) if len(data) <= MAX_LINE else len(data)
        if whole:
            yield Portion(line, start + whole, data[:whole])
        line += count_lines(data[:whole])
        held = Portion(line, portion.offset, data[whole:]) if whole < len(data) else None
    if held is not None:
        yield held


def first_row(data: bytes) -> tuple[bytes, int, int]:
    """The first row that has cells, after blank lines and comments: its lines, the number of the first of them, and
    where it ends. Empty if there is none.
    """
    at, number = 0, 1
    for line in data.splitlines(keepends=True):
        if not is_passed_over(line) and line.strip().strip(b', "'):
            break
        at += len(line)
        number += 1
    end = at + _rows_end(data[at:], most=1)
    return data[at:end], number, end


def _rows_end(data: bytes, most: int | None = None, delimiter: str = ",") -> int:
    """Where the last whole row ends, or row number ``most``. A row that is wrong ends with its first line."""
    lines = data.splitlines(keepends=True)
    texts = ((place, line.decode(errors="surrogateescape")) for place, line in enumerate(lines))
    rows = takewhile(lambda row: not row.is_cut, csv_rows(texts, delimiter))
    whole = sum(len(row.lines) for row in islice(rows, most))
    return sum(map(len, lines[:whole]))


# ---- heads of columns

#: What parts columns, the usual first.
DELIMITERS: Final = ",;\t"
ANY: Final = regex(f"[{DELIMITERS}]")
#: When something was said in a chat, in front of it.
STAMP: Final = regex(r"\[\d{1,4}[/.:-][^\]\[{}\"]{1,40}\]\s*(?=[^\s,\]])")
#: So many columns that are no keys are named at most.
_TOLD: Final = 8

#: Stands among the columns that come along where rows that a batch wrote are read: then all of theirs do.
WRITTEN: Final = "rows of yaku batch"
#: What heads such rows, and no records.
_HEADS_OF_ROWS: Final = frozenset({"ok", "rules", "file", "line"})


def heads_rows(header: bytes) -> list[str]:
    """The columns of rows that a batch wrote; none where a header is another one."""
    head = next(csv_rows(numbered_lines(header, 1)), Row([], [])).cells
    return head if _HEADS_OF_ROWS.issubset(head) else []


def column_of(word: str) -> str | None:
    """The key of a record of some game that the head of a column means; ``None`` where it means none."""
    keys = (game.forms.column_of(word) for game in all_games())
    return next((key for key in keys if key is not None), None)


def looks_like_head(line: str, columns: Collection[str]) -> bool:
    """Whether a line heads columns, one of them among ``columns``, or rows that a batch wrote."""
    cells = {cell.strip().strip('"') for cell in ANY.split(line)}
    return len(cells) > 1 and (cells >= _HEADS_OF_ROWS or any(column_of(cell) in columns for cell in cells))


def delimiter_of(head: str) -> str:
    """What parts the columns of a table, by its head."""

    def keys(delimiter: str) -> int:
        try:
            (row, *_) = csv.reader([head.rstrip("\r\n")], delimiter=delimiter, skipinitialspace=True)
        except (csv.Error, ValueError):
            return 0
        return sum(column_of(cell.strip()) is not None for cell in row)

    return max(DELIMITERS, key=keys)


def read_head(cells: Sequence[str], line: int, carry: Collection[str] = ()) -> list[str]:
    """The key of each column, empty for a column without a head. ``carry``: heads of columns that are no keys and come
    along with the results.

    Raises :class:`~calc.errors.UnreadableError` for two columns of one key and for columns that are no keys.
    """
    if any(unwritable_column(cell) for cell in cells):
        raise UnreadableError("expected text in UTF-8, found other bytes; save the file as UTF-8").at(line)
    keys = [cell if cell in carry else column_of(cell) if cell else "" for cell in cells]
    unknown = [cell for cell, key in zip(cells, keys, strict=True) if key is None]
    if unknown:
        hint = did_you_mean(unknown[0], sorted(line_keys())) if len(unknown) == 1 else ""
        near = hint if "did you mean" in hint else ""
        names = ",".join(unknown[:_TOLD])
        told, more = one_by_one(map(show, unknown[:_TOLD]), " and "), len(unknown) - _TOLD
        raise UnreadableError(
            "expected {0} of records, {1}; carry such columns along with --pass {2}, or leave them out",
            msg("a column that is a key") if len(unknown) == 1 else msg("columns that are keys"),
            msg("found {0}", told) + (msg(" and {0} more", f"{more:,}") if more > 0 else "") + near,
            show(names) if " " in names else names,
        ).at(line)
    seen: dict[str, str] = {}
    for cell, key in zip(cells, keys, strict=True):
        if key and key in seen:
            also = msg(", which is {0!r} too", seen[key]) if seen[key] != cell else msg(" a second time")
            raise UnreadableError("expected each column once, found {0}{1}", show(cell), also).at(line)
        seen[key or ""] = cell
    return [key or "" for key in keys]


# ---- lines of text


_COMMENT: Final = regex(rb"^[ \t]*#[^\r\n]*", re.MULTILINE)
_COMMENTS: Final = regex(rb"(?:\s++|#[^\r\n]*+)*+")


def says_nothing(data: bytes) -> bool:
    """Whether all lines are blank or comments: a small packed file may hold a great many of these."""
    return data.isspace() or (data.lstrip()[:1] == b"#" and _COMMENT.sub(b"", data).isspace())


def is_passed_over(line: str | bytes) -> bool:
    """Whether a line says nothing: it is blank, or a comment."""
    return line.strip()[:1] in ("", b"", "#", b"#")


def comments_end(text: bytes) -> int:
    """Where the first line that is neither blank nor a comment begins, without the blanks before it."""
    found = _COMMENTS.match(text)
    return found.end() if found else 0


def check_utf8(data: bytes, line: int = 1) -> None:
    """Raise :class:`~calc.errors.UnreadableError` for bytes of another encoding. ``line``: the number of the first."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        raise UnreadableError("expected text in UTF-8, found other bytes; save the file as UTF-8").at(line) from None
