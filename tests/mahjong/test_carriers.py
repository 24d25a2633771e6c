"""Wins by themselves and wins in columns: the same conditions, the same results, the same refusals."""

from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from msgspec import UNSET

import calc
from calc.errors import CalcError
from calc.games import Fields
from calc.mahjong.columns.read import Wins, read_columns
from calc.mahjong.columns.settle import settle_columns, settle_short
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import hand_of, read_win
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Win
from calc.mahjong.results import WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import score_wins, settle_wins
from calc.outcomes import EncodedResult
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from calc.translation import spoken_in
from tests.amounts import tries
from tests.judges.hands import near_misses, random_hands
from tests.rows import Rows

ROWS = Rows(__file__)

SETS = [name for name in rule_set_ids() if game_id_of(name) == "riichi"]
FIELDS: tuple[Fields, ...] = get_args(Fields)
SOUND: dict[str, Any] = {
    "hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "from": "W", "riichi": True
}  # fmt: skip
#: Wins whose results have what few others have.
RARE: list[dict[str, Any]] = ROWS["rare"]
#: What is wrong with a record, or oddly written.
ODD: list[dict[str, Any]] = ROWS["odd"]


def alone(wins: Sequence[Win], rules: MahjongRules, lang: str = "en") -> list[bytes]:
    return [spelled(one) for one in spoken_in(lang, score_wins, wins, rules, fields="short")]


def in_columns(wins: Sequence[Win], rules: MahjongRules, lang: str = "en") -> list[bytes]:
    as_text = [spelled(one) for one in spoken_in(lang, settle_short, wins, rules, encoded=True)]
    assert as_text == [spelled(one) for one in spoken_in(lang, settle_short, wins, rules)]
    return as_text


def spelled(outcome: WinResult | EncodedResult | CalcError) -> bytes:
    if isinstance(outcome, EncodedResult):
        return f"{outcome.text}}}".encode()
    if isinstance(outcome, CalcError):
        return repr((type(outcome), outcome.code, outcome.message, outcome.key, outcome.column)).encode()
    return msgspec.json.encode(outcome)


