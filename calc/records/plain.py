"""Plain data, the dicts that YAML, JSON and a caller's program hand in, to typed records and back; records changed.

Of data that are no record: the key at fault, what is expected there, what was found, and how to mend it. Other words
for keys are rows of the ``names.yaml`` of each game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import GenericAlias
from typing import Any, Final, NoReturn, Protocol, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, replace

from calc.errors import RecordError, did_you_mean
from calc.fit import UNFIT, KeyPath, Shape, Single, Table, table_of
from calc.notation.spellings import plain_key
from calc.notation.text import show
from calc.patterns import regex
from calc.records.words import parts_of
from calc.translation import fixed, msg, one_by_one


class Keys:
    """The keys of a kind of record. ``fields``: its own; ``inner``: those of its parts that have other words too."""

    def __init__(self, file: Path, fields: Iterable[str], inner: Iterable[str] = ()) -> None:
        self._file = file
        self.fields = frozenset(fields)
        self._known = self.fields | {*inner}

    @cached_property
    def told(self) -> dict[str, Any]:
        """What the file has."""
        return parts_of(self._file)

    @cached_property
    def words(self) -> dict[str, str]:
        """The key of each word for one."""
        others = {word: key for key, words in self.told["keys"].items() for word in (key, *words)}
        return {key: key for key in self.fields} | others

    def of(self, name: str) -> str:
        """The key that a word means, also the first part of a dotted one; any other word as it is."""
        first, dot, rest = name.partition(".")
        if first in self._known:
            return name
        word = plain_key(first)
        return (self.words.get(word) or (word if word in self._known else first)) + dot + rest

    def keyed(self, data: Mapping[str, Any], at: str) -> dict[str, Any]:
        """Plain data by their keys. Two words for one key are refused. ``at``: what messages say before a key."""
        found: dict[str, Any] = {}
        words: dict[str, str] = {}
        for name, given in data.items():
            key, value = self.of(name) if isinstance(name, str) else name, given
            whole, dot, inner = key.partition(".") if isinstance(key, str) else (key, "", "")
            if dot and name not in found and whole != str(name).partition(".")[0]:
                part = found.get(whole, {})
                if isinstance(part, dict) and inner not in part:
                    key, value = whole, {**part, inner: value}
                    found.pop(whole, None)
            if key in found:
                message = msg("{0} and {1} are both {2}; leave one of them out", words[key], name, key)
                raise RecordError(message, code="contradiction", key=f"{at}{name}")
            found[key], words[key] = value, str(name)
        return found


#: What is left of ``36,000`` behind the comma, where a comma ends a value.
_BEHIND_COMMA: Final = regex(r"\d{3}")
_NOTHING: Final = type(None)
#: Figures that follow from a win, and stand in its record only as what is claimed.
_CLAIMED: Final = frozenset({"han", "fu", "points", "yaku", "payments"})


def check(shape: Shape, value: Any, at: KeyPath = ()) -> None:
    """Refuse a value of a record that does not have the shape. Raises :class:`~calc.errors.RecordError`."""
    shape.check(value, at, _refuse)


def _refuse(at: KeyPath, shape: Shape, fault: str, found: Any) -> NoReturn:
    if isinstance(shape, Table) and fault == "unknown":
        hint = _hint_for_key(found, shape.keys, shape.leads)
        message = msg("expected a key of {0}, found {1}{2}", shape.name, show(found), hint)
        raise RecordError(message, code="unknown_key", key=_key_of((*at, found)))
    if isinstance(shape, Table) and fault == "missing":
        raise RecordError(_ask_for(shape, found), code="missing_key", key=_key_of((*at, found[0])))
    if fault == "value":
        mend = getattr(shape, "hint", None)
        found = msg("expected {0}, found {1}{2}", shape.expected, show(found), mend(found) if mend else "")
    key = _key_of(at)
    raise RecordError(msg("{0}: {1}", key, found) if key else found, key=key or None)


def _ask_for(table: Table, names: list[str]) -> str:
    """Say all keys that are missing; several with an example each, where they have one."""
    *first, last = map(repr, names)
    add = [table.keys[name].expected for name in names]
    if first:
        add = [table.examples.get(name) or msg("{0} ({1})", name, table.keys[name].expected) for name in names]
    lacks = msg("{0} and {1} are", one_by_one(first, ", "), last) if first else msg("{0} is", last)
    required = one_by_one(table.required, ", ")
    return msg("expected {0} in {1}, but {2} missing; add {3}", required, table.name, lacks, one_by_one(add, ", "))


def _key_of(at: KeyPath) -> str:
    """A place in plain data as a dotted key: ``wins[1].hand``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in at).removeprefix(".")


def keys_given(table: Table, data: Mapping[str, Any], at: KeyPath = ()) -> dict[str, Any]:
    """The keys that have a value: ``None`` is absent.

    Raises :class:`~calc.errors.RecordError` where it would take a word with it: for a key without a value that is
    unknown, and for a flag, which might be meant as a yes.
    """
    if _NOTHING not in map(type, data.values()):
        return dict(data)
    for name, item in data.items():
        if item is None and isinstance(name, str):
            if name not in table.keys:
                _refuse(at, table, "unknown", name)
            shape = table.keys[name]
            if isinstance(shape, Single) and shape.is_flag:
                wrong = msg("expected {0}, found no value; write {1}: true, or leave it out", shape.expected, name)
                _refuse((*at, name), shape, "own", wrong)
    return {name: item for name, item in data.items() if item is not None or not isinstance(name, str)}


