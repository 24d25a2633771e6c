"""Faults of cards drawn for the first dealer, and for the lead: rows, see :func:`calc.errors.refuse_first`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import assign_chaff, parse_one
from calc.notation.spellings import listed_in
from calc.translation import msg, one_by_one

#: Kinds of cards, the highest first.
_RANKS = "BARC"


def from_dealer(record: HanafudaRound) -> list[str]:
    """Return all seats in turn order from the dealer; if none is named, the first leader dealt."""
    seats = record.seats or list(record.players)
    first = seats.index(record.dealer) if record.dealer is not None else 0
    return [*seats[first:], *seats[:first]]


# fmt: off
def faults_of_drawn(record: HanafudaRound, rules: HanafudaRules) -> Iterator[tuple[Any, ...]]:
    """Drawn cards by which somebody else deals.

    The earliest month deals; of equal months the highest card. Those who are still equal draw again, or everybody
    does: the cards of a player stand in the order in which they were drawn.
    """
    deck, dealer, everyone = load_deck(), record.dealer, record.seats or [*record.players]
    if dealer is None and rules.table.first == "dealer":
        dealer = everyone[0]
    yield ("missing_key", dealer is None, "dealer",
           "expected the dealer beside the {0}, but 'dealer' is missing", msg("drawn cards"))
    drawn = {name: listed_in(cards if isinstance(cards, str) else " ".join(cards))
             for name, cards in record.drawn.items()}
    place, best = 0, everyone
    while place == 0 or len(best) > 1:
        drawing = [name for name in everyone if len(drawn.get(name, ())) > place]
        equal, missing = one_by_one(best, " and "), [name for name in best if name not in drawing]
        if drawing != best and (place == 0 or drawing != everyone):
            yield ("contradiction", not missing, "drawn",
                   "only {0} drew equal cards, but {1} drew again", equal, ", ".join(drawing))
            yield ("missing_key", True, f"drawn.{missing[0]}", "{0}expected {1}, but those of {2} are missing",
                   msg("{0} drew equal cards: ", equal) if place else "",
                   msg("the cards that they drew next") if place else msg("a card of each player"), ", ".join(missing))
        piles = [(f"drawn.{name}", parse_one(drawn[name][place], deck, f"drawn.{name}")) for name in drawing]
        ranks = {}
        for name, cards in zip(drawing, assign_chaff(piles, deck), strict=True):
            (card,) = deck.within(cards)
            yield ("contradiction", not cards & rules.deck or not card.month, f"drawn.{name}",
                   "expected a card of a month of {0}, found {1}", rules.id, drawn[name][place])
            ranks[name] = (card.month, _RANKS.index(card.letter))
        place, best = place + 1, [name for name in drawing if ranks[name] == min(ranks.values())]
    more = next((name for name in everyone if len(drawn.get(name, ())) > place), None)
    yield ("contradiction", more, f"drawn.{more}",
           "{0} had drawn the earliest card by then; leave out what {1} drew after it", best[0], more)
    yield ("contradiction", best[0] != dealer, "drawn",
           "{0} drew the earliest card and deals first, found {1} as dealer", best[0], dealer)


def faults_of_revealed(record: HanafudaRound, cardless: list[str]) -> Iterator[tuple[Any, ...]]:
    """Cards drawn for the lead by which somebody else leads: all who were dealt cards drew one, and of equal months the
    first in turn order from the dealer leads.
    """
    deck, first = load_deck(), (record.seats or [*record.players])[0]
    yield ("missing_key", record.dealer is None, "dealer",
           "expected the dealer beside the {0}, but 'dealer' is missing", msg("revealed cards"))
    order = [name for name in from_dealer(record) if name not in cardless]
    for name in record.revealed:
        yield ("contradiction", name not in order, f"revealed.{name}",
               "{0} was dealt no cards and draws none for the lead", name)
    missing = [name for name in order if name not in record.revealed]
    yield ("missing_key", missing, f"revealed.{next(iter(missing), '')}",
           "expected the card that each of {0} drew for the lead, but those of {1} are missing",
           ", ".join(order), ", ".join(missing))
    months: dict[str, int] = {}
    for name, text in record.revealed.items():
        pile = parse_one(text, deck, f"revealed.{name}")
        months[name] = deck.within(pile.named | pile.chaff)[0].month
    leader = min(order, key=months.__getitem__)
    yield ("contradiction", first != leader, "revealed",
           "{0} leads (month {1}); name the players in turn order from the leader, found {2} first",
           leader, months[leader], first)
# fmt: on
