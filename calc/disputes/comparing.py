"""One record under several rule sets: what comes out under each, what differs, and which options make it so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from calc.disputes.remedies import Answer, answer_of
from calc.disputes.trials import figures_of, try_records
from calc.errors import CalcError, RecordError
from calc.games import load_rules
from calc.outcomes import Refusal, is_verdict
from calc.records.plain import AnyRecord

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import RuleSet


class Comparison(Struct, frozen=True):
    """A record under one rule set. ``figures``: what comes out, by key; ``differs``: the keys that are not as under the
    first rule set, and ``because`` of which options (none where values differ that are no options); ``refusal``: why it
    cannot be settled.
    """

    rules: str
    name: dict[str, str]
    figures: dict[str, Any]
    differs: list[str]
    because: list[Answer]
    refusal: str | None = None


def compare(record: AnyRecord, sets: Sequence[RuleSet], lang: str = "en") -> list[Comparison]:
    """The record under each rule set, held against the first of them.

    Raises :class:`~calc.errors.RecordError` for a record that each of them refuses for the way it is written.
    """
    results = [_settle(record, rules, lang) for rules in sets]
    _check_written(results)
    first = figures_of(results[0])
    return [_compare(record, sets[0], first, rules, result, lang) for rules, result in zip(sets, results, strict=True)]


def _check_written(results: Sequence[Result]) -> None:
    """That a hand is no win may differ between rule sets; what is written down wrong is wrong everywhere."""
    refusals = [one for one in results if isinstance(one, Refusal) and not is_verdict(one.error.code, one.error.key)]
    if len(refusals) == len(results) and len({one.error.message for one in refusals}) == 1:
        error = refusals[0].error
        raise RecordError(error.message, code=error.code, key=error.key, column=error.column)


def _settle(record: AnyRecord, rules: RuleSet, lang: str) -> Result:
    (result,) = try_records([record], rules, lang)
    return result


def _figures(record: AnyRecord, rules: RuleSet, lang: str) -> dict[str, Any]:
    return figures_of(_settle(record, rules, lang))


def _compare(
    record: AnyRecord,
    base: RuleSet,
    first: dict[str, Any],
    rules: RuleSet,
    result: Result,
    lang: str,
) -> Comparison:
    figures = figures_of(result)
    differs = [key for key in {**first, **figures} if first.get(key) != figures.get(key)]
    return Comparison(
        rules=rules.full_label,
        name={"en": rules.name.en, "ja": rules.name.ja},
        figures=figures,
        differs=differs,
        because=_because(record, base, first, rules, lang) if differs else [],
        refusal=result.error.message if isinstance(result, Refusal) else None,
    )


def _because(record: AnyRecord, base: RuleSet, first: dict[str, Any], rules: RuleSet, lang: str) -> list[Answer]:
    """The fewest options that, answered as the first rule set does, make all the same; else all that matter."""
    other = [name for name in rules.options if name in base.options and answer_of(rules, name) != answer_of(base, name)]

    def under(names: Sequence[str]) -> dict[str, Any]:
        answers = {**rules.chosen, **{name: answer_of(base, name) for name in names}}
        try:
            return _figures(record, load_rules(rules.origin, answers), lang)
        except CalcError:
            return {}

    here = _figures(record, rules, lang)
    telling = [name for name in other if under([name]) != here]
    for count in (1, 2):
        for names in combinations(telling, count):
            if under(names) == first:
                return [_answer(name, base, rules) for name in names]
    return [_answer(name, base, rules) for name in telling]


def _answer(name: str, base: RuleSet, rules: RuleSet) -> Answer:
    question = rules.options[name].question
    return Answer(
        name, {"en": question.en, "ja": question.ja}, answer_of(base, name), answer_of(rules, name), [rules.id]
    )
