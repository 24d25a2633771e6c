"""Every change of one circumstance of a win or a round that somebody may have forgotten or reported wrongly.

A change may be impossible: what contradicts itself is refused when it is settled.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from calc.mahjong.records.types import Draw, Liable, Round, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import Fact, walk_words
from calc.notation.tiles import parse_tiles, print_tiles, print_tiles_in_order
from calc.records.plain import Variant, changed

_FLAGS = ("riichi", "ippatsu", "last_tile", "first_turn", "rinshan", "chankan")
#: One more than the most norths that are tried.
_MOST = 5
#: How far from the given number honba and sticks are tried; none is tried too.
_NEAR = 2


def variants_of(record: Win | Round, rules: MahjongRules) -> list[Variant]:
    """Every change of one circumstance of a win or a round."""
    return list(_of_win(record, rules) if isinstance(record, Win) else _of_round(record, rules))


# ---- wins


def _of_win(win: Win, rules: MahjongRules) -> Iterator[Variant]:
    seats = rules.seats
    if win.has_tiles:
        yield from _flags(win)
    yield from changed(win, "honba", _around(win.honba))
    yield from changed(win, "sticks", _around(win.sticks))
    yield from changed(win, "seat", seats)
    yield from changed(win, "round", seats)
    yield from _other_way(win, seats)
    if win.by == "ron":
        yield from changed(win, "from", [seat for seat in seats if seat != win.seat])
    if win.liable:
        yield Variant(replace(win, liable=[]), {"liable": []})
    if not win.has_tiles:
        yield from _worths(win, rules)
        return
    yield from _indicators(win, rules)
    yield from changed(win, "north", range(_MOST))
    yield from _winning_tiles(win)
    yield from changed(win, "discards", [None])
    yield from changed(win, "facts", [{**win.facts, name: not win.facts.get(name)} for name in _facts_asked(rules)])
    for name in rules.liability.for_ if win.melds else ():
        for seat in seats:
            liable = Liable(seat=seat, for_=name)
            if seat != win.seat and win.liable != liable:
                yield Variant(replace(win, liable=liable), {"liable": {"seat": seat, "for": name}})


def _worths(win: Win, rules: MahjongRules) -> Iterator[Variant]:
    """A win without tiles with a han more or less, or other fu."""
    if win.han is not None:
        yield from changed(win, "han", [han for han in (win.han - 1, win.han + 1) if han > 0])
    if win.fu is not None:
        yield from changed(win, "fu", [row.fu for row in rules.points.chart])


def _facts_asked(rules: MahjongRules) -> list[str]:
    """The facts that some yaku asks to be true."""
    words = [word for yaku in rules.yaku.values() for word in walk_words(yaku.when) if isinstance(word, Fact)]
    return sorted({name for word in words for name, value in word.facts.items() if value is True})


def _flags(win: Win) -> Iterator[Variant]:
    for key in _FLAGS:
        known = (
            True,
            False,
            *(("double",) if key == "riichi" else ("concealed",) if key == "chankan" and win.chankan else ()),
        )
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


def _indicators(win: Win, rules: MahjongRules) -> Iterator[Variant]:
    """One indicator more or less; of ura dora only with riichi."""
    kinds = sorted(rules.kinds)
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
    tiles = list(parse_tiles(win.hand)) + list(parse_tiles(win.win or ""))
    for tile in sorted(set(tiles[:-1]) - set(tiles[-1:])):
        rest = list(tiles)
        rest.remove(tile)
        change = {"hand": print_tiles(rest), "win": print_tiles([tile])}
        yield Variant(replace(win, **change), {"win": change["win"]})


def _around(given: int | None) -> list[int]:
    """Zero, and one or two more or less than given."""
    here = given or 0
    return sorted({0, *range(max(here - _NEAR, 0), here + _NEAR + 1)})


# ---- rounds


def _of_round(one: Round, rules: MahjongRules) -> Iterator[Variant]:
    seats = rules.seats
    yield from changed(one, "honba", _around(one.honba))
    yield from changed(one, "sticks", _around(one.sticks))
    yield from changed(one, "number", range(1, len(seats) + 1))
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
    """The record with each seat added to a list, or taken from it."""
    for seat in seats:
        changed = [other for other in seats if (other in held) != (other == seat)]
        yield Variant(replace(record, **{key: changed}), {key: changed})
