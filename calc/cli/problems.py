"""Errors as the command line prints them: one line, and a caret under the column."""

from __future__ import annotations

import sys

from calc.errors import CalcError
from calc.report.text import cells

__all__ = ["USAGE", "print_error"]

#: The exit code for a command that was called wrongly.
USAGE = 2


def print_error(error: CalcError, *, line: str | None = None, place: str | None = None) -> None:
    """Print an error on stderr, with the ``line`` it is in and a caret under its column. ``place`` is a file and line
    number.
    """
    where = f"{place}: " if place else ""
    key = f" [{error.key}]" if error.key and line is None else ""
    print(f"{where}error: {error.message}{key}", file=sys.stderr)
    if line is not None and error.column is not None and error.column <= len(line) + 1:
        print(f"  {line}", file=sys.stderr)
        print(f"  {' ' * cells(line[: error.column - 1])}^", file=sys.stderr)
