"""Every figure that a log tells is compared: one after the other is changed, and each has to be noticed."""

import io
import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from calc import LoggedGame, read_logs
from calc.intake.spelling import record_from
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from calc.mahjong.logs.tenhou_json import write_game as write_tenhou_json
from calc.mahjong.records.types import Game
from calc.notation.tiles import parse_tiles
from calc.outcomes import CheckedGame
from tests.cli.running import PROJECT
from tests.logs.alone import check_alone
from tests.logs.altered_figures import FORMS, check_like, opened
from tests.logs.falsify import falsified
from tests.logs.test_corpus_logs import folder
from tests.logs.writers import as_mjai, as_tenhou_json
from tests.rows import Rows, listed

ROWS = Rows(__file__)


#: 234m 456p 678s 88p and 34s, which waits for 2s and 5s.
READY = "234m45688p34678s"
IDLE = "19m19p19s1234z567z"
#: Three players: 111p 456p 222s 11z and 78p, which waits for 6p and 9p.
READY_OF_THREE = "11145678p222s11z"
IDLE_OF_THREE = "19m27p3569s13456z"


class Wall:
    """The tiles of a game as Tenhou numbers them, each given out once and no red five among them."""

    def __init__(self) -> None:
        self.left = defaultdict(lambda: [0, 1, 2, 3], {kind: [1, 2, 3] for kind in (4, 13, 22)})

    def take(self, tiles: str) -> str:
        return ",".join(str(4 * kind + self.left[kind].pop()) for kind in parse_tiles(tiles))


def double_ron() -> str:
    """The dealer discards the tile that two players win on. Nobody has declared riichi: 2,000 each, by pinfu and
    tanyao.
    """
    wall = Wall()
    hands = [wall.take(tiles) for tiles in (IDLE, READY, READY, IDLE)]
    winning, indicator = wall.take("5s"), wall.take("7z")
    wins = "".join(
        f'<AGARI ba="0,0" hai="{hands[who]},{winning}" machi="{winning}" ten="30,2000,0" yaku="7,1,8,1" '
        f'doraHai="{indicator}" who="{who}" fromWho="0" sc="{scores}"/>'
        for who, scores in ((1, "250,-20,250,20,250,0,250,0"), (2, "230,-20,270,0,250,20,250,0"))
    )
    return (
        '<mjloggm ver="2.3"><GO type="9" lobby="0"/><UN n0="A" n1="B" n2="C" n3="D"/><TAIKYOKU oya="0"/>'
        f'<INIT seed="0,0,0,1,2,{indicator}" ten="250,250,250,250" oya="0" {dealt(hands)}/>'
        f"<T{winning}/><D{winning}/>{wins}</mjloggm>"
    )


def three_players() -> str:
    """The dealer declares riichi with the first discard and wins at once after it; then somebody has nothing left."""
    wall = Wall()
    hands = [wall.take(tiles) for tiles in (READY_OF_THREE, IDLE_OF_THREE, IDLE_OF_THREE)]
    first, winning, indicator, ura = (wall.take(tile) for tile in ("6z", "9p", "7z", "6z"))
    passed = [wall.take("7z"), wall.take("7z")]
    return (
        '<mjloggm ver="2.3"><GO type="185" lobby="0"/><UN n0="A" n1="B" n2="C" n3=""/><TAIKYOKU oya="0"/>'
        f'<INIT seed="0,0,0,1,2,{indicator}" ten="30,30,30,0" oya="0" {dealt(hands)} hai3=""/>'
        f'<T{first}/><REACH who="0" step="1"/><D{first}/><REACH who="0" ten="20,30,30,0" step="2"/>'
        f"<U{passed[0]}/><E{passed[0]}/><V{passed[1]}/><F{passed[1]}/><T{winning}/>"
        f'<AGARI ba="0,1" hai="{hands[0]},{winning}" machi="{winning}" ten="40,8000,1" yaku="21,2,2,1,0,1" '
        f'doraHai="{indicator}" doraHaiUra="{ura}" who="0" fromWho="0" sc="20,90,30,-40,30,-40,0,0" '
        'owari="110,102.0,-10,-41.0,-10,-61.0,0,0.0"/></mjloggm>'
    )


