"""Which yaku a pile lacks one or two cards of: against adding every one and every two cards that are free."""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.results import NearLine
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.values import rank
from calc.hanafuda.value.near import near_yaku
from calc.notation.cards import print_set
from calc.notation.deck import bits
from calc.settling.api import settle_round
from tests.hanafuda import naive_hiraya, naive_koikoi
from tests.hanafuda.houses import cards, house
from tests.rows import Rows, listed

ROWS = Rows(__file__)

DECK = load_deck()
PLAYERS = {"koikoi": 2, "taiyaku": 3, "hiraya": 3, "hana-awase": 4, "mushi": 2}


def random_piles(rules: HanafudaRules, rng: Random) -> dict[str, int]:
    """Piles in play: of every card it is known to whom it went, or that it is free."""
    names = [f"P{place}" for place in range(PLAYERS[rules.id])]
    share = rng.choice([0.3, 0.6, 0.9])
    piles = dict.fromkeys(names, 0)
    for place in bits(rules.deck):
        if rng.random() < share:
            piles[rng.choice(names)] |= 1 << place
    return piles


def additions(free: int, count: int) -> Iterator[int]:
    return (reduce(or_, chosen) for chosen in combinations([1 << place for place in bits(free)], count))


def by_trial(rules: HanafudaRules, pile: int, free: int, month: int | None) -> dict[str, tuple[set[int], float]]:
    """Of each yaku that the pile has not: every smallest set of one or two free cards that makes it, and what it is
    worth with these at least.
    """
    found: dict[str, tuple[set[int], float]] = {}
    for name, yaku in rules.yaku.items():
        if yaku.when.find(pile, month) is not None:
            continue
        ones = {added for added in additions(free, 1) if yaku.when.find(pile | added, month) is not None}
        twos = {added for added in additions(free, 2) if yaku.when.find(pile | added, month) is not None}
        ways = ones | {added for added in twos if not any(added & one for one in ones)}
        if ways:
            found[name] = ways, min(rank(yaku.value.amount(pile | added, 2, 0)) for added in ways)
    return found


def spread(line: NearLine, free: int) -> set[int]:
    """Every set of cards that a line tells, each once; chaff without a number are any free ones of their month."""
    sets: list[int] = []
    for way in line.ways:
        choices = [[reduce(or_, some) for some in combinations(loose(part.of, free), part.n)] for part in way]
        sets += [reduce(or_, chosen) for chosen in product(*choices)]
    assert len(set(sets)) == len(sets)
    return set(sets)


def loose(text: str, free: int) -> list[int]:
    """The cards of a text; chaff without a number are the free ones of their month."""
    found: list[int] = []
    for word in text.split():
        if word.startswith("#"):
            found.append(cards(word))
            continue
        month = int(word.rstrip("BARC"))
        own = [card for card in DECK.within(DECK.months[month]) if card.letter in word]
        chaff = [card.bit for card in own if card.letter == "C" and card.bit & free]
        assert len(chaff) == word.count("C")
        found += [card.bit for card in own if card.letter != "C"] + chaff
    return found


def is_outdone(rules: HanafudaRules, name: str, worth: float, pile: int, month: int | None) -> bool:
    """Whether the pile has a yaku that is worth as much, in the same group of which only the best counts."""
    yaku = rules.yaku[name]
    return bool(yaku.best_of) and any(
        {*one.best_of} & {*yaku.best_of}
        and one.when.find(pile, month) is not None
        and rank(one.value.amount(pile, 2, 0)) >= worth
        for one in rules.yaku.values()
    )


@ROWS.each("near_yaku_are_those_that_one_or_two_free_cards_make", name="case")
def test_near_yaku_are_those_that_one_or_two_free_cards_make(name: str, options: dict[str, Any]) -> None:
    rules = load_hanafuda_rules(name, options)
    rng = Random(f"near {name} {options}")
    listed = 0
    for _ in range(30):
        piles, month = random_piles(rules, rng), rng.randint(1, 12)
        free = rules.deck & ~reduce(or_, piles.values())
        found = near_yaku(piles, piles, rules, month)
        assert list(found) == list(piles)
        player = rng.choice(list(piles))
        expected = {
            name: (ways, worth)
            for name, (ways, worth) in by_trial(rules, piles[player], free, month).items()
            if not is_outdone(rules, name, worth, piles[player], month)
        }
        lines = found[player]
        assert {line.id: (spread(line, free), rank(line.value)) for line in lines} == expected
        for line in lines:
            fewest = [way for way in expected[line.id][0] if way.bit_count() == line.lacks]
            assert line.lacks == min(way.bit_count() for way in expected[line.id][0])
            assert line.cards == print_set(reduce(or_, fewest), DECK)
        assert len(lines) == len(expected)
        assert [(line.lacks, -rank(line.value)) for line in lines] == sorted(
            (line.lacks, -rank(line.value)) for line in lines
        )
        listed += sum(map(len, found.values()))
    assert listed > 0


