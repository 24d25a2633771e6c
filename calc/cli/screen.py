"""Where text goes out: what is shown to people, and what is handed to other programs.

While the command runs, standard output and standard error show text only: whatever a terminal would obey is replaced,
whoever wrote it and however it got there. Data for programs goes past that, as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, Final, TextIO, cast

from calc.text import escaped, printable_lines

#: The formats that other programs read.
_FOR_PROGRAMS: Final = ("json", "yaml", "csv")


class _Screen:
    """A text stream to which nothing goes but what can be seen, and ends of lines."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(printable_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def shown_only() -> Iterator[None]:
    """Let standard output and standard error only show text for a while."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, _Screen(stream)) for stream in (out, err))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def under(stream: TextIO) -> TextIO:
    """The stream itself, for who has to steer a terminal or to write data."""
    return stream.stream if isinstance(stream, _Screen) else stream


def write_data(pieces: Iterable[str], form: str) -> None:
    """Write what is meant for programs to standard output: exactly, save on a terminal (see :func:`_harmless`)."""
    stream = under(sys.stdout)
    for piece in pieces:
        stream.write(_harmless(piece, form) if stream.isatty() else piece)


def write_text(pieces: Iterable[str], form: str) -> None:
    """Write what is meant for programs or for people, by the format."""
    if form in _FOR_PROGRAMS:
        write_data(pieces, form)
    else:
        sys.stdout.writelines(pieces)


def data_stream(form: str) -> IO[bytes]:
    """Standard output for bytes that are meant for programs, as :func:`write_data`."""
    stream = under(sys.stdout)
    return cast(IO[bytes], _DataScreen(stream, form)) if stream.isatty() else stream.buffer


class _DataScreen:
    """A terminal to which data goes, in whole lines."""

    def __init__(self, stream: TextIO, form: str) -> None:
        self.stream = stream
        self.form = form

    def write(self, data: bytes) -> int:
        self.stream.write(_harmless(data.decode(errors="replace"), self.form))
        return len(data)

    def flush(self) -> None:
        self.stream.flush()


def _harmless(text: str, form: str) -> str:
    """Data that somebody looks at: JSON has escapes for what a terminal would obey, anything else has not."""
    return escaped(text) if form == "json" else printable_lines(text)
