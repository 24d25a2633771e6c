"""Where a claim on a win departs from what it is, and why: the first things that two people should look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from calc.mahjong.explain.claims import level_worth, spell_claimed, spell_points, worth_of
from calc.mahjong.explain.explanation import Explanation, OtherReading, explain_win
from calc.mahjong.explain.notes import why_not
from calc.mahjong.hand.hands import DEALER
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.claims import game_departures, round_departures
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.fu import round_up
from calc.mahjong.value.payments import shares_of_one
from calc.mahjong.value.points import base_of
from calc.mahjong.value.valuing import state_of
from calc.outcomes import Departure, Refusal, is_verdict, thousands, title_of, why_amounts
from calc.records.game import Game
from calc.records.win import Liable, Win

#: Han, and steps of fu, that people miscount by at most.
_FAR = 5


def departures_of(
    record: Any, result: Any, rules: MahjongRules, lang: str, kept: Any
) -> tuple[int | None, list[Departure]]:
    """Find every departure of a claim on a win, a round or a game; for a game also its first wrong round.

    ``kept``: for a win, its :class:`~calc.mahjong.scoring.SettledWin`.
    """
    if isinstance(record, Win):
        return None, _win_departures(kept, result, rules, lang)
    return game_departures(result) if isinstance(record, Game) else (None, round_departures(result))


def decided_by(record: Any, refusal: Refusal) -> str | None:
    """``win`` where a refusal says that the tiles are no win at all, and a claim says something of it."""
    error, is_claimed = refusal.error, isinstance(record, Win) and record.claim is not None
    return "win" if is_claimed and is_verdict(error.code, error.key) else None


def unclaimed(record: Any, result: Any) -> list[str] | UnsetType:
    """The names of all yaku of a win but those that its claim names, where it names some (``has``)."""
    if not isinstance(record, Win) or record.claim is None or record.claim.has is UNSET:
        return UNSET
    return [line.name for line in result.yaku if line.id not in record.claim.has]


def _win_departures(settled: SettledWin, result: WinResult, rules: MahjongRules, lang: str) -> list[Departure]:
    """Find every departure of a claim, in the order in which a hand is counted: yaku, han, fu, points, payments."""
    claim = settled.record.claim
    if claim is None or result.differences is UNSET:
        return []
    reasons = explain_win(settled, result, lang)
    why = {
        "win": lambda one: [_why_win(reasons)],
        "yaku": lambda one: list(_why_yaku(settled, one.claimed, reasons, rules, exactly=claim.has is UNSET)),
        "han": lambda one: list(_why_han(one.claimed, reasons, rules)),
        "fu": lambda one: list(_why_fu(one.claimed, reasons, rules)),
        "points": lambda one: list(_why_points(one.claimed, reasons, rules)),
        "payments": lambda one: list(_why_payments(one.claimed, one.actual, reasons, rules)),
    }
    order = list(why)
    found = sorted(result.differences, key=lambda one: order.index(one.key))
    return [Departure(one.key, one.claimed, one.actual, why[one.key](one)) for one in found]


def _why_win(reasons: Explanation) -> str:
    names = ", ".join(line.name for line in reasons.result.yaku)
    return f"the hand is complete and has {names}" if names else "the hand is complete, and needs no yaku"


# ---- yaku


def _why_yaku(
    settled: SettledWin, claimed: Sequence[str], reasons: Explanation, rules: MahjongRules, *, exactly: bool
) -> Iterator[str]:
    """``exactly``: whether the claim names all yaku of the hand."""
    counted = {line.id: line for line in reasons.result.yaku}
    asked = {one.id: one for one in reasons.yaku}
    for name, line in counted.items():
        if exactly and name not in claimed:
            worth = "" if line.han is None else f", {line.han} han"
            by = f" by {asked[name].tiles}" if asked[name].tiles else ""
            yield f"missed: {line.name} ({name}{worth}){by}: {asked[name].condition}"
    for name in dict.fromkeys(claimed):
        if name not in counted:
            yield _why_not(name, settled, reasons, rules)
        elif claimed.count(name) > 1:
            yield f"claimed {claimed.count(name)} times: {rules.yaku[name].name.en} ({name}) counts once"


def _why_not(name: str, settled: SettledWin, reasons: Explanation, rules: MahjongRules) -> str:
    """Why a yaku does not count in the best reading."""
    values, best = settled.values, settled.best
    yaku, present = rules.yaku[name], {other for other, found in values.present.items() if found[best]}
    title = f"does not count: {yaku.name.en} ({name})"
    if name in present:
        over = next((rules.yaku[other] for other in sorted(present) if name in rules.yaku[other].suppresses), None)
        if over is not None:
            return f"{title}: {over.name.en} ({over.id}) stands in place of it"
        names = " and ".join(line.name for line in reasons.result.yaku)
        if values.level[best] >= 0:
            return f"{title}: {names} is paid at a fixed level and counts no other yaku"
        if yaku.value.level is not None:
            return f"{title}: it gives way, for the hand is worth more without it"
        if reasons.result.limits:
            return f"{title}: a limit hand ({names}) counts no other yaku"
    elsewhere = next((one for one in reasons.others if name in one.yaku), None)
    if elsewhere is not None:
        worth = f"{elsewhere.han} han {elsewhere.fu} fu" if elsewhere.han else f"{elsewhere.base:,} base points"
        return f"{title} is in another reading ({_spell_reading(elsewhere)}), worth {worth}, which pays no more"
    return f"does not apply: {why_not(yaku, state_of(values, best, rules), rules)}"


# ---- han and fu


def _parts_of_han(reasons: Explanation, rules: MahjongRules) -> dict[str, int]:
    result = reasons.result
    parts = {line.name: line.han or 0 for line in result.yaku}
    for kind, bonus in rules.dora.bonus.items():
        count = result.dora.of(kind)
        if count:
            parts[bonus.name.en] = count * bonus.han
    return parts


def _why_han(claimed: int, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    actual = reasons.result.han
    if actual is None:
        yield "a limit hand, or one paid at a fixed level, counts no han"
        return
    parts = _parts_of_han(reasons, rules)
    yield f"{' + '.join(f'{name} {han}' for name, han in parts.items())} = {actual} han"
    for one in reasons.yaku:
        if one.lowered:
            yield f"{rules.yaku[one.id].name.en} is {one.lowered}"
    without = [name for name, han in parts.items() if actual - han == claimed]
    if without:
        yield f"{claimed} han leaves out {' or '.join(without)}"


def _why_fu(claimed: int, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    if reasons.result.fu is None:
        yield "a limit hand, or one paid at a fixed level, counts no fu" if rules.fu.parts else "no fu are counted here"
        return
    parts = [(line.name or "", line.fu, line.tiles) for line in reasons.fu if line.name is not None]
    rounded = sum(fu for _, fu, _ in parts)
    told = [" ".join(filter(None, (name, str(fu), _in_brackets(tiles)))) for name, fu, tiles in parts]
    up = f", rounded up to {reasons.result.fu}" if rounded != reasons.result.fu else ""
    yield f"{' + '.join(told)} = {rounded} fu{up}"
    if claimed == rounded:
        yield f"{claimed} fu are not rounded up"
    always = {part.name.en for part in rules.fu.parts if part.when is None and part.each is None}
    left_out = [
        told_one
        for (name, fu, _), told_one in zip(parts, told, strict=True)
        if name not in always and claimed in (rounded - fu, _up(rounded - fu, rules))
    ]
    if left_out:
        yield f"{claimed} fu leave out {', or '.join(left_out)}"
    yield from _counted_otherwise(claimed, rounded, reasons, rules)
    for other in reasons.others:
        if other.fu == claimed and other.yaku:
            yield (f"{claimed} fu is another reading ({_spell_reading(other)}) of {other.han} han, which pays no more")
            break


def _in_brackets(tiles: str) -> str:
    """Tiles in brackets; a meld has its own."""
    return tiles if not tiles or tiles[0] in "([" else f"({tiles})"


def _spell_reading(other: OtherReading) -> str:
    """``234m 567m 345p 99s, closed wait``; the tiles of a shape without groups stand as they are held."""
    reading = other.reading
    groups = " ".join([*reading.groups, reading.pair or ""]).strip() or reading.shape.replace("_", " ")
    return groups + (f", {reading.wait} wait" if reading.wait else "")


def _counted_otherwise(claimed: int, rounded: int, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    """A triplet or a quad counted as concealed though it is open, or the other way round."""
    parts = {part.id: part for part in rules.fu.parts if part.each is not None}
    for line in reasons.result.fu_parts or []:
        own = parts.get(line.id)
        if own is None or own.each is None or own.each.concealed is None:
            continue
        turned = replace(own.each, concealed=not own.each.concealed)
        other = next((part for part in parts.values() if part.each == turned), None)
        if other is None or claimed not in (rounded - own.fu + other.fu, _up(rounded - own.fu + other.fu, rules)):
            continue
        won = reasons.record.by == "ron" and not line.tiles.startswith("(") and not own.each.concealed
        why = ": the discard that completes it opens it for fu" if won else ""
        yield f"{claimed} fu count {line.tiles} as {other.name.en} ({other.fu}, not {own.fu}){why}"


def _up(fu: int, rules: MahjongRules) -> int:
    return int(round_up(np.array([fu]), rules.fu.round_up_to)[0])


# ---- points and payments


def _why_points(claimed: int | str, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    result, record = reasons.result, reasons.record
    yield _worth(reasons, rules)
    by_payer = spell_points(result, record, rules)
    if by_payer != str(result.points):
        yield f"{thousands(by_payer)}, {result.points:,} in all"
    if level_worth(str(claimed), rules) is not None:
        pays = spell_claimed(claimed, record, rules)
        yield f"{claimed} pays {thousands(pays)} here"
        yield from _as_other_counts(pays, reasons, rules)
        return
    told = list(_mistaken(str(claimed), reasons, rules))
    yield from told or _as_other_counts(str(claimed), reasons, rules)


def _mistaken(claimed: str, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    """What the claimed points would be right for: not rounded, of another seat, by another way, with the counters."""
    result, record, base = reasons.result, reasons.record, reasons.base
    is_dealer = record.seat == rules.seats[DEALER]
    if base.round_up_above and claimed in _spelled(base.counted, rules, is_dealer=is_dealer, by=record.by):
        pay = f"{base.counted:,} base points pay where they are not rounded up to {base.base:,}"
        yield f"{thousands(claimed)} is what {pay}"
    if claimed == str(result.points + _counters(result)) and _counters(result):
        yield f"{thousands(claimed)} holds the counters, which are paid beside the points of the hand"
    for other_dealer, by, title in _other_ways(record, rules):
        if claimed in _spelled(worth_of(result, rules), rules, is_dealer=other_dealer, by=by):
            yield f"{thousands(claimed)} is what {title} would get for it"
    exact = [one.exact for one in reasons.payments if one.transfer.why == "win"]
    if exact and claimed == str(sum(exact)) and sum(exact) != result.points:
        yield f"{thousands(claimed)} is not rounded up to {rules.points.round_up_to:,}"


def _worth(reasons: Explanation, rules: MahjongRules) -> str:
    """What the hand is worth, and by what."""
    result, base = reasons.result, reasons.base
    if base.kind == "counted":
        return (
            f"{result.fu} fu x {base.per_fu} x {base.per_han}^{result.han} = {base.counted:,} base points"
            + (f", rounded up to {base.base:,}" if base.round_up_above else "")
            + (f", at most {base.base:,}" if base.capped else "")
        )
    if result.limits:
        name = rules.points.limit.name.en
        what = f"{' + '.join(line.name for line in result.yaku)}: {result.limits} x {name}"
    else:
        level = rules.points.levels.get(result.level or "")
        counts = [] if result.han is None else [f"{result.han} han"]
        what = ": ".join(
            [*(counts or [line.name for line in result.yaku]), *([level.name.en] if level and level.name else [])]
        )
    return f"{what}: {base.base:,} base points" if base.base else f"{what}, read off the chart"


def _counters(result: WinResult) -> int:
    return sum(one.amount for one in result.transfers or [] if one.why == "counters")


def _other_ways(record: Win, rules: MahjongRules) -> Iterator[tuple[bool, str, str]]:
    is_dealer = record.seat == rules.seats[DEALER]
    yield not is_dealer, record.by, "another player" if is_dealer else "the dealer"
    other = "tsumo" if record.by == "ron" else "ron"
    yield is_dealer, other, f"a win by {other}"


def _spelled(base: int, rules: MahjongRules, *, is_dealer: bool, by: str) -> set[str]:
    """The ways to say what base points are paid with: in all, or by payer."""
    each, dealer, discarder = shares_of_one(base, rules, is_dealer=is_dealer)
    others = len(rules.seats) - 1
    if by == "ron":
        return {str(discarder)}
    if is_dealer:
        return {str(others * each), f"{each} all"}
    return {str((others - 1) * each + dealer), f"{each}/{dealer}"}


def _as_other_counts(claimed: str, reasons: Explanation, rules: MahjongRules) -> Iterator[str]:
    """The nearest han and fu for which the claimed points would be right."""
    result, record = reasons.result, reasons.record
    if result.han is None or result.fu is None or rules.points.base is None:
        return
    is_dealer = record.seat == rules.seats[DEALER]
    _, highest = rules.points.ladder[-1]
    places = [
        (han, row.fu)
        for row in rules.points.chart
        for from_han in [row.ron_from_han if record.by == "ron" else row.tsumo_from_han]
        for han in (range(from_han, highest.from_han + 1) if from_han is not None else ())
    ]
    found = [
        # Whoever argues is rarely wrong in both.
        (
            (han != result.han) + (fu != result.fu),
            abs(han - result.han) + abs(fu - result.fu) / rules.fu.round_up_to,
            han,
            fu,
        )
        for han, fu in places
        if (han, fu) != (result.han, result.fu)
        and claimed in _spelled(base_of(han, fu, rules.points), rules, is_dealer=is_dealer, by=record.by)
    ]
    if found and min(found)[1] <= _FAR:
        *_, han, fu = min(found)
        yield f"{thousands(claimed)} is what {han} han {fu} fu pay"


def _why_payments(
    claimed: Mapping[str, int], actual: Mapping[str, int], reasons: Explanation, rules: MahjongRules
) -> Iterator[str]:
    yield from why_amounts(claimed, actual, reasons.result.transfers or [])
    liable, held = reasons.record.liable, {line.id: line.name for line in reasons.result.yaku}
    for one in [liable] if isinstance(liable, Liable) else liable or []:
        if one.for_ in held and one.for_ in rules.liability.for_:
            share = "all of it, for it is a tsumo" if reasons.record.by == "tsumo" else "half of it, the discarder half"
            yield f"{title_of(one.seat)} is responsible (pao) for {held[one.for_]}, and pays {share}"
    if claimed.keys() == actual.keys() and sum(claimed.values()) != sum(actual.values()):
        yield f"the claimed payments come to {sum(claimed.values()):+,}, not to {sum(actual.values()):,}"
