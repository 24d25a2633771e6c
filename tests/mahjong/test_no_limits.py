"""Rule files without a mangan, with yakuman as yaku of so many han, and with levels of their own."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.errors import CalcError
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


AOTENJOU = "samples/aotenjou.yaml"
HEAD = "game: riichi\nextends: riichi\nversion: 1.0.0\nname: {en: Ours, ja: うち}\nsources: {house: Our table}\n"
#: Riichi, seat wind; with an indicator of East three dora, and so the ura dora.
HAND = "123m456p789s1122z +2z ron from=W seat=S round=E riichi"


def house(folder: Path, text: str) -> str:
    path = folder / "ours.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


def points(line: str, rules: str) -> tuple[Any, ...]:
    result = calc.score(line, rules=rules)
    return result.han, result.fu, result.level, result.base, result.points


def test_a_hand_that_is_worth_more_than_is_counted_is_refused() -> None:
    # Daisuushi 26 + tsuuiisou 13 + 6 dora: 45 han; 50 x 4 x 2^45 is more than 10^15.
    with pytest.raises(CalcError, match="the hand has 45 han, and without a limit") as refused:
        calc.score("5z +5z (444z) (111z) (222z) (333z) tsumo seat=S round=E dora=3z4z", rules=AOTENJOU)
    assert refused.value.code == "not_payable"


# 4 x 2^n base points for each fu: 50 x 4 x 2^42 = 879,609,302,220,800 is counted, 60 x 4 x 2^42 = 1.06 x 10^15 is not.
def test_the_most_base_points_are_counted_and_more_are_not() -> None:
    assert run_yaku("points", "42", "50", "--rules", AOTENJOU).code == 0
    refused = run_yaku("points", "42", "60", "--rules", AOTENJOU)
    assert "42 han without a limit are above 1,000,000,000,000,000 base points" in refused.err


def test_yakuman_is_no_amount_where_it_is_a_yaku_of_13_han() -> None:
    refused = run_yaku("points", "yakuman", "--rules", AOTENJOU)
    assert refused.code == 1
    assert "found 'yakuman'" in refused.err
    assert run_yaku("points", "mangan", "--rules", AOTENJOU).code == 0


# 13 han 30 fu: 30 x 4 x 8,192 = 983,040; x 4 = 3,932,160, x 6 = 5,898,240.
def test_the_chart_goes_on_to_13_han() -> None:
    lines = run_yaku("chart", AOTENJOU).lines
    assert lines[-9].split() == ["13", "30", "5,898,300", "1,966,100", "all", "3,932,200", "983,100/1,966,100"]
    assert lines[-1].split()[:2] == ["13", "110"]


# 5 han 40 fu, 40 x 4 x 32 = 5,120; x 4 = 20,480. 8 han: 40,960; x 4 = 163,840. 13 han: the yakuman that is left.
@ROWS.each("only_13_han_may_be_a_limit")
def test_only_13_han_may_be_a_limit(tmp_path: Path, dora: str, expected: list[Any]) -> None:
    levels = "mangan: {from_han: null}, haneman: null, baiman: {from_han: null}, sanbaiman: null"
    text = f"points:\n  base: {{cap: null, round_up_above: null, source: house}}\n  levels: {{{levels}}}\n"
    rules = house(tmp_path, text + "options: {kiriage_mangan: null, kazoe: null}\n")
    assert [*points(f"{HAND} {dora}", rules)] == expected


# A ladder of one's own: 16 han are five times a mangan, 10,000 base points; 15 han stay a counted yakuman.
@ROWS.each("levels_may_be_added")
def test_levels_may_be_added(tmp_path: Path, dora: str, expected: list[Any]) -> None:
    level = "{name: {en: fivefold mangan, ja: 五倍満}, from_han: 16, base: 10000, source: house}"
    rules = house(tmp_path, f"points: {{levels: {{gobaiman: {level}}}}}\n")
    assert [*points(f"{HAND} {dora}", rules)] == expected


@ROWS.each("what_fits_no_game_without_limits_is_refused")
def test_what_fits_no_game_without_limits_is_refused(tmp_path: Path, text: str, message: str) -> None:
    refused = run_yaku("rules", "check", house(tmp_path, text + "\n"))
    assert refused.code == 1
    assert message in refused.err + refused.out
