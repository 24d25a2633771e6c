"""Claims on rounds and games, held against what was worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from calc.errors import RecordError, did_you_mean
from calc.mahjong.rounds.results import FinalLine
from calc.outcomes import Difference, check_not_empty, claimed_of
from calc.records.game import FinalClaim, Results
from calc.records.round import Amounts


def by_party(claimed: Amounts, seats: Sequence[str], players: Sequence[str], key: str) -> dict[int, tuple[str, int]]:
    """What is claimed of each player (counted in the order of the game), with the name it is claimed under.

    ``seats``: the seat of each player, none where only names count. Raises :class:`calc.RecordError` for a party that
    is none and for a list of another length.
    """
    parties = [*players] or [*seats]
    check_not_empty(claimed, key, f"{parties[0]}: 1000")
    if isinstance(claimed, list):
        if len(claimed) != len(parties):
            raise RecordError(f"expected {len(parties)} numbers, one a player, found {len(claimed)}", key=key)
        return {place: (parties[place], amount) for place, amount in enumerate(claimed)}
    found: dict[int, tuple[str, int]] = {}
    for name, amount in claimed.items():
        places = {order.index(name) for order in (players, seats) if name in order}
        if not places:
            known = [*players, *seats]
            expected = "a player or a seat" if players and seats else "a player" if players else "a seat"
            raise RecordError(f"expected {expected}, found {name!r}{did_you_mean(name, known)}", key=f"{key}.{name}")
        if len(places) > 1:
            raise RecordError(
                f"{name!r} is one player's name and another's seat; claim by the other names, or as a list",
                code="contradiction",
                key=f"{key}.{name}",
            )
        (place,) = places
        if place in found:
            raise RecordError(
                f"{found[place][0]} and {name} are the same player; leave one out",
                code="contradiction",
                key=f"{key}.{name}",
            )
        found[place] = (name, amount)
    return found


def round_differences(
    key: str, claimed: Mapping[int, tuple[str, int]], expected: Sequence[int], actual: Sequence[int]
) -> Iterator[Difference]:
    """A difference where some claim is neither what is ``actual`` nor what is ``expected`` of the player, which is
    another amount where the table carries on an earlier mistake.
    """
    if any(amount not in (expected[player], actual[player]) for player, (_, amount) in claimed.items()):
        yield Difference(
            key,
            dict(claimed.values()),
            {name: actual[player] for player, (name, _) in claimed.items()},
        )


def final_differences(
    claimed: Results, lines: Sequence[FinalLine], players: Sequence[str], key: str
) -> Iterator[Difference]:
    """Differences between claimed final results and the ones worked out, as results by name."""
    if isinstance(claimed, list) and any(isinstance(item, FinalClaim) for item in claimed):
        yield from _line_differences(claimed, lines, players, key)
        return
    numbers: Any = claimed
    actual = {line.player: line.score for line in lines}
    by_name = by_party(numbers, (), players, key)
    if any(amount != actual[players[player]] for player, (_, amount) in by_name.items()):
        yield Difference(
            "final",
            dict(by_name.values()),
            {name: actual[name] for name, _ in by_name.values()},
        )


def _line_differences(
    claimed: Sequence[Any], lines: Sequence[FinalLine], players: Sequence[str], key: str
) -> Iterator[Difference]:
    by_name = {line.player: line for line in lines}
    for place, item in enumerate(claimed):
        if not isinstance(item, FinalClaim):
            raise RecordError("expected numbers or lines of results, found both", key=f"{key}[{place}]")
        if item.player not in by_name:
            hint = did_you_mean(item.player, players)
            raise RecordError(f"there is no player {item.player!r}{hint}", key=f"{key}[{place}].player")
        if item.player in [other.player for other in claimed[:place]]:
            raise RecordError(
                f"expected one line a player, found {item.player!r} twice",
                code="contradiction",
                key=f"{key}[{place}].player",
            )
        line = by_name[item.player]
        check_not_empty(claimed_of(item).keys() - {"player"}, f"{key}[{place}]", "place: 1")
        for name in ("place", "points", "score", "uma", "oka"):
            value = getattr(item, name)
            if value not in (UNSET, getattr(line, name)):
                yield Difference("final", {item.player: {name: value}}, {item.player: {name: getattr(line, name)}})
