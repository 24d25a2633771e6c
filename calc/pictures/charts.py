"""Charts: how often somebody had which place, how values are spread. Each number is behind a bar of its own."""

from collections.abc import Mapping, Sequence

from calc.pictures.curve import COLOURS, shortened
from calc.pictures.svg import Picture, plain, text
from calc.text import cells, number
from calc.translation import say

_WIDTH, _SIZE = 400, 14
#: The height of a line and of its bar; room for a cell of words, beside words, and between groups of bars.
_LINE, _BAR, _CELL, _BESIDE, _APART = 18, 14, 8, 8, 6


def bars(title: str, counts: Mapping[str, Mapping[str, int]]) -> Picture:
    """How often each name had each of some things, as places: one group of bars a name."""
    told = (f"{name}: {', '.join(f'{kind} {count}' for kind, count in of.items())}" for name, of in counts.items())
    drawn = {name: [(f"{shortened(kind)}: {number(of[kind])}", of[kind]) for kind in of] for name, of in counts.items()}
    return _picture(title, drawn, say("; ").join(told), _APART)


def histogram(title: str, counts: Mapping[str, int]) -> Picture:
    """How often each value occurs, in the order of the values."""
    told = (f"{name}: {number(count)}" for name, count in counts.items())
    return _picture(title, {name: [(number(count), count)] for name, count in counts.items()}, say(", ").join(told))


def _picture(title: str, drawn: Mapping[str, Sequence[tuple[str, int]]], desc: str, apart: int = 0) -> Picture:
    """Names, each beside its bars, of which a longer one stands for more, and the words behind them."""
    every = [one for of in drawn.values() for one in of]
    left = max((cells(shortened(name)) for name in drawn), default=0) * _CELL + 2 * _BESIDE
    room = _WIDTH - left - 2 * _BESIDE - max((cells(words) for words, _ in every), default=0) * _CELL
    most = max((count for _, count in every), default=0) or 1
    body, down = list[str](), _BESIDE
    for name, of in drawn.items():
        body.append(
            f'<text x="{left - _BESIDE}" y="{down + _SIZE - 2}" text-anchor="end">{text(shortened(name))}</text>'
        )
        for at, (words, count) in enumerate(of):
            long = room * count / most
            body.append(
                f'<rect x="{left}" y="{down}" width="{plain(long)}" height="{_BAR}" '
                f'fill="{COLOURS[at % len(COLOURS)]}" stroke="currentColor" stroke-width=".6"/>'
                f'<text x="{plain(left + long + _BESIDE / 2)}" y="{down + _SIZE - 2}">{text(words)}</text>'
            )
            down += _LINE
        down += apart
    shapes = f'<g font-family="sans-serif" font-size="{_SIZE}" fill="currentColor">{"".join(body)}</g>'
    return Picture(title, _WIDTH, down + _BESIDE, shapes, scale=1.2, desc=desc)