def dealt(hands: list[str]) -> str:
    return " ".join(f'hai{player}="{hand}"' for player, hand in enumerate(hands))


def read(text: str) -> LoggedGame:
    (game,) = read_logs(io.BytesIO(text.encode()), name="a")
    assert isinstance(game, LoggedGame), game
    return game


def check(text: str) -> CheckedGame:
    logged = read(text)
    game = record_from(logged.record)
    assert isinstance(game, Game)
    return check_alone(logged, game)


def found(text: str) -> list[tuple[str, str, Any, Any]]:
    return [(one.round, one.key, one.said, one.found) for one in check(text).disagreements]


def cut_off() -> str:
    """The double ron, and then a round that breaks off behind a riichi."""
    wall = Wall()
    hands = [wall.take(tiles) for tiles in (IDLE, READY, IDLE, IDLE)]
    tile, indicator = wall.take("5z"), wall.take("7z")
    return double_ron().replace(
        "</mjloggm>",
        f'<INIT seed="1,0,0,1,2,{indicator}" ten="210,270,270,250" oya="1" {dealt(hands)}/>'
        f'<U{tile}/><REACH who="1" step="1"/><E{tile}/><REACH who="1" ten="210,260,270,250" step="2"/></mjloggm>',
    )


LOGS = {"double ron": double_ron, "three players": three_players, "a round that breaks off": cut_off}


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_every_figure_that_is_changed_is_noticed(log: Callable[[], str]) -> None:
    assert found(log()) == []
    # Whether the honba are told again with the second of two winners is not known, so they are not compared there.
    second = [f"element 2, AGARI ba[{place}]: 0 made 1" for place in (0, 1)] if log is not three_players else []
    assert [name for name, text in falsified(log()) if not found(text)] == second


def test_every_level_but_the_right_one_is_noticed() -> None:
    """The third number of a win: 0 is below mangan, which says something too."""
    levels = ["below_mangan", "mangan", "haneman", "baiman", "sanbaiman", "kazoe_yakuman"]
    for log, ten, right in ((double_ron(), "30,2000,", 0), (three_players(), "40,8000,", 1)):
        for code, level in enumerate(levels):
            text = log.replace(f'ten="{ten}{right}"', f'ten="{ten}{code}"', 1)
            seat = "S" if right == 0 else "E"
            wanted = [] if code == right else [("E1, honba 0", f"{seat}.level", level, levels[right])]
            assert found(text) == wanted


@ROWS.each("one_figure_said_wrong_is_the_one_disagreement")
def test_one_figure_said_wrong_is_the_one_disagreement(old: str, new: str, told: str) -> None:
    assert three_players().count(old) == 1
    assert [one[1] for one in found(three_players().replace(old, new))] == [told]


def test_what_an_old_log_leaves_out_is_not_compared() -> None:
    text = three_players().replace(' ten="20,30,30,0"', "").replace(' ba="0,1"', "")
    assert found(text) == []
    assert check(text).figures == check(three_players()).figures - 3


def test_with_two_winners_the_scores_are_those_after_the_second() -> None:
    assert read(double_ron()).said.rounds[0].after == (21000, 27000, 27000, 25000)
    assert [win.after for win in read(double_ron()).said.rounds[0].wins] == [
        (23000, 27000, 25000, 25000),
        (21000, 27000, 27000, 25000),
    ]


