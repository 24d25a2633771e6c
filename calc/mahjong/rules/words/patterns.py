"""Words about groups that belong together: ``run 1 a``, ``run 4 a``, ``run 7 a`` are 123, 456, 789 of one suit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import ClassVar, Final, NamedTuple

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
    """``taken_in: [run n a, run n a]``: the reading has a pattern's groups, and one of them took the winning tile."""

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
        message = (
            "expected 'run', 'triplet', 'concealed triplet', 'quad' or 'pair', a rank (1 to 9, or a letter as in n or "
            "n+1) and a suit (m, p, s or another letter), or 'different' and letters, found {0!r}"
        )
        raise ValueError(msg(message, text))
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
    texts, different = _split(elements)
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
    rank_choices = product(range(1, SUIT_SIZE + 1), repeat=len(rank_names))
    suit_choices = product(range(len(_SUITS)), repeat=len(suit_names))
    for rank_choice, suit_choice in product(rank_choices, suit_choices):
        ranks = dict(zip(rank_names, rank_choice, strict=True))
        suits = dict(zip(suit_names, suit_choice, strict=True))
        values = [[(suits if suits.keys() >= set(names) else ranks)[name] for name in names] for names in different]
        if any(len(set(chosen)) < len(chosen) for chosen in values):
            continue
        made = {text: element.choose(ranks, suits) for text, element in parsed.items()}
        kinds = sorted([made[text] or 0 for text in groups])
        triplets = [kind for kind in kinds if kind not in RUNS]
        # A triplet that is asked for twice would take six copies of its tile.
        if None not in made.values() and len({*triplets}) == len(triplets):
            often, held = [0] * GROUPS, {"concealed triplet": 0, "quad": 0}
            for kind in {*kinds}:
                often[kinds.count(kind) - 1] |= 1 << kind
            for text in groups:
                if parsed[text].kind in held:
                    held[parsed[text].kind] |= 1 << (made[text] or 0)
            pair = made[pairs[0]] if pairs else None
            concealed, quads = held.values()
            yield Way(tuple(kinds), tuple(often), concealed, quads, NO_TILE if pair is None else pair)


def _split(elements: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The groups and the pair of a pattern, and the letters that have to be different from each other."""
    groups = [text for text in elements if not _DIFFERENT.fullmatch(text)]
    return groups, [text.split()[1:] for text in elements if _DIFFERENT.fullmatch(text)]


def _describe_pattern(elements: Sequence[str]) -> str:
    """A pattern in words: ``2 identical runs``, ``the runs 123, 456 and 789 of one suit``, or all of its elements."""
    groups, different = _split(elements)
    times = Counter(groups)
    kinds, ranks, suits = ([*part] for part in zip(*(element.rsplit(" ", 2) for element in times), strict=True))
    nouns = [write(_NOUNS.get(kind, kind)) for kind in kinds]
    letters = [{name[0] for name in (rank, suit) if name[0].isalpha()} for rank, suit in zip(ranks, suits, strict=True)]
    are_apart = len(set().union(*letters)) == sum(map(len, letters))
    if not different and are_apart and all(count > 1 for count in times.values()):
        same = [write("pattern.same", kind=one, times=count) for one, count in zip(nouns, times.values(), strict=True)]
        again = write("pattern.again", pattern=same[0], times=len(same))
        return again if len({*same}) < len(same) else join("list.with", same)
    if not different and len({*kinds}) == 1 and len(times) == len(groups):
        if sorted(suits) == [*_SUITS] and len({*ranks}) == 1 and ranks[0].isalpha():
            return write("pattern.suits", kind=nouns[0])
        is_one_suit = len({*suits}) == 1 and suits[0] not in _SUITS
        if is_one_suit and all(map(str.isdigit, ranks)):
            step = int(kinds[0] == "run")
            tiles = ("".join(str(int(rank) + step * place) for place in range(3)) for rank in ranks)
            return write("pattern.ranks", kind=nouns[0], tiles=join("names", tiles))
        if is_one_suit and ranks == [ranks[0], *(f"{ranks[0]}+{step}" for step in range(1, len(ranks)))]:
            return write("pattern.steps", kind=nouns[0], times=len(groups))
    told = join("names", map(_describe_element, groups))
    if not any(re.search(r" [^mps\d]", element) for element in groups):
        return told
    apart = [write("letters.different", letters=join("list.with", names)) for names in different]
    return write("letters", groups=told, different="".join(apart))


def _describe_element(element: str) -> str:
    kind, rank, suit = element.rsplit(" ", 2)
    row = f"suit.{suit}" if suit in _SUITS else "suit"
    return write("element", kind=write(_NOUNS.get(kind, kind)), rank=rank, suit=write(row, suit=suit))
