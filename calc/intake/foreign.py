"""What is given in place of records: packed files, pictures, data bases, known by their first bytes; and game logs."""

from __future__ import annotations

from typing import Any, Final

from calc.errors import UnreadableError

#: Bytes that have to be seen of a file.
HEAD: Final = 262
_TAR_AT: Final = 257
#: How what nothing here reads begins, what it is, and what to do.
_FOREIGN: Final = (
    (b"\xfd7zXZ\x00", "a file packed with xz; unpack it first: xz -d FILE"),
    *((b"BZh%d%b" % (size, block), "a file packed with bz2; unpack it first: bzip2 -d FILE")
      for size in range(1, 10) for block in (b"1AY&SY", b"\x17rE8P\x90")),
    (b"\x28\xb5\x2f\xfd", "a file packed with zstd; unpack it first: zstd -d FILE"),
    (b"\x04\x22\x4d\x18", "a file packed with lz4; unpack it first: lz4 -d FILE"),
    (b"LZIP\x01", "a file packed with lzip; unpack it first: lzip -d FILE"),
    (b"\x1f\x9d", "a file packed with compress; unpack it first: uncompress FILE"),
    (b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip; unpack it first: 7z x FILE"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first: unrar x FILE"),
    (b"%PDF-", "a PDF; write the records as text"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture; write the records as text"),
    (b"\xff\xd8\xff", "a JPEG picture; write the records as text"),
    (b"GIF8", "a GIF picture; write the records as text"),
    (b"PAR1", "a Parquet file; save it as CSV or JSON lines"),
    (b"ARROW1", "an Arrow file; save it as CSV or JSON lines"),
    (b"SQLite format 3\x00", "an SQLite data base; save its table as CSV"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an office program; save the table as CSV"),
)  # fmt: skip
#: What the readers of logs and of batches unpack, and those of text do not.
_PACKED: Final = (
    (b"\x1f\x8b", "a file packed with gzip; unpack it first: gzip -d FILE, or settle it with yaku batch"),
    (b"PK\x03\x04", "a zip archive; unpack it first: unzip FILE; yaku log and yaku batch read archives of logs"),
)
_TAR: Final = "a tar archive; unpack it first: tar -xf FILE"
#: Keys that tell a record from a log.
_OF_RECORDS: Final = frozenset({"hand", "rounds", "players", "wins", "draw"})


def check_readable(head: bytes, file: str | None = None) -> None:
    """Refuse what neither records nor logs begin with. ``file`` stands before the message.

    Raises :class:`~calc.errors.UnreadableError`.
    """
    for magic, what in _FOREIGN:
        if head.startswith(magic):
            _refuse(what, file)
    if head[_TAR_AT:HEAD] == b"ustar":
        _refuse(_TAR, file)


def check_text(head: bytes, file: str) -> None:
    """Refuse what is no text that can be read as records, gzip and zip too. Raises as :func:`check_readable`."""
    check_readable(head, file)
    for magic, what in _PACKED:
        if head.startswith(magic):
            _refuse(what, file)


def _refuse(what: str, file: str | None) -> None:
    raise UnreadableError(f"{'' if file is None else f'{file}: '}expected records or logs as text, found {what}")


def is_log_value(value: Any) -> bool:
    """Whether a JSON value begins a log: an event of mjai, or a game of tenhou.net/6."""
    if not isinstance(value, dict) or not _OF_RECORDS.isdisjoint(value):
        return False
    return isinstance(value.get("type"), str) or "log" in value


def refuse_log(file: str) -> UnreadableError:
    """What is said of a log where records are expected."""
    name = "-" if file == "stdin" else file
    return UnreadableError(f"{file}: expected records, but this is a log: yaku log {name}")
