"""``yaku score`` of hanafuda rounds: the screen, the reasons, what is near, the other formats, and what it refuses."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.hanafuda.rules.deck import named_cards
from calc.text import cells
from calc.translation import spoken_in
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

#: Three brights and the sake cup under the blossoms and the moon, doubled for 7 points and for Bea's call.
ROUND = "koikoi Aki:1BC,3BC,8BC,9AC Bea:1RC,2RC,3RC stopped_by=Aki koikoi.Bea=1"
IN_PLAY = "koikoi Aki:3BC,6AC,7AC,8BC Bea:1RC,2RC,5AR,9RC"
LARGE = "samples/hanafuda/disputed-taiyaku.yaml"
HIRAYA = "samples/hanafuda/hiraya-round.yaml"
WIN = "riichi 123m456p789s1122z +2z ron seat=S round=E from=W riichi"

SCREENS: dict[str, Any] = ROWS["screens"]


NEAR = {
    ("en", 80): """\
Koi-Koi (koikoi@1.2.0)

Aki: no yaku
  1 of 1B 12B          5  three brights
  9A                   5  flower viewing with sake
  9A                   5  moon viewing with sake
  10A                  5  boar, deer, butterflies
  1B 12B               8  four brights
  11B and 1 of 1B 12B  7  four brights with the rain man
""",
    ("en", 40): """\
Koi-Koi (koikoi@1.2.0)

Aki: no yaku
  1 of 1B 12B          5  three brights
  9A                   5  flower viewing
                            with sake
  9A                   5  moon viewing
                            with sake
  10A                  5  boar, deer,
                            butterflies
  1B 12B               8  four brights
  11B and 1 of 1B 12B  7  four brights
                            with the
                            rain man
""",
    ("ja", 80): """\
こいこい (koikoi@1.2.0)

Aki：役なし
  1B 12Bから1枚        5  三光
  9A                   5  花見で一杯
  9A                   5  月見で一杯
  10A                  5  猪鹿蝶
  1B 12B               8  四光
  11B + 1B 12Bから1枚  7  雨四光
