"""The JSON of tenhou.net/6: its codes, the order of play, what it says of wins, and what is refused."""

import html
import io
import json
from typing import Any
from urllib.parse import quote

import pytest
from msgspec.structs import replace

import calc
from calc import LoggedGame, SaidWin, read_logs
from calc.errors import UnreadableError
from calc.mahjong.logs.events import Call, Discard, Draw, Start
from calc.mahjong.logs.tenhou_json import read_win, write_game
from calc.mahjong.logs.tenhou_turns import in_order, read_turns
from calc.notation.tiles import print_tiles
from tests.logs.alone import check_alone
from tests.rows import Rows

ROWS = Rows(__file__)

IDLE = [12, 15, 18, 22, 25, 28, 33, 36, 39, 41, 42, 43, 44]
#: Waits for 3s and 6s.
READY = [11, 12, 13, 24, 25, 26, 34, 35, 37, 38, 39, 41, 41]
COMPACT: Any = {"ensure_ascii": False, "separators": (",", ":")}
START = Start(wind=0, number=1, honba=0, sticks=0, scores=None, hands=((),) * 4, indicator=0)


def log(*rounds: list[Any], **keys: Any) -> dict[str, Any]:
    usual = {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": {"disp": "般南喰赤", "aka": 1}}
    return usual | {"log": list(rounds)} | keys


def drawn(result: list[Any], *, number: tuple[int, int, int] = (0, 0, 0)) -> list[Any]:
    """A round that ends with the dealer's first draw."""
    players: list[Any] = []
    for player in range(4):
        players += [IDLE, [45] if player == number[0] % 4 else [], []]
    return [list(number), [25000] * 4, [22], [], *players, result]


def read(value: Any) -> LoggedGame:
    (game,) = read_logs(io.StringIO(json.dumps(value, ensure_ascii=False)), name="a.json")
    assert isinstance(game, LoggedGame), game
    return game


def refusal(value: Any) -> str:
    (error,) = read_logs(io.StringIO(json.dumps(value, ensure_ascii=False)), name="a.json")
    assert isinstance(error, UnreadableError), error
    return error.message.removeprefix("a.json: ")


#: East's white, an open hand, a chi, quads of every sort, riichi, red fives, and two winners on one discard.
BUSY: list[Any] = ROWS["busy"]


def test_a_busy_round() -> None:
    game = read(log(BUSY, sc=[27300, 8.0, 33000, 23.0, 25000, -5.0, 14700, -26.0]))
    assert (game.format, game.said.cut_off) == ("tenhou.net/6", None)
    (record,) = game.record["rounds"]
    assert record["riichi"] == ["E"]
    first, second = record["wins"]
    assert first == {
        "hand": "123m456p45789s11z",
        "win": "6s",
        "by": "ron",
        "seat": "E",
        "round": "E",
        "from": "N",
        "dora": "2p4m7p",
        "ura": "1s5z7m",
        "riichi": True,
    }
    assert second == {
        "hand": "678m12388p45s",
        "melds": ["[5555z]"],
        "win": "6s",
        "by": "ron",
        "seat": "S",
        "round": "E",
        "from": "N",
        "dora": "2p4m7p",
    }
    (said,) = game.said.rounds
    assert said.after == game.said.scores == (27300, 33000, 25000, 14700)
    assert game.said.final == (8.0, 23.0, -5.0, -26.0)
    assert [(win.han, win.fu, win.level, win.points) for win in said.wins] == [
        (1, 40, None, 2000),
        (3, None, "mangan", 8000),
    ]
    assert [yaku.id for yaku in said.wins[1].yaku or ()] == ["haku", "dora"]
    results = calc.score_many([first | {"honba": 1, "sticks": 1}, second], rules="tenhou")
    for result, deltas in zip(results, ([3300, 0, 0, -2300], [0, 8000, 0, -8000]), strict=True):
        assert isinstance(result, calc.WinResult)
        assert list(result.payments.values()) == deltas


def test_the_melds_of_a_busy_round() -> None:
    busy = [*BUSY[:-1], ["流局", [0, 0, 0, 0]]]
    record = read(log(busy)).record["rounds"][0]
    assert record["draw"]["hands"] == {
        "E": "123m456p45789s11z",
        "S": "678m12388p45s [5555z]",
        "W": "47m147p12s346z (777+7z<E)",
        "N": "58m33s226z (123m<W)(9999p<W)",
    }


def test_three_players_and_norths() -> None:
    hand = [11, 11, 21, 22, 23, 24, 25, 26, 34, 35, 37, 38, 39]
    idle = [11, 19, 21, 24, 27, 31, 33, 36, 41, 42, 43, 45, 46]
    words = ["20符4飜2600点∀", "門前清自摸和(1飜)", "平和(1飜)", "嶺上開花(1飜)", "ドラ(1飜)"]
    row: list[Any] = [
        [0, 0, 0],
        [35000, 35000, 35000, 0],
        [22],
        [],
        hand,
        [44, 36],
        ["f44"],
        idle,
        [],
        [],
        idle,
        [],
        [],
    ]
    result: list[Any] = ["和了", [5200, -2600, -2600, 0], [0, 0, 0, *words]]
    row[1][3] = result[1][3] = 7  # nobody's
    sc = [40200, 15.2, 32400, -7.6, 32400, -7.6, 9, 3.5]
    value = log([*row, [], [], [], result], name=["A", "B", "C", ""], rule={"disp": "三般南喰赤", "aka": 1}, sc=sc)
    game = read(value)
    assert (game.said.final, game.said.scores) == ((15.2, -7.6, -7.6), (40200, 32400, 32400))
    assert (game.played.vacant, game.played.rounds[0].vacant) == ((9, 3.5), (7, 7))
    assert json.loads("".join(write_game(game)))["name"] == ["A", "B", "C", ""]
    assert read({"log": [[*row, result]], "name": ["A", "B", "C"]}).record["rules"] == "tenhou-sanma"
    assert (game.record["rules"], game.record["players"]) == ("tenhou-sanma", ["A", "B", "C"])
    (win,) = game.record["rounds"][0]["wins"]
    assert (win["by"], win["rinshan"], win["north"]) == ("tsumo", True, 1)
    (told,) = game.said.rounds[0].wins
    assert (told.han, told.fu, told.points, told.deltas) == (4, 20, 5200, (5200, -2600, -2600))


@ROWS.each("rounds_that_are_broken_off", name="case")
def test_rounds_that_are_broken_off(name: str, kind: str) -> None:
    game = read(log(drawn([name])))
    assert game.record["rounds"][0]["draw"] == {"kind": kind}
    said = game.said.rounds[0].draw
    assert said is not None
    assert (said.kind, said.deltas) == (kind, None)


def test_who_waits_is_told_by_who_is_paid_or_where_all_or_none_do() -> None:
    for name, deltas, waiting in (
        ("全員聴牌", [0, 0, 0, 0], ["E", "S", "W", "N"]),
        ("全員不聴", [0, 0, 0, 0], []),
        ("流局", [0, 0, 0, 0], None),
        ("流局", [-1000, 3000, -1000, -1000], ["S"]),
        ("流局", [1500, -1500, -1500, 1500], ["E", "N"]),
    ):
        game = read(log(drawn([name, deltas])))
        assert game.record["rounds"][0]["draw"].get("waiting") == waiting
    told = read(log(drawn(["流し満貫", [12000, -4000, -4000, -4000]]))).said.rounds[0].draw
    assert told is not None
    assert (told.kind, told.nagashi, told.waiting) == ("exhaustive", True, None)


def test_scores_after_a_round_are_those_before_the_next() -> None:
    second = drawn(["九種九牌"], number=(5, 1, 2))
    second[1] = [24000, 25000, 26000, 23000]
    game = read(log(drawn(["流局", [0, 0, 0, 0]]), second))
    assert [said.after for said in game.said.rounds] == [(24000, 25000, 26000, 23000), None]
    last = game.record["rounds"][1]
    assert (last["round"], last["number"], last["honba"], last["sticks"]) == ("S", 2, 1, 2)
    assert (game.said.final, game.said.cut_off) == (None, None)


@ROWS.each("the_rules_of_a_table")
def test_the_rules_of_a_table(rule: dict[str, Any], options: dict[str, Any]) -> None:
    assert read(log(drawn(["九種九牌"]), rule=rule)).record.get("options", {}) == options


def test_several_games_a_line_each_and_a_broken_one_between() -> None:
    line = json.dumps(log(drawn(["九種九牌"])), ensure_ascii=False)
    text = f"{line}\n{line[:-9]}\n\n{line}\n"
    first, broken, second = read_logs(io.StringIO(text), name="a.json")
    assert isinstance(first, LoggedGame)
    assert isinstance(second, LoggedGame)
    assert isinstance(broken, UnreadableError)
    assert (first.name, second.name) == ("a.json", "a.json (3)")
    assert broken.message.startswith("a.json (2): line 2: expected JSON, found a fault in column")


@ROWS.each("codes_of_calls")
def test_codes_of_calls(code: str, player: int, meld: list[str], feeder: int) -> None:
    ((call,),) = read_turns(player, [code], [])
    assert isinstance(call, Call)
    assert [call.meld.kind, print_tiles(call.meld.tiles)] == meld
    assert call.feeder == feeder


@pytest.mark.parametrize(
    "number", [(0, 0, 0), (0, 1, 0), (3, 0, 0), (7, 1, 0)], ids=["E1", "E1, honba 1", "E4", "S4, honba 1"]
)
def test_a_single_round_is_a_part_of_a_game(number: tuple[int, int, int]) -> None:
    """The page shows single rounds, as they are passed on, and such a log lacks the end of the game."""
    game = read(log(drawn(["九種九牌"], number=number)))
    assert game.record["start"] == (25000 if number == (0, 0, 0) else [25000] * 4)
    # All hold the same idle tiles, of which too few are terminals and honours.
    assert {one.key for one in check_alone(game, game.game).disagreements} == {"tiles", "E.play"}


def test_a_whole_game_begins_with_east_1() -> None:
    rounds = [drawn(["九種九牌"], number=(3, honba, 0)) for honba in (0, 1)]
    game = read(log(*rounds, sc=[25000, 5.0, 25000, -5.0, 25000, -15.0, 25000, 15.0]))
    told = [(one.round, one.key, one.said, one.found) for one in check_alone(game, game.game).disagreements]
    assert ("E4, honba 0", "round", "E4", "E1") in told


class TestOrderOfPlay:
    def events(self, *lists: tuple[list[Any], list[Any]]) -> list[Any]:
        return in_order([read_turns(player, *both) for player, both in enumerate(lists)], 0)

    def test_a_call_passes_the_turn(self) -> None:
        found = self.events(([11], [19]), ([], []), (["19p1919"], [12]), ([13], [13]))
        assert [(type(event).__name__, event.player) for event in found] == [
            ("Draw", 0),
            ("Discard", 0),
            ("Call", 2),
            ("Discard", 2),
            ("Draw", 3),
            ("Discard", 3),
        ]

    def test_a_triplet_is_called_before_a_run(self) -> None:
        found = self.events(([11, 11], [12, 12]), (["c121113"], [15]), (["12p1212"], [14]), ([13], [13]))
        assert [event.player for event in found if isinstance(event, Call)] == [2, 1]

    def test_of_two_like_discards_the_one_is_called_that_leaves_no_turn_over(self) -> None:
        # East discards 9m twice; West can only have called the second, for East called South's 3p in between.
        found = self.events(
            ([11, "2323p23"], [19, 19]),
            ([12], [23]),
            (["19p1919"], [14]),
            ([15], [15]),
        )
        players = [event.player for event in found if isinstance(event, Discard)]
        assert players == [0, 1, 0, 2, 3]

    def test_of_two_like_discards_the_first_is_called_where_both_would_do(self) -> None:
        found = self.events(([11, 19], [19, 60]), ([], []), (["19p1919"], [14]), ([15], [15]))
        players = [event.player for event in found if isinstance(event, Discard)]
        assert players == [0, 2, 3, 0]

    def test_turns_that_follow_in_no_order_are_refused(self) -> None:
        with pytest.raises(UnreadableError, match="expected draws, calls and discards that follow each other"):
            self.events(([11], [11]), ([], []), ([12], [12]), ([], []))

    def test_an_order_that_was_made_hard_to_find_is_given_up(self) -> None:
        same = ([11] * 60, [60] * 60)
        calls = (["11p1111", *[11] * 59], [60] * 60)
        with pytest.raises(UnreadableError):
            self.events(same, same, calls, ([], []))


@ROWS.each("what_is_said_of_a_win")
def test_what_is_said_of_a_win(items: list[Any], expected: list[Any]) -> None:
    said = read_win([0, 0, 0, 0], items, START).said
    assert [said.han, said.fu, said.limits, said.level, said.points] == expected
    assert (said.yaku is None) == (len(items) < 5)


def test_who_is_said_to_be_liable() -> None:
    said: SaidWin = read_win([0, 32000, -32000, 0], [1, 1, 2, "役満8000-16000点", "大三元(役満)"], START).said
    assert (said.seat, said.from_, said.liable) == ("S", None, "W")


@pytest.mark.parametrize(("disp", "limits"), [("般南喰赤", 1), ("玉の間南喰赤", None)])
def test_how_many_limits_is_unsaid_where_a_double_one_is_listed_once(disp: str, limits: int | None) -> None:
    for words, told in ((["役満16000点∀", "大三元(役満)"], limits), (["30符1飜500点∀", "立直(1飜)"], 0)):
        game = read(log(drawn(["和了", [0, 0, 0, 0], [0, 0, 0, *words]]), rule={"disp": disp, "aka": 1}))
        assert [win.limits for win in game.said.rounds[0].wins] == [told]


def test_a_yaku_in_other_words_keeps_them() -> None:
    (yaku,) = read_win([0, 0, 0, 0], [1, 0, 1, "1000点", "雨の日(2飜)"], START).said.yaku or ()
    assert (yaku.id, yaku.tenhou, yaku.name, yaku.han) == (None, None, "雨の日", 2)


def test_words_that_are_not_known_are_kept_and_count_nothing() -> None:
    said = read_win([0, 0, 0, 0], [1, 0, 1, "二千点", "立直", "断幺九(1飜)"], START).said
    assert said.unread == (("yaku", "立直"), ("worth", "二千点"))
    assert read_win([0, 0, 0, 0], [1, 0, 1, "二千点"], START).said.unread == (("worth", "二千点"),)
    assert (said.han, said.fu, said.limits, said.points) == (None, None, None, None)
    assert [one.id for one in said.yaku or ()] == ["tanyao"]


@ROWS.each("a_game_is_written_in_these_words")
def test_a_game_is_written_in_these_words(read_as: dict[str, Any], disp: str, reds: list[int]) -> None:
    keys = {"rule": dict(zip(("disp", "aka51", "aka52", "aka53"), (disp, *reds), strict=True))}
    written = "".join(write_game(read(log(BUSY, **read_as))))
    assert written == json.dumps(log(BUSY, **(read_as | keys | {"title": ["", ""]})), **COMPACT) + "\n"


def test_where_no_scores_are_told_zeros_are_written() -> None:
    game = read(log(BUSY))
    (one,) = game.played.rounds
    untold = replace(game.played, rounds=[replace(one, start=replace(one.start, scores=None))])
    assert json.loads("".join(write_game(replace(game, played=untold))))["log"] == [[BUSY[0], [0] * 4, *BUSY[2:]]]


@ROWS.each("an_ending_is_written_as_it_was_read")
def test_an_ending_is_written_as_it_was_read(ending: list[Any], written: list[Any] | None) -> None:
    round_ = drawn(ending)
    if ending[-1][:1] == [1]:  # the dealer discards, and South draws
        round_[6:9] = [[60], IDLE, [45]]
    assert json.loads("".join(write_game(read(log(round_)))))["log"][0] == [*round_[:-1], written or ending]


def test_draws_are_turns_of_their_player() -> None:
    assert read_turns(2, [52], [60]) == [[Draw(2, 35), Discard(2, 35)]]


def changed(place: int, value: Any) -> dict[str, Any]:
    return log([*BUSY[:place], value, *BUSY[place + 1 :]])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"log": []}, "expected a list of 1 or more as 'log', found []"),
        (
            {"ref": "2024"},
            "expected Riichi City JSON with 'handRecord', or Mahjong Soul JSON with 'head', or "
            "tenhou.net/6 JSON with 'log', or majiang JSON with 'qijia', or M.League pages with "
            "'cmd', or mjai lines with 'type', found the keys ['ref']",
        ),
        (log([1, 2, 3]), "expected a list of 14 or more as a round, found [1, 2, 3]"),
        (log(BUSY, name=["A"]), "expected a list of 4 or more as 'name', found ['A']"),
        (log(BUSY, rule=[]), "expected an object as 'rule', found []"),
        (log(BUSY, sc=["a"] * 8), "expected points and result of each player as 'sc', found ['a', "),
        (changed(0, [0, 1]), "expected a list of 3 or more as the number of a round, found [0, 1]"),
        (changed(0, [99, 0, 0]), "expected round, honba and sticks at the start of a round, found [99, 0, 0]"),
        (changed(0, [16, 0, 0]), "expected round, honba and sticks at the start of a round, found [16, 0, 0]"),
        (changed(0, [0, -1, 0]), "expected round, honba and sticks at the start of a round, found [0, -1, 0]"),
        (changed(0, [0, 0, -1]), "expected round, honba and sticks at the start of a round, found [0, 0, -1]"),
        (
            log([[3, 0, 0], *BUSY[1:13], [], [], [], BUSY[16]]),
            "expected round, honba and sticks at the start of a round, found [3, 0, 0]",
        ),
        (log(BUSY, sc=[1] * 7), "expected a list of 8 or more as 'sc', found [1, 1, 1, 1, 1, 1, 1]"),
        (log(BUSY, rule={"aka51": 5}), "expected a whole number from 0 to 4 as 'rule', found 5"),
        (log(BUSY, rule={"aka": "x"}), "expected a whole number as 'rule', found 'x'"),
        (changed(3, 5), "expected a list as the ura indicators, found 5"),
        (changed(1, [25000, "x", 1, 1]), "expected a whole number as the scores of a round, found 'x'"),
        (changed(1, [25000, 10**30, 1, 1]), "expected a whole number as the scores of a round, found 1000000000"),
        (changed(2, []), "expected a list of 1 or more as the dora indicators, found []"),
        (changed(4, READY[:-1]), "in E1, honba 1: E: expected 13 dealt tiles, found 12"),
        (changed(4, [*READY[:-1], 40]), "in round 1 of the log: expected a tile, 11 to 53, found 40"),
        (changed(4, [*READY[:-1], [41]]), "expected a tile, 11 to 53, found [41]"),
        (
            changed(5, [47]),
            "in E1, honba 1: expected a discard for each draw of player 1, found 1 draws and 2 discards",
        ),
        (changed(15, [51]), "expected a discard for each draw of player 4, found 3 draws and 1 discards"),
        # Only after a called quad nothing is discarded.
        (changed(9, ["454545a45", 0]), "in E1, honba 1: expected a tile, 11 to 53, found 0"),
        (changed(5, [47] * 101), "expected a discard for each draw of player 1, found 101 draws and 2 discards"),
        (changed(11, ["47x4747", 47, 29]), "expected two digits a tile and one letter, found '47x4747'"),
        (changed(11, ["4747p", 47, 29]), "expected two digits a tile and one letter, found '4747p'"),
        (changed(11, ["47c4747", 47, 29]), "expected c, p or m before the tile that was called, found '47c4747'"),
        (changed(11, ["46p4747", 47, 29]), "expected the tiles of a pon, found others"),
        (changed(12, [60, "47k474747", 60]), "expected a tile from hand after the call of player 3, found 60"),
        (
            changed(12, [11, "47p474747", 60]),
            "expected r before a discard, k or a in a quad, or 'f44', found '47p474747'",
        ),
        (changed(14, ["c111213", "m29292929", 37]), "in E1, honba 1"),
        (changed(16, ["和了", [0, 0, 0, 0]]), "expected changes and details of each win after '和了'"),
        (changed(16, [*BUSY[16], [0, 0, 0, 0]]), "expected changes and details of each win after '和了'"),
        (changed(16, ["和了", [0, 0, 0, 0], [0, 3, 0, 5]]), "expected a text as the worth of a win, found 5"),
        (changed(16, ["和了", [0, 0, 0, 0], [0, 3, 0, "1", 5]]), "expected a text as a yaku, found 5"),
        (changed(16, ["和了", [0, 0, 0, 0], [9, 3, 0]]), "expected a whole number from 0 to 3 as a player, found 9"),
        (changed(16, ["和了", [0], [0, 3, 0]]), "expected a list of 4 or more as the changes of a win, found [0]"),
    ],
)
def test_a_log_that_makes_no_sense_is_refused(value: Any, message: str) -> None:
    if message == "in E1, honba 1":
        value = changed(14, ["c111213", "m29292929"])
        value["log"][0][15] = [51, 0]
        value["log"][0][16] = BUSY[16]
        message = "in E1, honba 1: E: expected a ron on the last discard, found one on N"
    assert message in refusal(value)


