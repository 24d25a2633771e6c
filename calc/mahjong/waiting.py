"""Hands one tile short: what they are, and which tiles finish them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from calc.errors import CalcError, HandError
from calc.mahjong.kinds import NORTH, RED_FIVES, TILE_KINDS
from calc.mahjong.readings import finished
from calc.mahjong.schema import MahjongRules
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles

__all__ = ["ReadHand", "check_together", "read_hand", "waiting_tiles"]

_WAITING_TILES = 13
_MELD_TILES = 3


class ReadHand(Struct, frozen=True, kw_only=True):
    """A hand of 13 tiles (a meld counts three) and Norths set aside. ``waits``: the kinds that finish it."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    norths: int
    waits: tuple[int, ...]
    is_waiting: bool

    @property
    def tiles(self) -> list[int]:
        """Every tile of the hand, melds and Norths set aside included."""
        return [*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), *[NORTH] * self.norths]


def read_hand(text: str, rules: MahjongRules, *, norths: int = 0, key: str = "hand") -> ReadHand:
    """A hand as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``. ``key`` is what messages call it.

    Raises :class:`calc.NotationError`, or :class:`calc.HandError` for a hand that cannot be or has another number of
    tiles.
    """
    spelled, _, rest = text.strip().partition(" ")
    try:
        concealed, melds = parse_tiles(spelled), parse_melds(rest.strip())
    except CalcError as error:
        error.key = key
        raise
    count = len(concealed) + _MELD_TILES * len(melds)
    if count != _WAITING_TILES:
        raise HandError(
            f"a hand that may wait has {_WAITING_TILES} tiles (a meld counts three), found {count} in {text!r}", key=key
        )
    waits = waiting_tiles(concealed, len(melds), rules)
    own = Counter(map(kind_of, concealed))
    own.update(kind_of(tile) for meld in melds for tile in meld.tiles)
    own[NORTH] += norths
    free = [tile for tile in waits if own[tile] < rules.tiles.copies]
    is_waiting = bool(waits if rules.rounds.not_waiting.four_own == "waiting" else free)
    hand = ReadHand(concealed=concealed, melds=melds, norths=norths, waits=waits, is_waiting=is_waiting)
    if not rules.winning.chi:
        for meld in melds:
            if meld.kind == "chi":
                raise HandError(f"{rules.id} has no chi, found the run {print_meld(meld)}", key=key)
    check_together([hand], rules, key=key)
    return hand


def waiting_tiles(concealed: Iterable[int], melds: int, rules: MahjongRules) -> tuple[int, ...]:
    """The kinds of tiles that finish a hand of ``concealed`` tiles and a number of melds."""
    kinds = np.array(sorted(rules.kinds))
    counts = np.bincount([kind_of(tile) for tile in concealed], minlength=TILE_KINDS).astype(np.uint8)
    hands = np.tile(counts, (len(kinds), 1))
    hands[np.arange(len(kinds)), kinds] += 1
    # A fifth copy is no tile that could be looked up, and none that anybody can wait for.
    possible = hands.max(axis=1) <= rules.tiles.copies
    done = np.zeros(len(kinds), dtype=np.bool_)
    done[possible] = finished(hands[possible], np.full(int(possible.sum()), melds))
    return tuple(kinds[done].tolist())


def check_together(hands: Iterable[ReadHand], rules: MahjongRules, *, key: str) -> None:
    """Refuse tiles that the rule set does not have, and more copies than can lie on one table."""
    tiles = Counter(tile for hand in hands for tile in hand.tiles)
    kinds: Counter[int] = Counter()
    for tile, count in tiles.items():
        kinds[kind_of(tile)] += count
    for kind, count in kinds.items():
        spelled = print_tiles([kind])
        if kind not in rules.kinds:
            raise HandError(f"{rules.id} is played without {spelled}; remove it", key=key)
        if count > rules.tiles.copies:
            raise HandError(
                f"there are only {rules.tiles.copies} copies of {spelled}, found {count}; remove one", key=key
            )
    for red in RED_FIVES:
        suit = print_tiles([red])[-1]
        most = {str(name): number for name, number in rules.tiles.red_fives.items()}.get(suit, 0)
        if tiles[red] > most:
            raise HandError(
                f"{rules.id} has {most} red fives of {suit}, found {tiles[red]}; write 5{suit} for a plain one", key=key
            )
