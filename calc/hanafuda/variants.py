"""One circumstance of a round changed: what somebody may have forgotten to say, or said wrongly.

Nothing here knows whether a change can be: what contradicts itself is refused when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.records.hanafuda import HanafudaRound
from calc.records.variants import Variant, changed

#: Calls to go on, and what lies in the pot, are tried up to so many.
_MOST = 5


def variants_of(one: HanafudaRound, rules: HanafudaRules) -> Iterator[Variant]:
    """Every change of one circumstance of a round."""
    players = list(one.players)
    yield from changed(one, "stopped_by", [None, *players])
    for name in players:
        for times in range(_MOST):
            if one.koikoi.get(name, 0) != times:
                calls = {**one.koikoi, name: times} if times else _without(one.koikoi, name)
                yield Variant(replace(one, koikoi=calls), {f"koikoi.{name}": times})
    if rules.asks_month:
        yield from changed(one, "month", load_deck().months)
    yield from changed(one, "pot", range(_MOST + 1))
    if one.teyaku is not None:
        yield from changed(one, "teyaku", [None])
    yield from _first_players(one)
    yield from _more_cards(one, rules)


def _without(calls: Mapping[str, int], name: str) -> dict[str, int]:
    return {other: times for other, times in calls.items() if other != name}


def _first_players(one: HanafudaRound) -> Iterator[Variant]:
    """Another player as the first in turn order."""
    names = list(one.players)
    for place in range(1, len(names)):
        order = names[place:] + names[:place]
        players = {name: one.players[name] for name in order}
        yield Variant(replace(one, players=players, dealer=None), {"players": order})


def _more_cards(one: HanafudaRound, rules: HanafudaRules) -> Iterator[Variant]:
    """A card that was forgotten in a pile, or counted there and is not."""
    deck = load_deck()
    for name, hand in one.players.items():
        if not isinstance(hand.captured, str):
            continue
        for card in deck.within(rules.deck):
            more = replace(hand, captured=f"{hand.captured} {card.month}{card.letter}".strip())
            yield Variant(
                replace(one, players={**one.players, name: more}), {f"players.{name}.captured": f"+{card.name}"}
            )
