"""Regular expressions that are compiled when they are first asked: a command asks few of those that there are."""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


class _Later(Generic[AnyStr]):
    """A pattern that is not compiled yet. What it was asked for is an attribute from then on."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self._given: tuple[AnyStr, int] = text, flags

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(re.compile(*self._given), name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` for a constant of a module."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