def test_more_rounds_than_a_game_can_have() -> None:
    assert refusal(log(*[drawn(["九種九牌"])] * 101)) == "expected at most 100 rounds in 'log', found 101"


def test_of_a_list_of_what_lies_in_the_wall_count_those_that_quads_turned() -> None:
    """Some converters list four of each in every round."""
    whole = [*BUSY]
    whole[2], whole[3] = [*BUSY[2], 11], [*BUSY[3], 12]
    assert [win["dora"] for win in read(log(whole)).record["rounds"][0]["wins"]] == ["2p4m7p1m"] * 2
    # With one quad less in the play, one indicator less was turned.
    whole[8:10] = [[45], [60]]
    assert [win["dora"] for win in read(log(whole)).record["rounds"][0]["wins"]] == ["2p4m7p"] * 2
    assert read(log(whole)).record["rounds"][0]["wins"][0]["ura"] == "1s5z7m"
    # Three of each are those that were turned, whatever the play was.
    fewer = [*BUSY[:8], [45], [60], *BUSY[10:]]
    for row in (BUSY, fewer, [*fewer[:11], ["47p4747", 29], [11, 60], *fewer[13:]]):
        assert [win["dora"] for win in read(log(row)).record["rounds"][0]["wins"]] == ["2p4m7p"] * 2


