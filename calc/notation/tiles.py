"""Tiles 牌: text to numbers and back, by one grammar and its exact inverse.

A tile is a number: 0 to 8 are 1m to 9m, 9 to 17 are 1p to 9p, 18 to 26 are 1s to 9s, 27 to 33 are 1z to 7z (east,
south, west, north, white, green, red), and 34, 35, 36 are the red fives of m, p and s. The first 34 numbers are the
*kinds* of tile.

The grammar: any number of groups one after the other, without blanks, where a group is digits and their suit letter
(``406m``, ``0`` is a red five), an honour letter ``E S W N P F C``, or a Unicode tile. Nothing is skipped or guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NoReturn

from calc.errors import NotationError
from calc.notation.text import show

#: Kinds of tile; a red five is of the kind of its plain five.
KINDS = 34
#: Different tiles: the kinds and the three red fives.
TILES = 37

#: Characters of one text of tiles: all 136 tiles, one by one, are some 300.
MOST_TEXT = 1_000

SUITS = "mpsz"
DIGITS = "0123456789"

#: The two characters of each tile, as in ``5m``.
_TEXTS = tuple(
    [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    + [f"{rank}z" for rank in range(1, 8)]
    + [f"0{suit}" for suit in "mps"]
)
_BY_TEXT = {text: tile for tile, text in enumerate(_TEXTS)}
_BY_SUIT = {suit: {text[0]: tile for text, tile in _BY_TEXT.items() if text[1] == suit} for suit in SUITS}
#: Texts of nothing but digits and their suits, as they are printed.
_PLAIN = re.compile(r"(?:[0-9]+[mps]|[1-7]+z)*", re.ASCII)
_KIND_OF = {tile: _BY_TEXT[text.replace("0", "5")] for tile, text in enumerate(_TEXTS)}
#: Position in the canonical order: suits m p s z, ranks ascending, a red five just before the plain one.
_PLACES = {tile: 2 * _KIND_OF[tile] + (tile < KINDS) for tile in range(TILES)}

_BY_LETTER = {letter: _BY_TEXT[f"{rank}z"] for rank, letter in enumerate("ESWNPFC", start=1)}
_UNICODE_ORDER = (
    [f"{rank}z" for rank in (1, 2, 3, 4, 7, 6, 5)] + [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)]
)  # fmt: skip
_FIRST_UNICODE, _LAST_UNICODE = 0x1F000, 0x1F02B
_BY_UNICODE = {chr(_FIRST_UNICODE + place): _BY_TEXT[text] for place, text in enumerate(_UNICODE_ORDER)}
#: They choose between a coloured and a black picture of the same tile.
_VARIATION_SELECTORS = frozenset("\ufe0e\ufe0f")


def kind_of(tile: int) -> int:
    """The kind (0 to 33) of a tile: a red five counts as its plain five.

    >>> [kind_of(tile) for tile in (0, 33, 34, 35, 36)]
    [0, 33, 4, 13, 22]
    """
    return _KIND_OF[tile]


def is_red(tile: int) -> bool:
    """Whether a tile is a red five 赤五."""
    return tile >= KINDS


def sort_tiles(tiles: Iterable[int]) -> tuple[int, ...]:
    """Sort tiles canonically: suits m p s z, ranks ascending, a red five just before the plain one."""
    return tuple(sorted(tiles, key=_PLACES.__getitem__))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Parse tiles in the order in which they are written; the empty text has none.

    Raises :class:`~calc.errors.NotationError` with the column (from 1) of the first character that cannot be read.

    >>> parse_tiles("19m0pE")
    (0, 8, 35, 27)
    """
    if len(text) > MOST_TEXT or not _PLAIN.fullmatch(text):
        return tuple([tile for tile, _ in locate_tiles(text)])
    found: list[int] = []
    row: dict[str, int] = {}
    for character in reversed(text):
        if character in SUITS:
            row = _BY_SUIT[character]
        else:
            found.append(row[character])
    return tuple(found[::-1])


