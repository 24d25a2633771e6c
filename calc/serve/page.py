"""The page: one file of HTML with all tiles and cards, and the few files that it loads from here."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from calc.games import all_games
from calc.notation.tiles import TILES
from calc.pictures import tiles
from calc.pictures.page import TEMPLATES
from calc.serve.words import words_in

_HOME: Final = Path(__file__).parent
_SCRIPT, _STYLE, _DATA = "text/javascript; charset=utf-8", "text/css; charset=utf-8", "application/manifest+json"
#: The files of the page, each with its kind.
FILES: Final = {
    "blocks.css": _STYLE,
    "style.css": _STYLE,
    "main.js": _SCRIPT,
    "ask.js": _SCRIPT,
    "dom.js": _SCRIPT,
    "pieces.js": _SCRIPT,
    "entry.js": _SCRIPT,
    "hand.js": _SCRIPT,
    "house.js": _SCRIPT,
    "points.js": _SCRIPT,
    "rounds.js": _SCRIPT,
    "tables.js": _SCRIPT,
    "sw.js": _SCRIPT,
    "manifest.json": _DATA,
    "icon.svg": "image/svg+xml",
}


@cache
def page_in(lang: str) -> bytes:
    """The page in a language."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=FileSystemLoader(_HOME / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words: dict[str, Any] = words_in(lang)
    told = msgspec.json.encode(words).decode()
    page = made.get_template("page.html").render(lang=lang, words=words, told=told, parts=Markup(_parts()))
    return page.encode()


@cache
def file_named(name: str) -> bytes:
    """One of :data:`FILES`. The worker has the version of all others in it, so that a new one is noticed."""
    if name == "icon.svg":
        return _icon().encode()
    data = (TEMPLATES if name == "blocks.css" else _HOME / "static").joinpath(name).read_bytes()
    return data.replace(b"@VERSION@", _version().encode()) if name == "sw.js" else data


@cache
def _version() -> str:
    found = sha256()
    for path in (TEMPLATES / "blocks.css", *sorted((_HOME / "static").iterdir())):
        found.update(path.read_bytes())
    for lang in ("en", "ja"):
        found.update(page_in(lang))
    return found.hexdigest()[:12]


def _parts() -> str:
    """All tiles and cards, each once; other pictures of the page use them."""
    drawn = (piece for game in all_games() for piece in game.blocks.pieces().items())
    return "".join(f'<g id="{name}">{body}</g>' for name, body in drawn)


def _icon() -> str:
    """The tile of the red dragon."""
    size = f"{tiles.WIDTH + 20} {tiles.HEIGHT}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 {size}">{tiles.draw_tile(TILES - 4)}</svg>'
