"""Settled games of hanafuda as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from calc.hanafuda.results import HanafudaGameResult
from calc.layout.programs import csv_text


def games_csv(results: Sequence[tuple[str, HanafudaGameResult]]) -> str:
    """A row for each player of each round: score, change and total."""
    keys = ("game", "round", "player", "score", "change", "total", "yaku")
    return csv_text(keys, (row for name, result in results for row in _csv_rows(name, result)))


def _csv_rows(name: str, result: HanafudaGameResult) -> Iterator[dict[str, object]]:
    for one in result.rounds:
        totals = {} if one.totals is UNSET else one.totals
        for player, its in one.players.items():
            yield {
                "game": name,
                "round": one.round,
                "player": player,
                "score": its.score,
                "change": its.change,
                "total": totals.get(player),
                "yaku": " ".join(line.id for line in [*its.teyaku, *its.yaku]),
            }
