"""PhraseTable in several languages, kept as rows of YAML files and put together by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from calc.tables.conditions import Number

#: What something is called, or says, in a language.
Phrase = Callable[[str], str]


class PhraseTable:
    """The rows of a YAML file, read when the first one is asked for.

    A row has a template for each language, or the joints of a list: between words, and before the last one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        """Each row by its key."""
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        found: dict[str, dict[str, Any]] = yaml.load(self.path.read_text(encoding="utf-8"), loader)
        return found

    def write(self, lang: str, key: str, **values: object) -> str:
        """The phrase of a row with its values."""
        row = self.rows[key]
        return str(row.get(lang, row["en"])).format(**values)

    def join(self, lang: str, key: str, phrases: Iterable[str]) -> str:
        """PhraseTable joined by the joints of a row."""
        row = self.rows[key]
        between, before_last = row.get(lang, row["en"])
        words = list(phrases)
        return before_last.join([between.join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    def said(self, key: str, **values: Any) -> Phrase:
        """The phrase of a row, with its values in the same language."""
        return lambda lang: self.write(lang, key, **{name: _in(lang, value) for name, value in values.items()})

    def joined(self, key: str, phrases: Iterable[Any]) -> Phrase:
        """Phrases joined as a row says."""
        parts = [*phrases]
        return lambda lang: self.join(lang, key, (str(_in(lang, part)) for part in parts))


def _in(lang: str, value: Any) -> object:
    """A value of a phrase in a language: a number compared, texts by language, something with a text, or a phrase."""
    if isinstance(value, Number):
        return SaidNumber(value, lang)
    if isinstance(value, dict):
        return value[lang]
    phrase = getattr(value, "text", value)
    return phrase(lang) if callable(phrase) else phrase


class SaidNumber:
    """A number compared, as templates write it: ``{number}``, or with a unit, ``{number:枚}``."""

    def __init__(self, number: Number | int | bool, lang: str) -> None:
        self._number, self._lang = Number.of(number), lang

    def __format__(self, unit: str) -> str:
        return self._number.phrase(self._lang, unit)
