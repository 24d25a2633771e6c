"""What follows from the moves of a round, whatever format they were logged in."""

from typing import Any

import pytest

from tests.logs.scripts import IDLE, record_of, refusal_of, win_of
from tests.rows import Rows

ROWS = Rows(__file__)

#: Waits for 3s and 6s, closed; then with a triplet or a pair of white dragons to be called or to make a quad of.
READY = "123m456p45789s11z"
TRIPLET = "123m456p45s11555z"
PAIR = "1237m456p45s1155z"
SANMA = "123456p45789s11z"
#: Holds a pair of red dragons.
CALLER = "147m258p369s1277z"
#: One turn each in which nothing happens.
TRIP = "0+6z 0-6z 1+6z 1-6z 2+6z 2-6z 3+6z 3-6z"
OTHERS = "1+6z 1-6z 2+6z 2-6z 3+6z 3-6z"
#: Player 1 discards a red dragon, and player 2 calls it.
CALL = "1+7z 1-7z 2(777z)7z@1 2-1m 3+6z 3-6z"


def flags(win: dict[str, Any]) -> dict[str, Any]:
    """What a win says beside its tiles and seats."""
    plain = {"hand", "melds", "win", "by", "seat", "round", "from", "dora"}
    return {key: value for key, value in win.items() if key not in plain}


def idle_draws(count: int, players: int = 4) -> str:
    """So many draws from the first on, each thrown away."""
    return " ".join(f"{draw % players}+6z {draw % players}-6z" for draw in range(count))


def test_a_win_by_ron() -> None:
    assert win_of(f"{TRIP} 0+6s 0-6s 1=0", IDLE, READY) == {
        "hand": "123m456p45789s11z",
        "win": "6s",
        "by": "ron",
        "seat": "S",
        "round": "E",
        "from": "E",
        "dora": "9m",
    }


def test_a_win_by_tsumo_in_another_round() -> None:
    moves = "2+6z 2-6z 3+6z 3-6z 0+6z 0-6z 1+6z 1-6z 2+6z 2-6z 3+6z 3-6z 0+6s 0="
    assert win_of(moves, READY, wind=1, number=3) == {
        "hand": "123m456p45789s11z",
        "win": "6s",
        "by": "tsumo",
        "seat": "W",
        "round": "S",
        "dora": "9m",
    }


def test_a_round_is_told_with_its_counters() -> None:
    record = record_of("0+6s 0=", READY, wind=1, honba=2, sticks=3)
    del record["wins"]
    assert record == {"round": "S", "number": 1, "honba": 2, "sticks": 3, "riichi": []}


def test_indicators_stand_in_the_order_in_which_they_were_turned() -> None:
    assert win_of("0+5z 0[5555z] !0p !1z 0+6s 0=", TRIPLET)["dora"] == "9m0p1z"


def test_two_wins_on_one_discard() -> None:
    record = record_of(f"{TRIP} 0+6s 0-6s 1=0 3=0", IDLE, READY, IDLE, READY)
    assert [(win["seat"], win["from"]) for win in record["wins"]] == [("S", "E"), ("N", "E")]


