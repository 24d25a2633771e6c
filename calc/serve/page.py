"""The page: one file of HTML with all tiles, the words on it, and the few files that it loads from here."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from calc.layout.document import TEMPLATES, templates_in
from calc.notation.tiles import parse_tiles
from calc.pictures import pieces
from calc.translation import Phrases, speaking

_WORDS: Final = Phrases("page")


# ---- the page and its files

LANGUAGES: Final = ("en", "ja")
#: What the page may load: only what is sent from where it is, and no script or style inside of it.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_HOME: Final = Path(__file__).parent
_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/manifest+json",
    ".svg": "image/svg+xml",
}
_STATIC: Final = {path.name: path for path in (TEMPLATES / "blocks.css", *sorted((_HOME / "static").iterdir()))}
#: The files of the page, each with its kind.
FILES: Final = {name: _KINDS[Path(name).suffix] for name in (*_STATIC, "icon.svg", "cards.svg")}


@cache
def page_in(lang: str, other: str = "") -> bytes:
    """The page in a language. ``other``: the file in the other one, where no server chooses, nor sets its policy."""
    from markupsafe import Markup

    with speaking(lang):
        words = {key: _WORDS.text(key) for key in _WORDS}
    told = msgspec.json.encode(words).decode()
    template = templates_in(_HOME / "templates").get_template("page.html")
    # All tiles are there, each once; pictures of the page use them. The cards are four times as many lines.
    parts = Markup(_drawn("tile"))
    modules = [name for name in FILES if name.endswith(".js") and name != "sw.js"]
    policy = POLICY if other else ""
    return template.render(
        lang=lang, words=words, told=told, parts=parts, other=other, policy=policy, modules=modules
    ).encode()


def _drawn(kind: str) -> str:
    return "".join(f'<g id="{name}">{body}</g>' for name, body in pieces.parts(kind).items())


@cache
def file_named(name: str) -> bytes:
    """One of :data:`FILES`. The worker has the version of all others in it, so that a new one is noticed."""
    if name == "icon.svg":
        (dragon,) = parse_tiles("7z")
        box = f"-10 0 {pieces.TILE_WIDTH + 20} {pieces.TILE_HEIGHT}"
        drawn = pieces.pieces()[pieces.tile_id(dragon)]
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'.encode()
    if name == "cards.svg":
        return f'<svg xmlns="http://www.w3.org/2000/svg">{_drawn("card")}</svg>'.encode()
    data = _STATIC[name].read_bytes()
    if name != "sw.js":
        return data
    found = sha256(data + b"".join([*(file_named(one) for one in FILES if one != name), *map(page_in, LANGUAGES)]))
    return worker_of(data, ["./", *(f"api/rules?lang={lang}" for lang in LANGUAGES)], found.hexdigest()[:12])


def worker_of(data: bytes, kept: Iterable[str], version: str) -> bytes:
    """The worker that keeps the files of the page, and those at other addresses."""
    files = [*kept, *(name for name in FILES if name != "sw.js")]
    return data.replace(b"@VERSION@", version.encode()).replace(b"@FILES@", msgspec.json.encode(files))
