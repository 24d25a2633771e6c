"""The options of a rule table: whether they are well formed, answers as people say them, choices applied."""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from calc.errors import CalcError, RuleTableError, did_you_mean, known_names
from calc.fit import KeyPath
from calc.patterns import regex
from calc.strict_yaml import load
from calc.tables.misfit import LOST, LostError
from calc.tables.ruleset import ENTRY_ID, spell_choice
from calc.tables.shelf import plain
from calc.tables.table import RuleTable, Tree, Wrong, changed, has_place, put, split_path, value_at
from calc.translation import msg

_OPTION_NAME = regex(ENTRY_ID)
#: What ends the path of a change that adds to a list.
_ADDS: Final = "+"


def check_options(table: RuleTable) -> None:
    """Every option is well formed, and every path it may change leads somewhere in the set that defines it."""
    names = table.attempt(partial(table.entries, "options"), "options")
    taken = {*map(plain, names)} if names is not LOST else set()
    for name in names if names is not LOST else ():
        table.attempt(partial(_check_option, table, name), "options", name)
        option = table.data["options"].get(name)
        also = option.get("also") if isinstance(option, dict) else None
        for one in also if isinstance(also, list) else ():
            if plain(str(one)) in taken:
                table.ask([(("options", name, "also"), msg("{0!r} is a name of another option", one))])
            taken.add(plain(str(one)))


def _check_option(table: RuleTable, name: str) -> None:
    option, at = table.data["options"][name], ("options", name)
    if not _OPTION_NAME.fullmatch(name):
        raise table.error(msg("expected a flat snake_case name, found {0!r}", name), at)
    if not isinstance(option, dict):
        mend = msg("{{default: {0}, source: ...}}", spell_choice(option))
        raise table.error(
            msg("expected a mapping, found {0!r}; a house rule has its own default, as {1}", option, mend), at
        )
    if option.keys() >= {"choices", "path"} and len(_files_of(table, (*at, "choices"), (*at, "path"))) > 1:
        raise table.error(msg("expected either 'choices' or 'path'; the set it extends has the other"), at)
    if option.keys().isdisjoint(("choices", "path")):
        near = did_you_mean(name, [other for other in table.entries("options") if other != name])
        hint = msg(" for a new option{0}", near) if "did you mean" in near else ""
        raise table.error(msg("expected 'choices' or 'path'{0}", hint), at)
    if "path" in option:
        _check_path(table, option, at)
    if "choices" in option:
        _check_choices(table, option, at)


def _files_of(table: RuleTable, *paths: KeyPath) -> set[str]:
    return {table.place(path)[0] for path in paths}


def _check_path(table: RuleTable, option: Tree, at: tuple[str, str]) -> None:
    """An option that sets a value names a place for it; a set that inherits the option does not write beside it.
    Without a ``default``, it is answered by the value at its path: there is no second copy to drift.
    """
    path, said = option["path"], (*at, "path")
    if not isinstance(path, str):
        raise table.error(msg("expected a path as text, found {0!r}", path), said)
    parts = split_path(path)
    defined_here, is_written = _files_of(table, said) == {table.file}, table.knows(*parts)
    if defined_here and not has_place(table.data, parts):
        raise table.error(msg("the path {0!r} leads nowhere in this rule set", path), said)
    if not defined_here and is_written and _files_of(table, parts) == {table.file}:
        mend = msg("{0} is what the option {1!r} sets; change its default instead", path, at[1])
        table.ask([(parts, mend)])
    value = value_at(table.data, parts)
    if value is None:
        return
    if "default" not in option:
        before = [*option][: [*option].index("path")]
        first = {key: option[key] for key in before}
        table.data = put(table.data, at, {**first, "default": value, **option})
    elif _files_of(table, (*at, "default"), said, parts) == {table.file} and is_written and option["default"] != value:
        default, there = spell_choice(option["default"]), spell_choice(value)
        message = msg("the default {0} is not the value at {1}, {2}; leave the default out", default, path, there)
        raise table.error(message, (*at, "default"))


