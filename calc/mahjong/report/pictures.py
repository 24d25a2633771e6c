"""Tiles as Unicode pictures, for terminals that show them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from calc.notation.melds import parse_melds
from calc.notation.tiles import is_red, kind_of, parse_tiles
from calc.records.win import Win

#: The pictures by kind: Unicode has the honours first, then characters, bamboo and circles.
_HONOURS: Final = "🀀🀁🀂🀃🀆🀅🀄"
_SUITS: Final = ("🀇🀈🀉🀊🀋🀌🀍🀎🀏", "🀙🀚🀛🀜🀝🀞🀟🀠🀡", "🀐🀑🀒🀓🀔🀕🀖🀗🀘")
_PICTURES: Final = "".join(_SUITS) + _HONOURS
#: Red fives have no picture of their own; a text style keeps the red dragon in one colour with the others.
_RED: Final = "ʳ"
_AS_TEXT: Final = "\ufe0e"


def draw_tiles(tiles: Iterable[int]) -> str:
    """The tiles as pictures; a red five has a small r behind it.

    >>> draw_tiles(parse_tiles("10m7z"))
    '🀇🀋ʳ🀄︎'
    """
    return "".join(_draw(tile) for tile in tiles)


def _draw(tile: int) -> str:
    picture = _PICTURES[kind_of(tile)]
    return picture + (_RED if is_red(tile) else "") + (_AS_TEXT if picture == _HONOURS[-1] else "")


def draw_win(record: Win) -> str:
    """A won hand: concealed tiles, the winning tile behind a plus, melds in their brackets."""
    hand = parse_tiles(record.hand)
    win = parse_tiles(record.win) if record.win is not None else hand[-1:]
    hand = hand if record.win is not None else hand[:-1]
    parts = [draw_tiles(hand), f"+{draw_tiles(win)}"]
    for meld in parse_melds(record.melds):
        drawn = draw_tiles(meld.tiles)
        parts.append(f"[{drawn}]" if meld.kind == "ankan" else f"({drawn})")
    return " ".join(part for part in parts if part)
