"""The words that a rule table says: whether it names what it defines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

#: Keys of what is said to the reader only.
_TOLD: Final = {"source", "sources", "name", "question", "disputed", "meaning"}


def words_in(value: Any) -> Iterator[str]:
    """The words of all keys and texts of a value, without those for the reader."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _TOLD:
                yield str(key)
                yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)
    elif isinstance(value, str):
        yield from value.replace(",", " ").split()
