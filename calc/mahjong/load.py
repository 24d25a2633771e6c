"""Rule tables of mahjong games read into typed, checked rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec import Struct

from calc.errors import did_you_mean
from calc.mahjong.hand.hands import NORTH
from calc.mahjong.hand.readings import WINDS_BY_RECORD, Sets
from calc.mahjong.rules.checks import (
    check_draw_yaku,
    check_liable,
    check_of_win,
    check_shapes,
    check_shares,
    check_value,
    draw_yaku_of,
    order_yaku,
)
from calc.mahjong.rules.points import Level, Limit, Points
from calc.mahjong.rules.rounds import FinalRules, FloatingUma, Liability, MatchRules, RoundRules
from calc.mahjong.rules.schema import DoraRules, FactRule, Fu, MahjongRules, RuleFile, Value, Yaku, YakuList
from calc.mahjong.rules.words import AllOf, Pick, Word, read_condition
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.tables import RuleTable
from calc.tables.loader import Loader, check_sources, load_table, take_from
from calc.tables.ruleset import ENTRY_ID
from calc.tables.shelf import LIST, find_rule_file

_YAKU_ID = re.compile(ENTRY_ID)
#: What ``game`` says in a rule table of this kind.
GAME = "riichi"


def read_mahjong_rules(table: RuleTable) -> MahjongRules:
    """A merged table as typed, checked rules."""
    if table.data.get("kind") == LIST:
        name = table.data["id"]
        raise table.error(
            f"{name!r} is a list of yaku, not a rule set; take one as `yaku: {{NAME: {name}}}`", ("kind",)
        )
    if table.data.get("game") != GAME:
        raise table.error(_other_game(table.data.get("game")), ("game",))
    file: RuleFile = table.read((), RuleFile, _read_word)
    check_sources(table, file.sources)
    seats = len(file.seats)
    if file.seats not in (("E", "S", "W"), ("E", "S", "W", "N")):
        raise table.error(f"expected the seats E S W, or E S W N, found {' '.join(file.seats)}", ("seats",))
    sets = table.once(("sets",), lambda _: _make_sets(table, file), given=seats)
    kinds = frozenset(_parse(table, file.tiles.kinds, ("tiles", "kinds")))
    if file.dora.north is not None and NORTH not in kinds:
        raise table.error("expected North (4z) among the tiles, for Norths are set aside", ("tiles", "kinds"))
    _check_levels(table, file.points, seats)
    yaku = table.once(
        ("yaku",),
        lambda _: {name: _check_yaku(table, item, file.points, kinds) for name, item in file.yaku.items()},
        "checked",
        given=(tuple(file.points.levels), kinds),
    )
    at_win = {name: item for name, item in yaku.items() if item.at == "win"}
    _check_fu(table, file.fu)
    names = _Names(sets=sets, yaku=yaku, facts=file.facts)
    table.once(("yaku",), lambda _: names.check_yaku(table), "names", given=(sets, tuple(file.facts)))
    for stage in ("hand", "win", "rest"):
        for part in getattr(file.fu, stage).values():
            names.check(table, part.when or part.each, ("fu", stage, part.id))
    liability = _check_liability(table, file.liability, sets, yaku)
    if file.points.limit.han is not None and liability.covers == "limit":
        message = "expected 'hand' where limit hands are worth han: nothing says what one of them pays alone"
        raise table.error(message, ("liability", "covers"))
    fixed = sets.titles.keys() - WINDS_BY_RECORD.keys()
    _known(table, file.rounds.nagashi.of, fixed, "set of tiles", ("rounds", "nagashi", "of"))
    check_shapes(table, file.shapes)
    draw_yaku = draw_yaku_of(table, yaku)
    asked = table.once(("yaku",), lambda _: order_yaku(table, at_win), "asked")
    _check_rounds(table, file.rounds, file.points, seats)
    _check_match(table, file.match, seats)
    _check_final(table, file.final, seats, seats + file.match.sitting_out)
    made = {
        "liability": liability,
        "sets": sets,
        "kinds": kinds,
        "dora_after": _dora_after(table, file.dora),
        "yaku": {name: _count_limit(item, file.points.limit) for name, item in at_win.items()},
        "draw_yaku": draw_yaku,
        "asked": asked,
    }
    return MahjongRules(**{**msgspec.structs.asdict(file), **made})


def read_list(name: str) -> tuple[YakuList, MahjongRules]:
    """A list of yaku, and the default rules with all of them. Raises :class:`calc.RuleTableError`."""
    file = find_rule_file(name)
    return _read_list(name, str(file.resolve()), file.stat().st_mtime_ns, load_mahjong_rules(GAME))


@lru_cache(maxsize=8)
def _read_list(name: str, file: str, changed: int, under: MahjongRules) -> tuple[YakuList, MahjongRules]:
    """The list, read once as long as its ``file`` and the rules ``under`` it stay."""
    table = load_table(name)
    found: YakuList = table.read((), YakuList, _read_word)
    check_sources(table, found.sources)
    return found, read_mahjong_rules(take_from(name, GAME, found.yaku))


def _read_word(kind: type[Any], data: Any) -> Word:
    return read_condition(data)


def _make_sets(table: RuleTable, file: RuleFile) -> Sets:
    try:
        return Sets({name: (item.tiles, item.name) for name, item in file.sets.items()}, len(file.seats))
    except ValueError as error:
        raise table.error(str(error), ("sets",)) from None


def _other_game(game: Any) -> str:
    if game is None:
        return f"expected 'game: {GAME}' or 'game: hanafuda', or 'extends' with a rule set; neither is there"
    return f"expected 'game: {GAME}' or 'game: hanafuda', found {game!r}{did_you_mean(str(game), [GAME, 'hanafuda'])}"


def _check_levels(table: RuleTable, points: Points, seats: int) -> None:
    """More han are never paid less, and no two rows of a chart look alike: payments are looked up by their worth."""
    levels = points.ladder
    check_shares(table, points)
    if not levels and points.base is None:
        raise table.error("expected a chart to have a level that some number of han reaches", ("points", "levels"))
    if points.base is not None and points.base.cap is None and points.base.round_up_above is not None:
        raise table.error("there is no cap to round up to; leave this out", ("points", "base", "round_up_above"))
    for (fewer, _, below), (from_han, name, level) in pairwise(levels):
        if from_han == fewer or level.worth <= below.worth:
            raise table.error(
                "expected each level to begin at more han than the one below it, and to be worth more",
                ("points", "levels", name),
            )
    is_chart = points.base is None
    rows: list[tuple[tuple[str, ...], Level | Limit]] = [(("points", "limit"), points.limit)]
    rows += [(("points", "levels", name), level) for name, level in points.levels.items()]
    for path, row in rows:
        if (row.pays is None) == is_chart or (row.base is None) != is_chart:
            raise table.error(f"expected {'pays, for a chart,' if is_chart else 'base'} here, and not the other", path)
        if is_chart and row.worth >= points.limit.worth and row.pays != points.limit.pays:
            raise table.error("expected a row that is worth a limit to pay what a limit pays", path)
        others = seats - 1
        if row.pays is not None and row.pays.dealer_tsumo_in_all % others:
            raise table.error(
                f"expected a sum that {others} can pay in equal parts, found {row.pays.dealer_tsumo_in_all}",
                (*path, "pays", "dealer_tsumo_in_all"),
            )


def _count_limit(yaku: Yaku, limit: Limit) -> Yaku:
    """The yaku as it counts where limit hands are worth han."""
    if limit.han is None or yaku.value.limit is None:
        return yaku
    return msgspec.structs.replace(yaku, value=Value(han=yaku.value.limit * limit.han))


def _check_yaku(table: RuleTable, yaku: Yaku, points: Points, kinds: Collection[int]) -> Yaku:
    """The yaku as it counts here: it replaces none that the set has removed."""
    path = ("yaku", yaku.id)
    if not _YAKU_ID.fullmatch(yaku.id):
        raise table.error(f"expected an id of small letters, digits and _, found {yaku.id!r}", path)
    if yaku.at == "win" and yaku.when == AllOf(()):
        raise table.error("the key 'when' is missing here", path)
    value = yaku.value
    if sum(given is not None for given in (value.han, value.limit, value.level)) != 1:
        raise table.error("expected exactly one of 'han', 'limit' and 'level'", (*path, "value"))
    if value.level is not None:
        _known(table, value.level, points.levels, "level", (*path, "value", "level"))
    check_value(table, yaku.id, value, is_draw=yaku.at != "win")
    if yaku.at != "win":
        check_draw_yaku(table, yaku.id)
    lacking = [tile for tile in _parse(table, yaku.needs_tiles, (*path, "needs_tiles")) if tile not in kinds]
    if lacking:
        found = f"{table.data['id']} is played without {print_tiles(lacking)}, which {yaku.id!r} needs; leave it out"
        raise table.error(found, path)
    # What a list suppresses need not have been taken from it.
    names = yaku.suppresses if yaku.from_ is None else [name for name in yaku.suppresses if name in table.data["yaku"]]
    present = tuple(_present(table, names, (*path, "suppresses")))
    return yaku if present == yaku.suppresses else msgspec.structs.replace(yaku, suppresses=present)


def _check_liability(table: RuleTable, liability: Liability, sets: Sets, yaku: Mapping[str, Yaku]) -> Liability:
    _present(table, liability.needs, ("liability", "needs"))
    for limit, need in liability.needs.items():
        path = ("liability", "needs", limit)
        if [need.melds is not None, need.quads is not None, need.replacement].count(True) != 1:
            raise table.error("expected one of: a number of melds, a number of quads, a replacement tile", path)
        if need.of is not None:
            _known(table, need.of, sets.titles.keys() - WINDS_BY_RECORD.keys(), "set of tiles", (*path, "of"))
    for_ = _present(table, liability.for_, ("liability", "for"))
    check_liable(table, msgspec.structs.replace(liability, for_=for_), yaku)
    for limit in for_:
        if limit not in liability.needs:
            told = ", ".join(liability.needs)
            raise table.error(
                f"expected limits whose melds stand under liability.needs ({told}), found {limit!r}; write its melds "
                "there, or leave it out",
                ("liability", "for"),
            )
    return msgspec.structs.replace(liability, for_=for_)


def _check_fu(table: RuleTable, fu: Fu) -> None:
    where: dict[str, tuple[str, str, str]] = {}
    for stage in ("hand", "win", "rest"):
        for part in getattr(fu, stage).values():
            here = ("fu", stage, part.id)
            if part.when is not None and part.each is not None:
                raise table.error("expected 'when' or 'each', not both", here)
            first = where.setdefault(part.id, here)
            if first != here:
                # The one that this file brings in is the one to rename.
                blamed = first if table.place(first)[0] == table.file else here
                raise table.error(f"there is a reason for fu {part.id!r} already; choose another id", blamed)


def _check_rounds(table: RuleTable, rounds: RoundRules, points: Points, seats: int) -> None:
    _known(table, rounds.chombo.level, points.levels, "level", ("rounds", "chombo", "level"))
    pool = rounds.not_waiting.pool
    for waiting in range(1, seats):
        if pool % (waiting * (seats - waiting)):
            raise table.error(
                f"expected a pool that {seats - waiting} can pay to {waiting}, found {pool}",
                ("rounds", "not_waiting", "pool"),
            )


def _check_match(table: RuleTable, match: MatchRules, seats: int) -> None:
    if match.winds + match.extra_winds > seats:
        raise table.error(
            f"expected at most {seats} winds with those of the extra round, found {match.winds + match.extra_winds}",
            ("match", "winds"),
        )


def _check_final(table: RuleTable, final: FinalRules, seats: int, most: int) -> None:
    """``most``: how many players may take turns."""
    path = ("final", "uma")
    if isinstance(final.uma, FloatingUma):
        rows: list[tuple[tuple[str, ...], list[int | float]]]
        numbers = [str(number) for number in range(seats + 1)]
        if sorted(final.uma.by_number) != numbers:
            found = ", ".join(final.uma.by_number) or "none"
            raise table.error(
                f"expected a row of uma for each number of players from 0 to {seats}, found {found}",
                (*path, "by_number"),
            )
        rows = [((*path, "by_number", number), row) for number, row in final.uma.by_number.items()]
    else:
        rows = [(path, final.uma)]
    for at, uma in rows:
        if not seats <= len(uma) <= most:
            counts = str(seats) if most == seats else f"{seats} to {most}"
            raise table.error(f"expected one uma a place, {counts} in all, found {len(uma)}", at)
        if sum(uma):
            raise table.error(f"expected uma that sum to 0, found {sum(uma):g}", at)


class _Names(Struct, frozen=True):
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
                _known(table, need.name, self.sets.titles, "set", path)
            if need.what == "fact":
                _known(table, need.name, self.facts, "fact", path)
            if need.what == "yaku" and need.name:
                for name in _present(table, [need.name], path):
                    check_of_win(table, self.yaku[name], path)


def _present(table: RuleTable, names: Iterable[str], path: tuple[str, ...]) -> list[str]:
    """The named yaku that the set has. What the set removed may still be named; what no file knows is a mistake."""
    yaku = table.data["yaku"]
    for name in names:
        if not table.knows("yaku", name):
            _known(table, name, yaku, "yaku", path)
    return [name for name in names if name in yaku]


def _known(table: RuleTable, name: str, known: Collection[str], what: str, path: tuple[str, ...]) -> None:
    if name not in known:
        raise table.error(f"there is no {what} {name!r}{did_you_mean(name, known)}", path)


def _parse(table: RuleTable, text: str, path: tuple[str, ...]) -> list[int]:
    try:
        return [kind_of(tile) for tile in parse_tiles(text)]
    except ValueError as error:
        raise table.error(str(error), path) from None


def _dora_after(table: RuleTable, dora: DoraRules) -> dict[int, int]:
    after: dict[int, int] = {}
    for place, row in enumerate(dora.order):
        tiles = _parse(table, row, ("dora", "order"))
        for tile, following in zip(tiles, tiles[1:] + tiles[:1], strict=True):
            if tile in after:
                raise table.error(f"a tile stands twice, again in row {place + 1}", ("dora", "order"))
            after[tile] = following
    return after


#: The rule set of that name (a shipped id or a file) with options chosen. Raises :class:`calc.RuleTableError` for names
#: and options that there are not, and for every mistake in a file, with file, line and path.
load_mahjong_rules: Final = Loader(read_mahjong_rules).load
