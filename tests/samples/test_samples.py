"""The samples: each has a line in samples/README.md, and the command on that line gives what expected.yaml pins."""

import json
import re
import shlex
from typing import Any

import pytest

import calc
from calc import LoggedGame, read_logs
from calc.mahjong.load import load_mahjong_rules
from calc.strict_yaml import load
from calc.tables.ruleset import spell_choice
from tests.cli.running import PROJECT, run_yaku

SAMPLES = PROJECT / "samples"
README = (SAMPLES / "README.md").read_text(encoding="utf-8")
EXPECTED: dict[str, Any] = load(
    (PROJECT / "tests" / "samples" / "expected.yaml").read_text(encoding="utf-8"), file="expected.yaml"
).value
FILES = sorted(
    path.relative_to(SAMPLES).as_posix() for path in SAMPLES.rglob("*") if path.is_file() and path.name != "README.md"
)
HANDS = sorted((SAMPLES / "hands").glob("*.txt"))
ROUNDS = [name for name in FILES if name.startswith("rounds/")]
HANAFUDA = [name for name in FILES if name.startswith("hanafuda/")]
ALL_GAMES = [name for name in FILES if name.startswith("games/")]
GAMES = [name for name in ALL_GAMES if "final" in EXPECTED[name]]
#: Those whose comments tell every round; a score sheet is as short as players write it.
TOLD_GAMES = [name for name in GAMES if name.endswith(".yaml")]
HANAFUDA_GAMES = [name for name in ALL_GAMES if name not in GAMES]
LOGS = [name for name in FILES if name.startswith("logs/")]
#: What is pinned of a result; a key that is null or absent there is not written down.
FIGURES = ("id", "han", "fu", "limits", "level", "points", "payments", "agrees")

WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
#: The comment that a round begins with.
ROUND_TOLD = re.compile(r" *# (?:East|South|West)\b(?: and (?:East|South|West))?(?: \d.*)?[.:]")


def read_commands() -> dict[str, list[str]]:
    """The command of every sample, by the file it is about: the first one that its line names."""
    commands = {}
    for line in re.findall(r"^\| `yaku (.+?)` \| \S.*\|$", README, re.MULTILINE):
        words = shlex.split(line)
        about = next(word for word in words if word.startswith("samples/")).removeprefix("samples/")
        assert about not in commands, f"{about} has two lines in samples/README.md"
        commands[about] = words
    return commands


COMMANDS = read_commands()


def test_every_sample_has_a_line_in_the_readme_and_a_pinned_result() -> None:
    assert sorted(COMMANDS) == FILES
    assert sorted(EXPECTED) == FILES


def files_of(command: str) -> list[str]:
    """The samples whose line runs this command."""
    return [name for name in FILES if COMMANDS.get(name, [""])[0] == command]


@pytest.mark.parametrize("name", [name for name in files_of("score") if name not in {*ROUNDS, *HANAFUDA}])
def test_the_command_of_a_sample_gives_what_is_pinned(name: str) -> None:
    expected = EXPECTED[EXPECTED[name].get("same_as", name)]
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    found = [json.loads(line) for line in ran.lines]
    assert [figures(result) for result in found] == expected["results"]
    assert ran.code == expected["code"]


def figures(result: dict[str, Any]) -> dict[str, Any]:
    shown = {key: result[key] for key in FIGURES if result.get(key) is not None}
    if not result["ok"]:
        return {**shown, "refused": result["error"]["code"]}
    # A level is pinned even where there is none: it is the figure that kiriage mangan is about.
    return {**shown, "level": result["level"], "yaku": [line["id"] for line in result["yaku"]]}


@pytest.mark.parametrize("name", files_of("waits"))
def test_a_sample_of_waits_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    found = []
    for result in map(json.loads, ran.lines):
        tiles = [
            f"{line['tile']} {line['left']} {worth(line['ron'])} {worth(line['tsumo'])}" for line in result["tiles"]
        ]
        found.append({**{key: result[key] for key in ("id", "waiting", "left")}, "tiles": tiles})
    assert found == EXPECTED[name]["waits"]
    assert ran.code == EXPECTED[name]["code"]


def worth(way: dict[str, Any] | None) -> Any:
    return "-" if way is None else way["points"] if way["ok"] else way["code"]


