"""Claims on wins, compared with the result; :mod:`calc.mahjong.explain.words` reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from calc.errors import CalcError, NoYakuError, RecordError, did_you_mean
from calc.fit import for_amount
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Claim, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import base_points, points_said
from calc.mahjong.value.worth import level_named
from calc.notation.spellings import points_of
from calc.notation.text import show
from calc.outcomes import Difference, check_not_empty, compare, is_verdict
from calc.patterns import regex
from calc.records.values import MOST_DIGITS
from calc.translation import msg

_DISCARDER: Final = "discarder"
_AMOUNT: Final = rf"\d{{1,{MOST_DIGITS}}}"
_POINTS: Final = regex(rf"(?P<total>{_AMOUNT})|{_AMOUNT} all|{_AMOUNT}/{_AMOUNT}")
#: Claims on yaku: all that the hand has, some of them, some that it has not.
_YAKU_KEYS: Final = ("yaku", "has", "lacks")


def check_claim(result: WinResult, record: Win, rules: MahjongRules) -> WinResult:
    """Add ``agrees`` and ``differences`` to a result whose record has a claim.

    Raises :class:`calc.RecordError` for a claim that is empty or contradicts itself, for points that are no amount, and
    for yaku and seats that do not exist.
    """
    claim = record.claim
    if claim is None:
        return result
    _check_content(claim)
    _check_names(claim, rules)
    if not record.has_tiles:
        _check_knowable(claim)
    yaku, paid = [line.id for line in result.yaku], result.payments

    def has(claimed: list[str]) -> list[Difference]:
        right = len({*claimed}) == len(claimed) and {*claimed} <= {*yaku}
        return [] if right else [Difference("yaku", claimed, yaku)]

    def lacks(claimed: list[str]) -> list[Difference]:
        counted = [name for name in claimed if name in yaku]
        return [Difference("lacks", claimed, counted)] if counted else []

    def payments(claimed: dict[str, int]) -> list[Difference]:
        named = _name_payers(claimed, paid, record)
        right = all(paid[seat] == amount for seat, amount in named.items())
        return [] if right else [Difference("payments", named, paid)]

    parts = {
        "win": True,
        "han": result.han,
        "fu": result.fu,
        "yaku": lambda said: [] if sorted(said) == sorted(yaku) else [Difference("yaku", said, yaku)],
        "has": has,
        "lacks": lacks,
        "dora": result.dora.tiles,
        "furiten": False,
        "points": lambda said: _compare_points(said, result, record, rules),
        "payments": payments,
    }
    differences = compare(claim, parts, "claim", "points: 7700")
    return msgspec.structs.replace(result, agrees=not differences, differences=differences)


def _check_content(claim: Claim) -> None:
    """Refuse a claim that contradicts itself."""
    claimed = {name: said for name in claim.__struct_fields__ if (said := getattr(claim, name)) is not UNSET}
    for name in ("has", "lacks", "payments"):
        if name in claimed:
            check_not_empty(claimed[name], f"claim.{name}", "W: -7700" if name == "payments" else "pinfu")
    no_win = next(
        (name for name, said in (("win", claim.win is False), ("furiten", claim.furiten is True)) if said), ""
    )
    if no_win and len(claimed) > 1:
        other = next(name for name in claimed if name != no_win)
        raise RecordError(
            "a claim of no win claims nothing else; leave {0} or {1} out",
            no_win,
            other,
            code="contradiction",
            key="claim",
        )
    both = [] if claim.lacks is UNSET else [name for name in claim.lacks if name in (claim.has or claim.yaku or ())]
    if both:
        raise RecordError(
            "{0} is claimed both to count and not to; leave one out", both[0], code="contradiction", key="claim"
        )
    if claim.yaku is not UNSET and claim.has is not UNSET:
        raise RecordError(
            "claim all yaku of the hand (yaku) or some of them (has); leave one out", code="contradiction", key="claim"
        )


def _check_knowable(claim: Claim) -> None:
    """Refuse a claim on what only tiles tell."""
    for key in ("yaku", "has", "win"):
        if getattr(claim, key) is not UNSET:
            raise RecordError(
                "a win without tiles has no yaku to compare; claim its han, fu, points or payments, or give the hand",
                key=f"claim.{key}",
            )


def _check_names(claim: Claim, rules: MahjongRules) -> None:
    """Refuse yaku and seats that the rule set does not have."""
    for key in _YAKU_KEYS:
        for name in getattr(claim, key) or []:
            if name not in rules.yaku:
                # A level claimed alone may have been read as a yaku.
                known = [*rules.yaku, *rules.points.levels, LIMIT_LEVEL]
                hint = did_you_mean(name, known)
                raise RecordError("{0} has no yaku {1!r}{2}", rules.id, name, hint, key=f"claim.{key}", column=1)
    for seat in claim.payments or {}:
        if seat not in (*rules.seats, _DISCARDER):
            raise RecordError(
                "{0} has the seats {1}, found {2!r}",
                rules.id,
                " ".join(rules.seats),
                seat,
                key=f"claim.payments.{seat}",
                column=1,
            )


def _name_payers(claimed: dict[str, int], paid: dict[str, int], record: Win) -> dict[str, int]:
    """Claimed payments by the names that the result uses: seats, or ``discarder`` where the record has no ``from``."""
    found: dict[str, int] = {}
    for name, amount in claimed.items():
        seat = record.from_ if name == _DISCARDER and record.from_ is not None else name
        if seat not in paid:
            known = (
                msg("by tsumo, so nobody discarded")
                if record.by == "tsumo"
                else msg("but the record does not say from whom")
            )
            hint = msg("leave it out") if record.by == "tsumo" else msg("add from")
            raise RecordError(
                "{0} pays or gains by the discard, and the hand was won {1}; {2}",
                name,
                known,
                hint,
                code="contradiction",
                key=f"claim.payments.{name}",
            )
        if found.setdefault(seat, amount) != amount:
            raise RecordError(
                "{0} is {1}, of whom {2} and {3} are claimed; leave one out",
                name,
                seat,
                f"{found[seat]:+,}",
                f"{amount:+,}",
                code="contradiction",
                key=f"claim.payments.{name}",
            )
    return found


def _compare_points(points: int | str, result: WinResult, record: Win, rules: MahjongRules) -> Iterator[Difference]:
    claimed, by_payer = spell_claimed(points, record, rules), spell_points(result, record, rules)
    if claimed.isdigit() and int(claimed) != result.points:
        yield Difference("points", points, result.points)
    elif not claimed.isdigit() and claimed != by_payer:
        yield Difference("points", points, by_payer)


def spell_claimed(points: int | str, record: Win, rules: MahjongRules) -> str:
    """Claimed points as a total (``7700``) or by payer (``1300/2600``, ``4000 all``); a level as what it pays for such
    a win. Raises :class:`calc.RecordError` for anything else.
    """
    text, level = str(points_of(str(points)) or points).strip(), level_named(str(points), rules)
    if level is not None:
        return _spell_worth(level[1].worth, record, rules)
    match = _POINTS.fullmatch(text)
    if match is None:
        raise RecordError(
            "expected points such as 7700, 1300/2600 (others / dealer) or '4000 all', or "
            "a level such as mangan, found {0}{1}",
            show(points),
            for_amount(points) or did_you_mean(text, [*rules.points.levels, LIMIT_LEVEL]),
            key="claim.points",
            column=1,
        )
    return str(int(text)) if match["total"] else text


def spell_points(result: WinResult, record: Win, rules: MahjongRules) -> str:
    """The points of the win itself, as players say them: ``7700``, ``1300/2600`` or ``4000 all``."""
    return _spell_worth(worth_of(result, rules), record, rules)


def _spell_worth(worth: int, record: Win, rules: MahjongRules) -> str:
    return str(points_said(worth, rules, by=record.by, is_dealer=record.seat == rules.seats[DEALER]))


def worth_of(result: WinResult, rules: MahjongRules) -> int:
    """The base points of a result; where a chart pays, the worth of its row."""
    points = rules.points
    if result.base is not None:
        return result.base
    if result.limits:
        return result.limits * points.limit.worth
    if result.han is None:
        return points.levels[result.level].worth if result.level is not None else 0
    return base_points(result.han, 0, points)


def agrees_with_error(record: Any, error: CalcError) -> bool | UnsetType:
    """Whether the claim of a record is that it is no win, as its refusal says.

    Only a verdict on the hand can make a claim right: a mistake in the record says nothing about the hand.
    """
    if not isinstance(record, Win) or record.claim is None or not is_verdict(error.code, error.key):
        return UNSET
    claim = record.claim
    if error.code == NoYakuError.code and (claim == Claim(yaku=[]) or claim == Claim(lacks=claim.lacks)):
        return True
    is_furiten = error.code not in ("no_yaku", "not_complete", "not_payable")
    return claim in (Claim(win=False), Claim(furiten=is_furiten))
