"""What in a round cannot be, each fault beside a round that nearly has it."""

from __future__ import annotations

from collections.abc import Sequence

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.legal import impossible
from calc.mahjong.logs.records import RULES
from tests.logs.scripts import IDLE, script
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("moves_that_cannot_be")
def test_a_move_that_cannot_be_is_told(moves: str, hands: Sequence[str], form: str, told: Sequence[str]) -> None:
    log = script(moves, *(hand or IDLE for hand in hands))
    found = impossible(log, form, load_mahjong_rules(RULES[log.start.players]))
    assert [f"{log.start.seat(one.player)} {one.turn}: {one.why}" for one in found] == told


@ROWS.each("swaps_where_the_rules_are_untold")
def test_a_swap_is_told_only_under_told_rules(
    moves: str, hands: Sequence[str], told: bool, found: Sequence[str]
) -> None:
    log = script(moves, *(hand or IDLE for hand in hands))
    swaps = impossible(log, "mjlog", load_mahjong_rules(RULES[log.start.players]), rules_told=told)
    assert [one.why for one in swaps] == found
