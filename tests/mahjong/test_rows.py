"""Short results composed of remembered pieces: to the letter what a result alone is as JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from calc.errors import CalcError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rows import RowWriter, row_writer
from calc.mahjong.scoring import score_wins, settle_records
from calc.records.plain import win_from
from calc.records.win import Win
from tests.judges.hands import near_misses, random_hands

#: Wins whose results have what few others have.
RARE: list[dict[str, Any]] = [
    {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "riichi": True},
    {"hand": "1112z", "win": "2z", "melds": "(555z)(666z)(777z)", "by": "ron", "seat": "W", "round": "E", "from": "N",
     "liable": {"seat": "S", "for": "daisangen"}, "honba": 2, "sticks": 3},
    {"hand": "19m19p19s1234567z", "win": "1m", "by": "tsumo", "seat": "E", "round": "E", "first_turn": True},
    {"hand": "2345567m345p11s", "win": "8m", "by": "tsumo", "seat": "N", "round": "E", "honba": 9},
]  # fmt: skip


def rows_of(writer: RowWriter, wins: list[Win], rules: Any) -> list[str]:
    settled, places, _ = settle_records(wins, rules)
    return writer.write(settled, [wins[place] for place in places], ',"line":', range(len(places)))


def encoded(wins: list[Win], rules: Any, lang: str) -> list[str]:
    results = score_wins(wins, rules, fields="short", lang=lang)
    whole = [msgspec.json.encode(result).decode() for result in results if not isinstance(result, CalcError)]
    return [f'{text[:-1]},"line":{line}}}\n' for line, text in enumerate(whole)]


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
def test_a_row_is_what_the_result_alone_is(name: str, options: dict[str, Any], lang: str) -> None:
    rules = load_mahjong_rules(name, options)
    drawn = [*random_hands(11, 700), *(record for record, _ in near_misses(12, 100)), *RARE]
    wins = [win_from({**record, "rules": name}) for record in drawn]
    expected = encoded(wins, rules, lang)
    writer = RowWriter(rules, lang)
    assert rows_of(writer, wins, rules) == expected
    assert rows_of(writer, wins[::-1], rules) == encoded(wins[::-1], rules, lang)  # of what is remembered
    assert row_writer(rules, lang) is row_writer(rules, lang)


def test_no_rows_are_no_text() -> None:
    rules = load_mahjong_rules("riichi")
    settled, _, _ = settle_records([], rules)
    assert RowWriter(rules, "en").write(settled, [], "", []) == []
