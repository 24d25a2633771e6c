"""What each winning tile of a hand pays by ron and by tsumo, or why it is no win: cases that read as rules."""

from typing import Any

import msgspec
import pytest

import calc
from calc.mahjong.records.lines import parse_waiting_line
from calc.mahjong.waits import NoWin, WaitLine, WaitWin
from tests.rows import Rows

ROWS = Rows(__file__)


def told(line: str) -> list[str]:
    """``tile left ron / tsumo`` of each tile: points, or the code of the reason."""
    return [f"{row.tile} {row.left} {worth(row.ron)} / {worth(row.tsumo)}" for row in calc.find_waits(line).tiles]


def worth(way: WaitWin | NoWin | None) -> str:
    return "-" if way is None else str(way.points) if isinstance(way, WaitWin) else way.code


def yaku(way: WaitWin | NoWin | None) -> list[str]:
    assert isinstance(way, WaitWin)
    return [line.id for line in way.yaku]


def row(line: str, tile: str) -> WaitLine:
    return next(row for row in calc.find_waits(line).tiles if row.tile == tile)


CASES: dict[str, Any] = ROWS["cases"]


@pytest.mark.parametrize("case", CASES)
def test_what_each_winning_tile_pays(case: str) -> None:
    line, expected = CASES[case]
    assert told(line) == expected


def test_nine_gates_wait_for_nine_tiles_with_two_limits_on_each() -> None:
    found = calc.find_waits("riichi 1112345678999m seat=S round=E")
    assert [line.tile for line in found.tiles] == [*(f"{rank}m" for rank in (1, 2, 3, 4, 0, 5, 6, 7, 8, 9))]
    assert found.left == 23
    for line in found.tiles:
        assert yaku(line.ron) == yaku(line.tsumo) == ["junsei_chuuren_poutou"]
        assert worth(line.ron) == "64000"


def test_thirteen_orphans_wait_for_thirteen_tiles() -> None:
    found = calc.find_waits("riichi 19m19p19s1234567z seat=E round=E")
    assert [(line.left, line.wait, worth(line.ron)) for line in found.tiles] == [(3, [], "96000")] * 13
    assert yaku(found.tiles[0].ron) == ["kokushi_musou_juusanmen"]


def test_three_players_wait_for_no_tile_between_2m_and_8m() -> None:
    found = calc.find_waits("sanma-common 19m19p19s1234567z seat=E round=E")
    assert [line.tile for line in found.tiles][:3] == ["1m", "9m", "1p"]
    # The same tiles, with four players and with three.
    assert [line.tile for line in calc.find_waits("riichi 1199m111222333p").tiles] == ["1m", "9m"]
    assert [line.tile for line in calc.find_waits("sanma 1199m111222333p").tiles] == ["1m", "9m"]
    assert [line.tile for line in calc.find_waits("riichi 9m111222333p789s").tiles] == ["9m"]


def test_a_red_five_has_a_line_of_its_own_and_counts_its_dora() -> None:
    red, plain = calc.find_waits("tenhou 46p123456m789s22z seat=S round=E riichi").tiles
    assert (red.tile, red.left, plain.tile, plain.left) == ("0p", 1, "5p", 3)
    assert isinstance(red.ron, WaitWin)
    assert isinstance(plain.ron, WaitWin)
    assert (red.ron.dora.red, plain.ron.dora.red) == (1, 0)
    assert (red.ron.han, plain.ron.han) == (2, 1)


def test_a_set_without_red_fives_has_none() -> None:
    line = "tenhou 46p123456m789s22z seat=S round=E options.red_fives={}"
    assert [(row.tile, row.left) for row in calc.find_waits(line).tiles] == [("5p", 4)]


def test_discards_written_without_their_colour_leave_no_more_tiles_than_there_are() -> None:
    line = "tenhou 46p123456m789s22z discards=5p5p5p5p"
    assert [(row.tile, row.left) for row in calc.find_waits(line).tiles] == [("5p", 0)]


def test_a_ron_without_a_yaku_says_what_a_tsumo_would_have() -> None:
    no = row("tenhou 46p123456m789s22z seat=S round=E dora=1m", "5p").ron
    assert no == NoWin(code="no_yaku", message="no yaku by ron; by tsumo there would be Menzen tsumo")


def test_houtei_by_ron_and_haitei_by_tsumo() -> None:
    line = row("riichi 23m456s567p22s (999m) seat=W round=S last_tile", "1m")
    assert (yaku(line.ron), yaku(line.tsumo)) == (["houtei"], ["haitei"])


def test_counters_and_sticks_are_in_the_payments() -> None:
    line = row("riichi 123m456p789s1122z seat=S round=E riichi honba=2 sticks=3", "1z")
    assert isinstance(line.ron, WaitWin)
    assert isinstance(line.tsumo, WaitWin)
    assert (line.ron.points, line.ron.payments) == (2600, {"S": 6200, "discarder": -3200})
    assert (line.tsumo.points, line.tsumo.payments) == (5200, {"E": -2800, "S": 8800, "W": -1500, "N": -1500})


