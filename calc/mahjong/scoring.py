"""Settle one win: read, check, value and pay it, and write its result.

Many wins that need no reasons are settled in columns of the same conditions (:mod:`calc.mahjong.columns.settle`);
:mod:`calc.mahjong.settle` chooses.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError
from calc.games import Fields
from calc.mahjong.by_result import SettledResult, settle_result
from calc.mahjong.check.faults import find_fault
from calc.mahjong.explain.notes import write_notes
from calc.mahjong.hand.hand import DORA_KINDS, NO_SEAT, NORTH_RON, Hand
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.read import ReadWin, hand_of, read_win
from calc.mahjong.records.types import Win
from calc.mahjong.results import DoraLine, WinResult, YakuLine, write_fu, write_parts, write_reading
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, MOST_BASE
from calc.mahjong.value.liability import find_liable, lacks_discarder
from calc.mahjong.value.payments import Payments, level_of, pay, transfers_of
from calc.mahjong.value.valuing import Figures, Tally, Valued, best_of, value_hand
from calc.notation.tiles import print_tiles
from calc.outcomes import settle_each
from calc.translation import language, msg


class SettledWin(Struct, frozen=True, dict=True):
    """A settled win. It is kept beside a result, so that explanations and disputes do not settle the hand again."""

    record: Win
    read: ReadWin
    hand: Hand
    readings: list[Valued]
    best: Valued
    payments: Payments
    rules: MahjongRules

    @property
    def others(self) -> list[Valued]:
        return [one for one in self.readings if one is not self.best]

    @cached_property
    def texts(self) -> list[str]:
        """The parts of the best reading as texts."""
        return write_parts(self.best.reading, self.read)

    def result(self, fields: Fields = "full") -> WinResult:
        """The result; claims are left out."""
        hand, tally, rules = self.hand, self.best.tally, self.rules
        yaku = yaku_lines(rules, tally.counted, self.best.no_han, hand.way, language())
        why: dict[str, Any] = {}
        if fields == "full":
            is_counted = tally.figures.is_counted
            why = {
                "fu_parts": write_fu(self.best, self.texts, rules) if rules.fu.parts and is_counted else [],
                "reading": write_reading(self.best.reading, self.texts),
                "notes": write_notes(self.read, hand, self.best, self.payments, rules),
                "transfers": transfers_of(hand, self.payments, rules),
            }
        return WinResult(
            id=self.record.id,
            rules=rules.label,
            options=rules.chosen,
            # Lists are copied, for a caller may change those of a result.
            yaku=[*yaku],
            payments=self.payments.written(rules),
            points=self.payments.points,
            **write_figures(rules, tally.figures, tuple([hand.bonus[kind] for kind in DORA_KINDS])),
            **why,
        )


@remembered
def yaku_lines(rules: MahjongRules, counted: tuple[str, ...], no_han: int, way: int, lang: str) -> list[YakuLine]:
    """The yaku that count as results have them."""
    lines = []
    for name in counted:
        yaku = rules.yaku[name]
        is_void = no_han >> rules.program.places[name] & 1
        han = 0 if is_void else yaku.value.by_way[way >= 2, way % 2 == 1]
        lines.append(YakuLine(name, yaku.name.text(lang), han=han, limit=yaku.value.limit))
    return lines


@remembered
def write_figures(rules: MahjongRules, figures: Figures, bonus: tuple[int, ...]) -> dict[str, Any]:
    """Dora, han, fu, limits, level and base points of a result. ``bonus``: tiles of each of :data:`DORA_KINDS`."""
    if figures.limits:
        level: str | None = LIMIT_LEVEL
    elif figures.level is not None:
        level = rules.yaku[figures.level].value.level
    else:
        level = level_of(figures.han, figures.base, rules.points)
    dora, red, ura, north, seasons = bonus
    is_counted = figures.is_counted
    return {
        "dora": DoraLine(dora, red, ura, north, seasons or UNSET) if is_counted else DoraLine(),
        "han": figures.han if is_counted else None,
        "fu": figures.fu if is_counted and rules.fu.parts else None,
        "limits": figures.limits,
        "level": level,
        "base": figures.base if rules.points.base is not None else None,
    }


def settle_win(record: Win, rules: MahjongRules, *, without_yaku: bool = False) -> SettledWin:
    """Settle one win with tiles; ``without_yaku`` also what is only a complete hand. Raises its
    :class:`calc.CalcError` if it is refused.
    """
    read = read_win(record, rules)
    hand = hand_of(read, rules)
    fault = find_fault(hand, rules)
    if fault is not None:
        raise fault.error(read, rules)
    readings = value_hand(hand, rules)
    best = best_of(readings)
    if best is None:
        raise _not_complete(record, hand, rules)
    if not without_yaku and not is_payable(best.tally, rules):
        raise not_payable(best.tally, hand.bonus["all"], rules)
    north = rules.winning.north_ron if hand.fact(NORTH_RON) else "any"
    if north == "none" or (north == "yakuman" and not best.tally.figures.limits):
        text = "in {0} this hand may not win on a North that was set aside{1}"
        hint = rules.hint_options("winning.north_ron")
        raise NotPayableError(text, rules.id, hint, key=f"facts.{NORTH_RON}")
    liable = find_liable(best.tally.counted, hand, rules)
    if liable and not hand.tsumo and hand.discarder == NO_SEAT:
        raise lacks_discarder()
    payments = pay(best.tally.figures.base, liable, hand, rules)
    return SettledWin(record, read, hand, readings, best, payments, rules)


def _not_complete(record: Win, hand: Hand, rules: MahjongRules) -> HandError:
    waits = finishing(hand.before_win, len(hand.melds), rules.kinds, rules.waiting_shapes)
    told = msg("check the tiles")
    if waits:
        win, tiles = print_tiles([hand.win]), " ".join(print_tiles([one]) for one in waits)
        told = msg("without {0} it waits for {1}", win, tiles)
    return HandError(
        "the hand is not complete: its tiles make neither four groups and a pair nor another winning shape; {0}",
        told,
        code="not_complete",
        key="win" if waits and record.win is not None else "hand",
        column=1,
    )


def is_payable(tally: Tally, rules: MahjongRules) -> bool:
    """Whether the yaku of a complete hand let it win, and something pays its worth."""
    base = rules.points.base
    if not tally.winnable:
        return False
    if base is None:
        return tally.figures.base != 0
    return base.cap is not None or tally.figures.base <= MOST_BASE


def not_payable(tally: Tally, bonus: int, rules: MahjongRules) -> CalcError:
    """Why a complete hand is not payable. ``bonus``: its dora of all kinds."""
    points, han = rules.points, tally.figures.han
    if not tally.winnable:
        found, least = tally.yaku_han, rules.winning.least_han
        if 0 < found < least:
            return NotPayableError(
                "the yaku of the hand are worth {0} han, and a win needs {1} here (option "
                "least_han); dora do not count for that",
                found,
                least,
            )
        but = msg(" ({0} dora, which {1} not count for that)", bonus, "does" if bonus == 1 else "do") if bonus else ""
        return NoYakuError(
            "the hand is complete but has no yaku{0}; a win needs at least one", but, key="hand", column=1
        )
    if points.base is None:
        first, name, _ = points.ladder[0]
        hint = rules.hint_options(f"points.levels.{name}.from_han")
        return NotPayableError(
            "the hand has {0} han, and the chart of {1} begins at {2} han; a hand below it cannot be paid{3}",
            han,
            rules.id,
            first,
            hint,
        )
    return NotPayableError(
        "the hand has {0} han, and without a limit its base points are above {1}, the most that are counted here",
        han,
        f"{MOST_BASE:,}",
    )


def settle_one(record: Win, rules: MahjongRules) -> SettledWin | SettledResult:
    """Settle a win, with tiles or without. Raises its :class:`calc.CalcError` if it is refused."""
    return settle_win(record, rules) if record.has_tiles else settle_result(record, rules)


def settle_wins(records: Sequence[Win], rules: MahjongRules) -> list[SettledWin | SettledResult | CalcError]:
    """Settle records that share a rule set, each by itself."""
    return settle_each(records, lambda record: settle_one(record, rules))


def score_wins(records: Sequence[Win], rules: MahjongRules, *, fields: Fields = "full") -> list[WinResult | CalcError]:
    """Score records that share a rule set: one result or error for each, in order; claims are left out."""
    return settle_each(records, lambda record: settle_one(record, rules).result(fields))
