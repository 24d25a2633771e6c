"""Cards that may choose their class: what each counts as, by the record or as is best for its owner."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import product
from typing import Final

from calc.errors import CalcError, HandError, RecordError
from calc.hanafuda.notes import counted_as
from calc.hanafuda.read.hands import read_hands
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rounds.laying import lay_table
from calc.hanafuda.rounds.settling import apply_steps
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.value.yaku import total
from calc.notation.cards import parse_cards
from calc.outcomes import Note

#: The class of each card that may choose.
Reading = dict[str, str]
_IMPOSSIBLE: Final = (-sys.maxsize, 0, 0)


def choose_reading(
    record: HanafudaRound, rules: HanafudaRules, lang: str, *, in_play: bool = False
) -> tuple[HanafudaRules, list[Note]]:
    """Return the rules with the class that each such card counts as, and notes on those that were chosen.

    A class that the record does not declare is the one with which the owner of the card wins most, then the one with
    the higher score, then the one with which the others win least, then the first in the file; owners choose in turn
    order, those after them with their first class.
    While a round is ``in_play`` the worth of the yaku decides.
    """
    captured = read_hands(record, rules, in_play=in_play).captured or {}
    chosen = _declared(record, rules)
    notes = []
    for player, pile in captured.items():
        own = [card for card in rules.choices if pile & rules.choices[card].card and card not in chosen]
        _check_declared(own, player, rules)
        ways = [dict(zip(own, way, strict=True)) for way in product(*(rules.choices[card].classes for card in own))]
        if own:
            found = [_result_of(player, record, rules, {**chosen, **way}, in_play=in_play) for way in ways]
            best = ways[found.index(max(found))]
            chosen |= best
            # Where every class gives the same, none is best.
            told = best.items() if len({*found}) > 1 else ()
            notes += [counted_as(card, rules.classes.title(name, lang), player, lang) for card, name in told]
    return _read_as(rules, chosen), notes


def _read_as(rules: HanafudaRules, chosen: Mapping[str, str]) -> HanafudaRules:
    """The rules with these classes; of every other card with its first class."""
    wanted = tuple(chosen.get(card, choice.classes[0]) for card, choice in rules.choices.items())
    return rules.readings[wanted]


def _result_of(
    player: str, record: HanafudaRound, rules: HanafudaRules, reading: Reading, *, in_play: bool
) -> tuple[int, int, int]:
    """What a player wins with these classes, the score, and below 0 what others win.

    It is less than anything where these classes cannot be.
    """
    read = _read_as(rules, reading)
    try:
        table, _ = lay_table(record, read, in_play=in_play)
        if in_play:
            return total(table.yaku[player]), 0, 0
        apply_steps(table, record, read)
    except CalcError:
        # Such as a stop without a yaku. What is wrong with every class is reported when the round is settled.
        return _IMPOSSIBLE
    won_by_others = sum(max(table.change(other), 0) for other in table.yaku if other != player)
    return table.change(player), table.scores[player], -won_by_others


def _declared(record: HanafudaRound, rules: HanafudaRules) -> Reading:
    """The classes that the record declares, by the card as the rules spell it."""
    found: Reading = {}
    for text, name in record.counted_as.items():
        key = f"counted_as.{text}"
        pile = parse_cards(text, load_deck(), key).named
        card = next((card for card in rules.choices if rules.choices[card].card == pile), None)
        if card is None:
            known = ", ".join(rules.choices)
            raise RecordError(
                f"{rules.id} lets {text!r} choose no class; cards that do: {known}",
                code="unknown_key",
                key=key,
            )
        classes = rules.choices[card].classes
        if name not in classes:
            raise HandError(f"{card} counts as {' or '.join(classes)}, found {name!r}", code="contradiction", key=key)
        found[card] = name
    return found


def _check_declared(cards: list[str], player: str, rules: HanafudaRules) -> None:
    """Refuse a card whose class has to be declared and is not."""
    for card in cards:
        if rules.choices[card].chosen == "declared":
            classes = " or ".join(rules.choices[card].classes)
            raise RecordError(
                f"{player} captured {card}, which counts as {classes}; say which, as in counted_as.{card}="
                f"{rules.choices[card].classes[0]}",
                code="missing_key",
                key=f"counted_as.{card}",
            )
