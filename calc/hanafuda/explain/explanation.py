"""Explain a settled round: each yaku with its cards and rule, the yaku that do not count and why, and every step."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Any, Final

from msgspec import Struct

from calc.hanafuda.read.record import Hands
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.results import HanafudaGameResult
from calc.hanafuda.rounds.round import choose_reading, lay_table, told_record
from calc.hanafuda.rounds.settling import apply_steps
from calc.hanafuda.rules.deck import load_deck, named_cards
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.settle.steps import Move, Step
from calc.hanafuda.settle.table import BANKS, Counted, Table
from calc.hanafuda.value.yaku import Found, is_taken
from calc.layout.words import word
from calc.notation.cards import print_set
from calc.outcomes import Transfer
from calc.text import printable
from calc.translation import joined, say

#: Ids of steps that say why, with the words for them.
_REASONS: Final = {
    "yaku": "yaku_list",
    "teyaku": "teyaku_list",
    "pot": "pot_won",
    "par": "par_why",
    "score": "score_of",
    **{key: key for key in ("card_points", "difference", "take_all", "compensation", "dropout")},
}


class YakuReason(Struct, frozen=True):
    """A yaku that a player holds: its cards, its condition and worth in words, its source, and whether it counts.

    ``because``: why it does not count.
    """

    player: str
    id: str
    name: str
    value: Amount
    cards: str
    condition: str
    worth: str
    source: str
    counts: bool
    because: str = ""


class SumReason(Struct, frozen=True):
    """An amount that a step worked out: for whom, by whom paid (else the player again), and each factor with why."""

    player: str
    payers: list[str]
    parts: list[int]
    after: int
    factors: list[tuple[Fraction | int, str]]

    def text(self) -> str:
        """``Aki, from Cho: (4 + 1) x 2 (Cho has no bright) = 10``."""
        product = prod([by for by, _ in self.factors], start=Fraction(sum(self.parts)))
        base = " + ".join(map(str, self.parts)).replace("+ -", "- ")
        base = f"({base})" if self.factors and len(self.parts) > 1 else base
        factors = (f"{by}{say(' ({told})', told=why) if why else ''}" for by, why in self.factors)
        sums = f"{joined([base, *factors], 'factors')} = {product}"
        if product != self.after:
            sums = say("{sums}, rounded to {after}", sums=sums, after=self.after)
        who = printable(self.player)
        if self.payers != [self.player]:
            payers = say(", ").join(map(printable, self.payers))
            who = say("{player}, from {payers}", player=who, payers=payers)
        return f"{who}{say(': ')}{sums}"


class StepReason(Struct, frozen=True):
    """What one settlement step did: payments, and scores before and after where they changed.

    ``less``: what the step takes off the amount of each player.
    """

    text: str
    source: str
    scores: dict[str, tuple[int, int]]
    transfers: list[Transfer]
    sums: list[SumReason] = []
    less: dict[str, int] = {}

    def products(self, player: str | None) -> Iterator[str]:
        """How the step worked out what somebody gets or pays, and each factor."""
        return (one.text() for one in self.sums if player in (one.player, *one.payers))


class RoundExplanation(Struct, frozen=True):
    """Every reason behind a result. ``points``: the sum of the card points of each player."""

    yaku: list[YakuReason]
    steps: list[StepReason]
    points: dict[str, str] = {}

    def with_sums(self, paid: list[str]) -> Iterator[str]:
        """Payments, those of each step with how their amounts came about."""
        for step in self.steps:
            yield from paid[: len(step.transfers)]
            paid = paid[len(step.transfers) :]
            yield from (f"{'  ' if step.transfers else ''}{one.text()}" for one in step.sums)
        yield from paid


def sums_of_rounds(game: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules) -> dict[Any, list[str]]:
    """How the payments of each round of a game came about, where cards or worths tell it."""
    from calc.hanafuda.rounds.games import rounds_of

    told = zip((told_record(one, rules) for one in rounds_of(game, result, rules)), result.rounds, strict=True)
    found = {one.round: explain_round(record, rules) for record, one in told if record.scores is None and one.round}
    return {place: [one.text() for step in each.steps for one in step.sums] for place, each in found.items()}


def explain_round(record: HanafudaRound, rules: HanafudaRules) -> RoundExplanation:
    """Explain a round. Raises the same errors as :func:`calc.hanafuda.rounds.round.settle_round`."""
    record = told_record(record, rules)
    if rules.choices:
        rules, _ = choose_reading(record, rules)
    table, hands = lay_table(record, rules)
    held = [*_yaku_reasons(table, hands, record, rules)]
    steps: list[StepReason] = []
    scores, paid, worked_out = dict(table.scores), 0, 0

    def watch(name: str, step: Step, table: Table) -> None:
        nonlocal scores, paid, worked_out
        moved = {player: (scores[player], now) for player, now in table.scores.items() if scores[player] != now}
        transfers = table.transfers[paid:]
        if moved or transfers:
            less = step.less if isinstance(step, Move) else None
            taken = {} if less is None else {player: less.of(table, player, player) for player in table.players}
            text, sums = step.text(times=False), list(_sum_reasons(table.counted[worked_out:]))
            steps.append(StepReason(text, step.source, moved, transfers, sums, taken))
        scores, paid, worked_out = dict(table.scores), len(table.transfers), len(table.counted)

    apply_steps(table, record, rules, watch)
    points = {}
    values = sorted((rules.points or {}).items(), reverse=True)
    for player, pile in table.piles.items() if values and not table.by_result else ():
        # `3 x 20 (1B 3B 8B) + 2 x 5 (1R 2R)`; 0 for a pile that is worth nothing.
        rows = [(worth, pile & of) for worth, of in values if worth and pile & of]
        counted = ((joined((cards.bit_count(), worth), "factors"), cards) for worth, cards in rows)
        points[player] = " + ".join(f"{text} ({print_set(cards, load_deck())})" for text, cards in counted) or "0"
    return RoundExplanation(held, steps, points)


def _sum_reasons(counted: Iterable[Counted]) -> Iterator[SumReason]:
    """What was worked out, once for those who pay the same for the same reasons."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for player, payer, parts, after, applied in counted:
        told = tuple((by, factor.why(player, payer)) for by, factor in applied)
        found.setdefault((player, tuple(parts), after, told), []).append(payer)
    for (player, parts, after, told), payers in found.items():
        named = [payer for payer in payers if payer not in BANKS] or [player]
        yield SumReason(player, named, list(parts), after, list(told))


