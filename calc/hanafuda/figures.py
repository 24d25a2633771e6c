"""The figures of a result: what people compare, and what they argue about."""

from __future__ import annotations

from typing import Any

from calc.hanafuda.results import HanafudaGameResult, HanafudaResult


def figures_of(result: HanafudaResult | HanafudaGameResult) -> dict[str, Any]:
    """Of a round yaku, scores and what everybody gains; of a game the totals at its end."""
    if isinstance(result, HanafudaGameResult):
        return {"final": {line.player: line.total for line in result.final}}
    players = result.players
    return {
        "yaku": {name: [line.id for line in (*one.teyaku, *one.yaku)] for name, one in players.items()},
        "scores": {name: one.score for name, one in players.items()},
        "changes": {name: one.change for name, one in players.items()},
    }
