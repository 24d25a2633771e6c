"""The lines of a file or a stream, bounded before they are paid for: none is longer than it may be, and no text that is
read as a whole is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from io import TextIOBase
from pathlib import Path
from typing import Final, TextIO

from calc.errors import UnopenedError, UnreadableError
from calc.intake.foreign import HEAD, check_text

#: A line of a file with its number (from 1).
Line = tuple[int, str]
#: Characters of one line, and of a text that is read as a whole.
MAX_LINE: Final = 16 << 20
MAX_DOCUMENT: Final = 32 << 20


def open_text(source: str | Path, file: str) -> TextIO:
    """Open a file of text in UTF-8. Raises :class:`~calc.errors.UnopenedError`."""
    try:
        return open(source, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        raise UnopenedError(_unreadable(file, error).message) from None


def decoded_lines(stream: Iterable[str], file: str, most: int | None = None) -> Iterator[str]:
    """The lines of a stream, without a byte order mark, and no more than ``most`` characters of them.

    Raises :class:`~calc.errors.UnreadableError` for more, for a line that is too long, for what is no text by its first
    bytes, and for the stream's own errors.
    """
    taken = 0
    try:
        for place, line in enumerate(_lines_of(stream)):
            if not taken:
                check_text(line[:HEAD].encode(errors="surrogateescape"), file)
            taken += len(line)
            if len(line) > MAX_LINE:
                raise UnreadableError(
                    f"{file}:{place + 1}: expected a line of at most {MAX_LINE:,} characters, found more; "
                    "are these records?"
                )
            if most is not None and taken > most:
                raise UnreadableError(
                    f"{file}: expected a file of at most {most:,} characters, found more; "
                    "settle it with yaku batch, which reads files of any size"
                )
            yield line.removeprefix("\ufeff") if place == 0 else line
    except (OSError, UnicodeError) as error:
        if isinstance(error, UnicodeDecodeError) and not taken:
            # The first bytes are among those that could not be decoded.
            check_text(error.object[:HEAD], file)
        raise _unreadable(file, error) from None


def _lines_of(stream: Iterable[str]) -> Iterable[str]:
    """The lines of a stream. One of a file that is too long comes to its end too early."""
    if isinstance(stream, TextIOBase):
        return iter(partial(stream.readline, MAX_LINE + 1), "")
    return stream


def whole(lines: Iterable[Line], file: str, most: int, what: str, advice: str) -> list[Line]:
    """All lines, of ``most`` characters together. ``what`` they are, and ``advice`` for where they are more."""
    kept: list[Line] = []
    taken = 0
    for line in lines:
        kept.append(line)
        taken += len(line[1])
        if taken > most:
            raise UnreadableError(
                f"{file}:{kept[0][0]}: expected at most {most:,} characters of {what}, found more; {advice}"
            )
    return kept


def _unreadable(file: str, error: Exception) -> UnreadableError:
    if isinstance(error, UnicodeError):
        return UnreadableError(f"expected text in UTF-8, found other bytes in {file!r}; save the file as UTF-8")
    reason = getattr(error, "strerror", None) or str(error)
    return UnreadableError(f"expected a file that can be read, found {file!r}: {reason}")
