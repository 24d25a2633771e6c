"""Find where claims on hanafuda rounds and games depart from the results, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.departures import departure_of, why_amounts
from calc.hanafuda.explain.explanation import RoundExplanation, StepReason, explain_round, why_not
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.rounds.games import rounds_of
from calc.outcomes import Departure, Difference
from calc.translation import say

if TYPE_CHECKING:
    from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
    from calc.hanafuda.rules.ruleset import HanafudaRules
    from calc.outcomes import Refusal

#: The order in which a round is settled.
_ORDER = ("yaku", "has", "lacks", "scores", "changes", "totals", "winner")


def departures_of(record: Any, result: Any, rules: HanafudaRules, _kept: None) -> tuple[int | None, list[Departure]]:
    """Find every departure of a claim on a round or a game; for a game also its first wrong round."""
    if isinstance(record, HanafudaGame):
        return game_departures(record, result, rules)
    return None, round_departures(record, result, rules)


def decided_by(record: Any, refusal: Refusal) -> str | None:
    """``stopped_by`` where a refusal says that nobody could have stopped a round, and a claim says something of it."""
    is_claimed = isinstance(record, HanafudaRound) and record.claim is not None and record.stopped_by is not None
    found = (refusal.error.code, refusal.error.key)
    return "stopped_by" if is_claimed and found == ("contradiction", "stopped_by") else None


def round_departures(record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules) -> list[Departure]:
    """Return every departure of a claim on a round: yaku, scores, changes, winner; within a game also totals."""
    if result.differences is UNSET:
        return []
    reasons = explain_round(record, rules)
    why: dict[str, Any] = {
        "yaku": lambda one: _why_yaku(one, record, reasons, rules),
        "has": lambda one: _why_lacking(one, record, reasons, rules),
        "lacks": lambda one: _why_held(one.actual, reasons),
        "scores": lambda one: _why_scores(one.claimed, one.actual, reasons, result, rules),
        "changes": lambda one: _why_changes(one, reasons, result, rules),
        "totals": lambda one: _why_totals(one, reasons, result, rules),
        "winner": lambda one: _why_winner(one, result),
    }
    found = sorted(result.differences, key=lambda one: _ORDER.index(one.key))
    return [Departure(one.key, one.claimed, one.actual, list(why[one.key](one))) for one in found]


def game_departures(
    record: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules
) -> tuple[int | None, list[Departure]]:
    """Return the place (from 0) of the first wrong round and its departures.

    If all rounds are right, return none and the departures of the final claim.
    """
    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            return place, round_departures(rounds_of(record, result, rules)[place], one, rules)
    scores = _spell_scores(result.scores)
    return None, [
        replace(departure := departure_of(one), why=[*departure.why, *([scores] if one.key == "winner" else [])])
        for one in result.differences or []
    ]


def _why_yaku(one: Difference, record: HanafudaRound, reasons: RoundExplanation, rules: HanafudaRules) -> Iterator[str]:
    for player, claimed in one.claimed.items():
        counted = one.actual[player]
        held = {reason.id: reason for reason in reasons.yaku if reason.player == player}
        for name in counted:
            if name not in claimed:
                reason = held[name]
                told = f"{reason.name} ({name}, {reason.value}): {reason.cards}"
                yield say("{player} missed: {told}", player=player, told=told)
        for name in dict.fromkeys(claimed):
            if name not in counted:
                yield why_not(player, name, record, reasons, rules)
            elif claimed.count(name) > counted.count(name):
                title, times = f"{rules.yaku[name].name.text()} ({name})", claimed.count(name)
                yield say("{player}: {title} is claimed {times} times", player=player, title=title, times=times)


def _why_lacking(
    one: Difference, record: HanafudaRound, reasons: RoundExplanation, rules: HanafudaRules
) -> Iterator[str]:
    """Why the yaku that somebody is said to have do not count."""
    for player, claimed in one.claimed.items():
        for name in claimed:
            if name not in one.actual[player]:
                yield why_not(player, name, record, reasons, rules)


def _why_held(counted: Mapping[str, list[str]], reasons: RoundExplanation) -> Iterator[str]:
    """What the yaku that somebody is said not to have are made of."""
    for reason in reasons.yaku:
        if reason.id in counted.get(reason.player, ()):
            told = f"{reason.name} ({reason.id}, {reason.value}): {reason.cards}"
            yield say("{player} has {told}", player=reason.player, told=told)


def _why_scores(
    claimed: dict[str, int],
    actual: dict[str, int],
    reasons: RoundExplanation,
    result: HanafudaResult,
    rules: HanafudaRules,
) -> Iterator[str]:
    for player, said in claimed.items():
        if said == actual[player]:
            continue
        own = result.players[player]
        yaku = [*own.teyaku, *own.yaku] if rules.scores_teyaku else own.yaku
        parts = [f"{line.name} {line.value}" for line in yaku]
        moved = [(step, *step.scores[player]) for step in reasons.steps if player in step.scores]
        # If the score is not just the sum of the yaku, its steps explain it.
        is_sum = actual[player] == sum([line.value for line in yaku if isinstance(line.value, int)])
        sums, right = " + ".join(parts) or say("no yaku"), actual[player]
        yield say(
            "{player}: {sums}; {said} is claimed, {right} is right",
            player=player,
            sums=sums,
            said=f"{said:,}",
            right=f"{right:,}",
        )
        left_out = list(dict.fromkeys(_left_out(player, said, actual[player], reasons, result)))
        if left_out:
            yield say("left out: {what}", what=say(", or ").join(left_out))
        elif not is_sum:
            for step, before, after in moved:
                yield f"{player} {before:,} → {after:,}: {step.text}"
                yield from _products(step, player)


def _products(step: StepReason, player: str | None) -> Iterator[str]:
    """What the step multiplied of what somebody gets or pays, and each factor."""
    for one in step.multiplied:
        if player in (one.player, *one.payers):
            yield one.text()


def _left_out(player: str, said: int, actual: int, reasons: RoundExplanation, result: HanafudaResult) -> Iterator[str]:
    """Yield each settlement step or factor, or else each yaku, whose omission gives the claimed score."""
    found = False
    for step in reasons.steps:
        before, after = step.scores.get(player, (0, 0))
        if before and after != before and said == actual - (after - before):
            found = True
            yield step.text
        for one in step.multiplied if actual else ():
            for by, text in one.factors:
                if one.player == player and said * by == actual:
                    found = True
                    yield text
        if step.less.get(player) and said - actual == step.less[player]:
            found = True
            yield step.text
    own = result.players[player]
    for line in (*own.teyaku, *own.yaku) if not found else ():
        if isinstance(line.value, int) and actual - line.value == said:
            yield f"{line.name} {line.value}"


def _why_changes(
    one: Difference, reasons: RoundExplanation, result: HanafudaResult, rules: HanafudaRules
) -> Iterator[str]:
    yield from why_amounts(one.claimed, one.actual, result.transfers)
    wrong = next((name for name, amount in one.claimed.items() if one.actual.get(name, 0) != amount), None)
    for step in reasons.steps:
        if any(wrong in (moved.from_, moved.to) for moved in step.transfers):
            yield step.text
            yield from _products(step, wrong)
    if any(moved.why == "difference" for moved in result.transfers):
        yield _spell_scores({name: line.score for name, line in result.players.items()})
    stake = rules.stake
    if stake is not None and any(amount < -stake.chips for amount in one.claimed.values()):
        yield stake.text()


def _why_totals(
    one: Difference, reasons: RoundExplanation, result: HanafudaResult, rules: HanafudaRules
) -> Iterator[str]:
    """Explain totals by the scores of the round, if they are all that it changes."""
    yield from why_amounts(one.claimed, one.actual, [], signed=False)
    players = result.players
    if all(line.change == line.score for line in players.values()):
        scores = {name: players[name].score for name in one.claimed}
        said = {name: scores[name] + one.claimed[name] - one.actual[name] for name in scores}
        yield from _why_scores(said, scores, reasons, result, rules)


def _why_winner(one: Difference, result: HanafudaResult) -> Iterator[str]:
    if one.actual is None:
        yield say("the winner is nobody")
        return
    yield say("the winner is {actual}", actual=one.actual)
    if any(moved.why == "take_all" for moved in result.transfers):
        yield say("{actual} takes all chips by a yaku that stops the round", actual=one.actual)
        return
    scores = {name: line.score for name, line in result.players.items()}
    yield _spell_scores(scores)
    if one.claimed in scores and scores[one.claimed] == scores[one.actual]:
        yield say("of equal scores the first in turn order wins")


def _spell_scores(scores: Mapping[str, int]) -> str:
    return f"{say('scores')}: {', '.join(f'{name} {score:,}' for name, score in scores.items())}"
