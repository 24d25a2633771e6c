"""Records settled under rules that are tried out: what comes out, and whether it is what was claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.games import Fields, game_behind, game_of, kind_of
from calc.outcomes import Refusal
from calc.records.plain import AnyRecord
from calc.settling import Case, Read, Settings, settle_cases, settle_reads

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import RuleSet


def try_records(
    records: Sequence[AnyRecord], rules: RuleSet, lang: str = "en", fields: Fields = "full"
) -> list[Result]:
    """Settle records under one rule set, in place of the rule sets and options that they name.

    ``fields``: ``short`` is enough, and faster, to compare figures and claims.
    """
    return [*settle_reads([Read(_bare(record)) for record in records], Settings(rules=rules, fields=fields, lang=lang))]


def try_one(record: AnyRecord, rules: RuleSet, lang: str = "en") -> Case:
    """Settle one record as :func:`try_records` does, and keep what explanations start from."""
    (case,) = settle_cases([Read(_bare(record))], Settings(rules=rules, lang=lang))
    return case


def _bare(record: Any) -> Any:
    return replace(record, rules=None, options={})


def figures_of(result: Any) -> dict[str, Any]:
    """The figures of a result, which people compare; for a refusal its code."""
    return {"refused": result.error.code} if isinstance(result, Refusal) else game_behind(result).figures(result)


def all_figures(result: Any) -> list[dict[str, Any]]:
    """Figures of a result; for a game, rounds first, then totals."""
    rounds = [] if isinstance(result, Refusal) else getattr(result, "rounds", [])
    return [*map(figures_of, rounds), figures_of(result)]


def steps_right(result: Any) -> int:
    """How many rounds of a game are right before the first wrong one, and one more if its end is right too.

    For anything else 1 if its claim is right, else 0.
    """
    if getattr(result, "first_wrong", UNSET) is UNSET:
        return int(result.agrees is True)
    rounds = result.rounds
    if result.first_wrong is None:
        return len(rounds) + 1
    return next((place for place, one in enumerate(rounds) if one.agrees is False), len(rounds))


def shorten(record: Any, steps: int) -> Any:
    """Cut a game after the round that shows whether more than its first ``steps`` rounds are right.

    Any other record stays as it is.
    """
    if kind_of(record) != "game" or steps >= len(record.rounds):
        return record
    return replace(record, rounds=record.rounds[: steps + 1], claim=None)


def may_matter(option: str, rules: RuleSet, record: Any, steps: int) -> bool:
    """Whether an option changes a section of the rules that a record is settled by.

    ``steps``: how many rounds of a game are right already.
    """
    beyond = game_of(record).beyond.get(type(record), frozenset())
    if kind_of(record) == "game" and steps >= len(record.rounds):
        beyond = frozenset()
    return not all(path.partition(".")[0] in beyond for path in rules.options[option].paths)
