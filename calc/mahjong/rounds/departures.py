"""Where claims on rounds and on games depart from what they are, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.mahjong.rounds.results import GameResult
from calc.outcomes import Departure, departure_of, title_of


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
        departure = departure_of(one, result.transfers if by_seat else transfers)
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


def game_departures(result: GameResult) -> tuple[int | None, list[Departure]]:
    """The place (from 0) of the first round that goes wrong, and how it departs; none and the departures of the end
    where all rounds are right.
    """
    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            return place, round_departures(one)
    return None, [
        replace(departure := departure_of(one), why=[*departure.why, *_why_final(departure, result)])
        for one in result.differences or []
    ]


def _why_final(one: Departure, result: GameResult) -> Iterator[str]:
    """What the result of the first player of whom another one is claimed comes from."""
    if one.key != "final" or not isinstance(one.claimed, Mapping):
        return
    line = next((line for line in result.final if one.claimed.get(line.player, line.score) != line.score), None)
    if line is not None:
        yield (
            f"{line.player}: {line.points:,} points, place {line.place}, of {line.score:+} uma {line.uma:+} "
            f"and oka {line.oka:+}"
        )
