"""Rule sets that are read once: by name and options, as long as their files stay as they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from calc.errors import RuleTableError
from calc.tables.shelf import is_file_name
from calc.tables.table import RuleTable, choose_options, read_table

R = TypeVar("R")
#: Rule sets that are kept: records may each choose options of their own, and there is no end of records.
_MOST: Final = 256
#: Tables that are kept: whoever tries rule files out may try any number of them.
_MOST_TABLES: Final = 64


class Loader(Generic[R]):
    """Loads rule sets and keeps them. ``read`` makes the typed rules of a merged table."""

    def __init__(self, read: Callable[[RuleTable], R]) -> None:
        self._read = read
        #: Rule sets by name, folder and options, with the files they were read from and when those were last changed.
        self._loaded: dict[tuple[str, str, bytes], tuple[R, dict[str, int]]] = {}
        #: The tables themselves, by name and folder: one file serves any number of options.
        self._tables: dict[tuple[str, str], tuple[RuleTable, dict[str, int]]] = {}

    def load(self, name: str, options: Mapping[str, Any] | None = None) -> R:
        """The rule set ``name`` (a shipped id or a file) with ``options`` chosen.

        Raises :class:`calc.RuleTableError`.
        """
        folder = str(Path.cwd()) if is_file_name(name) else ""
        key = (name, folder, _spelled(options or {}))
        known = self._loaded.get(key)
        if known is None or known[1] != _times(known[1]):
            table, times = self._table(name, folder)
            while len(self._loaded) >= _MOST:
                del self._loaded[next(iter(self._loaded))]
            known = self._loaded[key] = (self._read(choose_options(table, msgspec.json.decode(key[2]))), times)
        return known[0]

    def _table(self, name: str, folder: str) -> tuple[RuleTable, dict[str, int]]:
        known = self._tables.get((name, folder))
        if known is None or known[1] != _times(known[1]):
            table = read_table(name)
            while len(self._tables) >= _MOST_TABLES:
                del self._tables[next(iter(self._tables))]
            known = self._tables[name, folder] = (table, _times(table.files()))
        return known


def _spelled(options: Mapping[str, Any]) -> bytes:
    """The options as text, the same for the same ones."""
    try:
        return msgspec.json.encode(dict(options), order="sorted")
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        message = f"expected options of plain data (text, numbers, lists, mappings): {error}"
        raise RuleTableError(message, code="unknown_option", key="options") from None


def _times(files: Iterable[str]) -> dict[str, int]:
    """When each file was last changed; one that has gone stands at 0."""
    return {file: _changed(file) for file in files}


def _changed(file: str) -> int:
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return 0
