"""Plain data, the dicts that YAML, JSON and a caller's program hand in, to typed records and back; records changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import GenericAlias
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, replace

from calc.errors import RecordError
from calc.fit import UNFIT, Table, table_of
from calc.notation.text import show
from calc.records.misfit import check
from calc.translation import msg

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
        raise RecordError(
            "the scores of a game with rounds follow from them; claim them instead: claim.scores",
            code="contradiction",
            key="scores",
        )


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
