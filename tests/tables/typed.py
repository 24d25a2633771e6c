"""Typed rules as flat leaves, so that a test can say what differs between two rule sets, and that nothing else does."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Value
from calc.hanafuda.rules.words import Word as CardWord
from calc.hanafuda.settle.amounts import Amount
from calc.hanafuda.settle.conditions import Test
from calc.hanafuda.settle.sections import CarryRow
from calc.hanafuda.settle.words import Key, Times, Who
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import Lexicon, Word
from calc.notation.cards import print_set

#: Stand for an entry that only one of two rule sets has.
ABSENT = "absent"
PRESENT = "present"
#: What says how a rule set was made, and what follows from the rest of it.
_ASIDE = frozenset({"about", "options", "chosen", "origin", "asked", "sets", "dora_after", "kinds"})
#: The sections of mahjong rules that hold conditions.
_SPEAKING = frozenset({"yaku", "draw_yaku", "fu"})


#: A condition in English; none for what is no condition.
Say = Callable[[Any], str | None]


def _fields(rules: MahjongRules | HanafudaRules) -> dict[str, Any]:
    """The values of a rule set that count here, by name."""
    aside = (
        _ASIDE
        | {
            "points",
            "recalled",
            "readings",
            "deck",
            "factors",  # the steps that take them have them
        }
        if isinstance(rules, HanafudaRules)
        else _ASIDE
    )
    # What follows from the rest and is of interest by itself.
    more = ("has_pot", "has_stops", "titles", "unused") if isinstance(rules, HanafudaRules) else ()
    return {name: getattr(rules, name) for name in (*rules.__struct_fields__, *more) if name not in aside}


#: The phrases of conditions, by what everything is called; rule sets share most of their conditions.
_PHRASES: list[tuple[Lexicon, dict[int, tuple[Word, str]]]] = []


def _say(rules: MahjongRules | HanafudaRules) -> Say:
    if isinstance(rules, HanafudaRules):
        return _say_of_cards
    lexicon = rules.lexicon
    known = next((phrases for other, phrases in _PHRASES if other == lexicon), None)
    if known is None:
        _PHRASES.append((lexicon, known := {}))
    phrases = known

    def say(value: Any) -> str | None:
        if not isinstance(value, Word):
            return None
        if id(value) not in phrases:
            phrases[id(value)] = (value, value.phrase(lexicon))
        return phrases[id(value)][1]

    return say


def _say_of_cards(value: Any) -> str | None:
    """A condition on cards, or a word of the settlement, in English."""
    if isinstance(value, Times):
        return "" if value.factor is None else value.factor.text()
    if isinstance(value, Amount | Key | Test | Who):
        return value.text() if not getattr(value, "is_turn", False) else "turn"
    return value.text() if isinstance(value, CardWord) else None


def _walk(value: Any, path: str, say: Say) -> Iterator[tuple[str, Any]]:
    """Every value by its dotted path; a condition is a leaf, in English."""
    phrase = say(value)
    parts = _parts(value) if phrase is None else None
    if parts is None:
        yield path, value if phrase is None else phrase
    else:
        for name, inner in parts.items():
            yield from _walk(inner, f"{path}.{name}", say)


@dataclass
class _Pair:
    """The leaves of two rule sets. What is equal in both is one leaf, however much it holds: most of a rule set is."""

    old_say: Say
    new_say: Say
    #: Whether equal conditions are equal in English, since both rule sets call everything the same.
    alike: bool
    old: dict[str, Any] = field(default_factory=dict)
    new: dict[str, Any] = field(default_factory=dict)

    def add(self, path: str, old: Any, new: Any) -> None:
        if self.alike and (old is new or (type(old) is type(new) and old == new)):
            self.old[path] = self.new[path] = None
            return
        parts, others = (
            None if say(value) is not None else _parts(value)
            for value, say in ((old, self.old_say), (new, self.new_say))
        )
        if parts is None or others is None:
            self.old.update(_walk(old, path, self.old_say))
            self.new.update(_walk(new, path, self.new_say))
            return
        for name, inner in parts.items():
            if name in others:
                self.add(f"{path}.{name}", inner, others[name])
            else:
                self.old.update(_walk(inner, f"{path}.{name}", self.old_say))
        for name in others.keys() - parts.keys():
            self.new.update(_walk(others[name], f"{path}.{name}", self.new_say))


def _parts(value: Any) -> dict[str, Any] | None:
    """What a value is made of, by name; none for a leaf."""
    if isinstance(value, Classes):
        return {name: print_set(value.of(name), load_deck()) for name in value.own}
    if isinstance(value, Struct):
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
        if isinstance(value, Yaku):  # its place and group rule follow from the rest
            del parts["order"], parts["best_of"], parts["groups"]
        if isinstance(value, Value):
            parts["of"] = print_set(value.of, load_deck())
            parts["heavy"] = " / ".join(print_set(cards, load_deck()) for cards in value.heavy)
        return parts
    if isinstance(value, dict):
        return {str(key): inner for key, inner in value.items()}
    if isinstance(value, tuple) and value and all(isinstance(inner, CarryRow | Times | Key) for inner in value):
        return {str(place): inner for place, inner in enumerate(value)}
    if isinstance(value, tuple) and all(isinstance(inner, Struct) for inner in value):
        return {inner.id: inner for inner in value}
    return None


def changes(before: MahjongRules | HanafudaRules, after: MahjongRules | HanafudaRules) -> dict[str, tuple[Any, Any]]:
    """The leaves in which two rule sets differ, with both values; an entry that only one has is one change."""
    alike = isinstance(before, HanafudaRules) or before.lexicon == getattr(after, "lexicon", None)
    pair = _Pair(_say(before), _say(after), alike)
    others = _fields(after)
    for name, value in _fields(before).items():
        pair.add(name, value, others[name])
    old, new = pair.old, pair.new
    old_starts, new_starts = set[str](), set[str]()
    if old.keys() != new.keys():
        old_starts, new_starts = ({start for path in leaves for start in _beginnings(path)} for leaves in (old, new))
    found: dict[str, tuple[Any, Any]] = {}
    for path, value in old.items():
        if path not in new:
            found[_entry(path, new_starts)] = (PRESENT, ABSENT)
        elif new[path] != value:
            found[path] = (value, new[path])
    for path in new:
        if path not in old:
            found[_entry(path, old_starts)] = (ABSENT, PRESENT)
    return found


def _beginnings(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _entry(path: str, others: Set[str]) -> str:
    """The shortest beginning of ``path`` that is none of ``others``, if there is one."""
    return next((start for start in _beginnings(path) if start not in others), path)
