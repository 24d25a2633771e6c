"""Rows of an archive: one a won hand, or one a round, in the same columns for every game.

These types are the one list of the columns: JSON, CSV, Parquet and the JSON Schema follow from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

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
    by: Annotated[str | None, Meta(description="How, `tsumo` or `ron`.")] = None
    dealt_in: Annotated[bool, Meta(description="Whether a ron was on this player's tile.")] = False
    riichi: bool | None = None
    tenpai: Annotated[bool | None, Meta(description="At an exhaustive draw.")] = None
    change: Annotated[int | None, Meta(description="What the round gave, riichi sticks included.")] = None
    score: Annotated[int | None, Meta(description="After the round, in a game.")] = None
    place: Annotated[int | None, Meta(description="After the round, in a game; equal scores share one.")] = None


class Row(Struct, kw_only=True):
    """What rows of both kinds have. A refused record is one row, with `ok` false and nothing else but `error`."""

    file: str = ""
    line: int = 0
    game: Annotated[str | None, Meta(description="The id of the record.")] = None
    rules: Annotated[str | None, Meta(description="The rule set as `id@version`.")] = None
    ok: bool = True
    nth: Annotated[int | None, Meta(description="Which round of its game it was, from 1.")] = None
    round: Annotated[str | None, Meta(description="`E2`; the wind alone of a win without its round.")] = None
    honba: int | None = None
    sticks: Annotated[int | None, Meta(description="Riichi sticks that lay there before the round.")] = None


class HandRow(Row, kw_only=True, rename={"from_": "from", "from_player": "from_player"}):
    """A won hand. In games of cards: those of a player who scores by yaku."""

    seat: str | None = None
    player: str | None = None
    by: Annotated[str | None, Meta(description="`tsumo` or `ron`.")] = None
    from_: Annotated[str | None, Meta(description="The seat of the discarder.")] = None
    from_player: str | None = None
    hand: Annotated[str | None, Meta(description="Concealed tiles without the winning one; captured cards.")] = None
    melds: list[str] = field(default_factory=list)
    win: Annotated[str | None, Meta(description="The winning tile.")] = None
    riichi: bool | None = None
    waits: Annotated[list[str], Meta(description="The tiles that the hand waited for.")] = field(default_factory=list)
    yaku: Annotated[list[str], Meta(description="Ids of the yaku that count.")] = field(default_factory=list)
    dora: Annotated[int | None, Meta(description="Dora of all kinds.")] = None
    han: int | None = None
    fu: int | None = None
    limits: Annotated[int | None, Meta(description="How many yakuman are paid.")] = None
    level: str | None = None
    points: Annotated[int | None, Meta(description="Without honba and sticks; in games of cards the score.")] = None
    payments: list[Payment] = field(default_factory=list)
    score: Annotated[int | None, Meta(description="After the round, in a game.")] = None
    place: Annotated[int | None, Meta(description="After the round, in a game; equal scores share one.")] = None
    error: ErrorLine | None = None


class RoundRow(Row, kw_only=True):
    """A round."""

    dealer: Annotated[str | None, Meta(description="A name in a game, else the seat.")] = None
    ended: Annotated[
        str | None,
        Meta(description="`tsumo`, `ron`, a kind of draw, `chombo`; in games of cards `win` or `draw`."),
    ] = None
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
