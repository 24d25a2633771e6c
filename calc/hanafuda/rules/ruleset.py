"""A rule file of a hanafuda game, and the rules that the engine makes of it.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Final, Literal

import msgspec

from calc.hanafuda.rules import schema
from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.settle.amounts import OWN, PAYER, PLAY, Reads, reads_of
from calc.hanafuda.settle.sections import Match, Scores, Stake, Void
from calc.hanafuda.settle.steps import AnyStep, Move, Step
from calc.hanafuda.settle.words import Factor, FactorEntry
from calc.hanafuda.value.yaku import Search
from calc.notation.deck import CardSet
from calc.outcomes import amount_text
from calc.tables import Name, OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled
from calc.translation import language, spoken_in

#: What tables that are alike have in common, or what none of them has.
_COMPARED: Final = {
    *(PLAY, PAYER, OWN, "yaku", "stopped", "winner", "calls", "card_points", "dealer", "stake", "pot"),
    *("teyaku", "dropped", "forced_out", "compensation"),
}
_Yaku = Annotated[dict[str, schema.YakuEntry], keys_spelled(ENTRY_ID)]


class _AsWritten(RuleSet, frozen=True, kw_only=True):
    """The sections that the engine uses as the file has them."""

    unit: str
    unit_name: Name | None = None
    table: schema.TableRules
    card_points: schema.CardPoints | None = None
    wild: schema.WildCard | None = None
    match: Match | None = None
    groups: dict[str, schema.Group] = msgspec.field(default_factory=dict)
    voids: dict[str, Void] = msgspec.field(default_factory=dict)
    facts: dict[str, schema.Fact] = msgspec.field(default_factory=dict)
    stake: Stake | None = None
    scores: Scores | None = None


class RuleFile(_AsWritten, frozen=True, kw_only=True):
    """The keys of a hanafuda rule file."""

    game: Literal["hanafuda"]
    options: Annotated[dict[str, OptionRule], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)
    deck: schema.DeckEntry | None = None
    cards: dict[str, schema.CardChoice] = msgspec.field(default_factory=dict)
    classes: dict[str, schema.ClassEntry] = msgspec.field(default_factory=dict)
    misdeal: _Yaku = msgspec.field(default_factory=dict)
    teyaku: _Yaku = msgspec.field(default_factory=dict)
    yaku: _Yaku = msgspec.field(default_factory=dict)
    compensation: _Yaku = msgspec.field(default_factory=dict)
    factors: Annotated[dict[str, FactorEntry], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)
    settlement: Annotated[dict[str, AnyStep], keys_spelled(ENTRY_ID)]


class HanafudaRules(_AsWritten, frozen=True, kw_only=True, eq=False, dict=True):
    """A rule set of a hanafuda game, ready for use. ``points``: the cards of each worth; none if they have none."""

    deck: CardSet
    left_out: schema.DeckEntry | None
    classes: Classes
    points: dict[int, CardSet] | None
    misdeal: dict[str, schema.Yaku]
    wild_card: CardSet
    teyaku: dict[str, schema.Yaku]
    yaku: dict[str, schema.Yaku]
    compensation: dict[str, schema.Yaku]
    steps: dict[str, Step]
    #: What payments are multiplied by, by name; none for one that was removed.
    factors: Mapping[str, Factor | None]
    #: The cards that may choose their class, by their spelling; and the rules with each of their choices.
    choices: dict[str, schema.Choice]
    readings: dict[tuple[str, ...], "HanafudaRules"] = msgspec.field(default_factory=dict)

    @cached_property
    def deal(self) -> Callable[[int], schema.Deal]:
        """What the table says for a number of players."""
        return cache(self.table.deal)

    @cached_property
    def in_hands(self) -> Search:
        """How yaku of dealt hands are looked for."""
        return Search(self.teyaku.values())

    @cached_property
    def in_piles(self) -> Search:
        """How yaku of captured cards are looked for."""
        return Search(self.yaku.values())

    @cached_property
    def reads(self) -> Reads:
        """What the steps, the voids and the match look at, such as ``stopped`` and ``field``."""
        return reads_of([*self.steps.values(), *self.voids.values(), self.match])

    @cached_property
    def has_stops(self) -> bool:
        """Whether a yaku of captured cards ends the round."""
        return any(one.stops for one in self.yaku.values())

    @cached_property
    def of_cards(self) -> dict[str, schema.Fact]:
        """What rounds without cards have to tell of them; where there is any, they are settled by what they tell."""
        return {name: fact for name, fact in self.facts.items() if fact.of_cards}

    @cached_property
    def scores_teyaku(self) -> bool:
        """Whether dealt yaku are part of the score, not only paid."""
        moves = [step for step in self.steps.values() if isinstance(step, Move)]
        return not any("teyaku" in step.of.names and step.in_ == "chips" for step in moves)

    @cached_property
    def times_yaku(self) -> bool:
        """Whether all that is scored is yaku, multiplied."""
        scoring = [step for step in self.steps.values() if isinstance(step, Move) and step.in_ != "chips"]
        own = [step for step in scoring if step.of.names != ("teyaku",)]
        is_of_yaku = [
            spoken_in("en", step.of.text) == "yaku" and step.from_ is None and step.less is None for step in own
        ]
        return bool(own) and all(is_of_yaku)

    @cached_property
    def asks_who_stopped(self) -> bool:
        """Whether a player with yaku has to stop or go on."""
        return "stopped" in self.reads and not self.has_stops

    @cached_property
    def recalled(self) -> dict[Any, Any] | None:
        """What the steps did at earlier tables; none where they look at more than tables are compared by, or anything
        else looks at single cards.
        """
        more = reads_of(self.steps.values()) - _COMPARED
        looks = self.voids or not reads_of([self.match]).isdisjoint(("field", "dealt"))
        return None if looks or not all(word.startswith(("by_players.", "by_seat.")) for word in more) else {}

    @cached_property
    def has_even_months(self) -> bool:
        """Whether the cards of every month go in pairs."""
        return not load_deck().odd_months(self.deck)

    @cached_property
    def has_use_for_stops(self) -> bool:
        """Whether records may tell who stopped and who went on."""
        return {"stopped_by", "calls", "koikoi"}.isdisjoint(self.unused)

    @cached_property
    def seatings(self) -> dict[tuple[str, ...], Any]:
        """How players of these names sit, where nothing of their records was out of the ordinary."""
        return {}

    @cached_property
    def has_pot(self) -> bool:
        return bool(self.table.seats) or "pot" in self.reads

    @cached_property
    def asks_month(self) -> bool:
        """Whether a yaku depends on the month of the round."""
        asking = [one.when for one in (*self.yaku.values(), *self.teyaku.values())]
        asking += [void.when for void in self.voids.values() if void.when is not None]
        return any(word.asks_month for word in asking)

    def amount_text(self, amount: int, shown: str = "") -> str:
        """``30 points``, ``30文``. ``shown``: the amount as it is written, if otherwise than plainly."""
        if self.unit_name is None or language() == "en":
            return amount_text(amount, self.unit, shown)
        return f"{shown or amount}{self.unit_name.text()}"

    @cached_property
    def titles(self) -> dict[str, Name]:
        """The names of payments: of the steps that have one."""
        return {name: step.name for name, step in self.steps.items() if step.name is not None}

    @cached_property
    def unused(self) -> tuple[str, ...]:
        """The keys of records that nothing of the rule set looks at."""
        asks_calls = "calls" in self.reads or self.asks_who_stopped
        used = {
            "stopped_by": "stopped" in self.reads or self.has_stops,
            "calls": asks_calls,
            "koikoi": asks_calls,
            "chips": self.stake is not None,
            "pot": "pot" in self.reads,
            "revealed": self.table.first == "leader",
            "teyaku": bool(self.teyaku),
            "counted_as": bool(self.choices),
        }
        return tuple(key for key, is_used in used.items() if not is_used)
