"""What the results of every game have in common: payments, notes, differences from a claim and why, refusals."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.errors import CalcError, lack
from calc.text import number, signed
from calc.translation import Phrases, translated

R = TypeVar("R")
T = TypeVar("T")

_UNITS: Final = Phrases("note.unit")
_NOTES: Final = Phrases("note")


class Reply(Struct, frozen=True):
    """What a question is answered with: a struct that shows itself in a line, and becomes plain data or JSON."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.brief()}>"

    def _repr_html_(self) -> str:
        """The answer as a notebook shows it."""
        html: str = import_module("calc.report.notebook").html_of(self)
        return html

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

    from_: str
    to: str
    amount: int
    unit: str
    why: str


def amount_text(amount: int, unit: str, shown: str = "") -> str:
    """``30 points``, ``1 chip``; ``shown``: the amount as it is written, if otherwise than plainly."""
    try:
        return _UNITS.counted(unit, amount, shown)
    except KeyError:
        return f"{shown or amount} {unit}"


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


def who_pays(transfers: Iterable[Transfer] | UnsetType, amounts: Mapping[str, int] = {}) -> str:
    """Who pays whom, in a line: ``W → S 2,600``; where the ``transfers`` are left out, what each gains or loses.

    >>> who_pays([Transfer("W", "E", 1000, "points", "win"), Transfer("W", "E", 300, "points", "counters")])
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


class GivenResults(Struct, frozen=True):
    """A game of which a table tells the results alone, in units, and no points. No rule set is needed for them."""

    results: dict[str, int | float]
    id: str | None = None


class Note(Struct, frozen=True):
    """A remark that changes no figure: the ``id`` of its kind, and its ``text``, a sentence."""

    id: str
    text: str


def remark(name: str, /, **values: object) -> Note:
    """A note by its name in the table of their texts; what is behind a dot tells apart texts of one id, and ``.one`` is
    for a ``count`` of 1.
    """
    one = f"{name}.one"
    text = _NOTES.text(one if values.get("count") == 1 and one in _NOTES else name)
    return Note(name.partition(".")[0], text.format_map(values) if values else text)


class Difference(Struct, frozen=True):
    """Where a claim departs from the result: the ``key`` of the claim, what is ``claimed`` there, the ``actual``."""

    key: str
    claimed: Any
    actual: Any


def check_not_empty(claimed: Any, key: str, example: str) -> None:
    """Refuse an empty claim, which would be right for any result."""
    if not claimed:
        lack("{0} says nothing; add what is claimed, such as {1}", key, example, key=key)


def said_by(claim: Any) -> dict[str, Any]:
    """What a claim says, by key."""
    return {name: value for name in claim.__struct_fields__ if (value := getattr(claim, name)) is not UNSET}


def compare(claim: Any, parts: Mapping[str, Any], key: str, example: str) -> list[Difference]:
    """Compare a claim, which is a result with some of its keys, with the result. Raises :class:`calc.RecordError` for
    an empty one, ``key``.

    ``parts``: by key, in the order of the differences, the actual value, or a function that yields the differences of
    the claimed value.
    """
    claimed, found = said_by(claim), list[Difference]()
    check_not_empty(claimed, key, example)
    for name, actual in parts.items():
        if name in claimed:
            found += actual(claimed[name]) if callable(actual) else unequal(name, claimed[name], actual)
    return found


def unequal(key: str, claimed: Any, actual: Any) -> list[Difference]:
    """The difference of a claimed value; of amounts by name, those names are compared that are claimed."""
    if isinstance(claimed, Mapping):
        claimed, actual = dict(claimed), {name: actual[name] for name in claimed}
    return [] if claimed == actual else [Difference(key, claimed, actual)]


class ErrorLine(Struct, frozen=True):
    """Why a record was refused: ``code`` of the public contract, ``message``, a sentence with a way to mend it, and the
    place: ``key`` of the record (``wins[1].hand``) and ``column`` from 1 in its value or in the line, where they are
    known.
    """

    code: str
    message: str
    key: str | None
    column: int | None


class Accepted(Reply, frozen=True, kw_only=True):
    """What a record becomes that is right: with these keys every result begins."""

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True


class Refusal(Reply, frozen=True, kw_only=True):
    """A record that could not be scored."""

    id: Any = None
    rules: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    ok: Literal[False] = False
    error: ErrorLine
    agrees: bool | UnsetType = UNSET

    def brief(self) -> str:
        """The reason."""
        return "; ".join([f"refused: {self.error.message}", *verdict_on(self.agrees)])


def is_verdict(code: str, key: str | None) -> bool:
    """Whether a refusal says that the tiles are no win, rather than that the record is written wrong."""
    is_furiten = code == "contradiction" and key in ("discards", "facts.passed")
    return is_furiten or code in ("no_yaku", "not_complete", "not_payable")


def refuse(error: CalcError, **known: Any) -> Refusal:
    """Make a refusal of an error, its message in a language; ``known`` are the other keys of :class:`Refusal`."""
    message = translated(error.message)
    return Refusal(error=ErrorLine(error.code, message, error.key, error.column), **known)


class EncodedResult(Struct, frozen=True, gc=False):
    """A result that was settled without a claim, as its JSON ``text`` without the last brace: for a caller who only
    hands it on. Made from parts that are remembered as text, it takes a third of the time of an object.
    """

    text: str
    id: Any
    rules: str
    ok: Literal[True] = True
    agrees: UnsetType = UNSET


class Settlement(Struct, frozen=True):
    """What becomes of records that are settled together: for each its result, or the error that refuses it.

    ``kept``: what each result was written from, by its place, where the game keeps that. Explanations start there, so
    that nothing is settled twice.
    """

    outcomes: Sequence[Any]
    kept: Any = None


def or_raise(outcome: T | CalcError) -> T:
    """The outcome; raises it where it is an error."""
    if isinstance(outcome, CalcError):
        raise outcome
    return outcome


def settle_each(records: Iterable[R], settle: Callable[[R], T]) -> list[T | CalcError]:
    """Settle each record: its result, or the error that refuses it."""
    outcomes: list[T | CalcError] = []
    for record in records:
        try:
            outcomes.append(settle(record))
        except CalcError as error:
            outcomes.append(error.kept())
    return outcomes


@contextmanager
def collecting_later() -> Iterator[None]:
    """Put off the search for garbage: records and results are many, and none refers to itself.

    An error and the frames that raised it do; refusals are kept without them (:meth:`~calc.errors.CalcError.kept`).
    What is left is young, and is searched for at the end.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
            gc.collect(0)


