"""A rule table: one YAML file with what it extends and the chosen options, merged, and every value traceable to its
line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from calc.errors import CalcError, RuleTableError, did_you_mean
from calc.strict_yaml import load
from calc.tables.bounds import find_excess
from calc.tables.merge import ChangeError, Tree, apply_change, has_place, split_path
from calc.tables.misfit import explain_misfit
from calc.tables.ruleset import ENTRY_ID, spell_choice
from calc.tables.shelf import MAX_EXTENDS, find_rule_file, read_text
from calc.text import UNPRINTABLE

T = TypeVar("T")
Path_ = tuple[str | int, ...]

#: Stands for a value that is left out.
ABSENT: Any = object()

#: A value that is written in a file: the file and its line, from 1.
Place = tuple[str, int]

#: What is known of a rule set besides what its files say.
ADDED = ("id", "origin", "chosen")
_OPTION_NAME = re.compile(ENTRY_ID)


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
        self._made: dict[tuple[Path_, object], tuple[Any, Any]] = {}

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

    def read(self, path: Path_, kind: type[T]) -> T:
        """The value at ``path`` as a typed object; what does not fit is an error with its file, line and path."""

        def convert(value: Any) -> T:
            try:
                return msgspec.convert(value, kind)
            except msgspec.ValidationError as error:
                message, inner = explain_misfit(str(error), value, kind)
                raise self.error(message, (*path, *inner)) from None

        return self.once(path, convert, kind)

    def once(self, path: Path_, make: Callable[[Any], T], purpose: object = None) -> T:
        """What ``make`` makes of the value at ``path``, made once for all tables that share the value.

        Tables that differ in the chosen options share every value that no option sets, so that only the others are
        read again. ``purpose`` tells apart what is made of one value.
        """
        value: Any = self.data
        for part in path:
            value = value[part]
        known = self._made.get((path, purpose))
        if known is None or known[0] is not value:
            known = self._made[path, purpose] = (value, make(value))
        made: T = known[1]
        return made

    def entries(self, *path: str) -> list[str]:
        """The ids of the entries of a section, in the order of the file; none where the section is absent."""
        section: Any = self.data
        for part in path:
            section = section.get(part, {})
        if not isinstance(section, dict):
            raise self.error(f"expected a mapping of entries by id, found {section!r}", path)
        return list(section)


def load_table(
    name: str, options: Mapping[str, Any] | None = None, *, mends: Mapping[Path_, Any] | None = None
) -> RuleTable:
    """The table of the rule set ``name`` (a shipped id, or a file) with ``options`` chosen.

    ``options`` maps option names to choices (``{"kiriage_mangan": False}``); text spells a choice as the command line
    does. ``mends``: what counts in place of values of the file itself, :data:`ABSENT` for nothing; whoever looks for
    its mistakes goes on behind one so.
    Raises :class:`RuleTableError`: ``unknown_rules``, ``unknown_option``, or ``rule_table`` with file, line and path.
    """
    return choose_options(read_table(name, mends), options or {})


def read_table(name: str, mends: Mapping[Path_, Any] | None = None) -> RuleTable:
    """The table of the rule set ``name`` as its files say it, before any option is applied; ``mends`` as in
    :func:`load_table`.
    """
    table = _read_chain(find_rule_file(name), (), mends or {})
    table.data["origin"] = name
    return table


def _read_chain(path: Path, inside: tuple[Path, ...], mends: Mapping[Path_, Any]) -> RuleTable:
    """The file with everything it extends merged under it."""
    table = read_file(path)
    for key in ADDED:
        if key in table.data:
            raise table.error(f"unknown key {key!r}; a rule set is called as its file is", (key,))
    for at, value in mends.items():
        table.data = _put(table.data, at, value)
        if value is ABSENT:
            table.places = {other: place for other, place in table.places.items() if other[: len(at)] != at}
    base = table.data.pop("extends", None)
    if base is not None:
        if not isinstance(base, str):
            raise table.error(f"expected the id of a rule set, found {base!r}", ("extends",))
        chain = (*inside, path.resolve())
        table = _extend(table, base, chain)
    table.data["id"] = path.stem
    table.data["chosen"] = {}
    _check_options(table)
    return table


def _extend(table: RuleTable, base: str, chain: tuple[Path, ...]) -> RuleTable:
    try:
        under = find_rule_file(base, beside=chain[-1].parent)
    except RuleTableError as error:
        raise table.error(error.message, ("extends",)) from None
    if under.resolve() in chain or len(chain) >= MAX_EXTENDS:
        raise table.error(f"{base!r} extends this file in turn; a rule set cannot stand on itself", ("extends",))
    parent = _read_chain(under, chain, {})
    data = parent.data
    game, its = table.data.get("game", data.get("game")), data.get("game")
    if game != its:
        message = f"expected 'game: {its}', found {game!r}; the file extends {base!r}, which is of {its}"
        raise table.error(message, ("game",))
    for key, value in table.data.items():
        try:
            data = apply_change(data, (key,), value)
        except ChangeError as error:
            raise table.error(error.message, error.path) from None
    return RuleTable(data, {**parent.places, **table.places}, table.file)


def _put(tree: Tree, path: Path_, value: Any) -> Tree:
    """A copy of a tree with a value at a path, or without one; a path that leads nowhere changes nothing."""
    first, *rest = map(str, path)
    if rest:
        inner = tree.get(first)
        return {**tree, first: _put(inner, tuple(rest), value)} if isinstance(inner, dict) else tree
    if value is ABSENT:
        return {key: kept for key, kept in tree.items() if key != first}
    return {**tree, first: value}


def read_file(path: Path) -> RuleTable:
    """What one file says by itself. Raises :class:`RuleTableError`."""
    file = str(path)
    if UNPRINTABLE.search(path.stem):
        raise RuleTableError(f"expected a file name that can be shown, found {path.name!r}; give it another name")
    data, places = _read_text(read_text(path), file)
    return RuleTable(dict(data), places, file)


@lru_cache(maxsize=64)
def _read_text(text: str, file: str) -> tuple[Tree, dict[Path_, Place]]:
    """What the text of a file says, and where each value is written.

    A set that others extend is read for each of them, and whatever looks for mistakes reads a file again and again.
    """
    try:
        document = load(text, file=file)
    except CalcError as error:
        # Its sentence begins with the file and the line, which our errors hold apart.
        found = re.fullmatch(rf"{re.escape(file)}:(\d+): (.*)", error.message, flags=re.DOTALL)
        if found is None:
            raise RuleTableError(error.message, file=file) from None
        raise RuleTableError(found[2], file=file, line=int(found[1])) from None
    if not isinstance(document.value, dict):
        raise RuleTableError("expected a mapping of rule sections (game, version, yaku, ...)", file=file, line=1)
    places = {at: (file, line) for at, line in document.lines.items()}
    excess = find_excess(document.value)
    if excess is not None:
        raise RuleTable(document.value, places, file).error(*excess)
    return document.value, places


def _check_options(table: RuleTable) -> None:
    """Every option is well formed, and every path it may change leads somewhere in the set that defines it."""
    for name in table.entries("options"):
        option, at = table.data["options"][name], ("options", name)
        if not _OPTION_NAME.fullmatch(name):
            raise table.error(f"expected a flat snake_case name, found {name!r}", at)
        if not isinstance(option, dict):
            mend = f"{{default: {spell_choice(option)}, source: ...}}"
            raise table.error(f"expected a mapping, found {option!r}; a house rule has its own default, as {mend}", at)
        if ("choices" in option) == ("path" in option):
            others = [other for other in table.entries("options") if other != name]
            near = did_you_mean(name, others) if "choices" not in option else ""
            hint = f" for a new option{near}" if "did you mean" in near else ""
            raise table.error(f"expected either 'choices' or 'path'{hint}", at)
        if "choices" in option:
            _check_choices(table, option, at)
        else:
            _check_value_path(table, option["path"], at)


def _check_value_path(table: RuleTable, path: Any, at: tuple[str, str]) -> None:
    """An option that sets a value names a place for it; a set that inherits the option does not write beside it."""
    if not isinstance(path, str):
        raise table.error(f"expected a path as text, found {path!r}", (*at, "path"))
    parts = split_path(path)
    defined_here = table.place((*at, "path"))[0] == table.file
    if defined_here and not has_place(table.data, parts):
        raise table.error(f"the path {path!r} leads nowhere in this rule set", (*at, "path"))
    if not defined_here and table.knows(*parts) and table.place(parts)[0] == table.file:
        raise table.error(f"{path} is what the option {at[1]!r} sets; change its default instead", parts)


def _check_choices(table: RuleTable, option: Tree, at: tuple[str, str]) -> None:
    choices = option["choices"]
    if not isinstance(choices, dict):
        raise table.error("expected a mapping from each choice to its changes", (*at, "choices"))
    default = spell_choice(option.get("default"))
    if default not in choices:
        raise table.error(f"the default {default!r} is none of the choices{did_you_mean(default, choices)}", at)
    for choice, changes in choices.items():
        here = (*at, "choices", choice)
        if not isinstance(changes, dict):
            raise table.error(f"expected a mapping of changes `path: value`, found {changes!r}", here)
        # A set that extends this one may have removed what an inherited choice would change.
        defined_here = table.place(here)[0] == table.file
        for path, value in changes.items():
            hint = _missing_part(table.data, split_path(path), removes=value is None) if defined_here else None
            if hint is not None:
                raise table.error(f"the path {path!r} leads nowhere in this rule set{hint}", here)


def _missing_part(tree: Tree, path: tuple[str, ...], *, removes: bool) -> str | None:
    """The hint for the first part of a path that leads nowhere, none where a change can be made.

    The last part may be new, unless the change ``removes`` it.
    """
    for place, part in enumerate(path):
        last = place == len(path) - 1
        if part not in tree and not (last and not removes):
            return did_you_mean(part, tree)
        if not last:
            tree = tree[part]
            if not isinstance(tree, dict):
                return ""
    return None


def choose_options(table: RuleTable, given: Mapping[str, Any]) -> RuleTable:
    """A table with one choice of every option applied: the given one, else the default. The table given stays."""
    options = table.data.get("options", {})
    for name in given:
        if name not in options:
            hint = did_you_mean(name, options)
            raise RuleTableError(
                f"{table.data['id']} has no option {name!r}{hint}", code="unknown_option", key=f"options.{name}"
            )
    data = table.data
    chosen: dict[str, Any] = {}
    changed: dict[str, str] = {}
    set_by: dict[Path_, tuple[Path_, bool]] = {}
    for name, option in options.items():
        default = option.get("default")
        value, changes = _changes(table, name, option, given.get(name, default))
        if name in given and spell_choice(value) != spell_choice(default):
            chosen[name] = value
        for path, new in changes.items():
            if path in changed:
                raise table.error(f"options {changed[path]!r} and {name!r} both change {path!r}", ("options", name))
            changed[path] = name
            # An entry that a rule set extending this one removed has nothing left to change.
            if has_place(data, split_path(path)):
                data = _changed(table, data, name, path, new)
                # What is wrong with the value now is the option's mistake, not that of the line it changes.
                said = ("default",) if "path" in option else ("choices", spell_choice(value))
                set_by[split_path(path)] = (("options", name, *said), "path" in option and name in given)
    made = RuleTable({**data, "chosen": chosen}, table.places, table.file)
    made.set_by = set_by
    made._made = table._made
    return made


def _changed(table: RuleTable, data: Tree, name: str, path: str, value: Any) -> Tree:
    try:
        return apply_change(data, split_path(path), value)
    except ChangeError:
        if value is None:  # already gone: the rule set removed it itself
            return data
        raise table.error(f"option {name!r} changes {path!r}, which leads nowhere", ("options", name)) from None


def _changes(table: RuleTable, name: str, option: Tree, given: Any) -> tuple[Any, dict[str, Any]]:
    """The value chosen, as the option spells it, and what it changes."""
    if "path" in option:
        value = _read_value(table, name, option, given)
        return value, {option["path"]: value}
    choice = spell_choice(given)
    if choice not in option["choices"]:
        near = did_you_mean(choice, option["choices"])
        hint = near if "did you mean" in near else ""
        known = ", ".join(option["choices"])
        raise RuleTableError(
            f"option {name!r} of {table.data['id']} cannot be {given!r}{hint}; its choices are {known}",
            code="unknown_option",
            key=f"options.{name}",
        )
    return typed_choice(choice), option["choices"][choice]


def _read_value(table: RuleTable, name: str, option: Tree, given: Any) -> Any:
    """The value of a ``path`` option; text from a command line is read as YAML flow, which JSON is too."""
    default = option.get("default")
    value = given
    if isinstance(given, str) and not isinstance(default, str):
        try:
            value = load(given, file=None).value
        except CalcError:
            value = given
    # A list and a mapping may be two forms of one value, such as uma; whether this one has both is the schema's to say.
    if type(value) is not type(default) and not (isinstance(value, list | dict) and isinstance(default, list | dict)):
        raise RuleTableError(
            f"option {name!r} of {table.data['id']} expects a value such as {spell_choice(default)}, found {given!r}",
            code="unknown_option",
            key=f"options.{name}",
        )
    return value


def typed_choice(choice: str) -> Any:
    """The spelling of a choice as plain data again, so that ``false`` is echoed as false."""
    if choice in ("true", "false"):
        return choice == "true"
    return int(choice) if re.fullmatch(r"-?(0|[1-9]\d*)", choice) else choice
