"""Words about the groups of a reading, the pair among them, and the wait they ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from calc.mahjong.hand.kinds import GROUPS, NO_TILE, RUNS, TRIPLETS, WAITS, Bools, TileSets
from calc.mahjong.hand.readings import PAIR_SLOT
from calc.mahjong.rules.words.base import Lexicon, Need, State, Term, Word
from calc.tables.conditions import Number, listed

_RUNS: Final = np.uint64(sum(1 << kind for kind in RUNS))
_TRIPLETS: Final = np.uint64(sum(1 << kind for kind in TRIPLETS))


class Pick(Struct, frozen=True, forbid_unknown_fields=True):
    """A description of groups: ``{kind: triplet, concealed: true, within: dragon}``. ``concealed``: whether it lies
    concealed; a triplet that a ron completed does not.
    """

    kind: Annotated[
        Literal["run", "triplet", "quad", "pair"] | None,
        Meta(description="Run, triplet (quads are triplets too), quad or pair."),
    ] = None
    quad: Annotated[bool | None, Meta(description="Only quads, or none of them.")] = None
    concealed: bool | None = None
    within: Annotated[str | None, Meta(description="All its tiles are in the set.")] = None
    touches: Annotated[str | None, Meta(description="One of them is.")] = None

    def needs(self) -> Iterator[Need]:
        return (Need("set", name) for name in (self.within, self.touches) if name)

    def __post_init__(self) -> None:
        if self.kind == "pair" and (self.quad is not None or self.concealed is not None):
            raise ValueError("a pair is neither a quad nor called")

    @property
    def only_quads(self) -> bool | None:
        """``quad``, or what ``kind: quad`` says of it."""
        return True if self.kind == "quad" else self.quad

    def kinds(self, state: State) -> TileSets | np.uint64:
        """The group kinds that fit, as a set; (R,) where it depends on the hand."""
        fits: Any = {"run": _RUNS, "pair": np.uint64(0), None: _RUNS | _TRIPLETS}.get(self.kind, _TRIPLETS)
        if self.within:
            fits = fits & state.sets.within[self.within]
        if self.touches:
            fits = fits & state.sets.touching[self.touches]
        found: TileSets | np.uint64 = fits
        return found

    def pairs(self, state: State) -> Bools:
        """(R,) whether the pair fits."""
        if self.kind not in (None, "pair") or self.quad is not None or self.concealed is not None:
            return state.nothing()
        found: Bools = state.readings.pair != NO_TILE
        for name in (self.within, self.touches):
            if name:
                found &= (state.readings.pair_set & state.sets.tiles[name]) != 0
        return found

    def held(self, state: State) -> TileSets:
        """(R,) the kinds of groups that fit, in each reading."""
        return state.readings.kinds[self.concealed, self.only_quads] & self.kinds(state)

    def every(self, state: State) -> Bools:
        """(R,) whether all four groups fit; false in shapes without groups."""
        readings = state.readings
        misfits = readings.kinds[None, None] & ~self.kinds(state)
        if self.concealed is not None:
            misfits = misfits | readings.kinds[not self.concealed, None]
        if self.only_quads is not None:
            misfits = misfits | readings.kinds[None, not self.only_quads]
        found: Bools = misfits == 0
        return found

    def matches(self, state: State) -> Bools:
        """(4, R) which groups fit."""
        readings = state.readings
        found: Bools = ((self.kinds(state) >> readings.groups.astype(np.uint64)) & np.uint64(1)) != 0
        if self.concealed is not None:
            found &= readings.concealed == self.concealed
        if self.only_quads is not None:
            found &= readings.quad == self.only_quads
        return found

    def count(self, state: State) -> NDArray[np.integer[Any]]:
        """(R,) how many groups fit."""
        # A triplet is held once at most, so the set counts it; identical runs are told apart only by place.
        if self.kind in ("triplet", "quad"):
            return np.bitwise_count(self.held(state))
        count: NDArray[np.integer[Any]] = self.matches(state).sum(axis=0)
        return count

    def phrase(self, lexicon: Lexicon, *, plural: bool, other: str = "group") -> str:
        """``concealed triplet of dragons``, or its plural; ``other`` is the noun where no kind is asked for."""
        noun = (self.kind or ("quad" if self.quad else other)) + ("s" if plural else "")
        before = "" if self.concealed is None else ("concealed " if self.concealed else "open ")
        if self.kind == "triplet" and self.quad is None:
            noun += " or quads" if plural else " or quad"
        inside = f" of {lexicon.sets[self.within]}" if self.within else ""
        touching = f" with {lexicon.sets[self.touches]}" if self.touches else ""
        return f"{before}{noun}{inside}{touching}"


class Groups(Term, frozen=True, dict=True):
    """``groups: {every: PICK}`` and ``some``, ``none``; or how many: ``groups: {exactly: 3, of: PICK}``, ``at_least``,
    ``at_most``.
    """

    key: ClassVar[str] = "groups"
    counts_pair: ClassVar[bool] = False

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
            raise ValueError("a count needs both a number ('exactly', 'at_least', 'at_most') and 'of'")
        if not self._picks():
            raise ValueError("expected 'every', 'some', 'none', or a number and 'of'")

    def _picks(self) -> list[Pick]:
        return [pick for pick in (self.every, self.some, self.none, self.of) if pick is not None]

    def needs(self) -> Iterator[Need]:
        for pick in self._picks():
            yield from pick.needs()

    @cached_property
    def number(self) -> Number:
        """What the count of ``of`` is compared with."""
        return Number(exactly=self.exactly, at_least=self.at_least, at_most=self.at_most)

    def holds(self, state: State) -> Bools:
        found = state.readings.is_standard
        if self.every is not None:
            found = found & self.every.every(state)
            if self.counts_pair:
                found &= self.every.pairs(state)
        if self.some is not None:
            found = found & self._any(self.some, state)
        if self.none is not None:
            found = found & ~self._any(self.none, state)
        if self.of is not None:
            count = self.of.count(state)
            found = found & self.number.fits(count + self.of.pairs(state) if self.counts_pair else count)
        return found

    def _any(self, pick: Pick, state: State) -> Bools:
        found: Bools = pick.held(state) != 0
        return found | pick.pairs(state) if self.counts_pair else found

    def marks(self, state: State) -> Bools:
        found = state.no_parts()
        for pick in (self.every, self.some, self.of):
            if pick is not None:
                found[:GROUPS] |= pick.matches(state)
                if self.counts_pair:
                    found[PAIR_SLOT] |= pick.pairs(state)
        return found

    def english(self, lexicon: Lexicon) -> str:
        other = "part" if self.counts_pair else "group"
        phrases = []
        if self.every is not None:
            phrases.append(self._every(self.every, lexicon))
        if self.some is not None:
            phrases.append(f"some {self.some.phrase(lexicon, plural=False, other=other)}")
        if self.none is not None:
            phrases.append(f"no {self.none.phrase(lexicon, plural=False, other=other)}")
        if self.of is not None:
            counted = self.of.phrase(lexicon, plural=self.exactly != 1, other=other)
            phrases.append(f"{self.number.phrase()} {counted}")
        return ", ".join(phrases)

    def parts(self) -> tuple[Word, ...]:
        if len(self._picks()) == 1:
            return (self,)
        kind = type(self)
        picks = {name: getattr(self, name) for name in ("every", "some", "none")}
        alone = [kind(**{name: pick}) for name, pick in picks.items() if pick is not None]
        if self.of is not None:
            alone.append(kind(of=self.of, exactly=self.exactly, at_least=self.at_least, at_most=self.at_most))
        return tuple(alone)

    def instead(self, state: State, lexicon: Lexicon) -> str:
        if not state.readings.is_standard[0]:
            return "no groups"
        if self.of is not None:
            count = int(self.of.count(state)[0]) + (int(self.of.pairs(state)[0]) if self.counts_pair else 0)
            return str(count)
        if self.every is not None:
            fits = int(self.every.matches(state)[:, 0].sum()) + int(self.counts_pair and self.every.pairs(state)[0])
            return f"{fits} of {GROUPS + self.counts_pair}"
        return ""

    def _every(self, pick: Pick, lexicon: Lexicon) -> str:
        whole = "every group and the pair" if self.counts_pair else "every group"
        if pick.touches is not None and pick == Pick(touches=pick.touches):
            return f"{whole} holds one of the {lexicon.sets[pick.touches].removeprefix('the ')}"
        return f"{whole} is a {pick.phrase(lexicon, plural=False)}"


class Parts(Groups, frozen=True):
    """``parts: ...``: as ``groups``, with the pair as a fifth part."""

    key: ClassVar[str] = "parts"
    counts_pair: ClassVar[bool] = True


class Pair(Term, frozen=True):
    """``pair: dragon``: the pair of a hand of four groups and a pair is in a set."""

    key: ClassVar[str] = "pair"
    whole: ClassVar[str | None] = "within"
    of_sets: ClassVar = ("within",)

    within: str

    def holds(self, state: State) -> Bools:
        found: Bools = (state.readings.pair_set & state.sets.tiles[self.within]) != 0
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"the pair is of {lexicon.sets[self.within]}"

    def negated(self, lexicon: Lexicon) -> str:
        return f"the pair is not of {lexicon.sets[self.within]}"

    def marks(self, state: State) -> Bools:
        found = state.no_parts()
        found[PAIR_SLOT] = True
        return found


class TakenBy(Term, frozen=True):
    """``taken_by: {kind: run}``: the group that took the winning tile fits; ``{kind: pair}``: the pair took it."""

    key: ClassVar[str] = "taken_by"
    shown_by: ClassVar = "taker"
    whole: ClassVar[str | None] = "pick"

    pick: Pick

    def needs(self) -> Iterator[Need]:
        return self.pick.needs()

    def holds(self, state: State) -> Bools:
        readings = state.readings
        by_group: Bools = (self.pick.matches(state) & (np.arange(GROUPS)[:, None] == readings.taker)).any(axis=0)
        by_pair: Bools = self.pick.pairs(state) & (readings.taker == PAIR_SLOT)
        return by_group | by_pair

    def english(self, lexicon: Lexicon) -> str:
        return f"the winning tile ended a {self.pick.phrase(lexicon, plural=False)}"

    def negated(self, lexicon: Lexicon) -> str:
        return f"the winning tile ended no {self.pick.phrase(lexicon, plural=False)}"


#: What players call the waits.
_JAPANESE: Final = {"edge": "penchan", "closed": "kanchan", "open": "ryanmen", "shanpon": "shanpon", "pair": "tanki"}
_WaitName = Literal["edge", "closed", "open", "shanpon", "pair"]


class Wait(Term, frozen=True):
    """``wait: open`` or ``wait: [edge, closed, pair]``: what was waited for. A hand whose record does not tell which
    tile won (the fact ``win_merged``) has no wait.
    """

    key: ClassVar[str] = "wait"
    shown_by: ClassVar = "taker"
    whole: ClassVar[str | None] = "one_of"

    one_of: _WaitName | list[_WaitName]

    def __post_init__(self) -> None:
        if not self.names():
            raise ValueError("expected at least one kind of wait, found []")

    def names(self) -> list[_WaitName]:
        """The waits, one of which will do."""
        return self.one_of if isinstance(self.one_of, list) else [self.one_of]

    def holds(self, state: State) -> Bools:
        return reduce(or_, [state.readings.wait == WAITS.index(name) for name in self.names()])

    def english(self, lexicon: Lexicon) -> str:
        return f"{listed(self.names(), 'or')} wait"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        name = WAITS[int(state.readings.wait[0])]
        return f"{name} wait, {_JAPANESE[name]}" if name in _JAPANESE else "none"
