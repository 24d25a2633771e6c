"""Results of wins: the public structs."""

from __future__ import annotations

from typing import Annotated, Final, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.records.values import Seat
from calc.text import number

#: Who can gain or lose by a win.
PARTIES: Final = (*get_args(Seat), "discarder")


class YakuLine(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A yaku that counts: ``id``, ``name``, and its ``han``, or for a yakuman how many it is worth as ``limit``.

    A yaku that pays by a fixed level has neither.
    """

    id: str
    name: str
    han: int | None = None
    limit: int | None = None


class DoraLine(Struct, frozen=True, repr_omit_defaults=True):
    """Dora of each kind, counted as tiles."""

    dora: Annotated[int, Meta(description="Tiles that dora indicators give.")] = 0
    red: Annotated[int, Meta(description="Red fives.")] = 0
    ura: Annotated[int, Meta(description="Tiles that ura dora indicators give.")] = 0
    north: Annotated[int, Meta(description="Norths set aside.")] = 0
    seasons: Annotated[int | UnsetType, Meta(description="Season tiles, left out where there are none.")] = UNSET

    def of(self, kind: str) -> int:
        """The tiles of a ``kind`` named as in rule tables: ``dora``, ``red``, ``ura``, ``north`` or ``season``."""
        count: int | UnsetType = self.seasons if kind == "season" else getattr(self, kind)
        return 0 if isinstance(count, UnsetType) else count

    @property
    def tiles(self) -> int:
        """Dora of all kinds together."""
        return self.dora + self.red + self.ura + self.north + self.of("season")


class FuLine(Struct, frozen=True):
    """One reason for fu: its ``id``, its ``fu``, and the ``tiles`` that earn it. The last one may be the rounding."""

    id: str
    fu: int
    tiles: str


class ReadingLine(Struct, frozen=True):
    """How the hand was read: melds spelled as in records, concealed groups as bare tiles."""

    shape: Annotated[str, Meta(description="The id of a shape of the rule set, such as `standard` or `seven_pairs`.")]
    groups: Annotated[list[str], Meta(description="Runs, triplets and quads.")]
    pair: Annotated[str | None, Meta(description="None where the shape has none.")]
    wait: Annotated[str | None, Meta(description="None where the shape has none.")]


class WinResult(Accepted, frozen=True, kw_only=True):
    """The result of a win."""

    yaku: Annotated[list[YakuLine], Meta(description="The yaku that count.")]
    dora: Annotated[DoraLine, Meta(description="Dora of each kind, as tiles.")]
    han: Annotated[int | None, Meta(description="None for a yakuman and for a yaku that pays by a fixed level.")]
    fu: Annotated[int | None, Meta(description="None for a yakuman and for a yaku that pays by a fixed level.")]
    limits: Annotated[int, Meta(description="How many yakuman are paid; 0 for other hands and for a kazoe yakuman.")]
    level: Annotated[
        str | None,
        Meta(
            description="`mangan`, `haneman`, `baiman`, `sanbaiman`, `kazoe_yakuman` or `yakuman`; none below mangan."
        ),
    ]
    base: Annotated[int | None, Meta(description="Base points; none if a chart pays.")]
    points: Annotated[int, Meta(description="Worth of the win without honba and riichi sticks; on a tsumo the total.")]
    payments: Annotated[
        dict[str, int],
        Meta(
            description="Points that each seat gains or loses, honba and riichi sticks included; a ron that names no"
            " discarder has only the winner and `discarder`.",
            extra={"keys": PARTIES},
        ),
    ]
    agrees: Annotated[
        bool | UnsetType, Meta(description="Whether the claim of the record is right; only with a claim.")
    ] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType, Meta(description="Where the claim is wrong; only with a claim.")
    ] = UNSET
    fu_parts: Annotated[list[FuLine] | UnsetType, Meta(description="Every reason for fu.")] = UNSET
    reading: Annotated[ReadingLine | UnsetType, Meta(description="How the hand was read.")] = UNSET
    notes: Annotated[
        list[Note] | UnsetType,
        Meta(
            description="Remarks that change no figure. Notes, `fu_parts`, `reading` and `transfers` are left out where"
            " `fields` is `short`."
        ),
    ] = UNSET
    transfers: Annotated[list[Transfer] | UnsetType, Meta(description="Every payment with its reason.")] = UNSET

    def brief(self) -> str:
        """Its worth, its yaku, and who pays whom."""
        dora = self.dora.tiles if self.han is not None else 0
        yaku = [*(line.name for line in self.yaku), *([f"Dora {dora}"] if dora else [])]
        told = [f"{self.worth()}: {', '.join(yaku)}", who_pays(self.transfers, self.payments)]
        return "; ".join([*told, *verdict_on(self.agrees), self.rules])

    def worth(self) -> str:
        """``3 han 40 fu, 5,200 points``; of a yakuman its level and points."""
        counts = [f"{count} {unit}" for count, unit in ((self.han, "han"), (self.fu, "fu")) if count is not None]
        level = "" if self.level is None else self.level.replace("_", " ")
        times = f"{self.limits} x " if self.limits > 1 else ""
        return ", ".join(filter(None, [" ".join(counts), f"{times}{level}", f"{number(self.points)} points"]))
