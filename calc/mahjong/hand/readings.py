"""Find every reading of a hand: as four groups and a pair, or as another complete shape.

A reading is one split of all four suits, together with the part that the winning tile completes. That fixes the wait,
and which triplet a ron leaves open. Most hands have one reading; the one that pays most is chosen at the very end.
"""

from itertools import product
from typing import Final

from msgspec import Struct

from calc.mahjong.hand.hand import CONCEALED, KIND, MERGED, Hand
from calc.mahjong.hand.kinds import (
    FIRST_TRIPLET,
    GROUP_KINDS,
    GROUPS,
    NO_GROUP,
    NO_TILE,
    TILE_KINDS,
    WAIT_OF,
    WAITS,
    tiles_of,
)
from calc.mahjong.hand.shapes import SEVEN_PAIRS, SHAPES, STANDARD, shapes_without_groups, split_suits

#: The fifth part of a reading, after its four groups.
PAIR_SLOT: Final = 4
#: The part completed by the winning tile, in shapes without groups.
NO_SLOT: Final = 5
_NONE_WAIT: Final = WAITS.index("none")
_PAIR_WAIT: Final = WAITS.index("pair")
#: The tiles of each group kind as a set.
_HOLDS: Final = [sum(1 << tile for tile in {*tiles_of(kind)}) for kind in range(GROUP_KINDS)]


class Reading(Struct, frozen=True, gc=False):
    """One reading of a hand.

    ``shape``: its place among :data:`SHAPES`. ``codes``: its four groups, concealed ones first, then melds: group kinds
    with the marks :data:`CONCEALED` (not on a triplet completed by ron) and :data:`QUAD`. ``pair``: a tile kind,
    :data:`NO_TILE` for none. ``win``: the winning tile; ``taker``: the part that it completes, 0 to 3,
    :data:`PAIR_SLOT` or :data:`NO_SLOT`; ``wait``: its place among :data:`calc.mahjong.hand.kinds.WAITS`. ``once``,
    ``twice``: the group kinds held at least so often, as sets.
    """

    hand: Hand
    shape: int
    codes: tuple[int, ...]
    pair: int
    win: int
    taker: int
    wait: int
    once: int
    twice: int

    @property
    def groups(self) -> list[int]:
        return [code & KIND for code in self.codes]

    def held(self, mark: int) -> int:
        """The kinds of the groups with a mark, as a set."""
        found = 0
        for code in self.codes:
            if code & mark:
                found |= 1 << (code & KIND)
        return found

    @property
    def often(self) -> tuple[int, int, int, int]:
        """The group kinds held at least once, twice, three times, four times."""
        once = twice = thrice = four = 0
        for kind in self.groups:
            bit = 1 << kind
            four |= thrice & bit
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        return once, twice, thrice, four


def read_hand(hand: Hand, known: tuple[str, ...], *, any_win: bool = False) -> list[Reading]:
    """All readings of a hand in the ``known`` shapes; of two that pay the same, the first one counts.

    ``any_win``: whether any tile of the hand may count as the winning one.
    """
    wins = [kind for kind in range(TILE_KINDS) if hand.counts[kind]] if any_win else [hand.win]
    merged = bool(hand.facts and hand.facts.get(MERGED, 0) > 0)
    found: list[Reading] = []
    special: list[Reading] = []
    suits = split_suits(hand.counts) if STANDARD in known else []
    # The splits of the first suit change fastest.
    ways = [*product(*suits[::-1])] if suits and all(suits) else []
    for win in wins:
        for honours, bamboo, circles, characters in ways:
            pairs = [way[1] for way in (characters, circles, bamboo, honours) if way[1] is not None]
            if len(pairs) == 1:
                groups = characters[0] + circles[0] + bamboo[0] + honours[0]
                found += _with_takers(hand, groups, pairs[0], win, merged)
        if not hand.has_melds:
            special += _read_special(hand, win, merged, known)
    if len(special) > 1:
        special.sort(key=lambda reading: reading.shape)
    return found + special


def _with_takers(hand: Hand, groups: tuple[int, ...], pair: int, win: int, merged: bool) -> list[Reading]:
    """One reading for each concealed part that holds the winning tile. Of identical runs one is enough."""
    once = twice = 0
    for kind in groups + hand.kinds:
        bit = 1 << kind
        twice |= once & bit
        once |= bit
    concealed = tuple([kind | CONCEALED for kind in groups]) + hand.codes
    found = []
    last = NO_GROUP
    for slot, kind in enumerate(groups):
        if kind != last and _HOLDS[kind] >> win & 1:
            codes = concealed
            if kind >= FIRST_TRIPLET and not hand.tsumo:
                # A discard that completes a triplet leaves it open, though the hand stays closed.
                codes = (*concealed[:slot], kind, *concealed[slot + 1 :])
            wait = _NONE_WAIT if merged else WAIT_OF[kind][win]
            found.append(Reading(hand, 0, codes, pair, win, slot, wait, once, twice))
        last = kind
    if pair == win:
        wait = _NONE_WAIT if merged else _PAIR_WAIT
        found.append(Reading(hand, 0, concealed, pair, win, PAIR_SLOT, wait, once, twice))
    return found


def _read_special(hand: Hand, win: int, merged: bool, known: tuple[str, ...]) -> list[Reading]:
    codes, found = (NO_GROUP | CONCEALED,) * GROUPS, []
    for name, is_shape in shapes_without_groups(known):
        if is_shape(hand.counts):
            wait = _PAIR_WAIT if name == SEVEN_PAIRS and not merged else _NONE_WAIT
            shape, once = SHAPES.index(name), 1 << NO_GROUP
            found.append(Reading(hand, shape, codes, NO_TILE, win, NO_SLOT, wait, once, twice=0))
    return found
