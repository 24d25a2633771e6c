"""Read who takes part in a round, of a large table those who were dealt cards and did not drop out; and check the cards
that were drawn for the deal or the lead.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct

from calc.errors import RecordError, did_you_mean, refuse_first
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.table import BANKS
from calc.notation.cards import assign_chaff, parse_one
from calc.notation.spellings import listed_in
from calc.translation import msg, one_by_one

#: What most records do not tell.
_RARE: Final = attrgetter(
    *("scores", "facts", "counted_as", "teyaku", "wild", "field", "drawn", "revealed", "seats", "dropped"),
    *("took_over", "forced_out", "pot", "chips"),
)
_NOTHING: Final = _RARE(HanafudaRound())
_BANKS: Final = frozenset(BANKS)
#: So many seatings of a rule set are remembered at most.
_MOST: Final = 1 << 12
#: Rows of faults, see :func:`calc.errors.refuse_first`.
_Rows = Iterator[tuple[Any, ...]]


class Seating(Struct, frozen=True):
    """``everyone`` at the table, in turn order from the first who takes part; ``took_over``: who took whose hand.

    ``is_plain``: whether the record tells nothing but piles, hands, and who stopped, went on or deals in which month,
    and nobody is called as a bank is.
    """

    everyone: list[str]
    took_over: dict[str, str]
    is_plain: bool = False


def read_seating(record: HanafudaRound, rules: HanafudaRules) -> Seating:
    """Read the seating of a round. Raises :class:`~calc.errors.HandError` if it, or a key of the record, cannot be."""
    names = tuple(record.players)
    is_plain = _RARE(record) == _NOTHING and _BANKS.isdisjoint(names)
    known: Seating | None = rules.seatings.get(names) if is_plain else None
    if known is not None and _names_fit(record, names, rules):
        return known
    refuse_first(_faults_of_keys(record, rules))
    refuse_first(_faults_of_players(record, rules))
    _check_names(record, rules)
    seats, cardless, took_over = record.seats or names, list[str](), dict[str, str]()
    if record.seats:
        # The last in turn order from the dealer are dealt no cards.
        cardless = _from_dealer(record)[rules.table.dealt or len(seats) :]
        refuse_first(_faults_of_decisions(record, rules, cardless))
        took_over = order_decisions(seats, cardless, record.dropped)[1]
    refuse_first(_faults_of_dealer(record, rules))
    if record.drawn:
        refuse_first(_faults_of_drawn(record, rules))
    if record.revealed:
        refuse_first(_faults_of_revealed(record, cardless))
    first = seats.index(names[0]) if names else 0
    seating = Seating([*seats[first:], *seats[:first]], took_over, is_plain)
    if is_plain and len(rules.seatings) < _MOST:
        rules.seatings[names] = seating
    return seating


def _names_fit(record: HanafudaRound, names: tuple[str, ...], rules: HanafudaRules) -> bool:
    """Whether a plain record names only players, and nobody whom the rules do not ask for."""
    told = {record.stopped_by, record.dealer, *record.calls, *record.koikoi}
    told.discard(None)
    return not told or (
        told.issubset(names)
        and rules.has_use_for_stops
        and not (record.calls and record.koikoi)
        and (rules.table.first != "dealer" or record.dealer in (None, names[0]))
    )


def check_player(name: str, known: Collection[str], key: str) -> None:
    """Raise :class:`~calc.errors.RecordError` for an unknown player."""
    if name not in known:
        raise RecordError(
            "there is no player {0!r} here{1}", name, did_you_mean(name, known), code="contradiction", key=key
        )


def _check_names(record: HanafudaRound, rules: HanafudaRules) -> None:
    players, seats = [*record.players], record.seats or [*record.players]
    for key, told in (("seats", record.seats), ("dropped", record.dropped)) if record.seats else ():
        for place, one in enumerate(told):
            if one in told[:place]:
                raise RecordError("expected each name once, found {0!r} twice", one, key=f"{key}[{place}]")
    names: list[tuple[str, Iterable[str | None], Sequence[str]]] = [
        ("players", players, seats),
        ("stopped_by", (record.stopped_by,), players),
        ("dealer", (record.dealer,), seats),
        ("wild.by", (record.wild.by if record.wild is not None else None,), players),
        (rules.table.key_of_calls(record), (*record.calls, *record.koikoi), players),
        ("teyaku", record.teyaku or (), players),
        *((key, getattr(record, key), seats) for key in ("drawn", "revealed", "chips", "dropped", "forced_out")),
        ("took_over", (*record.took_over, *record.took_over.values()), seats),
    ]
    names += [(f"facts.{fact}", told, players) for fact, told in record.facts.items() if isinstance(told, dict)]
    for key, group, known in names:
        for name in group:
            if name is not None:
                check_player(name, known, f"{key}.{name}" if key.startswith("facts.") else key)


# fmt: off
def _faults_of_keys(record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """Keys that the game has no use for, so that nothing in a record is ignored, and facts that it does not ask for."""
    for key in rules.unused:
        yield ("contradiction", getattr(record, key), key, "{0} has no use for {1!r}; leave it out", rules.id, key)
    yield ("wrong_type", record.calls and record.koikoi, "koikoi",
           "'koikoi' is another spelling of 'calls'; write only one of them")
    for name, told in record.facts.items():
        key, by_player = f"facts.{name}", isinstance(told, dict)
        yield ("unknown_key", name not in rules.facts, key, "{0} asks for no fact {1!r}{2}; its facts: {3}",
               rules.id, name, did_you_mean(name, rules.facts), ", ".join(rules.facts) or msg("none"))
        of_player = rules.facts[name].of == "player"
        yield ("wrong_type", of_player and not by_player, key,
               "expected a number for each player, such as {0}.{1}={2}", key, next(iter(record.players), "Aki"), told)
        yield ("contradiction", rules.facts[name].of_cards and not record.is_by_result, key,
               "the cards show this in {0}; leave {1} out where they are given", rules.id, key)
        yield ("wrong_type", by_player and not of_player, key,
               "expected one number for the round, such as {0}=1", key)


def _faults_of_players(record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """Players or seats of another number than the game has."""
    players, table = len(record.players), rules.table
    if record.seats:
        yield ("contradiction", len(record.seats) not in table.seats, "seats", "{0} has {1}, found {2} seats", rules.id,
               msg("a table of {0}", _either(table.seats)) if table.seats else msg("no seats beside the players"),
               len(record.seats))
        return
    for key in ("dropped", "took_over", "forced_out"):
        yield ("missing_key", getattr(record, key), "seats",
               "expected 'seats', all names at the table in turn order, beside {0!r}; it is missing", key)
    hint = msg("; at a table of {0} name all of them in 'seats', those who play in 'players', and the others in "
               "'dropped' or 'forced_out'", players)
    yield ("contradiction", players not in table.players, "players", "{0} is played by {1}, found {2} player{3}{4}",
           rules.id, _either(table.players), players, "s" * (players != 1), hint if players in table.seats else "")


def _faults_of_dealer(record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """A dealer who is not the first, where the dealer is named first."""
    first = next(iter(record.players), None)
    yield ("contradiction", rules.table.first == "dealer" and record.dealer not in (None, first), "dealer",
           "{0} names the dealer first, found {1} first and {2} as dealer", rules.id, first, record.dealer)


def _faults_of_decisions(record: HanafudaRound, rules: HanafudaRules, cardless: Sequence[str]) -> _Rows:
    """Who plays, drops out and is forced out at a table of more players than take part."""
    most, seats, order = max(rules.table.players), record.seats, _from_dealer(record)
    yield ("contradiction", seats[0] in cardless, "seats",
           "the first of the seats leads and is dealt cards; {0} deals to {1}, found {2} first; check the seats and "
           "the dealer", order[0], ", ".join(name for name in order if name not in cardless), seats[0])
    yield ("contradiction", not rules.table.leader_may_drop and seats[0] in record.dropped, "dropped",
           "{0} leads and has to play", seats[0])
    asked, takers = order_decisions(seats, cardless, record.dropped)
    playing: list[str] = []
    for name in asked:
        plays, drops, is_forced_out = parts = _parts(record, name)
        is_full, others = len(playing) == most, ", ".join(playing)
        yield ("missing_key", is_full and not any(parts), f"forced_out.{name}",
               "expected the hand of {0}, who was forced out, but 'forced_out' has none; add its dealt cards", name)
        yield ("contradiction", sum(parts) != 1, "seats",
               "expected {0} to play, to drop out or to be forced out, found {1}", name, _roles(parts))
        yield ("contradiction", is_full and plays, "players",
               "at most {0} take part, found {1}", most, len(record.players))
        yield ("contradiction", is_full and drops, "dropped",
               "{0} dropped out, but {1} had decided to play before: name {0} in 'forced_out'", name, others)
        yield ("contradiction", is_forced_out and not is_full, "forced_out",
               "players are forced out when {0} have decided to play, found {1} forced out after {2}",
               most, name, others or msg("nobody"))
        playing += [name] if plays else []
    for name in cardless:
        parts = _parts(record, name)
        yield ("contradiction", name not in asked and any(parts), "seats",
               "{0} has no cards: they were dealt to others, and only the first to drop out hand theirs over; found "
               "{0} {1}", name, _roles(parts))
    handed = one_by_one((msg("{0} for {1}", taker, name) for name, taker in takers.items()), ", ")
    yield ("contradiction", record.took_over not in ({}, takers), "took_over",
           "the first to drop out hand over to those who were not dealt cards, in their order: {0}",
           handed or msg("nobody"))
    in_turn, leaving = [name for name in seats if name in playing], [name for name in asked if name in record.dropped]
    for key, names, expected, how in (
        ("players", [*record.players], in_turn, msg("in turn order from the first leader")),
        ("dropped", record.dropped, leaving, msg("in the order in which they decide")),
    ):
        yield ("contradiction", names != expected, key, "expected {0} {1}: {2}", key, how, ", ".join(expected))
# fmt: on


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


def _parts(record: HanafudaRound, name: str) -> tuple[bool, bool, bool]:
    return name in record.players, name in record.dropped, name in record.forced_out


def _roles(parts: Sequence[bool]) -> str:
    names = [name for name, is_one in zip(("playing", "dropped", "forced out"), parts, strict=True) if is_one]
    return one_by_one(names, " and ") or msg("none of these")


def _either(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return one_by_one([*([", ".join(others)] if others else []), last], " or ")


# ---- cards drawn for the deal or the lead

#: Kinds of cards, the highest first.
_RANKS = "BARC"


def _from_dealer(record: HanafudaRound) -> list[str]:
    """Return all seats in turn order from the dealer; if none is named, the first leader dealt."""
    seats = record.seats or list(record.players)
    first = seats.index(record.dealer) if record.dealer is not None else 0
    return [*seats[first:], *seats[:first]]


# fmt: off
def _faults_of_drawn(record: HanafudaRound, rules: HanafudaRules) -> Iterator[tuple[Any, ...]]:
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


def _faults_of_revealed(record: HanafudaRound, cardless: list[str]) -> Iterator[tuple[Any, ...]]:
    """Cards drawn for the lead by which somebody else leads: all who were dealt cards drew one, and of equal months the
    first in turn order from the dealer leads.
    """
    deck, first = load_deck(), (record.seats or [*record.players])[0]
    yield ("missing_key", record.dealer is None, "dealer",
           "expected the dealer beside the {0}, but 'dealer' is missing", msg("revealed cards"))
    order = [name for name in _from_dealer(record) if name not in cardless]
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
