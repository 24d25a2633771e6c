"""The flat form of a record: dotted keys and one text each, as the cells of a CSV row and the ``key=value`` of a line
have them.

A cell of tiles, seats or ids is text. Any other cell is read as YAML reads a scalar: ``true``, ``12`` and ``1.5``
mean what they say, all else is text; in double quotes (with JSON's escapes) it is text in any case; ``[...]`` and
``{...}`` are JSON. An empty cell is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from calc.errors import NotationError, RecordError
from calc.notation.melds import split_melds
from calc.records.json_text import parse_json, print_json
from calc.records.plain import plain_from, win_from
from calc.records.win import Win
from calc.strict_yaml import plain_scalar


class FlatKeys(Struct, frozen=True):
    """How the cells of a kind of record are read, by dotted key; ``koikoi.*`` means every key below ``koikoi``.

    ``text``: they are text, whatever they look like. ``dotted``: they hold a mapping, whose own keys may follow after a
    dot. ``lists``: they are texts, parted by commas. ``nobody``: they are text, or null.
    """

    text: frozenset[str]
    dotted: frozenset[str]
    lists: frozenset[str] = frozenset()
    nobody: frozenset[str] = frozenset()

    def is_text(self, key: str) -> bool:
        """Whether the cells of a key are text."""
        return _is_among(key, self.text)

    def is_list(self, key: str) -> bool:
        """Whether the cells of a key are texts parted by commas."""
        return _is_among(key, self.lists)

    def is_dotted(self, key: str) -> bool:
        """Whether the keys of the mapping at ``key`` may follow after a dot."""
        return _is_among(key, self.dotted)


def _is_among(key: str, keys: frozenset[str]) -> bool:
    return key in keys or (bool(keys) and f"{key.rpartition('.')[0]}.*" in keys)


#: The cells of a won riichi hand.
WIN_KEYS: Final = FlatKeys(
    text=frozenset(
        {
            "rules",
            "hand",
            "melds",
            "win",
            "by",
            "seat",
            "round",
            "from",
            "dora",
            "ura",
            "discards",
            "liable.seat",
            "liable.for",
        }
    ),
    dotted=frozenset({"options", "liable", "facts", "claim", "claim.payments"}),
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: An item of a list that needs no quotes.
_ITEM = re.compile(r"[\w-]+")


def flat_from(win: Win) -> dict[str, str]:
    """The cells of a win by dotted key; keys at their defaults are left out."""
    cells: dict[str, str] = {}
    for key, value in plain_from(win).items():
        flatten(key, _join_melds(value) if key == "melds" else value, cells, WIN_KEYS)
    return cells


def _join_melds(melds: list[str] | str) -> str:
    """Melds in one text: together where brackets keep them apart."""
    together = all(text.startswith(("(", "[")) for text in melds)
    return melds if isinstance(melds, str) else ("" if together else " ").join(melds)


def record_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Win:
    """The win that cells describe: a mapping, or pairs of dotted key and text.

    Raises :class:`~calc.errors.NotationError` for a key given twice and for quotes or JSON that cannot be read, else as
    :func:`~calc.records.plain.win_from`.
    """
    return win_from(unflatten(pairs))


def unflatten(pairs: Mapping[str, str] | Iterable[tuple[str, str]], keys: FlatKeys = WIN_KEYS) -> dict[str, Any]:
    """The plain data that cells spell, by whatever keys they have; empty cells are left out."""
    tree: dict[str, Any] = {}
    for key, cell in pairs.items() if isinstance(pairs, Mapping) else pairs:
        if cell:
            _put(tree, key, _read_cell(key, cell, keys), keys)
    return tree


def flatten(key: str, value: Any, cells: dict[str, str], keys: FlatKeys) -> None:
    """Add the cells of the value at ``key``, by dotted keys where they can be."""
    if keys.is_dotted(key) and isinstance(value, dict) and value and all(map(_NAME.fullmatch, value)):
        for name, item in value.items():
            flatten(f"{key}.{name}", item, cells, keys)
    else:
        cells[key] = _print_cell(key, value, keys)


def _print_cell(key: str, value: Any, keys: FlatKeys) -> str:
    if keys.is_list(key) and isinstance(value, list) and value and all(map(_ITEM.fullmatch, value)):
        return ",".join(value)
    if not isinstance(value, str):
        return print_json(value)
    is_bare = value.isprintable() and value and value == value.strip() and not is_marked(key, value, keys)
    return value if is_bare and _read_bare(key, value, keys) == value else print_json(value)


def is_marked(key: str, cell: str, keys: FlatKeys = WIN_KEYS) -> bool:
    """Whether a cell begins with the mark of quoted text or of JSON."""
    return cell.startswith('"') or (not keys.is_text(key) and cell.startswith(("[", "{")))


def _read_cell(key: str, cell: str, keys: FlatKeys) -> Any:
    value = _read_marked(key, cell) if is_marked(key, cell, keys) else _read_bare(key, cell, keys)
    return [text for _, text in split_melds(value)] if key == "melds" and isinstance(value, str) else value


def _read_marked(key: str, cell: str) -> Any:
    try:
        return parse_json(cell)
    except NotationError as error:
        hint = "text that begins with a quote or a bracket stands in double quotes, with JSON's escapes"
        raise NotationError(f"{key}: {error.message}; {hint}", key=key, column=error.column) from None


def _read_bare(key: str, cell: str, keys: FlatKeys) -> Any:
    if keys.is_list(key):
        return [item.strip() for item in cell.split(",")]
    if keys.is_text(key):
        return None if key in keys.nobody and cell == "null" else cell
    # Spreadsheets write truth values in capitals.
    scalar = plain_scalar(cell.lower() if cell in ("TRUE", "FALSE") else cell)
    return cell if scalar is None else scalar


def _put(tree: dict[str, Any], key: str, value: Any, keys: FlatKeys) -> None:
    """Set the value of a dotted key in a tree of mappings."""
    names = key.split(".") if keys.is_dotted(key.partition(".")[0]) else [key]
    at = tree
    for name in names[:-1]:
        inner = at.setdefault(name, {})
        if not isinstance(inner, dict):
            raise RecordError(f"expected {name!r} either whole or by its keys, found both it and {key!r}", key=key)
        at = inner
    if names[-1] in at:
        raise NotationError(f"expected each key once, found {key!r} a second time", key=key)
    at[names[-1]] = value
