"""The end of a game: when it is over, and its results with uma, oka, rounding, ties, chips (祝儀) and yakitori."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from calc.errors import refuse_first
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Game
from calc.mahjong.rounds import faults, frames
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.reading import ReadRound
from calc.mahjong.rounds.results import Ending, FinalLine
from calc.mahjong.rounds.round import PlayedRound
from calc.mahjong.rules.ruleset import FinalRules, FloatingUma, MahjongRules, Rounding
from calc.match import by_player, scores_of
from calc.translation import msg

#: The values of a rule table that decide each way in which a game ends.
_DECIDED_BY: Final[dict[Ending, tuple[str, ...]]] = {
    "bust": ("match.bust_below",),
    "rounds_over": ("match.winds", "match.extra_winds"),
    "target_reached": ("match.target", "match.target_is", "match.extra_winds", "match.extra_until"),
    "dealer_stopped": ("match.dealer_stops",),
    "scores_given": (),
}
#: Shared uma, oka and yakitori are paid in tenths of a unit; what does not divide goes to the better seats.
_TENTH: Final = Fraction(1, 10)


def order_of(points: Sequence[int]) -> list[int]:
    """The players, best first; of equal ones the nearest to the first dealer.

    >>> order_of([20000, 30000, 30000])
    [1, 2, 0]
    """
    return sorted(range(len(points)), key=lambda player: (-points[player], player))


def places_of(points: Sequence[int], rules: MahjongRules) -> list[int]:
    """The place of each player, best first and from 0; equal ones share the better place where ties are shared."""
    order = order_of(points)
    places = list(range(len(order)))
    if rules.final.ties != "share":
        return places
    return [next(at for at in places if points[order[at]] == points[player]) for player in order]


# ---- when a game is over


def ending_after(
    read: ReadRound, frame: Frame, points: Sequence[int], rules: MahjongRules, *, is_last: bool
) -> Ending | None:
    """Why the game is over after a round, ``None`` where it goes on.

    ``points``: of each player after the round. ``is_last``: whether the record has no further round; a dealer who may
    stop has then stopped (agari-yame).
    """
    match = rules.match
    if match.bust_below is not None and min(points) < match.bust_below:  # tobi
        return "bust"
    hand, regular, most = frames.hands_of(frame, rules)
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


def _is_earned(read: ReadRound, rules: MahjongRules) -> bool:
    """Whether the dealer keeps the deal by a win, a nagashi mangan or tenpai, and not for another reason."""
    if read.draw is None:
        return read.keeps and not read.is_void
    if not read.keeps or rules.match.dealer_stops_after == "win":
        return False
    return rules.seats[DEALER] in (*(read.draw.tenpai or ()), *read.draw.record.pool_of_dreams)


def explain_ending(
    ending: Ending, points: Sequence[int], players: Sequence[str], rules: MahjongRules
) -> tuple[str, dict[str, str]]:
    """Why a game is over with ``points`` of ``players``, and the options that decide it, with their answers."""
    match, best, last, paths = rules.match, order_of(points)[0], points.index(min(points)), _DECIDED_BY[ending]
    leads, target = msg("{0} had {1} points", players[best], f"{points[best]:,}"), f"{match.target:,}"
    if ending == "bust":
        why = msg("{0} had {1} points, less than {2}", players[last], f"{points[last]:,}", match.bust_below)
    elif ending == "target_reached":
        why = msg("{0}, the target is {1}", leads, target)
    elif ending == "dealer_stopped":
        why = msg("the dealer led and stopped: {0}", leads)
    elif match.extra_winds:
        why, paths = msg("it was the last hand, {0}, the target is {1}", leads, target), (*paths, "match.target")
    else:
        why = msg("it was the last hand")
    return why, rules.options_at(*paths)


# ---- final results


def read_scores(game: Game, rules: MahjongRules) -> list[int]:
    """The points of each player at the end of a game whose rounds are not known.

    Raises :class:`calc.RecordError` unless they are all there, and :class:`calc.HandError` unless they add up.
    """
    scores = scores_of(game)
    refuse_first(faults.of_scores(scores, sum(frames.start_of(game, rules)), rules))
    return scores


def final_table(
    players: Sequence[str],
    points: Sequence[int],
    start: Sequence[int],
    rules: MahjongRules,
    chombo: Mapping[int, int] | None = None,
    extras: Mapping[str, Sequence[Fraction]] | None = None,
    fixed: Mapping[int, Fraction] | None = None,
) -> tuple[list[FinalLine], int | float]:
    """The final results, best first, and the units added for the first so that they sum to 0.

    ``points``, ``start``: of each player, in the order of the game. ``chombo``: how many of each player cost points.
    ``extras``: what :func:`read_extras` found. ``fixed``: results that stand whatever the points are, as for a
    substitute.
    """
    gains, final = extras or {}, rules.final
    order, places = order_of(points), places_of(points, rules)
    oka = _share((final.oka, *[0] * (len(order) - 1)), tuple(places), final.unit)
    returned = [one if final.return_ == "start" else int(final.return_) for one in start]
    by_place = _find_uma(points, returned, final)
    uma = _share(tuple([one * final.unit for one in by_place]), tuple(places), final.unit)
    scores = [
        round_result(points[player] + oka[at], returned[player], final.unit, final.rounding) + uma[at] / final.unit
        for at, player in enumerate(order)
    ]
    remainder = -sum(scores) if final.remainder == "first" else Fraction(0)
    scores[0] += remainder
    lines = []
    for at, player in enumerate(order):
        more = {key: units[player] for key, units in gains.items()}
        if count := (chombo or {}).get(player, 0):
            more["chombo"] = Fraction(-count * rules.rounds.chombo.points, final.unit)
        scores[at] += sum(more.values(), Fraction(0))
        if fixed and player in fixed:
            scores[at] = more["fixed"] = fixed[player]
        parts = {"score": scores[at], "uma": uma[at] / final.unit, "oka": oka[at] / final.unit, **more}
        numbers = {key: _to_number(part) for key, part in parts.items()}
        lines.append(FinalLine(player=players[player], place=places[at] + 1, points=points[player], **numbers))
    return lines, _to_number(remainder)


@lru_cache(maxsize=4096)
def round_result(points: Fraction | int, back: int, unit: int, rounding: Rounding) -> Fraction:
    """Points less ``back``, in units, rounded as the rule set says.

    >>> round_result(23500, 30000, 1000, Rounding(mode="half_down", of="difference"))
    Fraction(-7, 1)
    """
    value, less, mode = Fraction(points - back, unit), Fraction(0), rounding.mode
    if rounding.of == "score":
        value, less = Fraction(points, unit), Fraction(back, unit)
    if mode == "none":
        return value - less
    whole, half = value.numerator // value.denominator, Fraction(1, 2)
    rest = value - whole
    goes_up = rest > half or (rest == half and (mode == "half_up" or (mode == "half_away" and value > 0)))
    return Fraction(whole + goes_up) - less


def _find_uma(points: Sequence[int], returned: Sequence[int], final: FinalRules) -> Sequence[float]:
    """The uma of each place; floating uma depend on how many players kept the points that the rule set asks for."""
    if not isinstance(final.uma, FloatingUma):
        # No uma at all are none for any number of players.
        return final.uma if any(final.uma) else [0] * len(points)
    least = returned if final.uma.at_least == "return" else [int(final.uma.at_least)] * len(points)
    kept = sum(have >= need for have, need in zip(points, least, strict=True))
    return final.uma.by_number[str(kept)]


@lru_cache(maxsize=256)
def _share(amounts: tuple[float, ...], places: tuple[int, ...], unit: int) -> list[Fraction]:
    """The amount of each place, where players in the same place share the sum of their amounts."""
    smallest = max(unit * _TENTH, Fraction(1))
    shared = [*map(Fraction, amounts)]
    for place in set(places):
        tied = [at for at, one in enumerate(places) if one == place]
        pot = sum((Fraction(amounts[at]) for at in tied), Fraction(0))
        for at, share in zip(tied, _in_parts(pot, len(tied), smallest), strict=True):
            shared[at] = share
    return shared


def _in_parts(amount: Fraction, parts: int, smallest: Fraction) -> list[Fraction]:
    """An amount in equal parts of whole ``smallest`` steps, the first ones a step more where it does not divide, and
    the next one what is left of a step.

    >>> [*map(int, _in_parts(Fraction(1000), 2, Fraction(300)))]
    [600, 400]
    """
    each = amount / parts // smallest * smallest
    rest = amount - each * parts
    return [each + min(smallest, max(rest - at * smallest, Fraction(0))) for at in range(parts)]


def _to_number(value: Fraction | int) -> int | float:
    return int(value) if value == int(value) else float(value)


def leftover_shares(points: Sequence[int], amount: int, rules: MahjongRules) -> dict[int, int]:
    """Who takes ``amount`` points of riichi sticks that are left at the end, and how much each.

    ``share`` deals them out in the smallest steps in which points are paid; what does not divide goes to the better
    seats. ``share_down`` gives all the same whole points; what does not divide is nobody's.
    """
    order, rule = order_of(points), rules.final.leftover_sticks
    if rule == "nobody" or not amount:
        return {}
    best = order[:1] if rule == "first" else [player for player in order if points[player] == points[order[0]]]
    if rule == "share_down":
        return dict.fromkeys(best, amount // len(best))
    shares = _in_parts(Fraction(amount), len(best), Fraction(rules.points.round_up_to))
    return {player: int(share) for player, share in zip(best, shares, strict=True)}


# ---- chips and yakitori


def read_extras(
    game: Game, played: Sequence[PlayedRound], points: Sequence[int], rules: MahjongRules, *, is_over: bool
) -> dict[str, list[Fraction]]:
    """Units that ``chips`` (祝儀), ``yakitori``, of players who won no hand, and ``penalties`` add to each result; of
    the former those that the rule set has. Yakitori is paid once the game ``is_over``.

    Raises :class:`calc.NotPayableError` for chips or yakitori that the rule set does not pay, and what is wrong with
    those that the record gives.
    """
    refuse_first(faults.of_extras(game, rules))
    worth, yakitori = rules.final.chips, rules.final.yakitori
    found: dict[str, list[Fraction]] = {}
    if worth is not None:
        given = {} if game.chips is None else by_player(game.chips, "chips", game.players)
        counts = [given[place][1] if place in given else 0 for place in range(len(game.players))]
        refuse_first(faults.of_chips(sum(counts)))
        found["chips"] = [Fraction(str(worth)) * count for count in counts]
    if game.penalties is not None:
        off = by_player(game.penalties, "penalties", game.players)
        found["penalties"] = [Fraction(-off[place][1] if place in off else 0) for place in range(len(game.players))]
    if yakitori is not None:
        payers = _find_payers(game, played, rules)
        takers = [player for player in order_of(points) if player not in payers] if is_over else []
        units, amount = [Fraction(0)] * len(points), Fraction(str(yakitori.units))
        for payer in payers if takers else ():
            shares = [amount] * len(takers) if yakitori.pays == "each" else _in_parts(amount, len(takers), _TENTH)
            for taker, share in zip(takers, shares, strict=True):
                units[taker] += share
                units[payer] -= share
        found["yakitori"] = units
    return found


def _find_payers(game: Game, played: Sequence[PlayedRound], rules: MahjongRules) -> set[int]:
    """The players who won no hand, by the rounds, or as the record says where the rounds are not known."""
    if game.scores is not None:
        refuse_first(faults.of_yakitori(game, None))
        return {*map(game.players.index, game.yakitori or ())}
    found = {*range(len(game.players))}
    for one in played:
        draw, seats = one.read.draw, [one.records[place].seat for place in one.read.paid]
        # Nagashi mangan is a win where the rule set pays it like one.
        if draw is not None and rules.rounds.dealer_keeps.nagashi == "as_won":
            seats += draw.record.pool_of_dreams
        found -= {*map(frames.seats_of(one.frame, rules).index, seats)}
    refuse_first(faults.of_yakitori(game, [game.players[place] for place in sorted(found)]))
    return found
