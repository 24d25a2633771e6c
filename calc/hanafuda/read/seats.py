"""Check who is dealt cards and who begins: tables of more players than take part, and cards drawn for the first dealer
and for the lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from calc.errors import HandError, RecordError
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import assign_chaff, parse_one
from calc.notation.deck import Card
from calc.notation.spellings import listed_in

#: Kinds of cards, the highest first.
_RANKS = "BARC"


# ---- more players than take part


def _from_dealer(record: HanafudaRound) -> list[str]:
    """Return all seats in turn order from the dealer; if none is named, the first leader dealt."""
    seats = record.seats or list(record.players)
    first = seats.index(record.dealer) if record.dealer is not None else 0
    return [*seats[first:], *seats[:first]]


def find_cardless(record: HanafudaRound, rules: HanafudaRules) -> list[str]:
    """Return the seats of a large table that are dealt no cards: the last ones in turn order from the dealer."""
    order = _from_dealer(record)
    dealt = rules.table.dealt or len(order)
    cardless = order[dealt:]
    if record.seats[0] in cardless:
        raise HandError(
            f"the first of the seats leads and is dealt cards; {order[0]} deals to {', '.join(order[:dealt])}, found "
            f"{record.seats[0]} first; check the seats and the dealer",
            code="contradiction",
            key="seats",
        )
    return cardless


def read_large(record: HanafudaRound, rules: HanafudaRules, cardless: Sequence[str]) -> dict[str, str]:
    """Check who plays, drops out and is forced out at a table of more players than take part; return who took over."""
    most, seats = max(rules.table.players), record.seats
    if not rules.table.leader_may_drop and seats[0] in record.dropped:
        raise HandError(f"{seats[0]} leads and has to play", code="contradiction", key="dropped")
    asked, takers = order_decisions(seats, cardless, record.dropped)
    playing: list[str] = []
    for name in asked:
        _check_decision(record, name, playing, most)
        playing += [name] if name in record.players else []
    for name in cardless:
        if name not in asked and any(_parts(record, name)):
            raise HandError(
                f"{name} has no cards: they were dealt to others, and only the first to drop out hand theirs over; "
                f"found {name} {_roles(_parts(record, name))}",
                code="contradiction",
                key="seats",
            )
    if record.took_over and record.took_over != takers:
        expected = ", ".join(f"{taker} for {name}" for name, taker in takers.items()) or "nobody"
        raise HandError(
            f"the first to drop out hand over to those who were not dealt cards, in their order: {expected}",
            code="contradiction",
            key="took_over",
        )
    in_turn, leaving = [name for name in seats if name in playing], [name for name in asked if name in record.dropped]
    for key, names, expected_names, order in (
        ("players", list(record.players), in_turn, "in turn order from the first leader"),
        ("dropped", record.dropped, leaving, "in the order in which they decide"),
    ):
        if names != expected_names:
            raise HandError(f"expected {key} {order}: {', '.join(expected_names)}", code="contradiction", key=key)
    return takers


def order_decisions(
    seats: Sequence[str], cardless: Sequence[str], dropped: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Return who decides to play or to drop out, in their order, and who takes over whose hand.

    Those who were dealt cards decide in turn order from the leader, followed by those who take over a hand, in the
    order in which they take it.
    """
    asked = [name for name in seats if name not in cardless]
    takers: dict[str, str] = {}
    for name in asked:
        if name in dropped and len(takers) < len(cardless):
            takers[name] = cardless[len(takers)]
            asked.append(takers[name])
    return asked, takers


def _check_decision(record: HanafudaRound, name: str, playing: Sequence[str], most: int) -> None:
    """Check the decision of a player who holds cards; ``playing`` are those who decided to play before."""
    plays, drops, is_forced_out = parts = _parts(record, name)
    is_full = len(playing) == most
    if is_full and not any(parts):
        raise RecordError(
            f"expected the hand of {name}, who was forced out, but 'forced_out' has none; add its dealt cards",
            code="missing_key",
            key=f"forced_out.{name}",
        )
    if sum(parts) != 1:
        raise HandError(
            f"expected {name} to play, to drop out or to be forced out, found {_roles(parts)}",
            code="contradiction",
            key="seats",
        )
    if is_full and plays:
        raise HandError(f"at most {most} take part, found {len(record.players)}", code="contradiction", key="players")
    if is_full and drops:
        raise HandError(
            f"{name} dropped out, but {', '.join(playing)} had decided to play before: name {name} in 'forced_out'",
            code="contradiction",
            key="dropped",
        )
    if is_forced_out and not is_full:
        raise HandError(
            f"players are forced out when {most} have decided to play, found {name} forced out after "
            f"{', '.join(playing) or 'nobody'}",
            code="contradiction",
            key="forced_out",
        )


