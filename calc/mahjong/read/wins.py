"""Wins as columns, the form in which a batch is read: lists of records and a caller's columns are put into it.

A caller's columns are checked whole, by the types of the record. Only a row with a value that does not fit, or with
facts, is read as a record of its own, which says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from types import GenericAlias
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields, replace

from calc.errors import CalcError
from calc.mahjong.read.coded import change
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import WORTH, Win
from calc.records.misfit import UNFIT
from calc.records.values import Seat

#: Keys that say how a record is scored, which is asked once for a batch, what only a record can claim, and what is
#: known of wins without tiles, which are no columns.
_NOT_READ: Final = ("id", "rules", "options", "claim", *WORTH)
#: Here no player's name can stand for a seat.
_SEATS: Final[dict[str, Any]] = {"seat": Seat, "from_": Seat | None}
#: The keys that can be columns, by attribute.
FIELDS: Final = {
    field.name: replace(field, type=_SEATS.get(field.name, field.type))
    for field in fields(Win)
    if field.name not in _NOT_READ
}
_ATTRIBUTES: Final = {name: attrgetter(name) for name in FIELDS}
#: The keys that can be columns.
KEYS: Final = tuple(field.encode_name for field in FIELDS.values())


class Wins(Struct, frozen=True):
    """Some wins: for each attribute of their records, in ``columns``, a value a row.

    ``record``: returns the record of a row, from which a refusal is written.
    """

    columns: dict[str, Any]
    record: Callable[[int], Win]

    def __len__(self) -> int:
        return len(self.columns["hand"])

    @classmethod
    def of(cls, records: Sequence[Win]) -> Wins:
        """The wins of some records."""
        return cls({name: list(map(get, records)) for name, get in _ATTRIBUTES.items()}, records.__getitem__)

    def change(self, records: Mapping[int, Win], refused: Collection[int]) -> Wins:
        """The wins with other ``records`` in some rows, and without the ``refused`` rows."""
        kept = np.ones(len(self), dtype=np.bool_)
        kept[[*refused]] = False
        return from_columns(
            {
                name: change(self.columns[name], {row: get(record) for row, record in records.items()}, kept)
                for name, get in _ATTRIBUTES.items()
            }
        )


def from_columns(columns: dict[str, Any]) -> Wins:
    """The wins of columns by attribute, of any kind (:mod:`calc.mahjong.read.coded`)."""
    return Wins(columns, lambda row: Win(**{name: values[row] for name, values in columns.items()}))


def read_wins(columns: Mapping[str, Sequence[Any]], size: int) -> tuple[Wins, dict[int, CalcError]]:
    """Read columns of plain values by key, each of ``size`` rows, ``None`` where a value is missing.

    Returns the wins that can be read, in order, and the errors of the other rows, by row.
    """
    read: dict[str, Sequence[Any]] = {}
    alone = {row for row, facts in enumerate(columns.get("facts", ())) if facts}
    for name, field in FIELDS.items():
        read[name], unfit = fit_column(columns.get(field.encode_name) or [None] * size, field)
        alone.update(unfit)
    alone.update(row for row, hand in enumerate(read["hand"]) if not hand)
    return read_odd_rows(
        from_columns(read),
        alone,
        lambda row: {key: column[row] for key, column in columns.items() if column[row] is not None},
    )


def read_odd_rows(
    wins: Wins, rows: Collection[int], plain: Callable[[int], dict[str, Any]]
) -> tuple[Wins, dict[int, CalcError]]:
    """The wins, with some rows read as records from their ``plain`` values, and the errors of those that cannot be."""
    if not rows:
        return wins, {}
    records: dict[int, Win] = {}
    refused: dict[int, CalcError] = {}
    for row in sorted(rows):
        try:
            records[row] = win_from(plain(row))
        except CalcError as error:
            refused[row] = error
    return wins.change(records, refused), refused


def default_of(field: FieldInfo) -> Any:
    """The value of a key that is left out; None if it is required."""
    if field.required:
        return None
    return field.default_factory() if field.default is NODEFAULT else field.default


def fit_column(values: Sequence[Any], field: FieldInfo) -> tuple[list[Any], list[int]]:
    """The values of a column as a record holds them, and the places of those that do not fit."""
    if None in values and field.default is not None:
        default = default_of(field)
        values = [default if value is None else value for value in values]
    try:
        return msgspec.convert(values, GenericAlias(list, field.type)), []
    except UNFIT:
        return [*values], [row for row, value in enumerate(values) if not _fits(value, field)]


def _fits(value: Any, field: FieldInfo) -> bool:
    try:
        msgspec.convert(value, field.type)
    except UNFIT:
        return False
    return True
