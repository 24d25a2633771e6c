"""Records unfolded into rows: one a won hand, or one a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calc.games import game_of
from calc.outcomes import Refusal, Result
from calc.records.rows import Row, RowKind, refused_row
from calc.settling import AnyRead, Settings, settle_cases


def unfold_reads(reads: Sequence[AnyRead], settings: Settings, kind: RowKind) -> list[tuple[Result, list[Row]]]:
    """The result of each record, and its rows; a refused record is one row."""
    cases = settle_cases(reads, settings)
    rows: dict[int, list[Row]] = {}
    groups: dict[Any, list[int]] = {}
    for place, case in enumerate(cases):
        if isinstance(case.result, Refusal):
            rows[place] = [refused_row(case.result, kind)]
        else:
            groups.setdefault((type(case.record), case.rules), []).append(place)
    for (_, rules), places in groups.items():
        records, results = [cases[place].record for place in places], [cases[place].result for place in places]
        found = game_of(records[0]).unfold(records, results, rules, kind)
        rows |= dict(zip(places, found, strict=True))
    return [(case.result, rows[place]) for place, case in enumerate(cases)]
