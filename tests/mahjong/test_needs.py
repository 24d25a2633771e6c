"""What a player needs in the last hand, against a search by brute force over every payment of the chart.

The search is plain Python without the engine: it knows han and fu, the seats, and how a game ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

import calc
from calc.mahjong.records.types import Game
from calc.mahjong.rounds.needs import Needs, WayNeeded, needs_in
from tests.amounts import SEED, tries

NAMES = ["Aki", "Bea", "Cho", "Dan"]
#: Fu, and the least han by ron and by tsumo.
CHART = [(20, None, 2), (25, 2, 3), *((fu, 1, 1) for fu in range(30, 120, 10))]


@dataclass
class Table:
    """A rule set as the search knows it."""

    rules: str
    options: dict[str, Any] = field(default_factory=dict)
    players: int = 4
    start: int = 25000
    rounds_up: bool = False
    counted_yakuman: bool = True
    counter: tuple[int, int] = (300, 100)
    pool: int = 3000
    bust: bool = True
    shares_places: bool = False
    leftover: str = "first"
    extra: int = 0
    target: int = 30000
    waits_for_dealer: bool = False
    stops: bool = False
    stops_after_draw: bool = True


TABLES = [
    Table("riichi", rounds_up=True),
    Table("riichi", {"kiriage_mangan": "false", "dealer_may_stop": "true"}, stops=True),
    Table(
        "riichi",
        {"dealer_may_stop": "true", "dealer_stops_after": "win", "ties": "share", "leftover_sticks": "share"},
        rounds_up=True,
        stops=True,
        stops_after_draw=False,
        shares_places=True,
        leftover="share",
    ),
    Table("riichi", {"west_round": "true", "dealer_may_stop": "always"}, rounds_up=True, extra=1, stops=True),
    Table("riichi", {"counters_ron": 1500, "counters_tsumo": 500}, rounds_up=True, counter=(1500, 500)),
    Table("riichi", {"leftover_sticks": "nobody", "uma": [10, 5, -5, -10]}, rounds_up=True, leftover="nobody"),
    Table("tenhou", extra=1, waits_for_dealer=True, stops=True),
    Table("m-league", rounds_up=True, counted_yakuman=False, bust=False, shares_places=True, leftover="share"),
    Table("wrc", start=30000, rounds_up=True, counted_yakuman=False, bust=False, shares_places=True, leftover="nobody"),
    Table(
        "tenhou-sanma",
        players=3,
        start=35000,
        target=40000,
        counter=(200, 100),
        pool=2000,
        extra=1,
        waits_for_dealer=True,
        stops=True,
    ),
    Table("sanma-common", players=3, rounds_up=True, pool=2000),
]


def bases(table: Table, by: str, most: int) -> Iterator[int]:
    for fu, by_ron, by_tsumo in CHART:
        least = by_ron if by == "ron" else by_tsumo
        for han in range(least, 5) if least is not None else ():
            base = min(fu * 4 * 2**han, 2000)
            yield 2000 if table.rounds_up and base > 1900 else base
    yield from [2000, 3000, 4000, 6000]
    yield from (8000 * times for times in range(1, most + 1))


def up(points: int) -> int:
    return -(-points // 100) * 100


@dataclass
class Hand:
    """A hand to come. Players are numbers in the order of the game; ``dealer`` is one of them."""

    table: Table
    points: list[int]
    number: int
    wind: int
    honba: int
    sticks: int
    riichi: list[int]

    @property
    def dealer(self) -> int:
        return self.number - 1

    def after_win(self, winner: int, discarder: int | None, base: int) -> list[int]:
        points = [have - 1000 * (player in self.riichi) for player, have in enumerate(self.points)]
        by_ron, by_tsumo = self.table.counter
        for payer in range(self.table.players):
            if payer == winner or (discarder is not None and payer != discarder):
                continue
            if discarder is not None:
                paid = up(base * (6 if winner == self.dealer else 4)) + by_ron * self.honba
            else:
                paid = up(base * (2 if self.dealer in (winner, payer) else 1)) + by_tsumo * self.honba
            points[payer] -= paid
            points[winner] += paid
        points[winner] += 1000 * (self.sticks + len(self.riichi))
        return points

    def after_draw(self, waiting: set[int]) -> list[int]:
        points = [have - 1000 * (player in self.riichi) for player, have in enumerate(self.points)]
        count = len(waiting)
        if 0 < count < len(points):
            for player in range(len(points)):
                points[player] += self.table.pool // (count if player in waiting else count - len(points))
        return points

    def is_over(self, points: list[int], *, keeps: bool, earned: bool) -> bool:
        table, seats = self.table, self.table.players
        if table.bust and min(points) < 0:
            return True
        hand = self.wind * seats + self.number
        regular, last = 2 * seats, (2 + table.extra) * seats
        if hand < regular:
            return False
        first = points.index(max(points))
        enough = max(points) >= table.target
        if not keeps and (hand == last or (hand == regular and enough)):
            return True
        if hand > regular and enough and not (table.waits_for_dealer and keeps and first != self.dealer):
            return True
        may_stop = table.stops and hand in (regular, last) and first == self.dealer and (enough or not table.extra)
        return may_stop and keeps and earned

    def outcome(self, own: int, place: int, points: list[int], *, keeps: bool, earned: bool, left: int) -> str:
        over = self.is_over(points, keeps=keeps, earned=earned)
        if over and left:
            best = [player for player, have in enumerate(points) if have == max(points)]
            if self.table.leftover == "first":
                points[best[0]] += left
            elif self.table.leftover == "share":
                for at, player in enumerate(best):
                    points[player] += 100 * (left // 100 // len(best) + (at < left // 100 % len(best)))
        ahead = [
            other
            for other, have in enumerate(points)
            if have > points[own] or (have == points[own] and other < own and not self.table.shares_places)
        ]
        if len(ahead) >= place:
            return "not"
        return "enough" if over else "goes_on"

    def win(self, own: int, discarder: int | None, place: int, most: int) -> list[tuple[int, str]]:
        found = {}
        for base in bases(self.table, "tsumo" if discarder is None else "ron", most):
            points = self.after_win(own, discarder, base)
            is_dealer = own == self.dealer
            found[base] = self.outcome(own, place, points, keeps=is_dealer, earned=is_dealer, left=0)
        return sorted(found.items())

    def draw(self, own: int, place: int, *, waits: bool) -> dict[tuple[int, ...], str]:
        others = [player for player in range(self.table.players) if player != own]
        found = {}
        for waiting in chain.from_iterable(combinations(others, count) for count in range(len(others) + 1)):
            all_waiting = {*waiting, own} if waits else {*waiting}
            if {*self.riichi} <= {*waiting, own}:
                keeps = self.dealer in all_waiting
                earned = keeps and self.table.stops_after_draw
                left = 1000 * (self.sticks + len(self.riichi))
                points = self.after_draw(all_waiting)
                found[waiting] = self.outcome(own, place, points, keeps=keeps, earned=earned, left=left)
        return found


def spelled(hand: Hand, own: int, discarder: int | None, base: int) -> str:
    """What base points pay, without honba."""
    if discarder is not None:
        return str(up(base * (6 if own == hand.dealer else 4)))
    return f"{up(2 * base)} all" if own == hand.dealer else f"{up(base)}/{up(2 * base)}"


def check_way(hand: Hand, own: int, discarder: int | None, place: int, found: WayNeeded, most: int) -> None:
    rows = hand.win(own, discarder, place, most)
    # Where rounding pays two base points alike, they are alike.
    texts = [spelled(hand, own, discarder, base) for base, _ in rows]
    first = next((at for at, (_, one) in enumerate(rows) if one == "enough"), None)
    stays = next((at for at, (_, one) in enumerate(rows[:first]) if one == "goes_on"), None)
    assert (found.least and found.least.spelled) == (None if first is None else texts[first])
    assert (found.goes_on and found.goes_on.spelled) == (None if stays is None else texts[stays])
    least_fu = {
        han: min(fu for fu, ron, tsumo in CHART if (tsumo if discarder is None else ron) in range(1, han + 1))
        for han in range(1, 5)
    }
    outcome_of = dict(rows)
    told_fu = dict(found.by_han)
    for han, fu in told_fu.items():
        assert fu > least_fu[han]
        base = min(fu * 4 * 2**han, 2000)
        assert outcome_of[2000 if hand.table.rounds_up and base > 1900 else base] == "enough"
    assert found.any_win is all(one == "enough" for _, one in rows)
    but = [
        (text, one == "goes_on")
        for text, (_, one) in zip(texts[first or 0 :], rows[first or 0 :], strict=True)
        if first is not None and one != "enough"
    ]
    told = (
        [
            (text, any(one.goes_on for one in found.but if text in (one.least, one.most)))
            for text in dict.fromkeys(end for one in found.but for end in (one.least, one.most))
        ]
        if first is not None
        else []
    )
    assert {*told} <= {*but}
    assert bool(told) is bool(but)


def check(hand: Hand, needs: Needs, own: int, place: int, most: int) -> None:
    names = NAMES[: hand.table.players]
    for discarder, name in enumerate(names):
        if discarder != own:
            check_way(hand, own, discarder, place, needs.ron[name], most)
    check_way(hand, own, None, place, needs.tsumo, most)
    states: dict[str, tuple[Hand, bool]] = {"tenpai": (hand, True), "noten": (hand, False)}
    with_own = Hand(**{**vars(hand), "riichi": [*hand.riichi, own]}) if own not in hand.riichi else hand
    if own in hand.riichi:
        states = {"riichi": (hand, True)}
    elif hand.points[own] >= 1000 or not hand.table.bust:  # where nobody goes bust, anybody may declare
        states["riichi"] = (with_own, True)
    assert needs.draw.keys() == states.keys()
    for state, (situation, waits) in states.items():
        found = situation.draw(own, place, waits=waits)
        enough = [[names[player] for player in waiting] for waiting, one in found.items() if one == "enough"]
        goes_on = [[names[player] for player in waiting] for waiting, one in found.items() if one == "goes_on"]
        told = needs.draw[state]
        assert sorted(map(sorted, told.waiting)) == sorted(map(sorted, enough)), state
        assert sorted(map(sorted, told.goes_on)) == sorted(map(sorted, goes_on)), state
        expected = "always" if len(enough) == len(found) else "depends" if enough else "never"
        assert told.enough == expected


def draw_up(table: Table, rng: Random) -> Hand:
    """A last hand as games have them: near scores, ties, somebody close to nothing."""
    seats = table.players
    sticks = rng.choice([0, 0, 0, 1, 2])
    whole = table.start * seats - 1000 * sticks
    points = [table.start + 100 * rng.randint(-80, 80) * rng.choice([0, 1, 1, 2]) for _ in range(seats - 1)]
    if rng.random() < 0.2:
        points[0] = rng.choice([100, 900, 1000, 3900])
    if rng.random() < 0.3:
        points[-1] = points[0]
    points.append(whole - sum(points))
    rng.shuffle(points)
    wind, number = 1, seats
    if rng.random() < 0.25:
        wind, number = rng.choice([(1, seats - 1), (0, 2), *([(2, 1), (2, seats)] if table.extra else [])])
    riichi = [player for player in range(seats) if points[player] >= 1000 and rng.random() < 0.12]
    return Hand(table, points, number, wind, rng.choice([0, 0, 1, 2, 5]), sticks, riichi)


def needed(hand: Hand, own: int, place: int, rules: Any) -> Needs:
    table = hand.table
    game = Game(players=NAMES[: table.players], start=hand.points)
    at = ("ESW"[hand.wind], hand.number)
    riichi = [NAMES[player] for player in hand.riichi]
    lies: Any = {"honba": hand.honba, "sticks": hand.sticks, "riichi": riichi}
    (found,) = needs_in(game, rules, players=[NAMES[own]], place=place, at=at, **lies)
    return found


@pytest.mark.parametrize("which", range(len(TABLES)), ids=lambda at: f"{at}-{TABLES[at].rules}")
def test_needs_are_those_of_a_search_by_brute_force(which: int) -> None:
    table = TABLES[which]
    rules: Any = calc.load_rules(table.rules, table.options)
    limits = [yaku.value.limit or 0 for yaku in rules.yaku.values()]
    most = sum(limits) if rules.points.limit.add_up else max(limits)
    most = min(most, rules.points.limit.at_most or most)
    rng = Random(f"{SEED}{which}")
    for _ in range(tries(8, 185)):
        hand = draw_up(table, rng)
        own, place = rng.randrange(table.players), rng.choice([1, 1, 2, 3])
        try:
            check(hand, needed(hand, own, place, rules), own, place, most)
        except AssertionError as error:
            error.add_note(f"{table.rules} {table.options} {hand} own={own} place={place}")
            raise


def test_two_thousand_hands_are_tried_where_all_is_asked_for() -> None:
    assert len(TABLES) * 185 >= 2000
