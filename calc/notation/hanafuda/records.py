"""Hanafuda rounds and games as typed objects. Cards stay text until a game with a deck reads them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.notation.records import Count, Option

__all__ = ["Cards", "HanafudaClaim", "HanafudaGame", "HanafudaGameClaim", "HanafudaRound", "Hand", "Shown", "Wild"]

#: Cards as text, groups parted by blanks or commas, or a list of such texts.
Cards = str | list[str]


class Hand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of one player: the dealt hand, the card that was returned of it, and what was captured."""

    dealt: Cards | None = None
    returned: str | None = None
    captured: Cards | None = None


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of a player who was forced out."""

    dealt: Cards


class Wild(Struct, frozen=True, forbid_unknown_fields=True):
    """Who used the wild card, and which card it captured."""

    by: str
    captured: str


class HanafudaClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, by player; only what is set is checked. ``totals``: after it, in a game."""

    scores: dict[str, int] | UnsetType = UNSET
    changes: dict[str, int] | UnsetType = UNSET
    totals: dict[str, int] | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET
    yaku: dict[str, list[str]] | UnsetType = UNSET


class HanafudaRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hanafuda round. ``players`` are in turn order from the dealer, or from the leader where a game has one.

    ``seats``, ``dropped``, ``took_over`` and ``forced_out``: who sits at a table of more players than take part.
    ``chips``: what players have before the round; ``pot``: what lies in the pot from rounds before.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: dict[str, Hand]
    stopped_by: str | None = None
    koikoi: dict[str, Count] = msgspec.field(default_factory=dict)
    month: int | None = None
    teyaku: dict[str, list[str]] | None = None
    wild: Wild | None = None
    field: Cards | None = None
    dealer: str | None = None
    revealed: dict[str, str] = msgspec.field(default_factory=dict)
    seats: list[str] = msgspec.field(default_factory=list)
    dropped: list[str] = msgspec.field(default_factory=list)
    took_over: dict[str, str] = msgspec.field(default_factory=dict)
    forced_out: dict[str, Shown] = msgspec.field(default_factory=dict)
    pot: int | None = None
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    claim: HanafudaClaim | None = None


class HanafudaGameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game: the totals at its end, and who won it."""

    scores: dict[str, int] | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET


class HanafudaGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of hanafuda rounds. ``start``: what everybody, or each by name, begins with."""

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: list[str]
    start: int | dict[str, int] | None = None
    rounds: list[HanafudaRound]
    claim: HanafudaGameClaim | None = None
