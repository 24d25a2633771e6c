"""Results of hanafuda rounds and games, as the public contract names them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.hanafuda.rules.values import Amount
from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.text import number


class PileYaku(Struct, frozen=True, gc=False):
    """A yaku that counts: ``id``, ``name``, ``value``, its worth (``take_all``: everything), and the ``cards`` that
    make it.
    """

    id: str
    name: str
    value: Amount
    cards: str


class PlayerResult(Struct, frozen=True):
    """What a player gets in a round, amounts in the unit of the rule set."""

    teyaku: Annotated[list[PileYaku], Meta(description="Those that count, of the dealt hand and of captured cards.")]
    yaku: Annotated[list[PileYaku], Meta(description="Those that count, of the dealt hand and of captured cards.")]
    card_points: Annotated[
        int | None, Meta(description="The points of the captured cards, none if cards have no points.")
    ]
    score: Annotated[int, Meta(description="The score as the rules define it.")]
    change: Annotated[int, Meta(description="What the player wins or, below 0, loses.")]


class NearPart(Struct, frozen=True):
    """Any ``n`` cards ``of`` these."""

    n: int
    of: str


class NearLine(Struct, frozen=True):
    """A yaku that a pile lacks one or two cards of: ``id``, ``name``, and ``value``, the least it would be worth."""

    id: str
    name: str
    value: Amount
    lacks: Annotated[int, Meta(description="The fewest cards that complete it.")]
    cards: Annotated[str, Meta(description="Every card of such a smallest completion.")]
    ways: Annotated[
        list[list[NearPart]],
        Meta(description="Every way to complete it; a way is a list of parts, and takes the cards of each part."),
    ]


class HanafudaResult(Accepted, frozen=True, kw_only=True):
    """A hanafuda round, settled. Amounts are in the unit of the rule set."""

    round: Annotated[int | UnsetType, Meta(description="In a game, its number from 1.")] = UNSET
    players: Annotated[dict[str, PlayerResult], Meta(description="Everybody at the table, by name.")]
    winner: Annotated[str | None, Meta(description="None where the rules name nobody.")]
    next_dealer: Annotated[str | None, Meta(description="None where the rules name nobody.")]
    pots: Annotated[dict[str, int], Meta(description="What stays in each pot.")]
    totals: Annotated[dict[str, int] | UnsetType, Meta(description="In a game, what everybody has after it.")] = UNSET
    carried: Annotated[
        dict[str, int | dict[str, int]] | UnsetType,
        Meta(description="In a game, the facts that it leaves to the next round, where the rules carry any over."),
    ] = UNSET
    agrees: Annotated[bool | UnsetType, Meta(description="Whether the claim of the record is right.")] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType, Meta(description="Where it is not; both only with a claim.")
    ] = UNSET
    near: Annotated[
        dict[str, list[NearLine]] | UnsetType,
        Meta(description="By name, the yaku that lack few cards; only where it was asked for."),
    ] = UNSET
    transfers: Annotated[list[Transfer], Meta(description="Every payment with its reason.")]
    notes: Annotated[list[Note], Meta(description="What is worth saying and changes no figure.")]

    def brief(self) -> str:
        """What each player scores and by which yaku, and who pays whom."""
        told = []
        for name, one in self.players.items():
            yaku = ", ".join(line.name for line in (*one.teyaku, *one.yaku))
            told.append(f"{name} {number(one.score)}{f' ({yaku})' if yaku else ''}")
        paid = who_pays(self.transfers, {})
        return "; ".join([", ".join(told), paid, *verdict_on(self.agrees), self.rules])


class StandingLine(Struct, frozen=True):
    """One ``player`` of a game: the ``place`` from 1, which equal totals share, and the ``total``."""

    player: str
    place: int
    total: int


class HanafudaFirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong."""

    round: Annotated[int | Literal["final"], Meta(description="Its number from 1, or `final`.")]
    key: Annotated[str, Meta(description="Of the claim there.")]
    claimed: Annotated[Any, Meta(description="Its value and the right one.")]
    actual: Annotated[Any, Meta(description="Its value and the right one.")]


class HanafudaGameResult(Accepted, frozen=True, kw_only=True):
    """A game of hanafuda rounds, settled. Amounts are in the unit of the rule set."""

    rounds: Annotated[list[HanafudaResult], Meta(description="The result of each.")]
    ended: Annotated[
        Literal["bust", "rounds_over", "points_reached", "lead_reached", "scores_given"] | None,
        Meta(
            description="How the game ended where the rule set has a `match`; `bust` where somebody has nothing left "
            "of what all began with; else none: how many rounds are played is agreed at the table."
        ),
    ]
    scores: Annotated[dict[str, int], Meta(description="Totals by name.")]
    final: Annotated[list[StandingLine], Meta(description="A line a player, the first place first.")]
    winner: Annotated[str | None, Meta(description="None where several have most.")]
    pots: Annotated[dict[str, int], Meta(description="What stays in each pot.")]
    agrees: Annotated[bool | UnsetType, Meta(description="Only where the record claims something.")] = UNSET
    first_wrong: Annotated[
        HanafudaFirstWrong | UnsetType | None, Meta(description="Only where the record claims something.")
    ] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType, Meta(description="Only where the record claims something.")
    ] = UNSET
    notes: Annotated[list[Note], Meta(description="What is worth saying and changes no figure.")]

    def brief(self) -> str:
        """How many rounds, and the places with their totals."""
        places = ", ".join(f"{one.place}. {one.player} {number(one.total)}" for one in self.final)
        return "; ".join([f"{len(self.rounds)} rounds: {places}", *verdict_on(self.agrees), self.rules])


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
