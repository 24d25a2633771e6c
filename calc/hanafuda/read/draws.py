"""Check cards drawn for the first dealer, and for the lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from calc.errors import RecordError, contradict, lack
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import assign_chaff, parse_one
from calc.notation.deck import Card
from calc.notation.spellings import listed_in
from calc.translation import msg, one_by_one

#: Kinds of cards, the highest first.
_RANKS = "BARC"


def from_dealer(record: HanafudaRound) -> list[str]:
    """Return all seats in turn order from the dealer; if none is named, the first leader dealt."""
    seats = record.seats or list(record.players)
    first = seats.index(record.dealer) if record.dealer is not None else 0
    return [*seats[first:], *seats[:first]]


def check_first_dealer(record: HanafudaRound, rules: HanafudaRules, everyone: Sequence[str]) -> None:
    """Refuse drawn cards by which somebody else deals.

    The earliest month deals; of equal months the highest card. Those who are still equal draw again, or everybody
    does: the cards of a player stand in the order in which they were drawn.
    """
    dealer = record.dealer
    if dealer is None and rules.table.first == "dealer":
        dealer = (record.seats or list(record.players))[0]
    if dealer is None:
        raise _no_dealer(msg("drawn cards"))
    texts = {name: cards if isinstance(cards, str) else " ".join(cards) for name, cards in record.drawn.items()}
    drawn = {name: listed_in(text) for name, text in texts.items()}
    first = _find_first(drawn, everyone, rules)
    if first != dealer:
        _refuse(msg("{0} drew the earliest card and deals first, found {1} as dealer", first, dealer))


def _find_first(drawn: Mapping[str, Sequence[str]], everyone: Sequence[str], rules: HanafudaRules) -> str:
    """Find the player who drew the earliest card, draw by draw until one is left."""
    expected, place = list(everyone), 0
    while True:
        drawing = [name for name in everyone if len(drawn.get(name, ())) > place]
        if drawing != expected and (place == 0 or drawing != list(everyone)):
            _refuse_others(drawing, expected, place)
        cards = _read_draw({name: drawn[name][place] for name in drawing}, rules)
        ranks = {name: (card.month, _RANKS.index(card.letter)) for name, card in cards.items()}
        best = min(ranks.values())
        expected, place = [name for name in drawing if ranks[name] == best], place + 1
        if len(expected) == 1:
            more = next((name for name in everyone if len(drawn.get(name, ())) > place), None)
            if more is not None:
                _refuse(
                    msg("{0} had drawn the earliest card by then; leave out what {1} drew after it", expected[0], more),
                    more,
                )
            return expected[0]


def _refuse_others(drawing: Sequence[str], expected: Sequence[str], place: int) -> NoReturn:
    """Refuse a draw of others than those who have to draw."""
    missing = [name for name in expected if name not in drawing]
    if not missing:
        _refuse(msg("only {0} drew equal cards, but {1} drew again", one_by_one(expected, " and "), ", ".join(drawing)))
    told = msg("{0} drew equal cards: ", one_by_one(expected, " and ")) if place else ""
    lack(
        "{0}expected {1}, but those of {2} are missing",
        told,
        msg("the cards that they drew next") if place else msg("a card of each player"),
        ", ".join(missing),
        key=f"drawn.{missing[0]}",
    )


def _read_draw(texts: Mapping[str, str], rules: HanafudaRules) -> dict[str, Card]:
    """Read the cards of one draw, which are different cards of the deck."""
    deck = load_deck()
    piles = [(f"drawn.{name}", parse_one(text, deck, f"drawn.{name}")) for name, text in texts.items()]
    found = {}
    for name, cards in zip(texts, assign_chaff(piles, deck), strict=True):
        (card,) = deck.within(cards)
        if not cards & rules.deck or not card.month:
            _refuse(msg("expected a card of a month of {0}, found {1}", rules.id, texts[name]), name)
        found[name] = card
    return found


def _no_dealer(cards: str) -> RecordError:
    return RecordError(
        "expected the dealer beside the {0}, but 'dealer' is missing", cards, code="missing_key", key="dealer"
    )


def _refuse(message: str, name: str = "") -> NoReturn:
    contradict(message, key=f"drawn.{name}" if name else "drawn")


def check_leader(record: HanafudaRound, cardless: Sequence[str]) -> None:
    """Check the draw for the lead: all who were dealt cards drew one, and the earliest month leads.

    Of equal months the first in turn order from the dealer leads.
    """
    deck = load_deck()
    seats = record.seats or list(record.players)
    if record.dealer is None:
        raise _no_dealer(msg("revealed cards"))
    order = [name for name in from_dealer(record) if name not in cardless]
    for name in record.revealed:
        if name not in order:
            contradict("{0} was dealt no cards and draws none for the lead", name, key=f"revealed.{name}")
    missing = [name for name in order if name not in record.revealed]
    if missing:
        lack(
            "expected the card that each of {0} drew for the lead, but those of {1} are missing",
            ", ".join(order),
            ", ".join(missing),
            key=f"revealed.{missing[0]}",
        )
    months: dict[str, int] = {}
    for name, text in record.revealed.items():
        pile = parse_one(text, deck, f"revealed.{name}")
        months[name] = deck.within(pile.named | pile.chaff)[0].month
    leader = min(order, key=months.__getitem__)
    if seats[0] != leader:
        contradict(
            "{0} leads (month {1}); name the players in turn order from the leader, found {2} first",
            leader,
            months[leader],
            seats[0],
            key="revealed",
        )
