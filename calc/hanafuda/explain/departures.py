"""Find where claims on hanafuda rounds and games depart from the results, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from calc.departures import PAID_FOR, departure_of, why_amounts
from calc.hanafuda.explain.explanation import YakuReason, explain_round, reason_text, why_not
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.results import HanafudaResult
from calc.hanafuda.rounds.claims import is_pile
from calc.hanafuda.rounds.games import rounds_of
from calc.hanafuda.rules.deck import named_cards
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.amounts import write
from calc.hanafuda.settle.steps import BANK
from calc.outcomes import Departure, Refusal
from calc.translation import say


def departures_of(record: Any, result: Any, rules: HanafudaRules, _kept: None) -> tuple[int | None, list[Departure]]:
    """Find every departure of a claim on a round or a game; for a game also the place (from 0) of its first wrong
    round. If all its rounds are right, these are the departures of the final claim.
    """
    if not isinstance(record, HanafudaGame):
        return None, _Why(record, result, rules).departures()
    for place, one in enumerate(result.rounds):
        if one.agrees is False:
            return place, _Why(rounds_of(record, result, rules)[place], one, rules).departures()
    found = [departure_of(one) for one in result.differences or []]
    scores = _spell_scores(result.scores)
    return None, [replace(one, why=[*one.why, scores]) if one.key == "winner" else one for one in found]


def reasons_of(record: Any, result: Any, rules: HanafudaRules, _kept: None) -> list[str]:
    """How a pile is counted: its yaku, each with its rule, and what multiplies them."""
    if not is_pile(record):
        return []
    told = explain_round(record, rules)
    counted = (
        (one, f"{one.player}: {one.name} {one.value} [{named_cards(one.cards)}]") for one in told.yaku if one.counts
    )
    yaku = (f"{head}{say(': ')}{one.condition}{say(': ')}{one.worth}" for one, head in counted)
    return [*yaku, *(one.text() for step in told.steps for one in step.sums)]


def decided_by(record: Any, refusal: Refusal) -> str | None:
    """``stopped_by`` where a refusal says that nobody could have stopped a round, and a claim says something of it."""
    is_claimed = isinstance(record, HanafudaRound) and record.claim is not None and record.stopped_by is not None
    found = (refusal.error.code, refusal.error.key)
    return "stopped_by" if is_claimed and found == ("contradiction", "stopped_by") else None


class _Why:
    """Why each figure of a round is what it is, and what a wrong claim may have overlooked."""

    def __init__(self, record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules) -> None:
        self.record, self.result, self.rules = record, result, rules
        self.reasons = explain_round(record, rules)
        self.scores = {name: line.score for name, line in result.players.items()}

    def departures(self) -> list[Departure]:
        why: dict[str, Callable[[Any, Any], Iterable[str]]] = {
            "yaku": self._yaku,
            "has": self._lacking,
            # What the yaku that somebody is said not to have are made of.
            "lacks": lambda _, counted: (
                say("{player}: {told}", player=one.player, told=_spell_yaku(one))
                for one in self.reasons.yaku
                if one.id in counted.get(one.player, ())
            ),
            "worth": self._worth,
            "scores": self._scores,
            "changes": self._changes,
            "totals": self._totals,
            "winner": self._winner,
        }
        found = sorted(self.result.differences or (), key=lambda one: [*why].index(one.key))
        return [Departure(one.key, one.claimed, one.actual, [*why[one.key](one.claimed, one.actual)]) for one in found]

    def _yaku(self, claimed: Mapping[str, list[str]], actual: Mapping[str, list[str]]) -> Iterator[str]:
        for player, said in claimed.items():
            held = {reason.id: reason for reason in self.reasons.yaku if reason.player == player}
            for name in actual[player]:
                if name not in said:
                    yield say("{player} missed: {told}", player=player, told=_spell_yaku(held[name]))
            for name in dict.fromkeys(said):
                times = said.count(name)
                if name in actual[player] and times > actual[player].count(name):
                    title = f"{self.rules.yaku[name].name.text()} ({name})"
                    text = "{player}: {title} is claimed {times} times"
                    yield say(text, player=player, title=title, times=times)
                yield from self._lacking({player: [name]}, actual)

    def _lacking(self, claimed: Mapping[str, list[str]], actual: Mapping[str, list[str]]) -> Iterator[str]:
        """Why yaku that somebody is said to have do not count."""
        for player, said in claimed.items():
            for name in said:
                if name not in actual[player]:
                    yield why_not(player, name, self.record, self.reasons, self.rules)
            if is_pile(self.record) and not {*said} <= {*actual[player]}:
                yield say("{title}: {text}", title=player, text=self._sums(player))

    def _worth(
        self, claimed: Mapping[str, Mapping[str, int]], actual: Mapping[str, Mapping[str, int]]
    ) -> Iterator[str]:
        """What yaku are worth that somebody is said to have for other points, or why they do not count."""
        for player, worths in claimed.items():
            wrong = " ".join(some for some, worth in worths.items() if worth != actual[player][some]).split()
            held = {one.id: one for one in self.reasons.yaku if one.player == player and one.id in wrong}
            yield from self._lacking({player: wrong}, {player: [*held]})
            for one in held.values():
                told = _spell_yaku(one) + say(" ({told})", told=one.worth)
                yield say("{player}: {told}", player=player, told=told)

    def _scores(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        for player, said in claimed.items():
            right, own = actual[player], self.result.players[player]
            if said == right:
                continue
            yaku = [*own.teyaku, *own.yaku] if self.rules.scores_teyaku else own.yaku
            # Yaku that only cost the others make up no score.
            if not any(one.to in BANK for one in self.result.transfers):
                yield say("{title}: {text}", title=player, text=self._sums(player))
            left_out = say(", or ").join(dict.fromkeys(self._left_out(player, said, right)))
            alone = self._alone(player)
            if alone:
                yield alone
            elif left_out:
                yield say("left out: {what}", what=left_out)
            elif right != sum(line.value for line in yaku if isinstance(line.value, int)):
                # The score is not just the sum of the yaku: its steps explain it.
                for step in self.reasons.steps:
                    if player in step.scores:
                        before, after = step.scores[player]
                        yield f"{player} {before:,} → {after:,}: {step.text}"
                        yield from step.products(player)

    def _sums(self, player: str) -> str:
        """What the yaku of a player are worth."""
        own = self.result.players[player]
        yaku = [*own.teyaku, *own.yaku] if self.rules.scores_teyaku else own.yaku
        return " + ".join(f"{line.name} {line.value}" for line in yaku) or say("no yaku")

    def _alone(self, player: str) -> str:
        """Who alone scores, where that is another player; else empty."""
        gains = [
            (name, step.text) for step in self.reasons.steps for name, (was, now) in step.scores.items() if now > was
        ]
        scorers = {name for name, _ in gains}
        if len(scorers) != 1 or player in scorers:
            return ""
        return say("only {winner} scores: {how}", winner=gains[0][0], how=gains[0][1])

    def _left_out(self, player: str, said: int, actual: int) -> list[str]:
        """Each settlement step or factor, or else each yaku, whose omission gives the claimed score."""
        found = []
        for step in self.reasons.steps:
            before, after = step.scores.get(player, (0, 0))
            if before and after != before and said == actual - (after - before):
                found.append(step.text)
            factors = [factor for one in step.sums if one.player == player for factor in one.factors]
            found += [
                write("times.named" if why else "times", by=by, name=why)
                for by, why in factors
                if said * by == actual != 0
            ]
            if step.less.get(player) and said - actual == step.less[player]:
                found.append(step.text)
        own = self.result.players[player]
        values = [(line, line.value) for line in (*own.teyaku, *own.yaku) if isinstance(line.value, int)]
        return found or [f"{line.name} {value}" for line, value in values if actual - value == said]

    def _changes(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        wrong = next((name for name, amount in claimed.items() if actual.get(name, 0) != amount), None)
        # Points that nobody pays are the score, which tells how they come about.
        moved = self.result.transfers
        is_won = bool(moved) and all(one.from_ in BANK for one in moved)
        if is_won and wrong is not None and claimed[wrong] >= 0 and self.scores[wrong] == actual[wrong]:
            yield from self._scores({wrong: claimed[wrong]}, self.scores)
            return
        # A step that only its game has is told by its name.
        named = (one if one.why in PAID_FOR else replace(one, why=reason_text(one.why, self.rules)) for one in moved)
        yield from why_amounts(claimed, actual, [*named])
        for step in self.reasons.steps:
            if any(wrong in (moved.from_, moved.to) for moved in step.transfers):
                yield step.text
                yield from step.products(wrong)
        if any(moved.why == "difference" for moved in self.result.transfers):
            yield _spell_scores(self.scores)
        stake = self.rules.stake
        if stake is not None and any(amount < -stake.chips for amount in claimed.values()):
            yield stake.text()

    def _totals(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        """Explain totals by the scores of the round, if they are all that it changes."""
        yield from why_amounts(claimed, actual, [])
        if all(line.change == line.score for line in self.result.players.values()):
            said = {name: self.scores[name] + claimed[name] - actual[name] for name in claimed}
            yield from self._scores(said, self.scores)

    def _winner(self, claimed: str | None, actual: str | None) -> Iterator[str]:
        if actual is not None and any(moved.why == "take_all" for moved in self.result.transfers):
            yield say("{actual} takes all chips by a yaku that stops the round", actual=actual)
            return
        if actual is not None and actual == self.record.stopped_by:
            yield say("{actual} stopped the round", actual=actual)
        yield _spell_scores(self.scores)
        if actual is not None and self.scores.get(claimed or "") == self.scores[actual]:
            yield say("of equal scores the first in turn order wins")


def _spell_yaku(reason: YakuReason) -> str:
    return f"{reason.name} ({reason.id}, {reason.value}): {reason.cards}"


def _spell_scores(scores: Mapping[str, int]) -> str:
    return f"{say('scores')}: {', '.join(f'{name} {score:,}' for name, score in scores.items())}"
