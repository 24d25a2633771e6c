"""Games as majiang, Riichi City and the viewer of the M.League tell them: the same play, every figure compared."""

import copy
import io
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from calc import LoggedGame, read_logs
from calc.errors import UnreadableError
from calc.mahjong.logs.events import GameLog, plain_round
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from calc.outcomes import CheckedGame
from tests.amounts import SEED, tries
from tests.batch.material import SAMPLES
from tests.logs.altered_figures import FORMS, check_like, figures, notices_as, opened, says, with_other
from tests.logs.scripts import script
from tests.logs.site_writers import as_mleague, as_page, as_riichi_city
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_corpus_logs import games
from tests.logs.test_writing import moves
from tests.logs.writers import as_mjai
from tests.rows import Rows

ROWS = Rows(__file__)
SAMPLE = game_of(read_mjlog((SAMPLES / "logs" / "tenhou.mjlog").read_bytes()), "sample", "mjlog")


#: Formats that sites write; of the others there are tests of their own.
SITES = ("majiang", "riichi-city", "m-league")


def as_majiang(logged: LoggedGame) -> Any:
    return FORMS["majiang"][0](logged)


def read(text: str) -> LoggedGame | Any:
    (game,) = read_logs(io.StringIO(text), name="a")
    return game


def check(game: LoggedGame, like: LoggedGame = SAMPLE) -> CheckedGame:
    """The game held against its log, under the rules of another."""
    return check_like(game, like)


def plain(logged: LoggedGame) -> list[dict[str, Any]]:
    return [plain_round(one) for one in logged.rounds]


@pytest.mark.parametrize("form", SITES)
def test_the_games_of_the_corpus_are_read_and_agree(form: str) -> None:
    write, text_of = FORMS[form]
    told = 0
    for name, logged in {"sample": SAMPLE, **dict([*games().items()][:: tries(4, 1)])}.items():
        if form == "riichi-city" or says(form, logged):
            again = read(text_of(write(logged)))
            assert isinstance(again, LoggedGame), again
            assert (again.format, plain(again)) == (form, plain(logged)), name
            assert again.record["players"] == logged.record["players"]
            assert (again.said.final, again.said.cut_off) == (logged.said.final, logged.said.cut_off)
            checked = check(again, logged)
            assert (checked.disagreements, checked.unread) == ([], []), name
            told += checked.figures
    assert told > 50


@pytest.mark.parametrize("form", FORMS)
def test_every_move_is_there(form: str) -> None:
    """Of discards whether they came from the hand, and of indicators which were turned."""
    write, text_of = FORMS[form]
    told = 0
    for logged in [SAMPLE, *games().values()][:: tries(4, 1)]:
        if says(form, logged):
            again = read(text_of(write(logged)))
            assert moves(again) == moves(logged)
            told += len(moves(logged))
    assert told > 50


# ---- figures


@pytest.mark.parametrize("form", FORMS)
def test_every_figure_that_is_changed_is_noticed(form: str) -> None:
    write, text_of = FORMS[form]
    values = write(SAMPLE)
    assert not notices_as(text_of(opened(form, values)), SAMPLE)
    places = figures(form, opened(form, values))[:: tries(5, 1)]
    changed = [with_other(form, values, place) for place in places]
    assert len(changed) > 20
    assert [name for name, other in changed if not notices_as(text_of(other), SAMPLE)] == []


# ---- damage

OTHERS: tuple[Any, ...] = (None, True, -1, 0, 7, 10**30, "", "x", "5m", "\ud800", [], [[]], {}, {"l": 9})


