"""The samples of hanafuda: what the command on their line in samples/README.md gives, and that it is right."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.strict_yaml import load
from tests.cli.running import run_yaku
from tests.hanafuda import naive_hiraya, naive_koikoi, naive_taiyaku
from tests.samples.test_samples import COMMANDS, EXPECTED, HANAFUDA, HANAFUDA_GAMES, SAMPLES

Plain = dict[str, Any]

#: A second implementation of the three games that have one.
JUDGES: dict[str, Callable[[Plain], Plain]] = {
    "koikoi": naive_koikoi.settle,
    "taiyaku": naive_taiyaku.settle,
    "hiraya": naive_hiraya.settle,
}
MONTHS = "pine,plum,cherry,wisteria,iris,peony,bush clover,susuki,chrysanthemum,maple,willow,paulownia"


@pytest.mark.parametrize("name", HANAFUDA)
def test_a_sample_of_hanafuda_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    assert [figures(result) for result in map(json.loads, ran.lines)] == EXPECTED[name]["hanafuda"]
    assert (ran.code, ran.err) == (EXPECTED[name]["code"], "")


def figures(result: Plain) -> Plain:
    """Scores, changes, the yaku of who has some, the winner; whether a claim is right, and what is near."""
    players = result["players"]
    shown: Plain = {key: {name: player[key[:-1]] for name, player in players.items()} for key in ("scores", "changes")}
    held = {name: [yaku["id"] for yaku in [*one["teyaku"], *one["yaku"]]] for name, one in players.items()}
    shown |= {"yaku": {name: ids for name, ids in held.items() if ids}, "winner": result["winner"]}
    if "agrees" in result:
        shown["agrees"] = result["agrees"]
    if "near" in result:
        shown["near"] = {
            name: [f"{line['id']} {line['lacks']}" for line in lines] for name, lines in result["near"].items()
        }
    return shown


@pytest.mark.parametrize("name", HANAFUDA_GAMES)
def test_a_sample_of_a_hanafuda_game_gives_what_is_pinned(name: str) -> None:
    ran = run_yaku(*COMMANDS[name], "--format", "json")
    (result,) = map(json.loads, ran.lines)
    keys = ("ended", "scores", "winner", "first_wrong", "differences")
    assert {key: result[key] for key in keys} == {key: EXPECTED[name][key] for key in keys}
    assert [one["round"] for one in result["rounds"]] == list(range(1, EXPECTED[name]["rounds"] + 1))
    assert ran.code == EXPECTED[name]["code"]
    # What a note explains may be there; what looks like a slip of the pen may not.
    explained = {"compensation", "leftovers", "no_game", "short", "tie"}
    assert {note["id"] for one in result["rounds"] for note in one["notes"]} <= explained


def records() -> list[tuple[str, Plain]]:
    """The rounds of the samples of games that have a second implementation, as plain records."""
    found = []
    for name in HANAFUDA:
        for read in calc.read_records(SAMPLES / name):
            record = msgspec.to_builtins(read.record)
            if record.get("rules") in JUDGES and name != "hanafuda/near.txt":
                found.append((name, record))
    return found


@pytest.mark.parametrize(("name", "record"), records(), ids=[name for name, _ in records()])
def test_the_second_implementation_gives_what_is_pinned_of_a_round(name: str, record: Plain) -> None:
    judged = JUDGES[record["rules"]](record)
    (expected,) = EXPECTED[name]["hanafuda"]
    assert {who: one["change"] for who, one in judged["players"].items()} == expected["changes"]
    assert {who: one["score"] for who, one in judged["players"].items()} == expected["scores"]
    assert judged["winner"] == expected["winner"]


@pytest.mark.parametrize("name", HANAFUDA_GAMES)
def test_the_second_implementation_gives_what_is_pinned_of_a_game(name: str) -> None:
    game = load((SAMPLES / name).read_text(encoding="utf-8"), file=name).value
    totals, pot = dict.fromkeys(game["players"], game.get("start", 0)), 0
    wrong, first = [], None
    for place, record in enumerate(game["rounds"], start=1):
        known = {"chips": totals, "pot": pot} if "start" in game else {}
        if first is not None:
            assert first == (record.get("seats") or list(record["players"]))[0], "the winner deals, or leads"
        judged = JUDGES[game["rules"]]({"rules": game["rules"], **record, **known})
        totals = {who: total + judged["players"].get(who, {"change": 0})["change"] for who, total in totals.items()}
        pot, first = judged["pots"].get("pot", 0), judged["next_dealer"] or first
        if record.get("claim", {}).get("totals", totals) != totals:
            wrong.append(place)
    assert totals == EXPECTED[name]["scores"]
    assert wrong[:1] == [one["round"] for one in [EXPECTED[name]["first_wrong"]] if one]
    assert pot == 0


@pytest.mark.parametrize("name", HANAFUDA_GAMES)
def test_the_comments_of_a_game_tell_every_round_and_its_winner(name: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    head = next(place for place, line in enumerate(text.splitlines()) if not line.startswith("# "))
    assert 1 <= head <= 2
    assert all(len(line) <= 120 for line in text.splitlines())
    result = json.loads(run_yaku(*COMMANDS[name], "--format", "json").out)
    told = [
        " ".join(line.removeprefix("  # ") for line in block.splitlines())
        for block in re.findall(r"(?:^  # .*\n)+", text, re.MULTILINE)
    ]
    for comment, played in zip(told, result["rounds"], strict=True):
        place, winner = played["round"], played["winner"]
        month = f", {MONTHS.split(',')[place - 1]}" if result["rules"].startswith("koikoi") else ""
        assert comment.startswith(f"Round {place}{month}: ")
        if winner is not None:
            assert winner in comment
        for who, score in re.findall(r"(\w+) has (\d+)", comment):
            assert played["players"][who]["score"] == int(score), comment


@pytest.mark.parametrize("name", [name for name in HANAFUDA if name.endswith(".txt")])
def test_a_file_of_one_round_says_what_it_shows_and_holds_one_record_of_its_own_name(name: str) -> None:
    *comments, record = (SAMPLES / name).read_text(encoding="utf-8").splitlines()
    assert 1 <= len(comments) <= 2
    assert all(line.startswith("# ") and len(line) <= 120 for line in comments)
    assert record.endswith(f" id={name.removeprefix('hanafuda/').removesuffix('.txt')}")


def test_the_house_rules_of_koikoi_are_right_and_change_what_they_say() -> None:
    ran = run_yaku(*COMMANDS["koikoi-house.yaml"])
    assert ran.out.startswith(EXPECTED["koikoi-house.yaml"]["says"])
    assert (ran.code, ran.err) == (0, "")
    house, shipped = load_hanafuda_rules(str(SAMPLES / "koikoi-house.yaml")), load_hanafuda_rules("koikoi")
    worth = {name: one.value for name, one in house.yaku.items()}
    changed = [name for name, one in shipped.yaku.items() if worth.pop(name) != one.value]
    assert (changed, list(worth)) == (["goko", "sanko", "kasu"], ["tsukifuda"])


def test_the_round_of_the_house_is_worth_less_under_the_shipped_rules() -> None:
    ran = run_yaku("score", "samples/hanafuda/koikoi-house-round.txt", "--format", "json")
    assert json.loads(ran.out)["players"]["Aki"]["score"] == 30
    assert ran.err == "rules: koikoi (the default here; name others in the record or with --rules)\n"
