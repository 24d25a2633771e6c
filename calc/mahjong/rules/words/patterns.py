"""Words about groups that belong together: ``run 1 a``, ``run 4 a``, ``run 7 a`` are 123, 456, 789 of one suit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec import Struct

from calc.mahjong.hand.hand import CONCEALED, KIND, QUAD
from calc.mahjong.hand.kinds import GROUPS, NO_TILE, RUNS, SUIT_SIZE, run_kind, triplet_kind
from calc.mahjong.hand.readings import PAIR_SLOT, Reading
from calc.mahjong.rules.expressions import Writer
from calc.mahjong.rules.words.base import Lexicon, State, Term, join, write
from calc.patterns import Later, regex
from calc.translation import msg

_SUITS: Final = "mps"
_LAST_RUN: Final = 7
#: The phrases of kinds of groups that are not their own keys.
_NOUNS: Final = {"concealed triplet": "triplet.concealed", "pair": "pair_of_tiles"}
#: An element that is no group: letters that stand for different suits, or different ranks.
_DIFFERENT: Final = regex(r"different(?: [a-z]){2,}")
_ELEMENT: Final = regex(
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


class Way(NamedTuple):
    """A way to fill a pattern.

    ``kinds``: its group kinds. ``often``: those needed at least once, twice, three, four times, as sets; what goes
    without saying is left out (a kind that is there twice is there once). ``concealed``, ``quads``: those that have to
    be concealed, or quads, as sets. ``pair``: the tile of the pair, :data:`NO_TILE` where the pattern has none.
    """

    kinds: tuple[int, ...]
    often: tuple[int, ...]
    concealed: int
    quads: int
    pair: int

    @property
    def twice(self) -> int:
        """The kinds needed at least twice, as a set."""
        _, *more = self.often
        return sum(more)

    @property
    def is_told(self) -> bool:
        """Whether a reading has it that holds its kinds, and twice those that it needs twice."""
        return not (any(self.often[2:]) or self.concealed or self.quads) and self.pair == NO_TILE

    def fits(self, reading: Reading) -> bool:
        """Whether a reading has it."""
        return (
            all(held & needed == needed for held, needed in zip(reading.often, self.often, strict=True))
            and reading.held(CONCEALED) & self.concealed == self.concealed
            and reading.held(QUAD) & self.quads == self.quads
            and self.pair in (NO_TILE, reading.pair)
        )


class Ways(Struct, frozen=True):
    """Every way to fill a pattern. ``asked``: the same, each with its group kinds and those it needs twice, as sets,
    and whether these say all. ``kinds``: all that some way asks for; ``least``: the fewest different ones of a way;
    ``repeats``: whether every way has some kind twice.
    """

    ways: tuple[Way, ...]
    asked: tuple[tuple[int, int, bool, Way], ...]
    kinds: int
    least: int
    repeats: bool


def fitting(ways: Ways, reading: Reading) -> list[Way]:
    """The ways in which a reading has a pattern."""
    found: list[Way] = []
    once, twice = reading.once, reading.twice
    # Most readings hold too few of the kinds that any way asks for, and are not looked at again.
    if (ways.repeats and not twice) or (once & ways.kinds).bit_count() < ways.least:
        return found
    for kinds, pairs, is_all, way in ways.asked:
        if once & kinds == kinds and twice & pairs == pairs and (is_all or way.fits(reading)):
            found.append(way)
    return found


def took_pattern(ways: Ways, reading: Reading) -> bool:
    """Whether a reading has the groups of a pattern, and one of them took the winning tile."""
    if reading.taker == PAIR_SLOT:
        return any(way.pair != NO_TILE for way in fitting(ways, reading))
    return reading.taker < GROUPS and any(
        reading.codes[reading.taker] & KIND in way.kinds for way in fitting(ways, reading)
    )


class Pattern(Term, frozen=True):
    """``pattern: [run n m, run n p, run n s]``: the reading has these groups, each group used once.

    An element is ``run``, ``triplet`` (a quad will do), ``concealed triplet``, ``quad`` or ``pair``, a rank and a suit.
    Letters other than m, p, s are variables: for a rank (``n``, ``n+1``) or a suit (``a``). The same letter means the
    same value; different letters may mean the same too, unless an element ``different a b`` forbids it.
    """

    key: ClassVar[str] = "pattern"

    elements: list[str]

    def __post_init__(self) -> None:
        if next(_ways(tuple(self.elements)), None) is None:
            raise ValueError(msg("no hand can hold these groups"))

    def code(self, code: Writer) -> str:
        return f"has_pattern({_named(self.elements, code)}, r)"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        ways, reading = ways_of(tuple(self.elements)).ways, state.reading
        held = Counter(reading.groups)
        there = max((held & Counter(way.kinds)).total() + (way.pair == reading.pair != NO_TILE) for way in ways)
        asked = len(ways[0].kinds) + (ways[0].pair != NO_TILE)
        return write("part", count=there, all=asked) if there < asked else ""

    def marks(self, state: State) -> set[int]:
        ways = fitting(ways_of(tuple(self.elements)), state.reading)
        if not ways:
            return set()
        left, found = Counter(ways[0].kinds), set()
        for place, kind in enumerate(state.reading.groups):
            if left[kind]:
                left[kind] -= 1
                found.add(place)
        return found | ({PAIR_SLOT} if ways[0].pair != NO_TILE else set())

    def said(self, lexicon: Lexicon) -> str:
        return _describe_pattern(self.elements)


class TakenIn(Term, frozen=True):
    """``taken_in: [run n a, run n a]``: the reading has the groups of a pattern, and one of them took the winning
    tile.
    """

    key: ClassVar[str] = "taken_in"
    shown_by: ClassVar = "taker"

    elements: list[str]

    def __post_init__(self) -> None:
        Pattern(self.elements)

    def code(self, code: Writer) -> str:
        return f"took_pattern({_named(self.elements, code)}, r)"

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"pattern": _describe_pattern(self.elements)}


def _named(elements: Sequence[str], code: Writer) -> str:
    return code.name(Later(partial(ways_of, tuple(elements))))


def _parse(text: str) -> _Element:
    match = _ELEMENT.fullmatch(text)
    if match is None or (match[3] and match[3] in _SUITS):
        raise ValueError(
            msg(
                "expected 'run', 'triplet', 'concealed triplet', 'quad' or 'pair', a rank (1 "
                "to 9, or a letter as in n or n+1) and a suit (m, p, s or another letter), "
                "or 'different' and letters, found {0!r}",
                text,
            )
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
def ways_of(elements: tuple[str, ...]) -> Ways:
    """Every way to fill the pattern, once each. Raises :class:`ValueError` for elements that make no pattern."""
    found = [*dict.fromkeys(_ways(elements))]
    sizes = [{*way.kinds} for way in found]
    return Ways(
        ways=tuple(found),
        asked=tuple([(sum({1 << kind for kind in way.kinds}), way.twice, way.is_told, way) for way in found]),
        kinds=sum(1 << kind for kind in set().union(*sizes)),
        least=min(map(len, sizes), default=0),
        repeats=all(len(kinds) < len(way.kinds) for kinds, way in zip(sizes, found, strict=True)),
    )


def _ways(elements: tuple[str, ...]) -> Iterator[Way]:
    texts, different = split_elements(elements)
    parsed = {text: _parse(text) for text in texts}
    groups = [text for text in texts if parsed[text].kind != "pair"]
    pairs = [text for text in texts if parsed[text].kind == "pair"]
    if not 0 < len(groups) <= GROUPS or len(pairs) > 1:
        raise ValueError(msg("expected 1 to {0} groups, and one pair at most", GROUPS))
    rank_names = sorted({element.rank_variable for element in parsed.values() if element.rank_variable})
    suit_names = sorted({element.suit_variable for element in parsed.values() if element.suit_variable})
    for names in different:
        if not (set(names) <= set(rank_names)) ^ (set(names) <= set(suit_names)):
            raise ValueError(msg("expected letters of suits, or letters of ranks, found {0!r}", " ".join(names)))
    for ranks, suits in _choices(rank_names, suit_names):
        values = [[(suits if suits.keys() >= set(names) else ranks)[name] for name in names] for names in different]
        if any(len(set(chosen)) < len(chosen) for chosen in values):
            continue
        made = {text: element.choose(ranks, suits) for text, element in parsed.items()}
        kinds = sorted([made[text] or 0 for text in groups])
        if None not in made.values() and not _needs_too_many(kinds):
            often, held = [0] * GROUPS, {"concealed triplet": 0, "quad": 0}
            for kind in {*kinds}:
                often[kinds.count(kind) - 1] |= 1 << kind
            for text in groups:
                if parsed[text].kind in held:
                    held[parsed[text].kind] |= 1 << (made[text] or 0)
            pair = made[pairs[0]] if pairs else None
            concealed, quads = held.values()
            yield Way(tuple(kinds), tuple(often), concealed, quads, NO_TILE if pair is None else pair)


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
    """A pattern in words: ``2 identical runs``, ``the runs 123, 456 and 789 of one suit``."""
    known = known_pattern(elements)
    if known is None:
        groups, different = split_elements(elements)
        told = join("names", (_describe_element(element) for element in groups))
        if not any(re.search(r" [^mps\d]", element) for element in groups):
            return told
        letters = [write("letters.different", letters=join("list.with", names)) for names in different]
        return write("letters", groups=told, different="".join(letters))
    kinds = [write(_NOUNS.get(kind, kind)) for kind in known.kinds]
    if known.form == "same":
        pairs = zip(kinds, known.times, strict=True)
        return join("list.with", (write("pattern.same", kind=kind, times=times) for kind, times in pairs))
    tiles = join("names", known.tiles) if known.tiles else ""
    return write(f"pattern.{known.form}", kind=kinds[0], times=known.times[0], tiles=tiles)


def _describe_element(element: str) -> str:
    kind, rank, suit = element.rsplit(" ", 2)
    row = f"suit.{suit}" if suit in _SUITS else "suit"
    return write("element", kind=write(_NOUNS.get(kind, kind)), rank=rank, suit=write(row, suit=suit))
