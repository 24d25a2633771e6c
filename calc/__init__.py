"""Settle Japanese table games from rule tables: who is right, and what does it pay?

>>> import calc
>>> result = calc.score("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi")
>>> result.han, result.fu, result.payments
(2, 40, {'E': 0, 'S': 2600, 'W': -2600, 'N': 0})
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from calc.errors import (
    CalcError,
    HandError,
    NotationError,
    NotPayableError,
    NoYakuError,
    RecordError,
    RuleTableError,
    UnreadableError,
)

if TYPE_CHECKING:
    from calc.api import load_rules, score, score_many, settle_game, settle_round
    from calc.arrays import WinColumns, score_columns
    from calc.batch.stream import settle_stream
    from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
    from calc.mahjong.results import WinResult
    from calc.mahjong.rounds.results import GameResult, RoundResult
    from calc.mahjong.wait_results import WaitsResult
    from calc.notation.files import read_records
    from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
    from calc.notation.records import Game, Round, Win
    from calc.schemas import json_schema
    from calc.settle.outcomes import Refusal
    from calc.waits import find_waits

__all__ = [
    "CalcError",
    "Game",
    "GameResult",
    "HanafudaGame",
    "HanafudaGameResult",
    "HanafudaResult",
    "HanafudaRound",
    "HandError",
    "NoYakuError",
    "NotPayableError",
    "NotationError",
    "RecordError",
    "Refusal",
    "Round",
    "RoundResult",
    "RuleTableError",
    "UnreadableError",
    "WaitsResult",
    "Win",
    "WinColumns",
    "WinResult",
    "__version__",
    "find_waits",
    "json_schema",
    "load_rules",
    "read_records",
    "score",
    "score_columns",
    "score_many",
    "settle_game",
    "settle_round",
    "settle_stream",
]

__version__ = "0.1.0"

# Imported when first asked for: the command line answers `--help` without loading the engine.
_HOMES = {
    "HanafudaRound": "calc.notation.hanafuda.records",
    "HanafudaGame": "calc.notation.hanafuda.records",
    "HanafudaResult": "calc.hanafuda.results",
    "HanafudaGameResult": "calc.hanafuda.results",
    "load_rules": "calc.api",
    "score": "calc.api",
    "score_columns": "calc.arrays",
    "score_many": "calc.api",
    "settle_game": "calc.api",
    "settle_round": "calc.api",
    "settle_stream": "calc.batch.stream",
    "read_records": "calc.notation.files",
    "Game": "calc.notation.records",
    "Round": "calc.notation.records",
    "Win": "calc.notation.records",
    "GameResult": "calc.mahjong.rounds.results",
    "RoundResult": "calc.mahjong.rounds.results",
    "WinColumns": "calc.arrays",
    "WinResult": "calc.mahjong.results",
    "Refusal": "calc.settle.outcomes",
    "find_waits": "calc.waits",
    "json_schema": "calc.schemas",
    "WaitsResult": "calc.mahjong.wait_results",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
