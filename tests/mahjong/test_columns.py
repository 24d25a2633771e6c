"""Records as columns: the same whatever the spelling, and rows that cannot be read leave the others as they are."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import calc
from calc.mahjong.hand.hands import Hands
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read.columns import Wins, columns_from, read_columns
from calc.mahjong.read.win_records import read_win
from calc.mahjong.records.plain import win_from
from calc.notation.tiles import kind_of
from tests.judges.hands import random_hands

RULES = load_mahjong_rules("tenhou")


def assert_same(some: Hands, others: Hands) -> None:
    for name in Hands.__struct_fields__:
        one, other = getattr(some, name), getattr(others, name)
        if name == "facts":
            assert {fact: column.tolist() for fact, column in one.items()} == {
                fact: column.tolist() for fact, column in other.items()
            }
        else:
            assert one.tolist() == other.tolist(), name


def test_columns_count_what_the_records_show() -> None:
    wins = [win_from(record) for record in random_hands(3, 300)]
    hands = columns_from(wins, RULES)
    for row, win in enumerate(wins):
        read = read_win(win, RULES)
        for name, shown in (
            ("concealed", [*read.hand, read.win]),
            ("tiles", read.all_tiles),
            ("accounted", read.shown),
        ):
            counts = np.bincount([kind_of(tile) for tile in shown], minlength=34)
            assert getattr(hands, name)[row].tolist() == counts.tolist(), (name, win)
        assert hands.reds[row].tolist() == [read.all_tiles.count(red) for red in (34, 35, 36)]
        assert hands.accounted_reds[row].tolist() == [read.shown.count(red) for red in (34, 35, 36)]
        assert hands.win[row] == kind_of(read.win)
        assert hands.dora_count[row] == len(read.dora)
        assert hands.ura_count[row] == len(read.ura)
        assert int((hands.melds[:, row] > 0).sum()) == len(read.melds)
        assert RULES.seats[hands.seat[row]] == win.seat
        assert (None, *RULES.seats)[hands.discarder[row] + 1] == win.from_


def test_every_spelling_makes_the_same_columns() -> None:
    spellings: list[dict[str, Any]] = [
        {"hand": "34m0m1z", "win": "1z", "melds": ["(555z)", "[2222z]", "(678p)"], "dora": "1m0s", "discards": "19m"},
        {"hand": "340mE", "win": "E", "melds": "pon:PPP ankan:SSSS chi:678p", "dora": "1m0s", "discards": "1m9m"},
        {"hand": "3m4m0mEE", "melds": "(PPP)[SSSS](8p7p6p)", "dora": "🀇0s", "discards": "9m1m"},
    ]
    wins = [win_from({**spelled, "by": "ron", "seat": "S", "round": "E", "from": "N"}) for spelled in spellings]
    plainest = columns_from(wins[:1], RULES)
    for win in wins:
        assert_same(columns_from([win], RULES), plainest)
    together = columns_from(wins, RULES)
    for row in range(len(wins)):
        assert_same(together.take(np.arange(row, row + 1)), plainest)


REFUSED: list[dict[str, Any]] = [
    {"hand": "123456m345p249s"},
    {"hand": "123456m345p24999s"},
    {"hand": "123456m345p2499s1"},
    {"hand": "123456m345p2499", "win": "3s"},
    {"hand": "123456m345p24998z"},
    {"win": "33s"},
    {"win": ""},
    {"win": "3"},
    {"melds": ["(124m)"]},
    {"melds": "(123m"},
    {"dora": "1"},
    {"ura": "x", "riichi": True},
    {"discards": "1mm"},
    # A digit and a letter that make no tile, and letters that are none.
    *(
        {key: text}
        for key in ("hand", "win", "dora", "discards")
        for text in ("8z", "1x", "9W", "z8", "1m x9", "(555z)")
    ),
    {"liable": {"seat": "E", "for": "riichi"}},
    {"liable": {"seat": "E", "for": "nothing"}},
    {"facts": {"nothing": 1}},
]


@pytest.mark.parametrize("fault", REFUSED, ids=str)
def test_a_record_that_cannot_be_read_is_told_and_left_out(fault: dict[str, Any]) -> None:
    sound = {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "from": "W"}
    good, bad = win_from(sound), win_from({**sound, **fault})
    with pytest.raises(calc.CalcError) as alone:
        read_win(bad, RULES)
    hands, refused = read_columns(Wins.of([good, bad, good]), RULES)
    assert_same(hands, columns_from([good, good], RULES))
    assert list(refused) == [1]
    error = refused[1]
    assert (str(error), error.code, error.key, error.column) == (
        str(alone.value), alone.value.code, alone.value.key, alone.value.column
    )  # fmt: skip


def test_a_seat_that_the_table_lacks_is_refused() -> None:
    sanma = load_mahjong_rules("tenhou-sanma")
    for key in ("seat", "round", "from"):
        seats = {"seat": "S", "round": "E", "from": "W", key: "N"}
        win = win_from({"hand": "123456p345s1222z", "win": "1z", "by": "ron", **seats})
        hands, refused = read_columns(Wins.of([win]), sanma)
        assert (len(hands), refused[0].key) == (0, key)


def test_more_indicators_than_columns_hold_are_refused_all_the_same() -> None:
    shuffled = list(range(1, 10)) * 40
    Random(1).shuffle(shuffled)
    dora = "".join(map(str, shuffled)) + "p"
    with pytest.raises(calc.HandError, match=r"indicators|copies"):
        calc.score({"hand": "123456m345s2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E", "dora": dora})
