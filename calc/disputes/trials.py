"""Records settled under rules that are tried out, and whether what was claimed comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.games import kind_of
from calc.outcomes import Refusal, is_verdict
from calc.records.game import Game
from calc.records.plain import AnyRecord
from calc.records.round import Round
from calc.records.win import Win
from calc.settling import Read, Settings, settle_reads

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import RuleSet

#: Sections of rule tables that settle what comes after a record of a kind, and so say nothing of the record.
_BEYOND: dict[type, frozenset[str]] = {
    Win: frozenset({"rounds", "match", "final"}),
    Round: frozenset({"match", "final"}),
}


def bare(record: AnyRecord) -> AnyRecord:
    """The record without a rule set and options of its own: those that it is tried under count alone."""
    return replace(record, rules=None, options={})


def try_records(records: Sequence[AnyRecord], rules: RuleSet, lang: str = "en") -> list[Result]:
    """The results of records under one rule set, whatever they name themselves."""
    return settle_reads([Read(bare(record)) for record in records], Settings(rules=rules, lang=lang))


def decides(refusal: Refusal) -> bool:
    """Whether a refusal of a win says of its tiles that they are no win, and not that the record is written wrong."""
    return is_verdict(refusal.error.code, refusal.error.key)


def fits(result: Result) -> bool:
    """Whether everything that was claimed is so."""
    return result.agrees is True


def steps_right(result: Any) -> int:
    """How far claims of a game are right: the rounds before the first that is wrong, and one more for an end that is.

    Of anything else: whether the claim is right.
    """
    if isinstance(result, Refusal):
        return int(result.agrees is True and decides(result))
    if getattr(result, "first_wrong", UNSET) is UNSET:
        return int(result.agrees is True)
    rounds = result.rounds
    if result.first_wrong is None:
        return len(rounds) + 1
    return next((place for place, one in enumerate(rounds) if one.agrees is False), len(rounds))


def shortest(record: Any, steps: int) -> Any:
    """As much of a game as shows whether more than its first ``steps`` rounds are right; anything else as it is."""
    if kind_of(record) != "game" or steps >= len(record.rounds):
        return record
    return replace(record, rounds=record.rounds[: steps + 1], claim=None)


def may_matter(option: str, rules: RuleSet, record: AnyRecord, steps: int) -> bool:
    """Whether an option writes into a section that a record, right for so many steps, is settled by."""
    ends = isinstance(record, Game) and steps < len(record.rounds)
    beyond = frozenset({"final"}) if ends else _BEYOND.get(type(record), frozenset())
    return not all(path.partition(".")[0] in beyond for path in rules.options[option].paths)
