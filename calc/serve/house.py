"""The options of a rule set as the page asks them: what each means in words, and the answers to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from calc.asking.form import Option
from calc.layout.game import spell_answer
from calc.tables import RuleSet
from calc.tables.options import typed_choice
from calc.tables.ruleset import Name, OptionRule, spell_choice

#: How another answer than those to choose from is given: as a number, as several with names, or by ids.
Free = Literal["number", "numbers", "ids"]


class Question(Struct, frozen=True, kw_only=True):
    """An option of a rule set: what is asked, the answer that counts without another, and the choices there are.

    ``here``: the answer that counts. ``answers``: choices, or values that shipped rule sets answer, in words. ``free``:
    how any other answer is given, if it can be; ``parts``: the names of its numbers, or the ids to choose from.
    """

    id: str
    question: Name
    default: Any
    choices: list[str]
    here: Any
    answers: Sequence[Option]
    free: Free | None = None
    parts: Sequence[Option] = ()


def questions_of(rules: RuleSet, others: Iterable[RuleSet], lang: str) -> Iterator[Question]:
    """The questions of a rule set. ``others``: rule sets whose answers to the same question are offered too."""
    given = list(others)
    for name, option in rules.options.items():
        here = rules.chosen.get(name, option.default)
        values = _once([option.default, *_answers(name, option, given), here])
        free = _free_form(here) if option.path is not None else None
        yield Question(
            id=name,
            question=option.question,
            default=option.default,
            choices=[spell_choice(choice) for choice in option.choices or {}],
            here=here,
            answers=[Option(value, spell_answer(rules, name, value, lang)) for value in values],
            free=free,
            parts=[Option(part, spell_answer(rules, name, part, lang)) for part in _parts(here, values, free)],
        )


def _answers(name: str, option: OptionRule, others: Sequence[RuleSet]) -> Iterator[Any]:
    """The choices of an option; for a value at a path, those of other rule sets too."""
    yield from map(typed_choice, option.choices or {})
    if option.path is not None:
        found = (rules.options[name] for rules in others if name in rules.options)
        yield from (one.default for one in found if one.path == option.path)


def _once(values: Iterable[Any]) -> list[Any]:
    """Values without repeats, in their order."""
    found: dict[str, Any] = {}
    for value in values:
        found.setdefault(spell_choice(value), value)
    return list(found.values())


def _are_numbers(values: Iterable[Any]) -> bool:
    """Whether there are values, all of them numbers."""
    kinds = {type(value) for value in values}
    return bool(kinds) and kinds <= {int, float}


def _free_form(value: Any) -> Free | None:
    if _are_numbers([value]):
        return "number"
    if _are_numbers(value.values() if isinstance(value, dict) else value):
        return "numbers"
    return "ids" if isinstance(value, list) else None


def _parts(here: Any, values: Sequence[Any], free: Free | None) -> Sequence[Any]:
    if free == "ids":
        return _once(part for value in values for part in value)
    if free == "numbers":
        return list(here) if isinstance(here, dict) else range(1, len(here) + 1)
    return ()
