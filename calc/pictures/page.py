"""Blocks as one file of HTML that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calc.pictures.blocks import Block, pictures_of
from calc.pictures.svg import Picture, definitions
from calc.text import printable_lines

if TYPE_CHECKING:
    from jinja2 import Template

#: The page around blocks, and the styles of both.
TEMPLATES: Final = Path(__file__).parent / "templates"


def page(title: str, blocks: Sequence[Block], lang: str) -> str:
    """A page with that title, which is also its first heading. ``lang``: ``en`` or ``ja``."""
    parts = definitions(pictures_of(blocks))
    return _template().render(title=title, blocks=blocks, lang=lang, parts=_drawn(parts)) + "\n"


def fragment(blocks: Sequence[Block], lang: str) -> str:
    """A piece of a page, which has the parts of all pictures in it."""
    return inside(_template().render(title="", blocks=blocks, lang=lang, parts=""))


def inside(page: str) -> str:
    """What is in a page of ours, as a piece of another one, whose title it cannot be."""
    main = page.partition("<main>")[2].partition("</main>")[0].replace("<h1></h1>", "").strip()
    return main.replace("<h1>", "<h2>").replace("</h1>", "</h2>")


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.filters["picture"] = _picture
    made.tests["picture"] = lambda value: isinstance(value, Picture)
    made.filters["kind"] = lambda block: type(block).__name__
    return made.get_template("page.html")


def _shown(value: Any) -> Any:
    """Text without characters that steer anything."""
    return printable_lines(value) if type(value) is str else value


def _picture(picture: Picture) -> str:
    return _drawn(picture.inline())


def _drawn(shapes: str) -> str:
    """Shapes that this package drew, which are markup; words in them are escaped where they are drawn."""
    from markupsafe import Markup

    return Markup(shapes)
