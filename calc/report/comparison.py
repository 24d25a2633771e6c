"""A record under several rule sets as people read it: a row a rule set, and which options make the differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from calc.layout.tables import table
from calc.layout.words import word
from calc.report.dispute import spell
from calc.tables.ruleset import spell_choice
from calc.text import TOGETHER, printable, wrap

if TYPE_CHECKING:
    from calc.disputes.comparing import Comparison

_MARK: Final = "*"
#: Below this many cells a row has no room for all figures beside each other.
_NARROW: Final = 72
_REFUSED: Final = "refused"
#: What figures are called above a column, and in a line of their own.
_HEADS: Final = {"han": "han_title", "fu": "fu_title", "points": "points_title"}
_TITLES: Final = {"yaku": "yaku_list", "payments": "paid"}
#: Figures that are one number each.
_NUMBERS: Final = ("han", "fu", "points")


def comparison_lines(found: Sequence[Comparison], lang: str, width: int) -> list[str]:
    """A row a rule set, or in a narrow terminal a block; what differs from the first is marked, and below stands which
    options make it so.
    """
    if width < _NARROW:
        return list(_blocks(found, lang, width))
    return [*_table(found, lang, width).splitlines(), *_reasons(found, lang, width)]


def _table(found: Sequence[Comparison], lang: str, width: int) -> str:
    keys = [key for key in dict.fromkeys(key for one in found for key in one.figures) if key != _REFUSED]
    if not keys:
        keys = [_REFUSED]
    rows = [[one.rules.replace(", ", "\n"), *(_cell(one, key, key == keys[0], lang) for key in keys)] for one in found]
    titles = [word(_HEADS.get(key, key), lang) for key in keys]
    head = [word("rules", lang), *(title[:1].upper() + title[1:] for title in titles)]
    align = "<" + "".join(">" if key in _NUMBERS else "<" for key in keys)
    return table(rows, head, markdown=False, width=width, align=align)


def _cell(one: Comparison, key: str, is_first: bool, lang: str) -> str:
    """A figure under a rule set, or in the first column why there are none."""
    if one.refusal is not None:
        return f"{_mark(_REFUSED, one)}{word(_REFUSED, lang)}: {printable(one.refusal)}" if is_first else ""
    value = one.figures.get(key)
    return "" if value is None else f"{_mark(key, one)}{_together(value)}"


def _together(value: Any) -> str:
    """A figure as text, in which no amount is parted from its owner."""
    if not isinstance(value, dict):
        return printable(spell(value))
    return ", ".join(printable(spell({name: amount})).replace(" ", TOGETHER) for name, amount in value.items())


def _mark(key: str, one: Comparison) -> str:
    return f"{_MARK}{TOGETHER}" if key in one.differs else ""


def _reasons(found: Sequence[Comparison], lang: str, width: int) -> Iterator[str]:
    """What makes the differences, sets that have the same reason together."""
    sets: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        if one.differs:
            sets.setdefault(tuple(_because(one, lang)), []).append(one.rules)
    if sets:
        yield ""
        yield from wrap(f"{_MARK} {word('not_as_under', lang).format(rules=found[0].rules)}", width)
    for reasons, rules in sets.items():
        yield from wrap(f"  {', '.join(rules)}", width, "    ")
        for reason in reasons:
            yield from wrap(f"    {reason}", width, "      ")


def _because(one: Comparison, lang: str) -> Iterator[str]:
    for answer in one.because:
        here, there = spell_choice(answer.here), spell_choice(answer.there)
        yield f"{answer.option}: {here} -> {there}: {answer.question[lang]}"
    if not one.because:
        yield word("no_option", lang)


def _blocks(found: Sequence[Comparison], lang: str, width: int) -> Iterator[str]:
    for place, one in enumerate(found):
        if place:
            yield ""
        yield from wrap(f"{one.rules}  {one.name[lang]}", width)
        for key, value in one.figures.items():
            if one.refusal is not None:
                text = f"{word(_REFUSED, lang)}: {one.refusal}"
            elif value is not None:
                text = f"{word(_TITLES.get(key, key), lang)}: {spell(value)}"
            else:
                continue
            yield from wrap(f"{_MARK if key in one.differs else ' '} {text}", width, "    ")
        for reason in _because(one, lang) if one.differs else ():
            yield from wrap(f"  {reason}", width, "    ")
