"""Where claims on rounds and games depart from what they are, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.disputes.departure import Departure, why_amounts
from calc.settle.outcomes import Difference

if TYPE_CHECKING:
    from calc.hanafuda.results import HanafudaResult
    from calc.hanafuda.rules import HanafudaRules
    from calc.notation.hanafuda.records import HanafudaRound

__all__ = ["game_departures", "hanafuda_departures", "round_departures"]


def round_departures(result: Any) -> list[Departure]:
    """Every departure of a claim on a riichi round."""
    if result.differences is UNSET:
        return []
    wins = list(result.wins) if getattr(result, "wins", UNSET) is not UNSET else []
    found = [
        Departure(f"wins[{place}].{one.key}", one.claimed, one.actual)
        for place, win in enumerate(wins)
        for one in (win.differences if getattr(win, "differences", UNSET) is not UNSET else [])
    ]
    named = result.players if result.players is not UNSET else {}
    transfers = [
        replace(one, from_=named.get(one.from_, one.from_), to=named.get(one.to, one.to)) for one in result.transfers
    ]
    for one in result.differences:
        by_seat = isinstance(one.claimed, Mapping) and set(one.claimed) <= set(result.changes)
        found.append(_departure(one, result.transfers if by_seat else transfers))
    return found


def _departure(one: Difference, transfers: Any) -> Departure:
    """Changes are explained by what was paid; scores carry what was before."""
    amounts = isinstance(one.claimed, Mapping) and isinstance(one.actual, Mapping)
    signed = one.key == "changes"
    why = list(why_amounts(one.claimed, one.actual, transfers, signed=signed)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def game_departures(record: Any, result: Any, rules: Any, lang: str) -> tuple[int | None, list[Departure]]:
    """The place (from 0) of the first round of a game that goes wrong, and how it departs; none and the departures of
    the end where all rounds are right.
    """
    from calc.hanafuda.game import rounds_of
    from calc.hanafuda.results import HanafudaResult

    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            if isinstance(one, HanafudaResult):
                return place, hanafuda_departures(rounds_of(record, result, rules)[place], one, rules, lang)
            return place, round_departures(one)
    own = result.differences if result.differences is not UNSET else []
    return None, [_departure(one, []) for one in own]


def hanafuda_departures(
    record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules, lang: str = "en"
) -> list[Departure]:
    """Every departure of a claim on a hanafuda round: yaku, scores, changes, the winner."""
    if result.differences is UNSET:
        return []
    from calc.hanafuda.explain import explain_round

    reasons = explain_round(record, rules, lang)
    order = ("yaku", "scores", "changes", "totals", "winner")
    found = []
    for one in sorted(result.differences, key=lambda one: order.index(one.key)):
        if one.key == "yaku":
            why = list(_why_yaku(one, reasons, rules))
        elif one.key == "scores":
            why = list(_why_scores(one, reasons, result))
        elif one.key == "winner":
            why = [f"the winner is {one.actual or 'nobody'}"]
        else:
            is_change = one.key == "changes"
            why = list(why_amounts(one.claimed, one.actual, result.transfers if is_change else [], signed=is_change))
        found.append(Departure(one.key, one.claimed, one.actual, why))
    return found


def _why_yaku(one: Difference, reasons: Any, rules: HanafudaRules) -> Iterator[str]:
    for player, claimed in one.claimed.items():
        counted = one.actual[player]
        held = {reason.id: reason for reason in reasons.yaku if reason.player == player}
        for name in counted:
            if name not in claimed:
                reason = held[name]
                yield f"{player} missed: {reason.name} ({name}, {reason.value}): {reason.cards}"
        for name in claimed:
            if name in counted:
                continue
            yaku = rules.yaku[name]
            if name in held:
                yield f"{player}: {yaku.name.en} ({name}) does not count beside a better one"
            else:
                yield f"{player} does not have {yaku.name.en} ({name}): {yaku.when.english()}"


def _why_scores(one: Difference, reasons: Any, result: HanafudaResult) -> Iterator[str]:
    for player, claimed in one.claimed.items():
        actual = one.actual[player]
        if claimed == actual:
            continue
        parts = [f"{line.name} {line.value}" for line in result.players[player].yaku]
        yield f"{player}: {' + '.join(parts) or 'no yaku'}; {claimed} is claimed, {actual} is right"
        for step in reasons.steps:
            before, after = step.scores.get(player, (None, None))
            if before == claimed and after != before:
                yield f"left out: {step.text}"
        for line in result.players[player].yaku:
            if isinstance(line.value, int) and actual - line.value == claimed:
                yield f"left out: {line.name} {line.value}"
