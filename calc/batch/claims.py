"""Where claims go wrong, one line a figure, down to the rounds of a game and the wins of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct

from calc.outcomes import Difference, Refusal, Result


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
