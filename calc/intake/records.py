"""Records from files of every format: one entry a record, and a bad record does not stop the rest.

The ending of a file tells its format, else its first line that is neither blank nor a ``#`` comment: ``{`` and ``[``
begin JSON; ``---``, ``- `` and ``key:`` YAML; a header with ``hand`` or ``players`` and commas CSV. Anything else is
one record a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from calc.errors import CalcError, NotationError, RecordError, UnreadableError
from calc.games import waits
from calc.intake.forms import Form, InputForm, comments_end, form_of_text, is_log
from calc.intake.lines import MAX_DOCUMENT, Line, csv_rows, is_passed_over, numbered_lines, read_lines, whole
from calc.intake.scores import heads_scores, read_scores
from calc.intake.sheets import read_sheets
from calc.intake.spelling import Read, any_from_flat, parse_any_line, record_from
from calc.intake.spreadsheet import delimiter_of, read_head
from calc.notation.text import locate_fault, parse_json, print_json, unwritable_column
from calc.records.cells import Columns
from calc.records.plain import AnyRecord
from calc.strict_yaml import MAX_CHARACTERS, load_all
from calc.translation import msg

T = TypeVar("T")
R = TypeVar("R")

#: The place of a value in a record: ``("rounds", 3, "wins")``.
Path_ = tuple[str | int, ...]


class _Forms(Struct, Generic[R], frozen=True):
    """How one kind of record is read: from a line, from plain data, from cells."""

    line: Callable[[str], tuple[R, Columns]]
    plain: Callable[[Any], R]
    flat: Callable[[Iterable[tuple[str, str]]], R]
    #: Columns of cells that are no keys and come along in the id.
    carry: frozenset[str] = frozenset()

    def json(self, text: bytes | str) -> R:
        """Read a record from a JSON text."""
        return self.plain(parse_json(text))


_RECORDS: Final = _Forms[AnyRecord](parse_any_line, record_from, any_from_flat)
_GAMES: Final = _Forms[AnyRecord](parse_any_line, partial(record_from, untold="game"), any_from_flat)


class Entry(Read[R], frozen=True, kw_only=True):
    """One record of a file, or the error in its place."""

    file: str
    line: int


def read_records(
    source: str | Path | Iterable[str], *, name: str | None = None, carry: Iterable[str] = ()
) -> Iterator[Entry[AnyRecord]]:
    """The records of a file, in order: lines of notation, JSON, JSON lines, YAML or CSV.

    ``source``: a path, or an open text stream (anything that yields lines). ``name``: what entries and messages call
    it; by default a path's own name, or that of the stream. ``carry``: columns of CSV that are no keys of records
    and become part of the id, ``{id: .., note: ..}``. Files are read line by line where their format allows it.
    Raises :class:`UnreadableError` for a file that cannot be opened, is not UTF-8 (a byte order mark is allowed),
    is too long or breaks the format as a whole; faults of one record are entries.
    """
    return _read_source(source, name, _carrying(carry))


def read_games(source: str | Path | Iterable[str], *, name: str | None = None) -> Iterator[Entry[AnyRecord]]:
    """As :func:`read_records`; a record without any sign of its kind is taken as a game, and its missing keys named."""
    return _read_source(source, name, _GAMES)


def read_waitings(source: str | Path | Iterable[str], *, name: str | None = None) -> Iterator[Entry[Any]]:
    """As :func:`read_records`, for hands one tile short."""
    forms = waits().forms
    return _read_source(source, name, _Forms(forms.line, lambda data: forms.plain(data, ""), forms.flat))


def _carrying(carry: Iterable[str]) -> _Forms[AnyRecord]:
    return msgspec.structs.replace(_RECORDS, carry=frozenset(carry)) if carry else _RECORDS


def read_form(lines: Iterable[Line], file: str, form: Form, carry: Iterable[str] = ()) -> Iterator[Entry[AnyRecord]]:
    """The records of numbered lines in a known form. Raises as :func:`read_records`.

    Bytes that are not UTF-8 may be in the lines as lone surrogates: the record with them is refused.
    """
    return _READERS[form](lines, file, _carrying(carry))


def read_whole(data: bytes, file: str, form: Form) -> Iterator[Entry[AnyRecord]]:
    """The records of all bytes of a file, in a form that is read as a whole. Raises as :func:`read_records`."""
    if form == "json":
        begin = comments_end(data)
        line = data.count(b"\n", 0, begin) + 1
        return _read_json_text(data[begin:], file, line, _RECORDS) if data[begin:] else iter(())
    if form == "sheet":
        return _read_sheet(numbered_lines(data, 1), file, _RECORDS)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            "{0}:{1}: expected text in UTF-8, found other bytes; save the file as UTF-8", file, line
        ) from None
    return _read_yaml([(1, text)], file, _RECORDS)


def _read_source(source: str | Path | Iterable[str], name: str | None, forms: _Forms[R]) -> Iterator[Entry[R]]:
    path = source if isinstance(source, (str, Path)) else getattr(source, "name", "<stream>")
    file = name or str(path)
    lines: Iterator[Line] = enumerate(read_lines(source, file), start=1)
    kept: list[Line] = []

    def take() -> Iterator[str]:
        """The lines that say something. All lines from the first of these on are kept."""
        for number, line in lines:
            if kept or not is_passed_over(line):
                kept.append((number, line))
            if not is_passed_over(line):
                yield line.strip()

    def peek(most: int) -> bytes:
        length = sum(len(line) for _, line in kept)
        while length < most and (line := next(lines, None)) is not None:
            kept.append(line)
            length += len(line[1])
        return "".join(line for _, line in kept).encode(errors="surrogatepass")

    told = take()
    first = next(told, "")
    form: InputForm = "log" if is_log(first) else form_of_text(file, first, next(told, ""), peek)
    if form == "log":
        name = "-" if file == "stdin" else file
        raise UnreadableError("{0}: expected records, but this is a log: yaku log {1}", file, name)
    yield from _READERS[form](chain(kept, lines), file, forms)


def _attempt(
    read: Callable[[T], R], given: T, file: str, line: int, lines: Mapping[Path_, int] | None = None
) -> Entry[R]:
    try:
        return Entry(record=read(given), file=file, line=line, lines=lines or {})
    except CalcError as error:
        return Entry(error=error.kept(), file=file, line=line, lines=lines or {})


def _read_notation(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    for number, line in lines:
        if is_passed_over(line):
            continue
        text = line.rstrip("\r\n")
        try:
            record, columns = forms.line(text)
        except CalcError as error:
            yield Entry(error=error.kept(), file=file, line=number, text=text)
        else:
            yield Entry(record=record, file=file, line=number, text=text, columns=columns)


def _read_json_lines(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    for number, line in lines:
        if not is_passed_over(line):
            yield _attempt(forms.json, line.rstrip(), file, number)


def _read_json(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    kept = whole(lines, file, MAX_DOCUMENT, "JSON in one text", msg("write an object a line instead (.jsonl)"))
    if kept:
        text = "".join(line for _, line in kept).encode(errors="surrogatepass")
        yield from _read_json_text(text, file, kept[0][0], forms)


def _read_json_text(text: bytes, file: str, start: int, forms: _Forms[R]) -> Iterator[Entry[R]]:
    """One object or one list of objects, from line ``start`` on."""
    try:
        if not text.lstrip().startswith(b"["):
            msgspec.json.decode(text, type=msgspec.Raw)
            yield _attempt(forms.json, text, file, start)
            return
        items = msgspec.json.decode(text, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _broken_json(error, text, file, start) from None
    yield from _read_items(items, text, file, start, forms)


def _broken_json(error: msgspec.DecodeError | RecursionError, text: bytes, file: str, start: int) -> UnreadableError:
    """The error for a JSON text that cannot be read as a whole, with the line at fault."""
    if isinstance(error, RecursionError):
        return UnreadableError("{0}:{1}: expected JSON of few levels, found nesting that is too deep", file, start)
    line, column, fault = locate_fault(error, text)
    return UnreadableError(
        "{0}:{1}: expected JSON, found a fault in column {2}: {3}", file, start + line - 1, column, fault
    )


def _read_items(items: list[msgspec.Raw], text: bytes, file: str, line: int, forms: _Forms[R]) -> Iterator[Entry[R]]:
    """The records of a JSON list. Each item is searched for in the text to count its line."""
    at = 0
    for item in items:
        raw = bytes(item)
        start = text.index(raw, at)
        line += text.count(b"\n", at, start)
        yield _attempt(forms.json, raw, file, line)
        line += raw.count(b"\n")
        at = start + len(raw)


def _read_yaml(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    """Documents parted by ``---``, each a record or a list of records; an empty one is passed over."""
    first = whole(lines, file, MAX_CHARACTERS, "YAML", msg("split the file"))
    # Lines that were passed over come back as empty ones, so that the parser's line numbers are the file's.
    text = "\n" * (first[0][0] - 1 if first else 0) + "".join(line for _, line in first)
    for document in load_all(text, file=file):
        if isinstance(document.value, list):
            of_items: list[dict[Path_, int]] = [{} for _ in document.value]
            for path, number in document.lines.items():
                if path:
                    of_items[int(path[0])][path[1:]] = number
            for item, own in zip(document.value, of_items, strict=True):
                yield _attempt(forms.plain, item, file, own[()], own)
        elif document.value is not None:
            yield _attempt(forms.plain, document.value, file, document.lines[()], document.lines)


def _read_sheet(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    """Score sheets. A wrong line is an error of its own; the game before it is with the first of them."""
    for sheet in read_sheets(lines):
        record: Any = sheet.record
        for place, ((number, text), error) in enumerate(sheet.wrong):
            before = record if place == 0 else None
            yield Entry(error=error, file=file, line=number, lines=sheet.lines, text=text, sheet=before)
        if not sheet.wrong:
            yield Entry(record=record, file=file, line=sheet.line, lines=sheet.lines, sheet=record)


def _read_csv(lines: Iterable[Line], file: str, forms: _Forms[R]) -> Iterator[Entry[R]]:
    """A header row of flat keys, then a record a row."""
    lines = iter(lines)
    first = next(lines, None)
    if first is None:
        return
    lines = chain([first], lines)
    if forms is _GAMES:
        if not heads_scores(first[1]):
            raise UnreadableError(
                "{0}: expected final scores with a column a player; a table of rounds does "
                "not say who sits where: write a score sheet, which begins with its players, "
                "as in riichi: Aki Bea Cho Dan",
                file,
            )
        yield from _read_scores(lines, file)
        return
    header: list[str] | None = None
    for row in csv_rows(lines, delimiter_of(first[1])):
        number, cells = row.lines[0][0], [cell.strip() for cell in row.cells]
        if row.error is not None:
            fault = msg(
                "expected a row of cells, found a fault: {0}; a quote within quotes is written twice", row.error
            )
            yield Entry(error=NotationError(fault), file=file, line=number)
        elif header is not None and any(cells):
            yield _attempt(partial(_record_of, header, forms), cells, file, number)
        elif any(cells):
            header = read_head(cells, file, number, forms.carry)


def _read_scores(lines: Iterable[Line], file: str) -> Iterator[Entry[Any]]:
    """Games by their final scores alone; the first entry has the remarks on all of them."""
    told = [*read_scores(lines)]
    notes = tuple(dict.fromkeys((line, text) for line, text in told if isinstance(text, str)))
    for number, game in told:
        if isinstance(game, str):
            continue
        if isinstance(game, CalcError):
            yield Entry(error=game, file=file, line=number, notes=notes)
        else:
            yield msgspec.structs.replace(_attempt(_GAMES.plain, game, file, number), notes=notes)
        notes = ()
    if notes:
        raise UnreadableError(
            "{0}:{1}: expected final scores of games, found none: {2}", file, notes[0][0], notes[0][1]
        )


def _record_of(header: list[str], forms: _Forms[R], row: list[str]) -> R:
    if any(row[len(header) :]):
        raise RecordError(
            "expected {0} cells as in the header, found {1}; put quotes around commas in a cell", len(header), len(row)
        )
    for key, cell in zip(header, row, strict=False):
        if column := unwritable_column(cell):
            raise NotationError(
                "{0}: expected text in UTF-8, found other bytes in the cell", key, key=key, column=column
            )
    cells = [(key, cell) for key, cell in zip(header, row, strict=False) if (key or cell) and key not in forms.carry]
    carried = {key: cell for key, cell in zip(header, row, strict=False) if key in forms.carry and cell}
    if carried:
        own = {key: cell for key, cell in cells if key == "id" and cell}
        cells = [("id", print_json({**own, **carried})), *((key, cell) for key, cell in cells if key != "id")]
    return forms.flat(cells)


_Reader = Callable[[Iterable[Line], str, _Forms[Any]], Iterator[Entry[Any]]]
_READERS: Final[dict[Form, _Reader]] = {
    "jsonl": _read_json_lines,
    "json": _read_json,
    "yaml": _read_yaml,
    "csv": _read_csv,
    "lines": _read_notation,
    "sheet": _read_sheet,
}