@pytest.mark.parametrize("name", files_of("ask"))
def test_sampled_answers_make_the_line_that_is_pinned(name: str) -> None:
    command, sign, file = COMMANDS[name]
    assert (sign, file) == ("<", f"samples/{name}")
    ran = run_yaku(command, stdin=(SAMPLES / name).read_text(encoding="utf-8"))
    assert ran.lines[-1] == f'again: yaku score "{EXPECTED[name]["again"]}"'
    assert ran.code == EXPECTED[name]["code"]


@pytest.mark.parametrize("name", files_of("dispute"))
def test_a_sample_of_a_dispute_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    found = []
    for verdict in map(json.loads, ran.lines):
        departs = {one["key"]: {key: one[key] for key in ("claimed", "actual")} for one in verdict["departures"]}
        found.append({"right": verdict["right"], "departs": departs, "remedies": remedies(verdict)})
    assert found == EXPECTED[name]["disputes"]
    assert ran.code == EXPECTED[name]["code"]


def remedies(verdict: dict[str, Any]) -> list[str]:
    """Options, rule sets and circumstances under which a claim would be right, in their order."""
    told = []
    for one in verdict["remedies"]:
        changes = {answer["option"]: answer["there"] for answer in one["answers"]} | one["change"]
        told.append(one["rules"] or ", ".join(f"{key}={spell_choice(value)}" for key, value in changes.items()))
    return told


@pytest.mark.parametrize("name", ROUNDS)
def test_a_sample_of_rounds_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    assert [round_figures(result) for result in map(json.loads, ran.lines)] == EXPECTED[name]["rounds"]
    assert ran.code == EXPECTED[name]["code"]


def round_figures(result: dict[str, Any]) -> dict[str, Any]:
    """Changes and the next round; of a draw its kind and who waits, of a claim whether it is right."""
    draw = result.get("draw", {})
    waiting = draw["waiting"] if draw.get("kind") == "exhaustive" else None
    found = {"id": result["id"], "draw": draw.get("kind"), "waiting": waiting, "agrees": result.get("agrees")}
    known = {key: value for key, value in found.items() if value is not None}
    return {**known, "changes": result["changes"], "next": result["next"]}


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_of_a_game_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    (result,) = map(json.loads, ran.lines)
    shown = {key: result[key] for key in ("ended", "scores")}
    shown["final"] = {line["player"]: line["score"] for line in result["final"]}
    if "first_wrong" in result:
        shown |= {key: result[key] for key in ("first_wrong", "differences")}
    assert shown == {key: value for key, value in EXPECTED[name].items() if key not in {"code", "rounds"}}
    assert len(result["rounds"]) == EXPECTED[name]["rounds"]
    assert ran.code == EXPECTED[name]["code"]


@pytest.mark.parametrize("name", LOGS)
def test_a_sample_of_a_log_agrees_with_the_rules(name: str) -> None:
    ran = run_yaku(*COMMANDS[name])
    under = EXPECTED[name].get("under", "tenhou@2.0.0")
    told = f"rules: {under} (1 game), {EXPECTED[name]['rules']}; --rules names another\n"
    breaks_off = [f"samples/{name}: the log breaks off (between rounds)"] * ("1 cut off" in EXPECTED[name]["says"])
    assert (ran.lines, ran.err) == ([*breaks_off, EXPECTED[name]["says"]], told)
    assert ran.code == EXPECTED[name]["code"]


def test_the_three_logs_are_of_one_game() -> None:
    records = {}
    for name in ("logs/tenhou.mjlog", "logs/game.json", "logs/game.mjai.jsonl"):
        (game,) = read_logs(SAMPLES / name)
        assert isinstance(game, LoggedGame)
        records[name] = game.record
    assert records["logs/game.mjai.jsonl"] == records["logs/tenhou.mjlog"]
    # The JSON of tenhou.net/6 tells by its payments who shows a waiting hand.
    assert records["logs/game.json"] == records["logs/tenhou.mjlog"]


def test_a_record_of_a_log_is_settled_to_what_the_log_says() -> None:
    (game,) = read_logs(SAMPLES / "logs" / "tenhou.mjlog")
    assert isinstance(game, LoggedGame)
    result = calc.settle_game(game.record)
    assert isinstance(result, calc.GameResult)
    assert tuple(result.scores.values()) == game.said.scores
    assert {line.player: line.score for line in result.final} == dict(
        zip(game.record["players"], game.said.final or (), strict=True)
    )


