"""What is played with: the drawings of tiles, cards and point sticks, from ``pieces.svg`` by their ids.

A tile is 60 x 80 units, with a red corner on red fives; a card 60 x 96, with month and class in its corners; a stick
120 x 14. Characters are drawn as strokes: text looks different with every font, and is a box where the font lacks it.
"""

from functools import cache
from pathlib import Path
from typing import Final

from calc.patterns import regex

FILE: Final = Path(__file__).with_name("pieces.svg")
TILE_WIDTH: Final = 60
TILE_HEIGHT: Final = 80
CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 96
STICK_WIDTH: Final = 120
STICK_HEIGHT: Final = 14
#: The ids of the backs; tiles and cards have their numbers.
TILE_BACK: Final = "tile-back"
CARD_BACK: Final = "card-back"
#: A piece a line, moved to its place on the sheet.
_PIECE: Final = regex(r'<g transform="[^"]*"><g id="(?P<id>[^"]+)">(?P<body>.*)</g></g>')


@cache
def pieces() -> dict[str, str]:
    """The shapes of each piece by its id."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:-1]
    return {found["id"]: found["body"] for found in map(_PIECE.fullmatch, lines) if found is not None}


def parts(kind: str) -> dict[str, str]:
    """The pieces of a kind by id: ``tile``, ``card`` or ``stick``, backs included."""
    return {name: body for name, body in pieces().items() if name.startswith(f"{kind}-")}


def tile_id(tile: int) -> str:
    """The id of a tile, by its number in the notation."""
    return f"tile-{tile}"
