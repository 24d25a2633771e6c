"""Charts: how often somebody had which place, how values are spread.

The plotting library draws them as static shapes, without scripts; it takes a second to load, so it is an extra.
"""

import io
import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha1
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, cast

from calc.errors import CalcError
from calc.patterns import regex
from calc.pictures.curve import COLOURS, shortened
from calc.pictures.svg import Picture
from calc.text import number
from calc.translation import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The colour that means the one of the words around, light or dark.
_AROUND: Final = "#010203"
_WIDTH, _HEIGHT = 5.4, 3.4
#: Points to the inch of the library.
_INCH: Final = 72
#: What is found in the file that the library writes.
_INSIDE: Final = regex(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_NEEDLESS: Final = regex(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", re.DOTALL)
_FONT: Final = regex(r"(font(?:-family)?: (?:[\w.]+px )?)'[^;\"]*([;\"])")
_STYLED: Final = regex(r' style="([^"]*)"')
_FONT_SIZE: Final = regex(r"font: ([\w.]+) sans-serif")
_ID: Final = regex(r' id="([^"]*)"')
_REFERENCE: Final = regex(r'href="#([^"]*)"|url\(#([^)]*)\)')
_BLANKS: Final = regex(r"(?<!\s)\s*\n\s*")
_STYLE: Final[dict[str, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "yaku",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": _AROUND,
    "axes.edgecolor": _AROUND,
    "axes.labelcolor": _AROUND,
    "xtick.color": _AROUND,
    "ytick.color": _AROUND,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": False,
}


def has_charts() -> bool:
    """Whether the library is installed."""
    try:
        return find_spec("matplotlib") is not None
    except ValueError:  # it is kept from being loaded
        return False


def load_charts() -> None:
    """Load the library ahead of the first chart, if it is installed."""
    if has_charts():
        with _drawing(""):
            pass


def bars(title: str, counts: Mapping[str, Mapping[str, int]]) -> Picture:
    """How often each name had each of some things, as places: one group of bars a name."""
    with _drawing(title) as (figure, axes):
        kinds = list(dict.fromkeys(kind for of in counts.values() for kind in of))
        wide = 0.8 / max(len(kinds), 1)
        for at, kind in enumerate(kinds):
            places = [place + (at - (len(kinds) - 1) / 2) * wide for place in range(len(counts))]
            drawn = axes.bar(
                places,
                [of.get(kind, 0) for of in counts.values()],
                wide * 0.9,
                color=COLOURS[at % len(COLOURS)],
                edgecolor=_AROUND,
                linewidth=0.6,
            )
            axes.bar_label(drawn, labels=[shortened(kind)] * len(counts), fontsize=8)
        axes.set_xticks(range(len(counts)), [shortened(name) for name in counts])
        _label_values(axes)
        told = (f"{name}: {', '.join(f'{kind} {of.get(kind, 0)}' for kind in kinds)}" for name, of in counts.items())
        return _picture(figure, title, say("; ").join(told))


def histogram(title: str, counts: Mapping[str, int]) -> Picture:
    """How often each value occurs, in the order of the values."""
    with _drawing(title) as (figure, axes):
        drawn = axes.bar(
            range(len(counts)), list(counts.values()), 0.85, color=COLOURS[0], edgecolor=_AROUND, linewidth=0.6
        )
        if len(counts) <= len(COLOURS) * 3:
            axes.bar_label(drawn, labels=[number(count) for count in counts.values()], fontsize=8, padding=2)
        step = -(-len(counts) // 16) or 1
        axes.set_xticks(range(0, len(counts), step), [shortened(name) for name in counts][::step])
        _label_values(axes)
        told = (f"{name}: {number(count)}" for name, count in counts.items())
        return _picture(figure, title, say(", ").join(told))


@contextmanager
def _drawing(title: str) -> "Iterator[tuple[Figure, Axes]]":
    """An empty chart to draw into, with our settings of the library."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        import matplotlib as library
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        raise CalcError(
            f"a chart ({title}) needs matplotlib, which is not installed: pip install 'yaku-calc[pictures]'"
        ) from None
    with library.rc_context(cast("Any", _STYLE)):
        figure = Figure(figsize=(_WIDTH, _HEIGHT))
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.15, 0.14, 0.82, 0.8))
        axes.grid(axis="y", color=_AROUND, alpha=0.15, linewidth=0.8)
        axes.set_axisbelow(True)
        figure.patch.set_alpha(0)
        axes.patch.set_alpha(0)
        yield figure, axes


def _label_values(axes: "Axes") -> None:
    """Mark whole values only."""
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value == int(value) else "")


def _picture(figure: "Figure", title: str, desc: str) -> Picture:
    """The shapes that the library wrote, without what differs from run to run or would clash with other pictures."""
    file = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for characters in fonts that it does not use
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    shapes = "".join(_INSIDE.findall(file.getvalue()))
    shapes = _NEEDLESS.sub("", shapes).replace("xlink:href", "href").replace(_AROUND, "currentColor")
    shapes = _FONT.sub(r"\1sans-serif\2", shapes)
    prefix = "c" + sha1(f"{title}{shapes}".encode(), usedforsecurity=False).hexdigest()[:8]
    used = {first or second for first, second in _REFERENCE.findall(shapes)}
    shapes = _ID.sub(lambda found: f' id="{prefix}{found[1]}"' if found[1] in used else "", shapes)
    shapes = _REFERENCE.sub(
        lambda found: f'href="#{prefix}{found[1]}"' if found[1] else f"url(#{prefix}{found[2]})", shapes
    )
    shapes = _STYLED.sub(_as_attributes, shapes)
    body = f'<g stroke-linejoin="round">{_BLANKS.sub(" ", shapes).strip()}</g>'
    return Picture(title, _WIDTH * _INCH, _HEIGHT * _INCH, body, scale=1.8, desc=desc)


def _as_attributes(found: re.Match[str]) -> str:
    """A style as attributes: pages that allow no style inside of elements show it too."""
    told = _FONT_SIZE.sub(r"font-size: \1; font-family: sans-serif", found[1])
    pairs = (pair.partition(":") for pair in told.split(";") if pair.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, _, value in pairs)
