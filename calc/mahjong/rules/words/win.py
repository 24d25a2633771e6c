"""Words about a win: how it was won, what the record declares, and the fu and yaku that were found before."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, Literal

from calc.mahjong.hand.hand import CHANKAN, RIICHI
from calc.mahjong.rules.expressions import Writer
from calc.mahjong.rules.words.base import Either, Lexicon, Need, State, Term, join, spell, write
from calc.tables.conditions import NOT, Number, listed
from calc.translation import msg

#: The declarations that a condition can ask for, and their values in the order of their codes.
_DECLARATIONS: Final[dict[str, tuple[bool | str, ...]]] = {
    "riichi": RIICHI,
    "chankan": CHANKAN,
    **dict.fromkeys(("ippatsu", "rinshan", "last_tile", "first_turn"), (False, True)),
}


class By(Either, frozen=True):
    """``by: tsumo`` or ``by: ron``."""

    two: ClassVar = ("tsumo", "ron")
    first: ClassVar = "h.tsumo"

    how: Literal["tsumo", "ron"]


class Hand(Either, frozen=True):
    """``hand: closed`` (nothing was called; a concealed quad may lie there) or ``hand: open``."""

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

    apart: ClassVar = (*_DECLARATIONS, "north")
    joint: ClassVar = "list.and"

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

    def numbers(self, code: Writer) -> dict[str, Number]:
        return {} if self.north is None else {"h.north": Number.of(self.north)}

    def code(self, code: Writer) -> str:
        asked = [
            code.any(f"h.{name} == {_DECLARATIONS[name].index(value)}" for value in values)
            for name, values in self.asked().items()
        ]
        return code.all([*asked, *([] if self.north is None else [super().code(code)])])

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        if len(self.parts()) > 1 or self.north is not None or self.holds(state):
            return super().failing(state, lexicon)
        ((name, values),) = self.asked().items()
        if getattr(state.reading.hand, name):
            return super().failing(state, lexicon)
        return [write("not_declared") + join("names.or", (_name(name, value) for value in values))]

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if self.north is not None:
            return super().instead(state, lexicon)
        (name,) = self.asked()
        return write("declared.instead", name=_name(name, _DECLARATIONS[name][getattr(state.reading.hand, name)]))

    def said(self, lexicon: Lexicon) -> str:
        if self.north is not None:
            north = Number.of(self.north)
            return write("declared.north.none" if north == Number(exactly=0) else "declared.north", number=north)
        ((name, values),) = self.asked().items()
        return _said(name, values)

    def negated(self, lexicon: Lexicon) -> str:
        asked = self.asked()
        ((name, values),) = asked.items() if len(asked) == 1 else [("", [False])]
        if self.north is not None or False in values:
            return super().negated(lexicon)
        return _said(name, (value for value in _DECLARATIONS[name] if value not in values))


def _said(name: str, values: Iterable[bool | str]) -> str:
    """That a declaration has one of these values."""
    return join("list.or", (write(f"{name}.{spell(value)}") for value in values))


def _name(name: str, value: bool | str) -> str:
    """``riichi``, ``no riichi``, ``double riichi``."""
    return write(f"{name}.{spell(value)}.name")


class Fact(Term, frozen=True):
    """``fact: {dealer_keeps: {at_least: 7}}``: a fact that no tile shows, compared with a number or a truth."""

    joint: ClassVar = "list.and"

    facts: dict[str, Number | int | bool]

    def __post_init__(self) -> None:
        if not self.facts:
            raise ValueError(msg("expected at least one fact, found {{}}"))

    def needs(self) -> Iterator[Need]:
        return (Need("fact", name) for name in self.facts)

    def numbers(self, code: Writer) -> dict[str, Number]:
        return {f"h.fact({name!r})": Number.of(value) for name, value in self.facts.items()}

    def said(self, lexicon: Lexicon) -> str:
        ((name, value),) = self.facts.items()
        meaning = lexicon.facts.get(name, name)
        if isinstance(value, bool):
            return meaning if value else write(NOT, phrase=meaning)
        return write("fact", meaning=meaning, number=Number.of(value))

    def instead(self, state: State, lexicon: Lexicon) -> str:
        (value,) = self.facts.values()
        return "" if isinstance(value, bool) else super().instead(state, lexicon)


class Discards(Term, frozen=True):
    """``discards: {none: orphan}``: the record gives the winner's own discards, and none of them is in the set.

    ``{none_of_hand: true}``: none of them is of a kind that the hand holds.
    """

    of_sets: ClassVar = {"none": "(h.discards & {}) == 0"}
    apart: ClassVar = ("none", "none_of_hand")

    none: str | None = None
    none_of_hand: bool = False

    def __post_init__(self) -> None:
        if self.none is None and not self.none_of_hand:
            raise ValueError(msg("expected 'none' with the name of a set, or 'none_of_hand: true'"))

    def code(self, code: Writer) -> str:
        of_set = [super().code(code)] if self.none is not None else []
        of_hand = ["(h.discards & h.tile_set) == 0"] if self.none_of_hand else []
        return code.all(["h.discards_known", *of_set, *of_hand])

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return "" if state.reading.hand.discards_known else write("discards.instead")

    def phrase(self, lexicon: Lexicon) -> str:
        of_set = [write("discards.set", **self.values(lexicon))] if self.none is not None else []
        of_hand = [write("discards.hand")] if self.none_of_hand else []
        return write("discards", none=join("list.also", [*of_set, *of_hand]))


class WinningTile(Term, frozen=True):
    """``winning_tile: dragon``: the winning tile is in a set."""

    of_sets: ClassVar = {"within": "({} >> r.win & 1) == 1"}

    within: str


class NoFu(Either, frozen=True):
    """``no_fu: true``: the hand itself earns no fu, in this reading; what the win earns does not count."""

    first: ClassVar = "fu == 0"

    asked: bool

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return write("fu", fu=state.fu) if self.asked else ""


class FuSoFar(Term, frozen=True):
    """``fu_so_far: 20``: the fu counted before this entry add up to just that."""

    total: int

    def numbers(self, code: Writer) -> dict[str, Number]:
        return {"fu": Number(exactly=self.total)}

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"total": self.total}

    def instead(self, state: State, lexicon: Lexicon) -> str:
        return write("fu", fu=state.fu)


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

    def code(self, code: Writer) -> str:
        return code.any(map(code.yaku, self.names()))

    def phrase(self, lexicon: Lexicon) -> str:
        return self._told("yaku", "names.or", lexicon)

    def negated(self, lexicon: Lexicon) -> str:
        return self._told("yaku.not" if len(self.names()) == 1 else "yaku.none", "names", lexicon)

    def _told(self, row: str, joint: str, lexicon: Lexicon) -> str:
        return write(row, names=join(joint, (lexicon.yaku.get(name, name) for name in self.names())))


class AnotherYaku(Either, frozen=True):
    """``another_yaku: true``: a yaku other than this one makes the hand winnable (dora do not)."""

    asked: bool

    def needs(self) -> Iterator[Need]:
        yield Need("yaku", "")

    def code(self, code: Writer) -> str:
        return code.another() if self.asked else code.negate(code.another())
