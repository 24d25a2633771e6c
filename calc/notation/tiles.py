"""Tiles 牌: text to numbers and back, by one grammar and its exact inverse.

A tile is a number: 0 to 8 are 1m to 9m, 9 to 17 are 1p to 9p, 18 to 26 are 1s to 9s, 27 to 33 are 1z to 7z (east,
south, west, north, white, green, red), and 34, 35, 36 are the red fives of m, p and s. The first 34 numbers are the
*kinds* of tile.

The grammar: any number of groups, where a group is digits and their suit letter (``406m``, ``0`` is a red five), an
honour letter ``E S W N P F C``, or a Unicode tile. Tiles as people and outputs name them are read too: suits and
honours by word and kanji (``123 man``, ``一萬 赤5筒``, ``east 白 green``), with blanks and commas between groups.
Nothing is skipped or guessed.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NoReturn

from calc.errors import NotationError
from calc.notation.spellings import DRAGONS, NUMERALS, RANK_WORDS, SUIT_WORDS, WINDS, narrow
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import msg

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
_PLAIN = regex(r"(?:[0-9]+[mps]|[1-7]+z)*", re.ASCII)
_GROUPS = regex(r"(?<![0-9])(?:[0-9]+[mps]|[1-7]+z)", re.ASCII)
_KIND_OF = {tile: _BY_TEXT[text.replace("0", "5")] for tile, text in enumerate(_TEXTS)}
KIND_OF = tuple(_KIND_OF.values())
#: Position in the canonical order: suits m p s z, ranks ascending, a red five just before the plain one.
ORDER = {tile: 2 * _KIND_OF[tile] + (tile < KINDS) for tile in range(TILES)}

_BY_LETTER = {letter: _BY_TEXT[f"{rank}z"] for rank, letter in enumerate("ESWNPFC", start=1)}
_UNICODE_ORDER = (
    [f"{rank}z" for rank in (1, 2, 3, 4, 7, 6, 5)] + [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)]
)  # fmt: skip
_FIRST_UNICODE, _LAST_UNICODE = 0x1F000, 0x1F02B
_BY_UNICODE = {chr(_FIRST_UNICODE + place): _BY_TEXT[text] for place, text in enumerate(_UNICODE_ORDER)}
#: Tiles and suits by word, in lower case.
_HONOUR_WORDS = {
    word: _BY_TEXT[text]
    for text, words in [*zip(("1z", "2z", "3z", "4z"), WINDS.values(), strict=True), *DRAGONS.items()]
    for word in words
}
_SUIT_OF_WORD = {word: suit for suit, words in SUIT_WORDS.items() for word in words}
#: ``east wind``, ``red dragon``.
_AFTER_HONOUR = regex(r"\s*(?:dragons?|winds?)\b", re.IGNORECASE)
#: A rank as a numeral, or a five with the mark of a red one. ``r`` may stand before or behind it.
_RANK = regex(
    r"(?P<red>(?:red\s*|赤|(?<![5五][mps])r)(?:[5五]|fives?(?![a-z]))|[5五]r(?!5))"
    rf"|[{''.join(NUMERALS)}]|(?:{'|'.join(RANK_WORDS)})(?![a-z])",
    re.IGNORECASE,
)
#: ``5mr``; between two fives it may belong to either.
_RED_BEHIND = regex(r"(?<=[5五].)r(?![a-z]|5)", re.IGNORECASE)
#: Tiles whose suits are all capitals, so that ``S`` is none of south.
_CAPITALS = regex(r"(?:[0-9]+[MPSZ]\s*)+", re.ASCII)
#: Tiles with the suit before its ranks, as some programs write them: ``m123p406z11``.
_SUIT_FIRST = regex(r"(?:[mps][0-9]+[\s,、]*|z[1-7]+[\s,、]*)+", re.ASCII)
_RED_OF = {_BY_TEXT[f"5{suit}"]: _BY_TEXT[f"0{suit}"] for suit in "mps"}
_LETTERS = regex(r"[A-Za-zō]+|[萬万筒索]子|[ァ-ヴー]+|[^\W\d_]")
_GAP = regex(r"[\s,、]+")
_STOPS = frozenset(",、")
#: What may be written of tiles and nothing else: a word of a line that may continue a hand.
_WORDS = "|".join(
    sorted(map(re.escape, (*_HONOUR_WORDS, *_SUIT_OF_WORD, *RANK_WORDS, "dragon", "wind", "赤")), key=len, reverse=True)
)
_LOOSE = regex(
    rf"(?:(?i:{_WORDS})|[0-9{''.join(NUMERALS)}mpszMZESWNPFC\U0001F000-\U0001F021\ufe0e\ufe0f,、]"
    r"|[rR](?=[5五])|(?<=[5五])[rR]|(?<=[5五][mps])[rR])++"
)
#: They choose between a coloured and a black picture of the same tile.
_VARIATION_SELECTORS = frozenset("\ufe0e\ufe0f")
#: Words of at most this length are remembered.
_SHORT = 24


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
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Parse tiles in the order in which they are written; the empty text has none.

    Raises :class:`~calc.errors.NotationError` with the column (from 1) of the first character that cannot be read.

    >>> parse_tiles("19m0pE")
    (0, 8, 35, 27)
    """
    return _parse_few(text) if len(text) <= _FEW else _parse(text)


