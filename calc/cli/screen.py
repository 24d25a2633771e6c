"""Messages on standard error: what is wrong with a record, with a caret under its column, and what else there is to
say. They are told in the language that was asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from typer import BadParameter

from calc.text import cells, printable, printable_lines
from calc.translation import msg, say, speaking, translated

if TYPE_CHECKING:
    from calc.errors import CalcError
    from calc.settling import Case, Read

#: The exit code of a command that was called wrongly.
CALLED_WRONGLY: Final = 2
#: The exit code of a command that Ctrl-C ended, as shells have it.
INTERRUPTED: Final = 130
#: The name of standard input, or output, in place of a file.
STDIN: Final = "-"
#: The most characters of a line that are shown for an error in it.
_LONGEST: Final = 1_000


def print_heading(place: int, name: Any, mark: str = "==") -> None:
    """Head one of several records by its id, or by its number; ``place`` counts from 0."""
    print("\n" * (place > 0) + printable(f"{mark} {place + 1 if name is None else name}"))


#: The language of messages: of formats that programs read, results may be in another.
_told_in: Final = ["en"]


def tell_in(lang: str) -> None:
    """Print messages in this language from now on."""
    _told_in[:] = [lang]


def telling() -> speaking:
    """Speak the language of messages within the block."""
    return speaking(_told_in[-1])


def print_error(error: CalcError, *, line: str | None = None, place: str | None = None, shows_key: bool = True) -> None:
    """Print an error on stderr, with the ``line`` it is in and a caret under its column.

    ``place``: the file and the number of the line. ``shows_key``: whether a key says more than that.
    """
    where = f"{place}: " if place else ""
    is_named = error.key and (line is not None or error.message.startswith(f"{error.key}: "))
    key = f" [{error.key}]" if error.key and shows_key and not is_named else ""
    with telling():
        print(printable(f"{where}{say('error: ')}{translated(error.message)}{key}"), file=sys.stderr)
    if line is not None and error.column is not None and error.column <= len(line) + 1:
        before, shown = _cut_around(line, error.column - 1)
        print(f"  {printable(shown)}", file=sys.stderr)
        print(f"  {' ' * cells(before)}^", file=sys.stderr)


def print_note(text: str, place: str) -> str:
    """Print a remark on stderr that changes no figure, with its place; return it in the language of messages."""
    with telling():
        told = translated(text)
        print(printable(f"{place}: {say('note: ')}{told}"), file=sys.stderr)
    return f"{place}: {told}"


def print_read_error(read: Read[Any], error: CalcError) -> None:
    """Print what is wrong with a record, with its line or its place in a file."""
    print_error(read.locate(error), line=read.text, place=read.place_of(error.key))


def print_refusal(case: Case) -> None:
    """Print why a record was refused, if it was and does not say so itself."""
    if case.error is not None and case.result.agrees is not True:
        place, is_sheet = case.read.place_of(case.error.key), case.read.sheet is not None
        print_error(case.error, line=case.read.text, place=place, shows_key=not is_sheet)


def misused(message: str, *values: object, at: str | None = None) -> BadParameter:
    """The refusal of a command line; ``at``: the option or argument at fault."""
    return BadParameter(msg(message, *values), param_hint=at)


def tell(message: str) -> None:
    """Print a message on stderr."""
    with telling():
        print(printable_lines(translated(message)), file=sys.stderr)


def _cut_around(line: str, place: int) -> tuple[str, str]:
    """What to show of a line for an error at ``place`` (from 0): the part before it, and all; of a long line only what
    is near.
    """
    if len(line) <= _LONGEST:
        return line[:place], line
    start, end = max(place - _LONGEST // 2, 0), place + _LONGEST // 2
    head, tail = "... " if start else "", " ..." if end < len(line) else ""
    return f"{head}{line[start:place]}", f"{head}{line[start:end]}{tail}"
