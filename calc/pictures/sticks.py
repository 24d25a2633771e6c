"""Point sticks 点棒: what lies on a riichi table for points, declared riichi and counters.

A stick is 120 x 14 units, and known by its dots: as sold in Japan, by its points.
"""

from __future__ import annotations

from typing import Final

from calc.pictures.svg import INK, RED, WHITE, box, circle

WIDTH: Final = 120
HEIGHT: Final = 14

#: The dots of each stick: their places along it and across it, and their colours.
_FOUR: Final = [(along, across) for along in (-4.5, 4.5) for across in (-2.4, 2.4)]
_DOTS: Final[dict[int, list[tuple[float, float, str]]]] = {
    100: [(along * 1.5 + side, across, INK) for along, across in _FOUR for side in (-3, 3)],
    1_000: [(0, 0, RED)],
    5_000: [(-7, 0, RED), (7, 0, RED), (0, 0, INK), (-14, 0, RED), (14, 0, RED)],
    10_000: [*((along, across, RED) for along, across in _FOUR), (0, 0, INK), (-13, 0, INK), (13, 0, INK)],
}
#: The sticks there are, by their points.
STICKS: Final = tuple(_DOTS)


def draw_stick(points: int) -> str:
    """The stick for an amount of points."""
    body = box(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, WHITE, round_by=4, stroke=INK, line=1.2)
    size = 4 if len(_DOTS[points]) == 1 else 2
    return body + "".join(circle(WIDTH / 2 + x, HEIGHT / 2 + y, size, ink) for x, y, ink in _DOTS[points])
