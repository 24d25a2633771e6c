"""The differences of two rule sets as people read them: by section, each with both values and their sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

import msgspec

from calc.layout.tables import table
from calc.layout.words import word
from calc.tables import RuleSet
from calc.tables.difference import Change
from calc.tables.draft import flow
from calc.text import wrap

#: Below this many cells a row has no room for two values beside each other.
_NARROW: Final = 72


def diff_json(a: RuleSet, b: RuleSet, changes: Sequence[Change]) -> str:
    """The differences as one JSON object."""
    return msgspec.json.encode({"a": a.label, "b": b.label, "differences": changes}).decode()


def diff_lines(
    a: RuleSet, b: RuleSet, changes: Sequence[Change], form: Literal["table", "markdown"], lang: str, width: int
) -> Iterator[str]:
    """The differences as text: a heading, then the changed values of each section."""
    # Two files of one name are told apart by where they stand.
    names = [one.origin if a.label == b.label else one.label for one in (a, b)]
    markdown = form == "markdown"
    full = [f"{one.name.text(lang)} ({name})" for one, name in zip((a, b), names, strict=True)]
    title = word("differences_of", lang).format(*full)
    if not changes:
        yield from wrap(word("same_rules", lang).format(*names), width)
        return
    yield from [f"# {title}"] if markdown else wrap(title, width)
    for section, group in groupby(changes, key=lambda change: change.section):
        yield f"\n## {section}\n" if markdown else f"\n{section}\n"
        rows = [_row(change, lang) for change in group]
        if not markdown and width < _NARROW:
            for row in rows:
                yield from _block(row, names, width)
        else:
            yield table(rows, [word("rule", lang), *names], markdown=markdown, width=width)


def _row(change: Change, lang: str) -> list[str]:
    """The path within its section, and what each set has there, with its source on a line of its own."""
    path = change.path.partition(".")[2] or change.path
    sides = ((change.a, change.source_a, "added"), (change.b, change.source_b, "removed"))
    cells = []
    for value, source, absent in sides:
        if change.kind == absent:
            cells.append(word("not_there", lang))
        else:
            told = source and not path.endswith("source")
            cells.append(flow(value) + (f"\n({source})" if told else ""))
    return [path, *cells]


def _block(row: Sequence[str], names: Sequence[str], width: int) -> Iterator[str]:
    """A difference as a few lines, for narrow terminals."""
    path, *sides = row
    yield from wrap(path, width)
    for name, side in zip(names, sides, strict=True):
        yield from wrap(f"  {name}: {' '.join(side.splitlines())}", width, "    ")
