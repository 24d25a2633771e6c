"""The pipeline: readings -> yaku -> suppression -> han and fu -> base points -> the best reading of each hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.mahjong.hand.hands import DEALER, NO_TILE, NORTH, SEASONS, Bools, Hands, Ints
from calc.mahjong.hand.readings import SHAPES, Readings, read_hands
from calc.mahjong.rules.checks import asks_all
from calc.mahjong.rules.schema import FuPart, MahjongRules
from calc.mahjong.rules.words import State
from calc.mahjong.value.payments import base_points, round_up


class FuCount(Struct):
    """The fu of a batch of readings while they are counted.

    ``times``: for each part met, (R,) how often it applies; the fu of a reading are the sum of times x fu.
    """

    rules: MahjongRules
    times: dict[str, NDArray[np.integer]] = {}

    def add(self, parts: Iterable[FuPart], state: State) -> None:
        """Count the parts of one stage; ``state.fu`` grows by them only when all of them are counted."""
        found = np.zeros(len(state.readings), dtype=np.int32)
        for part in parts:
            if part.each is not None:
                times: NDArray[np.integer] = part.each.count(state)
            elif part.when is not None:
                times = part.when.holds(state).view(np.uint8)
            else:
                times = np.ones(len(state.readings), dtype=np.uint8)
            self.times[part.id] = times
            if times.any():
                found += times * np.int32(part.fu)
        state.fu = state.fu + found

    def total(self, state: State) -> Ints:
        """(R,) the fu to pay by: the sum rounded up, or the fixed count of a shape that has one."""
        total = round_up(state.fu, self.rules.fu.round_up_to)
        for code, shape in enumerate(SHAPES):
            fixed = self.rules.shapes[shape].fu if shape in self.rules.shapes else None
            if fixed is not None:
                total = np.where(state.readings.shape == code, fixed, total)
        return total


#: Below every payment: a reading that cannot win.
_NOTHING = -1


class DoraCount(Struct, frozen=True, dict=True):
    """(n,) dora of each kind in a hand, as tiles: what indicators give, red fives, what ura indicators give, Norths set
    aside, season tiles.
    """

    dora: Ints
    red: Ints
    ura: Ints
    north: Ints
    seasons: Ints

    def take(self, rows: Ints) -> DoraCount:
        """The dora of some hands."""
        return DoraCount(self.dora[rows], self.red[rows], self.ura[rows], self.north[rows], self.seasons[rows])

    @cached_property
    def tiles(self) -> Ints:
        """(n,) all of them."""
        return self.dora + self.red + self.ura + self.north + self.seasons


class Values(Struct, frozen=True):
    """What every reading of a batch is worth.

    ``present``: the yaku whose conditions hold, (R,) each, suppressed ones included; ``counted``: those that count;
    ``no_han``: where those with such a rule are worth nothing.
    ``han`` and ``fu`` are 0 for a limit hand and for a fixed level. ``limits``: (R,) their sum as paid. ``level``: (R,)
    place of the yaku that pays by a fixed level, -1 for none. ``winnable``: (R,) whether some yaku lets the hand win.
    ``best``: (n,) the row of the reading that pays most, -1 for a hand without any.
    """

    readings: Readings
    present: dict[str, Bools]
    counted: dict[str, Bools]
    no_han: dict[str, Bools]
    fu_times: dict[str, NDArray[np.integer]]
    dora: DoraCount
    han: Ints
    fu: Ints
    limits: Ints
    level: Ints
    base: Ints
    winnable: Bools
    best: Ints


def value_readings(hands: Hands, rules: MahjongRules) -> Values:
    """Read a batch of hands in every way and value each reading. Hands must have passed the checks of the rule set."""
    any_win = None
    if rules.winning.first_draw_wait == "best":
        any_win = hands.first_turn & hands.tsumo & (hands.seat == DEALER)
    readings = read_hands(hands, any_win=any_win)
    readings = _only_known_shapes(readings, rules)
    state = State(readings=readings, sets=rules.sets, fu=np.zeros(len(readings), dtype=np.int64))

    fu = FuCount(rules)
    fu.add(rules.fu.hand.values(), state)
    present = _ask_yaku(state, rules)
    fu.add(rules.fu.win.values(), state)
    fu.add(rules.fu.rest.values(), state)

    counted = _suppress(present, rules)
    winnable = _any_yaku(counted, state)
    limits = _count_limits(counted, rules, state)
    dora = _count_dora(hands, rules)
    ordinary = limits == 0
    han = np.where(
        ordinary, _count_han(counted, state.no_han, rules, readings) + _dora_han(dora, rules)[readings.hand], 0
    )
    fu_total = np.where(ordinary, fu.total(state), 0)
    base = np.where(ordinary, base_points(han, fu_total, rules.points), limits * rules.points.limit.worth)
    # Limit hands ignore ordinary yaku.
    for name, yaku in rules.yaku.items():
        if yaku.value.limit is None and name in counted:
            counted[name] = counted[name] & ordinary

    level = np.full(len(readings), -1, dtype=np.int64)
    _apply_levels(rules, counted, state, level, han, fu_total, base, limits)
    best = _best(readings, np.where(winnable, base, _NOTHING), limits, han, fu_total)
    return Values(
        readings=readings,
        present=present,
        counted=counted,
        no_han=state.no_han,
        fu_times=fu.times,
        dora=dora,
        han=han,
        fu=fu_total,
        limits=limits,
        level=level,
        base=base,
        winnable=winnable,
        best=best,
    )


def _only_known_shapes(readings: Readings, rules: MahjongRules) -> Readings:
    """A rule set may not know a shape: then no hand is finished by it."""
    unknown = [code for code, shape in enumerate(SHAPES) if shape not in rules.shapes]
    return readings.take(~np.isin(readings.shape, unknown)) if unknown else readings


def _ask_yaku(state: State, rules: MahjongRules) -> dict[str, Bools]:
    """Every yaku whose condition holds and that exists for the hand's way of winning; yaku that nobody has are left
    out.
    """
    how, ways = _how_won(state.readings), _ways_to_win(rules)
    asking_all: dict[str, Bools] = {}
    for name in rules.asked:
        yaku = rules.yaku[name]
        found = yaku.when.holds(state)
        exists, winning, asks_any = ways[name]
        if not exists.all():
            found = found & exists[how]
        state.yaku[name] = found
        if yaku.no_han_when is not None and found.any():
            state.no_han[name] = found & yaku.no_han_when.holds(state)
        if yaku.satisfies_minimum:
            wins = found if winning.all() else found & winning[how]
            if name in state.no_han and not rules.winning.zero_han_is_yaku:
                wins = wins & ~state.no_han[name]
            # Those that ask for another yaku do not see each other, so that their order does not matter.
            (asking_all if asks_any else state.winning)[name] = wins
    state.winning.update(asking_all)
    return {name: found for name in rules.yaku if (found := state.yaku[name]).any()}


def state_of(values: Values, reading: int, rules: MahjongRules) -> State:
    """One reading as the conditions of yaku saw it: the fu of the hand alone, and of a yaku that asks for any other
    one those that do not ask so themselves.
    """
    readings = values.readings.take(np.array([reading]))
    state = State(readings=readings, sets=rules.sets, fu=np.zeros(1, dtype=np.int64))
    FuCount(rules).add(rules.fu.hand.values(), state)
    _ask_yaku(state, rules)
    for name, (_, _, asks_any) in _ways_to_win(rules).items():
        if asks_any:
            state.winning.pop(name, None)
    return state


@lru_cache(maxsize=128)
def _ways_to_win(rules: MahjongRules) -> dict[str, tuple[Bools, Bools, bool]]:
    """For each yaku, (4,) by :func:`_how_won`: whether it exists so, and whether it has han left to make a hand
    winnable.
    """
    found = {}
    for name, values in _han_by_how(rules).items():
        counts_han = rules.yaku[name].value.han is not None
        exists = np.array([not counts_han or han is not None for han in values])
        wins = np.array([not counts_han or rules.winning.zero_han_is_yaku or han != 0 for han in values])
        found[name] = (exists, wins, asks_all(rules.yaku[name]))
    return found


def _how_won(readings: Readings) -> NDArray[np.int64]:
    """(R,) 0 closed by ron, 1 closed by tsumo, 2 open by ron, 3 open by tsumo."""
    how: NDArray[np.int64] = readings.of("is_open") * 2 + readings.of("tsumo")
    return how


@lru_cache(maxsize=128)
def _han_by_how(rules: MahjongRules) -> dict[str, tuple[int | None, ...]]:
    """The han of each yaku in the four ways of :func:`_how_won`."""
    return {
        name: tuple(
            yaku.value.han_for(is_open=is_open, tsumo=tsumo) for is_open in (False, True) for tsumo in (False, True)
        )
        for name, yaku in rules.yaku.items()
    }


def _suppress(present: dict[str, Bools], rules: MahjongRules) -> dict[str, Bools]:
    """The yaku that no other present yaku stands in place of.

    All are judged by what is present before any is dropped, so the order of the table does not matter.
    """
    counted = dict(present)
    for name, found in present.items():
        for other in rules.yaku[name].suppresses:
            if other in counted:
                counted[other] = counted[other] & ~found
    return counted


def _any_yaku(counted: dict[str, Bools], state: State) -> Bools:
    """(R,) whether some yaku that counts makes the hand winnable."""
    found = state.nothing()
    for name, holds in counted.items():
        if name in state.winning:
            found = found | (holds & state.winning[name])
    return found


def _count_limits(counted: dict[str, Bools], rules: MahjongRules, state: State) -> Ints:
    """(R,) how many limits a reading is worth: the sum, or the highest where they do not add up; no more than the most
    that are paid.
    """
    rule = rules.points.limit
    limits = np.zeros(len(state.readings), dtype=np.int64)
    for name, found in counted.items():
        worth = rules.yaku[name].value.limit
        if worth is not None:
            limits = limits + found * worth if rule.add_up else np.maximum(limits, found * worth)
    return limits if rule.at_most is None else np.minimum(limits, rule.at_most)


def _count_han(counted: dict[str, Bools], no_han: dict[str, Bools], rules: MahjongRules, readings: Readings) -> Ints:
    """(R,) the han of the ordinary yaku."""
    # Half the width adds up faster.
    han = np.zeros(len(readings), dtype=np.int32)
    how = _how_won(readings)
    for name, holds in counted.items():
        if rules.yaku[name].value.han is not None:
            found = holds & ~no_han[name] if name in no_han else holds
            values = [value or 0 for value in _han_by_how(rules)[name]]
            worth = np.array(values, dtype=np.int32)
            han += found * (worth[0] if len(set(values)) == 1 else worth[how])
    return han.astype(np.int64)


def _count_dora(hands: Hands, rules: MahjongRules) -> DoraCount:
    return DoraCount(
        dora=_indicated(hands.dora, hands, rules),
        red=hands.reds[:, 0].astype(np.int64) + hands.reds[:, 1] + hands.reds[:, 2],
        ura=_indicated(hands.ura, hands, rules),
        north=hands.north.astype(np.int64),
        seasons=hands.fact(SEASONS),
    )


def _indicated(indicators: NDArray[np.uint8], hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) how many tiles of the hand the indicators point to; a tile counts once for each of them."""
    after = np.full(NO_TILE + 1, NO_TILE, dtype=np.int64)
    for tile, following in rules.dora_after.items():
        after[tile] = following
    found = np.zeros(len(hands), dtype=np.int64)
    tiles = hands.tiles
    if rules.dora.north is not None and rules.dora.north.indicated == "all":
        tiles = tiles.copy()
        tiles[:, NORTH] += hands.north
    for column in indicators:
        # Beyond the first indicator most hands have none.
        rows = np.flatnonzero(column != NO_TILE)
        dora = after[column[rows]]
        found[rows] += np.where(dora != NO_TILE, tiles[rows, np.minimum(dora, NO_TILE - 1)], 0)
    return found