def damaged(value: Any, chance: random.Random) -> Any:
    """The value with one part of it made another, left out, or told twice."""
    changed = copy.deepcopy(value)
    inside = changed
    while True:
        steps = [*(inside if isinstance(inside, dict) else range(len(inside)))]
        if not steps:
            return changed
        step = chance.choice(steps)
        if isinstance(inside[step], dict | list) and inside[step] and chance.random() < 0.85:
            inside = inside[step]
            continue
        kind = chance.randrange(3)
        if kind == 0 and isinstance(inside, list):
            inside.insert(step, inside[step])
        elif kind == 1:
            del inside[step]
        else:
            inside[step] = chance.choice(OTHERS)
        return changed


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_game_is_read_or_refused_with_its_name(form: str) -> None:
    write, text_of = FORMS[form]
    chance, values = random.Random(f"{form}{SEED}"), opened(form, write(SAMPLE))
    refused = 0
    for _ in range(tries(60, 600)):
        for game in read_logs(io.StringIO(text_of(damaged(values, chance))), name="a"):
            if isinstance(game, LoggedGame):
                check(game)
            else:
                assert isinstance(game, UnreadableError)
                assert str(game).startswith("a"), game
                refused += 1
    assert refused > 10


@pytest.mark.parametrize("form", [form for form in FORMS if not form.startswith("mjai")])
def test_a_text_that_is_cut_short_is_refused(form: str) -> None:
    write, text_of = FORMS[form]
    text = text_of(write(SAMPLE))
    for end in range(0, len(text) - 60, len(text) // 25):
        assert all(isinstance(game, UnreadableError) for game in read_logs(io.StringIO(text[:end]), name="a"))


def test_a_hand_that_is_hidden_is_refused_with_the_reason() -> None:
    value = as_majiang(SAMPLE)
    value["log"][0][0]["qipai"]["shoupai"][2] = ""
    assert "found some hidden" in str(read(json.dumps(value)))
    record = as_riichi_city(SAMPLE.played)
    del record["data"]["handRecord"][0]["handEventRecord"][2]
    assert "found some hidden" in str(read(json.dumps(record)))


def test_four_plain_fives_show_that_none_is_red() -> None:
    text = json.dumps(as_majiang(SAMPLE))
    told = read(text)
    assert isinstance(told, LoggedGame)
    assert "red_fives" not in told.head.get("options", {})
    plain_fives = re.sub(r"(?<=[mps])[0-9+=_*-]+|(?<=[0-9])0(?=[0-9])", lambda run: run[0].replace("0", "5"), text)
    none_red = read(plain_fives)
    assert isinstance(none_red, LoggedGame)
    assert none_red.head["options"]["red_fives"] == {"m": 0, "p": 0, "s": 0}


def spoiled_page() -> str:
    return as_page([*as_mleague(SAMPLE.played)[:3], {"cmd": 5}])


def spoiled_messages() -> str:
    return json.dumps(as_mahjong_soul(SAMPLE.played) | {"data": [{"name": "RecordNewRound"}, {"name": []}]})


def spoiled_rounds() -> str:
    record = as_riichi_city(SAMPLE.played)
    record["data"]["handRecord"][1]["handEventRecord"] = [5]
    return json.dumps(record)


@pytest.mark.parametrize(
    ("write", "place"),
    [
        (spoiled_page, "in message 4 of the log"),
        (spoiled_messages, "in message 2 of the log"),
        (spoiled_rounds, "in round 2 of the log"),
    ],
)
def test_a_damaged_message_is_refused_with_its_place(write: Callable[[], str], place: str) -> None:
    (game,) = read_logs(io.StringIO(write()), name="a")
    assert isinstance(game, UnreadableError)
    assert str(game).startswith(f"a: {place}: "), game


@ROWS.each("a_game_that_makes_no_sense_is_refused")
def test_a_game_that_makes_no_sense_is_refused(form: str, old: str, new: str, told: str) -> None:
    write, text_of = FORMS[form]
    text = text_of(write(SAMPLE))
    assert old in text
    assert str(read(text.replace(old, new, 1))) == f"a: {told}"


def test_a_page_without_names_and_results_breaks_off() -> None:
    assert SAMPLE.said.cut_off is None
    commands = [one for one in as_mleague(SAMPLE.played) if one["cmd"] not in ("player", "gameend")]
    game = read(as_page(commands))
    assert (game.record["players"][0], game.said.final, game.said.cut_off) == ("player 1", None, "between_rounds")
    assert game.record["rules"] == "m-league"


def test_changes_on_a_page_may_be_told_in_parts() -> None:
    """What a win pays, and then a stick that it takes."""
    commands = as_mleague(SAMPLE.played)
    places = [place for place, one in enumerate(commands) if one["cmd"] == "point" and one["args"][1][0] == "+"]
    for place in reversed(places):
        code, amount = commands[place]["args"]
        parts = (f"{int(amount) - 1000:+}", "+1000")
        commands[place : place + 1] = [commands[place] | {"args": [code, part]} for part in parts]
    found, whole = read(as_page(commands)), read(as_page(as_mleague(SAMPLE.played)))
    assert places
    assert [one.wins for one in found.said.rounds] == [one.wins for one in whole.said.rounds]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["ダブ東", "2"], [("seat_wind", 1), ("round_wind", 1)]),
        (["自風 東", "1", "立直", "1"], [("seat_wind", 1), ("riichi", 1)]),
        (["大三元", "13"], [("daisangen", None)]),
    ],
)
def test_what_a_page_says_of_yaku(words: list[str], told: list[Any]) -> None:
    commands = as_mleague(SAMPLE.played)
    args = next(one for one in commands if one["cmd"] == "agari")["args"]
    args[4:] = words
    win = next(one for played in read(as_page(commands)).said.rounds for one in played.wins)
    assert [(one.id, one.han) for one in win.yaku or ()] == told


