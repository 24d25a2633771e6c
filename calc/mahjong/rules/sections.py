"""The shapes of a rule file's sections before their conditions are read, and what each section holds.

As in :mod:`calc.mahjong.rules.schema`, annotations are evaluated as they stand.
"""

from typing import Annotated, Any, Literal

from msgspec import Struct

from calc.mahjong.rules.rounds import FinalRules, MatchRules, RoundRules
from calc.mahjong.rules.schema import (
    Count,
    DoraRules,
    FactRule,
    Points,
    Positive,
    Shape,
    TileRules,
    TileSet,
    Value,
)
from calc.mahjong.rules.winning import Liability, Winning
from calc.mahjong.rules.words import Pick
from calc.tables import Entry, Name, OptionRule
from calc.tables.ruleset import ENTRY_ID, entries_of, spelled_as

#: A condition, of words.
Condition = Annotated[dict[str, Any], spelled_as("condition")]


class YakuEntry(Entry, frozen=True, kw_only=True):
    """A yaku as the file has it, its condition still plain data."""

    name: Name
    at: Literal["win", "exhaustive_draw"] = "win"
    when: Condition | None = None
    value: Value
    suppresses: tuple[str, ...] = ()
    no_han_when: Condition | None = None
    satisfies_minimum: bool = True


class FuEntry(Entry, frozen=True, kw_only=True):
    """A reason for fu as the file has it."""

    name: Name
    fu: Count
    when: Condition | None = None
    each: Annotated[dict[str, Any], spelled_as(Pick)] | None = None


class FuSection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The section ``fu`` as the file has it."""

    round_up_to: Positive
    hand: Annotated[dict[str, Any], entries_of(FuEntry)] = {}
    win: Annotated[dict[str, Any], entries_of(FuEntry)]
    rest: Annotated[dict[str, Any], entries_of(FuEntry)] = {}


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
    tiles: Annotated[dict[str, Any], spelled_as(TileRules)]
    sets: Annotated[dict[str, Any], entries_of(TileSet)]
    facts: Annotated[dict[str, Any], entries_of(FactRule)] = {}
    shapes: Annotated[dict[str, Any], entries_of(Shape)]
    dora: Annotated[dict[str, Any], spelled_as(DoraRules)]
    yaku: Annotated[dict[str, Any], entries_of(YakuEntry, ids=ENTRY_ID)]
    fu: Annotated[dict[str, Any], spelled_as(FuSection)] = {}
    points: Annotated[dict[str, Any], spelled_as(Points)]
    liability: Annotated[dict[str, Any], spelled_as(Liability)]
    winning: Annotated[dict[str, Any], spelled_as(Winning)]
    rounds: Annotated[dict[str, Any], spelled_as(RoundRules)]
    match: Annotated[dict[str, Any], spelled_as(MatchRules)]
    final: Annotated[dict[str, Any], spelled_as(FinalRules)]
    options: Annotated[dict[str, Any], entries_of(OptionRule, ids=ENTRY_ID)] = {}
