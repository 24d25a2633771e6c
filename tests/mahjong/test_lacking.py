"""Why a yaku does not apply: every part that is told is false in the best reading, and every false part is told."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from calc.errors import CalcError
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.explain.notes import why_lowered, why_not
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.types import Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import Declared, Fact, Lexicon, State, Word, read_condition, walk_words
from calc.mahjong.rules.words.base import AnyOf, Not, either, join
from calc.mahjong.scoring import settle_win
from calc.strict_yaml import load
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from calc.translation import speak, spoken_in
from tests.amounts import tries
from tests.judges.hands import random_hands
from tests.rows import Rows

ROWS = Rows(__file__)


CASES = Path(__file__).parents[1] / "cases"
SETS = [name for name in rule_set_ids() if game_id_of(name) == "riichi"]


@cache
def wins(seats: int) -> list[Win]:
    """Random hands for four; for three, and for what random hands rarely hold, those of the cases."""
    given = list(random_hands(11, tries(6, 40))) if seats == 4 else []
    folder = CASES / ("riichi" if seats == 4 else "sanma")
    for file in sorted(folder.glob("*.yaml")):
        given += [case["input"] for case in load(file.read_text(encoding="utf-8"), file=str(file)).value][
            :: tries(61, 9)
        ]
    found = []
    for one in given:
        try:
            record = parse_any_line(one)[0] if isinstance(one, str) else record_from(one)
        except CalcError:
            continue
        if isinstance(record, Win):
            found.append(record)
    return found


def best_readings(rules: MahjongRules) -> Iterator[tuple[State, set[str]]]:
    """The best reading of each hand that the rule set takes, and the yaku whose conditions it was found to meet."""
    for win in wins(len(rules.seats)):
        try:
            settled = settle_win(win, rules)
        except CalcError:
            continue
        yield settled.best.state(rules), {name for name in rules.yaku if settled.best.has(name, rules)}


def leaves(word: Word) -> Iterator[Word]:
    """The conditions that must all hold, down to those that are one."""
    parts = word.parts()
    if parts == (word,):
        yield word
    else:
        for part in parts:
            yield from leaves(part)


def is_true(word: Word, state: State) -> bool:
    return word.holds(state)


def expected(yaku: Yaku, state: State, lexicon: Lexicon) -> list[str]:
    """The beginning of what is told of each part that is false."""
    return [phrase_of(leaf, state, lexicon) for leaf in leaves(yaku.when) if not is_true(leaf, state)]


def phrase_of(leaf: Word, state: State, lexicon: Lexicon) -> str:
    if isinstance(leaf, AnyOf):
        return either(join("all", word.failing(state, lexicon)) for word in leaf.words)
    if isinstance(leaf, Not):
        return leaf.word.denied(state, lexicon)[0]
    if isinstance(leaf, Declared) and leaf.north is None:
        ((key, values),) = leaf.asked().items()
        if all(not is_true(replace(leaf, **{key: one}), state) for one in values if one is not False) and any(values):
            return "not declared: " if is_true(replace(leaf, **{key: False}), state) else leaf.phrase(lexicon)
    return leaf.phrase(lexicon)


def is_tried_elsewhere(yaku: Yaku, rules: MahjongRules) -> bool:
    """Whether another set has the same yaku: the most general one of as many players tries it."""
    general = load_mahjong_rules("riichi" if len(rules.seats) == 4 else "sanma")
    return rules is not general and general.yaku.get(yaku.id) == yaku


@pytest.mark.parametrize("name", SETS)
def test_only_what_is_false_is_told_and_all_of_it(name: str) -> None:
    rules = load_mahjong_rules(name)
    lexicon = rules.lexicon
    seen = 0
    own = [yaku for yaku in rules.yaku.values() if not is_tried_elsewhere(yaku, rules)]
    for state, present in best_readings(rules) if own else ():
        is_open, tsumo = state.reading.hand.is_open, state.reading.hand.tsumo
        for yaku in own:
            told = why_not(yaku, state, rules)
            assert (told == "") is (yaku.id in present), (yaku.id, told)
            failing = yaku.when.failing(state, lexicon)
            false = expected(yaku, state, lexicon)
            assert len(failing) >= len(false)
            assert [any(phrase.startswith(part) for phrase in failing) for part in false] == [True] * len(false)
            true = [leaf.phrase(lexicon) for leaf in leaves(yaku.when) if is_true(leaf, state)]
            assert not [phrase for phrase in failing if phrase.partition(" (here")[0] in true]
            exists = yaku.value.han is None or yaku.value.by_way[is_open, tsumo] is not None
            assert (told == "") is (exists and is_true(yaku.when, state))
            if "closed hands" in told:
                assert is_open
                assert [yaku.value.by_way[True, how] for how in (False, True)] == [None, None]
            if "by tsumo only" in told:
                assert not tsumo
                assert yaku.value.by_way[is_open, False] is None
            seen += told != ""
    assert seen > 400 or name not in ("riichi", "sanma")


@ROWS.each("the_true_reason_is_told", name="case")
def test_the_true_reason_is_told(line: str, name: str, told: str) -> None:
    record, _ = parse_any_line(line)
    assert isinstance(record, Win)
    rules = load_mahjong_rules(str(record.rules))
    settled = settle_win(record, rules)
    state = settled.best.state(rules)
    assert why_not(rules.yaku[name], state, rules) == told


@ROWS.each("fewer_han_have_a_reason", name="case")
def test_fewer_han_have_a_reason(line: str, name: str, told: str) -> None:
    record, _ = parse_any_line(line)
    assert isinstance(record, Win)
    rules = load_mahjong_rules(str(record.rules))
    settled = settle_win(record, rules)
    state = settled.best.state(rules)
    assert why_lowered(rules.yaku[name], state, rules) == told


# ---- conditions nested as deep as they come


NAMES = ascii_lowercase


def conditions() -> st.SearchStrategy[Any]:
    """Conditions of facts, joined in every way; each fact stands in one place."""
    tree = st.recursive(
        st.integers(1, 3),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map(lambda words: {"all": words})
            | st.lists(inner, min_size=1, max_size=3).map(lambda words: {"any": words})
            | inner.map(lambda word: {"not": word})
        ),
        max_leaves=8,
    )
    return tree.map(lambda data: named(data, iter(NAMES)))


def named(data: Any, names: Iterator[str]) -> Any:
    """A condition whose numbers stand for as many facts, with names."""
    if isinstance(data, int):
        return {"fact": dict.fromkeys(islice(names, data), True)}
    if isinstance(data, list):
        return [named(one, names) for one in data]
    return {key: named(inside, names) for key, inside in data.items()}


def truth(data: Any, facts: dict[str, bool]) -> bool:
    """Whether plain data of a condition hold, worked out without the program."""
    ((key, inside),) = data.items()
    if key == "not":
        return not truth(inside, facts)
    if key == "fact":
        return all(facts[name] for name in inside)
    found = [truth(one, facts) for one in inside]
    return all(found) if key == "all" else any(found)


@given(conditions(), st.fixed_dictionaries({name: st.booleans() for name in NAMES}))
def test_of_a_nested_condition_all_that_is_told_is_false_and_mending_it_is_enough(
    data: Any, facts: dict[str, bool]
) -> None:
    lexicon = Lexicon("en", {}, {}, {name: f"<{name}>" for name in NAMES})
    word, state = read_condition(data), state_with(facts)
    told = word.failing(state, lexicon)
    assert is_true(word, state) is truth(data, facts)
    assert (told == []) is truth(data, facts)
    if not told:
        return
    # A phrase asks for a fact as `<a>`, and for its absence as `not (<a>)`.
    text = join("all", told)
    absent = set(re.findall(r"not \(<(\w)>\)", text))
    wanted = set(re.findall(r"<(\w)>", re.sub(r"not \(<\w>\)", "", text)))
    assert not [name for name in wanted if facts[name]]
    assert not [name for name in absent if not facts[name]]
    assert truth(data, facts | dict.fromkeys(wanted, True) | dict.fromkeys(absent, False))


def state_with(facts: dict[str, bool]) -> State:
    """The only reading of a hand of which just these facts are true."""
    record, _ = parse_any_line("riichi 123m456p789s1122z +2z tsumo seat=S round=E")
    assert isinstance(record, Win)
    rules = load_mahjong_rules("riichi")
    settled = settle_win(record, rules)
    state = settled.best.state(rules)
    state.reading.hand.facts.update({name: int(value) for name, value in facts.items()})
    return state


def test_the_japanese_of_a_condition_has_no_english_word() -> None:
    seen = set()
    speak("ja")
    for name in SETS:
        rules = load_mahjong_rules(name)
        english, lexicon = spoken_in("en", getattr, rules, "lexicon"), rules.lexicon
        for yaku in rules.yaku.values():
            for word in filter(None, (yaku.when, yaku.no_han_when)):
                for one in walk_words(word):
                    if isinstance(one, Fact) and english.facts[next(iter(one.facts))] in lexicon.facts.values():
                        continue  # a table that gives its meaning in English only
                    seen |= {(yaku.id, one.phrase(lexicon)), (yaku.id, one.negated(lexicon))}
    assert [one for one in seen if re.search(r"[a-zA-Z]{2,}|[a-ln-oq-rt-yA-Z]", one[1])] == []
    assert len(seen) > 200


@pytest.mark.parametrize("name", ["riichi", "sanma"])
def test_a_yaku_lacks_something_in_japanese_where_it_is_not_there(name: str) -> None:
    rules = load_mahjong_rules(name)
    for state, present in best_readings(rules):
        for yaku in rules.yaku.values():
            assert (spoken_in("ja", why_not, yaku, state, rules) == "") is (yaku.id in present)


def test_the_japanese_of_a_reason_says_what_the_english_says() -> None:
    record, _ = parse_any_line("riichi 234m456s789s3456p +3p ron from=W seat=S round=E riichi")
    assert isinstance(record, Win)
    rules = load_mahjong_rules("riichi")
    settled = settle_win(record, rules)
    state = settled.best.state(rules)
    assert [
        spoken_in("ja", why_not, rules.yaku[name], state, rules)
        for name in ("pinfu", "haitei", "toitoi", "double_riichi")
    ] == [
        "平和：条件：手に符がつかない（この手では2符）、両面待ち（この手では単騎）",
        "海底撈月：宣言なし：最後の牌／条件：ツモ和了（この手ではロン）",
        "対々和：条件：四面子すべてが刻子・槓子（この手では4のうち0）",
        "ダブル立直：条件：ダブル立直を宣言（この手では立直）",
    ]
