"""Rule sets loaded, each once as long as its files stay, and kept ready from run to run: reading and checking their
files takes longer than one hand.

Those that ship are made when the package is built, and lie beside its rules. For the command others are kept in the
user's own cache folder. To load one runs code, so nothing is read that others could have written: in the cache all is
the user's own, and what ships has the owner of this module and is open to nobody who could not change that.

A rule set is kept with the sizes and sums of the files that it was read from, and holds as long as these say the same.
"""

import os
import pickle
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.errors import RuleTableError
from calc.fit import READING
from calc.tables.shelf import is_file_name, lent, rules_folder, shipped_files, times_of
from calc.tables.table import RuleTable
from calc.translation import msg

R = TypeVar("R")
D = TypeVar("D")
#: Rule sets in memory at most: records may each choose options of their own, and there is no end of records.
_MOST_SETS: Final = 256
#: How many tables are in memory: a program may try any number of rule files.
_MOST_TABLES: Final = 64
#: Rule sets of the user's folder at most, and versions of the program whose rule sets stay; the oldest go.
_MOST: Final = 256
#: How many a process keeps: one that loads more tries options in pairs, and would let go what others need.
_MOST_OF_ONE: Final = 128
_MOST_VERSIONS: Final = 4
_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
#: Where the shipped ones lie within the rules.
SHIPPED: Final = ".kept"
#: The variable that asks to keep others, as the command does (``1``), or to use no kept ones at all (``0``).
ASKED: Final = "YAKU_CACHE"
#: The modules whose objects are kept, or that make them.
_MAKERS: Final = (
    *("tables", "notation", "mahjong", "mahjong/rules", "mahjong/rules/words", "mahjong/hand"),
    *("mahjong/value", "hanafuda", "hanafuda/rules", "hanafuda/settle", "hanafuda/rounds"),
)


class Loader(Generic[R]):
    """Loads rule sets and keeps them. ``read`` makes the typed rules of a table; ``base``: others extend this set."""

    def __init__(self, read: Callable[[RuleTable], R], base: str | None = None) -> None:
        self._read = read
        self._base = base
        #: Rule sets by name, folder and options, with the files they were read from and when those were last changed.
        self._loaded: dict[tuple[str, str, bytes], tuple[R, dict[str, int]]] = {}
        #: The tables themselves, by name and folder: one file serves any number of options.
        self._tables: dict[tuple[str, str], tuple[RuleTable, dict[str, int]]] = {}

    def load(self, name: str, options: Mapping[str, Any] | None = None) -> R:
        """The rule set ``name`` (a shipped id or a file) with ``options`` chosen.

        Raises :class:`calc.RuleTableError`.
        """
        return self._known(name, options or {})[0]

    def derive(self, what: str, name: str, options: Mapping[str, Any], make: Callable[[], D]) -> D:
        """Something that follows from a rule set alone, kept as it is."""
        if name in lent.get():
            return make()
        kept = recall(name, _spelled(options), what)
        made: D = make() if kept is None else kept[0]
        if kept is None:
            with suppress(RuleTableError):  # its file has gone since
                files = self._known(name, options)[1]
                keep(name, _spelled(options), lambda: (made, files), what)
        return made

    def _known(self, name: str, options: Mapping[str, Any]) -> tuple[R, dict[str, int]]:
        folder = lent.get()[name].digest if name in lent.get() else str(Path.cwd()) if is_file_name(name) else ""
        key = (name, folder, _spelled(options))
        known = self._loaded.get(key)
        if known is None or known[1] != times_of(known[1]):
            with READING:
                known = self._load(key)
        return known

    def _load(self, key: tuple[str, str, bytes]) -> tuple[R, dict[str, int]]:
        name, folder, options = key
        known = self._loaded.get(key)
        if known is not None and known[1] == times_of(known[1]):
            return known  # another thread has just read it
        while len(self._loaded) >= _MOST_SETS:
            del self._loaded[next(iter(self._loaded))]
        # From run to run options are kept as what they change of their set, other sets as what they change of the base.
        base = name if options != _spelled({}) else self._base if name != self._base else None
        kept = recall(name, options, self._read.__name__) if name not in lent.get() else None
        if kept is not None and isinstance(kept[0], Changed):
            kept = None if base is None else (kept[0].on(self._known(base, {})[0]), kept[1])
        if kept is not None:
            rules, times = kept[0], times_of(kept[1])
        else:
            from calc.tables.options import choose_options

            table, times = self._table(name, folder)
            rules = self._read(choose_options(table, msgspec.json.decode(options)))
            if name not in lent.get():
                keep(name, options, lambda: self._beside(base, rules, times), self._read.__name__)
        known = self._loaded[key] = (rules, times)
        return known

    def _beside(self, base: str | None, rules: R, files: Iterable[str]) -> tuple[Any, Iterable[str]]:
        """A rule set as it is kept beside another one, and the files of both."""
        if base is None:
            return rules, files
        under, below = self._known(base, {})
        return Changed.of(rules, under), {*files, *below}

    def _table(self, name: str, folder: str) -> tuple[RuleTable, dict[str, int]]:
        known = self._tables.get((name, folder))
        if known is None or known[1] != times_of(known[1]):
            from calc.tables.loader import read_table

            table = read_table(name)
            while len(self._tables) >= _MOST_TABLES:
                del self._tables[next(iter(self._tables))]
            known = self._tables[name, folder] = (table, times_of(table.files()))
        return known


