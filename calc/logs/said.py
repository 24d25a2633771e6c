"""What a log itself says of its rounds, to be held against what the project finds. Nothing here is worked out.

Points are points, not hundreds. Lists are in player order; seats are the winds of their round.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class SaidYaku(Struct, frozen=True):
    """A yaku of the log's list.

    ``id``: ours (or ``dora``, ``ura``, ``red``); none for a name that Tenhou does not have, which ``name`` then tells.
    ``han``: none for a limit. ``tenhou``: Tenhou's number for it.
    """

    id: str | None
    han: int | None
    tenhou: int | None = None
    name: str | None = None


class SaidWin(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What the log says of a win; none where it does not say.

    ``seat``: the winner's. ``from_``: the discarder's, on a ron. ``han``, ``fu``: none for a limit hand. ``limits``:
    how many limits, 0 for a counted one. ``level``: as in results, ``below_mangan`` where the log says that it is none
    of them. ``points``: the worth without counters and sticks, on a tsumo the total. ``deltas``: the changes, counters
    and sticks included. ``after``: the scores after this win, before that of the next winner. ``yaku``: the log's list.
    ``dora``: the indicators. ``tile``: the winning tile. ``liable``: who is responsible.
    """

    seat: str
    from_: str | None = None
    han: int | None = None
    fu: int | None = None
    limits: int | None = None
    level: str | None = None
    points: int | None = None
    deltas: tuple[int, ...] | None = None
    after: tuple[int, ...] | None = None
    yaku: tuple[SaidYaku, ...] | None = None
    dora: str | None = None
    tile: str | None = None
    liable: str | None = None


class SaidRiichi(Struct, frozen=True, kw_only=True):
    """What the log says where a riichi stick is laid.

    ``seat``: whose it is. ``scores``: those after it. ``deltas``: the changes by it.
    """

    seat: str
    scores: tuple[int, ...] | None = None
    deltas: tuple[int, ...] | None = None


class SaidDraw(Struct, frozen=True, kw_only=True):
    """What the log says of a round without a winner.

    ``kind``: as in records. ``waiting``: the seats that show a waiting hand. ``nagashi``: whether it names a Pool of
    Dreams. ``deltas``: the changes.
    """

    kind: str | None = None
    waiting: tuple[str, ...] | None = None
    nagashi: bool = False
    deltas: tuple[int, ...] | None = None


class SaidRound(Struct, frozen=True, kw_only=True):
    """What the log says of a round.

    ``round``: the round wind. ``number``: of the dealer, from 1. ``honba``, ``sticks``: before the round. ``before``,
    ``after``: the scores. ``riichi``: the sticks that were laid, in order. ``table``: counters and sticks as its ending
    tells them. ``wins``, ``draw``: its ending. ``tiles``: all that were dealt, drawn and turned, as text. ``vacant``:
    figures other than 0 for seats at which nobody sits.
    """

    round: str
    number: int
    honba: int
    sticks: int
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    riichi: tuple[SaidRiichi, ...] = ()
    table: tuple[int, int] | None = None
    wins: tuple[SaidWin, ...] = ()
    draw: SaidDraw | None = None
    tiles: str = ""
    vacant: tuple[float, ...] = ()


class SaidGame(Struct, frozen=True, kw_only=True):
    """What the log says of the game.

    ``rounds``: in their order. ``scores``: points at the end, with the sticks that were left. ``final``: the results
    with uma and oka. Both are none where the log does not tell. ``cut_off``: where the log breaks off, ``in_round``
    (that round is ``unfinished``, and no part of the record) or ``between_rounds`` (in a format that tells of the end
    of a game); none for a whole log. ``vacant``: figures other than 0 at the end for seats at which nobody sits.
    """

    rounds: tuple[SaidRound, ...]
    scores: tuple[int, ...] | None = None
    final: tuple[float, ...] | None = None
    cut_off: Literal["in_round", "between_rounds"] | None = None
    unfinished: SaidRound | None = None
    vacant: tuple[float, ...] = ()


class LoggedGame(Struct, frozen=True, kw_only=True):
    """A game of a log.

    ``name``: its file. ``format``: ``mjlog``, ``tenhou.net/6`` or ``mjai``. ``record``: the game as plain data, which
    :func:`settle_game` takes. ``said``: what the log says of it.
    """

    name: str
    format: str
    record: dict[str, Any]
    said: SaidGame
