"""Records of Mahjong Soul: the same games as Tenhou's, told in its words, are the same records."""

import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from calc import LoggedGame, UnreadableError, read_logs
from calc.intake.spelling import record_from
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.records.types import Game
from calc.outcomes import CheckedGame
from tests.amounts import tries
from tests.batch.material import SAMPLES
from tests.cli.running import run_yaku
from tests.logs.alone import check_alone
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_corpus_logs import folder as corpus
from tests.logs.writers import as_tenhou_json
from tests.rows import Rows

ROWS = Rows(__file__)


SAMPLE = SAMPLES / "logs" / "tenhou.mjlog"


def sample() -> dict[str, Any]:
    return as_mahjong_soul(read_mjlog(SAMPLE.read_bytes()))


def read(value: Any) -> LoggedGame:
    (game,) = read_logs(io.StringIO(json.dumps(value)), name="game.json")
    assert isinstance(game, LoggedGame), game
    return game


def refusal(value: Any) -> str:
    (error,) = read_logs(io.StringIO(json.dumps(value)), name="game.json")
    assert isinstance(error, UnreadableError)
    return error.message


def check(game: LoggedGame, **changes: Any) -> CheckedGame:
    record = record_from({**game.record, **changes})
    assert isinstance(record, Game)
    return check_alone(game, record)


def without_rules(game: LoggedGame) -> dict[str, Any]:
    return {key: value for key, value in game.record.items() if key not in ("rules", "options")}


@pytest.mark.parametrize("number", range(tries(4, 59)))
def test_the_games_of_another_site_in_its_words_are_the_same_records(number: int) -> None:
    path = [path for path in sorted(corpus().glob("*.mjlog")) if path.name != "4p-08.mjlog"][number * 17 % 59]
    game, (told,) = read(as_mahjong_soul(read_mjlog(path.read_bytes()))), read_logs(path)
    assert isinstance(told, LoggedGame)
    assert without_rules(game) == without_rules(told)
    assert game.record["rules"] == {4: "mahjong-soul", 3: "mahjong-soul-sanma"}[len(game.record["players"])]
    checked = check(game, rules=told.record["rules"], options=told.record.get("options", {}))
    assert checked.disagreements == []
    assert checked.figures > 20
    assert game.said.scores == told.said.scores


def test_another_library_reads_the_records_that_we_write_and_finds_its_own_values_in_them() -> None:
    riichienv = pytest.importorskip("riichienv", reason="pip install riichienv")
    wins = 0
    for path in sorted(corpus().glob("4p-*.mjlog"))[: tries(3, 40)]:
        value = as_mahjong_soul(read_mjlog(path.read_bytes()))
        rounds: list[list[dict[str, Any]]] = []
        for message in value["data"]:
            name = message["name"].removeprefix(".lq.Record")
            if name == "NewRound":
                rounds.append([])
            rounds[-1].append({"name": name, "data": message["data"]})
        told, wrong = riichienv.MjSoulReplay.from_dict({"data": rounds}).verify()
        assert wrong == 0
        wins += told
    assert wins > 10


def camel(value: Any) -> Any:
    """The names of fields as some libraries write them, and without zeros, as they leave them out."""
    if isinstance(value, dict):
        return {
            re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), key) if key != "mode_id" else key: camel(one)
            for key, one in value.items()
            if one not in (0, False, "", [])
        }
    return [camel(one) for one in value] if isinstance(value, list) else value


def shapes() -> dict[str, Any]:
    value = sample()
    bare = [{"name": one["name"].removeprefix(".lq."), "data": one["data"]} for one in value["data"]]
    wrapped = [{"passed": 1, "type": 1, "result": one} for one in value["data"]]
    starts = [place for place, one in enumerate(bare) if one["name"] == "RecordNewRound"]
    inside = [{"result": {"_wrapper_type": one["name"], **one["data"]}} for one in bare]
    return {
        "a list a round": {
            "head": value["head"],
            "data": [bare[start:end] for start, end in pairwise([*starts, len(bare)])],
        },
        "with the names inside": {"head": value["head"], "data": {"actions": inside}},
        "without the prefix": {**value, "data": bare},
        "fields beside the name": {**value, "data": [{"name": one["name"], **one["data"]} for one in bare]},
        "as records": {"head": value["head"], "records": bare},
        "as a record": {"head": value["head"], "record": {"details": {"actions": wrapped}}},
        "as actions of rounds": {
            "head": value["head"],
            "rounds": [
                {"starting_scores": [25_000] * 4, "actions": bare[start:end]}
                for start, end in pairwise([*starts, len(bare)])
            ],
        },
        "as actions": {"head": value["head"], "actions": [{"type": 2, "result": None}, *wrapped]},
        "in a message": {
            "head": value["head"],
            "data": {"name": ".lq.GameDetailRecords", "data": {"actions": wrapped}},
        },
        "apart from the names": {
            "mjshead": value["head"],
            "mjslog": [one["data"] for one in bare],
            "mjsrecordtypes": [one["name"] for one in bare],
        },
        "in camel case without zeros": camel(value),
    }


