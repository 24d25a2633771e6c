"""Inputs cut into blocks, each settled at once, and the records of a block. A block needs nothing else: any process can
read and settle it.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from typing import IO, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, UnreadableError
from calc.games import all_games
from calc.intake import entries, lines, names, unpack
from calc.intake.entries import AnyEntry, Entry, Kind, games_of
from calc.intake.forms import HEAD, form_of
from calc.intake.names import Input
from calc.intake.spelling import AnyRead, Read
from calc.intake.unpack import Stream
from calc.records.plain import AnyRecord

#: Records of a block that does not come from lines.
BLOCK_ENTRIES: Final = 256
#: Logs of a block, and their bytes, about.
BLOCK_LOGS: Final = 100
_BLOCK_LOG_BYTES: Final = 4 << 20
#: Bytes of a block that is small.
_SMALL: Final = 1 << 14


class Mark(Struct, frozen=True):
    """How far the inputs are read. ``source``: the place of an input. ``offset``: its bytes (unpacked) that are read,
    or its records if it is not read by lines. ``line``: the number of the next line.
    """

    source: int = 0
    offset: int = 0
    line: int = 1


class Block(Struct, frozen=True, kw_only=True):
    """Some records of one file, mostly unread.

    ``form``: with ``jsonl`` and ``lines``, ``data`` are whole lines and ``line`` is the number of the first; with
    ``csv`` too, and ``header`` are the lines of the header; with ``log``, ``logs`` are whole logs in a row and
    their names; ``entries`` are the records themselves, of forms that are read as a whole; ``parts`` are small blocks.
    ``end``: how far the inputs are read after it. ``taken``: bytes read of the file as it lies on the disk. ``source``:
    its place among the inputs. ``carry``: columns and keys that are none of records.
    """

    form: Literal["jsonl", "lines", "csv", "log", "entries", "parts"]
    file: str
    line: int = 1
    data: bytes = b""
    header: bytes = b""
    header_line: int = 1
    carry: tuple[str, ...] = ()
    entries: tuple[AnyEntry, ...] = ()
    logs: tuple[tuple[str, bytes], ...] = ()
    parts: "tuple[Block, ...]" = ()
    end: Mark = Mark()
    source: int = 0
    taken: int = 0


def cut_inputs(inputs: Sequence[Input], start: Mark, carry: tuple[str, ...] = ()) -> Iterator[Block]:
    """The blocks of all inputs from a mark on. Nothing is raised: a file that cannot be read, or not to its end, is a
    block with its error. ``carry``: columns and keys that are none of records.

    Logs in a row come together, and blocks of few bytes: what settles them takes long to begin and little time for
    each.
    """
    starts = (start if place == start.source else Mark(place) for place in range(start.source, len(inputs)))
    held, weight = list[Block](), 0
    for block in (block for begin in starts for block in _cut_part(inputs[begin.source], begin, carry)):
        is_log = block.form == "log"
        more = (
            sum(len(data) for _, data in block.logs) or len(block.data) or _SMALL * len(block.entries) // BLOCK_ENTRIES
        )
        can_join = is_log or more < _SMALL
        if not can_join or (held and is_log != (held[0].form == "log")):
            yield from _together(held)
            held, weight = [], 0
        held.append(block)
        weight += more
        most = _BLOCK_LOG_BYTES if is_log else 4 * _SMALL
        if not can_join or len(held) >= BLOCK_LOGS or weight >= most:
            yield from _together(held)
            held, weight = [], 0
    yield from _together(held)


def _together(blocks: list[Block]) -> Iterable[Block]:
    if len(blocks) < 2:
        return blocks
    first, last = blocks[0], blocks[-1]
    if first.form == "log":
        return [replace(last, file=first.file, logs=tuple(log for one in blocks for log in one.logs))]
    whole = Block(form="parts", file=first.file, parts=tuple(blocks), end=last.end)
    return [replace(whole, source=last.source, taken=last.taken)]


def _cut_part(source: Input, start: Mark, carry: tuple[str, ...]) -> Iterator[Block]:
    """The blocks of an input that begin in the part of it that is read; who reads another part cuts the same blocks."""
    if source.part is None:
        yield from _cut_input(source, start, carry)
        return
    (first, end), at = source.part, 0
    for block in _cut_input(source, Mark(start.source), carry):
        if at >= end:
            return
        if at >= max(first, start.offset):
            yield replace(block, taken=block.taken - first)
        at = block.end.offset


def _cut_input(source: Input, start: Mark, carry: tuple[str, ...]) -> Iterator[Block]:
    at = start

    def refused(error: UnreadableError) -> Block:
        """The error in the place of what is left of this input, of which nothing more is read."""
        entry: AnyEntry = Entry(error=error.kept(), file=source.name, line=max(at.line, error.line or 1))
        block = Block(form="entries", file=source.name, entries=(entry,), end=Mark(start.source + 1))
        return replace(block, source=start.source, taken=source.size)

    try:
        raw, stream = _open_stream(source)
    except UnreadableError as error:
        yield refused(error)
        return
    with closing(stream):
        try:
            form = form_of(stream, source.name)
            cut = _cut_logs if form == "log" else _cut_whole if form in entries.WHOLE else cut_lines
            for block in cut(stream, source.name, form, start, carry):
                at = block.end
                yield replace(block, source=start.source, taken=stream.taken)
            if stream.broken is not None:
                raise stream.broken
        except UnreadableError as error:
            yield refused(stream.broken or error)
        try:
            now = names.look_again(source, raw) if source.can_reread else source
        except OSError as error:
            why = unpack.reason_of(error)
            yield refused(UnreadableError("expected a file that can be read to its end: {0}", why))
            return
    if replace(now, state=source.state) != source:
        sizes = f"{source.size:,}", f"{now.size:,}"
        yield refused(
            UnreadableError(
                "expected a file that stays as it is while it is read, found one that was written to ({0} bytes "
                "before, {1} after); settle it again when nothing writes to it",
                *sizes,
            )
        )


def _open_stream(source: Input) -> tuple[IO[bytes], Stream]:
    source.check()
    try:
        raw: IO[bytes] = sys.stdin.buffer if source.path == names.STDIN else names.open_file(source.path)
    except (OSError, ValueError) as error:
        raise UnreadableError("expected a file that can be read: {0}", unpack.reason_of(error)) from None
    stream = Stream(raw)
    try:
        return raw, unpack.unpacked(stream)
    except UnreadableError:
        stream.close()
        raise


# ---- forms that are read by lines


def cut_lines(stream: Stream, file: str, form: str, start: Mark, carry: Collection[str]) -> Iterator[Block]:
    """The blocks of JSON lines, of CSV or of lines of notation. Raises :class:`UnreadableError`."""
    if form == "csv":
        yield from _cut_csv(stream, file, start, carry)
        return
    keys = () if lines.WRITTEN in carry else tuple(carry)
    stream.skip(start.offset)
    for portion in lines.cut_lines(stream, start.line, start.offset):
        if not lines.says_nothing(portion.data):
            yield replace(_of_portion(form, portion, file, start.source), carry=keys)


def _cut_csv(stream: Stream, file: str, start: Mark, carry: Collection[str]) -> Iterator[Block]:
    header, number, end = lines.first_row(stream.peek(HEAD))
    if not header:
        if len(stream.peek(HEAD)) == HEAD:
            raise UnreadableError("expected a header of columns, found none in the first {0}", unpack.size(HEAD))
        return
    if lines.WRITTEN in carry:
        carry = lines.heads_rows(header)
    for entry in entries.read_rows(lines.numbered_lines(header, number), file, entries.carrying(carry)):
        raise UnreadableError("the header cannot be read: {0}", entry.error).at(number)
    begin = max(end, start.offset)
    line = start.line if start.offset else number + len(header.splitlines())
    stream.skip(begin)
    delimiter = lines.delimiter_of(header.decode(errors="replace"))
    for portion in lines.cut_rows(lines.cut_lines(stream, line, begin), delimiter):
        if not portion.data.isspace():
            block = _of_portion("csv", portion, file, start.source)
            yield replace(block, header=header, header_line=number, carry=tuple(carry))


def _of_portion(form: Any, portion: lines.Portion, file: str, source: int) -> Block:
    end = Mark(source, portion.offset, portion.next_line)
    if not portion.too_long:
        return Block(form=form, file=file, line=portion.line, data=portion.data, end=end)
    error = UnreadableError(
        "expected a line of at most {0}, found one of {1} bytes", unpack.size(lines.MAX_LINE), f"{portion.too_long:,}"
    )
    entry: AnyEntry = Entry(error=error, file=file, line=portion.line)
    return Block(form="entries", file=file, line=portion.line, entries=(entry,), end=end)


# ---- forms that are read as a whole, and logs


def _cut_whole(stream: Stream, file: str, form: str, start: Mark, carry: Collection[str]) -> Iterator[Block]:
    """Records in blocks. Those before the start were settled before; those before an error are given out first."""
    fault: UnreadableError | None = None

    def read() -> Iterator[AnyEntry]:
        nonlocal fault
        try:
            yield from entries.read_whole(stream, file, form, entries.carrying(carry))
        except UnreadableError as error:
            fault = error

    # Where the values of a record stand is only asked of records that are shown one by one.
    found = (replace(entry, lines={}) for entry in islice(read(), start.offset, None))
    place = start.offset
    while taken := tuple(islice(found, BLOCK_ENTRIES)):
        place += len(taken)
        yield Block(form="entries", file=file, line=taken[0].line, entries=taken, end=Mark(start.source, place))
    if fault is not None:
        raise fault


def _cut_logs(stream: Stream, file: str, form: str, start: Mark, carry: Collection[str]) -> Iterator[Block]:
    for place, (inner, data) in enumerate(unpack.read_members(stream), start=1):
        name, end = file + inner, Mark(start.source, place)
        if place <= start.offset:
            continue
        if isinstance(data, UnreadableError):
            entry: AnyEntry = Entry(error=data, file=name, line=1)
            yield Block(form="entries", file=name, entries=(entry,), end=end)
        else:
            yield Block(form="log", file=name, logs=((name, data),), end=end)


# ---- the records of a block


def read_block(block: Block, kind: Kind[Any] = entries.RECORDS) -> Iterable[AnyRead]:
    """The records of a block, each with its file and line, or with the error that refuses it."""
    match block.form:
        case "entries":
            return block.entries
        case "parts":
            return chain.from_iterable(map(read_block, block.parts))
        case "log":
            return _read_logs(block)
        case "jsonl" if b"\r" not in block.data and kind is entries.RECORDS and not block.carry:
            return _read_json_lines(block)
        case form:
            numbered = lines.numbered_lines(block.data, block.line)
            if form == "csv":
                numbered = chain(lines.numbered_lines(block.header, block.header_line), numbered)
            kind = replace(kind, carry=frozenset(block.carry)) if block.carry else kind
            return entries.BY_LINES[form](numbered, block.file, kind)


def _read_json_lines(block: Block) -> Iterator[AnyRead]:
    """The records of JSON lines that are all ended in one way: plain ones many at once, every other line alone."""
    data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
    texts, forms = data.split(b"\n")[:-1], [game.forms for game in all_games()]
    # The record of each line in which nothing needs a second look, ``None`` for every other line.
    found: list[Any] = next(one.decode_lines(data) for one in forms if one.decode_lines is not None)
    for decode in [one.decode_apart for one in forms if one.decode_apart is not None] if None in found else ():
        left = [place for place, record in enumerate(found) if record is None]
        for place, record in zip(left, decode([texts[place] for place in left]), strict=True):
            found[place] = record
    for number, (line, record) in enumerate(zip(texts, found, strict=True), start=block.line):
        if record is not None:
            yield Entry(record=record, file=block.file, line=number)
        else:
            text = line.decode(errors="surrogateescape")
            yield from entries.read_json_lines([(number, text)], block.file, entries.RECORDS)


class LoggedRead(Read[AnyRecord], frozen=True):
    """A game from a log. ``logged``: what the log says of it."""

    logged: Any = None


def _read_logs(block: Block) -> Iterator[AnyRead]:
    for file, data in block.logs:
        for name, game in games_of(data, file):
            try:
                if isinstance(game, CalcError):
                    raise game if name == file else game.begun(name)
                record = replace(game.game, id=game.name)
            except CalcError as error:
                yield Read(error=error, file=file, line=1)
            else:
                yield LoggedRead(record, file=file, line=1, logged=game)
