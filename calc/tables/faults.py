"""All mistakes of a rule file, noted while it is read: after each one reading goes on without what is wrong."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from calc.errors import RuleTableError


class LostError(TypeError):
    """What is wrong in a rule file was looked at."""


class _Lost:
    """In place of a value that is wrong; a check that looks at it ends."""

    def _end(self, *_: object) -> NoReturn:
        raise LostError

    __bool__ = __eq__ = __hash__ = _end

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)  # nobody looks at the value: Python asks what it is
        self._end()


LOST: Final[Any] = _Lost()
#: What a check raises that stumbles over something wrong.
STUMBLES: Final = (TypeError, AttributeError, LookupError, ValueError)


class Faults:
    """The mistakes ``found`` so far, without those that only follow from others."""

    def __init__(self) -> None:
        self.found: list[RuleTableError] = []
        #: The names of entries that have one.
        self._names: set[str] = set()

    def add(self, error: RuleTableError) -> None:
        """Note a mistake, unless it is about an entry that has one, or about what is around one."""
        values = getattr(error.reason, "values", ())
        named = {value for value in values if isinstance(value, str)}
        around = f"{error.path}." if error.path else None
        if not named & self._names and not any(
            one.message == error.message or (around and one.file == error.file and f"{one.path}.".startswith(around))
            for one in self.found
        ):
            self.found.append(error)
            self._names |= {*(error.path or "").split(".")[1:2]}