def _spelled(options: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(dict(options), order="sorted")
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        message = msg("expected options of plain data (text, numbers, lists, mappings): {0}", error)
        raise RuleTableError(message, code="unknown_option", key="options") from None


# ---- from run to run


class Changed(Struct, frozen=True):
    """A rule set as it is kept beside another one: ``whole`` fields that differ, and of mappings the keys in their
    order with the entries that differ.
    """

    whole: dict[str, Any]
    entries: dict[str, tuple[list[str], dict[str, Any]]]

    @classmethod
    def of(cls, rules: Any, base: Any) -> "Changed":
        """What differs from the base; values that are written alike do not: ``1`` and ``true`` are two."""
        whole: dict[str, Any] = {}
        entries: dict[str, tuple[list[str], dict[str, Any]]] = {}
        for field in rules.__struct_fields__:
            here, there = getattr(rules, field), getattr(base, field)
            if isinstance(here, dict) and isinstance(there, dict):
                changed = {key: one for key, one in here.items() if not _is_same(one, there.get(key))}
                if changed or [*here] != [*there]:
                    entries[field] = [*here], changed
            elif not _is_same(here, there):
                whole[field] = here
        return cls(whole, entries)

    def on(self, base: Any) -> Any:
        """The rule set again."""
        entries = {field: {**getattr(base, field), **changed} for field, (_, changed) in self.entries.items()}
        ordered = {field: {key: entries[field][key] for key in keys} for field, (keys, _) in self.entries.items()}
        return replace(base, **self.whole, **ordered)


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and repr(one) == repr(other))


def recall(name: str, options: bytes, what: str) -> tuple[Any, list[str]] | None:
    """The rule set of this name with these options, perhaps as :class:`Changed`, and the files it was read from; none
    if it is not kept, or if its files have changed. ``what``: how it is read, or what follows
    from it.
    """
    is_asked = os.environ.get(ASKED) != "0" and _is_certain(name)
    for folder in (rules_folder() / SHIPPED, _own_folder()) if is_asked else ():
        try:
            if folder is not None:
                return _read(folder, _key(name, options, what))
        except Exception:  # whatever is wrong with what is kept, the files say it anew
            continue
    return None


#: How many rule sets this process has kept.
_written = count()


def keep(name: str, options: bytes, make: Callable[[], tuple[Any, Iterable[str]]], what: str) -> None:
    """Keep a rule set, or ``what`` follows from it, with the files that it was read from."""
    folder = _own_folder() if _is_certain(name) else None
    if folder is not None and next(_written) < _MOST_OF_ONE:
        with suppress(OSError, RuleTableError, *NOT_KEPT):  # a full disk, say: nothing is lost
            _write(folder, *pack(name, options, *make(), what))


#: What :mod:`pickle` raises for what it cannot keep.
NOT_KEPT: Final = (pickle.PicklingError, AttributeError, TypeError, RecursionError)


def pack(name: str, options: bytes, rules: Any, files: Iterable[str], what: str) -> tuple[str, bytes]:
    """A rule set as it is kept: the name of its file, and what is in it. Raises one of :data:`NOT_KEPT`."""
    key, within = _key(name, options, what), f"{rules_folder()}{os.sep}"
    listed = [(os.path.abspath(file).removeprefix(within), *_sum(file)) for file in sorted(files)]
    head = msgspec.json.encode((key, _code()[0], listed))
    return _file_for(key), head + b"\n" + zlib.compress(pickle.dumps(rules, protocol=5))


