"""Settle hanafuda rounds: read the record, find the yaku, and apply the steps of the rule set in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Final, TypeVar

from msgspec.structs import replace

from calc.errors import CalcError
from calc.hanafuda.read.hands import read_hands
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PileYaku, PlayerResult
from calc.hanafuda.rounds.choosing import choose_reading
from calc.hanafuda.rounds.claims import round_differences
from calc.hanafuda.rounds.laying import lay_table, make_table, take_seats
from calc.hanafuda.rounds.settling import apply_steps
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.table import POT, Table
from calc.hanafuda.value.near import near_yaku
from calc.hanafuda.value.yaku import Found
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import Note, collecting_later, settle_each, sum_transfers

T = TypeVar("T")

#: How many rounds are in memory at a time.
_TOGETHER: Final = 64


def settle_round(
    record: HanafudaRound, rules: HanafudaRules, lang: str = "en", *, near: bool = False
) -> HanafudaResult:
    """Settle one hanafuda round: yaku, scores, and who pays whom, in the unit of the rule set.

    ``near``: treat the round as still in play, and list the yaku that each pile lacks few cards of. Raises a
    :class:`~calc.errors.CalcError` that says what is wrong with the record, with the key at fault.
    """
    return settle_on_table(record, rules, lang, near=near)[1]


def settle_on_table(
    record: HanafudaRound, rules: HanafudaRules, lang: str, *, near: bool = False
) -> tuple[Table, HanafudaResult]:
    """Settle a round as :func:`settle_round` does; return the table as it is left, too."""
    chosen: list[Note] = []
    if rules.choices:
        rules, chosen = choose_reading(record, rules, lang, in_play=near)
    table, hands = lay_table(record, rules, lang, in_play=near)
    table.notes += chosen
    if near:
        lacking = near_yaku(table.players, hands.captured or {}, rules, Facts(month=record.month), lang)
        return table, replace(_result(table, record, rules, lang), next_dealer=None, near=lacking)
    apply_steps(table, record, rules)
    return table, _compare_with_claim(table, record, rules, lang)


def settle_rounds(
    records: Sequence[HanafudaRound], rules: HanafudaRules, lang: str = "en"
) -> list[HanafudaResult | CalcError]:
    """Settle many rounds; for each, the result of :func:`settle_round` or the error that refuses it."""
    if rules.choices:
        return settle_each(records, lambda record: settle_round(record, rules, lang))
    outcomes: list[HanafudaResult | CalcError] = []
    with collecting_later() if len(records) > _TOGETHER else nullcontext():
        for start in range(0, len(records), _TOGETHER):
            outcomes += _settle_some(records[start : start + _TOGETHER], rules, lang)
    return outcomes


def _settle_some(records: Sequence[HanafudaRound], rules: HanafudaRules, lang: str) -> list[HanafudaResult | CalcError]:
    """Take all rounds through one stage before the next: measured at four fifths of the time of one by one."""
    errors: dict[int, CalcError] = {}

    def of_each(places: Iterable[int], what: Callable[[int, HanafudaRound], T]) -> dict[int, T]:
        """Apply a stage to the rounds at these places, leaving out those that it refuses."""
        found = {}
        for place in places:
            try:
                found[place] = what(place, records[place])
            except CalcError as error:
                errors[place] = error
        return found

    seatings = of_each(range(len(records)), lambda _, record: take_seats(record, rules))
    hands = of_each(seatings, lambda _, record: read_hands(record, rules))
    tables = of_each(hands, lambda place, record: make_table(record, rules, seatings[place], hands[place], lang))
    settled = of_each(tables, lambda place, record: apply_steps(tables[place], record, rules))
    results = of_each(settled, lambda place, record: _compare_with_claim(tables[place], record, rules, lang))
    return [results[place] if place in results else errors[place] for place in range(len(records))]


def _compare_with_claim(table: Table, record: HanafudaRound, rules: HanafudaRules, lang: str) -> HanafudaResult:
    """Write the result, compared with what the record claims."""
    result = _result(table, record, rules, lang)
    if record.claim is None:
        return result
    found = list(round_differences(record.claim, result, rules))
    return replace(result, agrees=not found, differences=found)


def _result(table: Table, record: HanafudaRound, rules: HanafudaRules, lang: str) -> HanafudaResult:
    """Write the result of a settled table."""
    changes = sum_transfers(table.transfers, table.everyone)
    return HanafudaResult(
        id=record.id,
        rules=rules.label,
        options=rules.chosen,
        players={name: _player_result(name, table, changes[name], lang) for name in table.everyone},
        winner=table.winner,
        next_dealer=_next_dealer(table, record, rules),
        pots={POT: table.pot} if rules.has_pot else {},
        transfers=table.transfers,
        notes=table.notes,
    )


def _next_dealer(table: Table, record: HanafudaRound, rules: HanafudaRules) -> str | None:
    """Return who deals next, or none if unknown: a round that names a leader may not name the dealer."""
    dealer = record.dealer or (table.players[0] if rules.table.first == "dealer" and table.players else None)
    match rules.table.next_dealer:
        case "winner":
            return dealer if table.winner is None else table.winner
        case "winner_or_next" if table.winner is not None:
            return table.winner
        case "lowest":
            return min(table.players, key=table.scores.__getitem__, default=dealer)
        case "next" | "winner_or_next" if dealer is not None:
            place = table.everyone.index(dealer) + 1
            return table.everyone[place % len(table.everyone)]
        case _:
            return dealer


def _player_result(name: str, table: Table, change: int, lang: str) -> PlayerResult:
    if name not in table.scores:
        return PlayerResult([], [], None, 0, change)
    return PlayerResult(
        teyaku=_lines(table.teyaku[name], lang),
        yaku=_lines(table.yaku[name], lang),
        card_points=table.points.get(name),
        score=table.scores[name],
        change=change,
    )


def _lines(found: list[Found], lang: str) -> list[PileYaku]:
    return [_line(one.yaku, one.value, one.cards, lang) for one in found] if found else []


@lru_cache(maxsize=8192)
def _line(yaku: Yaku, value: Amount, cards: CardSet, lang: str) -> PileYaku:
    return PileYaku(yaku.id, yaku.name.text(lang), value, print_set(cards, load_deck()))
