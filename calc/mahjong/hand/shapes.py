"""Complete shapes of one hand: every way to split its tiles, and which tiles finish a hand that is one short."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from typing import Final

from calc.mahjong.hand.kinds import (
    EAST,
    GROUPS,
    HONOURS,
    MOST_COPIES,
    RUNS,
    SUIT_SIZE,
    SUITS,
    TILE_KINDS,
    TRIPLETS,
    run_kind,
    tiles_of,
    triplet_kind,
)

#: Shapes in the order of their codes. Of readings that pay the same the first shape counts.
SHAPES: Final = ("standard", "seven_pairs", "thirteen_orphans", "thirteen_unconnected", "fourteen_unconnected")
STANDARD: Final = SHAPES[0]
SEVEN_PAIRS: Final = SHAPES[1]
THIRTEEN_ORPHANS: Final = SHAPES[2]
#: Among known shapes: four of a kind are two of seven pairs.
FOUR_ALIKE: Final = "four_alike"
#: Tiles of a finished hand without melds.
_TILES: Final = 14
_SEVEN: Final = 7

#: The groups, as group kinds, and the pair, or none, of a way to split the tiles of a suit.
Split = tuple[tuple[int, ...], int | None]
#: Where each suit begins and ends among the kinds of tile.
_PARTS: Final = [(suit, suit * SUIT_SIZE, min((suit + 1) * SUIT_SIZE, TILE_KINDS)) for suit in range(SUITS)]


@lru_cache(maxsize=100_000)
def split_suit(suit: int, counts: tuple[int, ...]) -> list[Split]:
    """Every way to split the tiles of a suit into groups and at most one pair: runs first, then triplets, by rank.

    >>> split_suit(0, (3, 3, 3, 0, 0, 0, 0, 0, 0))
    [((1, 1, 1), None), ((22, 23, 24), None)]
    """
    first = suit * SUIT_SIZE
    found: set[Split] = set()

    def split(left: list[int], groups: tuple[int, ...], pair: int | None) -> None:
        rank = next((rank for rank, count in enumerate(left) if count), None)
        if rank is None:
            found.add((tuple(sorted(groups)), pair))
            return
        if pair is None and left[rank] >= 2:
            split(_without(left, rank, rank), groups, first + rank)
        if len(groups) < GROUPS and left[rank] >= 3:
            split(_without(left, rank, rank, rank), (*groups, triplet_kind(first + rank)), pair)
        if len(groups) < GROUPS and suit != HONOURS and all(left[rank : rank + 3]) and rank + 2 < SUIT_SIZE:
            split(_without(left, rank, rank + 1, rank + 2), (*groups, run_kind(suit, rank + 1)), pair)

    if max(counts) <= MOST_COPIES:
        split([*counts], (), None)
    return sorted(found, key=lambda one: (one[0], -1 if one[1] is None else one[1]))


def _without(counts: list[int], *ranks: int) -> list[int]:
    rest = [*counts]
    for rank in ranks:
        rest[rank] -= 1
    return rest


def split_suits(counts: Sequence[int]) -> list[list[Split]]:
    """The ways to split each of the four suits of a hand. One without any makes no hand of four groups and a pair."""
    all_counts = tuple(counts)
    return [split_suit(suit, all_counts[first:end]) for suit, first, end in _PARTS]


# ---- shapes without groups


def _is_seven_pairs(counts: Sequence[int]) -> bool:
    """Four of a kind are not two pairs."""
    return counts.count(2) == _SEVEN


def _is_seven_pairs_of_any(counts: Sequence[int]) -> bool:
    """Four of a kind are two pairs."""
    return sum(counts) == _TILES and not any(count % 2 for count in counts)


#: One of each terminal and honour.
ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(EAST, TILE_KINDS))


def _is_thirteen_orphans(counts: Sequence[int]) -> bool:
    return all(map(counts.__getitem__, ORPHANS)) and sum(map(counts.__getitem__, ORPHANS)) == len(ORPHANS) + 1


def _is_unconnected(counts: Sequence[int], pairs: int) -> bool:
    """No two tiles are part of a run, and exactly these ``pairs`` are alike: tiles of a suit are three ranks apart."""
    held = [kind for kind, count in enumerate(counts) if count]
    if sum(counts) != _TILES or len(held) != _TILES - pairs:
        return False
    return all(
        second - first > 2 or second >= EAST or first // SUIT_SIZE != second // SUIT_SIZE
        for first, second in pairwise(held)
    )


#: Shapes other than four groups and a pair, each with its test of concealed tiles.
_SPECIAL_SHAPES: Final[dict[str, Callable[[Sequence[int]], bool]]] = {
    "seven_pairs": _is_seven_pairs,
    "thirteen_orphans": _is_thirteen_orphans,
    "thirteen_unconnected": partial(_is_unconnected, pairs=1),
    "fourteen_unconnected": partial(_is_unconnected, pairs=0),
}


@lru_cache(maxsize=64)
def shapes_without_groups(known: tuple[str, ...]) -> list[tuple[str, Callable[[Sequence[int]], bool]]]:
    """The known shapes without groups, each with its test."""
    tests = _SPECIAL_SHAPES | {SEVEN_PAIRS: _is_seven_pairs_of_any} if FOUR_ALIKE in known else _SPECIAL_SHAPES
    return [(name, is_shape) for name, is_shape in tests.items() if name in known]


# ---- finished hands


def count_readings(counts: Sequence[int], melds: int, known: tuple[str, ...]) -> int:
    """In how many ways concealed tiles beside some melds complete one of the ``known`` shapes."""
    suits = split_suits(counts)
    found = prod(map(len, suits)) if STANDARD in known and _has_one_pair(*suits) else 0
    if not melds:
        found += sum(is_shape(counts) for _, is_shape in shapes_without_groups(known))
    return found


#: The groups that hold each kind of tile.
_GROUPS_WITH: Final = {
    tile: [tiles for kind in (*TRIPLETS, *RUNS) if tile in (tiles := tiles_of(kind))] for tile in range(TILE_KINDS)
}


#: A hand with fewer kinds of tile, and with more of which there is an odd number, is not near a shape without groups.
_FEW_KINDS: Final = 12


def finishing(counts: Sequence[int], melds: int, kinds: Collection[int], known: tuple[str, ...]) -> list[int]:
    """Which of ``kinds`` finish concealed tiles, one tile short, beside some melds, in order. A fifth copy of a kind
    counts like any other, so that who asks can say that there is none.
    """
    found = set[int]()
    # Whether each suit leaves a pair, none for one that does not split.
    paired = [splits[0][1] is not None if splits else None for splits in split_suits(counts)]
    broken, pairs = paired.count(None), paired.count(True)
    for (suit, first, end), own in zip(_PARTS, paired, strict=True):
        if STANDARD in known and broken == (own is None):
            found |= _finishing_suit(suit, tuple(counts[first:end]), pair=pairs == (own is True))
    if not melds and (sum(map(bool, counts)) >= _FEW_KINDS or sum(count & 1 for count in counts) == 1):
        found.update(kind for kind in kinds if _finishes_special(counts, kind, known))
    if max(counts) >= MOST_COPIES:
        found -= {kind for kind, count in enumerate(counts) if count >= MOST_COPIES}
        found.update(
            kind for kind in kinds if counts[kind] >= MOST_COPIES and _finishes_fifth(counts, kind, melds, known)
        )
    return sorted(found.intersection(kinds))


@lru_cache(maxsize=100_000)
def _finishing_suit(suit: int, counts: tuple[int, ...], *, pair: bool) -> frozenset[int]:
    """The kinds of tile with which those of a suit are groups, and a pair or none."""
    more = [(rank, [*counts[:rank], count + 1, *counts[rank + 1 :]]) for rank, count in enumerate(counts)]
    split = [(rank, split_suit(suit, tuple(held))) for rank, held in more]
    return frozenset(suit * SUIT_SIZE + rank for rank, found in split if found and (found[0][1] is not None) == pair)


def _finishes_special(counts: Sequence[int], kind: int, known: tuple[str, ...]) -> bool:
    hand = [*counts]
    hand[kind] += 1
    return hand[kind] <= MOST_COPIES and any(is_shape(hand) for _, is_shape in shapes_without_groups(known))


def tiles_away(counts: Sequence[int], melds: int, known: tuple[str, ...]) -> int:
    """How many tiles a hand lacks to be tenpai, of those who draw the best ones."""
    found = [_groups_away([*counts], GROUPS - melds)]
    if SEVEN_PAIRS in known and not melds:
        found.append(_SEVEN - 1 - sum(count > 1 for count in counts) + max(_SEVEN - sum(map(bool, counts)), 0))
    if THIRTEEN_ORPHANS in known and not melds:
        held = [counts[kind] for kind in ORPHANS]
        found.append(len(ORPHANS) - sum(map(bool, held)) - (max(held) > 1))
    return min(found)


def _groups_away(counts: list[int], need: int, parts: int = 0, pair: int = 0, at: int = 0) -> int:
    """As :func:`tiles_away`, with ``need`` groups and a pair to make; ``parts`` are groups that lack one tile."""
    at = next((kind for kind in range(at, TILE_KINDS) if counts[kind]), TILE_KINDS)
    if at == TILE_KINDS:
        return 2 * need - min(parts, need) - pair
    steps = range(1, min(3, SUIT_SIZE - at % SUIT_SIZE)) if at < EAST else ()
    near = [at + step for step in steps if counts[at + step]]
    tried: list[tuple[tuple[int, ...], int, int, int]] = [((at,), need, parts, pair)]
    groups = [(at,) * 3] * (counts[at] > 2) + [(at, *near)] * (len(near) == 2)
    tried += [(group, need - 1, parts, pair) for group in groups if need]
    tried += [((at, at), need, parts, 1)] * (counts[at] > 1 and not pair)
    tried += [((at, other), need, parts + 1, pair) for other in [*near, *[at] * (counts[at] > 1)] if parts < need]
    return min(_groups_away(_without(counts, *ranks), left, made, head, at) for ranks, left, made, head in tried)


def _has_one_pair(*suits: list[Split]) -> bool:
    """Whether suits split, and exactly one of them leaves a pair: all splits of a suit leave one, or none does."""
    return all(suits) and sum(splits[0][1] is not None for splits in suits) == 1


def _finishes_fifth(counts: Sequence[int], kind: int, melds: int, known: tuple[str, ...]) -> bool:
    """Whether a fifth copy of a kind finishes a hand: no split has five, so one group that holds the kind is taken out,
    each in turn.
    """
    for group in _GROUPS_WITH[kind]:
        rest = [*counts]
        rest[kind] += 1
        for tile in group:
            rest[tile] -= 1
        if min(rest) >= 0 and count_readings(rest, melds + 1, known):
            return True
    return False


def is_furiten(before: Sequence[int], melds: int, discards: int, known: tuple[str, ...]) -> bool:
    """Whether one of the own ``discards``, a set, would finish concealed tiles that are one short."""
    kinds = [kind for kind in range(TILE_KINDS) if discards >> kind & 1 and before[kind] < MOST_COPIES]
    return bool(finishing(before, melds, kinds, known))
