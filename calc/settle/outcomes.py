"""What results of every game have in common: notes, differences from a claim, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.errors import CalcError, RecordError

R = TypeVar("R")
T = TypeVar("T")


class Result(Protocol):
    """What results of all kinds have, those of records that were refused too."""

    @property
    def id(self) -> Any:
        """That of the record."""

    @property
    def rules(self) -> str | None:
        """The rule set as ``id@version``, where it is known."""

    @property
    def ok(self) -> bool:
        """Whether the record could be settled."""

    @property
    def agrees(self) -> bool | UnsetType:
        """Whether its claim is right, where it has one."""


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


def check_not_empty(claimed: Any, key: str, example: str) -> None:
    """Refuse a claim that says nothing, which would be right whatever the result is."""
    if not claimed:
        raise RecordError(f"{key} says nothing; add what is claimed, such as {example}", code="missing_key", key=key)


def claimed_of(claim: Any) -> dict[str, Any]:
    """What is set of a claim, by key."""
    return {name: value for name in claim.__struct_fields__ if (value := getattr(claim, name)) is not UNSET}


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


def is_verdict(code: str, key: str | None) -> bool:
    """Whether a refusal of a win says of its tiles that they are no win, and not that the record is written wrong."""
    is_furiten = (code, key) == ("contradiction", "discards")
    return is_furiten or code in ("no_yaku", "not_complete", "not_payable")


def refuse(error: CalcError, **known: Any) -> Refusal:
    """The refusal that says what an error says; ``known`` are the other keys of :class:`Refusal`."""
    return Refusal(error=ErrorLine(error.code, error.message, error.key, error.column), **known)


def settle_each(records: Iterable[R], settle: Callable[[R], T]) -> list[T | CalcError]:
    """What ``settle`` makes of each record, or the error that refuses it."""
    outcomes: list[T | CalcError] = []
    for record in records:
        try:
            outcomes.append(settle(record))
        except CalcError as error:
            outcomes.append(error)
    return outcomes
