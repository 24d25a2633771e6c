"""Claims on wins: read from words as people say them (``7700``, ``3 han 40 fu``, ``mangan``, ``riichi pinfu``), and
compared with the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from calc.errors import CalcError, NoYakuError, RecordError, did_you_mean
from calc.mahjong.hand.hands import DEALER
from calc.mahjong.records.types import Claim, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rules.schema import LIMIT_LEVEL, MahjongRules
from calc.mahjong.value.payments import base_of, shares_of_one
from calc.mahjong.value.worth import level_worth, read_counts
from calc.notation.text import show
from calc.outcomes import Difference, check_not_empty, claimed_of, is_verdict
from calc.records.values import MOST_DIGITS, for_amount

_DISCARDER: Final = "discarder"
_AMOUNT: Final = rf"\d{{1,{MOST_DIGITS}}}"
_POINTS: Final = re.compile(rf"(?P<total>{_AMOUNT})|{_AMOUNT} all|{_AMOUNT}/{_AMOUNT}")
#: How people say points.
_SAID_POINTS: Final = re.compile(r"[\d. ]*\d( +all)?|\d+/\d+")
#: Words around points or a level that mean nothing.
_AROUND: Final = re.compile(r"(?:it(?: is|'s) )?(?:an? )?(.*?)(?: ?(?:points|pts|点))?", re.IGNORECASE)
_NO_WIN: Final = ("nothing", "no win")
_NO_YAKU: Final = ("no yaku", "役なし")
#: Before names of yaku: the hand has no others.
_ONLY: Final = "only "


# ---- claims in words


def read_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim in words on a win as plain data; ``None`` for words that are no claim.

    Levels and yaku may be named by their ids or, with ``rules``, by their names in any language. Raises
    :class:`calc.RecordError`, with ``examples`` of claims, for a yaku that ``rules`` do not have.
    """
    match = _AROUND.fullmatch(words.strip())
    core = match[1] if match is not None else words.strip()
    named = _read_names(core, rules) if rules is not None else None
    if named is not None:
        return named
    claim = _read_amounts_or_ids(core)
    if claim is not None and rules is not None:
        _check_yaku_words(words, claim.get("has") or claim.get("yaku") or [], rules, examples)
    return claim


def _read_names(text: str, rules: MahjongRules) -> dict[str, Any] | None:
    if level_worth(text, rules) is not None:
        return {"points": text}
    id_of = {name.casefold(): one.id for one in rules.yaku.values() for name in (one.id, one.name.en, one.name.ja)}
    key, listed = _split_only(text)
    parts = re.split(r"[,、]" if re.search(r"[,、]", listed) else r"\s+", listed)
    names = [id_of.get(part.strip().casefold()) for part in parts]
    return {key: names} if all(names) else None


def _split_only(text: str) -> tuple[str, str]:
    """The key of a claim on yaku, all of the hand (``only``) or some, and the list of them."""
    return ("yaku", text[len(_ONLY) :].strip()) if text.casefold().startswith(_ONLY) else ("has", text)


def _read_amounts_or_ids(text: str) -> dict[str, Any] | None:
    """Read han and fu, no win, points, or ids of yaku."""
    counts = read_counts(text)
    if counts is not None:
        return {**counts}
    if text.casefold() in _NO_WIN:
        return {"win": False}
    if text.casefold() in _NO_YAKU:
        return {"yaku": []}
    points = re.sub(r" ?オール", " all", text.replace(",", "").replace("-", "/"))
    if _SAID_POINTS.fullmatch(points):
        digits = points.replace(" ", "")
        return {"points": int(digits) if digits.isdigit() and len(digits) <= MOST_DIGITS else points}
    key, listed = _split_only(text)
    names = [name for name in re.split(r"[\s,、]+", listed) if name]
    return {key: names} if names and all(re.fullmatch(r"[a-z_]+", name) for name in names) else None


def _check_yaku_words(words: str, names: list[str], rules: MahjongRules, examples: str) -> None:
    """Refuse a word that was taken for a yaku, where there is no such yaku."""
    unknown = next((name for name in names if name not in rules.yaku), None)
    if unknown is None:
        return
    hint = did_you_mean(unknown, [*rules.yaku, *rules.points.levels, LIMIT_LEVEL])
    message, expected = f"{rules.id} has no yaku {unknown!r}{hint}", f"expected a claim such as {examples}"
    if len(names) > 1:
        message = f"{expected}, found {show(words)}: {message}"
    elif not hint:
        message = f"{message}; {expected}"
    raise RecordError(message, key="claim", column=1)


# ---- claims and results


def check_claim(result: WinResult, record: Win, rules: MahjongRules) -> WinResult:
    """Add ``agrees`` and ``differences`` to a result whose record has a claim.

    Raises :class:`calc.RecordError` for a claim that is empty or contradicts itself, for points that are no amount, and
    for yaku and seats that do not exist.
    """
    if record.claim is None:
        return result
    _check_content(record.claim)
    _check_names(record.claim, rules)
    if not record.has_tiles:
        _check_knowable(record.claim)
    differences = list(_find_differences(result, record, record.claim, rules))
    return msgspec.structs.replace(result, agrees=not differences, differences=differences)