def _yaku_reasons(table: Table, hands: Hands, record: HanafudaRound, rules: HanafudaRules) -> Iterator[YakuReason]:
    for seat, player in enumerate(table.players):
        claimed = None if record.teyaku is None else record.teyaku.get(player, [])
        for search, held, counting, only in (
            (rules.in_hands, hands.dealt.get(player), table.teyaku[player], claimed),
            (rules.in_piles, (hands.captured or {}).get(player), table.yaku[player], None),
        ):
            found = search.find(held, record.month, len(table.players), seat) if held is not None else []
            for one in found:
                because = ""
                if only is not None and one.yaku.id not in only:
                    because = say("not claimed")
                elif one not in counting:
                    because = _why_not_counted(one, found, counting, rules)
                    because = because or _find_voiding(player, one.yaku, record, rules)
                yield YakuReason(
                    player=player,
                    id=one.yaku.id,
                    name=one.yaku.name.text(),
                    value=one.value,
                    cards=print_set(one.cards, load_deck()),
                    condition=one.yaku.when.text(),
                    worth=one.yaku.value.phrase(rules.classes),
                    source=one.yaku.source,
                    counts=not because,
                    because=because,
                )


def _why_not_counted(one: Found, held: list[Found], counting: list[Found], rules: HanafudaRules) -> str:
    """Say which yaku of the same player leaves no room for a held one; empty if none does."""
    over = next((other.yaku for other in held if one.yaku.id in other.yaku.supersedes), None)
    if over is not None:
        return say("replaced by {name}", name=over.name.text())
    for other in (found.yaku for found in counting):
        name = other.name.text()
        if {*one.yaku.best_of} & {*other.best_of}:
            group = next(rules.groups[group].name.text() for group in one.yaku.groups if group in other.groups)
            return say("only the best of {group} counts: {name}", group=group, name=name)
        if one.yaku.id in other.exclusive_with or other.id in one.yaku.exclusive_with:
            return say("does not count beside {name}", name=name)
    return ""


def why_not(player: str, name: str, record: HanafudaRound, reasons: RoundExplanation, rules: HanafudaRules) -> str:
    """Say why a yaku does not count: ``A: no boar, deer, butterflies (inoshikacho): lacks 6A butterflies``."""
    is_dealt = name not in rules.yaku
    yaku = rules.teyaku[name] if is_dealt else rules.yaku[name]
    title = say("{name} ({id})", name=yaku.name.text(), id=name)
    held = next((one for one in reasons.yaku if one.player == player and one.id == name), None)
    if held is not None:
        return say("{player}: {title}: {because}", player=player, title=title, because=held.because)
    _, hands = lay_table(record, rules)
    if is_dealt and player not in hands.dealt:
        text = "{player}: no {title}: the record has no dealt hand of {player}"
        return say(text, player=player, title=title)
    cards = (hands.dealt if is_dealt else hands.captured or {}).get(player, 0)
    lacking = "; ".join(yaku.when.failing(cards, record.month)) or yaku.when.text()
    told = say("{player}: no {title}: {lacking}", player=player, title=title, lacking=lacking)
    # Of a class most of which counts, such as brights, the rest may be taken for it.
    deck, asked = load_deck(), yaku.when.touches
    kind = deck.letters.get("".join({card.letter for card in deck.within(asked)}), 0)
    alike = kind & cards & ~asked
    if not alike or 2 * asked.bit_count() <= kind.bit_count():
        return told
    return told + say("; {cards} does not count for it", cards=named_cards(print_set(alike, deck)))


def _find_voiding(player: str, yaku: Yaku, record: HanafudaRound, rules: HanafudaRules) -> str:
    """Say whose cards, or what else of whom, take a yaku away."""
    table, _ = lay_table(record, rules)
    # Voids ask for what was formed before any of them took something away.
    table.yaku = {
        one: rules.in_piles.count(pile, record.month, len(table.players), seat)
        for seat, (one, pile) in enumerate(table.piles.items())
    }
    for void in rules.voids.values():
        for holder in table.players:
            reaches = {"holder": holder == player, "opponents": holder != player, "everybody": True}[void.of]
            if reaches and void.is_held(table, holder) and is_taken(yaku, void.names or None):
                text = "{name} of {holder} ({told}) takes it away"
                return say(text, name=void.name.text(), holder=holder, told=void.text())
    return say("taken away by captured cards")


def reason_text(why: str, rules: HanafudaRules) -> str:
    """Why something is paid: the name of its step, a word for its id, or what the step moves."""
    step = rules.steps.get(why)
    if step is not None and step.name is not None:
        return step.name.text()
    if why in _REASONS:
        return word(_REASONS[why])
    if not isinstance(step, Move):
        return why
    return step.of.text() if step.of.names else step.text(times=False)