def test_responsibility_makes_no_ron_a_refusal() -> None:
    line = "riichi 12m99p (555z)(666z)(777z) seat=S round=E liable.seat=W liable.for=daisangen"
    ways = row(line, "3m")
    assert isinstance(ways.ron, WaitWin)
    assert isinstance(ways.tsumo, WaitWin)
    assert ways.ron.points == ways.tsumo.points == 32000
    assert ways.tsumo.payments == {"E": 0, "S": 32000, "W": -32000, "N": 0}
    assert [note.id for note in ways.ron.notes] == ["not_counted"]


@ROWS.each("the_kinds_of_wait")
def test_the_kinds_of_wait(hand: str, tile: str, wait: list[str]) -> None:
    assert row(hand, tile).wait == wait


@pytest.mark.parametrize(
    ("keys", "add"), [("", ["seat", "round"]), (" seat=S", ["round"]), (" round=E", ["seat"]), (" seat=S round=E", [])]
)
def test_without_seat_and_round_the_tiles_are_told_and_the_keys_to_add(keys: str, add: list[str]) -> None:
    found = calc.find_waits(f"riichi 123m456p789s1122z{keys}")
    assert (found.waiting, found.left, found.add) == (True, 4, add)
    assert [(line.tile, line.left) for line in found.tiles] == [("1z", 2), ("2z", 2)]
    assert all((line.ron is None) == (line.tsumo is None) == bool(add) for line in found.tiles)


def test_a_hand_that_does_not_wait_is_an_answer() -> None:
    found = calc.find_waits("riichi 147m258p369s1234z")
    assert (found.waiting, found.left, found.tiles, found.add) == (False, 0, [], [])


def test_a_hand_that_waits_only_for_its_own_four_does_not_wait() -> None:
    found = calc.find_waits("riichi 1111m234567p789s")
    assert (found.waiting, found.left, [line.tile for line in found.tiles], found.add) == (False, 0, ["1m"], [])


@pytest.mark.parametrize(
    ("rules", "tiles"),
    [("kansai-sanma", ["1p"]), ("sanma-common", [])],
)
def test_seven_pairs_wait_for_the_fourth_of_a_kind_where_it_counts(rules: str, tiles: list[str]) -> None:
    found = calc.find_waits(f"{rules} 111p33557799s66z")
    assert [line.tile for line in found.tiles] == tiles


#: A record that is wrong whichever tile finishes it: code, key, column in the line, words of the message.
REFUSED: dict[str, Any] = ROWS["refused"]


@pytest.mark.parametrize("line", REFUSED)
def test_a_record_that_is_wrong_is_refused(line: str) -> None:
    code, key, column, words = REFUSED[line]
    with pytest.raises(calc.CalcError) as caught:
        calc.find_waits(line)
    error = caught.value
    assert words in error.message
    assert (error.code, error.key) == (code, key)
    assert column is None or error.column == column


@pytest.mark.parametrize("line", [line for line, _ in CASES.values()])
def test_what_a_tile_pays_is_what_it_is_scored_with(line: str) -> None:
    """Each answer beside that of ``score`` on the same record, made a win."""
    record, _ = parse_waiting_line(line)
    for found in calc.find_waits(line).tiles:
        for by in ("ron", "tsumo"):
            way = getattr(found, by)
            win = {**msgspec.to_builtins(record), "win": found.tile, "by": by}
            if isinstance(way, WaitWin):
                result = calc.score(win)
                assert (result.payments, result.yaku, result.dora) == (way.payments, way.yaku, way.dora)
            elif way.code != "none_left":
                with pytest.raises(calc.CalcError):
                    calc.score(win)


def test_mappings_and_lines_say_the_same() -> None:
    line = calc.find_waits("riichi 23m22p (789s)(123s)(456p) seat=E round=E discards=9m")
    plain = {"rules": "riichi", "hand": "23m22p", "melds": "(789s)(123s)(456p)", "seat": "E", "round": "E"}
    assert calc.find_waits({**plain, "discards": "9m", "honba": None}) == line
    assert calc.find_waits(plain | {"discards": "9m"}, rules="tenhou").rules.startswith("tenhou@")


def test_the_result_is_plain_data_with_the_names_of_its_language() -> None:
    found = calc.find_waits("tenhou 46p123456m789s22z seat=S round=E id=mine", lang="ja")
    plain = msgspec.json.decode(msgspec.json.encode(found))
    assert list(plain) == ["id", "rules", "options", "ok", "waiting", "left", "tiles", "add"]
    assert (plain["id"], plain["ok"]) == ("mine", True)
    assert plain["tiles"][0]["tsumo"]["yaku"] == [{"id": "menzen_tsumo", "name": "門前清自摸和", "han": 1}]
    assert plain["tiles"][0]["ron"]["ok"] is False


@ROWS.each("whether_a_hand_waits_for_its_own_four_is_the_table_s_answer")
def test_whether_a_hand_waits_for_its_own_four_is_the_table_s_answer(line: str, four_own: str, expected: bool) -> None:
    found = calc.find_waits(line, options={"four_own": four_own})
    assert found.waiting is expected


@pytest.mark.parametrize(("rules", "expected"), [("tenhou", True), ("mahjong-soul", True), ("m-league", False)])
def test_servers_count_concealed_tiles_only(rules: str, expected: bool) -> None:
    found = calc.find_waits(f"{rules} 1z (111z)(234m)(567m)(789p) seat=S round=E")
    assert (found.waiting, found.left, [line.tile for line in found.tiles]) == (expected, 0, ["1z"])
    assert worth(found.tiles[0].ron) == "four_own"
