"""Tiles and cards by name, as they are read out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from calc.notation.deck import Card
from calc.notation.tiles import print_tiles_in_order

_SUITS = {"m": ("characters", "萬"), "p": ("circles", "筒"), "s": ("bamboo", "索")}
_HONOURS = (
    *(("East", "東"), ("South", "南"), ("West", "西"), ("North", "北")),
    *(("white", "白"), ("green", "發"), ("red", "中")),
)


def tile_names(tiles: Iterable[int], lang: str) -> str:
    """``1 2 3 characters, red 5 circles, East East``; ``123萬 赤5筒 東東``.

    >>> tile_names([0, 1, 2, 35, 27, 27], "en")
    '1 2 3 characters, red 5 circles, East East'
    """
    words = [_word(print_tiles_in_order([tile]), lang) for tile in tiles]
    parts = []
    for suit, group in groupby(words, key=lambda word: word[1]):
        ranks = ("" if lang == "ja" else " ").join(rank for rank, _ in group)
        parts.append(f"{ranks}{suit}" if lang == "ja" else f"{ranks} {suit}".rstrip())
    return (" " if lang == "ja" else ", ").join(parts)


def _word(text: str, lang: str) -> tuple[str, str]:
    """The rank and the suit of a tile in words; honours have a name in place of both."""
    language = int(lang == "ja")
    if text[1] == "z":
        return _HONOURS[int(text[0]) - 1][language], ""
    rank = text[0] if text[0] != "0" else ("red 5", "赤5")[language]
    return rank, _SUITS[text[1]][language]


def card_names(cards: Iterable[Card], lang: str) -> str:
    """``crane, curtain, 2 x pine-chaff``; the same in Japanese names."""
    names = [card.japanese[0] if lang == "ja" else card.id for card in cards]
    counted = {name: names.count(name) for name in names}
    return ("、" if lang == "ja" else ", ").join(
        f"{count} x {name}" if count > 1 else name for name, count in counted.items()
    )