class TestRiichi:
    def test_with_the_first_discard_it_is_double(self) -> None:
        win = win_of(f"0+6z 0r 0-6z {OTHERS} 0+6s 0=", READY, ura="4p")
        assert flags(win) == {"ura": "4p", "riichi": "double", "ippatsu": True}

    def test_later_it_is_not_and_ippatsu_ends_with_the_next_discard(self) -> None:
        moves = f"{TRIP} 0+6z 0r 0-6z {OTHERS}"
        assert flags(win_of(f"{moves} 0+6s 0=", READY)) == {"riichi": True, "ippatsu": True}
        assert flags(win_of(f"{moves} {TRIP} 0+6s 0=", READY)) == {"riichi": True}

    def test_a_call_ends_ippatsu(self) -> None:
        assert flags(win_of(f"0+6z 0r 0-6z {CALL} 0+6s 0=", READY, IDLE, CALLER)) == {"riichi": "double"}

    def test_a_call_before_it_ends_double_riichi(self) -> None:
        moves = f"0+6z 0-6z {CALL} 0+6z 0-6z 1+6z 1r 1-6z 2+6z 2-6z 3+6z 3-6z 0+6z 0-6z 1+6s 1="
        assert flags(win_of(moves, IDLE, READY, CALLER)) == {"riichi": True, "ippatsu": True}

    def test_a_concealed_quad_before_it_ends_double_riichi(self) -> None:
        moves = "0+5z 0[5555z] 0+6z 0-6z 1+6z 1r 1-6z 2+6z 2-6z 3+6s 3-6s 1=3"
        assert flags(win_of(moves, TRIPLET, READY)) == {"riichi": True, "ippatsu": True}

    def test_a_concealed_quad_after_it_ends_ippatsu_with_its_replacement_tile(self) -> None:
        moves = "0+6z 0r 0-6z 1+5z 1[5555z] 1+6s 1-6s 0=1"
        assert flags(win_of(moves, READY, TRIPLET)) == {"riichi": "double"}

    def test_robbing_a_quad_can_be_ippatsu(self) -> None:
        call = "3+6z 3-6z 0+6z 0-6z 1+5z 1-5z 2(555z)5z@1 2-7m"
        moves = f"0+6z 0-6z 1+6z 1-6z 2+6z 2-6z {call} 3+6z 3r 3-6z 0+6z 0-6z 1+6z 1-6z 2+5z 2(555+5z) 3=2"
        assert flags(win_of(moves, IDLE, IDLE, PAIR, READY)) == {"riichi": True, "ippatsu": True, "chankan": True}

    def test_setting_a_north_aside_ends_both(self) -> None:
        hands = (SANMA, SANMA.replace("11z", "14z"))
        after = "0+6z 0r 0-6z 1+6z 1N 1+6z 1-6z 2+6z 2-6z 0+6s 0="
        assert flags(win_of(after, *hands, players=3)) == {"riichi": "double"}
        before = "1+6z 1N 1+6z 1-6z 2+6z 2-6z 0+6z 0r 0-6z 1+6z 1-6z 2+6s 2-6s 0=2"
        assert flags(win_of(before, *hands, players=3, number=2)) == {"riichi": True, "ippatsu": True}

    def test_the_stick_is_paid_once_the_discard_is_not_won(self) -> None:
        declared = f"{TRIP} 0+6s 0r 0-6s"
        assert record_of(f"{declared} {OTHERS} 0+6s 0=", READY, READY)["riichi"] == ["E"]
        assert record_of(f"{declared} 1=0", READY, READY)["riichi"] == []

    def test_a_discard_that_is_called_pays_the_stick(self) -> None:
        record = record_of("0+7z 0r 0-7z 2(777z)7z@0 2-6s 0=2", READY, IDLE, CALLER.replace("9s", "6s"))
        assert record["riichi"] == ["E"]

    def test_a_fourth_riichi_is_paid_before_the_abort(self) -> None:
        four = " ".join(f"{player}+6z {player}r {player}-6z" for player in range(4))
        assert record_of(f"{four} =suucha_riichi")["riichi"] == ["E", "S", "W", "N"]

    def test_a_discard_won_by_three_pays_nothing(self) -> None:
        assert record_of("0+6z 0r 0-6z =sanchahou")["riichi"] == []

    def test_ura_of_a_hand_without_riichi_is_left_out(self) -> None:
        assert flags(win_of(f"{TRIP} 0+6s 0=", READY, ura="4p")) == {}


class TestFirstTurns:
    @ROWS.each("a_win_in_the_first_turn")
    def test_a_win_in_the_first_turn(self, moves: str, winner: int) -> None:
        hands = [READY if player == winner else IDLE for player in range(4)]
        assert flags(win_of(moves, *hands)) == {"first_turn": True}

    @ROWS.each("a_win_later")
    def test_a_win_later(self, moves: str) -> None:
        assert flags(win_of(moves, TRIPLET, READY, CALLER.replace("9s", "6s"))) == {}

    def test_a_win_after_a_north(self) -> None:
        moves = "0+4z 0N 0+6z 0-6z 1+6s 1="
        assert flags(win_of(moves, SANMA, SANMA, players=3)) == {}


class TestReplacementTiles:
    @ROWS.each("rinshan_after_a_quad")
    def test_rinshan_after_a_quad(self, moves: str, hand: str, meld: str) -> None:
        win = win_of(moves, hand)
        assert (win["melds"], flags(win)) == ([meld], {"rinshan": True})

    def test_rinshan_after_a_north(self) -> None:
        assert flags(win_of("0+4z 0N 0+6s 0=", SANMA, players=3)) == {"rinshan": True, "north": 1}

    def test_no_rinshan_after_the_next_discard(self) -> None:
        moves = "0+5z 0[5555z] 0+6z 0-6z 1+6z 1-6z 2+6z 2-6z 3+6z 3-6z 0+6s 0="
        assert flags(win_of(moves, TRIPLET)) == {}

    def test_no_rinshan_where_another_draws(self) -> None:
        moves = "0+5z 0[5555z] 0+6z 0-6z 1+6s 1="
        assert flags(win_of(moves, TRIPLET, READY)) == {}

    def test_robbing_a_promoted_quad(self) -> None:
        moves = f"0+6z 0-6z 1+5z 1-5z 0(555z)5z@1 0-7m {OTHERS} 0+5z 0(555+5z) 1=0"
        win = win_of(moves, PAIR, READY)
        assert (win["win"], win["from"], flags(win)) == ("5z", "E", {"chankan": True})

    def test_robbing_a_quad_of_the_last_tile_is_no_houtei(self) -> None:
        moves = f"0+6z 0-6z 1+5z 1-5z 0(555z)5z@1 0-7m {OTHERS} {idle_draws(64)} 0+5z 0(555+5z) 1=0"
        assert flags(win_of(moves, PAIR, READY)) == {"chankan": True}

    def test_robbing_a_concealed_quad(self) -> None:
        win = win_of(f"{TRIP} 0+5z 0[5555z] 1=0", TRIPLET, READY)
        assert (win["win"], flags(win)) == ("5z", {"chankan": "concealed"})

    def test_a_ron_on_a_north_is_no_robbing(self) -> None:
        win = win_of("0+6z 0-6z 1+6z 1-6z 2+6z 2-6z 0+4z 0N 1=0", SANMA, SANMA, players=3)
        assert (win["win"], win["from"], flags(win)) == ("4z", "E", {"facts": {"north_ron": True}})


