"""One record under several rule sets: the results, what differs, and which options make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from calc.disputes.remedies import Answer, answer_of, answer_to, are_alike, shipped_sets
from calc.disputes.trials import figures_of, try_records
from calc.errors import CalcError, RecordError
from calc.games import load_rules
from calc.outcomes import Refusal, Reply, is_verdict
from calc.records.plain import AnyRecord
from calc.translation import translated

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import RuleSet


class Comparison(Reply, frozen=True):
    """A record under one rule set: its label, ``rules``, and its ``name`` by language.

    ``figures``: what comes out, by key. ``differs``: the keys that are not as under the first rule set. ``because``:
    the options that make the difference; none if it is due to values that are no options. ``refusal``: why the record
    cannot be settled.
    """

    rules: str
    name: dict[str, str]
    figures: dict[str, Any]
    differs: list[str]
    because: list[Answer]
    refusal: str | None = None

    def brief(self) -> str:
        """The rule set, and what differs from the first."""
        differs = f"differs: {', '.join(self.differs)}" if self.differs else "as the first"
        return f"{self.rules}; {self.refusal or differs}"


def sets_beside(own: RuleSet, named: Sequence[RuleSet] | None) -> Sequence[RuleSet]:
    """The rule sets to compare a record under: those ``named``, else ``own`` and all shipped ones for the same play.

    Raises :class:`~calc.errors.CalcError` for sets of another game.
    """
    for other in named or ():
        if other.game != own.game:
            raise CalcError(f"{other.id} is of {other.game}, and the record of {own.game}; name sets of {own.game}")
    return named or [own, *(one for one in shipped_sets(own.game) if are_alike(one, own) and one.id != own.id)]


def compare(record: AnyRecord, sets: Sequence[RuleSet], lang: str = "en") -> list[Comparison]:
    """Settle a record under each rule set, and compare the results with that of the first.

    Raises :class:`~calc.errors.RecordError` for a record that each of them refuses for the way it is written.
    """
    results = [try_records([record], rules, lang, "short")[0] for rules in sets]
    _check_written(results)
    first = figures_of(results[0])

    def compare_one(rules: RuleSet, result: Result) -> Comparison:
        figures = figures_of(result)
        differs = [key for key in {**first, **figures} if first.get(key) != figures.get(key)]
        return Comparison(
            rules=rules.full_label,
            name={"en": rules.name.en, "ja": rules.name.ja},
            figures=figures,
            differs=differs,
            because=_because(record, sets[0], first, rules, figures) if differs else [],
            refusal=translated(result.error.message, lang) if isinstance(result, Refusal) else None,
        )

    return [compare_one(rules, result) for rules, result in zip(sets, results, strict=True)]


def _check_written(results: Sequence[Result]) -> None:
    """Refuse a record that all refuse for the same mistake: only whether a hand is a win may differ between sets."""
    refusals = [one for one in results if isinstance(one, Refusal) and not is_verdict(one.error.code, one.error.key)]
    if len(refusals) == len(results) and len({one.error.message for one in refusals}) == 1:
        error = refusals[0].error
        raise RecordError(error.message, code=error.code, key=error.key, column=error.column)


def _because(
    record: AnyRecord, base: RuleSet, first: dict[str, Any], rules: RuleSet, here: dict[str, Any]
) -> list[Answer]:
    """The fewest options that, answered as in ``base``, give its figures ``first``; else all that change the figures
    ``here``.
    """
    other = [name for name in rules.options if name in base.options and answer_of(rules, name) != answer_of(base, name)]

    @cache
    def under(names: tuple[str, ...]) -> dict[str, Any]:
        answers = {**rules.chosen, **{name: answer_of(base, name) for name in names}}
        try:
            return figures_of(try_records([record], load_rules(rules.origin, answers), fields="short")[0])
        except CalcError:
            return {}

    def telling(names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some options that change the figures; most do not, so they are tried together."""
        if not names or under(names) == here:
            return ()
        half = len(names) // 2
        return names if len(names) == 1 else telling(names[:half]) + telling(names[half:])

    def enough(names: Sequence[str]) -> Sequence[str] | None:
        few = chain(((name,) for name in names), combinations(names, 2))
        return next((one for one in few if under(one) == first), None)

    found = telling(tuple(other))
    # Options that cancel each other out are only seen one by one.
    every = [name for name in other if under((name,)) != here] if (why := enough(found)) is None else []
    why = why or enough(every) or every
    return [answer_to(name, rules, answer_of(base, name), answer_of(rules, name), [rules.id]) for name in why]
