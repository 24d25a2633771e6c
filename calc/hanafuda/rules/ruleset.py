"""The rules of a hanafuda game as the engine uses them."""

from __future__ import annotations

from calc.hanafuda.rules.classes import Classes
from calc.hanafuda.rules.schema import CardPoints, DeckEntry, Group, TableRules, Voiding, WildCard, Yaku
from calc.hanafuda.settle.steps import Step
from calc.hanafuda.value.yaku import Search
from calc.notation.deck import CardSet
from calc.tables import RuleSet


class HanafudaRules(RuleSet, frozen=True, kw_only=True, eq=False):
    """A rule set of a hanafuda game, ready for use. ``points``: the cards of each worth, none where cards have none."""

    unit: str
    table: TableRules
    deck: CardSet
    left_out: DeckEntry | None
    classes: Classes
    card_points: CardPoints | None
    points: dict[int, CardSet] | None
    misdeal: dict[str, Yaku]
    wild: WildCard | None
    wild_card: CardSet
    groups: dict[str, Group]
    teyaku: dict[str, Yaku]
    yaku: dict[str, Yaku]
    compensation: dict[str, Yaku]
    voids: dict[str, Voiding]
    steps: dict[str, Step]
    #: How yaku of dealt hands and of captured cards are looked for.
    in_hands: Search
    in_piles: Search
    #: Whether a yaku of captured cards ends the round.
    has_stops: bool
    #: Keys of records that the game has no use for.
    unused: tuple[str, ...]
    #: Whether a yaku depends on the month of the round.
    asks_month: bool
