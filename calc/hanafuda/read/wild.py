"""Check the use of a wild card, which captures any card and leaves the odd cards of two months to its user."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calc.errors import refuse_first
from calc.hanafuda.records.types import WildUse
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import Pile, parse_one
from calc.notation.deck import Card, CardSet
from calc.translation import fixed, msg, one_by_one

#: How many cards the wild card leaves over.
_LEFT_OVER = 2


def add_leftovers(wild: WildUse, captured: dict[str, CardSet], rules: HanafudaRules) -> dict[str, CardSet]:
    """Add what the wild card left over: the odd card of its own month and of the month it captured.

    Raises :class:`~calc.errors.HandError` for piles in which it cannot have been used so.
    """
    refuse_first(_faults_of_use(wild, captured, rules))
    missing = rules.deck & ~sum(captured.values())
    (card,) = load_deck().within(rules.wild_card)
    month = month_of(parse_one(wild.captured, load_deck(), "wild.captured"))
    if month != card.month and missing:
        captured = {**captured, wild.by: captured[wild.by] | missing}
    if sum(captured.values()) == rules.deck:
        refuse_first(_faults_of_months(wild, captured[wild.by], card, month))
    return captured


# fmt: off
def _faults_of_use(wild: WildUse, captured: dict[str, CardSet], rules: HanafudaRules) -> Iterator[tuple[Any, ...]]:
    """A wild card that was not captured with its prey, or left other cards over than it can."""
    yield "contradiction", not rules.wild_card, "wild", "{0} has no wild card", rules.id
    yield "contradiction", wild.by not in captured, "wild.by", "there is no player {0!r}", wild.by
    deck, pile = load_deck(), captured[wild.by]
    (card,), prey = deck.within(rules.wild_card), parse_one(wild.captured, deck, "wild.captured")
    own, month = card.month, month_of(prey)
    yield ("contradiction", pile & rules.wild_card == 0 or choose_card(pile, prey) is None, "wild",
           "who uses {0} captures it with its prey; expected both it and {1} with {2}",
           fixed(card.name), wild.captured, wild.by)
    yield "contradiction", prey.named & rules.wild_card, "wild.captured", "the wild card cannot capture itself"
    takes_others = rules.wild is not None and rules.wild.takes == "other_months"
    yield ("contradiction", month == own and takes_others, "wild.captured",
           "the wild card of {0} captures cards of any month but its own, {1}, found {2}; say what it captured, or "
           "leave 'wild' out", rules.id, own, wild.captured)
    missing = rules.deck & ~sum(captured.values())
    odd = [missing & deck.months[one] for one in (own, month)]
    is_left = missing == odd[0] | odd[1] and all(part.bit_count() == 1 for part in odd)
    yield ("impossible_hand", month != own and missing and not is_left, "wild",
           "expected to miss one card of month {0} and one of month {1}, which the wild card left over, or nothing; "
           "missing: {2}", own, month, one_by_one((fixed(one.name) for one in deck.within(missing)), ", "))


def _faults_of_months(wild: WildUse, pile: CardSet, card: Card, month: int) -> Iterator[tuple[Any, ...]]:
    """An odd number of either month in the pile of the wild card's user, who owns what it leaves over."""
    held = {one: (pile & load_deck().months[one]).bit_count() for one in (card.month, month)}
    what = msg("{0} captured a card of its own month and leaves nothing over", fixed(card.name))
    if month != card.month:
        what = msg("the two cards that {0} leaves over, one of month {1} and one of month {2}, belong to {3}",
                   fixed(card.name), card.month, month, wild.by)
    yield ("contradiction", any(count % 2 for count in held.values()), f"players.{wild.by}.captured",
           "{0}: expected an even number of cards of the month in the pile of {1}, found {2}; check the piles",
           what, wild.by, one_by_one((msg("{0} of month {1}", count, one) for one, count in held.items()), " and "))
# fmt: on


def may_be_left_over(missing: CardSet, rules: HanafudaRules) -> bool:
    """Whether missing cards look like what the wild card leaves over: one of its own month and one of another."""
    own = sum(cards for cards in load_deck().months.values() if cards & rules.wild_card)
    return missing.bit_count() == _LEFT_OVER and (missing & own & ~rules.wild_card).bit_count() == 1


def month_of(pile: Pile) -> int:
    """The month of a single card."""
    (card,) = load_deck().within(pile.named | pile.chaff)
    return card.month


def choose_card(cards: CardSet, one: Pile) -> CardSet | None:
    """The card of a set that is meant; an unnumbered chaff may be any of its month."""
    if one.named:
        return one.named if cards & one.named else None
    deck = load_deck()
    chaff = [card.bit for card in deck.chaff[month_of(one)] if card.bit & cards]
    return chaff[-1] if chaff else None
