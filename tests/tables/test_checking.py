"""Looking a rule file over: whatever is wrong with it, the search ends, and finds at least what the loader finds."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import calc
from calc.cli.main import app
from calc.games import check_rule_file, load_rules
from calc.strict_yaml import load
from calc.tables import rule_set_ids
from calc.tables.shelf import find_rule_file
from tests.rows import Rows

ROWS = Rows(__file__)


#: What stands in place of a value that is spoiled.
SPOILED: tuple[Any, ...] = ("nonsense", -1, None, [], {"x": 1}, 3.5)


def leaves(tree: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of all mappings and values below mappings."""
    if not isinstance(tree, dict):
        return []
    found = [(*path, key) for key in tree]
    return found + [inner for key, value in tree.items() for inner in leaves(value, (*path, key))]


def spoil(tree: dict[str, Any], draw: random.Random) -> None:
    """Replace or remove something in a file, other than what it stands on."""
    path = draw.choice([path for path in leaves(tree) if path[0] not in ("game", "extends", "version", "name")])
    inside = tree
    for part in path[:-1]:
        inside = inside[part]
    if draw.random() < 0.3:
        del inside[path[-1]]
    else:
        inside[path[-1]] = draw.choice(SPOILED)


def first_mistake(file: str) -> str | None:
    """What the loader refuses a file for."""
    try:
        load_rules(file)
    except calc.RuleTableError as error:
        return error.message
    return None


@pytest.mark.parametrize("name", ["tenhou", "koikoi", "hiraya", "sanma-common", "mushi"])
@pytest.mark.parametrize("seed", range(4))
def test_a_spoiled_file_is_told_with_its_mistakes(name: str, seed: int, tmp_path: Path) -> None:
    draw = random.Random(f"{name} {seed}")
    tree = load(find_rule_file(name).read_text(encoding="utf-8"), file=None).value
    for _ in range(draw.randint(1, 4)):
        spoil(tree, draw)
    path = tmp_path / "spoiled.yaml"
    path.write_text(json.dumps(tree, ensure_ascii=False, indent=1), encoding="utf-8")
    found = check_rule_file(str(path)).mistakes
    first = first_mistake(str(path))
    assert first is None or any(first in one.message for one in found)
    assert len({(one.line, one.message) for one in found}) == len(found), "each mistake once"
    assert all(one.file is not None for one in found)


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_file_that_is_right_is_left_as_it_is(name: str) -> None:
    checked = check_rule_file(str(find_rule_file(name)))
    assert checked.mistakes == []
    assert checked.doubts == []
    assert checked.rules is not None
    assert checked.rules.options == load_rules(name).options
    assert checked.tried == sum(len(option.choices or {}) for option in checked.rules.options.values())


def test_the_loader_still_stops_at_the_first_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: riichi\nyaku: {pinfo: null, tanyo: null}\n", encoding="utf-8")
    with pytest.raises(calc.RuleTableError) as caught:
        load_rules(str(path))
    assert caught.value.path == "yaku.pinfo"
    assert [one.path for one in check_rule_file(str(path)).mistakes] == ["yaku.pinfo", "yaku.tanyo"]


