"""Read the cards of the record of a round, checked against what the rule set allows."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from re import IGNORECASE, Match, Pattern
from typing import Any, Final

from msgspec import Struct

from calc.errors import HandError, contradict, lack, refuse_first
from calc.hanafuda.records.types import HanafudaRound, WildUse
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.notation.cards import Pile, assign_chaff, parse_cards, parse_one, print_set, sum_piles
from calc.notation.deck import Card, CardSet
from calc.patterns import regex
from calc.records.words import any_of
from calc.tables.shelf import is_file_name
from calc.translation import Named, fixed, msg, one_by_one

#: At most this many missing cards are named one by one.
_FEW = 4
#: The cards that no other pile has.
_REST: Final = regex(
    r"\s*(?:(?:(?:all|the|everything)\s+)*(?:rest|else|others)|残り(?:の札)?(?:全部|全て|すべて)?)\s*", IGNORECASE
)
#: Cards as a record spells them.
_Text = str | list[str]
#: Rows of faults, see :func:`calc.errors.refuse_first`.
_Rows = Iterator[tuple[Any, ...]]


class Hands(Struct, frozen=True):
    """Sets of cards by player; ``captured`` is none if nothing was played.

    ``leftovers``: cards that the wild card left over and the record leaves out; its user's pile has them.
    ``only_piles``: whether the record tells no other cards, and nothing of what they are worth.
    """

    dealt: dict[str, CardSet]
    captured: dict[str, CardSet] | None
    returned: dict[str, CardSet]
    forced_out: dict[str, CardSet]
    leftovers: CardSet = 0
    field: CardSet | None = None
    only_piles: bool = False


def read_hands(record: HanafudaRound, rules: HanafudaRules, *, in_play: bool = False) -> Hands:
    """Read the cards of a round; while it is ``in_play``, the piles need not hold all cards.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.HandError`.
    """
    hands = record.players.values()
    only_piles = all((hand.dealt, hand.returned, hand.yaku, hand.card_points) == (None,) * 4 for hand in hands)
    if only_piles and not record.forced_out and record.field is None and not record.revealed:
        captured, leftovers = _read_captured(record, rules, in_play=in_play)
        return Hands({}, captured, {}, {}, leftovers, only_piles=True)
    shown = {name: hand.dealt for name, hand in record.players.items() if hand.dealt is not None}
    given = {f"players.{name}.dealt": cards for name, cards in shown.items()}
    given |= {f"forced_out.{name}.dealt": hand.dealt for name, hand in record.forced_out.items()}
    if record.field is not None:
        given["field"] = record.field
    dealt = dict(zip(given, _read(given, rules), strict=True))
    for key, cards in dealt.items() if record.field != "" else [one for one in dealt.items() if one[0] != "field"]:
        refuse_first(_faults_of_dealt(key, cards, record, rules))
    if record.revealed:
        drawn = {f"revealed.{name}": text for name, text in record.revealed.items()}
        refuse_first(_faults_of_revealed(drawn, given, rules))
    held = {name: dealt[f"players.{name}.dealt"] for name in shown}
    captured, leftovers = _read_captured(record, rules, in_play=in_play)
    return Hands(
        dealt=held,
        captured=captured,
        returned=_read_returned(record, held, rules),
        forced_out={name: dealt[f"forced_out.{name}.dealt"] for name in record.forced_out},
        leftovers=leftovers,
        field=dealt.get("field"),
    )


def _read(given: Mapping[str, _Text], rules: HanafudaRules) -> list[CardSet]:
    """Parse texts of cards that may share none, in their order; refuse cards that the game lacks."""
    if not given:
        return []
    deck = load_deck()
    found = sum_piles(given.values(), deck)
    if found is None:
        found = assign_chaff([(key, parse_cards(cards, deck, key)) for key, cards in given.items()], deck)
    # No card is in two of the sets, so their sum is their union.
    if sum(found) & ~rules.deck:
        key, cards = next(one for one in zip(given, found, strict=True) if one[1] & ~rules.deck)
        (absent, *_) = deck.within(cards & ~rules.deck)
        raise HandError("{0} is played without {1}, found it in {2}", rules.id, fixed(absent.name), key, key=key)
    return found


def _read_captured(
    record: HanafudaRound, rules: HanafudaRules, *, in_play: bool
) -> tuple[dict[str, CardSet] | None, CardSet]:
    """Read the piles, and which of their cards the wild card left over though the record leaves them out."""
    found = sum_piles([hand.captured for hand in record.players.values()], load_deck())
    held = sum(found or ())  # no card is in two piles
    if not found or held & ~rules.deck:
        found = _read_piles(record, rules)
        if not found:
            return None, 0
        held = sum(found)
    captured = dict(zip(record.players, found, strict=True))
    # Jokers and other added cards are captured beside the cards of a turn.
    most, count = rules.deal(len(captured)).captured, (held & load_deck().everything).bit_count()
    if most is not None and count > most:
        refuse_first(_faults_of_size(count, len(captured), rules))
    if record.wild is not None:
        captured = _add_leftovers(record.wild, captured, rules)
    if rules.table.accounted and not in_play:
        refuse_first(_faults_of_missing(rules.deck & ~sum(captured.values()), rules))
    return captured, sum(captured.values()) & ~held if record.wild is not None else 0


def _read_piles(record: HanafudaRound, rules: HanafudaRules) -> list[CardSet]:
    """Read piles however they are spelled; empty if nothing was played."""
    hands = record.players
    given = {f"players.{name}.captured": one.captured for name, one in hands.items() if one.captured is not None}
    if given and len(given) < len(hands):
        if not any(given.values()) and any(hand.dealt is not None for hand in hands.values()):
            return []  # a player is named without cards, in a round that may have ended before play
        missing = next(name for name, hand in hands.items() if hand.captured is None)
        message = "expected what {0} captured, or an empty text for nothing, but 'captured' is missing"
        lack(message, missing, key=f"players.{missing}.captured")
    given = _spelled_out(given, rules)
    try:
        return _read(given, rules)
    except HandError:
        if rules.table.accounted:
            refuse_first(_faults_of_counts(given, rules))
        raise


def _spelled_out(given: dict[str, _Text], rules: HanafudaRules) -> dict[str, _Text]:
    """Piles in which all cards of a class or a month, and the cards that no other pile has, stand in notation."""
    deck, (words, every) = load_deck(), _all_said()

    def written(found: Match[str]) -> str:
        return f" {print_set(words[(found['en'] or found['ja']).casefold()] & rules.deck, deck)} "

    texts = {key: every.sub(written, cards) if isinstance(cards, str) else cards for key, cards in given.items()}
    rest = [key for key, cards in texts.items() if isinstance(cards, str) and _REST.fullmatch(cards)]
    if len(rest) > 1:
        whose = [key.removeprefix("players.").removesuffix(".captured") for key in rest]
        contradict("only one player can have the rest of the cards, found {0}", one_by_one(whose, " and "), key=rest[1])
    if rest:
        others = _read({key: cards for key, cards in texts.items() if key != rest[0]}, rules)
        texts[rest[0]] = print_set(rules.deck & ~sum(others), deck)
    return texts


@cache
def _all_said() -> tuple[dict[str, CardSet], Pattern[str]]:
    """The cards of each class and of each month by their words, and what says that somebody has all of them."""
    deck = load_deck()
    words = {word: deck.letters[letter] for letter, group in deck.class_words.items() for word in group}
    words |= {word: deck.months[month] for month, group in enumerate(deck.month_words, start=1) for word in group}
    names = any_of(words)
    every = rf"all(?: of)?(?: the)? (?P<en>{names})s?(?!\w)|(?P<ja>{names})札?(?:を|は)?(?:全部|全て|すべて)"
    return words, regex(every, IGNORECASE)


def _read_returned(record: HanafudaRound, dealt: dict[str, CardSet], rules: HanafudaRules) -> dict[str, CardSet]:
    found: dict[str, CardSet] = {}
    for name, hand in record.players.items():
        if hand.returned is None:
            continue
        key = f"players.{name}.returned"
        if len(record.players) not in rules.table.returns:
            contradict("with {0} players nothing is returned; leave it out", len(record.players), key=key)
        pile = parse_one(hand.returned, load_deck(), key)
        card = _choose_card(dealt.get(name, 0), pile)
        if card is not None:
            found[name] = card
        elif name in dealt:  # else there is nothing to hold it against
            contradict("expected a card of the dealt hand of {0}, found {1!r}", name, hand.returned, key=key)
    return found


# fmt: off
def faults_of_calls(
    went_on: Mapping[str, int], record: HanafudaRound, piles: Mapping[str, CardSet], rules: HanafudaRules
) -> _Rows:
    """More calls to go on than turns, and than yaku that the piles can have formed.

    Each call, and a stop, needs a yaku that the same turn formed or raised. Calls without any yaku are refused when
    the round is settled.
    """
    names, stopper = [*record.players], record.stopped_by
    each = rules.deal(len(names)).turns
    for name, calls in went_on.items():
        seat, stops, key = names.index(name), name == stopper, f"{rules.table.key_of_calls(record)}.{name}"
        asked = calls + stops if piles[name] else 0
        said = msg("{0} went on {1} time{2}{3}", name, calls, "s" * (calls > 1), msg(" and stopped") if stops else "")
        turns = asked if each is None else each - (stopper is not None and names.index(stopper) < seat)
        yield ("contradiction", asked > turns, key,
               "{0}, but has {1} turns at most; check the calls to go on", said, turns)
        most = rules.in_piles.most_growth(piles[name], record.month, len(names), seat) if asked > 1 else asked
        yield ("contradiction", 0 < most < asked, key,
               "{0}, each time with a yaku that was just formed or raised, but the captured cards of {1} form or raise "
               "one {2} time{3} at most; check the cards and the calls to go on", said, name, most, "s" * (most != 1))


def _faults_of_dealt(key: str, cards: CardSet, record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """A dealt hand or a field of another size than the game deals, and a field that is dealt again.

    Where results are told, a field may be those of its cards that multiply them.
    """
    deal = rules.deal(len(record.players))
    size, few = (deal.field, record.is_by_result and rules.of_cards) if key == "field" else (deal.hand, False)
    yield ("impossible_hand", size and cards.bit_count() != size and not (few and cards.bit_count() < size), key,
           "{0}: {1} deals {2} cards here, found {3}", key, rules.id, size, cards.bit_count())
    for misdeal in rules.misdeal.values() if key == "field" else ():
        yield ("contradiction", misdeal.when.find(cards) is not None, key,
               "{0} is a misdeal: the cards are dealt again", Named(misdeal.name.text))


def _faults_of_revealed(drawn: dict[str, str], given: Mapping[str, _Text], rules: HanafudaRules) -> _Rows:
    """Cards drawn for the lead that are not on the field, are drawn twice, or are in a dealt hand."""
    deck = load_deck()
    _read({**{key: cards for key, cards in given.items() if key != "field"}, **drawn}, rules)
    if "field" not in given:
        return
    field = parse_cards(given["field"], deck, "field")
    named, loose = field.named, field.chaff
    piles = [(key, parse_one(text, deck, key)) for key, text in drawn.items()]
    for key, pile in sorted(piles, key=lambda one: one[1].named == 0):
        # A chaff without a number may be any of its month.
        chaff = deck.chaff_sets.get(_month_of(pile), 0)
        any_chaff = chaff if (pile.named | pile.chaff) & chaff else 0
        taken = named & pile.named or _lowest(loose & any_chaff) or (_lowest(named & chaff) if pile.chaff else 0)
        yield ("contradiction", not taken, key,
               "{0}: expected a card of the field that nobody else drew, found {1}; the field is {2}",
               key, drawn[key], given["field"])
        named, loose = named & ~taken, loose & ~taken


def _faults_of_size(count: int, players: int, rules: HanafudaRules) -> _Rows:
    """More captured cards than the turns of a round can bring in."""
    deal = rules.deal(players)
    hint = msg("; where players go on with the draw pile after their hands, the table of the rules says 'played_out'")
    yield ("impossible_hand", True, "players",
           "{0} players of {1} capture {2} cards at most: {3} of the field, and the played and the drawn card of {4} "
           "turns each; found {5} in the piles{6}", players, rules.id, deal.captured, deal.field, deal.turns, count,
           hint if is_file_name(rules.origin) else "")


def _faults_of_counts(given: Mapping[str, _Text], rules: HanafudaRules) -> _Rows:
    """Cards found too often in the piles: every one is named, and the missing ones."""
    deck = load_deck()
    piles = [parse_cards(cards, deck, key) for key, cards in given.items()]
    held = Counter(
        (card.month, card.letter) for pile in piles for card in deck.within(pile.named) + deck.within(pile.chaff)
    )
    whole = Counter((card.month, card.letter) for card in deck.within(rules.deck))
    absent = [card for kind in held if kind not in whole for card in deck.cards if (card.month, card.letter) == kind]
    for card in absent:
        yield ("impossible_hand", True, "players",
               "{0} is played without {1}, found it in the piles", rules.id, fixed(card.name))
    yield ("impossible_hand", held - whole, "players",
           "expected each of the {0} cards once in the piles, found too often: {1}; missing: {2}",
           rules.deck.bit_count(), _spell(held - whole), _spell(whole - held) or msg("none"))


def _faults_of_missing(missing: CardSet, rules: HanafudaRules) -> _Rows:
    """Piles that lack cards of the deck."""
    if missing:
        size, lost = rules.deck.bit_count(), missing.bit_count()
        names = one_by_one((fixed(card.name) for card in load_deck().within(missing)), ", ")
        yield ("impossible_hand", True, "players", "expected all {0} cards in the piles, found {1}; missing: {2}{3}",
               size, size - lost, names if lost <= _FEW else print_set(missing, load_deck()),
               msg("; say who used the wild card, as in wild.by") if _may_be_left_over(missing, rules) else "")
# fmt: on


def _lowest(cards: CardSet) -> CardSet:
    return cards & -cards


def _spell(counts: Counter[tuple[int, str]]) -> str:
    """Write counted cards by month: ``1C 2ARCC``."""
    groups: dict[int, str] = {}
    for (month, letter), count in counts.items():
        groups[month] = groups.get(month, "") + letter * count
    return " ".join(f"{month or ''}{letters}" for month, letters in sorted(groups.items()))


# ---- the wild card

#: How many cards the wild card leaves over.
_LEFT_OVER = 2


def _add_leftovers(wild: WildUse, captured: dict[str, CardSet], rules: HanafudaRules) -> dict[str, CardSet]:
    """Add what the wild card left over: the odd card of its own month and of the month it captured.

    Raises :class:`~calc.errors.HandError` for piles in which it cannot have been used so.
    """
    refuse_first(_faults_of_use(wild, captured, rules))
    missing = rules.deck & ~sum(captured.values())
    (card,) = load_deck().within(rules.wild_card)
    month = _month_of(parse_one(wild.captured, load_deck(), "wild.captured"))
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
    own, month = card.month, _month_of(prey)
    yield ("contradiction", pile & rules.wild_card == 0 or _choose_card(pile, prey) is None, "wild",
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


def _may_be_left_over(missing: CardSet, rules: HanafudaRules) -> bool:
    """Whether missing cards look like what the wild card leaves over: one of its own month and one of another."""
    own = sum(cards for cards in load_deck().months.values() if cards & rules.wild_card)
    return missing.bit_count() == _LEFT_OVER and (missing & own & ~rules.wild_card).bit_count() == 1


def _month_of(pile: Pile) -> int:
    (card,) = load_deck().within(pile.named | pile.chaff)
    return card.month


def _choose_card(cards: CardSet, one: Pile) -> CardSet | None:
    """The card of a set that is meant; an unnumbered chaff may be any of its month."""
    if one.named:
        return one.named if cards & one.named else None
    deck = load_deck()
    chaff = [card.bit for card in deck.chaff[_month_of(one)] if card.bit & cards]
    return chaff[-1] if chaff else None
