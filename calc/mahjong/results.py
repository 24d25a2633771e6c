"""Results of wins: the public structs, and how the fu and the reading of a hand are spelled with tiles in them."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Annotated, Final, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.mahjong.hand.kinds import GROUPS, NO_TILE, RED_FIVES, WAITS, tiles_of
from calc.mahjong.hand.readings import Reading
from calc.mahjong.hand.shapes import SHAPES
from calc.mahjong.read import ReadWin
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.value.valuing import Valued
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles
from calc.outcomes import Accepted, Difference, Note, Transfer, verdict_on, who_pays
from calc.records.values import Seat
from calc.text import number
from calc.translation import say

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

    dora: int = 0
    red: int = 0
    ura: int = 0
    north: int = 0
    seasons: int | UnsetType = UNSET

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

    shape: str
    groups: list[str]
    pair: str | None
    wait: str | None


class WinResult(Accepted, frozen=True, kw_only=True):
    """The result of a win."""

    yaku: list[YakuLine]
    dora: DoraLine
    han: int | None
    fu: int | None
    limits: int
    level: str | None
    base: int | None
    points: int
    payments: Annotated[dict[str, int], Meta(extra={"keys": PARTIES})]
    agrees: bool | UnsetType = UNSET
    differences: list[Difference] | UnsetType = UNSET
    fu_parts: list[FuLine] | UnsetType = UNSET
    reading: ReadingLine | UnsetType = UNSET
    notes: list[Note] | UnsetType = UNSET
    transfers: list[Transfer] | UnsetType = UNSET

    def brief(self) -> str:
        """Its worth, its yaku, and who pays whom."""
        dora = self.dora.tiles if self.han is not None else 0
        yaku = [*(line.name for line in self.yaku), *([f"Dora {dora}"] if dora else [])]
        told = [": ".join(filter(None, [self.worth(), ", ".join(yaku)])), who_pays(self.transfers, self.payments)]
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


def fu_name(line: FuLine, rules: MahjongRules) -> str:
    """The name of a reason for fu; empty for the rounding."""
    if line.id == ROUNDING:
        return ""
    part = next((part for part in rules.fu.parts if part.id == line.id), None)
    name = (part or rules.shapes[line.id]).name.text()
    # A triplet that counts as open and is no meld.
    by_ron = part is not None and part.each is not None and part.each.concealed is False and line.tiles[:1] != "("
    return say("{name}, finished by ron", name=name) if by_ron else name


def write_fu(valued: Valued, texts: Sequence[str], rules: MahjongRules) -> list[FuLine]:
    """Every reason for the fu of a reading, and what rounding adds; their sum is the fu of the result.

    ``texts``: the parts of the reading, as :func:`write_parts` gives them.
    """
    shape = rules.shapes.get(SHAPES[valued.reading.shape])
    if shape is not None and shape.fu is not None:
        return [FuLine(SHAPES[valued.reading.shape], shape.fu, " ".join(texts))]
    state, each = valued.state(rules), fu_each(rules, valued.reading.hand.winds)
    groups = [(part.id, place) for place, code in enumerate(valued.reading.codes) for part in each.get(code, ())]
    lines = []
    for place, part in enumerate(rules.fu.parts):
        if part.each is not None:
            lines += [FuLine(part.id, part.fu, texts[slot]) for name, slot in groups if name == part.id]
        elif valued.fu_parts >> place & 1:
            slots = part.when.marks(state) if part.when is not None else ()
            lines.append(FuLine(part.id, part.fu, join_parts(texts, slots)))
    rounded = valued.tally.figures.fu - sum(line.fu for line in lines)
    return [*lines, FuLine(ROUNDING, rounded, "")] if rounded else lines


@remembered
def fu_each(rules: MahjongRules, winds: tuple[int, int]) -> dict[int, list[FuPart]]:
    """The parts of fu that count a group, by its code."""
    return rules.program.fu_each(winds)


def write_parts(reading: Reading, read: ReadWin) -> list[str]:
    """The parts of a reading as texts: four groups and the pair, or all tiles in one for a shape without groups.

    Melds are spelled as in records. A red five is spelled in the first part that holds a five of its suit; this changes
    no value.
    """
    reds = tuple([tile for tile in RED_FIVES for own in (*read.hand, read.win) if own == tile])
    if reading.pair == NO_TILE:
        kinds = [kind for kind, count in enumerate(reading.hand.counts) for _ in range(count)]
        return [_spell_tiles(tuple(kinds), reds)[0]]
    texts = []
    for kind in reading.groups[: GROUPS - len(read.melds)]:
        text, reds = _spell_part(tiles_of(kind), reds)
        texts.append(text)
    return [*texts, *map(print_meld, read.melds), _spell_part((reading.pair,) * 2, reds)[0]]


def _spell_tiles(kinds: tuple[int, ...], reds: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
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


def join_parts(texts: Sequence[str], slots: Collection[int]) -> str:
    """The texts of the parts at ``slots``, with spaces between them; a shape without groups has one text for all."""
    if len(texts) == 1:
        return texts[0] if slots else ""
    return " ".join(texts[slot] for slot in sorted(slots))


def write_reading(reading: Reading, texts: list[str]) -> ReadingLine:
    """A reading as results give it. ``texts``: its parts, as :func:`write_parts` gives them."""
    wait = WAITS[reading.wait]
    return ReadingLine(
        shape=SHAPES[reading.shape],
        groups=[] if reading.pair == NO_TILE else texts[:-1],
        pair=None if reading.pair == NO_TILE else texts[-1],
        wait=None if wait == "none" else wait,
    )
