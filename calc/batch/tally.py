"""What a run has come to: counts of records, refusals by code, claims and rule sets; and which claims are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from calc.outcomes import Difference, Refusal, Result


class Tally(Struct):
    """Counts that add up. ``borne_out``: refused, and the claim was just that: no win. ``rules``: records by rule set
    with its version. ``claims`` and ``wrong`` count records, and games of logs that were checked too. Of these:
    ``logs``, games of logs; ``checked`` of them; ``silent`` of those, which say nothing to compare; ``figures`` that
    were compared, and ``disagreements`` among them.
    """

    records: int = 0
    settled: int = 0
    borne_out: int = 0
    refused: dict[str, int] = msgspec.field(default_factory=dict)
    claims: int = 0
    wrong: int = 0
    rules: dict[str, int] = msgspec.field(default_factory=dict)
    logs: int = 0
    checked: int = 0
    silent: int = 0
    figures: int = 0
    disagreements: int = 0

    @property
    def all_refused(self) -> int:
        """Records that were refused, for whatever reason."""
        return sum(self.refused.values())

    def count_all(self, results: Sequence[Result]) -> None:
        """Count results."""
        self.records += len(results)
        _add(self.rules, Counter(result.rules for result in results if result.rules is not None))
        for result in results:
            if result.agrees is not UNSET:
                self.claims += 1
                self.wrong += result.agrees is False
            if result.ok:
                self.settled += 1
            elif result.agrees is True:
                self.borne_out += 1
            else:
                assert isinstance(result, Refusal)
                self.refused[result.error.code] = self.refused.get(result.error.code, 0) + 1

    def count_log(self, figures: int, disagreements: int) -> None:
        """Count a game of a log that was checked."""
        self.checked += 1
        self.figures += figures
        self.disagreements += disagreements
        if figures or disagreements:
            self.claims += 1
            self.wrong += disagreements > 0
        else:
            self.silent += 1

    def add(self, other: Tally) -> None:
        """Add the counts of another part of the run."""
        self.records += other.records
        self.settled += other.settled
        self.borne_out += other.borne_out
        self.claims += other.claims
        self.wrong += other.wrong
        self.logs += other.logs
        self.checked += other.checked
        self.silent += other.silent
        self.figures += other.figures
        self.disagreements += other.disagreements
        _add(self.refused, other.refused)
        _add(self.rules, other.rules)


def _add(counts: dict[str, int], others: Mapping[str, int]) -> None:
    for key, count in others.items():
        counts[key] = counts.get(key, 0) + count


class Disagreement(Struct, frozen=True):
    """A figure that was claimed otherwise than it is: where the record stands, its id, and the figure's key."""

    file: str
    line: int
    id: Any
    key: str
    claimed: Any
    actual: Any


def disagreements(result: Result, file: str, line: int) -> list[Disagreement]:
    """What the claim of a record says otherwise than its result."""
    if result.agrees is not False:
        return []
    found = [Difference("win", True, False)] if isinstance(result, Refusal) else list(_differences(result, ""))
    wrong = getattr(result, "first_wrong", None)
    if not found and wrong:
        found.append(Difference(f"{wrong.round}: {wrong.key}", wrong.claimed, wrong.actual))
    return [Disagreement(file, line, result.id, one.key, one.claimed, one.actual) for one in found]


def _differences(result: Any, within: str) -> Iterator[Difference]:
    for key in ("rounds", "wins"):
        parts = getattr(result, key, None)
        for place, part in enumerate(parts or []):
            yield from _differences(part, f"{within}{key}[{place}].")
    if result.differences is not UNSET:
        for one in result.differences:
            yield Difference(within + one.key, one.claimed, one.actual)
