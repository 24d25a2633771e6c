"""Results of rounds and games as the public contract has them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.mahjong.results import WinResult
from calc.outcomes import Difference, Note, Transfer
from calc.records.round import DrawKind

#: Why a game is over.
Ending = Literal["bust", "rounds_over", "target_reached", "dealer_stopped"]


class NextRound(Struct, frozen=True):
    """What the next round begins with: ``round``, its wind, ``number`` from 1, ``dealer``, a player's name in a game,
    else the seat of the round before, ``honba`` and ``sticks``.
    """

    round: str | None
    number: int | None
    dealer: str
    honba: int
    sticks: int


class DrawLine(Struct, frozen=True):
    """A round without a winner.

    ``kind``: as in the record. ``waiting``: who shows a waiting hand. ``not_waiting``: who pays for not doing so.
    ``pool_of_dreams``: who has one. ``waits``: the tiles that each hand waits for (``258p``), empty where it does not
    wait; only where hands were given.
    """

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


class RoundResult(Struct, frozen=True, kw_only=True):
    """A riichi round, settled. Seats are the winds of this round, amounts are points.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``round``, ``number``, ``honba``, ``sticks``: those before the round.
    ``dealer``: the name in a game, else the seat. ``players``: names by seat, in a game. ``wins``: those that are paid,
    the nearest after the discarder first. ``draw``: of a round without a winner. ``chombo``: seats that made the round
    void. ``changes``: what each seat gains or loses, riichi sticks paid included. ``scores``: points after the round,
    in a game. ``next``: the round that follows, none where the record does not tell. ``agrees``: whether the claim of
    the record is right. ``differences``: where it is not; both only with a claim. ``transfers``: every payment with its
    reason. ``notes``: what is worth saying and changes no figure.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    round: str | None
    number: int | None
    dealer: str
    honba: int
    sticks: int
    players: dict[str, str] | UnsetType = UNSET
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


class FinalLine(Struct, frozen=True):
    """One ``player`` at the end. ``place``: from 1. ``points``: on the table. ``score``: the result, in the units of
    the rule set; of it ``uma`` and ``oka``.
    """

    player: str
    place: int
    points: int
    score: int | float
    uma: int | float
    oka: int | float


class FirstWrong(Struct, frozen=True):
    """The first place where what the table says goes wrong. ``round``: its name (``E2, honba 1``), or ``final``.
    ``key``: of the claim there. ``claimed``, ``actual``: its value and the right one.
    """

    round: str
    key: str
    claimed: Any
    actual: Any


class GameResult(Struct, frozen=True, kw_only=True):
    """A riichi game, settled.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``rounds``: the result of each. ``ended``: why it is over, none where it
    is not; ``final`` is then how it stands. ``scores``: points by name, with sticks that were left where they go to the
    first. ``final``: a line a player, the first place first. ``agrees``, ``first_wrong``, ``differences``: only where
    the record claims something, or gives counters or sticks that do not follow; ``differences`` has what the game's own
    claim says otherwise than it is, whatever its rounds say. ``transfers``: every payment with its reason. ``notes``:
    what is worth saying and changes no figure.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    rounds: list[RoundResult]
    ended: Ending | None
    scores: dict[str, int]
    final: list[FinalLine]
    agrees: bool | UnsetType = UNSET
    first_wrong: FirstWrong | UnsetType | None = UNSET
    differences: list[Difference] | UnsetType = UNSET
    transfers: list[Transfer]
    notes: list[Note]


#: What a record that is right becomes.
AnyResult = WinResult | RoundResult | GameResult