def _check_choices(table: RuleTable, option: Tree, at: tuple[str, str]) -> None:
    choices = option["choices"]
    if not isinstance(choices, dict):
        raise table.error(msg("expected a mapping from each choice to its changes"), (*at, "choices"))
    default = spell_choice(option.get("default"))
    if default not in choices and "path" not in option:
        if option.get("default") is None:
            raise table.error(msg("the key 'default' is missing here; the choices are {0}", ", ".join(choices)), at)
        hint = did_you_mean(default, choices)
        raise table.error(msg("the default {0!r} is none of the choices{1}", default, hint), at)
    for choice in choices:
        here = (*at, "choices", choice)
        if table.attempt(partial(_check_choice, table, choices[choice], here), *here) is LOST and choice == default:
            raise LostError
    labels = option.get("labels")
    # Those of choices that an extending set has replaced stay unused.
    for name in labels if isinstance(labels, dict) and "path" not in option else ():
        here = (*at, "labels", name)
        if name not in choices and len(_files_of(table, here, (*at, "choices"))) == 1:
            table.ask([(here, msg("there is no choice {0!r}{1}", name, did_you_mean(name, choices)))])


def _check_choice(table: RuleTable, changes: Any, here: tuple[str, ...]) -> None:
    if not isinstance(changes, dict):
        raise table.error(msg("expected a mapping of changes `path: value`, found {0!r}", changes), here)
    # A set that extends this one may have removed what an inherited choice would change.
    for path, value in changes.items() if _files_of(table, here) == {table.file} else ():
        parts = split_path(path.removesuffix(_ADDS))
        hint = _missing_part(table.data, parts, removes=value is None)
        if path.endswith(_ADDS) and hint is None and not isinstance(value_at(table.data, parts), list):
            raise table.error(msg("the path {0!r} adds to a list, but there is none", path), here)
        if hint is not None:
            raise table.error(msg("the path {0!r} leads nowhere in this rule set{1}", path, hint), here)


def _missing_part(tree: Tree, path: tuple[str, ...], *, removes: bool) -> str | None:
    """The hint for the first part of a path that leads nowhere, none where a change can be made.

    The last part may be new, unless the change ``removes`` it.
    """
    for place, part in enumerate(path):
        if part in tree:
            tree = tree[part]
            if not isinstance(tree, dict) and path[place + 1 :]:
                return ""
        elif path[place + 1 :] or removes:
            if place or "did you mean" in did_you_mean(part, tree):
                return known_names(part, tree, msg("here are"))
            return msg("; if {0!r} is a section, add '{0}: {{}}' to the file", part)
    return None


def choose_options(table: RuleTable, given: Mapping[str, Any]) -> RuleTable:
    """A table with one choice of every option applied: the given one, else the default. The table given stays."""
    options = table.data.get("options", {})
    asked, given = given, by_name(options, given)
    spoken = dict(zip(given, asked, strict=False))
    unknown = next((name for name in given if name not in options), None)
    if unknown is not None:
        near = did_you_mean(unknown, [*options, *names_of(options)])
        raise _refused(unknown, msg("{0} has no option {1!r}{2}", table.data["id"], unknown, near))
    data = table.data
    chosen: dict[str, Any] = {}
    set_by_name: dict[str, str] = {}
    set_by: dict[KeyPath, tuple[KeyPath, bool]] = {}
    for name, option in options.items():
        if name in given:
            value, changes = _changes(table, name, given[name], option, spoken[name])
            if spell_choice(value) != spell_choice(option.get("default")):
                chosen[name] = value
        else:
            default = option.get("default")
            value, changes = table.once(("options", name), partial(_changes, table, name, default), "default")
        for path, stated in changes.items():
            if path in set_by_name and not path.endswith(_ADDS):
                message = msg("options {0!r} and {1!r} both change {2!r}", set_by_name[path], name, path)
                raise table.error(message, ("options", name))
            set_by_name[path] = name
            if "path" in option and name not in given and not table.knows("options", name, "default"):
                continue  # the default is the value that is there
            parts, new = _added(data, path, stated)
            # An entry that a rule set extending this one removed has nothing left to change.
            if has_place(data, parts):
                wrong: Wrong = []
                data = put(data, parts, new) if path == option.get("path") else changed(data, parts, new, wrong)
                if wrong and new is not None:  # what null removes may have been removed by the rule set itself
                    message = msg("option {0!r} changes {1!r}, which leads nowhere", name, path)
                    raise table.error(message, ("options", name))
                # What is wrong with the value now is the option's mistake, not that of the line it changes.
                said = ("default",) if "path" in option else ("choices", spell_choice(value))
                set_by[parts] = (("options", name, *said), "path" in option and name in given)
    made = table.beside({**data, "chosen": chosen}, table.places, table.file, table.faults)
    made.set_by = set_by
    return made


