"""Compare two rule tables value by value, by path, whatever their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from calc.tables.merge import Tree
from calc.tables.table import RuleTable

#: Keys that identify a set, or say where its values come from.
_HEAD = frozenset({"id", "origin", "chosen", "version", "name", "sources"})
#: Keys whose mappings are compared as a whole: half of a condition says nothing.
_WHOLE = frozenset({"when", "no_han_when", "each", "value"})
#: The key whose entries are compared as wholes: the changes that a choice makes.
_CHOICES = "choices"
_ABSENT: Any = object()


class Change(Struct, frozen=True, kw_only=True):
    """A value that differs. ``a``, ``b``: the value in each set, none where there is none; each with its source."""

    section: str
    path: str
    kind: Literal["changed", "added", "removed"]
    a: Any
    b: Any
    source_a: str | None
    source_b: str | None


def compare_tables(a: RuleTable, b: RuleTable) -> list[Change]:
    """All differences of two tables, in the order of the first one; values that only the second has come last."""
    left, right = ({key: value for key, value in table.data.items() if key not in _HEAD} for table in (a, b))
    return list(_inside((), left, right, None, None))


def _inside(path: tuple[str, ...], a: Tree, b: Tree, source_a: str | None, source_b: str | None) -> Iterator[Change]:
    """The differences of two mappings; a source counts only if nothing else differs."""
    source_a, source_b = _source(a, source_a), _source(b, source_b)
    keys = [key for key in dict.fromkeys((*a, *b)) if a.get(key, _ABSENT) != b.get(key, _ABSENT)]
    for key in keys:
        if key != "source" or keys == ["source"]:
            yield from _at((*path, key), a.get(key, _ABSENT), b.get(key, _ABSENT), source_a, source_b)


def _at(path: tuple[str, ...], a: Any, b: Any, source_a: str | None, source_b: str | None) -> Iterator[Change]:
    if isinstance(a, dict) and isinstance(b, dict) and path[-1] not in _WHOLE and _CHOICES not in path[-2:-1]:
        yield from _inside(path, a, b, source_a, source_b)
        return
    if len(path) == 1 and (isinstance(a, dict) or isinstance(b, dict)):
        # A section that only one of them has: each of its entries.
        yield from _inside(path, {} if a is _ABSENT else a, {} if b is _ABSENT else b, None, None)
        return
    kind: Literal["changed", "added", "removed"] = "changed"
    if a is _ABSENT:
        a, source_a, kind = None, None, "added"
    elif b is _ABSENT:
        b, source_b, kind = None, None, "removed"
    yield Change(
        section=path[0],
        path=".".join(path),
        kind=kind,
        a=_told(a),
        b=_told(b),
        source_a=_source(a, source_a),
        source_b=_source(b, source_b),
    )


def _source(value: Any, otherwise: str | None) -> str | None:
    """The source that a value names, else that of what is around it."""
    source = value.get("source") if isinstance(value, Mapping) else None
    return source if isinstance(source, str) else otherwise


def _told(value: Any) -> Any:
    """A value without its source, which is given beside it."""
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if key != "source"}
    return value
