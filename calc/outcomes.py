"""What the results of every game have in common: payments, notes, differences from a claim and why, refusals."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from calc.errors import CalcError, RecordError
from calc.text import number, signed
from calc.translation import say

R = TypeVar("R")
T = TypeVar("T")

#: What a payment is made for, in the words of a sentence, by its short id.
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
#: Seats in the words of a sentence.
_SEATS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_LARGE: Final = re.compile(r"\d{4,}")


class Reply(Struct, frozen=True):
    """What a question is answered with: a struct that shows itself in a line, and becomes plain data or JSON."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.brief()}>"

    def brief(self) -> str:
        """The answer in a line, for people; the keys are for programs.

        >>> Refusal(error=ErrorLine("no_yaku", "a win needs at least one yaku", None, None)).brief()
        'refused: a win needs at least one yaku'
        """
        plain = {name: value for name, value in self.to_dict().items() if name not in ("id", "ok", "options")}
        return ", ".join(f"{name} {value}" for name, value in plain.items())

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data: dicts, lists, texts and numbers, with the keys of the JSON that commands print."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    def to_json(self) -> str:
        """The answer as a line of JSON, without the end of the line: what commands print with ``--format json``."""
        return msgspec.json.encode(self).decode()


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
    """Sum what each of ``parties`` gains (or, below 0, loses) by the transfers; others, such as pots, are left out.

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


def who_pays(transfers: Iterable[Transfer] | UnsetType, amounts: Mapping[str, int]) -> str:
    """Who pays whom, in a line: ``W → S 2,600``; where the ``transfers`` are left out, what each gains or loses.

    >>> who_pays([Transfer("W", "E", 1000, "points", "win"), Transfer("W", "E", 300, "points", "counters")], {})
    'W → E 1,300'
    >>> who_pays(UNSET, {"E": 1000, "S": 0, "W": -1000})
    'E +1,000, W -1,000'
    """
    if isinstance(transfers, UnsetType):
        return ", ".join(f"{name} {signed(amount)}" for name, amount in amounts.items() if amount) or "nobody pays"
    paid: dict[tuple[str, str], int] = {}
    for one in transfers:
        paid[one.from_, one.to] = paid.get((one.from_, one.to), 0) + one.amount
    told = [f"{payer} → {winner} {number(amount)}" for (payer, winner), amount in paid.items() if amount]
    return ", ".join(told) or "nobody pays"


def verdict_on(agrees: bool | UnsetType) -> list[str]:
    """What a brief answer says of a claim: nothing where there is none."""
    return [] if isinstance(agrees, UnsetType) else [f"the claim is {'right' if agrees else 'wrong'}"]


class Result(Protocol):
    """What all kinds of results have, refusals too."""

    @property
    def id(self) -> Any:
        """The id of the record."""

    @property
    def rules(self) -> str | None:
        """The rule set as ``id@version``, if it is known."""

    @property
    def ok(self) -> bool:
        """Whether the record could be settled."""

    @property
    def agrees(self) -> bool | UnsetType:
        """Whether its claim is right, if it has one."""


class Note(Struct, frozen=True):
    """A remark that changes no figure: the ``id`` of its kind, and its ``text``, a sentence."""

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
    """Refuse an empty claim, which would be right for any result."""
    if not claimed:
        raise RecordError(f"{key} says nothing; add what is claimed, such as {example}", code="missing_key", key=key)


def claimed_of(claim: Any) -> dict[str, Any]:
    """The parts of a claim that are set, by key."""
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


class Refusal(Reply, frozen=True, kw_only=True):
    """A record that could not be scored."""

    id: Annotated[Any, Meta(description="That of the record.")] = None
    rules: Annotated[str | None, Meta(description="The rule set as `id@version`, where it is known.")] = None
    options: Annotated[dict[str, Any], Meta(description="Those of the record.")] = msgspec.field(default_factory=dict)
    ok: Annotated[Literal[False], Meta(description="False.")] = False
    error: Annotated[ErrorLine, Meta(description="Why.")]
    agrees: Annotated[bool | UnsetType, Meta(description="With a claim, whether it was that it is no win.")] = UNSET

    def brief(self) -> str:
        """The reason."""
        return "; ".join([f"refused: {self.error.message}", *verdict_on(self.agrees)])


def is_verdict(code: str, key: str | None) -> bool:
    """Whether a refusal says that the tiles are no win, rather than that the record is written wrong."""
    is_furiten = code == "contradiction" and key in ("discards", "facts.passed")
    return is_furiten or code in ("no_yaku", "not_complete", "not_payable")


def refuse(error: CalcError, **known: Any) -> Refusal:
    """Make a refusal of an error; ``known`` are the other keys of :class:`Refusal`."""
    return Refusal(error=ErrorLine(error.code, error.message, error.key, error.column), **known)


class EncodedResult(Struct, frozen=True, gc=False):
    """A result that was settled without a claim, as its JSON ``text`` without the last brace: for a caller who only
    hands it on. Made from parts that are remembered as text, it takes a third of the time of an object.
    """

    text: str
    id: Any
    rules: str
    ok: Literal[True] = True
    agrees: UnsetType = UNSET


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
    """Settle each record: its result, or the error that refuses it."""
    outcomes: list[T | CalcError] = []
    for record in records:
        try:
            outcomes.append(settle(record))
        except CalcError as error:
            outcomes.append(error)
    return outcomes


@contextmanager
def collecting_later() -> Iterator[None]:
    """Put off the search for garbage: records and results are many, and none refers to itself.

    Refusals do: an error and the frames that raised it refer to each other, and to the texts in question. They are few
    and young, and are searched for at the end.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
            gc.collect(0)


