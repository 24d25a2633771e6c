"""Bytes of a file, unpacked: gzip, xz, bz2, zstd, and zip archives of logs. Nothing else unpacks; what is neither text
nor unpacked here is refused by how it begins.

Every size is bounded before it is paid for: what is read of a file, what a packed one grows to, and how much an archive
holds. Bytes before a fault are still read.
"""

import bz2
import codecs
import csv
import gzip
import io
import lzma
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import IO, Any, Final, cast

from calc.errors import UnopenedError, UnreadableError
from calc.translation import msg

#: Bytes of one log, unpacked; a game has some twenty thousand in XML, and ten times that in mjai.
MAX_LOG: Final = 16 << 20
#: Bytes of an archive as it lies on the disk, and of all its members unpacked.
MAX_ARCHIVE: Final = 256 << 20
MAX_UNPACKED: Final = 1 << 30
MAX_MEMBERS: Final = 50_000
#: Bytes of the list of members.
MAX_DIRECTORY: Final = 8 << 20

ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
#: How files of Parquet and of Arrow begin, and streams of Arrow.
_TABLES: Final = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "stream"}
#: How text in UTF-16 begins.
WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Bytes by which a file is known that is no text.
MAGIC: Final = 262
_TAR_AT: Final = 257
#: How other files begin, what they are, and what to do.
_FOREIGN: Final = (
    (b"\x04\x22\x4d\x18", msg("a file packed with lz4; unpack it first: lz4 -d FILE")),
    (b"LZIP\x01", msg("a file packed with lzip; unpack it first: lzip -d FILE")),
    (b"\x1f\x9d", msg("a file packed with compress; unpack it first: uncompress FILE")),
    (b"7z\xbc\xaf\x27\x1c", msg("an archive of 7-Zip; unpack it first: 7z x FILE")),
    (b"Rar!\x1a\x07", msg("a RAR archive; unpack it first: unrar x FILE")),
    (b"%PDF-", msg("a PDF; write the records as text")),
    (b"\x89PNG\r\n\x1a\n", msg("a PNG picture; write the records as text")),
    (b"\xff\xd8\xff", msg("a JPEG picture; write the records as text")),
    (b"GIF8", msg("a GIF picture; write the records as text")),
    (b"PAR1", msg("a Parquet file; save it as CSV or JSON lines")),
    (b"ARROW1", msg("an Arrow file; save it as CSV or JSON lines")),
    (b"SQLite format 3\x00", msg("an SQLite data base; save its table as CSV")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", msg("a document of an office program; save the table as CSV")),
)  # fmt: skip

#: Bytes that are asked for at once.
_PIECE: Final = 1 << 18
#: The end of an archive follows its list of members, in the last bytes of the file (a comment of at most 65,535 comes
#: after it); what comes before the end of a huge one.
_ZIP_END: Final = b"PK\x05\x06"
_TAIL: Final = 66_000
_ZIP64: Final = b"PK\x06\x07"
#: Members that documents of office programs have.
_OF_OFFICES: Final = frozenset({"[Content_Types].xml", "mimetype"})
#: What readers of packed files raise for broken ones, bad compression and passwords.
_BROKEN: Final = (
    *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile),
)
_WHOLE_FILE: Final = msg("expected a file that can be read to its end")
_WHOLE_MEMBER: Final = msg("expected a whole file in the archive, found a broken one")
#: Bytes that unpacking one file may take: as much as ``xz -9`` and the largest window of zstd need.
_MEMORY: Final = 160 << 20
#: The padding between the parts of an xz file.
_PADDING: Final = b"\0"


