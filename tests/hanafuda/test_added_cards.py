"""Cards of no month, such as jokers, and cards that may choose their class: rounds with every number worked out."""

from pathlib import Path

import pytest

import calc
from calc.games import game_named
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import parse_cards, print_pile, print_set
from calc.translation import spoken_in
from tests.rows import Rows

ROWS = Rows(__file__)

DECK = load_deck()

#: Two jokers, one of which counts 2 and the other 3; the sake cup is an animal or two junk. 50 cards.
GAME: str = ROWS["game"]


def write(folder: Path, chosen: str = "best", hand: int = 0) -> str:
    file = folder / "junk_game.yaml"
    file.write_text(GAME.format(chosen=chosen, hand=hand), encoding="utf-8")
    return str(file)


def settle(rules: str, line: str) -> calc.HanafudaResult:
    result = calc.settle_round(line, rules=rules)
    assert isinstance(result, calc.HanafudaResult)
    return result


def test_added_cards_are_read_and_written() -> None:
    pile = parse_cards("1BR J2 joker-1", DECK)
    assert print_pile(pile, DECK) == print_set(pile.named, DECK) == "1BR J1 J2"
    assert parse_cards("1BR J1 J2", DECK) == pile == parse_cards("松に鶴 松に赤短 鬼札1 鬼札2", DECK)
    assert pile.named & ~DECK.everything == parse_cards("J1,J2", DECK).named


def test_added_cards_belong_to_no_month_and_no_class_of_the_deck() -> None:
    assert DECK.everything.bit_count() == 48
    assert sum(of.bit_count() for of in DECK.months.values()) == 48
    assert not any(DECK.extra["J1"].bit & of for of in (*DECK.months.values(), *DECK.letters.values()))


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(calc.HandError, match=r"expected each card once, found joker-1 \(J1\) a second time"):
        parse_cards("J1 1B J1", DECK)


def test_a_game_that_does_not_add_them_refuses_them() -> None:
    with pytest.raises(
        calc.HandError, match=r"koikoi is played without joker-1 \(J1\), found it in players.A.captured"
    ):
        calc.settle_round("koikoi A:1B,J1 B:")


def test_jokers_count_as_their_weights(tmp_path: Path) -> None:
    # 5 chaff, and the jokers as 2 and 3, are 10 junk. Bea has 3 junk and pays once.
    result = settle(write(tmp_path), "Aki:1CC,2CC,3C,J1,J2 Bea:4CC,5C stopped_by=Aki")
    assert [(line.id, line.value, line.cards) for line in result.players["Aki"].yaku] == [
        ("junk", 1, "1CC 2CC 3C J1 J2")
    ]
    assert {name: one.change for name, one in result.players.items()} == {"Aki": 1, "Bea": -1}


def test_dealt_hands_may_hold_them(tmp_path: Path) -> None:
    rules = write(tmp_path, hand=3)
    with pytest.raises(calc.HandError, match=r"junk_game is played without blank \(W1\)"):
        calc.settle_round("Aki:1CC,2CC,3C,J1,J2 Aki.dealt:J1,1B,W1 Bea:4CC,5C stopped_by=Aki", rules=rules)
    assert settle(rules, "Aki:1CC,2CC,3C,J1,J2 Aki.dealt:J1,1B,3B Bea:4CC,5C stopped_by=Aki").winner == "Aki"


@ROWS.each("a_card_counts_as_is_best_for_its_owner")
def test_a_card_counts_as_is_best_for_its_owner(
    line: str, yaku: dict[str, int], changes: list[int], note: str, tmp_path: Path
) -> None:
    result = settle(write(tmp_path), line)
    assert {one.id: one.value for one in result.players["Aki"].yaku} == yaku
    assert [one.change for one in result.players.values()] == changes
    assert [one.text for one in result.notes] == [note]


