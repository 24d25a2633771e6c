"""Value hands: readings -> yaku -> suppressed yaku out -> han and fu -> base points -> best reading of each hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from calc.mahjong.hand.hands import DEALER, SEASONS, SHAPES, Columns, Hands
from calc.mahjong.hand.kinds import NO_TILE, NORTH, Bools, Ints
from calc.mahjong.hand.readings import Readings, read_hands
from calc.mahjong.rules.checks import asks_all
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.rules.words import State
from calc.mahjong.value.payments import base_points, round_up


class DoraCount(Columns, frozen=True, dict=True):
    """(n,) tiles of each kind of dora in each hand: dora, red fives, ura dora, Norths set aside, season tiles."""

    dora: Ints
    red: Ints
    ura: Ints
    north: Ints
    seasons: Ints

    @property
    def columns(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """The kinds in the order of the fields."""
        return self.dora, self.red, self.ura, self.north, self.seasons

    @cached_property
    def by_kind(self) -> dict[str, Ints]:
        """(n,) tiles of each kind by its name in rule tables, and of ``all`` of them."""
        return dict(zip(("dora", "red", "ura", "north", "season", "all"), (*self.columns, self.tiles), strict=True))

    def han(self, rules: MahjongRules) -> Ints:
        """(n,) the han that the dora add."""
        bonus = rules.dora.bonus.items()
        return sum((self.by_kind[kind] * each.han for kind, each in bonus), np.zeros_like(self.dora))

    @cached_property
    def tiles(self) -> Ints:
        """(n,) dora of all kinds together."""
        return sum(self.columns, np.zeros_like(self.dora))


#: The worth of a reading that cannot win: below every payment.
_UNWINNABLE = -1


class Values(Struct, frozen=True):
    """The worth of every reading of a batch.

    ``asked``: the readings as they were when yaku were asked, for explanations: with the fu of the hand alone, and
    without winning yaku that ask for another yaku.
    ``present``: the yaku whose conditions hold, (R,) each, suppressed ones included. ``counted``: those that count.
    ``no_han``: for yaku with such a rule, where they are worth no han. ``han`` and ``fu``: 0 for a yakuman and for a
    fixed level. ``yaku_han``: the han of ordinary yaku, without dora. ``limits``: (R,) how many yakuman are paid.
    ``level``: (R,) place of the yaku that pays by a fixed level, -1 for none. ``winnable``: (R,) whether yaku let the
    hand win. ``best``: (n,) the row of the reading that pays most, -1 for a hand without readings.
    """

    readings: Readings
    asked: State
    present: dict[str, Bools]
    counted: dict[str, Bools]
    no_han: dict[str, Bools]
    fu_times: dict[str, NDArray[np.integer]]
    dora: DoraCount
    han: Ints
    yaku_han: Ints
    fu: Ints
    limits: Ints
    level: Ints
    base: Ints
    winnable: Bools
    best: Ints


def value_readings(hands: Hands, rules: MahjongRules) -> Values:
    """Value every reading of every hand. The hands must have passed :func:`calc.mahjong.check.faults.find_faults`."""
    any_win = None
    if rules.winning.first_draw_wait == "best":
        any_win = hands.first_turn & hands.tsumo & (hands.seat == DEALER)
    readings = read_hands(hands, rules.known_shapes, any_win=any_win)
    of_first_draw = [
        code for code, shape in enumerate(SHAPES) if shape in rules.shapes and not rules.shapes[shape].tenpai
    ]
    if of_first_draw:
        is_first_draw = readings.of["first_turn"] & readings.of["tsumo"]
        readings = readings.take(~np.isin(readings.shape, of_first_draw) | is_first_draw)
    dora = _count_dora(hands, rules)
    state = State(
        readings=readings,
        sets=rules.sets.seen_by(readings),
        fu=np.zeros_like(readings.hand),
        dora=dora.by_kind,
    )

    fu_times: dict[str, NDArray[np.integer]] = {}
    _add_fu(rules.fu.hand.values(), state, fu_times)
    present = _ask_yaku(state, rules)
    ways = _find_ways(rules)
    winning = {name: found for name, found in state.winning.items() if name in present and not ways[name].asks_all}
    asked = replace(state, yaku=present, winning=winning)
    _add_fu(rules.fu.win.values(), state, fu_times)
    _add_fu(rules.fu.rest.values(), state, fu_times)

    counted = _suppress(present, rules)
    winnable = _find_winnable(counted, state)
    limits = _count_limits(counted, rules, state)
    ordinary = limits == 0
    yaku_han = _count_han(counted, state.no_han, rules, readings)
    enough = ~ordinary | (yaku_han >= rules.winning.least_han)
    han = np.where(ordinary, yaku_han + dora.han(rules)[readings.hand], 0)
    fu_total = np.where(ordinary, _total_fu(state, rules), 0)
    base = np.where(ordinary, base_points(han, fu_total, rules.points), limits * rules.points.limit.worth)
    # A yakuman hand counts no ordinary yaku.
    for name, yaku in rules.yaku.items():
        if yaku.value.limit is None and name in counted:
            counted[name] = counted[name] & ordinary

    level = np.full_like(readings.hand, -1)
    _apply_levels(rules, counted, state, level, han, fu_total, base, limits, enough)
    if rules.winning.least_han > 1:
        winnable = winnable & (enough | (level >= 0))
    best = _find_best(readings, np.where(winnable, base, _UNWINNABLE), limits, han, fu_total)
    return Values(
        readings=readings,
        asked=asked,
        present=present,
        counted=counted,
        no_han=state.no_han,
        fu_times=fu_times,
        dora=dora,
        han=han,
        yaku_han=yaku_han,
        fu=fu_total,
        limits=limits,
        level=level,
        base=base,
        winnable=winnable,
        best=best,
    )


# ---- dora and fu


def _count_dora(hands: Hands, rules: MahjongRules) -> DoraCount:
    """The dora of each hand."""
    return DoraCount(
        dora=_count_indicated(hands.dora, hands, rules),
        red=hands.reds[:, 0].astype(np.int64) + hands.reds[:, 1] + hands.reds[:, 2],
        ura=_count_indicated(hands.ura, hands, rules),
        north=hands.north.astype(np.int64),
        seasons=hands.fact(SEASONS),
    )


def _count_indicated(indicators: NDArray[np.uint8], hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) how many tiles of each hand are indicated; a tile counts once for each indicator."""
    after = np.full(NO_TILE + 1, NO_TILE, dtype=np.int64)
    for tile, following in rules.dora_after.items():
        after[tile] = following
    found = np.zeros_like(hands.honba)
    tiles = hands.tiles
    if rules.dora.north is not None and rules.dora.north.indicated == "all":
        tiles = tiles.copy()
        tiles[:, NORTH] += hands.north
    for column in indicators:
        # Few hands have more than one indicator.
        rows = np.flatnonzero(column != NO_TILE)
        dora = after[column[rows]]
        found[rows] += np.where(dora != NO_TILE, tiles[rows, np.minimum(dora, NO_TILE - 1)], 0)
    return found


