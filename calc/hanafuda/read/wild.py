"""Check the use of a wild card, which captures any card and leaves the odd cards of two months to its user."""

from __future__ import annotations

from calc.errors import HandError, contradict
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
    if not rules.wild_card:
        contradict("{0} has no wild card", rules.id, key="wild")
    if wild.by not in captured:
        contradict("there is no player {0!r}", wild.by, key="wild.by")
    deck = load_deck()
    (card,) = deck.within(rules.wild_card)
    pile, prey = captured[wild.by], parse_one(wild.captured, deck, "wild.captured")
    own, month = card.month, month_of(prey)
    if pile & rules.wild_card == 0 or choose_card(pile, prey) is None:
        contradict(
            "who uses {0} captures it with its prey; expected both it and {1} with {2}",
            fixed(card.name),
            wild.captured,
            wild.by,
            key="wild",
        )
    if prey.named & rules.wild_card:
        contradict("the wild card cannot capture itself", key="wild.captured")
    if month == own and rules.wild is not None and rules.wild.takes == "other_months":
        contradict(
            "the wild card of {0} captures cards of any month but its own, {1}, found "
            "{2}; say what it captured, or leave 'wild' out",
            rules.id,
            own,
            wild.captured,
            key="wild.captured",
        )
    missing = rules.deck & ~sum(captured.values())
    if month != own and missing:
        odd = [missing & deck.months[one] for one in (own, month)]
        if missing != odd[0] | odd[1] or any(part.bit_count() != 1 for part in odd):
            names = one_by_one((fixed(card.name) for card in deck.within(missing)), ", ")
            raise HandError(
                "expected to miss one card of month {0} and one of month {1}, which the wild "
                "card left over, or nothing; missing: {2}",
                own,
                month,
                names,
                key="wild",
            )
        captured = {**captured, wild.by: pile | missing}
    if sum(captured.values()) == rules.deck:
        _check_months(wild, captured[wild.by], card, month)
    return captured


def _check_months(wild: WildUse, pile: CardSet, card: Card, month: int) -> None:
    """Refuse an odd number of either month in the pile of the wild card's user, who owns what it leaves over."""
    held = {one: (pile & load_deck().months[one]).bit_count() for one in (card.month, month)}
    if not any(count % 2 for count in held.values()):
        return
    what = (
        msg(
            "the two cards that {0} leaves over, one of month {1} and one of month {2}, belong to {3}",
            fixed(card.name),
            card.month,
            month,
            wild.by,
        )
        if month != card.month
        else msg("{0} captured a card of its own month and leaves nothing over", fixed(card.name))
    )
    found = one_by_one((msg("{0} of month {1}", count, one) for one, count in held.items()), " and ")
    contradict(
        "{0}: expected an even number of cards of the month in the pile of {1}, found {2}; check the piles",
        what,
        wild.by,
        found,
        key=f"players.{wild.by}.captured",
    )


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
