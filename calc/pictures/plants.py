"""The twelve plants of flower cards, one a month, in the 60 x 96 units of a card."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from calc.pictures.svg import (
    BROWN,
    GREEN,
    INK,
    PINK,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    area,
    circle,
    ellipse,
    group,
    line,
    plain,
)

_LEAF: Final = "#2f8a4e"
_DARK_LEAF: Final = "#155231"


def _around(count: int, x: float, y: float, shape: str, start: float = 0) -> str:
    """A shape repeated around a centre."""
    turns = (start + 360 * place / count for place in range(count))
    return "".join(group(shape, f"rotate({plain(turn)} {plain(x)} {plain(y)})") for turn in turns)


def pine() -> str:
    """January: fans of needles on a trunk."""
    trunk = line("M60 92Q40 86 36 68T18 44", BROWN, 5)
    fans = ((17, 54, 14), (45, 58, 14), (28, 74, 16), (12, 88, 12), (48, 88, 13))
    return trunk + "".join(_fan(*fan) for fan in fans)


def _fan(x: float, y: float, size: float) -> str:
    dome = area(
        f"M{x - size} {y}A{size} {plain(size * 0.9)} 0 0 1 {x + size} {y}Q{x} {y + 4} {x - size} {y}Z", _DARK_LEAF
    )
    ends = ((x + size * 0.86 * cos(turn), y - size * 0.76 * sin(turn)) for turn in (pi * at / 8 for at in range(1, 8)))
    return dome + line("".join(f"M{x} {y}L{plain(a)} {plain(b)}" for a, b in ends), "#8fc79c", 0.9)


def plum() -> str:
    """February: round blossoms on a bare branch."""
    branch = line("M60 94Q42 84 32 68Q24 54 8 48M34 72Q46 58 56 56M26 60Q20 76 10 84", BROWN, 3.6)
    flowers = ((12, 48, 7.5), (30, 60, 8.5), (49, 58, 8), (14, 80, 8), (38, 84, 9))
    buds = circle(22, 40, 2.6, RED) + circle(54, 44, 2.6, RED) + circle(26, 92, 2.4, RED)
    return branch + buds + "".join(_plum_blossom(*flower) for flower in flowers)


def _plum_blossom(x: float, y: float, size: float) -> str:
    petals = _around(5, x, y, circle(x, y - size * 0.56, size * 0.5, RED))
    return petals + circle(x, y, size * 0.36, YELLOW) + circle(x, y, size * 0.14, WHITE)


def cherry() -> str:
    """March: a cloud of blossoms with notched petals."""
    branch = line("M0 84Q24 70 60 76", BROWN, 3)
    leaves = ellipse(8, 92, 8, 3.4, _LEAF, -20) + ellipse(54, 93, 8, 3.4, _LEAF, 20)
    flowers = ((13, 56, 9), (33, 50, 9), (50, 60, 9), (22, 71, 10), (43, 77, 10), (12, 84, 8), (30, 89, 8))
    return branch + leaves + "".join(_cherry_blossom(*flower) for flower in flowers)


def _cherry_blossom(x: float, y: float, size: float) -> str:
    s = size / 10
    petal = f"M{x} {y}C{plain(x - 7 * s)} {plain(y - 5 * s)} {plain(x - 4 * s)} {plain(y - 11 * s)} {plain(x - 2 * s)} {plain(y - 10 * s)}"
    petal += f"L{x} {plain(y - 7.5 * s)}L{plain(x + 2 * s)} {plain(y - 10 * s)}C{plain(x + 4 * s)} {plain(y - 11 * s)} {plain(x + 7 * s)} {plain(y - 5 * s)} {x} {y}Z"
    return _around(5, x, y, area(petal, PINK, "#b24d63", 0.7)) + circle(x, y, size * 0.2, RED)


def wisteria() -> str:
    """April: hanging clusters under leaves."""
    bunches = ((10, 34, 8), (23, 40, 11), (37, 34, 8), (50, 40, 11))
    leaves = "".join(ellipse(x, 26 + x % 3, 9, 4, _LEAF, turn) for x, turn in ((8, 24), (22, -20), (38, 22), (52, -22)))
    return line("M2 20Q30 30 58 20", BROWN, 2.6) + "".join(_bunch(*bunch) for bunch in bunches) + leaves


def _bunch(x: float, y: float, rows: int) -> str:
    dots = []
    for row in range(rows):
        half = 5.5 * (1 - row / rows)
        dots += [circle(x + side * half * 0.8, y + row * 4.6, 1.2 + half * 0.38, PURPLE) for side in (-1, 1)]
    light = line(f"M{x} {y}V{plain(y + rows * 4.2)}", "#c4aadd", 1)
    return "".join(dots) + light


def iris() -> str:
    """May: sword leaves with drooping flowers."""
    leaves = "".join(
        area(f"M{x - 3} 94L{x + lean} {top}L{x + 3} 94Z", ink)
        for x, lean, top, ink in (
            (6, 4, 50, _LEAF),
            (15, -5, 36, _DARK_LEAF),
            (27, 3, 44, _LEAF),
            (36, -2, 56, _DARK_LEAF),
            (46, 5, 34, _LEAF),
            (55, -3, 52, _DARK_LEAF),
        )
    )
    stems = line("M20 94V58M40 94V52", _DARK_LEAF, 2)
    return leaves + stems + _iris_flower(20, 56) + _iris_flower(41, 48)


def _iris_flower(x: float, y: float) -> str:
    falls = f"M{x} {y}Q{x - 13} {y - 7} {x - 12} {y + 8}Q{x - 5} {y + 9} {x} {y}Q{x + 5} {y + 9} {x + 12} {y + 8}Q{x + 13} {y - 7} {x} {y}Z"
    standard = f"M{x} {y + 2}Q{x - 8} {y - 8} {x} {y - 15}Q{x + 8} {y - 8} {x} {y + 2}Z"
    marks = line(f"M{x - 3} {y}L{x - 8} {y + 3}M{x + 3} {y}L{x + 8} {y + 3}", YELLOW, 1.6)
    return area(falls, PURPLE) + area(standard, "#8456ad", WHITE, 0.6) + marks


def peony() -> str:
    """June: one large flower."""
    leaves = "".join(
        group(
            area("M0 0Q-4 -8 -10 -6Q-8 -12 -2 -12L0 -18L3 -12Q9 -13 10 -6Q4 -8 0 0Z", ink),
            f"translate({x} {y}) rotate({turn})",
        )
        for x, y, turn, ink in (
            (14, 80, -80, _LEAF),
            (46, 80, 80, _LEAF),
            (18, 88, -130, _DARK_LEAF),
            (42, 88, 130, _DARK_LEAF),
            (14, 56, -50, _DARK_LEAF),
            (46, 56, 50, _DARK_LEAF),
        )
    )
    outer = _around(8, 30, 68, ellipse(30, 56, 8, 8, RED, 0, WHITE))
    inner = _around(6, 30, 68, ellipse(30, 61, 6, 6.5, "#d75a63", 0, WHITE), 20)
    return leaves + outer + inner + circle(30, 68, 4.6, YELLOW) + circle(30, 68, 1.6, RED)


def bush_clover() -> str:
    """July: arching sprays of small leaves."""
    return "".join(
        _spray(*spray) for spray in ((30, -24, 44), (30, 24, 42), (30, -12, 34), (30, 16, 60), (30, -28, 66))
    )


def _spray(x: float, lean: float, top: float) -> str:
    end = x + lean
    left, right, buds = "", "", ""
    for at in range(1, 7):
        t = at / 6
        a = (1 - t * t) * x + t * t * end
        b = (1 - t) ** 2 * 94 + 2 * t * (1 - t) * (top + 10) + t * t * top
        left += f"M{plain(a - 1.6)} {plain(b)}l-3.6 -1.6"
        right += f"M{plain(a + 1.6)} {plain(b)}l3.6 -1.6"
        buds += circle(a, b - 3, 1.9, "#b03a6b") if at % 2 == 0 else ""
    stem = line(f"M{x} 94Q{x} {top + 10} {end} {top}", BROWN, 1.4)
    return stem + line(left, _DARK_LEAF, 4) + line(right, _LEAF, 4) + buds


def susuki() -> str:
    """August: a dark hill of grass."""
    hill = area("M0 96V70Q28 46 60 66V96Z", INK)
    blades = "".join(
        f"M{x} {plain(94 - abs(30 - x) / 6)}Q{x + 1} 76 {x + lean} 66"
        for x, lean in ((6, 5), (16, -4), (24, 5), (33, -5), (42, 5), (52, -5))
    )
    return hill + line(blades, "#dfe5c8", 1.3)


def plumes() -> str:
    """The ears of susuki above its hill."""
    stems = "M14 66Q14 44 6 34M24 60Q26 38 20 26M34 58Q36 40 42 28M46 62Q48 48 55 40"
    ears = "".join(
        ellipse(x, y, 2.6, 8, YELLOW, turn, BROWN)
        for x, y, turn in ((7, 37, -28), (20.5, 31, -14), (42, 32, 20), (54, 42, 35))
    )
    return line(stems, BROWN, 1.5) + ears


def chrysanthemum() -> str:
    """September: flowers of many petals."""
    leaves = "".join(
        group(
            area("M0 0Q-7 -3 -6 -9Q-3 -8 -2 -11Q0 -16 2 -11Q3 -8 6 -9Q7 -3 0 0Z", ink),
            f"translate({x} {y}) rotate({turn}) scale(1.25)",
        )
        for x, y, turn, ink in (
            (14, 62, -70, _DARK_LEAF),
            (50, 62, 60, _LEAF),
            (14, 92, -60, _LEAF),
            (32, 92, 10, _DARK_LEAF),
            (52, 92, 50, _DARK_LEAF),
        )
    )
    return leaves + _many_petals(24, 50, 13, YELLOW) + _many_petals(42, 72, 14, RED) + _many_petals(15, 79, 11, YELLOW)


def _many_petals(x: float, y: float, size: float, ink: str) -> str:
    edge = BROWN if ink == YELLOW else WHITE
    return _around(14, x, y, ellipse(x, y - size * 0.62, size * 0.16, size * 0.4, ink, 0, edge)) + circle(
        x, y, size * 0.3, ink, edge
    )


def maple() -> str:
    """October: pointed leaves."""
    twigs = line("M60 90Q34 84 24 66T4 40M34 78Q46 66 56 62", BROWN, 2)
    leaves = (
        (14, 48, 11, -20, RED),
        (36, 56, 11, 15, YELLOW),
        (52, 68, 10, 30, RED),
        (18, 74, 12, -10, YELLOW),
        (38, 84, 12, 8, RED),
        (10, 90, 9, 20, RED),
    )
    return twigs + "".join(_maple_leaf(*leaf) for leaf in leaves)


def _maple_leaf(x: float, y: float, size: float, turn: float, ink: str) -> str:
    points = []
    for at in range(13):
        angle = (at - 6) * pi * 0.8 / 6
        reach = size * (1.0 - 0.05 * abs(at - 6)) if at % 2 == 0 else size * 0.42
        points.append(f"{plain(reach * sin(angle))} {plain(-reach * cos(angle))}")
    veins = line(f"M0 {plain(size * 0.5)}V{plain(-size * 0.6)}", BROWN, 0.9)
    return group(area(f"M{'L'.join(points)}Z", ink, BROWN, 0.8) + veins, f"translate({x} {y}) rotate({turn})")


def willow() -> str:
    """November: hanging twigs."""
    twigs = ((8, 74), (18, 90), (30, 82), (42, 92), (53, 76))
    stems = "".join(f"M{x} 18Q{x + 4} {end / 2} {x} {end}" for x, end in twigs)
    leaves = ""
    for x, end in twigs:
        for y in range(28, end, 7):
            bend = x + 2 * (1 - abs(2 * y - end) / end)
            leaves += f"M{plain(bend)} {y}l-3.6 5M{plain(bend)} {y + 3}l3.6 5"
    return line("M0 22Q30 10 60 24", BROWN, 3) + line(stems, _DARK_LEAF, 1.3) + line(leaves, _LEAF, 2.4)


def paulownia() -> str:
    """December: bells above broad leaves."""
    leaf = "M0 0Q-13 1 -14 -8Q-12 -15 -6 -14Q-3 -20 0 -20Q3 -20 6 -14Q12 -15 14 -8Q13 1 0 0Z"
    leaves = "".join(
        group(
            area(leaf, ink, WHITE, 0.8) + line("M0 -1V-15M0 -4L-8 -9M0 -4L8 -9", "#8fc79c", 0.9),
            f"translate({x} {y}) rotate({turn})",
        )
        for x, y, turn, ink in ((16, 82, -60, _LEAF), (44, 82, 60, _LEAF), (30, 74, 180, _DARK_LEAF))
    )
    spikes = "".join(_bells(x, top, count) for x, top, count in ((14, 44, 5), (30, 34, 6), (46, 56, 3)))
    return spikes + leaves


def _bells(x: float, top: float, count: int) -> str:
    rows = [
        circle(x + side * min(row, 2) * 2.2, top + row * 5.6, 2.9, PURPLE, WHITE, 0.6)
        for row in range(count)
        for side in (-1, 1)
    ]
    return line(f"M{x} {top}V78", GREEN, 1.6) + "".join(rows)


#: The plant of each month, January first.
PLANTS: Final[tuple[Callable[[], str], ...]] = (
    pine, plum, cherry, wisteria, iris, peony, bush_clover, susuki, chrysanthemum, maple, willow, paulownia,
)  # fmt: skip
