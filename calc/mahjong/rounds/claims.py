"""Claims on rounds and games: where they differ from the result, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.departures import departure_of, joined, title_of
from calc.errors import RecordError, contradict, did_you_mean
from calc.mahjong.explain.rounds import why_next, why_paid
from calc.mahjong.records.types import FinalClaim, Results
from calc.mahjong.rounds.results import FinalLine, GameResult, RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.match import by_player
from calc.outcomes import Departure, Difference, check_not_empty, compare, said_by
from calc.records.values import Amounts
from calc.translation import say

#: What a final score is made of beside the points.
_PARTS: Final = {
    "uma": "uma {amount}",
    "oka": "oka {amount}",
    "chips": "chips {amount}",
    "yakitori": "yakitori {amount}",
    "penalties": "penalty {amount}",
}


def of_amounts(
    key: str,
    at: str,
    actual: Sequence[float],
    players: Sequence[str],
    seats: Sequence[str] = (),
    expected: Sequence[float] | None = None,
) -> Callable[[Amounts], list[Difference]]:
    """How claimed amounts at a key, ``at``, differ from the ``actual`` ones, for :func:`calc.outcomes.compare`.

    ``players``, ``seats``: as :func:`calc.match.by_player` takes them. ``expected``: other amounts, where the players
    carry an earlier mistake along; both are right then.
    """

    def compared(claimed: Amounts) -> list[Difference]:
        given = by_player(claimed, f"{at}.{key}", players, seats)
        if all(amount in (actual[player], (expected or actual)[player]) for player, (_, amount) in given.items()):
            return []
        return [Difference(key, dict(given.values()), {name: actual[player] for player, (name, _) in given.items()})]

    return compared


def final_differences(
    claimed: Results, lines: Sequence[FinalLine], players: Sequence[str], at: str
) -> Iterator[Difference]:
    """Differences between claimed final results, amounts or lines, and the right ones."""
    by_name, seen = {line.player: line for line in lines}, set[str]()
    numbers: Any = claimed
    if not isinstance(claimed, list) or not any(isinstance(item, FinalClaim) for item in claimed):
        yield from of_amounts("final", at, [by_name[name].score for name in players], players)(numbers)
        return
    for place, item in enumerate(claimed):
        key = f"{at}.final[{place}]"
        if not isinstance(item, FinalClaim):
            raise RecordError("expected numbers or lines of results, found both", key=key)
        name = item.player
        if name not in by_name:
            raise RecordError("there is no player {0!r}{1}", name, did_you_mean(name, players), key=f"{key}.player")
        if name in seen:
            contradict("expected one line a player, found {0!r} twice", name, key=f"{key}.player")
        seen.add(name)
        parts = {part: getattr(by_name[name], part) for part in ("place", "points", "score", *_PARTS)}
        check_not_empty(said_by(item).keys() & parts, key, "place: 1")
        for one in compare(item, parts, key, "place: 1"):
            yield Difference("final", {name: {one.key: one.claimed}}, {name: {one.key: one.actual}})


def round_departures(result: RoundResult, rules: MahjongRules) -> list[Departure]:
    """Every departure of a claim on a round."""
    if result.differences is UNSET:
        return []
    found = [
        Departure(f"wins[{place}].{one.key}", one.claimed, one.actual)
        for place, win in enumerate(result.wins or [])
        for one in win.differences or []
    ]
    named = result.players or {}
    by_name = [
        replace(one, from_=named.get(one.from_, one.from_), to=named.get(one.to, one.to)) for one in result.transfers
    ]
    bumped = [note.text for note in result.notes if note.id == "head_bump"]
    paid = [*bumped, *why_paid(result, rules, title_of)]
    for one in result.differences:
        is_by_seat = isinstance(one.claimed, Mapping) and set(one.claimed) <= set(result.changes)
        departure = departure_of(one, result.transfers if is_by_seat else by_name)
        why = why_next(result, rules, title_of) if one.key == "next" else [*departure.why, *paid]
        found.append(replace(departure, why=[*why]))
    return found


def game_departures(result: GameResult, rules: MahjongRules) -> tuple[int | None, list[Departure]]:
    """The place (from 0) of the first wrong round and its departures; ``None`` and those of the final results where
    all rounds are right.
    """
    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            return place, round_departures(one, rules)
    return None, [
        replace(departure := departure_of(one), why=[*departure.why, *_why_final(departure, result)])
        for one in result.differences or []
    ]


def _why_final(one: Departure, result: GameResult) -> Iterator[str]:
    """How the score of the first player with a wrong one came about."""
    if one.key != "final" or not isinstance(one.claimed, Mapping):
        return
    line = next((line for line in result.final if one.claimed.get(line.player, line.score) != line.score), None)
    if line is None:
        return
    parts = {key: getattr(line, key) for key in _PARTS}
    told = [say(_PARTS[key], amount=f"{part:+}") for key, part in parts.items() if part or key in ("uma", "oka")]
    text = "{who}: {points} points, place {place}, of {score}: {parts}"
    points, score = f"{line.points:,}", f"{line.score:+}"
    yield say(text, who=line.player, points=points, place=line.place, score=score, parts=joined(told))
    for other in result.final:
        if other.points == line.points and other is not line:
            text = "{who} has as many points as {other}, sits nearer the first dealer, and so is placed before"
            if other.place == line.place:
                text = "{who} and {other} have as many points and share the place"
            elif other.place < line.place:
                text = "{other} has as many points as {who}, sits nearer the first dealer, and so is placed before"
            yield say(text, who=line.player, other=other.player)
