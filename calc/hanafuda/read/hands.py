"""Read the cards of a round: what each player was dealt, returned and captured, and whether that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from calc.errors import HandError, RecordError
from calc.hanafuda.records.types import HanafudaRound, WildUse
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import TableRules
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.value.yaku import Search
from calc.notation.cards import Pile, assign_chaff, parse_cards, parse_one, print_set
from calc.notation.deck import CardSet
from calc.tables.shelf import is_file_name

#: A turn plays a card of the hand and one of the draw pile.
_CARDS_OF_A_TURN = 2
#: At most this many missing cards are named one by one.
_FEW = 4
#: How many cards the wild card leaves over.
_LEFT_OVER = 2
#: What the author of rules can do about piles that are too large.
_OF_OWN_RULES = "; where players go on with the draw pile after their hands, the table of the rules says 'played_out'"


def turns(table: TableRules, players: int) -> int | None:
    """Count the turns of a player who plays the whole hand; none if the rules do not say how many cards are dealt."""
    hand = table.hand_of(players)
    return hand - (players in table.returns) if hand else None


def most_captured(table: TableRules, players: int) -> int | None:
    """Count the cards that can be captured in a round; none if it is the whole deck or the rules do not say."""
    each, field = turns(table, players), table.field_of(players)
    if not each or not field or table.accounted:
        return None
    # Where the draw pile is played out after the hands, there are more.
    return max(field + players * each * _CARDS_OF_A_TURN, table.played_out_of(players))


def check_calls(
    record: HanafudaRound, piles: Mapping[str, CardSet], table: TableRules, search: Search, facts: Facts
) -> None:
    """Refuse more calls to go on than turns, and than yaku that the piles can have formed.

    Each call, and a stop, needs a yaku that the same turn formed or raised. Raises :class:`~calc.errors.HandError`.
    """
    names = list(record.players)
    each = turns(table, len(names))
    for name, calls in record.went_on.items():
        stops = name == record.stopped_by
        asked = calls + stops
        if not calls or not piles[name]:
            continue
        said = f"{name} went on {calls} time{'s' * (calls > 1)}{' and stopped' * stops}"
        seat = names.index(name)
        comes_late = record.stopped_by is not None and names.index(record.stopped_by) < seat
        if each is not None and asked > each - comes_late:
            raise HandError(
                f"{said}, but has {each - comes_late} turns at most; check the calls to go on",
                code="contradiction",
                key=f"{table.key_of_calls(record)}.{name}",
            )
        most = search.most_growth(piles[name], facts, len(names), seat) if asked > 1 else asked
        if 0 < most < asked:  # the settlement itself refuses calls without any yaku
            raise HandError(
                f"{said}, each time with a yaku that was just formed or raised, but the captured cards of {name} form "
                f"or raise one {most} time{'s' * (most != 1)} at most; check the cards and the calls to go on",
                code="contradiction",
                key=f"{table.key_of_calls(record)}.{name}",
            )


class Hands(Struct, frozen=True):
    """Sets of cards by player; ``captured`` is none if nothing was played.

    ``leftovers``: cards that the wild card left over and the record leaves out; its user's pile has them.
    """

    dealt: dict[str, CardSet]
    captured: dict[str, CardSet] | None
    returned: dict[str, CardSet]
    forced_out: dict[str, CardSet]
    leftovers: CardSet = 0
    field: CardSet | None = None


def read_hands(record: HanafudaRound, rules: HanafudaRules, *, in_play: bool = False) -> Hands:
    """Read the cards of a round; while it is ``in_play``, the piles need not hold all cards.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.HandError`.
    """
    if not record.forced_out and record.field is None and not record.revealed and not _any_dealt(record):
        captured, leftovers = _read_captured(record, rules, in_play=in_play)
        return Hands({}, captured, {}, {}, leftovers)
    shown = {name: hand.dealt for name, hand in record.players.items() if hand.dealt is not None}
    given = {f"players.{name}.dealt": cards for name, cards in shown.items()}
    given |= {f"forced_out.{name}.dealt": hand.dealt for name, hand in record.forced_out.items()}
    if record.field is not None:
        given["field"] = record.field
    dealt = dict(zip(given, _read(given, rules), strict=True))
    for key, cards in dealt.items():
        _check_size(key, cards, len(record.players), rules)
    if record.field is not None:
        _check_field(dealt["field"], rules)
    if record.revealed:
        _check_drawn({f"revealed.{name}": text for name, text in record.revealed.items()}, given, rules)
    hands = {name: dealt[f"players.{name}.dealt"] for name in shown}
    captured, leftovers = _read_captured(record, rules, in_play=in_play)
    return Hands(
        dealt=hands,
        captured=captured,
        returned=_read_returned(record, hands, rules),
        forced_out={name: dealt[f"forced_out.{name}.dealt"] for name in record.forced_out},
        leftovers=leftovers,
        field=dealt.get("field"),
    )


def _any_dealt(record: HanafudaRound) -> bool:
    """Whether a record says what any player was dealt or returned."""
    return any(hand.dealt is not None or hand.returned is not None for hand in record.players.values())


def _read(given: dict[str, str | list[str]], rules: HanafudaRules) -> list[CardSet]:
    """Parse texts of cards that may share none, in their order; refuse cards that the game lacks."""
    if not given:
        return []
    deck = load_deck()
    found = assign_chaff([(key, parse_cards(cards, deck, key)) for key, cards in given.items()], deck)
    # No card is in two of the sets, so their sum is their union.
    if sum(found) & ~rules.deck:
        key, cards = next(one for one in zip(given, found, strict=True) if one[1] & ~rules.deck)
        (absent, *_) = deck.within(cards & ~rules.deck)
        raise HandError(f"{rules.id} is played without {absent.name}, found it in {key}", key=key)
    return found


def _check_size(key: str, cards: CardSet, players: int, rules: HanafudaRules) -> None:
    """Refuse a dealt hand or a field of another size than the game deals."""
    size = rules.table.field_of(players) if key == "field" else rules.table.hand_of(players)
    if size and cards.bit_count() != size:
        raise HandError(f"{key}: {rules.id} deals {size} cards here, found {cards.bit_count()}", key=key)


def _check_field(cards: CardSet, rules: HanafudaRules) -> None:
    for misdeal in rules.misdeal.values():
        if misdeal.when.find(cards, Facts()) is not None:
            raise HandError(
                f"{misdeal.name.en} is a misdeal: the cards are dealt again", code="contradiction", key="field"
            )


def _check_drawn(drawn: dict[str, str], given: dict[str, str | list[str]], rules: HanafudaRules) -> None:
    """Refuse cards drawn for the lead that are not on the field, are drawn twice, or are in a dealt hand."""
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
        if taken := named & pile.named or _lowest(loose & any_chaff):
            named, loose = named & ~taken, loose & ~taken
        elif taken := _lowest(named & chaff) if pile.chaff else 0:
            named &= ~taken
        else:
            raise HandError(
                f"{key}: expected a card of the field that nobody else drew, found {drawn[key]}; the field is "
                f"{given['field']}",
                code="contradiction",
                key=key,
            )


def _lowest(cards: CardSet) -> CardSet:
    return cards & -cards


def _read_captured(
    record: HanafudaRound, rules: HanafudaRules, *, in_play: bool
) -> tuple[dict[str, CardSet] | None, CardSet]:
    """Read the piles, and which of their cards the wild card left over though the record leaves them out."""
    given: dict[str, str | list[str]] = {
        f"players.{name}.captured": hand.captured for name, hand in record.players.items() if hand.captured is not None
    }
    if not given:
        return None, 0
    if len(given) < len(record.players):
        missing = next(name for name, hand in record.players.items() if hand.captured is None)
        raise RecordError(
            f"expected what {missing} captured, or an empty text for nothing, but 'captured' is missing",
            code="missing_key",
            key=f"players.{missing}.captured",
        )
    try:
        found = _read(given, rules)
    except HandError as error:
        raise (_too_often(given, rules) if rules.table.accounted else None) or error from None
    captured = dict(zip(record.players, found, strict=True))
    # No card is in two piles. Jokers and other added cards are captured beside the cards of a turn.
    most, count = most_captured(rules.table, len(captured)), (sum(found) & load_deck().everything).bit_count()
    if most is not None and count > most:
        raise HandError(
            f"{len(captured)} players of {rules.id} capture {most} cards at most: "
            f"{rules.table.field_of(len(captured))} of the field, "
            f"and the played and the drawn card of {turns(rules.table, len(captured))} turns each; found {count} in "
            f"the piles{_OF_OWN_RULES if is_file_name(rules.origin) else ''}",
            key="players",
        )
    if record.wild is not None:
        captured = _with_leftovers(record, captured, rules)
        _check_wild_pile(record.wild, captured[record.wild.by], rules, is_whole=sum(captured.values()) == rules.deck)
    if rules.table.accounted and not in_play:
        _check_accounted(captured, rules)
    return captured, sum(captured.values()) & ~sum(found)


def _too_often(given: dict[str, str | list[str]], rules: HanafudaRules) -> HandError | None:
    """Return an error that names every card found too often in the piles, and the missing ones."""
    deck = load_deck()
    piles = [parse_cards(cards, deck, key) for key, cards in given.items()]
    held = Counter(
        (card.month, card.letter) for pile in piles for card in deck.within(pile.named) + deck.within(pile.chaff)
    )
    whole = Counter((card.month, card.letter) for card in deck.within(rules.deck))
    for month, letter in held:
        if (month, letter) not in whole:
            absent = next(card for card in deck.cards if (card.month, card.letter) == (month, letter))
            return HandError(f"{rules.id} is played without {absent.name}, found it in the piles", key="players")
    extra = _spell(held - whole)
    if not extra:
        return None
    return HandError(
        f"expected each of the {rules.deck.bit_count()} cards once in the piles, found too often: {extra}; "
        f"missing: {_spell(whole - held) or 'none'}",
        key="players",
    )


def _spell(counts: Counter[tuple[int, str]]) -> str:
    """Write counted cards by month: ``1C 2ARCC``."""
    groups: dict[int, str] = {}
    for (month, letter), count in counts.items():
        groups[month] = groups.get(month, "") + letter * count
    return " ".join(f"{month or ''}{letters}" for month, letters in sorted(groups.items()))


def _check_accounted(captured: dict[str, CardSet], rules: HanafudaRules) -> None:
    """Refuse piles that lack cards of the deck."""
    missing = rules.deck & ~sum(captured.values())
    if missing:
        few = missing.bit_count() <= _FEW
        names = ", ".join(card.name for card in load_deck().within(missing)) if few else print_set(missing, load_deck())
        size = rules.deck.bit_count()
        hint = "; say who used the wild card, as in wild.by" if _may_be_left_over(missing, rules) else ""
        raise HandError(
            f"expected all {size} cards in the piles, found {size - missing.bit_count()}; missing: {names}{hint}",
            key="players",
        )


def _may_be_left_over(missing: CardSet, rules: HanafudaRules) -> bool:
    """Whether missing cards look like what the wild card leaves over: one of its own month and one of another."""
    own = sum(cards for cards in load_deck().months.values() if cards & rules.wild_card)
    return missing.bit_count() == _LEFT_OVER and (missing & own & ~rules.wild_card).bit_count() == 1


def _with_leftovers(record: HanafudaRound, captured: dict[str, CardSet], rules: HanafudaRules) -> dict[str, CardSet]:
    """Add what the wild card left over: the odd card of its own month and of the month it captured."""
    wild = record.wild
    assert wild is not None
    if not rules.wild_card:
        raise HandError(f"{rules.id} has no wild card", code="contradiction", key="wild")
    if wild.by not in captured:
        raise HandError(f"there is no player {wild.by!r}", code="contradiction", key="wild.by")
    deck = load_deck()
    pile, prey = captured[wild.by], parse_one(wild.captured, deck, "wild.captured")
    month = _month_of(prey)
    own = next(card.month for card in deck.within(rules.wild_card))
    if pile & rules.wild_card == 0 or _choose(pile, prey) is None:
        (card,) = deck.within(rules.wild_card)
        raise HandError(
            f"who uses {card.name} captures it with its prey; expected both it and {wild.captured} with {wild.by}",
            code="contradiction",
            key="wild",
        )
    missing = rules.deck & ~sum(captured.values())
    if prey.named & rules.wild_card:
        raise HandError("the wild card cannot capture itself", code="contradiction", key="wild.captured")
    if month == own and rules.wild is not None and rules.wild.takes == "other_months":
        raise HandError(
            f"the wild card of {rules.id} captures cards of any month but its own, {own}, found {wild.captured}; "
            "say what it captured, or leave 'wild' out",
            code="contradiction",
            key="wild.captured",
        )
    if month == own or not missing:
        return captured
    odd = [missing & deck.months[one] for one in (own, month)]
    if missing != odd[0] | odd[1] or any(part.bit_count() != 1 for part in odd):
        names = ", ".join(card.name for card in deck.within(missing))
        raise HandError(
            f"expected to miss one card of month {own} and one of month {month}, which the wild card left over, or "
            f"nothing; missing: {names}",
            key="wild",
        )
    return {**captured, wild.by: pile | missing}


def _check_wild_pile(wild: WildUse, pile: CardSet, rules: HanafudaRules, *, is_whole: bool) -> None:
    """Refuse an odd number of either month in the pile of the wild card's user, who owns what it leaves over."""
    deck = load_deck()
    (card,) = deck.within(rules.wild_card)
    month = _month_of(parse_one(wild.captured, deck, "wild.captured"))
    held = {one: (pile & deck.months[one]).bit_count() for one in (card.month, month)}
    if not is_whole or not any(count % 2 for count in held.values()):
        return
    what = (
        f"the two cards that {card.name} leaves over, one of month {card.month} and one of month {month}, belong to "
        f"{wild.by}"
        if month != card.month
        else f"{card.name} captured a card of its own month and leaves nothing over"
    )
    found = " and ".join(f"{count} of month {one}" for one, count in held.items())
    raise HandError(
        f"{what}: expected an even number of cards of the month in the pile of {wild.by}, found {found}; check the "
        "piles",
        code="contradiction",
        key=f"players.{wild.by}.captured",
    )


def _month_of(pile: Pile) -> int:
    (card,) = load_deck().within(pile.named | pile.chaff)
    return card.month


def _choose(cards: CardSet, one: Pile) -> CardSet | None:
    """The card of a set that is meant; an unnumbered chaff may be any of its month."""
    if one.named:
        return one.named if cards & one.named else None
    deck = load_deck()
    chaff = [card.bit for card in deck.chaff[_month_of(one)] if card.bit & cards]
    return chaff[-1] if chaff else None


def _read_returned(record: HanafudaRound, dealt: dict[str, CardSet], rules: HanafudaRules) -> dict[str, CardSet]:
    """Read the card that each player returned from the dealt hand."""
    found: dict[str, CardSet] = {}
    for name, hand in record.players.items():
        if hand.returned is None:
            continue
        key = f"players.{name}.returned"
        if len(record.players) not in rules.table.returns:
            raise HandError(
                f"with {len(record.players)} players nothing is returned; leave it out", code="contradiction", key=key
            )
        pile = parse_one(hand.returned, load_deck(), key)
        if name not in dealt:  # nothing to hold it against
            continue
        card = _choose(dealt[name], pile)
        if card is None:
            raise HandError(
                f"expected a card of the dealt hand of {name}, found {hand.returned!r}", code="contradiction", key=key
            )
        found[name] = card
    return found