class Stream:
    """Bytes in order. Where reading fails, all bytes before are given out first; then ``broken`` says why it ended.

    ``raw``: an open file, or what unpacks one. ``under``: the packed stream that it unpacks, a fault of which is none
    of the packing. ``fault``: what messages say of bytes that cannot be read. ``most``: so many bytes may come.
    """

    def __init__(self, raw: Any, under: "Stream | None" = None, fault: str = _WHOLE_FILE) -> None:
        self.most: int | None = None
        self.broken: UnreadableError | None = None
        #: Whether it is the rows of a table of Parquet or Arrow.
        self.is_table = False
        self._raw, self._under, self._fault = raw, under, fault
        self._read = getattr(raw, "read1", raw.read)
        self._kept = b""
        self._is_over = False
        self._taken = 0

    @property
    def untouched(self) -> IO[bytes] | None:
        """The file itself, if it lies on a disk and is not packed: it can be read by other means."""
        raw = self._raw
        return raw if self._under is None and isinstance(raw, io.BufferedReader) and raw.seekable() else None

    @property
    def taken(self) -> int:
        """Bytes taken of the file as it lies on the disk."""
        return self._taken if self._under is None else self._under.taken

    @property
    def is_packed(self) -> bool:
        return self._under is not None

    def peek(self, count: int) -> bytes:
        """The next bytes, ``count`` of them or all that are left, which stay to be read."""
        parts, have = [self._kept], len(self._kept)
        while have < count and (piece := self._pull()):
            parts.append(piece)
            have += len(piece)
        self._kept = b"".join(parts)
        return self._kept[:count]

    def read(self, count: int) -> bytes:
        """The next bytes, ``count`` of them or all that are left."""
        self.peek(count)
        found, self._kept = self._kept[:count], self._kept[count:]
        return found

    def skip(self, count: int) -> None:
        """Pass over bytes that were read before."""
        while count > 0 and (found := self.read(min(count, _PIECE))):
            count -= len(found)

    def close(self) -> None:
        """Close the file; standard input stays open."""
        if self._under is not None:
            self._under.close()
        elif self._raw is not getattr(sys.stdin, "buffer", None):
            self._raw.close()

    def _pull(self) -> bytes:
        piece = b""
        try:
            # One read of the layer below: what came before a fault has then been given out.
            given = b"" if self._is_over else self._read(_PIECE)
            piece = given.encode() if isinstance(given, str) else given
        except UnopenedError as error:
            self.broken = error
        except UnicodeDecodeError:  # in text that is decoded elsewhere
            self.broken = UnreadableError("expected text in UTF-8, found other bytes; save the file as UTF-8")
        except _BROKEN as error:
            below = self._under.broken if self._under is not None else None
            self.broken = below or UnreadableError(msg("{0}: {1}", self._fault, reason_of(error)))
        if not piece and self.broken is None and self._under is not None:
            self.broken = self._under.broken
        self._taken += len(piece)
        if self.most is not None and self._taken > self.most:
            piece = b""
            self.broken = UnreadableError(
                "expected a file of at most {0}, found more; settle it with yaku batch, which reads files of any size",
                size(self.most),
            )
        self._is_over = not piece
        return piece


class _Parts:
    """A packed stream, which is one packed part or several after each other.

    ``start``: a decompressor for a part. ``fault``: what it raises for broken data, if that is an error of its own.
    """

    def __init__(self, stream: Stream, start: Callable[[], Any], fault: type[Exception] = lzma.LZMAError) -> None:
        self._stream = stream
        self._start = start
        self._fault = fault
        self._part = start()
        self._unused = b""

    def read(self, count: int) -> bytes:
        """At most ``count`` bytes, none at the end."""
        while True:
            if self._part.eof:
                self._unused = self._part.unused_data.lstrip(_PADDING)
                while not self._unused and (piece := self._stream.read(_PIECE)):
                    self._unused = piece.lstrip(_PADDING)
                if not self._unused:
                    return b""
                self._part = self._start()
            piece = self._unused
            if self._part.needs_input and not piece:
                piece = self._stream.read(_PIECE)
                if not piece:
                    raise EOFError(msg("it ends before its end is marked"))
            self._unused = b""
            try:
                found = self._part.decompress(piece, count)
            except self._fault as error:
                raise ValueError(str(error)) from None
            if found:
                return cast(bytes, found)


def _open_zstd(stream: Stream) -> _Parts:
    try:
        if sys.version_info >= (3, 14):
            from compression.zstd import ZstdDecompressor, ZstdError
        else:
            from backports.zstd import ZstdDecompressor, ZstdError
    except ImportError:
        raise UnreadableError(
            "expected records or logs as text, found a file packed with zstd; unpack it first: zstd -d FILE, "
            "or install what unpacks it: pip install 'yaku-calc[zst]'"
        ) from None
    return _Parts(stream, ZstdDecompressor, ZstdError)