@pytest.mark.parametrize("shape", shapes())
def test_all_that_downloaders_write_is_one_game(shape: str) -> None:
    wanted, found = read(sample()), read(shapes()[shape])
    assert (found.record, found.said, found.format) == (wanted.record, wanted.said, "mahjong-soul")


def bare() -> dict[str, Any]:
    value = sample()
    messages = [{"name": one["name"].removeprefix(".lq.Record"), "data": one["data"]} for one in value["data"]]
    return {
        "messages alone": messages,
        "a line each": "\n".join(map(json.dumps, messages)),
        "as events": {"source": "a room", "events": messages},
    }


@pytest.mark.parametrize("shape", bare())
def test_messages_without_a_head_are_a_game_of_nobody_by_name(shape: str) -> None:
    wanted, given = read(sample()), bare()[shape]
    (found,) = read_logs(io.StringIO(given if isinstance(given, str) else json.dumps(given)), name="a.json")
    assert isinstance(found, LoggedGame), found
    assert found.rounds == wanted.rounds
    assert found.record["players"] == ["player 1", "player 2", "player 3", "player 4"]
    assert (found.record["rules"], found.said.scores, found.said.cut_off) == ("mahjong-soul", None, None)


def test_a_game_that_stands_in_what_else_is_told_has_its_head() -> None:
    wanted, found = read(sample()), read({"uuid": "a", "game": sample()})
    assert (found.record, found.said) == (wanted.record, wanted.said)


def test_a_win_whose_worth_was_left_out_is_compared_by_what_is_paid() -> None:
    value = sample()
    for one in (hule for message in value["data"] for hule in message["data"].get("hules", ())):
        for key in ("count", "fu", "fans"):
            del one[key]
    found = check(read(value), rules="tenhou")
    assert (found.disagreements, found.unread) == ([], [])
    assert found.no_yaku == 7


