"""Card notation: every spelling of every card, piles as text and back, the column of every mistake, and chaff."""

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.errors import HandError
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import NO_CARDS, Pile, assign_chaff, parse_cards, parse_one, print_pile, print_set
from calc.notation.deck import Card, bits
from tests.amounts import tries
from tests.rows import Rows

ROWS = Rows(__file__)

DECK = load_deck()
#: The deck as anybody may write it down: the letters of the cards of each month, the highest first.
MONTHS = {
    1: ("BRCC", "crane pine-ribbon pine-chaff pine-chaff"),
    2: ("ARCC", "bush-warbler plum-ribbon plum-chaff plum-chaff"),
    3: ("BRCC", "curtain cherry-ribbon cherry-chaff cherry-chaff"),
    4: ("ARCC", "cuckoo wisteria-ribbon wisteria-chaff wisteria-chaff"),
    5: ("ARCC", "bridge iris-ribbon iris-chaff iris-chaff"),
    6: ("ARCC", "butterflies peony-ribbon peony-chaff peony-chaff"),
    7: ("ARCC", "boar bush-clover-ribbon bush-clover-chaff bush-clover-chaff"),
    8: ("BACC", "moon geese susuki-chaff susuki-chaff"),
    9: ("ARCC", "sake-cup chrysanthemum-ribbon chrysanthemum-chaff chrysanthemum-chaff"),
    10: ("ARCC", "deer maple-ribbon maple-chaff maple-chaff"),
    11: ("BARC", "rain-man swallow willow-ribbon lightning"),
    12: ("BCCC", "phoenix yellow-paulownia paulownia-chaff paulownia-chaff"),
}
#: Number, letter and English name of every card.
CARDS = [
    (month * 10 + rank, month, letter, name)
    for month, (letters, names) in MONTHS.items()
    for rank, (letter, name) in enumerate(zip(letters, names.split(), strict=True))
]


def read(text: str) -> Pile:
    return parse_cards(text, DECK)


def is_loose(card: Card) -> bool:
    """Whether a card is one of several chaff of its month, which stand for each other."""
    return card.letter == "C" and card.month != 11


def test_the_deck_is_48_cards_of_twelve_months() -> None:
    assert [(card.number, card.month, card.letter, card.id) for card in DECK.cards] == CARDS
    assert [card.place for card in DECK.cards] == list(range(48))


@pytest.mark.parametrize("card", DECK.cards, ids=lambda card: f"#{card.number}")
def test_every_spelling_of_a_card_is_that_card(card: Card) -> None:
    exact = Pile(card.bit)
    any_of_month = Pile(
        0, next(other.bit for other in DECK.cards if (other.month, other.letter) == (card.month, card.letter))
    )
    assert read(f"#{card.number}") == exact
    assert read(f"{card.month}{card.letter}") == (any_of_month if is_loose(card) else exact)
    same_name = [other for other in DECK.cards if other.id == card.id]
    for name in (card.id, card.id.upper(), card.id.replace("-", "_"), card.id.capitalize()):
        assert read(name) == (exact if len(same_name) == 1 else any_of_month)
    assert card.japanese
    for name in card.japanese:
        assert read(name) == (exact if len(DECK.names[name]) == 1 else any_of_month)


@ROWS.each("cards_by_their_japanese_names")
def test_cards_by_their_japanese_names(text: str, spelled: str) -> None:
    assert print_pile(read(text), DECK) == spelled


@pytest.mark.parametrize("text", ["坊主に鶴", "松に月", "薄に鹿", "坊主に小野道風"])
def test_a_card_of_another_month_is_none(text: str) -> None:
    with pytest.raises(calc.NotationError, match="there is no card"):
        read(text)


@ROWS.each("the_canonical_text_of_a_pile")
def test_the_canonical_text_of_a_pile(text: str, printed: str) -> None:
    assert print_pile(read(text), DECK) == printed
    assert print_pile(read(printed), DECK) == printed