_XZ: Final = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_MEMORY)
_BZ2: Final = tuple(b"BZh%d%b" % (level, block) for level in range(1, 10) for block in (b"1AY&SY", b"\x17rE8P\x90"))
#: How files are packed: how these begin, and what reads them unpacked.
_PACKINGS: Final[dict[str, tuple[tuple[bytes, ...], Callable[[Stream], gzip.GzipFile | _Parts]]]] = {
    "gzip": ((b"\x1f\x8b",), lambda stream: gzip.GzipFile(fileobj=cast(Any, stream))),
    "xz": ((b"\xfd7zXZ\x00",), lambda stream: _Parts(stream, _XZ)),
    "bz2": (_BZ2, lambda stream: _Parts(stream, bz2.BZ2Decompressor)),
    "zstd": ((b"\x28\xb5\x2f\xfd",), _open_zstd),
}
_PACKED: Final = tuple(head for heads, _ in _PACKINGS.values() for head in heads)


def unpacked(stream: Stream, *, of_logs: bool = False) -> Stream:
    """The stream unpacked, if it is packed by gzip, xz, bz2 or zstd, without a byte order mark; what begins with that
    of UTF-16, as some editors and shells write, in UTF-8, but for logs, whose XML says its encoding itself.

    ``of_logs``: refuse archives inside of packed files too. Raises :class:`~calc.errors.UnreadableError` for bytes that
    are packed twice or are no text.
    """
    head = stream.peek(MAGIC)
    name = next((name for name, (heads, _) in _PACKINGS.items() if head.startswith(heads)), None)
    if name is not None:
        fault = msg("expected a whole {0} file, found a broken one", name)
        stream = Stream(_PACKINGS[name][1](stream), stream, fault)
        head = stream.peek(MAGIC)
        if head.startswith((*_PACKED, *ZIP) if of_logs else _PACKED):
            what = "log" if of_logs else "file"
            raise UnreadableError(
                "expected a {0} inside of {1}, found something packed again; unpack it first", what, name
            )
    kind = next((kind for magic, kind in _TABLES.items() if head.startswith(magic)), None)
    if kind is not None and not of_logs:
        file = stream if kind == "stream" else stream.untouched
        if file is None:
            raise UnreadableError("expected Parquet or Arrow as a file on a disk that is not packed, found other bytes")
        from calc.intake.frames import json_rows  # few files need it, and it takes a while to load

        rows = Stream(json_rows(file, kind), stream)
        rows.is_table = True
        return rows
    found = next((what for magic, what in _FOREIGN if head.startswith(magic)), None)
    if head[_TAR_AT:MAGIC] == b"ustar":
        found = msg("a tar archive; unpack it first: tar -xf FILE")
    if found is not None:
        raise UnreadableError("expected records or logs as text, found {0}", found)
    if head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    if head.startswith(WIDE) and not of_logs:
        pieces = codecs.iterdecode(iter(partial(stream.read, _PIECE), b""), "utf-16")
        return Stream(SimpleNamespace(read=lambda _: next(pieces, "")), stream)
    return stream


def size(count: int) -> str:
    """A limit as messages tell it."""
    return f"{count >> 20} MiB"


def reason_of(error: Exception) -> str:
    """Why a file cannot be opened or read, in the words of the system."""
    return getattr(error, "strerror", None) or str(error)


