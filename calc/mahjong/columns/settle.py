"""Settle a block of wins in columns, and write short results of them.

Most wins share their yaku, their worth or their payments with others. Each of these is worked out once, by the same
functions as for one hand, and looked up for all others: the numbers of a block point into tables of what is known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

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
from calc.mahjong.scoring import SettledWin, is_payable, settle_one, write_figures, write_settled, yaku_lines
from calc.mahjong.value.payments import Payments, paid_to
from calc.mahjong.value.valuing import Figures, Tally, fixed_fu, tally_of
from calc.outcomes import EncodedResult
from calc.translation import language

K = TypeVar("K")
T = TypeVar("T")

#: Records settled together: enough to outweigh numpy's cost per call, few enough to stay in cache.
BLOCK: Final = 32768
#: Yaku whose presence fits in one number.
_BITS: Final = 62
#: What is remembered of a rule set at most, of each kind.
_MOST: Final = 65_536


class Book(dict[K, int]):
    """Numbers keys in the order in which they are first looked up; ``values_of`` has what each of them stands for.

    ``made``: what others made of the numbers. When too much is known, all is forgotten and numbered anew.
    """

    def __init__(self, make: Callable[[K], Any], most: int = _MOST) -> None:
        super().__init__()
        self._make, self._most = make, most
        self.values_of: list[Any] = []
        self.made: dict[str, Any] = {}

    def __missing__(self, key: K) -> int:
        number = self[key] = len(self)
        self.values_of.append(self._make(key))
        return number

    def numbers(self, keys: Iterable[K], count: int) -> Ints:
        """(n,) the number of each of n keys."""
        if len(self) > self._most:
            self.clear()
            self.values_of, self.made = [], {}
        return np.fromiter(map(self.__getitem__, keys), dtype=np.int64, count=count)


class Settled(Struct, frozen=True):
    """A block of settled wins, a row each.

    ``tally``: (n,) the number of the worth of each row in ``tallies``, which has for each its :class:`Tally`, the yaku
    that are worth no han, and the way of winning. ``paid``: (n,) the number of its payments in ``payments``: for each
    the payments and the seat of the winner. ``rows``: (n,) the place of each row in the block. ``alone``: by place what
    was settled by itself: wins that are no columns, and refusals.
    """

    hands: Hands
    tally: Ints
    tallies: Sequence[tuple[Tally, int, int]]
    paid: Ints
    payments: Sequence[tuple[Payments, int]]
    rows: Ints
    alone: dict[int, SettledWin | SettledResult | CalcError]
    rules: MahjongRules


def settle_columns(wins: Wins, rules: MahjongRules) -> Settled:
    """Settle a block of wins. What is no plain hand, and what is refused, is settled by itself."""
    hands, rows = read_columns(wins, rules)
    sound = np.asarray(find_faults(hands, rules)) ^ True
    if not sound.all():
        hands, rows = hands.take(sound), rows[sound]
    tally, best = _value(hands, rules)
    book = _tallies(rules)
    payable = np.array([is_payable(one, rules) for one, *_ in book.values_of], dtype=np.bool_)
    fine = best >= 0
    fine[fine] = payable[tally[fine]]
    liable = _may_be_liable(tally, hands, book, rules)
    fine &= ~liable
    if not fine.all():
        hands, rows, tally = hands.take(fine), rows[fine], tally[fine]
    bases = np.array([one.figures.base for one, *_ in book.values_of], dtype=np.int64)[tally]
    columns = (bases, hands.tsumo, hands.seat, hands.discarder, hands.honba, hands.sticks)
    payments = _payments(rules)
    paid = payments.numbers(zip(*(column.tolist() for column in columns), strict=True), len(hands))
    left = np.delete(np.arange(len(wins)), rows).tolist()
    alone: dict[int, SettledWin | SettledResult | CalcError] = {}
    for row in left:
        try:
            alone[row] = settle_one(wins.in_row(row), rules)
        except CalcError as error:
            alone[row] = error.kept()
    return Settled(hands, tally, book.values_of, paid, payments.values_of, rows, alone, rules)


def _may_be_liable(tally: Ints, hands: Hands, book: Book[Any], rules: MahjongRules) -> Bools:
    """(n,) whether a meld tells who fed it, and the hand has a yakuman for which somebody can be responsible."""
    if not rules.liability.for_ or not hands.fed.any():
        return np.zeros(len(hands), dtype=np.bool_)
    of = {*rules.liability.for_}
    asked = np.array([not of.isdisjoint(one.counted) for one, *_ in book.values_of], dtype=np.bool_)
    found = np.where(tally >= 0, asked[tally], False) if len(asked) else np.zeros(len(hands), dtype=np.bool_)
    if any(need.replacement for name, need in rules.liability.needs.items() if name in of):
        found |= hands.rinshan
    return np.asarray(found & hands.fed)


@remembered
def _tallies(rules: MahjongRules) -> Book[tuple[Any, ...]]:
    """The worths of readings: by the words of yaku that are present, those of no han, the way, dora and fu."""

    def make(key: tuple[Any, ...]) -> tuple[Tally, int, int]:
        *words, way, bonus, fu = key
        half = len(words) // 2
        present, no_han = (
            sum(word << _BITS * place for place, word in enumerate(part)) for part in (words[:half], words[half:])
        )
        return tally_of(rules, present, no_han, way, bonus, fu), no_han, way

    return Book(make)


@remembered
def _payments(rules: MahjongRules) -> Book[tuple[int, bool, int, int, int, int]]:
    return Book(lambda key: (paid_to(rules, *key), key[2]))


def _value(hands: Hands, rules: MahjongRules) -> tuple[Ints, Ints]:
    """(n,) the number of the worth of each hand's best reading in the book of worths, and that reading; -1 for a hand
    that is not complete.
    """
    first_draw = hands.first_turn & hands.tsumo
    any_win = first_draw & hands.is_dealer if rules.winning.first_draw_wait == "best" else None
    readings = read_hands(hands, rules.known_shapes, any_win=any_win)
    if rules.known_shapes != rules.waiting_shapes:
        usual = read_hands(hands, rules.waiting_shapes, any_win=any_win)
        readings = _joined(readings.take(first_draw[readings.rows]), usual.take(~first_draw[usual.rows]))
    present, no_han, _, fu = ask_columns(readings, rules)
    total = -(-fu // rules.fu.round_up_to) * rules.fu.round_up_to
    for shape, fixed in enumerate(fixed_fu(rules)):
        if fixed is not None:
            total = np.where(readings.shape == shape, fixed, total)
    bonus = sum((hands.bonus[kind] * one.han for kind, one in rules.dora.bonus.items()), np.zeros_like(hands.honba))
    words = [*_words(present, len(readings), rules), *_words(no_han, len(readings), rules)]
    keys = (*words, hands.way[readings.rows], bonus[readings.rows], np.broadcast_to(total, len(readings)))
    book = _tallies(rules)
    numbers = book.numbers(zip(*(column.tolist() for column in keys), strict=True), len(readings))
    best = _find_best(readings, numbers, [one.rank for one, *_ in book.values_of])
    return np.where(best >= 0, numbers[best], -1) if len(readings) else best, best


def _joined(one: Readings, other: Readings) -> Readings:
    columns = {
        name: np.concatenate([getattr(one, name), getattr(other, name)], axis=-1)
        for name in Readings.__struct_fields__
        if name != "hands"
    }
    return Readings(one.hands, **columns)


def _words(found: dict[int, Bools], size: int, rules: MahjongRules) -> list[Ints]:
    """Yaku as sets of places, in as many numbers as the rules need."""
    words = [np.zeros(size, dtype=np.int64) for _ in range(-(-len(rules.yaku) // _BITS) or 1)]
    for place, holds in found.items():
        word, bit = divmod(place, _BITS)
        words[word] |= np.left_shift(np.asarray(holds, dtype=np.int64), bit)
    return words


def _find_best(readings: Readings, numbers: Ints, ranks: list[tuple[int, int, int, int]]) -> Ints:
    """(n,) the reading of each hand that pays most, of equal ones the first; -1 for a hand without readings."""
    hands = len(readings.hands)
    best = np.full(hands, -1, dtype=np.int64)
    best[readings.rows] = np.arange(len(readings))
    count = np.bincount(readings.rows, minlength=hands)
    rows = np.flatnonzero(count[readings.rows] > 1)
    if len(rows):
        worth = np.array([ranks[number] for number in numbers[rows].tolist()], dtype=np.int64).T
        # Sorted by hand, and within a hand the best reading comes last.
        order = rows[np.lexsort((-rows, *worth[::-1], readings.rows[rows]))]
        last = np.append(np.diff(readings.rows[order]) != 0, True)
        best[readings.rows[order[last]]] = order[last]
    return best


# ---- parts of results


class Sort(Struct, frozen=True):
    """Parts of the results of a block. ``numbers``: (n,) the part of each row; ``parts``: what each number stands for,
    made when it is first asked for. ``made``: what was made of numbers before, by language.
    """

    numbers: Ints
    make: Callable[[int], dict[str, Any]]
    made: dict[str, Any]


def sorts_of(settled: Settled) -> tuple[Sort, Sort, Sort]:
    """The three sorts of parts of short results: yaku; dora, han, fu and level; points and payments."""
    rules, tallies, payments = settled.rules, settled.tallies, settled.payments

    def yaku_of(number: int) -> dict[str, Any]:
        tally, no_han, way = tallies[number]
        return {"yaku": yaku_lines(rules, tally.counted, no_han, way, language())}

    def payments_of(number: int) -> dict[str, Any]:
        paid, seat = payments[number]
        return {"points": paid.points, "payments": paid.written(seat, rules)}

    def worth_of(number: int) -> dict[str, Any]:
        figures, *counts = worths.values_of[number]
        return write_figures(rules, figures, tuple(counts))

    known, worths = _worths(rules)
    figures = known.numbers((one.figures for one, *_ in tallies), len(tallies))[settled.tally]
    keys = (figures, *(settled.hands.bonus[kind] for kind in DORA_KINDS))
    numbers = worths.numbers(zip(*(column.tolist() for column in keys), strict=True), len(figures))
    return (
        Sort(settled.tally, yaku_of, _tallies(rules).made),
        Sort(numbers, worth_of, worths.made),
        Sort(settled.paid, payments_of, _payments(rules).made),
    )


@remembered
def _worths(rules: MahjongRules) -> tuple[Book[Figures], Book[tuple[int, ...]]]:
    """The figures of worths, and those figures with the dora of each kind."""
    # There are few figures, and worths refer to their numbers for good.
    figures: Book[Figures] = Book(lambda one: one, most=sys.maxsize)
    return figures, Book(lambda key: (figures.values_of[key[0]], *key[1:]))


class _Known(dict[int, T]):
    """What is made of the parts of a sort, by number, when they are first asked for."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, number: int) -> T:
        found = self[number] = self.make(number)
        return found


