"""Riichi mahjong: read a hand, value it, settle it, explain it. Columns throughout; a single hand is a batch of one."""

from calc.mahjong.columns import columns_from
from calc.mahjong.rules import load_mahjong_rules
from calc.mahjong.schema import MahjongRules
from calc.mahjong.scoring import score_wins, value_hands
from calc.mahjong.win_records import read_win

__all__ = ["MahjongRules", "columns_from", "load_mahjong_rules", "read_win", "score_wins", "value_hands"]
