"""What results of every game have in common: notes, differences from a claim, refusals."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.errors import CalcError

__all__ = ["Difference", "ErrorLine", "Note", "Refusal", "refuse"]


class Note(Struct, frozen=True):
    """Something worth saying that changes no figure: ``id``, of its kind, and ``text``, the sentence."""

    id: str
    text: str


class Difference(Struct, frozen=True):
    """Where a claim departs from the result: the ``key`` of the claim, what was ``claimed`` there, and the ``actual``
    value.
    """

    key: str
    claimed: Any
    actual: Any


class ErrorLine(Struct, frozen=True):
    """Why a record was refused: ``code`` of the public contract, ``message``, a sentence with a way to mend it, and the
    place: ``key`` of the record (``wins[1].hand``) and ``column`` from 1 in its value or in the line, where they are
    known.
    """

    code: str
    message: str
    key: str | None
    column: int | None


class Refusal(Struct, frozen=True, kw_only=True):
    """A record that could not be scored.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``, where it is known. ``options``: those of the
    record. ``ok``: false. ``error``: why. ``agrees``: with a claim, whether it was that it is no win.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    ok: Literal[False] = False
    error: ErrorLine
    agrees: bool | UnsetType = UNSET


def refuse(error: CalcError, **known: Any) -> Refusal:
    """The refusal that says what an error says; ``known`` are the other keys of :class:`Refusal`."""
    return Refusal(error=ErrorLine(error.code, error.message, error.key, error.column), **known)