def test_an_indicator_of_riichi_city_may_be_told_without_those_before() -> None:
    record = opened("riichi-city", as_riichi_city(SAMPLE.played))
    turned = [
        event["data"]
        for played in record["data"]["handRecord"]
        for event in played["handEventRecord"]
        if event["eventType"] == 7
    ]
    assert turned
    for told in turned:
        told["cards"] = told["cards"][-1:]
    assert moves(read(json.dumps(record))) == moves(SAMPLE)


def test_a_call_before_any_discard_is_refused() -> None:
    record = as_riichi_city(SAMPLE.played)
    played = record["data"]["handRecord"][1]
    events = played["handEventRecord"]
    first = next(at for at, one in enumerate(events) if one["eventType"] == 4 and '"group_cards"' in one["data"])
    played["handEventRecord"] = [*(one for one in events[:first] if one["eventType"] == 1), *events[first:]]
    refused = str(read(json.dumps(record)))
    assert refused == "a: in E2, honba 0: N: expected a call of the last discard, found (444z)"


# ---- hands that are laid open


def opened_hands(commands: Any) -> list[Any]:
    return [one for one in commands if one["cmd"] == "open" and not one["args"][1].startswith("<")]


@pytest.mark.parametrize("place", [0, -1])
def test_another_hand_than_the_played_one_on_a_page_is_refused(place: int) -> None:
    """Those of wins, and the one at the draw of the seventh round."""
    commands = as_mleague(SAMPLE.played)
    hands = opened_hands(commands)
    assert len(hands) > 7
    one = hands[place]["args"]
    one[1] = ("9s" if one[1][:2] == "1z" else "1z") + one[1][2:]
    assert "expected the winning hand" in str(read(as_page(commands)))
    # With its melds it has other numbers of tiles, and says nothing.
    one[1] += "1z1z1z"
    assert isinstance(read(as_page(commands)), LoggedGame)


def test_another_hand_than_the_played_one_at_a_draw_is_refused() -> None:
    commands = as_mleague(SAMPLE.played)
    draws = [place for place, one in enumerate(commands) if one["cmd"] == "ryukyoku"]
    hand = opened_hands(commands[: draws[-1]])[-1]["args"]
    hand[1] = ("9s" if hand[1][:2] == "1z" else "1z") + hand[1][2:]
    assert "expected the hand" in str(read(as_page(commands)))


