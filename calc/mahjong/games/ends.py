"""When a game is over: somebody below 0, the last hand, the target in a further wind, or the dealer who stops."""

from __future__ import annotations

from collections.abc import Sequence

from calc.mahjong.games.finals import order_of
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.results import Ending
from calc.mahjong.rounds.round import ReadRound
from calc.mahjong.schema import MahjongRules

__all__ = ["ending_after"]


def ending_after(
    read: ReadRound, frame: Frame, points: Sequence[int], rules: MahjongRules, *, is_last: bool
) -> Ending | None:
    """Why the game is over after a round, ``None`` where it goes on.

    ``points``: of each player after the round. ``is_last``: whether no round follows, which is how a dealer who may
    stop says so.
    """
    match = rules.match
    if match.bust_below is not None and min(points) < match.bust_below:
        return "bust"
    seats = len(rules.seats)
    hand = frame.wind * seats + frame.number
    if read.is_void or hand < match.winds * seats:
        return None
    is_extra = hand > match.winds * seats
    leader = order_of(points)[0]
    has_target = points[leader] >= match.target if match.target_is == "reached" else points[leader] > match.target
    if read.keeps:
        dealer_leads = leader == frame.number - 1
        stops = match.dealer_stops == "always" or (match.dealer_stops == "may" and is_last)
        if stops and dealer_leads and _is_earned(read) and (has_target or not match.extra_winds):
            return "dealer_stopped"
        at_target = is_extra and (match.extra_until == "target" or (dealer_leads and match.extra_until != "end"))
    else:
        if hand == (match.winds + match.extra_winds) * seats or (has_target and not is_extra):
            return "rounds_over"
        at_target = is_extra and match.extra_until != "end"
    return "target_reached" if at_target and has_target else None


def _is_earned(read: ReadRound) -> bool:
    """Whether the dealer kept the deal by a win or by waiting, and not because the round was broken off."""
    return read.draw is None or read.draw.is_exhaustive