def _added(data: Tree, path: str, new: Any) -> tuple[tuple[str, ...], Any]:
    """The parts of a path, and the value there. One that ends with ``+`` adds to the list that is there."""
    parts = split_path(path.removesuffix(_ADDS))
    if not path.endswith(_ADDS):
        return parts, new
    old = value_at(data, parts)
    return parts, [*(old if isinstance(old, list) else []), *(new if isinstance(new, list) else [new])]


def _refused(name: str, message: str) -> RuleTableError:
    return RuleTableError(message, code="unknown_option", key=f"options.{name}")


def _changes(
    table: RuleTable, name: str, given: Any, option: Tree, said: str | None = None
) -> tuple[Any, dict[str, Any]]:
    """The value chosen, as the option spells it, and what it changes. ``said``: the name by which it was asked."""
    choices = option.get("choices") or {}
    if "path" in option:
        value = _read_value(table, name, option, given, said)
        # A single answer may mean something else than its value at the path.
        return value, choices.get(spell_choice(value), {option["path"]: value})
    choice = spell_choice(as_answered(given, option))
    if choice not in choices:
        near, known = did_you_mean(choice, choices), ", ".join(choices)
        hint = near if "did you mean" in near else ""
        message = "option {0!r} of {1} cannot be {2!r}{3}; its choices are {4}"
        raise _refused(said or name, msg(message, name, table.data["id"], given, hint, known))
    return typed_choice(choice), choices[choice]


def _read_value(table: RuleTable, name: str, option: Tree, given: Any, said: str | None) -> Any:
    """The value of a ``path`` option; text from a command line is read as YAML flow, which JSON is too."""
    default = option.get("default")
    given = as_answered(given, option)
    value = given
    if isinstance(given, str) and not isinstance(default, str):
        with suppress(CalcError):
            value = load(given, file=None).value
    # A list and a mapping may be two forms of one value, such as uma; whether this one has both is the schema's to say.
    if type(value) is not type(default) and not (isinstance(value, list | dict) and isinstance(default, list | dict)):
        message = "option {0!r} of {1} expects a value such as {2}, found {3!r}"
        raise _refused(said or name, msg(message, name, table.data["id"], spell_choice(default), given))
    return value


def typed_choice(choice: str) -> Any:
    """The spelling of a choice as plain data again, so that ``false`` is echoed as false."""
    if choice in ("true", "false"):
        return choice == "true"
    return int(choice) if re.fullmatch(r"-?(0|[1-9]\d*)", choice) else choice


# ---- answers as people say them: `20-10` for four amounts that mirror each other, `false` for no such

_NUMBER: Final = r"[+-]?\d{1,9}(?:\.\d{1,3})?"
#: Numbers with strokes, commas or points between them; a minus may part only what has no sign of its own.
_PARTED: Final = regex(rf"{_NUMBER}(?:\s*[/,・、]\s*{_NUMBER})+")
_DASHED: Final = regex(r"(?P<first>\d{1,9})\s*[-–~〜]\s*(?P<second>\d{1,9})")
_NO: Final = frozenset({"none", "no", "off", "false", "なし", "無し", "無", "いいえ"})
_YES: Final = frozenset({"yes", "on", "true", "あり", "有り", "有", "はい"})


def names_of(options: Tree) -> dict[str, str]:
    """The option that each name means, its own and those that people use beside it."""
    also = {plain(one): name for name, option in options.items() for one in option.get("also") or ()}
    return also | {plain(name): name for name in options}


