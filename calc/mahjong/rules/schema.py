"""What a mahjong rule table holds of a hand and its worth, as typed objects: tiles, dora, yaku, fu, points.

What concerns rounds and games, and the whole, is in :mod:`calc.mahjong.rules.ruleset`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from calc.layout.words import times_text
from calc.mahjong.rules.words import AllOf, Need, Pick, Word
from calc.tables import Entry, Name
from calc.tables.ruleset import keys_among, spelled_as

#: Numbers of a table: none is negative, and none so large that sums of them could overflow.
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Positive = Annotated[int, Meta(ge=1, le=1_000_000)]
#: Where there are no limits, hands with more base points are refused, and so are those of so many han. A payment is
#: then exact in JSON, too.
MOST_BASE = 1_000_000_000_000_000
_TOO_MANY_HAN = 45
#: The level of limit hands in results; the others are those of the table.
LIMIT_LEVEL = "yakuman"
#: Copies of a tile.
Copies = Annotated[int, Meta(ge=0, le=4)]

_Suit = Literal["m", "p", "s"]
_BonusKind = Literal["dora", "red", "ura", "north", "season"]


class TileRules(Entry, frozen=True, kw_only=True, dict=True):
    """The tiles of the game: which kinds (mpsz), how many copies of each, how many red fives a suit."""

    kinds: str
    seasons: Count = 0
    copies: Annotated[int, Meta(ge=1, le=4)]
    red_fives: Annotated[dict[_Suit, Copies], keys_among(_Suit)] = msgspec.field(default_factory=dict)

    @cached_property
    def reds(self) -> list[int]:
        """Red fives of m, p and s."""
        return [self.red_fives.get(suit, 0) for suit in get_args(_Suit)]


class TileSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of tiles for conditions."""

    tiles: str
    name: Name


class FactRule(Entry, frozen=True, kw_only=True):
    """A fact that records of this game may state; ``yes_no``: it is so or not, and no number."""

    meaning: str | Name
    yes_no: bool = False

    def text(self, lang: str | None = None) -> str:
        """The meaning in ``lang``, by default the language that is spoken; in English where a table gives no other."""
        return self.meaning if isinstance(self.meaning, str) else self.meaning.text(lang)


class Fault(Entry, frozen=True, kw_only=True):
    """What somebody does against the rules, and what it costs; ``if_shown``: only where the hand is shown, at an
    exhaustive draw or by a win.
    """

    name: Name
    penalty: Literal["dead_hand", "chombo", "deposit", "nothing"]
    if_shown: bool = False
    example: str = ""


class Shape(Entry, frozen=True, kw_only=True):
    """A form a finished hand can have."""

    name: Name
    fu: Count | None = None
    tenpai: bool = True
    four_alike: bool = False


class Bonus(Entry, frozen=True, kw_only=True):
    """Han for each dora of a kind. They never make a hand winnable."""

    name: Name
    han: Count


class NorthRules(Entry, frozen=True, kw_only=True):
    """Norths set aside as dora, in games for three. ``rinshan``: whether a win on the replacement tile is one."""

    indicated: Literal["hand", "all"]
    rinshan: bool
    fourth_indicator: bool


class DoraRules(Entry, frozen=True, kw_only=True, dict=True):
    """Dora and their indicators."""

    order: list[str]
    indicators: Count
    turned_for_rinshan: bool = False
    bonus: Annotated[dict[_BonusKind, Bonus], keys_among(_BonusKind)]
    north: NorthRules | None = None

    @cached_property
    def most(self) -> int:
        """The most indicators: one more than usual where the fourth North set aside turns one."""
        return self.indicators + (self.north is not None and self.north.fourth_indicator)


class ByHow(Struct, frozen=True, forbid_unknown_fields=True):
    """Han by tsumo and by ron; none if the yaku cannot be won in that way."""

    tsumo: Count | None = None
    ron: Count | None = None


class ByHand(Struct, frozen=True, forbid_unknown_fields=True):
    """Han of a closed and of an open hand; none if such a hand cannot have the yaku."""

    closed: Count | ByHow | None = None
    open: Count | ByHow | None = None


