"""Standings over several games: how often each player came where, points, results, penalties, best and worst."""

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from calc.errors import RecordError
from calc.games import Rules, game_behind
from calc.layout.document import Block, Document, Drawn, Table, Text, Title
from calc.layout.tables import csv_text
from calc.layout.words import word
from calc.outcomes import GivenResults, Reply
from calc.pictures.charts import bars
from calc.settling.api import settle_game
from calc.tables.ruleset import spell_choice
from calc.text import block, counted, number, signed
from calc.translation import say

#: More players have no room beside each other in a chart.
_MOST_DRAWN = 8
#: Below this width each player is a block.
_NARROW = 72


class Standing(Struct, frozen=True, kw_only=True):
    """One ``player``: ``place`` in the league by ``result``, shared where that is equal, after so many ``games``.

    ``places``: how often the player came first, second and so on; a shared place counts for each; ``average_place``:
    their average. ``points``: on the table, summed; ``None`` where a game tells results alone. ``result``: summed, in
    the units of the rule set, and on ``average``. ``penalties``: how many chombo. ``best``, ``worst``: the results of
    single games.
    """

    place: int
    player: str
    games: int
    places: list[int]
    average_place: float
    points: int | None
    result: int | float
    average: float
    penalties: int
    best: int | float
    worst: int | float


class Standings(Reply, frozen=True, kw_only=True):
    """A league of ``games``: ``standings``, the best first; ``rules`` are the labels of the rule sets that they were
    settled by, with options off default; ``notes`` what was passed over, not used or guessed of tables of scores, and
    games that may be the same.
    """

    games: int
    rules: list[str]
    standings: list[Standing]
    notes: list[str] = msgspec.field(default_factory=list)

    def brief(self) -> str:
        """The places with their results."""
        told = ", ".join(f"{one.place}. {one.player} {signed(one.result)}" for one in self.standings)
        return "; ".join([f"{counted(self.games, 'game')}: {told}", *filter(None, [", ".join(self.rules)])])


def check_alike(settled: Iterable[Any]) -> None:
    """Raise :class:`RecordError` for results of different games."""
    names = sorted({game_behind(one).id for one in settled})
    if len(names) > 1:
        raise RecordError("games of {0} do not add up; give those of one game", " and ".join(names))


def standings(
    games: Iterable[Any], *, rules: Rules | None = None, options: Mapping[str, Any] | None = None
) -> Standings:
    """Add up games of a league: places, points, results, penalties, best and worst of each player.

    ``games``: records of games of one kind, or results of :func:`settle_game`. ``rules`` and ``options`` as there, for
    records. Results are in the units of the rule sets. Raises :class:`RecordError` for a game that is not over, and for
    different games together.

    >>> scores = {"Aki": 32000, "Bea": 28000, "Cho": 22000, "Dan": 18000}
    >>> standings([{"players": [*scores], "scores": scores}] * 2, rules="m-league")
    <Standings: 2 games: 1. Aki +104, 2. Bea +16, 3. Cho -36, 4. Dan -84; m-league@2.0.0>
    """
    settled = [one if hasattr(one, "final") else settle_game(one, rules=rules, options=options) for one in games]
    check_alike(settled)
    for place, one in enumerate(settled):
        if not game_behind(one).is_over(one):
            raise RecordError("the game is not over", key=f"games[{place}]")
    return find_standings(settled)


