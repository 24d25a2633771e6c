"""Results of hanafuda rounds and games, as the public contract names them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.hanafuda.rules.values import Amount
from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.text import counted, number


class PileYaku(Struct, frozen=True, gc=False):
    """A yaku that counts: ``id``, ``name``, ``value``, its worth (``take_all``: everything), the ``cards`` of it."""

    id: str
    name: str
    value: Amount
    cards: str


class PlayerResult(Struct, frozen=True):
    """What a player gets in a round, amounts in the unit of the rule set."""

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
    """A yaku that a pile lacks one or two cards of: ``id``, ``name``, and ``value``, the least it would be worth."""

    id: str
    name: str
    value: Amount
    lacks: int
    cards: str
    ways: list[list[NearPart]]


class HanafudaResult(Accepted, frozen=True, kw_only=True):
    """A hanafuda round, settled. Amounts are in the unit of the rule set."""

    round: int | UnsetType = UNSET
    players: dict[str, PlayerResult]
    winner: str | None
    next_dealer: str | None
    pots: dict[str, int]
    totals: dict[str, int] | UnsetType = UNSET
    carried: dict[str, int | dict[str, int]] | UnsetType = UNSET
    agrees: bool | UnsetType = UNSET
    differences: list[Difference] | UnsetType = UNSET
    near: dict[str, list[NearLine]] | UnsetType = UNSET
    transfers: list[Transfer]
    notes: list[Note]

    def brief(self) -> str:
        """What each player scores and by which yaku, and who pays whom."""
        told = []
        for name, one in self.players.items():
            yaku = ", ".join(line.name for line in (*one.teyaku, *one.yaku))
            told.append(f"{name} {number(one.score)}{f' ({yaku})' if yaku else ''}")
        paid = who_pays(self.transfers)
        return "; ".join([", ".join(told), paid, *verdict_on(self.agrees), self.rules])


class StandingLine(Struct, frozen=True):
    """One ``player`` of a game: the ``place`` from 1, which equal totals share, and the ``total``."""

    player: str
    place: int
    total: int


class HanafudaFirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong."""

    round: int | Literal["final"]
    key: str
    claimed: Any
    actual: Any


class HanafudaGameResult(Accepted, frozen=True, kw_only=True):
    """A game of hanafuda rounds, settled. Amounts are in the unit of the rule set."""

    rounds: list[HanafudaResult]
    ended: Literal["bust", "rounds_over", "points_reached", "lead_reached", "scores_given"] | None
    scores: dict[str, int]
    final: list[StandingLine]
    winner: str | None
    pots: dict[str, int]
    agrees: bool | UnsetType = UNSET
    first_wrong: HanafudaFirstWrong | UnsetType | None = UNSET
    differences: list[Difference] | UnsetType = UNSET
    notes: list[Note]

    def brief(self) -> str:
        """How many rounds, and the places with their totals."""
        places = ", ".join(f"{one.place}. {one.player} {number(one.total)}" for one in self.final)
        return "; ".join([f"{counted(len(self.rounds), 'round')}: {places}", *verdict_on(self.agrees), self.rules])


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