GAME: str = ROWS["game"]
CARDS, EACH, RANK = (
    "  a: {do: move, of: card_points, in: score, SOURCE\n",
    "  c: {do: move, of: yaku, from: others, SOURCE\n",
    "  d: {do: win, of: each, by: [score, turn], SOURCE\n",
)
PAID = "  b: {do: move, of: score, in: chips, SOURCE\n"
RIGHT = CARDS + PAID + EACH + RANK


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (GAME + RIGHT, None),
        (GAME + CARDS.replace("in: score, ", "") + EACH + RANK, None),
        (GAME + CARDS + EACH + RANK, "settlement.a: it scores what nothing pays, while the step 'c' scores and pays"),
        (GAME + CARDS + "  c: {do: move, of: yaku, in: score, SOURCE\n" + RANK, "settlement: no step pays"),
        (GAME + CARDS + PAID + EACH, "settlement: no step names the winner"),
        (GAME + PAID + EACH + RANK, "card_points: no step scores or pays the card points"),
        (GAME + CARDS + PAID + RANK, "yaku: no step scores or pays the yaku"),
        (GAME + CARDS + "  e: {do: move, of: yaku, in: score, SOURCE\n" + PAID + EACH + RANK,
         "settlement.c: the step 'e' scores the yaku too"),
        (GAME.replace("yaku:\n", "factors: {twice: {by: 2, SOURCE}\nyaku:\n") + RIGHT,
         "factors.twice: nothing uses the factor 'twice'"),
        (GAME.replace("yaku:\n", "factors: {twice: {by: 2, SOURCE}\nyaku:\n")
         + RIGHT.replace("from: others", "from: others, times: [twice]"), None),
        (GAME.replace("yaku:\n", "facts: {bombs: {meaning: {en: b, ja: b}, SOURCE}\nyaku:\n") + RIGHT,
         "facts.bombs: no step reads the fact 'bombs'"),
        (GAME.replace("yaku:\n", "facts: {bombs: {meaning: {en: b, ja: b}, SOURCE}\nyaku:\n")
         + RIGHT.replace("of: yaku", "of: [yaku, {fact: bombs}]"), None),
        (GAME.replace("value: 5,", "value: 5, stops: true,") + RIGHT, "yaku: some say 'stops: true', but no"),
        (GAME.replace("yaku:\n", "teyaku:\n  f: {name: {en: f, ja: f}, when: {months: [4]}, value: 1, SOURCE\nyaku:\n")
         + RIGHT, "teyaku: no step scores or pays the dealt yaku"),
        (GAME.replace("yaku:\n", "groups: {g: {name: {en: g, ja: g}, counts: all, SOURCE}\nyaku:\n") + RIGHT,
         "groups.g: nothing uses the group 'g'"),
        (GAME.replace("yaku:\n", "classes: {red: {name: {en: g, ja: g}, cards: 1R, SOURCE}\nyaku:\n") + RIGHT,
         "classes.red: nothing uses the class 'red'"),
        (GAME.replace("yaku:\n", "classes: {red: {name: {en: g, ja: g}, cards: 1R, SOURCE}\nyaku:\n")
         .replace("all: 1B", "all: [red]") + RIGHT, None),
    ],
)  # fmt: skip
def test_what_is_right_and_hardly_meant_is_a_warning(text: str, warning: str | None, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(text.replace("SOURCE", "source: test}"), encoding="utf-8")
    checked = check_rule_file(str(path))
    assert [one.message for one in checked.mistakes] == []
    told = [one.message.partition(", ")[2] for one in checked.doubts]
    assert [one for one in told if warning is None or not one.startswith(warning)] == []
    assert bool(told) == (warning is not None)


def test_a_warning_does_not_fail_the_check(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        (GAME + CARDS.replace("in: score, ", "") + EACH).replace("SOURCE", "source: test}"), encoding="utf-8"
    )
    ran = CliRunner().invoke(app, ["rules", "check", str(path)])
    assert (ran.exit_code, ran.stdout) == (0, "house@1.0.0: right (1 yaku, 0 options, 0 choices tried)\n")
    assert ran.stderr.startswith(f"warning: {path}:10, settlement: no step names the winner")


@pytest.mark.parametrize(("value", "points"), [("false", 7700), ("true", 8000)])
def test_a_house_file_may_say_only_the_default_and_one_name(value: str, points: int, tmp_path: Path) -> None:
    """4 han 30 fu: 30 x 64 = 1,920 base points, x 4 = 7,680, which is 7,700; rounded up to mangan it is 8,000."""
    found = []
    for folder, text in (
        ("short", f"options: {{kiriage_mangan: {value}}}\nname: Our club\n"),
        ("long", f"options: {{kiriage_mangan: {{default: {value}}}}}\nname: {{en: Our club, ja: Our club}}\n"),
    ):
        path = tmp_path / folder / "club.yaml"
        path.parent.mkdir()
        path.write_text(f"extends: riichi\nversion: 1.0.0\n{text}", encoding="utf-8")
        hand = "234m345p34678s88s +5s ron seat=S round=E from=W riichi dora=1m"
        found.append((calc.load_rules(str(path)).name, calc.score(hand, rules=str(path))))
        assert CliRunner().invoke(app, ["rules", "check", str(path)]).exit_code == 0
    assert found[0] == found[1]
    assert found[0][1].points == points


@ROWS.each("mistakes_of_house_rules_are_told_with_a_mend")
def test_mistakes_of_house_rules_are_told_with_a_mend(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    assert [one.message for one in check_rule_file(str(path)).mistakes] == [f"{path}:{message}"]
