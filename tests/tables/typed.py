"""Typed rules as flat leaves, so that a test can say what differs between two rule sets, and that nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from calc.mahjong.schema import MahjongRules
from calc.mahjong.words import Lexicon, Word

__all__ = ["ABSENT", "PRESENT", "changes", "leaves"]

#: Stand for an entry that only one of two rule sets has.
ABSENT = "absent"
PRESENT = "present"
#: What says how a rule set was made, and what follows from the rest of it.
_ASIDE = frozenset({"options", "chosen", "origin", "asked", "sets", "dora_after", "kinds"})


@lru_cache
def leaves(rules: MahjongRules) -> dict[str, Any]:
    """Every value of a rule set by its dotted path; a condition is a leaf, in English."""
    found: dict[str, Any] = {}
    lexicon = rules.lexicon
    for field in fields(rules):
        if field.name not in _ASIDE:
            found.update(_walk(getattr(rules, field.name), field.name, lexicon))
    return found


def _walk(value: Any, path: str, lexicon: Lexicon) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Word):
        yield path, value.english(lexicon)
    elif isinstance(value, Struct):
        for field in fields(value):
            yield from _walk(getattr(value, field.name), f"{path}.{field.name}", lexicon)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, f"{path}.{key}", lexicon)
    elif isinstance(value, tuple) and all(isinstance(inner, Struct) for inner in value):
        for inner in value:
            yield from _walk(inner, f"{path}.{inner.id}", lexicon)
    else:
        yield path, value


def changes(before: MahjongRules, after: MahjongRules) -> dict[str, tuple[Any, Any]]:
    """The leaves in which two rule sets differ, with both values; an entry that only one has is one change."""
    old, new = leaves(before), leaves(after)
    found: dict[str, tuple[Any, Any]] = {}
    for path, value in old.items():
        if path not in new:
            found[_entry(path, new)] = (PRESENT, ABSENT)
        elif new[path] != value:
            found[path] = (value, new[path])
    for path in new:
        if path not in old:
            found[_entry(path, old)] = (ABSENT, PRESENT)
    return found


def _entry(path: str, others: dict[str, Any]) -> str:
    """The shortest beginning of ``path`` under which nothing of ``others`` stands, if there is one."""
    parts = path.split(".")
    beginnings = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    new = (start for start in beginnings if not any(f"{other}.".startswith(f"{start}.") for other in others))
    return next(new, path)
