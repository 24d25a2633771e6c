"""The records of a file in each form: one entry a record, and a bad record does not stop the rest.

A reader takes numbered lines, or the bytes of a whole file; those of a log are recognised by how they begin. Bytes that
are not UTF-8 are lone surrogates in lines: the record with them is refused. A fault of the file as a whole is raised,
with its line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc import strict_yaml
from calc.errors import CalcError, NotationError, RecordError, UnreadableError
from calc.games import LogFormat, waits
from calc.intake import lines, spelling, unpack
from calc.intake.forms import LOG_FORMATS, LOG_SIGNS, SIGNED, XML, json_format
from calc.intake.lines import Line
from calc.intake.sheets import read_sheets
from calc.intake.spelling import Read
from calc.notation.text import locate_fault, parse_json, print_json, show, unwritable_column
from calc.outcomes import GivenResults
from calc.records.cells import Columns
from calc.records.plain import AnyRecord
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.logs.events import LoggedGame

T = TypeVar("T")
R = TypeVar("R")


class Entry(Read[R], frozen=True, kw_only=True):
    """One record of a file, or the error in its place."""

    file: str
    line: int


AnyEntry = Entry[AnyRecord]


class Kind(Struct, Generic[R], frozen=True):
    """How one kind of record is read: from a line, from plain data, from cells. ``carry``: columns of cells and keys of
    JSON that are none of records and come along in the id. ``unit``: that tables are final scores, and how many points
    a figure of 1 is there; 0 where only their headings may say it.
    """

    line: Callable[[str], tuple[R, Columns]]
    plain: Callable[[Any], R]
    flat: Callable[[Iterable[tuple[str, str]]], R]
    carry: frozenset[str] = frozenset()
    unit: int | None = None

    def json(self, text: bytes | str) -> R:
        """Read a record from a JSON text."""
        data = parse_json(text)
        told = {key: data[key] for key in self.carry.intersection(data)} if isinstance(data, dict) else {}
        if told:
            own = {"id": data["id"]} if "id" in data else {}
            data = {key: value for key, value in data.items() if key not in told} | {"id": {**own, **told}}
        return self.plain(data)


RECORDS: Final = Kind[AnyRecord](spelling.parse_any_line, spelling.record_from, spelling.any_from_flat)
#: Records without any sign of their kind are games; tables are final scores.
GAMES: Final = replace(RECORDS, plain=partial(spelling.record_from, untold="game"), unit=0)


def waitings() -> Kind[Any]:
    """How hands one tile short are read."""
    forms = waits().forms
    return Kind(forms.line, lambda data: forms.plain(data, ""), forms.flat)


def carrying(columns: Iterable[str]) -> Kind[AnyRecord]:
    """How records are read with columns that are no keys."""
    return replace(RECORDS, carry=frozenset(columns)) if columns else RECORDS


def _attempt(
    read: Callable[[T], R], given: T, file: str, line: int, lines: Mapping[strict_yaml.Path, int] | None = None
) -> Entry[R]:
    try:
        return Entry(record=read(given), file=file, line=line, lines=lines or {})
    except CalcError as error:
        return Entry(error=error.kept(), file=file, line=line, lines=lines or {})


# ---- a record a line


def read_notation(numbered: Iterable[Line], file: str, kind: Kind[R]) -> Iterator[Entry[R]]:
    """A record a line, as people type it."""
    for number, line in numbered:
        if lines.is_passed_over(line):
            continue
        text = line.rstrip("\r\n")
        try:
            record, columns = kind.line(text)
        except CalcError as error:
            yield Entry(error=error.kept(), file=file, line=number, text=text)
        else:
            yield Entry(record=record, file=file, line=number, text=text, columns=columns)


def read_json_lines(numbered: Iterable[Line], file: str, kind: Kind[R]) -> Iterator[Entry[R]]:
    """A record a line, as JSON."""
    for number, line in numbered:
        if not lines.is_passed_over(line):
            yield _attempt(kind.json, line.rstrip(), file, number)


def read_rows(numbered: Iterable[Line], file: str, kind: Kind[R]) -> Iterator[Entry[R]]:
    """The first line is a header of keys; then a record a row of CSV."""
    numbered = iter(numbered)
    first = next(numbered, None)
    if first is None:
        return
    header: list[str] | None = None
    for row in lines.csv_rows(chain([first], numbered), lines.delimiter_of(first[1])):
        number, cells = row.lines[0][0], [cell.strip() for cell in row.cells]
        if row.error is not None:
            fault = msg(
                "expected a row of cells, found a fault: {0}; a quote within quotes is written twice", row.error
            )
            yield Entry(error=NotationError(fault), file=file, line=number)
        elif header is not None and any(cells):
            yield _attempt(partial(_record_of, header, kind), cells, file, number)
        elif any(cells):
            header = lines.read_head(cells, number, kind.carry)


def _record_of(header: list[str], kind: Kind[R], row: list[str]) -> R:
    if any(row[len(header) :]):
        raise RecordError(
            "expected {0} cells as in the header, found {1}; put quotes around commas in a cell", len(header), len(row)
        )
    pairs = [*zip(header, row, strict=False)]
    for key, cell in pairs:
        if column := unwritable_column(cell):
            raise NotationError(
                "{0}: expected text in UTF-8, found other bytes in the cell", key, key=key, column=column
            )
    cells = [(key, cell) for key, cell in pairs if (key or cell) and key not in kind.carry]
    carried = {key: cell for key, cell in pairs if key in kind.carry and cell}
    if carried:
        own = {key: cell for key, cell in cells if key == "id" and cell}
        cells = [("id", print_json({**own, **carried})), *((key, cell) for key, cell in cells if key != "id")]
    return kind.flat(cells)


# ---- whole files


def read_json(data: bytes, file: str, kind: Kind[R]) -> Iterator[Entry[R]]:
    """One object or one list of objects."""
    begin = lines.comments_end(data)
    text, line = data[begin:], data.count(b"\n", 0, begin) + 1
    if not text:
        return
    is_list = text.startswith(b"[")
    try:
        found: Any = msgspec.json.decode(text, type=list[msgspec.Raw] if is_list else msgspec.Raw)
    except RecursionError:
        raise UnreadableError("expected JSON of few levels, found nesting that is too deep").at(line) from None
    except msgspec.DecodeError as error:
        place, column, fault = locate_fault(error, text)
        raise UnreadableError("expected JSON, found a fault in column {0}: {1}", column, fault).at(
            line + place - 1
        ) from None
    at = 0
    for raw in map(bytes, found) if is_list else [text]:
        start = text.index(raw, at)
        line += text.count(b"\n", at, start)
        yield _attempt(kind.json, raw, file, line)
        line += raw.count(b"\n")
        at = start + len(raw)


def read_yaml(data: bytes, file: str, kind: Kind[R]) -> Iterator[Entry[R]]:
    """Documents parted by ``---``, each a record or a list of records; an empty one is passed over."""
    lines.check_utf8(data)
    for document in strict_yaml.documents(data.decode()):
        if isinstance(document.value, list):
            of_items: list[dict[strict_yaml.Path, int]] = [{} for _ in document.value]
            for path, number in document.lines.items():
                if path:
                    of_items[int(path[0])][path[1:]] = number
            for item, own in zip(document.value, of_items, strict=True):
                yield _attempt(kind.plain, item, file, own[()], own)
        elif document.value is not None:
            yield _attempt(kind.plain, document.value, file, document.lines[()], document.lines)


def read_sheet(data: bytes, file: str, kind: Kind[Any]) -> Iterator[Entry[Any]]:
    """Score sheets. A wrong line is an error of its own; the game before it is with the first of them."""
    for sheet in read_sheets(lines.numbered_lines(data, 1)):
        for place, ((number, text), error) in enumerate(sheet.wrong):
            before = sheet.record if place == 0 else None
            yield Entry(error=error, file=file, line=number, lines=sheet.lines, text=text, sheet=before)
        if not sheet.wrong:
            yield Entry(record=sheet.record, file=file, line=sheet.line, lines=sheet.lines, sheet=sheet.record)


#: No table of scores has so many columns.
_MOST_COLUMNS: Final = 2_000


def read_scores(data: bytes, file: str, kind: Kind[Any]) -> Iterator[Entry[Any]]:
    """Games by their final scores alone; the first entry has the remarks on all of them."""
    from calc.intake import layouts, scores  # few files need them, and they take a while to load

    if (columns := 1 + data.partition(b"\n")[0].count(b",")) > _MOST_COLUMNS:
        sizes = f"{_MOST_COLUMNS:,}", f"{columns:,}"
        raise UnreadableError("expected at most {0} columns of scores, found {1}", *sizes).at(1)
    data, encoded = layouts.in_utf8(data)
    told = [*encoded, *scores.read_scores(lines.numbered_lines(data, 1), kind.unit or 0)]
    notes = tuple(dict.fromkeys((line, text) for line, text in told if isinstance(text, str)))
    for line, game in told:
        if isinstance(game, str):
            continue
        if isinstance(game, CalcError):
            yield Entry(error=game, file=file, line=line, notes=notes)
        elif results := game.get("results"):
            yield Entry(record=GivenResults(results), file=file, line=line, notes=notes)
        else:
            yield replace(_attempt(kind.plain, game, file, line), notes=notes)
        notes = ()
    if notes:
        raise UnreadableError("expected final scores of games, found none: {0}", notes[0][1]).at(notes[0][0])


# ---- logs

#: Bytes at the beginning in which a log that is not read shows its signs.
_SIGN_IN: Final = 1 << 12


def games_of(data: bytes, file: str) -> "Iterator[tuple[str, LoggedGame | UnreadableError]]":
    """The games of one log, which is unpacked, each with what it is called."""
    try:
        form, games = _find_games(data)
    except UnreadableError as error:
        yield file, error
        return
    for number, game in enumerate(games, start=1):
        name = file if number == 1 else f"{file} ({number})"
        try:
            if isinstance(game, UnreadableError):
                raise game
            yield name, LOG_FORMATS[form].replay(form.read(game), name, form.id)
        except UnreadableError as error:
            yield name, error


def _find_games(data: bytes) -> tuple[LogFormat, Sequence[Any]]:
    """The format of a log, and what it has of each game: its text, its JSON value or values, or why there is none."""
    text = data.lstrip(b" \t\r\n")
    if not text:
        raise UnreadableError("expected a game log, found an empty file")
    if not text.startswith((b"{", b"[", *XML, *unpack.WIDE)):
        for form in LOG_FORMATS:
            if form.find is not None and (found := form.find(text.decode(errors="replace"))):
                games = [_parsed(one) for one in found]
                return form, games if form.split is None else [one for game in games for one in form.split(game)]
    if text.startswith((b"<", *unpack.WIDE)):
        return next(one for one in LOG_FORMATS if one.root), [data]
    values = _json_values(text) if text.startswith((b"{", b"[")) else []
    first = values[0] if values else None
    found_form = json_format(first) if isinstance(first, dict) else None
    if found_form is None:
        head = text[:_SIGN_IN].decode(errors="replace")
        signed = next((one for sign, one in SIGNED if sign.search(head)), None)
        if signed is None or not values:
            _refuse_unknown(head, first)
        return signed, [first if text.startswith(b"{") and len(values) == 1 else values]
    return found_form, values if found_form.split is None else found_form.split(values)


def _refuse_unknown(head: str, value: Any) -> NoReturn:
    """Refuse what is no log that is read here; one of another known format is named. ``value``: its first of JSON."""
    if other := next((name for sign, name in LOG_SIGNS if sign.search(head)), None):
        raise UnreadableError("expected a game log that is read here, found {0}", other)
    if isinstance(value, dict):
        wanted = msg(", or ").join(f"{one.name} with {one.key!r}" for one in LOG_FORMATS if one.key)
        raise UnreadableError("expected {0}, found the keys {1}", wanted, show(sorted(value)))
    *names, last = (one.name for one in LOG_FORMATS)
    raise UnreadableError("expected {0} or {1}, found {2}", ", ".join(names), last, show(head[:30]))


def _parsed(text: str) -> Any:
    """A JSON value, or in its place what is wrong with it."""
    try:
        return parse_json(text)
    except NotationError as error:
        return UnreadableError(error.message)


def _json_values(text: bytes) -> list[Any]:
    """One JSON value over any number of lines, the items of a list, or a value a line; a broken line is its error."""

    def read_line(number: int, line: bytes) -> Any:
        try:
            return parse_json(line)
        except NotationError as error:
            return UnreadableError("line {0}: {1}", number, error.message)

    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > 1 and not isinstance(read_line(*lines[0]), UnreadableError):
        return [read_line(*line) for line in lines]
    try:
        value = parse_json(text)
    except NotationError as error:
        raise UnreadableError(error.message) from None
    return value if isinstance(value, list) else [value]


#: The readers of forms that are read by lines; of those that are read as a whole also the most bytes, what they are
#: called, and what to do where there are more.
BY_LINES: Final[dict[str, Callable[[Iterable[Line], str, Kind[Any]], Iterator[Entry[Any]]]]] = {
    "lines": read_notation,
    "jsonl": read_json_lines,
    "csv": read_rows,
}
WHOLE: Final[dict[str, tuple[Callable[[bytes, str, Kind[Any]], Iterator[Entry[Any]]], int, str, str]]] = {
    "json": (read_json, lines.MAX_DOCUMENT, "JSON in one text", msg("write an object a line instead (.jsonl)")),
    "yaml": (read_yaml, lines.MAX_YAML, "YAML", msg("split the file, or write an object a line (.jsonl)")),
    "sheet": (read_sheet, lines.MAX_DOCUMENT, "score sheets", msg("split the file")),
    "scores": (read_scores, lines.MAX_DOCUMENT, "CSV", msg("split the file")),
}


def read_whole(stream: unpack.Stream, file: str, form: str, kind: Kind[Any]) -> Iterator[Entry[Any]]:
    """The records of a form that is read as a whole. Raises :class:`~calc.errors.UnreadableError`."""
    read, most, what, advice = WHOLE[form]
    too_long = msg("expected at most {0} of {1}, found more; {2}", unpack.size(most), what, advice)
    return read(unpack.read_to_end(stream, most, too_long), file, kind)
