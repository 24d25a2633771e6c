"""Errors as the command line prints them: one line, and a caret under the column."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Protocol

from calc.text import cells, printable

if TYPE_CHECKING:
    from calc.settling import Case

#: The exit code for a command that was called wrongly.
USAGE = 2
#: Characters of a line that are shown of it.
_LONGEST: Final = 1_000


class Problem(Protocol):
    """An error, or the line of a result that tells of one."""

    @property
    def message(self) -> str: ...
    @property
    def key(self) -> str | None: ...
    @property
    def column(self) -> int | None: ...


def print_error(error: Problem, *, line: str | None = None, place: str | None = None) -> None:
    """Print an error on stderr, with the ``line`` it is in and a caret under its column. ``place`` is a file and line
    number.
    """
    where = f"{place}: " if place else ""
    is_named = error.key and (line is not None or error.message.startswith(f"{error.key}: "))
    key = f" [{error.key}]" if error.key and not is_named else ""
    print(printable(f"{where}error: {error.message}{key}"), file=sys.stderr)
    if line is not None and error.column is not None and error.column <= len(line) + 1:
        before, shown = _around(line, error.column - 1)
        print(f"  {printable(shown)}", file=sys.stderr)
        print(f"  {' ' * cells(before)}^", file=sys.stderr)


def print_refusal(case: Case) -> None:
    """Print why a record was refused, if it was."""
    if case.error is not None:
        print_error(case.error, line=case.read.text, place=case.read.place_of(case.error.key))


def _around(line: str, place: int) -> tuple[str, str]:
    """What of a line is shown for an error at ``place`` (from 0): what stands before it, and all. Of a long one it is
    what surrounds the place.
    """
    if len(line) <= _LONGEST:
        return line[:place], line
    start, end = max(place - _LONGEST // 2, 0), place + _LONGEST // 2
    head, tail = "... " if start else "", " ..." if end < len(line) else ""
    return f"{head}{line[start:place]}", f"{head}{line[start:end]}{tail}"
