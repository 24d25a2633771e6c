"""Results of rounds and games as the public contract has them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.mahjong.records.types import DrawKind
from calc.mahjong.results import WinResult
from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.text import counted, number, signed

#: Why a game is over.
Ending = Literal["bust", "rounds_over", "target_reached", "dealer_stopped", "scores_given"]


class NextRound(Struct, frozen=True, repr_omit_defaults=True):
    """What the next round begins with: ``round``, its wind, ``number`` from 1, ``dealer``, a player's name in a game,
    else the seat of the round before, ``honba`` and ``sticks``, and who is ``sitting_out`` in a game of more players
    than seats.
    """

    round: str | None
    number: int | None
    dealer: str
    honba: int
    sticks: int
    sitting_out: list[str] | UnsetType = UNSET


class DrawLine(Struct, frozen=True, repr_omit_defaults=True):
    """A round without a winner."""

    kind: DrawKind
    waiting: list[str]
    not_waiting: list[str]
    pool_of_dreams: list[str]
    waits: dict[str, str] | UnsetType = UNSET


class RoundWin(WinResult, frozen=True, kw_only=True, rename={"from_": "from"}):
    """A win of a round, settled: a :class:`WinResult` with the winner's ``seat``, how it was won, ``by``, and whose
    tile it was, ``from_`` (in plain data ``from``), none on a tsumo.
    """

    seat: str
    by: Literal["tsumo", "ron"]
    from_: str | None = None

    def brief(self) -> str:
        """Who won from whom, and what."""
        return f"{self.seat} by {self.by}{f' from {self.from_}' if self.from_ else ''}, {super().brief()}"


class RoundResult(Accepted, frozen=True, kw_only=True):
    """A riichi round, settled. Seats are the winds of this round, amounts are points."""

    round: str | None
    number: int | None
    dealer: str
    honba: int
    sticks: int
    players: dict[str, str] | UnsetType = UNSET
    sitting_out: dict[str, int] | UnsetType = UNSET
    wins: list[RoundWin] | UnsetType = UNSET
    draw: DrawLine | UnsetType = UNSET
    chombo: list[str] | UnsetType = UNSET
    changes: dict[str, int]
    scores: dict[str, int] | None
    next: NextRound | None
    agrees: bool | UnsetType = UNSET
    differences: list[Difference] | UnsetType = UNSET
    transfers: list[Transfer]
    notes: list[Note]

    def brief(self) -> str:
        """How it ended, and who pays whom."""
        told = [f"{self.round or ''}{self.number or ''} {'; '.join(self._ends())}".strip()]
        told.append(who_pays(self.transfers))
        return "; ".join([*told, *verdict_on(self.agrees), self.rules])

    def _ends(self) -> list[str]:
        if not isinstance(self.wins, UnsetType):
            named = [(f"{win.seat} by {win.by}", f" from {win.from_}" if win.from_ else "", win) for win in self.wins]
            return [f"{who}{whose}, {win.worth()}" for who, whose, win in named]
        if not isinstance(self.draw, UnsetType):
            return [f"{self.draw.kind} draw, waiting: {' '.join(self.draw.waiting) or 'nobody'}"]
        return [] if isinstance(self.chombo, UnsetType) else [f"chombo of {' '.join(self.chombo)}"]


class FinalLine(Struct, frozen=True, repr_omit_defaults=True):
    """One player at the end."""

    player: str
    place: int
    points: int
    score: int | float
    uma: int | float
    oka: int | float
    chips: int | float | UnsetType = UNSET
    yakitori: int | float | UnsetType = UNSET
    penalties: int | float | UnsetType = UNSET
    chombo: int | float | UnsetType = UNSET
    fixed: int | float | UnsetType = UNSET


class FirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong."""

    round: str
    key: str
    claimed: Any
    actual: Any


class GameResult(Accepted, frozen=True, kw_only=True):
    """A riichi game, settled."""

    rounds: list[RoundResult]
    ended: Ending | None
    scores: dict[str, int]
    final: list[FinalLine]
    agrees: bool | UnsetType = UNSET
    first_wrong: FirstWrong | UnsetType | None = UNSET
    differences: list[Difference] | UnsetType = UNSET
    transfers: list[Transfer]
    chombo: dict[str, int] | UnsetType = UNSET
    notes: list[Note]

    def brief(self) -> str:
        """How many rounds, and the places: points and results."""
        places = [f"{one.place}. {one.player} {number(one.points)} ({signed(one.score)})" for one in self.final]
        ended = "" if self.ended else ", not over"
        told = f"{counted(len(self.rounds), 'round')}{ended}: {', '.join(places)}"
        return "; ".join([told, *verdict_on(self.agrees), self.rules])


def figures_of(result: WinResult | RoundResult | GameResult) -> dict[str, Any]:
    """Figures to compare: yaku, han, fu, points and payments of a win; gains of a round; final scores of a game."""
    if isinstance(result, GameResult):
        return {"final": {line.player: line.score for line in result.final}}
    if isinstance(result, RoundResult):
        return {"changes": result.changes}
    dora = result.dora.tiles
    return {
        "yaku": [line.id for line in result.yaku] + ([f"dora {dora}"] if dora else []),
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "payments": result.payments,
    }