@st.composite
def piles(draw: st.DrawFn) -> Pile:
    """Any pile: some cards, of the loose chaff some by their numbers and some not."""
    held = [card for card in DECK.cards if draw(st.booleans())]
    named = 0
    chaff = 0
    for card in held:
        if is_loose(card) and draw(st.booleans()):
            chaff |= next(one.bit for one in DECK.chaff[card.month] if not one.bit & chaff)
        else:
            named |= card.bit
    return Pile(named, chaff)


@settings(max_examples=tries(80, 300), deadline=None)
@given(pile=piles(), between=st.sampled_from([" ", ",", "、", "  "]))
def test_printing_and_reading_are_inverses(pile: Pile, between: str) -> None:
    assert read(print_pile(pile, DECK).replace(" ", between)) == pile


@settings(max_examples=tries(60, 200), deadline=None)
@given(pile=piles(), data=st.data())
def test_the_order_of_groups_and_letters_does_not_matter(pile: Pile, data: st.DataObject) -> None:
    words = []
    for word in print_pile(pile, DECK).split():
        month, letters = word.rstrip("BARC"), word.lstrip("0123456789#")
        words += [f"{month}{letter}" for letter in letters] if letters else [word]
    shuffled = data.draw(st.permutations(words))
    assert read(" ".join(shuffled)) == pile
    assert parse_cards([*shuffled[:3], ",".join(shuffled[3:])], DECK) == pile


@settings(max_examples=tries(80, 300), deadline=None)
@given(text=st.text("0123456789BARCbarcx# ,、-松のカス１", max_size=10))
def test_text_is_read_whole_or_refused_within_it(text: str) -> None:
    try:
        pile = read(text)
    except calc.CalcError as error:
        assert error.column in range(1, len(text) + 1)  # noqa: PT017 - either is right
    else:
        assert read(print_pile(pile, DECK)) == pile


@ROWS.each("what_is_no_card_is_refused_with_its_column")
def test_what_is_no_card_is_refused_with_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(calc.NotationError) as caught:
        parse_cards(text, DECK, "players.A.captured")
    assert (caught.value.code, caught.value.key, caught.value.column) == ("notation", "players.A.captured", column)
    assert caught.value.message.startswith(f"players.A.captured: {message}")


@ROWS.each("what_may_have_been_meant_is_of_the_month_and_of_the_class_that_is_named")
def test_what_may_have_been_meant_is_of_the_month_and_of_the_class_that_is_named(text: str, hint: str) -> None:
    with pytest.raises(calc.NotationError) as caught:
        parse_cards(text, DECK, "A")
    assert caught.value.message == f"A: there is no card {text!r}{hint}"


@ROWS.each("a_card_too_often_is_refused_with_its_column")
def test_a_card_too_often_is_refused_with_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(calc.HandError) as caught:
        parse_cards(text, DECK, "field")
    assert (caught.value.code, caught.value.key, caught.value.column) == ("impossible_hand", "field", column)
    assert caught.value.message.startswith(f"field: {message} (in '{text}')")


@pytest.mark.parametrize(
    "text", ["1CC", "1C #12", "#12 #13", "12CCC", "12CC #121", "12C #121 #123", "11C", "#113", "yellow-paulownia 12CC"]
)
def test_all_chaff_of_a_month_are_not_too_many(text: str) -> None:
    pile = read(text)
    assert pile.named.bit_count() + pile.chaff.bit_count() in {1, 2, 3}


def test_a_list_of_texts_is_one_pile() -> None:
    assert parse_cards(["1BR 3B", "", "8BA,1C"], DECK) == read("1BRC 3B 8BA")
    assert parse_cards([], DECK) == parse_cards([""], DECK) == NO_CARDS


@ROWS.each("a_mistake_in_a_list_of_texts_is_told_with_its_place")
def test_a_mistake_in_a_list_of_texts_is_told_with_its_place(texts: list[str], key: str, column: int) -> None:
    with pytest.raises(calc.CalcError) as caught:
        parse_cards(texts, DECK, "captured")
    assert (caught.value.key, caught.value.column) == (key, column)
    assert caught.value.message.startswith(f"{key}: ")


