"""What single values of records may be. Each test says of a value whether it fits, and of itself what it asks for, as a
JSON Schema (draft 7): the two cannot come apart.
"""

from __future__ import annotations

import math
from typing import Any, Final, Protocol

from msgspec import Struct

from calc.notation.text import is_text

#: A JSON Schema, or a part of one.
Schema = dict[str, Any]
_INT64: Final = 2**63


class Fit(Protocol):
    """A test of one value."""

    @property
    def schema(self) -> Schema:
        """The values that fit."""

    def __call__(self, value: Any) -> bool:
        """Whether a value fits."""


class Text(Struct, frozen=True):
    """Text that UTF-8 can spell; ``filled``: not only blanks."""

    filled: bool = False

    @property
    def schema(self) -> Schema:
        return {"type": "string", "pattern": r"\S"} if self.filled else {"type": "string"}

    def __call__(self, value: Any) -> bool:
        return is_text(value) and (not self.filled or bool(value.strip()))


class Whole(Struct, frozen=True):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    @property
    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def __call__(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


class Number(Struct, frozen=True):
    """A number, whole or not, at most ``most`` above or below 0."""

    most: int

    @property
    def schema(self) -> Schema:
        return {"type": "number", "minimum": -self.most, "maximum": self.most}

    def __call__(self, value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= self.most


class OneOf:
    """One of ``choices``, of the same type: 1 == True, but a record that says 1 does not say true."""

    def __init__(self, *choices: bool | str | None) -> None:
        self.choices = choices

    @property
    def schema(self) -> Schema:
        return {"enum": list(self.choices)}

    def __call__(self, value: Any) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


class AnyFit:
    """What fits one of several tests."""

    def __init__(self, *fits: Fit) -> None:
        self.fits = fits

    @property
    def schema(self) -> Schema:
        return {"anyOf": [fit.schema for fit in self.fits]}

    def __call__(self, value: Any) -> bool:
        return any(fit(value) for fit in self.fits)


class Each(Struct, frozen=True):
    """A list of values that all fit."""

    fit: Fit

    @property
    def schema(self) -> Schema:
        return {"type": "array", "items": self.fit.schema}

    def __call__(self, value: Any) -> bool:
        return isinstance(value, list) and all(map(self.fit, value))


class Plain(Struct, frozen=True):
    """Plain data that every format of the project can spell: JSON's own types, numbers within 64 bits, at most
    ``deepest`` levels. ``null``: whether null is a value too.

    No schema can tell how deep data are, so this one asks for less.
    """

    deepest: int
    null: bool = True

    @property
    def schema(self) -> Schema:
        types = ["boolean", "number", "string", "array", "object"]
        return {"type": [*types, "null"] if self.null else types}

    def __call__(self, value: Any) -> bool:
        return (self.null or value is not None) and self._fits(value, 0)

    def _fits(self, value: Any, depth: int) -> bool:
        if isinstance(value, str):
            return is_text(value)
        if isinstance(value, int):
            return -_INT64 <= value < _INT64
        if isinstance(value, float):
            return math.isfinite(value)
        if isinstance(value, list):
            return depth < self.deepest and all(self._fits(item, depth + 1) for item in value)
        if isinstance(value, dict):
            inside = depth < self.deepest
            return inside and all(is_text(name) and self._fits(item, depth + 1) for name, item in value.items())
        return value is None
