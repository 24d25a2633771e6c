"""Rows of an archive: one a won hand, or one a round, in the same columns for every game.

These types are the one list of the columns: JSON, CSV, Parquet and the JSON Schema follow from them.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from calc.outcomes import ErrorLine, Refusal

#: What a row of a batch is; ``worth``: hands without their tiles, which take longest.
RowKind = Literal["records", "hands", "rounds", "worth"]


class Payment(Struct, frozen=True):
    """What somebody gains or, below 0, loses by a hand."""

    seat: str | None
    player: str | None
    amount: int


class SeatLine(Struct, frozen=True, kw_only=True):
    """Somebody in a round. What a game does not have, or the record does not tell, is null."""

    seat: str | None = None
    player: str | None = None
    won: bool = False
    by: str | None = None
    dealt_in: bool = False
    riichi: bool | None = None
    tenpai: bool | None = None
    change: int | None = None
    score: int | None = None
    place: int | None = None


class Row(Struct, kw_only=True):
    """What rows of both kinds have. A refused record is one row, with `ok` false and nothing else but `error`."""

    file: str = ""
    line: int = 0
    game: str | None = None
    rules: str | None = None
    ok: bool = True
    nth: int | None = None
    round: str | None = None
    honba: int | None = None
    sticks: int | None = None


class HandRow(Row, kw_only=True, rename={"from_": "from", "from_player": "from_player"}):
    """A won hand. In games of cards: those of a player who scores by yaku."""

    seat: str | None = None
    player: str | None = None
    by: str | None = None
    from_: str | None = None
    from_player: str | None = None
    hand: str | None = None
    melds: list[str] = field(default_factory=list)
    win: str | None = None
    riichi: bool | None = None
    waits: list[str] = field(default_factory=list)
    yaku: list[str] = field(default_factory=list)
    dora: int | None = None
    han: int | None = None
    fu: int | None = None
    limits: int | None = None
    level: str | None = None
    points: int | None = None
    payments: list[Payment] = field(default_factory=list)
    score: int | None = None
    place: int | None = None
    error: ErrorLine | None = None


class RoundRow(Row, kw_only=True):
    """A round."""

    dealer: str | None = None
    ended: str | None = None
    seats: list[SeatLine] = field(default_factory=list)
    error: ErrorLine | None = None


#: The type of the rows of each kind that is no result.
ROW_TYPES: Final[Mapping[str, type[Row]]] = {"hands": HandRow, "rounds": RoundRow}


def name_of(own: Any) -> str | None:
    """The id of a record as text."""
    return own if own is None or isinstance(own, str) else msgspec.json.encode(own).decode()


def refused_row(refusal: Refusal, kind: RowKind) -> Row:
    """The row of a record that is refused."""
    row = ROW_TYPES[kind](game=name_of(refusal.id), rules=refusal.rules, ok=False)
    row.error = refusal.error  # type: ignore[attr-defined]
    return row


def places(scores: Mapping[str, int]) -> dict[str, int]:
    """The place of everybody, from 1; equal scores share one."""
    return {name: 1 + sum(other > score for other in scores.values()) for name, score in scores.items()}