#: A game whose names have blanks and an ampersand.
GAME = json.dumps(log(BUSY, name=["Ura Dora", "B & B", "C", "D"]), ensure_ascii=False, separators=(",", ":"))
AT = "https://tenhou.net/6/#json="


def test_of_an_address_that_is_broken_off_its_line_is_told() -> None:
    (error,) = read_logs(io.StringIO(f'look: {AT}{{"log": [5,\nmy hand\nand another'), name="a.html")
    assert str(error) == "a.html: expected JSON, found a fault in column 12: it ends too early; '{\"log\": [5,'"


@pytest.mark.parametrize(
    "text",
    [
        f"look: {AT}{GAME} (my hand)",
        f"look: {AT}{quote(GAME)}&ts=3",
        # As browsers copy it: brackets and commas stay.
        f"look: {AT}{quote(GAME, safe='{}[],:')}&ts=3 here",
        f'<a href="{AT}{html.escape(GAME)}">my hand</a>',
        f"<p>{AT}{html.escape(quote(GAME, safe='{}[],:&'))}</p>",
    ],
)
def test_an_address_within_a_text_however_it_is_encoded(text: str) -> None:
    (game,) = read_logs(io.StringIO(text), name="a.html")
    assert isinstance(game, LoggedGame), game
    assert game.record["players"][:2] == ["Ura Dora", "B & B"]
    assert game.record["rounds"] == read(log(BUSY)).record["rounds"]
