"""Where in a line the value of a key stands: from an error's key and column to the column in the line."""

from __future__ import annotations

import re

from calc.errors import CalcError
from calc.notation.melds import split_melds
from calc.notation.tiles import DIGITS, locate_tiles, sort_tiles
from calc.records.waiting import Waiting
from calc.records.win import Win

#: Column (from 1) in a line by key. Where a value was not written in canonical spelling, ``hand:5`` is the column of
#: what has become the fifth character of the canonical hand.
Columns = dict[str, int]

_LAST_PART = re.compile(r"(?:\.[^.\[]*|\[[0-9]+\])$")


def in_line(error: CalcError, columns: Columns) -> CalcError:
    """Turn an error with a column in the value of its key into one with a column in the line; the same error, changed.

    An error without a column gets the start of the value. One whose key was not in the line stays as it is.
    """
    if error.key is None:
        return error
    moved = columns.get(f"{error.key}:{error.column}")
    start = columns.get(error.key)
    if moved is not None:
        error.column = moved
    elif start is not None:
        error.column = start + (error.column or 1) - 1
    else:
        error.column = locate(error.key, columns) or error.column
    return error


def locate(key: str, columns: Columns) -> int | None:
    """The column of a key, else of the whole it is part of, else of its first part; ``None`` where the line has none
    of them.
    """
    whole = key
    while whole not in columns and _LAST_PART.search(whole):
        whole = _LAST_PART.sub("", whole)
    if whole in columns:
        return columns[whole]
    parts = [column for name, column in columns.items() if name.startswith((f"{key}.", f"{key}["))]
    return min(parts, default=None)


def note_places(columns: Columns, written: Win | Waiting, canonical: Win | Waiting) -> None:
    """Add the columns of single tiles for every value that the canonical spelling has changed."""
    hand = locate_tiles(written.hand)
    if written.win is None and canonical.win is not None:
        *hand, (_, last) = hand
        columns["win"] = columns["hand"] + last - 1
    order = {tile: place for place, tile in enumerate(sort_tiles(dict(hand)))}
    _note_tiles(columns, "hand", sorted(hand, key=lambda found: order[found[0]]), canonical.hand)
    for key in ("dora", "ura", "discards"):
        if key in columns:
            _note_tiles(columns, key, locate_tiles(getattr(written, key)), getattr(canonical, key))
    pieces = [text for _, text in split_melds(written.melds)] if isinstance(written.melds, str) else written.melds
    for place, (piece, meld) in enumerate(zip(pieces, canonical.melds, strict=True)):
        if piece != meld:
            # A meld is short: its start is near enough for every tile of it.
            key = f"melds[{place}]"
            columns.update({f"{key}:{column}": columns[key] for column in range(1, len(meld) + 1)})


def _note_tiles(columns: Columns, key: str, located: list[tuple[int, int]], printed: str) -> None:
    """Note where the tiles that ``printed`` spells stood, unless they stood there anyway."""
    digits = [place for place, character in enumerate(printed, start=1) if character in DIGITS]
    for place, (_, column) in zip(digits, located, strict=True):
        if place != column:
            columns[f"{key}:{place}"] = columns[key] + column - 1
