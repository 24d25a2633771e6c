"""Wins and hands one tile short as cells, by dotted key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from calc.mahjong.records.plain import waiting_from, win_from
from calc.mahjong.records.types import Waiting, Win
from calc.records.cells import FlatKeys, flatten, unflatten
from calc.records.plain import plain_from

#: The cells of a won riichi hand.
WIN_KEYS: Final = FlatKeys(Win)


def flat_from(win: Win) -> dict[str, str]:
    """The cells of a win by dotted key; keys at their defaults are left out."""
    cells: dict[str, str] = {}
    for key, value in plain_from(win).items():
        flatten(key, _join_melds(value) if key == "melds" else value, cells, WIN_KEYS)
    return cells


def _join_melds(melds: list[str] | str) -> str:
    """Melds in one text: together where brackets keep them apart."""
    together = all(text.startswith(("(", "[")) for text in melds)
    return melds if isinstance(melds, str) else ("" if together else " ").join(melds)


def record_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Win:
    """The win that cells describe: a mapping, or pairs of dotted key and text.

    Raises :class:`~calc.errors.NotationError` for a key given twice and for quotes or JSON that cannot be read, else as
    :func:`~calc.mahjong.records.plain.win_from`.
    """
    return win_from(unflatten(pairs, WIN_KEYS))


def waiting_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Waiting:
    """The hand one tile short that cells describe, as :func:`record_from_flat`."""
    return waiting_from(unflatten(pairs, WIN_KEYS))