def _add_fu(parts: Iterable[FuPart], state: State, times: dict[str, NDArray[np.integer]]) -> None:
    """Add the fu of one stage to ``state.fu``, after all parts of the stage have been counted, and how often each part
    applies to ``times``.
    """
    added = np.zeros(len(state.fu), dtype=np.int32)
    for part in parts:
        if part.each is not None:
            found: NDArray[np.integer] = part.each.count(state)
        elif part.when is not None:
            found = part.when.holds(state).view(np.uint8)
        else:
            found = np.ones(len(state.fu), dtype=np.uint8)
        times[part.id] = found
        if np.count_nonzero(found):
            added += found * np.int32(part.fu)
    state.fu = state.fu + added


def _total_fu(state: State, rules: MahjongRules) -> Ints:
    """(R,) fu for payment: the sum rounded up, or the fixed fu of a shape such as seven pairs."""
    total = round_up(state.fu, rules.fu.round_up_to)
    for code, shape in enumerate(SHAPES):
        fixed = rules.shapes[shape].fu if shape in rules.shapes else None
        if fixed is not None:
            total = np.where(state.readings.shape == code, fixed, total)
    return total


# ---- yaku


def _ask_yaku(state: State, rules: MahjongRules) -> dict[str, Bools]:
    """Yaku whose conditions hold and that exist for the way of winning; yaku that no reading has are left out."""
    how = _code_wins(state.readings)
    ways = _find_ways(rules)
    asking_all: dict[str, Bools] = {}
    for name in rules.asked:
        yaku, way = rules.yaku[name], ways[name]
        found = yaku.when.holds(state)
        if way.exists is not None:
            found = found & way.exists[how]
        state.yaku[name] = found
        if yaku.no_han_when is not None and np.count_nonzero(found):
            state.no_han[name] = found & yaku.no_han_when.holds(state)
        if yaku.satisfies_minimum:
            wins = found if way.wins is None else found & way.wins[how]
            if name in state.no_han and not rules.winning.zero_han_is_yaku:
                wins = wins & ~state.no_han[name]
            # Yaku that ask whether any other yaku holds do not see each other, so their order does not matter.
            (asking_all if way.asks_all else state.winning)[name] = wins
    state.winning.update(asking_all)
    return {name: found for name in rules.yaku if np.count_nonzero(found := state.yaku[name])}


class _Ways(Struct, frozen=True):
    """A yaku for each of the four codes of :func:`_code_wins`.

    ``han``: its han, one number where they are the same. ``exists``, ``wins``: whether it exists, and whether it makes
    a hand winnable, ``None`` if it always does. ``asks_all``: whether it asks for any other yaku.
    """

    han: NDArray[np.int32] | np.int32
    exists: Bools | None
    wins: Bools | None
    asks_all: bool


