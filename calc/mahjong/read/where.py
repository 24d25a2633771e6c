"""Where in a record a tile stands: for the message that points at the one tile too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.read.win_records import ReadWin
from calc.notation.tiles import locate_tiles


def _written(read: ReadWin) -> Iterator[tuple[str, int | None, int]]:
    """Every tile of a record as (key, column in its value, tile), in the order of the record's keys."""
    record = read.record
    for tile, column in locate_tiles(record.hand):
        yield "hand", column, tile
    if record.win is not None:
        yield "win", 1, read.win
    for place, meld in enumerate(read.melds):
        key = f"melds[{place}]" if isinstance(record.melds, list) else "melds"
        for tile in meld.tiles:
            yield key, 1, tile
    for key, text in (("dora", record.dora), ("ura", record.ura)):
        for tile, column in locate_tiles(text):
            yield key, column, tile
    for _ in range(record.north):
        yield "north", None, NORTH


def locate_tile(
    read: ReadWin, wanted: Callable[[int], bool], *, but_winning: bool = False
) -> tuple[str, int | None, int]:
    """The first tile that is ``wanted``, as (key, column, tile); ``but_winning`` passes over the winning tile
    itself.
    """
    tiles = list(_written(read))
    if but_winning:
        winning = next(
            place
            for place in reversed(range(len(tiles)))
            if tiles[place][0] == ("win" if read.record.win is not None else "hand")
        )
        del tiles[winning]
    return next(found for found in tiles if wanted(found[2]))


def locate_copy(read: ReadWin, most: int, name: Callable[[int], int | None]) -> tuple[str, int | None, int, int]:
    """The first tile that is one copy more than ``most``, as (key, column, tile, copies in all).

    ``name`` says which tiles are copies of one another; ``None`` is not counted.
    """
    seen: dict[int, list[tuple[str, int | None, int]]] = {}
    for key, column, tile in _written(read):
        copy_of = name(tile)
        if copy_of is not None:
            seen.setdefault(copy_of, []).append((key, column, tile))
    places = next(places for places in seen.values() if len(places) > most)
    return (*places[most], len(places))
