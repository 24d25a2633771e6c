"""Wins without tiles: worth what the record says, as han and fu, a level or points.

What is said is valued from the tables of the rule set and paid as any other win. Nothing is guessed: fu that cannot be,
and points that no hand pays, are refused with the nearest that can.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from msgspec import UNSET, Struct

from calc.errors import NotPayableError, RecordError, contradict, did_you_mean, lack
from calc.fit import for_amount
from calc.games import Fields
from calc.mahjong.check.faults import find_fault
from calc.mahjong.hand.hand import DEALER, Hand
from calc.mahjong.read import ReadWin, check_names, hand_of
from calc.mahjong.records.types import WORTH, Win
from calc.mahjong.results import DoraLine, WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value import worth as worths
from calc.mahjong.value.liability import lacks_discarder
from calc.mahjong.value.payments import (
    Payments,
    PointsSaid,
    base_points,
    level_of,
    paid_for_honba,
    pay,
    points_said,
    transfers_of,
)
from calc.mahjong.value.worth import Worth
from calc.notation.spellings import points_of
from calc.notation.text import show
from calc.outcomes import remark
from calc.patterns import regex
from calc.records.values import MOST_DIGITS
from calc.text import thousands
from calc.translation import msg, one_by_one

_AMOUNT: Final = rf"\d{{1,{MOST_DIGITS}}}"
_POINTS: Final = regex(rf"(?P<total>{_AMOUNT})|(?P<all>{_AMOUNT}) ?all|(?P<each>{_AMOUNT})/(?P<dealer>{_AMOUNT})")
#: How many near amounts a refusal names.
_NEAR: Final = 2


def worth_of(win: Win, rules: MahjongRules) -> Worth:
    """What the record of a win without tiles says that it is worth; of points, the most base points that pay them.

    Raises :class:`calc.RecordError` for what no hand is worth, and where too little or too much is said.
    """
    given = [key for key in WORTH if getattr(win, key) is not None]
    if len({"han" if key == "fu" else key for key in given}) > 1:
        told = one_by_one(given, " and ")
        message = msg("expected han and fu, or a level, or points, found {0}; leave all but one out", told)
        raise RecordError(message, code="contradiction", key=given[-1])
    if win.level is not None:
        worth = worths.read_level(win.level, rules)
        if worth is None:
            known = [*(key for key, level in rules.points.levels.items() if level.name is not None), LIMIT_LEVEL]
            near = did_you_mean(win.level, known)
            message = msg("{0} has the levels {1}, found {2}{3}", rules.id, ", ".join(known), show(win.level), near)
            raise RecordError(message, key="level", column=1)
        return worth
    if win.points is not None:
        return _of_points(win.points, win, rules)
    if win.han is None:
        lack("{0} fu alone do not say what a win pays; add han", win.fu, key="han")
    worth, least = worths.worth_of_counts(win.han, win.fu, rules), rules.winning.least_han
    if win.han < least:
        raise NotPayableError("a win needs {0} han here (option least_han), found {1}", least, win.han, key="han")
    worths.check_way(worth, win.by, rules)
    return worth


# ---- points


def _of_points(said: int | str, win: Win, rules: MahjongRules) -> Worth:
    """The worth of a win that pays the points that are said: of a ron, or on a tsumo in all or by payer."""
    is_dealer = win.seat == rules.seats[DEALER]
    match = _POINTS.fullmatch(str(points_of(str(said)) or said).strip())
    if match is None:
        message = msg(
            "expected points such as 3900, 1000/2000 (others / dealer) or '4000 all', "
            "found {0}{1}; a level such as mangan is written as level",
            show(said),
            for_amount(said),
        )
        raise RecordError(message, key="points", column=1)
    if match["total"] is None and (win.by == "ron" or (match["all"] is None) == is_dealer):
        pays = msg("the dealer pays more; write 2000/4000")
        if is_dealer:
            pays = msg("all pay the dealer the same; write 4000 all")
        if win.by == "ron":
            pays = msg("the discarder pays a ron alone; write its points as 3900")
        raise RecordError("{0}, found {1}", pays, show(said), code="contradiction", key="points", column=1)
    amounts = [match["total"] or match["all"]] if match["each"] is None else [match["each"], match["dealer"]]
    wanted = tuple(map(int, amounts))
    found = _paid_by(win, rules, in_all=match["total"] is not None)
    if wanted not in found:
        near = sorted(sorted(found, key=lambda one: (abs(sum(one) - sum(wanted)), one))[:_NEAR])
        who = msg("the dealer") if is_dealer else msg("another player than the dealer")
        told = (_spell(wanted, match), who, win.by, one_by_one((_spell(one, match) for one in near), " and "))
        hints = (_hint_counters(wanted, found, match, win, rules), _hint_options(wanted, match, win, rules))
        message = msg(
            "no hand pays {0} to {1} by {2}; the nearest that can be: {3} (without honba and riichi sticks){4}{5}",
            *told,
            *hints,
        )
        raise RecordError(message, key="points", column=1)
    could_be = found[wanted]
    paid_so = dict.fromkeys(str(points_said(one.base, rules, by=win.by, is_dealer=is_dealer)) for one in could_be)
    if len(paid_so) > 1:
        ways = one_by_one(map(thousands, paid_so), " or ")
        raise RecordError("{0} may be {1}; write which", said, ways, code="contradiction", key="points", column=1)
    kinds = {(worth.level, worth.limits) for worth in could_be}
    level, limits = kinds.pop() if len(kinds) == 1 else (None, 0)
    return Worth(None, None, level, limits, max(worth.base for worth in could_be))


def _paid_by(win: Win, rules: MahjongRules, *, in_all: bool) -> dict[tuple[int, ...], list[Worth]]:
    """What a win may be worth by what it pays then, ``in_all`` or by payer."""
    found: dict[tuple[int, ...], list[Worth]] = {}
    for worth in all_worths(win, rules):
        paid = points_said(worth.base, rules, by=win.by, is_dealer=win.seat == rules.seats[DEALER])
        found.setdefault((paid.total,) if in_all else paid.by_payer, []).append(worth)
    return found


def _hint_counters(
    wanted: tuple[int, ...], found: Collection[tuple[int, ...]], match: re.Match[str], win: Win, rules: MahjongRules
) -> str:
    """A hint for points that have the honba in them."""
    for_honba = paid_for_honba(win.honba, rules)
    each = for_honba.discarder if win.by == "ron" else for_honba.each
    if win.by == "tsumo" and match["total"] is not None:
        each *= len(rules.seats) - 1
    without = tuple(amount - each for amount in wanted)
    if not each or without not in found:
        return ""
    return msg("; without its honba it is {0}, write that", _spell(without, match))


def _hint_options(wanted: tuple[int, ...], match: re.Match[str], win: Win, rules: MahjongRules) -> str:
    """A hint for points that a hand pays where options are answered otherwise."""
    options = [
        f"{name}={choice}"
        for name, choice in worths.other_answers(rules)
        if (other := worths.answered(rules, name, choice)) is not None
        and wanted in _paid_by(win, other, in_all=match["total"] is not None)
    ]
    return msg("; some hand pays it with the option {0}", one_by_one(options, " or ")) if options else ""


def _spell(amounts: tuple[int, ...], match: re.Match[str]) -> str:
    return thousands(str(PointsSaid(sum(amounts), amounts, of_all=match["all"] is not None)))


def all_worths(win: Win, rules: MahjongRules) -> Iterator[Worth]:
    """Everything that a win can be worth: by han and fu, at a level, as yakuman. Pao is for yakuman only."""
    points = rules.points
    if not win.liable:
        for row in points.chart if points.base is not None else ():
            least = row.from_han(win.by)
            for han in range(least if least is not None else points.first_han, points.first_han):
                base = base_points(han, row.fu, points)
                yield Worth(han, row.fu, level_of(han, base, points), 0, base)
        for name, level in points.levels.items():
            # One without a name is a row of a chart by han alone.
            is_named = level.name is not None
            yield Worth(None if is_named else level.from_han, None, name if is_named else None, 0, level.worth)
    for times in range(1, worths.most_limits(rules) + 1):
        yield Worth(None, None, LIMIT_LEVEL, times, times * points.limit.worth)


# ---- payments


class SettledResult(Struct, frozen=True):
    """A win without tiles, settled. It is kept beside its result, as :class:`calc.mahjong.scoring.SettledWin` is."""

    record: Win
    worth: Worth
    hand: Hand
    payments: Payments
    rules: MahjongRules

    def result(self, fields: Fields = "full") -> WinResult:
        """The result; claims are left out."""
        win, worth, rules = self.record, self.worth, self.rules

        def told(base: int, rules: MahjongRules) -> str:
            is_dealer = win.seat == self.rules.seats[DEALER]
            return worths.told_points(points_said(base, rules, by=win.by, is_dealer=is_dealer))

        return WinResult(
            id=win.id,
            rules=rules.label,
            options=rules.chosen,
            yaku=[],
            dora=DoraLine(),
            han=worth.han,
            fu=worth.fu,
            limits=worth.limits,
            level=worth.level,
            base=worth.base if rules.points.base is not None else None,
            points=self.payments.points,
            payments=self.payments.written(rules),
            fu_parts=[] if fields == "full" else UNSET,
            notes=[remark("by_result", count=1), *worths.notes_on_options(worth, rules, told)]
            if fields == "full"
            else UNSET,
            transfers=transfers_of(self.hand, self.payments, rules) if fields == "full" else UNSET,
        )


def settle_result(win: Win, rules: MahjongRules) -> SettledResult:
    """Settle one win without tiles. Raises its :class:`calc.CalcError` if it is refused."""
    liable = tuple(win.liable if isinstance(win.liable, list) else [win.liable])
    read = ReadWin(record=win, hand=(), win=0, melds=(), dora=(), ura=(), discards=None, liable=liable)
    check_names(read, rules)
    hand = hand_of(read, rules)
    fault = find_fault(hand, rules, only_declared=True)
    if fault is not None:
        raise fault.error(read, rules)
    worth = worth_of(win, rules)
    if read.liable and not worth.limits:
        limit = rules.points.limit.name.en
        contradict("somebody is responsible for a {0} only, and this win is none; remove liable", limit, key="liable")
    if read.liable and win.by == "ron" and win.from_ is None:
        raise lacks_discarder()
    return SettledResult(win, worth, hand, pay(worth.base, hand.liable, hand, rules), rules)
