"""mjai: its events and dialects, and what is refused."""

import io
import json
from typing import Any

import pytest

import calc
from calc import LoggedGame, read_logs
from calc.errors import UnreadableError
from calc.notation.tiles import parse_tiles, print_tiles
from tests.rows import Rows

ROWS = Rows(__file__)


IDLE = "147m258p369s1234z"
SANMA = "123456p45789s11z"


def tiles(text: str) -> list[str]:
    """The tiles of a text as mjai spells them."""
    spelled = (tuple(print_tiles([tile])) for tile in parse_tiles(text))
    return [
        "ESWNPFC"[int(rank) - 1] if suit == "z" else f"5{suit}r" if rank == "0" else rank + suit
        for rank, suit in spelled
    ]


def start(*hands: str, players: int = 4, **keys: Any) -> dict[str, Any]:
    usual = {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "dora_marker": "2p",
        "scores": [25000] * players,
        "tehais": [tiles(hand) for hand in [*hands, *[IDLE] * players][:players]],
    }
    return usual | keys


def move(kind: str, actor: int, pai: str | None = None, **keys: Any) -> dict[str, Any]:
    return {"type": kind, "actor": actor} | ({"pai": tiles(pai)[0]} if pai else {}) | keys


def give(actor: int, pai: str) -> list[dict[str, Any]]:
    """A tile is drawn and thrown away."""
    return [move("tsumo", actor, pai), move("dahai", actor, pai, tsumogiri=True)]


#: The dealer declares nine orphans.
ABORTED = [start(), move("tsumo", 0, "5z"), {"type": "ryukyoku", "reason": "kyushukyuhai"}, {"type": "end_kyoku"}]
#: A chi, quads of every sort, riichi, red fives, and two winners on one discard.
BUSY = [
    start("123m456p45789s11z", "678m12388p45s555z", "147m147p12s34677z", "23058m33s226z999p", honba=1),
    *give(0, "7z"),
    move("pon", 2, "7z", target=0, consumed=["C", "C"]),
    move("dahai", 2, "1m", tsumogiri=False),
    move("chi", 3, "1m", target=2, consumed=["2m", "3m"]),
    move("dahai", 3, "0m", tsumogiri=False),
    move("tsumo", 0, "2s"),
    move("reach", 0),
    move("dahai", 0, "2s", tsumogiri=True),
    {"type": "reach_accepted", "actor": 0},
    move("tsumo", 1, "5z"),
    move("ankan", 1, consumed=["P"] * 4),
    {"type": "dora", "dora_marker": "4m"},
    *give(1, "9s"),
    move("tsumo", 2, "7z"),
    move("kakan", 2, "7z", consumed=["C"] * 3),
    *give(2, "9p"),
    {"type": "dora", "dora_marker": "7p"},
    move("daiminkan", 3, "9p", target=2, consumed=["9p"] * 3),
    *give(3, "6s"),
    move("hora", 0, target=3, deltas=[3300, 0, 0, -2300], ura_markers=["1s", "P", "7m"]),
    move("hora", 1, target=3, deltas=[0, 8000, 0, -8000], ura_markers=["1s", "P", "7m"]),
    {"type": "end_kyoku"},
]


def read(lines: list[Any], **keys: Any) -> LoggedGame:
    (game,) = read_logs(io.StringIO("\n".join(map(json.dumps, lines))), name="a.jsonl", **keys)
    assert isinstance(game, LoggedGame), game
    return game


def refusal(lines: list[Any]) -> str:
    (error,) = read_logs(io.StringIO("\n".join(map(json.dumps, lines))), name="a.jsonl")
    assert isinstance(error, UnreadableError), error
    return error.message.removeprefix("a.jsonl: ")


def test_a_busy_round() -> None:
    names = ["A", "B", "C", "D"]
    game = read([{"type": "start_game", "names": names, "aka_flag": True}, *BUSY, {"type": "end_game"}])
    assert (game.format, game.record["players"], game.said.cut_off) == ("mjai", names, None)
    assert game.record["rules"] == "tenhou"
    (record,) = game.record["rounds"]
    assert (record["honba"], record["riichi"]) == (1, ["E"])
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
    results = calc.score_many([first | {"honba": 1, "sticks": 1}, second], rules="tenhou")
    for result, said in zip(results, game.said.rounds[0].wins, strict=True):
        assert isinstance(result, calc.WinResult)
        assert tuple(result.payments.values()) == said.deltas


