"""Score records of wins: read, check and settle them in columns, then write a result or an error for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeVar

import numpy as np
from msgspec import UNSET, Struct
from msgspec.structs import replace

from calc.errors import CalcError
from calc.mahjong.by_result import SettledResult, settle_result
from calc.mahjong.check.faults import CHECKS, find_faults
from calc.mahjong.hand.kinds import Ints
from calc.mahjong.read.columns import Wins, read_columns
from calc.mahjong.read.win_records import ReadWin, read_win
from calc.mahjong.records.types import Win
from calc.mahjong.results import WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.settled import Fields, Settled, settle_block, writer_for
from calc.mahjong.value.payments import Liable
from calc.mahjong.value.valuing import Values
from calc.outcomes import EncodedResult, settle_each

T = TypeVar("T")

#: Records settled together: enough to outweigh numpy's cost per call, few enough to stay in cache.
BLOCK: Final = 32768


class SettledWin(Struct, frozen=True, dict=True):
    """A settled win: its ``record``, and its ``row`` in a settled block.

    It is kept beside a result, so that explanations and disputes do not settle the hand again.
    """

    record: Win
    settled: Settled
    row: int = 0

    @property
    def rules(self) -> MahjongRules:
        """The rule set of the settlement."""
        return self.settled.rules

    @property
    def liability(self) -> Liable:
        """Who is responsible (pao) for which yakuman."""
        return self.settled.payments.liability.take(np.array([self.row]))

    @property
    def values(self) -> Values:
        """The values of all readings in the block of this win."""
        return self.settled.values

    @property
    def best(self) -> int:
        """The row in ``values`` of the reading that pays most."""
        return int(self.values.best[self.row])

    @property
    def others(self) -> list[int]:
        """The rows in ``values`` of the other readings of the hand."""
        hand = self.values.readings.hand
        return [reading for reading in np.flatnonzero(hand == hand[self.best]).tolist() if reading != self.best]

    @cached_property
    def read(self) -> ReadWin:
        """The record, with its tiles read."""
        return read_win(self.record, self.rules)

    def result(self, lang: str = "en") -> WinResult:
        """The result with all fields; claims are left out."""
        rows = np.array([self.row])
        return writer_for(self.rules, lang).write(self.settled.take(rows), [self.record], "full")[0]


class SettledWins(Struct, frozen=True):
    """Records settled together under one rule set.

    ``records``: those with tiles. ``blocks``: for each :data:`BLOCK` of them the settled wins, the place of each row
    among the records of the block, and the errors of the other records by place. ``others``: wins without tiles, by
    their place among all records.
    """

    records: Sequence[Win]
    blocks: list[tuple[Settled, Ints, dict[int, CalcError]]]
    others: dict[int, SettledResult | CalcError]

    def __getitem__(self, place: int) -> SettledWin | SettledResult:
        """The settled win of the record at ``place``, which must not be refused."""
        found = self.others.get(place)
        if found is not None:
            assert not isinstance(found, CalcError)
            return found
        place -= sum(other < place for other in self.others)
        settled, places, _ = self.blocks[place // BLOCK]
        return SettledWin(self.records[place], settled, int(np.searchsorted(places, place % BLOCK)))

    def write(self, fields: Fields, lang: str) -> list[WinResult | CalcError]:
        """Write one result or error for each record, in order; claims are left out."""
        return self._collect(
            lambda settled, wins: writer_for(settled.rules, lang).write(settled, wins, fields), fields, lang
        )

    def encode(self, lang: str) -> list[EncodedResult | WinResult | CalcError]:
        """Write the short results as JSON, but of wins without tiles; see :meth:`write`."""
        return self._collect(lambda settled, wins: writer_for(settled.rules, lang).encode(settled, wins), "short", lang)

    def _collect(
        self, write: Callable[[Settled, Sequence[Win]], Sequence[T]], fields: Fields, lang: str
    ) -> list[T | WinResult | CalcError]:
        outcomes: list[T | WinResult | CalcError] = []
        for number, (settled, places, refused) in enumerate(self.blocks):
            records = self.records[number * BLOCK : (number + 1) * BLOCK]
            rows = places.tolist()
            results = write(settled, [records[place] for place in rows] if refused else records)
            if refused:
                by_place: dict[int, T | CalcError] = {**dict(zip(rows, results, strict=True)), **refused}
                outcomes += [by_place[place] for place in range(len(records))]
            else:
                outcomes += results
        if not self.others:
            return outcomes
        left = iter(outcomes)
        written = {
            place: one if isinstance(one, CalcError) else _cut(one.result(lang), fields)
            for place, one in self.others.items()
        }
        size = len(outcomes) + len(written)
        return [written[place] if place in written else next(left) for place in range(size)]


def _cut(result: WinResult, fields: Fields) -> WinResult:
    """The result with as many fields as are asked for."""
    if fields == "full":
        return result
    return replace(result, fu_parts=UNSET, notes=UNSET, transfers=UNSET)


def settle_wins(records: Sequence[Win], rules: MahjongRules) -> SettledWins:
    """Settle records that share a rule set."""
    bare = {place: win for place, win in enumerate(records) if not win.has_tiles}
    others: dict[int, SettledResult | CalcError] = {}
    if bare:
        others = dict(zip(bare, settle_each(bare.values(), lambda win: settle_result(win, rules)), strict=True))
        records = [win for win in records if win.has_tiles]
    starts = range(0, len(records), BLOCK)
    blocks = [settle_columns(Wins.of(records[start : start + BLOCK]), {}, rules) for start in starts]
    return SettledWins(records, blocks, others)


def score_wins(
    records: Sequence[Win], rules: MahjongRules, *, fields: Fields = "full", lang: str = "en"
) -> list[WinResult | CalcError]:
    """Score records that share a rule set: one result or error for each, in order; claims are left out."""
    return settle_wins(records, rules).write(fields, lang)


def settle_columns(
    wins: Wins, unread: Mapping[int, CalcError], rules: MahjongRules
) -> tuple[Settled, Ints, dict[int, CalcError]]:
    """Settle a block of wins, and return those that can be paid, the row of each, and the errors of the others by row.

    ``unread``: the errors, by row, of those that could not be read and are not among ``wins``.
    """
    rows = np.delete(np.arange(len(wins) + len(unread)), [*unread])
    hands, refused = read_columns(wins, rules)
    places = np.delete(np.arange(len(wins)), list(refused))
    faults = find_faults(hands, rules)
    for row in np.flatnonzero(faults).tolist():
        place = int(places[row])
        refused[place] = CHECKS[faults[row] - 1].error(read_win(wins.record(place), rules), rules)
    if faults.any():
        hands, places = hands.take(np.flatnonzero(faults == 0)), places[faults == 0]
    settled = settle_block(hands, rules)
    for row in np.flatnonzero(~settled.is_win).tolist():
        error = settled.error(row)
        place = int(places[row])
        if error.code == "not_complete" and wins.record(place).win is not None and "it waits for" in error.message:
            error.key = "win"
        refused[place] = error
    if not settled.is_win.all():
        settled, places = settled.take(np.flatnonzero(settled.is_win)), places[settled.is_win]
    return settled, rows[places], {**unread, **{int(rows[place]): error for place, error in refused.items()}}
