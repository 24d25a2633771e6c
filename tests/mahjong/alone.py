"""A win settled by itself, with what was kept of it."""

from __future__ import annotations

from calc.mahjong.read.columns import Wins
from calc.mahjong.records.types import Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import SettledWin, settle_columns


def settle_win(record: Win, rules: MahjongRules) -> SettledWin:
    """Settle one win with tiles, as a block of one. Raises its error if it is refused."""
    settled, _, refused = settle_columns(Wins.of([record]), {}, rules)
    if refused:
        raise refused[0]
    return SettledWin(record, settled)