def locate_tiles(text: str) -> list[tuple[int, int]]:
    """Parse tiles into pairs of a tile and its column (from 1). Raises as :func:`parse_tiles`."""
    found: list[tuple[int, int]] = []
    at = 0
    if len(text) > MOST_TEXT:
        _refuse(text, MOST_TEXT, f"expected at most {MOST_TEXT:,} characters of tiles, found {len(text):,}")
    while at < len(text):
        character = text[at]
        if character in DIGITS:
            end = at
            while end < len(text) and text[end] in DIGITS:
                end += 1
            suit = text[end : end + 1]
            if not suit or suit not in SUITS:
                _refuse_digits(text, at, end)
            for place in range(at, end):
                tile = _BY_TEXT.get(text[place] + suit)
                if tile is None:
                    _refuse(
                        text,
                        place,
                        f"expected an honour 1z to 7z (1z E to 4z N, 5z white, 6z green, 7z red), found {text[place]}z",
                    )
                found.append((tile, place + 1))
            at = end + 1
        elif character in _BY_LETTER:
            found.append((_BY_LETTER[character], at + 1))
            at += 1
        elif character in _BY_UNICODE:
            found.append((_BY_UNICODE[character], at + 1))
            at += 2 if text[at + 1 : at + 2] in _VARIATION_SELECTORS else 1
        else:
            _refuse(text, at, _explain(text, at))
    return found


def print_tiles(tiles: Iterable[int]) -> str:
    """Print tiles in canonical order.

    >>> print_tiles(parse_tiles("C9m5m0m4m"))
    '4059m7z'
    """
    return print_tiles_in_order(sort_tiles(tiles))


def print_tiles_in_order(tiles: Iterable[int]) -> str:
    """Print tiles in the order given; neighbours of one suit share its letter.

    >>> print_tiles_in_order(parse_tiles("3m1m1z4m"))
    '31m1z4m'
    """
    text, last = "", ""
    for tile in tiles:
        one = text_of(tile)
        if one[1] != last:
            text, last = text + last, one[1]
        text += one[0]
    return text + last


def text_of(tile: int) -> str:
    """Return the digit and the suit letter of one tile; raises ``IndexError`` if ``tile`` is no tile."""
    if tile < 0:
        raise IndexError(f"a tile is a number from 0 to {TILES - 1}, not {tile}")
    return _TEXTS[tile]


def _refuse_digits(text: str, start: int, end: int) -> NoReturn:
    """Refuse digits that no suit letter follows."""
    digits, after = text[start:end], text[end : end + 1]
    if after in {"M", "P", "S", "Z"}:
        _refuse(
            text,
            end,
            f"expected a suit letter in lower case after {digits}, found {after!r}; write {digits}{after.lower()}",
        )
    if not after or after in _BY_LETTER or after in _BY_UNICODE:
        _refuse(text, start, f"expected a suit letter m, p, s or z after {digits}, found none; write {digits}m, say")
    _refuse(text, end, f"expected a suit letter m, p, s or z after {digits}, found {after!r}")


def _explain(text: str, at: int) -> str:
    """Explain why no tile can begin with the character at ``at``."""
    character = text[at]
    expected, mend = "tiles like 123m406p11z", ""
    if character in SUITS:
        expected, mend = "digits before a suit letter", f"; write 1{character}, say"
    elif character in {"M", "Z"}:
        expected, mend = "digits and then a suit letter in lower case", f"; write 1{character.lower()}, say"
    elif character.isspace():
        expected, mend = "tiles without blanks between them", "; join the groups"
    elif character in _VARIATION_SELECTORS:
        expected = "a Unicode tile before a variation selector"
    elif _FIRST_UNICODE <= ord(character) <= _LAST_UNICODE:
        expected, mend = "a suit tile or an honour, no flower, season, joker or back", "; leave it out"
    elif character.upper() in _BY_LETTER:
        expected, mend = "an honour letter in upper case", f"; write {character.upper()}"
    return f"expected {expected}, found {character!r}{mend}"


def _refuse(text: str, at: int, message: str) -> NoReturn:
    raise NotationError(f"{message} (column {at + 1} of {show(text)})", column=at + 1)
