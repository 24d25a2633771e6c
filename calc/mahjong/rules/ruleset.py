"""The whole of a mahjong rule file or a list of yaku, and the rules that the engine makes of it.

The sections ``liability``, ``winning``, ``rounds``, ``match`` and ``final`` are described here, those that value a hand
in :mod:`calc.mahjong.rules.schema`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from calc.mahjong.hand.sets import Sets
from calc.mahjong.hand.shapes import FOUR_ALIKE
from calc.mahjong.rules.compiled import Compiled
from calc.mahjong.rules.schema import Count, DoraRules, FactRule, Fu, Points, Positive, Shape, TileRules, TileSet, Yaku
from calc.mahjong.rules.words import Lexicon
from calc.tables import Entry, OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled

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
    of: Annotated[str | None, Meta(description="A set of tiles that all of them lie in.")] = None
    replacement: Annotated[bool, Meta(description="Of a yaku won on the replacement tile of a quad.")] = False

    @property
    def count(self) -> int:
        """How many melds have to lie there."""
        return self.melds or self.quads or 1

    @property
    def are_quads(self) -> bool:
        """Whether only quads will do."""
        return self.quads is not None or self.replacement


class Liability(Entry, frozen=True, kw_only=True):
    """Responsibility 包: for which limits, whether it covers the whole hand, and who pays the counters on a ron."""

    for_: list[str] = msgspec.field(name="for")
    covers: Literal["hand", "limit"]
    counters_by: Literal["discarder", "liable"]
    needs: Annotated[dict[str, LiableMelds], Meta(description="The melds of each limit that have to lie there.")]
    concealed_quads: Annotated[
        bool,
        Meta(
            description="Whether a concealed quad counts among `melds`, beside one that was called; among `quads`"
            " it always does."
        ),
    ]


class Winning(Entry, frozen=True, kw_only=True):
    """What else a finished hand needs to be paid."""

    #: Whether runs may be called.
    chi: bool
    least_han: Annotated[
        Annotated[int, Meta(ge=1, le=13)], Meta(description="How many han of yaku, without dora, a win needs.")
    ]
    #: Whether a yaku that reductions bring down to 0 han makes a hand winnable.
    zero_han_is_yaku: bool
    concealed_quad_robbed_by: list[Literal["seven_pairs", "thirteen_orphans"]]
    first_draw_wait: Literal["as_recorded", "best"]
    furiten: Literal["refuse", "note"]


class MultipleRon(Entry, frozen=True, kw_only=True):
    """Several winners on one discard: whether all or only the nearest after the discarder are paid, and who of them
    takes the counters.
    """

    paid: Literal["all", "nearest"]
    counters: Literal["nearest", "each"]
    sticks: Annotated[
        Literal["nearest", "own_first"],
        Meta(
            description="All go to the nearest, or, with `own_first`, all but those that the other winners laid "
            "in this round. From `abort_from` winners on nobody is paid and the round is an abortive "
            "draw."
        ),
    ]
    abort_from: Annotated[int, Meta(ge=2, le=3)] | None = None


class NotWaiting(Entry, frozen=True, kw_only=True):
    """Payments of seats in noten at an exhaustive draw."""

    pool: Annotated[Count, Meta(description="Points that those who are not waiting pay in all.")]
    four_own: Annotated[
        Literal["not_waiting", "not_if_concealed", "waiting"],
        Meta(
            description="Whether a hand is tenpai that holds all four copies of each of its waits; "
            "`not_if_concealed` counts only its concealed tiles."
        ),
    ]


class NagashiRules(Entry, frozen=True, kw_only=True):
    """Nagashi mangan 流し満貫."""

    of: Annotated[str, Meta(description="The set of tiles that every discard is in.")]

    sticks: Annotated[
        Literal["winner", "stay"], Meta(description="Whether nagashi mangan 流し満貫 takes the riichi sticks.")
    ]
    counters: Annotated[bool, Meta(description="Whether it takes the counters, as a tsumo does.")]
    open: Annotated[bool, Meta(description="Whether its hand may have melds. What it pays is the level of its yaku.")]


class DealerKeeps(Entry, frozen=True, kw_only=True):
    """When the dealer keeps the deal 連荘."""

    win: Annotated[
        Literal["any", "nearest"],
        Meta(description="As one of several winners on one discard, or only as the nearest after the discarder."),
    ]
    exhaustive: Annotated[
        Literal["waiting", "waiting_in_first_wind", "always", "never"],
        Meta(description="After an exhaustive draw; with `waiting_in_first_wind` always from the second wind on."),
    ]
    abortive: Annotated[list[AbortiveDraw], Meta(description="After these abortive draws.")]
    nagashi: Annotated[
        Literal["always", "as_drawn", "as_won"],
        Meta(
            description="After nagashi mangan, or `as_drawn`, as after any exhaustive draw, or `as_won`, where it is "
            "the dealer's."
        ),
    ]


class AbortiveDraws(Entry, frozen=True, kw_only=True):
    """The abortive draws 途中流局 that there are."""

    kinds: list[AbortiveDraw]


class Chombo(Entry, frozen=True, kw_only=True):
    """What a chombo costs: nothing that could be settled (``refuse``), a payment like that of a win at ``level`` the
    other way round, or ``points`` off the final score.
    """

    penalty: Literal["refuse", "level", "points"]
    level: str
    points: Count


class RiichiRules(Entry, frozen=True, kw_only=True):
    """Riichi 立直 and its stick."""

    min_points: Annotated[
        Annotated[int, Meta(ge=-1_000_000, le=1_000_000)],
        Meta(description="What a player must have to declare riichi; it may be less than any score."),
    ]
    short: Annotated[
        Literal["refuse", "note"], Meta(description="What becomes of a game in which somebody declares it with less.")
    ] = "refuse"
    min_wall: Annotated[int, Meta(ge=0, description="How many tiles must be left in the wall to declare riichi.")] = 0
    quads: Annotated[
        Literal["readings", "waits", "never"],
        Meta(
            description="What a concealed quad after riichi must leave as it was: every reading of the hand, or only "
            "its waits; or no such quad may be made."
        ),
    ] = "readings"


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

    sitting_out: Annotated[
        Annotated[int, Meta(ge=0, le=2)],
        Meta(
            description="How many more than the seats may take turns; the dealer who loses the deal sits out, and the "
            "one who has done so for longest enters."
        ),
    ]
    start: Annotated[Count, Meta(description="Points at the beginning.")]
    winds: Annotated[
        Annotated[int, Meta(ge=1, le=4)],
        Meta(
            description="How many are played, and `extra_winds` while nobody has the `target` (reached, or exceeded)."
        ),
    ]
    extra_winds: _Winds
    extra_wind: Annotated[
        Literal["next", "first"],
        Meta(description="Whether they are the winds that follow, or begin with East again."),
    ] = "next"
    extra_until: Annotated[
        Literal["target", "target_after_dealer", "end"],
        Meta(
            description="What ends them: the target; the target, but not while the dealer keeps the deal without "
            "leading; or their last hand."
        ),
    ]
    target: Count
    target_is: Literal["reached", "exceeded"]
    bust_below: Annotated[int | None, Meta(description="Points below this end the game.")] = None
    dealer_stops: Annotated[
        Literal["never", "may", "always"],
        Meta(description="Whether the dealer who keeps the deal in the last hand, and leads, ends the game."),
    ]
    dealer_stops_after: Annotated[
        Literal["any", "win"], Meta(description="After a win or a waiting hand, or after a win alone.")
    ]


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

    at_least: Count | Literal["return"]
    by_number: dict[str, list[_Uma]]


class Yakitori(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What players pay at the end who won no hand 焼き鳥: ``units`` to each of those who did, or shared by them."""

    units: Annotated[float, Meta(gt=0, le=1_000_000)]
    pays: Literal["each", "share"]