@pytest.mark.parametrize("texts", [["1B", "1B"], ["1C", "1CC"], ["#10", "crane"]])
def test_a_card_in_two_texts_of_a_list_is_refused(texts: list[str]) -> None:
    with pytest.raises(calc.HandError) as caught:
        parse_cards(texts, DECK, "captured")
    assert caught.value.key == "captured"


@pytest.mark.parametrize("text", ["", "1B 3B", "1BR", "1CC"])
def test_one_card_is_one_card(text: str) -> None:
    assert parse_one("1C", DECK, "returned") == Pile(0, DECK.numbers[12].bit)
    assert parse_one(" crane ", DECK, "returned") == read("1B")
    with pytest.raises(calc.NotationError, match="returned: expected one card, such as 1B, found") as caught:
        parse_one(text, DECK, "returned")
    assert (caught.value.key, caught.value.column) == ("returned", 1)


# ---- chaff that are not named


@ROWS.each("chaff_that_are_not_named_take_what_is_left_of_their_month")
def test_chaff_that_are_not_named_take_what_is_left_of_their_month(given: list[str], expected: list[str]) -> None:
    piles = [(f"pile {place}", read(text)) for place, text in enumerate(given)]
    assert list(assign_chaff(piles, DECK)) == [read(text).named for text in expected]


@ROWS.each("a_card_in_two_piles_is_refused")
def test_a_card_in_two_piles_is_refused(given: list[str], message: str) -> None:
    piles = [(f"pile {place}", read(text)) for place, text in enumerate(given)]
    with pytest.raises(calc.HandError) as caught:
        list(assign_chaff(piles, DECK))
    assert (caught.value.message, caught.value.code) == (message, "impossible_hand")
    assert caught.value.key == message.rsplit(" in ", 1)[1]


@settings(max_examples=tries(60, 200), deadline=None)
@given(data=st.data())
def test_piles_of_one_deck_are_told_apart(data: st.DataObject) -> None:
    owners = data.draw(st.lists(st.integers(0, 3), min_size=48, max_size=48))
    named = data.draw(st.lists(st.booleans(), min_size=48, max_size=48))
    texts = ["", "", "", ""]
    for card, owner, is_named in zip(DECK.cards, owners, named, strict=True):
        if owner < 3:
            texts[owner] += f" #{card.number}" if is_named else f" {card.month}{card.letter}"
    found = list(assign_chaff([(str(place), read(text)) for place, text in enumerate(texts)], DECK))
    assert [print_set(cards, DECK) for cards in found] == [
        print_set(sum(card.bit for card, who in zip(DECK.cards, owners, strict=True) if who == place and who < 3), DECK)
        for place in range(4)
    ]
    assert sum(cards.bit_count() for cards in found) == sum(owner < 3 for owner in owners)


@given(cards=st.integers(0, DECK.everything))
def test_a_set_prints_a_letter_a_card(cards: int) -> None:
    printed = print_set(cards, DECK)
    assert list(bits(cards)) == [card.place for card in DECK.within(cards)]
    assert sum(letter in "BARC" for letter in printed) == cards.bit_count()
    assert print_pile(read(printed), DECK) == printed


@given(cards=st.integers(0, DECK.everything))
def test_months_with_an_odd_number_of_cards(cards: int) -> None:
    odd = [
        month for month in range(1, 13) if sum(card.bit & cards > 0 for card in DECK.cards if card.month == month) % 2
    ]
    assert DECK.odd_months(cards) == odd


@ROWS.each("numbers_and_commas_read_as_names_do")
def test_numbers_and_commas_read_as_names_do(quick: str, slow: str | None) -> None:
    if slow is None:
        with pytest.raises(HandError):
            parse_cards(quick, DECK)
    else:
        assert parse_cards(quick, DECK) == parse_cards(slow, DECK)
        assert parse_cards(quick.split(), DECK) == parse_cards(slow, DECK)
