"""Yaku that a rule file takes from a list, such as the local yaku: ``yaku: {uumensai: local}``.

A list is a table of ``kind: yaku``. With a yaku come the sets of tiles, the facts and the shapes that it names, and its
sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from calc.errors import RuleTableError, did_you_mean
from calc.tables.misfit import OFF
from calc.tables.shelf import LIST, find_rule_file, list_ids
from calc.tables.table import ABSENT, ChangeError, RuleTable, Tree, apply_change, put

YAKU: Final = "yaku"
FROM: Final = "from"
_SOURCES: Final = "sources"
#: What a list holds besides, for its yaku to name.
NAMED: Final = ("sets", "facts", "shapes")
#: The key of a yaku that a list alone has.
_ONLY_LISTED: Final = "counter_example"


def take_entries(table: RuleTable, base: Tree, read: Callable[[Path], RuleTable]) -> Tree:
    """Put the yaku that the file takes from lists into its data, with all that they name.

    ``base``: the data of the set that it extends, which is returned without the yaku that these stand in place of.
    """
    yaku = table.data.get(YAKU)
    for name, given in [*yaku.items()] if isinstance(yaku, dict) else ():
        changes = {FROM: given} if isinstance(given, str) and given not in OFF else given
        if isinstance(changes, dict) and FROM in changes:
            shelf = _read_list(table, base, name, changes[FROM], read)
            table.data = put(table.data, (YAKU, name), _entry(table, shelf, name, changes))
            base = put(base, (YAKU, name), ABSENT)
            _check_suppressed(table, base, shelf, name)
            _bring_named(table, base, shelf, name)
    return base


def _read_list(table: RuleTable, base: Tree, name: str, wanted: Any, read: Callable[[Path], RuleTable]) -> RuleTable:
    path = (YAKU, name)
    try:
        shelf = read(find_rule_file(str(wanted), beside=Path(table.file).resolve().parent))
    except RuleTableError as error:
        if error.code != "unknown_rules":
            raise
        message = f"there is no list of yaku {wanted!r}{did_you_mean(str(wanted), list_ids())}"
        raise table.error(message, path) from None
    if shelf.data.get("kind") != LIST:
        raise table.error(f"{wanted!r} is no list of yaku{did_you_mean(str(wanted), list_ids())}", path)
    game = table.data.get("game", base.get("game"))
    if shelf.data.get("game") != game:
        raise table.error(f"expected a list of {game} yaku, {wanted!r} is of {shelf.data.get('game')}", path)
    known = shelf.data.get(YAKU, {})
    if name not in known:
        hint = "; the set has it already" if name in base.get(YAKU, {}) else ""
        raise table.error(f"there is no yaku {name!r} in {wanted}{hint or did_you_mean(name, known)}", path)
    return shelf


def _entry(table: RuleTable, shelf: RuleTable, name: str, changes: Tree) -> Tree:
    """The yaku of a list with what the file changes of it."""
    entry = {key: value for key, value in shelf.data[YAKU][name].items() if key != _ONLY_LISTED}
    for key, value in changes.items():
        try:
            entry = apply_change(entry, (key,), value)
        except ChangeError as error:
            raise table.error(error.message, (YAKU, name, *error.path)) from None
    return entry


def _check_suppressed(table: RuleTable, base: Tree, shelf: RuleTable, name: str) -> None:
    """A yaku of a list may stand in place of others of the list, whether or not these are taken too."""
    known = {**base.get(YAKU, {}), **table.data[YAKU], **shelf.data[YAKU]}
    for other in table.data[YAKU][name].get("suppresses", []) if table.knows(YAKU, name, "suppresses") else ():
        if other not in known:
            raise table.error(f"there is no yaku {other!r}{did_you_mean(other, known)}", (YAKU, name, "suppresses"))


def _bring_named(table: RuleTable, base: Tree, shelf: RuleTable, name: str) -> None:
    """Put what a yaku names into the data of the file, unless the file or the set that it extends has it."""
    entry = table.data[YAKU][name]
    words = set(_words(entry))
    needed = [(section, one) for section in NAMED for one in shelf.data.get(section, {}) if one in words]
    sources = [entry.get("source"), *(shelf.data[section][one].get("source") for section, one in needed)]
    parts = [part for text in sources if isinstance(text, str) for part in text.split(";")]
    named = {word for part in parts for word in part.replace(",", " ").split()[:1]}
    needed += [(_SOURCES, one) for one in shelf.data.get(_SOURCES, {}) if one in named]
    for section, one in needed:
        value = shelf.data[section][one]
        there = {**base.get(section, {}), **(table.data.get(section) or {})}
        if there.get(one, value) != value:
            message = (
                f"{name!r} of {entry[FROM]} brings {section}.{one} with it, and this set has another; rename yours"
            )
            raise table.error(message, (YAKU, name))
        if one not in there:
            table.data = {**table.data, section: {**(table.data.get(section) or {}), one: value}}
            for at, place in shelf.places.items():
                if at[:2] == (section, one):
                    table.places = {**table.places, at: place}


def _words(tree: Any) -> Iterator[str]:
    """All keys and texts in plain data."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield key
            yield from _words(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _words(value)
    elif isinstance(tree, str):
        yield tree