class TestLastTile:
    def test_the_seventieth_draw_is_the_last(self) -> None:
        assert flags(win_of(f"{idle_draws(69)} 1+6s 1=", IDLE, READY)) == {"last_tile": True}
        assert flags(win_of(f"{idle_draws(68)} 0+6s 0=", READY)) == {}

    def test_so_is_its_discard(self) -> None:
        assert flags(win_of(f"{idle_draws(69)} 1+6s 1-6s 0=1", READY)) == {"last_tile": True}

    def test_with_three_players_it_is_the_fifty_fifth(self) -> None:
        assert flags(win_of(f"{idle_draws(54, 3)} 0+6s 0=", SANMA, players=3)) == {"last_tile": True}

    def test_replacement_tiles_count(self) -> None:
        # Seventy draws with the one before the quad.
        moves = f"0+5z 0[5555z] {idle_draws(68)} 0+6s 0-6s"
        assert flags(win_of(f"{moves} 3=0", TRIPLET, IDLE, IDLE, READY)) == {"last_tile": True}

    def test_a_draw_too_many_is_refused(self) -> None:
        assert (
            refusal_of(f"{idle_draws(71)} =exhaustive")
            == "in E1, honba 0: W: expected 70 draws at most, found one more"
        )


class TestResponsibility:
    #: Player 0 calls white from player 1 and green from player 2, then red from player 3.
    WHITE_AND_GREEN = "0+1p 0-1p 1+5z 1-5z 0(555z)5z@1 0-1m 1+1p 1-1p 2+6z 2-6z 0(666z)6z@2 0-2m"
    UP_TO_THREE = "1+1p 1-1p 2+1p 2-1p 3+7z 3-7z"
    RED = "0(777z)7z@3 0-3m"
    HAND = "1234m223s556677z"

    def test_who_feeds_the_third_dragon_is_liable(self) -> None:
        win = win_of(f"{self.WHITE_AND_GREEN} {self.UP_TO_THREE} {self.RED} 1+4s 1-4s 0=1", self.HAND)
        assert (win["melds"], win["liable"]) == (
            ["(555z<S)", "(666z<W)", "(777z<N)"],
            {"seat": "N", "for": "daisangen"},
        )

    def test_who_feeds_an_open_quad_is_too(self) -> None:
        moves = f"{self.WHITE_AND_GREEN} {self.UP_TO_THREE} 0(7777z)7z@3 0+3m 0-3m 1+4s 1-4s 0=1"
        assert win_of(moves, "124m223s5566777z")["liable"] == {"seat": "N", "for": "daisangen"}

    def test_nobody_is_for_a_concealed_quad(self) -> None:
        moves = f"{self.WHITE_AND_GREEN} 1+1p 1-1p 2+1p 2-1p 3+1p 3-1p 0+7z 0[7777z] 0+2s 0="
        assert "liable" not in win_of(moves, "12m2233s5566777z")

    def test_promoting_a_triplet_leaves_who_fed_it(self) -> None:
        moves = f"{self.WHITE_AND_GREEN} {self.UP_TO_THREE} {self.RED}"
        promoted = "1+1p 1-1p 2+1p 2-1p 3+1p 3-1p 0+5z 0(555+5z) 0+2s 0="
        assert win_of(f"{moves} {promoted}", self.HAND)["liable"] == {"seat": "N", "for": "daisangen"}

    def test_a_concealed_quad_counts_beside_called_melds(self) -> None:
        quad = "0+7z 0[7777z] 0+1p 0-1p"
        calls = "1+5z 1-5z 0(555z)5z@1 0-1m 1+1p 1-1p 2+6z 2-6z 0(666z)6z@2 0-2m"
        win = win_of(f"{quad} {calls} 1+4s 1-4s 0=1", "12m2233s5566777z")
        assert win["liable"] == {"seat": "W", "for": "daisangen"}

    def test_nobody_is_for_a_limit_that_the_table_does_not_name(self) -> None:
        quads = "0+1m 0[1111m] 0+2m 0[2222m] 0+3m 0[3333m] 0+1p 0-1p 1+7z 1-7z 0(7777z)7z@1"
        assert "liable" not in win_of(f"{quads} 0+9s 0=", "111222333m9s777z")

    def test_three_players_have_the_same_rule(self) -> None:
        calls = "0+1p 0-1p 1+5z 1-5z 0(555z)5z@1 0-9m 1+6z 1-6z 0(666z)6z@1 0-1m 1+1p 1-1p 2+7z 2-7z 0(777z)7z@2 0-9p"
        win = win_of(f"{calls} 1+4s 1-4s 0=1", "19m9p223s1556677z", players=3)
        assert win["liable"] == {"seat": "W", "for": "daisangen"}

    def test_two_melds_are_not_enough(self) -> None:
        assert "liable" not in win_of(f"{self.WHITE_AND_GREEN} 1+4s 1-4s 0=1", self.HAND)

    def test_who_feeds_the_fourth_wind_is_liable(self) -> None:
        calls = " ".join(f"1+{wind}z 1-{wind}z 0({wind * 3}z){wind}z@1 0-{wind}m" for wind in "1234")
        win = win_of(f"0+1p 0-1p {calls} 1+9s 1-9s 0=1", "1234m9s11223344z")
        assert win["liable"] == {"seat": "S", "for": "daisuushi"}


