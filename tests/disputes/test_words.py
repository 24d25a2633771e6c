"""Claims on a win in the words of people at a table, read under a rule set."""

from __future__ import annotations

from typing import Any

import pytest

import calc
from calc.disputes.claims import claim_from_text
from calc.mahjong.records.types import Win

RULES = calc.load_rules("tenhou")

SPELLED: list[tuple[str, dict[str, Any]]] = [
    ("has pinfu", {"has": ["pinfu"]}),
    ("it has pinfu and riichi", {"has": ["pinfu", "riichi"]}),
    ("the hand has riichi, all simples", {"has": ["riichi", "tanyao"]}),
    ("Riichi + Pinfu", {"has": ["riichi", "pinfu"]}),
    ("reach", {"has": ["riichi"]}),
    ("half flush", {"has": ["honitsu"]}),
    ("half-flush", {"has": ["honitsu"]}),
    ("seven pairs", {"has": ["chiitoitsu"]}),
    ("daburi", {"has": ["double_riichi"]}),
    ("リーチ ピンフ", {"has": ["riichi", "pinfu"]}),
    ("りーち ぴんふ", {"has": ["riichi", "pinfu"]}),
    ("リーチとタンヤオ", {"has": ["riichi", "tanyao"]}),
    ("立直・平和・断么九", {"has": ["riichi", "pinfu", "tanyao"]}),
    ("立直平和", {"has": ["riichi", "pinfu"]}),
    ("タンヤオがある", {"has": ["tanyao"]}),
    ("only riichi pinfu", {"yaku": ["riichi", "pinfu"]}),
    ("riichi pinfu only", {"yaku": ["riichi", "pinfu"]}),
    ("just pinfu", {"yaku": ["pinfu"]}),
    ("リーチ ピンフだけ", {"yaku": ["riichi", "pinfu"]}),
    ("平和のみ", {"yaku": ["pinfu"]}),
    ("no tanyao", {"lacks": ["tanyao"]}),
    ("not tanyao", {"lacks": ["tanyao"]}),
    ("it is not tanyao", {"lacks": ["tanyao"]}),
    ("it does not have pinfu", {"lacks": ["pinfu"]}),
    ("without all simples", {"lacks": ["tanyao"]}),
    ("no tanyao or pinfu", {"lacks": ["tanyao", "pinfu"]}),
    ("no tanyao, no pinfu", {"lacks": ["tanyao", "pinfu"]}),
    ("riichi, no tanyao", {"has": ["riichi"], "lacks": ["tanyao"]}),
    ("タンヤオなし", {"lacks": ["tanyao"]}),
    ("ピンフではない", {"lacks": ["pinfu"]}),
    ("リーチ、タンヤオはつかない", {"has": ["riichi"], "lacks": ["tanyao"]}),
    ("no yaku", {"yaku": []}),
    ("役なし", {"yaku": []}),
    ("furiten", {"furiten": True}),
    ("it is furiten", {"furiten": True}),
    ("フリテン", {"furiten": True}),
    ("振聴だ", {"furiten": True}),
    ("not furiten", {"furiten": False}),
    ("フリテンではない", {"furiten": False}),
    ("should be 7700", {"points": 7700}),
    ("I think it's 3 han 40 fu", {"han": 3, "fu": 40}),
    ("that's a mangan", {"points": "mangan"}),
    ("it must be pinfu", {"has": ["pinfu"]}),
    ("we say riichi", {"has": ["riichi"]}),
    ("W pays nothing", {"payments": {"W": 0}}),
    ("nothing", {"win": False}),
    ("not tenpai", {"win": False}),
    ("チョンボ", {"win": False}),
    ("誤ロン", {"win": False}),
    ("not a win", {"win": False}),
    ("7700 points", {"points": 7700}),
    ("it is worth 7,700 points", {"points": 7700}),
    ("7700点", {"points": 7700}),
    ("1,300/2,600", {"points": "1300/2600"}),
    ("1300-2600", {"points": "1300/2600"}),
    ("4000オール", {"points": "4000 all"}),
    ("everybody pays 4000", {"points": "4000 all"}),
    ("it is a mangan", {"points": "mangan"}),
    ("満貫", {"points": "mangan"}),
    ("haneman", {"points": "haneman"}),
    ("2 han 30 fu, 2000", {"han": 2, "fu": 30, "points": 2000}),
    ("riichi pinfu, 2 han", {"has": ["riichi", "pinfu"], "han": 2}),
    ("4翻30符", {"han": 4, "fu": 30}),
    ("dora 3", {"dora": 3}),
    ("3 dora", {"dora": 3}),
    ("ドラ2", {"dora": 2}),
    ("riichi, dora 1", {"has": ["riichi"], "dora": 1}),
    ("West pays 7700", {"payments": {"W": -7700}}),
    ("W pays 7,700", {"payments": {"W": -7700}}),
    ("the dealer pays 2600", {"payments": {"E": -2600}}),
    ("South gets 7700", {"payments": {"S": 7700}}),
    ("West pays 1000 and North pays 2000", {"payments": {"W": -1000, "N": -2000}}),
    ("discarder pays 8000", {"payments": {"discarder": -8000}}),
    ("親が2600払う", {"payments": {"E": -2600}}),
    ("西家が7700払う", {"payments": {"W": -7700}}),
    ("南家が7700もらう", {"payments": {"S": 7700}}),
]


@pytest.mark.parametrize(("text", "claim"), SPELLED)
def test_a_claim_in_words(text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text, Win, RULES) == claim


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no tanyao, pinfu", "write no pinfu or has pinfu"),
        ("3 han 4 han", "han is claimed twice"),
        ("2000 3900", "points is claimed twice"),
        ("pinfoo", "did you mean 'pinfu'?"),
        ("reach for it", "expected a claim such as 7700"),
        ("!", "expected a claim such as 7700"),
    ],
)
def test_what_could_mean_two_things_or_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        claim_from_text(text, Win, RULES)
    assert words in caught.value.message


@pytest.mark.parametrize("one", RULES.yaku.values(), ids=lambda one: one.id)
def test_a_yaku_may_be_claimed_by_any_of_its_names(one: Any) -> None:
    for said in (one.id, one.name.en, one.name.ja, *one.also):
        assert claim_from_text(said, Win, RULES) == {"has": [one.id]}, said
