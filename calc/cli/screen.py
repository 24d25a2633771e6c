"""What commands print: text for people, data for other programs, and errors with a caret under their column.

While the command runs, standard output and standard error show text only: whatever a terminal would obey is replaced,
whoever wrote it. Data for programs is written as it is, past that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, Protocol, TextIO, cast

import typer

from calc.text import cells, escaped, printable, printable_lines
from calc.translation import say, translated

if TYPE_CHECKING:
    from calc.settling import Case

#: The exit code of a command that was called wrongly.
USAGE: Final = 2
#: The exit code of a command that Ctrl-C ended, as shells have it.
INTERRUPTED: Final = 130
#: The name of standard input, or output, in place of a file.
STDIN: Final = "-"
#: The formats that other programs read.
_FOR_PROGRAMS: Final = ("json", "yaml", "csv", "html", "svg")
#: The most characters of a line that are shown for an error in it.
_LONGEST: Final = 1_000


class _Screen:
    """A text stream that writes only what can be seen, and ends of lines."""

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


class _DataScreen:
    """A terminal that data is written to, in whole lines."""

    def __init__(self, stream: TextIO, form: str) -> None:
        self.stream = stream
        self.form = form

    def write(self, data: bytes) -> int:
        self.stream.write(_make_harmless(data.decode(errors="replace"), self.form))
        return len(data)

    def flush(self) -> None:
        self.stream.flush()


@contextmanager
def shown_only() -> Iterator[None]:
    """Let standard output and standard error show only text for a while."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, _Screen(stream)) for stream in (out, err))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def under(stream: TextIO) -> TextIO:
    """The stream itself, to steer a terminal or to write data."""
    return stream.stream if isinstance(stream, _Screen) else stream


def write_data(pieces: Iterable[str], form: str) -> None:
    """Write data for programs to standard output: unchanged, except on a terminal (see :func:`_make_harmless`)."""
    stream = under(sys.stdout)
    for piece in pieces:
        stream.write(_make_harmless(piece, form) if stream.isatty() else piece)


def write_text(pieces: Iterable[str], form: str) -> None:
    """Write data for programs, or text for people, as the format has it."""
    if form in _FOR_PROGRAMS:
        write_data(pieces, form)
    else:
        sys.stdout.writelines(pieces)


def data_stream(form: str) -> IO[bytes]:
    """Standard output for data in bytes, as with :func:`write_data`."""
    stream = under(sys.stdout)
    return cast(IO[bytes], _DataScreen(stream, form)) if stream.isatty() else stream.buffer


def _make_harmless(text: str, form: str) -> str:
    """Replace what a terminal would obey: by escapes in JSON, which has them, by other characters elsewhere."""
    return escaped(text) if form == "json" else printable_lines(text)


def print_heading(place: int, name: Any, mark: str = "==") -> None:
    """Head one of several records by its id, or by its number; ``place`` counts from 0."""
    print("\n" * (place > 0) + printable(f"{mark} {place + 1 if name is None else name}"))


class Problem(Protocol):
    """An error, or the line of a result that tells of one."""

    @property
    def message(self) -> str: ...
    @property
    def key(self) -> str | None: ...
    @property
    def column(self) -> int | None: ...


def print_error(error: Problem, *, line: str | None = None, place: str | None = None) -> None:
    """Print an error on stderr, with the ``line`` it is in and a caret under its column.

    ``place``: the file and the number of the line.
    """
    where = f"{place}: " if place else ""
    is_named = error.key and (line is not None or error.message.startswith(f"{error.key}: "))
    key = f" [{error.key}]" if error.key and not is_named else ""
    print(
        printable(f"{where}{say(language(), 'error: ')}{translated(error.message, language())}{key}"), file=sys.stderr
    )
    if line is not None and error.column is not None and error.column <= len(line) + 1:
        before, shown = _cut_around(line, error.column - 1)
        print(f"  {printable(shown)}", file=sys.stderr)
        print(f"  {' ' * cells(before)}^", file=sys.stderr)


def print_refusal(case: Case) -> None:
    """Print why a record was refused, if it was and does not say so itself."""
    if case.error is not None and case.result.agrees is not True:
        print_error(case.error, line=case.read.text, place=case.read.place_of(case.error.key))


def stop(message: str) -> NoReturn:
    """Print an error on stderr and end the command with exit code 1."""
    print(f"{say(language(), 'error: ')}{translated(message, language())}", file=sys.stderr)
    raise typer.Exit(1)


def tell(message: str) -> None:
    """Print a message on stderr."""
    print(printable_lines(translated(message, language())), file=sys.stderr)


#: The language of messages; English until a command is given another.
_spoken: Final = ["en"]


def speak(lang: str) -> None:
    """Print messages in this language from now on."""
    _spoken[:] = [lang]


def language() -> str:
    """The language of messages."""
    return _spoken[-1]


def _cut_around(line: str, place: int) -> tuple[str, str]:
    """What to show of a line for an error at ``place`` (from 0): the part before it, and all; of a long line only what
    is near.
    """
    if len(line) <= _LONGEST:
        return line[:place], line
    start, end = max(place - _LONGEST // 2, 0), place + _LONGEST // 2
    head, tail = "... " if start else "", " ..." if end < len(line) else ""
    return f"{head}{line[start:place]}", f"{head}{line[start:end]}{tail}"
