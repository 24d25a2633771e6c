"""A picture, the few shapes that all pictures are made of, and characters as strokes of a round pen.

Text in a picture looks different with every font, and is a box where the font lacks the character. The characters on
tiles and cards are drawn, so that they are the same everywhere.
"""

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


# ---- characters

_STROKES: Final = {
    "一": "M8 52Q50 46 92 50",
    "二": "M22 26H78M8 78H92",
    "三": "M16 18H84M24 49H76M8 82H92",
    "四": "M12 20H88V84H12ZM38 20Q38 50 22 62M62 20V50Q62 58 70 58H86",
    "五": "M14 16H86M48 16L36 86M20 48H74L68 86M6 86H94",
    "六": "M48 6L54 20M8 34H92M38 48Q32 72 12 92M62 48Q72 66 88 92",
    "七": "M8 50L92 34M44 8V76Q44 88 56 88H78Q90 88 90 72",
    "八": "M38 16Q36 62 8 90M54 14Q62 62 92 90",
    "九": "M8 36H64V74Q64 88 76 88H82Q92 88 92 70M38 8Q40 62 8 92",
    "萬": "M6 15H94M34 5V25M66 5V25M27 33H73V60H27ZM27 46H73M50 33V84M12 96V69H88V88Q88 96 76 94M28 86L64 81M60 74L71 87",
    "東": "M10 18H90M24 32H76V62H24ZM24 47H76M50 4V98M48 62Q36 80 8 90M52 62Q66 80 92 90",
    "南": "M12 20H88M50 4V36M14 96V36H86V86Q86 96 74 94M36 44L42 56M64 44L58 56M30 58H70M26 75H74M50 58V92",
    "西": "M8 14H92M14 34H86V92H14ZM39 14V38Q38 58 24 68M61 14V52Q61 62 70 62H84",
    "北": "M36 8V94M8 34H36M6 82L36 68M62 6V76Q62 90 74 90H82Q93 90 93 74M62 46L90 30",
    "中": "M14 28H86V66H14ZM50 4V98",
    "發": (
        "M12 10H38Q34 36 6 48M18 24L28 34M62 6Q68 34 94 48M84 10L68 24M92 26L76 36M40 44H62"
        "M14 56H40V68H18V80H42Q42 98 28 95M58 56V62Q58 70 50 72M58 56H76V64Q76 70 90 69M54 79H82Q76 92 50 98M60 82Q72 94 92 98"
    ),
    "あ": "M20 22H78M46 6Q44 56 52 88M70 36Q58 78 28 86Q14 84 22 66Q34 46 62 46Q90 50 84 72Q78 88 60 94",
    "か": "M12 36H56Q68 36 64 54Q58 84 50 91Q42 94 36 84M42 8Q36 54 12 90M74 24Q88 38 92 58",
    "よ": "M52 8V78Q52 92 34 92Q16 88 26 76Q46 66 86 92M52 34H82",
    "ろ": "M22 14H74L20 60Q48 38 74 50Q92 64 76 82Q64 94 38 92",
    "し": "M32 8V68Q32 92 56 92Q78 88 88 64",
    "み": "M20 16H54Q42 62 24 84Q8 84 12 68Q26 50 56 60Q76 66 92 76M78 36Q78 74 54 94",
    "の": "M52 18Q48 68 28 82Q10 80 12 52Q22 16 56 16Q90 22 90 52Q86 82 58 90",
    "0": "M50 8Q20 8 20 50T50 92T80 50T50 8Z",
    "1": "M28 26L52 8V92",
    "2": "M22 30Q24 8 50 8Q78 10 76 34Q74 54 22 92H80",
    "3": "M24 12H76L48 42Q80 44 78 68Q74 92 48 92Q28 92 20 78",
    "4": "M62 92V8L16 66H86",
    "5": "M74 8H30L26 46Q40 36 56 40Q78 46 78 66Q74 92 48 92Q28 92 20 80",
    "6": "M68 8Q22 34 22 66Q24 92 50 92Q78 90 78 66Q76 44 52 44Q30 44 23 62",
    "7": "M20 8H80L44 92",
    "8": "M50 46Q24 44 24 26Q26 8 50 8T76 26Q76 44 50 46Q20 50 20 70Q22 92 50 92T80 70Q80 50 50 46Z",
    "9": "M32 92Q78 66 78 34Q76 8 50 8Q22 10 22 34Q24 56 48 56Q70 56 77 38",
}


def glyph(character: str, x: float, y: float, width: float, height: float, ink: str, *, pen: float = 9) -> str:
    """A character in the box at ``x``, ``y``; ``pen``: the width of its strokes in hundredths of the box."""
    scaled = f"translate({plain(x)} {plain(y)}) scale({plain(width / 100)} {plain(height / 100)})"
    return group(line(_STROKES[character], ink, pen), scaled)


def column(words: str, x: float, y: float, size: float, ink: str, *, pen: float = 12) -> str:
    """Characters below each other."""
    return "".join(glyph(one, x, y + size * 1.08 * place, size, size, ink, pen=pen) for place, one in enumerate(words))


def numeral(number: int, x: float, y: float, size: float, ink: str) -> str:
    """A number in Arabic digits, centred at ``x``; ``size``: its height."""
    digits = str(number)
    wide = size * 0.62
    left = x - wide * len(digits) / 2
    return "".join(glyph(one, left + wide * at, y, wide, size, ink, pen=15) for at, one in enumerate(digits))
