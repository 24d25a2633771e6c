"""Words about the groups of a reading, the pair among them, and the wait they ended."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from calc.mahjong.hand.hand import CONCEALED, KIND, QUAD
from calc.mahjong.hand.kinds import GROUPS, NO_TILE, RUNS, TRIPLETS, WAITS, TileSet
from calc.mahjong.hand.readings import PAIR_SLOT
from calc.mahjong.rules.expressions import Writer
from calc.mahjong.rules.words.base import PHRASES, Lexicon, Need, State, Term, Word, join, write
from calc.tables.conditions import Number
from calc.translation import msg

_RUNS: Final = sum(1 << kind for kind in RUNS)
_TRIPLETS: Final = sum(1 << kind for kind in TRIPLETS)


class Pick(Struct, frozen=True, forbid_unknown_fields=True):
    """A description of groups: ``{kind: triplet, concealed: true, within: dragon}``. ``concealed``: whether it lies
    concealed; a triplet that a ron completed does not.
    """

    kind: Literal["run", "triplet", "quad", "pair"] | None = None
    quad: bool | None = None
    concealed: bool | None = None
    within: str | None = None
    touches: str | None = None

    def needs(self) -> Iterator[Need]:
        return (Need("set", name) for name in (self.within, self.touches) if name)

    def __post_init__(self) -> None:
        if self.kind == "pair" and (self.quad is not None or self.concealed is not None):
            raise ValueError(msg("a pair is neither a quad nor called"))

    @property
    def only_quads(self) -> bool | None:
        """``quad``, or what ``kind: quad`` says of it."""
        return True if self.kind == "quad" else self.quad

    def codes(self, sets: Callable[[str], TileSet]) -> list[int]:
        """The groups that fit: their kinds with the marks of :class:`calc.mahjong.hand.readings.Reading`."""
        fits = {"run": _RUNS, "pair": 0, None: _RUNS | _TRIPLETS}.get(self.kind, _TRIPLETS)
        if self.within:
            fits &= sets(self.within).within
        if self.touches:
            fits &= sets(self.touches).touching
        marks = [
            (CONCEALED if concealed else 0) | (QUAD if quad else 0)
            for concealed in (False, True)
            for quad in (False, True)
            if self.concealed in (None, concealed) and self.only_quads in (None, quad)
        ]
        return [kind | mark for kind in range(KIND) if fits >> kind & 1 for mark in marks]

    def pairs(self, sets: Callable[[str], TileSet]) -> int:
        """The tiles of which a pair fits, as bits."""
        if self.kind not in (None, "pair") or self.quad is not None or self.concealed is not None:
            return 0
        found = (1 << NO_TILE) - 1
        for name in (self.within, self.touches):
            if name:
                found &= sets(name).tiles
        return found

    def matches(self, state: State, *, pair: bool = False) -> set[int]:
        """Which groups fit, by place; with ``pair`` the pair too."""
        codes = {*self.codes(state.set)}
        found = {place for place, code in enumerate(state.reading.codes) if code in codes}
        return found | {PAIR_SLOT} if pair and self.pairs(state.set) >> state.reading.pair & 1 else found

    def phrase(self, lexicon: Lexicon, *, several: bool = False, other: str = "group") -> str:
        """``concealed triplet of dragons``, perhaps ``several``; ``other``: the noun where no kind is asked for."""
        if self.kind == "pair":
            noun = "pair_of_tiles"
        elif self.kind == "run":
            noun = "run"
        elif self.only_quads:
            noun = "quad"
        elif self.kind == "triplet":
            noun = "triplet" if self.quad is False else "triplet_or_quad"
        else:
            noun = other
        side = {None: "", True: ".concealed", False: ".open"}[self.concealed]
        return write(
            "pick",
            noun=PHRASES.several(noun + side) if several else write(noun + side),
            within=write("pick.within", tiles=lexicon.sets[self.within]) if self.within else "",
            touches=write("pick.touches", tiles=lexicon.sets[self.touches]) if self.touches else "",
        )


class Groups(Term, frozen=True, dict=True):
    """``groups: {every: PICK}`` and ``some``, ``none``; or how many: ``groups: {exactly: 3, of: PICK}``, ``at_least``,
    ``at_most``.
    """

    counts_pair: ClassVar[bool] = False
    _like: ClassVar = "{{every: {{kind: run}}}}, some or none, or {{at_least: {0}, of: {{kind: run}}}}"

    every: Pick | None = None
    some: Pick | None = None
    none: Pick | None = None
    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None
    of: Pick | None = None

    def __post_init__(self) -> None:
        numbers = [self.exactly, self.at_least, self.at_most]
        if (self.of is None) != all(number is None for number in numbers):
            raise ValueError(msg("a count needs both a number ('exactly', 'at_least', 'at_most') and 'of'"))
        if not self._picks():
            raise ValueError(msg("expected 'every', 'some', 'none', or a number and 'of'"))

    def _picks(self) -> dict[str, Any]:
        """The groups that are asked for, by how many of them have to fit."""
        return {how: pick for how in ("every", "some", "none", "of") if (pick := getattr(self, how)) is not None}

    def _numbers(self) -> dict[str, Number]:
        """How many groups have to fit what is asked for."""
        counted = {"exactly": self.exactly, "at_least": self.at_least, "at_most": self.at_most}
        of = {"of": Number(**counted)} if self.of is not None else {}
        every = Number(exactly=GROUPS + self.counts_pair)
        return {"every": every, "some": Number(at_least=1), "none": Number(exactly=0), **of}

    def needs(self) -> Iterator[Need]:
        for pick in self._picks().values():
            yield from pick.needs()

    def code(self, code: Writer) -> str:
        """Shapes without groups have none to count."""
        asked = ["r.shape == 0"]
        for how, pick in self._picks().items():
            count = code.count(pick, "groups")
            if self.counts_pair:
                count = f"({count} + {code.count(pick, 'pair')})"
            asked.append(code.number(self._numbers()[how], count))
        return code.all(asked)

    def marks(self, state: State) -> set[int]:
        asked = [pick for how, pick in self._picks().items() if how != "none"]
        return set().union(*(pick.matches(state, pair=self.counts_pair) for pick in asked))

    def said(self, lexicon: Lexicon) -> str:
        ((how, pick),) = self._picks().items()
        if how == "every":
            if pick.touches is not None and pick == Pick(touches=pick.touches):
                return write(f"{self.key}.touches", tiles=lexicon.sets[pick.touches].removeprefix("the "))
            return write(f"{self.key}.every", pick=pick.phrase(lexicon))
        other = "part_of_hand" if self.counts_pair else "group"
        told = pick.phrase(lexicon, several=how == "of" and self.exactly != 1, other=other)
        return write(f"groups.{how}", pick=told, number=self._numbers()[how])

    def parts(self) -> tuple[Word, ...]:
        picks = self._picks()
        if len(picks) == 1:
            return (self,)
        count: dict[str, Any] = {"exactly": self.exactly, "at_least": self.at_least, "at_most": self.at_most}
        return tuple(type(self)(**{how: pick, **(count if how == "of" else {})}) for how, pick in picks.items())

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if state.reading.shape:
            return write("groups.instead")
        pick = self.of or self.every
        if pick is None:
            return ""
        count = len(pick.matches(state, pair=self.counts_pair))
        return str(count) if self.of is not None else write("part", count=count, all=GROUPS + self.counts_pair)


class Parts(Groups, frozen=True):
    """``parts: ...``: as ``groups``, with the pair as a fifth part."""

    counts_pair: ClassVar[bool] = True


class Pair(Term, frozen=True):
    """``pair: dragon``: the pair of a hand of four groups and a pair is in a set."""

    of_sets: ClassVar = {"within": "({} >> r.pair & 1) == 1"}

    within: str

    def marks(self, state: State) -> set[int]:
        return {PAIR_SLOT}


class TakenBy(Term, frozen=True):
    """``taken_by: {kind: run}``: the group that took the winning tile fits; ``{kind: pair}``: the pair took it."""

    shown_by: ClassVar = "taker"

    pick: Pick

    def needs(self) -> Iterator[Need]:
        return self.pick.needs()

    def code(self, code: Writer) -> str:
        return f"{code.count(self.pick, 'taker')} == 1"

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"pick": self.pick.phrase(lexicon)}


_WaitName = Literal["edge", "closed", "open", "shanpon", "pair"]


class Wait(Term, frozen=True):
    """``wait: open`` or ``wait: [edge, closed, pair]``: what was waited for. A hand whose record does not tell which
    tile won (the fact ``win_merged``) has no wait.
    """

    shown_by: ClassVar = "taker"

    one_of: _WaitName | list[_WaitName]

    def __post_init__(self) -> None:
        if not self.names():
            raise ValueError(msg("expected at least one kind of wait, found []"))

    def names(self) -> list[_WaitName]:
        """The waits, one of which will do."""
        return self.one_of if isinstance(self.one_of, list) else [self.one_of]

    def code(self, code: Writer) -> str:
        return code.any(f"r.wait == {WAITS.index(name)}" for name in self.names())

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"names": join("names.or", (write(f"wait.{name}") for name in self.names()))}

    def instead(self, state: State, lexicon: Lexicon) -> str:
        row = f"wait.{WAITS[state.reading.wait]}.instead"
        return write(row if PHRASES.has(row) else "none")
