"""Results of settled wins, many at once, made of parts that are remembered.

Most wins share their yaku, their worth or their payments with others. Each part is made once for all figures it depends
on: that is five times as fast as making it for every win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, Final, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType
from numpy.typing import NDArray

from calc.mahjong.explain.notes import write_notes
from calc.mahjong.explain.reasons import write_parts, write_readings
from calc.mahjong.hand.hands import NO_SEAT, Hands, Ints
from calc.mahjong.records.types import Win
from calc.mahjong.results import DoraLine, FuLine, ReadingLine, WinResult, YakuLine
from calc.mahjong.rules.points import LIMIT_LEVEL
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.settled import Settled
from calc.mahjong.value.payments import Payments, level_of
from calc.outcomes import EncodedResult, Note, Transfer

T = TypeVar("T")

Fields = Literal["full", "short"]
#: How many sorts of parts short results are made of.
SORTS: Final = 3
#: Dora, han, fu, limits, level, base and points of a result.
_Worth = tuple[DoraLine, int | None, int | None, int, str | None, int | None, int]
#: The keys that only a full result has: reasons for fu, reading, notes, transfers.
_Reasons = tuple[list[FuLine] | UnsetType, ReadingLine | UnsetType, list[Note] | UnsetType, list[Transfer] | UnsetType]
_WORTH: Final = ("dora", "han", "fu", "limits", "level", "base", "points")
_SHORT: Final[_Reasons] = (UNSET, UNSET, UNSET, UNSET)
_UNIT: Final = "points"
#: Yaku whose presence fits in one number.
_BITS: Final = 62
#: The parts of one sort that are remembered at most.
_MOST: Final = 100_000


class Writer:
    """Writes results under one rule set, in one language."""

    def __init__(self, rules: MahjongRules, lang: str) -> None:
        self._rules, self._lang = rules, lang
        self._places = {name: place for place, name in enumerate(rules.yaku)}
        self._yaku: dict[bytes, list[YakuLine]] = {}
        self._worth: dict[bytes, _Worth] = {}
        self._payments: dict[bytes, dict[str, int]] = {}
        self._transfers: dict[bytes, list[Transfer]] = {}
        self._encoded: tuple[dict[bytes, str], ...] = ({}, {}, {})

    def write(self, settled: Settled, wins: Sequence[Win], fields: Fields) -> list[WinResult]:
        """The result of every row, ``wins`` being their records; claims are not looked at."""
        if not wins:
            return []
        yaku = _recall(self._yaku, self._yaku_keys(settled), lambda row: self._yaku_lines(settled, row))
        worth = _recall(self._worth, _worth_keys(settled), lambda row: self._worth_of(settled, row))
        payments = _recall(
            self._payments,
            _payment_keys(settled),
            lambda row: written_payments(settled.hands, settled.changes, row, self._rules),
        )
        reasons = self._reasons(settled, wins) if fields == "full" else repeat(_SHORT)
        label, chosen = self._rules.label, self._rules.chosen
        # Lists and dicts are copied, for a caller may change those of a result.
        return [
            WinResult(
                id=win.id,
                rules=label,
                options=chosen,
                yaku=lines.copy(),
                dora=dora,
                han=han,
                fu=fu,
                limits=limits,
                level=level,
                base=base,
                points=points,
                payments=paid.copy(),
                fu_parts=fu_parts,
                reading=reading,
                notes=notes,
                transfers=transfers,
            )
            for win, lines, (dora, han, fu, limits, level, base, points), paid, (
                fu_parts,
                reading,
                notes,
                transfers,
            ) in zip(wins, yaku, worth, payments, reasons, strict=False)
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
            (_worth_keys(settled), lambda row: dict(zip(_WORTH, self._worth_of(settled, row), strict=True))),
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
            han = 0 if is_worthless else yaku.value.han_for(is_open=is_open, tsumo=tsumo)
            lines.append(YakuLine(name, yaku.name.text(self._lang), han=han, limit=yaku.value.limit))
        return lines

    def _worth_of(self, settled: Settled, row: int) -> _Worth:
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
        is_counted, tiles = settled.is_counted(row), values.dora
        dora, red, ura, north, seasons = (
            int(column[row]) for column in (tiles.dora, tiles.red, tiles.ura, tiles.north, tiles.seasons)
        )
        return (
            DoraLine(dora, red, ura, north, seasons=seasons or UNSET) if is_counted else DoraLine(),
            han if is_counted else None,
            int(values.fu[best]) if is_counted and rules.fu.parts else None,
            limits,
            level,
            base if rules.points.base is not None else None,
            int(settled.payments.points[row]),
        )

    def _reasons(self, settled: Settled, wins: Sequence[Win]) -> Iterable[_Reasons]:
        rules, values, best = self._rules, settled.values, settled.values.best
        texts = write_parts(values, best, wins)
        is_counted = (values.limits[best] == 0) & (values.level[best] < 0)
        fu = settled.reasons.write_fu(texts, is_counted) if rules.fu.parts else [[] for _ in wins]
        transfers = _recall(
            self._transfers,
            _transfer_keys(settled),
            lambda row: transfers_of(settled.hands, settled.payments, row, rules),
        )
        notes = write_notes(settled.hands, values, settled.payments, wins, rules, self._lang)
        return zip(fu, write_readings(values, best, texts), notes, (one.copy() for one in transfers), strict=True)


def written_payments(hands: Hands, changes: Ints, row: int, rules: MahjongRules) -> dict[str, int]:
    """What every seat gains or loses; on a ron by an unknown discarder, the winner and the discarder.

    ``changes``: those of :meth:`calc.mahjong.value.payments.Payments.changes`.
    """
    seats, winner, gained = rules.seats, int(hands.seat[row]), changes[:, row].tolist()
    if not hands.tsumo[row] and hands.discarder[row] == NO_SEAT:
        return {seats[winner]: gained[winner], "discarder": gained[-1]}
    return dict(zip(seats, gained, strict=False))


def transfers_of(hands: Hands, payments: Payments, row: int, rules: MahjongRules) -> list[Transfer]:
    """Every payment for a win with its reason."""
    winner = rules.seats[hands.seat[row]]
    parties = [*rules.seats, "discarder"]
    transfers = [
        Transfer(party, winner, amount, _UNIT, why)
        for why, amounts in (("win", payments.win), ("liable", payments.as_liable), ("counters", payments.counters))
        for party, amount in zip(parties, amounts[:, row].tolist(), strict=True)
        if amount
    ]
    if payments.sticks[row]:
        transfers.append(Transfer("sticks", winner, int(payments.sticks[row]), _UNIT, "sticks"))
    return transfers


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
    values, best, dora = settled.values, settled.values.best, settled.values.dora
    counted = [column[best] for column in (values.han, values.fu, values.limits, values.level, values.base)]
    tiles = [dora.dora, dora.red, dora.ura, dora.north, dora.seasons]
    return _keys_of(np.array([*counted, *tiles, settled.payments.points]))


def _payment_keys(settled: Settled) -> NDArray[np.void]:
    """What the payments of each row depend on: every party's, and who won if the discarder is unknown."""
    hands = settled.hands
    is_unknown = ~hands.tsumo & (hands.discarder == NO_SEAT)
    return _keys_of(np.array([*settled.changes, is_unknown * (1 + hands.seat.astype(np.int64))]))


def _transfer_keys(settled: Settled) -> NDArray[np.void]:
    payments = settled.payments
    columns: list[Ints] = [*payments.win, *payments.as_liable, *payments.counters, payments.sticks]
    return _keys_of(np.array([*columns, settled.hands.seat.astype(np.int64)]))