def _check_content(claim: Claim) -> None:
    """Refuse a claim that is empty or contradicts itself."""
    claimed = claimed_of(claim)
    check_not_empty(claimed, "claim", "points: 7700")
    for name in ("has", "payments"):
        if name in claimed:
            check_not_empty(claimed[name], f"claim.{name}", "pinfu" if name == "has" else "W: -7700")
    if claim.win is False and len(claimed) > 1:
        other = next(name for name in claimed if name != "win")
        raise RecordError(
            f"a claim of no win claims nothing else; leave win or {other} out", code="contradiction", key="claim"
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
    for key in ("yaku", "has"):
        for name in getattr(claim, key) or []:
            if name not in rules.yaku:
                # A level claimed alone may have been read as a yaku.
                known = [*rules.yaku, *rules.points.levels, LIMIT_LEVEL]
                hint = did_you_mean(name, known)
                raise RecordError(f"{rules.id} has no yaku {name!r}{hint}", key=f"claim.{key}", column=1)
    for seat in claim.payments or {}:
        if seat not in (*rules.seats, _DISCARDER):
            raise RecordError(
                f"{rules.id} has the seats {' '.join(rules.seats)}, found {seat!r}",
                key=f"claim.payments.{seat}",
                column=1,
            )


def _find_differences(result: WinResult, record: Win, claim: Claim, rules: MahjongRules) -> Iterator[Difference]:
    if claim.win is False:
        yield Difference("win", False, True)
    for key in ("han", "fu"):
        claimed, actual = getattr(claim, key), getattr(result, key)
        if claimed not in (UNSET, actual):
            yield Difference(key, claimed, actual)
    yaku = [line.id for line in result.yaku]
    if claim.yaku is not UNSET and sorted(claim.yaku) != sorted(yaku):
        yield Difference("yaku", claim.yaku, yaku)
    if claim.has is not UNSET and (len({*claim.has}) < len(claim.has) or not {*claim.has} <= {*yaku}):
        yield Difference("yaku", claim.has, yaku)
    if claim.points is not UNSET:
        yield from _compare_points(claim.points, result, record, rules)
    if claim.payments is not UNSET:
        claimed, paid = _name_payers(claim.payments, result.payments, record), result.payments
        if any(paid[seat] != amount for seat, amount in claimed.items()):
            yield Difference("payments", claimed, paid)


def _name_payers(claimed: dict[str, int], paid: dict[str, int], record: Win) -> dict[str, int]:
    """Claimed payments by the names that the result uses: seats, or ``discarder`` where the record has no ``from``."""
    found: dict[str, int] = {}
    for name, amount in claimed.items():
        seat = record.from_ if name == _DISCARDER and record.from_ is not None else name
        if seat not in paid:
            known = "by tsumo, so nobody discarded" if record.by == "tsumo" else "but the record does not say from whom"
            hint = "leave it out" if record.by == "tsumo" else "add from"
            raise RecordError(
                f"{name} pays or gains by the discard, and the hand was won {known}; {hint}",
                code="contradiction",
                key=f"claim.payments.{name}",
            )
        if found.setdefault(seat, amount) != amount:
            raise RecordError(
                f"{name} is {seat}, of whom {found[seat]:+,} and {amount:+,} are claimed; leave one out",
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
    text, worth = str(points).strip(), level_worth(str(points), rules)
    if worth is not None:
        return _spell_worth(worth, record, rules)
    match = _POINTS.fullmatch(text)
    if match is None:
        raise RecordError(
            "expected points such as 7700, 1300/2600 (others / dealer) or '4000 all', or a level such as mangan, found "
            f"{show(points)}{for_amount(points) or did_you_mean(text, [*rules.points.levels, LIMIT_LEVEL])}",
            key="claim.points",
            column=1,
        )
    return str(int(text)) if match["total"] else text


def spell_points(result: WinResult, record: Win, rules: MahjongRules) -> str:
    """The points of the win itself, as players say them: ``7700``, ``1300/2600`` or ``4000 all``."""
    return _spell_worth(worth_of(result, rules), record, rules)


def _spell_worth(worth: int, record: Win, rules: MahjongRules) -> str:
    is_dealer = record.seat == rules.seats[DEALER]
    each, dealer, discarder = shares_of_one(worth, rules, is_dealer=is_dealer)
    if record.by == "ron":
        return str(discarder)
    return f"{each} all" if is_dealer else f"{each}/{dealer}"


def worth_of(result: WinResult, rules: MahjongRules) -> int:
    """The base points of a result; where a chart pays, the worth of its row."""
    points = rules.points
    if result.base is not None:
        return result.base
    if result.limits:
        return result.limits * points.limit.worth
    if result.han is None:
        return points.levels[result.level].worth if result.level is not None else 0
    return base_of(result.han, 0, points)


def agrees_with_error(record: Any, error: CalcError) -> bool | UnsetType:
    """Whether the claim of a record is that it is no win, as its refusal says.

    Only a verdict on the hand can make a claim right: a mistake in the record says nothing about the hand.
    """
    if not isinstance(record, Win) or record.claim is None or not is_verdict(error.code, error.key):
        return UNSET
    no_yaku = record.claim == Claim(yaku=[]) and error.code == NoYakuError.code
    return record.claim == Claim(win=False) or no_yaku
