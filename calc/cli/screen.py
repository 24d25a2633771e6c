"""What people see of a command: text, data for programs, errors with a caret under their column, and help.

While the command runs, standard output and standard error show text only: whatever a terminal would obey is replaced,
whoever wrote it. Data for programs is written as it is, past that. Help and usage errors are told in the language that
was asked for.
"""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, Protocol, TextIO, cast

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from calc.text import cells, escaped, printable, printable_lines, wrap
from calc.translation import say, translated

if TYPE_CHECKING:
    from calc.errors import CalcError
    from calc.settling import Case, Read


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


class _Problem(Protocol):
    """An error, or the line of a result that tells of one."""

    @property
    def message(self) -> str: ...
    @property
    def key(self) -> str | None: ...
    @property
    def column(self) -> int | None: ...


def print_error(error: _Problem, *, line: str | None = None, place: str | None = None) -> None:
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


def print_read_error(read: Read[Any], error: CalcError) -> None:
    """Print what is wrong with a record, with its line or its place in a file."""
    print_error(read.locate(error), line=read.text, place=read.place_of(error.key))


def print_refusal(case: Case) -> None:
    """Print why a record was refused, if it was and does not say so itself."""
    if case.error is not None and case.result.agrees is not True:
        print_error(case.error, line=case.read.text, place=case.read.place_of(case.error.key))


def terminal_width() -> int:
    """The cells of a line of the terminal."""
    return shutil.get_terminal_size().columns


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


# ---- help and usage errors

#: The class of all errors of usage; it has no public name.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]
_NARROWEST, _WIDEST = 38, 100
#: How wide the column of options is at most.
_OPTIONS: Final = 30
_NARROW: Final = 10


class Command(TyperCommand):
    """A command that refuses an option given twice where only the last one would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            times = given.count(option)
            if isinstance(option, TyperOption) and times > 1 and not (option.multiple or option.is_flag):
                raise typer.BadParameter(
                    f"given {times} times, of which only one can count; give it once", ctx, param=option
                )
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        return super().get_help(ctx) if language() == "en" else "\n".join(_help(self, ctx))


class Group(TyperGroup):
    """A command that has commands of its own."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            speak(_language_in(args))
        with _told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _told():
            return super().invoke(ctx)

    def get_help(self, ctx: Any) -> str:
        return super().get_help(ctx) if language() == "en" else "\n".join(_help(self, ctx))


def language_here() -> str:
    """The language of the environment: ``ja`` where ``LANG=ja_JP.UTF-8``, else ``en``."""
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if told.lower().partition("_")[0].partition(".")[0] == "ja" else "en"


def _language_in(args: Sequence[str]) -> str:
    """The language that arguments ask for, known before they are read: help and wrong usage are told in it too."""
    for arg, then in zip(args, (*args[1:], ""), strict=False):
        asked = then if arg == "--lang" else arg.removeprefix("--lang=")
        if asked in ("en", "ja") and asked != arg:
            return asked
    return language_here()


@contextmanager
def _told() -> Iterator[None]:
    """Tell wrong usage in another language than English; English is told by the library."""
    try:
        yield
    except _UsageError as error:
        is_help = "\n" in error.format_message()
        if language() == "en" or is_help:
            raise
        if error.ctx is not None:
            path, option = error.ctx.command_path, error.ctx.help_option_names[0]
            print(_usage(error.ctx), _say(f"Try '{path} {option}' for help."), "", sep="\n", file=sys.stderr)
        print(_say(f"Error: {error.format_message()}"), file=sys.stderr)
        raise typer.Exit(error.exit_code) from error


def _say(text: str) -> str:
    return translated(text, language())


def _usage(ctx: Any) -> str:
    return _say(f"Usage: {ctx.command_path} {' '.join(ctx.command.collect_usage_pieces(ctx))}")


def _help(command: Any, ctx: Any) -> Iterator[str]:
    """Help as the library lays it out, by the cells that characters take."""
    width = max(min(shutil.get_terminal_size().columns, _WIDEST) - 2, _NARROWEST)
    yield from wrap(_usage(ctx), width, "    ")
    for paragraph in paragraphs(command):
        yield ""
        first, *examples = paragraph
        yield from (*_indented(_say(first), width, 2), *(f"  {line}" for line in examples))
    records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None:
            records["Arguments" if param.param_type_name == "argument" else "Options"].append(record)
    records["Commands"] = [(name, one.short_help or "") for name, one in getattr(command, "commands", {}).items()]
    for heading, rows in records.items():
        if rows:
            yield from ("", f"{_say(f'{heading}:')}")
            yield from _rows(rows, width)


def paragraphs(command: Any) -> Iterator[list[str]]:
    r"""The texts of a command's help, each in one line; those after ``\b`` as they are, with a heading."""
    for text in inspect.cleandoc(command.help or "").split("\n\n"):
        marked = text.startswith("\b")
        yield text.splitlines()[1:] if marked else [" ".join(text.split())]


def _rows(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    column = min(max(cells(first) for first, _ in rows), _OPTIONS if width > 2 * _OPTIONS else _NARROW) + 2
    for first, then in rows:
        text, gap, extra = then.partition("  [")
        told = _say(" ".join(text.split())) + (f" {_say(f'[{extra}')}" if gap else "")
        lines = [*_indented(told, width, column + 2)]
        if cells(first) + 2 > column:
            yield from (f"  {first}", *lines)
        else:
            yield from (f"  {first:<{column}}{lines[0].strip()}", *lines[1:])


def _indented(text: str, width: int, indent: int) -> Iterator[str]:
    return (f"{'':{indent}}{line}" for line in wrap(text, width - indent, ""))
