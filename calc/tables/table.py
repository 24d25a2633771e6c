"""A rule table: the plain data of a rule set, every value traceable to its line; changes to it, and comparison.

A change is a value at a path: the one mechanism behind ``extends``, options and house files. Mappings are merged key by
key, anything else is replaced, and null removes. Conditions and values are replaced as a whole: a mixture of an old
condition and a new one would be nobody's rule.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

from msgspec import Struct

from calc.errors import RuleTableError, did_you_mean
from calc.fit import Hook, KeyPath
from calc.patterns import regex
from calc.tables import misfit
from calc.tables.misfit import LOST, STUMBLES, Faults, MisfitError
from calc.tables.ruleset import ENTRY_ID
from calc.translation import msg

T = TypeVar("T")
_ID = regex(ENTRY_ID)
Tree = dict[str, Any]
#: Stands for a value that is left out.
ABSENT: Any = object()
#: A value that is written in a file: the file and its line, from 1.
Place = tuple[str, int]
#: A new source drops what was said of the old one: that others disagree, or that nobody could check it.
_SOURCE, _ON_SOURCE = "source", ("disputed", "unverified")
_OF_SOURCES = (_SOURCE, *_ON_SOURCE)
#: The section whose entries are replaced as wholes: an edition or an address belongs to its publication.
_SOURCES = "sources"
#: Keys whose mappings are replaced as a whole.
WHOLE = frozenset({"when", "no_han_when", "each", "value", "choices"})
#: Keys that identify a set, or say where its values come from.
_HEAD = frozenset({"id", "origin", "chosen", "version", "name", "about", "sources"})
#: The key whose entries are compared as wholes: the changes that a choice makes.
_CHOICES = "choices"
_COMPARED_WHOLE = WHOLE - {_CHOICES}


class RuleTable:
    """Plain merged data of one rule set, with the place of every value.

    ``data`` holds the file's keys without ``extends``, plus ``id`` (the file's stem), ``origin`` (the name it was
    loaded by) and ``chosen`` (options that differ from the rule set's defaults, as given).
    """

    def __init__(self, data: Tree, places: Mapping[KeyPath, Place], file: str) -> None:
        self.data = data
        self.places = places
        self.file = file
        #: The paths that options set, with where the option says so, and whether the caller gave it the value.
        self.set_by: dict[KeyPath, tuple[KeyPath, bool]] = {}
        #: What was made of the values, by path and purpose, each with the value: see :meth:`once`.
        self._made: dict[tuple[KeyPath, object], tuple[Any, object, Any]] = {}
        #: Where all mistakes are looked for, those found so far; else the first one is raised.
        self.faults: Faults | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_made": {}}

    def beside(
        self, data: Tree, places: Mapping[KeyPath, Place], file: str, faults: Faults | None = None
    ) -> "RuleTable":
        """Another table, for which what was made of this one stands wherever both have the same values. What is made
        of one where all ``faults`` are looked for, and what is wrong left out, is for it alone.
        """
        other = RuleTable(data, places, file)
        other.faults = faults
        other._made = self._made if faults is self.faults else {**self._made}
        return other

    def knows(self, *path: str) -> bool:
        """Whether ``path`` is written anywhere in the files, even if a set that extends them removed it."""
        return path in self.places

    def files(self) -> set[str]:
        return {file for file, _ in self.places.values()}

    def error(self, message: str, path: KeyPath = ()) -> RuleTableError:
        """A :class:`RuleTableError` about the value at ``path``, with the file and line it was written at.

        Where an option set the value, the fault is the option's, or that of the caller who chose it.
        """
        for at, (said, by_caller) in self.set_by.items():
            if path[: len(at)] == at:
                if by_caller:
                    text = msg("option {0!r} of {1}: {2}", said[1], self.data["id"], message)
                    return RuleTableError(text, code="unknown_option", key=f"options.{said[1]}")
                if said[2] == "choices":
                    message = msg("{0}: {1}", ".".join(map(str, path)), message)
                path = said
        file, line = self.place(path)
        return RuleTableError(message, file=file, line=line, path=".".join(str(part) for part in path) or None)

    def ask(self, wrong: Iterable[tuple[KeyPath, str]]) -> None:
        """Refuse what a check finds wrong, paths and messages: the first of it, or all where all is looked for."""

        def note() -> None:
            for path, message in wrong:
                if self.faults is None:
                    raise self.error(message, path)
                self.faults.add(self.error(message, path))

        self.attempt(note)

    def attempt(self, make: Callable[[], T], *drop: str) -> T:
        """What is made. Where all mistakes are looked for, what cannot be made is :data:`LOST`, and the value at the
        path ``drop`` is left out from here on.
        """
        try:
            return make()
        except STUMBLES as error:
            if self.faults is None or not (self.faults.found or isinstance(error, RuleTableError)):
                raise
            if isinstance(error, RuleTableError):
                self.faults.add(error)
            if drop:
                self.data = put(self.data, drop, ABSENT)
            lost: T = LOST
            return lost

    def place(self, path: KeyPath) -> tuple[str, int | None]:
        """The file and line of ``path``, or of the nearest value around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (self.file, None))

    def check_known(self, name: str, known: Collection[str], what: str, path: KeyPath) -> None:
        """Refuse a name that is not among those ``known``, with the nearest of them."""
        if name not in known:
            self.ask([(path, msg("there is no {0} {1!r}{2}", what, name, did_you_mean(name, known)))])

    def present(self, section: str, names: Iterable[str], path: KeyPath) -> tuple[str, ...]:
        """The named yaku of a section. What the set removed may still be named; what no file knows is a mistake."""
        names = tuple(names)
        for name in names:
            if not self.knows(section, name):
                self.check_known(name, self.data.get(section) or {}, "yaku", path)
        return tuple(name for name in names if name in (self.data.get(section) or {}))

    def check_ids(self, section: str) -> None:
        """Refuse ids of yaku that are not spelled as ids."""
        self.ask(
            ((section, name), msg("expected an id of small letters, digits and _, found {0!r}", name))
            for name in self.entries(section)
            if not _ID.fullmatch(name)
        )

    def read(self, path: KeyPath, kind: type[T], hook: Hook | None = None, given: object = None) -> T:
        """The value at ``path`` as an object of type ``kind``; what does not fit is an error with file, line and path.

        Mappings of entries are read entry by entry, so that an error has the entry's own path and only what an option
        changes is read again. ``hook`` reads conditions, with what is ``given`` to it.
        """
        made: T = self.once(path, partial(self._make, path, kind, hook, given), misfit.bare(kind), given)
        return made

    def _make(self, path: KeyPath, kind: Any, hook: Hook | None, given: object, value: Any) -> Any:
        """An object of a type: entry by entry, part by part, or as a whole."""
        plain = misfit.bare(kind)
        entry = misfit.entries_in(plain)
        if entry and isinstance(value, dict):
            made = {key: self.read((*path, key), entry, hook, given) for key in value}
            return {key: one for key, one in made.items() if one is not LOST}
        if entry or not misfit.has_parts(plain):
            return self._convert(path, plain if entry else kind, hook, value)
        self.check_keys(path, plain)
        if not isinstance(value, dict):
            return LOST
        parts = {}
        for field in misfit.fields_of(plain):
            key = field.encode_name
            if key not in value and field.required:
                parts[field.name] = LOST
            elif key in value and (field.required or value[key] != {}):
                parts[field.name] = self.read((*path, key), field.type, hook, given)
        return plain(**parts)

    def check_keys(self, path: KeyPath, kind: Any) -> None:
        """Refuse what has not the keys of a type."""
        value = value_at(self.data, path)
        self.ask(((*path, *at), message) for at, message in misfit.misfits(value, kind, inside=False))

    def _convert(self, path: KeyPath, kind: Any, hook: Hook | None, value: Any) -> Any:
        own = getattr(kind, "FROM_KEY", None)
        text = getattr(kind, "FROM_TEXT", None)
        try:
            if text is not None and not isinstance(value, dict):
                if not isinstance(value, str):
                    message = msg("expected a {0}, or a mapping that has a {0!r}, found {1!r}", text, value)
                    raise MisfitError(message)
                value = {text: value}
            if own is not None and isinstance(value, dict):
                if own in value:
                    raise MisfitError(msg("unknown key {0!r}", own), (own,))
                value = {**value, own: path[-1]}
            return misfit.convert(value, kind, hook)
        except MisfitError as error:
            if self.faults is None:
                raise self.error(error.message, (*path, *error.path)) from None
            wrong = misfit.misfits(value, kind, hook) or [(error.path, error.message)]
            self.ask(((*path, *at), message) for at, message in wrong)
            return misfit.salvage(value, kind, hook)

    def once(self, path: KeyPath, make: Callable[[Any], T], purpose: object = None, given: object = None) -> T:
        """What ``make`` makes of the value at ``path``, made once for all tables that have the same value there.

        Tables that differ in the chosen options, or extend one set, have the same values wherever nothing sets another
        one, so that only these are read again. ``purpose`` tells apart what is made of one value; with something else
        ``given`` it is made again.
        """
        value = value_at(self.data, path)
        known = self._made.get((path, purpose))
        if known is None or known[1] != given or not _is_same(known[0], value):
            known = self._made[path, purpose] = (value, given, make(value))
        made: T = known[2]
        return made

    def check_sources(self) -> None:
        """Every source names one of the rule set's ``sources`` first: ``guide, Dora tiles; ruling R18``."""
        known = tuple(self.data[_SOURCES])
        hint = "a source begins with the name of one under 'sources', found {0!r}{1}"

        def check(section: str, entries: Tree) -> None:
            for key in entries:
                for path, text in self.once((section, key), partial(_sources_in, (section, key)), _SOURCES):
                    self.ask(
                        (path, msg(hint, text, did_you_mean(name, known)))
                        for name in sources_of(text)
                        if name not in known
                    )

        for section, entries in self.data.items():
            if section != _SOURCES and isinstance(entries, dict):
                self.once((section,), partial(check, section), _SOURCES, known)

    def entries(self, section: str) -> list[str]:
        """The ids of the entries of a section, in the order of the file; none if the section is absent."""
        found = self.data.get(section, {})
        if not isinstance(found, dict):
            raise self.error(msg("expected a mapping of entries by id, found {0!r}", found), (section,))
        return list(found)


