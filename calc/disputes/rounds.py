"""Where claims on rounds of riichi and on games depart from what they are, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.disputes.departure import Departure, title_of, why_amounts
from calc.settle.outcomes import Difference

__all__ = ["game_departures", "round_departures"]


def round_departures(result: Any) -> list[Departure]:
    """Every departure of a claim on a riichi round."""
    if result.differences is UNSET:
        return []
    wins = list(result.wins) if getattr(result, "wins", UNSET) is not UNSET else []
    found = [
        Departure(f"wins[{place}].{one.key}", one.claimed, one.actual)
        for place, win in enumerate(wins)
        for one in (win.differences if getattr(win, "differences", UNSET) is not UNSET else [])
    ]
    named = result.players if result.players is not UNSET else {}
    transfers = [
        replace(one, from_=named.get(one.from_, one.from_), to=named.get(one.to, one.to)) for one in result.transfers
    ]
    for one in result.differences:
        by_seat = isinstance(one.claimed, Mapping) and set(one.claimed) <= set(result.changes)
        departure = _departure(one, result.transfers if by_seat else transfers)
        found.append(replace(departure, why=[*departure.why, *_why_draw(result)]))
    return found


def _why_draw(result: Any) -> Iterator[str]:
    """Who waits at an exhaustive draw, and that a Pool of Dreams is paid in place of it."""
    draw = result.draw if result.draw is not UNSET else None
    if draw is None or draw.kind != "exhaustive":
        return
    if draw.pool_of_dreams:
        pools = ", ".join(map(title_of, draw.pool_of_dreams))
        yield f"the Pool of Dreams of {pools} is paid, and not who waits; no counters are"
    else:
        waiting = ", ".join(map(title_of, draw.waiting)) or "nobody"
        rest = ", ".join(map(title_of, draw.not_waiting)) or "nobody"
        yield f"waiting: {waiting}; not waiting: {rest}"


def _departure(one: Difference, transfers: Any) -> Departure:
    """Changes are explained by what was paid; scores carry what was before."""
    amounts = isinstance(one.claimed, Mapping) and isinstance(one.actual, Mapping)
    signed = one.key == "changes"
    why = list(why_amounts(one.claimed, one.actual, transfers, signed=signed)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def game_departures(record: Any, result: Any, rules: Any, lang: str) -> tuple[int | None, list[Departure]]:
    """The place (from 0) of the first round of a game that goes wrong, and how it departs; none and the departures of
    the end where all rounds are right.
    """
    from calc.disputes.hanafuda import hanafuda_departures
    from calc.hanafuda.games import rounds_of
    from calc.hanafuda.results import HanafudaResult

    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            if isinstance(one, HanafudaResult):
                return place, hanafuda_departures(rounds_of(record, result, rules)[place], one, rules, lang)
            return place, round_departures(one)
    own = result.differences if result.differences is not UNSET else []
    return None, [
        replace(one, why=[*one.why, *_why_final(one, result)]) for one in (_departure(one, []) for one in own)
    ]


def _why_final(one: Departure, result: Any) -> Iterator[str]:
    """What the winner, or the result of the first player of whom another one is claimed, comes from."""
    if one.key == "winner":
        yield f"scores: {', '.join(f'{name} {score:,}' for name, score in result.scores.items())}"
    if one.key != "final" or not isinstance(one.claimed, Mapping):
        return
    line = next((line for line in result.final if one.claimed.get(line.player, line.score) != line.score), None)
    if line is not None:
        yield (
            f"{line.player}: {line.points:,} points, place {line.place}, of {line.score:+} uma {line.uma:+} "
            f"and oka {line.oka:+}"
        )
