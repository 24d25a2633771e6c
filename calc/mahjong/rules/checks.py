"""What a mahjong rule table may not say, and the order in which the conditions of its yaku are asked."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from calc.errors import did_you_mean
from calc.fit import KeyPath
from calc.mahjong.hand.kinds import NORTH, WINDS_BY_RECORD, Sets
from calc.mahjong.hand.shapes import SEVEN_PAIRS, SHAPES
from calc.mahjong.rules.ruleset import FinalRules, FloatingUma, Liability, MatchRules, RoundRules
from calc.mahjong.rules.schema import DoraRules, FactRule, Fu, Level, Limit, Points, Shape, Yaku
from calc.mahjong.rules.words import AllOf, Pick, Word
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.tables import RuleTable
from calc.translation import msg, one_by_one

#: Who pays the shares of each way to win.
_PAYERS: Final = {
    "dealer_tsumo": ("from_each",),
    "other_tsumo": ("from_each", "from_dealer"),
    "dealer_ron": ("from_discarder",),
    "other_ron": ("from_discarder",),
}
#: Keys of a yaku that look at a hand, which a draw has not.
_OF_WINS: Final = ("when", "suppresses", "no_han_when", "satisfies_minimum")
#: What is wrong in a table: paths and why.
Wrong = Iterator[tuple[KeyPath, str]]


def check_seats(seats: Sequence[str]) -> Wrong:
    """Three or four play."""
    if seats not in (("E", "S", "W"), ("E", "S", "W", "N")):
        yield ("seats",), msg("expected the seats E S W, or E S W N, found {0}", " ".join(seats))


def check_north(dora: DoraRules, kinds: Collection[int]) -> Wrong:
    """Norths that are set aside are tiles of the game."""
    if dora.north is not None and NORTH not in kinds:
        yield ("tiles", "kinds"), msg("expected North (4z) among the tiles, for Norths are set aside")


def check_points(points: Points, seats: int) -> Wrong:
    """More han are never paid less, and no two rows of a chart look alike: payments are looked up by their worth."""
    yield from _check_shares(points)
    levels, at = points.ladder, ("points", "levels")
    if not levels and points.base is None:
        yield at, msg("expected a chart to have a level that some number of han reaches")
    if points.base is not None and points.base.cap is None and points.base.round_up_above is not None:
        yield ("points", "base", "round_up_above"), msg("there is no cap to round up to; leave this out")
    for (fewer, _, below), (from_han, name, level) in pairwise(levels):
        if from_han == fewer or level.worth <= below.worth:
            message = msg("expected each level to begin at more han than the one below it, and to be worth more")
            yield (*at, name), message
    is_chart, others = points.base is None, seats - 1
    rows: list[tuple[tuple[str, ...], Level | Limit]] = [(("points", "limit"), points.limit)]
    rows += [((*at, name), level) for name, level in points.levels.items()]
    for path, row in rows:
        if (row.pays is None) == is_chart or (row.base is None) != is_chart:
            wanted = msg("pays, for a chart,") if is_chart else "base"
            yield path, msg("expected {0} here, and not the other", wanted)
        elif is_chart and row.worth >= points.limit.worth and row.pays != points.limit.pays:
            yield path, msg("expected a row that is worth a limit to pay what a limit pays")
        elif row.pays is not None and row.pays.dealer_tsumo_in_all % others:
            found = row.pays.dealer_tsumo_in_all
            message = msg("expected a sum that {0} can pay in equal parts, found {1}", others, found)
            yield (*path, "pays", "dealer_tsumo_in_all"), message


def _check_shares(points: Points) -> Wrong:
    """Base points are paid in shares, a chart has neither; and each share is where it is looked for."""
    if (points.base is None) != (points.shares is None):
        given = "base" if points.shares is None else "shares"
        message = msg("expected 'base' and 'shares', or neither where the levels are a chart; found {0!r} alone", given)
        yield ("points",), message
    for how, payers in _PAYERS.items() if points.shares is not None else ():
        for payer in ("from_each", "from_dealer", "from_discarder"):
            if payer not in payers and getattr(getattr(points.shares, how), payer):
                yield ("points", "shares", how, payer), msg("expected {0} here", one_by_one(payers, " and "))


# ---- yaku


def check_yaku(table: RuleTable, yaku: Yaku, points: Points, kinds: Collection[int]) -> Yaku:
    """The yaku as it counts here: it replaces none that the set has removed."""
    path = ("yaku", yaku.id)
    table.ask(_check_value(table, yaku, points, path))
    table.ask(_check_tiles(table, yaku, kinds, path))
    # What a list suppresses need not have been taken from it.
    names = yaku.suppresses if yaku.from_ is None else [name for name in yaku.suppresses if name in table.data["yaku"]]
    present = table.present("yaku", names, (*path, "suppresses"))
    return yaku if present == yaku.suppresses else msgspec.structs.replace(yaku, suppresses=present)


def _check_value(table: RuleTable, yaku: Yaku, points: Points, path: KeyPath) -> Wrong:
    if yaku.at == "win" and yaku.when == AllOf(()):
        yield path, msg("the key 'when' is missing here")
    value, entry, is_draw = yaku.value, table.data["yaku"][yaku.id], yaku.at != "win"
    if sum(given is not None for given in (value.han, value.limit, value.level)) != 1:
        yield (*path, "value"), msg("expected exactly one of 'han', 'limit' and 'level'")
    if value.level is not None:
        table.check_known(value.level, points.levels, "level", (*path, "value", "level"))
    if "gives_way_to" in entry["value"] and (is_draw or value.level is None):
        yield (*path, "value", "gives_way_to"), msg("only a 'level' of a win gives way to other hands; leave it out")
    if is_draw and value.han is not None:
        yield (*path, "value"), msg("a yaku of an exhaustive draw is worth a 'level' or a 'limit', not han")
    for key in _OF_WINS if is_draw else ():
        if key in entry:
            message = msg("a yaku of an exhaustive draw has no {0!r}: the record says who has it", key)
            yield (*path, key), message


def _check_tiles(table: RuleTable, yaku: Yaku, kinds: Collection[int], path: tuple[str, ...]) -> Wrong:
    lacking = [tile for tile in parse_kinds(table, yaku.needs_tiles, (*path, "needs_tiles")) if tile not in kinds]
    if lacking:
        message = "{0} is played without {1}, which {2!r} needs; leave it out"
        yield path, msg(message, table.data["id"], print_tiles(lacking), yaku.id)


def check_draw_yaku(yaku: Mapping[str, Yaku]) -> Wrong:
    """There is one yaku of an exhaustive draw at most, and none that a win is said to have."""
    found = [name for name, item in yaku.items() if item.at != "win"]
    if len(found) > 1:
        message = "expected one yaku of an exhaustive draw, {0!r} is one: a record tells them by 'pool_of_dreams' alone"
        yield ("yaku", found[1], "at"), msg(message, found[0])
    for item in yaku.values():
        for name in {*item.suppresses} & {*found}:
            yield ("yaku", item.id, "suppresses"), _of_no_win(name)


def _of_no_win(name: str) -> str:
    return msg("no win has {0!r}, which is a yaku of an exhaustive draw", name)


class Names(Struct, frozen=True):
    """What conditions may name."""

    sets: Sets
    yaku: Mapping[str, Yaku]
    facts: Mapping[str, FactRule]

    def check_yaku(self, table: RuleTable) -> None:
        for item in self.yaku.values():
            for key in ("when", "no_han_when"):
                table.ask(self.check(table, getattr(item, key), ("yaku", item.id, key)))

    def check_fu(self, table: RuleTable, fu: Fu) -> None:
        for stage in ("hand", "win", "rest"):
            for part in getattr(fu, stage).values():
                table.ask(self.check(table, part.when or part.each, ("fu", stage, part.id)))

    def check(self, table: RuleTable, word: Word | Pick | None, path: tuple[str, ...]) -> Wrong:
        for need in word.needs() if word else ():
            if need.what == "set" and need.name not in self.sets:
                table.check_known(need.name, self.sets.titles, "set", path)
            if need.what == "fact":
                table.check_known(need.name, self.facts, "fact", path)
            if need.what == "yaku" and need.name:
                for name in table.present("yaku", [need.name], path):
                    if self.yaku[name].at != "win":
                        yield path, _of_no_win(name)


def order_yaku(table: RuleTable, yaku: Mapping[str, Yaku]) -> tuple[str, ...]:
    """The ids of ``yaku``, each after those that its condition names; otherwise in the order of the file.

    Raises :class:`calc.RuleTableError` where yaku wait for each other in a circle.
    """
    asking_all = [name for name, item in yaku.items() if ("yaku", "") in [*item.needs()]]
    after: dict[str, list[str]] = {}
    for name, item in yaku.items():
        named = [need.name for need in item.needs() if need.what == "yaku" and need.name in yaku]
        # "Another yaku" waits for all that do not ask the same.
        after[name] = named + ([other for other in yaku if other not in asking_all] if name in asking_all else [])
    try:
        return tuple(TopologicalSorter(after).static_order())
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        message = msg("the conditions of these yaku name each other in a circle: {0}", circle)
        raise table.error(message, ("yaku",)) from None


# ---- the other sections


def check_fu(table: RuleTable, fu: Fu) -> Wrong:
    """Every reason for fu has an id of its own, and is either a condition or groups that are counted."""
    where: dict[str, tuple[str, str, str]] = {}
    for stage in ("hand", "win", "rest"):
        for part in getattr(fu, stage).values():
            here = ("fu", stage, part.id)
            if part.when is not None and part.each is not None:
                yield here, msg("expected 'when' or 'each', not both")
            first = where.setdefault(part.id, here)
            if first != here:
                # The one that this file brings in is the one to rename.
                blamed = first if table.place(first)[0] == table.file else here
                yield blamed, msg("there is a reason for fu {0!r} already; choose another id", part.id)


def check_liability(table: RuleTable, liability: Liability, sets: Sets, yaku: Mapping[str, Yaku]) -> Liability:
    """The pao of limit hands alone, each with the melds that it needs; that of a replacement tile needs no limit."""
    table.present("yaku", liability.needs, ("liability", "needs"))
    for_ = [*table.present("yaku", liability.for_, ("liability", "for"))]
    table.ask(_check_needs(table, liability, sets))
    table.ask(_check_liable(liability, for_, yaku))
    return msgspec.structs.replace(liability, for_=for_)


def _check_needs(table: RuleTable, liability: Liability, sets: Sets) -> Wrong:
    for limit, need in liability.needs.items():
        path = ("liability", "needs", limit)
        if [need.melds is not None, need.quads is not None, need.replacement].count(True) != 1:
            yield path, msg("expected one of: a number of melds, a number of quads, a replacement tile")
        if need.of is not None:
            table.check_known(need.of, sets.titles.keys() - WINDS_BY_RECORD.keys(), "set of tiles", (*path, "of"))


def _check_liable(liability: Liability, names: Sequence[str], yaku: Mapping[str, Yaku]) -> Wrong:
    for name in names:
        is_paid = yaku[name].value.limit is not None or (name in liability.needs and liability.needs[name].replacement)
        if not is_paid or yaku[name].at != "win":
            yield ("liability", "for"), msg("expected limit hands, {0!r} is none", name)
    for limit in names:
        if limit not in liability.needs:
            message = (
                "expected limits whose melds stand under liability.needs ({0}), found {1!r}; "
                "write its melds there, or leave it out"
            )
            yield ("liability", "for"), msg(message, ", ".join(liability.needs), limit)


def check_cover(liability: Liability, points: Points) -> Wrong:
    """What pao covers has a worth of its own."""
    if points.limit.han is not None and liability.covers == "limit":
        message = msg("expected 'hand' where limit hands are worth han: nothing says what one of them pays alone")
        yield ("liability", "covers"), message


def check_shapes(shapes: Mapping[str, Shape]) -> Wrong:
    """Refuse shapes that the engine does not know, and four of a kind as pairs in another shape than seven pairs."""
    for name, shape in shapes.items():
        if name not in SHAPES:
            near = did_you_mean(name, SHAPES)
            yield ("shapes", name), msg("there is no shape {0!r}{1}; the shapes are {2}", name, near, ", ".join(SHAPES))
        elif shape.four_alike and name != SEVEN_PAIRS:
            yield ("shapes", name, "four_alike"), msg("only {0} can have four of a kind as pairs", SEVEN_PAIRS)


def check_rounds(table: RuleTable, rounds: RoundRules, points: Points, sets: Sets, seats: int) -> Wrong:
    """A chombo costs a level that there is, and noten payments can be paid in equal parts."""
    fixed = sets.titles.keys() - WINDS_BY_RECORD.keys()
    table.check_known(rounds.nagashi.of, fixed, "set of tiles", ("rounds", "nagashi", "of"))
    table.check_known(rounds.chombo.level, points.levels, "level", ("rounds", "chombo", "level"))
    pool = rounds.not_waiting.pool
    for waiting in range(1, seats):
        if pool % (waiting * (seats - waiting)):
            message = msg("expected a pool that {0} can pay to {1}, found {2}", seats - waiting, waiting, pool)
            yield ("rounds", "not_waiting", "pool"), message


def check_match(match: MatchRules, seats: int) -> Wrong:
    """No more winds are played than there are seats."""
    winds = match.winds + match.extra_winds
    if winds > seats:
        message = msg("expected at most {0} winds with those of the extra round, found {1}", seats, winds)
        yield ("match", "winds"), message


def check_final(final: FinalRules, seats: int, match: MatchRules) -> Wrong:
    """There is one uma a place, and they sum to 0."""
    most = seats + match.sitting_out
    path: tuple[str, ...] = ("final", "uma")
    rows: list[tuple[tuple[str, ...], list[int | float]]]
    if isinstance(final.uma, FloatingUma):
        path = (*path, "by_number")
        if sorted(final.uma.by_number) != [str(number) for number in range(seats + 1)]:
            found = ", ".join(final.uma.by_number) or "none"
            message = msg("expected a row of uma for each number of players from 0 to {0}, found {1}", seats, found)
            yield path, message
        rows = [((*path, number), row) for number, row in final.uma.by_number.items()]
    else:
        rows = [(path, final.uma)]
    for at, uma in rows:
        if not seats <= len(uma) <= most:
            counts = str(seats) if most == seats else msg("{0} to {1}", seats, most)
            yield at, msg("expected one uma a place, {0} in all, found {1}", counts, len(uma))
        elif sum(uma):
            yield at, msg("expected uma that sum to 0, found {0}", f"{sum(uma):g}")


def parse_kinds(table: RuleTable, text: str, path: tuple[str, ...]) -> list[int]:
    """The kinds of the tiles in a text."""
    try:
        return [kind_of(tile) for tile in parse_tiles(text)]
    except ValueError as error:
        raise table.error(error.args[0], path) from None
