"""The words of conditions: every one as a house rule, with a hand that has the yaku and a near miss that has not."""

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.mahjong.hand.readings import read_hand
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import hand_of, read_win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import WORDS, State, read_condition, walk_words
from calc.strict_yaml import load
from calc.tables import rules_folder
from calc.tables.conditions import JOINING
from calc.tables.misfit import MisfitError
from calc.translation import spoken_in
from tests.judges.hands import random_hands
from tests.mahjong.houses import has_house, house_rules, line_of, which_have
from tests.rows import Rows

ROWS = Rows(__file__)
#: Runs 123m 456m 345p 234s, pair 99s, a closed wait, nothing else.
PLAIN = "123456m345p2499s +3s"
ORPHANS = "9m19p19s1234567z1p +1m"
#: A condition, a hand that meets it, and one that nearly does.
CONDITIONS = [
    *(row.values() for row in ROWS["conditions"]),
    *((f"pattern: {row['when']}", row["has"], row["has_not"]) for row in ROWS["patterns"]),
]


def condition_of(text: str) -> Any:
    """A condition as it is read, with the checks of its words."""
    data = load(f"{{{text}}}", file=None).value
    try:
        return read_condition(data)
    except MisfitError as error:
        raise calc.RuleTableError(f"{error.path}: {error.message}") from None


def phrase_of(when: str) -> str:
    phrase: str = condition_of(when).phrase(load_mahjong_rules("riichi").lexicon)
    return phrase


@pytest.mark.parametrize(("when", "has", "has_not"), CONDITIONS)
def test_a_condition_holds_for_its_hand_and_not_for_the_near_miss(
    tmp_path: Path, when: str, has: str, has_not: str
) -> None:
    rules = house_rules(tmp_path, f"{{{when}}}")
    assert which_have(rules, [has, has_not]) == [True, False]


def test_every_word_of_the_vocabulary_has_its_hands() -> None:
    met = {word.key for when, _, _ in CONDITIONS for word in walk_words(condition_of(when))}
    assert met == {*WORDS, *JOINING}


@pytest.mark.parametrize("when", dict.fromkeys(when for when, _, _ in CONDITIONS))
def test_a_condition_says_itself_in_english(when: str) -> None:
    phrase = phrase_of(when)
    assert phrase == phrase.strip() != ""
    assert not set(phrase) & set('{}[]"`')
    assert "None" not in phrase.split()


@pytest.mark.parametrize("when", dict.fromkeys(when for when, _, _ in CONDITIONS))
def test_a_condition_says_itself_in_japanese(when: str) -> None:
    phrase = spoken_in("ja", phrase_of, when)
    assert phrase == phrase.strip() != ""
    assert re.findall("[A-Za-z]{2,}|[]{}\\[]", phrase) == []  # tiles and letters of patterns stand alone


@ROWS.each("conditions_that_differ_read_differently")
def test_conditions_that_differ_read_differently(one: str, other: str) -> None:
    assert phrase_of(one) != phrase_of(other)
    assert spoken_in("ja", phrase_of, one) != spoken_in("ja", phrase_of, other)


def test_english_uses_the_titles_of_sets_and_yaku_and_not_their_ids() -> None:
    assert phrase_of("tiles: {some: green_dragon}, yaku: [menzen_tsumo, pinfu], pair: seat_wind") == (
        "some green dragons; Menzen tsumo or Pinfu applies; the pair is of the seat wind"
    )


@ROWS.each("norths_set_aside_are_counted")
def test_norths_set_aside_are_counted(when: str, north: int, expected: bool) -> None:
    """Asked of the reading itself, since sets for four players know no Norths set aside."""
    rules = load_mahjong_rules("riichi")
    win = calc.Win(hand=PLAIN.replace(" +", ""), by="tsumo", seat="S", round="E", north=north)
    (reading,) = read_hand(hand_of(read_win(win, rules), rules), rules.known_shapes)
    assert condition_of(when).holds(State(reading, rules.program, 0)) is expected


# ---- counting

#: Hands with no triplet up to four, and one group of another kind for each that is missing.
TRIPLETS = [
    f"{PLAIN}",
    "456m345p24s99s111z +3s",
    "456m333p24s99s111z +3s",
    "444m333p24s99s111z +3s",
    "444m333p22s99s111z +2s",
]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize(
    ("word", "fits"),
    [
        ("exactly", lambda count, number: count == number),
        ("at_least", lambda count, number: count >= number),
        ("at_most", lambda count, number: count <= number),
    ],
)
def test_groups_are_counted_to_the_boundary(tmp_path: Path, word: str, fits: Any, number: int) -> None:
    rules = house_rules(tmp_path, f"{{groups: {{{word}: {number}, of: {{kind: triplet}}}}}}")
    assert which_have(rules, TRIPLETS) == [fits(count, number) for count in range(5)]


@pytest.mark.parametrize("number", range(4))
def test_suits_are_counted_to_the_boundary(tmp_path: Path, number: int) -> None:
    hands = [
        "1112223335566z +6z",
        "123456789m1122z +2z",
        "123456m123p1122z +2z",
        "123m123p123s1122z +2z",
    ]
    for word, expected in (
        (f"{number}", [count == number for count in range(4)]),
        (f"{{at_least: {number}}}", [count >= number for count in range(4)]),
        (f"{{at_most: {number}}}", [count <= number for count in range(4)]),
    ):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        assert which_have(house_rules(folder, f"{{suits: {word}}}"), hands) == expected