""",
}


def score(*arguments: str, columns: int = 80, stdin: str | None = "") -> Any:
    return run_yaku("score", *arguments, columns=columns, stdin=stdin)


# ---- one round on the screen


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", [LARGE, HIRAYA, "samples/hanafuda/hana-awase.txt", "samples/hanafuda/near.txt"])
def test_no_line_is_longer_than_the_screen_and_no_amount_is_broken(name: str, columns: int, lang: str) -> None:
    reasons = ["--near"] if "near" in name else ["--explain"]
    ran = score(name, *reasons, "--lang", lang, columns=columns)
    assert all(cells(line) <= columns for line in ran.lines)
    wide = score(name, *reasons, "--lang", lang, columns=400)
    for amount in (word for word in wide.out.split() if word[0] in "+-" and word[1:].isdecimal()):
        assert amount in ran.out.split(), amount


# ---- reasons, and what is near


@ROWS.each("a_few_cards_are_told_by_name")
def test_a_few_cards_are_told_by_name(cards: str, named: str) -> None:
    assert named_cards(cards).replace("\u00a0", " ") == named


def test_cards_have_japanese_names() -> None:
    assert spoken_in("ja", named_cards, "9A").replace("\u00a0", " ") == "9A 菊に盃"


def test_the_reasons_name_what_does_not_count() -> None:
    ran = score(LARGE, "-e")
    start = ran.lines.index("Not counted")
    assert ran.lines[start + 1 : start + 4] == [
        "  Aki: one red ribbon 1 [1R pine ribbon, 5R iris ribbon]",
        "    any 1 of red ribbons: 1 (Taiyaku (Echigo-bana), Red Ribbons Yaku)",
        "    only the best of red ribbons counts: two red ribbons",
    ]
    # What is refused or listed for those who take part is not for those who sit out.
    assert not [line for line in ran.lines if line.startswith(("  Bea:", "  Emi:"))]


def not_counted(line: str, *options: str) -> list[str]:
    """Why yaku do not count, without the yaku themselves."""
    lines = score(line, "-e", *options, columns=200).lines
    start = lines.index("数えない役" if "ja" in options else "Not counted")
    return [text.strip() for text in lines[start + 3 : lines.index("", start) : 3]]


@ROWS.each("the_reason_why_a_yaku_does_not_count")
def test_the_reason_why_a_yaku_does_not_count(line: str, options: list[str], reasons: list[str]) -> None:
    assert not_counted(line, *options) == reasons


def test_card_points_are_told_by_their_cards() -> None:
    ran = score("samples/hanafuda/hiraya-round.yaml", "-e", columns=100)
    start = ran.lines.index("Card points")
    assert ran.lines[start + 1 : start + 4] == [
        "  Aki: 3 x 20 (1B 3B 8B) + 4 x 5 (1R 2R 3R 11R) = 80",
        "  Bea: 7 x 10 (2A 4A 5A 6A 7A 8A 10A) + 3 x 5 (4R 5R 6R) = 85",
        "  Cho: 2 x 20 (11B 12B) + 2 x 10 (9A 11A) + 3 x 5 (7R 9R 10R) = 75",
    ]
    nothing = score("hiraya A:1CC B:1BR,2ARCC,3BRCC,4ARCC,5ARCC,6ARCC,7ARCC,8BACC C:9ARCC,10ARCC,11BARC,12BCCC", "-e")
    assert "  A: 0 = 0" in nothing.lines
    assert "札の点の内訳" in score("samples/hanafuda/hiraya-round.yaml", "-e", "--lang", "ja").lines
    assert "Card points" not in score("koikoi A:1B,3B,8B B: stopped_by=A", "-e").lines


@pytest.mark.parametrize(("lang", "columns"), NEAR)
def test_what_is_near(lang: str, columns: int) -> None:
    ran = score(IN_PLAY, "--near", "--lang", lang, columns=columns)
    assert ran.out.startswith(NEAR[lang, columns])
    assert (ran.err, ran.code) == ("", 0)
    if (lang, columns) == ("en", 80):
        assert ran.out.endswith(
            "\n\nBea: no yaku\n"
            "  3R                        7  red poetry ribbons\n"
            "  1 of 3R 4R 6R 7R 10R 11R  1  ribbons\n"
            "  6R 10R                    8  blue ribbons\n"
        )


def test_what_is_near_of_several_rounds_and_in_the_other_formats() -> None:
    ran = score("-", "--near", stdin=f"{IN_PLAY} id=one\n{IN_PLAY} id=two\n")
    screen = score(IN_PLAY, "--near").out
    assert ran.out == f"== one\n{screen}\n== two\n{screen}"
    found = json.loads(score(IN_PLAY, "--near", "--format", "json").out)
    assert found["near"]["Aki"][0] == {
        "id": "sanko",
        "name": "three brights",
        "value": 5,
        "lacks": 1,
        "cards": "1B 12B",
        "ways": [[{"n": 1, "of": "1B 12B"}]],
    }
    assert (found["winner"], found["next_dealer"], found["transfers"]) == (None, None, [])
    assert "Aki: three brights (1 of 1B 12B); flower" in score(IN_PLAY, "--near", "--format", "markdown").out


# ---- claims


@ROWS.each("a_claim")
def test_a_claim(claim: str, told: str | None) -> None:
    ran = score(f"{ROUND} {claim}")
    assert ran.out.startswith(SCREENS["en"])
    assert ran.code == (0 if told is None else 1)
    verdict = ran.lines[len(SCREENS["en"].splitlines()) + 1 :]
    assert verdict[: 1 if told is None else 2] == (
        ["The claim is right."] if told is None else ["The claim is wrong.", told]
    )


# ---- the other formats


def test_json_and_yaml_are_the_same_result() -> None:
    found = json.loads(score(f"{ROUND} id=a", "--format", "json").out)
    assert yaml.safe_load(score(f"{ROUND} id=a", "--format", "yaml").out) == found
    players = found.pop("players")
    assert found == {
        "id": "a",
        "rules": "koikoi@1.2.0",
        "options": {},
        "ok": True,
        "winner": "Aki",
        "next_dealer": "Aki",
        "pots": {},
        "transfers": [{"from": "bank", "to": "Aki", "amount": 60, "unit": "points", "why": "yaku"}],
        "notes": [],
    }
    assert players["Bea"] == {
        "teyaku": [],
        "yaku": [{"id": "akatan", "name": "red poetry ribbons", "value": 5, "cards": "1R 2R 3R"}],
        "card_points": None,
        "score": 0,
        "change": 0,
    }
    japanese = json.loads(score(ROUND, "--format", "json", "--lang", "ja").out)
    assert [line["name"] for line in japanese["players"]["Aki"]["yaku"]] == ["三光", "花見で一杯", "月見で一杯"]


def test_csv_has_a_column_for_each_key_of_the_contract() -> None:
    (row,) = csv.DictReader(io.StringIO(score(f"{ROUND} claim.winner=Bea", "--format", "csv").out))
    assert ",".join(row) == (
        "id,rules,options,ok,round,players,winner,next_dealer,pots,totals,carried,agrees,differences,near,transfers,notes,error"
    )
    assert (row["rules"], row["winner"], row["agrees"], row["error"]) == ("koikoi@1.2.0", "Aki", "false", "")
    assert json.loads(row["players"])["Aki"]["score"] == 60


# ---- files of rows

FORMS: list[Any] = ROWS["rows"]
LINES = [
    "koikoi Aki:1BC,3BC,8BC,9AC Bea:1RC,2RC,3RC stopped_by=Aki koikoi.Bea=1 claim.changes.Aki=60 id=doubled",
    'koikoi Aki.dealt:1BR,4CC,7AR,10CC "Bea \\"B.\\" Day".dealt: options.zero_sum=true id="four pairs"',
    "hiraya Aki:1BRCC,2RC,3BCC,8BC,11C Bea.dealt:4CC,5CC,6CC,7C Bea:2AC,4ARCC,5ARCC,6ARCC,7AC,8AC,10AC "
    'Cho:7RC,9ARCC,10RC,11BA,12BCCC wild.by=Aki wild.captured=3C id="a wild card"',
]
COLUMNS = ["rules", "players", "stopped_by", "koikoi.Bea", "options.zero_sum", "wild.by", "wild.captured"]
COLUMNS += ["claim.changes.Aki", "id"]
CELLS: list[Any] = ROWS["cells"]


def write_csv(path: Path, rows: list[dict[str, str]], columns: list[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def write_forms(folder: Path) -> list[str]:
    """The same rounds as rows, as JSON lines, as a YAML list and as lines."""
    write_csv(folder / "rounds.csv", CELLS, COLUMNS)
    (folder / "rounds.jsonl").write_text("".join(json.dumps(row) + "\n" for row in FORMS), encoding="utf-8")
    (folder / "rounds.yaml").write_text(yaml.safe_dump(FORMS, sort_keys=False), encoding="utf-8")
    (folder / "rounds.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return [str(folder / f"rounds.{kind}") for kind in ("csv", "jsonl", "yaml", "txt")]


@pytest.mark.parametrize("form", ["table", "json", "yaml", "csv", "markdown"])
def test_rows_json_lines_yaml_and_lines_give_the_same_to_the_letter(form: str, tmp_path: Path) -> None:
    ran = [score(name, "--format", form) for name in write_forms(tmp_path)]
    assert len({one.out for one in ran}) == 1
    assert {(one.err, one.code) for one in ran} == {("", 0)}
    if form == "json":
        found = [json.loads(line) for line in ran[0].lines]
        changes = [{name: one["change"] for name, one in result["players"].items()} for result in found]
        assert changes == [
            {"Aki": 60, "Bea": 0},
            {"Aki": 6, 'Bea "B." Day': -6},
            {"Aki": 30, "Bea": 35, "Cho": -65},
        ]


def test_a_file_of_rows_of_wins_and_rounds(tmp_path: Path) -> None:
    rows = [
        {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "seat": "S", "round": "E", "from": "W", "id": "win"},
        {"rules": "koikoi", "players": "Aki:1B,3B,8B Bea:2AR", "stopped_by": "Aki", "id": "round"},
        {"rules": "mushi", "players": "Aki:1B Bea:2A", "id": "refused"},
    ]
    columns = ["rules", "hand", "win", "by", "seat", "round", "from", "players", "stopped_by", "id"]
    write_csv(tmp_path / "mixed.csv", rows, columns)
    lines = [
        "123m456p789s1122z +2z ron seat=S round=E from=W id=win",
        "koikoi Aki:1B,3B,8B Bea:2AR stopped_by=Aki id=round",
        "mushi Aki:1B Bea:2A id=refused",
    ]
    (tmp_path / "mixed.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = [
        [json.loads(line) for line in score(str(tmp_path / name), "--format", "json").lines]
        for name in ("mixed.csv", "mixed.txt")
    ]
    for result in found[0] + found[1]:
        if not result["ok"]:
            result["error"].pop("column")  # of the row and of the line
    assert found[0] == found[1]
    assert [result.get("points", result.get("winner")) for result in found[0]] == [1300, "Aki", None]
    told = score(str(tmp_path / "mixed.csv")).err
    assert told.splitlines()[0] == "rules: riichi (the default here; name others in the record or with --rules)"
    assert f"{tmp_path / 'mixed.csv'}:4: error: expected all 40 cards in the piles, found 2; missing: " in told


# ---- what is refused


@ROWS.each("refused")
def test_a_refusal_says_what_and_points_at_it(line: str, told: str, at: str) -> None:
    ran = score(line)
    column = line.rindex(at[:-1]) if at.endswith("$") else line.index(at)
    assert (ran.out, ran.err, ran.code) == ("", f"error: {told}\n  {line}\n  {' ' * column}^\n", 1)


def test_rules_of_the_other_game_on_the_command_line() -> None:
    for line, rules, game, other in ((ROUND, "riichi", "hanafuda", "riichi"), (WIN, "koikoi", "riichi", "hanafuda")):
        ran = score(line, "--rules", rules)
        assert (ran.out, ran.code) == ("", 1)
        assert ran.err.splitlines()[0] == (
            f"error: expected a rule set of {game} for this record, found '{rules}', which is of {other}; name another "
            "(`yaku rules list` has them), or leave it out"
        )


NO_GAME = (
    "taiyaku Aki.dealt: Bea.dealt: Cho.dealt: seats=Aki,Bea,Cho,Dan forced_out.Dan.dealt=1B,3B,8B,9A,6R,9R,10R,2C pot=3"
)


def test_a_round_without_a_game_says_why_and_who_wins() -> None:
    ran = score(NO_GAME)
    assert ran.lines[:9] == [
        "Dan wins: Aki -8, Bea -8, Cho -8, Dan +27   (taiyaku@1.3.0)",
        "",
        "no game is played: who plays owes 8 chips each for the hands forced out (Dan 1B",
        "  3B 6R 8B 9AR 10R); Dan has most chips in front, 32 chips, and wins",
        "",
        "Aki: change -8",
        "Bea: change -8",
        "Cho: change -8",
        "Dan: change +27",
    ]
    assert "Notes" not in ran.lines
    assert "勝負なし：追い駒が一人8枚になる（Dan 1B 3B 6R 8B 9AR" in score(NO_GAME, "--lang", "ja").out


@pytest.mark.parametrize(("line", "who"), [("koikoi Aki: 1B 3B 8B", "Aki"), ("koikoi 1B 3B 8B", "you")])
def test_the_pile_of_one_player_is_told_with_what_is_near(line: str, who: str) -> None:
    ran = run_yaku("score", line)
    assert ran.code == 0
    assert ran.lines[2] == f"{who}: three brights 5"
    assert ran.lines[3].split() == ["12B", "8", "four", "brights"]
