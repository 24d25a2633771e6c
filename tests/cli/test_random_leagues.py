"""Random leagues in tables of many layouts: all games are read, and with a fault in a table none that nobody played."""

import csv
import io
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from calc.errors import CalcError
from calc.intake.scores import read_scores
from tests.amounts import SEED, tries

#: Games with their date, each player with the points at the end; all hold 100,000 together.
Games = list[tuple[str, dict[str, int]]]
NAMES: Final = (["Aki", "Bea", "Cho Abe", "Dan", "Eve", "Fay"], ["秋山", "馬場", "千葉", "段田", "江本", "福田"])
#: How figures are written.
FIGURES: Final[list[Callable[[int], str]]] = [
    str,
    "{:,}".format,
    "{:,}点".format,
    lambda points: str(points) if points >= 0 else f"▲{-points}",
    lambda points: str(points) if points >= 0 else f"({-points:,})",
    lambda points: f"{points / 1000}k",
]
#: What is wrong with a table, from the heading on: a cell of it, or of another row, or the row.
FAULTS: Final[dict[str, Callable[[list[list[str]], Random], Any]]] = {
    "a head is missing": lambda table, draw: table[0].__setitem__(draw.randrange(len(table[0])), ""),
    "a head is another": lambda table, draw: table[0].__setitem__(draw.randrange(len(table[0])), draw.choice("X合P点")),
    "no heading": lambda table, draw: table.pop(0),
    "a cell too many": lambda table, draw: table[-1].insert(draw.randrange(len(table[-1])), ""),
    "a cell is missing": lambda table, draw: table[-1].__setitem__(draw.randrange(len(table[-1])), ""),
    "a figure behind": lambda table, draw: table[-1].append("31000"),
    "a row is missing": lambda table, draw: table.pop(),
    "a row is called a sum": lambda table, draw: table[-1].__setitem__(0, draw.choice(["Total", "平均", ""])),
    "a column is missing": lambda table, draw: [row.pop(1) for row in table],
}


def games_of(draw: Random, names: list[str]) -> Games:
    found = []
    for number in range(draw.randint(2, 6)):
        points = [draw.randrange(-50, 600) * 100 for _ in range(3)]
        scores = zip(draw.sample(names, 4), [*points, 100_000 - sum(points)], strict=True)
        found.append((f"2026-09-{number // 2 + 4:02}", dict(scores)))
    return found


def a_column_a_player(games: Games, names: list[str], spell: Callable[[int], str]) -> list[list[str]]:
    rows = [[date, *(spell(scores[name]) if name in scores else "-" for name in names)] for date, scores in games]
    sums = [spell(sum(scores.get(name, 0) for _, scores in games)) for name in names]
    return [["Date", *names], *rows, ["Total", *sums]]


def a_row_a_player(games: Games, names: list[str], spell: Callable[[int], str]) -> list[list[str]]:
    table = [["日付", "回戦", "選手", "素点"]]
    for number, (date, scores) in enumerate(games):
        table += [[date, str(number), name, spell(points)] for name, points in scores.items()]
    return table


def in_pairs(games: Games, names: list[str], spell: Callable[[int], str]) -> list[list[str]]:
    heads = [head for seat in ("East", "South", "West", "North") for head in (seat, "Score")]
    cells = [[date, *(cell for name, points in its.items() for cell in (name, spell(points)))] for date, its in games]
    return [["Date", *heads], *cells]


def by_place(games: Games, names: list[str], spell: Callable[[int], str]) -> list[list[str]]:
    ordered = [(date, dict(sorted(scores.items(), key=lambda one: -one[1]))) for date, scores in games]
    heads = [head for place in range(1, 5) for head in (f"{place}着", "")]
    return [["日付", *heads], *in_pairs(ordered, names, spell)[1:]]


def a_column_a_game(games: Games, names: list[str], spell: Callable[[int], str]) -> list[list[str]]:
    heads = [f"{date} #{number}" for number, (date, _) in enumerate(games, start=1)]
    return [
        ["Name", *heads],
        *([name, *(spell(its[name]) if name in its else "" for _, its in games)] for name in names),
    ]


LAYOUTS: Final = [a_column_a_player, a_row_a_player, in_pairs, by_place, a_column_a_game]


def read(table: list[list[str]]) -> tuple[Counter[Any], int]:
    """The games by their scores, and how much is refused."""
    text = io.StringIO()
    csv.writer(text).writerows(table)
    try:
        told = [one for _, one in read_scores(enumerate(text.getvalue().splitlines(keepends=True), start=1))]
    except CalcError:
        return Counter(), 1
    games = Counter(frozenset(one["scores"].items()) for one in told if isinstance(one, dict))
    return games, sum(isinstance(one, CalcError) for one in told)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_all_games_of_a_league_are_read(layout: Any) -> None:
    for number in range(tries(20, 500)):
        draw = Random(f"{SEED}league-{number}")
        names = draw.choice(NAMES)
        games = games_of(draw, names)
        table = layout(games, names, draw.choice(FIGURES))
        above = [["Autumn league"]] if draw.random() < 0.4 else []
        assert read([*above, *table]) == (Counter(frozenset(its.items()) for _, its in games), 0), table


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_no_game_is_read_that_was_not_played(layout: Any, fault: str) -> None:
    """Names may be others where a fault is in a name; what holds less or more than all points is refused later."""
    for number in range(tries(10, 300)):
        draw = Random(f"{SEED}fault-{number}")
        names = draw.choice(NAMES)
        games = games_of(draw, names)
        table = layout(games, names, draw.choice(FIGURES))
        FAULTS[fault](table, draw)
        played = {tuple(sorted(its.values())) for _, its in games}
        found = [tuple(sorted(points for _, points in one)) for one in read(table)[0]]
        whole = {one for one in found if sum(one) == 100_000 and len(one) == 4}
        assert whole <= played, table