@pytest.mark.parametrize("name", ROUNDS + TOLD_GAMES)
def test_a_round_or_game_says_what_it_shows_and_tells_every_round(name: str) -> None:
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines()
    head = next(place for place, line in enumerate(lines) if not line.startswith("# "))
    assert 1 <= head <= 2
    told = [line.strip() for line in lines[head:] if ROUND_TOLD.match(line)]
    assert len(told) == (EXPECTED[name]["rounds"] if name in GAMES else len(EXPECTED[name]["rounds"]))


@pytest.mark.parametrize("name", TOLD_GAMES)
def test_the_comments_of_a_game_name_its_rounds_and_seat_its_players_right(name: str) -> None:
    result = json.loads(run_yaku(*COMMANDS[name], "--format", "json").out)
    told = [
        " ".join(line.removeprefix("  # ") for line in block.splitlines())
        for block in re.findall(r"(?:^  # .*\n)+", (SAMPLES / name).read_text(encoding="utf-8"), re.MULTILINE)
    ]
    for text, played in zip(told, result["rounds"], strict=True):
        honba = f", {played['honba']} honba" if played["honba"] else ""
        assert text.startswith(f"{WINDS[played['round']]} {played['number']}{honba}: ")
        for player, wind in re.findall(r"(\w+) \((East|South|West|North)\)", text):
            assert {WINDS[seat]: name for seat, name in played["players"].items()}[wind] == player, text


def test_the_house_rules_are_right() -> None:
    ran = run_yaku(*COMMANDS["house-rules.yaml"])
    assert ran.out.startswith(EXPECTED["house-rules.yaml"]["says"])
    assert (ran.code, ran.err) == (EXPECTED["house-rules.yaml"]["code"], "")


def test_an_option_of_the_house_changes_its_own_yaku_alone() -> None:
    command = [*COMMANDS["house-hands.txt"], "--format", "json"]
    changed = {}
    for choice in ("false", "full"):
        ran = run_yaku(*command, "--set", f"isshoku_sanjun_open={choice}")
        before = [json.loads(line) for line in run_yaku(*command).lines]
        after = [json.loads(line) for line in ran.lines]
        pairs = zip(before, after, strict=True)
        changed[choice] = {new["id"]: new["points"] for old, new in pairs if old.get("points") != new.get("points")}
    assert changed == {"false": {"isshoku-sanjun-open": 1000}, "full": {"isshoku-sanjun-open": 7700}}


@pytest.mark.parametrize("form", ["table", "json", "yaml", "csv", "markdown"])
def test_the_three_forms_of_the_same_records_give_the_same_to_the_letter(form: str) -> None:
    outputs = {
        run_yaku("score", f"samples/hands.{kind}", "--format", form).out.replace(f"hands.{kind}", "hands")
        for kind in ("yaml", "jsonl", "csv")
    }
    assert len(outputs) == 1
    assert outputs != {""}


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_hand_file_says_what_it_shows_and_holds_one_record_of_its_own_name(path: Any) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("# ")]
    assert 1 <= len(comments) <= 2
    assert lines[:-1] == comments, "the comments stand above the record"
    assert all(len(line) <= 120 for line in comments)
    assert shlex.split(lines[-1])[-1] == f"id={path.stem}"


def test_every_limit_hand_of_the_rules_has_a_sample() -> None:
    rules = load_mahjong_rules("riichi")
    limits = {name for name, yaku in rules.yaku.items() if yaku.value.limit is not None}
    shown = {
        name for pinned in EXPECTED.values() for result in pinned.get("results", []) for name in result.get("yaku", [])
    }
    assert limits - shown == set()


def test_every_local_yaku_of_the_house_has_a_hand_and_a_near_miss() -> None:
    own = load_mahjong_rules(str(SAMPLES / "house-rules.yaml")).yaku.keys() - load_mahjong_rules("riichi").yaku.keys()
    results = {result["id"]: result for result in EXPECTED["house-hands.txt"]["results"]}
    assert own
    for name in own:
        assert name in results[name.replace("_", "-")]["yaku"]
        assert name not in results[f"{name.replace('_', '-')}-missed"].get("yaku", [])


def test_no_sample_but_the_wrong_claim_fails() -> None:
    ran = run_yaku("score", *(str(path.relative_to(PROJECT)) for path in HANDS), "--format", "json")
    failing = [result["id"] for result in map(json.loads, ran.lines) if result.get("agrees", result["ok"]) is False]
    assert failing == ["claim-wrong"]
    assert ran.code == 1
