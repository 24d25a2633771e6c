"""Bytes of an input, unpacked on the way: they can be looked at before they are read, and whatever breaks is kept."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from typing import IO, Any, Final, cast

from calc.errors import CalcError, UnreadableError
from calc.intake.foreign import HEAD, check_readable
from calc.intake.names import STDIN, Input

_GZIP: Final = b"\x1f\x8b"
#: Bytes that are asked for at once.
_PIECE: Final = 1 << 18


class Stream:
    """Bytes in order. Where reading fails, all bytes before are given out first; then ``broken`` says why it ended."""

    def __init__(self, raw: IO[bytes] | gzip.GzipFile, under: Stream | None = None) -> None:
        self._raw = raw
        self._under = under
        self._kept = b""
        self._is_over = False
        self._taken = 0
        self.broken: CalcError | None = None

    @property
    def untouched(self) -> IO[bytes] | None:
        """The file itself, for who reads it by its own means; none where it is not one that can be read anew."""
        return (
            self._raw
            if self._under is None and isinstance(self._raw, io.BufferedReader) and self._raw.seekable()
            else None
        )

    @property
    def taken(self) -> int:
        """Bytes taken of the file as it lies on the disk."""
        return self._taken if self._under is None else self._under.taken

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
        """Some more bytes, none at the end."""
        if self._is_over:
            return b""
        try:
            # One read of the layer below: what came before a fault has then been given out.
            piece: bytes = self._raw.read1(_PIECE)  # type: ignore[union-attr]  # buffered files have it
        except (OSError, EOFError, ValueError, zlib.error) as error:
            self.broken = _reason(error, self._under)
            piece = b""
        self._is_over = not piece
        self._taken += len(piece)
        return piece


class _Below:
    """What unpacks reads through this, so that a fault of the disk is not told as one of the packing."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def read(self, count: int = -1) -> bytes:
        return self._stream.read(count if count >= 0 else _PIECE)


def open_stream(source: Input) -> Stream:
    """An input, unpacked if its first bytes say that it is packed by gzip. Raises :class:`UnreadableError`."""
    try:
        raw: Any = sys.stdin.buffer if source.path == STDIN else open(source.path, "rb")  # noqa: SIM115  # closed with the stream
    except (OSError, ValueError) as error:
        raise UnreadableError(f"expected a file that can be read: {_words(error)}") from None
    stream = Stream(raw)
    if stream.peek(len(_GZIP)) != _GZIP:
        return _readable(stream)
    unpacked = Stream(gzip.GzipFile(fileobj=cast(Any, _Below(stream)), mode="rb"), stream)
    if unpacked.peek(len(_GZIP)) == _GZIP:
        unpacked.close()
        raise UnreadableError("expected a file inside of gzip, found something packed again; unpack it first")
    return _readable(unpacked)


def _readable(stream: Stream) -> Stream:
    """The stream, if it does not begin like something else than text."""
    try:
        check_readable(stream.peek(HEAD))
    except UnreadableError:
        stream.close()
        raise
    return stream


def _reason(error: Exception, under: Stream | None) -> CalcError:
    if under is None:
        return UnreadableError(f"expected a file that can be read to its end: {_words(error)}")
    return under.broken or UnreadableError(f"expected a whole gzip file, found a broken one: {_words(error)}")


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
