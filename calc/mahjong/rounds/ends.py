"""When a game is over: somebody below 0, the last hand, the target in a further wind, or the dealer who stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from calc.mahjong.hand.hands import DEALER
from calc.mahjong.rounds.finals import order_of
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.results import Ending
from calc.mahjong.rounds.round import ReadRound
from calc.mahjong.rules.schema import MahjongRules

#: The values of a rule table that decide each way in which a game ends.
_DECIDED_BY: Final[dict[Ending, tuple[str, ...]]] = {
    "bust": ("match.bust_below",),
    "rounds_over": ("match.winds", "match.extra_winds"),
    "target_reached": ("match.target", "match.target_is", "match.extra_winds", "match.extra_until"),
    "dealer_stopped": ("match.dealer_stops",),
}


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
    regular, most = match.winds * seats, (match.winds + match.extra_winds) * seats
    if hand < regular:
        return None
    is_extra = hand > regular
    leader = order_of(points)[0]
    dealer_leads = leader == frame.number - 1
    has_target = points[leader] >= match.target if match.target_is == "reached" else points[leader] > match.target
    if not read.keeps and (hand == most or (has_target and not is_extra)):
        return "rounds_over"
    waits_for_dealer = match.extra_until == "target_after_dealer" and read.keeps and not dealer_leads
    if is_extra and has_target and match.extra_until != "end" and not waits_for_dealer:
        return "target_reached"
    may_stop = match.dealer_stops == "always" or (match.dealer_stops == "may" and is_last)
    if may_stop and hand in (regular, most) and dealer_leads and (has_target or not match.extra_winds):
        return "dealer_stopped" if _is_earned(read, rules) else None
    return None


def explain_ending(
    ending: Ending, points: Sequence[int], players: Sequence[str], rules: MahjongRules
) -> tuple[str, dict[str, str]]:
    """Why a game is over with ``points`` of ``players``, and the options that decide it, with their answers."""
    match, best = rules.match, order_of(points)[0]
    leads = f"{players[best]} had {points[best]:,} points"
    paths = _DECIDED_BY[ending]
    if ending == "bust":
        last = points.index(min(points))
        why = f"{players[last]} had {points[last]:,} points, less than {match.bust_below}"
    elif ending == "target_reached":
        why = f"{leads}, the target is {match.target:,}"
    elif ending == "dealer_stopped":
        why = f"the dealer led and stopped: {leads}"
    elif match.extra_winds:
        why, paths = f"it was the last hand, {leads}, the target is {match.target:,}", (*paths, "match.target")
    else:
        why = "it was the last hand"
    return why, rules.options_at(*paths)


def _is_earned(read: ReadRound, rules: MahjongRules) -> bool:
    """Whether the dealer keeps the deal by a win, a Pool of Dreams or by waiting, and not for any other reason."""
    if read.draw is None:
        return read.keeps and not read.is_void
    if not read.keeps:
        return False
    return rules.seats[DEALER] in (*(read.draw.waiting or ()), *read.draw.record.pool_of_dreams)