def _parse(text: str) -> tuple[int, ...]:
    groups = _GROUPS.findall(text) if len(text) <= MOST_TEXT else []
    if sum(map(len, groups)) == len(text):
        return tuple([tile for group in groups for tile in _parse_group(group)])
    return tuple([tile for tile, _ in _locate(text)])


@lru_cache(maxsize=16384)
def _parse_group(text: str) -> list[int]:
    """The tiles of ``406m``; few groups are met, again and again."""
    row = _BY_SUIT[text[-1]]
    return [row[digit] for digit in text[:-1]]


#: Remembers short texts: indicators, winning tiles and the single tiles of logs repeat.
_parse_few = lru_cache(maxsize=4096)(_parse)
_FEW = 8


def locate_tiles(text: str, key: str | None = None) -> list[tuple[int, int]]:
    """Parse tiles into pairs of a tile and its column (from 1). Raises as :func:`parse_tiles`, with ``key``."""
    try:
        return _locate(text)
    except NotationError as error:
        error.key = key
        raise


def parse_one(text: str, key: str) -> int:
    """Parse one tile. Raises as :func:`locate_tiles`, and for any other number of tiles."""
    located = locate_tiles(text, key)
    if len(located) != 1:
        column = located[1][1] if located else 1
        raise NotationError(
            "{0}: expected exactly one tile, such as 8s, found {1}", key, show(text), key=key, column=column
        )
    return located[0][0]


def _locate(text: str) -> list[tuple[int, int]]:
    if len(text) > MOST_TEXT:
        _refuse(
            text,
            MOST_TEXT,
            msg("expected at most {0} characters of tiles, found {1}", f"{MOST_TEXT:,}", f"{len(text):,}"),
        )
    if _PLAIN.fullmatch(text):
        return _locate_ranks(zip(range(len(text), 0, -1), reversed(text), strict=True))[::-1]
    if text[:1] in SUITS and _SUIT_FIRST.fullmatch(text):
        return _locate_ranks(enumerate(text, start=1))
    return _scan(text)


def _locate_ranks(characters: Iterable[tuple[int, str]]) -> list[tuple[int, int]]:
    """The tile of each digit and its place, in characters with their places; the suit comes before the digits."""
    found: list[tuple[int, int]] = []
    row: dict[str, int] = {}
    for place, character in characters:
        if character in SUITS:
            row = _BY_SUIT[character]
        elif character in DIGITS:
            found.append((row[character], place))
    return found


def may_be_tiles(word: str) -> bool:
    """Whether a word has only what tiles are written with, so that it may go on with the tiles before it.

    >>> may_be_tiles("456p"), may_be_tiles("南南"), may_be_tiles("characters"), may_be_tiles("riichi")
    (True, True, True, False)
    """
    if "=" in word or word[:1] in {"+", "(", "["}:
        return False
    return _is_loose(word) if len(word) <= _SHORT else _LOOSE.fullmatch(narrow(word)) is not None


@lru_cache(maxsize=4096)
def _is_loose(word: str) -> bool:
    return _LOOSE.fullmatch(narrow(word)) is not None


def _scan(written: str) -> list[tuple[int, int]]:
    """Read a text from left to right: ranks wait for their suit, each with its place."""
    text, at = narrow(written), 0
    text = text.lower() if _CAPITALS.fullmatch(text) else text
    found: list[tuple[int, int]] = []
    ranks: list[tuple[str, int]] = []
    while at < len(text):
        if rank := _RANK.match(text, at):
            said = rank.group().lower()
            ranks.append(("0" if rank["red"] else NUMERALS.get(said) or RANK_WORDS[said], at))
            at = rank.end()
        elif text[at] in DIGITS:
            ranks.append((text[at], at))
            at += 1
        elif found and not ranks and _RED_BEHIND.match(text, at) and found[-1][0] in _RED_OF:
            found[-1] = (_RED_OF[found[-1][0]], found[-1][1])
            at += 1
        elif gap := _GAP.match(text, at):
            if ranks and (not _STOPS.isdisjoint(gap.group()) or gap.end() == len(text)):
                _refuse_ranks(written, ranks, at)
            at = gap.end()
        elif suit := _suit_at(text, at, is_awaited=bool(ranks)):
            found += _suited(written, ranks, suit[0], at)
            ranks, at = [], at + suit[1]
        elif ranks:
            _refuse_ranks(written, ranks, at)
        else:
            tile, length = _honour_at(written, text, at)
            found.append((tile, at + 1))
            at += length
    if ranks:
        _refuse_ranks(written, ranks, len(text))
    return found


def _word_at(text: str, at: int) -> str:
    letters = _LETTERS.match(text, at)
    return letters.group() if letters else ""


