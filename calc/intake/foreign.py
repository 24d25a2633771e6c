"""How files begin that are no text: packed ones, archives, pictures, data bases."""

from __future__ import annotations

import codecs
from typing import Final

from calc.errors import UnreadableError

GZIP: Final = b"\x1f\x8b"
XZ: Final = b"\xfd7zXZ\x00"
BZ2: Final = tuple(b"BZh%d%b" % (level, block) for level in range(1, 10) for block in (b"1AY&SY", b"\x17rE8P\x90"))
ZSTD: Final = b"\x28\xb5\x2f\xfd"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
#: How text in UTF-16 begins.
WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Bytes of a file by which it is known.
HEAD: Final = 262
_TAR_AT: Final = 257
#: How other files begin, what they are, and what to do.
_FOREIGN: Final = (
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
#: What is unpacked here, but not for the readers of text.
_PACKED: Final = (
    *(
        (magic, f"a file packed with {name}; unpack it first: {command} -d FILE, or settle it with yaku batch")
        for name, command, magics in (
            ("gzip", "gzip", (GZIP,)),
            ("xz", "xz", (XZ,)),
            ("bz2", "bzip2", BZ2),
            ("zstd", "zstd", (ZSTD,)),
        )
        for magic in magics
    ),
    (ZIP[0], "a zip archive; unpack it first: unzip FILE; yaku log and yaku batch read archives of logs"),
)


def check_text(head: bytes) -> None:
    """Refuse what is no text, gzip and zip too, by its first bytes. Raises :class:`~calc.errors.UnreadableError`."""
    check_head(head, *_PACKED)


def check_head(head: bytes, *more: tuple[bytes, str]) -> None:
    """Refuse what is neither text nor unpacked here. Raises as :func:`check_text`."""
    found = [what for magic, what in (*_FOREIGN, *more) if head.startswith(magic)]
    if head[_TAR_AT:HEAD] == b"ustar":
        found.append("a tar archive; unpack it first: tar -xf FILE")
    if found:
        raise UnreadableError(f"expected records or logs as text, found {found[0]}")
