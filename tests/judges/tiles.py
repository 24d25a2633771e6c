"""Tiles as the judges see them: 136 physical tiles, read from records without the project's own notation.

A judge that read a record through :mod:`calc.notation` would share its misreadings. A tile is ``4 * kind + copy``;
kinds run 1m to 9m, 1p to 9p, 1s to 9s, then the seven honours; copy 0 of a five is the red one, as both peers have it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

#: A win as plain data, in the form of the public contract.
Record = dict[str, Any]
Form = Literal["run", "triplet", "quad", "promoted", "concealed"]

SUITS = "mpsz"
KINDS = 34
RED_FIVES = frozenset({16, 52, 88})


@dataclass(frozen=True, slots=True)
class MeldTiles:
    """One meld: its form and its physical tiles; the added tile of a promoted quad comes last."""

    form: Form
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TilesOfWin:
    """Every tile that a record names. ``concealed`` includes ``win``, as its last tile."""

    concealed: tuple[int, ...]
    win: int
    melds: tuple[MeldTiles, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]


def read_tiles(record: Record) -> TilesOfWin:
    """The physical tiles of a record; ``ValueError`` where a set of 136 tiles does not hold them."""
    stock = _Stock()
    concealed = stock.take(record["hand"] + (record.get("win") or ""))
    melds = tuple(MeldTiles(_form_of(text), stock.take(text.strip("()[]"))) for text in _meld_texts(record))
    dora = stock.take(record.get("dora", ""))
    return TilesOfWin(concealed, concealed[-1], melds, dora, stock.take(record.get("ura", "")))


def write_tiles(tiles: Iterable[int]) -> str:
    """The tiles in ``mpsz`` notation, suit by suit and in order of rank, a red five before the plain ones."""
    text, in_order = "", sorted(tiles)
    for suit, letter in enumerate(SUITS):
        digits = "".join(_digit(tile) for tile in in_order if tile // 36 == suit)
        text += digits + letter if digits else ""
    return text


def write_meld(meld: MeldTiles) -> str:
    """The meld in the project's brackets: round for called, square for concealed."""
    if meld.form == "promoted":
        *triplet, added = meld.tiles
        return f"({write_tiles(triplet)[:-1]}+{write_tiles([added])})"
    text = write_tiles(meld.tiles)
    return f"[{text}]" if meld.form == "concealed" else f"({text})"


class _Stock:
    """The tiles not yet named by the record."""

    def __init__(self) -> None:
        self._left = set(range(4 * KINDS))

    def take(self, text: str) -> tuple[int, ...]:
        return tuple(self._take_one(digit, suit) for digit, suit in _digits(text))

    def _take_one(self, digit: str, suit: str) -> int:
        first = 36 * SUITS.index(suit) + 4 * ((int(digit) or 5) - 1)
        copies = [tile for tile in range(first, first + 4) if (tile in RED_FIVES) == (digit == "0")]
        for tile in copies:
            if tile in self._left:
                self._left.remove(tile)
                return tile
        raise ValueError(f"expected at most {len(copies)} copies of {digit}{suit} in a record, found one more")


def _digits(text: str) -> Iterator[tuple[str, str]]:
    """Each tile's digit and suit letter; a ``+`` before an added tile is no tile."""
    for digits, suit in re.findall(r"(\d+)([mpsz])", text.replace("+", "")):
        for digit in digits:
            yield digit, suit


def _meld_texts(record: Record) -> list[str]:
    melds = record.get("melds", "")
    return re.findall(r"[(\[][^)\]]*[)\]]", melds if isinstance(melds, str) else "".join(melds))


def _form_of(text: str) -> Form:
    if text.startswith("["):
        return "concealed"
    if "+" in text:
        return "promoted"
    digits = [digit for digit, _ in _digits(text)]
    if len(digits) == 4:
        return "quad"
    return "triplet" if len({int(digit) or 5 for digit in digits}) == 1 else "run"


def _digit(tile: int) -> str:
    return "0" if tile in RED_FIVES else str(tile % 36 // 4 + 1)