def drawn(seed: int, count: int) -> list[Win]:
    records = [*random_hands(seed, count), *(record for record, _ in near_misses(seed + 1, count // 4)), *RARE]
    records += [{**SOUND, **odd} for odd in ODD]
    ids = cycle((7, None, "五"))
    return [win_from({**record, "id": id_}) for record, id_ in zip(records, ids, strict=False)]


def options_of(name: str, rng: Random) -> dict[str, Any]:
    """A random answer to some options of a rule set, those that go together."""
    rules = load_mahjong_rules(name)
    chosen: dict[str, Any] = {}
    for option, rule in rules.options.items():
        if rng.random() < 0.2 and rule.choices:
            tried = {**chosen, option: rng.choice([*rule.choices])}
            try:
                load_mahjong_rules(name, tried)
            except CalcError:
                continue
            chosen = tried
    return chosen


@pytest.mark.parametrize("name", SETS)
def test_columns_say_what_each_win_says_alone(name: str) -> None:
    wins = drawn(sum(name.encode()), tries(40, 2000))
    for options in ({}, options_of(name, Random(name))):
        rules = load_mahjong_rules(name, options)
        expected = alone(wins, rules)
        assert in_columns(wins, rules) == expected
        assert in_columns(wins[::-1], rules) == expected[::-1]  # of what is remembered


def test_japanese_names_stand_in_columns_too() -> None:
    rules, wins = load_mahjong_rules("riichi"), drawn(3, 20)
    assert in_columns(wins, rules, "ja") == alone(wins, rules, "ja")


def test_plain_hands_are_columns_and_only_others_are_settled_alone() -> None:
    rules = load_mahjong_rules("tenhou")
    wins = [win_from(SOUND), win_from({**SOUND, **ODD[0]}), win_from({**SOUND, "facts": {"win_merged": True}})] * 2
    settled = settle_columns(Wins.of(wins), rules)
    assert settled.rows.tolist() == [0, 3]
    assert sorted(settled.alone) == [1, 2, 4, 5]


def test_columns_count_what_the_records_show() -> None:
    rules = load_mahjong_rules("tenhou")
    wins = [win_from(record) for record in random_hands(3, 300)]
    hands, rows = read_columns(Wins.of(wins), rules)
    assert len(rows) > 250  # those with discards or facts are no columns
    for row, win in enumerate([wins[place] for place in rows.tolist()]):
        hand = hand_of(read_win(win, rules), rules)
        assert [*hand.counts] == hands.counts[:, row].tolist(), win
        assert hand.tiles == hands.tiles[:, row].tolist()
        assert hand.shown == hands.shown[:, row].tolist()
        assert hand.reds_shown == hands.reds_shown[:, row].tolist()
        assert [*hand.codes] == [code for code in hands.melds[:, row].tolist() if code]
        assert hand.bonus == {kind: int(column[row]) for kind, column in hands.bonus.items()}
        for field in (
            "tile_set", "shown_set", "most_shown", "suits", "win", "tsumo", "seat", "round", "is_dealer", "seat_wind",
            "round_wind", "discarder", "riichi", "ippatsu", "rinshan", "last_tile", "first_turn", "north", "honba",
            "sticks", "is_open", "has_melds", "way", "dora_count", "ura_count", "quads", "open_quads", "has_chi",
            "odd_feeder",
        ):  # fmt: skip
            assert getattr(hand, field) == np.asarray(getattr(hands, field))[row], (field, win)


def test_every_spelling_makes_the_same_hand() -> None:
    spellings: list[dict[str, Any]] = [
        {"hand": "34m0m1z", "win": "1z", "melds": ["(555z)", "[2222z]", "(678p)"], "dora": "1m0s", "discards": "19m"},
        {"hand": "340mE", "win": "E", "melds": "pon:PPP ankan:SSSS chi:678p", "dora": "1m0s", "discards": "1m9m"},
        {"hand": "3m4m0mEE", "melds": "(PPP)[SSSS](8p7p6p)", "dora": "🀇0s", "discards": "9m1m"},
    ]
    rules = load_mahjong_rules("tenhou")
    wins = [win_from({**spelled, "by": "ron", "seat": "S", "round": "E", "from": "N"}) for spelled in spellings]
    hands = [hand_of(read_win(win, rules), rules) for win in wins]
    assert hands[0] == hands[1] == hands[2]


def test_more_indicators_than_columns_hold_are_refused_all_the_same() -> None:
    shuffled = list(range(1, 10)) * 40
    Random(1).shuffle(shuffled)
    dora = "".join(map(str, shuffled)) + "p"
    with pytest.raises(calc.HandError, match=r"indicators|copies"):
        calc.score({**SOUND, "dora": dora})
    win, rules = win_from({**SOUND, "dora": dora}), load_mahjong_rules("tenhou")
    assert in_columns([win] * 2, rules) == alone([win] * 2, rules)


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
    assert settle_short([], rules) == score_wins([], rules) == []
    assert settle_columns(Wins.of([]), rules).rows.tolist() == []


def test_the_settled_win_behind_a_result_is_kept() -> None:
    rules = load_mahjong_rules("riichi")
    wins = [win_from(record) for record in (RARE[0], {**RARE[0], "hand": "123456m345p2498s"}, *RARE[4:6])]
    results = spoken_in("ja", score_wins, wins, rules)
    for place, (one, result) in enumerate(zip(settle_wins(wins, rules), results, strict=True)):
        assert isinstance(one, CalcError) == isinstance(result, CalcError) == (place == 1)
        if not isinstance(one, CalcError):
            assert one.record == wins[place]
            assert spoken_in("ja", one.result) == result
