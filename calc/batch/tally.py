"""What a run has come to: counts of records, refusals by code, claims and rule sets; and which claims are wrong."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from calc.outcomes import Difference, Refusal, Result

_RULES, _AGREES, _OK = attrgetter("rules"), attrgetter("agrees"), attrgetter("ok")


def find_unusual(results: Sequence[Result]) -> list[int]:
    """Find the places of refusals and of results with claims; most blocks have neither."""
    if set(map(_AGREES, results)) == {UNSET} and all(map(_OK, results)):
        return []
    return [place for place, result in enumerate(results) if result.agrees is not UNSET or not result.ok]


class Tally(Struct):
    """Counts that add up. ``borne_out``: refused as claimed, for the claim was that it is no win. ``rules``: records by
    rule set with its version. ``claims``, ``wrong``: of records, and of checked games of logs. ``logs``: games of logs.
    ``checked``: those that were compared with their log. ``silent``: those whose log says nothing to compare.
    ``untold``: those whose log tells no rules, though none were given. ``figures``: compared figures of logs.
    ``disagreements``: figures that differ. ``kinds``: rows of CSV by the type of their result.
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
    untold: int = 0
    figures: int = 0
    disagreements: int = 0
    kinds: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def all_refused(self) -> int:
        """All refused records but those borne out."""
        return sum(self.refused.values())

    def count(self, results: Sequence[Result], unusual: Sequence[Result], *, kinds: bool = False) -> None:
        """Count results; ``unusual``: those of :func:`find_unusual`. ``kinds``: whether by their types too."""
        if kinds:
            add_counts(self.kinds, Counter(type(result).__name__ for result in results))
        self.records += len(results)
        self.settled += len(results) - len(unusual)
        rules = Counter(map(_RULES, results))
        del rules[None]
        add_counts(self.rules, rules)
        for result in unusual:
            if result.agrees is not UNSET:
                self.claims += 1
                self.wrong += result.agrees is False
            if not isinstance(result, Refusal):
                self.settled += 1
            elif result.agrees is True:
                self.borne_out += 1
            else:
                self.refused[result.error.code] = self.refused.get(result.error.code, 0) + 1

    def count_log(self, figures: int, disagreements: int, *, is_untold: bool) -> None:
        self.checked += 1
        self.untold += is_untold
        self.figures += figures
        self.disagreements += disagreements
        if figures or disagreements:
            self.claims += 1
            self.wrong += disagreements > 0
        else:
            self.silent += 1


def add_up(counts: Struct, others: Struct) -> None:
    """Add counts, and counts by key, to those of the same names; of texts the later one counts."""
    for name in counts.__struct_fields__:
        own, more = getattr(counts, name), getattr(others, name)
        if isinstance(own, dict):
            add_counts(own, more)
        else:
            setattr(counts, name, more if isinstance(own, str) else own + more)


def add_counts(counts: dict[Any, Any], others: Mapping[Any, Any]) -> None:
    """Add counts by key, which may be structs of counts; of texts the later one counts."""
    for key, more in others.items():
        if isinstance(more, Struct):
            add_up(counts.setdefault(key, type(more)()), more)
        else:
            counts[key] = more if isinstance(more, str) else counts.get(key, 0) + more


class Disagreement(Struct, frozen=True):
    """A figure that was claimed wrongly: file, line and id of its record, its key, and both values."""

    file: str
    line: int
    id: Any
    key: str
    claimed: Any
    actual: Any


def disagreements(result: Result, file: str, line: int) -> list[Disagreement]:
    """The figures of a record's claim that differ from its result, down to the wins of a round."""
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
