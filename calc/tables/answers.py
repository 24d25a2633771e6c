"""Answers to options as people say them: ``20-10`` for four amounts that mirror each other, ``false`` for no such."""

from __future__ import annotations

import re
from typing import Any, Final

_NUMBER: Final = r"[+-]?\d{1,9}(?:\.\d{1,3})?"
#: Numbers with strokes, commas or points between them; a minus may part only what has no sign of its own.
_PARTED: Final = re.compile(rf"{_NUMBER}(?:\s*[/,・、]\s*{_NUMBER})+")
_DASHED: Final = re.compile(r"(?P<first>\d{1,9})\s*[-–~〜]\s*(?P<second>\d{1,9})")
_NONE: Final = frozenset({"none", "no", "off", "false", "0", "なし", "無し"})


def as_answered(said: Any, default: Any) -> Any:
    """An answer in the form of the ``default``, where it means that in another one; any other answer as it is.

    >>> as_answered("20-10", [10, 5, -5, -10]), as_answered("15/0/-15", [1, 0, -1])
    ([20, 10, -10, -20], [15, 0, -15])
    >>> as_answered(False, {"m": 1, "p": 1}), as_answered(3, {"m": 1, "p": 1}), as_answered("20-10", 30)
    ({'m': 0, 'p': 0}, 3, '20-10')
    """
    if isinstance(default, dict) and default and all(_is_number(one) for one in default.values()):
        is_none = (
            said is False or (_is_number(said) and said == 0) or (isinstance(said, str) and said.casefold() in _NONE)
        )
        return dict.fromkeys(default, 0) if is_none else said
    if isinstance(said, str) and isinstance(default, list) and all(_is_number(one) for one in default):
        return _amounts(said.strip(), default) or said
    return said


def _amounts(said: str, default: list[Any]) -> list[Any]:
    """The amounts that a text lists, all or the first half of those that mirror each other; empty for other texts."""
    dashed = _DASHED.fullmatch(said)
    parts = [*dashed.groups()] if dashed else re.split(r"\s*[/,・、]\s*", said) if _PARTED.fullmatch(said) else []
    numbers = [float(part) if "." in part else int(part) for part in parts]
    if len(numbers) == len(default):
        return numbers
    mirrors = default == [-one for one in reversed(default)] and len(default) == 2 * len(numbers)
    if not mirrors or min(numbers, default=-1) < 0:
        return []
    first = sorted(numbers, reverse=True)
    return [*first, *(-one for one in reversed(first))]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
