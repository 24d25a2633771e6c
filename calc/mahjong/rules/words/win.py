"""Words about a win: how it was won, what the record declares, and the fu and yaku that were found before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, Literal

from calc.mahjong.hand.hand import CHANKAN, RIICHI
from calc.mahjong.rules.words.base import Code, Either, Lexicon, Need, State, Term, spell
from calc.tables.conditions import NOT, Number, listed
from calc.translation import msg

_FLAGS: Final = (False, True)
#: The declarations that a condition can ask for, and their values in the order of their codes.
_DECLARATIONS: Final[dict[str, tuple[bool | str, ...]]] = {
    "riichi": RIICHI,
    "chankan": CHANKAN,
    "ippatsu": _FLAGS,
    "rinshan": _FLAGS,
    "last_tile": _FLAGS,
    "first_turn": _FLAGS,
}


class By(Either, frozen=True):
    """``by: tsumo`` or ``by: ron``."""

    key: ClassVar[str] = "by"
    two: ClassVar = ("tsumo", "ron")
    first: ClassVar = "h.tsumo"

    how: Literal["tsumo", "ron"]


class Hand(Either, frozen=True):
    """``hand: closed`` (nothing was called; a concealed quad may lie there) or ``hand: open``."""

    key: ClassVar[str] = "hand"
    two: ClassVar = ("open", "closed")
    first: ClassVar = "h.is_open"

    state: Literal["closed", "open"]


class SeatIs(Either, frozen=True):
    """``seat: dealer`` or ``seat: other``."""

    key: ClassVar[str] = "seat"
    two: ClassVar = ("dealer", "other")
    first: ClassVar = "h.is_dealer"

    who: Literal["dealer", "other"]


class Declared(Term, frozen=True):
    """``declared: {riichi: double}``: what the record declares; a list holds the values that will do."""

    key: ClassVar[str] = "declared"
    apart: ClassVar = (*_DECLARATIONS, "north")

    riichi: bool | Literal["double"] | list[bool | Literal["double"]] | None = None
    chankan: bool | Literal["concealed"] | list[bool | Literal["concealed"]] | None = None
    ippatsu: bool | None = None
    rinshan: bool | None = None
    last_tile: bool | None = None
    first_turn: bool | None = None
    north: Number | int | None = None

    def __post_init__(self) -> None:
        if not self.asked() and self.north is None:
            raise ValueError(msg("expected one of {0}", listed(map(repr, [*_DECLARATIONS, "north"]), "or")))
        if any(not values for values in self.asked().values()):
            raise ValueError(msg("expected at least one value that will do, found []"))

    def asked(self) -> dict[str, list[bool | str]]:
        """The circumstances that the condition asks for, with the values that will do."""
        given: dict[str, Any] = {name: getattr(self, name) for name in _DECLARATIONS}
        return {
            name: value if isinstance(value, list) else [value] for name, value in given.items() if value is not None
        }

    def code(self, code: Code) -> str:
        asked = [
            code.any(f"h.{name} == {_DECLARATIONS[name].index(value)}" for value in values)
            for name, values in self.asked().items()
        ]
        if self.north is not None:
            asked.append(code.number(Number.of(self.north), "h.north"))
        return code.all(asked)

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        if len(self.parts()) > 1 or self.north is not None or self.holds(state):
            return super().failing(state, lexicon)
        ((name, values),) = self.asked().items()
        if getattr(state.reading.hand, name):
            return super().failing(state, lexicon)
        names = lexicon.join("names.or", (_name(name, value, lexicon) for value in values))
        return [lexicon.write("not_declared") + names]

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if self.north is not None:
            return str(state.reading.hand.north)
        (name,) = self.asked()
        value = _DECLARATIONS[name][getattr(state.reading.hand, name)]
        return lexicon.write("declared.instead", name=_name(name, value, lexicon))

    def phrase(self, lexicon: Lexicon) -> str:
        phrases = [_said(name, values, lexicon) for name, values in self.asked().items()]
        if self.north is not None:
            is_none = Number.of(self.north) == Number(exactly=0)
            row = "declared.north.none" if is_none else "declared.north"
            phrases.append(lexicon.write(row, number=lexicon.number(self.north)))
        return lexicon.join("list.and", phrases)

    def negated(self, lexicon: Lexicon) -> str:
        asked = self.asked()
        ((name, values),) = asked.items() if len(asked) == 1 else [("", [False])]
        if self.north is not None or False in values:
            return super().negated(lexicon)
        return _said(name, (value for value in _DECLARATIONS[name] if value not in values), lexicon)


def _said(name: str, values: Iterable[bool | str], lexicon: Lexicon) -> str:
    """That a declaration has one of these values."""
    return lexicon.join("list.or", (lexicon.write(f"{name}.{spell(value)}") for value in values))


def _name(name: str, value: bool | str, lexicon: Lexicon) -> str:
    """``riichi``, ``no riichi``, ``double riichi``."""
    return lexicon.write(f"{name}.{spell(value)}.name")


class Fact(Term, frozen=True):
    """``fact: {dealer_keeps: {at_least: 7}}``: a fact that no tile shows, compared with a number or a truth."""

    key: ClassVar[str] = "fact"

    facts: dict[str, Number | int | bool]

    def numbers(self) -> dict[str, Number]:
        """Each fact with its comparison; true is at least 1, false is 0."""
        return {name: Number.of(value) for name, value in self.facts.items()}

    def __post_init__(self) -> None:
        if not self.facts:
            raise ValueError(msg("expected at least one fact, found {{}}"))

    def needs(self) -> Iterator[Need]:
        return (Need("fact", name) for name in self.facts)

    def code(self, code: Code) -> str:
        return code.all(code.number(number, f"h.fact({name!r})") for name, number in self.numbers().items())

    def phrase(self, lexicon: Lexicon) -> str:
        return lexicon.join("list.and", (self._told(name, value, lexicon) for name, value in self.facts.items()))

    def _told(self, name: str, value: Number | int | bool, lexicon: Lexicon) -> str:
        meaning = lexicon.facts.get(name, name)
        if isinstance(value, bool):
            return meaning if value else lexicon.write(NOT, phrase=meaning)
        return lexicon.write("fact", meaning=meaning, number=lexicon.number(value))

    def instead(self, state: State, lexicon: Lexicon) -> str:
        ((name, value),) = self.facts.items()
        return "" if isinstance(value, bool) else str(state.reading.hand.fact(name))


class Discards(Term, frozen=True):
    """``discards: {none: orphan}``: the record gives the winner's own discards, and none of them is in the set.

    ``{none_of_hand: true}``: none of them is of a kind that the hand holds.
    """

    key: ClassVar[str] = "discards"
    of_sets: ClassVar = ("none",)
    apart: ClassVar = ("none", "none_of_hand")

    none: str | None = None
    none_of_hand: bool = False

    def __post_init__(self) -> None:
        if self.none is None and not self.none_of_hand:
            raise ValueError(msg("expected 'none' with the name of a set, or 'none_of_hand: true'"))

    def code(self, code: Code) -> str:
        asked = ["h.discards_known"]
        if self.none is not None:
            asked.append(f"(h.discards & {code.set(self.none)}) == 0")
        if self.none_of_hand:
            asked.append("(h.discards & h.tile_set) == 0")
        return code.all(asked)

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return "" if state.reading.hand.discards_known else lexicon.write("discards.instead")

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        phrases = [lexicon.write("discards.set", tiles=lexicon.sets[self.none])] if self.none is not None else []
        phrases += [lexicon.write("discards.hand")] if self.none_of_hand else []
        return {"none": lexicon.join("list.also", phrases)}


class WinningTile(Term, frozen=True):
    """``winning_tile: dragon``: the winning tile is in a set."""

    key: ClassVar[str] = "winning_tile"
    of_sets: ClassVar = ("within",)

    within: str

    def code(self, code: Code) -> str:
        return f"({code.set(self.within)} >> r.win & 1) == 1"

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"tiles": lexicon.bare(self.within)}


class NoFu(Either, frozen=True):
    """``no_fu: true``: the hand itself earns no fu, in this reading; what the win earns does not count."""

    key: ClassVar[str] = "no_fu"

    asked: bool

    def code(self, code: Code) -> str:
        return "fu == 0" if self.asked else "fu != 0"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return lexicon.write("fu", fu=state.fu) if self.asked else ""


class FuSoFar(Term, frozen=True):
    """``fu_so_far: 20``: the fu counted before this entry add up to just that."""

    key: ClassVar[str] = "fu_so_far"

    total: int

    def code(self, code: Code) -> str:
        return f"fu == {self.total}"

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"total": self.total}

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return lexicon.write("fu", fu=state.fu)


class YakuPresent(Term, frozen=True):
    """``yaku: pinfu``: the hand has this yaku, or one of a list."""

    key: ClassVar[str] = "yaku"

    ids: str | list[str]

    def names(self) -> list[str]:
        """The yaku, one of which will do."""
        return self.ids if isinstance(self.ids, list) else [self.ids]

    def __post_init__(self) -> None:
        if not self.names():
            raise ValueError(msg("expected at least one yaku, found []"))

    def needs(self) -> Iterator[Need]:
        return (Need("yaku", name) for name in self.names())

    def code(self, code: Code) -> str:
        return code.any(map(code.yaku, self.names()))

    def phrase(self, lexicon: Lexicon) -> str:
        return lexicon.write("yaku", names=lexicon.join("names.or", self._titles(lexicon)))

    def negated(self, lexicon: Lexicon) -> str:
        row = "yaku.not" if len(self.names()) == 1 else "yaku.none"
        return lexicon.write(row, names=lexicon.join("names", self._titles(lexicon)))

    def _titles(self, lexicon: Lexicon) -> list[str]:
        return [lexicon.yaku.get(name, name) for name in self.names()]


class AnotherYaku(Either, frozen=True):
    """``another_yaku: true``: a yaku other than this one makes the hand winnable (dora do not)."""

    key: ClassVar[str] = "another_yaku"

    asked: bool

    def needs(self) -> Iterator[Need]:
        yield Need("yaku", "")

    def code(self, code: Code) -> str:
        return code.another() if self.asked else code.negate(code.another())
