"""Typed rules as flat leaves, so that a test can say what differs between two rule sets, and that nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from calc.hanafuda.load import HanafudaRules
from calc.hanafuda.rules.classes import Classes
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Value
from calc.hanafuda.rules.words import Word as CardWord
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.rules.words import Word
from calc.notation.cards import print_set

__all__ = ["ABSENT", "PRESENT", "changes", "leaves"]

#: Stand for an entry that only one of two rule sets has.
ABSENT = "absent"
PRESENT = "present"
#: What says how a rule set was made, and what follows from the rest of it.
_ASIDE = frozenset({"options", "chosen", "origin", "asked", "sets", "dora_after", "kinds"})


#: A condition in English; none for what is no condition.
Say = Callable[[Any], str | None]


@lru_cache
def leaves(rules: MahjongRules | HanafudaRules) -> dict[str, Any]:
    """Every value of a rule set by its dotted path; a condition is a leaf, in English."""
    found: dict[str, Any] = {}
    aside = _ASIDE | {"points", "in_hands", "in_piles", "asks_month"} if isinstance(rules, HanafudaRules) else _ASIDE
    for field in fields(rules):
        if field.name not in aside:
            found.update(_walk(getattr(rules, field.name), field.name, _say(rules)))
    return found


def _say(rules: MahjongRules | HanafudaRules) -> Say:
    if isinstance(rules, HanafudaRules):
        return lambda value: value.english() if isinstance(value, CardWord) else None
    lexicon = rules.lexicon
    return lambda value: value.english(lexicon) if isinstance(value, Word) else None


def _walk(value: Any, path: str, say: Say) -> Iterator[tuple[str, Any]]:
    phrase = say(value)
    parts = _parts(value) if phrase is None else None
    if parts is None:
        yield path, value if phrase is None else phrase
    else:
        for name, inner in parts.items():
            yield from _walk(inner, f"{path}.{name}", say)


def _parts(value: Any) -> dict[str, Any] | None:
    """What a value is made of, by name; none for a leaf."""
    if isinstance(value, Classes):
        return {name: print_set(value.of(name), load_deck()) for name in value.own}
    if isinstance(value, Struct):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        if isinstance(value, Yaku):  # its place and group rule follow from the rest
            del parts["order"], parts["best_of"]
        if isinstance(value, Value):
            parts["of"] = print_set(value.of, load_deck())
        return parts
    if isinstance(value, dict):
        return {str(key): inner for key, inner in value.items()}
    if isinstance(value, tuple) and all(isinstance(inner, Struct) for inner in value):
        return {inner.id: inner for inner in value}
    return None


def changes(before: MahjongRules | HanafudaRules, after: MahjongRules | HanafudaRules) -> dict[str, tuple[Any, Any]]:
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
