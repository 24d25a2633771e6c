"""Rule sets compared: what a record comes to under each of them, and where two of them differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.layout.document import Block, Document, Head, Items, Table, Text, Title
from calc.layout.game import spell_answer
from calc.layout.words import count_text, word
from calc.report.dispute import Names, figure_text
from calc.report.rule_values import Told, section_title, tell
from calc.tables import load_table
from calc.tables.ruleset import spell_choice
from calc.tables.table import compare_tables
from calc.text import TOGETHER, block, cut, printable
from calc.translation import language, say

if TYPE_CHECKING:
    from calc.disputes.api import Comparison
    from calc.tables import RuleSet
    from calc.tables.table import Change

#: Below this width a row has no room for all figures, or for two values.
_NARROW: Final = 72
_REFUSED: Final = "refused"
_BETWEEN: Final = " · "
#: The figures that are read first, and those that have their word behind the number.
_FIRST: Final = ("points", "han", "fu")
_COUNTED: Final = ("han", "fu")
#: Keys of an entry that say nothing of how it is played.
_NOT_RULES: Final = ("name", "also", "example", "about")
#: Characters of a value that no question asks; --all prints all of it.
_LONGEST: Final = 100


def comparison_blocks(
    found: Sequence[Comparison], names: Names, beyond: Mapping[str, Sequence[str]]
) -> Iterator[Block]:
    """The rule sets that agree together: what the record comes to under them, and which options make that differ from
    the first. What is the same under all comes last. ``names``: of the yaku of the rule sets. ``beyond``: by rule set
    the values that differ where no option does.
    """
    found = _in_words(found, names)
    groups: dict[tuple[str, str], list[Comparison]] = {}
    for one in found:
        groups.setdefault((repr(one.figures), (one.refusal or "").replace(_name(one), "")), []).append(one)
    settled = [group[0].figures for group in groups.values() if group[0].refusal is None]
    keys = dict.fromkeys(key for figures in settled for key in figures)
    # Where the others refuse, there is nothing to be the same.
    is_alone = len(settled) == 1 < len(groups)
    same = {key for key in keys if not is_alone and all(one.get(key) == settled[0].get(key) for one in settled)}
    if len(found) > 1 and len(groups) == 1:
        yield Text(say("All {count} rule sets agree: {rules}", count=len(found), rules=_names(found)))
    points = {figures.get("points") for figures in settled}
    # Who pays follows from the points, where no two groups have the same.
    left_out = same | ({"payments"} if len(points) == len(settled) and "points" not in same else set())
    asked = set[str]()
    for group in sorted(groups.values(), key=lambda group: group[0].refusal is not None) if len(groups) > 1 else ():
        if (refusal := group[0].refusal) is not None:
            yield Text(f"{word(_REFUSED)}: {_names(group)}", apart=True, indent="    ")
            yield Items([(refusal, ())])
        else:
            told = _BETWEEN.join(_figures(group[0].figures, keys.keys() - left_out))
            yield Text(f"{told}: {_names(group)}", apart=True, indent="    ")
        reasons: dict[str, list[Comparison]] = {}
        before = {*asked}
        for one in group if group[0].differs else ():
            asked |= {answer.option for answer in one.because}
            for reason in _because(one, before, beyond.get(one.rules, ())):
                reasons.setdefault(reason, []).append(one)
        of_some = [(reason if ones == group else f"{_names(ones)}: {reason}", ()) for reason, ones in reasons.items()]
        yield from [Items(of_some)] if of_some else []
    if same and len(groups) == 1:
        yield Text(_BETWEEN.join(_figures(settled[0], same)), apart=True)
    elif any(settled[0].get(key) is not None for key in same):
        yield Text(say("The same under all: {figures}", figures=_BETWEEN.join(_figures(settled[0], same))), apart=True)
    elif not settled and len(groups) == 1:
        yield Text(f"{word(_REFUSED)}: {found[0].refusal}")


def _name(one: Comparison) -> str:
    """A rule set as it is named, without its version."""
    return one.rules.partition("@")[0]


def _names(found: Sequence[Comparison]) -> str:
    return say(", ").join(re.sub("@[0-9.]+", "", one.rules) for one in found)


def _in_words(found: Sequence[Comparison], names: Names) -> list[Comparison]:
    """Comparisons with names of yaku for ids; English has the ids, which are shorter."""
    if language() == "en":
        return [*found]

    def told(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {player: told(ids) for player, ids in value.items()}
        if isinstance(value, str):
            head, _, count = value.partition(" ")  # `dora 2`
            return f"{word(head)}{count}" if count else names.get(value, value)
        return [*map(told, value)]

    return [
        replace(one, figures={**one.figures, "yaku": told(one.figures["yaku"])}) if "yaku" in one.figures else one
        for one in found
    ]


def _figures(figures: Mapping[str, Any], keys: Iterable[str]) -> Iterator[str]:
    """Some figures of a result in words, the points first; what two keys say alike once."""
    order = dict.fromkeys([*_FIRST, *figures])
    told = {repr(figures[key]): key for key in reversed(order) if key in figures and key in keys}
    for key in sorted(told.values(), key=[*order].index):
        value = figures[key]
        if isinstance(value, dict):
            # No line break parts an amount from its owner.
            each = (printable(figure_text({name: amount})).replace(" ", TOGETHER) for name, amount in value.items())
            yield say(", ").join(each)
        elif value is not None:
            yield printable(count_text(value, key) if key in _COUNTED else figure_text(value))


def _because(one: Comparison, asked: set[str], beyond: Sequence[str]) -> Iterator[str]:
    """The options that make the difference, each with its question, but for those that were asked before; where none
    does, the values of the yaku.
    """
    for answer in one.because:
        changed = f"{answer.option}: {spell_choice(answer.here)} -> {spell_choice(answer.there)}"
        yield changed if answer.option in asked else f"{changed}: {answer.question[language()]}"
    if not one.because and one.refusal is None:
        yield from beyond or [say("no option makes the difference")]


def values_apart(a: RuleSet, b: RuleSet, figures: Sequence[Mapping[str, Any]]) -> list[str]:
    """The values of yaku in some ``figures`` that two rule sets give otherwise, and that no question asks for."""
    # Of a round of cards they stand by player.
    told = [one.get("yaku") or [] for one in figures]
    counted = {one for yaku in told for ids in (yaku.values() if isinstance(yaku, dict) else [yaku]) for one in ids}
    changes = compare_tables(load_table(a.origin), load_table(b.origin))
    of_yaku = [one for one in _beyond_questions(a, b, changes) if counted & {*one.path.split(".")[1:2]}]
    return [f"{one.title}: {one.sides[0]} -> {one.sides[1]}" for one in tell(a, b, of_yaku)]


class Question(Struct, frozen=True):
    """A question that two rule sets answer differently; ``option`` is the option in each of them."""

    option: str
    question: dict[str, str]
    a: Any
    b: Any


def _find_questions(a: RuleSet, b: RuleSet) -> list[Question]:
    both = ((name, option.question) for name, option in a.options.items() if name in b.options)
    found = (Question(name, {"en": asked.en, "ja": asked.ja}, a.answer(name), b.answer(name)) for name, asked in both)
    return [one for one in found if one.a != one.b]


def _beyond_questions(a: RuleSet, b: RuleSet, changes: Sequence[Change]) -> list[Change]:
    """The values that differ and follow from no question that both answer; names and examples are left out."""
    covered = {
        f"{path}." for one in _find_questions(a, b) for rules in (a, b) for path in rules.options[one.option].paths
    }

    told = [one for one in changes if one.section != "options" and one.path.rpartition(".")[2] not in _NOT_RULES]
    within = [(one, f"{one.path}.") for one in told]
    return [one for one, path in within if not any(path.startswith(own) or own.startswith(path) for own in covered)]


def diff_document(a: RuleSet, b: RuleSet, changes: Sequence[Change], *, every: bool) -> Document:
    """A row for each question that two rule sets answer differently, then what differs beyond them. ``every``: all
    values that differ instead, by section and with their sources. For programs: by question, and value by value.
    """

    def blocks(page: bool) -> Iterator[Block]:
        # Two files with the same name are told apart by their paths.
        first, second = names = [one.origin if a.label == b.label else one.label for one in (a, b)]
        parts = [*(_all_parts(a, b, changes) if every else _question_parts(a, b, changes))]
        if not parts:
            yield Text(say("{first} and {second} hold the same rules.", first=first, second=second))
            return
        full = {key: f"{one.name.text()} ({name})" for key, one, name in zip("ab", (a, b), names, strict=True)}
        yield Title(say("{a} and {b}: what differs", **full), level=1)
        for title, rows in parts:
            yield Head(title)
            narrow = None if every else partial(_beside, rows)
            yield Table([word("rule"), *names], rows, least=_NARROW, narrow=narrow)

    told = {"a": a.label, "b": b.label, "questions": _find_questions(a, b), "differences": changes}
    return Document("", blocks, [told])


def _beside(rows: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    for what, *sides in rows:
        yield from block(what, [" / ".join(" ".join(side.splitlines()) for side in sides)], width)


#: A title, and rows of what differs with both values.
_Part = tuple[str, list[list[str]]]


def _question_parts(a: RuleSet, b: RuleSet, changes: Sequence[Change]) -> Iterator[_Part]:
    """The questions that are answered differently, and what differs beyond them."""
    asked = [
        [one.question[language()], spell_answer(a, one.option, one.a), spell_answer(b, one.option, one.b)]
        for one in _find_questions(a, b)
    ]
    if asked:
        yield say("Questions"), asked
    others = tell(a, b, _beyond_questions(a, b, changes))
    beyond = [[one.title, *(cut(side, _LONGEST) for side in one.sides)] for one in others]
    if beyond:
        yield say("What no question asks"), beyond


def _all_parts(a: RuleSet, b: RuleSet, changes: Sequence[Change]) -> Iterator[_Part]:
    def row(one: Told) -> list[str]:
        # Each value has its source on another line.
        sides = zip(one.sides, one.sources, strict=True)
        told = [f"{side}\n({source})" if source else side for side, source in sides]
        return ["\n".join([one.title, *(path for path in one.paths if path != one.title)]), *told]

    for section, group in groupby(tell(a, b, changes), key=lambda one: one.section):
        yield section_title(section), [*map(row, group)]
