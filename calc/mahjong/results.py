"""Results of wins as the public contract has them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.outcomes import Difference, Note, Transfer


class YakuLine(Struct, frozen=True, omit_defaults=True):
    """A yaku that counts: ``id``, ``name``, and ``han``, or its number of limits, ``limit``; a yaku that pays by a
    fixed level has neither.
    """

    id: str
    name: str
    han: int | None = None
    limit: int | None = None


class DoraLine(Struct, frozen=True):
    """Dora, counted as tiles.

    ``dora``, ``ura``: what indicators give. ``red``: red fives. ``north``: Norths set aside. ``seasons``: season tiles,
    left out where there are none.
    """

    dora: int = 0
    red: int = 0
    ura: int = 0
    north: int = 0
    seasons: int | UnsetType = UNSET

    def of(self, kind: str) -> int:
        """The tiles of a ``kind`` of bonus, as rule tables name it: ``dora``, ``red``, ``ura``, ``north``,
        ``season``.
        """
        count: int | UnsetType = self.seasons if kind == "season" else getattr(self, kind)
        return 0 if isinstance(count, UnsetType) else count

    @property
    def tiles(self) -> int:
        """All of them."""
        return self.dora + self.red + self.ura + self.north + self.of("season")


class FuLine(Struct, frozen=True):
    """One reason for fu: ``id``, how many ``fu``, and the ``tiles`` that make it; the last one may be the rounding."""

    id: str
    fu: int
    tiles: str


class ReadingLine(Struct, frozen=True):
    """How the hand was read. Melds are spelled as in records, concealed groups as bare tiles.

    ``shape``: ``standard``, ``seven_pairs`` or ``thirteen_orphans``. ``groups``: runs, triplets and quads. ``pair``,
    ``wait``: none where the shape has none.
    """

    shape: str
    groups: list[str]
    pair: str | None
    wait: str | None


class WinResult(Struct, frozen=True, kw_only=True):
    """A win, settled.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``yaku``: those that count. ``dora``: tiles of each kind. ``han``,
    ``fu``: none for a limit hand and for a yaku that pays by a fixed level. ``limits``: how many limits are paid, 0 for
    none; a limit counted by han is 0. ``level``: ``mangan``, ``haneman``, ``baiman``, ``sanbaiman``, ``kazoe_yakuman``
    or ``yakuman``, none below them. ``base``: base points, none where a chart pays. ``points``: what the win is worth
    without counters and sticks; on a tsumo the total. ``payments``: points that every seat gains or loses, counters and
    sticks included; a ron that names no discarder has only the winner and ``discarder``. ``agrees``: whether the claim
    of the record is right. ``differences``: where it is not; both only with a claim. ``fu_parts``: every reason for fu.
    ``reading``: how the hand was read. ``transfers``: every payment with its reason. ``notes``: what is worth saying
    and changes no figure. These four are left out where ``fields`` is ``short``.
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
