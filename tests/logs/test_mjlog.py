"""Tenhou's XML: what its codes mean, and what is refused. The corpus tests read whole games of it."""

import io
from typing import Any

import pytest

import calc
from calc import LoggedGame, read_logs
from calc.errors import UnreadableError
from calc.mahjong.logs.events import Call, North
from calc.mahjong.logs.mjlog import read_meld
from calc.notation.melds import print_meld
from calc.notation.tiles import print_tiles
from tests.rows import Rows

ROWS = Rows(__file__)

#: 123m 456p 45s 789s 11z, and three hands that nobody minds.
READY = "0,4,8,48,53,56,84,89,96,100,104,108,109"
IDLE = (
    "12,16,20,24,28,32,36,40,44,60,64,68,72",
    "13,17,21,25,29,33,37,41,45,61,65,69,73",
    "14,18,22,26,30,34,38,42,46,62,66,70,74",
)
HEAD = '<GO type="{kind}" lobby="0"/><UN n0="A" n1="B%20C" n2="%E6%9D%B1" n3="D"/><TAIKYOKU oya="0"/>'
INIT = (
    '<INIT seed="{seed}" ten="250,250,250,250" oya="{oya}" hai0="{hands[0]}" hai1="{hands[1]}" hai2="{hands[2]}" '
    'hai3="{hands[3]}"/>'
)
#: The dealer wins with the first tile drawn, 6s.
TENHOU = (
    '<T92/><AGARI ba="0,0" hai="0,4,8,48,53,56,84,89,92,96,100,104,108,109" machi="92" ten="30,48000,5" yakuman="37" '
    'doraHai="35" who="0" fromWho="0" sc="250,480,250,-160,250,-160,250,-160" '
    'owari="730,63.0,90,-31.0,90,-11.0,90,-21.0"/>'
)


def xml(moves: str = TENHOU, *, kind: int = 9, seed: str = "0,0,0,1,2,35", oya: int = 0, hands: Any = None) -> str:
    dealt = hands or (READY, *IDLE)
    return f'<mjloggm ver="2.3">{HEAD.format(kind=kind)}{INIT.format(seed=seed, oya=oya, hands=dealt)}{moves}</mjloggm>'


def read(text: str) -> LoggedGame:
    (game,) = read_logs(io.BytesIO(text.encode()), name="a.mjlog")
    assert isinstance(game, LoggedGame), game
    return game


def refusal(text: str) -> str:
    (error,) = read_logs(io.BytesIO(text.encode()), name="a.mjlog")
    assert isinstance(error, UnreadableError), error
    assert error.code == "unreadable"
    return error.message.removeprefix("a.mjlog: ")


def test_a_whole_game() -> None:
    game = read(xml())
    assert (game.name, game.format) == ("a.mjlog", "mjlog")
    assert game.record == {
        "rules": "tenhou",
        "players": ["A", "B C", "東", "D"],
        "start": 25000,
        "rounds": [
            {
                "round": "E",
                "number": 1,
                "honba": 0,
                "sticks": 0,
                "riichi": [],
                "wins": [
                    {
                        "hand": "123m456p45789s11z",
                        "win": "6s",
                        "by": "tsumo",
                        "seat": "E",
                        "round": "E",
                        "dora": "9m",
                        "first_turn": True,
                    }
                ],
            }
        ],
    }
    (said,) = game.said.rounds
    (win,) = said.wins
    assert (said.before, said.after) == ((25000,) * 4, (73000, 9000, 9000, 9000))
    assert (win.han, win.fu, win.limits, win.level, win.points) == (None, None, 1, "yakuman", 48000)
    assert win.deltas == (48000, -16000, -16000, -16000)
    assert [(yaku.id, yaku.han, yaku.tenhou) for yaku in win.yaku or ()] == [("tenhou", None, 37)]
    assert (game.said.scores, game.said.final) == ((73000, 9000, 9000, 9000), (63.0, -31.0, -11.0, -21.0))
    assert game.said.cut_off is None
    result = calc.score(game.record["rounds"][0]["wins"][0], rules="tenhou")
    assert result.payments == {"E": 48000, "S": -16000, "W": -16000, "N": -16000}


@ROWS.each("the_type_of_a_table_tells_its_rules")
def test_the_type_of_a_table_tells_its_rules(kind: int, options: dict[str, Any]) -> None:
    assert read(xml(kind=kind)).record.get("options", {}) == options


def test_a_table_without_red_fives_has_none() -> None:
    hands = (READY.replace("53", "52").replace("89", "88"), *IDLE)
    moves = TENHOU.replace("53", "52").replace("89", "88")
    assert read(xml(moves, hands=hands)).record["rounds"][0]["wins"][0]["hand"] == "123m406p40789s11z"
    assert read(xml(moves, hands=hands, kind=0x0B)).record["rounds"][0]["wins"][0]["hand"] == "123m456p45789s11z"


