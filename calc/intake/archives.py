"""Where logs come from: files, streams, gzip and zip, opened so that a hostile one costs no more than an error.

Every size is bounded before it is paid for: what is read of a file, what a compressed one grows to, and how much an
archive holds.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from calc.errors import UnopenedError, UnreadableError
from calc.intake.foreign import check_readable

#: Bytes of one log, unpacked; a game has some twenty thousand in XML, and ten times that in mjai.
MAX_LOG: Final = 16 << 20
#: Bytes of an archive as it lies on the disk, and of all its members unpacked.
MAX_ARCHIVE: Final = 256 << 20
MAX_UNPACKED: Final = 1 << 30
MAX_MEMBERS: Final = 50_000
#: Bytes of the list of members.
MAX_DIRECTORY: Final = 8 << 20

_GZIP: Final = b"\x1f\x8b"
#: How an archive begins, and its end, which follows the list of members; and what stands before the end of a huge one.
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_ZIP_END: Final = b"PK\x05\x06"
_ZIP64: Final = b"PK\x06\x07"
#: The end of an archive stands in its last bytes; a comment of at most 65,535 follows it.
_TAIL: Final = 66_000
#: What the readers of archives raise for broken ones, bad compression and passwords.
_BROKEN: Final = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
)

#: Members that documents of office programs have.
_OF_OFFICES: Final = frozenset({"[Content_Types].xml", "mimetype"})
#: What can be read from.
Readable = IO[Any] | gzip.GzipFile
#: A name for messages, and the bytes of a log or the error that stands in their place.
Source = tuple[str, bytes | UnreadableError]


def open_sources(source: str | Path | IO[Any], name: str | None = None) -> Iterator[Source]:
    """The logs of a file or of an open stream: itself, or every member of an archive.

    Nothing is raised: a file or member that cannot be read yields its error, and the next one goes on.
    """
    if not isinstance(source, (str, Path)):
        yield from _open_stream(getattr(source, "buffer", source), name or str(getattr(source, "name", "<stream>")))
        return
    file = name or str(source)
    try:
        stream = open(source, "rb")  # noqa: SIM115  # closed below; what fails while it is read is another fault
    except (OSError, ValueError) as error:
        yield file, UnopenedError(_unreadable(file, error).message)
        return
    with stream:
        yield from _open_stream(stream, file)


def _open_stream(stream: IO[Any], name: str) -> Iterator[Source]:
    try:
        start = _read(stream, len(_ZIP[0]), name, exact=True)
        if start in _ZIP:
            yield from _open_archive(stream, start, name)
            return
        data = start + _read(stream, MAX_LOG, name)
        yield name, _unpack(data, name)
    except UnreadableError as error:
        yield name, error
    except (OSError, ValueError) as error:
        yield name, _unreadable(name, error)


def _read(stream: Readable, most: int, name: str, *, exact: bool = False) -> bytes:
    """What a stream holds, ``most`` bytes or fewer; with ``exact`` no more than that is read."""
    parts: list[bytes] = []
    left = most if exact else most + 1
    while left > 0:
        part = stream.read(min(left, 1 << 20))
        if not part:
            break
        parts.append(part.encode() if isinstance(part, str) else part)
        left -= len(parts[-1])
    if left <= 0 and not exact:
        raise UnreadableError(f"{name}: expected a log of at most {_size(most)}, found more; is it a log?")
    return b"".join(parts)


def _unpack(data: bytes, name: str) -> bytes:
    """The bytes of a log that may be packed by gzip."""
    check_readable(data, name)
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            unpacked = _read(stream, MAX_LOG, name)
    except _BROKEN as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"{name}: expected a whole gzip file, found a broken one: {error}") from None
    if unpacked.startswith((_GZIP, *_ZIP)):
        raise UnreadableError(f"{name}: expected a log inside of gzip, found something packed again; unpack it first")
    check_readable(unpacked, name)
    return unpacked


def _open_archive(stream: IO[Any], start: bytes, name: str) -> Iterator[Source]:
    """An archive that begins with ``start``. It is read where it lies, if it lies on a disk."""
    if isinstance(stream, io.BufferedReader) and stream.seekable():
        size = stream.seek(0, io.SEEK_END)
        if size > MAX_ARCHIVE:
            raise UnreadableError(f"{name}: expected a log of at most {_size(MAX_ARCHIVE)}, found more; is it a log?")
        stream.seek(max(size - _TAIL, 0))
        yield from _open_zip(stream, stream.read(_TAIL), size, name)
        return
    data = start + _read(stream, MAX_ARCHIVE, name)
    yield from _open_zip(io.BytesIO(data), data[-_TAIL:], len(data), name)


def _open_zip(stream: IO[bytes], tail: bytes, length: int, name: str) -> Iterator[Source]:
    _check_directory(tail, length, name)
    try:
        archive = zipfile.ZipFile(stream)
    except _BROKEN as error:
        raise UnreadableError(f"{name}: expected a whole zip file, found a broken one: {error}") from None
    with archive:
        if not _OF_OFFICES.isdisjoint(archive.namelist()):
            raise UnreadableError(
                f"{name}: expected an archive of logs, found a document of an office program; save the table as CSV"
            )
        members = [member for member in archive.infolist() if not _is_idle(member)]
        if not members or len(members) > MAX_MEMBERS:
            raise UnreadableError(f"{name}: expected 1 to {MAX_MEMBERS} files in the archive, found {len(members)}")
        unpacked = 0
        for member in members:
            where = f"{name}/{member.filename}"
            found = _open_member(archive, member, where)
            unpacked += MAX_LOG if isinstance(found, UnreadableError) else len(found)
            yield where, found
            if unpacked > MAX_UNPACKED:
                raise UnreadableError(
                    f"{name}: expected at most {_size(MAX_UNPACKED)} unpacked, found more; unpack it first"
                )


def _check_directory(tail: bytes, length: int, name: str) -> None:
    """Refuse an archive of ``length`` bytes, the last of which are ``tail``, whose list of members is too long to be
    read at all.
    """
    at = tail.rfind(_ZIP_END)
    size = int.from_bytes(tail[at + 12 : at + 16], "little")
    if at < 0 or size > length:
        raise UnreadableError(
            f"{name}: expected a whole zip file, found one without its end; the file may be cut short"
        )
    if size > MAX_DIRECTORY or tail[max(at - 20, 0) : at].startswith(_ZIP64):
        raise UnreadableError(f"{name}: expected at most {MAX_MEMBERS} files in the archive, found a list of more")


def _is_idle(member: zipfile.ZipInfo) -> bool:
    """Folders, and what systems leave in archives."""
    parts = member.filename.split("/")
    return member.is_dir() or parts[0] == "__MACOSX" or parts[-1].startswith(".")


def _open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> bytes | UnreadableError:
    try:
        with archive.open(member) as stream:
            data = _read(stream, MAX_LOG, where)
        if data.startswith(_ZIP):
            return UnreadableError(f"{where}: expected a log in the archive, found another archive; unpack it first")
        return _unpack(data, where)
    except UnreadableError as error:
        return error
    except _BROKEN as error:
        return UnreadableError(f"{where}: expected a whole file in the archive, found a broken one: {error}")


def _unreadable(name: str, error: Exception) -> UnreadableError:
    reason = getattr(error, "strerror", None) or str(error)
    return UnreadableError(f"expected a file that can be read, found {name!r}: {reason}")


def _size(count: int) -> str:
    return f"{count >> 20} MiB"
