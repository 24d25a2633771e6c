"""Typed rules as flat leaves, so that a test can say what differs between two rule sets, and that nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from calc.mahjong.schema import MahjongRules
from calc.mahjong.words import Word

__all__ = ["MISSING", "changes", "leaves"]

#: Stands for a leaf that one of two rule sets does not have.
MISSING = "missing"
#: What says how a rule set was made and not what it says; ``asked`` follows from the conditions.
_ASIDE = frozenset({"options", "chosen", "origin", "asked", "sets"})


def leaves(rules: MahjongRules) -> dict[str, Any]:
    """Every value of a rule set by its dotted path; a condition is a leaf, in English."""
    found: dict[str, Any] = {}
    for field in fields(rules):
        if field.name not in _ASIDE:
            found.update(_walk(getattr(rules, field.name), field.name, rules))
    return found


def _walk(value: Any, path: str, rules: MahjongRules) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Word):
        yield path, value.english(rules.lexicon)
    elif isinstance(value, Struct):
        for field in fields(value):
            yield from _walk(getattr(value, field.name), f"{path}.{field.name}", rules)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, f"{path}.{key}", rules)
    elif isinstance(value, tuple) and any(isinstance(inner, Struct) for inner in value):
        for inner in value:
            yield from _walk(inner, f"{path}.{inner.id}", rules)
    else:
        yield path, value


def changes(before: MahjongRules, after: MahjongRules) -> dict[str, tuple[Any, Any]]:
    """The leaves in which two rule sets differ, with their values in both."""
    old, new = leaves(before), leaves(after)
    return {
        path: (old.get(path, MISSING), new.get(path, MISSING))
        for path in [*old, *(path for path in new if path not in old)]
        if old.get(path, MISSING) != new.get(path, MISSING)
    }
