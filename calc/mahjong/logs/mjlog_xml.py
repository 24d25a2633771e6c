"""What Tenhou's XML is made of: elements with attributes, and the bits that spell a meld.

XML comes from strangers: no document type, no entities of the document's own, nothing from elsewhere. What could grow
or reach out is refused when it is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn
from xml.parsers import expat

from msgspec import Struct

from calc.errors import UnreadableError
from calc.mahjong.logs.events import Call, North
from calc.notation.melds import Meld
from calc.notation.text import show
from calc.notation.tiles import sort_tiles

_NUMBERS = re.compile(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*", re.ASCII)
#: The numbers of players and tiles by their plain spelling.
_DIGITS = {str(number): number for number in range(256)}
#: A whole game has some two thousand.
MAX_ELEMENTS = 100_000


def _split_numbers(text: str) -> tuple[int, ...] | None:
    """Whole numbers parted by commas; none for any other text."""
    digits = text.replace(",", "")
    # Numbers of one or two digits, as tiles are, need no closer look.
    is_short = len(digits) <= 2 * (len(text) - len(digits) + 1)
    if not (is_short and digits.isascii() and digits.isdigit()) and not _NUMBERS.fullmatch(text):
        return None
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        return None


#: What is read more than once, such as the scores of an ending, is remembered.
_LONGEST_NUMBERS = 128
_numbers_of = lru_cache(maxsize=1024)(_split_numbers)


class Element(Struct, eq=False):
    """One element: its name and its attributes."""

    name: str
    keys: dict[str, str]

    def text(self, key: str) -> str:
        """The text of an attribute that must be there."""
        if key not in self.keys:
            raise UnreadableError(
                f"expected the attribute {key!r} in <{self.name}>, found only {show(sorted(self.keys))}"
            )
        return self.keys[key]

    def numbers(self, key: str, *, below: int | None = None) -> tuple[int, ...]:
        """The whole numbers of an attribute, parted by commas; with ``below`` each from 0 and less than it."""
        text = self.text(key)
        if not text:
            return ()
        found = _numbers_of(text) if len(text) <= _LONGEST_NUMBERS else _split_numbers(text)
        if found is None:
            self._refuse(key, "whole numbers parted by commas")
        if below is not None and not 0 <= min(found) <= max(found) < below:
            self._refuse(key, f"numbers from 0 to {below - 1}")
        return found

    def number(self, key: str, *, below: int) -> int:
        """The one number of an attribute, from 0 and less than ``below``."""
        number = _DIGITS.get(self.keys.get(key, ""))
        if number is not None and number < below:
            return number
        found = self.numbers(key, below=below)
        if len(found) != 1:
            self._refuse(key, "one number")
        return found[0]

    def _refuse(self, key: str, expected: str) -> NoReturn:
        raise UnreadableError(f"expected {expected} as {key!r} in <{self.name}>, found {show(self.keys[key])}")


def read_elements(data: bytes, *, root: str) -> list[Element | str]:
    """The elements directly below the root of a document, in order; of one without attributes only the name.

    Raises :class:`~calc.errors.UnreadableError` for a document with another root, with nested elements, with a
    document type or entities, that is too long, or that is no whole XML.
    """
    elements = _read_plain(data, root)
    return _parse(data, root) if elements is None else elements


#: XML of the server: elements without content, one after the other, and no character that needs an escape.
_HEAD = re.compile(r'<([A-Za-z]+)(?: ver="[0-9.]+")?>(?=<)')
_NAME = re.compile(r"[A-Za-z]+[0-9]*")
_KEY = re.compile(r" ([A-Za-z]+[0-9]*)=")


def _read_plain(data: bytes, root: str) -> list[Element | str] | None:
    """The elements of a log as the server writes it, at a tenth of the time that a parser takes; none of any other."""
    try:
        text = data.decode().rstrip("\r\n\t ")
    except UnicodeDecodeError:
        return None
    head, end = _HEAD.match(text), f"/></{root}>"
    if head is None or head[1] != root or not text.endswith(end) or not text.isprintable() or "&" in text:
        return None
    tokens = text[head.end() + 1 : -len(end)].split("/><")
    # The root is opened and closed; whatever else has a bracket is an element, or no plain XML.
    if text.count("<") != len(tokens) + 2:
        return None
    if len(tokens) > MAX_ELEMENTS:
        _refuse_many()
    # Most elements are names of moves alone, which stay what they are.
    told = {token: _read_token(token) for token in {*tokens} - _MOVES}
    if None in told.values():
        return None
    return [*map(told.get, tokens, tokens)]  # type: ignore[list-item]


_MOVES = {f"{letter}{number}" for letter in "TUVWDEFG" for number in range(136)}


def _read_token(token: str) -> Element | str | None:
    """An element, none for what is no plain one."""
    name, _, rest = token.partition(" ")
    *parts, last = f" {rest}".split('"')
    if len(parts) % 2 or not _NAME.fullmatch(name) or last.strip(" "):
        return None
    keys = {key: value for key, value in zip(map(_key_of, parts[::2]), parts[1::2], strict=True) if key}
    if 2 * len(keys) < len(parts):
        return None
    return Element(name, keys) if keys else name


@lru_cache(maxsize=1024)
def _key_of(text: str) -> str | None:
    """The name of an attribute, as it stands before its value; none for any other text."""
    found = _KEY.fullmatch(text) if len(text) < _LONGEST_KEY else None
    return found[1] if found else None


_LONGEST_KEY = 64


def _parse(data: bytes, root: str) -> list[Element | str]:
    """The elements of any document."""
    reader = _Reader(root)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = _refuse_declaration
    parser.EntityDeclHandler = _refuse_declaration
    parser.ExternalEntityRefHandler = _refuse_declaration
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        words = expat.ErrorString(error.code)
        raise UnreadableError(
            f"expected whole XML, found a fault in {place}: {words}; the file may be cut short"
        ) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"expected XML in UTF-8, found another encoding: {error}") from None
    return reader.elements


def _refuse_many() -> NoReturn:
    raise UnreadableError(f"expected at most {MAX_ELEMENTS} moves in a log, found more")


def _refuse_declaration(*_: Any) -> NoReturn:
    raise UnreadableError("expected XML without a document type or entities, found one; a game log has none")


class _Reader:
    def __init__(self, root: str) -> None:
        self.root = root
        self.depth = 0
        self.elements: list[Element | str] = []

    def start(self, name: str, keys: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1:
            if name != self.root:
                raise UnreadableError(f"expected Tenhou XML, with the root {self.root!r}, found {show(name)}")
            return
        if self.depth > 2:
            raise UnreadableError(f"expected elements directly below the root, found {show(name)} deeper")
        if len(self.elements) >= MAX_ELEMENTS:
            _refuse_many()
        self.elements.append(Element(name, keys) if keys else name)

    def end(self, name: str) -> None:
        self.depth -= 1


#: Codes have 16 bits.
MAX_CODE = 1 << 16

_CHI = 1 << 2
_PON = 1 << 3
_KAKAN = 1 << 4
_NORTH = 1 << 5
#: Runs are counted through the suits: seven begin in each.
_RUNS, _TRIPLETS = 21, 34
_NORTH_KIND = 30


def read_meld(code: int, player: int, tile_of: Callable[[int], int]) -> Call | North:
    """The move of a player that a code spells.

    ``tile_of`` turns Tenhou's numbers of tiles into ours. Raises :class:`~calc.errors.UnreadableError`.
    """
    if code & _CHI:
        return _chi(code, player, tile_of)
    if code & (_PON | _KAKAN):
        return _triplet(code, player, tile_of)
    if code & _NORTH:
        if code >> 8 >> 2 != _NORTH_KIND:
            _refuse(code)
        return North(player)
    return _quad(code, player, tile_of)


def _feeder(code: int, player: int) -> int:
    # Counted round a table of four, also where three play.
    return (player + (code & 3)) % 4


def _chi(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    run, called = divmod(code >> 10, 3)
    if run >= _RUNS:
        _refuse(code)
    first = run // 7 * 9 + run % 7
    copies = (code >> 3 & 3, code >> 5 & 3, code >> 7 & 3)
    tiles = [tile_of(4 * (first + place) + copy) for place, copy in enumerate(copies)]
    return Call(player, Meld("chi", sort_tiles(tiles)), tiles[called], _feeder(code, player))


def _triplet(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    kind, called = divmod(code >> 9, 3)
    if kind >= _TRIPLETS:
        _refuse(code)
    fourth = code >> 5 & 3
    tiles = [tile_of(4 * kind + copy) for copy in range(4) if copy != fourth]
    if code & _PON:
        return Call(player, Meld("pon", sort_tiles(tiles)), tiles[called], _feeder(code, player))
    added = tile_of(4 * kind + fourth)
    return Call(player, Meld("kakan", sort_tiles([*tiles, added]), added), added)


def _quad(code: int, player: int, tile_of: Callable[[int], int]) -> Call:
    kind, called = divmod(code >> 8, 4)
    if kind >= _TRIPLETS:
        _refuse(code)
    tiles = [tile_of(4 * kind + copy) for copy in range(4)]
    if code & 3:
        return Call(player, Meld("daiminkan", sort_tiles(tiles)), tiles[called], _feeder(code, player))
    return Call(player, Meld("ankan", sort_tiles(tiles)))


def _refuse(code: int) -> NoReturn:
    raise UnreadableError(f"expected the code of a meld in <N>, found {code}, which spells no tiles of the set")