def test_scores_that_do_not_follow_from_the_round_before_are_told_there() -> None:
    """All that the log says of the later round goes with the wrong scores."""
    said = cut_off().replace("210,270,270,250", "220,270,270,240").replace("210,260,270,250", "220,260,270,240")
    scores = (22000, 27000, 27000, 24000), (21000, 27000, 27000, 25000)
    stick = (22000, 26000, 27000, 24000), (21000, 26000, 27000, 25000)
    assert found(said) == [("E2, honba 0", "before", *scores), ("E2, honba 0", "E.riichi_scores", *stick)]


@ROWS.each("the_round_that_breaks_off_is_compared_as_far_as_it_goes")
def test_the_round_that_breaks_off_is_compared_as_far_as_it_goes(old: str, new: str, told: list[Any]) -> None:
    assert listed(found(cut_off().replace(old, new))) == [told]


# ---- the other formats


def mjai(text: str, *, scores: bool = True) -> list[dict[str, Any]]:
    """A log of three players as mjai tells it, with the fourth seat at which nobody sits."""
    lines = as_mjai(read_mjlog(text.encode()))
    accepted: dict[str, Any] = {"type": "reach_accepted", "actor": 0}
    if scores:
        accepted |= {"deltas": [-1000, 0, 0, 0], "scores": [2000, 3000, 3000, 0]}
    place = next(place for place, line in enumerate(lines) if line["type"] == "dahai")
    for line in lines:
        for key in ("scores", "deltas"):
            if key in line:
                line[key] = [*line[key], 0]
    return [*lines[: place + 1], accepted, *lines[place + 1 :]]


def as_lines(values: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, values))


def test_the_figures_of_mjai_are_compared() -> None:
    lines = mjai(three_players())
    assert found(as_lines(lines)) == []
    missed = []
    for number, line in enumerate(lines):
        for key in {"scores", "deltas"} & set(line):
            for place, figure in enumerate(line[key]):
                changed = {**line, key: [*line[key][:place], figure + 100, *line[key][place + 1 :]]}
                if not found(as_lines([*lines[:number], changed, *lines[number + 1 :]])):
                    missed.append((number, line["type"], key, place))
    assert missed == []


def test_the_changes_at_a_riichi_are_compared_seat_by_seat() -> None:
    lines = mjai(three_players())
    (accepted,) = [line for line in lines if line["type"] == "reach_accepted"]
    accepted["deltas"] = [0, -1000, 0, 0]
    assert found(as_lines(lines)) == [("E1, honba 0", "E.riichi_changes", (0, -1000, 0), (-1000, 0, 0))]


def test_a_riichi_that_is_accepted_without_scores_says_whose_it_is() -> None:
    lines = mjai(three_players(), scores=False)
    assert found(as_lines(lines)) == []
    (accepted,) = [line for line in lines if line["type"] == "reach_accepted"]
    accepted["actor"] = 1
    assert found(as_lines(lines)) == [("E1, honba 0", "riichi", ["S"], ["E"])]


def tenhou_json(text: str) -> dict[str, Any]:
    """A log of three players as tenhou.net/6 tells it, with the fourth seat at which nobody sits."""
    value = as_tenhou_json(read_mjlog(text.encode()))
    value["sc"] += [0, 0.0]
    value["log"][0][-1][1] += [0]
    return value


def test_the_figures_of_tenhou_net_6_are_compared() -> None:
    assert found(json.dumps(tenhou_json(three_players()))) == []
    missed = []
    for name in ("sc", "scores", "changes"):
        for place in range(8 if name == "sc" else 4):
            value = tenhou_json(three_players())
            figures = {"sc": value["sc"], "scores": value["log"][0][1], "changes": value["log"][0][-1][1]}[name]
            figures[place] += 100
            if not found(json.dumps(value)):
                missed.append((name, place))
    assert missed == []


def test_a_log_that_tells_no_figures_says_so() -> None:
    """Only its moves are there, and those of its wins and draws that our records hold."""
    silent = [
        {key: value for key, value in line.items() if key not in ("scores", "deltas")}
        for line in mjai(three_players(), scores=False)
    ]
    checked = check(as_lines(silent))
    assert (checked.figures, checked.disagreements) == (0, [])


