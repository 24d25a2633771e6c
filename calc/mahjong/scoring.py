"""Records in, results out: the batch is valued in columns, and each row is then written down with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import numpy as np
from msgspec import UNSET, Struct
from msgspec.structs import replace

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError, RecordError
from calc.mahjong.check import CHECKS, find_faults
from calc.mahjong.explain.notes import note_row
from calc.mahjong.explain.reasons import Reasons, write_parts, write_reading
from calc.mahjong.hand.hands import NO_SEAT, Bools, Hands, Ints
from calc.mahjong.read.columns import columns_from, read_columns
from calc.mahjong.read.win_records import ReadWin, read_win
from calc.mahjong.results import DoraLine, WinResult, YakuLine
from calc.mahjong.rules.schema import LIMIT_LEVEL, MahjongRules
from calc.mahjong.value.liability import explain_melds, melds_of
from calc.mahjong.value.payments import Payments, pay
from calc.mahjong.value.points import level_of
from calc.mahjong.value.valuing import Values, value_readings
from calc.outcomes import Transfer
from calc.records.win import PlainWin, Win

#: Rows that are valued together: enough that numpy's own cost per call does not count, few enough to stay in cache.
BLOCK: Final = 32768
Fields = Literal["full", "short"]
_UNIT: Final = "points"


class Settled(Struct, frozen=True, dict=True):
    """A block of valid hands, valued and settled. Rows are hands; those without a winning reading have ``best`` -1 or
    no yaku.
    """

    hands: Hands
    values: Values
    payments: Payments
    rules: MahjongRules

    @cached_property
    def reasons(self) -> Reasons:
        """What the results are explained from."""
        return Reasons(self.values, self.rules)

    @cached_property
    def changes(self) -> Ints:
        """(seats + 1, n) what each party gains or loses, the last one the discarder whom a record does not name."""
        return self.payments.changes(self.hands)

    @cached_property
    def counted(self) -> tuple[list[str], Bools]:
        """The yaku that count for some hand, and (yaku, n) for which."""
        found = self.values.counted
        columns = np.zeros((len(found), len(self.hands)), dtype=np.bool_)
        for place, holds in enumerate(found.values()):
            columns[place] = holds[self.values.best]
        return list(found), columns

    def is_counted(self, row: int) -> bool:
        """Whether the hand in ``row`` counts han: it is no limit hand and is not paid by a fixed level."""
        best = self.values.best[row]
        return bool(self.values.limits[best] == 0 and self.values.level[best] < 0)

    def take(self, rows: Ints) -> Settled:
        """Some of the hands."""
        values = replace(self.values, best=self.values.best[rows], dora=self.values.dora.take(rows))
        return Settled(self.hands.take(rows), values, self.payments.take(rows), self.rules)

    @cached_property
    def is_win(self) -> Bools:
        """(n,) whether a hand is a win that can be paid; :meth:`error` says why not."""
        values, best = self.values, self.values.best
        found = best >= 0
        if len(values.base):
            found &= values.winnable[best]
            if self.rules.points.base is None:
                found &= values.base[best] != 0
        unknown = ~self.hands.tsumo & (self.hands.discarder == NO_SEAT)
        found &= ~self.payments.unfed.any(axis=0)
        return np.asarray(found & ~(self.payments.liable.any(axis=0) & unknown))

    def error(self, row: int) -> CalcError | None:
        """Why the hand in ``row`` is no win, if it is none."""
        best = self.values.best[row]
        if best < 0:
            return HandError(
                "the hand is not complete: its tiles make neither four groups and a pair nor another winning shape; "
                "check the tiles",
                code="not_complete",
                key="hand",
                column=1,
            )
        if not self.values.winnable[best]:
            bonus = int(self.values.dora.tiles[row])
            but = f" ({bonus} dora, which {'does' if bonus == 1 else 'do'} not count for that)" if bonus else ""
            return NoYakuError(
                f"the hand is complete but has no yaku{but}; a win needs at least one", key="hand", column=1
            )
        if self.rules.points.base is None and self.values.base[best] == 0:
            _, first = self.rules.points.ladder[0]
            return NotPayableError(
                f"the hand has {self.values.han[best]} han, and the chart of {self.rules.id} begins at "
                f"{first.from_han} han; a hand below it cannot be paid"
            )
        if self.payments.unfed[:, row].any():
            limit = self.hands.liable_for[self.payments.unfed[:, row].argmax(), row]
            return HandError(
                explain_melds(list(self.rules.yaku)[limit], melds_of(self.hands, row), self.rules),
                code="contradiction",
                key="liable",
            )
        if self.payments.liable[:, row].any() and not self.hands.tsumo[row] and self.hands.discarder[row] == NO_SEAT:
            return RecordError(
                "responsibility on a ron needs to know who discarded; add from", code="missing_key", key="from"
            )
        return None


def settle_block(hands: Hands, rules: MahjongRules) -> Settled:
    """Value and settle hands that passed :func:`calc.mahjong.check.find_faults`."""
    values = value_readings(hands, rules)
    best = values.best
    base = np.where(best >= 0, values.base[best], 0) if len(values.base) else np.zeros(len(hands), dtype=np.int64)
    counted = {name: found[best] for name, found in values.counted.items() if rules.yaku[name].value.limit}
    return Settled(hands, values, pay(base, counted, hands, rules), rules)


class Worth(Struct, frozen=True):
    """What a batch of hands is worth, (n,) each, for callers that want numbers only.

    ``fault``: 0 for a valid win; place in :data:`calc.mahjong.check.CHECKS` plus one; -1 not complete, -2 no yaku,
    -3 a responsibility without its melds. The other columns are 0 where there is a fault. ``changes``: (seats + 1, n)
    as :meth:`calc.mahjong.value.payments.Payments.changes`.
    """

    fault: Ints
    han: Ints
    fu: Ints
    limits: Ints
    base: Ints
    points: Ints
    changes: Ints


def value_hands(hands: Hands, rules: MahjongRules) -> Worth:
    """The worth of a whole batch of any size, block by block."""
    parts = [_value_block(hands.slice(start, start + BLOCK), rules) for start in range(0, max(len(hands), 1), BLOCK)]
    return Worth(
        **{name: np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in Worth.__struct_fields__}
    )


def _value_block(hands: Hands, rules: MahjongRules) -> Worth:
    fault = find_faults(hands, rules)
    settled = settle_block(hands, rules)
    values, best = settled.values, settled.values.best
    won = best >= 0
    fault[~won & (fault == 0)] = -1
    if len(values.base):
        fault[won & ~values.winnable[best] & (fault == 0)] = -2
    fault[settled.payments.unfed.any(axis=0) & (fault == 0)] = -3
    valid = fault == 0
    pick = np.where(valid, best, 0)

    def of_best(column: Ints) -> Ints:
        return np.where(valid, column[pick], 0) if len(column) else np.zeros(len(hands), dtype=np.int64)

    return Worth(
        fault=fault,
        han=of_best(values.han),
        fu=of_best(values.fu),
        limits=of_best(values.limits),
        base=of_best(values.base),
        points=settled.payments.points * valid,
        changes=settled.payments.changes(hands) * valid,
    )


def score_wins(
    wins: Sequence[Win], rules: MahjongRules, *, fields: Fields = "full", lang: str = "en"
) -> list[WinResult | CalcError]:
    """Score records that share a rule set: one result or one error for each, in order."""
    outcomes: list[WinResult | CalcError] = []
    for start in range(0, len(wins), BLOCK):
        outcomes += _score_block(wins[start : start + BLOCK], rules, fields, lang)
    return outcomes


def _score_block(wins: Sequence[Win], rules: MahjongRules, fields: Fields, lang: str) -> list[WinResult | CalcError]:
    settled, places, refused = settle_records(wins, rules)
    outcomes: dict[int, WinResult | CalcError] = dict(refused)
    for row, place in enumerate(places.tolist()):
        outcomes[place] = write_result(settled, row, wins[place], rules, fields, lang)
    return [outcomes[place] for place in range(len(wins))]


def settle_records(wins: Sequence[PlainWin], rules: MahjongRules) -> tuple[Settled, Ints, dict[int, CalcError]]:
    """The records that are wins, settled, with the place of each row among ``wins``, and why the others are none, by
    their places.
    """
    hands, refused = read_columns(wins, rules)
    places = np.delete(np.arange(len(wins)), list(refused))
    faults = find_faults(hands, rules)
    for row in np.flatnonzero(faults).tolist():
        place = int(places[row])
        refused[place] = CHECKS[faults[row] - 1].error(read_win(Win.of(wins[place]), rules), rules)
    if faults.any():
        hands, places = hands.take(np.flatnonzero(faults == 0)), places[faults == 0]
    settled = settle_block(hands, rules)
    if settled.is_win.all():
        return settled, places, refused
    for row in np.flatnonzero(~settled.is_win).tolist():
        error = settled.error(row)
        assert error is not None
        refused[int(places[row])] = error
    return settled.take(np.flatnonzero(settled.is_win)), places[settled.is_win], refused


def settle_one(win: Win, rules: MahjongRules, lang: str = "en") -> tuple[Settled, ReadWin, WinResult]:
    """One win settled, as a batch of one: its columns, the record as it was read, and its result. Raises what is wrong
    with it.
    """
    read = read_win(win, rules)
    hands = columns_from([win], rules)
    fault = find_faults(hands, rules)[0]
    if fault:
        raise CHECKS[fault - 1].error(read, rules)
    settled = settle_block(hands, rules)
    error = settled.error(0)
    if error is not None:
        raise error
    return settled, read, write_result(settled, 0, win, rules, "full", lang)


def write_result(settled: Settled, row: int, win: Win, rules: MahjongRules, fields: Fields, lang: str) -> WinResult:
    """The result of the win in ``row``; what the record claims is not looked at."""
    fuller: dict[str, Any] = {}
    if fields == "full":
        read, values = read_win(win, rules), settled.values
        texts = write_parts(values, int(values.best[row]), read)
        fuller = {
            "fu_parts": settled.reasons.fu_lines(row, texts) if settled.is_counted(row) and rules.fu.parts else [],
            "reading": write_reading(values, int(values.best[row]), texts),
            "notes": note_row(settled.hands, values, settled.payments, row, read, rules),
            "transfers": _transfers(settled, row, rules),
        }
    return WinResult(
        id=win.id,
        rules=rules.label,
        options=rules.chosen,
        yaku=yaku_lines(settled, row, lang),
        **worth_of(settled, row),
        payments=payments_of(settled, row),
        **fuller,
    )


def worth_of(settled: Settled, row: int) -> dict[str, Any]:
    """What the win in ``row`` is worth, by the keys of a result: dora, han, fu, limits, level, base, points."""
    values, rules, best = settled.values, settled.rules, int(settled.values.best[row])
    limits, fixed, base = int(values.limits[best]), int(values.level[best]), int(values.base[best])
    han, is_counted = int(values.han[best]), settled.is_counted(row)
    return {
        "dora": _dora_line(values, row) if is_counted else DoraLine(),
        "han": han if is_counted else None,
        "fu": int(values.fu[best]) if is_counted and rules.fu.parts else None,
        "limits": limits,
        "level": _level(rules, limits, fixed, han, base),
        "base": base if rules.points.base is not None else None,
        "points": int(settled.payments.points[row]),
    }


def payments_of(settled: Settled, row: int) -> dict[str, int]:
    """What every seat gains or loses; on a ron by nobody knows whom, the winner and the discarder."""
    seats, winner = settled.rules.seats, int(settled.hands.seat[row])
    changes = settled.changes[:, row].tolist()
    if not settled.hands.tsumo[row] and settled.hands.discarder[row] == NO_SEAT:
        return {seats[winner]: changes[winner], "discarder": changes[-1]}
    return dict(zip(seats, changes, strict=False))


def _level(rules: MahjongRules, limits: int, fixed: int, han: int, base: int) -> str | None:
    if limits:
        return LIMIT_LEVEL
    if fixed >= 0:
        return list(rules.yaku.values())[fixed].value.level
    return level_of(han, base, rules.points)


def yaku_lines(settled: Settled, row: int, lang: str) -> list[YakuLine]:
    """The yaku that count for the win in ``row``, in the order of the table."""
    no_han, hands, best = settled.values.no_han, settled.hands, int(settled.values.best[row])
    is_open, tsumo = bool(hands.is_open[row]), bool(hands.tsumo[row])
    names, counted = settled.counted
    return [
        _yaku_line(settled.rules, name, is_open, tsumo, name in no_han and bool(no_han[name][best]), lang)
        for name in [names[place] for place in counted[:, row].nonzero()[0].tolist()]
    ]


@lru_cache(maxsize=4096)
def _yaku_line(rules: MahjongRules, name: str, is_open: bool, tsumo: bool, has_no_han: bool, lang: str) -> YakuLine:
    yaku = rules.yaku[name]
    han = 0 if has_no_han else yaku.value.han_for(is_open=is_open, tsumo=tsumo)
    return YakuLine(name, yaku.name.text(lang), han=han, limit=yaku.value.limit)


def _dora_line(values: Values, row: int) -> DoraLine:
    dora = values.dora
    return DoraLine(
        int(dora.dora[row]),
        int(dora.red[row]),
        int(dora.ura[row]),
        int(dora.north[row]),
        seasons=int(dora.seasons[row]) or UNSET,
    )


def _transfers(settled: Settled, row: int, rules: MahjongRules) -> list[Transfer]:
    payments, winner = settled.payments, rules.seats[settled.hands.seat[row]]
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
