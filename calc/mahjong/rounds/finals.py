"""Final scoring: from points to results, with oka, uma, rounding and ties; the first absorbs what the sum lacks, where
the rules say so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from calc.mahjong.rounds.results import FinalLine
from calc.mahjong.rules.rounds import FinalRules, FloatingUma, Rounding
from calc.mahjong.rules.schema import MahjongRules

#: Shared uma and oka are paid in tenths of a unit; what does not divide goes to the better seats.
_TENTHS = 10


class FinalTable(Struct, frozen=True):
    """The lines, best first, and what the first took so that the results sum to 0, in units of the results."""

    lines: list[FinalLine]
    remainder: int | float


def order_of(points: Sequence[int]) -> list[int]:
    """The players, best first; of equal ones the nearest to the first dealer.

    >>> order_of([20000, 30000, 30000])
    [1, 2, 0]
    """
    return sorted(range(len(points)), key=lambda player: (-points[player], player))


def final_table(
    players: Sequence[str],
    points: Sequence[int],
    start: Sequence[int],
    rules: MahjongRules,
    chombo: Mapping[int, int] | None = None,
) -> FinalTable:
    """The final results. ``points`` and ``start``: a player, in the order of the game; ``chombo``: how many that cost
    points.
    """
    final = rules.final
    order = order_of(points)
    places = [place for place, _ in enumerate(order)]
    if final.ties == "share":
        places = [next(at for at in places if points[order[at]] == points[player]) for player in order]
    oka = _shared([Fraction(final.oka)] + [Fraction(0)] * (len(order) - 1), places, final.unit)
    returned = [one if final.return_ == "start" else int(final.return_) for one in start]
    by_place = _uma_of(points, returned, final)
    uma = _shared([Fraction(one) * final.unit for one in by_place], places, final.unit)
    scores = []
    for at, player in enumerate(order):
        gained = round_result(points[player] + oka[at], returned[player], final.unit, final.rounding)
        scores.append(gained + uma[at] / final.unit)
    remainder = -sum(scores) if final.remainder == "first" else Fraction(0)
    scores[0] += remainder
    for at, player in enumerate(order):
        scores[at] -= Fraction((chombo or {}).get(player, 0) * rules.rounds.chombo.points, final.unit)
    lines = [
        FinalLine(
            player=players[player],
            place=places[at] + 1,
            points=points[player],
            score=_plain(scores[at]),
            uma=_plain(uma[at] / final.unit),
            oka=_plain(oka[at] / final.unit),
        )
        for at, player in enumerate(order)
    ]
    return FinalTable(lines, _plain(remainder))


def round_result(points: Fraction | int, back: int, unit: int, rounding: Rounding) -> Fraction:
    """Points less ``back``, in units, rounded as the rule set says.

    >>> round_result(23500, 30000, 1000, Rounding(mode="half_down", of="difference"))
    Fraction(-7, 1)
    """
    if rounding.of == "score":
        return _round(Fraction(points, unit), rounding.mode) - Fraction(back, unit)
    return _round(Fraction(points - back, unit), rounding.mode)


def _uma_of(points: Sequence[int], returned: Sequence[int], final: FinalRules) -> Sequence[float]:
    """The uma of each place; where it floats, by how many players have kept what is asked."""
    if not isinstance(final.uma, FloatingUma):
        return final.uma
    least = returned if final.uma.at_least == "return" else [int(final.uma.at_least)] * len(points)
    kept = sum(have >= need for have, need in zip(points, least, strict=True))
    return final.uma.by_number[str(kept)]


def leftover_shares(points: Sequence[int], amount: int, rules: MahjongRules) -> dict[int, int]:
    """Who takes so many points of riichi sticks that are left at the end, and how much.

    Shared, they go out in the smallest steps in which points are paid; what does not divide goes to the better seats.
    Shared down, all get the same whole points; what does not divide is nobody's.
    """
    order = order_of(points)
    if rules.final.leftover_sticks == "nobody" or not amount:
        return {}
    if rules.final.leftover_sticks == "first":
        return {order[0]: amount}
    best = [player for player in order if points[player] == points[order[0]]]
    if rules.final.leftover_sticks == "share_down":
        return dict.fromkeys(best, amount // len(best))
    step = rules.points.round_up_to
    steps = amount // step
    return {
        player: (steps // len(best) + (at < steps % len(best))) * step + (amount % step if at == 0 else 0)
        for at, player in enumerate(best)
    }


def _round(value: Fraction, mode: str) -> Fraction:
    whole, half = value.numerator // value.denominator, Fraction(1, 2)
    rest = value - whole
    if mode == "none":
        return value
    goes_up = rest > half or (rest == half and (mode == "half_up" or (mode == "half_away" and value > 0)))
    return Fraction(whole + goes_up)


def _shared(amounts: Sequence[Fraction], places: Sequence[int], unit: int) -> list[Fraction]:
    """What each place gets where those with the same place share what theirs get together."""
    smallest = max(Fraction(unit, _TENTHS), Fraction(1))
    shared = list(amounts)
    for place in set(places):
        tied = [at for at, one in enumerate(places) if one == place]
        pot = sum((amounts[at] for at in tied), Fraction(0))
        each = pot / len(tied) // smallest * smallest if len(tied) > 1 else pot
        for at in tied:
            shared[at] = each
        rest = pot - each * len(tied)
        for at in tied:
            step = min(smallest, rest)
            shared[at] += step
            rest -= step
    return shared


def _plain(value: Fraction | int) -> int | float:
    """A whole number as such, else its decimals."""
    return int(value) if value == int(value) else float(value)