def _dora_han(dora: DoraCount, rules: MahjongRules) -> Ints:
    counts = {"dora": dora.dora, "red": dora.red, "ura": dora.ura, "north": dora.north, "season": dora.seasons}
    return sum((counts[kind] * bonus.han for kind, bonus in rules.dora.bonus.items()), np.zeros_like(dora.dora))


def _apply_levels(
    rules: MahjongRules,
    counted: dict[str, Bools],
    state: State,
    level: Ints,
    han: Ints,
    fu: Ints,
    base: Ints,
    limits: Ints,
) -> None:
    """Let yaku with a fixed level replace all else, or give way to a hand that is worth more on its own; in place."""
    levels = {name: yaku.value.level for name, yaku in rules.yaku.items() if yaku.value.level and name in counted}
    fixed_by = {name: rules.points.levels[level].worth for name, level in levels.items()}
    # The highest first: what stands puts the others out, wherever they are in the table.
    for name in sorted(levels, key=lambda name: -fixed_by[name]):
        found, fixed, yaku = counted[name], fixed_by[name], rules.yaku[name]
        own = _any_yaku({other: holds for other, holds in counted.items() if other != name}, state)
        if yaku.value.gives_way_to == "any_han":
            own |= (han > 0) | (limits > 0)
        gives_way = found & own & (base > fixed)
        stands = found & ~gives_way
        for other, had in counted.items():
            counted[other] = had & ~stands
        counted[name] = stands
        level[stands] = list(rules.yaku).index(name)
        base[stands] = fixed
        for column in (han, fu, limits):
            column[stands] = 0


def _best(readings: Readings, worth: Ints, limits: Ints, han: Ints, fu: Ints) -> Ints:
    """(n,) the reading of each hand that pays most, -1 for a hand without readings.

    Ties: a limit hand before a counted one, then more han, more fu, listed first.
    """
    hands = len(readings.hands)
    best = np.full(hands, -1, dtype=np.int64)
    best[readings.hand] = np.arange(len(readings))
    count = np.bincount(readings.hand, minlength=hands)
    rows = np.flatnonzero(count[readings.hand] > 1)
    if len(rows):
        # Sorted by hand, and within a hand the best reading comes last.
        order = rows[np.lexsort((-rows, fu[rows], han[rows], limits[rows], worth[rows], readings.hand[rows]))]
        last = np.append(np.diff(readings.hand[order]) != 0, True)
        best[readings.hand[order[last]]] = order[last]
    return best
