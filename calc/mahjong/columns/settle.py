"""Settle blocks of wins in columns, and take their results apart into what many of them share.

Most wins share their yaku, their worth or their payments with others. Each of these is worked out once, by the same
functions as for one hand, and looked up for all others: the numbers of a block point into books of what is known.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import CalcError
from calc.mahjong.by_result import SettledResult
from calc.mahjong.check.faults import find_faults
from calc.mahjong.columns.ask import ask_columns
from calc.mahjong.columns.hands import Bools, Hands, Ints
from calc.mahjong.columns.read import Wins, read_columns
from calc.mahjong.columns.readings import Readings, read_hands
from calc.mahjong.hand.hand import DORA_KINDS
from calc.mahjong.records.types import Win
from calc.mahjong.results import WinResult
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import SettledWin, is_payable, not_payable, settle_one, write_figures, yaku_lines
from calc.mahjong.value.payments import Payments, paid_to
from calc.mahjong.value.valuing import Tally, counted_of, fixed_fu, tally_of
from calc.outcomes import EncodedResult, collecting_later
from calc.translation import language

K = TypeVar("K")
T = TypeVar("T")

#: Records settled together: enough to outweigh numpy's cost per call, few enough to stay in cache.
BLOCK: Final = 32768
#: One thread at a time numbers what it meets, and looks up what the numbers stand for.
_NUMBERING: Final = RLock()
#: Yaku whose presence fits in one number.
_BITS: Final = 62
#: What is remembered of a rule set at most, of each kind.
_MOST: Final = 65_536
#: The keys of each part of a result, and those of a refusal.
PARTS: Final = (("yaku",), ("dora", "han", "fu", "limits", "level", "base"), ("points", "payments"))
REFUSED: Final = ("code", "message", "key")


class Made(dict[int, T]):
    """What is made of numbers, each when it is first asked for."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> T:
        found = self[number] = self._make(number)
        return found


class Book(dict[K, int]):
    """Numbers keys in the order in which they are first met. ``known``: what each number stands for; ``parts``: the
    part of a result that this is, ``texts``: the same as JSON without braces; ``table``: (m, ``width``) what ``row``
    says of each, as numbers.

    When too much is known, all is forgotten and numbered anew.
    """

    def __init__(
        self,
        find: Callable[[K], Any],
        part: Callable[[Any], dict[str, Any]] = dict,
        *,
        row: Callable[[Any], Sequence[int]] = tuple,
        width: int = 0,
        most: int = _MOST,
    ) -> None:
        super().__init__()
        self._find, self._part, self._row, self._width, self._most = find, part, row, width, most
        self._forget()

    def _forget(self) -> None:
        self.clear()
        known: list[Any] = []
        parts = Made(lambda number: self._part(known[number]))
        self.known, self.parts, self.texts = known, parts, Made(lambda number: _encode_keys(parts[number]))
        self._rows = np.empty((0, self._width), dtype=np.int64)

    @property
    def table(self) -> Ints:
        if new := [self._row(one) for one in self.known[len(self._rows) :]]:
            self._rows = np.concatenate([self._rows, np.array(new, dtype=np.int64)])
        return self._rows

    def __missing__(self, key: K) -> int:
        number = self[key] = len(self)
        self.known.append(self._find(key))
        return number

    def numbers(self, columns: Sequence[NDArray[Any]]) -> Ints:
        """(n,) the number of each of the n keys that columns make together."""
        if len(self) > self._most:
            self._forget()
        keys: Iterable[Any] = zip(*(column.tolist() for column in columns), strict=True)
        return np.fromiter(map(self.__getitem__, keys), dtype=np.int64, count=len(columns[0]))


class Books(NamedTuple):
    """What is known of a rule set in a language.

    ``sets``: the words of yaku that are present, those of no han, and the way of winning. Each has a kind, of which all
    are worth the same, a number among ``lines``, and says whether somebody may be responsible. ``tallies``: a kind with
    the han of dora and the fu. Each says whether it is payable, its base points and figures; and where a yaku of a
    fixed level may decide also what a set says, else -1. ``lines``: the yaku that count, those of no han, and the way.
    ``worths``: figures with the dora of each kind. ``payments``: by what they depend on.
    """

    sets: Book[tuple[Any, ...]]
    tallies: Book[tuple[int, int, int]]
    lines: Book[tuple[Any, ...]]
    worths: Book[tuple[Any, ...]]
    payments: Book[tuple[Any, ...]]


