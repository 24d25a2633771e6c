"""The canonical spelling of a win: what two records that say the same have in common."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from calc.errors import NotationError
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.text import show
from calc.notation.tiles import locate_tiles, print_tiles, print_tiles_in_order
from calc.records.waiting import Waiting
from calc.records.win import Win

#: Concealed tiles of a complete hand without melds; each meld stands for three of them.
HAND = 14


def canonical(win: Win) -> Win:
    """The same win in canonical spelling.

    The hand is sorted and the winning tile stands apart (where ``win`` is absent and the hand has the count of a
    complete one, it is the last tile as written); melds are a list of texts in brackets; indicators and discards keep
    their order; a list of one liability is that one. Everything else is as it was.

    Raises :class:`~calc.errors.NotationError` with ``key`` and ``column`` for tiles and melds that cannot be read.
    """
    melds = parse_melds(win.melds)
    hand = _concealed(win)
    last = one_tile(win.win) if win.win is not None else None
    if last is None and holds_winning_tile(len(hand), len(melds)):
        *hand, last = hand
    return replace(
        win, hand=print_tiles(hand), win=None if last is None else print_tiles([last]), **_canonical_rest(win, melds)
    )


def canonical_waiting(record: Waiting) -> Waiting:
    """The same for a hand one tile short, which has no winning tile."""
    melds = parse_melds(record.melds)
    return replace(record, hand=print_tiles(_concealed(record)), **_canonical_rest(record, melds))


def _concealed(record: Win | Waiting) -> list[int]:
    hand = _tiles(record.hand, "hand")
    if not hand:
        raise NotationError("hand: expected at least one concealed tile, found none", key="hand", column=1)
    return hand


def _canonical_rest(record: Win | Waiting, melds: tuple[Meld, ...]) -> dict[str, Any]:
    """The canonical values of all keys but the hand and the winning tile that can be spelled in several ways."""
    liable, discards = record.liable, record.discards
    return {
        "melds": [print_meld(meld) for meld in melds] or "",
        "dora": print_tiles_in_order(_tiles(record.dora, "dora")),
        "ura": print_tiles_in_order(_tiles(record.ura, "ura")),
        "discards": None if discards is None else print_tiles_in_order(_tiles(discards, "discards")),
        "liable": liable[0] if isinstance(liable, list) and len(liable) == 1 else liable,
    }


def holds_winning_tile(concealed: int, melds: int) -> bool:
    """Whether this many concealed tiles beside this many melds are a complete hand, winning tile included."""
    return concealed == HAND - 3 * melds


def one_tile(text: str) -> int:
    """The winning tile; anything but exactly one tile is a :class:`~calc.errors.NotationError` with the key ``win``."""
    located = _locate(text, "win")
    if len(located) != 1:
        column = located[1][1] if located else 1
        raise NotationError(f"win: expected exactly one tile, such as 8s, found {show(text)}", key="win", column=column)
    return located[0][0]


def _tiles(text: str, key: str) -> list[int]:
    return [tile for tile, _ in _locate(text, key)]


def _locate(text: str, key: str) -> list[tuple[int, int]]:
    try:
        return locate_tiles(text)
    except NotationError as error:
        error.key = key
        raise
