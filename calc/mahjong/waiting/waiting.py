"""Which tiles finish a hand one tile short 待ち, and whether a hand waits at all 聴牌."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from calc.mahjong.hand.kinds import GROUP_KINDS, NO_GROUP, NORTH, TILE_KINDS, tiles_of
from calc.mahjong.hand.readings import finished
from calc.mahjong.hand.splits import MOST_COPIES
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.waiting.unfinished import check_waiting
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import kind_of, print_tiles_in_order
from calc.records.waiting import Waiting

#: Whether a hand waits whose every winning tile it holds four times itself: in all, or among its concealed tiles.
FourOwn = Literal["not_waiting", "not_if_concealed", "waiting"]


class WaitingTile(NamedTuple):
    """A kind of tile that finishes a hand.

    ``four_own``: the hand itself, melds and Norths included, holds all its copies; ``four_concealed``: its concealed
    tiles do.
    """

    kind: int
    four_own: bool
    four_concealed: bool

    def is_awaited(self, four_own: FourOwn) -> bool:
        """Whether a hand waits that waits for this tile only."""
        if four_own == "waiting":
            return True
        return not (self.four_concealed if four_own == "not_if_concealed" else self.four_own)


#: The groups that hold each kind of tile.
_GROUPS_WITH: Final = {
    tile: [tiles_of(kind) for kind in range(GROUP_KINDS) if kind != NO_GROUP and tile in tiles_of(kind)]
    for tile in range(TILE_KINDS)
}


def waiting_tiles(
    concealed: Sequence[int], melds: Sequence[Meld], rules: MahjongRules, *, norths: int = 0
) -> tuple[WaitingTile, ...]:
    """The kinds of tile that finish a hand of 13, in their order; none where it does not wait.

    ``concealed``: tiles of :mod:`calc.notation.tiles`. ``norths``: those set aside. Only kinds that the rule set is
    played with and shapes that it knows count; a yaku is not asked for. Raises :class:`calc.HandError` for a hand that
    cannot be: its number of tiles, its copies, tiles and melds that the rule set does not have. ``key`` is ``hand``,
    ``melds[1]`` or ``north``; ``column`` counts in the tiles as :func:`print_tiles_in_order` spells them.
    """
    hand = print_tiles_in_order(concealed)
    check_waiting(Waiting(hand=hand, melds=[print_meld(meld) for meld in melds], north=norths), rules)
    return find_finishing(concealed, melds, rules, norths=norths)


def awaited_kinds(
    concealed: Sequence[int],
    melds: Sequence[Meld],
    rules: MahjongRules,
    *,
    norths: int = 0,
    four_own: FourOwn = "not_waiting",
) -> tuple[int, ...]:
    """The kinds of tile that a hand of 13 waits for 待ち, with or without a yaku; none where it does not wait.

    Kinds of which it holds all four itself are among them where ``four_own`` says so. Raises as :func:`waiting_tiles`.
    """
    found = waiting_tiles(concealed, melds, rules, norths=norths)
    return tuple([tile.kind for tile in found if tile.is_awaited(four_own)])


def find_finishing(
    concealed: Sequence[int], melds: Sequence[Meld], rules: MahjongRules, *, norths: int = 0
) -> tuple[WaitingTile, ...]:
    """As :func:`waiting_tiles`, of a hand that was checked before."""
    hand = Counter(map(kind_of, concealed))
    kinds, rows, groups = [], [], []
    for kind in sorted(rules.kinds):
        for row, group_count in _with_tile(hand, kind):
            kinds.append(kind)
            rows.append([row[tile] for tile in range(TILE_KINDS)])
            groups.append(len(melds) + group_count)
    if not rows:
        return ()
    done = finished(np.array(rows, dtype=np.uint8), np.array(groups, dtype=np.int64), rules.shapes)
    held = hand + Counter(kind_of(tile) for meld in melds for tile in meld.tiles) + Counter({NORTH: norths})
    finishing = sorted({kind for kind, is_done in zip(kinds, done.tolist(), strict=True) if is_done})
    copies = rules.tiles.copies
    return tuple([WaitingTile(kind, held[kind] >= copies, hand[kind] >= copies) for kind in finishing])


def _with_tile(hand: Counter[int], kind: int) -> Iterator[tuple[Counter[int], int]]:
    """The hand with one more tile of a kind, and how many of its groups were taken out.

    The table of splits knows no fifth copy. A hand that would need one is seen without one of the groups that hold it.
    """
    full = hand + Counter({kind: 1})
    if full[kind] <= MOST_COPIES:
        yield full, 0
        return
    for group in _GROUPS_WITH[kind]:
        taken = Counter(group)
        if taken <= full:
            yield full - taken, 1
