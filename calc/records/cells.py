"""The flat form of a record: dotted keys and one text each, as the cells of a CSV row and the ``key=value`` of a line
have them.

A cell of tiles, seats or ids is text. Any other cell is read as YAML reads a scalar: ``true``, ``12`` and ``1.5``
mean what they say, all else is text; in double quotes (with JSON's escapes) it is text in any case; ``[...]`` and
``{...}`` are JSON. An empty cell is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, inspect

from calc.errors import NotationError, RecordError
from calc.notation.melds import split_melds
from calc.records.json_text import parse_json, print_json
from calc.records.misfit import Either, Names, Shape, Single, Table, table_of
from calc.strict_yaml import plain_scalar


class FlatKeys(Struct, frozen=True):
    """How the cells of a kind of record are read, by dotted key and the types of the record.

    ``kind``: the type of the record. ``apart``: the key that is spelled in a way of its own. ``has_lists``: whether a
    list of texts is spelled with commas, not as JSON.
    """

    kind: type[Struct]
    apart: str | None = None
    has_lists: bool = False

    def is_text(self, key: str) -> bool:
        """Whether the cells of a key are text, whatever they look like."""
        return _spelling_of(self, key).is_text

    def is_list(self, key: str) -> bool:
        """Whether the cells of a key are texts separated by commas."""
        return _spelling_of(self, key).is_list

    def may_be_null(self, key: str) -> bool:
        """Whether null is a value of a key: nobody, where a name is asked for."""
        return _spelling_of(self, key).may_be_null

    def is_dotted(self, key: str) -> bool:
        """Whether the keys of the mapping at ``key`` may follow after a dot."""
        return _spelling_of(self, key).is_dotted


class _Spelling(Struct, frozen=True):
    is_text: bool
    is_list: bool
    may_be_null: bool
    is_dotted: bool


@lru_cache(maxsize=4096)
def _spelling_of(keys: FlatKeys, key: str) -> _Spelling:
    """Work out how the cells of a dotted key are spelled, from the types of the record."""
    shape: Shape | None = table_of(keys.kind)
    for name in key.split("."):
        inner = shape.mapping if isinstance(shape, Either) else shape
        shape = inner.keys.get(name) if isinstance(inner, Table) else inner.each if isinstance(inner, Names) else None
    choice = shape if isinstance(shape, Either) else None
    return _Spelling(
        is_text=_is_text(choice.single if choice is not None and choice.mapping is None else shape),
        is_list=keys.has_lists
        and choice is not None
        and choice.single is choice.mapping is None
        and _is_text(choice.each),
        may_be_null=isinstance(shape, Single) and shape.fits(None),
        is_dotted=key != keys.apart
        and (isinstance(shape, Table | Names) or (choice is not None and choice.mapping is not None)),
    )


def _is_text(shape: Shape | None) -> bool:
    """Whether all values of a shape are text; null may stand for nobody."""
    kinds = inspect.StrType | inspect.LiteralType | inspect.NoneType
    return isinstance(shape, Single) and all(isinstance(one, kinds) for one in shape.types)


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: An item of a list that needs no quotes.
_ITEM = re.compile(r"[\w-]+")


def unflatten(pairs: Mapping[str, str] | Iterable[tuple[str, str]], keys: FlatKeys) -> dict[str, Any]:
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


def print_word(key: str, cell: str, keys: FlatKeys) -> str:
    """A cell as one word of a line: bare text that would fall apart at its blanks, or that holds quotes, is quoted."""
    if is_marked(key, cell, keys) or not any(character.isspace() or character == '"' for character in cell):
        return cell
    return print_json(cell)


def is_marked(key: str, cell: str, keys: FlatKeys) -> bool:
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
        return None if cell == "null" and keys.may_be_null(key) else cell
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