def numbers_of(pile: int) -> set[int]:
    return {card.number for card in DECK.within(pile)}


def plainly_formed(name: str, pile: int) -> set[str]:
    """The yaku that the plain implementation of a game finds."""
    held = numbers_of(pile)
    if name == "koikoi":
        found = naive_koikoi.formed_yaku(held, naive_koikoi.DEFAULTS | {"families": "stack"}, None)
    else:
        found = naive_hiraya.formed_yaku(held)
    return {yaku for yaku, _ in found}


@pytest.mark.parametrize(("name", "options"), [("koikoi", {"families": "stack"}), ("hiraya", {})])
def test_what_the_plain_implementation_forms_with_a_card_more_is_near(name: str, options: dict[str, Any]) -> None:
    """With one free card more the other implementation finds yaku; each is near, and with its card only those are."""
    rules = load_hanafuda_rules(name, options)
    rng = Random(f"plainly near {name}")
    compared = 0
    for _ in range(200):
        piles = random_piles(rules, rng)
        player = next(iter(piles))
        free = rules.deck & ~reduce(or_, piles.values())
        near = near_yaku(piles, piles, rules, None)[player]
        before = plainly_formed(name, piles[player])
        for place in bits(free):
            formed = plainly_formed(name, piles[player] | 1 << place) - before
            told = {line.id for line in near if line.lacks == 1 and cards_of(line.cards) >> place & 1}
            assert formed <= told
            compared += len(formed)
            if name == "koikoi":
                assert formed == told
    assert compared > 10


def cards_of(text: str) -> int:
    """The cards that a line of near yaku names; chaff of a month stand for each other there."""
    found = cards(text)
    loose = [month for month, chaff in DECK.chaff.items() if any(card.bit & found for card in chaff)]
    return found | sum(card.bit for month in loose for card in DECK.chaff[month] if not card.bit & found)


# ---- a few by hand


@ROWS.each("near_yaku_by_hand")
def test_near_yaku_by_hand(game: str, piles: tuple[str, str], expected: list[list[Any]]) -> None:
    rules = load_hanafuda_rules(game)
    held = dict(zip("AB", map(cards, piles), strict=True))
    lines = near_yaku("AB", held, rules, None)["A"]
    assert sorted([line.id, line.value, line.lacks, line.cards] for line in lines) == sorted(expected)


def test_a_settled_round_tells_nothing_of_what_is_near() -> None:
    assert not settle_round("koikoi A:1B,3B,8B B:2A stopped_by=A").near


def told_ways(pile: str, rules: HanafudaRules, others: str = "") -> dict[str, list[list[tuple[int, str]]]]:
    lines = near_yaku("AB", {"A": cards(pile), "B": cards(others)}, rules, 1)["A"]
    return {line.id: [[(part.n, part.of) for part in way] for way in line.ways] for line in lines}


@ROWS.each("a_card_that_has_to_be_there_is_told_apart_from_those_that_may")
def test_a_card_that_has_to_be_there_is_told_apart_from_those_that_may(
    pile: str, yaku: str, ways: list[list[list[Any]]]
) -> None:
    assert listed(told_ways(pile, load_hanafuda_rules("taiyaku"))[yaku]) == ways


#: A yaku for each way in which conditions can be met, in a house of their own.
CONDITIONS: dict[str, Any] = ROWS["conditions"]


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_kind_of_condition(tmp_path: Path, name: str) -> None:
    condition, pile, ways = CONDITIONS[name]
    yaku = f"{{own: {{name: {{en: own, ja: 役}}, when: {condition}, value: 1, source: ruling}}}}"
    rules = house(tmp_path, f"extends: koikoi\nversion: 1.0.0\nyaku: {yaku}\n")
    assert listed(told_ways(pile, rules)["own"]) == ways


def test_a_yaku_that_cards_take_away_is_not_near() -> None:
    rules = load_hanafuda_rules("hana-awase", {"rain_man_bars_viewing": True, "full_willow_voids": "everybody"})
    assert "flower_viewing" in told_ways("3B", rules)
    assert "flower_viewing" not in told_ways("3B 11B", rules)
    assert "flower_viewing" in told_ways("3B", rules, "11B")
    assert "willow_row" not in told_ways("11BAR", rules)
    assert told_ways("3B", rules, "11BARC") == {}