def hidden_on_a_page(deltas: str) -> str:
    """The page up to the draw of the last but one round, where the one who waits says otherwise."""
    commands = as_mleague(SAMPLE.played)
    draw = [place for place, one in enumerate(commands) if one["cmd"] == "ryukyoku"][-1]
    (said,) = [one for one in commands[draw - 8 : draw] if one["args"][1:] == ["tenpai"]]
    said["args"] = [said["args"][0], "noten"]
    commands.remove(opened_hands(commands[:draw])[-1])
    draw = [place for place, one in enumerate(commands) if one["cmd"] == "ryukyoku"][-1]
    for one in commands[draw + 1 : draw + 5]:
        one["args"][1] = one["args"][1] if deltas == "paid" else "+0"
    return as_page(commands[: draw + 5])


def hidden_in_majiang(deltas: str) -> str:
    value = as_majiang(SAMPLE)
    place = next(at for at, played in reversed([*enumerate(value["log"])]) if "pingju" in played[-1])
    end = value["log"][place][-1]["pingju"]
    end["shoupai"] = [""] * 4
    end["fenpei"] = end["fenpei"] if deltas == "paid" else [0] * 4
    told = {key: value[key] for key in ("title", "player", "qijia")}
    return json.dumps(told | {"log": value["log"][: place + 1]})


@pytest.mark.parametrize("write", [hidden_on_a_page, hidden_in_majiang])
def test_who_waits_and_does_not_say_so_at_a_draw_is_noten(write: Callable[[str], str]) -> None:
    """A leader who deals may want the game to end. What is paid has to fit what is said."""
    quiet, paid = (check(read(write(deltas))) for deltas in ("none", "paid"))
    assert (quiet.disagreements, quiet.unread) == ([], [])
    assert [one.key for one in paid.disagreements] == ["deltas"]


def test_another_winning_hand_or_tile_in_a_record_of_mahjong_soul_is_refused() -> None:
    for key in ("hand", "hu_tile"):
        value = as_mahjong_soul(SAMPLE.played)
        hule = next(one["data"] for one in value["data"] if one["name"].endswith("Hule"))["hules"][0]
        hule[key] = ["1z", *hule[key][1:]] if key == "hand" else "1z"
        assert "expected the winning hand" in str(read(json.dumps(value))), key


@pytest.mark.parametrize("quad", ["", "0+5z 0(555+5z) !0p "])
def test_another_winning_hand_beside_melds_is_refused(quad: str) -> None:
    """Beside a triplet, and the quad that it becomes, a winner holds ten tiles."""
    play = f"0+9p 0-9p 1+5z 1-5z 0(555z)5z@1 0-1m' 1+2z 1-2z 2+3z 2-3z 3+4z 3-4z {quad}0+1s 0="
    played = script(play, "1123m456p789s1s55z", "147m258p369s1235z")
    log = GameLog(players=("A", "B", "C", "D"), options={}, rounds=[played])
    soul, lines = as_mahjong_soul(log), as_mjai(log)
    hule = next(one["data"] for one in soul["data"] if one["name"].endswith("Hule"))["hules"][0]
    hora = next(one for one in lines if one["type"] == "hora")
    for first, told in (("1m", "<LoggedGame"), ("9m", "expected the winning hand 123m456p11789s after these moves")):
        hand = [first, "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s"]
        hule.update(hand=hand, hu_tile="1s")
        hora.update(hora_tehais=hand, pai="1s")
        for text in (json.dumps(soul), "\n".join(map(json.dumps, lines))):
            assert told in str(read(text))


def test_a_room_of_riichi_city_that_was_closed_breaks_off_its_last_round() -> None:
    record = as_riichi_city(SAMPLE.played)
    rounds = record["data"]["handRecord"]
    ends = [one for one in rounds[-1]["handEventRecord"] if one["eventType"] == 5]
    ends[-1]["data"] = json.dumps({"end_type": 8, "win_info": [], "user_profit": [], "zhong_liu_info": []})
    game = read(json.dumps(record))
    assert isinstance(game, LoggedGame)
    assert (len(game.record["rounds"]), game.said.cut_off) == (len(rounds) - 1, "in_round")
    found = check(game)
    assert found.disagreements == []


