"""Yaku of some seats only, and yaku that an option brings in: who has them, in rounds, in what is near, in answers."""

from pathlib import Path
from typing import Any

import calc
from calc.hanafuda.report.record import blocks
from calc.hanafuda.value.near import near_yaku
from calc.layout.document import text_lines
from calc.settling import read_given
from tests.hanafuda.houses import cards, game
from tests.rows import Rows

ROWS = Rows(__file__)


RAIN: str = ROWS["rain"]


@ROWS.each("a_seat_with_0_does_not_have_the_yaku")
def test_a_seat_with_0_does_not_have_the_yaku(
    tmp_path: Path, more: str, line: str, found: dict[str, list[int]], scores: dict[str, int]
) -> None:
    result = calc.settle_round(line, rules=game(tmp_path, RAIN % more))
    assert {name: [one.value for one in player.yaku] for name, player in result.players.items()} == found
    assert {name: player.score for name, player in result.players.items()} == scores


def test_it_is_near_for_the_other_seats_alone(tmp_path: Path) -> None:
    rules, held = game(tmp_path, RAIN % ""), {"A": cards("11A"), "B": cards("1B")}
    assert near_yaku("AB", held, rules, None)["A"] == []
    (line,) = near_yaku("BA", held, rules, None)["A"]
    assert (line.id, line.value, line.cards) == ("rain", 10, "11B")


AT_ONCE: str = ROWS["at_once"]


def test_a_step_may_name_a_yaku_that_its_option_brings_in(tmp_path: Path) -> None:
    crane = game(tmp_path, AT_ONCE, options={"crane": True})
    assert [calc.settle_round("A:1B B:8B", rules=rules).winner for rules in (game(tmp_path, AT_ONCE), crane)] == [
        "B",
        "A",
    ]


def test_what_somebody_else_gains_is_not_told_as_the_winner_s(tmp_path: Path) -> None:
    rules = game(tmp_path, AT_ONCE, options={"crane": True})
    record: Any = read_given("A:1B B:8B").record
    result = calc.settle_round("A:1B B:8B", rules=rules)
    assert (result.winner, result.players["B"].change) == ("A", 3)
    assert text_lines(blocks(record, result, rules, page=False), 80)[0].split("  ")[0] == "A wins: B +3"
