"""A rule table: the merged plain data of a rule set, every value traceable to its line, read into typed objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from calc.errors import RuleTableError
from calc.tables.merge import Tree
from calc.tables.misfit import Hook, MisfitError, Path_, convert, entries_in, outline_of

T = TypeVar("T")
#: A value that is written in a file: the file and its line, from 1.
Place = tuple[str, int]


class RuleTable:
    """Plain merged data of one rule set, with the place of every value.

    ``data`` holds the file's keys without ``extends``, plus ``id`` (the file's stem), ``origin`` (the name it was
    loaded by) and ``chosen`` (options that differ from the rule set's defaults, as given).
    """

    def __init__(self, data: Tree, places: Mapping[Path_, Place], file: str) -> None:
        self.data = data
        self.places = places
        self.file = file
        #: The paths that options set, with where the option says so, and whether the caller gave it the value.
        self.set_by: dict[Path_, tuple[Path_, bool]] = {}
        #: What was made of the values, by path and purpose, each with the value: see :meth:`once`.
        self._made: dict[tuple[Path_, object], tuple[Any, object, Any]] = {}

    def knows(self, *path: str) -> bool:
        """Whether ``path`` is written anywhere in the files, even if a set that extends them removed it."""
        return path in self.places

    def files(self) -> set[str]:
        """The files that the table was read from."""
        return {file for file, _ in self.places.values()}

    def error(self, message: str, path: Path_ = ()) -> RuleTableError:
        """A :class:`RuleTableError` about the value at ``path``, with the file and line it was written at.

        Where an option set the value, the fault is the option's, or that of the caller who chose it.
        """
        for at, (said, by_caller) in self.set_by.items():
            if path[: len(at)] == at:
                if by_caller:
                    text = f"option {said[1]!r} of {self.data['id']}: {message}"
                    return RuleTableError(text, code="unknown_option", key=f"options.{said[1]}")
                if said[2] == "choices":
                    message = f"{'.'.join(map(str, path))}: {message}"
                path = said
        file, line = self.place(path)
        return RuleTableError(message, file=file, line=line, path=".".join(str(part) for part in path) or None)

    def place(self, path: Path_) -> tuple[str, int | None]:
        """The file and line of ``path``, or of the nearest value around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (self.file, None))

    def read(self, path: Path_, kind: type[T], hook: Hook | None = None, given: object = None) -> T:
        """The value at ``path`` as an object of type ``kind``; what does not fit is an error with file, line and path.

        Mappings of entries are read entry by entry, so that an error has the entry's own path and only what an option
        changes is read again. ``hook`` reads conditions, with what is ``given`` to it.
        """
        plain: Any = kind
        made: T
        if entries_in(plain):
            made = self.once(path, lambda _: self._read_parts(path, kind, hook, given), (kind, "parts"), given)
        else:
            made = self._convert(path, kind, hook, given)
        return made

    def _read_parts(self, path: Path_, kind: Any, hook: Hook | None, given: object) -> Any:
        outline = self._convert(path, outline_of(kind), None, None)
        parts = {name: getattr(outline, name) for name in outline.__struct_fields__}
        for name, part in entries_in(kind).items():
            at = (*path, part.key)
            if not parts[name] and not part.required:
                parts[name] = part.empty
            elif part.by_entry:
                parts[name] = self.once(at, partial(self._read_entries, at, part.kind, hook, given), part.kind, given)
            else:
                parts[name] = self.read(at, part.kind, hook, given)
        return kind(**parts)

    def _read_entries(self, path: Path_, kind: Any, hook: Hook | None, given: object, entries: Tree) -> dict[str, Any]:
        return {key: self._convert((*path, key), kind, hook, given) for key in entries}

    def _convert(self, path: Path_, kind: Any, hook: Hook | None, given: object) -> Any:
        own = getattr(kind, "FROM_KEY", None)

        def make(value: Any) -> Any:
            try:
                if own is not None and isinstance(value, dict):
                    if own in value:
                        raise MisfitError(f"unknown key {own!r}", (own,))
                    value = {**value, own: path[-1]}
                return convert(value, kind, hook)
            except MisfitError as error:
                raise self.error(error.message, (*path, *error.path)) from None

        return self.once(path, make, kind, given)

    def once(self, path: Path_, make: Callable[[Any], T], purpose: object = None, given: object = None) -> T:
        """What ``make`` makes of the value at ``path``, made once for all tables that share the value.

        Tables that differ in the chosen options share every value that no option sets, so that only the others are
        read again. ``purpose`` tells apart what is made of one value; with something else ``given`` it is made again.
        """
        value: Any = self.data
        for part in path:
            value = value.get(part)
        known = self._made.get((path, purpose))
        if known is None or known[0] is not value or known[1] != given:
            known = self._made[path, purpose] = (value, given, make(value))
        made: T = known[2]
        return made

    def entries(self, *path: str) -> list[str]:
        """The ids of the entries of a section, in the order of the file; none where the section is absent."""
        section: Any = self.data
        for part in path:
            section = section.get(part, {})
        if not isinstance(section, dict):
            raise self.error(f"expected a mapping of entries by id, found {section!r}", path)
        return list(section)