class Departure(Difference, frozen=True):
    """A wrong figure of a claim, and ``why``, in sentences."""

    why: list[str] = []


class Disagreement(Struct, frozen=True):
    """What a log says otherwise than it follows from the play. ``round``: its name, or ``final``."""

    file: str
    round: str
    key: str
    said: Any
    found: Any


class Unread(Struct, frozen=True):
    """What a log says in words that are not known, not compared. ``round``: its name. ``key``: what it is about."""

    round: str
    key: str
    said: Any


class CheckedGame(Struct, frozen=True, kw_only=True):
    """A game that was checked: how much of it there was to compare, and every disagreement.

    ``finals``: whether the log has a final result. ``figures``: how many things that the log says of wins, draws and
    scores were compared; 0 where it says nothing of them, and only its moves were checked. ``cut_off``: where the log
    breaks off, ``in_round`` or ``between_rounds``; none for a whole log. ``unread``: what was not compared.
    ``no_yaku``: of how many wins the log tells no yaku. ``rules_told``: whether it tells the rule set, for else it
    is held against the rules of Tenhou. ``agrees_under``: where it disagrees, the shipped rule sets under which nothing
    does.
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
    unread: list[Unread] = []
    no_yaku: int = 0
    rules_told: bool = True
    agrees_under: list[str] = []