class FinalRules(Entry, frozen=True, kw_only=True):
    """From points to results."""

    oka: Annotated[Count, Meta(description="Points for the first.")]
    return_: Annotated[
        Count | Literal["start"], Meta(description="Points taken from everybody, or those of the start.")
    ] = msgspec.field(name="return")
    unit: Annotated[Positive, Meta(description="Points that make 1 of a result.")]
    uma: Annotated[list[_Uma] | FloatingUma, Meta(description="For each place, in units.")]
    rounding: Rounding
    ties: Literal["seat", "share"]
    leftover_sticks: Annotated[
        Literal["first", "share", "share_down", "nobody"],
        Meta(
            description="Whose the riichi sticks are that are left, with `share` of all who have the best score, "
            "with `share_down` too, in equal whole points."
        ),
    ]
    remainder: Annotated[Literal["first", "nobody"], Meta(description="Whether the first absorbs what the sum lacks.")]
    chips: Annotated[
        Annotated[float, Meta(gt=0, le=1_000_000)] | None, Meta(description="What a chip is worth, in units.")
    ] = None
    yakitori: Annotated[Yakitori | None, Meta(description="What those pay who won no hand.")] = None


# ---- the whole


class _AsWritten(RuleSet, frozen=True, kw_only=True):
    """The sections that the engine uses as the file has them."""

    seats: tuple[str, ...]
    tiles: TileRules
    facts: dict[str, FactRule] = msgspec.field(default_factory=dict)
    shapes: dict[str, Shape]
    dora: DoraRules
    #: A set without fu counts han only.
    fu: Fu = Fu(round_up_to=1, win={})
    points: Points
    liability: Liability
    winning: Winning
    rounds: RoundRules
    match: MatchRules
    final: FinalRules


