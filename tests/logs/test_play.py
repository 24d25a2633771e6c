"""What follows from the moves of a round, whatever format they were logged in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.logs.scripts import IDLE, record_of, refusal_of, win_of

#: Waits for 3s and 6s.
READY = "123m456p45789s11z"
#: As READY, with a called triplet of 1z.
CALLED = "123m456p45s11z789s"
#: Four turns in which nothing happens.
ROUND_TRIP = "0+7z 0-7z 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z"
#: All but the last of the seventy draws; player 1 draws that one.
ALL_BUT_ONE = " ".join(f"{draw % 4}+7z {draw % 4}-7z" for draw in range(69))


def flags(win: dict[str, Any]) -> dict[str, Any]:
    """What a win says beside its tiles and seats."""
    plain = {"hand", "melds", "win", "by", "seat", "round", "from", "dora"}
    return {key: value for key, value in win.items() if key not in plain}


def test_a_win_by_ron() -> None:
    assert win_of(f"{ROUND_TRIP} 0+7z 0-6s 1=0", IDLE.replace("369s", "366s"), READY) == {
        "hand": "123m456p45789s11z",
        "win": "6s",
        "by": "ron",
        "seat": "S",
        "round": "E",
        "from": "E",
        "dora": "9m",
    }


def test_a_win_by_tsumo_in_another_round() -> None:
    win = win_of(f"2+9m 2-9m 3+9m 3-9m {ROUND_TRIP} 0+6s 0=", READY, wind=1, number=3)
    assert win == {
        "hand": "123m456p45789s11z",
        "win": "6s",
        "by": "tsumo",
        "seat": "W",
        "round": "S",
        "dora": "9m",
    }


def test_a_round_is_told_with_its_counters() -> None:
    record = record_of("0+6s 0=", READY, wind=1, number=1, honba=2, sticks=3)
    assert {key: record[key] for key in ("round", "number", "honba", "sticks", "riichi")} == {
        "round": "S",
        "number": 1,
        "honba": 2,
        "sticks": 3,
        "riichi": [],
    }


class TestRiichi:
    def test_the_first_discard_is_double_riichi_with_ippatsu(self) -> None:
        moves = "0+7z 0r 0-7z 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z 0+6s 0="
        assert flags(win_of(moves, READY, ura="4p")) == {"ura": "4p", "riichi": "double", "ippatsu": True}

    def test_a_later_one_is_plain_and_ippatsu_ends_with_the_next_discard(self) -> None:
        moves = f"{ROUND_TRIP} 0+7z 0r 0-7z 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z {ROUND_TRIP} 0+6s 0="
        assert flags(win_of(moves, READY)) == {"riichi": True}

    def test_a_call_of_anybody_ends_ippatsu_and_double_riichi(self) -> None:
        call = "1-1z 2(111z)1z@1"
        hands = (READY.replace("11z", "22z"), "1z" + IDLE[:-5] + "567z", "11z147m258p369s77z")
        declared_first = f"0+7z 0r 0-7z 1+7z {call} 2-7z 3+7z 3-7z 0+6s 0="
        assert flags(win_of(declared_first, *hands)) == {"riichi": "double"}
        called_first = f"0+7z 0-7z 1+7z {call} 2-7z 3+7z 3-7z 0+7z 0r 0-7z 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z 0+6s 0="
        assert flags(win_of(called_first, *hands)) == {"riichi": True, "ippatsu": True}

    def test_a_concealed_quad_of_another_ends_double_riichi(self) -> None:
        moves = "0+5z 0[5555z] 0+7z 0-7z 1+7z 1r 1-7z 2+7z 2-7z 3+7z 3-7z 0+7z 0-7z 1+6s 1="
        assert flags(win_of(moves, "555z147m258p369s1z", READY)) == {"riichi": True, "ippatsu": True}

    def test_a_stick_is_paid_once_the_discard_is_not_won(self) -> None:
        hands = ("123m456p456789s1z", READY)
        declared = "0+3s 0r 0-3s"
        assert record_of(f"{declared} 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z 0+1z 0=", *hands)["riichi"] == ["E"]
        assert record_of(f"{declared} 1=0", *hands)["riichi"] == []

    def test_a_called_discard_pays_the_stick(self) -> None:
        record = record_of("0+2z 0r 0-2z 1(222z)2z@0 1-6s 0=1", READY, "22z147m258p369s6s2s")
        assert (record["riichi"], flags(record["wins"][0])) == (["E"], {"riichi": "double"})

    def test_a_fourth_riichi_is_paid_before_the_abort_and_a_thrice_won_one_is_not(self) -> None:
        four = " ".join(f"{player}+7z {player}r {player}-7z" for player in range(4))
        assert record_of(f"{four} =suucha_riichi")["riichi"] == ["E", "S", "W", "N"]
        assert record_of("0+7z 0r 0-7z =sanchahou")["riichi"] == []

    def test_ura_of_a_hand_without_riichi_is_left_out(self) -> None:
        assert "ura" not in win_of(f"{ROUND_TRIP} 0+6s 0=", READY, ura="4p")


class TestFirstTurns:
    def test_tenhou_and_chihou(self) -> None:
        assert flags(win_of("0+6s 0=", READY)) == {"first_turn": True}
        assert flags(win_of("0+7z 0-7z 1+6s 1=", IDLE, READY)) == {"first_turn": True}

    def test_a_ron_before_the_own_first_turn(self) -> None:
        assert flags(win_of("0+6s 0-6s 1=0", IDLE, READY)) == {"first_turn": True}

    def test_not_in_the_second_turn(self) -> None:
        assert flags(win_of(f"{ROUND_TRIP} 0+6s 0=", READY)) == {}

    @pytest.mark.parametrize("before", ["0+5z 0[5555z] 0+7z 0-7z", "0+7z 0-5z 3(555z)5z@0 3-1m 0+7z 0-7z"])
    def test_not_after_a_quad_or_call(self, before: str) -> None:
        hands = ("555z147m258p369s1z", READY, IDLE, "55z147m258p369s11z")
        assert flags(win_of(f"{before} 1+6s 1=", *hands)) == {}

    def test_not_after_a_north(self) -> None:
        hands = ("4z19m147p369s1235z", "123p456p45789s11z", "19m147p369s12356z")
        assert flags(win_of("0+7z 0N 0+7z 0-7z 1+6s 1=", *hands, players=3)) == {}


class TestReplacementTiles:
    @pytest.mark.parametrize(
        ("quad", "meld"),
        [
            ("0+5z 0[5555z]", "[5555z]"),
            ("0+7z 0-7z 1+5z 1-5z 0(5555z)5z@1", "(5555z)"),
        ],
    )
    def test_rinshan_after_a_quad(self, quad: str, meld: str) -> None:
        win = win_of(f"{quad} 0+6s 0=", "555z123m456p45s11z")
        assert (win["melds"], flags(win)) == ([meld], {"rinshan": True})

    def test_rinshan_after_a_promoted_quad(self) -> None:
        moves = "0+7z 0-7z 1+5z 1-5z 0(555z)5z@1 0-7m 1+7z 1-7z 2+7z 2-7z 3+7z 3-7z 0+5z 0(555+5z) 0+6s 0="
        win = win_of(moves, "55z1237m456p45s11z")
        assert (win["melds"], flags(win)) == (["(555+5z)"], {"rinshan": True})

    def test_rinshan_after_a_north_and_no_more_after_a_discard(self) -> None:
        hand = "4z123p456p45678s1z"
        assert flags(win_of("0+7z 0N 0+7z 0-7z 1+7z 1-7z 2+7z 2-7z 0+1z 0=", hand[:-3] + "81z" if False else hand.replace("78s", "77s").replace("1z", "7z") if False else "4z123456p45678s7z", players=3)) == {"north": 1}
        assert flags(win_of("0+4z 0N 0+6s 0=", "123456p45789s11z", players=3)) == {"rinshan": True, "north": 1}


def test_placeholder() -> None:
    assert CALLED
