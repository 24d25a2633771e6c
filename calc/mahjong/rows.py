"""Short results of many wins as JSON text, composed of pieces that are remembered.

Most wins of a batch share their yaku, their worth or their payments with others. A piece is written once, by the same
hand that writes a single result, and remembered by every column that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np

from calc.mahjong.hand.hands import NO_SEAT, Ints
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import Settled, payments_of, worth_of, write_result, yaku_lines
from calc.records.win import PlainWin, Win

#: Yaku whose presence fits in one number.
_BITS: Final = 62
#: So many pieces of a sort are remembered.
_MOST: Final = 100_000


class RowWriter:
    """Writes results under one rule set, each behind its id and before the number of its line."""

    def __init__(self, rules: MahjongRules, lang: str) -> None:
        self._rules = rules
        self._lang = lang
        self._head: str | None = None
        self._yaku: dict[bytes, str] = {}
        self._dora: dict[bytes, str] = {}
        self._worth: dict[bytes, str] = {}
        self._paid: dict[bytes, str] = {}

    def write(self, settled: Settled, wins: Sequence[PlainWin], tail: str, lines: Iterable[int]) -> list[str]:
        """The row of every win of a block, ended by a newline: the result, then ``tail`` and the number of its line.

        ``wins``: the records, which have no claims, and ids that are text, numbers or none.
        """
        if not wins:
            return []
        if self._head is None:
            result = write_result(settled, 0, Win.of(wins[0]), self._rules, "short", self._lang)
            self._head = _spell({"rules": result.rules, "options": result.options, "ok": result.ok})
        yaku = _pieces(
            self._yaku,
            _keys(_yaku_columns(settled, self._rules)),
            lambda row: f",{self._head},{_spell({'yaku': yaku_lines(settled, row, self._lang)})},",
        )
        dora = _pieces(self._dora, _keys(_dora_columns(settled)), lambda row: _spell_worth(settled, row, of_dora=True))
        worth = _pieces(self._worth, _keys(_worth_columns(settled)), lambda row: _spell_worth(settled, row))
        paid = _pieces(
            self._paid, _keys(_paid_columns(settled)), lambda row: _spell({"payments": payments_of(settled, row)})
        )
        return [
            f'{{"id":{own}{one}{two}{three}{four}{tail}{line}}}\n'
            for own, one, two, three, four, line in zip(_spell_ids(wins), yaku, dora, worth, paid, lines, strict=True)
        ]


@lru_cache(maxsize=64)
def row_writer(rules: MahjongRules, lang: str) -> RowWriter:
    """The writer of a rule set, which keeps what it remembers from block to block."""
    return RowWriter(rules, lang)


def _spell_ids(wins: Sequence[PlainWin]) -> Iterable[str | int]:
    """The ids of wins as they are spelled in JSON."""
    ids: list[Any] = [win.id for win in wins]
    if set(map(type, ids)) == {int}:
        return ids
    return [msgspec.json.encode(one).decode() for one in ids]


def _spell(keys: dict[str, Any]) -> str:
    """Some keys of a result as they stand in its JSON."""
    return msgspec.json.encode(keys).decode()[1:-1]


def _spell_worth(settled: Settled, row: int, *, of_dora: bool = False) -> str:
    """What a win is worth: its dora, which many wins of other worths have too, or all else."""
    worth = worth_of(settled, row)
    return f"{_spell({key: worth[key] for key in worth if (key == 'dora') is of_dora})},"


def _pieces(known: dict[bytes, str], keys: list[bytes], missing: Callable[[int], str]) -> list[str]:
    if len(known) > _MOST:
        known.clear()
    pieces = list(map(known.get, keys))
    if None in pieces:
        for row, key in enumerate(keys):
            if pieces[row] is None:
                pieces[row] = known[key] = known.get(key) or missing(row)
    return pieces  # type: ignore[return-value]  # none is missing any more


def _keys(columns: list[Ints]) -> list[bytes]:
    """(n,) columns -> for each row what they hold, as one key."""
    table = np.stack(columns, axis=1).astype(np.int64, copy=False)
    keys: list[bytes] = table.view(f"V{table.itemsize * table.shape[1]}")[:, 0].tolist()
    return keys


def _yaku_columns(settled: Settled, rules: MahjongRules) -> list[Ints]:
    """What the yaku of a row depend on: which count, which of them are worth no han, and how the hand was won."""
    values, best = settled.values, settled.values.best
    names = list(rules.yaku)
    columns = [settled.hands.is_open.astype(np.int64), settled.hands.tsumo.astype(np.int64)]
    for found in (values.counted, values.no_han):
        for start in range(0, len(names), _BITS):
            bits = np.zeros(len(best), dtype=np.int64)
            for place, name in enumerate(names[start : start + _BITS]):
                if name in found:
                    bits |= found[name][best].astype(np.int64) << place
            columns.append(bits)
    return columns


def _dora_columns(settled: Settled) -> list[Ints]:
    """What the dora of a row depend on: how many there are of each kind, and whether they count."""
    values, best = settled.values, settled.values.best
    dora = values.dora
    is_counted = (values.limits[best] == 0) & (values.level[best] < 0)
    return [dora.dora, dora.red, dora.ura, dora.north, dora.seasons, is_counted.astype(np.int64)]


def _worth_columns(settled: Settled) -> list[Ints]:
    """What han, fu and points of a row depend on."""
    values, best = settled.values, settled.values.best
    counted = [column[best] for column in (values.han, values.fu, values.limits, values.level, values.base)]
    return [*counted, settled.payments.points]


def _paid_columns(settled: Settled) -> list[Ints]:
    """What the payments of a row depend on: every party's, and whether the discarder is known."""
    hands = settled.hands
    is_unknown = ~hands.tsumo & (hands.discarder == NO_SEAT)
    return [*settled.changes, is_unknown * (1 + hands.seat.astype(np.int64))]
