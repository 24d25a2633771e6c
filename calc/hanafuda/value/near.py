"""Find yaku that a pile in play lacks one or two cards of, and every set of cards that would complete each."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import combinations
from operator import or_

from calc.hanafuda.results import NearLine, NearPart
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount, rank
from calc.hanafuda.settle.sections import voided
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Gone, card_points, is_taken
from calc.notation.cards import Pile, print_pile, print_set
from calc.notation.deck import CardSet, bits

#: How many cards a yaku may lack to be near.
_MOST = 2


def near_yaku(
    players: Iterable[str], piles: Mapping[str, CardSet], rules: HanafudaRules, month: int | None
) -> dict[str, list[NearLine]]:
    """Return for each player the yaku that lack one or two cards: fewest missing cards first, then highest worth.

    Cards that others captured are out of reach, and so are yaku that somebody's cards void. A yaku that would add
    nothing to a better one of its group is left out.
    """
    names = list(players)
    held = [piles.get(name, 0) for name in names]
    free = rules.deck & ~reduce(or_, piles.values(), 0)
    return {name: _near(held, seat, free, rules, month) for seat, name in enumerate(names)}


def _near(piles: list[CardSet], seat: int, free: CardSet, rules: HanafudaRules, month: int | None) -> list[NearLine]:
    pile, count = piles[seat], len(piles)

    def forms(yaku: Yaku, added: CardSet) -> bool:
        """Whether the pile with these cards added holds a yaku that nothing voids."""
        if yaku.when.find(pile | added, month) is None or not yaku.value.is_of(seat):
            return False
        if not rules.voids:
            return True
        return not is_taken(yaku, _gone([*piles[:seat], pile | added, *piles[seat + 1 :]], seat, rules, month))

    best: dict[str, Amount] = {}
    for yaku in rules.yaku.values():
        for group in yaku.best_of if forms(yaku, 0) else ():
            best[group] = max(yaku.value.amount(pile, count, seat), best.get(group, 0), key=rank)
    found: list[NearLine] = []
    for yaku in rules.yaku.values():
        if forms(yaku, 0):
            continue
        ways = _ways(yaku, free, forms)
        if not ways:
            continue
        # The least that it can be worth: some of the missing cards may make it worth more.
        worth = min((yaku.value.amount(pile | way, count, seat) for way in ways), key=rank)
        known = [best[group] for group in yaku.best_of if group in best]
        if all(rank(worth) > rank(other) for other in known):
            lacks = min(way.bit_count() for way in ways)
            cards = reduce(or_, (way for way in ways if way.bit_count() == lacks))
            parts = [[NearPart(n, _spell(of, free)) for n, of in way] for way in _joined(ways)]
            found.append(NearLine(yaku.id, yaku.name.text(), worth, lacks, print_set(cards, load_deck()), parts))
    return sorted(found, key=lambda line: (line.lacks, -rank(line.value)))


def _gone(piles: list[CardSet], seat: int, rules: HanafudaRules, month: int | None) -> Gone:
    names = [str(place) for place in range(len(piles))]
    held = dict(zip(names, piles, strict=True))
    count = rules.in_piles.count
    yaku = {name: count(pile, month, len(piles), place) for place, (name, pile) in enumerate(held.items())}
    points = {name: card_points(pile, rules.points) for name, pile in held.items()} if rules.points is not None else {}
    table = Table(rules.unit, names, names, {}, yaku, points=points, piles=held, month=month)
    return voided(rules.voids.values(), table)[names[seat]]


def _ways(yaku: Yaku, free: CardSet, forms: Callable[[Yaku, CardSet], bool]) -> list[CardSet]:
    """Return every set of one or two free cards that completes a yaku, if no smaller part of it does."""
    asked = [1 << place for place in bits(yaku.when.touches & free)]
    ways: list[CardSet] = []
    for count in range(1, _MOST + 1):
        sets = [reduce(or_, chosen) for chosen in combinations(asked, count)]
        ways += [cards for cards in sets if not any(cards & way == way for way in ways) and forms(yaku, cards)]
    return ways


def _joined(ways: list[CardSet]) -> list[list[tuple[int, CardSet]]]:
    """Describe the sets together: each entry is any n cards of one set, with any m cards of another."""
    single = reduce(or_, (way for way in ways if way.bit_count() == 1), 0)
    joined = [[(1, single)]] if single else []
    partners: dict[CardSet, CardSet] = {}
    for way in ways:
        if way.bit_count() == _MOST:
            low = way & -way
            partners[low] = partners.get(low, 0) | way ^ low
            partners[way ^ low] = partners.get(way ^ low, 0) | low
    # Cards with the same partners stand for each other, whether they are partners of each other or not.
    groups: dict[CardSet, CardSet] = {}
    for card, others in sorted(partners.items()):
        of_each_other = reduce(or_, (one for one, its in partners.items() if its | one == others | card))
        apart = reduce(or_, (one for one, its in partners.items() if its == others))
        groups.setdefault(of_each_other if of_each_other != card else apart, others)
    for cards, others in groups.items():
        if cards & others:
            joined.append([(_MOST, cards)])
        for other in groups:
            if other & others and cards & -cards < other & -other:
                first, second = sorted((cards, other), key=CardSet.bit_count)
                both = (_MOST, cards | other)
                joined.append([both] if second.bit_count() == 1 else [(1, first), (1, second)])
    return joined


def _spell(cards: CardSet, free: CardSet) -> str:
    """Write cards as text; number the chaff if not every chaff of its month would do."""
    deck = load_deck()
    apart = 0
    for of in deck.chaff_sets.values():
        apart |= cards & of if cards & of != free & of else 0
    return " ".join(filter(None, (print_set(cards & ~apart, deck), print_pile(Pile(apart), deck))))
