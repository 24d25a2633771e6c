"""The curve of a game: what each player had after each round, in lines that differ by dashes and marks too."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Final

from calc.pictures.svg import Picture, plain, text
from calc.text import cells, number, printable
from calc.translation import say

#: Colours that stand out on white and on black.
COLOURS: Final = ("#2f74c8", "#cf4632", "#25874a", "#9358bf", "#b07a12", "#4a7f8c", "#b8457f", "#7a7a2a")
_DASHES: Final = ("none", "7 4", "2 3", "10 3 2 3")
#: A mark around 0: a disc, a square, a triangle, a diamond, a triangle on its tip, a cross.
_MARKS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "M-3.5-3.5h7v7h-7z",
    "M0-5l5 8h-10z",
    "M0-5l5 5l-5 5l-5-5z",
    "M0 5l5-8h-10z",
    "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
)
_WIDTH, _HEIGHT, _SIZE = 400, 260, 14
#: Room above the lines, for the names of rounds, for a cell of words, for a mark with blanks; between two names.
_TOP, _BOTTOM, _CELL, _BESIDE, _APART = 12, 30, 8, 24, 17
#: The most lines across, names of rounds, and cells of a name.
_MOST_LINES, _MOST_NAMES, _LONGEST = 6, 6, 18


def curve_picture(scores: Mapping[str, Sequence[int]], rounds: Sequence[str]) -> Picture:
    """The scores of a game as a chart: what each player had before the first of the ``rounds`` and after each."""
    title, names = say("Scores after each round"), [say("Start"), *rounds]
    short = {name: shortened(name) for name in scores}
    ticks = _ticks([value for values in scores.values() for value in values])
    low, high = ticks[0], ticks[-1]
    left = max(len(number(value)) for value in ticks) * _CELL + _BESIDE / 2
    right = _WIDTH - max(map(cells, short.values()), default=0) * _CELL - _BESIDE

    def x(at: int) -> float:
        return left + (right - left) * at / max(len(names) - 1, 1)

    def y(value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    body = [_across(value, y(value), left, right) for value in ticks]
    step = -(-len(names) // _MOST_NAMES)
    body += [_words(shortened(name), x(at * step), _HEIGHT - 8, "middle") for at, name in enumerate(names[::step])]
    for at, values in enumerate(scores.values()):
        body.append(_line(at, [(x(place), y(value)) for place, value in enumerate(values)]))
    ends = {name: y(values[-1]) for name, values in scores.items() if values}
    for name, height in _spread(ends).items():
        at = [*scores].index(name)
        body += [
            _mark(at, right + _BESIDE / 2, height),
            _words(short[name], right + _BESIDE - 4, height + _SIZE / 3, "start"),
        ]
    told = (f"{name} {number(values[-1])}" for name, values in scores.items() if values)
    shapes = f'<g font-family="sans-serif" font-size="{_SIZE}" fill="currentColor">{"".join(body)}</g>'
    return Picture(title, _WIDTH, _HEIGHT, shapes, scale=1.75, desc=say("At the end: ") + say(", ").join(told))


def shortened(name: str) -> str:
    """A name as far as a chart has room for it."""
    told = shown = printable(name)
    while cells(shown) > _LONGEST:
        told = told[:-1]
        shown = f"{told}…"
    return shown


def _ticks(values: Sequence[int]) -> list[int]:
    """Round numbers from below the least value to above the greatest."""
    low, high = min(values, default=0), max(values, default=0)
    ten = 10 ** max(floor(log10(max(high - low, 1))) - 1, 0)
    steps = (ten * factor for factor in (1, 2, 5, 10, 20, 50))
    step = next(one for one in steps if ceil(high / one) - floor(low / one) < _MOST_LINES)
    first = floor(low / step)
    return [step * at for at in range(first, max(ceil(high / step), first + 1) + 1)]


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Heights for names, near to the ends of their lines and apart from each other, inside of the picture."""
    order = sorted(ends, key=lambda name: ends[name])
    heights: list[float] = []
    for name in order:
        heights.append(max(ends[name], heights[-1] + _APART) if heights else ends[name])
    over = max(max(heights, default=0) - (_HEIGHT - _SIZE / 2), 0)
    return {name: height - over for name, height in zip(order, heights, strict=True)}


def _line(at: int, points: Sequence[tuple[float, float]]) -> str:
    path = " ".join(f"{plain(x)},{plain(y)}" for x, y in points)
    drawn = f'<polyline points="{path}" fill="none" stroke="{_colour(at)}" stroke-width="2.5" stroke-linejoin="round"'
    marks = "".join(_mark(at, x, y) for x, y in points)
    return f'{drawn} stroke-dasharray="{_DASHES[at % len(_DASHES)]}"/>{marks}'


def _mark(at: int, x: float, y: float) -> str:
    return f'<path d="{_MARKS[at % len(_MARKS)]}" fill="{_colour(at)}" transform="translate({plain(x)} {plain(y)})"/>'


def _colour(at: int) -> str:
    return COLOURS[at % len(COLOURS)]


def _across(value: int, height: float, left: float, right: float) -> str:
    line = f'<path d="M{plain(left)} {plain(height)}H{plain(right)}" stroke="currentColor" stroke-opacity=".2"/>'
    return line + _words(number(value), left - 8, height + _SIZE / 3, "end")


def _words(told: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{plain(x)}" y="{plain(y)}" text-anchor="{anchor}">{text(told)}</text>'
