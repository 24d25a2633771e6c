"""Every small change of a rule file: a number one more or less, a flag flipped, a member of a set or list left out."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calc.strict_yaml import load

__all__ = ["Mutant", "mutants_of"]

#: What says nothing of how anything is scored.
SILENT = {"version", "sources", "source", "name", "question", "meaning", "disputed", "note", "as_of"}
#: Texts that are sets of tiles or cards.
_TILES = re.compile(r"(?:[0-9]+[mpsz])+")
_CARDS = re.compile(r"(?:[0-9]+[A-Z]+|#[0-9]+|[a-z][a-z-]+)(?: (?:[0-9]+[A-Z]+|#[0-9]+|[a-z][a-z-]+))+")
_CARD_KEYS = {"cards", "all", "of", "without", "others", "card"}

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """A rule file with one value changed. ``what``: the change, as ``path: old -> new``."""

    file: Path
    path: Path_
    what: str
    data: Any

    @property
    def id(self) -> str:
        """``riichi: yaku.pinfu.value.han.closed: 1 -> 2``."""
        return f"{self.file.stem}: {'.'.join(map(str, self.path))}: {self.what}"


def mutants_of(file: Path) -> list[Mutant]:
    """All mutants of a rule file, in the order of the file."""
    data: Any = load(file.read_text(encoding="utf-8"), file=str(file)).value
    found = []
    for path, old, new in _changes(data, ()):
        changed = copy.deepcopy(data)
        place = changed
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = new
        found.append(Mutant(file, path, f"{_short(old)} -> {_short(new)}", changed))
    return found


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _changes(value: Any, path: Path_) -> Iterator[tuple[Path_, Any, Any]]:
    if path and path[-1] in SILENT:
        return
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _changes(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield path, value, [*value[:place], *value[place + 1 :]]
            yield from _changes(item, (*path, place))
    elif isinstance(value, bool):
        yield path, value, not value
    elif isinstance(value, int | float):
        yield path, value, value + 1
        yield path, value, value - 1
    elif isinstance(value, str):
        yield from ((path, value, new) for new in _without_a_member(value, path))


def _without_a_member(text: str, path: Path_) -> Iterator[str]:
    """A set of tiles or cards with each of its members left out."""
    keys = set(path)
    if _TILES.fullmatch(text) and sum(character.isdigit() for character in text) > 1:
        for place, character in enumerate(text):
            if character.isdigit():
                yield re.sub(r"(?<![0-9])[mpsz]", "", text[:place] + text[place + 1 :])
    elif keys & _CARD_KEYS and _CARDS.fullmatch(text):
        names = text.split(" ")
        for place in range(len(names)):
            yield " ".join(names[:place] + names[place + 1 :])
