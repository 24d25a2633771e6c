"""What a page is made of: headings, paragraphs, lists, tables, pictures, and parts that open when they are asked for.

Reports make blocks of their results, and :func:`calc.pictures.page.page` lays them out. All words in them are only
text; nothing is taken for markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from calc.pictures.svg import Picture

#: How many lines a sheet may have to be printed in a large and in a middle-sized type; a picture is as high as two.
_ROOMY, _CLOSE = 40, 100


class Head(Struct, frozen=True, tag=True):
    """A heading. ``level``: 2 for a part of the page, 3 for a part of that."""

    words: str
    level: Literal[2, 3] = 2


class Text(Struct, frozen=True, tag=True):
    """A paragraph. ``tone``: how it is meant."""

    words: str
    tone: Literal["", "answer", "faint", "right", "wrong"] = ""


class Items(Struct, frozen=True, tag=True):
    """A list. An item may have lines below it."""

    items: Sequence[tuple[str, Sequence[str]]]


class Table(Struct, frozen=True, tag=True):
    """Rows below a head. ``align``: ``<`` or ``>`` for each column. A cell may be a picture, or have several lines.

    ``name``: what a screen reader calls it. ``stacks``: on a phone each row is a block of its own. ``pairs``: the
    first column has questions, and the second short answers.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str | Picture]]
    align: str = ""
    name: str = ""
    stacks: bool = False
    pairs: bool = False


class Drawn(Struct, frozen=True, tag=True):
    """A picture, and the words below it."""

    picture: Picture
    words: str = ""


class More(Struct, frozen=True, tag=True):
    """Blocks below a title that are shown when somebody asks for them. ``is_open``: they are shown at first."""

    title: str
    blocks: Sequence[Block]
    is_open: bool = False


class Sheet(Struct, frozen=True, tag=True):
    """Blocks side by side in columns, as on a poster; printed on one page."""

    blocks: Sequence[Block]

    @property
    def density(self) -> str:
        """How close together its rows have to stand on the page."""
        rows = [row for block in self.blocks if isinstance(block, Table) for row in block.rows]
        height = sum(1 + any(isinstance(cell, Picture) for cell in row) for row in rows)
        return "roomy" if height <= _ROOMY else "close" if height <= _CLOSE else "tight"


Block = Head | Text | Items | Table | Drawn | More | Sheet


def items(lines: Iterable[str]) -> Items:
    """A list of lines; an indented line belongs to the one above it."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1][1].append(line.strip())
        else:
            found.append((line.strip(), []))
    return Items(found)


def pictures_of(blocks: Iterable[Block]) -> Iterator[Picture]:
    """Every picture in some blocks."""
    for block in blocks:
        if isinstance(block, Drawn):
            yield block.picture
        elif isinstance(block, More | Sheet):
            yield from pictures_of(block.blocks)
        elif isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row if isinstance(cell, Picture))
