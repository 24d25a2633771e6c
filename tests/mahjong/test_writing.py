"""Results written from remembered parts: equal to what each is alone."""

from __future__ import annotations

from itertools import cycle
from typing import Any, get_args

import msgspec
import pytest
from msgspec import UNSET

from calc.errors import CalcError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read.columns import Wins
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Win
from calc.mahjong.results import WinResult
from calc.mahjong.scoring import score_wins, settle_columns, settle_wins
from calc.mahjong.settled import Fields, Writer, writer_for
from calc.outcomes import EncodedResult
from tests.amounts import tries
from tests.judges.hands import near_misses, random_hands
from tests.mahjong.alone import settle_win

FIELDS: tuple[Fields, ...] = get_args(Fields)
#: Wins whose results have what few others have.
RARE: list[dict[str, Any]] = [
    {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "riichi": True},
    {"hand": "1112z", "win": "2z", "melds": "(555z)(666z)(777z)", "by": "ron", "seat": "W", "round": "E", "from": "N",
     "liable": {"seat": "S", "for": "daisangen"}, "honba": 2, "sticks": 3},
    {"hand": "19m19p19s1234567z", "win": "1m", "by": "tsumo", "seat": "E", "round": "E", "first_turn": True},
    {"hand": "2345567m345p111s", "win": "8m", "by": "tsumo", "seat": "N", "round": "E", "honba": 9},
    {"hand": "234567m345p2288s", "win": "2s", "by": "ron", "seat": "S", "round": "E", "first_turn": True},
    {"hand": "234567m345p2288s", "win": "8s", "by": "tsumo", "seat": "S", "round": "E", "riichi": "double"},
    {"hand": "340567m345p2288s", "win": "2s", "by": "ron", "seat": "E", "round": "E",
     "last_tile": True, "discards": "9s"},
    {"hand": "2288s567m", "win": "8s", "by": "ron", "seat": "W", "round": "E", "melds": "(340p)(222p<S)",
     "facts": {"win_merged": True}},
]  # fmt: skip


def alone(wins: list[Win], rules: Any, lang: str, fields: Fields) -> list[WinResult | str]:
    """Results written one by one, by writers that remember nothing; refusals by their message."""
    results: list[WinResult | str] = []
    for win in wins:
        settled, _, refused = settle_columns(Wins.of([win]), {}, rules)
        results += [refused[0].message] if refused else Writer(rules, lang).write(settled, [win], fields)
    return results


def together(wins: list[Win], rules: Any, lang: str, fields: Fields) -> list[WinResult | str]:
    results = score_wins(wins, rules, fields=fields, lang=lang)
    return [result.message if isinstance(result, CalcError) else result for result in results]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tenhou", {}),
        ("riichi", {}),
        ("riichi", {"kiriage_mangan": True, "kazoe": "none"}),
        ("sanma", {}),
        ("tenhou-sanma", {}),
    ],
)
def test_a_result_of_remembered_parts_is_what_it_is_alone(name: str, options: dict[str, Any], lang: str) -> None:
    rules = load_mahjong_rules(name, options)
    drawn = [*random_hands(11, tries(25, 60)), *(record for record, _ in near_misses(12, 15)), *RARE]
    wins = [win_from({**record, "rules": name}) for record in drawn]
    for fields in FIELDS:
        expected = alone(wins, rules, lang, fields)
        assert together(wins, rules, lang, fields) == expected
        assert together(wins[::-1], rules, lang, fields) == expected[::-1]  # of what is remembered
    assert writer_for(rules, lang) is writer_for(rules, lang)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_result_made_as_text_is_the_result_encoded(lang: str) -> None:
    rules = load_mahjong_rules("riichi", {"kazoe": "none"})
    drawn = [*random_hands(13, 200), *(record for record, _ in near_misses(14, 40)), *RARE]
    wins = [win_from({**record, "id": id_}) for record, id_ in zip(drawn, cycle((7, None, "五")), strict=False)]
    for results in (settle_wins(wins, rules), settle_wins(wins[::-1], rules)):
        for text, result in zip(results.encode(lang), results.write("short", lang), strict=True):
            if isinstance(text, EncodedResult):
                assert text.text + "}" == msgspec.json.encode(result).decode()
            else:
                assert isinstance(result, CalcError)


@pytest.mark.parametrize("fields", FIELDS)
def test_a_caller_may_change_a_result(fields: Fields) -> None:
    rules, win = load_mahjong_rules("riichi"), win_from(RARE[0])
    (first,) = score_wins([win], rules, fields=fields)
    assert isinstance(first, WinResult)
    before = msgspec.json.encode(first)
    for part in (first.yaku, first.payments, first.fu_parts, first.notes, first.transfers):
        if part is not UNSET:
            part.clear()
    (second,) = score_wins([win], rules, fields=fields)
    assert msgspec.json.encode(second) == before


def test_no_records_have_no_results() -> None:
    rules = load_mahjong_rules("riichi")
    settled, _, _ = settle_columns(Wins.of([]), {}, rules)
    assert Writer(rules, "en").write(settled, [], "full") == score_wins([], rules) == []


def test_the_settled_win_behind_a_result_is_kept() -> None:
    rules = load_mahjong_rules("riichi")
    wins = [win_from(record) for record in (RARE[0], {**RARE[0], "hand": "123456m345p2498s"}, *RARE[1:])]
    settled = settle_wins(wins, rules)
    for place, result in enumerate(settled.write("full", "ja")):
        assert isinstance(result, CalcError) == (place == 1)
        if place != 1:
            assert settled[place].record == wins[place]
            assert settled[place].result("ja") == result == settle_win(wins[place], rules).result("ja")
