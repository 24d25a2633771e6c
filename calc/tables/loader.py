"""Rule files read, and merged with what they extend.

A file may also take yaku from a list, such as the local yaku: ``yaku: {uumensai: local}``. A list is a table of ``kind:
yaku``. With a yaku come the sets of tiles, the facts and the shapes that it names, and its sources.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from calc.errors import RuleTableError, UnreadableError, did_you_mean
from calc.fit import KeyPath
from calc.strict_yaml import one_document
from calc.tables.misfit import OFF, Faults
from calc.tables.options import as_answered, check_options, choose_options, names_of
from calc.tables.shelf import (
    LIST,
    MAX_EXTENDS,
    find_excess,
    find_rule_file,
    lent,
    list_ids,
    plain,
    read_text,
    rules_folder,
    shipped_files,
    times_of,
)
from calc.tables.table import ABSENT, Place, RuleTable, Tree, Wrong, changed, put, sources_of, value_at
from calc.text import UNPRINTABLE
from calc.translation import msg

#: How many texts of files are kept: more than are shipped, else whoever reads all of them again would find none.
_MOST_TEXTS: Final = 128
#: What is known of a rule set besides what its files say.
ADDED: Final = ("id", "origin", "chosen")
#: Keys of names and sentences, and of several of them by choice.
NAMES: Final = frozenset({"name", "about", "question", "meaning"})
LABELS: Final = "labels"
#: The sets that ship, as they are merged, with the times of their files.
_merged_once: Final[dict[Path, tuple[RuleTable, dict[str, int]]]] = {}
_LANGUAGES: Final = frozenset({"en", "ja"})
_YAKU: Final = "yaku"
_FROM: Final = "from"
_SOURCES: Final = "sources"
#: What a list holds besides, for its yaku to name.
_NAMED: Final = ("sets", "facts", "shapes")
#: The key of a yaku that a list alone has.
_ONLY_LISTED: Final = "counter_example"


def load_table(name: str) -> RuleTable:
    """The table of the rule set ``name`` (a shipped id, or a file) with its options as they are by default.

    Raises :class:`RuleTableError`: ``unknown_rules``, or ``rule_table`` with file, line and path.
    """
    return choose_options(read_table(name), {})


def read_table(name: str, faults: Faults | None = None, without: KeyPath = ()) -> RuleTable:
    """The table of the rule set ``name`` as its files say it, before any option is applied.

    ``faults``: where the mistakes of the file itself are noted, all of them; ``without``: an entry of it to leave out.
    """
    if name in lent.get() and faults is None:
        return lent.get()[name].table
    path = find_rule_file(name)
    if faults is None and path in shipped_files().values():
        shipped = _shipped(path)
        return shipped.beside({**shipped.data, "origin": name}, shipped.places, shipped.file)
    table = read_file(path)
    table.faults = faults
    if without:
        table.data = put(table.data, without, ABSENT)
        table.places = {at: place for at, place in table.places.items() if at[: len(without)] != without}
    table = _merged(table, ())
    table.data["origin"] = name
    return table


def _shipped(path: Path) -> RuleTable:
    """The table of a set that ships, merged once as long as its files stay: most files extend one of them."""
    known = _merged_once.get(path)
    if known is None or known[1] != times_of(known[1]):
        table = _merged(read_file(path), ())
        known = _merged_once[path] = (table, times_of(table.files()))
    return known[0]


def _merged(table: RuleTable, inside: tuple[Path, ...]) -> RuleTable:
    """The table of a file with everything it extends merged under it."""
    path = Path(table.file)
    table.ask(
        ((key,), msg("unknown key {0!r}; a rule set is called as its file is", key))
        for key in ADDED
        if key in table.data
    )
    base = table.data.pop("extends", None)
    if base is None:
        _take_entries(table, {})
    elif isinstance(base, str):
        table = _extend(table, base, (*inside, path.resolve()))
    else:
        raise table.error(msg("expected the id of a rule set, found {0!r}", base), ("extends",))
    if not path.resolve().is_relative_to(rules_folder()):
        table.data = _in_all_languages(table.data)
    table.data["id"] = path.stem
    table.data["chosen"] = {}
    check_options(table)
    return table


def _spell_out(table: RuleTable, base: Tree) -> None:
    """Write out what a house file may say shortly: one name for all languages, and a default of an option by itself, in
    the form that it has in the set that the file extends.
    """
    said, known, name = table.data.get("options"), base.get("options", {}), table.data.get("name")
    if isinstance(name, str):
        table.data = {**table.data, "name": {"en": name, "ja": name}}
    if not isinstance(said, dict):
        return
    names = names_of(known)
    own = {str(key): key if key in known else names.get(plain(key), str(key)) for key in said}
    if len({*own.values()}) < len(own):
        twice = next(key for key, name in own.items() if key != name and name in said)
        raise table.error(
            msg("{0!r} and {1!r} are the same option; leave one out", twice, own[twice]), ("options", twice)
        )
    short = {key for key, value in said.items() if value is not None and not isinstance(value, dict)}
    options = {own[key]: {"default": value} if key in short else value for key, value in said.items()}
    for key, one in options.items():
        if isinstance(one, dict) and "default" in one and isinstance(value_at(known, (key,)), dict):
            asked = {**known[key], **one, "default": known[key].get("default")}
            options[key] = {**one, "default": as_answered(one["default"], asked)}
    table.data = {**table.data, "options": options}
    for at, place in [*table.places.items()]:
        if at[:1] == ("options",) and len(at) > 1:
            named: KeyPath = ("options", own[str(at[1])], *at[2:])
            table.places = {**table.places, named: place}
            if at[1] in short:
                table.places = {**table.places, (*named, "default"): place}


def _in_all_languages(tree: Tree) -> Tree:
    """The tree with names and sentences of one language in place of those of the other.

    Shipped files say both; who writes for one table need not.
    """
    changed: Tree = {}
    for key, value in tree.items():
        if key in NAMES:
            said = {"en": value, "ja": value} if isinstance(value, str) else value
            if isinstance(said, dict) and len(said.keys() & _LANGUAGES) == 1:
                (known,) = said.keys() & _LANGUAGES
                said = {**dict.fromkeys(_LANGUAGES, said[known]), **said}
        elif key == LABELS and isinstance(value, dict):
            said = {one: _in_all_languages({"name": label})["name"] for one, label in value.items()}
        else:
            said = _in_all_languages(value) if isinstance(value, dict) and key != _SOURCES else value
        if said is not value:
            changed[key] = said
    return {**tree, **changed} if changed else tree


def take_from(name: str, base: str, yaku: Iterable[str]) -> RuleTable:
    """The table of the set ``base`` with these yaku of the list ``name``."""
    path = find_rule_file(name)
    taken = {one: {_FROM: path.stem} for one in yaku}
    written = read_file(path).places
    places: dict[KeyPath, Place] = {at: place for at, place in written.items() if at[:1] == (_YAKU,) and len(at) == 2}
    table = RuleTable({_YAKU: taken}, places, str(path))
    table = _extend(table, base, (path.resolve(),))
    table.data |= {"id": Path(base).stem, "origin": base, "chosen": {}}
    check_options(table)
    return choose_options(table, {})


def _extend(table: RuleTable, base: str, chain: tuple[Path, ...]) -> RuleTable:
    try:
        under = find_rule_file(base, beside=chain[-1].parent)
    except RuleTableError as error:
        raise table.error(error.message, ("extends",)) from None
    if under.resolve() in chain or len(chain) >= MAX_EXTENDS:
        raise table.error(msg("{0!r} extends this file in turn; a rule set cannot stand on itself", base), ("extends",))
    parent = _shipped(under) if under in shipped_files().values() else _merged(read_file(under), chain)
    data = {**parent.data}
    if "kind" in data:
        raise table.error(msg("expected a rule set, {0!r} is a table of kind {1!r}", base, data["kind"]), ("extends",))
    data.pop("about", None)  # it is about the other set
    game, its = table.data.get("game", data.get("game")), data.get("game")
    if game != its:
        message = msg("expected 'game: {0}', found {1!r}; the file extends {2!r}, which is of {0}", its, game, base)
        raise table.error(message, ("game",))
    data = _take_entries(table, data)
    _spell_out(table, data)
    wrong: Wrong = []
    for key, value in table.data.items():
        data = changed(data, (key,), value, wrong)
    table.ask(wrong)
    return parent.beside(data, {**parent.places, **table.places}, table.file, table.faults)


def read_file(path: Path) -> RuleTable:
    """What one file says by itself. Raises :class:`RuleTableError`."""
    file = str(path)
    if UNPRINTABLE.search(path.stem):
        raise RuleTableError("expected a file name that can be shown, found {0!r}; give it another name", path.name)
    data, places = _read_text(read_text(path), file)
    return RuleTable(dict(data), places, file)


@lru_cache(maxsize=_MOST_TEXTS)
def _read_text(text: str, file: str) -> tuple[Tree, dict[KeyPath, Place]]:
    """What the text of a file says, and where each value is written.

    A set that others extend is read for each of them, and whatever looks for mistakes reads a file again and again.
    """
    try:
        document = one_document(text)
    except UnreadableError as error:
        raise RuleTableError(error.message, file=file, line=error.line) from None
    if not isinstance(document.value, dict):
        raise RuleTableError("expected a mapping of rule sections (game, version, yaku, ...)", file=file, line=1)
    places = {at: (file, line) for at, line in document.lines.items()}
    excess = find_excess(document.value)
    if excess is not None:
        raise RuleTable(document.value, places, file).error(*excess)
    return document.value, places


# ---- yaku from lists


def _take_entries(table: RuleTable, base: Tree) -> Tree:
    """Put the yaku that the file takes from lists into its data, with all that they name.

    ``base``: the data of the set that it extends, which is returned without the yaku that these stand in place of.
    """
    yaku = table.data.get(_YAKU)
    for name, given in [*yaku.items()] if isinstance(yaku, dict) else ():
        changes = {_FROM: given} if isinstance(given, str) and given not in OFF else given
        if isinstance(changes, dict) and _FROM in changes:
            table.attempt(partial(_take_entry, table, base, name, changes), _YAKU, name)
            base = put(base, (_YAKU, name), ABSENT)
    return base


def _take_entry(table: RuleTable, base: Tree, name: str, changes: Tree) -> None:
    """Put a yaku of a list into the data of a file, with what the file changes of it."""
    shelf = _read_list(table, base, name, changes[_FROM])
    entry = {key: value for key, value in shelf.data[_YAKU][name].items() if key != _ONLY_LISTED}
    wrong: Wrong = []
    for key, value in changes.items():
        entry = changed(entry, (key,), value, wrong, (_YAKU, name))
    table.ask(wrong)
    table.data = put(table.data, (_YAKU, name), entry)
    # It may stand in place of others of the list, whether or not these are taken too.
    known = {**base.get(_YAKU, {}), **table.data[_YAKU], **shelf.data[_YAKU]}
    for other in entry.get("suppresses", []) if table.knows(_YAKU, name, "suppresses") else ():
        table.check_known(other, known, "yaku", (_YAKU, name, "suppresses"))
    _bring_named(table, base, shelf, name)


def _read_list(table: RuleTable, base: Tree, name: str, wanted: Any) -> RuleTable:
    path, near = (_YAKU, name), did_you_mean(str(wanted), list_ids())
    try:
        shelf = read_file(find_rule_file(str(wanted), beside=Path(table.file).resolve().parent))
    except RuleTableError as error:
        if error.code != "unknown_rules":
            raise
        raise table.error(msg("there is no list of yaku {0!r}{1}", wanted, near), path) from None
    if shelf.data.get("kind") != LIST:
        raise table.error(msg("{0!r} is no list of yaku{1}", wanted, near), path)
    game, its = table.data.get("game", base.get("game")), shelf.data.get("game")
    if its != game:
        raise table.error(msg("expected a list of {0} yaku, {1!r} is of {2}", game, wanted, its), path)
    known = shelf.data.get(_YAKU, {})
    if name not in known:
        is_there = name in base.get(_YAKU, {})
        hint = msg("; the set has it already") if is_there else did_you_mean(name, known)
        raise table.error(msg("there is no yaku {0!r} in {1}{2}", name, wanted, hint), path)
    return shelf


def _bring_named(table: RuleTable, base: Tree, shelf: RuleTable, name: str) -> None:
    """Put what a yaku names into the data of the file, unless the file or the set that it extends has it."""
    entry = table.data[_YAKU][name]
    words = set(_words(entry))
    needed = [(section, one) for section in _NAMED for one in shelf.data.get(section, {}) if one in words]
    sources = [entry.get("source"), *(shelf.data[section][one].get("source") for section, one in needed)]
    named = {one for text in sources if isinstance(text, str) for one in sources_of(text)}
    needed += [(_SOURCES, one) for one in shelf.data.get(_SOURCES, {}) if one in named]
    for section, one in needed:
        value = shelf.data[section][one]
        there = {**base.get(section, {}), **(table.data.get(section) or {})}
        if there.get(one, value) != value:
            message = "{0!r} of {1} brings {2}.{3} with it, and this set has another; rename yours"
            raise table.error(msg(message, name, entry[_FROM], section, one), (_YAKU, name))
        if one not in there:
            table.data = {**table.data, section: {**(table.data.get(section) or {}), one: value}}
            own = {at: place for at, place in shelf.places.items() if at[:2] == (section, one)}
            table.places = {**table.places, **own}


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