def _sources_in(path: tuple[str, ...], tree: Any) -> list[tuple[tuple[str, ...], str]]:
    """The sources within a value, and where they are."""
    found = []
    for name, inner in tree.items() if isinstance(tree, dict) else ():
        if name == _SOURCE and isinstance(inner, str):
            found.append(((*path, name), inner))
        elif name != _CHOICES:
            found += _sources_in((*path, name), inner)
    return found


def sources_of(text: str) -> list[str]:
    """The names that the parts of a source begin with, empty for a part without one.

    >>> sources_of("guide, Dora tiles; ruling R18")
    ['guide', 'ruling']
    """
    return ["".join(part.replace(",", " ").split()[:1]) for part in text.split(";")]


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are written alike: ``1``, ``1.0`` and ``true`` are three values."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return [*one] == [*other] and all(map(_is_same, one.values(), other.values()))
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


def split_path(path: str) -> tuple[str, ...]:
    """``"yaku.pinfu.when"`` as its parts."""
    return tuple(path.split("."))


def has_place(tree: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether the mapping that holds the last part of ``path`` exists."""
    return isinstance(value_at(tree, path[:-1]), Mapping)


def value_at(tree: Any, path: KeyPath) -> Any:
    """The value at a path; none if that leads nowhere."""
    for part in path:
        tree = tree.get(part) if isinstance(tree, Mapping) else None
    return tree


#: What cannot be changed: paths and why.
Wrong = list[tuple[KeyPath, str]]


def changed(tree: Tree, path: KeyPath, value: Any, wrong: Wrong, at: KeyPath = ()) -> Tree:
    """A copy of ``tree`` with ``value`` at ``path``; the tree itself is left as it is.

    A path that leads nowhere is noted as ``wrong``, and so is the removal of what is not there. ``at``: where the tree
    is.
    """
    first, *rest = map(str, path)
    old = tree.get(first)
    if rest:
        if isinstance(old, dict):
            return {**tree, first: changed(old, tuple(rest), value, wrong, (*at, first))}
        wrong.append(((*at, first), msg("there is no {0!r} here{1}", first, did_you_mean(first, tree))))
        return tree
    if value is None:
        if first not in tree:
            message = msg("null removes an entry, but there is no {0!r} here{1}", first, did_you_mean(first, tree))
            wrong.append(((*at, first), message))
        return {key: kept for key, kept in tree.items() if key != first}
    if isinstance(value, dict) and isinstance(old, dict) and first not in WHOLE:
        if first == _SOURCES:
            old = {key: kept for key, kept in old.items() if not isinstance(value.get(key), dict)}
        if _SOURCE in value:
            old = {key: kept for key, kept in old.items() if key not in _ON_SOURCE}
        for key, inner in value.items():
            old = changed(old, (key,), inner, wrong, (*at, first))
        return {**tree, first: old}
    return {**tree, first: value}


def put(tree: Tree, path: Sequence[str | int], value: Any) -> Tree:
    """A copy of a tree with a value at a path, or without one; a path that leads nowhere changes nothing."""
    first, *rest = map(str, path)
    if rest:
        inner = tree.get(first)
        return {**tree, first: put(inner, rest, value)} if isinstance(inner, dict) else tree
    if value is ABSENT:
        return {key: kept for key, kept in tree.items() if key != first}
    return {**tree, first: value}


class Change(Struct, frozen=True, kw_only=True):
    """A value that differs. ``a``, ``b``: the value in each set with its source, or none if a set lacks it."""

    section: str
    path: str
    kind: Literal["changed", "added", "removed"]
    a: Any
    b: Any
    source_a: str | None
    source_b: str | None


def compare_tables(a: RuleTable, b: RuleTable) -> list[Change]:
    """All differences of two tables, in the order of the first one; values that only the second has come last."""
    left, right = ({key: value for key, value in table.data.items() if key not in _HEAD} for table in (a, b))
    return list(_compare((), left, right, None, None))


def _compare(path: tuple[str, ...], a: Any, b: Any, source_a: str | None, source_b: str | None) -> Iterator[Change]:
    """The differences of two values: of mappings those of their keys, unless they are wholes; of a source none."""
    of_a, of_b = (one.get(_SOURCE) if isinstance(one, dict) else None for one in (a, b))
    source_a, source_b = of_a if isinstance(of_a, str) else source_a, of_b if isinstance(of_b, str) else source_b
    is_whole = path[-1:] and (path[-1] in _COMPARED_WHOLE or _CHOICES in path[-2:-1])
    # Of a section that only one of them has, each entry is a difference.
    if len(path) == 1 and ABSENT in (a, b):
        a, b = ({} if one is ABSENT and isinstance(other, dict) else one for one, other in ((a, b), (b, a)))
    if isinstance(a, dict) and isinstance(b, dict) and not is_whole:
        for key in dict.fromkeys((*a, *b)):
            one, other = a.get(key, ABSENT), b.get(key, ABSENT)
            if key not in _OF_SOURCES and one != other:
                yield from _compare((*path, key), one, other, source_a, source_b)
        return
    kind: Literal["changed", "added", "removed"] = "added" if a is ABSENT else "removed" if b is ABSENT else "changed"
    (a, source_a), (b, source_b) = (_side(a, source_a), _side(b, source_b))
    yield Change(section=path[0], path=".".join(path), kind=kind, a=a, b=b, source_a=source_a, source_b=source_b)


def _side(value: Any, source: str | None) -> tuple[Any, str | None]:
    """A value without its sources, and its source; nothing of one that is not there."""
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if key not in _OF_SOURCES}
    return (None, None) if value is ABSENT else (value, source)