def test_the_melds_of_a_busy_round() -> None:
    lines = [line for line in BUSY if line["type"] != "hora"]
    lines.insert(-1, {"type": "ryukyoku", "reason": "fanpai", "tenpais": [True, True, False, False]})
    draw = read(lines).record["rounds"][0]["draw"]
    assert draw["hands"] == {
        "E": "123m456p45789s11z",
        "S": "678m12388p45s [5555z]",
        "W": "47m147p12s346z (777+7z<E)",
        "N": "58m33s226z (123m<W)(9999p<W)",
    }
    assert draw["waiting"] == ["E", "S"]


@pytest.mark.parametrize("kind", ["kita", "nukidora"])
def test_three_players_and_norths(kind: str) -> None:
    begin = start(SANMA, SANMA, SANMA, players=3)
    north = [move("tsumo", 0, "4z"), move(kind, 0, "4z"), move("tsumo", 0, "6s"), move("hora", 0, target=0)]
    game = read([begin, *north])
    assert (game.record["rules"], game.record["players"]) == ("tenhou-sanma", ["player 1", "player 2", "player 3"])
    (win,) = game.record["rounds"][0]["wins"]
    assert (win["by"], win["rinshan"], win["north"]) == ("tsumo", True, 1)


def test_a_fourth_seat_that_nobody_sits_on() -> None:
    begin = start(SANMA, SANMA, SANMA, players=3) | {"scores": [35000, 35000, 35000, 0]}
    begin["tehais"].append(["?"] * 13)
    win = move("hora", 0, target=0, deltas=[2000, -1000, -1000, 0], scores=[37000, 34000, 34000, 9])
    game = read([begin, move("tsumo", 0, "6s"), win])
    (said,) = game.said.rounds
    assert (said.before, said.wins[0].deltas) == ((35000,) * 3, (2000, -1000, -1000))
    assert said.vacant == (9,)


@ROWS.each("rounds_that_are_broken_off")
def test_rounds_that_are_broken_off(reason: str | None, kind: str) -> None:
    lines = [start(), move("tsumo", 0, "5z"), {"type": "ryukyoku"} | ({"reason": reason} if reason else {})]
    assert read(lines).record["rounds"][0]["draw"] == {"kind": kind}


def test_scores_may_stand_at_the_end_of_a_round() -> None:
    older = {key: value for key, value in start().items() if key != "scores"}
    ending = {"type": "ryukyoku", "reason": "nagashimangan", "scores": [37000, 21000, 21000, 21000]}
    game = read([older, *give(0, "9m"), ending, older | {"honba": 1}, *ABORTED[1:]])
    first, second = game.said.rounds
    assert (first.before, first.after) == (None, (37000, 21000, 21000, 21000))
    assert first.draw is not None
    assert (first.draw.kind, first.draw.nagashi) == ("exhaustive", True)
    assert (second.before, second.after) == (None, None)
    assert "start" not in game.record


def test_scores_after_a_round_are_else_those_before_the_next() -> None:
    second = start(scores=[24000, 26000, 25000, 25000], honba=1)
    game = read([*ABORTED, second, *ABORTED[1:], {"type": "end_game", "scores": [24000, 26000, 25000, 25000]}])
    assert [said.after for said in game.said.rounds] == [(24000, 26000, 25000, 25000)] * 2
    assert game.said.scores == (24000, 26000, 25000, 25000)


def test_what_older_dialects_say_of_a_win() -> None:
    win = move("hora", 0, target=0, pai="6s", fan=3, fu=30, hora_points=5800, uradora_markers=["1s"])
    (told,) = read([start("123m456p45789s11z"), move("tsumo", 0, "6s"), win]).said.rounds[0].wins
    assert (told.han, told.fu, told.points) == (3, 30, 5800)
    limit = win | {"fan": 100}
    (told,) = read([start("123m456p45789s11z"), move("tsumo", 0, "6s"), limit]).said.rounds[0].wins
    assert (told.han, told.fu) == (None, None)


