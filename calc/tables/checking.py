"""Find all mistakes of a rule file that do not follow from each other.

The loader is strict and stops at the first mistake. Here a file is loaded again and again: each mistake is noted, and
its value left out or replaced by that of a similar entry, until nothing is wrong. A mistake that only follows from an
earlier one is not noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from calc.errors import RuleTableError
from calc.fit import KeyPath
from calc.patterns import regex
from calc.tables.loader import load_table, read_file, read_table
from calc.tables.options import choose_options
from calc.tables.ruleset import RuleSet
from calc.tables.shelf import find_rule_file
from calc.tables.table import ABSENT, RuleTable, Tree
from calc.translation import msg

R = TypeVar("R", bound=RuleSet)

#: Keys that decide how the rest is read: after a mistake here, the search ends.
_GROUND: Final = ("extends", "game", "kind")
#: Keys that change no rule.
_HEAD: Final = ("name", "about", "sources")
_MISSING: Final = regex(r"the keys? ('\w+'(?:(?:, | and )'\w+')*) (?:is|are) missing here")
_SECTION: Final = regex(r"expected a section '(\w+)'")
_NOWHERE: Final = regex(r"there is no (?:\w+ and no )?\w+ '([^']+)'")
#: The key that decides which other keys an entry has: the value of a similar entry will not do.
_TAG: Final = "do"
_SOURCES: Final = ("sources",)


#: How often a file is loaded again after a mistake.
_MOST_MENDS: Final = 128


def _missing_in(message: str) -> list[str]:
    """The keys that a message says are missing."""
    found = _MISSING.search(message)
    return re.findall(r"'(\w+)'", found[1]) if found is not None else []


class Checked(Struct, Generic[R]):
    """The ``mistakes`` in the order of the file, or the ``rules``; how many choices were ``tried``; and ``doubts``:
    values that are right but unlikely to be meant.
    """

    mistakes: list[RuleTableError]
    rules: R | None
    tried: int
    doubts: list[RuleTableError] = []


def check_file(
    name: str,
    read: Callable[[RuleTable], R],
    doubt: Callable[[RuleTable, R], Iterable[RuleTableError]] | None = None,
    similar: str | None = None,
) -> Checked[R]:
    """Check a rule file with every choice of every option. ``read`` makes the rules of a merged table, ``doubt`` finds
    values that are right but unlikely to be meant; ``similar`` is a rule set of the game, whose sections stand in for
    those of the file that are wrong.
    """
    try:
        own = read_file(find_rule_file(name))
    except RuleTableError as error:
        return Checked([error], None, 0)
    checked = _Search(name, own, read, similar).run()
    if doubt is not None and not checked.mistakes and checked.rules is not None:
        checked.doubts = list(doubt(load_table(name), checked.rules))
    return checked


class _Search(Generic[R]):
    """The search through one file. ``mends``: what replaces the values that were found to be wrong."""

    def __init__(self, name: str, own: RuleTable, read: Callable[[RuleTable], R], similar: str | None) -> None:
        self.name = name
        self.similar = similar if similar is not None and "extends" not in own.data else None
        self.own = own
        self.read = read
        self.base = _base_of(name, own.data)
        self.mends: dict[KeyPath, Any] = {}
        self.found: list[RuleTableError] = []
        self.paths = {".".join(map(str, path)): path for path in own.places}

    def run(self) -> Checked[R]:
        """Mend and load until nothing is wrong, then try the choices."""
        rules = None
        for _ in range(min(len(self.own.places), _MOST_MENDS)):  # each mends one of them
            try:
                rules = self._load()
                break
            except RuleTableError as error:
                if not self._mend(error):
                    break
        tried = self._try_choices(rules) if rules is not None else 0
        self.found.sort(key=lambda error: (error.file != self.own.file, error.line or 0))
        return Checked(self.found, rules, tried)

    def _load(self, more: Mapping[KeyPath, Any] | None = None) -> R:
        return self.read(load_table(self.name, mends={**self.mends, **(more or {})}))

    def _try_choices(self, rules: R) -> int:
        tried = 0
        # The files are read once for all choices: there may be hundreds.
        table = read_table(self.name, self.mends)
        told = {(error.line, error.message) for error in self.found}
        for option, rule in rules.options.items():
            for choice in rule.choices or {}:
                tried += 1
                try:
                    self.read(choose_options(table, {option: choice}))
                except RuleTableError as error:
                    if (error.line, error.message) not in told:
                        told.add((error.line, error.message))
                        self.found.append(error)
        return tried

    def _mend(self, error: RuleTableError) -> bool:
        """Note a mistake and mend it. False if the search cannot go on."""
        path = self._own_path(error)
        if path is None and self._follows(error):
            return False
        if path is None:
            if error.file != self.own.file and self._blame(error):
                return True
            self.found.append(error)
            return self._add_words(error)
        before = [mended for mended in self.mends if _is_around(mended, path) or _is_around(path, mended)]
        if before:
            # The mend did not help: leave out what is around it.
            around = min(before, key=len)[:-1]
            self.mends = {other: value for other, value in self.mends.items() if not _is_around(around, other)}
            if len(around) == 1:
                self.mends[around] = self._stand_in(around)
            elif around:
                self._replace(around)
            return bool(around)
        if not self._follows(error):
            self.found.append(error)
        if path[0] in _GROUND:
            return False
        self._replace(path, error.message)
        return True

    def _add_words(self, error: RuleTableError) -> bool:
        """Stand in for keys of the file itself that are missing and are a word or a number, such as its version."""
        words: dict[KeyPath, Any] = {
            (key,): self._stand_in((key,)) for key in _missing_in(error.message) if not error.path
        }
        if not words or any(isinstance(value, dict) or value is ABSENT for value in words.values()):
            return False
        self.mends |= words
        return True

    def _follows(self, error: RuleTableError) -> bool:
        """Whether a name leads nowhere only because its entry was left out before."""
        if error.message.partition(": ")[2].startswith("a source begins") and self.mends.get(_SOURCES) is ABSENT:
            return True
        section = _SECTION.search(error.message)
        sections = _missing_in(error.message) or ([section[1]] if section is not None else [])
        if sections and all((one,) in self.mends and self.mends[one,] is ABSENT for one in sections):
            return True
        named = _NOWHERE.search(error.message)
        return named is not None and any(value is ABSENT and path[-1] == named[1] for path, value in self.mends.items())

    def _own_path(self, error: RuleTableError) -> KeyPath | None:
        """The path of a mistake in this file, or of the nearest value around it; none for one elsewhere."""
        if error.file != self.own.file or not error.path:
            return None
        text = error.path
        while text not in self.paths and "." in text:
            text = text.rpartition(".")[0]
        path = self.paths.get(text, ())
        # Of a list the whole is mended: its other places would move.
        numbers = [place for place, part in enumerate(path) if isinstance(part, int)]
        return path[: numbers[0]] if numbers else path or None

    def _replace(self, path: KeyPath, message: str = "") -> None:
        """Replace the value at a path by that of the extended set or of a similar entry, or leave it out."""
        if path[:1] == _SOURCES and len(path) > 1:
            self.mends[path[:2]] = str(path[1])
            return
        missing = _missing_in(message)
        for key in missing:
            if self.mends.get(path, path) is not ABSENT:
                self._replace_value((*path, key), message, is_missing=True)
        if not missing:
            self._replace_value(path, message, is_missing=False)

    def _replace_value(self, path: KeyPath, message: str, *, is_missing: bool) -> None:
        if path[-1] == _TAG and len(path) > 1:
            self.mends[path[:-1]] = ABSENT
            return
        depth = self._entry_depth(path)
        if "choices" in path or "unknown key" in message or depth is None or depth >= len(path):
            self.mends[path] = ABSENT
            return
        target = path[: depth + 1]
        if _value_at(self.base, target) is not ABSENT:
            self.mends[target] = ABSENT
            return
        beside = (_value_at(one, (target[-1],)) for one in self._siblings(path[:depth]) if depth > 1)
        value = next((one for one in beside if one is not ABSENT), ABSENT)
        if value is ABSENT and depth == 1:
            value = self._stand_in(target)
        self.mends[path[:-1] if is_missing and value is ABSENT else target] = value

    def _stand_in(self, path: KeyPath) -> Any:
        """The value of the similar set at a path."""
        return ABSENT if self.similar is None else _value_at(load_table(self.similar).data, path)

    def _entry_depth(self, path: KeyPath) -> int | None:
        """The length of the path of the entry: it is beside others that name their sources."""
        for depth in range(len(path), 0, -1):
            if any("source" in one for one in self._siblings(path[:depth])):
                return depth
        return None

    def _siblings(self, entry: KeyPath) -> list[Tree]:
        """The entries beside an entry: first those of the extended set, which are right, then those of the file."""
        around = [_value_at(tree, entry[:-1]) for tree in (self.base, self.own.data)]
        return [
            one
            for section in around
            if isinstance(section, dict)
            for key, one in section.items()
            if key != entry[-1] and isinstance(one, dict)
        ]

    def _blame(self, error: RuleTableError) -> bool:
        """Find the entry of this file that causes a mistake in the set it extends."""
        for section, entries in self.own.data.items():
            for key in entries if isinstance(entries, dict) and section not in _HEAD else ():
                unit = (section, key)
                if unit in self.mends or self._fails(error, {unit: ABSENT}):
                    continue
                file, line = self.own.place(unit)
                message = msg("with this change, {0}", error.message)
                self.found.append(RuleTableError(message, file=file, line=line, path=".".join(unit)))
                self.mends[unit] = ABSENT
                return True
        return False

    def _fails(self, error: RuleTableError, more: Mapping[KeyPath, Any]) -> bool:
        """Whether the same mistake is there with further mends."""
        try:
            self._load(more)
        except RuleTableError as other:
            return other.message == error.message
        return False


def _base_of(name: str, data: Tree) -> Tree:
    """The data of the set that a file extends; empty where it extends none, or one that cannot be read."""
    base = data.get("extends")
    if not isinstance(base, str):
        return {}
    try:
        return load_table(str(find_rule_file(base, beside=Path(name).resolve().parent))).data
    except RuleTableError:
        return {}


def _value_at(tree: Any, path: KeyPath) -> Any:
    for part in path:
        if not isinstance(tree, dict) or part not in tree:
            return ABSENT
        tree = tree[part]
    return tree


def _is_around(outer: KeyPath, inner: KeyPath) -> bool:
    return inner[: len(outer)] == outer
