"""Hanafuda rounds and games as typed objects. Cards stay text until a game with a deck reads them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.records.win import Count, Option

#: Cards as text, groups parted by blanks or commas, or a list of such texts.
Cards = str | list[str]


class HanafudaHand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of one player, as text of card notation or a list of such texts: ``dealt``, the hand at the start;
    ``returned``, the card that went back of it; ``captured``, the pile at the end.
    """

    dealt: Cards | None = None
    returned: str | None = None
    captured: Cards | None = None


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of a player who was forced out: ``dealt``, its cards."""

    dealt: Cards


class WildUse(Struct, frozen=True, forbid_unknown_fields=True):
    """The use of the wild card: ``by`` whom, and the card that it ``captured``."""

    by: str
    captured: str


class HanafudaClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, by player; only what is set is checked.

    ``scores``: what the rules call so. ``changes``: what the round gave or cost, in the unit of the rule set.
    ``totals``: after it, in a game. ``winner``: a name, or none for nobody. ``yaku``: ids of the yaku of captured
    cards.
    """

    scores: dict[str, int] | UnsetType = UNSET
    changes: dict[str, int] | UnsetType = UNSET
    totals: dict[str, int] | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET
    yaku: dict[str, list[str]] | UnsetType = UNSET


class HanafudaRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hanafuda round.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``players``: their cards by name, in turn order from the dealer, or from the leader where a game has one.
    ``stopped_by``: who ended it by a yaku. ``koikoi``: how often players went on, by name. ``month``: that of the
    round, from 1. ``teyaku``: ids of dealt yaku that were claimed, by name; none where all count. ``wild``: the use of
    the wild card. ``field``: the cards on the field before the first turn. ``dealer``: who dealt, where that is not the
    first player. ``revealed``: the card that each drew for the lead, by name. ``seats``: everybody at a table of more
    players than take part. ``dropped``: who dropped out, in their order. ``took_over``: who took over whose hand, by
    whose. ``forced_out``: who had no place, by name. ``pot``: what lies in the pot from rounds before. ``chips``: what
    players have before the round, by name. ``claim``: what the table says.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: dict[str, HanafudaHand]
    stopped_by: str | None = None
    koikoi: dict[str, Count] = msgspec.field(default_factory=dict)
    month: int | None = None
    teyaku: dict[str, list[str]] | None = None
    wild: WildUse | None = None
    field: Cards | None = None
    dealer: str | None = None
    revealed: dict[str, str] = msgspec.field(default_factory=dict)
    seats: list[str] = msgspec.field(default_factory=list)
    dropped: list[str] = msgspec.field(default_factory=list)
    took_over: dict[str, str] = msgspec.field(default_factory=dict)
    forced_out: dict[str, ShownHand] = msgspec.field(default_factory=dict)
    pot: int | None = None
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    claim: HanafudaClaim | None = None


class HanafudaGameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game: ``scores``, the totals at its end by name, and ``winner``, who won it, none for
    nobody.
    """

    scores: dict[str, int] | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET


class HanafudaGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of hanafuda rounds.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``players``: names, the first dealer first. ``start``: what everybody, or each by name, begins with, in the unit of
    the rule set. ``rounds``: in their order. ``claim``: what the table says.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: list[str]
    start: int | dict[str, int] | None = None
    rounds: list[HanafudaRound]
    claim: HanafudaGameClaim | None = None
