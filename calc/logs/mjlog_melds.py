"""The bits that spell a meld in Tenhou's XML.

The two lowest bits say whose tile was called, counted from the caller in turn order (0: nobody's). Tiles are numbered
0 to 135, four copies of a kind together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from calc.errors import UnreadableError
from calc.logs.events import Call, North
from calc.notation.melds import Meld
from calc.notation.tiles import sort_tiles

#: Codes have 16 bits.
MAX_CODE = 1 << 16

_CHI = 1 << 2
_PON = 1 << 3
_KAKAN = 1 << 4
_NORTH = 1 << 5
#: Runs are counted through the suits: seven begin in each.
_RUNS, _TRIPLETS = 21, 34
_NORTH_KIND = 30


def read_meld(code: int, player: int, tile_of: Callable[[int], int]) -> Call | North:
    """The move of a player that a code spells.

    ``tile_of`` turns Tenhou's numbers of tiles into ours. Raises :class:`~calc.errors.UnreadableError`.
    """
    if code & _CHI:
        return _chi(code, player, tile_of)
    if code & (_PON | _KAKAN):
        return _triplet(code, player, tile_of)
    if code & _NORTH:
        if code >> 8 >> 2 != _NORTH_KIND:
            _refuse(code)
        return North(player)
    return _quad(code, player, tile_of)


def _feeder(code: int, player: int) -> int:
    # Counted round a table of four, also where three play.
    return (player + (code & 3)) % 4


def _chi(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    run, called = divmod(code >> 10, 3)
    if run >= _RUNS:
        _refuse(code)
    first = run // 7 * 9 + run % 7
    copies = (code >> 3 & 3, code >> 5 & 3, code >> 7 & 3)
    tiles = [tile_of(4 * (first + place) + copy) for place, copy in enumerate(copies)]
    return Call(player, Meld("chi", sort_tiles(tiles)), tiles[called], _feeder(code, player))


def _triplet(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    kind, called = divmod(code >> 9, 3)
    if kind >= _TRIPLETS:
        _refuse(code)
    fourth = code >> 5 & 3
    tiles = [tile_of(4 * kind + copy) for copy in range(4) if copy != fourth]
    if code & _PON:
        return Call(player, Meld("pon", sort_tiles(tiles)), tiles[called], _feeder(code, player))
    added = tile_of(4 * kind + fourth)
    return Call(player, Meld("kakan", sort_tiles([*tiles, added]), added), added)


def _quad(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    kind, called = divmod(code >> 8, 4)
    if kind >= _TRIPLETS:
        _refuse(code)
    tiles = [tile_of(4 * kind + copy) for copy in range(4)]
    if code & 3:
        return Call(player, Meld("daiminkan", sort_tiles(tiles)), tiles[called], _feeder(code, player))
    return Call(player, Meld("ankan", sort_tiles(tiles)))


def _refuse(code: int) -> NoReturn:
    raise UnreadableError(f"expected the code of a meld in <N>, found {code}, which spells no tiles of the set")
