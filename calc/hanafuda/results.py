"""Results of hanafuda rounds and games as the public contract has them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.hanafuda.values import Amount
from calc.settle import Transfer
from calc.settle.outcomes import Difference, Note

__all__ = [
    "HanafudaFirstWrong",
    "HanafudaGameResult",
    "HanafudaResult",
    "NearLine",
    "PileYaku",
    "PlayerResult",
    "StandingLine",
]


class PileYaku(Struct, frozen=True, gc=False):
    """A yaku that counts, what it is worth (``take_all``: everything) and the cards that make it."""

    id: str
    name: str
    value: Amount
    cards: str


class PlayerResult(Struct, frozen=True):
    """What a player has of a round: yaku of the dealt hand and of captured cards, the worth of the cards (none where
    cards have none), what the rules call the score, and what the round gave or cost.
    """

    teyaku: list[PileYaku]
    yaku: list[PileYaku]
    card_points: int | None
    score: int
    change: int


class NearLine(Struct, frozen=True):
    """A yaku that a pile lacks few cards of: how many, and out of which; what it would be worth then at least."""

    id: str
    name: str
    value: Amount
    lacks: int
    cards: str


class HanafudaResult(Struct, frozen=True, kw_only=True):
    """A hanafuda round, settled. Amounts are in the unit of the rule set; ``pots``: what stays in the pot.

    ``winner`` and ``next_dealer``: none where the rules name nobody. ``round`` and ``totals``: in a game, the number of
    the round from 1 and what everybody has after it. ``near``: only where it was asked for.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    round: int | UnsetType = UNSET
    players: dict[str, PlayerResult]
    winner: str | None
    next_dealer: str | None
    pots: dict[str, int]
    totals: dict[str, int] | UnsetType = UNSET
    agrees: bool | UnsetType = UNSET
    differences: list[Difference] | UnsetType = UNSET
    near: dict[str, list[NearLine]] | UnsetType = UNSET
    transfers: list[Transfer]
    notes: list[Note]


class StandingLine(Struct, frozen=True):
    """One player of a game: the place (equal totals share it), and the total."""

    player: str
    place: int
    total: int


class HanafudaFirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong: a round by its number, or ``final``."""

    round: int | Literal["final"]
    key: str
    claimed: Any
    actual: Any


class HanafudaGameResult(Struct, frozen=True, kw_only=True):
    """A game of hanafuda rounds, settled. ``scores``: totals by name; ``winner``: none where several have most.

    ``ended``: ``bust`` where somebody has nothing left of what all began with, else none: how many rounds are played is
    agreed at the table.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    rounds: list[HanafudaResult]
    ended: Literal["bust"] | None
    scores: dict[str, int]
    final: list[StandingLine]
    winner: str | None
    pots: dict[str, int]
    agrees: bool | UnsetType = UNSET
    first_wrong: HanafudaFirstWrong | UnsetType | None = UNSET
    differences: list[Difference] | UnsetType = UNSET
    notes: list[Note]