@pytest.mark.parametrize("times", range(1, 5))
def test_identical_runs_need_a_group_each(tmp_path: Path, times: int) -> None:
    rules = house_rules(tmp_path, f"{{pattern: [{', '.join(['run n a'] * times)}]}}")
    hands = [
        "234m345678p111z5z +5z ron",
        "223344m678p111z5z +5z ron",
        "222333444m678p5z +5z ron",
        "222233334444m5z +5z ron",
    ]
    assert which_have(rules, hands) == [count >= times for count in range(1, 5)]


# ---- sets that the record knows, sets of a house

WINDS = "ESWN"


@pytest.mark.parametrize(("name", "key"), [("seat_wind", "seat"), ("round_wind", "round")])
def test_the_winds_of_the_record_are_those_it_states(tmp_path: Path, name: str, key: str) -> None:
    rules = house_rules(tmp_path, f"{{pair: {name}}}")
    cases = list(product(range(4), WINDS, WINDS))
    hands = [f"123456m345p24s{wind + 1}{wind + 1}z +3s tsumo seat={seat} round={at}" for wind, seat, at in cases]
    stated = [{"seat": seat, "round": at}[key] for _, seat, at in cases]
    assert which_have(rules, hands) == [WINDS[wind] == said for (wind, _, _), said in zip(cases, stated, strict=True)]


def test_a_house_file_may_name_a_set_of_its_own(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "{tiles: {every: even}}", sets={"even": "2468m2468p2468s"})
    assert which_have(rules, ["222m444888p2666s +2s", "222m444888p3666s +3s tsumo"]) == [True, False]


# ---- joined words


def test_joined_words_nest(tmp_path: Path) -> None:
    rules = house_rules(
        tmp_path, "{not: {any: [{by: tsumo}, {all: [{declared: {last_tile: true}}, {not: {seat: dealer}}]}]}}"
    )
    for by, last_tile, seat in product(("tsumo", "ron"), (True, False), ("E", "S")):
        hand = f"{PLAIN} {by} seat={seat}{' last_tile' if last_tile else ''}"
        assert has_house(rules, hand) == (not (by == "tsumo" or (last_tile and seat != "E"))), hand


def test_words_beside_each_other_mean_all_of_them(tmp_path: Path) -> None:
    beside = house_rules(tmp_path, "{by: tsumo, hand: closed, any: [{suits: 3}, {suits: 1}]}")
    (tmp_path / "all").mkdir()
    spelled = house_rules(
        tmp_path / "all", "{all: [{by: tsumo}, {hand: closed}, {any: [{all: [{suits: 3}]}, {suits: 1}]}]}"
    )
    hands = [line_of(f"{hand} {by}") for hand in (PLAIN, "123456m345p1122z +2z", ORPHANS) for by in ("tsumo", "ron")]
    assert which_have(beside, hands) == which_have(spelled, hands) == [True, False, False, False, True, False]


# ---- the order of entries


def shuffled(folder: Path, seed: int) -> MahjongRules:
    """The shipped ``riichi`` with the entries of its yaku in another order."""
    data = load((rules_folder() / "riichi" / "riichi.yaml").read_text(encoding="utf-8"), file=None).value
    entries = list(data["yaku"].items())
    Random(seed).shuffle(entries)
    path = folder / "riichi.yaml"
    path.write_text(json.dumps({**data, "yaku": dict(entries)}), encoding="utf-8")
    return load_mahjong_rules(str(path))


#: Hands in which a yaku takes the place of another.
SUPPRESSING: list[Any] = ROWS["suppressing"]


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_yaku_in_the_file_changes_no_score(tmp_path: Path, seed: int) -> None:
    rules = shuffled(tmp_path, seed)
    assert list(rules.yaku) != list(load_mahjong_rules("riichi").yaku)
    records: list[Any] = [*map(line_of, SUPPRESSING), *random_hands(seed=seed, count=60)]
    found = [plain(result) for result in calc.score_many(records, rules=rules)]
    assert found == [plain(result) for result in calc.score_many(records, rules="riichi")]
    assert sum(result["ok"] for result in found) > len(SUPPRESSING) + 20


def plain(result: calc.WinResult | calc.Refusal) -> Any:
    """A result as plain data, free of the order in which yaku are listed."""
    data = msgspec.to_builtins(result)
    if result.ok:
        data["yaku"].sort(key=lambda line: str(line["id"]))
        data["notes"] = sorted((note["id"], sorted(note["text"].replace(",", "").split())) for note in data["notes"])
    return data


@ROWS.each("of_two_yaku_with_fixed_levels_the_higher_counts_in_any_order")
def test_of_two_yaku_with_fixed_levels_the_higher_counts_in_any_order(tmp_path: Path, first: str) -> None:
    second = {"mangan": "baiman", "baiman": "mangan"}[first]
    entry = "{{name: {{en: {0}, ja: 満}}, when: {{by: tsumo}}, value: {{level: {0}}}, source: test}}"
    entries = f"  a: {entry.format(first)}\n  b: {entry.format(second)}\n"
    path = tmp_path / "levels.yaml"
    path.write_text(f"extends: riichi\nsources: {{test: this test}}\nyaku:\n{entries}", encoding="utf-8")
    assert calc.score(line_of(f"{PLAIN} tsumo"), rules=str(path)).level == "baiman"
