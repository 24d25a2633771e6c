"""Results of wins: the public structs, and how the fu and the reading of a hand are spelled with tiles in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final, get_args

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType

from calc.mahjong.hand.hands import SHAPES
from calc.mahjong.hand.kinds import GROUP_KINDS, GROUPS, NO_TILE, RED_FIVES, TILE_KINDS, WAITS, Bools, Ints, tiles_of
from calc.mahjong.records.types import Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.rules.words import State
from calc.mahjong.value.valuing import Values
from calc.notation.melds import parse_melds, print_meld
from calc.notation.tiles import kind_of, print_tiles
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


# ---- fu and readings

#: The id of the last reason for fu, which is no entry of the table: what rounding adds.
ROUNDING = "rounding"


def fu_name(line: FuLine, rules: MahjongRules, lang: str) -> str:
    """The name of a reason for fu; empty for the rounding."""
    if line.id == ROUNDING:
        return ""
    part = next((part for part in rules.fu.parts if part.id == line.id), None)
    return (part or rules.shapes[line.id]).name.text(lang)


def write_fu(values: Values, rules: MahjongRules, texts: Sequence[list[str]], counted: Bools) -> list[list[FuLine]]:
    """For each hand that is ``counted`` every reason for the fu of its best reading, and what rounding adds; their sum
    is the fu of the result.

    Conditions are evaluated once for the whole block. ``texts``: the parts of the best readings, as
    :func:`write_parts` gives them.
    """
    best = np.maximum(values.best, 0)
    state = values.asked.take(best)
    lines: list[list[FuLine]] = [[] for _ in texts]
    is_fixed = np.zeros_like(counted)
    for code, shape in enumerate(SHAPES):
        fixed = rules.shapes[shape].fu if shape in rules.shapes else None
        if fixed is not None:
            of_shape = counted & (values.readings.shape[best] == code)
            is_fixed |= of_shape
            for row in np.flatnonzero(of_shape).tolist():
                lines[row].append(FuLine(shape, fixed, join_parts(texts[row])))
    summed = counted & ~is_fixed
    for part in rules.fu.parts:
        rows = np.flatnonzero(summed & (values.fu_times[part.id][best] > 0))
        for row, marks in zip(rows.tolist(), _mark(part, state)[:, rows].T.tolist() if len(rows) else (), strict=True):
            slots = [slot for slot, makes in enumerate(marks) if makes]
            if part.each is not None:
                lines[row] += [FuLine(part.id, part.fu, texts[row][slot]) for slot in slots]
            else:
                lines[row].append(FuLine(part.id, part.fu, join_parts(texts[row], slots)))
    fu = values.fu[best].tolist()
    for row in np.flatnonzero(summed).tolist():
        rounded = fu[row] - sum([line.fu for line in lines[row]])
        if rounded:
            lines[row].append(FuLine(ROUNDING, rounded, ""))
    return lines


def _mark(part: FuPart, state: State) -> Bools:
    """Which parts of each reading make a reason for fu."""
    if part.each is None:
        return state.no_parts() if part.when is None else part.when.marks(state)
    marks = state.no_parts()
    marks[:GROUPS] = part.each.matches(state)
    return marks


def write_parts(values: Values, chosen: Ints, wins: Sequence[Win]) -> list[list[str]]:
    """The parts of the ``chosen`` readings, one for each of the ``wins``, as texts: four groups and the pair, or all
    tiles in one for a shape without groups.

    Melds are spelled as in records. A red five is spelled in the first part that holds a five of its suit; this changes
    no value.
    """
    readings, hands = values.readings, values.readings.hands
    rows = readings.hand[chosen]
    concealed, reds = hands.concealed[rows], hands.reds[rows].tolist()
    parts = []
    for place, (win, groups, pair, counts) in enumerate(
        zip(wins, readings.groups[:, chosen].T.tolist(), readings.pair[chosen].tolist(), reds, strict=True)
    ):
        melds = parse_melds(win.melds) if win.melds else ()
        red: tuple[int, ...] = ()
        if any(counts):
            in_melds = [tile for meld in melds for tile in meld.tiles]
            left = [count - in_melds.count(tile) for tile, count in zip(RED_FIVES, counts, strict=True)]
            red = tuple([tile for tile, count in zip(RED_FIVES, left, strict=True) for _ in range(count)])
        if pair == NO_TILE:
            kinds = np.repeat(np.arange(TILE_KINDS), concealed[place]).tolist()
            parts.append([_spell_tiles(kinds, red)[0]])
            continue
        texts = []
        for kind in groups[: GROUPS - len(melds)]:
            text, red = _spell_part(_TILES_OF[kind], red)
            texts.append(text)
        parts.append([*texts, *map(print_meld, melds), _spell_part((pair, pair), red)[0]])
    return parts


_TILES_OF: Final = [tiles_of(kind) for kind in range(GROUP_KINDS)]


def _spell_tiles(kinds: Sequence[int], reds: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The text of tiles of these kinds, red ones as long as there are ``reds``, and the reds that are left."""
    tiles, left = [], [*reds]
    for kind in kinds:
        red = next((red for red in left if kind_of(red) == kind), None)
        if red is not None:
            left.remove(red)
        tiles.append(kind if red is None else red)
    return print_tiles(tiles), tuple(left)


#: Remembers the few parts that there are.
_spell_part = lru_cache(maxsize=4096)(_spell_tiles)


def join_parts(texts: list[str], slots: Sequence[int] | None = None) -> str:
    """The texts of the parts at ``slots`` (default: all), with spaces between them.

    A shape without groups has one text for all parts.
    """
    if slots is None:
        return " ".join(texts)
    if len(texts) == 1:
        return texts[0] if len(slots) else ""
    return " ".join(texts[slot] for slot in slots)


def write_readings(values: Values, chosen: Ints, texts: Sequence[list[str]]) -> list[ReadingLine]:
    """The ``chosen`` readings as results give them. ``texts``: their parts, as :func:`write_parts` gives them."""
    readings = values.readings
    columns = (readings.shape[chosen].tolist(), readings.wait[chosen].tolist(), readings.pair[chosen].tolist())
    return [
        ReadingLine(
            shape=SHAPES[shape],
            groups=[] if pair == NO_TILE else own[:-1],
            pair=None if pair == NO_TILE else own[-1],
            wait=None if WAITS[wait] == "none" else WAITS[wait],
        )
        for own, shape, wait, pair in zip(texts, *columns, strict=True)
    ]
