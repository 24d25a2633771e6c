"""A picture, and the few shapes that all pictures are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from msgspec import Struct

from calc.text import printable
from calc.translation import say

#: Colours of ink and paint. They belong to the objects, so they stay the same on a dark page.
INK: Final = "#1d1d1b"
RED: Final = "#b8232b"
GREEN: Final = "#1c6b3c"
BLUE: Final = "#23408e"
PURPLE: Final = "#63398c"
YELLOW: Final = "#e3a92b"
BROWN: Final = "#694524"
PINK: Final = "#e79aa5"
WHITE: Final = "#fffdf6"
PAPER: Final = "#faf4e3"
_STYLE: Final = f"<style>svg{{color:{INK}}}@media (prefers-color-scheme:dark){{svg{{color:{PAPER}}}}}</style>"
#: The height of a line of words.
_WORDS: Final = 26


class Picture(Struct, frozen=True):
    """A drawing of ``width`` x ``height`` units with the words that stand for it.

    ``title``: what it shows, for screen readers. ``body``: its shapes. ``parts``: drawings by id that the body uses, so
    that a page holds each of them once. ``scale``: pixels of a unit where there is room. ``desc``: more words.
    ``folded``: the same in several rows, for a narrow screen.
    """

    title: str
    width: float
    height: float
    body: str
    parts: Mapping[str, str] = {}
    scale: float = 0.7
    desc: str = ""
    folded: Picture | None = None

    def inline(self) -> str:
        """The picture in a page that holds its parts. Of a picture that can be folded a page shows one or the other."""
        if self.folded is None:
            return self._svg("")
        return self._svg("", ' class="whole"') + self.folded._svg("", ' class="folded"')

    def standalone(self) -> str:
        """The picture as a file. Words and lines without a colour of their own are dark, or light on a dark page."""
        style = _STYLE if "currentColor" in self.body else ""
        return self._svg(style + definitions([self]), ' xmlns="http://www.w3.org/2000/svg"') + "\n"

    def _svg(self, inside: str, more: str = "") -> str:
        size = " ".join(map(plain, (self.width, self.height)))
        pixels = (plain(round(self.width * self.scale)), plain(round(self.height * self.scale)))
        desc = f"<desc>{text(self.desc)}</desc>" if self.desc else ""
        return (
            f'<svg{more} role="img" viewBox="0 0 {size}" width="{pixels[0]}" height="{pixels[1]}">'
            f"<title>{text(self.title)}</title>{desc}{inside}{self.body}</svg>"
        )


def definitions(pictures: Iterable[Picture]) -> str:
    """The parts of all pictures, each once."""
    parts = {name: part for picture in pictures for name, part in picture.parts.items()}
    inside = "".join(f'<g id="{name}">{part}</g>' for name, part in parts.items())
    return f"<defs>{inside}</defs>" if inside else ""


def below_each_other(pictures: Mapping[str, Picture], lang: str) -> Picture:
    """Pictures in one, each under its name."""
    body, down = "", 0.0
    for name, picture in pictures.items():
        words = f'<text y="18" font-family="sans-serif" font-size="18" fill="currentColor">{text(name)}</text>'
        body += group(words + group(picture.body, f"translate(0 {_WORDS})"), f"translate(0 {plain(down)})")
        down += _WORDS * 1.6 + picture.height
    return Picture(
        say(lang, "; ").join(f"{name}: {picture.title}" for name, picture in pictures.items()),
        max(picture.width for picture in pictures.values()),
        down,
        body,
        {name: part for picture in pictures.values() for name, part in picture.parts.items()},
    )


def text(words: str) -> str:
    """Words as the text of an element or an attribute."""
    return escape(printable(words))


def plain(value: float) -> str:
    """A number without needless digits: ``12``, ``0.5``."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def use(name: str, x: float, y: float, turn: str = "") -> str:
    """The part of that id, moved to a place; ``turn``: a further transformation."""
    return f'<use href="#{name}" transform="translate({plain(x)} {plain(y)}){turn}"/>'


def group(body: str, transform: str) -> str:
    """Shapes moved, turned or scaled together."""
    return f'<g transform="{transform}">{body}</g>'


def circle(x: float, y: float, r: float, fill: str = "none", stroke: str = "", width: float = 1) -> str:
    """A circle."""
    return f'<circle cx="{plain(x)}" cy="{plain(y)}" r="{plain(r)}" {_paint(fill, stroke, width)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, turn: float = 0, stroke: str = "") -> str:
    """An ellipse, turned by an angle in degrees."""
    turned = f' transform="rotate({plain(turn)} {plain(x)} {plain(y)})"' if turn else ""
    size = f'rx="{plain(rx)}" ry="{plain(ry)}"'
    return f'<ellipse cx="{plain(x)}" cy="{plain(y)}" {size} {_paint(fill, stroke, 1)}{turned}/>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    round_by: float = 0,
    stroke: str = "",
    line: float = 1,
) -> str:
    """A rectangle with round corners."""
    place = f'x="{plain(x)}" y="{plain(y)}" width="{plain(width)}" height="{plain(height)}"'
    corners = f' rx="{plain(round_by)}"' if round_by else ""
    return f"<rect {place}{corners} {_paint(fill, stroke, line)}/>"


def area(d: str, fill: str, stroke: str = "", width: float = 1) -> str:
    """A filled path."""
    return f'<path d="{d}" {_paint(fill, stroke, width)}/>'


def line(d: str, stroke: str, width: float) -> str:
    """A path drawn with a round pen."""
    return f'<path d="{d}" {_paint("none", stroke, width)} stroke-linecap="round" stroke-linejoin="round"/>'


def _paint(fill: str, stroke: str, width: float) -> str:
    painted = f'fill="{fill}"'
    return f'{painted} stroke="{stroke}" stroke-width="{plain(width)}"' if stroke else painted
