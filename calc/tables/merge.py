"""Apply changes to a rule table: the one mechanism behind ``extends``, options and house files.

A change is a value at a path. Mappings are merged key by key, anything else is replaced, and null removes. Conditions
and values are replaced as a whole: a mixture of an old condition and a new one would be nobody's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calc.errors import did_you_mean

Tree = dict[str, Any]
#: Stands for a value that is left out.
ABSENT: Any = object()


class ChangeError(Exception):
    """A change that cannot be made: why, and the path at fault."""

    def __init__(self, message: str, path: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


#: A new source drops the note on what others say, which was about the old one.
_SOURCE, _DISPUTED = "source", "disputed"
#: Keys whose mappings are replaced as a whole.
WHOLE = frozenset({"when", "no_han_when", "each", "value", "choices"})


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

    Raises :class:`ChangeError` where the path leads nowhere or removes what is not there.
    """
    first, *rest = path
    if rest:
        inside = tree.get(first)
        if not isinstance(inside, dict):
            raise ChangeError(f"there is no {first!r} here{did_you_mean(first, tree)}", (first,))
        return {**tree, first: _inside(first, inside, tuple(rest), value)}
    if value is None:
        if first not in tree:
            message = f"null removes an entry, but there is no {first!r} here{did_you_mean(first, tree)}"
            raise ChangeError(message, (first,))
        return {key: kept for key, kept in tree.items() if key != first}
    old = tree.get(first)
    if isinstance(value, dict) and isinstance(old, dict) and first not in WHOLE:
        if _SOURCE in value and _DISPUTED in old and _DISPUTED not in value:
            old = {key: kept for key, kept in old.items() if key != _DISPUTED}
        for key, inner in value.items():
            old = _inside(first, old, (key,), inner)
        return {**tree, first: old}
    return {**tree, first: value}


def _inside(first: str, tree: Tree, path: tuple[str, ...], value: Any) -> Tree:
    """Apply a change one level down; an error gets the whole path."""
    try:
        return apply_change(tree, path, value)
    except ChangeError as error:
        raise ChangeError(error.message, (first, *error.path)) from None


def put(tree: Tree, path: Sequence[str | int], value: Any) -> Tree:
    """A copy of a tree with a value at a path, or without one; a path that leads nowhere changes nothing."""
    first, *rest = map(str, path)
    if rest:
        inner = tree.get(first)
        return {**tree, first: put(inner, rest, value)} if isinstance(inner, dict) else tree
    if value is ABSENT:
        return {key: kept for key, kept in tree.items() if key != first}
    return {**tree, first: value}
