"""Card notation: a month and a letter a card (``1BRCC``), numbers (``#113``), English and Japanese names, and whatever
else people call a card (``pine-bright``, ``松の赤短``, ``sake cup``).

Chaff of a month are interchangeable unless they are numbered, so a text becomes a :class:`Pile` that only counts them;
:func:`assign_chaff` turns all piles of a record into sets of cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from calc.errors import HandError, NotationError, did_you_mean
from calc.notation.deck import CHAFF, Card, CardSet, Deck
from calc.notation.spellings import narrow
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import fixed, msg, one_by_one

#: A group of a text; groups are separated by blanks or commas.
_TOKEN = regex(r"[^\s,、;]+")
_GROUP = regex(r"([0-9]+)([A-Za-z]+)")
_NUMBER = regex(r"#([0-9]+)")
#: Groups written together.
_MONTH_GROUP = regex(r"(?<![0-9])([0-9]+)([BARCbarc]+)")
_GROUPS = regex(r"(?:[0-9]+[BARCbarc]+){2,}")
#: Words of the longest name of a card, and what parts names.
_MOST_WORDS = 4
_STOPS = frozenset(",、;")


class Pile(Struct, frozen=True):
    """Cards as a text spells them. ``chaff``: the unnumbered ones, held as the first cards of their month."""

    named: CardSet
    chaff: CardSet = 0


NO_CARDS = Pile(0)

#: Characters of one text of cards: all cards by their longest names are some 900.
MOST_TEXT = 10_000


class _TokenError(Exception):
    """What is wrong with a token, and the offset in it (from 0). ``is_copy``: more copies of a card than there are."""

    def __init__(self, message: str, offset: int = 0, *, is_copy: bool = False) -> None:
        super().__init__(message)
        self.message, self.offset, self.is_copy = message, offset, is_copy


def parse_cards(text: str | Sequence[str], deck: Deck, key: str = "cards") -> Pile:
    """Parse a text, or a list of texts, of cards.

    Raises :class:`~calc.errors.NotationError` with ``key`` and the column for text that is no card, and
    :class:`~calc.errors.HandError` for a card given twice and for more chaff than a month has.
    """
    if not isinstance(text, str):
        return _join_texts(text, deck, key)
    if len(text) > MOST_TEXT:
        most, found = f"{MOST_TEXT:,}", f"{len(text):,}"
        message = msg("{0}: expected at most {1} characters of cards, found {2}: {3}", key, most, found, show(text))
        raise NotationError(message, key=key, column=MOST_TEXT + 1)
    named, chaff = 0, 0
    for start, token in _split_groups(text, deck):
        try:
            cards, unnamed = _read_token(token, deck)
            if named & cards:
                raise _twice(deck.within(named & cards)[0])
            named, chaff = named | cards, _add_chaff(chaff, unnamed, named | cards, deck)
        except _TokenError as fault:
            kind = HandError if fault.is_copy else NotationError
            told = fault.message if show(text) in fault.message else msg("{0} (in {1})", fault.message, show(text))
            raise kind(msg("{0}: {1}", key, told), key=key, column=start + fault.offset + 1) from None
    return Pile(named, chaff)


def parse_one(text: str, deck: Deck, key: str) -> Pile:
    """Parse one card. Raises as :func:`parse_cards`, and for any other number of cards."""
    pile = parse_cards(text, deck, key)
    if pile.named.bit_count() + pile.chaff.bit_count() != 1:
        raise NotationError("{0}: expected one card, such as 1B, found {1}", key, show(text), key=key, column=1)
    return pile


def _join_texts(texts: Sequence[str], deck: Deck, key: str) -> Pile:
    if len(texts) > MOST_TEXT:
        most, found = f"{MOST_TEXT:,}", f"{len(texts):,}"
        raise NotationError("{0}: expected at most {1} texts of cards, found {2}", key, most, found, key=key)
    for place, text in enumerate(texts):
        parse_cards(text, deck, f"{key}[{place}]")
    return parse_cards(" ".join(texts), deck, key)


# ---- tokens


def _split_groups(text: str, deck: Deck) -> Iterator[tuple[int, str]]:
    """The tokens of a text, each with its offset; groups without a gap, ``1BR3B``, are parted."""
    for start, token in _split(text, deck):
        if _GROUPS.fullmatch(token):
            yield from ((start + group.start(), group.group()) for group in _MONTH_GROUP.finditer(token))
        else:
            yield start, token


def _split(text: str, deck: Deck) -> Iterator[tuple[int, str]]:
    """Split a text into tokens, each with its offset; the words of one name are joined: ``sake cup``."""
    found = [(part.start(), part.group()) for part in _TOKEN.finditer(narrow(text))]
    while found:
        most = _MOST_WORDS if found[0][1].casefold().partition("-")[0] in deck.first_words else 1
        for count in range(min(most, len(found)), 0, -1):
            words = found[:count]
            name = "-".join(word for _, word in words)
            is_apart = _STOPS & {*text[words[0][0] : words[-1][0]]}
            if count == 1 or (not is_apart and name.casefold() in deck.spoken):
                yield words[0][0], name
                del found[:count]
                break


def is_card_word(word: str, deck: Deck) -> bool:
    """Whether a word is a name of a card or a part of one."""
    return narrow(word).casefold().replace("_", "-") in deck.card_words


def join_names(text: str, deck: Deck) -> list[str]:
    """Return the tokens of a text of cards, each name of several words as one.

    The text has to be one that :func:`parse_cards` reads.
    """
    return [token for _, token in _split(text, deck)]


@lru_cache(maxsize=4096)
def _read_token(token: str, deck: Deck) -> tuple[CardSet, CardSet]:
    """Parse a token into its named cards and its unnumbered chaff."""
    if group := _GROUP.fullmatch(token):
        return _read_group(group[1], group[2], deck)
    if number := _NUMBER.fullmatch(token):
        card = deck.numbers.get(_read_number(number[1]))
        if card is None:
            raise _TokenError(msg("expected a card number such as #10 (crane), found {0!r}", token))
        return card.bit, 0
    if token.isdecimal():
        # It may be meant as a card or as a month.
        known = _read_number(token)
        readings = [f"#{known} ({deck.numbers[known].id})"] if known in deck.numbers else []
        if known in deck.months:
            letters = "".join(card.letter for card in deck.within(deck.months[known]))
            readings.append(msg("a month with letters, out of {0}{1}", known, letters))
        expected = one_by_one(readings, " or ") or msg("a card such as 1B")
        raise _TokenError(msg("expected {0}, found the bare number {1!r}", expected, token))
    if token in deck.extra:
        return deck.extra[token].bit, 0
    name = token.casefold().replace("_", "-")
    cards = deck.names.get(name) or deck.spoken.get(name)
    if cards is None:
        hint = _explain_word(name, deck) or _nearest_card(name, deck)
        raise _TokenError(msg("there is no card {0!r}{1}", token, hint))
    card = cards[0]
    return (card.bit, 0) if len(cards) == 1 else (0, deck.lowest[card.month][0, 1])


def _read_group(digits: str, letters: str, deck: Deck) -> tuple[CardSet, CardSet]:
    month = _read_number(digits)
    if month not in deck.months:
        raise _TokenError(msg("expected a month from 1 to {0}, found {1!r}", max(deck.months), digits))
    own = {card.letter: card for card in deck.within(deck.months[month])}
    named, chaff = 0, 0
    for place, written in enumerate(letters, start=len(digits)):
        letter = written.upper()
        if letter not in deck.letters:
            raise _TokenError(msg("expected letters out of {0}, found {1!r}", " ".join(deck.classes), written), place)
        if letter == CHAFF and month in deck.chaff:
            chaff += 1
            if chaff > len(deck.chaff[month]):
                raise _TokenError(_too_many(month, deck), place, is_copy=True)
            continue
        card = own.get(letter)
        if card is None:
            its = f"{month}{''.join(one.letter for one in deck.within(deck.months[month]))}"
            message = msg("month {0} has {1} and no {2}, found {3!r}", month, its, deck.classes[letter], written)
            raise _TokenError(message, place)
        if named & card.bit:
            raise _twice(card, place)
        named |= card.bit
    return named, deck.lowest[month][0, chaff] if chaff else 0


def _read_number(digits: str) -> int:
    """Return the number that digits spell, or -1 if no card or month is spelled like that."""
    return int(digits) if len(digits) <= 3 and digits.isascii() and not digits.startswith("0") else -1


def _add_chaff(chaff: CardSet, more: CardSet, named: CardSet, deck: Deck) -> CardSet:
    """Add unnumbered chaff; refuse more than a month has, numbered ones among them."""
    found = chaff | more
    for month, of in deck.chaff_sets.items() if chaff & more or named & deck.shared else ():
        count = (chaff & of).bit_count() + (more & of).bit_count()
        if count > (of & ~named).bit_count():
            raise _TokenError(_too_many(month, deck), is_copy=True)
        found |= deck.lowest[month][0, count] if count else 0
    return found


def _too_many(month: int, deck: Deck) -> str:
    return msg("month {0} has {1} chaff, found more", month, len(deck.chaff[month]))


def _twice(card: Card, offset: int = 0) -> _TokenError:
    return _TokenError(msg("expected each card once, found {0} a second time", fixed(card.name)), offset, is_copy=True)


def _explain_word(name: str, deck: Deck) -> str:
    """Say which cards a word may mean that is no card by itself: a month, a class, or the ribbons of a colour."""
    for month, words in enumerate(deck.month_words, start=1):
        if name in words:
            return did_you_mean("", dict.fromkeys(card.id for card in deck.within(deck.months[month])))
    for letter, words in deck.class_words.items():
        if name in words:
            return msg("; say of which month, as in {0}", deck.within(deck.letters[letter])[0].id)
    ends = {card.id: card for word, cards in deck.names.items() for card in cards if word.endswith(f"に{name}")}
    return msg("; it may be {0}", one_by_one((fixed(card.name) for card in ends.values()), " or ")) if ends else ""


def _nearest_card(name: str, deck: Deck) -> str:
    """Suggest a card of the month or of the class that the name gives, never one of another."""
    kinds = {card: f"-{deck.classes[card.letter]}" for card in deck.cards}
    month = {card.id.removesuffix(kind): card.month for card, kind in kinds.items() if card.id.endswith(kind)}
    word, dash, kind = name.rpartition("-")
    if name in month or word in month:
        own = [card for card in kinds if card.month == month.get(name, month.get(word))]
        meant = {card.id for card in own if dash and kinds[card] == f"-{kind}"}
        if len(meant) == 1:
            return msg("; did you mean {0!r}?", meant.pop())
        # A month alone, or with a class it lacks, is equally near to all its cards.
        is_slip = dash and f"-{kind}" not in kinds.values()
        return did_you_mean(name if is_slip else "", dict.fromkeys(card.id for card in own))
    is_of_class = f"-{kind}" in kinds.values()
    return did_you_mean(name, [known for known in deck.names if not is_of_class or known.endswith(f"-{kind}")])


# ---- printing


def print_pile(pile: Pile, deck: Deck) -> str:
    """Print the canonical text of a pile; :func:`parse_cards` reads it back as the same pile.

    Months ascend, letters follow the order of the month's cards, and numbered chaff come last.
    """
    groups: list[str] = []
    for month, cards in deck.months.items():
        own = deck.within(pile.named & cards)
        is_named = [card for card in own if card.letter == CHAFF and month in deck.chaff]
        letters = (
            "".join(card.letter for card in own if card not in is_named) + CHAFF * (pile.chaff & cards).bit_count()
        )
        groups += [f"{month}{letters}"] if letters else []
        groups += [f"#{card.number}" for card in is_named]
    groups += [text for text, card in deck.extra.items() if pile.named & card.bit]
    return " ".join(groups)


@lru_cache(maxsize=4096)
def print_set(cards: CardSet, deck: Deck) -> str:
    """Print a set of cards, one letter for each card: ``1BRCC 8BA``."""
    return " ".join([texts[held] for of, texts in deck.spelled if (held := cards & of)])


def assign_chaff(piles: Sequence[tuple[str, Pile]], deck: Deck) -> list[CardSet]:
    """Turn piles that may share no card, given with their keys, into sets of cards.

    Unnumbered chaff take the remaining numbers of their month, lowest first. Raises
    :class:`~calc.errors.HandError` for a card in two piles, and for more chaff than a month has.
    """
    taken = 0
    for place, (key, pile) in enumerate(piles):
        if taken & pile.named:
            (twice, *_) = deck.within(taken & pile.named)
            first = next(other for other, one in piles[:place] if one.named & twice.bit)
            raise HandError(
                "expected each card once, found {0} in {1} and in {2}", fixed(twice.name), first, key, key=key
            )
        taken |= pile.named
    found = []
    for key, pile in piles:
        chaff = pile.chaff if not pile.chaff & taken else _replace_taken(pile.chaff, taken, key, deck)
        taken |= chaff
        found.append(pile.named | chaff)
    return found


def _replace_taken(chaff: CardSet, taken: CardSet, key: str, deck: Deck) -> CardSet:
    """Return the same number of chaff of each month, avoiding those that are taken."""
    found, both = chaff, chaff & taken
    while both:
        month, of, lowest = deck.chaff_at[both & -both]
        free = lowest.get((taken & of, (chaff & of).bit_count()))
        if free is None:
            raise HandError("{0}, at last in {1}", _too_many(month, deck), key, key=key)
        found = found & ~of | free
        both &= ~of
    return found


def sum_piles(texts: Iterable[str | list[str] | None], deck: Deck) -> list[CardSet] | None:
    """Turn texts in canonical spelling into sets of cards, as :func:`parse_cards` and :func:`assign_chaff` do; none
    where they spell otherwise or share cards, for these to say what is wrong.
    """
    groups, whole, shared = deck.groups, deck.whole, deck.shared
    found, taken = [], 0
    for text in texts:
        if not isinstance(text, str):
            return None
        try:
            added = sum(map(groups.__getitem__, text.split()))
            cards = added & whole
            if cards.bit_count() != added >> deck.size or len(text) > MOST_TEXT:
                return None
            if both := cards & taken:
                if both & ~shared:
                    return None
                cards = cards & ~shared | _replace_taken(cards & shared, taken, "", deck)
        except (KeyError, HandError):
            return None
        taken |= cards
        found.append(cards)
    return found
