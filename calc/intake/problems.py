"""How a run is refused before it begins, and what stops one that has begun."""

from __future__ import annotations

import re

from calc.errors import CalcError


class BatchError(CalcError):
    """A run that cannot be begun or resumed as it was asked for. Nothing has been touched."""

    code = "usage"


def place_in(error: CalcError, file: str) -> tuple[CalcError, int]:
    """The error of a file without its place in the message, and the line that the message began with."""
    found = re.match(rf"{re.escape(file)}(?::(\d+))?: ", error.message)
    if found is None:
        return error, 1
    plain = type(error)(error.message[found.end() :], code=error.code, key=error.key, column=error.column)
    return plain, int(found[1] or 1)
