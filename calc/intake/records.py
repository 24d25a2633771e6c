"""The records of one file of any form, shown or settled one by one: plain or packed, from a path or an open stream.

The ending of a file tells its form, else its first line that is neither blank nor a ``#`` comment: ``{`` and ``[``
begin JSON; ``---``, ``- `` and ``key:`` YAML; a header with ``hand`` or ``players`` and commas CSV. Anything else is
one record a line.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

from msgspec.structs import replace

from calc.errors import CalcError, UnopenedError, UnreadableError
from calc.games import game_in
from calc.intake import blocks, entries, lines, unpack
from calc.intake.entries import Entry, Kind, games_of
from calc.intake.forms import XML, form_of
from calc.intake.names import open_file
from calc.intake.spelling import Read
from calc.intake.unpack import MAGIC, ZIP, Stream
from calc.records.plain import AnyRecord
from calc.records.sheet import split_header
from calc.tables.shelf import set_named
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.logs.events import LoggedGame

R = TypeVar("R")

#: A path, an open stream of bytes or text, or anything that yields lines.
Source = str | Path | IO[bytes] | Iterable[str]


def read_records(source: Source, *, name: str | None = None, carry: Iterable[str] = ()) -> Iterator[Entry[AnyRecord]]:
    """The records of a file, in order: lines of notation, JSON, JSON lines, YAML or CSV, plain or packed.

    ``source``: a path, or an open stream of text (anything that yields lines) or bytes. ``name``: what entries and
    messages call it; by default a path's own name, or that of the stream. ``carry``: columns of CSV that are no keys of
    records and become part of the id, ``{id: .., note: ..}``. Files are read in portions where their format allows it.
    Raises :class:`UnreadableError` for a file that cannot be opened, is not UTF-8 (a byte order mark is allowed),
    is too long or breaks the format as a whole; faults of one record are entries.
    """
    return read_file(source, name, entries.carrying(carry))


def read_games(source: Source, *, name: str | None = None) -> Iterator[Entry[AnyRecord]]:
    """As :func:`read_records`; a record without any sign of its kind is taken as a game, and its missing keys named."""
    return read_file(source, name, entries.GAMES)


def read_file(source: Source, name: str | None, kind: Kind[R], most: int | None = None) -> Iterator[Entry[R]]:
    """As :func:`read_records`, of any kind of records. ``most``: bytes of the file, unpacked."""
    with _opened(source, name, most) as (file, stream, is_text):
        yield from _entries(stream, file, kind, is_text=is_text)


def read_league(source: Source, name: str | None, most: int, unit: int = 0) -> Iterator[Read[AnyRecord]]:
    """As :func:`read_games`; the games of logs, and of archives of files and logs, and the tables of workbooks, too.
    ``unit``: how many points a figure of 1 is in tables. A table of words alone is none of games, and only its remark.
    """
    kind = replace(entries.GAMES, unit=unit)
    with _opened(source, name, most) as (file, stream, is_text):
        if form_of(stream, file) != "log":
            yield from _entries(stream, file, kind, is_text=is_text)
            return
        from calc.intake import layouts  # few files need it, and it takes a while to load

        stream.most = None
        for inner, data in unpack.read_members(stream, of_tables=True):
            member = file + inner
            if isinstance(data, UnreadableError):
                yield Read(error=data, file=member, line=1)
            elif inner.endswith(".csv") and not layouts.has_figures(data):
                told = msg("the table has no figures, and is passed over")
                yield Read(file=member, line=1, notes=((1, told),))
            elif form_of(Stream(BytesIO(data)), member) != "log":
                found: list[Read[AnyRecord]] = []
                try:
                    found += read_file(BytesIO(data), member, kind, most)
                except UnreadableError as error:
                    found.append(Read(error=error))
                sheet = inner.removesuffix(".csv")
                if sheet != inner and not any(one.record for one in found) and layouts.is_ranking(data, sheet[1:]):
                    found = [Read(file=member, line=1, notes=((1, layouts.RANKS_PLAYERS),))]
                yield from found
            else:
                for place, game in games_of(data, member):
                    try:
                        yield Read(error=game.begun(place)) if isinstance(game, CalcError) else Read(game.game)
                    except CalcError as error:
                        yield Read(error=error)


def read_logs(source: str | Path | IO[Any], *, name: str | None = None) -> "Iterator[LoggedGame | CalcError]":
    """The games of a log file, in order: records worked out from the moves, and what the log says of them.

    ``source``: a path, or an open stream. Read are Tenhou's XML (mjlog), the JSON of tenhou.net/6 and of
    records of Mahjong Soul, Riichi City and majiang (one object, a list, or one a line), mjai (an event a line), pages
    of the M.League's viewer, texts with addresses of tenhou.net/6, plain or packed, and zip archives of all of these.
    ``name``: what messages call it. Nothing is raised: what cannot be read yields an
    :class:`UnreadableError` that names the file, and the next one goes on.
    """
    try:
        with _opened(getattr(source, "buffer", source), name, None, of_logs=True) as (file, stream, _):
            for inner, data in unpack.read_members(stream):
                found = [(file + inner, data)] if isinstance(data, UnreadableError) else games_of(data, file + inner)
                for place, game in found:
                    yield game.begun(place) if isinstance(game, UnreadableError) else game
    except UnreadableError as error:
        is_closed = isinstance(error, UnopenedError) and hasattr(source, "read")
        yield UnreadableError(error.message).begun(name or "<stream>") if is_closed else error


@contextmanager
def _opened(
    source: Source, name: str | None, most: int | None, *, of_logs: bool = False
) -> Iterator[tuple[str, Stream, bool]]:
    """The name of a file, its unpacked bytes, and whether they come from text. Faults get the name in front."""
    is_path = isinstance(source, str | Path)
    file = name or str(source if is_path else getattr(source, "name", "<stream>"))
    is_text = not is_path and (not hasattr(source, "read") or hasattr(source, "encoding"))
    try:
        raw: Any = open_file(cast(Any, source)) if is_path else _Encoded(cast(Any, source)) if is_text else source
    except (OSError, ValueError) as error:
        raise UnopenedError(
            "expected a file that can be read, found {0!r}: {1}", file, unpack.reason_of(error)
        ) from None
    try:
        stream = unpack.unpacked(Stream(raw), of_logs=of_logs)
        stream.most = most
        yield file, stream, is_text
        if stream.broken is not None:
            raise stream.broken
    except UnopenedError:
        raise
    except UnreadableError as error:
        raise error.begun(f"{file}:{error.line}" if error.line else file) from None
    finally:
        if is_path:
            raw.close()


class _Encoded:
    """Lines of text as a stream of bytes. What is no text in them is refused with the record that it is in."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def read(self, count: int) -> bytes:
        ended = (one if one.endswith(("\n", "\r")) else f"{one}\n" for one in islice(self._lines, 1000))
        return "".join(ended).encode(errors="surrogatepass")