def read_to_end(stream: Stream, most: int, too_long: str) -> bytes:
    """All bytes of a stream. Raises :class:`~calc.errors.UnreadableError`, with ``too_long`` for more than ``most``."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise UnreadableError(too_long)
    if stream.broken is not None:
        raise stream.broken
    return data


# ---- logs and archives of them

#: What follows the name of the file in the name of a log, and the bytes of the log or the error in their place.
Member = tuple[str, bytes | UnreadableError]


def read_members(stream: Stream, *, of_tables: bool = False) -> Iterator[Member]:
    """The log in a stream, or every member of an archive. A member that cannot be read does not stop the rest.
    ``of_tables``: a workbook is an archive of its tables, as CSV.

    Raises :class:`~calc.errors.UnreadableError` where the file as a whole cannot be read.
    """
    if stream.peek(len(ZIP[0])) not in ZIP:
        yield "", _read_log(stream if stream.is_packed else unpacked(stream, of_logs=True))
        return
    # An archive on a disk is read where it lies.
    file = stream.untouched or io.BytesIO(_read_log(stream, MAX_ARCHIVE))
    with _open_archive(file) as archive:
        if of_tables and not _OF_OFFICES.isdisjoint(archive.namelist()):
            yield from _read_workbook(file, sum(member.file_size for member in archive.infolist()))
            return
        if not _OF_OFFICES.isdisjoint(archive.namelist()):
            raise UnreadableError(
                "expected an archive of logs, found a document of an office program; save the table as CSV"
            )
        paths = ((member, member.filename.split("/")) for member in archive.infolist() if not member.is_dir())
        # Systems leave more in archives than people put there.
        members = [member for member, path in paths if path[0] != "__MACOSX" and not path[-1].startswith(".")]
        if not members or len(members) > MAX_MEMBERS:
            raise UnreadableError("expected 1 to {0} files in the archive, found {1}", MAX_MEMBERS, len(members))
        taken = 0
        for member in members:
            try:
                with archive.open(member) as file:
                    inside = Stream(file, fault=_WHOLE_MEMBER)
                    if inside.peek(len(ZIP[0])) in ZIP:
                        raise UnreadableError("expected a log in the archive, found another archive; unpack it first")
                    found: bytes | UnreadableError = _read_log(unpacked(inside, of_logs=True))
            except UnreadableError as error:
                found = error
            except _BROKEN as error:
                found = UnreadableError(msg("{0}: {1}", _WHOLE_MEMBER, error.args[0]))
            taken += MAX_LOG if isinstance(found, UnreadableError) else len(found)
            yield f"/{member.filename}", found
            if taken > MAX_UNPACKED:
                raise UnreadableError("expected at most {0} unpacked, found more; unpack it first", size(MAX_UNPACKED))


def _read_workbook(file: IO[bytes], size_unpacked: int) -> Iterator[Member]:
    """The tables of a workbook (xlsx, ods) as CSV; those without cells are passed over."""
    try:
        import python_calamine
    except ImportError:
        raise UnreadableError(
            "workbooks need python-calamine, which is not installed: pip install 'yaku-calc[tables]'; or save the "
            "table as CSV"
        ) from None
    if size_unpacked > MAX_ARCHIVE:
        raise UnreadableError("expected at most {0} unpacked, found more; save the table as CSV", size(MAX_ARCHIVE))
    file.seek(0)
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(file)
        for name in book.sheet_names:
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            if any(any(row) for row in rows):
                text = io.StringIO()
                csv.writer(text, lineterminator="\n").writerows([map(_cell_text, row) for row in rows])
                yield f"/{name}.csv", text.getvalue().encode()
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise UnreadableError(
            "expected a workbook with tables, found a broken one: {0}; save the table as CSV", error
        ) from None


def _cell_text(value: Any) -> str:
    """A cell as text: numbers are floats there, and dates have times."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00")


def _read_log(stream: Stream, most: int = MAX_LOG) -> bytes:
    return read_to_end(stream, most, msg("expected a log of at most {0}, found more; is it a log?", size(most)))


def _open_archive(file: IO[bytes]) -> zipfile.ZipFile:
    """An archive, unless it is too long, or its list of members is, which is then not read."""
    length = file.seek(0, io.SEEK_END)
    if length > MAX_ARCHIVE:
        raise UnreadableError("expected a log of at most {0}, found more; is it a log?", size(MAX_ARCHIVE))
    file.seek(max(length - _TAIL, 0))
    tail = file.read(_TAIL)
    at = tail.rfind(_ZIP_END)
    listed = int.from_bytes(tail[at + 12 : at + 16], "little")
    if at < 0 or listed > length:
        raise UnreadableError("expected a whole zip file, found one without its end; the file may be cut short")
    if listed > MAX_DIRECTORY or tail[max(at - 20, 0) : at].startswith(_ZIP64):
        raise UnreadableError("expected at most {0} files in the archive, found a list of more", MAX_MEMBERS)
    try:
        return zipfile.ZipFile(file)
    except _BROKEN as error:
        raise UnreadableError("expected a whole zip file, found a broken one: {0}", error) from None
