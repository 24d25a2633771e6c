"""Settle a block of hands: value and pay them in columns, and write results of them.

Most wins share their yaku, their worth or their payments with others. Each part of a result is made once for all
figures it depends on and remembered: that is five times as fast as making it for every win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from typing import Any, Final, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import UNSET, Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError
from calc.mahjong.explain.notes import write_notes
from calc.mahjong.hand.hands import NO_SEAT, Hands, finishing
from calc.mahjong.hand.kinds import Bools, Ints
from calc.mahjong.records.types import Win
from calc.mahjong.results import DoraLine, WinResult, YakuLine, write_fu, write_parts, write_readings
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, MOST_BASE
from calc.mahjong.value.liability import lacks_discarder, responsible
from calc.mahjong.value.payments import Payments, find_liable, level_of, pay, transfers_of, written_payments
from calc.mahjong.value.valuing import Values, value_readings
from calc.notation.tiles import print_tiles
from calc.outcomes import EncodedResult, Transfer

T = TypeVar("T")

Fields = Literal["full", "short"]
#: How many sorts of parts short results are made of.
SORTS: Final = 3
#: Yaku whose presence fits in one number.
_BITS: Final = 62
#: The parts of one sort that are remembered at most.
_MOST: Final = 100_000


class Settled(Struct, frozen=True, dict=True):
    """A block of settled hands, one row each.

    ``values`` holds the readings of the whole block; ``values.best`` is the reading of each row, -1 for a hand that is
    not complete.
    """

    hands: Hands
    values: Values
    payments: Payments
    rules: MahjongRules

    @cached_property
    def changes(self) -> Ints:
        """(seats + 1, n) points that each seat gains or loses; the last row is for a discarder left out."""
        return self.payments.changes(self.hands)

    def yaku_of(self, row: int) -> list[str]:
        """The yaku that count for the hand in ``row``, in the order of the rule table."""
        best = self.values.best[row]
        return [name for name, found in self.values.counted.items() if found[best]]

    @cached_property
    def is_counted(self) -> Bools:
        """(n,) whether a hand is paid by its han: it is neither a yakuman nor paid by a fixed level."""
        best = self.values.best
        return np.asarray((self.values.limits[best] == 0) & (self.values.level[best] < 0))

    def take(self, rows: Ints) -> Settled:
        """The hands in ``rows``."""
        values = replace(self.values, best=self.values.best[rows], dora=self.values.dora.take(rows))
        return Settled(self.hands.take(rows), values, self.payments.take(rows), self.rules)

    @cached_property
    def is_win(self) -> Bools:
        """(n,) whether a hand is a win that can be paid; if not, :meth:`error` says why."""
        values, best = self.values, self.values.best
        found = best >= 0
        if len(values.base):
            found &= values.winnable[best]
            if self.rules.points.base is None:
                found &= values.base[best] != 0
            elif self.rules.points.base.cap is None:
                found &= values.base[best] <= MOST_BASE
        unknown = ~self.hands.tsumo & (self.hands.discarder == NO_SEAT)
        liability = self.payments.liability
        return np.asarray(found & ~liability.wrong & ~(liability.any & unknown))

    def error(self, row: int) -> CalcError:
        """Why the hand in ``row`` is not a win that can be paid."""
        best = self.values.best[row]
        if best < 0:
            return HandError(
                "the hand is not complete: its tiles make neither four groups and a pair nor another winning shape; "
                f"{self._waits.get(row, 'check the tiles')}",
                code="not_complete",
                key="hand",
                column=1,
            )
        if not self.values.winnable[best]:
            return self._lacks_yaku(row)
        points, base = self.rules.points, self.values.base[best]
        if points.base is None and base == 0:
            first, name, _ = points.ladder[0]
            hint = self.rules.hint_options(f"points.levels.{name}.from_han")
            return NotPayableError(
                f"the hand has {self.values.han[best]} han, and the chart of {self.rules.id} begins at {first} han; a "
                f"hand below it cannot be paid{hint}"
            )
        if base > MOST_BASE:
            return NotPayableError(
                f"the hand has {self.values.han[best]} han, and without a limit its base points are above "
                f"{MOST_BASE:,}, the most that are counted here"
            )
        if self.payments.liability.wrong[row]:
            needs, yaku = self.rules.liability.needs, self.yaku_of(row)
            limits = [
                name
                for name in self.rules.liability.for_
                if name in yaku or (needs[name].replacement and self.hands.rinshan[row])
            ]
            try:
                responsible(limits, self.hands, row, self.rules)
            except HandError as error:
                return error
        return lacks_discarder()

    @cached_property
    def _waits(self) -> dict[int, str]:
        """What each hand that is not complete waits for without its winning tile; none for noten."""
        rows, hands = np.flatnonzero(self.values.best < 0), self.hands
        waits = finishing(hands.before_win[rows], hands.meld_count[rows], self.rules.kinds, self.rules.waiting_shapes)
        return {
            row: f"without {print_tiles([hands.win[row]])} it waits for {' '.join(print_tiles([one]) for one in kinds)}"
            for row, kinds in zip(rows.tolist(), waits, strict=True)
            if kinds
        }

    def _lacks_yaku(self, row: int) -> CalcError:
        """The refusal of a complete hand whose yaku do not let it win."""
        found, least = self.values.yaku_han[self.values.best[row]], self.rules.winning.least_han
        if 0 < found < least:
            return NotPayableError(
                f"the yaku of the hand are worth {found} han, and a win needs {least} here (option least_han); dora do "
                "not count for that"
            )
        bonus = int(self.values.dora.tiles[row])
        but = f" ({bonus} dora, which {'does' if bonus == 1 else 'do'} not count for that)" if bonus else ""
        return NoYakuError(f"the hand is complete but has no yaku{but}; a win needs at least one", key="hand", column=1)


def settle_block(hands: Hands, rules: MahjongRules) -> Settled:
    """Settle hands that have passed :func:`calc.mahjong.check.faults.find_faults`."""
    values = value_readings(hands, rules)
    best = values.best
    base = np.where(best >= 0, values.base[best], 0) if len(values.base) else np.zeros(len(hands), dtype=np.int64)
    counted = {name: found[best] for name, found in values.counted.items() if name in rules.liability.for_}
    counted |= {name: hands.rinshan for name in rules.liability.for_ if rules.liability.needs[name].replacement}
    return Settled(hands, values, pay(base, find_liable(counted, hands, rules), hands, rules), rules)


class Writer:
    """Writes results under one rule set, in one language."""

    def __init__(self, rules: MahjongRules, lang: str) -> None:
        self._rules, self._lang = rules, lang
        self._places = {name: place for place, name in enumerate(rules.yaku)}
        self._known: tuple[dict[bytes, dict[str, Any]], ...] = tuple({} for _ in range(SORTS))
        self._encoded: tuple[dict[bytes, str], ...] = tuple({} for _ in range(SORTS))
        self._transfers: dict[bytes, list[Transfer]] = {}

    def write(self, settled: Settled, wins: Sequence[Win], fields: Fields) -> list[WinResult]:
        """The result of every row, ``wins`` being their records; claims are not looked at."""
        if not wins:
            return []
        yaku, worth, payments = (
            _recall(known, keys, make) for known, (keys, make) in zip(self._known, self.makers(settled), strict=True)
        )
        reasons = self._reasons(settled, wins) if fields == "full" else repeat({}, len(wins))
        label, chosen = self._rules.label, self._rules.chosen
        # Lists and dicts are copied, for a caller may change those of a result.
        return [
            WinResult(
                id=win.id,
                rules=label,
                options=chosen,
                yaku=counted["yaku"].copy(),
                payments=paid["payments"].copy(),
                **figures,
                **why,
            )
            for win, counted, figures, paid, why in zip(wins, yaku, worth, payments, reasons, strict=True)
        ]

    def encode(self, settled: Settled, wins: Sequence[Win]) -> list[EncodedResult]:
        """As :meth:`write` the short results, as JSON."""
        if not wins:
            return []
        head = _encode_keys({"rules": self._rules.label, "options": self._rules.chosen, "ok": True})
        yaku, worth, payments = (
            _recall(known, keys, lambda row, make=make: _encode_keys(make(row)))  # type: ignore[misc]
            for known, (keys, make) in zip(self._encoded, self.makers(settled), strict=True)
        )
        ids: list[Any] = [win.id for win in wins]
        texts = ids if set(map(type, ids)) == {int} else [msgspec.json.encode(one).decode() for one in ids]
        label = self._rules.label
        return [
            EncodedResult(f'{{"id":{text},{head},{one},{two},{three}', own, label)
            for own, text, one, two, three in zip(ids, texts, yaku, worth, payments, strict=True)
        ]

    def makers(self, settled: Settled) -> tuple[tuple[NDArray[np.void], Callable[[int], dict[str, Any]]], ...]:
        """For each sort of parts, what the part of each row depends on, and what makes it of a row."""
        return (
            (self._yaku_keys(settled), lambda row: {"yaku": self._yaku_lines(settled, row)}),
            (_worth_keys(settled), lambda row: self._worth_of(settled, row)),
            (
                _payment_keys(settled),
                lambda row: {"payments": written_payments(settled.hands, settled.changes, row, self._rules)},
            ),
        )

    def _yaku_keys(self, settled: Settled) -> NDArray[np.void]:
        """What the yaku of each row depend on: which count, which of them give no han, and how the hand was won."""
        values, best = settled.values, settled.values.best
        words = np.zeros((2 * (len(self._places) // _BITS + 1) + 1, len(best)), dtype=np.int64)
        words[-1] = settled.hands.is_open * 2 + settled.hands.tsumo
        for half, found in enumerate((values.counted, values.no_han)):
            for name, holds in found.items():
                word, bit = divmod(self._places[name], _BITS)
                words[2 * word + half] |= holds[best].astype(np.int64) << bit
        return _keys_of(words)

    def _yaku_lines(self, settled: Settled, row: int) -> list[YakuLine]:
        hands, no_han, best = settled.hands, settled.values.no_han, settled.values.best[row]
        is_open, tsumo = bool(hands.is_open[row]), bool(hands.tsumo[row])
        lines = []
        for name in settled.yaku_of(row):
            yaku = self._rules.yaku[name]
            is_worthless = name in no_han and no_han[name][best]
            han = 0 if is_worthless else yaku.value.by_way[is_open, tsumo]
            lines.append(YakuLine(name, yaku.name.text(self._lang), han=han, limit=yaku.value.limit))
        return lines

    def _worth_of(self, settled: Settled, row: int) -> dict[str, Any]:
        """Dora, han, fu and points of a result."""
        values, rules, best = settled.values, self._rules, int(settled.values.best[row])
        limits, fixed, base, han = (
            int(column[best]) for column in (values.limits, values.level, values.base, values.han)
        )
        if limits:
            level: str | None = LIMIT_LEVEL
        elif fixed >= 0:
            level = list(rules.yaku.values())[fixed].value.level
        else:
            level = level_of(han, base, rules.points)
        is_counted = settled.is_counted[row]
        dora, red, ura, north, seasons = (int(column[row]) for column in values.dora.columns)
        return {
            "dora": DoraLine(dora, red, ura, north, seasons or UNSET) if is_counted else DoraLine(),
            "han": han if is_counted else None,
            "fu": int(values.fu[best]) if is_counted and rules.fu.parts else None,
            "limits": limits,
            "level": level,
            "base": base if rules.points.base is not None else None,
            "points": int(settled.payments.points[row]),
        }

    def _reasons(self, settled: Settled, wins: Sequence[Win]) -> Iterator[dict[str, Any]]:
        """What only full results have: reasons for fu, the reading, notes and transfers."""
        rules, values, best = self._rules, settled.values, settled.values.best
        texts = write_parts(values, best, wins)
        fu = write_fu(values, rules, texts, settled.is_counted) if rules.fu.parts else [[] for _ in wins]
        transfers = _recall(
            self._transfers,
            _transfer_keys(settled),
            lambda row: transfers_of(settled.hands, settled.payments, row, rules),
        )
        notes = write_notes(settled.hands, values, settled.payments, wins, rules, self._lang)
        for lines, reading, noted, paid in zip(fu, write_readings(values, best, texts), notes, transfers, strict=True):
            yield {"fu_parts": lines, "reading": reading, "notes": noted, "transfers": paid.copy()}


def _encode_keys(part: dict[str, Any]) -> str:
    """Some keys of a result as JSON, without braces."""
    return msgspec.json.encode(part).decode()[1:-1]


@lru_cache(maxsize=64)
def writer_for(rules: MahjongRules, lang: str) -> Writer:
    """The writer of a rule set, which keeps its parts from block to block."""
    return Writer(rules, lang)


def _recall(known: dict[bytes, T], rows: NDArray[np.void], make: Callable[[int], T]) -> list[T]:
    """The part for each key; ``make`` makes the part of a row that is not known yet."""
    if len(known) > _MOST:
        known.clear()
    keys: list[bytes] = rows.tolist()
    parts = list(map(known.get, keys))
    if None in parts:
        for row, key in enumerate(keys):
            if parts[row] is None:
                parts[row] = known[key] = known.get(key) or make(row)
    return parts  # type: ignore[return-value]  # none is missing any more


def _keys_of(table: NDArray[np.generic]) -> NDArray[np.void]:
    """(k, n) columns -> for each of n rows what its columns hold, as one key."""
    rows = np.ascontiguousarray(table.T)
    keys: NDArray[np.void] = rows.view(f"V{rows.itemsize * rows.shape[1]}")[:, 0]
    return keys


def _worth_keys(settled: Settled) -> NDArray[np.void]:
    """What dora, han, fu and points of each row depend on."""
    values, best = settled.values, settled.values.best
    counted = [column[best] for column in (values.han, values.fu, values.limits, values.level, values.base)]
    return _keys_of(np.array([*counted, *values.dora.columns, settled.payments.points]))


def _payment_keys(settled: Settled) -> NDArray[np.void]:
    """What the payments of each row depend on: every party's, and who won if the discarder is unknown."""
    hands = settled.hands
    is_unknown = ~hands.tsumo & (hands.discarder == NO_SEAT)
    return _keys_of(np.array([*settled.changes, is_unknown * (1 + hands.seat.astype(np.int64))]))


def _transfer_keys(settled: Settled) -> NDArray[np.void]:
    payments = settled.payments
    columns: list[Ints] = [*payments.win, *payments.as_liable, *payments.counters, payments.sticks]
    return _keys_of(np.array([*columns, settled.hands.seat.astype(np.int64)]))