def _heads_table(stream: Stream) -> bool:
    """Whether what no name tells begins with the heads of a table of final scores."""
    from calc.intake import headings, score_lists  # few files need them, and they take a while to load

    block = stream.peek(lines.BLOCK_BYTES)
    first, *_ = *(line for _, line in lines.numbered_lines(block, 1) if not lines.is_passed_over(line)), ""
    named = set_named(split_header(first)[0] or "")
    if named is not None and game_in(named).points is None:
        # Rounds of a game in which scores of rounds are what is written, as ``koikoi: Aki Bea``.
        return False
    if score_lists.in_cells([*lines.numbered_lines(block, 1)]):
        return True
    head, *_ = lines.first_row(block[max((b"\n" + block).find(b"\n|"), 0) :])
    text = head.decode(errors="surrogateescape").strip()
    titles = text.strip("|").split("|") if text.startswith("|") else lines.ANY.split(text)
    titles = [title.strip().strip('"') for title in titles]
    return len(titles) > 2 and (any(map(headings.kind_of, titles)) or len(headings.pairs_in(titles)) > 1)


def _entries(stream: Stream, file: str, kind: Kind[R], *, is_text: bool) -> Iterator[Entry[R]]:
    form: str = form_of(stream, file)
    if form == "log":
        head = stream.peek(MAGIC).lstrip()
        if head.startswith(ZIP):
            raise UnreadableError(
                "expected records or logs as text, found a zip archive; unpack it first: unzip FILE; yaku log and yaku "
                "batch read archives of logs"
            )
        if head.startswith(b"<") and not head.startswith(XML):
            raise UnreadableError("expected records or logs as text, found other XML")
        raise UnreadableError("expected records, but this is a log: yaku log {0}", "-" if file == "stdin" else file)
    if kind.unit is not None and (form == "csv" or (form in ("lines", "sheet") and _heads_table(stream))):
        form = "scores"
    if form in entries.WHOLE:
        yield from entries.read_whole(stream, file, form, kind)
        return
    for block in blocks.cut_lines(stream, file, form, blocks.Mark(), kind.carry):
        if not is_text:
            lines.check_utf8(block.data, block.line)
        for entry in cast(Iterable[Entry[R]], blocks.read_block(block, kind)):
            if isinstance(entry.error, UnreadableError):
                raise entry.error.at(entry.line)
            yield entry
