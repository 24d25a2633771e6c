"""Why a round is settled as it is: each yaku with its cards and its rule, those that do not count, every operator."""

from __future__ import annotations

from msgspec import Struct

from calc.hanafuda.load import HanafudaRules
from calc.hanafuda.read.hands import Hands
from calc.hanafuda.rounds.round import apply_steps, lay_table
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.steps import Step
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found
from calc.notation.hanafuda.cards import print_set
from calc.notation.hanafuda.records import HanafudaRound
from calc.outcomes import Transfer


class YakuReason(Struct, frozen=True):
    """A yaku that a player holds: its cards, its condition and worth in words, its source, and whether it counts."""

    player: str
    id: str
    name: str
    value: Amount
    cards: str
    condition: str
    worth: str
    source: str
    counts: bool


class StepReason(Struct, frozen=True):
    """What one settlement operator did: scores before and after, where they changed, and payments."""

    text: str
    source: str
    scores: dict[str, tuple[int, int]]
    transfers: list[Transfer]


class RoundExplanation(Struct, frozen=True):
    """Every reason behind a result."""

    yaku: list[YakuReason]
    steps: list[StepReason]


def explain_round(record: HanafudaRound, rules: HanafudaRules, lang: str = "en") -> RoundExplanation:
    """The reasons of a round that can be settled. Raises as :func:`calc.hanafuda.rounds.round.settle_round`."""
    table, hands = lay_table(record, rules)
    held = _yaku_reasons(table, hands, record, rules, lang)
    steps: list[StepReason] = []
    scores, paid = dict(table.scores), 0

    def watch(name: str, step: Step, table: Table) -> None:
        nonlocal scores, paid
        moved = {player: (scores[player], now) for player, now in table.scores.items() if scores[player] != now}
        transfers = table.transfers[paid:]
        if moved or transfers:
            steps.append(StepReason(step.english(), step.source, moved, transfers))
        scores, paid = dict(table.scores), len(table.transfers)

    apply_steps(table, record, rules, watch)
    return RoundExplanation(held, steps)


def _yaku_reasons(
    table: Table, hands: Hands, record: HanafudaRound, rules: HanafudaRules, lang: str
) -> list[YakuReason]:
    facts, count = Facts(month=record.month), len(table.players)
    reasons: list[YakuReason] = []
    for seat, player in enumerate(table.players):
        for search, held, counting in (
            (rules.in_hands, hands.dealt.get(player), table.teyaku[player]),
            (rules.in_piles, (hands.captured or {}).get(player), table.yaku[player]),
        ):
            if held is not None:
                found = search.find(held, facts, count, seat)
                reasons += [_reason(player, one, one in counting, rules, lang) for one in found]
    return reasons


def _reason(player: str, found: Found, counts: bool, rules: HanafudaRules, lang: str) -> YakuReason:
    yaku: Yaku = found.yaku
    return YakuReason(
        player=player,
        id=yaku.id,
        name=yaku.name.text(lang),
        value=found.value,
        cards=print_set(found.cards, load_deck()),
        condition=yaku.when.english(),
        worth=yaku.value.phrase(rules.classes),
        source=yaku.source,
        counts=counts,
    )