class Value(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What a yaku is worth: ``han``, or a number of limits, or a fixed ``level`` of the table of levels."""

    _like: ClassVar = "{{han: {0}}}"

    han: Count | ByHand | None = None
    limit: Literal[1, 2, 3] | None = None
    level: str | None = None
    gives_way_to: Literal["own_yaku", "any_han"] = "own_yaku"

    # Questions about a yaku ask for these by their path (``yaku.honitsu.value.open_han``).
    @property
    def closed_han(self) -> int | None:
        """The han of a closed hand that is won by ron; none if such a hand cannot have the yaku."""
        return self.by_way[False, False]

    @property
    def open_han(self) -> int | None:
        """The han of an open hand that is won by ron; none if such a hand cannot have the yaku."""
        return self.by_way[True, False]

    @cached_property
    def by_way(self) -> dict[tuple[bool, bool], int | None]:
        """The han by whether the hand is open and whether it is won by tsumo; none if it cannot have the yaku."""
        found: dict[tuple[bool, bool], int | None] = {}
        for is_open, of_hand in ((False, "closed"), (True, "open")):
            han = getattr(self.han, of_hand) if isinstance(self.han, ByHand) else self.han
            for tsumo, how in ((True, "tsumo"), (False, "ron")):
                found[is_open, tsumo] = getattr(han, how) if isinstance(han, ByHow) else han
        return found


Condition = Annotated[Word, spelled_as("condition")]


class Yaku(Entry, frozen=True, kw_only=True, rename={"from_": "from"}):
    """One yaku."""

    FROM_KEY: ClassVar[str] = "id"

    id: str
    name: Name
    also: tuple[str, ...] = ()
    example: str = ""
    at: Literal["win", "exhaustive_draw"] = "win"
    when: Condition = AllOf(())
    value: Value
    suppresses: tuple[str, ...] = ()
    no_han_when: Condition | None = None
    satisfies_minimum: bool = True
    needs_tiles: str = ""
    from_: str | None = None

    def needs(self) -> Iterator[Need]:
        """What its conditions name."""
        for word in (self.when, self.no_han_when):
            if word is not None:
                yield from word.needs()


class FuPart(Entry, frozen=True, kw_only=True):
    """One reason for fu: ``fu`` where ``when`` holds, or for each group that fits ``each``."""

    FROM_KEY: ClassVar[str] = "id"

    id: str
    name: Name
    fu: Count
    when: Condition | None = None
    each: Pick | None = None


class Fu(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The fu of a hand, in the order of counting: of the hand, of the win, and what depends on the sum so far."""

    round_up_to: Positive
    hand: dict[str, FuPart] = {}
    win: dict[str, FuPart]
    rest: dict[str, FuPart] = {}

    @cached_property
    def parts(self) -> tuple[FuPart, ...]:
        """All reasons, in the order in which people count: what every win has comes first."""
        return (*self.win.values(), *self.hand.values(), *self.rest.values())


# ---- from han and fu to payments


class Base(Entry, frozen=True, kw_only=True):
    """Base points = fu x ``per_fu`` x ``per_han`` for each han, at most ``cap`` where there is one; above
    ``round_up_above`` they are the cap.
    """

    per_fu: Positive
    per_han: Positive
    cap: Positive | None = None
    round_up_above: Count | None = None


class Pays(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a payment chart, in points: by ron the discarder pays, by tsumo each other player and the dealer.

    A dealer's tsumo is written as what it brings ``in_all``; the others share it equally.
    """

    other_ron: Count
    dealer_ron: Count
    other_tsumo_each: Count
    other_tsumo_dealer: Count
    dealer_tsumo_in_all: Count


class Paid(Entry, frozen=True, kw_only=True, dict=True):
    """What is paid by fixed ``base`` points or, where a chart pays, by a row of it."""

    base: Count | None = None
    pays: Pays | None = None

    @cached_property
    def worth(self) -> int:
        """The base points; where a chart pays, the ron of a non-dealer, which tells its rows apart."""
        return self.pays.other_ron if self.pays is not None else self.base or 0


class Level(Paid, frozen=True, kw_only=True):
    """What is paid from a number of han on. The lowest rows of a chart have no name.

    A level that no number of han reaches is there for what is worth it by name, such as nagashi mangan.
    """

    name: Name | None = None
    also: tuple[str, ...] = ()
    from_han: Positive | None = None


class Limit(Paid, frozen=True, kw_only=True):
    """What a limit hand is paid, and whether several add up (else the highest counts), ``at_most`` a number of them.

    With ``han`` it is a yaku of so many han, to which other yaku and dora add.
    """

    name: Name
    also: tuple[str, ...] = ()
    add_up: bool
    at_most: Positive | None = None
    han: Positive | None = None


class Share(Entry, frozen=True, kw_only=True):
    """How many times the base points are paid, by whom."""

    from_each: Count = 0
    from_dealer: Count = 0
    from_discarder: Count = 0


class Shares(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The four ways to be paid. On a tsumo ``from_dealer`` is beside ``from_each`` for the others."""

    dealer_tsumo: Share
    other_tsumo: Share
    dealer_ron: Share
    other_ron: Share


class Counters(Entry, frozen=True, kw_only=True):
    """Points for each honba: from each payer on a tsumo, from the discarder on a ron."""

    tsumo_each: Count
    ron: Count


class Stick(Entry, frozen=True, kw_only=True):
    """What a riichi stick is worth."""

    points: Count


class ChartFu(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A column of fu in a payment chart, and from how many han it can occur by ron and by tsumo; none where it
    cannot. ``why`` says which hand has these fu, where only one does.
    """

    fu: int
    ron_from_han: Positive | None = None
    tsumo_from_han: Positive | None = None
    why: Name | None = None

    def from_han(self, by: str) -> int | None:
        """From how many han it can occur by ``ron`` or ``tsumo``."""
        return self.ron_from_han if by == "ron" else self.tsumo_from_han

    def has(self, han: int, *ways: str) -> bool:
        """Whether a hand of so many han can have these fu, won in one of the ways."""
        return any(least is not None and han >= least for least in map(self.from_han, ways))


class Points(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """From han and fu to payments: through base points and shares, or, where there are none, by a chart of levels."""

    base: Base | None = None
    levels: dict[str, Level]
    limit: Limit
    shares: Shares | None = None
    absent_share: Literal["lost", "split"] = "lost"
    round_up_to: Positive
    counters: Counters
    stick: Stick
    wareme: Literal["none", "hand", "all"] = "none"
    chart: list[ChartFu] = []

    @cached_property
    def ladder(self) -> list[tuple[int, str, Level]]:
        """The levels that a number of han reaches: that number, the id and the level, the fewest han first."""
        reached = [(level.from_han, name, level) for name, level in self.levels.items() if level.from_han is not None]
        return sorted(reached, key=lambda step: step[0])

    @cached_property
    def first_han(self) -> int:
        """The han from which on fu change nothing; where there are no limits, those of hands too high to be paid."""
        return self.ladder[0][0] if self.ladder else _TOO_MANY_HAN

    def title(self, level: str, times: int = 1) -> str:
        """The name of a level, or of limit hands, perhaps several ``times``; empty where a row of a chart has none."""
        name = self.limit.name if level == LIMIT_LEVEL else self.levels[level].name
        title = name.text() if name is not None else ""
        return times_text(times, title)
