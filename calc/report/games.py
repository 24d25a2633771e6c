"""Settled games of any kind as rows of one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calc.games import all_games


def games_csv(results: Sequence[tuple[str, Any]]) -> str:
    """Settled games with their names as rows of one file, those of each game together; a head where there are none."""
    reports = [game.report for game in all_games()]
    named = [[(name, one) for name, one in results if isinstance(one, report.RESULTS)] for report in reports]
    parts = [report.games_csv(some) for report, some in zip(reports, named, strict=True) if some]
    return "".join(parts or [reports[0].games_csv([])])