def by_name(options: Tree, given: Mapping[str, Any]) -> dict[str, Any]:
    """Answers by the names that the options have in the table; those to no option as they are."""
    names = names_of(options) if any(name not in options for name in given) else {}
    found: dict[str, Any] = {}
    for said, value in given.items():
        name = said if said in options else names.get(plain(said), said)
        if found.setdefault(name, value) != value:
            other = next(one for one in given if names.get(plain(one)) == name)
            raise _refused(other, msg("{0!r} and {1!r} are the same option; leave one out", other, said))
    return found


def as_answered(said: Any, option: Tree) -> Any:
    """An answer in the form that an option has it, where it means that in another one; any other answer as it is.

    >>> as_answered("20-10", {"default": [10, 5, -5, -10]}), as_answered("15/0/-15", {"default": [1, 0, -1]})
    ([20, 10, -10, -20], [15, 0, -15])
    >>> as_answered(False, {"default": {"m": 1, "p": 1}}), as_answered("off", {"choices": {"true": {}, "false": {}}})
    ({'m': 0, 'p': 0}, 'false')
    >>> as_answered("あり", {"choices": {"none": {}, "dealer": {}}}), as_answered("none", {"default": ["daisangen"]})
    ('dealer', [])
    """
    default, word = option.get("default"), spell_choice(said).strip().casefold()
    meant = _choice_meant(said, word, option)
    if meant is not None:
        return meant
    if word in _NO | {"0"} and isinstance(default, list | dict):
        values = [*default.values()] if isinstance(default, dict) else default
        if not all(map(_is_number, values)) or not values:
            return [] if isinstance(default, list) else said
        return dict.fromkeys(default, 0) if isinstance(default, dict) else [0] * len(default)
    if isinstance(said, str) and isinstance(default, list) and all(map(_is_number, default)):
        return _amounts(said.strip(), default) or said
    return said


def _choice_meant(said: Any, word: str, option: Tree) -> Any:
    """The choice, or the value with a label, that is said as it is, by its label, or by yes or no; else ``None``."""
    choices = option.get("choices") or {}
    if spell_choice(said) in choices:
        return said
    labels = {
        str(name).casefold(): str(choice)
        for choice, label in _labels(option).items()
        for name in (label.values() if isinstance(label, dict) else [label])
    }
    meant = labels.get(word) or (labels.get("none") if word in _NO else None)
    if meant is not None and (meant in choices or type(typed_choice(meant)) is type(option.get("default"))):
        return meant if meant in choices else typed_choice(meant)
    none = next((one for one in ("false", "none", "0") if one in choices), None)
    others = [one for one in choices if one != none]
    answer = "true" if "true" in choices else others[0] if none and len(others) == 1 else None
    return none if word in _NO else answer if word in _YES else None


def _labels(option: Tree) -> Tree:
    """The labels of values; anything else in their place is refused where the option is read."""
    labels = option.get("labels")
    return labels if isinstance(labels, dict) else {}


def spellings_of(option: Tree) -> list[str]:
    """What people say for the choices of an option, besides the choices themselves."""
    labels = (label for label in _labels(option).values() if isinstance(label, dict))
    said = [*(str(name) for label in labels for name in label.values()), *sorted(_YES | _NO)]
    return [one for one in said if as_answered(one, option) in (option.get("choices") or {})]


def _amounts(said: str, default: list[Any]) -> list[Any]:
    """The amounts that a text lists, all or the first half of those that mirror each other; empty for other texts."""
    dashed = _DASHED.fullmatch(said)
    parts = [*dashed.groups()] if dashed else re.split(r"[/,・、]", said) if _PARTED.fullmatch(said) else []
    numbers = [float(part) if "." in part else int(part) for part in parts]
    if len(numbers) == len(default):
        return numbers
    mirrors = default == [-one for one in reversed(default)] and len(default) == 2 * len(numbers)
    if not mirrors or min(numbers, default=-1) < 0:
        return []
    first = sorted(numbers, reverse=True)
    return [*first, *(-one for one in reversed(first))]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
