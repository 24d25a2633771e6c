"""Splitting tiles the slow and obvious way: take the lowest tile and try every part that could hold it."""

from collections.abc import Iterator

#: The groups of a split as sorted triples of tile kinds (0 to 33), and the kind of its pair, if it has one.
Split = tuple[tuple[tuple[int, int, int], ...], int | None]
_HONOURS = 27


def naive_splits(counts: list[int]) -> set[Split]:
    """Every way to make all tiles (counts by kind, honours from 27 on) into groups and at most one pair."""
    return {(tuple(sorted(groups)), pair) for groups, pair in _take(list(counts), (), None)}


def _take(
    counts: list[int], groups: tuple[tuple[int, int, int], ...], pair: int | None
) -> Iterator[tuple[tuple[tuple[int, int, int], ...], int | None]]:
    tile = next((kind for kind, count in enumerate(counts) if count), None)
    if tile is None:
        yield groups, pair
        return
    if pair is None and counts[tile] >= 2:
        yield from _take(_without(counts, (tile, tile)), groups, tile)
    if counts[tile] >= 3:
        yield from _take(_without(counts, (tile,) * 3), (*groups, (tile,) * 3), pair)
    run = (tile, tile + 1, tile + 2)
    if tile < _HONOURS and tile % 9 < 7 and all(counts[kind] for kind in run):
        yield from _take(_without(counts, run), (*groups, run), pair)


def _without(counts: list[int], tiles: tuple[int, ...]) -> list[int]:
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return left