def find_standings(results: Iterable[Any], notes: Sequence[str] = ()) -> Standings:
    """The standings after settled games, of any kind, and games that tell results alone; those are summed as they are
    rounded.
    """
    lines: dict[str, list[tuple[int, int | None, Fraction]]] = {}
    penalties: Counter[str] = Counter()
    rules: dict[str, None] = {}
    count = 0
    for result in results:
        count += 1
        if isinstance(result, GivenResults):
            for player, score in result.results.items():
                place = 1 + sum(other > score for other in result.results.values())
                lines.setdefault(player, []).append((place, None, Fraction(str(score))))
            continue
        options = (f"{name}={spell_choice(one)}" for name, one in result.options.items())
        rules[", ".join([result.rules, *options])] = None
        for player, place, points, score in game_behind(result).final_lines(result):
            lines.setdefault(player, []).append((place, points, Fraction(str(score))))
        if (had := getattr(result, "chombo", UNSET)) is not UNSET:
            penalties.update(had)
        for one in result.rounds:
            if (seats := getattr(one, "chombo", UNSET)) is not UNSET:
                penalties.update(one.players[seat] for seat in seats)
    most = max((place for own in lines.values() for place, _, _ in own), default=0)
    sums = {player: sum((score for _, _, score in own), Fraction(0)) for player, own in lines.items()}

    def plain(value: Fraction) -> int | float:
        return int(value) if value.denominator == 1 else float(value)

    found = []
    for player in sorted(lines, key=lambda one: (-sums[one], -sum(points or 0 for _, points, _ in lines[one]), one)):
        places, points, scores = zip(*lines[player], strict=True)
        found.append(
            Standing(
                place=1 + sum(other > sums[player] for other in sums.values()),
                player=player,
                games=len(places),
                places=[places.count(place) for place in range(1, most + 1)],
                average_place=_rounded(Fraction(sum(places), len(places))),
                points=None if None in points else sum(points),
                result=plain(sums[player]),
                average=_rounded(sums[player] / len(places)),
                penalties=penalties[player],
                best=plain(max(scores)),
                worst=plain(min(scores)),
            )
        )
    return Standings(games=count, rules=[*rules], standings=found, notes=[*notes])


def _rounded(value: Fraction) -> float:
    """To hundredths, halves away from 0."""
    whole = int(abs(value) * 100 + Fraction(1, 2))
    return float(Fraction(whole if value >= 0 else -whole, 100))


_KEYS = ("place", "player", "games", "average_place", "points", "result", "average", "penalties", "best", "worst")


def standings_document(found: Standings) -> Document:
    """The standings for people and programs."""
    most = max((len(one.places) for one in found.standings), default=0)

    def csv() -> str:
        counts = [{f"place_{at}": count for at, count in enumerate(one.places, 1)} for one in found.standings]
        own = [{key: getattr(one, key) for key in _KEYS} for one in found.standings]
        return csv_text([*_KEYS, *(f"place_{at}" for at in range(1, most + 1))], map(operator.or_, own, counts))

    def blocks(page: bool) -> Iterator[Block]:
        keys = ["place", "player", "games", "places", "average_place", "points", "result", "best_worst"]
        keys += ["penalties"] if any(one.penalties for one in found.standings) else []
        head = [word(f"standings_{key}") for key in keys]
        rows = [
            [
                str(one.place),
                one.player,
                number(one.games),
                "-".join(map(str, one.places)),
                f"{one.average_place:.2f}",
                "-" if one.points is None else number(one.points),
                signed(one.result),
                f"{signed(one.best)}/{signed(one.worst)}",
                str(one.penalties),
            ][: len(head)]
            for one in found.standings
        ]

        def narrow(width: int) -> Iterator[str]:
            for place, player, *cells in rows:
                told = [f"{name}: {cell}" for name, cell in zip(head[2:], cells, strict=True)]
                lines = [", ".join(told[:2]), ", ".join(told[2:4]), *told[4:]]
                yield from block(f"{place} {player}", lines, width)

        count = say("{count} game" if found.games == 1 else "{count} games", count=number(found.games))
        told = [say("results as told")] if any(one.points is None for one in found.standings) else []
        rules = ", ".join([*found.rules, *told])
        yield Text(f"{count} ({rules})", "faint") if page else Title(count, rules)
        align = "><><" + ">" * (len(head) - 4)
        yield Table(head, rows, align, say("Standings"), stacks=True, least=_NARROW, narrow=narrow)
        if page:
            first = found.standings[:_MOST_DRAWN]
            counted = {one.player: {str(at): count for at, count in enumerate(one.places, 1)} for one in first}
            yield Drawn(bars(word("standings_places"), counted), word("standings_places"))

    return Document(say("Standings"), blocks, [found], csv)
