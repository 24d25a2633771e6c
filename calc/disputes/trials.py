"""Records settled under rules that are tried out, and whether what was claimed comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.notation.plain import AnyRecord
from calc.settle.outcomes import Refusal
from calc.settling import Read, settle_reads

if TYPE_CHECKING:
    from calc.rulesets import AnyRules
    from calc.settling import AnyResult

__all__ = ["bare", "fits", "steps_right", "try_records"]


def bare(record: AnyRecord) -> AnyRecord:
    """The record without a rule set and options of its own: those that it is tried under count alone."""
    return replace(record, rules=None, options={})


def try_records(records: Sequence[AnyRecord], rules: AnyRules, lang: str = "en") -> list[AnyResult | Refusal]:
    """The results of records under one rule set, whatever they name themselves."""
    return settle_reads([Read(bare(record)) for record in records], rules=rules, lang=lang)


def fits(result: AnyResult | Refusal) -> bool:
    """Whether everything that was claimed is so."""
    return result.agrees is True


def steps_right(result: Any) -> int:
    """How far claims of a game are right: the rounds before the first that is wrong, and one more for an end that is.

    Of anything else: whether the claim is right.
    """
    if isinstance(result, Refusal):
        return int(result.agrees is True)
    if getattr(result, "first_wrong", UNSET) is UNSET:
        return int(result.agrees is True)
    rounds = result.rounds
    if result.first_wrong is None:
        return len(rounds) + 1
    return next((place for place, one in enumerate(rounds) if one.agrees is False), len(rounds))
