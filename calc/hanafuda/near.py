"""Yaku that a pile in play lacks one or two cards of, and which cards: what players look for at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import combinations
from operator import or_

from calc.hanafuda.deck import load_deck
from calc.hanafuda.results import NearLine
from calc.hanafuda.rules import HanafudaRules
from calc.hanafuda.values import Amount, rank
from calc.hanafuda.words import Facts, Word
from calc.notation.hanafuda.cards import print_set
from calc.notation.hanafuda.deck import CardSet, bits

__all__ = ["near_yaku"]

#: How many cards a yaku may lack to be near.
_MOST = 2


def near_yaku(
    players: Iterable[str], piles: Mapping[str, CardSet], rules: HanafudaRules, facts: Facts, lang: str
) -> dict[str, list[NearLine]]:
    """For each player the yaku that the captured cards lack one or two of, nearest and dearest first.

    Cards that others captured are out of reach. A yaku that would add nothing to a better one of its group is left out.
    """
    names = list(players)
    captured = 0
    for pile in piles.values():
        captured |= pile
    free = rules.deck & ~captured
    return {
        name: _near(piles.get(name, 0), free, rules, facts, len(names), seat, lang) for seat, name in enumerate(names)
    }


def _near(
    pile: CardSet, free: CardSet, rules: HanafudaRules, facts: Facts, players: int, seat: int, lang: str
) -> list[NearLine]:
    best: dict[str, Amount] = {}
    for yaku in rules.yaku.values():
        if yaku.best_of is not None and yaku.when.find(pile, facts) is not None:
            worth = yaku.value.amount(pile, players, seat)
            held = best.get(yaku.best_of or "")
            best[yaku.best_of] = worth if held is None or rank(worth) > rank(held) else held
    found: list[NearLine] = []
    for yaku in rules.yaku.values():
        if yaku.when.find(pile, facts) is not None:
            continue
        ways = _ways(yaku.when, pile, free, facts)
        if not ways:
            continue
        # At least so much: with some of the missing cards it may be worth more.
        worth = min((yaku.value.amount(pile | way, players, seat) for way in ways), key=rank)
        held = best.get(yaku.best_of or "")
        if held is None or rank(worth) > rank(held):
            cards = print_set(reduce(or_, ways), load_deck())
            found.append(NearLine(yaku.id, yaku.name.text(lang), worth, ways[0].bit_count(), cards))
    return sorted(found, key=lambda line: (line.lacks, -rank(line.value)))


def _ways(when: Word, pile: CardSet, free: CardSet, facts: Facts) -> list[CardSet]:
    """The smallest sets of free cards, of at most two, that make a condition true together with the pile."""
    asked = [1 << place for place in bits(when.touches & free & ~pile)]
    for count in range(1, _MOST + 1):
        added = (reduce(or_, chosen) for chosen in combinations(asked, count))
        if ways := [cards for cards in added if when.find(pile | cards, facts) is not None]:
            return ways
    return []
