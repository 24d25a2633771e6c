"""A picture: its shapes, its words for screen readers, and the parts that it shares with others of a page."""

from collections.abc import Mapping
from html import escape
from typing import Final

from msgspec import Struct

from calc.layout.document import definitions
from calc.text import printable
from calc.translation import say

#: Words and lines on a light page, and on a dark one.
INK: Final = "#1d1d1b"
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
    folded: "Picture | None" = None

    def inline(self) -> str:
        """The picture in a page that holds its parts. Of a picture that can be folded a page shows one or the other."""
        if self.folded is None:
            return self._svg("")
        return self._svg("", ' class="whole"') + self.folded._svg("", ' class="folded"')

    def standalone(self) -> str:
        """The picture as a file. Words and lines without a colour of their own are dark, or light on a dark page."""
        style = _STYLE if "currentColor" in self.body else ""
        return self._svg(style + definitions(self.parts), ' xmlns="http://www.w3.org/2000/svg"') + "\n"

    def _svg(self, inside: str, more: str = "") -> str:
        size = " ".join(map(plain, (self.width, self.height)))
        pixels = (plain(round(self.width * self.scale)), plain(round(self.height * self.scale)))
        desc = f"<desc>{text(self.desc)}</desc>" if self.desc else ""
        return (
            f'<svg{more} role="img" viewBox="0 0 {size}" width="{pixels[0]}" height="{pixels[1]}">'
            f"<title>{text(self.title)}</title>{desc}{inside}{self.body}</svg>"
        )


def below_each_other(pictures: Mapping[str, Picture]) -> Picture:
    """Pictures in one, each under its name."""
    body, down = "", 0.0
    for name, picture in pictures.items():
        words = f'<text y="18" font-family="sans-serif" font-size="18" fill="currentColor">{text(name)}</text>'
        body += group(words + group(picture.body, f"translate(0 {_WORDS})"), f"translate(0 {plain(down)})")
        down += _WORDS * 1.6 + picture.height
    return Picture(
        say("; ").join(f"{name}: {picture.title}" for name, picture in pictures.items()),
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
