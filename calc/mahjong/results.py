"""Results of wins as the public contract has them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.settle import Transfer
from calc.settle.outcomes import Difference, Note

__all__ = [
    "FULLER",
    "DoraLine",
    "FuLine",
    "ReadingLine",
    "WinResult",
    "YakuLine",
]


class YakuLine(Struct, frozen=True, omit_defaults=True):
    """A yaku that counts, with its ``han``, or its number of limits; a yaku that pays by a fixed level has neither."""

    id: str
    name: str
    han: int | None = None
    limit: int | None = None


class DoraLine(Struct, frozen=True):
    """Dora, counted as tiles: what indicators give, red fives, ura, Norths set aside; ``seasons``, season tiles, is
    left out where there are none.
    """

    dora: int = 0
    red: int = 0
    ura: int = 0
    north: int = 0
    seasons: int | UnsetType = UNSET

    def of(self, kind: str) -> int:
        """The tiles of a kind of bonus, as rule tables name it."""
        count: int | UnsetType = self.seasons if kind == "season" else getattr(self, kind)
        return 0 if isinstance(count, UnsetType) else count

    @property
    def tiles(self) -> int:
        """All of them."""
        return self.dora + self.red + self.ura + self.north + self.of("season")


class FuLine(Struct, frozen=True):
    """One reason for fu with the tiles that make it; the last one may be the rounding."""

    id: str
    fu: int
    tiles: str


class ReadingLine(Struct, frozen=True):
    """How the hand was read. Melds are spelled as in records, concealed groups as bare tiles."""

    shape: str
    groups: list[str]
    pair: str | None
    wait: str | None


class WinResult(Struct, frozen=True, kw_only=True):
    """A win, settled. ``han`` and ``fu`` are none for a limit hand and for a yaku that pays by a fixed level.

    ``points``: what the win is worth without counters and sticks. ``payments``: what every seat gains or loses; a ron
    that names no discarder has only the winner and ``discarder``. ``agrees`` and ``differences`` are set only where the
    record has a claim.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    yaku: list[YakuLine]
    dora: DoraLine
    han: int | None
    fu: int | None
    limits: int
    level: str | None
    base: int | None
    points: int
    payments: dict[str, int]
    agrees: bool | UnsetType = UNSET
    differences: list[Difference] | UnsetType = UNSET
    fu_parts: list[FuLine] | UnsetType = UNSET
    reading: ReadingLine | UnsetType = UNSET
    notes: list[Note] | UnsetType = UNSET
    transfers: list[Transfer] | UnsetType = UNSET


#: The keys of a result that ``--fields short`` leaves out.
FULLER = ("fu_parts", "reading", "notes", "transfers")
