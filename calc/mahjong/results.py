"""Results of wins as the public contract has them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

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
    """Dora, counted as tiles."""

    dora: Annotated[int, Meta(description="What indicators give.")] = 0
    red: Annotated[int, Meta(description="Red fives.")] = 0
    ura: Annotated[int, Meta(description="What indicators give.")] = 0
    north: Annotated[int, Meta(description="Norths set aside.")] = 0
    seasons: Annotated[int | UnsetType, Meta(description="Season tiles, left out where there are none.")] = UNSET

    def of(self, kind: str) -> int:
        """Return the tiles of a ``kind`` of bonus, as rule tables name it: ``dora``, ``red``, ``season`` and so on."""
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
    """How the hand was read. Melds are spelled as in records, concealed groups as bare tiles."""

    shape: Annotated[str, Meta(description="`standard`, `seven_pairs` or `thirteen_orphans`.")]
    groups: Annotated[list[str], Meta(description="Runs, triplets and quads.")]
    pair: Annotated[str | None, Meta(description="None where the shape has none.")]
    wait: Annotated[str | None, Meta(description="None where the shape has none.")]


class WinResult(Struct, frozen=True, kw_only=True):
    """A win, settled."""

    id: Annotated[Any, Meta(description="That of the record.")] = None
    rules: Annotated[str, Meta(description="The rule set as `id@version`.")]
    options: Annotated[dict[str, Any], Meta(description="Those off its defaults, by name.")]
    ok: Annotated[Literal[True], Meta(description="True; a Refusal has false.")] = True
    yaku: Annotated[list[YakuLine], Meta(description="Those that count.")]
    dora: Annotated[DoraLine, Meta(description="Tiles of each kind.")]
    han: Annotated[int | None, Meta(description="None for a limit hand and for a yaku that pays by a fixed level.")]
    fu: Annotated[int | None, Meta(description="None for a limit hand and for a yaku that pays by a fixed level.")]
    limits: Annotated[int, Meta(description="How many limits are paid, 0 for none; a limit counted by han is 0.")]
    level: Annotated[
        str | None,
        Meta(description="`mangan`, `haneman`, `baiman`, `sanbaiman`, `kazoe_yakuman` or `yakuman`, none below them."),
    ]
    base: Annotated[int | None, Meta(description="Base points, none where a chart pays.")]
    points: Annotated[int, Meta(description="What the win is worth without counters and sticks; on a tsumo the total.")]
    payments: Annotated[
        dict[str, int],
        Meta(
            description="Points that every seat gains or loses, counters and sticks included; a ron that names no"
            " discarder has only the winner and `discarder`."
        ),
    ]
    agrees: Annotated[bool | UnsetType, Meta(description="Whether the claim of the record is right.")] = UNSET
    differences: Annotated[
        list[Difference] | UnsetType, Meta(description="Where it is not; both only with a claim.")
    ] = UNSET
    fu_parts: Annotated[list[FuLine] | UnsetType, Meta(description="Every reason for fu.")] = UNSET
    reading: Annotated[ReadingLine | UnsetType, Meta(description="How the hand was read.")] = UNSET
    notes: Annotated[
        list[Note] | UnsetType,
        Meta(
            description="What is worth saying and changes no figure. These four are left out where `fields` is `short`."
        ),
    ] = UNSET
    transfers: Annotated[list[Transfer] | UnsetType, Meta(description="Every payment with its reason.")] = UNSET
