"""What the results of every game have in common: payments, notes, differences from a claim and why, refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from calc.errors import CalcError, RecordError

R = TypeVar("R")
T = TypeVar("T")

#: What payments are made for, by their short ids, as a sentence names it.
_PAID_FOR: Final = {
    "win": "what is paid for the win",
    "counters": "the counters",
    "sticks": "the riichi sticks",
    "penalty": "the payment of who does not wait",
    "nagashi": "the Pool of Dreams",
    "liable": "what is paid for being responsible",
    "riichi": "the riichi sticks that were paid",
    "chombo": "the penalty",
    "teyaku": "the dealt yaku",
    "yaku": "the yaku",
    "difference": "the differences of the scores",
    "take_all": "taking all chips",
    "compensation": "the compensation",
    "dropout": "what dropping out costs",
    "par": "par",
    "pot": "the pot",
}
#: Seats as a sentence names them.
_SEATS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_LARGE: Final = re.compile(r"\d{4,}")


class Transfer(Struct, frozen=True, gc=False, rename={"from_": "from"}):
    """One payment with its reason. ``amount``: never below 0, in ``unit``, ``points`` or ``chips``."""

    from_: Annotated[str, Meta(description="Seats, players, `discarder` or pots (`sticks`, `pot`).")]
    to: Annotated[str, Meta(description="Seats, players, `discarder` or pots (`sticks`, `pot`).")]
    amount: int
    unit: str
    why: Annotated[
        str,
        Meta(
            description="A short id from a listed set, such as `win`, `counters`, `sticks` or `liable`; the words"
            " for it are the report's."
        ),
    ]


def sum_transfers(transfers: Iterable[Transfer], parties: Iterable[str]) -> dict[str, int]:
    """What each of ``parties`` gains (or, below 0, loses) by the transfers; others, such as pots, are left out.

    >>> sum_transfers([Transfer("W", "E", 1000, "points", "win")], ["E", "S", "W"])
    {'E': 1000, 'S': 0, 'W': -1000}
    """
    totals = dict.fromkeys(parties, 0)
    for transfer in transfers:
        if transfer.from_ in totals:
            totals[transfer.from_] -= transfer.amount
        if transfer.to in totals:
            totals[transfer.to] += transfer.amount
    return totals


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
    """A record that could not be scored."""

    id: Annotated[Any, Meta(description="That of the record.")] = None
    rules: Annotated[str | None, Meta(description="The rule set as `id@version`, where it is known.")] = None
    options: Annotated[dict[str, Any], Meta(description="Those of the record.")] = msgspec.field(default_factory=dict)
    ok: Annotated[Literal[False], Meta(description="False.")] = False
    error: Annotated[ErrorLine, Meta(description="Why.")]
    agrees: Annotated[bool | UnsetType, Meta(description="With a claim, whether it was that it is no win.")] = UNSET


def is_verdict(code: str, key: str | None) -> bool:
    """Whether a refusal of a win says of its tiles that they are no win, and not that the record is written wrong."""
    is_furiten = (code, key) == ("contradiction", "discards")
    return is_furiten or code in ("no_yaku", "not_complete", "not_payable")


def refuse(error: CalcError, **known: Any) -> Refusal:
    """The refusal that says what an error says; ``known`` are the other keys of :class:`Refusal`."""
    return Refusal(error=ErrorLine(error.code, error.message, error.key, error.column), **known)


class Kept(Protocol):
    """What a game keeps of the records that it settled together, by the place of each."""

    def __getitem__(self, place: int) -> Any: ...


class Settlement(Struct, frozen=True):
    """What becomes of records that are settled together: for each its result, or the error that refuses it.

    ``kept``: what each result was written from, where the game keeps that. Explanations start there, so that nothing is
    settled twice.
    """

    outcomes: Sequence[Any]
    kept: Kept | None = None


def settle_each(records: Iterable[R], settle: Callable[[R], T]) -> list[T | CalcError]:
    """What ``settle`` makes of each record, or the error that refuses it."""
    outcomes: list[T | CalcError] = []
    for record in records:
        try:
            outcomes.append(settle(record))
        except CalcError as error:
            outcomes.append(error)
    return outcomes


class Departure(Struct, frozen=True):
    """A figure of a claim that is another: which, what was claimed and what it is, and why, in sentences."""

    key: str
    claimed: Any
    actual: Any
    why: list[str] = []


def thousands(text: str) -> str:
    """Points as they are printed: ``7,700``, ``1,300/2,600``, ``4,000 all``."""
    return _LARGE.sub(lambda number: f"{int(number[0]):,}", text)


def title_of(name: str) -> str:
    """A seat by its wind, anybody else by name."""
    return _SEATS.get(name, name)


def departure_of(one: Difference, transfers: Sequence[Transfer] = ()) -> Departure:
    """Changes are explained by what was paid; scores carry what was before."""
    amounts = isinstance(one.claimed, Mapping) and isinstance(one.actual, Mapping)
    signed = one.key == "changes"
    why = list(why_amounts(one.claimed, one.actual, transfers, signed=signed)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def why_amounts(
    claimed: Mapping[str, int], actual: Mapping[str, int], transfers: Sequence[Transfer], *, signed: bool = True
) -> Iterator[str]:
    """The first player of whom another amount is claimed; what is left out where that explains all; who is mixed up.

    ``signed``: whether amounts are gains and losses.
    """
    wrong = [name for name, amount in claimed.items() if actual.get(name, 0) != amount]
    if wrong:
        yield _first_wrong(wrong[0], claimed[wrong[0]], actual.get(wrong[0], 0), signed=signed)
        yield from _parts_of(wrong[0], transfers)
        yield from _somebody_else(claimed, actual)
    moved: dict[str, dict[str, int]] = {}
    for one in transfers:
        of = moved.setdefault(one.why, {})
        of[one.to] = of.get(one.to, 0) + one.amount
        of[one.from_] = of.get(one.from_, 0) - one.amount
    for why, of in moved.items():
        if why == "win":  # nobody forgets that
            continue
        for times, said in ((1, "left out"), (-1, "counted twice")):
            if all(actual.get(name, 0) - times * of.get(name, 0) == amount for name, amount in claimed.items()):
                yield f"{said}: {_PAID_FOR.get(why, why)}"
    if len(wrong) > 1 and sorted(claimed[name] for name in wrong) == sorted(actual.get(name, 0) for name in wrong):
        names = ", ".join(map(title_of, wrong))
        yield f"the amounts are right, but not whose they are: {names} are exchanged"


def _first_wrong(name: str, claimed: int, actual: int, *, signed: bool) -> str:
    """``West: -7,700 is claimed, -8,000 is right``; of who neither pays nor gains anything, just that."""
    who, sign = title_of(name), "+" if signed else ""
    if signed and not actual:
        return f"{who}: {claimed:+,} is claimed, but {who} {'pays' if claimed < 0 else 'gains'} nothing"
    said = f"{claimed:{sign},}" if claimed or not signed else "nothing"
    return f"{who}: {said} is claimed, {actual:{sign},} is right"


def _parts_of(name: str, transfers: Sequence[Transfer]) -> Iterator[str]:
    """What the gains and losses of one player come from, where there is more than one thing."""
    parts: dict[str, int] = {}
    for one in transfers:
        if name in (one.from_, one.to):
            parts[one.why] = parts.get(one.why, 0) + (one.amount if one.to == name else -one.amount)
    told = ", ".join(f"{amount:+,} {_PAID_FOR.get(why, why)}" for why, amount in parts.items() if amount)
    if sum(map(bool, parts.values())) > 1:
        yield f"{title_of(name)}: {told}"


def _somebody_else(claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
    """A payment of somebody who pays nothing, where somebody of whom nothing is claimed pays just that."""
    for name, amount in claimed.items():
        payer = next((other for other in actual if other not in claimed and actual[other] == amount), None)
        if amount < 0 and not actual.get(name) and payer is not None:
            yield f"{title_of(payer)} pays that, not {title_of(name)}"