def _parts(record: HanafudaRound, name: str) -> tuple[bool, bool, bool]:
    return name in record.players, name in record.dropped, name in record.forced_out


def _roles(parts: Sequence[bool]) -> str:
    names = [name for name, is_one in zip(("playing", "dropped", "forced out"), parts, strict=True) if is_one]
    return " and ".join(names) or "none of these"


# ---- cards drawn for the first dealer, and for the lead


def check_first_dealer(record: HanafudaRound, rules: HanafudaRules, everyone: Sequence[str]) -> None:
    """Refuse drawn cards by which somebody else deals.

    The earliest month deals; of equal months the highest card. Those who are still equal draw again, or everybody
    does: the cards of a player stand in the order in which they were drawn.
    """
    dealer = record.dealer
    if dealer is None and rules.table.first == "dealer":
        dealer = (record.seats or list(record.players))[0]
    if dealer is None:
        raise _no_dealer("drawn cards")
    texts = {name: cards if isinstance(cards, str) else " ".join(cards) for name, cards in record.drawn.items()}
    drawn = {name: listed_in(text) for name, text in texts.items()}
    first = _find_first(drawn, everyone, rules)
    if first != dealer:
        _refuse(f"{first} drew the earliest card and deals first, found {dealer} as dealer")


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
                _refuse(f"{expected[0]} had drawn the earliest card by then; leave out what {more} drew after it", more)
            return expected[0]


def _refuse_others(drawing: Sequence[str], expected: Sequence[str], place: int) -> NoReturn:
    """Refuse a draw of others than those who have to draw."""
    missing = [name for name in expected if name not in drawing]
    if not missing:
        _refuse(f"only {' and '.join(expected)} drew equal cards, but {', '.join(drawing)} drew again")
    told = f"{' and '.join(expected)} drew equal cards: " if place else ""
    raise RecordError(
        f"{told}expected {'the cards that they drew next' if place else 'a card of each player'}, but those of "
        f"{', '.join(missing)} are missing",
        code="missing_key",
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
            _refuse(f"expected a card of a month of {rules.id}, found {texts[name]}", name)
        found[name] = card
    return found


def _no_dealer(cards: str) -> RecordError:
    return RecordError(
        f"expected the dealer beside the {cards}, but 'dealer' is missing", code="missing_key", key="dealer"
    )


def _refuse(message: str, name: str = "") -> NoReturn:
    raise HandError(message, code="contradiction", key=f"drawn.{name}" if name else "drawn")


def check_leader(record: HanafudaRound, cardless: Sequence[str]) -> None:
    """Check the draw for the lead: all who were dealt cards drew one, and the earliest month leads.

    Of equal months the first in turn order from the dealer leads.
    """
    deck = load_deck()
    seats = record.seats or list(record.players)
    if record.dealer is None:
        raise _no_dealer("revealed cards")
    order = [name for name in _from_dealer(record) if name not in cardless]
    for name in record.revealed:
        if name not in order:
            raise HandError(
                f"{name} was dealt no cards and draws none for the lead", code="contradiction", key=f"revealed.{name}"
            )
    missing = [name for name in order if name not in record.revealed]
    if missing:
        raise RecordError(
            f"expected the card that each of {', '.join(order)} drew for the lead, but those of "
            f"{', '.join(missing)} are missing",
            code="missing_key",
            key=f"revealed.{missing[0]}",
        )
    months: dict[str, int] = {}
    for name, text in record.revealed.items():
        pile = parse_one(text, deck, f"revealed.{name}")
        months[name] = deck.within(pile.named | pile.chaff)[0].month
    leader = min(order, key=months.__getitem__)
    if seats[0] != leader:
        raise HandError(
            f"{leader} leads (month {months[leader]}); name the players in turn order from the leader, "
            f"found {seats[0]} first",
            code="contradiction",
            key="revealed",
        )