# ---- several winners, told together


def changed_ending(form: str, key: str, change: Callable[[Any], Any]) -> list[str]:
    """The disagreements of a double ron in a format, with one key of its ending changed."""
    played = game_of(read_mjlog(double_ron().encode()), "a", "mjlog")
    write, text_of = FORMS[form]
    value = opened(form, write(played))
    ending = (
        value["data"][-1]["data"]
        if form == "mahjong-soul"
        else value["data"]["handRecord"][0]["handEventRecord"][-1]["data"]
    )
    ending[key] = change(ending[key])
    (game,) = read_logs(io.StringIO(text_of(value)), name="a")
    assert isinstance(game, LoggedGame), game
    return [one.key for one in check_like(game, played).disagreements]


@pytest.mark.parametrize(
    ("form", "key", "change", "told"),
    [
        ("mahjong-soul", "delta_scores", lambda old: old, []),
        ("mahjong-soul", "delta_scores", lambda old: [-4000, 3000, 1000, 0], ["payments"]),
        ("mahjong-soul", "old_scores", lambda old: [*old[:3], 26000], ["scores_at_end"]),
        ("mahjong-soul", "old_scores", lambda old: [], []),
        ("riichi-city", "user_profit", lambda old: old, []),
        ("riichi-city", "user_profit", lambda old: [{**one, "point_profit": 0} for one in old], ["payments"]),
    ],
)
def test_what_is_told_of_two_wins_together_is_compared(
    form: str, key: str, change: Callable[[Any], Any], told: list[str]
) -> None:
    assert changed_ending(form, key, change) == told


@pytest.mark.parametrize("form", ["mahjong-soul", "riichi-city"])
def test_two_wins_that_are_told_together_are_written_apart(form: str) -> None:
    played = game_of(read_mjlog(double_ron().encode()), "a", "mjlog")
    write, text_of = FORMS[form]
    (game,) = read_logs(io.StringIO(text_of(write(played))), name="a")
    assert isinstance(game, LoggedGame)
    (line,) = write_tenhou_json(game)
    changes = json.loads(line)["log"][0][-1][1::2]
    assert changes == [[-2000, 2000, 0, 0], [-2000, 0, 2000, 0]]


@pytest.mark.parametrize(("players", "told"), [([0], []), ([0, 1], ["waiting"]), ([2], ["waiting"]), ([], [])])
def test_who_waits_at_a_draw_of_riichi_city_is_compared(players: list[int], told: list[str]) -> None:
    """In the seventh round of the sample one waits. Some records tell nobody."""
    (game,) = read_logs("samples/logs/tenhou.mjlog")
    assert isinstance(game, LoggedGame)
    value = opened("riichi-city", FORMS["riichi-city"][0](game))
    ending = value["data"]["handRecord"][6]["handEventRecord"][-1]["data"]
    ending["win_info"] = [{"user_id": 1000 + player, "all_point": 0} for player in players]
    (again,) = read_logs(io.StringIO(json.dumps(value)), name="a")
    assert isinstance(again, LoggedGame), again
    assert [one.key for one in check_like(again, game).disagreements] == told


# ---- real games


def test_one_figure_changed_in_each_real_game_is_noticed() -> None:
    """Two of each game, so chosen that all sorts come about."""
    missed = []
    for number, path in enumerate(sorted(folder().glob("*.mjlog"))):
        changed = list(falsified(path.read_text(encoding="utf-8")))
        for place in (number * 37, number * 101 + 50):
            name, text = changed[place % len(changed)]
            if not found(text):
                missed.append((path.name, name))
    assert missed == []


def test_the_sample_of_mjai_tells_figures() -> None:
    assert check((PROJECT / "samples/logs/game.mjai.jsonl").read_text(encoding="utf-8")).figures > 0
