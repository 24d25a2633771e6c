"""The figures of a result: what people compare, and what they argue about."""

from __future__ import annotations

from typing import Any

from calc.games import game_behind
from calc.outcomes import Refusal


def figures_of(result: Any) -> dict[str, Any]:
    """What is compared of a result."""
    if isinstance(result, Refusal):
        return {"refused": result.error.code}
    return game_behind(result).figures(result)


def all_figures(result: Any) -> list[dict[str, Any]]:
    """The figures of a result, of a game those of its rounds before those of its end."""
    rounds = [] if isinstance(result, Refusal) else getattr(result, "rounds", [])
    return [*map(figures_of, rounds), figures_of(result)]