def test_the_record_may_declare_the_class(tmp_path: Path) -> None:
    line = "Aki:2A,4A,5A,6A,9A,1CC,2CC,3CC,4CC,J1 Bea:5CC,6C stopped_by=Aki"
    result = settle(write(tmp_path), f"{line} counted_as.9A=animal")
    assert {one.id: one.value for one in result.players["Aki"].yaku} == {"animals": 1, "junk": 1}
    assert result.notes == []
    assert settle(write(tmp_path), f"{line} counted_as.sake-cup=junk").players["Aki"].change == 3


def test_the_record_has_to_declare_the_class_where_the_rules_say_so(tmp_path: Path) -> None:
    rules, line = write(tmp_path, chosen="declared"), "Aki:2A,4A,5A,6A,9A Bea:5CC,6C stopped_by=Aki"
    with pytest.raises(calc.RecordError) as refused:
        calc.settle_round(line, rules=rules)
    assert str(refused.value) == (
        "Aki captured 9A, which counts as animal or junk; say which, as in counted_as.9A=animal"
    )
    assert settle(rules, f"{line} counted_as.9A=animal").players["Aki"].change == 1
    with pytest.raises(calc.HandError, match="Aki stopped, but holds no yaku"):
        calc.settle_round(f"{line} counted_as.9A=junk", rules=rules)


def test_a_card_that_nobody_captured_need_not_be_declared(tmp_path: Path) -> None:
    result = settle(write(tmp_path, chosen="declared"), "Aki:2A,4A,5A,6A,7A Bea:5CC,6C stopped_by=Aki")
    assert result.players["Aki"].change == 1


@ROWS.each("other_choices_are_refused")
def test_other_choices_are_refused(word: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(calc.CalcError) as refused:
        calc.settle_round(f"Aki:2A,4A,5A,6A,9A Bea:5CC stopped_by=Aki {word}", rules=write(tmp_path))
    assert refused.value.message == message


def test_games_without_choices_have_no_use_for_the_key() -> None:
    with pytest.raises(calc.HandError, match="koikoi has no use for 'counted_as'; leave it out"):
        calc.settle_round("koikoi A:1B,3B,8B B: stopped_by=A counted_as.9A=chaff")


def test_a_deck_of_its_own_is_accounted_for(tmp_path: Path) -> None:
    file = tmp_path / "nara.yaml"
    file.write_text(
        "game: hanafuda\nversion: 1.0.0\nname: {en: Nara, ja: 奈良}\nsources: {house: x}\nunit: points\n"
        "table: {players: [2], first: dealer, hand: 0, field: 0, accounted: true, source: house}\n"
        "deck: {with: blank, source: house}\n"
        "card_points: {classes: {bright: 30, chaff: 0}, cards: {W1: 40}, source: house}\n"
        "settlement:\n  cards: {do: move, of: card_points, source: house}\n"
        "  leads: {do: win, of: each, by: [score], source: house}\n",
        encoding="utf-8",
    )
    rules = load_hanafuda_rules(str(file))
    assert rules.deck.bit_count() == 49
    rest = "1RCC,2ARCC,3RCC,4ARCC,5ARCC,6ARCC,7ARCC,8ACC,9ARCC,10ARCC,11ARC,12CCC"
    result = settle(str(file), f"Aki:1B,3B,W1 Bea:8B,11B,12B,{rest}")
    assert {name: one.card_points for name, one in result.players.items()} == {"Aki": 100, "Bea": 90}
    with pytest.raises(calc.HandError, match=r"expected all 49 cards in the piles, found 48; missing: blank \(W1\)"):
        calc.settle_round(f"Aki:1B,3B Bea:8B,11B,12B,{rest}", rules=str(file))


@pytest.mark.parametrize(
    ("lang", "titles"),
    [("en", ["what is best", "animals", "chaff"]), ("ja", ["得なほう", "種札", "カス（ピ）"])],
)
def test_a_page_asks_by_name_what_a_card_counts_as(lang: str, titles: list[str]) -> None:
    form = spoken_in(lang, game_named("hanafuda").form, calc.load_rules("go-stop"))
    (field,) = [field for field in form.fields if field.key == "counted_as.9A"]
    assert [choice.label for choice in field.choices] == titles
