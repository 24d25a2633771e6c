"""Results of rounds and games as the public contract has them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.mahjong.records.types import DrawKind
from calc.mahjong.results import WinResult
from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.text import number, signed

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

    kind: Annotated[DrawKind, Meta(description="As in the record.")]
    waiting: Annotated[list[str], Meta(description="Who shows a waiting hand.")]
    not_waiting: Annotated[list[str], Meta(description="Who pays for not doing so.")]
    pool_of_dreams: Annotated[list[str], Meta(description="Who has one.")]
    waits: Annotated[
        dict[str, str] | UnsetType,
        Meta(
            description="The tiles that each hand waits for (`258p`), empty where it does not wait; only where "
            "hands were given."
        ),
    ] = UNSET


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

    round: Annotated[str | None, Meta(description="Those before the round.")]
    number: Annotated[int | None, Meta(description="Those before the round.")]
    dealer: Annotated[str, Meta(description="The name in a game, else the seat.")]
    honba: Annotated[int, Meta(description="Those before the round.")]
    sticks: Annotated[int, Meta(description="Those before the round.")]
    players: Annotated[dict[str, str] | UnsetType, Meta(description="Names by seat, in a game.")] = UNSET
    sitting_out: Annotated[
        dict[str, int] | UnsetType, Meta(description="Points of those who sit out, where there are more players.")
    ] = UNSET
    wins: Annotated[
        list[RoundWin] | UnsetType, Meta(description="Those that are paid, the nearest after the discarder first.")
    ] = UNSET
    draw: Annotated[DrawLine | UnsetType, Meta(description="Of a round without a winner.")] = UNSET
    chombo: Annotated[list[str] | UnsetType, Meta(description="Seats that made the round void.")] = UNSET
    changes: Annotated[dict[str, int], Meta(description="What each seat gains or loses, riichi sticks paid included.")]
    scores: Annotated[dict[str, int] | None, Meta(description="Points after the round, in a game.")]
    next: Annotated[NextRound | None, Meta(description="The round that follows; none if the record does not tell.")]
    agrees: Annotated[bool | UnsetType, Meta(description="Whether the claim of the record is right.")] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType, Meta(description="Where it is not; both only with a claim.")
    ] = UNSET
    transfers: Annotated[list[Transfer], Meta(description="Every payment with its reason.")]
    notes: Annotated[list[Note], Meta(description="What is worth saying and changes no figure.")]

    def brief(self) -> str:
        """How it ended, and who pays whom."""
        told = [f"{self.round or ''}{self.number or ''} {'; '.join(self._ends())}".strip()]
        told.append(who_pays(self.transfers, self.changes))
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

    player: Annotated[str, Meta(description="The name of the player.")]
    place: Annotated[int, Meta(description="The place, from 1.")]
    points: Annotated[int, Meta(description="Points on the table.")]
    score: Annotated[int | float, Meta(description="The result, in the units of the rule set.")]
    uma: Annotated[int | float, Meta(description="The part of the result that is uma.")]
    oka: Annotated[int | float, Meta(description="The part of the result that is oka.")]
    chips: Annotated[
        int | float | UnsetType, Meta(description="The part of the result that is for chips, where they are paid.")
    ] = UNSET
    yakitori: Annotated[
        int | float | UnsetType, Meta(description="The part that is yakitori, where the rule set has it.")
    ] = UNSET


class FirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong."""

    round: Annotated[str, Meta(description="Its name (`E2, honba 1`), or `final`.")]
    key: Annotated[str, Meta(description="Of the claim there.")]
    claimed: Annotated[Any, Meta(description="Its value and the right one.")]
    actual: Annotated[Any, Meta(description="Its value and the right one.")]


class GameResult(Accepted, frozen=True, kw_only=True):
    """A riichi game, settled."""

    rounds: Annotated[list[RoundResult], Meta(description="The result of each.")]
    ended: Annotated[Ending | None, Meta(description="Why it is over; none if it is not.")]
    scores: Annotated[
        dict[str, int], Meta(description="Points by name, with sticks that were left where they go to the first.")
    ]
    final: Annotated[list[FinalLine], Meta(description="A line a player, the first place first.")]
    agrees: Annotated[
        bool | UnsetType,
        Meta(description="Only where the record claims something, or gives counters or sticks that do not follow."),
    ] = UNSET
    first_wrong: Annotated[
        FirstWrong | UnsetType | None,
        Meta(description="Only where the record claims something, or gives counters or sticks that do not follow."),
    ] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType,
        Meta(description="Only where the record claims something, or gives counters or sticks that do not follow."),
    ] = UNSET
    transfers: Annotated[list[Transfer], Meta(description="Every payment with its reason.")]
    notes: Annotated[list[Note], Meta(description="What is worth saying and changes no figure.")]

    def brief(self) -> str:
        """How many rounds, and the places: points and results."""
        places = [f"{one.place}. {one.player} {number(one.points)} ({signed(one.score)})" for one in self.final]
        ended = "" if self.ended else ", not over"
        told = f"{len(self.rounds)} rounds{ended}: {', '.join(places)}"
        return "; ".join([told, *verdict_on(self.agrees), self.rules])


def figures_of(result: WinResult | RoundResult | GameResult) -> dict[str, Any]:
    """Figures to compare: yaku, han, fu, points and payments of a win; gains of a round; final scores of a game."""
    if isinstance(result, GameResult):
        return {"final": {line.player: line.score for line in result.final}}
    if isinstance(result, RoundResult):
        return {"changes": result.changes}
    dora = result.dora.tiles if result.han is not None else 0
    return {
        "yaku": [line.id for line in result.yaku] + ([f"dora {dora}"] if dora else []),
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "payments": result.payments,
    }
