"""Bounds of what can have been played: turns, captured cards, and how often a player can have gone on."""

from __future__ import annotations

from collections.abc import Mapping

from calc.errors import HandError
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.schema import TableRules
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.value.yaku import Search
from calc.notation.deck import CardSet

#: A turn plays a card of the hand and one of the draw pile.
_CARDS_OF_A_TURN = 2


def turns(table: TableRules, players: int) -> int | None:
    """Count the turns of a player who plays the whole hand; none if the rules do not say how many cards are dealt."""
    hand = table.hand_of(players)
    return hand - (players in table.returns) if hand else None


def most_captured(table: TableRules, players: int) -> int | None:
    """Count the cards that can be captured in a round; none if it is the whole deck or the rules do not say."""
    each, field = turns(table, players), table.field_of(players)
    if not each or not field or table.accounted:
        return None
    # Where the draw pile is played out after the hands, there are more.
    return max(field + players * each * _CARDS_OF_A_TURN, table.played_out_of(players))


def check_calls(
    record: HanafudaRound, piles: Mapping[str, CardSet], table: TableRules, search: Search, facts: Facts
) -> None:
    """Refuse more calls to go on than turns, and than yaku that the piles can have formed.

    Each call, and a stop, needs a yaku that the same turn formed or raised. Raises :class:`~calc.errors.HandError`.
    """
    names = list(record.players)
    each = turns(table, len(names))
    for name, calls in record.went_on.items():
        stops = name == record.stopped_by
        asked = calls + stops
        if not calls or not piles[name]:
            continue
        said = f"{name} went on {calls} time{'s' * (calls > 1)}{' and stopped' * stops}"
        seat = names.index(name)
        comes_late = record.stopped_by is not None and names.index(record.stopped_by) < seat
        if each is not None and asked > each - comes_late:
            raise HandError(
                f"{said}, but has {each - comes_late} turns at most; check the calls to go on",
                code="contradiction",
                key=f"{table.key_of_calls(record)}.{name}",
            )
        most = search.most_growth(piles[name], facts, len(names), seat) if asked > 1 else asked
        if 0 < most < asked:  # the settlement itself refuses calls without any yaku
            raise HandError(
                f"{said}, each time with a yaku that was just formed or raised, but the captured cards of {name} form "
                f"or raise one {most} time{'s' * (most != 1)} at most; check the cards and the calls to go on",
                code="contradiction",
                key=f"{table.key_of_calls(record)}.{name}",
            )