@ROWS.each("what_a_win_says_of_its_yaku")
def test_what_a_win_says_of_its_yaku(yakus: Any, told: list[Any], unread: list[Any]) -> None:
    win = move("hora", 0, target=0, pai="6s", yakus=yakus)
    (said,) = read([start("123m456p45789s11z"), move("tsumo", 0, "6s"), win]).said.rounds[0].wins
    assert [[one.id, one.han] for one in said.yaku or ()] == told
    assert ([list(one) for one in said.unread], said.tile) == (unread, "6s")


def test_a_table_without_red_fives() -> None:
    game = read([{"type": "start_game", "aka_flag": False}, *ABORTED])
    assert game.record["options"] == {"red_fives": {"m": 0, "p": 0, "s": 0}}
    # Three players have no fives of the characters.
    three = [start(SANMA, SANMA, SANMA, players=3), *ABORTED[1:]]
    assert read([{"type": "start_game", "aka_flag": False}, *three]).record["options"] == {
        "red_fives": {"p": 0, "s": 0}
    }


def test_where_a_log_breaks_off() -> None:
    assert read(ABORTED).said.cut_off == "between_rounds"
    assert read([*ABORTED, {"type": "end_game"}]).said.cut_off is None
    inside = read([*ABORTED, start(honba=1), *give(0, "5z")])
    assert (inside.said.cut_off, len(inside.record["rounds"])) == ("in_round", 1)


def test_several_games_and_a_broken_one_between() -> None:
    game = [json.dumps(line) for line in ({"type": "start_game", "names": ["A", "B", "C", "D"]}, *ABORTED)]
    broken = [*game[:2], game[2][:-5], *game[3:]]
    first, error, second = read_logs(io.StringIO("\n".join([*game, *broken, *game])), name="a.jsonl")
    assert isinstance(first, LoggedGame)
    assert isinstance(second, LoggedGame)
    assert isinstance(error, UnreadableError)
    assert error.message.startswith("a.jsonl (2): line 8: expected JSON, found a fault in column")


@ROWS.each(
    "a_log_that_makes_no_sense_is_refused",
    also=[
        (0, start(oya=1), "whose dealer is the player of its number, found {'bakaze': 'E', 'kyoku': 1, 'oya': 1}"),
        (0, start(kyoku=5), "expected a whole number from 0 to 4 as 'kyoku' of 'start_kyoku', found 5"),
        (0, start(bakaze="P"), "expected a round whose dealer is the player of its number, found {'bakaze': 'P'"),
        (0, start(honba="1"), "expected a whole number from 0 to 9999 as 'honba' of 'start_kyoku', found '1'"),
        (0, start(scores=[1, 2]), "expected a list of 4 or more as 'scores' of 'start_kyoku', found [1, 2]"),
        (0, start(tehais=[["?"] * 13] * 4), "expected the hands of all players in 'start_kyoku', found some hidden"),
        (
            0,
            start(dora_marker="5x"),
            "expected a tile such as '5m', '5mr' or 'E' as 'dora_marker' of 'start_kyoku', found '5x'",
        ),
        (0, start(tehais="E"), "expected a list of 3 or more as 'tehais' of 'start_kyoku', found 'E'"),
        (0, start(tehais=["E"] * 4), "expected a list as 'tehais' of 'start_kyoku', found 'E'"),
        (0, start(dora_marker=None), "expected a text as 'dora_marker' of 'start_kyoku', found None"),
    ],
)
def test_a_log_that_makes_no_sense_is_refused(place: int, line: Any, message: str) -> None:
    lines: list[Any] = [*ABORTED]
    lines[place] = line
    assert message in refusal([{"type": "start_game"}, *lines])


def test_names_that_are_no_list_are_refused() -> None:
    assert refusal([{"type": "start_game", "names": "A"}, *ABORTED]) == "expected a list as 'names', found 'A'"


def test_a_log_without_rounds() -> None:
    assert refusal([{"type": "start_game"}, {"type": "end_game"}]) == (
        "expected 1 to 100 rounds, each with 'start_kyoku', found 0"
    )


def test_another_number_of_players_later() -> None:
    lines = [*ABORTED, start(SANMA, SANMA, SANMA, players=3), *ABORTED[1:]]
    assert refusal(lines) == "expected as many players in every round as in the first one, found another number"
