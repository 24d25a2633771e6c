"""Phrases in several languages, kept as rows of YAML files and put together by key."""

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from calc.translation import language

#: What something is called, or says, in the language that is spoken.
Phrase = Callable[[], str]


class PhraseTable:
    """The rows of a YAML file, read when the first one is asked for.

    A row has a template for each language, or the joints of a list: between words, and before the last one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        found: dict[str, dict[str, Any]] = yaml.load(self.path.read_text(encoding="utf-8"), loader)
        return found

    def has(self, key: str) -> bool:
        return key in self.rows

    def row(self, key: str) -> Any:
        """What a row says in the language that is spoken."""
        row = self.rows[key]
        return row.get(language(), row["en"])

    def write(self, key: str, **values: object) -> str:
        """The phrase of a row with its values."""
        return str(self.row(key)).format(**values)

    def several(self, key: str) -> str:
        """Several of what the row of a noun names."""
        row = self.rows[key]
        return str(row["several"] if language() == "en" else row[language()])

    def join(self, key: str, phrases: Iterable[str]) -> str:
        """Phrases joined by the joints of a row."""
        between, before_last = self.row(key)
        words = list(phrases)
        return before_last.join([between.join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    def said(self, key: str, **values: Any) -> Phrase:
        """The phrase of a row, with its values in the same language."""
        return lambda: self.write(key, **{name: _in(value) for name, value in values.items()})

    def joined(self, key: str, phrases: Iterable[Any]) -> Phrase:
        """Phrases joined as a row says."""
        parts = [*phrases]
        return lambda: self.join(key, (str(_in(part)) for part in parts))


def _in(value: Any) -> object:
    """A value of a phrase in a language: texts by language, something with a text, a phrase, or any other value."""
    if isinstance(value, dict):
        return value[language()]
    phrase = getattr(value, "text", value)
    return phrase() if callable(phrase) else phrase
