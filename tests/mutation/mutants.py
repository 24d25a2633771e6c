"""Every small change of a rule file: a number one more or less, a flag flipped, a member of a list or set left out."""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from calc.strict_yaml import load

#: What says nothing of how anything is scored.
SILENT = {
    "version",
    "sources",
    "source",
    "labels",
    "name",
    "question",
    "meaning",
    "yes_no",
    "disputed",
    "unverified",
    "about",
    "note",
    "as_of",
    # Other words for a thing, an example of it, and the reason for a row: tried by tests of their own.
    "also",
    "example",
    "counter_example",
    "why",
}
#: Texts that are sets of tiles, tiles of a hand that has them more than once among them.
_TILES = re.compile(r"(?:[0-9]+[mpsza])+")
#: A month with its letters, or the name of a card or a class; texts of several are sets of cards.
_CARD = re.compile(r"[0-9]+[BARC]+|#[0-9]+|[a-z][a-z_-]+")
_CARD_KEYS = {"cards", "all", "at_least", "of", "without", "others", "card"}
#: Elements of patterns: ``run 4 a``, ``triplet n+1 a``.
_ELEMENT = re.compile(r"(?P<before>[a-z ]+ )(?:(?P<variable>[a-z])(?:\+(?P<more>\d))?|(?P<rank>\d))(?P<after> [a-z])")

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """A rule file with ``new`` at a path. ``what``: the change, as ``old -> new`` or ``without this``."""

    file: Path
    path: Path_
    what: str
    new: Any

    @property
    def id(self) -> str:
        """``riichi: yaku.pinfu.value.han.closed: 1 -> 2``."""
        return f"{self.file.stem}: {'.'.join(map(str, self.path))}: {self.what}"

    @property
    def data(self) -> dict[str, Any]:
        """What the file would say."""
        changed = copy.deepcopy(_data(self.file))
        place: Any = changed
        for part in self.path[:-1]:
            place = place[part]
        place[self.path[-1]] = self.new
        return changed


def mutants_of(file: Path) -> list[Mutant]:
    """All mutants of a rule file, in the order of the file. No two of them are alike."""
    found: dict[str, Mutant] = {}
    for path, what, new in _changes(_data(file), ()):
        mutant = Mutant(file, path, what, new)
        found.setdefault(mutant.id, mutant)
    return list(found.values())


@cache
def _data(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = load(file.read_text(encoding="utf-8"), file=str(file)).value
    return data


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _changes(value: Any, path: Path_) -> Iterator[tuple[Path_, str, Any]]:
    """What can be put where in place of a value, with words for it."""
    if path and path[-1] in SILENT:
        return
    if isinstance(value, dict):
        for key in value:
            yield from ((path, f"key {key} -> {other}", new) for other, new in _with_another_key(value, key))
        for key, item in value.items():
            yield from _changes(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield path, f"without {_short(item)}", [*value[:place], *value[place + 1 :]]
            yield from _changes(item, (*path, place))
    elif isinstance(value, bool):
        yield path, f"{value} -> {not value}", not value
    elif isinstance(value, int | float):
        yield from ((path, f"{value} -> {new}", new) for new in (value + 1, value - 1))
    elif isinstance(value, str):
        yield from ((path, what, new) for what, new in _changed_texts(value, path))


def _with_another_key(value: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A row of a chart under a number one more or less, where none stands there."""
    if key.isdecimal():
        for other in (str(int(key) + 1), str(int(key) - 1)):
            if other not in value:
                yield other, {(other if name == key else name): item for name, item in value.items()}


def _changed_texts(text: str, path: Path_) -> Iterator[tuple[str, str]]:
    """A set of tiles or cards without one of its members, a group of a pattern one rank higher or lower."""
    if _TILES.fullmatch(text) and sum(character.isdigit() for character in text) > 1:
        for place, character in enumerate(text):
            if character.isdigit():
                suit = next(letter for letter in text[place:] if letter.isalpha())
                yield f"without {character}{suit}", re.sub(r"(?<![0-9])[a-z]", "", text[:place] + text[place + 1 :])
    elif "pattern" in path and (element := _ELEMENT.fullmatch(text)):
        variable, rank = element["variable"], int(element["rank"] or element["more"] or 0)
        for new in (rank + 1, rank - 1):
            if new > 0 or (new == 0 and variable):
                place_ = str(new) if variable is None else f"{variable}+{new}" if new else variable
                changed = f"{element['before']}{place_}{element['after']}"
                yield f"{text} -> {changed}", changed
    elif _CARD_KEYS & set(path):
        names = text.split(" ")
        if all(map(_CARD.fullmatch, names)):
            yield from _without_a_card(names)


def _without_a_card(names: list[str]) -> Iterator[tuple[str, str]]:
    for place, name in enumerate(names):
        month, letters = re.match(r"([0-9]*)(.*)", name).groups()  # type: ignore[union-attr]
        singles = list(letters) if month else [letters]
        for at, single in enumerate(singles):
            left = "".join(singles[:at] + singles[at + 1 :])
            others = [*names[:place], *([month + left] if left else []), *names[place + 1 :]]
            if others:
                yield f"without {month}{single}", " ".join(others)
