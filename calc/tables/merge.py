"""Differences applied to a rule table: the one mechanism behind ``extends``, options and house files.

A difference is a value at a path. Mappings are merged key by key, anything else is replaced, and null removes. A
condition or a value is a whole: half of an old condition under half of a new one would be nobody's rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calc.errors import did_you_mean

__all__ = ["Tree", "apply_change", "has_place", "merge_tree", "split_path"]

Tree = dict[str, Any]

#: Keys whose mappings are replaced as a whole.
_WHOLE = frozenset({"when", "each", "value", "choices"})


def split_path(path: str) -> tuple[str, ...]:
    """``"yaku.pinfu.when"`` as its parts."""
    return tuple(path.split("."))


def has_place(tree: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether the mapping that holds the last part of ``path`` exists."""
    for part in path[:-1]:
        tree = tree.get(part)  # type: ignore[assignment]
        if not isinstance(tree, Mapping):
            return False
    return True


def apply_change(tree: Tree, path: tuple[str, ...], value: Any) -> Tree:
    """A copy of ``tree`` with ``value`` at ``path``; the tree itself is left as it is.

    Raises :class:`KeyError`, with a sentence, where the path leads nowhere or removes what is not there.
    """
    first, *rest = path
    if rest:
        inside = tree.get(first)
        if not isinstance(inside, dict):
            raise KeyError(f"there is no {first!r} here{did_you_mean(first, tree)}")
        return {**tree, first: apply_change(inside, tuple(rest), value)}
    if value is None:
        if first not in tree:
            raise KeyError(f"null removes an entry, but there is no {first!r} here{did_you_mean(first, tree)}")
        return {key: kept for key, kept in tree.items() if key != first}
    old = tree.get(first)
    if isinstance(value, dict) and isinstance(old, dict) and first not in _WHOLE:
        return {**tree, first: merge_tree(old, value)}
    return {**tree, first: value}


def merge_tree(tree: Tree, differences: Tree) -> Tree:
    """A copy of ``tree`` with every difference applied."""
    for key, value in differences.items():
        tree = apply_change(tree, (key,), value)
    return tree
