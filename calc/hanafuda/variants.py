"""Every change of one circumstance of a round that somebody may have forgotten or reported wrongly.

A change may be impossible: what contradicts itself is refused when it is settled.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.records.plain import Variant, changed

#: The most chips in the pot that are tried; of koikoi calls one fewer.
_MOST = 5


def variants_of(one: HanafudaRound, rules: HanafudaRules) -> Iterator[Variant]:
    """Every change of one circumstance of a round."""
    players, key = list(one.players), rules.table.key_of_calls(one)
    yield from changed(one, "stopped_by", [None, *players])
    for name in players:
        for times in range(_MOST):
            if one.went_on.get(name, 0) != times:
                calls = {**one.went_on, name: times}
                if not times:
                    del calls[name]
                yield Variant(replace(one, **{key: calls}), {f"{key}.{name}": times})
    if rules.asks_month:
        yield from changed(one, "month", load_deck().months)
    yield from changed(one, "pot", range(_MOST + 1))
    if one.teyaku is not None:
        yield from changed(one, "teyaku", [None])
    yield from _first_players(one)
    yield from _more_cards(one, rules)


def _first_players(one: HanafudaRound) -> Iterator[Variant]:
    names = list(one.players)
    for place in range(1, len(names)):
        order = names[place:] + names[:place]
        players = {name: one.players[name] for name in order}
        yield Variant(replace(one, players=players, dealer=None), {"players": order})


def _more_cards(one: HanafudaRound, rules: HanafudaRules) -> Iterator[Variant]:
    deck = load_deck()
    for name, hand in one.players.items():
        if not isinstance(hand.captured, str):
            continue
        for card in deck.within(rules.deck):
            more = replace(hand, captured=f"{hand.captured} {card.text}".strip())
            yield Variant(
                replace(one, players={**one.players, name: more}), {f"players.{name}.captured": f"+{card.name}"}
            )
