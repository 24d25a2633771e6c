"""The shapes of a rule file's sections before their conditions are read.

As in :mod:`calc.mahjong.schema`, annotations are evaluated as they stand.
"""

from typing import Any, Literal

from msgspec import Struct

from calc.mahjong.schema import Count, Positive, Value
from calc.tables import Entry, Name

__all__ = ["FuEntry", "FuSection", "Sections", "YakuEntry"]


class YakuEntry(Entry, frozen=True, kw_only=True):
    """A yaku as the file has it, its condition still plain data."""

    name: Name
    at: Literal["win", "exhaustive_draw"] = "win"
    when: dict[str, Any] | None = None
    value: Value
    suppresses: tuple[str, ...] = ()
    no_han_when: dict[str, Any] | None = None
    satisfies_minimum: bool = True


class FuEntry(Entry, frozen=True, kw_only=True):
    """A reason for fu as the file has it."""

    name: Name
    fu: Count
    when: dict[str, Any] | None = None
    each: dict[str, Any] | None = None


class FuSection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The section ``fu`` as the file has it."""

    round_up_to: Positive
    hand: dict[str, Any] = {}
    win: dict[str, Any]
    rest: dict[str, Any] = {}


class Sections(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a mahjong rule file."""

    id: str
    origin: str
    chosen: dict[str, Any]
    game: Literal["riichi"]
    version: str
    name: Name
    sources: dict[str, str]
    seats: list[Literal["E", "S", "W", "N"]]
    tiles: dict[str, Any]
    sets: dict[str, Any]
    facts: dict[str, Any] = {}
    shapes: dict[str, Any]
    dora: dict[str, Any]
    yaku: dict[str, Any]
    fu: dict[str, Any] = {}
    points: dict[str, Any]
    liability: dict[str, Any]
    winning: dict[str, Any]
    rounds: dict[str, Any]
    match: dict[str, Any]
    final: dict[str, Any]
    options: dict[str, Any] = {}
