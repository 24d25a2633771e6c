"""What results of every game have in common: notes, differences from a claim, refusals."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.errors import CalcError

__all__ = ["Difference", "ErrorLine", "Note", "Refusal", "refuse"]


class Note(Struct, frozen=True):
    """Something worth saying that changes no figure."""

    id: str
    text: str


class Difference(Struct, frozen=True):
    """Where a claim departs from the result."""

    key: str
    claimed: Any
    actual: Any


class ErrorLine(Struct, frozen=True):
    """Why a record was refused: a code of the public contract, a sentence, and the place."""

    code: str
    message: str
    key: str | None
    column: int | None


class Refusal(Struct, frozen=True, kw_only=True):
    """A record that could not be scored. ``agrees`` is true where the claim was that it is no win."""

    id: Any = None
    rules: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    ok: Literal[False] = False
    error: ErrorLine
    agrees: bool | UnsetType = UNSET


def refuse(error: CalcError, **known: Any) -> Refusal:
    """The refusal that says what an error says; ``known`` are the other keys of :class:`Refusal`."""
    return Refusal(error=ErrorLine(error.code, error.message, error.key, error.column), **known)
