"""Words about the tiles of a hand: its shape, just these tiles, sets, suits, ranks and dora."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import permutations
from typing import ClassVar, Final, Literal, get_args

from calc.mahjong.hand.hand import MERGED
from calc.mahjong.hand.kinds import EAST, SUIT_SIZE, TILE_KINDS
from calc.mahjong.hand.shapes import SHAPES
from calc.mahjong.rules.expressions import Writer
from calc.mahjong.rules.words.base import PHRASES, Lexicon, Need, State, Term, write
from calc.notation.tiles import is_red, parse_tiles, print_tiles
from calc.tables.conditions import Number, listed
from calc.translation import msg

_SUITS: Final = "mps"
#: Tiles of a finished hand without melds.
_HAND: Final = 14


class Shape(Term, frozen=True):
    """``shape: seven_pairs``: the finished shape that the reading sees."""

    shown_by: ClassVar = "hand"

    name: Literal["standard", "seven_pairs", "thirteen_orphans", "thirteen_unconnected", "fourteen_unconnected"]

    def code(self, code: Writer) -> str:
        return f"r.shape == {SHAPES.index(self.name)}"

    def row(self) -> str:
        return f"{self.key}.{self.name}"

    def said(self, lexicon: Lexicon) -> str:
        alike = f"{self.row()}.alike"
        return write(alike if lexicon.four_alike and PHRASES.has(alike) else self.row())


class Concealed(Term, frozen=True):
    """``concealed: {exactly: 22334455667788a}``: a hand without melds whose tiles are just these.

    A letter a, b or c means a suit, different letters for different suits. ``plus_one`` allows one more of the
    tiles.
    """

    shown_by: ClassVar = "hand"

    exactly: str
    plus_one: bool = False

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def code(self, code: Writer) -> str:
        each = "h.counts[{kind}] >= {count}" if self.plus_one else "h.counts[{kind}] == {count}"
        return code.all([code.negate("h.has_melds"), _has(self.exactly, code, self.plus_one, "h.tile_set == {}", each)])

    def row(self) -> str:
        return "concealed.plus_one" if self.plus_one else self.key

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"tiles": _of_one_suit(self.exactly)}


class BeforeWin(Term, frozen=True):
    """``before_win: 1112345678999a``: the concealed hand was just these tiles before the winning tile came.

    False where the winning tile was mixed into the hand, which no longer shows what was there before.
    """

    shown_by: ClassVar = "hand"

    exactly: str

    def __post_init__(self) -> None:
        _counts(self.exactly)

    def code(self, code: Writer) -> str:
        each = "h.counts[{kind}] == {count} + (r.win == {kind})"
        ways = _has(self.exactly, code, 1, "(h.tile_set & ~{} & ~(1 << r.win)) == 0", each)
        return code.all([code.negate("h.has_melds"), f"h.fact({MERGED!r}) == 0", ways])

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"tiles": _of_one_suit(self.exactly)}


def _has(text: str, code: Writer, more: int, all_kinds: str, each: str) -> str:
    """That a hand has the tiles of a text, and so many ``more``: what is asked of their kinds, and of ``each`` kind."""
    ways = [
        code.all(
            [
                all_kinds.format(sum(1 << kind for kind in wanted)),
                *(each.format(kind=kind, count=count) for kind, count in wanted.items()),
            ]
        )
        for wanted in _counts(text)
        if wanted.total() + more == _HAND
    ]
    return code.any(ways)


class Tiles(Term, frozen=True):
    """``tiles: {every: simple}``: all tiles of the hand, melds included, are in a set."""

    of_sets: ClassVar = {
        "every": "(h.tile_set & ~{}) == 0",
        "some": "(h.tile_set & {}) != 0",
        "none": "(h.tile_set & {}) == 0",
    }
    apart: ClassVar = tuple(of_sets)
    shown_by: ClassVar = "hand"

    every: str | None = None
    some: str | None = None
    none: str | None = None

    def __post_init__(self) -> None:
        if not self.named():
            raise ValueError(msg("expected 'every', 'some' or 'none' with the name of a set"))

    def row(self) -> str:
        return f"{self.key}.{next(iter(self.named()))}"

    def instead(self, state: State, lexicon: Lexicon) -> str:
        ((how, name),) = self.named().items()
        asked = state.set(name).tiles
        against = state.reading.hand.tile_set & (~asked if how == "every" else asked)
        return "" if how == "some" else print_tiles([kind for kind in range(TILE_KINDS) if against >> kind & 1])


class Suits(Term, frozen=True, dict=True):
    """``suits: 1``: how many of characters, circles and bamboo the hand has."""

    shown_by: ClassVar = "hand"

    number: Number | int

    def numbers(self, code: Writer) -> dict[str, Number]:
        return {"h.suits": Number.of(self.number)}

    def row(self) -> str:
        return "suits.one" if self.number == 1 else self.key

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"number": Number.of(self.number)}


class RankSum(Term, frozen=True, dict=True):
    """``rank_sum: {at_least: 100}``: the ranks of all tiles, quads with four, add up to so much; honours have no rank.

    ``{of: characters, at_least: 100}``: only those of a set of tiles.
    """

    shown_by: ClassVar = "hand"

    of: str | None = None
    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def __post_init__(self) -> None:
        _ = self.number

    @cached_property
    def number(self) -> Number:
        """What the sum is compared with."""
        return Number(exactly=self.exactly, at_least=self.at_least, at_most=self.at_most)

    def needs(self) -> Iterator[Need]:
        return iter([] if self.of is None else [Need("set", self.of)])

    def numbers(self, code: Writer) -> dict[str, Number]:
        of = "" if self.of is None else f" * ({code.set(self.of)} >> {{kind}} & 1)"
        # Honours have no rank.
        ranks = [f"h.tiles[{kind}] * {kind % SUIT_SIZE + 1}{of.format(kind=kind)}" for kind in range(EAST)]
        return {f"({' + '.join(ranks)})": self.number}

    def row(self) -> str:
        return self.key if self.of is None else "rank_sum.of"

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        return {"number": self.number, "tiles": "" if self.of is None else lexicon.sets[self.of].removeprefix("the ")}


_Kind = Literal["dora", "red", "ura", "north", "season", "all"]


class Dora(Term, frozen=True):
    """``dora: {red: 3}``: how many dora of a kind the hand has; ``all`` counts those of every kind."""

    joint: ClassVar = "list.and"

    counts: dict[_Kind, Number | int]

    def __post_init__(self) -> None:
        if not self.counts:
            raise ValueError(msg("expected one of {0}", listed(map(repr, get_args(_Kind)), "or")))

    def numbers(self, code: Writer) -> dict[str, Number]:
        return {f"h.bonus[{kind!r}]": Number.of(count) for kind, count in self.counts.items()}

    def said(self, lexicon: Lexicon) -> str:
        ((kind, count),) = self.counts.items()
        return write(f"dora.{kind}", number=Number.of(count))


def _of_one_suit(exactly: str) -> str:
    """``1112345678999a`` as ``1112345678999 of one suit``; other tiles as they are."""
    is_one = exactly[:-1].isdigit() and exactly[-1] in "abc"
    return write("of_one_suit", tiles=exactly[:-1]) if is_one else exactly


@lru_cache(maxsize=256)
def _counts(text: str) -> list[Counter[int]]:
    """``1112345678999a`` -> the tiles of each kind, for each choice of suits for its letters.

    Raises :class:`ValueError` for text that no choice makes into tiles.
    """
    letters = sorted(set(text) & set("abc"))
    found = []
    for suits in permutations(_SUITS, len(letters)):
        spelled = text.translate({ord(letter): suit for letter, suit in zip(letters, suits, strict=True)})
        tiles = parse_tiles(spelled)
        if any(map(is_red, tiles)):
            raise ValueError(msg("expected tiles without red fives (0), found {0!r}; write 5", text))
        found.append(Counter(tiles))
    return found
