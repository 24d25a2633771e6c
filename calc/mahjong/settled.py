"""Settle a block of hands: value and pay them in columns, from which results and explanations are written."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError
from calc.mahjong.explain.reasons import Reasons
from calc.mahjong.hand.hands import NO_GROUP, NO_SEAT, Bools, Hands, Ints
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.rules.points import MOST_BASE
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.value.liability import lacks_discarder, responsible
from calc.mahjong.value.payments import Payments, find_liable, pay
from calc.mahjong.value.valuing import Values, value_readings
from calc.notation.tiles import print_tiles


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
    def reasons(self) -> Reasons:
        """The reasons that results give for yaku, fu and readings."""
        return Reasons(self.values, self.rules)

    @cached_property
    def changes(self) -> Ints:
        """(seats + 1, n) points that each seat gains or loses; the last row is for a discarder left out."""
        return self.payments.changes(self.hands)

    def yaku_of(self, row: int) -> list[str]:
        """The yaku that count for the hand in ``row``, in the order of the rule table."""
        best = self.values.best[row]
        return [name for name, found in self.values.counted.items() if found[best]]

    def is_counted(self, row: int) -> bool:
        """Whether the hand in ``row`` is paid by its han: it is neither a yakuman nor paid by a fixed level."""
        best = self.values.best[row]
        return bool(self.values.limits[best] == 0 and self.values.level[best] < 0)

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

    def _why_unpaid(self, reading: int) -> str:
        """Why a winnable reading cannot be paid; empty where it can."""
        points, base = self.rules.points, self.values.base[reading]
        if points.base is None and base == 0:
            first, name, _ = points.ladder[0]
            hint = self.rules.hint_options(f"points.levels.{name}.from_han")
            return f"the chart of {self.rules.id} begins at {first} han; a hand below it cannot be paid{hint}"
        if base > MOST_BASE:
            return f"without a limit its base points are above {MOST_BASE:,}, the most that are counted here"
        return ""

    def error(self, row: int) -> CalcError | None:
        """The error that says why the hand in ``row`` is not a win that can be paid; ``None`` if it is one."""
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
        why = self._why_unpaid(best)
        if why:
            return NotPayableError(f"the hand has {self.values.han[best]} han, and {why}")
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
        if self.payments.liability.any[row] and not self.hands.tsumo[row] and self.hands.discarder[row] == NO_SEAT:
            return lacks_discarder()
        return None

    @cached_property
    def _waits(self) -> dict[int, str]:
        """What each hand that is not complete waits for without its winning tile; none for noten."""
        rows = np.flatnonzero(self.values.best < 0)
        concealed, wins = self.hands.concealed[rows].copy(), self.hands.win[rows]
        concealed[np.arange(len(rows)), wins] -= 1
        kinds = self.rules.kinds
        done = finishing(
            concealed, (self.hands.melds[:, rows] != NO_GROUP).sum(axis=0), kinds, self.rules.waiting_shapes
        )
        names = np.array([print_tiles([kind]) for kind in sorted(kinds)])
        return {
            row: f"without {print_tiles([win])} it waits for {' '.join(names[own])}"
            for row, win, own in zip(rows.tolist(), wins.tolist(), done, strict=True)
            if own.any()
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
