"""Riichi rounds as typed objects."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.records.win import Option, Seat, Win

DrawKind = Literal["exhaustive", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
#: Points by seat or by player's name, or one number a player in the order of the game.
Amounts = dict[str, int] | list[int]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round without a winner 流局.

    ``kind``: ``exhaustive``, or one of the abortive draws. ``waiting``: seats that show a waiting hand; none where only
    hands are given. ``hands``: shown hands by seat as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``.
    ``north``: Norths set aside, by seat. ``pool_of_dreams``: seats whose discards are one.
    """

    kind: DrawKind
    waiting: list[Seat] | None = None
    hands: dict[Seat, str] = msgspec.field(default_factory=dict)
    north: dict[Seat, int] = msgspec.field(default_factory=dict)
    pool_of_dreams: list[Seat] = msgspec.field(default_factory=list)


class RoundClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, in points, by seat, by name or as a list in the order of the game.

    ``changes``: what everybody gained or lost, riichi sticks included. ``scores``: the points after it, in a game.
    """

    changes: Amounts | UnsetType = UNSET
    scores: Amounts | UnsetType = UNSET


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round: ``wins``, or a ``draw``, or a ``chombo``.

    What the rounds before it tell (``round`` to ``sticks``) may be left out in a game. ``id``: what the caller calls
    it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name. ``round``: the round wind.
    ``number``: of the dealer in it, from 1. ``honba``: repeat counters. ``sticks``: riichi sticks that lay there before
    the round. ``riichi``: seats that declared and paid. ``wins``: one, or several on one discard; they have no
    counters, sticks and rules of their own. ``draw``: how it ended without a winner. ``chombo``: seats that made the
    round void. ``claim``: what the table says.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    round: Seat | None = None
    number: int | None = None
    honba: int | None = None
    sticks: int | None = None
    riichi: list[Seat] = msgspec.field(default_factory=list)
    wins: list[Win] = msgspec.field(default_factory=list)
    draw: Draw | None = None
    chombo: list[Seat] = msgspec.field(default_factory=list)
    claim: RoundClaim | None = None