def _suit_at(text: str, at: int, *, is_awaited: bool) -> tuple[str, int] | None:
    """The suit that is next, and its length: a word, or a letter that begins no word. After ranks, which await a suit,
    only words for suits are words: ``0pE`` is a five and East.
    """
    word, character = _word_at(text, at).casefold(), text[at]
    if word in _SUIT_OF_WORD:
        return _SUIT_OF_WORD[word], len(word)
    if character in SUITS and (is_awaited or word not in _HONOUR_WORDS):
        return character, 1
    return (character.lower(), 1) if is_awaited and character in {"M", "P", "Z"} else None


def _honour_at(written: str, text: str, at: int) -> tuple[int, int]:
    """The honour, or the tile in Unicode, that is next, and its length."""
    word, character = _word_at(text, at), text[at]
    # ``PE`` is white and East, though it is a word too.
    are_letters = len(word) > 1 and _BY_LETTER.keys() >= {*word}
    if word.casefold() in _HONOUR_WORDS and not are_letters:
        after = _AFTER_HONOUR.match(text, at + len(word))
        return _HONOUR_WORDS[word.casefold()], len(word) + (len(after.group()) if after else 0)
    if character in _BY_LETTER:
        return _BY_LETTER[character], 1
    if character not in _BY_UNICODE:
        _refuse(written, at, _explain(written, at))
    return _BY_UNICODE[character], 2 if text[at + 1 : at + 2] in _VARIATION_SELECTORS else 1


def _suited(text: str, ranks: Sequence[tuple[str, int]], suit: str, at: int) -> list[tuple[int, int]]:
    """The tiles of ranks whose suit is ``at`` a place."""
    if not ranks:
        _refuse(text, at, _explain(text, at))
    start = ranks[0][1]
    runs = narrow(text[start:at]).split() if at - start > len(ranks) else []
    # In ``123 456m`` a letter may be missing. Single ranks may stand apart: ``1 2 3 man``.
    if len(runs) > 1 and any(len(run) > 1 and run.isdecimal() for run in runs):
        message = msg("expected a suit letter m, p, s or z after {0}, found a blank", runs[0])
        meant = msg("write {0}{1} if one suit is meant, or {2} with its own letter", "".join(runs), suit, runs[0])
        _refuse(text, start + len(runs[0]), msg("{0}; {1}", message, meant))
    for rank, place in ranks:
        if rank + suit not in _BY_TEXT:
            expected = "expected an honour 1z to 7z (1z E to 4z N, 5z white, 6z green, 7z red), found {0}z"
            _refuse(text, place, msg(expected, rank))
    return [(_BY_TEXT[rank + suit], place + 1) for rank, place in ranks]


def _refuse_ranks(text: str, ranks: Sequence[tuple[str, int]], end: int) -> NoReturn:
    """Refuse ranks that no suit follows; ``end``: where it is missed."""
    start = ranks[0][1]
    digits, after = text[start : ranks[-1][1] + 1], text[end : end + 1]
    if after == "S":
        message = msg("expected a suit letter in lower case after {0}, found {1!r}", digits, after)
        meant = msg("write {0}s, or the suit of {0} before S (south)", digits)
        _refuse(text, end, msg("{0}; {1}", message, meant))
    if not after or after in _BY_LETTER or after in _BY_UNICODE or after in _STOPS or after.isspace():
        message = msg("expected a suit letter m, p, s or z after {0}, found none; write {0}m, say", digits)
        _refuse(text, start, message)
    _refuse(text, end, msg("expected a suit letter m, p, s or z after {0}, found {1!r}", digits, after))


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
        raise IndexError(msg("a tile is a number from 0 to {0}, not {1}", TILES - 1, tile))
    return _TEXTS[tile]


def _explain(text: str, at: int) -> str:
    """Explain why no tile can begin with the character at ``at``."""
    character = text[at]
    expected, mend = msg("tiles like 123m406p11z"), ""
    if character in SUITS:
        expected, mend = msg("digits before a suit letter"), msg("; write 1{0}, say", character)
    elif character in {"M", "Z"}:
        expected, mend = msg("digits and then a suit letter in lower case"), msg("; write 1{0}, say", character.lower())
    elif character in _VARIATION_SELECTORS:
        expected = msg("a Unicode tile before a variation selector")
    elif character in "rR" and text[max(at - 1, 0) : at] in {*"mps"}:
        expected, mend = msg("the r of a red five beside no other five, as in 4m5mr"), msg("; write 0m, 0p or 0s")
    elif _FIRST_UNICODE <= ord(character) <= _LAST_UNICODE:
        expected, mend = msg("a suit tile or an honour, no flower, season, joker or back"), msg("; leave it out")
    elif character.upper() in _BY_LETTER:
        expected, mend = msg("an honour letter in upper case"), msg("; write {0}", character.upper())
    return msg("expected {0}, found {1!r}{2}", expected, character, mend)


def _refuse(text: str, at: int, message: str) -> NoReturn:
    raise NotationError("{0} (column {1} of {2})", message, at + 1, show(text), column=at + 1)
