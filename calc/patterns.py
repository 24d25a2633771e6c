"""Regular expressions that are compiled when they are first asked: a command asks few of those that there are."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, AnyStr, cast


class Later:
    """What is made when first asked for something, an attribute from then on. To make it again has to give the same."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(self._make(), name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile`` for a constant of a module."""
    return cast("re.Pattern[AnyStr]", Later(partial(re.compile, text, flags)))
