"""What a hanafuda rule table says and nothing uses: it may be meant, but is more likely forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calc.errors import RuleTableError
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import (
    Add,
    Collect,
    Compensate,
    DealtYaku,
    Difference,
    DropOut,
    Each,
    EnderOnly,
    Multiply,
    Par,
    Pot,
    Rank,
    Step,
    TakeAll,
)
from calc.tables import RuleTable

#: Keys whose values only the reader reads.
_TOLD: Final = {"source", "sources", "name", "question", "disputed", "meaning"}
_PAYING = (Collect, Compensate, Difference, DropOut, Each, Par, Pot, TakeAll)


def find_doubts(table: RuleTable, rules: HanafudaRules) -> Iterator[RuleTableError]:
    """Warnings about a table that is right, each with its line."""
    for path, text in (*_of_settlement(rules), *_of_steps(rules), *_of_names(table)):
        yield table.error(text, path)


_Doubt = tuple[tuple[str, ...], str]


def _of_settlement(rules: HanafudaRules) -> Iterator[_Doubt]:
    steps, at = list(rules.steps.values()), ("settlement",)
    if not any(isinstance(step, _PAYING) for step in steps):
        yield at, "no step pays, so nothing changes hands and the totals of a game stay as they are"
    if not any(isinstance(step, EnderOnly | Rank) for step in steps):
        yield at, "no step names the winner of a round that is played out (ender_only, rank)"
    if rules.has_stops and not any(isinstance(step, EnderOnly | TakeAll) for step in steps):
        yield ("yaku",), "some say 'stops: true', but no step reads who stopped (ender_only, take_all)"
    if rules.compensation and not any(isinstance(step, Compensate) for step in steps):
        yield ("compensation",), "no step pays it (compensate)"
    sections = {"yaku": rules.yaku, "teyaku": rules.teyaku, "card_points": rules.points}
    for kind, section in sections.items():
        scoring = [name for name, step in rules.steps.items() if _scores(step, kind)]
        if section and not scoring and not any(isinstance(step, Each) and step.of == kind for step in steps):
            yield (kind,), f"no step scores or pays the {kind.replace('_', ' ')}"
        if section and len(scoring) > 1:
            yield ("settlement", scoring[1]), f"the step {scoring[0]!r} scores the {kind.replace('_', ' ')} too"


def _scores(step: Step, kind: str) -> bool:
    if isinstance(step, Add):
        return kind in step.of
    if isinstance(step, Each):
        return step.of == kind and step.scored
    return isinstance(step, {"yaku": EnderOnly, "teyaku": DealtYaku, "card_points": Par}[kind])


def _of_steps(rules: HanafudaRules) -> Iterator[_Doubt]:
    has_winner = has_scores = False
    for name, step in rules.steps.items():
        at = ("settlement", name)
        if isinstance(step, Difference | Multiply | Pot) and not has_winner:
            yield at, "no step before this one names the winner (ender_only, rank, take_all), whom it is for"
        if isinstance(step, EnderOnly) and has_scores:
            yield at, "the yaku of who stops stand in place of what the steps before this one score"
        is_asked = rules.options_at(".".join(at))
        if isinstance(step, Multiply) and not step.base_from and step.called == "never" and not is_asked:
            yield at, "it never multiplies without 'base_from' or 'called'"
        has_winner |= isinstance(step, EnderOnly | Rank | TakeAll | DropOut | Compensate)
        has_scores |= isinstance(step, Add | Par | Each)


def _of_names(table: RuleTable) -> Iterator[_Doubt]:
    for section in ("classes", "groups"):
        for name in table.entries(section):
            others = {other: value for other, value in table.data[section].items() if other != name}
            if name not in _words_in({**table.data, section: others}):
                yield (section, name), f"nothing uses the {'class' if section == 'classes' else 'group'} {name!r}"


def _words_in(value: Any) -> Iterator[str]:
    """The words of all keys and texts of a value, without those for the reader."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _TOLD:
                yield str(key)
                yield from _words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words_in(inner)
    elif isinstance(value, str):
        yield from value.replace(",", " ").split()
