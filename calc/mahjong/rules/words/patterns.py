"""Words about groups that belong together: ``run 1 a``, ``run 4 a``, ``run 7 a`` are 123, 456, 789 of one suit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import ClassVar, Final, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.kinds import GROUPS, NO_TILE, RUNS, SUIT_SIZE, Bools, Ints, run_kind, triplet_kind
from calc.mahjong.hand.readings import PAIR_SLOT
from calc.mahjong.rules.words.base import Lexicon, State, Term
from calc.tables.conditions import listed

_SUITS: Final = "mps"
_LAST_RUN: Final = 7
#: An element that is no group: letters that stand for different suits, or different ranks.
_DIFFERENT: Final = re.compile(r"different(?: [a-z]){2,}")
_ELEMENT: Final = re.compile(
    r"(run|triplet|concealed triplet|quad|pair) (?:([1-9])|([a-z])(?:\+([1-8]))?) (?:([mps])|([a-z]))"
)


class _Element(Struct, frozen=True):
    """``run n+1 a``: a group, or the pair, whose rank and suit are fixed or variables."""

    kind: str  # run, triplet, concealed triplet, quad or pair
    rank: int  # fixed, or what is added to the variable
    rank_variable: str | None
    suit: int
    suit_variable: str | None

    def choose(self, ranks: dict[str, int], suits: dict[str, int]) -> int | None:
        """Return the group kind, or the tile of a pair, under a choice of variables; none if there is no such tile."""
        rank = self.rank + (ranks[self.rank_variable] if self.rank_variable else 0)
        suit = suits[self.suit_variable] if self.suit_variable else self.suit
        if rank > (_LAST_RUN if self.kind == "run" else SUIT_SIZE):
            return None
        if self.kind == "run":
            return run_kind(suit, rank)
        tile = suit * SUIT_SIZE + rank - 1
        return tile if self.kind == "pair" else triplet_kind(tile)


class _Ways(Struct, frozen=True, dict=True):
    """Every way to fill a pattern.

    ``kinds``: the group kinds of each way. ``needed``: (4, ways) as sets those needed at least once, twice, three, four
    times. ``concealed``, ``quads``: (ways,) as sets those that have to be concealed, or quads. ``pair``: (ways,) the
    tile of the pair; none where the pattern has no pair.
    """

    kinds: tuple[tuple[int, ...], ...]
    needed: NDArray[np.uint64]
    concealed: NDArray[np.uint64]
    quads: NDArray[np.uint64]
    pair: NDArray[np.uint8] | None

    @cached_property
    def asked(self) -> NDArray[np.uint64]:
        """(4, ways) the same without what goes without saying: a kind that is there twice is there once."""
        more_often = np.concatenate([self.needed[1:], np.zeros_like(self.needed[:1])])
        asked: NDArray[np.uint64] = self.needed & ~more_often
        return asked

    @cached_property
    def distinct(self) -> tuple[int, int]:
        """The least and the greatest number of different kinds in a way."""
        sizes = [len(set(way)) for way in self.kinds]
        return min(sizes), max(sizes)


class Pattern(Term, frozen=True):
    """``pattern: [run n m, run n p, run n s]``: the reading has these groups, each group used once.

    An element is ``run``, ``triplet`` (a quad will do), ``concealed triplet``, ``quad`` or ``pair``, a rank and a suit.
    Letters other than m, p, s are variables: for a rank (``n``, ``n+1``) or a suit (``a``). The same letter means the
    same value; different letters may mean the same too, unless an element ``different a b`` forbids it.
    """

    key: ClassVar[str] = "pattern"
    whole: ClassVar[str | None] = "elements"

    elements: list[str]

    def __post_init__(self) -> None:
        if not _ways(tuple(self.elements)).kinds:
            raise ValueError("no hand can hold these groups")

    def holds(self, state: State) -> Bools:
        rows, fits = _filled(self.elements, state)
        found = state.nothing()
        if len(rows):
            found[rows] = fits.any(axis=0)
        return found

    def instead(self, state: State, lexicon: Lexicon) -> str:
        ways, readings = _ways(tuple(self.elements)), state.readings
        held, pair = Counter(readings.groups[:, 0].tolist()), int(readings.pair[0])
        pairs = [None] * len(ways.kinds) if ways.pair is None else ways.pair.tolist()
        there = max((held & Counter(way)).total() + (tile == pair) for way, tile in zip(ways.kinds, pairs, strict=True))
        asked = len(ways.kinds[0]) + (ways.pair is not None)
        return f"{there} of {asked}" if there < asked else ""

    def marks(self, state: State) -> Bools:
        found = state.no_parts()
        ways = _ways(tuple(self.elements))
        rows, fits = _filled(self.elements, state)
        for row, fit in zip(rows.tolist(), fits.T, strict=True):
            left = Counter(ways.kinds[int(fit.argmax())] if fit.any() else ())
            for place, kind in enumerate(state.readings.groups[:, row].tolist()):
                if left[kind]:
                    left[kind] -= 1
                    found[place, row] = True
            found[PAIR_SLOT, row] = ways.pair is not None and fit.any()
        return found

    def english(self, lexicon: Lexicon) -> str:
        return _describe_pattern(self.elements)


class TakenIn(Term, frozen=True):
    """``taken_in: [run n a, run n a]``: the reading has the groups of a pattern, and one of them took the winning
    tile.
    """

    key: ClassVar[str] = "taken_in"
    shown_by: ClassVar = "taker"
    whole: ClassVar[str | None] = "elements"

    elements: list[str]

    def __post_init__(self) -> None:
        Pattern(self.elements)

    def holds(self, state: State) -> Bools:
        readings, ways = state.readings, _ways(tuple(self.elements))
        rows, fits = _filled(self.elements, state)
        taker = np.minimum(readings.taker[rows], GROUPS - 1)
        kind = np.uint64(1) << readings.groups[taker, rows].astype(np.uint64)
        by_group = (fits & ((ways.needed[0][:, None] & kind) != 0)).any(axis=0) & (readings.taker[rows] < GROUPS)
        by_pair = fits.any(axis=0) & (readings.taker[rows] == PAIR_SLOT) & (ways.pair is not None)
        found = state.nothing()
        found[rows] = by_group | by_pair
        return found

    def english(self, lexicon: Lexicon) -> str:
        return f"the winning tile ended one of {Pattern(self.elements).english(lexicon)}"

    def negated(self, lexicon: Lexicon) -> str:
        return f"the winning tile ended none of {Pattern(self.elements).english(lexicon)}"


def _filled(elements: list[str], state: State) -> tuple[Ints, Bools]:
    """The readings that may have a pattern, and (ways, those) in which way they have it."""
    repeated = state.readings.repeated
    ways = _ways(tuple(elements))
    # Most readings hold too few of the kinds that any way asks for, or too few of them twice; they are not looked at
    # again.
    asked = np.bitwise_or.reduce(ways.needed[0])
    least, most = ways.distinct
    enough = np.bitwise_count(repeated[0] & asked) >= least
    size = len(ways.kinds[0])
    if most < size:
        again = np.bitwise_count(repeated[1] & asked) + np.bitwise_count(repeated[2] & asked)
        enough &= again + np.bitwise_count(repeated[3] & asked) >= size - most
    rows = np.flatnonzero(enough)
    fits = np.ones((len(ways.kinds), len(rows)), dtype=np.bool_)
    if not len(rows):
        return rows, fits
    for held, needed in zip(repeated, ways.asked[:, :, None], strict=True):
        if needed.any():
            fits &= (held[rows] & needed) == needed
    if ways.concealed.any():
        concealed = ways.concealed[:, None]
        fits &= (state.readings.kinds[True, None][rows] & concealed) == concealed
    if ways.quads.any():
        quads = ways.quads[:, None]
        fits &= (state.readings.kinds[None, True][rows] & quads) == quads
    if ways.pair is not None:
        fits &= state.readings.pair[rows] == ways.pair[:, None]
    return rows, fits


def _parse(text: str) -> _Element:
    match = _ELEMENT.fullmatch(text)
    if match is None or (match[3] and match[3] in _SUITS):
        raise ValueError(
            "expected 'run', 'triplet', 'concealed triplet', 'quad' or 'pair', a rank (1 to 9, or a letter as in n or "
            f"n+1) and a suit (m, p, s or another letter), or 'different' and letters, found {text!r}"
        )
    kind, fixed, variable, added, suit, suit_variable = match.groups()
    return _Element(
        kind=kind,
        rank=int(fixed or added or 0),
        rank_variable=variable,
        suit=_SUITS.index(suit) if suit else 0,
        suit_variable=suit_variable,
    )


@lru_cache(maxsize=256)
def _ways(elements: tuple[str, ...]) -> _Ways:
    """Every way to fill the pattern, once each. Raises :class:`ValueError` for elements that make no pattern."""
    texts, different = split_elements(elements)
    parsed = {text: _parse(text) for text in texts}
    groups = [text for text in texts if parsed[text].kind != "pair"]
    pairs = [text for text in texts if parsed[text].kind == "pair"]
    if not 0 < len(groups) <= GROUPS or len(pairs) > 1:
        raise ValueError(f"expected 1 to {GROUPS} groups, and one pair at most")
    rank_names = sorted({element.rank_variable for element in parsed.values() if element.rank_variable})
    suit_names = sorted({element.suit_variable for element in parsed.values() if element.suit_variable})
    for names in different:
        if not (set(names) <= set(rank_names)) ^ (set(names) <= set(suit_names)):
            raise ValueError(f"expected letters of suits, or letters of ranks, found {' '.join(names)!r}")
    found: dict[tuple[tuple[int, ...], int, int, int], None] = {}
    for ranks, suits in _choices(rank_names, suit_names):
        values = [[(suits if suits.keys() >= set(names) else ranks)[name] for name in names] for names in different]
        if any(len(set(chosen)) < len(chosen) for chosen in values):
            continue
        made = {text: element.choose(ranks, suits) for text, element in parsed.items()}
        if None not in made.values() and not _needs_too_many([made[text] or 0 for text in groups]):
            sets = [
                sum({1 << (made[text] or 0) for text in groups if parsed[text].kind == kind})
                for kind in ("concealed triplet", "quad")
            ]
            pair = made[pairs[0]] if pairs else None
            way = tuple(sorted(made[text] or 0 for text in groups))
            found[way, sets[0], sets[1], NO_TILE if pair is None else pair] = None
    ways = np.array([way for way, *_ in found], dtype=np.uint64).reshape(len(found), len(groups))
    needed = np.zeros((GROUPS, len(found)), dtype=np.uint64)
    for place, kinds_there in enumerate(ways.T):
        times_before = (ways[:, :place] == kinds_there[:, None]).sum(axis=1)
        needed[times_before, np.arange(len(found))] |= np.uint64(1) << kinds_there
    return _Ways(
        kinds=tuple(way for way, *_ in found),
        needed=needed,
        concealed=np.array([concealed for _, concealed, _, _ in found], dtype=np.uint64),
        quads=np.array([quads for _, _, quads, _ in found], dtype=np.uint64),
        pair=np.array([pair for _, _, _, pair in found], dtype=np.uint8) if pairs else None,
    )


def _needs_too_many(kinds: list[int]) -> bool:
    """Whether a triplet is asked for twice, which would take six copies of its tile."""
    triplets = [kind for kind in kinds if kind not in RUNS]
    return len(set(triplets)) < len(triplets)


def _choices(ranks: list[str], suits: list[str]) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    for rank_values in product(range(1, SUIT_SIZE + 1), repeat=len(ranks)):
        for suit_values in product(range(len(_SUITS)), repeat=len(suits)):
            yield dict(zip(ranks, rank_values, strict=True)), dict(zip(suits, suit_values, strict=True))


# ---- what a pattern is called


class KnownPattern(NamedTuple):
    """A pattern with a short description.

    ``form``: ``same``, identical groups, ``times`` of each kind; ``ranks``, fixed ones in one suit; ``suits``, any one
    rank in all three; ``steps``, one rank after the other in one suit. ``kinds``: of the groups; ``tiles``: of fixed
    ranks.
    """

    form: Literal["same", "ranks", "suits", "steps"]
    kinds: list[str]
    times: list[int]
    tiles: list[str]


def split_elements(elements: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The groups and the pair of a pattern, and the letters that have to be different from each other."""
    groups = [text for text in elements if not _DIFFERENT.fullmatch(text)]
    return groups, [text.split()[1:] for text in elements if _DIFFERENT.fullmatch(text)]