@remembered
def _books(rules: MahjongRules, lang: str) -> Books:
    def yaku_set(key: tuple[Any, ...]) -> tuple[int, int, int]:
        *words, way = key
        half = len(words) // 2
        present, no_han = (
            sum(word << _BITS * place for place, word in enumerate(part)) for part in (words[:half], words[half:])
        )
        return present, no_han, way

    def row_of_set(known: tuple[int, int, int]) -> tuple[int, ...]:
        of = counted_of(rules, *known)
        counts = tuple(name for name, yaku in of.yaku.items() if not of.limits or yaku.value.limit is not None)
        kind = (of.han, of.limits, bool(of.wins), known if of.levels else None)
        examples.setdefault(kind, known)
        return kinds[kind], lines[counts, *known[1:]], not liable.isdisjoint(counts)

    def tally(key: tuple[int, int, int]) -> tuple[Tally, int]:
        kind, bonus, fu = key
        example = examples[kinds.known[kind]]
        found = tally_of(rules, *example, bonus, fu)
        return found, -1 if kinds.known[kind][-1] is None else lines[found.counted, *example[1:]]

    def row_of_tally(known: tuple[Tally, int]) -> tuple[int, ...]:
        of, line = known
        is_liable = -1 if line < 0 else not liable.isdisjoint(of.counted)
        return is_payable(of, rules), of.figures.base, figures[of.figures], line, is_liable

    def yaku(known: tuple[Any, ...]) -> dict[str, Any]:
        counted, no_han, way = known
        return {"yaku": yaku_lines(rules, counted, no_han, way, lang)}

    def paid(known: Payments) -> dict[str, Any]:
        return {"points": known.points, "payments": known.written(rules)}

    liable, examples = {*rules.liability.for_}, dict[Any, tuple[int, int, int]]()
    # There are few of these, and others refer to their numbers for good.
    figures, kinds, lines = (Book[Any](lambda one: one, part, most=sys.maxsize) for part in (dict, dict, yaku))
    return Books(
        sets=Book(yaku_set, row=row_of_set, width=3),
        tallies=Book(tally, row=row_of_tally, width=5),
        lines=lines,
        worths=Book(lambda key: (figures.known[key[0]], key[1:]), lambda known: write_figures(rules, *known)),
        payments=Book(lambda key: paid_to(rules, *key), paid),
    )


class Sort(NamedTuple):
    """A part of the results of a block: its number for each row, and what the numbers stand for."""

    numbers: Ints
    parts: Made[dict[str, Any]]
    texts: Made[str]


class Settled(Struct, frozen=True):
    """A block of settled wins. ``rows``: (n,) the places of those that are columns; ``sorts``: their :data:`PARTS`.
    ``alone``: by place what was settled by itself: wins that are no columns, and refusals.
    """

    rows: Ints
    sorts: list[Sort]
    alone: dict[int, SettledWin | SettledResult | CalcError]


def settle_columns(wins: Wins, rules: MahjongRules) -> Settled:
    """Settle a block of wins. What is no plain hand, and what is refused, is settled by itself."""
    hands, rows = read_columns(wins, rules)
    sound = np.asarray(find_faults(hands, rules)) ^ True
    if not sound.all():
        hands, rows = hands.take(sound), rows[sound]
    with _NUMBERING:
        books = _books(rules, language())
        payable, base, figures, lines, liable, tallies = _value(hands, books, rules)
        alone: dict[int, SettledWin | SettledResult | CalcError] = {}
        fine = payable.astype(np.bool_)
        unpaid = np.flatnonzero(~fine & (tallies >= 0))
        for row, number, bonus in zip(
            *(one[unpaid].tolist() for one in (rows, tallies, hands.bonus["all"])), strict=True
        ):
            alone[row] = not_payable(books.tallies.known[number][0], bonus, rules)
        if rules.liability.for_ and hands.fed.any():
            fine &= ~_may_be_liable(liable.astype(np.bool_), hands, rules)
        if not fine.all():
            hands, rows = hands.take(fine), rows[fine]
            base, figures, lines = base[fine], figures[fine], lines[fine]
        dora = [hands.bonus[kind] for kind in DORA_KINDS]
        paid = (base, hands.tsumo, hands.seat, hands.discarder, hands.honba, hands.sticks)
        numbers = (lines, books.worths.numbers((figures, *dora)), books.payments.numbers(paid))
    for row in np.delete(np.arange(len(wins)), [*rows.tolist(), *alone]).tolist():
        try:
            alone[row] = settle_one(wins.in_row(row), rules)
        except CalcError as error:
            alone[row] = error.kept()
    by_sort = zip(numbers, (books.lines, books.worths, books.payments), strict=True)
    return Settled(rows, [Sort(own, book.parts, book.texts) for own, book in by_sort], alone)


