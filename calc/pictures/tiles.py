"""Tiles: each of the 34 kinds, the red fives and the back; and point sticks 点棒.

A tile is 60 x 80 units. Red fives are red, and have a corner that shows without colour too. A stick is 120 x 14 units,
and known by its dots: as sold in Japan, by its points.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from calc.notation.tiles import TILES, is_red, kind_of
from calc.pictures.svg import BLUE, GREEN, INK, RED, WHITE, area, box, circle, ellipse, glyph, group, line

WIDTH: Final = 60
HEIGHT: Final = 80
#: The id of the back among the parts of a picture; tiles have their numbers.
BACK: Final = "tile-back"

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"
_LEFT, _MIDDLE, _RIGHT = 17, 30, 43


def tile_id(tile: int) -> str:
    """The id of a tile among the parts of a picture."""
    return f"tile-{tile}"


@cache
def draw_tile(tile: int) -> str:
    """A tile, face up. ``tile``: its number in the notation."""
    if not 0 <= tile < TILES:
        raise IndexError(f"a tile is a number from 0 to {TILES - 1}, not {tile}")
    suit, rank = divmod(kind_of(tile), 9)
    draw: tuple[Callable[[int, str], str], ...] = (_characters, _circles, _bamboo, _honours)
    corner = area("M38 2.5H53Q57.5 2.5 57.5 7V22Z", RED) if is_red(tile) else ""
    return _body(WHITE) + draw[suit](rank + 1, RED if is_red(tile) else "") + corner


@cache
def draw_back() -> str:
    """A tile, face down."""
    lattice = "".join(f"M{x} 12L{x - 14} 26M{x - 14} 12L{x} 26" for x in (23, 37, 51))
    rows = "".join(group(line(lattice, "#7f8fc4", 1.6), f"translate(0 {y})") for y in (0, 14, 28, 42))
    return _body("#31467f") + rows + box(7, 10, 46, 60, "none", round_by=3, stroke="#c9d1ec", line=1.6)


def _body(face: str) -> str:
    """The block of a tile: its side below, its face."""
    side = box(1.5, 1.5, 57, 77, "#b9a878", round_by=6, stroke=INK, line=1.6)
    return side + box(2.5, 2.5, 55, 72.5, face, round_by=5)


def _characters(rank: int, red: str) -> str:
    numeral = glyph(_NUMERALS[rank - 1], 13, 6, 34, 29, red or INK, pen=11)
    return numeral + glyph("萬", 13, 39, 34, 33, RED, pen=8)


#: Places with colours.
_Places = list[tuple[float, float, str]]
#: Circles by rank: their places, and their colours if not all have the same.
_CIRCLE_PLACES: Final[dict[int, _Places]] = {
    2: [(30, 22, GREEN), (30, 56, BLUE)],
    3: [(16, 16, BLUE), (30, 39, RED), (44, 62, GREEN)],
    4: [(17, 21, BLUE), (43, 21, GREEN), (17, 57, GREEN), (43, 57, BLUE)],
    5: [(16, 17, BLUE), (44, 17, GREEN), (30, 39, RED), (16, 61, GREEN), (44, 61, BLUE)],
    6: [(18, 16, GREEN), (42, 16, GREEN), *((x, y, RED) for y in (41, 62) for x in (18, 42))],
    7: [(13, 12, GREEN), (30, 20, GREEN), (47, 28, GREEN), *((x, y, RED) for y in (46, 65) for x in (20, 40))],
    8: [(x, y, BLUE) for y in (13, 30.5, 48, 65.5) for x in (19, 41)],
    9: [(x, y, ink) for y, ink in ((15, GREEN), (39, RED), (63, BLUE)) for x in (13, 30, 47)],
}
_CIRCLE_SIZES: Final = {2: 14, 3: 11, 4: 11.5, 5: 10.5, 6: 10, 7: 8.2, 8: 8.3, 9: 8}


def _circles(rank: int, red: str) -> str:
    if rank == 1:
        petals = "".join(group(ellipse(30, 24.5, 3.6, 6, GREEN), f"rotate({turn} 30 39)") for turn in range(0, 360, 36))
        rings = circle(30, 39, 23.5, WHITE, BLUE, 3) + circle(30, 39, 10, WHITE, RED, 3)
        return rings + petals + circle(30, 39, 5, RED)
    size = _CIRCLE_SIZES[rank]
    return "".join(_circle(x, y, size, red or ink) for x, y, ink in _CIRCLE_PLACES[rank])


def _circle(x: float, y: float, size: float, ink: str) -> str:
    return circle(x, y, size - 1.2, WHITE, ink, size * 0.24) + circle(x, y, size * 0.42, ink)


#: Bamboo by rank: the centres of the sticks with their colours; 8 leans its sticks, and 1 is a bird.
_STICK_PLACES: Final[dict[int, _Places]] = {
    2: [(30, 22, GREEN), (30, 56, GREEN)],
    3: [(30, 22, GREEN), (17, 56, GREEN), (43, 56, GREEN)],
    4: [(x, y, GREEN) for y in (22, 56) for x in (18, 42)],
    5: [*((x, y, GREEN) for y in (22, 56) for x in (14, 46)), (30, 39, RED)],
    6: [(x, y, GREEN) for y in (22, 56) for x in (_LEFT - 3, _MIDDLE, _RIGHT + 3)],
    7: [(30, 14, RED), *((x, y, GREEN) for y in (38, 62) for x in (_LEFT - 3, _MIDDLE, _RIGHT + 3))],
    9: [(x, y, ink) for x, ink in ((14, GREEN), (30, RED), (46, GREEN)) for y in (14, 38, 62)],
}
_STICK_LENGTHS: Final = {2: 30, 3: 30, 4: 30, 5: 30, 6: 30, 7: 21, 9: 21}


def _bamboo(rank: int, red: str) -> str:
    if rank == 1:
        return _bird()
    if rank == 8:
        leaning = ((12, 0), (24, -32), (36, 32), (48, 0))
        upper = "".join(_stick(x, 22, 30 if not turn else 24, GREEN, turn) for x, turn in leaning)
        return upper + group(upper, "rotate(180 30 39)")
    return "".join(_stick(x, y, _STICK_LENGTHS[rank], red or ink) for x, y, ink in _STICK_PLACES[rank])


def _stick(x: float, y: float, length: float, ink: str, turn: float = 0) -> str:
    """A stick of bamboo with a knot at both ends and in the middle."""
    top, half = y - length / 2, length / 2
    cane = box(x - 3, top + 1, 6, length - 2, ink, round_by=2)
    knots = "".join(box(x - 4.9, top + at - 1.9, 9.8, 3.8, ink, round_by=1.9) for at in (1.9, half, length - 1.9))
    light = line(f"M{x} {top + 5}V{y - 3.4}M{x} {y + 3.4}V{top + length - 5}", WHITE, 1.2)
    return group(cane + knots + light, f"rotate({turn} {x} {y})") if turn else cane + knots + light


def _bird() -> str:
    """A sparrow on a branch."""
    tail = area("M20 46L5 69L13 67L14 73L29 55Z", GREEN)
    body = area("M17 50Q14 33 30 27Q33 24 34 20Q38 12 45 15Q51 18 49 26Q51 47 36 55Q24 60 17 50Z", GREEN)
    belly = area("M34 28Q47 32 44 44Q40 54 30 54Q40 44 34 28Z", WHITE)
    wing = area("M19 48Q22 34 33 36Q35 48 22 58Z", BLUE)
    head = area("M48 19L57 22L48 25Z", RED) + circle(43.5, 20, 2.4, WHITE) + circle(43.8, 20, 1.3, INK)
    crest = line("M40 14Q38 9 33 8M43 13Q43 8 40 5", RED, 2)
    legs = line("M31 56L30 66M37 54L38 65M24 67Q34 64 52 67", INK, 2)
    return tail + body + belly + wing + head + crest + legs


def _honours(rank: int, red: str) -> str:
    if rank <= len(_WINDS):
        return glyph(_WINDS[rank - 1], 10, 15, 40, 48, INK, pen=10)
    if rank == 5:
        frame = box(9, 10, 42, 58, "none", round_by=3, stroke=BLUE, line=3)
        return frame + box(14, 15, 32, 48, "none", round_by=1, stroke=BLUE, line=1.4)
    if rank == 6:
        return glyph("發", 9, 13, 42, 52, GREEN, pen=7.5)
    return glyph("中", 11, 12, 38, 54, RED, pen=11)


STICK_WIDTH: Final = 120
STICK_HEIGHT: Final = 14

#: The dots of each stick: their places along it and across it, and their colours.
_FOUR: Final = [(along, across) for along in (-4.5, 4.5) for across in (-2.4, 2.4)]
_STICK_DOTS: Final[dict[int, list[tuple[float, float, str]]]] = {
    100: [(along * 1.5 + side, across, INK) for along, across in _FOUR for side in (-3, 3)],
    1_000: [(0, 0, RED)],
    5_000: [(-7, 0, RED), (7, 0, RED), (0, 0, INK), (-14, 0, RED), (14, 0, RED)],
    10_000: [*((along, across, RED) for along, across in _FOUR), (0, 0, INK), (-13, 0, INK), (13, 0, INK)],
}
#: The sticks there are, by their points.
STICKS: Final = tuple(_STICK_DOTS)


def draw_stick(points: int) -> str:
    """The stick for an amount of points."""
    body = box(0.6, 0.6, STICK_WIDTH - 1.2, STICK_HEIGHT - 1.2, WHITE, round_by=4, stroke=INK, line=1.2)
    size = 4 if len(_STICK_DOTS[points]) == 1 else 2
    return body + "".join(
        circle(STICK_WIDTH / 2 + x, STICK_HEIGHT / 2 + y, size, ink) for x, y, ink in _STICK_DOTS[points]
    )