class RuleFile(_AsWritten, frozen=True, kw_only=True):
    """The keys of a mahjong rule file."""

    game: Literal["riichi"]
    seats: tuple[Literal["E", "S", "W", "N"], ...]
    sets: dict[str, TileSet]
    yaku: Annotated[dict[str, Yaku], keys_spelled(ENTRY_ID)]
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
    yaku: dict[str, Yaku]
    draw_yaku: dict[str, Yaku]
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
        """English titles for the phrases of conditions."""
        return lexicon_of(self, "en")


@lru_cache(maxsize=64)
def lexicon_of(rules: MahjongRules, lang: str) -> Lexicon:
    """Titles for the phrases of conditions in a language, ``en`` or ``ja``."""
    kind = Lexicon
    if lang == "ja":
        from calc.mahjong.rules.words.japanese import Japanese

        kind = Japanese
    return kind(
        sets={name: title.text(lang) for name, title in rules.sets.titles.items()},
        yaku={name: yaku.name.text(lang) for name, yaku in rules.yaku.items()},
        facts={name: fact.text(lang) for name, fact in rules.facts.items()},
        four_alike=FOUR_ALIKE in rules.known_shapes,
    )


class ListedYaku(Yaku, frozen=True, kw_only=True):
    """A yaku of a list, with a win that has it."""

    example: Annotated[str, Meta(description="A record in a line that has it, under the default rules with it alone.")]
    counter_example: Annotated[str, Meta(description="A record that nearly has it.")]


class YakuList(RuleSet, frozen=True, kw_only=True):
    """The file of a list: its yaku, and the sets of tiles, facts and shapes that they name."""

    kind: Literal["yaku"]
    game: Literal["riichi"]
    sets: dict[str, TileSet] = msgspec.field(default_factory=dict)
    facts: dict[str, FactRule] = msgspec.field(default_factory=dict)
    shapes: dict[str, Shape] = msgspec.field(default_factory=dict)
    yaku: Annotated[dict[str, ListedYaku], keys_spelled(ENTRY_ID)]
