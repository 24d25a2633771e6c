"""Settle Japanese table games from rule tables: who is right, and what does it pay?

:func:`score` settles one win, :func:`settle_round` and :func:`settle_game` rounds and games of riichi and of hanafuda,
:func:`find_waits` hands one tile short. For many there are :func:`score_many`, :func:`settle_stream` and, in arrays,
:func:`score_columns`. :func:`read_records` reads files of records, :func:`read_logs` logs of games, :func:`load_rules`
rule sets; :func:`json_schema` describes what all of them look like. What is wrong with a record is a :class:`CalcError`
or, among many, a :class:`Refusal` in its place. Amounts are in points, of hanafuda in the unit of the rule set.

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
    from calc.batch.stream import settle_stream
    from calc.hanafuda.results import (
        HanafudaFirstWrong,
        HanafudaGameResult,
        HanafudaResult,
        NearLine,
        NearPart,
        PileYaku,
        PlayerResult,
        StandingLine,
    )
    from calc.intake.records import Entry, read_records
    from calc.logs import LoggedGame, SaidDraw, SaidGame, SaidRiichi, SaidRound, SaidWin, SaidYaku, read_logs
    from calc.mahjong.arrays import WinColumns, score_columns
    from calc.mahjong.results import DoraLine, FuLine, ReadingLine, WinResult, YakuLine
    from calc.mahjong.rounds.results import (
        DrawLine,
        FinalLine,
        FirstWrong,
        GameResult,
        NextRound,
        RoundResult,
        RoundWin,
    )
    from calc.mahjong.waiting.results import NoWin, WaitLine, WaitsResult, WaitWin
    from calc.outcomes import Difference, ErrorLine, Note, Refusal, Transfer
    from calc.records.game import FinalClaim, Game, GameClaim
    from calc.records.hanafuda import (
        HanafudaClaim,
        HanafudaGame,
        HanafudaGameClaim,
        HanafudaHand,
        HanafudaRound,
        ShownHand,
        WildUse,
    )
    from calc.records.round import Draw, Round, RoundClaim
    from calc.records.waiting import Waiting
    from calc.records.win import Claim, Liable, Win
    from calc.schemas import json_schema
    from calc.settling.api import find_waits, load_rules, score, score_many, settle_game, settle_round
    from calc.tables.ruleset import Name, OptionRule, RuleSet

__all__ = [
    "CalcError",
    "Claim",
    "Difference",
    "DoraLine",
    "Draw",
    "DrawLine",
    "Entry",
    "ErrorLine",
    "FinalClaim",
    "FinalLine",
    "FirstWrong",
    "FuLine",
    "Game",
    "GameClaim",
    "GameResult",
    "HanafudaClaim",
    "HanafudaFirstWrong",
    "HanafudaGame",
    "HanafudaGameClaim",
    "HanafudaGameResult",
    "HanafudaHand",
    "HanafudaResult",
    "HanafudaRound",
    "HandError",
    "Liable",
    "LoggedGame",
    "Name",
    "NearLine",
    "NearPart",
    "NextRound",
    "NoWin",
    "NoYakuError",
    "NotPayableError",
    "NotationError",
    "Note",
    "OptionRule",
    "PileYaku",
    "PlayerResult",
    "ReadingLine",
    "RecordError",
    "Refusal",
    "Round",
    "RoundClaim",
    "RoundResult",
    "RoundWin",
    "RuleSet",
    "RuleTableError",
    "SaidDraw",
    "SaidGame",
    "SaidRiichi",
    "SaidRound",
    "SaidWin",
    "SaidYaku",
    "ShownHand",
    "StandingLine",
    "Transfer",
    "UnreadableError",
    "WaitLine",
    "WaitWin",
    "Waiting",
    "WaitsResult",
    "WildUse",
    "Win",
    "WinColumns",
    "WinResult",
    "YakuLine",
    "__version__",
    "find_waits",
    "json_schema",
    "load_rules",
    "read_logs",
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
    "calc.batch.stream": ("settle_stream",),
    "calc.hanafuda.results": (
        "HanafudaFirstWrong",
        "HanafudaGameResult",
        "HanafudaResult",
        "NearLine",
        "NearPart",
        "PileYaku",
        "PlayerResult",
        "StandingLine",
    ),
    "calc.logs": ("LoggedGame", "SaidDraw", "SaidGame", "SaidRiichi", "SaidRound", "SaidWin", "SaidYaku", "read_logs"),
    "calc.mahjong.arrays": ("WinColumns", "score_columns"),
    "calc.mahjong.results": ("DoraLine", "FuLine", "ReadingLine", "WinResult", "YakuLine"),
    "calc.mahjong.rounds.results": (
        "DrawLine",
        "FinalLine",
        "FirstWrong",
        "GameResult",
        "NextRound",
        "RoundResult",
        "RoundWin",
    ),
    "calc.mahjong.waiting.results": ("NoWin", "WaitLine", "WaitWin", "WaitsResult"),
    "calc.intake.records": ("Entry", "read_records"),
    "calc.records.hanafuda": (
        "HanafudaClaim",
        "HanafudaGame",
        "HanafudaGameClaim",
        "HanafudaHand",
        "HanafudaRound",
        "ShownHand",
        "WildUse",
    ),
    "calc.records.win": ("Claim", "Liable", "Win"),
    "calc.records.round": ("Draw", "Round", "RoundClaim"),
    "calc.records.game": ("FinalClaim", "Game", "GameClaim"),
    "calc.records.waiting": ("Waiting",),
    "calc.schemas": ("json_schema",),
    "calc.outcomes": ("Difference", "ErrorLine", "Note", "Refusal", "Transfer"),
    "calc.settling.api": ("find_waits", "load_rules", "score", "score_many", "settle_game", "settle_round"),
    "calc.tables.ruleset": ("Name", "OptionRule", "RuleSet"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)
