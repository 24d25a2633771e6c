"""What would make a claim right: an option, two options, another shipped rule set, one circumstance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from calc.disputes.circumstances import Variant, variants_of
from calc.disputes.trials import steps_right, try_records
from calc.errors import CalcError
from calc.notation.plain import AnyRecord
from calc.rulesets import load_any_rules
from calc.settle.outcomes import Refusal
from calc.tables import rule_set_ids

if TYPE_CHECKING:
    from calc.rulesets import AnyRules
    from calc.settling import AnyResult

__all__ = ["Answer", "Remedy", "answer_of", "find_remedies", "shipped_sets"]

#: So many remedies of a sort are told.
_MOST = 6


class Answer(Struct, frozen=True):
    """An option answered otherwise: which, what it asks, the answer here and the other one, and whose that is."""

    option: str
    question: dict[str, str]
    here: Any
    there: Any
    sets: list[str]


class Remedy(Struct, frozen=True):
    """Something under which the claim is right.

    ``kind``: ``options`` (one or two ``answers``), ``rules`` (a shipped rule set, by its label) or ``circumstance``
    (``change``: keys of the record; of a game in its round ``place``, from 0; ``others``: other values of the same keys
    that do as well). ``wholly``: whether all that is claimed is right then; else the first thing that was wrong is.
    """

    kind: str
    answers: list[Answer] = []
    rules: str | None = None
    change: dict[str, Any] = {}
    place: int | None = None
    others: list[dict[str, Any]] = []
    wholly: bool = True


def find_remedies(record: AnyRecord, rules: AnyRules, result: AnyResult | Refusal) -> list[Remedy]:
    """Everything small under which the claim of a record is right, options first.

    Two options are looked for only where no single one is enough.
    """
    before = steps_right(result)
    sets = shipped_sets(rules.game)
    found = list(_options(record, rules, before, sets))
    if not found:
        found = list(_pairs(record, rules, result, before, sets))
    found = _best(found)
    found += _best(list(_rule_sets(record, rules, before, sets)))
    return found + _best(list(_circumstances(record, rules, before)))


def shipped_sets(game: str) -> list[AnyRules]:
    """The rule sets of a kind of game that come with the program."""
    return [rules for rules in map(load_any_rules, rule_set_ids()) if rules.game == game]


def answer_of(rules: AnyRules, option: str) -> Any:
    """What a rule set answers to one of its options."""
    return rules.chosen.get(option, rules.options[option].default)


def _best(found: list[Remedy]) -> list[Remedy]:
    """Those that make all right, where there are such; few of them."""
    whole = [one for one in found if one.wholly]
    return (whole or found)[:_MOST]


def _answers(rules: AnyRules, sets: Sequence[AnyRules]) -> Iterator[tuple[str, Any]]:
    """Every other answer to every option: its choices, or where it has none, what other sets answer."""
    for name, option in rules.options.items():
        here = answer_of(rules, name)
        known: list[Any] = [_plain(choice, option.default) for choice in option.choices or ()]
        known += [answer_of(other, name) for other in sets if name in other.options]
        known += [0] if type(option.default) is int and not option.choices else []  # not at all
        told: list[Any] = [here]
        for there in known:
            if there not in told:
                told.append(there)
                yield name, there


def _plain(choice: str, default: Any) -> Any:
    """A choice as the value that a default of the same option would be."""
    if isinstance(default, str):
        return choice
    try:
        return msgspec.json.decode(choice)
    except msgspec.DecodeError:
        return choice


def _under(record: AnyRecord, rules: AnyRules, answers: dict[str, Any]) -> AnyResult | Refusal | None:
    try:
        other = load_any_rules(rules.origin, {**rules.chosen, **answers})
        (result,) = try_records([record], other)
    except CalcError:
        return None
    return result


def _options(record: AnyRecord, rules: AnyRules, before: int, sets: Sequence[AnyRules]) -> Iterator[Remedy]:
    for name, there in _answers(rules, sets):
        result = _under(record, rules, {name: there})
        if result is not None and steps_right(result) > before:
            yield Remedy("options", [_answer(rules, name, there, sets)], wholly=result.agrees is True)


def _pairs(
    record: AnyRecord, rules: AnyRules, result: AnyResult | Refusal, before: int, sets: Sequence[AnyRules]
) -> Iterator[Remedy]:
    """Pairs out of the answers that change something by themselves."""
    plain = _without_claim(result)
    telling = []
    for name, there in _answers(rules, sets):
        other = _under(record, rules, {name: there})
        if other is not None and _without_claim(other) != plain:
            telling.append((name, there))
    for one, two in combinations(telling, 2):
        if one[0] == two[0]:
            continue
        other = _under(record, rules, dict([one, two]))
        if other is not None and steps_right(other) > before:
            answers = [_answer(rules, name, there, sets) for name, there in (one, two)]
            yield Remedy("options", answers, wholly=other.agrees is True)


def _without_claim(result: Any) -> Any:
    """What a result says of the record itself."""
    plain = msgspec.to_builtins(result)
    for key in ("options", "rules", "agrees", "differences", "first_wrong"):
        plain.pop(key, None)
    return plain


def _answer(rules: AnyRules, name: str, there: Any, sets: Sequence[AnyRules]) -> Answer:
    option = rules.options[name]
    agreeing = [other.id for other in sets if name in other.options and answer_of(other, name) == there]
    return Answer(name, {"en": option.question.en, "ja": option.question.ja}, answer_of(rules, name), there, agreeing)


def _rule_sets(record: AnyRecord, rules: AnyRules, before: int, sets: Sequence[AnyRules]) -> Iterator[Remedy]:
    for other in sets:
        if other.id == rules.id and not rules.chosen:
            continue
        (result,) = try_records([record], other)
        if steps_right(result) > before:
            yield Remedy("rules", rules=other.label, wholly=result.agrees is True)


def _circumstances(record: AnyRecord, rules: AnyRules, before: int) -> Iterator[Remedy]:
    variants = variants_of(record, rules, before)
    found: dict[tuple[bool, tuple[str, ...]], list[Variant]] = {}
    for one, result in zip(variants, try_records([one.record for one in variants], rules), strict=True):
        if steps_right(result) > before:
            found.setdefault((result.agrees is True, tuple(one.change)), []).append(one)
    for (wholly, _), (first, *others) in found.items():
        alike = [other.change for other in others]
        yield Remedy("circumstance", change=first.change, place=first.place, others=alike, wholly=wholly)
