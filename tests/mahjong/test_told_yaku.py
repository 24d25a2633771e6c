"""Hands told by their yaku: the rows of the table, what they are worth, and what the engine makes of such hands."""

from typing import Any

import pytest

import calc
from calc.mahjong.load import load_mahjong_rules as load_rules
from calc.mahjong.value.told import _FILE, read_yaku, unread_yaku
from calc.mahjong.value.worth import read_worth, unread_worth
from calc.records.meanings import Words, read_words
from calc.records.words import parts_of
from tests.rows import Rows

ROWS = Rows(__file__)


@pytest.mark.parametrize("row", parts_of(_FILE)["words"], ids=lambda row: row["like"])
def test_words_mean_what_their_row_says(row: dict[str, str]) -> None:
    text, _, number = row["like"].partition(" n=")
    (read, *more), lost = read_words(text, [Words(_FILE, "words")])
    assert (read.means, read.said.get("n", ""), more, lost) == (row["means"], number, [], [])


@ROWS.each("what_yaku_are_worth")
def test_what_yaku_are_worth(text: str, worth: str) -> None:
    told = read_yaku(text, load_rules("riichi"))
    assert (told and told.worth.strip()) == worth


@ROWS.each("what_yaku_are_worth_by_other_rules")
def test_what_yaku_are_worth_by_other_rules(text: str, rules: str, worth: str) -> None:
    told = read_yaku(text, load_rules(rules))
    assert (told and told.worth.strip()) == worth


@ROWS.each("what_cannot_be_or_must_be_asked")
def test_what_cannot_be_or_must_be_asked(text: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(calc.HandError) as refused:
        read_worth(text, load_rules("riichi", options))
    assert says in refused.value.message


@ROWS.each("what_is_told_beside_han")
def test_what_is_told_beside_han(text: str, told: dict[str, Any]) -> None:
    worth = read_worth(text, load_rules("riichi"))
    found = {key: getattr(worth, key) for key in ("han", "fu", "level", "by", "seat", "honba", "sticks", "counted")}
    assert {key: value for key, value in found.items() if value} == told


@ROWS.each("what_is_not_told_beside_han")
def test_what_is_not_told_beside_han(text: str, words: list[str]) -> None:
    with pytest.raises(calc.RecordError) as refused:
        read_worth(text, load_rules("riichi"))
    assert f"found '{' '.join(words)}' beside them" in refused.value.message
    assert unread_worth(text, load_rules("riichi")) == words


@ROWS.each("what_is_not_read")
def test_what_is_not_read(text: str, words: list[str]) -> None:
    assert unread_yaku(text, load_rules("riichi")) == words


@ROWS.each("what_is_no_such_hand")
def test_what_is_no_such_hand(text: str) -> None:
    assert read_yaku(text, load_rules("riichi")) is None


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("rules", ["riichi", "tenhou", "wrc", "m-league"])
def test_a_hand_told_by_its_yaku_pays_what_its_tiles_do(rules: str, lang: str) -> None:
    """The example of each yaku, settled by its tiles, and told by the yaku that it turned out to have."""
    told = 0
    ruleset: Any = load_rules(rules)
    for yaku in ruleset.yaku.values():
        result: Any = calc.score(yaku.example, rules=rules)
        dora = sum(result.dora.of(kind) for kind in ruleset.dora.bonus)
        names = [getattr(ruleset.yaku[line.id].name, lang) for line in result.yaku]
        if any(ruleset.yaku[line.id].value.level for line in result.yaku) or len(names) + dora < 2:
            continue
        is_open, is_limit = "(" in yaku.example, bool(result.limits)
        fu = f"{result.fu} fu" if result.fu and not is_limit else ""
        way = ["open" if is_open else "closed", "tsumo" if "tsumo" in yaku.example else "ron", fu]
        worth = read_worth(", ".join([*names, f"dora {dora}" if dora else "", *way]), ruleset)
        assert (worth.han, worth.limits) == (None if is_limit else result.han, result.limits), yaku.example
        told += 1
    assert told >= 10