def known_pattern(elements: Sequence[str]) -> KnownPattern | None:
    """The short description of a pattern, if it has one.

    >>> known_pattern(["run 1 a", "run 4 a", "run 7 a"])
    KnownPattern(form='ranks', kinds=['run'], times=[3], tiles=['123', '456', '789'])
    """
    groups, different = split_elements(elements)
    times = Counter(groups)
    kinds, ranks, suits = ([*part] for part in zip(*(element.rsplit(" ", 2) for element in times), strict=True))
    letters = [{name[0] for name in (rank, suit) if name[0].isalpha()} for rank, suit in zip(ranks, suits, strict=True)]
    if all(count > 1 for count in times.values()):
        is_apart = len(set().union(*letters)) == sum(map(len, letters)) and not different
        return KnownPattern("same", kinds, [*times.values()], []) if is_apart else None
    if different or len({*kinds}) > 1 or len(times) < len(groups):
        return None
    tiles: list[str] = []
    form: Literal["ranks", "suits", "steps"] | None = None
    if sorted(suits) == [*_SUITS] and len({*ranks}) == 1 and ranks[0].isalpha():
        form = "suits"
    elif len({*suits}) == 1 and suits[0] not in _SUITS:
        if all(map(str.isdigit, ranks)):
            form, is_run = "ranks", kinds[0] == "run"
            tiles = ["".join(str(int(rank) + step * is_run) for step in range(3)) for rank in ranks]
        elif ranks == [ranks[0], *(f"{ranks[0]}+{step}" for step in range(1, len(ranks)))]:
            form = "steps"
    return None if form is None else KnownPattern(form, kinds[:1], [len(groups)], tiles)


def _describe_pattern(elements: Sequence[str]) -> str:
    """A pattern in English: ``2 identical runs``, ``the runs 123, 456 and 789 of one suit``."""
    known = known_pattern(elements)
    if known is None:
        groups, different = split_elements(elements)
        stand = any(re.search(r" [^mps\d]", element) for element in groups)
        apart = "".join(f", {listed(names)} for different ones" for names in different)
        return listed(groups) + (f" (a letter stands for any rank or suit{apart})" if stand else "")
    (kind, *_), (times, *_) = known.kinds, known.times
    if known.form == "same":
        return listed(f"{count} identical {one}s" for one, count in zip(known.kinds, known.times, strict=True))
    if known.form == "ranks":
        return f"the {kind}s {listed(known.tiles)} of one suit"
    return f"the same {kind} in all three suits" if known.form == "suits" else f"{times} {kind}s in a row in one suit"