class TestDraws:
    def test_all_hands_are_told_with_melds_and_norths(self) -> None:
        moves = "0+4z 0N 0+5z 0[5555z] 0+6z 0-6z 1+3p 1-3p =exhaustive"
        record = record_of(moves, "123456p45s11555z", SANMA, SANMA, players=3)
        assert record["draw"] == {
            "kind": "exhaustive",
            "hands": {"E": "123456p45s11z [5555z]", "S": SANMA, "W": SANMA},
            "north": {"E": 1},
            "pool_of_dreams": ["E"],
        }

    def test_seats_of_a_later_round(self) -> None:
        record = record_of("1+6z 1-6z 2+2m 2-2m =exhaustive", READY, number=2)
        assert list(record["draw"]["hands"]) == ["E", "S", "W", "N"]
        assert record["draw"]["hands"]["N"] == READY
        assert record["draw"]["pool_of_dreams"] == ["E"]

    def test_a_called_discard_ends_a_pool_of_dreams(self) -> None:
        record = record_of("0+6z 0-6z 1+7z 1-7z 2(777z)7z@1 2-1m =exhaustive", READY, IDLE, CALLER)
        assert record["draw"]["pool_of_dreams"] == ["E", "W"]

    def test_the_kind_of_other_draws_is_all(self) -> None:
        assert record_of("0+6z =kyuushu_kyuuhai")["draw"] == {"kind": "kyuushu_kyuuhai"}

    @pytest.mark.parametrize(
        ("moves", "kind"),
        [
            (idle_draws(70), "exhaustive"),
            ("0+6z", "kyuushu_kyuuhai"),
            ("0+6z 0-6z 1+6z", "kyuushu_kyuuhai"),
            (" ".join(f"{player}+1z {player}-1z" for player in range(4)), "suufon_renda"),
            (" ".join(f"{player}+6z {player}r {player}-6z" for player in range(4)), "suucha_riichi"),
        ],
        ids=lambda value: value if " " not in value else "",
    )
    def test_a_log_that_does_not_tell_why_it_ended(self, moves: str, kind: str) -> None:
        assert record_of(f"{moves} =")["draw"]["kind"] == kind

    def test_four_quads_of_two_players(self) -> None:
        quads = "0+2z 0[2222z] 0+3z 0[3333z] 0+6z 0-6z 1+4z 1[4444z] 1+5z 1[5555z] 1+6z 1-6z"
        hands = ("222333z1234567m", "444555z1234567m")
        assert record_of(f"{quads} =", *hands)["draw"] == {"kind": "suukaikan"}

    def test_a_log_that_ends_for_no_reason_is_refused(self) -> None:
        assert refusal_of("0+6z 0-6z =") == (
            "in E1, honba 0: expected a win, an empty wall, or the reason why the round ended without either"
        )


@ROWS.each("moves_that_cannot_be_are_refused")
def test_moves_that_cannot_be_are_refused(moves: str, message: str) -> None:
    assert refusal_of(moves, IDLE, IDLE, CALLER) == f"in E1, honba 0: {message}"


def test_a_hand_of_twelve_tiles_is_refused() -> None:
    assert refusal_of("0+6z", IDLE[:-2] + "z") == "in E1, honba 0: E: expected 13 dealt tiles, found 12"
