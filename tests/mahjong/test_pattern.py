"""Patterns of groups, against a search that tries one group after the other for each element."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from calc.mahjong.hand.kinds import NO_GROUP, tiles_of
from calc.mahjong.hand.readings import Readings, read_hands
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read.columns import columns_from
from calc.mahjong.records.plain import win_from
from calc.mahjong.rules.words import State, Word, read_condition
from tests.judges.hands import random_hands

RIICHI = load_mahjong_rules("riichi")
#: A group: run, triplet or concealed triplet, its lowest rank and its suit.
Group = tuple[str, int, str]


def read_random_hands() -> Readings:
    records = [*random_hands(seed=41, count=1500), *random_hands(seed=42, count=300, plan="flush")]
    return read_hands(columns_from([win_from(record) for record in records], RIICHI), RIICHI.shapes)


def groups_of(readings: Readings, row: int) -> list[Group]:
    found = []
    for kind, concealed in zip(readings.groups[:, row].tolist(), readings.concealed[:, row].tolist(), strict=True):
        if kind != NO_GROUP:
            first, second, _ = tiles_of(kind)
            shape = "run" if first != second else "concealed triplet" if concealed else "triplet"
            found.append((shape, first % 9 + 1, "mpsz"[first // 9]))
    return found


def fillings(elements: list[str], groups: list[Group], bound: dict[str, int | str]) -> Iterator[list[Group]]:
    """Every way to fill the elements with different groups, under one meaning of the letters."""
    if not elements:
        yield []
        return
    shape, rank_text, suit_text = elements[0].rsplit(" ", 2)
    letter, _, added = rank_text.partition("+")
    for place, (group, rank, suit) in enumerate(groups):
        if not group.endswith(shape) or suit == "z":
            continue
        base = rank - int(added or 0)
        means: dict[str, int | str] = {letter: base, suit_text: suit}
        if letter.isdigit():
            means[letter] = int(letter)
            if base != int(letter):
                continue
        if (suit_text in "mps" and suit != suit_text) or base < 1:
            continue
        if all(bound.get(name, meaning) == meaning for name, meaning in means.items()):
            others = groups[:place] + groups[place + 1 :]
            for rest in fillings(elements[1:], others, {**bound, **means}):
                yield [groups[place], *rest]


def random_pattern(rng: Random) -> list[str]:
    elements = []
    for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4))):
        shape = rng.choice(("run", "run", "run", "run", "triplet", "concealed triplet"))
        rank = rng.choice(("n", "n", "n", "n+1", "n+2", "n+3", "k", "k+1", "1", "4", "7"))
        elements.append(f"{shape} {rank} {rng.choice('aaabcmps')}")
    return elements


def random_patterns() -> list[list[str]]:
    rng = Random(5)
    found = [random_pattern(rng) for _ in range(120)]
    return [elements for elements in found if is_possible(elements)]


def is_possible(elements: list[str]) -> bool:
    try:
        word_of("pattern", elements)
    except ValueError:
        return False
    return True


def word_of(key: str, elements: list[str]) -> Word:
    return read_condition({key: elements})


@pytest.fixture(scope="module")
def readings() -> Readings:
    return read_random_hands()


@pytest.fixture(scope="module")
def groups_of_all(readings: Readings) -> list[list[Group]]:
    return [groups_of(readings, row) for row in range(len(readings))]


def state_of(readings: Readings) -> State:
    return State(readings=readings, sets=RIICHI.sets.seen_by(readings), fu=np.zeros(len(readings), dtype=np.int64))


@pytest.mark.parametrize("elements", random_patterns(), ids=", ".join)
def test_a_pattern_holds_where_the_obvious_search_fills_it(
    readings: Readings, groups_of_all: list[list[Group]], elements: list[str]
) -> None:
    state = state_of(readings)
    holds = word_of("pattern", elements).holds(state).tolist()
    taken = word_of("taken_in", elements).holds(state).tolist()
    for row, (held, took, groups) in enumerate(zip(holds, taken, groups_of_all, strict=True)):
        filled = list(fillings(elements, groups, {}))
        assert held == bool(filled), groups
        taker = groups[readings.taker[row]] if readings.taker[row] < len(groups) else None
        assert took == any(taker in way for way in filled), (groups, taker)


def test_the_patterns_tried_do_hold_somewhere(readings: Readings) -> None:
    state = state_of(readings)
    met = [elements for elements in random_patterns() if word_of("pattern", elements).holds(state).any()]
    assert len(met) > 60
    assert {len(elements) for elements in met} == {1, 2, 3, 4}
