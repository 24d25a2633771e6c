"""Rule sets compared: what a record comes to under each of them, and where two of them differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.layout.document import Block, Document, Head, Items, Table, Text, Title, texts
from calc.layout.game import spell_answer
from calc.layout.words import key_word, word
from calc.report.dispute import Names, figure_text
from calc.report.rule_values import Told, section_title, tell
from calc.tables.ruleset import spell_choice
from calc.text import TOGETHER, block, cut, printable, wrap
from calc.translation import language, say

if TYPE_CHECKING:
    from calc.disputes.api import Comparison
    from calc.tables import RuleSet
    from calc.tables.table import Change

_MARK: Final = "*"
#: Below this width a row has no room for all figures, or for two values.
_NARROW: Final = 72
_REFUSED: Final = "refused"
#: Figures whose word above a column is not the one of the same key.
_HEADS: Final = {"han": "han_title", "fu": "fu_title", "points": "points_title"}
#: Keys of an entry that say nothing of how it is played.
_NOT_RULES: Final = ("name", "also", "example", "about")
#: Characters of a value that no question asks; --all prints all of it.
_LONGEST: Final = 100
#: Figures that are one number each.
_NUMBERS: Final = ("han", "fu", "points")


def comparison_blocks(found: Sequence[Comparison], names: Names, *, page: bool) -> Iterator[Block]:
    """A row for each rule set, on a narrow terminal a block; a mark where it differs from the first, and the options
    that make the difference. ``names``: of the yaku of the rule sets.
    """
    found = _in_words(found, names)
    if not page and len(found) > 1 and not any(one.differs for one in found):
        sets = say(", ").join(one.rules for one in found)
        yield Text(say("All {count} rule sets agree: {rules}", count=len(found), rules=sets))
        figures = [text for _, text in _figures(found[0])]
        yield from map(Text, figures) if found[0].refusal is not None else texts(figures)
        return

    def narrow(width: int) -> list[str]:
        lines = []
        for one in found:
            lines += ["", *wrap(f"{one.rules}  {one.name[language()]}", width)]
            for key, text in _figures(one):
                lines += wrap(f"{_MARK if key in one.differs else ' '} {text}", width, "    ")
            for reason in _because(one) if one.differs else ():
                lines += wrap(f"  {reason}", width, "    ")
        return lines[1:]

    keys = [key for key in dict.fromkeys(key for one in found for key in one.figures) if key != _REFUSED] or [_REFUSED]
    rows = [[one.rules.replace(", ", "\n"), *(_cell(one, key, key == keys[0]) for key in keys)] for one in found]
    titles = [word(_HEADS.get(key, key)) for key in keys]
    head = [word("rules"), *(title[:1].upper() + title[1:] for title in titles)]
    align = "<" + "".join(">" if key in _NUMBERS else "<" for key in keys)
    legend = [*_legend(found, page=page)]
    yield Table(head, rows, align, word("rules"), stacks=True, least=_NARROW, narrow=narrow, legend=legend)


def _legend(found: Sequence[Comparison], *, page: bool) -> Iterator[Block]:
    """Which options make the differences, for each the rule sets."""
    sets: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        if one.differs:
            sets.setdefault(tuple(_because(one)), []).append(one.rules)
    if sets:
        yield Text(f"{_MARK} {say('not as under {rules}', rules=found[0].rules)}")
    if sets and page:
        yield Items([(", ".join(rules), reasons) for reasons, rules in sets.items()])
        return
    for reasons, rules in sets.items():
        yield Text(f"  {say(', ').join(rules)}", indent="    ")
        yield from (Text(f"    {reason}", indent="      ") for reason in reasons)


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


def _cell(one: Comparison, key: str, is_first: bool) -> str:
    """A figure under a rule set; if it refuses the record, the reason in the first column."""
    mark = f"{_MARK}{TOGETHER}" if (key if one.refusal is None else _REFUSED) in one.differs else ""
    if one.refusal is not None:
        return f"{mark}{word(_REFUSED)}: {printable(one.refusal)}" if is_first else ""
    value = one.figures.get(key)
    if value is None:
        return ""
    if not isinstance(value, dict):
        return f"{mark}{printable(figure_text(value))}"
    # No line break parts an amount from its owner.
    texts = (printable(figure_text({name: amount})).replace(" ", TOGETHER) for name, amount in value.items())
    return f"{mark}{say(', ').join(texts)}"


def _because(one: Comparison) -> Iterator[str]:
    for answer in one.because:
        here, there = spell_choice(answer.here), spell_choice(answer.there)
        yield f"{answer.option}: {here} -> {there}: {answer.question[language()]}"
    if not one.because:
        yield say("no option makes the difference")


def _figures(one: Comparison) -> Iterator[tuple[str, str]]:
    """Each figure under a rule set in words, with its key; or why the rule set refuses the record."""
    if one.refusal is not None:
        yield _REFUSED, f"{word(_REFUSED)}: {one.refusal}"
        return
    for key, value in one.figures.items():
        if value is not None:
            yield key, f"{key_word(key)}: {figure_text(value)}"


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
