"""Claims on rounds and games: where they differ from the result, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.departures import departure_of, joined, title_of
from calc.errors import RecordError, contradict, did_you_mean
from calc.mahjong.explain.rounds import why_paid
from calc.mahjong.records.types import FinalClaim, Results
from calc.mahjong.rounds.results import FinalLine, GameResult, RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import Departure, Difference, check_not_empty, compare, said_by
from calc.records.values import Amounts
from calc.translation import msg, say

#: What a final score is made of beside the points.
_PARTS: Final = {
    "uma": "uma {amount}",
    "oka": "oka {amount}",
    "chips": "chips {amount}",
    "yakitori": "yakitori {amount}",
}


def by_party(claimed: Amounts, seats: Sequence[str], players: Sequence[str], key: str) -> dict[int, tuple[str, int]]:
    """Claimed amounts by player (counted in the order of the game), each with the name that the claim uses.

    ``seats``: the seat of each player, empty for one who sits out; none where only names can be used. Raises
    :class:`calc.CalcError` for a name that is neither, and for a list with another number of amounts than players.
    """
    parties = [*players] or [*seats]
    check_not_empty(claimed, key, f"{parties[0]}: 1000")
    if isinstance(claimed, list):
        if len(claimed) != len(parties):
            raise RecordError("expected {0} numbers, one a player, found {1}", len(parties), len(claimed), key=key)
        return {place: (parties[place], amount) for place, amount in enumerate(claimed)}
    found: dict[int, tuple[str, int]] = {}
    for name, amount in claimed.items():
        at = f"{key}.{name}"
        places = {order.index(name) for order in (players, seats) if name and name in order}
        if not places:
            expected = msg("a player or a seat") if players and seats else msg("a player") if players else msg("a seat")
            hint = did_you_mean(name, [*players, *filter(None, seats)])
            raise RecordError("expected {0}, found {1!r}{2}", expected, name, hint, key=at)
        if len(places) > 1:
            contradict(
                "{0!r} is one player's name and another's seat; claim by the other names, or as a list", name, key=at
            )
        (place,) = places
        if place in found:
            contradict("{0} and {1} are the same player; leave one out", found[place][0], name, key=at)
        found[place] = (name, amount)
    return found


def of_amounts(
    key: str,
    at: str,
    parties: tuple[Sequence[str], Sequence[str]],
    actual: Sequence[float],
    expected: Sequence[float] | None = None,
) -> Callable[[Amounts], list[Difference]]:
    """How claimed amounts at a key, ``at``, differ from the ``actual`` ones, for :func:`calc.outcomes.compare`.

    ``parties``: seats and players, as :func:`by_party` takes them. ``expected``: other amounts, where the players carry
    an earlier mistake along; both are right then.
    """

    def compared(claimed: Amounts) -> list[Difference]:
        given = by_party(claimed, *parties, f"{at}.{key}")
        if all(amount in (actual[player], (expected or actual)[player]) for player, (_, amount) in given.items()):
            return []
        return [Difference(key, dict(given.values()), {name: actual[player] for player, (name, _) in given.items()})]

    return compared


def final_differences(
    claimed: Results, lines: Sequence[FinalLine], players: Sequence[str], at: str
) -> Iterator[Difference]:
    """Differences between claimed final results and the right ones, by name."""
    if isinstance(claimed, list) and any(isinstance(item, FinalClaim) for item in claimed):
        yield from _line_differences(claimed, lines, players, f"{at}.final")
        return
    numbers: Any = claimed
    by_name = {line.player: line.score for line in lines}
    yield from of_amounts("final", at, ((), players), [by_name[name] for name in players])(numbers)


def _line_differences(
    claimed: Sequence[Any], lines: Sequence[FinalLine], players: Sequence[str], key: str
) -> Iterator[Difference]:
    by_name = {line.player: line for line in lines}
    seen: set[str] = set()
    for place, item in enumerate(claimed):
        at = f"{key}[{place}]"
        if not isinstance(item, FinalClaim):
            raise RecordError("expected numbers or lines of results, found both", key=at)
        if item.player not in by_name:
            hint = did_you_mean(item.player, players)
            raise RecordError("there is no player {0!r}{1}", item.player, hint, key=f"{at}.player")
        if item.player in seen:
            contradict("expected one line a player, found {0!r} twice", item.player, key=f"{at}.player")
        seen.add(item.player)
        line = by_name[item.player]
        parts = {name: getattr(line, name) for name in ("place", "points", "score", *_PARTS)}
        check_not_empty(said_by(item).keys() & parts, at, "place: 1")
        for one in compare(item, parts, at, "place: 1"):
            yield Difference("final", {item.player: {one.key: one.claimed}}, {item.player: {one.key: one.actual}})


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
    transfers = [
        replace(one, from_=named.get(one.from_, one.from_), to=named.get(one.to, one.to)) for one in result.transfers
    ]
    paid = list(why_paid(result, rules, title_of))
    for one in result.differences:
        by_seat = isinstance(one.claimed, Mapping) and set(one.claimed) <= set(result.changes)
        departure = departure_of(one, result.transfers if by_seat else transfers)
        bumped = [note.text for note in result.notes if note.id == "head_bump"]
        found.append(replace(departure, why=[*departure.why, *bumped, *paid]))
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
    if line is not None:
        parts = [
            say(_PARTS[key], amount=f"{amount:+}")
            for key in _PARTS
            if (amount := getattr(line, key)) or key in ("uma", "oka")
        ]
        yield say(
            "{who}: {points} points, place {place}, of {score}: {parts}",
            who=line.player,
            points=f"{line.points:,}",
            place=line.place,
            score=f"{line.score:+}",
            parts=joined(parts),
        )
        alike = [other for other in result.final if other.points == line.points and other is not line]
        for other in alike:
            if other.place == line.place:
                text = "{who} and {other} have as many points and share the place"
            elif other.place < line.place:
                text = "{other} has as many points as {who}, sits nearer the first dealer, and so is placed before"
            else:
                text = "{who} has as many points as {other}, sits nearer the first dealer, and so is placed before"
            yield say(text, who=line.player, other=other.player)
