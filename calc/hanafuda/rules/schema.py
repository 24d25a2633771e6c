"""What a hanafuda rule table holds, as typed objects: the schema of ``rules/hanafuda/*.yaml``.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.values import Value, Worth
from calc.hanafuda.rules.words import Word
from calc.notation.deck import CardSet
from calc.tables import Entry, Name
from calc.tables.ruleset import spelled_as

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Positive = Annotated[int, Meta(ge=1)]
#: A number of dealt cards, or one for each number of players.
Dealt = Count | dict[str, Count]
#: Cards as a text of card notation, or a list of such texts and of classes.
Names = str | list[str]
Condition = Annotated[Word, spelled_as("condition")]


#: A turn plays a card of the hand and one of the draw pile.
_CARDS_OF_A_TURN = 2


class Deal(NamedTuple):
    """What a table says for a number of players; 0 where the rules do not say.

    ``hand``, ``field``: the cards dealt to each and to the field; ``stop_at``, ``played_out``: as in
    :class:`TableRules`. ``turns``: of a player who plays the whole hand, none if no hand is named; ``captured``: the
    most cards in all piles, none if that is the whole deck or the rules do not say.
    """

    hand: int
    field: int
    stop_at: int
    played_out: int
    turns: int | None
    captured: int | None


class TableRules(Entry, frozen=True, kw_only=True):
    """Who plays with what. ``leader_may_drop``: whether that one may drop out."""

    players: Annotated[list[int], Meta(min_length=1)]
    seats: list[int] = msgspec.field(default_factory=list)
    first: Literal["dealer", "leader"]
    hand: Dealt
    field: Dealt
    returns: list[int] = msgspec.field(default_factory=list)
    return_rule: Literal["either", "both"] = "either"
    accounted: bool = False
    stop_at: Dealt = 0
    played_out: Dealt = 0
    dealt: Count = 0
    leader_may_drop: bool = True
    calls: Literal["calls", "koikoi"] = "calls"

    def deal(self, players: int) -> Deal:
        """Return what the table says for a number of players."""
        hand, field, stop_at, played_out = (
            given if isinstance(given, int) else given.get(str(players), 0)
            for given in (self.hand, self.field, self.stop_at, self.played_out)
        )
        turns = hand - (players in self.returns) if hand else None
        captured = None
        if turns and field and not self.accounted:
            # Where the draw pile is played out after the hands, there are more.
            captured = max(field + players * turns * _CARDS_OF_A_TURN, played_out)
        return Deal(hand, field, stop_at, played_out, turns, captured)

    def key_of_calls(self, record: HanafudaRound) -> str:
        """The key under which a record says how often players went on, or would say it."""
        return "calls" if record.calls else "koikoi" if record.koikoi else self.calls

    compensation: Literal["shared", "each"] = "shared"
    next_dealer: Literal["winner", "winner_or_next", "lowest", "next", "same"] = "winner"


class DeckEntry(Entry, frozen=True, kw_only=True):
    """The cards that the game leaves out of the deck, and those of no month, such as jokers, that it adds."""

    without: Names = msgspec.field(default_factory=list)
    with_: Names = msgspec.field(default_factory=list, name="with")


class ClassEntry(Entry, frozen=True, kw_only=True):
    """A named set of cards: what it holds, less ``others``; a card may count as several."""

    name: Name
    cards: Names
    others: Names = msgspec.field(default_factory=list)
    weights: dict[str, Positive] = msgspec.field(default_factory=dict)


class CardChoice(Entry, frozen=True, kw_only=True):
    """A card that counts as one of several classes."""

    as_: Annotated[tuple[str | dict[str, Positive], ...], Meta(min_length=2)] = msgspec.field(name="as")
    chosen: Literal["best", "declared"] = "best"


class Choice(Struct, frozen=True):
    """A card that counts as one of several classes, as :class:`CardChoice` says; ``worth``: how many in each."""

    card: CardSet
    worth: dict[str, int]
    chosen: Literal["best", "declared"]
    source: str

    @property
    def classes(self) -> list[str]:
        return [*self.worth]


class CardPoints(Entry, frozen=True, kw_only=True):
    """What captured cards are worth: by class, and single cards by their own."""

    classes: dict[str, Count]
    cards: dict[str, Count] = msgspec.field(default_factory=dict)


class Fact(Entry, frozen=True, kw_only=True):
    """Something that the cards do not show and the table has to tell; ``of_cards``: the cards show it, so that only a
    round without cards tells it; ``count``: by a number of cards, which may change nothing.
    """

    meaning: Name
    of: Literal["player", "round"] = "player"
    of_cards: bool | Literal["count"] = False


class Group(Entry, frozen=True, kw_only=True):
    """A group of yaku: only the best of it counts, or all."""

    name: Name
    counts: Literal["best", "all"]


class WildCard(Entry, frozen=True, kw_only=True):
    """A card that captures any card, or only those of ``other_months`` than its own; what is left over at the end, its
    own month's and its prey's, goes to its user.
    """

    card: str
    takes: Literal["any", "other_months"] = "any"


class YakuEntry(Entry, frozen=True, kw_only=True):
    """A yaku as the file spells it."""

    name: Name
    also: tuple[str, ...] = ()
    when: Condition
    value: Annotated[Worth, spelled_as("value")]
    group: str | tuple[str, ...] | None = None
    stacks: bool = False
    beats: tuple[str, ...] = ()
    exclusive_with: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    stops: bool = False
    returnable: Literal["any", "unused"] = "any"


class Yaku(YakuEntry, frozen=True, kw_only=True, eq=False):
    """A yaku among those of its section.

    ``best_of``: those of its ``groups`` in which only the best counts; none where it stacks. ``order``: its place in
    the file, which breaks ties.
    """

    id: str
    value: Value
    groups: tuple[str, ...] = ()
    best_of: tuple[str, ...] = ()
    order: int
