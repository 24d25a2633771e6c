"""The names by which claims call yaku: ids, names in any language, and the other names that people use (``also``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from calc.errors import RecordError
from calc.notation.text import show


def fold(name: str) -> str:
    """A name without what people write in different ways: case, hyphens, underscores, accents; hiragana as katakana.

    >>> fold("Ino-shika_cho"), fold("いのしかちょう")
    ('ino shika cho', 'イノシカチョウ')
    """
    text = unicodedata.normalize("NFKC", name).casefold().replace("_", " ").replace("-", " ").replace("'", "")
    return "".join(chr(ord(one) + 0x60) if "ぁ" <= one <= "ゖ" else one for one in text)


def meanings(entries: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Folded names, each with the ids of the entries that it means.

    What the rules call an entry means that entry, whatever else people call so.
    """
    entries = [*entries]
    found: dict[str, tuple[str, ...]] = {}
    for names_of in (_own_names, _other_names):
        told: dict[str, dict[str, None]] = {}
        for one in entries:
            for name in names_of(one):
                told.setdefault(fold(name), {})[one.id] = None
        found = {name: (*ids,) for name, ids in told.items()} | found
    return found


def the_one(said: str, ids: Sequence[str], entries: Mapping[str, Any]) -> str:
    """The id that a name means. Raises :class:`calc.RecordError` where it means several, with all of them."""
    if len(ids) > 1:
        ways = " or ".join(f"{name} ({entries[name].name.ja})" for name in ids)
        message = f"{show(said)} may be {ways}; write which"
        raise RecordError(message, code="contradiction", key="claim", column=1)
    return ids[0]


def _own_names(one: Any) -> Iterator[str]:
    yield one.id
    yield from _other_romaji(one.id)
    yield from filter(None, (one.name.en, one.name.ja, one.name.ko))


def _other_names(one: Any) -> Iterator[str]:
    yield from one.also


def _other_romaji(name: str) -> tuple[str, str]:
    """An id with its long vowels written in the other two ways: ``sankou`` and ``sanko``."""
    return name.replace("ou", "o"), re.sub(r"(?<!o)o(?=_|$)", "ou", name)
