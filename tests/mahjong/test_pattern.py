"""Patterns of groups, against a search that tries one group after the other for each element."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from calc.mahjong.columns.ask import has_pattern, took_pattern
from calc.mahjong.columns.read import Wins, read_columns
from calc.mahjong.columns.readings import Readings, read_hands
from calc.mahjong.hand.hand import CONCEALED, KIND
from calc.mahjong.hand.kinds import NO_GROUP, tiles_of
from calc.mahjong.hand.readings import Reading, read_hand
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import hand_of, read_win
from calc.mahjong.records.plain import win_from
from calc.mahjong.rules.words import State, Word, read_condition
from calc.mahjong.rules.words.patterns import ways_of
from tests.judges.hands import random_hands

RIICHI = load_mahjong_rules("riichi")
#: A group: run, triplet or concealed triplet, its lowest rank and its suit.
Group = tuple[str, int, str]


@cache
def wins() -> list[Any]:
    return [
        win_from({key: value for key, value in record.items() if key not in ("chankan", "discards", "facts")})
        for record in (*random_hands(seed=41, count=1500), *random_hands(seed=42, count=300, plan="flush"))
    ]


KNOWN = RIICHI.known_shapes


def groups_of(reading: Reading) -> list[Group]:
    found = []
    for code in reading.codes:
        if code & KIND != NO_GROUP:
            first, second, _ = tiles_of(code & KIND)
            shape = "run" if first != second else "concealed triplet" if code & CONCEALED else "triplet"
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
def readings() -> list[tuple[State, list[Group], Group | None]]:
    """Each with its groups, and the one of them that took the winning tile."""
    found = []
    for win in wins():
        for reading in read_hand(hand_of(read_win(win, RIICHI), RIICHI), KNOWN):
            groups = groups_of(reading)
            taker = groups[reading.taker] if reading.taker < len(groups) else None
            found.append((State(reading, RIICHI.program, 0), groups, taker))
    return found


@pytest.fixture(scope="module")
def columns() -> Readings:
    hands, rows = read_columns(Wins.of(wins()), RIICHI)
    assert rows.tolist() == list(range(len(wins())))
    found = read_hands(hands, KNOWN)
    return found.take(np.argsort(found.rows, kind="stable"))


@pytest.mark.parametrize("elements", random_patterns(), ids=", ".join)
def test_a_pattern_holds_where_the_obvious_search_fills_it(
    readings: list[tuple[State, list[Group], Group | None]], columns: Readings, elements: list[str]
) -> None:
    ways = ways_of(tuple(elements))
    held_by_column, taken_by_column = has_pattern(ways, columns).tolist(), took_pattern(ways, columns).tolist()
    pattern, taken_in = word_of("pattern", elements), word_of("taken_in", elements)
    for row, (state, groups, taker) in enumerate(readings):
        filled = list(fillings(elements, groups, {}))
        assert pattern.holds(state) == held_by_column[row] == bool(filled), groups
        took = any(taker in way for way in filled)
        assert taken_in.holds(state) == taken_by_column[row] == took, (groups, taker)


def test_the_patterns_tried_do_hold_somewhere(columns: Readings) -> None:
    met = [elements for elements in random_patterns() if has_pattern(ways_of(tuple(elements)), columns).any()]
    assert len(met) > 60
    assert {len(elements) for elements in met} == {1, 2, 3, 4}