def _may_be_liable(asked: Bools, hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a meld tells who fed it, and somebody can be responsible for the hand. ``asked``: by its yakuman."""
    needs = rules.liability.needs
    if any(needs[name].replacement for name in rules.liability.for_ if name in needs):
        asked = asked | hands.rinshan
    return np.asarray(asked & hands.fed)


def _value(hands: Hands, books: Books, rules: MahjongRules) -> Ints:
    """(6, n) what the best reading of each hand is worth, as its tally says, and the number of the tally: 0 and -1 for
    a hand that is not complete.
    """
    readings = read_hands(hands, rules.waiting_shapes)
    present, no_han, _, fu = ask_columns(readings, rules)
    total = -(-fu // rules.fu.round_up_to) * rules.fu.round_up_to
    for shape, fixed in enumerate(fixed_fu(rules)):
        if fixed is not None:
            total = np.where(readings.shape == shape, fixed, total)
    bonus = sum((hands.bonus[kind] * one.han for kind, one in rules.dora.bonus.items()), np.zeros_like(hands.honba))
    words = [*_words(present, len(readings), rules), *_words(no_han, len(readings), rules)]
    sets = books.sets.numbers((*words, hands.way[readings.rows]))
    kinds, lines, liable = books.sets.table[sets].T
    tallies = books.tallies.numbers((kinds, bonus[readings.rows], np.broadcast_to(total, len(readings))))
    found = np.zeros((6, len(hands)), dtype=np.int64)
    found[5] = -1
    best = _find_best(readings, tallies, books.tallies.known)
    done = best >= 0
    best = best[done]
    found[:5, done] = books.tallies.table[tallies[best]].T
    found[3:5, done] = np.where(found[3:5, done] < 0, (lines[best], liable[best]), found[3:5, done])
    found[5, done] = tallies[best]
    return found


def _words(found: dict[int, Bools], size: int, rules: MahjongRules) -> list[Ints]:
    """Yaku as sets of places, in as many numbers as the rules need."""
    words = [np.zeros(size, dtype=np.int64) for _ in range(-(-len(rules.yaku) // _BITS) or 1)]
    for place, holds in found.items():
        word, bit = divmod(place, _BITS)
        words[word] |= np.left_shift(np.asarray(holds, dtype=np.int64), bit)
    return words


def _find_best(readings: Readings, numbers: Ints, known: Sequence[tuple[Tally, int]]) -> Ints:
    """(n,) the reading of each hand that pays most, of equal ones the first; -1 for a hand without readings."""
    hands = len(readings.hands)
    best = np.full(hands, -1, dtype=np.int64)
    best[readings.rows] = np.arange(len(readings))
    count = np.bincount(readings.rows, minlength=hands)
    rows = np.flatnonzero(count[readings.rows] > 1)
    if len(rows):
        worth = np.array([known[number][0].rank for number in numbers[rows].tolist()], dtype=np.int64).T
        # Sorted by hand, and within a hand the best reading comes last.
        order = rows[np.lexsort((-rows, *worth[::-1], readings.rows[rows]))]
        last = np.append(np.diff(readings.rows[order]) != 0, True)
        best[readings.rows[order[last]]] = order[last]
    return best


# ---- results


def _encode(settled: Settled, wins: Sequence[Win], rules: MahjongRules) -> list[EncodedResult]:
    """The short results of the rows of columns as JSON; ``wins``: their records."""
    label, ids = rules.label, [win.id for win in wins]
    head = _encode_keys({"rules": label, "options": rules.chosen, "ok": True})
    spelled = ids if set(map(type, ids)) == {int} else [msgspec.json.encode(one).decode() for one in ids]
    pieces = [map(sort.texts.__getitem__, sort.numbers.tolist()) for sort in settled.sorts]
    return [
        EncodedResult(f'{{"id":{text},{head},{one},{two},{three}', own, label)
        for own, text, one, two, three in zip(ids, spelled, *pieces, strict=True)
    ]


def _encode_keys(part: dict[str, Any]) -> str:
    """Some keys of a result as JSON, without braces."""
    return msgspec.json.encode(part).decode()[1:-1]


def _write(settled: Settled, wins: Sequence[Win], rules: MahjongRules) -> list[WinResult]:
    """The short results of the rows of columns; ``wins``: their records."""
    label, chosen = rules.label, rules.chosen
    pieces = [map(sort.parts.__getitem__, sort.numbers.tolist()) for sort in settled.sorts]
    # Lists and dicts are copied, for a caller may change those of a result.
    return [
        WinResult(
            id=win.id,
            rules=label,
            options=chosen,
            yaku=one["yaku"].copy(),
            points=three["points"],
            payments=three["payments"].copy(),
            **two,
        )
        for win, one, two, three in zip(wins, *pieces, strict=True)
    ]


def settle_short(
    records: Sequence[Win], rules: MahjongRules, *, encoded: bool = False
) -> list[EncodedResult | WinResult | CalcError]:
    """The short result of each record, or the error that refuses it. ``encoded``: as JSON where it is one of many."""
    outcomes: list[EncodedResult | WinResult | CalcError] = []
    for start in range(0, len(records), BLOCK):
        some = records[start : start + BLOCK]
        settled = settle_columns(Wins.of(some), rules)
        rows = settled.rows.tolist()
        found: list[Any] = [None] * len(some)
        written = (_encode if encoded else _write)(settled, [some[row] for row in rows], rules)
        for row, one in zip(rows, written, strict=True):
            found[row] = one
        for row, apart in settled.alone.items():
            found[row] = apart if isinstance(apart, CalcError) else apart.result("short")
        outcomes += found
    return outcomes


class Column:
    """A part of the results of many blocks. ``parts``: the different ones; ``orders``: of each block the place of each
    row's part among them, -1 for none.
    """

    def __init__(self) -> None:
        self.parts: list[dict[str, Any]] = []
        self.orders: list[Ints] = []
        self._of: Made[dict[str, Any]] | None = None
        self._places = Made[int](lambda number: 0)

    def add(self, sort: Sort | None, rows: Ints, own: Mapping[int, dict[str, Any]], size: int) -> None:
        """Add a block of ``size`` rows. ``sort``: the parts of its ``rows``; ``own``: by row, parts of its own."""
        order = np.full(size, -1, dtype=np.int64)
        if sort is not None and len(rows):
            parts = sort.parts
            if parts is not self._of:  # the parts were numbered anew
                self._of, self._places = parts, Made(lambda number: self._append(parts[number]))
            different, codes = np.unique(sort.numbers, return_inverse=True)
            order[rows] = np.array([self._places[number] for number in different.tolist()])[codes]
        for row, part in own.items():
            order[row] = self._append(part)
        self.orders.append(order)

    def _append(self, part: dict[str, Any]) -> int:
        self.parts.append(part)
        return len(self.parts) - 1


def collect(blocks: Iterable[Wins], rules: MahjongRules) -> list[Column]:
    """The results of blocks of wins: a column for each of :data:`PARTS`, and one for refusals."""
    columns = [Column() for _ in (*PARTS, REFUSED)]
    with collecting_later():
        for wins in blocks:
            settled = settle_columns(wins, rules)
            refused = {row: one for row, one in settled.alone.items() if isinstance(one, CalcError)}
            alone = {row: one.result("short") for row, one in settled.alone.items() if not isinstance(one, CalcError)}
            for column, sort, keys in zip(columns, (*settled.sorts, None), (*PARTS, REFUSED), strict=True):
                found: Mapping[int, object] = refused if sort is None else alone
                own = {row: {key: getattr(one, key) for key in keys} for row, one in found.items()}
                column.add(sort, settled.rows, own, len(wins))
    return columns
