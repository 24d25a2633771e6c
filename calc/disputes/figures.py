"""The figures of a result: what people compare, and what they argue about."""

from __future__ import annotations

from typing import Any

from calc.settle.outcomes import Refusal

__all__ = ["all_figures", "figures_of"]


def figures_of(result: Any) -> dict[str, Any]:
    """What is compared of a result: of a win yaku, han, fu, points, payments; of a round what everybody gains; of a
    game how it ends.
    """
    if isinstance(result, Refusal):
        return {"refused": result.error.code}
    if hasattr(result, "final"):
        return {"final": {line.player: getattr(line, "score", getattr(line, "total", None)) for line in result.final}}
    if hasattr(result, "changes"):
        return {"changes": result.changes}
    if hasattr(result, "players"):
        players = result.players
        return {
            "yaku": {name: [line.id for line in (*one.teyaku, *one.yaku)] for name, one in players.items()},
            "scores": {name: one.score for name, one in players.items()},
            "changes": {name: one.change for name, one in players.items()},
        }
    dora = result.dora.tiles if result.han is not None else 0
    return {
        "yaku": [line.id for line in result.yaku] + ([f"dora {dora}"] if dora else []),
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "payments": result.payments,
    }


def all_figures(result: Any) -> list[dict[str, Any]]:
    """The figures of a result, of a game those of its rounds before those of its end."""
    rounds = [] if isinstance(result, Refusal) else getattr(result, "rounds", [])
    return [*map(figures_of, rounds), figures_of(result)]