def test_figures_of_the_records_are_compared() -> None:
    value = sample()
    hules = [one["data"] for one in value["data"] if one["name"].endswith("Hule")]
    assert check(read(value), rules="tenhou").disagreements == []
    for key, changed in (("fu", 25), ("count", 9), ("point_rong", 100), ("point_zimo_xian", 100)):
        other = json.loads(json.dumps(value))
        for one, hule in zip([m["data"] for m in other["data"] if m["name"].endswith("Hule")], hules, strict=True):
            one["hules"][0][key] = changed + hule["hules"][0][key]
        assert check(read(other), rules="tenhou").disagreements, key


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda value: value["data"].pop(0), "expected RecordNewRound before the first move, found RecordDiscardTile"),
        (lambda value: value.update(data=[]), "expected 1 to 100 rounds, each with RecordNewRound, found 0"),
        (lambda value: value.update(data=7), "expected a list as the messages of a game, found 7"),
        (
            lambda value: value["data"][1].update(name=".lq.RecordDance"),
            "in E1, honba 0: expected a message of Mahjong Soul, found 'RecordDance'",
        ),
        (
            lambda value: value["data"][1]["data"].update(tile="5x"),
            "in E1, honba 0: expected a tile such as '5m' or '0m' as 'tile' of RecordDiscardTile, found '5x'",
        ),
        (
            lambda value: value["data"][1]["data"].update(seat=7),
            "in E1, honba 0: expected a whole number from 0 to 3 as 'seat' of RecordDiscardTile, found 7",
        ),
        (lambda value: value.update(head=5), "expected an object as 'head', found 5"),
        (lambda value: value.update(mjslog=5), "expected a list as 'mjslog', found 5"),
        (lambda value: value["head"].update(accounts=5), "expected a list as 'accounts' of head, found 5"),
        (lambda value: value["head"].update(accounts=[5]), "expected an object as the fields of accounts, found 5"),
        (lambda value: value["head"].update(config=5), "expected an object as the fields of config, found 5"),
        (
            lambda value: value["head"]["result"]["players"][0].update(seat=4),
            "expected a whole number from 0 to 3 as 'seat' of players, found 4",
        ),
        (
            lambda value: value["data"][1].update(data=5),
            "in message 2 of the log: expected an object as the fields of RecordDiscardTile, found 5",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(change: Any, told: str) -> None:
    value = sample()
    change(value)
    assert refusal(value) == f"game.json: {told}"


@ROWS.each("a_beginning_that_cannot_be")
def test_a_beginning_that_cannot_be_is_refused(key: str, found: Any, told: str) -> None:
    value = sample()
    value["data"][0]["data"] |= {"doras": [], "dora": "5m", key: found}
    assert refusal(value) == f"game.json: in round 1 of the log: expected {told}"


@ROWS.each("the_rules_follow_from_the_head")
def test_the_rules_follow_from_the_head(mode: int, detail: dict[str, int], options: dict[str, Any]) -> None:
    value = sample()
    value["head"]["config"]["mode"] = {"mode": mode, "detail_rule": detail}
    game = read(value)
    assert (game.record["rules"], game.record.get("options", {})) == ("mahjong-soul", options)


@pytest.mark.parametrize(
    ("detail", "told"),
    [({"guyi_mode": 1, "open_hand": 0}, [("guyi_mode", 1)]), ({"guyi_mode": 0}, []), ({"fanfu": 1}, [])],
)
def test_what_a_room_plays_that_no_rule_set_has_is_told(detail: dict[str, int], told: list[Any]) -> None:
    value = sample()
    value["head"]["config"]["mode"]["detail_rule"] |= detail
    assert [(one.key, one.said) for one in check(read(value), rules="tenhou").unread] == told


def test_rounds_without_the_results_of_their_game_may_begin_in_the_middle() -> None:
    value = sample()
    starts = [place for place, one in enumerate(value["data"]) if one["name"].endswith("NewRound")]
    value["data"] = value["data"][starts[2] :]
    assert [one.key for one in check(read(value), rules="tenhou").disagreements] != []
    part = read({"head": {}, "data": value["data"]})
    assert check(part, rules="tenhou").disagreements == []
    assert part.record["start"] == [*part.said.rounds[0].before]  # type: ignore[misc]


def test_a_blessing_of_heaven_is_told_as_won_on_its_last_tile_in_order() -> None:
    """It was dealt: the log names the highest tile, and the last of the fourteen is another."""
    others = ["1122334455667m", "1122334455667s", "1122334466788p"]
    hands = [[f"{rank}{one[-1]}" for rank in one[:-1]] for one in others]
    dealt = ["2m", "3m", "4p", "5p", "6p", "7p", "8p", "9p", "2s", "3s", "4s", "9s", "9s", "1m"]
    started = {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0, "scores": [25000] * 4, "doras": ["7z"], "tiles0": dealt}
    started |= {f"tiles{seat}": hand for seat, hand in enumerate(hands, start=1)}
    fans = [{"id": 35, "val": 1}]
    hule = {
        "seat": 0,
        "zimo": True,
        "hu_tile": "9s",
        "hand": [*dealt[:12], "1m"],
        "yiman": True,
        "count": 1,
        "fans": fans,
    }
    hule |= {"doras": ["7z"], "qinjia": True, "liqi": False, "fu": 20}
    for paid, wrong in ((16000, []), (12000, ["changes"])):
        end = {"hules": [hule], "scores": [25000 + 3 * paid, *[25000 - paid] * 3]}
        data = [{"name": ".lq.RecordNewRound", "data": started}, {"name": ".lq.RecordHule", "data": end}]
        found = check(read({"head": {"config": {"mode": {"mode": 2}}}, "data": data}))
        assert [one.key for one in found.disagreements] == wrong


def test_results_of_tables_with_uma_of_their_own_are_not_compared() -> None:
    value = sample()
    assert read(value).said.final is not None
    del value["head"]["config"]["meta"]["mode_id"]
    assert read(value).said.final is None


# ---- its games as converters write them, in the JSON of tenhou.net/6


@ROWS.each("the_words_of_a_converted_game_tell_its_rules")
def test_the_words_of_a_converted_game_tell_its_rules(disp: str, ref: str, rules: str, options: dict[str, Any]) -> None:
    value = as_tenhou_json(read_mjlog(SAMPLE.read_bytes()))
    value["rule"] = {"disp": disp, "aka53": 1, "aka52": 1, "aka51": 1}
    value["ref"] = ref
    game = read(value)
    assert (game.record["rules"], game.record.get("options", {})) == (rules, options)


def test_the_rule_set_that_the_logs_tell_is_told_once_and_another_one_wins(tmp_path: Path) -> None:
    (tmp_path / "soul.json").write_text(json.dumps(sample()), encoding="utf-8")
    (tmp_path / "tenhou.mjlog").write_bytes(SAMPLE.read_bytes())
    files = ["soul.json", "tenhou.mjlog", "soul.json"]
    ran = run_yaku("log", *files, "--check", folder=tmp_path)
    told = "rules: mahjong-soul@2.0.0 (2 games), tenhou@2.0.0 (1 game), as the logs tell; --rules names another"
    assert ran.err.splitlines() == [told]
    ran = run_yaku("log", *files, "--check", "--rules", "tenhou", folder=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1].endswith("0 disagreements, 0 cut off, 0 refused")
    ran = run_yaku("log", *files, "--check", "--lang", "ja", folder=tmp_path)
    assert ran.err.splitlines() == [
        "ルール：mahjong-soul@2.0.0（2対局）、tenhou@2.0.0（1対局）（牌譜の記載による。--rulesで変更）"
    ]


def test_points_that_are_left_out_are_not_compared() -> None:
    value = sample()
    hules = [hule for message in value["data"] if message["name"].endswith("Hule") for hule in message["data"]["hules"]]
    assert {hule["zimo"] for hule in hules} == {True, False}
    for hule in hules:
        for key in ("point_rong", "point_zimo_qin", "point_zimo_xian"):
            hule.pop(key, None)
    game = read(value)
    assert [win.points for one in game.said.rounds for win in one.wins] == [None] * len(hules)
    assert [one.key for one in check(game, rules="tenhou").disagreements] == []
