"""Games of riichi as typed objects."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.records.round import Amounts, Round
from calc.records.win import Option, Win


class FinalClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of one ``player`` at the end; only what is set is checked.

    ``place``: from 1. ``points``: on the table. ``score``: the result, in the units of the rule set. ``uma``, ``oka``:
    the parts of it.
    """

    player: str
    place: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    score: int | float | UnsetType = UNSET
    uma: int | float | UnsetType = UNSET
    oka: int | float | UnsetType = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = dict[str, int | float] | list[int | float | FinalClaim]


class GameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game: ``scores``, the points at its end, and ``final``, the results, by player or in the
    order of the players.
    """

    scores: Amounts | UnsetType = UNSET
    final: Results | UnsetType = UNSET


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of riichi rounds.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``players``: names, the first dealer first. ``start``: points of everybody, or of each; none for those of the rule
    set. ``rounds``: in their order. ``claim``: what the table says.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: list[str]
    start: int | list[int] | None = None
    rounds: list[Round]
    claim: GameClaim | None = None


#: One thing of riichi to settle.
RiichiRecord = Win | Round | Game
#: What a record can be.
Kind = type[Win] | type[Round] | type[Game]
