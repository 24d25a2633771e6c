"""What a mahjong rule table may not say, and the order in which the conditions of its yaku are asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from calc.errors import did_you_mean
from calc.mahjong.hand.sets import WINDS_BY_RECORD, Sets
from calc.mahjong.hand.shapes import SEVEN_PAIRS, SHAPES
from calc.mahjong.rules.ruleset import FinalRules, FloatingUma, Liability, MatchRules, RoundRules
from calc.mahjong.rules.schema import FactRule, Fu, Level, Limit, Points, Shape, Yaku
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


def check_levels(table: RuleTable, points: Points, seats: int) -> None:
    """More han are never paid less, and no two rows of a chart look alike: payments are looked up by their worth."""
    levels = points.ladder
    _check_shares(table, points)
    if not levels and points.base is None:
        raise table.error(msg("expected a chart to have a level that some number of han reaches"), ("points", "levels"))
    if points.base is not None and points.base.cap is None and points.base.round_up_above is not None:
        raise table.error(msg("there is no cap to round up to; leave this out"), ("points", "base", "round_up_above"))
    for (fewer, _, below), (from_han, name, level) in pairwise(levels):
        if from_han == fewer or level.worth <= below.worth:
            raise table.error(
                msg("expected each level to begin at more han than the one below it, and to be worth more"),
                ("points", "levels", name),
            )
    is_chart = points.base is None
    rows: list[tuple[tuple[str, ...], Level | Limit]] = [(("points", "limit"), points.limit)]
    rows += [(("points", "levels", name), level) for name, level in points.levels.items()]
    for path, row in rows:
        if (row.pays is None) == is_chart or (row.base is None) != is_chart:
            raise table.error(
                msg("expected {0} here, and not the other", msg("pays, for a chart,") if is_chart else "base"), path
            )
        if is_chart and row.worth >= points.limit.worth and row.pays != points.limit.pays:
            raise table.error(msg("expected a row that is worth a limit to pay what a limit pays"), path)
        others = seats - 1
        if row.pays is not None and row.pays.dealer_tsumo_in_all % others:
            raise table.error(
                msg("expected a sum that {0} can pay in equal parts, found {1}", others, row.pays.dealer_tsumo_in_all),
                (*path, "pays", "dealer_tsumo_in_all"),
            )


def _check_shares(table: RuleTable, points: Points) -> None:
    """Base points are paid in shares, a chart has neither; and each share is where it is looked for."""
    if (points.base is None) != (points.shares is None):
        given = "base" if points.shares is None else "shares"
        raise table.error(
            msg("expected 'base' and 'shares', or neither where the levels are a chart; found {0!r} alone", given),
            ("points",),
        )
    shares = {} if points.shares is None else {how: getattr(points.shares, how) for how in _PAYERS}
    for how, share in shares.items():
        for payer in ("from_each", "from_dealer", "from_discarder"):
            if payer not in _PAYERS[how] and getattr(share, payer):
                raise table.error(
                    msg("expected {0} here", one_by_one(_PAYERS[how], " and ")), ("points", "shares", how, payer)
                )


# ---- yaku


def check_yaku(table: RuleTable, yaku: Yaku, points: Points, kinds: Collection[int]) -> Yaku:
    """The yaku as it counts here: it replaces none that the set has removed."""
    path = ("yaku", yaku.id)
    if yaku.at == "win" and yaku.when == AllOf(()):
        raise table.error(msg("the key 'when' is missing here"), path)
    value = yaku.value
    if sum(given is not None for given in (value.han, value.limit, value.level)) != 1:
        raise table.error(msg("expected exactly one of 'han', 'limit' and 'level'"), (*path, "value"))
    if value.level is not None:
        table.check_known(value.level, points.levels, "level", (*path, "value", "level"))
    entry, is_draw = table.data["yaku"][yaku.id], yaku.at != "win"
    if "gives_way_to" in entry["value"] and (is_draw or value.level is None):
        message = msg("only a 'level' of a win gives way to other hands; leave it out")
        raise table.error(message, (*path, "value", "gives_way_to"))
    if is_draw and value.han is not None:
        message = msg("a yaku of an exhaustive draw is worth a 'level' or a 'limit', not han")
        raise table.error(message, (*path, "value"))
    for key in _OF_WINS if is_draw else ():
        if key in entry:
            message = msg("a yaku of an exhaustive draw has no {0!r}: the record says who has it", key)
            raise table.error(message, (*path, key))
    lacking = [tile for tile in parse_kinds(table, yaku.needs_tiles, (*path, "needs_tiles")) if tile not in kinds]
    if lacking:
        found = msg(
            "{0} is played without {1}, which {2!r} needs; leave it out",
            table.data["id"],
            print_tiles(lacking),
            yaku.id,
        )
        raise table.error(found, path)
    # What a list suppresses need not have been taken from it.
    names = yaku.suppresses if yaku.from_ is None else [name for name in yaku.suppresses if name in table.data["yaku"]]
    present = table.present("yaku", names, (*path, "suppresses"))
    return yaku if present == yaku.suppresses else msgspec.structs.replace(yaku, suppresses=present)


def draw_yaku_of(table: RuleTable, yaku: Mapping[str, Yaku]) -> dict[str, Yaku]:
    """The yaku of an exhaustive draw: one at most, and none that a win is said to have."""
    found = {name: item for name, item in yaku.items() if item.at != "win"}
    if len(found) > 1:
        first, second = [*found][:2]
        raise table.error(
            msg(
                "expected one yaku of an exhaustive draw, {0!r} is one: a record tells them by 'pool_of_dreams' alone",
                first,
            ),
            ("yaku", second, "at"),
        )
    for item in yaku.values():
        for name in {*item.suppresses} & {*found}:
            _check_of_win(table, found[name], ("yaku", item.id, "suppresses"))
    return found


def _check_of_win(table: RuleTable, yaku: Yaku, path: tuple[str, ...]) -> None:
    """Refuse a yaku of an exhaustive draw where wins are meant."""
    if yaku.at != "win":
        raise table.error(msg("no win has {0!r}, which is a yaku of an exhaustive draw", yaku.id), path)


class Names(Struct, frozen=True):
    """What conditions may name."""

    sets: Sets
    yaku: Mapping[str, Yaku]
    facts: Mapping[str, FactRule]

    def check_yaku(self, table: RuleTable) -> None:
        for item in self.yaku.values():
            self.check(table, item.when, ("yaku", item.id, "when"))
            self.check(table, item.no_han_when, ("yaku", item.id, "no_han_when"))

    def check(self, table: RuleTable, word: Word | Pick | None, path: tuple[str, ...]) -> None:
        for need in word.needs() if word else ():
            if need.what == "set" and need.name not in self.sets:
                table.check_known(need.name, self.sets.titles, "set", path)
            if need.what == "fact":
                table.check_known(need.name, self.facts, "fact", path)
            if need.what == "yaku" and need.name:
                for name in table.present("yaku", [need.name], path):
                    _check_of_win(table, self.yaku[name], path)


def asks_all(item: Yaku) -> bool:
    """Whether a condition asks for just any other yaku."""
    return any(need == ("yaku", "") for need in item.needs())


def order_yaku(table: RuleTable, yaku: Mapping[str, Yaku]) -> tuple[str, ...]:
    """The ids of ``yaku``, each after those that its condition names; otherwise in the order of the file.

    Raises :class:`calc.RuleTableError` where yaku wait for each other in a circle.
    """
    asking_all = [name for name, item in yaku.items() if asks_all(item)]
    after: dict[str, list[str]] = {}
    for name, item in yaku.items():
        named = [need.name for need in item.needs() if need.what == "yaku" and need.name in yaku]
        # "Another yaku" waits for all that do not ask the same.
        after[name] = named + ([other for other in yaku if other not in asking_all] if name in asking_all else [])
    try:
        return tuple(TopologicalSorter(after).static_order())
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        raise table.error(
            msg("the conditions of these yaku name each other in a circle: {0}", circle), ("yaku",)
        ) from None


# ---- the other sections


def check_fu(table: RuleTable, fu: Fu) -> None:
    """Every reason for fu has an id of its own, and is either a condition or groups that are counted."""
    where: dict[str, tuple[str, str, str]] = {}
    for stage in ("hand", "win", "rest"):
        for part in getattr(fu, stage).values():
            here = ("fu", stage, part.id)
            if part.when is not None and part.each is not None:
                raise table.error(msg("expected 'when' or 'each', not both"), here)
            first = where.setdefault(part.id, here)
            if first != here:
                # The one that this file brings in is the one to rename.
                blamed = first if table.place(first)[0] == table.file else here
                raise table.error(msg("there is a reason for fu {0!r} already; choose another id", part.id), blamed)


def check_liability(table: RuleTable, liability: Liability, sets: Sets, yaku: Mapping[str, Yaku]) -> Liability:
    """The pao of limit hands alone, each with the melds that it needs; that of a replacement tile needs no limit."""
    table.present("yaku", liability.needs, ("liability", "needs"))
    for limit, need in liability.needs.items():
        path = ("liability", "needs", limit)
        if [need.melds is not None, need.quads is not None, need.replacement].count(True) != 1:
            raise table.error(msg("expected one of: a number of melds, a number of quads, a replacement tile"), path)
        if need.of is not None:
            table.check_known(need.of, sets.titles.keys() - WINDS_BY_RECORD.keys(), "set of tiles", (*path, "of"))
    for_ = [*table.present("yaku", liability.for_, ("liability", "for"))]
    for name in for_:
        is_paid = yaku[name].value.limit is not None or (name in liability.needs and liability.needs[name].replacement)
        if not is_paid or yaku[name].at != "win":
            raise table.error(msg("expected limit hands, {0!r} is none", name), ("liability", "for"))
    for limit in for_:
        if limit not in liability.needs:
            told = ", ".join(liability.needs)
            raise table.error(
                msg(
                    "expected limits whose melds stand under liability.needs ({0}), found {1!r}; "
                    "write its melds there, or leave it out",
                    told,
                    limit,
                ),
                ("liability", "for"),
            )
    return msgspec.structs.replace(liability, for_=for_)


def check_shapes(table: RuleTable, shapes: Mapping[str, Shape]) -> None:
    """Refuse shapes that the engine does not know, and four of a kind as pairs in another shape than seven pairs."""
    for name, shape in shapes.items():
        if name not in SHAPES:
            message = msg(
                "there is no shape {0!r}{1}; the shapes are {2}", name, did_you_mean(name, SHAPES), ", ".join(SHAPES)
            )
            raise table.error(message, ("shapes", name))
        if shape.four_alike and name != SEVEN_PAIRS:
            raise table.error(
                msg("only {0} can have four of a kind as pairs", SEVEN_PAIRS), ("shapes", name, "four_alike")
            )


def check_rounds(table: RuleTable, rounds: RoundRules, points: Points, seats: int) -> None:
    """A chombo costs a level that there is, and noten payments can be paid in equal parts."""
    table.check_known(rounds.chombo.level, points.levels, "level", ("rounds", "chombo", "level"))
    pool = rounds.not_waiting.pool
    for waiting in range(1, seats):
        if pool % (waiting * (seats - waiting)):
            raise table.error(
                msg("expected a pool that {0} can pay to {1}, found {2}", seats - waiting, waiting, pool),
                ("rounds", "not_waiting", "pool"),
            )


def check_match(table: RuleTable, match: MatchRules, seats: int) -> None:
    """No more winds are played than there are seats."""
    if match.winds + match.extra_winds > seats:
        raise table.error(
            msg(
                "expected at most {0} winds with those of the extra round, found {1}",
                seats,
                match.winds + match.extra_winds,
            ),
            ("match", "winds"),
        )


def check_final(table: RuleTable, final: FinalRules, seats: int, most: int) -> None:
    """There is one uma a place, and they sum to 0. ``most``: how many players may take turns."""
    path = ("final", "uma")
    if isinstance(final.uma, FloatingUma):
        rows: list[tuple[tuple[str, ...], list[int | float]]]
        numbers = [str(number) for number in range(seats + 1)]
        if sorted(final.uma.by_number) != numbers:
            found = ", ".join(final.uma.by_number) or "none"
            raise table.error(
                msg("expected a row of uma for each number of players from 0 to {0}, found {1}", seats, found),
                (*path, "by_number"),
            )
        rows = [((*path, "by_number", number), row) for number, row in final.uma.by_number.items()]
    else:
        rows = [(path, final.uma)]
    for at, uma in rows:
        if not seats <= len(uma) <= most:
            counts = str(seats) if most == seats else msg("{0} to {1}", seats, most)
            raise table.error(msg("expected one uma a place, {0} in all, found {1}", counts, len(uma)), at)
        if sum(uma):
            raise table.error(msg("expected uma that sum to 0, found {0}", f"{sum(uma):g}"), at)


def parse_kinds(table: RuleTable, text: str, path: tuple[str, ...]) -> list[int]:
    """The kinds of the tiles in a text."""
    try:
        return [kind_of(tile) for tile in parse_tiles(text)]
    except ValueError as error:
        raise table.error(str(error), path) from None