def _parts(settled: Settled, kind: str, make: Callable[[dict[str, Any]], T]) -> list[Iterable[T]]:
    """For each sort the part of each row, as ``make`` makes it; parts of a ``kind`` are kept from block to block."""
    found: list[Iterable[T]] = []
    for sort in sorts_of(settled):
        known = sort.made.setdefault(f"{kind}.{language()}", _Known[T](lambda number: make({})))
        known.make = lambda number, sort=sort: make(sort.make(number))
        found.append(map(known.__getitem__, sort.numbers.tolist()))
    return found


def _encode(settled: Settled, wins: Sequence[Win]) -> list[EncodedResult]:
    """The short results of the rows of columns as JSON; ``wins``: their records."""
    label, ids = settled.rules.label, [win.id for win in wins]
    head = _encode_keys({"rules": label, "options": settled.rules.chosen, "ok": True})
    spelled = ids if set(map(type, ids)) == {int} else [msgspec.json.encode(one).decode() for one in ids]
    return [
        EncodedResult(f'{{"id":{text},{head},{one},{two},{three}', own, label)
        for own, text, one, two, three in zip(ids, spelled, *_parts(settled, "text", _encode_keys), strict=True)
    ]


def _encode_keys(part: dict[str, Any]) -> str:
    """Some keys of a result as JSON, without braces."""
    return msgspec.json.encode(part).decode()[1:-1]


def _write(settled: Settled, wins: Sequence[Win]) -> list[WinResult]:
    """The short results of the rows of columns; ``wins``: their records."""
    label, chosen = settled.rules.label, settled.rules.chosen
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
        for win, one, two, three in zip(wins, *_parts(settled, "values", lambda part: part), strict=True)
    ]


def settle_short(
    records: Sequence[Win], rules: MahjongRules, *, encoded: bool = False
) -> list[EncodedResult | WinResult | CalcError]:
    """The short result of each record, in order, or the error that refuses it. ``encoded``: as JSON where it is one of
    many.
    """
    outcomes: list[EncodedResult | WinResult | CalcError] = []
    for start in range(0, len(records), BLOCK):
        some = records[start : start + BLOCK]
        settled = settle_columns(Wins.of(some), rules)
        rows = settled.rows.tolist()
        found: list[Any] = [None] * len(some)
        for row, one in zip(rows, (_encode if encoded else _write)(settled, [some[row] for row in rows]), strict=True):
            found[row] = one
        for row, apart in settled.alone.items():
            found[row] = write_settled(apart, "short")
        outcomes += found
    return outcomes
