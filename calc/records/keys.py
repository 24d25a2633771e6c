"""The keys of records, and other words for them: what people write, by the ``names.yaml`` of each game."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from calc import strict_yaml
from calc.errors import RecordError
from calc.notation.spellings import plain_key
from calc.translation import msg


class Keys:
    """The keys of a kind of record. ``fields``: its own; ``inner``: those of its parts that have other words too."""

    def __init__(self, file: Path, fields: Iterable[str], inner: Iterable[str] = ()) -> None:
        self._file = file
        self.fields = frozenset(fields)
        self._known = self.fields | {*inner}

    @cached_property
    def told(self) -> dict[str, Any]:
        """What the file has."""
        found: dict[str, Any] = strict_yaml.load(self._file.read_text(encoding="utf-8"), file=self._file.name).value
        return found

    @cached_property
    def words(self) -> dict[str, str]:
        """The key of each word for one."""
        others = {word: key for key, words in self.told["keys"].items() for word in (key, *words)}
        return {key: key for key in self.fields} | others

    def of(self, name: str) -> str:
        """The key that a word means, also the first part of a dotted one; any other word as it is."""
        first, dot, rest = name.partition(".")
        if first in self._known:
            return name
        word = plain_key(first)
        return (self.words.get(word) or (word if word in self._known else first)) + dot + rest

    def keyed(self, data: Mapping[str, Any], at: str) -> dict[str, Any]:
        """Plain data by their keys. Two words for one key are refused. ``at``: what messages say before a key."""
        found: dict[str, Any] = {}
        words: dict[str, str] = {}
        for name, given in data.items():
            key, value = self.of(name) if isinstance(name, str) else name, given
            whole, dot, inner = key.partition(".") if isinstance(key, str) else (key, "", "")
            if dot and name not in found and whole != str(name).partition(".")[0]:
                part = found.get(whole, {})
                if isinstance(part, dict) and inner not in part:
                    key, value = whole, {**part, inner: value}
                    found.pop(whole, None)
            if key in found:
                message = msg("{0} and {1} are both {2}; leave one of them out", words[key], name, key)
                raise RecordError(message, code="contradiction", key=f"{at}{name}")
            found[key], words[key] = value, str(name)
        return found
