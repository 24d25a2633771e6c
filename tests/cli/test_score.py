"""``yaku score``: the first screen of one hand and of many, claims, and what stands on which stream."""

import re

import pytest

from calc.text import cells
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

HAND = "riichi 123m456p789s1122z +2z ron seat=S round=E from=W riichi"
HANDS = sorted(path.relative_to(PROJECT).as_posix() for path in (PROJECT / "samples" / "hands").glob("*.txt"))
NO_YAKU = "riichi 23678m99p +4m (123s) (340p) ron seat=S round=E from=W dora=8p"

SCREENS = ROWS.keyed("screens")


def closed_up(text: str) -> str:
    """The text without blanks between a number and the 翻 or 符 after it, and between 翻 and the number of 符."""
    return re.sub(r"(?<=\d) (?=[翻符])|(?<=翻) (?=\d)", "", text)


@pytest.mark.parametrize(("what", "line", "lang"), SCREENS, ids=[f"{what}, {lang}" for what, _, lang in SCREENS])
def test_the_first_screen_of_a_hand(what: str, line: str, lang: str) -> None:
    ran = run_yaku("score", line, "--lang", lang)
    assert (closed_up(ran.out), ran.err, ran.code) == (SCREENS[what, line, lang], "", 0)


@ROWS.each("counters_and_sticks_are_told_in_singular_and_plural")
def test_counters_and_sticks_are_told_in_singular_and_plural(line: str, told: str) -> None:
    assert run_yaku("score", f"{HAND} {line}").lines[-1].strip() == told


def test_many_hands_are_rows_of_one_table_in_input_order() -> None:
    files = [f"samples/hands/{name}.txt" for name in ("renhou", "daisuushi", "claim-wrong")]
    ran = run_yaku("score", *files, columns=140)
    rows = [" ".join(line.split()) for line in ran.lines]
    assert rows[0].casefold() == "record yaku han fu points payments claim"
    assert rows[2] == "renhou Renhou mangan 8,000 E -8,000 W +8,000"
    assert rows[3] == "daisuushi Daisuushi 2 x yakuman 64,000 S -64,000 W +64,000"
    assert rows[4].startswith("claim-wrong Riichi, Seat wind 2 40 2,600 S +3,600 W -2,600 wrong: fu 30 not 40")


def test_hands_without_an_id_are_numbered() -> None:
    rows = run_yaku("score", stdin=f"{HAND}\n\n# a comment\n{HAND} id=mine\n{HAND}\n").lines[2:]
    assert [row.split()[0] for row in rows] == ["1", "mine", "3"]


def test_the_table_of_many_hands_speaks_japanese() -> None:
    ran = run_yaku(
        "score", *(f"samples/hands/{name}.txt" for name in ("renhou", "claim-right", "claim-wrong")), "--lang", "ja"
    )
    told = ran.out.replace("claim-right", "").replace("claim-wrong", "")
    for english in ("wrong", "right", "mangan", "Payments", "record"):
        assert english not in told
    assert "満貫" in ran.out


# ---- claims


def test_a_wrong_claim_says_what_was_claimed_and_what_is() -> None:
    ran = run_yaku("score", f"{HAND} claim.han=2 claim.fu=30 claim.points=2000")
    screen, _, told = ran.out.partition("\nThe claim is wrong.\n")
    assert screen == SCREENS["a ron", HAND, "en"]
    rows = [line.replace(",", "").split() for line in told.splitlines()]
    assert rows == [["claimed", "actual"], ["fu", "30", "40"], ["points", "2000", "2600"]]
    assert (ran.err, ran.code) == ("", 1)


def test_a_wrong_claim_in_japanese() -> None:
    ran = run_yaku("score", f"{HAND} claim.fu=30", "--lang", "ja")
    assert closed_up(ran.out).startswith(SCREENS["a ron", HAND, "ja"] + "\n申告は誤り。\n")
    assert ran.lines[-1].split()[1:] == ["30", "40"]


def test_no_win_that_is_claimed_to_be_none() -> None:
    ran = run_yaku("score", f"{NO_YAKU} claim.win=false")
    assert "no yaku" in ran.out + ran.err
    assert ran.lines[-1:] == ["The claim is right."]
    assert ran.code == 0


# ---- exit codes and streams


def test_one_bad_hand_among_good_ones_is_told_and_the_rest_is_scored() -> None:
    ran = run_yaku("score", stdin=f"{HAND} id=good\n{NO_YAKU} id=bad\n")
    assert [line.split()[0] for line in ran.lines[2:]] == ["good", "bad"]
    assert "no_yaku" in ran.lines[3]
    assert ran.err.startswith("stdin:2: error: the hand is complete but has no yaku")
    assert ran.code == 1


# ---- narrow terminals


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("explain", [False, True], ids=["", "explain"])
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_one_hand_fits_the_terminal(lang: str, explain: bool, columns: int) -> None:
    wide: dict[str, int] = {}
    # Several hands without their reasons are a table.
    for paths in [HANDS] if explain else [[path] for path in HANDS]:
        ran = run_yaku("score", *paths, "--lang", lang, *(["--explain"] if explain else []), columns=columns)
        wide |= {line: cells(line) for line in ran.lines if cells(line) > columns}
    assert wide == {}


@pytest.mark.parametrize("columns", [60, 80])
def test_a_table_of_hands_fits_the_terminal(columns: int) -> None:
    ran = run_yaku("score", *HANDS, columns=columns)
    assert {line: cells(line) for line in ran.lines if cells(line) > columns} == {}


@ROWS.each("the_answer_says_what_no_tile_shows")
def test_the_answer_says_what_no_tile_shows(record: str, rules: str, told: dict[str, str]) -> None:
    for lang, text in told.items():
        out = run_yaku("score", record, "--rules", rules, "--lang", lang, columns=120).out
        assert text in " ".join(line.strip() for line in out.splitlines())


def test_a_sheet_says_how_tsumo_and_ron_differ() -> None:
    out = run_yaku("rules", "show", "sanma", "--all", columns=300).out
    rows = {line.split()[0]: line for line in out.splitlines() if line}
    assert "2 by tsumo only" in rows["sanankou"]
    assert "2 (1 by ron), open 1 (0 by ron)" in rows["ittsuu"]
    assert "1, open 0" in rows["tanyao"]
    assert "0 han where: won by ron; the hand has another yaku" in rows["tanyao"]
    assert "None" not in out
