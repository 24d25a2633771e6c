"""Hands that are shown after an exhaustive draw: read, checked, and whether they wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from calc.errors import CalcError, HandError
from calc.mahjong.hand.copies import check_copies
from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.tenpai import kinds_waited_for
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.records.waiting import Waiting
from calc.records.win import Seat


class ReadHand(Struct, frozen=True, kw_only=True):
    """A hand of 13 tiles (a meld counts three) and Norths set aside. ``awaited``: the kinds of tile it waits for."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    norths: int
    awaited: tuple[int, ...]

    @property
    def is_waiting(self) -> bool:
        """Whether it waits at all 聴牌."""
        return bool(self.awaited)

    @property
    def is_open(self) -> bool:
        """Whether any of its melds was called."""
        return any(meld.kind != "ankan" for meld in self.melds)

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
    try:
        # Spelled again, so that each fault is found as in a record of a hand one tile short.
        called = [print_meld(meld) for meld in melds]
        awaited = kinds_waited_for(Waiting(hand=print_tiles_in_order(concealed), melds=called, north=norths), rules)
    except CalcError as error:
        error.key, error.column = key, None
        raise
    return ReadHand(concealed=concealed, melds=melds, norths=norths, awaited=awaited)


def check_norths(norths: Mapping[Seat, int], rules: MahjongRules, *, key: str) -> None:
    """Refuse Norths set aside where the game has none, and more over all seats than there are."""
    count = sum(norths.values())
    if count and rules.dora.north is None:
        raise HandError(f"{rules.id} sets no Norths aside, found {count}; remove north", key=key)
    if count > rules.tiles.copies:
        raise HandError(f"there are only {rules.tiles.copies} Norths, found {count} set aside", key=key)


def check_together(hands: Iterable[ReadHand], rules: MahjongRules, *, norths: int = 0, key: str) -> None:
    """Refuse tiles that the rule set does not have, and more copies than can lie on one table. ``norths``: those set
    aside by seats whose hand is not given.
    """
    tiles = [*(tile for hand in hands for tile in hand.tiles), *[NORTH] * norths]
    for tile in tiles:
        if kind_of(tile) not in rules.kinds:
            raise HandError(f"{rules.id} is played without {print_tiles([tile])}; remove it", key=key)
    check_copies(tiles, rules, over="the hands", key=key)