@pytest.mark.parametrize(("kind", "items"), [(1, "user_info_list"), (5, "user_profit"), (6, "user_data")])
def test_figures_of_one_player_told_twice_are_refused(kind: int, items: str) -> None:
    record = as_riichi_city(SAMPLE.played)
    last = record["data"]["handRecord"][-1]["handEventRecord"]
    one = next(event for event in last if event["eventType"] == kind)
    data = json.loads(one["data"])
    data[items][1]["user_id"] = data[items][0]["user_id"]
    # All four begin alike.
    for event in last:
        if event["eventType"] == kind == 1:
            event["data"] = json.dumps(json.loads(event["data"]) | {items: data[items]})
    one["data"] = json.dumps(data)
    assert f"expected each seat once in {items!r}, found one twice" in str(read(json.dumps(record)))


def ended_room(**options: Any) -> list[str]:
    """What is told of a game whose results differ from those of ranked tables, in a room with these options."""
    record = as_riichi_city(SAMPLE.played)
    record["data"] |= options
    (end,) = [one for one in record["data"]["handRecord"][-1]["handEventRecord"] if one["eventType"] == 6]
    told = json.loads(end["data"])
    for one in told["user_data"]:
        one["score"] += 7
    end["data"] = json.dumps(told)
    found = check(read(json.dumps(record)))
    return [*(one.key for one in found.disagreements), *(one.key for one in found.unread)]


def test_a_room_of_riichi_city_with_its_own_points_is_not_held_to_the_results_of_ranked_tables() -> None:
    assert ended_room(initPoints=25_000) == ["final"]
    assert ended_room(initPoints=30_000) == ["initPoints"]
    assert ended_room(isGeMu=True) == ["isGeMu"]
    assert ended_room(fangFu=0) == ["final"]
    assert ended_room(fangFu=2) == ["fangFu"]


def test_what_surrounds_the_rounds_of_riichi_city() -> None:
    record = as_riichi_city(SAMPLE.played)
    data = record["data"]
    games = [read(json.dumps(one)) for one in (record, data, data | {"round": 1})]
    assert [one.record["rules"] for one in games] == ["riichi-city"] * 3
    assert [one.record.get("options") for one in games] == [None, None, {"rounds": 1}]
    data["handRecord"][0]["players"][0]["nickname"] = None
    events = data["handRecord"][-1]["handEventRecord"]
    assert events.pop()["eventType"] == 6
    for event in events:  # what happens names its player within the data or beside them
        event["data"] = json.dumps({key: one for key, one in json.loads(event["data"]).items() if key != "user_id"})
    game = read(json.dumps(record))
    assert (moves(game), game.said.cut_off) == (moves(SAMPLE), "between_rounds")
    assert (game.record["players"], game.said.scores) == (["player 1", *SAMPLE.record["players"][1:]], None)


@ROWS.each("what_an_ending_of_riichi_city_tells")
def test_what_an_ending_of_riichi_city_tells(ending: dict[str, Any], told: list[Any]) -> None:
    record = as_riichi_city(SAMPLE.played)
    end = record["data"]["handRecord"][0]["handEventRecord"][-1]
    profit = [{"user_id": 1000 + place, "point_profit": one} for place, one in enumerate((3000, 0, -3000, 0))]
    end["data"] = json.dumps({**json.loads(end["data"]), "user_profit": profit, **ending})
    said = read(json.dumps(record)).said.rounds[0]
    if said.draw is not None:
        assert [said.draw.kind, said.draw.nagashi, said.draw.deltas is not None, [*map(list, said.draw.unread)]] == told
        return
    (win,) = said.wins
    yaku = [[one.id, one.han, one.name] for one in win.yaku or ()]
    assert [win.han, win.fu, win.limits, win.points, yaku] == told


@ROWS.each("a_beginning_of_riichi_city_that_cannot_be")
def test_a_beginning_of_riichi_city_that_cannot_be_is_refused(beginning: dict[str, Any], told: str) -> None:
    record = as_riichi_city(SAMPLE.played)
    for event in record["data"]["handRecord"][0]["handEventRecord"]:
        if event["eventType"] == 1:
            event["data"] = json.dumps(json.loads(event["data"]) | beginning)
    assert str(read(json.dumps(record))) == f"a: in round 1 of the log: expected {told}"
