"""Value a hand: readings -> yaku -> suppressed yaku out -> han and fu -> base points -> the best reading."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from calc.mahjong.hand.hand import Hand
from calc.mahjong.hand.readings import Reading, read_hand
from calc.mahjong.hand.shapes import SHAPES
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import State
from calc.mahjong.value.payments import base_points, round_up


class Figures(NamedTuple):
    """What a result says of the worth of a reading. ``han`` and ``fu``: 0 for a yakuman and for a fixed level.
    ``limits``: how many yakuman are paid. ``level``: the yaku that pays by a fixed level. ``base``: base points, under
    a chart those of :attr:`calc.mahjong.rules.schema.Level.worth`.
    """

    han: int
    fu: int
    limits: int
    level: str | None
    base: int

    @property
    def is_counted(self) -> bool:
        """Whether the hand is paid by its han: it is neither a yakuman nor paid by a fixed level."""
        return self.limits == 0 and self.level is None


class Tally(Struct, frozen=True, gc=False):
    """What the yaku, dora and fu of a reading are worth together.

    ``counted``: the yaku that count, in the order of the table. ``yaku_han``: the han of ordinary yaku, without dora.
    ``winnable``: whether the yaku let the hand win. ``rank``: the best reading of a hand has the highest; of those that
    pay the same a yakuman comes first, then more han, then more fu.
    """

    counted: tuple[str, ...]
    yaku_han: int
    winnable: bool
    figures: Figures
    rank: tuple[int, int, int, int]


class Valued(Struct, frozen=True, gc=False):
    """A reading and its worth. ``present``: the yaku whose conditions hold, suppressed ones included, ``no_han`` those
    of them that are worth no han, as sets of places. ``hand_fu``: the fu of the hand alone, as yaku ask for it;
    ``fu_parts``: the parts of fu whose conditions hold, as a set of places.
    """

    reading: Reading
    present: int
    no_han: int
    hand_fu: int
    fu_parts: int
    tally: Tally

    def state(self, rules: MahjongRules) -> State:
        """What was known when the yaku were asked, for explanations."""
        return rules.program.state(self.reading, self.present, self.no_han, self.hand_fu)

    def has(self, name: str, rules: MahjongRules) -> bool:
        """Whether the conditions of a yaku hold, suppressed or not."""
        return bool(self.present >> rules.program.places[name] & 1)


def value_hand(hand: Hand, rules: MahjongRules) -> list[Valued]:
    """Value every reading of a hand; none for a hand that is not complete. The hand must have passed
    :func:`calc.mahjong.check.faults.find_fault`.
    """
    ask, fixed_by_shape, found = rules.program.ask, fixed_fu(rules), []
    bonus = bonus_han(hand.bonus, rules) if hand.bonus["all"] else 0
    for reading in read_hand(hand, shapes_of(hand, rules), any_win=takes_any(hand, rules)):
        present, no_han, hand_fu, fu, parts = ask(reading)
        fixed = fixed_by_shape[reading.shape]
        total = round_up(fu, rules.fu.round_up_to) if fixed is None else fixed
        tally = tally_of(rules, present, no_han, hand.way, bonus, total)
        found.append(Valued(reading, present, no_han, hand_fu, parts, tally))
    return found


def best_of(readings: Iterable[Valued]) -> Valued | None:
    """The reading that pays most; of equal ones the first. None for a hand that is not complete."""
    return max(readings, key=lambda one: one.tally.rank, default=None)


def takes_any(hand: Hand, rules: MahjongRules) -> bool:
    """Whether any tile may count as the winning one: for the dealer who wins with the tiles that were dealt."""
    return hand.first_turn and hand.tsumo and hand.is_dealer and rules.winning.first_draw_wait == "best"


def shapes_of(hand: Hand, rules: MahjongRules) -> tuple[str, ...]:
    """The shapes that a hand can have; some are won on the first draw alone."""
    return rules.known_shapes if hand.first_turn and hand.tsumo else rules.waiting_shapes


@remembered
def fixed_fu(rules: MahjongRules) -> list[int | None]:
    """The fixed fu of each shape such as seven pairs; none where fu are counted."""
    return [rules.shapes[shape].fu if shape in rules.shapes else None for shape in SHAPES]


def bonus_han(bonus: dict[str, int], rules: MahjongRules) -> int:
    """The han that the dora add."""
    return sum([bonus[kind] * each.han for kind, each in rules.dora.bonus.items()])


class Counted(NamedTuple):
    """The yaku that count, in the order of the table. ``wins``: those that make the hand winnable; ``limits``: how many
    yakuman they pay; ``levels``: what those pay that pay by a fixed level, the highest first, wherever they are in the
    table.
    """

    yaku: dict[str, Yaku]
    han: int
    wins: set[str]
    limits: int
    levels: dict[str, int]


@remembered
def counted_of(rules: MahjongRules, present: int, no_han: int, way: int) -> Counted:
    """What counts of the yaku whose conditions hold. ``way``: open or closed, and by ron or tsumo."""
    program, points = rules.program, rules.points
    there = [yaku for name, yaku in rules.yaku.items() if present >> program.places[name] & 1]
    # A suppressed yaku still suppresses others, so the order of the table does not matter.
    out = {other for yaku in there for other in yaku.suppresses}
    counted = {yaku.id: yaku for yaku in there if yaku.id not in out}
    winning = program.winning(present, no_han, way)
    worths = [yaku.value.limit for yaku in counted.values() if yaku.value.limit is not None]
    limits = sum(worths) if points.limit.add_up else max(worths, default=0)
    by_way = (way >= 2, way % 2 == 1)
    han = sum(
        yaku.value.by_way[by_way] or 0
        for name, yaku in counted.items()
        if yaku.value.han is not None and not no_han >> program.places[name] & 1
    )
    levels = {name: points.levels[yaku.value.level].worth for name, yaku in counted.items() if yaku.value.level}
    return Counted(
        counted,
        han,
        {name for name in counted if winning >> program.places[name] & 1},
        limits if points.limit.at_most is None else min(limits, points.limit.at_most),
        {name: levels[name] for name in sorted(levels, key=lambda one: -levels[one])},
    )


@remembered
def tally_of(rules: MahjongRules, present: int, no_han: int, way: int, bonus: int, fu: int) -> Tally:
    """What yaku are worth together with ``bonus`` han of dora and ``fu``."""
    points, level = rules.points, None
    counted, yaku_han, wins, limits, levels = counted_of(rules, present, no_han, way)
    if limits:
        # A yakuman hand counts no ordinary yaku.
        han, fu, base, enough = 0, 0, limits * points.limit.worth, True
        counted = {name: yaku for name, yaku in counted.items() if yaku.value.limit is not None}
    else:
        han, enough = yaku_han + bonus, yaku_han >= rules.winning.least_han
        base = base_points(han, fu, points)
    # Yaku that pay by a fixed level replace all others, or give way to a hand worth more without them.
    for name in [one for one in levels if one in counted]:
        own = bool(wins & (counted.keys() - {name})) and enough
        if counted[name].value.gives_way_to == "any_han":
            own = own or han > 0 or limits > 0
        if own and base > levels[name]:
            counted = {other: yaku for other, yaku in counted.items() if other != name}
            continue
        counted, level, base = {name: counted[name]}, name, levels[name]
        han = fu = limits = 0
        break
    winnable = bool(wins) and (enough or level is not None or rules.winning.least_han <= 1)
    rank = (base if winnable else -1, limits, han, fu)
    return Tally(tuple(counted), yaku_han, winnable, Figures(han, fu, limits, level, base), rank)
