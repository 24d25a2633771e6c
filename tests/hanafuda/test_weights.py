"""Cards of a class that count as several: in conditions, in worths, in amounts, and in what is near."""

from pathlib import Path

import pytest

import calc
from calc.hanafuda.report.sheet import sheet
from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.values import read_value
from calc.hanafuda.value.near import near_yaku
from calc.tables import Name
from calc.translation import spoken_in
from tests.hanafuda.houses import cards, condition, found_cards, game, spelled
from tests.rows import Rows

ROWS = Rows(__file__)

#: As Go-Stop counts junk: the lightning is two. The cup of a later class is three, and keeps the lightning's two.
WEIGHED = Classes(load_deck().everything)
WEIGHED.add("junk", Name(en="junk", ja="皮"), ["chaff"], weights={"lightning": 2})
WEIGHED.add("more", Name(en="more junk", ja="皮と盃"), ["junk", "sake-cup"], weights={"sake-cup": 3})
WEIGHED.add("less", Name(en="less junk", ja="軽い皮"), ["junk"], ["lightning"])
WEIGHED.add("plain", Name(en="plain junk", ja="ただの皮"), ["junk"], weights={"lightning": 1})
WEIGHED.add("all_two", Name(en="double junk", ja="二枚皮"), ["junk"], weights={"chaff": 2})


@ROWS.each("a_card_counts_as_several")
def test_a_card_counts_as_several(when: str, held: str, expected: str | None) -> None:
    assert spelled(condition(when, WEIGHED).find(cards(held), None)) == expected


def test_without_weights_every_card_is_one() -> None:
    assert found_cards("count: {chaff: {at_least: 10}}", "1CC 2CC 3CC 4CC 11C") is None


@ROWS.each("the_fewest_cards_that_reach_a_number")
def test_the_fewest_cards_that_reach_a_number(when: str, fewest: int) -> None:
    assert condition(when, WEIGHED).fewest == fewest


@ROWS.each("more_than_all_cards_count_is_refused")
def test_more_than_all_cards_count_is_refused(when: str, message: str) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        condition(when, WEIGHED)
    assert caught.value.message.endswith(message)


def test_the_number_that_all_cards_count_can_be_reached() -> None:
    assert condition("at_least: {25: junk}", WEIGHED).find(WEIGHED.of("junk"), None) == WEIGHED.of("junk")


@ROWS.each(
    "a_worth_counts_weights",
    also=[
        ({"steps": {2: 5, 3: 7}, "of": "junk"}, "11C", 5),
        ({"steps": {2: 5, 3: 7}, "of": "junk"}, "1C 11C", 7),
        ({"steps": {2: 5, 3: 7}, "of": "junk"}, "1C", 0),
    ],
)
def test_a_worth_counts_weights(value: dict[str, object], held: str, worth: int) -> None:
    given = {**value, "steps": {str(key): row for key, row in value.get("steps", {}).items()}}  # type: ignore[attr-defined]
    assert read_value(given, WEIGHED).amount(cards(held), 2, 0) == worth


GAME: str = ROWS["game"]


def rules_of(folder: Path, weights: str = "lightning: 2, 12CCC: 2") -> HanafudaRules:
    return game(folder, GAME.replace("WEIGHTS", weights))


@ROWS.each("a_game_counts_its_weights")
def test_a_game_counts_its_weights(tmp_path: Path, line: str, scores: dict[str, int], winner: str | None) -> None:
    result = calc.settle_round(line, rules=rules_of(tmp_path))
    assert ({name: one.score for name, one in result.players.items()}, result.winner) == (scores, winner)


def test_a_heavy_card_brings_a_yaku_nearer(tmp_path: Path) -> None:
    # 8 chaff: one that counts two is enough, or two others.
    line = near_yaku("A", {"A": cards("1CC 2CC 3CC 4CC")}, rules_of(tmp_path), None)["A"][0]
    assert (line.id, line.lacks, line.value, line.cards) == ("junk", 1, 1, "11C 12CCC")
    assert [[(part.n, part.of) for part in way] for way in line.ways] == [
        [(1, "11C 12CCC")],
        [(2, "5CC 6CC 7CC 8CC 9CC 10CC")],
    ]


@pytest.mark.parametrize(("lang", "text"), [("en", "(11C 12CCC counts 2)"), ("ja", "（11C 12CCCは2枚と数える）")])
def test_the_sheet_says_what_cards_count(tmp_path: Path, lang: str, text: str) -> None:
    assert text in spoken_in(lang, lambda: sheet(rules_of(tmp_path), every=True).write("table", 400))


@ROWS.each("a_weight_of_no_card_is_refused")
def test_a_weight_of_no_card_is_refused(tmp_path: Path, weights: str, message: str) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        rules_of(tmp_path, weights)
    assert caught.value.message.endswith(message)
