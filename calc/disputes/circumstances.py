"""One circumstance of a record changed: what somebody may have forgotten to say, or said wrongly.

Nothing here knows whether a change can be: what contradicts itself is refused when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from calc.hanafuda.deck import load_deck
from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
from calc.notation.plain import AnyRecord
from calc.notation.records import Draw, Game, Liable, Round, Win
from calc.notation.tiles import parse_tiles, print_tiles, print_tiles_in_order

if TYPE_CHECKING:
    from calc.tables import RuleSet

__all__ = ["Variant", "variants_of"]

_FLAGS = ("riichi", "ippatsu", "last_tile", "first_turn", "rinshan", "chankan")
#: Calls to go on and Norths are tried up to so many.
_MOST = 5
#: Counters and sticks are tried so far from what is given, and at none.
_NEAR = 2


class Variant(Struct, frozen=True):
    """A record with one circumstance changed. ``change``: the keys that differ, as records spell them; for something
    that is no key of its own, what is different, in words. ``place``: of a game, the round it is in, from 0.
    """

    record: Any
    change: dict[str, Any]
    place: int | None = None


def variants_of(record: AnyRecord, rules: RuleSet, place: int | None = None) -> list[Variant]:
    """Every change of one circumstance of a record; of a game, in its round ``place``."""
    if isinstance(record, Win):
        return list(_of_win(record, rules))
    if isinstance(record, Round):
        return list(_of_round(record, rules))
    if isinstance(record, HanafudaRound):
        return list(_of_hanafuda(record, rules))
    return list(_of_game(record, rules, place)) if place is not None and place < len(record.rounds) else []


def _of_game(game: Game | HanafudaGame, rules: RuleSet, place: int) -> Iterator[Variant]:
    for one in variants_of(game.rounds[place], rules):
        rounds: list[Any] = [*game.rounds[:place], one.record, *game.rounds[place + 1 :]]
        yield Variant(replace(game, rounds=rounds), one.change, place)


# ---- wins


def _of_win(win: Win, rules: RuleSet) -> Iterator[Variant]:
    seats: Sequence[str] = getattr(rules, "seats", ())
    yield from _flags(win)
    yield from _changed(win, "honba", _around(win.honba))
    yield from _changed(win, "sticks", _around(win.sticks))
    yield from _changed(win, "seat", seats)
    yield from _changed(win, "round", seats)
    yield from _other_way(win, seats)
    if win.by == "ron":
        yield from _changed(win, "from", [seat for seat in seats if seat != win.seat])
    yield from _indicators(win, rules)
    yield from _changed(win, "north", range(_MOST))
    yield from _winning_tiles(win)
    yield from _changed(win, "discards", [None])
    liability = getattr(rules, "liability", None)
    for name in liability.for_ if liability is not None and win.melds else ():
        for seat in seats:
            liable = Liable(seat=seat, for_=name)  # type: ignore[arg-type]
            if seat != win.seat and win.liable != liable:
                yield Variant(replace(win, liable=liable), {"liable": {"seat": seat, "for": name}})
    if win.liable:
        yield Variant(replace(win, liable=[]), {"liable": []})


def _flags(win: Win) -> Iterator[Variant]:
    for key in _FLAGS:
        known = (True, False, *(("double",) if key == "riichi" else ("concealed",) if key == "chankan" else ()))
        for value in known:
            change: dict[str, Any] = {key: value}
            if key == "riichi" and value is False:  # what only riichi gives goes with it
                change |= {"ippatsu": False} if win.ippatsu else {}
                change |= {"ura": ""} if win.ura else {}
            if getattr(win, key) != value:
                yield Variant(replace(win, **change), change)


def _other_way(win: Win, seats: Sequence[str]) -> Iterator[Variant]:
    if win.by == "ron":
        yield Variant(replace(win, by="tsumo", from_=None), {"by": "tsumo"})
        return
    for seat in seats:
        if seat != win.seat:
            yield Variant(replace(win, by="ron", from_=seat), {"by": "ron", "from": seat})


def _indicators(win: Win, rules: RuleSet) -> Iterator[Variant]:
    """An indicator more or less; of ura only with riichi."""
    kinds = sorted(getattr(rules, "kinds", ()))
    for key in ("dora", "ura"):
        if key == "ura" and not win.riichi:
            continue
        shown = parse_tiles(getattr(win, key))
        for place in range(len(shown)):
            fewer = print_tiles_in_order(shown[:place] + shown[place + 1 :])
            yield Variant(replace(win, **{key: fewer}), {key: fewer})
        for kind in kinds:
            more = print_tiles_in_order((*shown, kind))
            yield Variant(replace(win, **{key: more}), {key: more})


def _winning_tiles(win: Win) -> Iterator[Variant]:
    """Another of the concealed tiles as the one that was won on."""
    tiles = list(parse_tiles(win.hand)) + list(parse_tiles(win.win or ""))
    for tile in sorted(set(tiles[:-1]) - set(tiles[-1:])):
        rest = list(tiles)
        rest.remove(tile)
        change = {"hand": print_tiles(rest), "win": print_tiles([tile])}
        yield Variant(replace(win, **change), {"win": change["win"]})


def _changed(record: Any, key: str, values: Any) -> Iterator[Variant]:
    """The record with each other value of one key."""
    name = "from_" if key == "from" else key
    for value in values:
        if getattr(record, name) != value:
            yield Variant(replace(record, **{name: value}), {key: value})


def _around(given: int | None) -> list[int]:
    """No counters or sticks, and one or two more or less."""
    here = given or 0
    return sorted({0, *range(max(here - _NEAR, 0), here + _NEAR + 1)})


# ---- rounds of riichi


def _of_round(one: Round, rules: RuleSet) -> Iterator[Variant]:
    seats: Sequence[str] = getattr(rules, "seats", ())
    yield from _changed(one, "honba", _around(one.honba))
    yield from _changed(one, "sticks", _around(one.sticks))
    yield from _changed(one, "number", range(1, len(seats) + 1))
    yield from _toggled(one, "riichi", one.riichi, seats)
    for place, win in enumerate(one.wins):
        for variant in _of_win(win, rules):
            if not variant.change.keys() & {"honba", "sticks", "round"}:
                wins = [*one.wins[:place], variant.record, *one.wins[place + 1 :]]
                change = {f"wins[{place}].{key}": value for key, value in variant.change.items()}
                yield Variant(replace(one, wins=wins), change)
    if one.draw is not None:
        yield from _of_draw(one, one.draw, seats)


def _of_draw(one: Round, draw: Draw, seats: Sequence[str]) -> Iterator[Variant]:
    for key, held in (("waiting", draw.waiting), ("pool_of_dreams", draw.pool_of_dreams)):
        for variant in _toggled(draw, key, held, seats) if held is not None else ():
            change = {f"draw.{name}": value for name, value in variant.change.items()}
            yield Variant(replace(one, draw=variant.record), change)


def _toggled(record: Any, key: str, held: Sequence[str], seats: Sequence[str]) -> Iterator[Variant]:
    """The record with each seat added to a list, or taken out of it."""
    for seat in seats:
        changed = [other for other in seats if (other in held) != (other == seat)]
        yield Variant(replace(record, **{key: changed}), {key: changed})


# ---- rounds of hanafuda


def _of_hanafuda(one: HanafudaRound, rules: RuleSet) -> Iterator[Variant]:
    players = list(one.players)
    yield from _changed(one, "stopped_by", [None, *players])
    for name in players:
        for times in range(_MOST):
            if one.koikoi.get(name, 0) != times:
                calls = {**one.koikoi, name: times} if times else _without(one.koikoi, name)
                yield Variant(replace(one, koikoi=calls), {f"koikoi.{name}": times})
    if getattr(rules, "asks_month", False):
        yield from _changed(one, "month", load_deck().months)
    yield from _changed(one, "pot", range(_MOST + 1))
    if one.teyaku is not None:
        yield from _changed(one, "teyaku", [None])
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


def _more_cards(one: HanafudaRound, rules: RuleSet) -> Iterator[Variant]:
    """A card that was forgotten in a pile, or counted there and is not."""
    deck = load_deck()
    for name, hand in one.players.items():
        if not isinstance(hand.captured, str):
            continue
        for card in deck.within(getattr(rules, "deck", 0)):
            more = replace(hand, captured=f"{hand.captured} {card.month}{card.letter}".strip())
            yield Variant(
                replace(one, players={**one.players, name: more}), {f"players.{name}.captured": f"+{card.name}"}
            )