def _file_for(key: str) -> str:
    # Another key may have the same, so the key is in the file too.
    return f"{zlib.crc32(key.encode()):08x}{zlib.adler32(key.encode()):08x}"


def _is_certain(name: str) -> bool:
    """Whether a name means the same file whatever other files say."""
    return is_file_name(name) or name in shipped_files()


def _key(name: str, options: bytes, what: str) -> str:
    where = str(Path(name).resolve()) if is_file_name(name) else ""
    return repr((name, where, options, what))


def _read(folder: Path, key: str) -> tuple[Any, list[str]]:
    handle = os.open(folder / _file_for(key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with open(handle, "rb") as stream:
        found = os.fstat(stream.fileno())
        program = os.stat(__file__) if folder.name == SHIPPED else None
        if not (stat.S_ISREG(found.st_mode) and _is_safe(found, program)):
            raise PermissionError
        head, _, data = stream.read().partition(b"\n")
    kept, code, listed = msgspec.json.decode(head)
    files = [str(rules_folder() / file) for file, *_ in listed]  # one outside of it is absolute
    if (kept, code) != (key, _code()[0]) or [tuple(said) for _, *said in listed] != [*map(_sum, files)]:
        raise LookupError
    return pickle.loads(zlib.decompress(data)), files


def _write(folder: Path, name: str, data: bytes) -> None:
    """Write a file that is there whole or not at all, and let the oldest ones go."""
    beside = folder / f"{name}.{os.getpid()}.{time.monotonic_ns()}"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        beside.replace(folder / name)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    for old in _oldest(folder, _MOST):
        old.unlink(missing_ok=True)


def _oldest(folder: Path, most: int) -> list[Path]:
    found = sorted(os.scandir(folder), key=lambda one: one.stat(follow_symlinks=False).st_mtime_ns)
    return [Path(one.path) for one in found[:-most]]


@cache
def _own_folder() -> Path | None:
    """The user's cache folder, for the command; none where it is not asked for, or where others can write too."""
    said, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    base = Path(said) if os.path.isabs(said) else Path(home, ".cache") if os.path.isabs(home) else None
    if os.environ.get(ASKED) != "1" or base is None or not hasattr(os, "getuid"):
        return None
    ours = base / "yaku"
    folder = ours / _code()[1]
    try:
        if not _is_safe((base if base.exists() else base.parent).stat()):
            return None
        for one in (base, ours, folder):
            if not os.path.lexists(one):
                one.mkdir(mode=0o700, exist_ok=True)
            found = one.lstat()
            if one != base and not (stat.S_ISDIR(found.st_mode) and _is_safe(found)):
                return None
        for old in _oldest(ours, _MOST_VERSIONS):
            import shutil

            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder


def _is_safe(found: os.stat_result, program: os.stat_result | None = None) -> bool:
    """Whether nobody can have written it but the user, or whoever could write the ``program`` itself."""
    if program is not None:
        return found.st_uid == program.st_uid and not found.st_mode & ~program.st_mode & _BY_OTHERS
    return found.st_uid == os.getuid() and not found.st_mode & _BY_OTHERS


def _sum(file: str) -> tuple[int, int]:
    """What tells a file from a changed one: its size, and a sum that any change of a few characters changes."""
    data = Path(file).read_bytes()
    return len(data), zlib.crc32(data)


@cache
def _code() -> tuple[str, str]:
    """What tells this program from others: wherever it is installed, and here, where a file may be edited."""
    package = Path(__file__).resolve().parent.parent
    found = []
    for part in _MAKERS:
        with os.scandir(package / part) as inside:
            found += [(f"{part}/{one.name}", one.stat()) for one in inside if one.name.endswith(".py")]
    found.sort(key=lambda one: one[0])
    anywhere = [(name, status.st_size) for name, status in found]
    here = (anywhere, sys.version, msgspec.__version__, str(package), [status.st_mtime_ns for _, status in found])
    names = sorted(shipped_files())
    return f"{zlib.crc32(repr(anywhere).encode()):08x}", f"{zlib.crc32(repr((here, names)).encode()):08x}"
