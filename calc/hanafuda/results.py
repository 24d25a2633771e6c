"""Results of hanafuda rounds and games, as the public contract names them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.hanafuda.rules.values import Amount
from calc.outcomes import Difference, Note, Transfer


class PileYaku(Struct, frozen=True, gc=False):
    """A yaku that counts: ``id``, ``name``, ``value``, its worth (``take_all``: everything), and the ``cards`` that
    make it.
    """

    id: str
    name: str
    value: Amount
    cards: str


class PlayerResult(Struct, frozen=True):
    """What a player gets in a round, amounts in the unit of the rule set.

    ``teyaku``, ``yaku``: those that count, of the dealt hand and of captured cards. ``card_points``: the points of the
    captured cards, none if cards have no points. ``score``: the score as the rules define it. ``change``: what the
    player wins or, below 0, loses.
    """

    teyaku: list[PileYaku]
    yaku: list[PileYaku]
    card_points: int | None
    score: int
    change: int


class NearPart(Struct, frozen=True):
    """Any ``n`` cards ``of`` these."""

    n: int
    of: str


class NearLine(Struct, frozen=True):
    """A yaku that a pile lacks one or two cards of: ``id``, ``name``, and ``value``, the least it would be worth.

    ``lacks``: the fewest cards that complete it. ``cards``: every card of such a smallest completion. ``ways``: every
    way to complete it; a way is a list of parts, and takes the cards of each part.
    """

    id: str
    name: str
    value: Amount
    lacks: int
    cards: str
    ways: list[list[NearPart]]


class HanafudaResult(Struct, frozen=True, kw_only=True):
    """A hanafuda round, settled. Amounts are in the unit of the rule set.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``round``: in a game, its number from 1. ``players``: everybody at the
    table, by name. ``winner``, ``next_dealer``: none where the rules name nobody. ``pots``: what stays in each pot.
    ``totals``: in a game, what everybody has after it. ``agrees``: whether the claim of the record is right.
    ``differences``: where it is not; both only with a claim. ``near``: by name, the yaku that lack few cards; only
    where it was asked for. ``transfers``: every payment with its reason. ``notes``: what is worth saying and changes no
    figure.
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
    """One ``player`` of a game: the ``place`` from 1, which equal totals share, and the ``total``."""

    player: str
    place: int
    total: int


class HanafudaFirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong. ``round``: its number from 1, or ``final``. ``key``: of the
    claim there. ``claimed``, ``actual``: its value and the right one.
    """

    round: int | Literal["final"]
    key: str
    claimed: Any
    actual: Any


class HanafudaGameResult(Struct, frozen=True, kw_only=True):
    """A game of hanafuda rounds, settled. Amounts are in the unit of the rule set.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``rounds``: the result of each. ``ended``: ``bust`` where somebody has
    nothing left of what all began with, else none: how many rounds are played is agreed at the table. ``scores``:
    totals by name. ``final``: a line a player, the first place first. ``winner``: none where several have most.
    ``pots``: what stays in each pot. ``agrees``, ``first_wrong``, ``differences``: only where the record claims
    something; ``differences`` has what the game's own claim says otherwise. ``notes``: what is worth saying and changes
    no figure.
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


def figures_of(result: HanafudaResult | HanafudaGameResult) -> dict[str, Any]:
    """Return the figures that people compare: yaku, scores and changes of a round, or the final totals of a game."""
    if isinstance(result, HanafudaGameResult):
        return {"final": {line.player: line.total for line in result.final}}
    players = result.players
    return {
        "yaku": {name: [line.id for line in (*one.teyaku, *one.yaku)] for name, one in players.items()},
        "scores": {name: one.score for name, one in players.items()},
        "changes": {name: one.change for name, one in players.items()},
    }