def _hint_for_key(name: str, known: Iterable[str], leads: Mapping[str, str]) -> str:
    """What ``leads`` say of a key, else the nearest known one; or what made a key of a part of a value, for a comma
    within ``{ }`` ends the value.

    >>> _hint_for_key("(234p)", ["melds"], {})
    "; put melds with commas between them into quotes, as in melds: '(345m),(234p)'"
    >>> _hint_for_key("han", ["hand", "claim"], {})
    '; what the table says of it is claim.han'
    """
    if name.startswith("("):
        return msg("; put melds with commas between them into quotes, as in melds: {0}", show(f"(345m),{name}"))
    if _BEHIND_COMMA.fullmatch(name):
        return msg("; write numbers without commas: 36000, not 36,000")
    names = [*known]
    if name in _CLAIMED and {"hand", "claim"} <= {*names}:
        return msg("; what the table says of it is claim.{0}", name)
    return msg("; {0}", fixed(leads[name])) if name in leads else did_you_mean(name, names)


R = TypeVar("R")
T = TypeVar("T", bound=Struct)


class AnyRecord(Protocol):
    """One thing to settle, of any game."""

    @property
    def id(self) -> Any:
        """What the caller calls it."""

    @property
    def rules(self) -> str | None:
        """The rule set that it names."""

    @property
    def options(self) -> dict[str, Any]:
        """Differences from the rule set, by name."""

    @property
    def claim(self) -> Any:
        """What the table says."""


def convert(given: dict[str, Any], kind: type[T]) -> T:
    """The typed record of checked plain data. Raises :class:`~calc.errors.RecordError`."""
    shape = table_of(kind)
    check(shape, given)
    try:
        return msgspec.convert(given, kind)
    except UNFIT as error:
        raise refuse(given, shape, error) from None


#: Whether other words for keys and values are read too.
is_respelled = True


def respelled(read: Callable[[Any], R], data: Any, respell: Callable[[Any], Any]) -> R:
    """What ``read`` makes of plain data; where it refuses them, of the same data with other words respelled.

    Raises :class:`~calc.errors.RecordError`: of data in which nothing is respelled as it was, else as it is of the
    respelled data.
    """
    try:
        return read(data)
    except RecordError:
        again = respell(data) if is_respelled else data
        if again == data:
            raise
    return read(again)


def refuse(given: dict[str, Any], shape: Table, error: Exception) -> RecordError:
    """The refusal of plain data that are no record."""
    check(shape, given)
    # The shape knows every key and type, so this says only that the two disagree.
    return RecordError("expected {0}, found {1}: {2}", shape.name, show(given), error)


def check_rounds(rounds: list[Any]) -> None:
    """Refuse what a round of a game does not say for itself: rules and options."""
    for place, one in enumerate(rounds):
        for name in ("rules", "options"):
            if isinstance(one, Mapping) and name in one:
                message = msg("the game names {0} for all its rounds, found it in one; leave it out there", name)
                raise RecordError(message, code="contradiction", key=f"rounds[{place}].{name}")


def check_names(players: Sequence[str]) -> None:
    """Refuse players of a game without a name of their own."""
    for place, name in enumerate(players):
        if not name.strip() or name.strip() in [other.strip() for other in players[:place]]:
            raise RecordError("expected a name of its own for each player, found {0!r}", name, key=f"players[{place}]")


def check_scores_alone(rounds: Sequence[Any]) -> None:
    """Refuse rounds in a game that gives its scores."""
    if rounds:
        message = "the scores of a game with rounds follow from them; claim them instead: claim.scores"
        raise RecordError(message, code="contradiction", key="scores")


def plain_from(record: AnyRecord) -> dict[str, Any]:
    """The plain data of a record, with the keys of the public contract; keys at their defaults are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(record)
    return plain


class Variant(Struct, frozen=True):
    """A record with one circumstance changed. ``change``: the keys that differ, as records spell them; for something
    that is no key of its own, what is different, in words. ``place``: of a game, the round it is in, from 0.
    """

    record: Any
    change: dict[str, Any]
    place: int | None = None


def changed(record: Any, key: str, values: Iterable[Any]) -> Iterator[Variant]:
    """The record with each other value of one key."""
    name = "from_" if key == "from" else key
    for value in values:
        if getattr(record, name) != value:
            yield Variant(replace(record, **{name: value}), {key: value})


# ---- columns


def default_of(field: FieldInfo) -> Any:
    """The value of a key that is left out; None if it is required."""
    if field.required:
        return None
    return field.default_factory() if field.default is NODEFAULT else field.default


def fit_column(values: Sequence[Any], field: FieldInfo) -> tuple[list[Any], list[int]]:
    """The values of a column as a record holds them, and the places of those that do not fit: there stands what a
    record has that leaves the key out.
    """
    if None in values and field.default is not None:
        default = default_of(field)
        values = [default if value is None else value for value in values]
    try:
        return msgspec.convert(values, GenericAlias(list, field.type)), []
    except UNFIT:
        blank = "" if field.required else default_of(field)
        unfit = {row for row, value in enumerate(values) if not _fits(value, field)}
        read = [blank if row in unfit else value for row, value in enumerate(values)]
        return read if field.required else msgspec.convert(read, GenericAlias(list, field.type)), [*unfit]


def _fits(value: Any, field: FieldInfo) -> bool:
    try:
        msgspec.convert(value, field.type)
    except UNFIT:
        return False
    return True
