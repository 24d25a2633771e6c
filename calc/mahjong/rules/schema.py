"""What a mahjong rule table holds, as typed objects: the schema of ``rules/riichi/*.yaml``.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later, from text, is what takes
longest when a rule set is loaded.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from calc.mahjong.hand.readings import Sets
from calc.mahjong.hand.shapes import FOUR_ALIKE
from calc.mahjong.rules.points import Count, Points, Positive
from calc.mahjong.rules.rounds import FinalRules, Liability, MatchRules, RoundRules, Winning
from calc.mahjong.rules.words import AllOf, Lexicon, Need, Pick, Word
from calc.tables import Entry, Name, OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_among, keys_spelled, spelled_as

#: Copies of a tile.
Copies = Annotated[int, Meta(ge=0, le=4)]

_Suit = Literal["m", "p", "s"]
_BonusKind = Literal["dora", "red", "ura", "north", "season"]


class TileRules(Entry, frozen=True, kw_only=True):
    """The tiles of the game: which kinds (mpsz), how many copies of each, how many red fives a suit."""

    kinds: str
    seasons: Annotated[
        Count, Meta(description="How many season tiles are in play; they are dora that stand in no hand.")
    ] = 0
    copies: Annotated[int, Meta(ge=1, le=4)]
    red_fives: Annotated[dict[_Suit, Copies], keys_among(_Suit)] = msgspec.field(default_factory=dict)

    @property
    def reds(self) -> list[int]:
        """Red fives of m, p and s."""
        return [self.red_fives.get(suit, 0) for suit in get_args(_Suit)]


class TileSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of tiles for conditions."""

    tiles: str
    name: Name


class FactRule(Entry, frozen=True, kw_only=True):
    """A fact that records of this game may state."""

    meaning: Annotated[str | Name, Meta(description="In English, or in English and Japanese.")]

    def text(self, lang: str) -> str:
        """The meaning in ``lang``, in English where a table gives no other."""
        return self.meaning if isinstance(self.meaning, str) else self.meaning.text(lang)


class Shape(Entry, frozen=True, kw_only=True):
    """A form a finished hand can have."""

    name: Name
    fu: Annotated[Count | None, Meta(description="A fixed count that is not rounded, none where fu are counted.")] = (
        None
    )
    tenpai: Annotated[
        bool,
        Meta(description="Whether a hand one tile short of it is tenpai. If not, only the first draw wins with it."),
    ] = True
    four_alike: Annotated[bool, Meta(description="Whether four of a kind are two of seven pairs.")] = False


class Bonus(Entry, frozen=True, kw_only=True):
    """Han for each dora of a kind. They never make a hand winnable."""

    name: Name
    han: Count


class NorthRules(Entry, frozen=True, kw_only=True):
    """Norths set aside as dora, in games for three. ``rinshan``: whether a win on the replacement tile is one."""

    indicated: Annotated[
        Literal["hand", "all"],
        Meta(description="Whether an indicator that points to North counts for those in the hand or for all."),
    ]
    rinshan: bool
    fourth_indicator: Annotated[bool, Meta(description="Whether one more indicator is turned when all four lie aside.")]


class DoraRules(Entry, frozen=True, kw_only=True):
    """Dora and their indicators."""

    order: Annotated[
        list[str], Meta(description="Rows of tiles in which each indicator points to the next, the last to the first.")
    ]
    indicators: Annotated[Count, Meta(description="The most that can be turned.")]
    turned_for_rinshan: Annotated[
        bool,
        Meta(
            description="Whether the indicator of a called or promoted quad lies there when its replacement tile wins."
        ),
    ] = False
    bonus: Annotated[dict[_BonusKind, Bonus], keys_among(_BonusKind)]
    north: NorthRules | None = None

    @property
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


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """What a yaku is worth: ``han``, or a number of limits, or a fixed ``level`` of the table of levels."""

    han: Count | ByHand | None = None
    limit: Literal[1, 2, 3] | None = None
    level: str | None = None
    gives_way_to: Annotated[
        Literal["own_yaku", "any_han"],
        Meta(
            description="A level is ignored where the hand without it is worth more and has a yaku (`own_yaku`), "
            "or has any han."
        ),
    ] = "own_yaku"

    def han_for(self, *, is_open: bool, tsumo: bool) -> int | None:
        """Return the han of an open or closed hand by tsumo or ron; none if it cannot have the yaku."""
        han: int | ByHand | ByHow | None = self.han
        if isinstance(han, ByHand):
            han = han.open if is_open else han.closed
        if isinstance(han, ByHow):
            han = han.tsumo if tsumo else han.ron
        return han


#: A condition, of words.
Condition = Annotated[Word, spelled_as("condition")]


class Yaku(Entry, frozen=True, kw_only=True, rename={"from_": "from"}):
    """One yaku."""

    FROM_KEY: ClassVar[str] = "id"

    id: str
    name: Name
    also: Annotated[tuple[str, ...], Meta(description="Other names that people use, in claims.")] = ()
    example: Annotated[str, Meta(description="A record in a line that has it.")] = ""
    at: Annotated[
        Literal["win", "exhaustive_draw"], Meta(description="When it is asked, for wins or for an exhaustive draw.")
    ] = "win"
    when: Condition = AllOf(())
    value: Value
    suppresses: Annotated[tuple[str, ...], Meta(description="Yaku that it replaces.")] = ()
    no_han_when: Annotated[Condition | None, Meta(description="Where it is listed with 0 han, whatever its value.")] = (
        None
    )
    satisfies_minimum: Annotated[bool, Meta(description="Whether it makes a hand winnable.")] = True
    needs_tiles: Annotated[
        str, Meta(description="Tiles that it cannot do without; a set that is played without them is refused.")
    ] = ""
    from_: Annotated[
        str | None, Meta(description="The list that it is taken from, such as `local`; other keys change it.")
    ] = None

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


class Fu(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fu of a hand, in the order of counting: of the hand itself, of the win, and what depends on the sum so
    far.
    """

    round_up_to: Positive
    hand: dict[str, FuPart] = {}
    win: dict[str, FuPart]
    rest: dict[str, FuPart] = {}

    @property
    def parts(self) -> tuple[FuPart, ...]:
        """All reasons, in the order in which people count: what every win has comes first."""
        return (*self.win.values(), *self.hand.values(), *self.rest.values())


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


class MahjongRules(_AsWritten, frozen=True, kw_only=True):
    """A mahjong rule set, ready to value hands with.

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

    def __hash__(self) -> int:
        # Rule sets are compared by being the same loaded object; results are kept per rule set.
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def known_shapes(self) -> tuple[str, ...]:
        """The shapes that a hand can have, as :func:`calc.mahjong.hand.readings.read_hands` takes them."""
        alike = [FOUR_ALIKE for shape in self.shapes.values() if shape.four_alike]
        return (*self.shapes, *alike)

    @property
    def waiting_shapes(self) -> tuple[str, ...]:
        """Those that a hand one tile short can wait for."""
        return tuple(name for name in self.known_shapes if name not in self.shapes or self.shapes[name].tenpai)

    @property
    def lexicon(self) -> Lexicon:
        """English titles for the phrases of conditions."""
        return self.lexicon_in("en")

    def lexicon_in(self, lang: str) -> Lexicon:
        """Titles for the phrases of conditions in a language, ``en`` or ``ja``."""
        return _lexicon_of(self, lang)


@lru_cache(maxsize=64)
def _lexicon_of(rules: MahjongRules, lang: str) -> Lexicon:
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