def test_three_players() -> None:
    # 1m 99m 456p 45s 789s 1z: a North is set aside, then the tile that replaces it wins in a way that nobody checks.
    others = IDLE[0].replace("32,", "76,"), IDLE[1].replace("33,", "77,")
    hands = ("0,32,33,48,53,56,84,89,96,100,104,108,109", *others, "")
    moves = (
        '<T121/><N who="0" m="31008"/><T92/><AGARI ba="0,0" hai="0,32,33,48,53,56,84,89,92,96,100,104,108,109" '
        'machi="92" ten="30,1000,0" yaku="4,1" doraHai="35" who="0" fromWho="0" sc="350,20,350,-10,350,-10,0,0"/>'
    )
    game = read(xml(moves, kind=185, hands=hands).replace('ten="250,250,250,250"', 'ten="350,350,350,0"'))
    assert game.record["rules"] == "tenhou-sanma"
    assert game.record["players"] == ["A", "B C", "東"]
    (win,) = game.record["rounds"][0]["wins"]
    assert (win["rinshan"], win["north"]) == (True, 1)
    assert (game.said.rounds[0].before, game.said.rounds[0].after) == ((35000,) * 3, (37000, 34000, 34000))


def test_a_log_without_a_result_breaks_off_between_rounds() -> None:
    said = read(xml(TENHOU.replace(" owari", " other"))).said
    assert (said.cut_off, said.scores) == ("between_rounds", None)


def test_the_han_of_a_win_are_those_of_its_yaku() -> None:
    (win,) = read(xml(TENHOU.replace('yakuman="37"', 'yaku="1,1,52,2"'))).said.rounds[0].wins
    assert (win.han, win.fu, win.limits) == (3, 30, 0)


def test_who_left_and_came_back_is_passed_over() -> None:
    moves = f'<BYE who="1"/><UN n1="E"/>{TENHOU}'
    assert read(xml(moves)).record["players"][1] == "B C"


def test_a_log_that_breaks_off_keeps_its_complete_rounds() -> None:
    second = INIT.format(seed="0,1,0,1,2,35", oya=0, hands=(READY, *IDLE)) + "<T92/><D92/>"
    game = read(xml(TENHOU.replace(" owari", " other") + second))
    assert (len(game.record["rounds"]), len(game.said.rounds), game.said.cut_off) == (1, 1, "in_round")


def test_a_round_without_an_ending_before_others_is_refused() -> None:
    second = INIT.format(seed="0,1,0,1,2,35", oya=0, hands=(READY, *IDLE)) + TENHOU
    assert refusal(xml(f"<T92/><D92/>{second}")) == "in E1: expected an ending of the round, found the next round"


def test_a_pool_of_dreams_is_a_kind_of_exhaustive_draw() -> None:
    moves = '<T108/><D108/><RYUUKYOKU type="nm" ba="0,0" sc="250,120,250,-40,250,-40,250,-40" hai1="{}"/>'
    hands = (READY.replace("108", "110"), *IDLE)
    game = read(xml(moves.format(IDLE[0]), hands=hands))
    draw = game.record["rounds"][0]["draw"]
    assert (draw["kind"], draw["waiting"], draw["pool_of_dreams"]) == ("exhaustive", ["S"], ["E"])
    said = game.said.rounds[0].draw
    assert said is not None
    assert (said.kind, said.nagashi, said.deltas) == ("exhaustive", True, (12000, -4000, -4000, -4000))


def test_players_of_one_name_are_told_apart() -> None:
    text = xml().replace('n1="B%20C"', 'n1="NoName"').replace('n3="D"', 'n3="NoName"').replace('n0="A"', 'n0=""')
    assert read(text).record["players"] == ["player 1", "NoName", "東", "NoName (4)"]


@ROWS.each("codes_of_melds")
def test_codes_of_melds(player: int, code: int, meld: str, tile: str | None, feeder: int | None) -> None:
    move = read_meld(code, player, lambda number: {16: 34, 52: 35, 88: 36}.get(number, number // 4))
    assert isinstance(move, Call)
    assert print_meld(move.meld) == meld
    assert (None if move.tile is None else print_tiles([move.tile])) == tile
    assert move.feeder == feeder


def test_the_code_of_a_north() -> None:
    assert read_meld(31264, 0, lambda number: number // 4) == North(0)


@pytest.mark.parametrize("code", [(63 << 10) | 4, (34 * 3 << 9) | 8, 34 * 4 << 8, (1 << 8) | 32, 65535])
def test_codes_that_spell_no_tiles_are_refused(code: int) -> None:
    with pytest.raises(UnreadableError, match=f"expected the code of a meld in <N>, found {code}"):
        read_meld(code, 0, lambda number: number // 4)


@ROWS.each("a_log_that_makes_no_sense_is_refused")
def test_a_log_that_makes_no_sense_is_refused(old: str, new: str, message: str) -> None:
    text = xml()
    assert old in text
    assert message in refusal(text.replace(old, new))


def test_a_hand_shown_in_a_draw_is_the_one_that_was_played() -> None:
    moves = '<T92/><D92/><RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0" hai1="{}"/>'
    (draw,) = [played["draw"] for played in read(xml(moves.format(IDLE[0]))).record["rounds"]]
    assert (draw["kind"], draw["waiting"]) == ("exhaustive", ["S"])
    assert refusal(xml(moves.format(IDLE[1].replace("13,", "19,")))).startswith(
        "in E1, honba 0: S: expected the hand 406789m123789p1s after these moves, the log shows"
    )


def test_a_kind_of_draw_that_is_none() -> None:
    moves = '<T92/><RYUUKYOKU type="rain" ba="0,0" sc="250,0,250,0,250,0,250,0"/>'
    assert refusal(xml(moves)) == ("in E1, honba 0: expected a kind of draw as 'type' in <RYUUKYOKU>, found 'rain'")
