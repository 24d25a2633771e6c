"""Rows of rule sheets that look alike in every game: options, entries, sources."""

from __future__ import annotations

from typing import Protocol

import msgspec

from calc.layout.words import word
from calc.tables import Entry, RuleSet
from calc.tables.draft import flow
from calc.tables.ruleset import spell_choice


def option_rows(rules: RuleSet, lang: str) -> list[list[str]]:
    """The options of a rule set: what is chosen, what else there is, the question with its source."""
    return [
        [
            name,
            spell_choice(rules.chosen.get(name, option.default)),
            " | ".join(option.choices or {}),
            f"{option.question.text(lang)} ({told_source(option, lang)})",
        ]
        for name, option in rules.options.items()
    ]


class _Sourced(Protocol):
    """What a table says with its source."""

    @property
    def source(self) -> str: ...
    @property
    def disputed(self) -> str | None: ...


def told_source(entry: _Sourced, lang: str) -> str:
    """The source of an entry, and what others say of it."""
    return f"{entry.source}; {word('disputed', lang)}: {entry.disputed}" if entry.disputed else entry.source


def entry_row(name: str, entry: Entry, lang: str) -> list[str]:
    """An entry with its fields as the file spells them, and its source; what says nothing is left out."""
    fields = msgspec.to_builtins(entry)
    for key in ("source", "disputed", "name"):
        fields.pop(key, None)
    told = ", ".join(f"{key}: {flow(value)}" for key, value in fields.items() if value not in (None, {}, []))
    return [name, told, told_source(entry, lang)]
