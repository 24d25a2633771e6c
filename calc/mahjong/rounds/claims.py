"""Claims on rounds and games: where they differ from the result, and why."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.departures import departure_of, joined, parts_of, title_of
from calc.errors import RecordError, contradict, did_you_mean
from calc.layout.words import han_and_fu, word
from calc.mahjong.explain.rounds import why_next, why_paid
from calc.mahjong.records.types import FinalClaim, Results
from calc.mahjong.rounds.results import FinalLine, GameResult, RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.match import by_player
from calc.outcomes import Departure, Difference, check_not_empty, compare, said_by
from calc.records.values import Amounts
from calc.text import number
from calc.translation import Phrases, say

#: What a final score is made of beside the points.
_PARTS: Final = Phrases("final.part")


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
        parts = {part: getattr(by_name[name], part) for part in ("place", "points", "score", "fixed", *_PARTS)}
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
        why = why_next(result, rules, title_of) if one.key == "next" else [*paid, *departure.why]
        found.append(replace(departure, why=[*why]))
    return found


def round_reasons(result: RoundResult, rules: MahjongRules) -> Iterator[str]:
    """How a round comes about: its wins, the rules of the table that decided, and what the gains are made of."""
    for win in result.wins or ():
        level = rules.points.title(win.level, win.limits) if win.level else ""
        worth = say(", ").join(filter(None, (han_and_fu(win.han, win.fu), level)))
        source = say(" from {discarder}", discarder=title_of(win.from_)) if win.from_ else ""
        text = "{who} by {how}{source}, {worth}: {points}" if worth else "{who} by {how}{source}: {points}"
        yield say(text, who=title_of(win.seat), how=word(win.by), source=source, worth=worth, points=number(win.points))
    yield from why_paid(result, rules, title_of)
    for seat in result.changes:
        yield from parts_of(seat, result.transfers)


def game_departures(result: GameResult, rules: MahjongRules) -> tuple[int | None, list[Departure]]:
    """The place (from 0) of the first wrong round and its departures; else ``None`` and those of the final results."""
    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            return place, round_departures(one, rules)
    found = []
    for each in result.differences or []:
        claimed = each.claimed if each.key == "final" and isinstance(each.claimed, Mapping) else {}
        wrong = [line.player for line in result.final if claimed.get(line.player, line.score) != line.score]
        departure = departure_of(each)
        found.append(replace(departure, why=[*final_reasons(result, {*wrong[:1]}), *departure.why]))
    return None, found


def final_reasons(result: GameResult, players: Set[str]) -> Iterator[str]:
    """How the final scores of some players come about; first who is placed before whom of equal points, and why."""
    for line, other in combinations(result.final, 2):
        if other.points == line.points and not players.isdisjoint((line.player, other.player)):
            text = "{who} and {other} have equal points: {who} sits nearer the first dealer and is placed before"
            if other.place == line.place:
                text = "{who} and {other} have equal points and share the place"
            yield say(text, who=line.player, other=other.player)
    for line in (one for one in result.final if one.player in players):
        if line.fixed is not UNSET:
            text = "{who}: {points} points, place {place}; the result is fixed at {score}"
            values = {"points": number(line.points), "place": line.place, "score": f"{line.score:+}"}
            yield say(text, who=line.player, **values)
            continue
        parts = {key: getattr(line, key) for key in _PARTS}
        told = [_PARTS.text(key).format(amount=f"{part:+}") for key, part in parts.items() if part]
        base = line.score - sum(part or 0 for part in parts.values())
        text = "{who}: {points} points, place {place}: {sums} = {score}"
        values = {"points": number(line.points), "place": line.place, "score": f"{line.score:+}"}
        sums = joined([say("{amount} for the points", amount=f"{base:+g}"), *told])
        yield say(text, who=line.player, sums=sums, **values)
