"""The yaku of a set of cards, and which of them count: one place for groups, exclusions and what is taken away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from calc.hanafuda.schema import Voiding, Yaku
from calc.hanafuda.values import TAKE_ALL, Amount, rank
from calc.hanafuda.words import Facts
from calc.notation.hanafuda.deck import CardSet

__all__ = ["Found", "Search", "counting", "stopping", "total", "voided"]


class Found(Struct, frozen=True):
    """A yaku that holds: what it is worth, and the cards that make it."""

    yaku: Yaku
    value: Amount
    cards: CardSet


class Search:
    """Yaku that are looked for together: a quick look at sets of cards rules most of them out."""

    def __init__(self, yaku: Iterable[Yaku]) -> None:
        self.rows = [(one.when.fixed, one.when.of, one.when.least, one) for one in yaku]

    def find(self, cards: CardSet, facts: Facts, players: int, seat: int) -> list[Found]:
        """Every yaku whose condition a set of cards meets, of one of so many players, at a seat from 0 in turn
        order.
        """
        likely = [
            yaku
            for fixed, of, least, yaku in self.rows
            if cards & fixed == fixed and (not least or (cards & of).bit_count() >= least)
        ]
        found = []
        for yaku in likely:
            when = yaku.when
            part = when.fixed | (cards & when.of) if when.is_plain else when.find(cards, facts)
            if part is not None:
                value = yaku.value
                worth = value.fixed if value.fixed is not None else value.amount(cards, players, seat)
                found.append(Found(yaku, worth, part | (cards & value.of)))
        return found


def counting(found: Sequence[Found]) -> list[Found]:
    """Those that count beside each other: without what others supersede or exclude, the best of groups that ask so.

    The order in which they were found does not matter: of equal ones the first of the file counts.
    """
    if len(found) < 2:
        return list(found)
    gone: set[str] = set()
    for one in found:
        gone.update(one.yaku.supersedes)
    kept: list[Found] = []
    for one in sorted(found, key=_best_first):
        yaku = one.yaku
        if yaku.id in gone or yaku.best_of in gone:
            continue
        if yaku.best_of is not None:
            gone.add(yaku.best_of)
        gone.update(yaku.exclusive_with)
        kept.append(one)
    kept.sort(key=_as_in_file)
    return kept


def _best_first(one: Found) -> tuple[float, int]:
    return -rank(one.value), one.yaku.order


def _as_in_file(one: Found) -> int:
    return one.yaku.order


def voided(voids: Iterable[Voiding], piles: Sequence[CardSet], facts: Facts) -> list[set[str] | None]:
    """For each player the groups whose yaku somebody's cards take away; none for all yaku."""
    taken: list[set[str] | None] = [set() for _ in piles]
    for void in voids:
        for holder, pile in enumerate(piles):
            if void.when.find(pile, facts) is None:
                continue
            for place, known in enumerate(taken):
                hit = {"holder": place == holder, "opponents": place != holder, "everybody": True}[void.entry.of]
                if hit and known is not None:
                    taken[place] = known | set(void.entry.groups) if void.entry.groups else None
    return taken


def total(found: Iterable[Found]) -> int:
    """The worth of yaku together; one that takes everything has no number and adds none."""
    return sum(one.value for one in found if one.value != TAKE_ALL)


def stopping(found: Iterable[Found]) -> list[Found]:
    """Those that end the round."""
    return [one for one in found if one.yaku.stops]
