"""The figures of a result: what people compare, and what they argue about."""

from __future__ import annotations

from typing import Any

from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult


def figures_of(result: WinResult | RoundResult | GameResult) -> dict[str, Any]:
    """Of a win yaku, han, fu, points, payments; of a round what everybody gains; of a game how it ends."""
    if isinstance(result, GameResult):
        return {"final": {line.player: line.score for line in result.final}}
    if isinstance(result, RoundResult):
        return {"changes": result.changes}
    dora = result.dora.tiles if result.han is not None else 0
    return {
        "yaku": [line.id for line in result.yaku] + ([f"dora {dora}"] if dora else []),
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "payments": result.payments,
    }
