"""Rule sets kept ready from run to run: reading and checking their files takes longer than one hand.

Those that ship are made when the package is built, and lie beside its rules. For the command others are kept in the
user's own cache folder. To load one runs code, so nothing is read from a folder or a file that others can write. A rule
set is kept with the digests of the files that it was read from, and holds as long as these say the same.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.tables.shelf import rules_folder

#: Rule sets in the user's folder at most; the oldest go.
_MOST: Final = 256
#: What others can do to a file or folder of ours.
_BY_OTHERS: Final = 0o022
#: Where the shipped ones lie within the rules.
SHIPPED: Final = ".kept"
#: The variable that asks to keep others, as the command does: ``1``.
ASKED: Final = "YAKU_CACHE"


@cache
def _own_folder() -> Path | None:
    """The user's cache folder, for the command; none where it is not asked for, or where others can write too."""
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache" if "HOME" in os.environ else None)
    if os.environ.get(ASKED) != "1" or base is None or not hasattr(os, "getuid"):
        return None
    folder = Path(base) / "yaku" / _stamp()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_own(folder) else None
    except OSError:
        return None


#: Loads the rule set beside which others are kept, with the files that it is read from.
Base = Callable[[], tuple[Any, Iterable[str]]]


class Changed(Struct, frozen=True):
    """A rule set as it is kept beside another one: ``whole`` fields that differ, and of mappings the keys in their
    order with the entries that differ.
    """

    whole: dict[str, Any]
    entries: dict[str, tuple[list[str], dict[str, Any]]]

    @classmethod
    def of(cls, rules: Any, base: Any) -> Changed:
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


def recall(name: str, options: bytes, base: Base | None = None) -> tuple[Any, list[str]] | None:
    """The rule set of this name with these options, and the files it was read from; none if it is not kept, or if its
    files have changed. ``base``: as in :func:`keep`.
    """
    shipped, own = rules_folder() / SHIPPED, _own_folder()
    found = _recall(shipped, name, options, is_own=False)
    if found is None and own is not None:
        found = _recall(own, name, options, is_own=True)
    if found is not None and isinstance(found[0], Changed):
        return None if base is None else (found[0].on(base()[0]), found[1])
    return found


def _recall(folder: Path, name: str, options: bytes, *, is_own: bool) -> tuple[Any, list[str]] | None:
    try:
        path = folder / _file_for(name, options)
        if is_own and not _is_own(path):
            return None
        data = zlib.decompress(path.read_bytes())
        files, rules = pickle.loads(data)
        found = [str(rules_folder() / file) for file, _ in files]  # one outside of it is absolute
        if [digest for _, digest in files] != [_digest(file) for file in found]:
            return None
    except Exception:  # whatever is wrong with what is kept, the files say it anew
        return None
    return pickle.loads(rules), found


def keep(name: str, options: bytes, rules: Any, files: Iterable[str], base: Base | None = None) -> None:
    """Keep a rule set that was read from some files, as what it changes of a ``base``."""
    own = _own_folder()
    if own is not None and (data := pack(rules, files, base)) is not None:
        _write(own / _file_for(name, options), data)


def pack(rules: Any, files: Iterable[str], base: Base | None = None) -> bytes | None:
    """A rule set as it is kept; none for one that cannot be."""
    shipped = f"{rules_folder()}{os.sep}"
    try:
        if base is not None:
            under, below = base()
            rules, files = Changed.of(rules, under), {*files, *below}
        listed = [(file.removeprefix(shipped), _digest(file)) for file in sorted(files)]
        return zlib.compress(pickle.dumps((listed, pickle.dumps(rules, protocol=5)), protocol=5))
    except Exception:  # words of some games are functions
        return None


def _write(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, and let the oldest ones go."""
    beside = path.with_suffix(f".{os.getpid()}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        beside.replace(path)
        others = sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime)
        for one in others[:-_MOST]:
            one.unlink(missing_ok=True)
    except OSError:
        beside.unlink(missing_ok=True)  # a full disk, say: nothing is lost


def _file_for(name: str, options: bytes) -> str:
    where = os.path.realpath(name) if os.sep in name or "." in name else name
    return hashlib.sha256(b"\0".join([where.encode("utf-8", "surrogateescape"), options])).hexdigest()[:32]


def _is_own(path: Path) -> bool:
    """Whether only the user can write here."""
    found = path.stat()
    return found.st_uid == os.getuid() and not found.st_mode & _BY_OTHERS


def _digest(file: str) -> str:
    state = os.stat(file)
    return _digest_at(file, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=_MOST)
def _digest_at(file: str, changed: int, size: int) -> str:
    """The digest of a file, as long as it stays: many rule sets are read from the same files."""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


@cache
def _stamp() -> str:
    """What tells rule sets of this program from those of others: its own files and its Python."""
    package = Path(__file__).resolve().parent.parent
    parts = ("tables", "notation", "mahjong/rules", "mahjong/hand", "hanafuda/rules", "hanafuda/settle")
    files = [*package.glob("*/load.py"), *(file for part in parts for file in (package / part).rglob("*.py"))]
    seen = [(str(file), status.st_size, status.st_mtime_ns) for file in sorted(files) for status in [file.stat()]]
    return hashlib.sha256(repr((sys.version, seen)).encode()).hexdigest()[:16]
