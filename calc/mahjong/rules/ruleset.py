"""The whole of a mahjong rule file or a list of yaku, and the rules that the engine makes of it.

The sections ``liability``, ``winning``, ``rounds``, ``match`` and ``final`` are described here, those that value a hand
in :mod:`calc.mahjong.rules.schema`.
"""

from functools import cached_property, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from calc.mahjong.hand.kinds import Sets
from calc.mahjong.hand.shapes import FOUR_ALIKE
from calc.mahjong.rules import schema
from calc.mahjong.rules.compiled import Compiled
from calc.mahjong.rules.words import Lexicon
from calc.tables import Entry, OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled
from calc.translation import language

_Uma = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]
_Winds = Annotated[int, Meta(ge=0, le=4)]

AbortiveDraw = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
_Melds = Annotated[int, Meta(ge=1, le=4)]


class LiableMelds(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The melds of a limit, the last of which somebody fed: a number of ``melds``, or of declared ``quads``; or for a
    win on a ``replacement`` tile the quad before it, called whole.
    """

    melds: _Melds | None = None
    quads: _Melds | None = None
    of: str | None = None
    replacement: bool = False

    @property
    def count(self) -> int:
        """How many melds have to lie there."""
        return self.melds or self.quads or 1

    @property
    def are_quads(self) -> bool:
        """Whether only quads will do."""
        return self.quads is not None or self.replacement


class Liability(Entry, frozen=True, kw_only=True):
    """Responsibility 包: for which limits, whether it covers the whole hand, and who pays the honba on a ron."""

    for_: list[str] = msgspec.field(name="for")
    covers: Literal["hand", "limit"]
    counters_by: Literal["discarder", "liable"]
    needs: dict[str, LiableMelds]
    concealed_quads: bool


class Winning(Entry, frozen=True, kw_only=True):
    """What else a finished hand needs to be paid."""

    #: Whether runs may be called.
    chi: bool
    least_han: Annotated[int, Meta(ge=1, le=13)]
    #: Whether a yaku that reductions bring down to 0 han makes a hand winnable.
    zero_han_is_yaku: bool
    concealed_quad_robbed_by: list[Literal["seven_pairs", "thirteen_orphans"]]
    first_draw_wait: Literal["as_recorded", "best"]
    furiten: Literal["refuse", "note"]
    #: Which hands win on a North that another player sets aside.
    north_ron: Literal["any", "yakuman", "none"] = "any"


class MultipleRon(Entry, frozen=True, kw_only=True):
    """Several winners on one discard: whether all or only the nearest are paid, and which of them gets the honba."""

    paid: Literal["all", "nearest"]
    counters: Literal["nearest", "each"]
    sticks: Literal["nearest", "own_first"]
    abort_from: Annotated[int, Meta(ge=2, le=3)] | None = None


class NotWaiting(Entry, frozen=True, kw_only=True):
    """Payments of seats in noten at an exhaustive draw."""

    pool: schema.Count
    four_own: Literal["not_waiting", "not_if_concealed", "waiting"]


class NagashiRules(Entry, frozen=True, kw_only=True):
    """Nagashi mangan 流し満貫."""

    of: str

    sticks: Literal["winner", "stay"]
    counters: bool
    open: bool


class DealerKeeps(Entry, frozen=True, kw_only=True):
    """When the dealer keeps the deal 連荘."""

    win: Literal["any", "nearest"]
    exhaustive: Literal["waiting", "waiting_in_first_wind", "always", "never"]
    abortive: list[AbortiveDraw]
    nagashi: Literal["always", "as_drawn", "as_won"]


class AbortiveDraws(Entry, frozen=True, kw_only=True):
    """The abortive draws 途中流局 that there are."""

    kinds: list[AbortiveDraw]
    orphans: Annotated[int, Meta(ge=1, le=13)]


class Chombo(Entry, frozen=True, kw_only=True):
    """What a chombo costs: nothing that could be settled (``refuse``), a payment like that of a win at ``level`` the
    other way round, or ``points`` off the final score.
    """

    penalty: Literal["refuse", "level", "points"]
    level: str
    points: schema.Count


class RiichiRules(Entry, frozen=True, kw_only=True):
    """Riichi 立直 and its stick."""

    min_points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    short: Literal["refuse", "note"] = "refuse"
    min_wall: Annotated[int, Meta(ge=0)] = 0
    quads: Literal["readings", "waits", "never"] = "readings"


class RoundRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The section ``rounds``."""

    multiple_ron: MultipleRon
    not_waiting: NotWaiting
    nagashi: NagashiRules
    dealer_keeps: DealerKeeps
    abortive: AbortiveDraws
    chombo: Chombo
    riichi: RiichiRules


class MatchRules(Entry, frozen=True, kw_only=True):
    """Who takes part in a game, and when it ends."""

    sitting_out: Annotated[int, Meta(ge=0, le=2)]
    start: schema.Count
    winds: Annotated[int, Meta(ge=1, le=4)]
    extra_winds: _Winds
    extra_wind: Literal["next", "first"] = "next"
    extra_until: Literal["target", "target_after_dealer", "end"]
    target: schema.Count
    target_is: Literal["reached", "exceeded"]
    bust_below: int | None = None
    dealer_stops: Literal["never", "may", "always"]
    dealer_stops_after: Literal["any", "win"]


class Rounding(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How results are rounded to whole units: a half down, up or away from zero, or not at all; and whether the score
    is rounded or its difference to the return.
    """

    mode: Literal["half_down", "half_up", "half_away", "none"]
    of: Literal["score", "difference"]


class FloatingUma(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Uma that depends on how many players end with ``at_least`` these points, or those that are taken from them at
    the end: for each such number, from nobody to everybody, a row with one uma a place.
    """

    at_least: schema.Count | Literal["return"]
    by_number: dict[str, list[_Uma]]


class Yakitori(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What players pay at the end who won no hand 焼き鳥: ``units`` to each of those who did, or shared by them."""

    units: Annotated[float, Meta(gt=0, le=1_000_000)]
    pays: Literal["each", "share"]


class FinalRules(Entry, frozen=True, kw_only=True):
    """From points to results."""

    oka: schema.Count
    return_: schema.Count | Literal["start"] = msgspec.field(name="return")
    unit: schema.Positive
    uma: list[_Uma] | FloatingUma
    rounding: Rounding
    ties: Literal["seat", "share"]
    leftover_sticks: Literal["first", "share", "share_down", "nobody"]
    remainder: Literal["first", "nobody"]
    chips: Annotated[float, Meta(gt=0, le=1_000_000)] | None = None
    yakitori: Yakitori | None = None


# ---- the whole


class _AsWritten(RuleSet, frozen=True, kw_only=True):
    """The sections that the engine uses as the file has them."""

    seats: tuple[str, ...]
    tiles: schema.TileRules
    facts: dict[str, schema.FactRule] = msgspec.field(default_factory=dict)
    faults: dict[str, schema.Fault] = msgspec.field(default_factory=dict)
    shapes: dict[str, schema.Shape]
    dora: schema.DoraRules
    #: A set without fu counts han only.
    fu: schema.Fu = schema.Fu(round_up_to=1, win={})
    points: schema.Points
    liability: Liability
    winning: Winning
    rounds: RoundRules
    match: MatchRules
    final: FinalRules


class RuleFile(_AsWritten, frozen=True, kw_only=True):
    """The keys of a mahjong rule file."""

    game: Literal["riichi"]
    seats: tuple[Literal["E", "S", "W", "N"], ...]
    sets: dict[str, schema.TileSet]
    yaku: Annotated[dict[str, schema.Yaku], keys_spelled(ENTRY_ID)]
    options: Annotated[dict[str, OptionRule], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)


class MahjongRules(_AsWritten, frozen=True, kw_only=True, eq=False):
    """A mahjong rule set, ready to value hands with. Only the same loaded object is equal to it: what is made under a
    rule set is kept for it.

    ``yaku`` are those of wins in the order of the file, ``draw_yaku`` those of exhaustive draws; ``asked`` is the order
    in which the conditions can be asked (one that names another comes after it). ``dora_after``: the tile that each
    indicator points to, by tile kind.
    """

    kinds: frozenset[int]
    sets: Sets
    dora_after: dict[int, int]
    yaku: dict[str, schema.Yaku]
    draw_yaku: dict[str, schema.Yaku]
    asked: tuple[str, ...]

    @cached_property
    def program(self) -> Compiled:
        """Its conditions as functions."""
        return Compiled(self)

    @cached_property
    def kind_set(self) -> int:
        """The kinds of tile of the game, as bits."""
        return sum(1 << kind for kind in self.kinds)

    @cached_property
    def known_shapes(self) -> tuple[str, ...]:
        """The shapes that a hand can have, as :func:`calc.mahjong.hand.readings.read_hand` takes them."""
        alike = [FOUR_ALIKE for shape in self.shapes.values() if shape.four_alike]
        return (*self.shapes, *alike)

    @cached_property
    def waiting_shapes(self) -> tuple[str, ...]:
        """Those that a hand one tile short can wait for."""
        return tuple(name for name in self.known_shapes if name not in self.shapes or self.shapes[name].tenpai)

    @property
    def lexicon(self) -> Lexicon:
        """Titles for the phrases of conditions, in the language that is spoken."""
        return _lexicon_of(self, language())


@lru_cache(maxsize=64)
def _lexicon_of(rules: MahjongRules, lang: str) -> Lexicon:
    """Titles for the phrases of conditions in a language, ``en`` or ``ja``."""
    return Lexicon(
        lang,
        sets={name: title.text(lang) for name, title in rules.sets.titles.items()},
        yaku={name: yaku.name.text(lang) for name, yaku in rules.yaku.items()},
        facts={name: fact.text(lang) for name, fact in rules.facts.items()},
        four_alike=FOUR_ALIKE in rules.known_shapes,
    )


class ListedYaku(schema.Yaku, frozen=True, kw_only=True):
    """A yaku of a list, with a win that has it."""

    example: str
    counter_example: str


class YakuList(RuleSet, frozen=True, kw_only=True):
    """The file of a list: its yaku, and the sets of tiles, facts and shapes that they name."""

    kind: Literal["yaku"]
    game: Literal["riichi"]
    sets: dict[str, schema.TileSet] = msgspec.field(default_factory=dict)
    facts: dict[str, schema.FactRule] = msgspec.field(default_factory=dict)
    shapes: dict[str, schema.Shape] = msgspec.field(default_factory=dict)
    yaku: Annotated[dict[str, ListedYaku], keys_spelled(ENTRY_ID)]