class Departure(Struct, frozen=True):
    """A wrong figure of a claim: its ``key``, what was ``claimed``, what is right (``actual``), and ``why``, in
    sentences.
    """

    key: str
    claimed: Any
    actual: Any
    why: list[str] = []


class Disagreement(Struct, frozen=True):
    """What a log says otherwise than it follows from the play. ``round``: its name, or ``final``."""

    file: str
    round: str
    key: str
    said: Any
    found: Any


class CheckedGame(Struct, frozen=True, kw_only=True):
    """A game that was checked: how much of it there was to compare, and every disagreement.

    ``finals``: whether the log has a final result. ``figures``: how many things that the log says of wins, draws and
    scores were compared; 0 where it says nothing of them, and only its moves were checked. ``cut_off``: where the log
    breaks off, ``in_round`` or ``between_rounds``; none for a whole log.
    """

    file: str
    rules: str
    rounds: int
    wins: int
    draws: int
    finals: bool
    figures: int
    cut_off: str | None
    disagreements: list[Disagreement]


def thousands(text: str) -> str:
    """Points with commas: ``7,700``, ``1,300/2,600``, ``4,000 all``."""
    return _LARGE.sub(lambda number: f"{int(number[0]):,}", text)


def title_of(name: str, lang: str) -> str:
    """The name of a seat, such as East; any other name as it is."""
    return say(lang, _SEATS[name]) if name in _SEATS else name


def joined(parts: Iterable[str], lang: str) -> str:
    """``East, South``; ``東家、南家``."""
    return say(lang, ", ").join(parts)


def departure_of(one: Difference, lang: str, transfers: Sequence[Transfer] = ()) -> Departure:
    """Explain a wrong amount: changes by the ``transfers``, other amounts by the first that differs."""
    amounts = isinstance(one.claimed, Mapping) and isinstance(one.actual, Mapping)
    signed = one.key == "changes"
    why = list(why_amounts(one.claimed, one.actual, transfers, lang, signed=signed)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def why_amounts(
    claimed: Mapping[str, int],
    actual: Mapping[str, int],
    transfers: Sequence[Transfer],
    lang: str,
    *,
    signed: bool = True,
) -> Iterator[str]:
    """Say whose amount is claimed wrong first, which payments are left out or counted twice, and who is exchanged.

    ``signed``: whether amounts are gains and losses.
    """
    wrong = [name for name, amount in claimed.items() if actual.get(name, 0) != amount]
    if wrong:
        yield _first_wrong(wrong[0], claimed[wrong[0]], actual.get(wrong[0], 0), lang, signed=signed)
        yield from _parts_of(wrong[0], transfers, lang)
        yield from _somebody_else(claimed, actual, lang)
    moved: dict[str, dict[str, int]] = {}
    for one in transfers:
        of = moved.setdefault(one.why, {})
        of[one.to] = of.get(one.to, 0) + one.amount
        of[one.from_] = of.get(one.from_, 0) - one.amount
    for why, of in moved.items():
        if why == "win":  # nobody forgets the win itself
            continue
        for times in (1, -1):
            if all(actual.get(name, 0) - times * of.get(name, 0) == amount for name, amount in claimed.items()):
                what = _paid_for(why, lang)
                yield say(lang, "left out: {what}" if times > 0 else "counted twice: {what}", what=what)
    if len(wrong) > 1 and sorted(claimed[name] for name in wrong) == sorted(actual.get(name, 0) for name in wrong):
        names = joined((title_of(name, lang) for name in wrong), lang)
        yield say(lang, "the amounts are right, but not whose they are: {names} are exchanged", names=names)


def _paid_for(why: str, lang: str) -> str:
    return say(lang, _PAID_FOR.get(why, why))


def _first_wrong(name: str, claimed: int, actual: int, lang: str, *, signed: bool) -> str:
    """``West: -7,700 is claimed, -8,000 is right``; or that somebody pays or gains nothing."""
    who, sign = title_of(name, lang), "+" if signed else ""
    said = f"{claimed:{sign},}" if claimed or not signed else say(lang, "nothing")
    if signed and not actual and claimed < 0:
        return say(lang, "{who}: {said} is claimed, but {who} pays nothing", who=who, said=said)
    if signed and not actual:
        return say(lang, "{who}: {said} is claimed, but {who} gains nothing", who=who, said=said)
    return say(lang, "{who}: {said} is claimed, {right} is right", who=who, said=said, right=f"{actual:{sign},}")


def _parts_of(name: str, transfers: Sequence[Transfer], lang: str) -> Iterator[str]:
    """The payments that make up the change of one player, if there is more than one."""
    parts: dict[str, int] = {}
    for one in transfers:
        if name in (one.from_, one.to):
            parts[one.why] = parts.get(one.why, 0) + (one.amount if one.to == name else -one.amount)
    if sum(map(bool, parts.values())) > 1:
        told = [
            say(lang, "{amount} {what}", amount=f"{amount:+,}", what=_paid_for(why, lang))
            for why, amount in parts.items()
            if amount
        ]
        yield say(lang, "{title}: {text}", title=title_of(name, lang), text=joined(told, lang))


def _somebody_else(claimed: Mapping[str, int], actual: Mapping[str, int], lang: str) -> Iterator[str]:
    """Say who really pays an amount, where the claim names the wrong payer."""
    for name, amount in claimed.items():
        payer = next((other for other in actual if other not in claimed and actual[other] == amount), None)
        if amount < 0 and not actual.get(name) and payer is not None:
            yield say(lang, "{payer} pays that, not {name}", payer=title_of(payer, lang), name=title_of(name, lang))
