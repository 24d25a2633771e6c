"""The frame of a round: wind, number, counters and sticks, and how the next one follows from it."""

from __future__ import annotations

from msgspec import Struct

from calc.mahjong.rules.schema import MahjongRules


class Frame(Struct, frozen=True, kw_only=True):
    """``wind``: place of the round wind among the seats, from 0; ``number``: from 1, the dealer is the player of that
    number. ``keeps``: hands in a row just before this one in which the seats did not move, ``None`` where that is not
    known.
    """

    wind: int
    number: int
    honba: int
    sticks: int
    keeps: int | None = None


#: The first round of a game.
FIRST = Frame(wind=0, number=1, honba=0, sticks=0, keeps=0)


def frame_name(frame: Frame, winds: str = "ESWN") -> str:
    """How a round is called: ``E2, honba 1``.

    >>> frame_name(FIRST)
    'E1, honba 0'
    """
    return f"{winds[frame.wind % len(winds)]}{frame.number}, honba {frame.honba}"


def next_frame(frame: Frame, *, keeps: bool, honba: int, sticks: int, rules: MahjongRules) -> Frame:
    """The frame after ``frame``: the same dealer, or the next one; after the last dealer the next wind."""
    if keeps:
        kept = None if frame.keeps is None else frame.keeps + 1
        return Frame(wind=frame.wind, number=frame.number, honba=honba, sticks=sticks, keeps=kept)
    is_last = frame.number == len(rules.seats)
    return Frame(
        wind=frame.wind + is_last, number=1 if is_last else frame.number + 1, honba=honba, sticks=sticks, keeps=0
    )


def seats_of(frame: Frame, rules: MahjongRules) -> tuple[str, ...]:
    """The seat of each player in the order of the game: in round 2 the second player sits East."""
    seats = rules.seats
    return tuple(seats[(player - frame.number + 1) % len(seats)] for player in range(len(seats)))