@lru_cache(maxsize=128)
def _find_ways(rules: MahjongRules) -> dict[str, _Ways]:
    """How each yaku counts, by the way of winning."""
    found = {}
    for name, yaku in rules.yaku.items():
        value = yaku.value
        values = [value.by_way[is_open, tsumo] for is_open in (False, True) for tsumo in (False, True)]
        # Numbers of half the width add up faster.
        han = np.array([one or 0 for one in values], dtype=np.int32)
        exists = np.array([value.han is None or one is not None for one in values])
        wins = np.array([value.han is None or rules.winning.zero_han_is_yaku or one != 0 for one in values])
        found[name] = _Ways(
            han=han[0] if (han == han[0]).all() else han,
            exists=None if exists.all() else exists,
            wins=None if wins.all() else wins,
            asks_all=asks_all(yaku),
        )
    return found


def _code_wins(readings: Readings) -> NDArray[np.int64]:
    """(R,) 0 closed by ron, 1 closed by tsumo, 2 open by ron, 3 open by tsumo."""
    how: NDArray[np.int64] = readings.of["is_open"] * 2 + readings.of["tsumo"]
    return how


def _suppress(present: dict[str, Bools], rules: MahjongRules) -> dict[str, Bools]:
    """Yaku that no other present yaku suppresses.

    A suppressed yaku still suppresses others, so the order of the table does not matter.
    """
    counted = dict(present)
    for name, found in present.items():
        for other in rules.yaku[name].suppresses:
            if other in counted:
                counted[other] = counted[other] & ~found
    return counted


def _find_winnable(counted: dict[str, Bools], state: State) -> Bools:
    """(R,) whether some yaku that counts makes the hand winnable."""
    found = state.nothing()
    for name, holds in counted.items():
        if name in state.winning:
            found = found | (holds & state.winning[name])
    return found


def _count_limits(counted: dict[str, Bools], rules: MahjongRules, state: State) -> Ints:
    """(R,) how many yakuman each reading pays: their sum, or the highest where they do not add up, up to the most that
    the rules pay.
    """
    rule = rules.points.limit
    limits = np.zeros(len(state.fu), dtype=np.int64)
    for name, found in counted.items():
        worth = rules.yaku[name].value.limit
        if worth is not None:
            limits = limits + found * worth if rule.add_up else np.maximum(limits, found * worth)
    return limits if rule.at_most is None else np.minimum(limits, rule.at_most)


def _count_han(counted: dict[str, Bools], no_han: dict[str, Bools], rules: MahjongRules, readings: Readings) -> Ints:
    """(R,) the han of the ordinary yaku."""
    how, ways = _code_wins(readings), _find_ways(rules)
    han = np.zeros_like(how, dtype=np.int32)
    for name, holds in counted.items():
        if rules.yaku[name].value.han is not None:
            found = holds & ~no_han[name] if name in no_han else holds
            worth = ways[name].han
            han += found * (worth[how] if isinstance(worth, np.ndarray) else worth)
    return han.astype(np.int64)


def _apply_levels(
    rules: MahjongRules,
    counted: dict[str, Bools],
    state: State,
    level: Ints,
    han: Ints,
    fu: Ints,
    base: Ints,
    limits: Ints,
    enough: Bools,
) -> None:
    """Let yaku that pay by a fixed level replace all others, or give way to a hand worth more without them; in
    place. ``enough``: whether the other yaku are worth the least han that a win needs.
    """
    levels = {name: yaku.value.level for name, yaku in rules.yaku.items() if yaku.value.level and name in counted}
    fixed_by = {name: rules.points.levels[level].worth for name, level in levels.items()}
    # Highest first: a yaku that counts replaces all others, wherever it is in the table.
    for name in sorted(levels, key=lambda name: -fixed_by[name]):
        found, fixed, yaku = counted[name], fixed_by[name], rules.yaku[name]
        own = _find_winnable({other: holds for other, holds in counted.items() if other != name}, state)
        own &= enough
        if yaku.value.gives_way_to == "any_han":
            own |= (han > 0) | (limits > 0)
        gives_way = found & own & (base > fixed)
        counts = found & ~gives_way
        for other, had in counted.items():
            counted[other] = had & ~counts
        counted[name] = counts
        level[counts] = list(rules.yaku).index(name)
        base[counts] = fixed
        for column in (han, fu, limits):
            column[counts] = 0


def _find_best(readings: Readings, worth: Ints, limits: Ints, han: Ints, fu: Ints) -> Ints:
    """(n,) the reading of each hand that pays most, -1 for a hand without readings.

    Of readings that pay the same, a yakuman comes first, then more han, then more fu, then the first one.
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
