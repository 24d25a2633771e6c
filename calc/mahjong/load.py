"""Rule tables of mahjong games read into typed, checked rules."""

from functools import lru_cache
from typing import Any, Final

import msgspec

from calc.errors import did_you_mean
from calc.mahjong.hand.kinds import Sets
from calc.mahjong.rules import checks
from calc.mahjong.rules.ruleset import MahjongRules, RuleFile, YakuList
from calc.mahjong.rules.schema import DoraRules, Limit, Value, Yaku
from calc.mahjong.rules.words import Word, read_condition
from calc.tables import RuleTable
from calc.tables.kept import Loader
from calc.tables.loader import load_table, take_from
from calc.tables.shelf import LIST, find_rule_file
from calc.translation import msg

#: What ``game`` says in a rule table of this kind.
GAME = "riichi"


def read_mahjong_rules(table: RuleTable) -> MahjongRules:
    """A merged table as typed, checked rules."""
    if table.data.get("kind") == LIST:
        message = "{0!r} is a list of yaku, not a rule set; take one as `yaku: {{NAME: {0}}}`"
        raise table.error(msg(message, table.data["id"]), ("kind",))
    if table.data.get("game") != GAME:
        raise table.error(_other_game(table.data.get("game")), ("game",))
    file: RuleFile = table.read((), RuleFile, _read_word)
    table.check_sources()
    table.ask(checks.check_seats(file.seats))
    seats = table.attempt(lambda: len(file.seats))
    sets = table.attempt(lambda: table.once(("sets",), lambda _: _make_sets(table, file), given=seats))
    kinds = table.attempt(lambda: frozenset(checks.parse_kinds(table, file.tiles.kinds, ("tiles", "kinds"))))
    table.ask(checks.check_north(file.dora, kinds))
    table.ask(checks.check_points(file.points, seats))
    table.check_ids("yaku")
    yaku = table.attempt(
        lambda: table.once(
            ("yaku",),
            lambda _: {name: checks.check_yaku(table, one, file.points, kinds) for name, one in file.yaku.items()},
            "checked",
            given=(tuple(file.points.levels), kinds),
        )
    )
    table.ask(checks.check_fu(table, file.fu))
    names = checks.Names(sets=sets, yaku=yaku, facts=file.facts)
    table.attempt(
        lambda: table.once(("yaku",), lambda _: names.check_yaku(table), "names", given=(sets, tuple(file.facts)))
    )
    table.attempt(lambda: names.check_fu(table, file.fu))
    liability = table.attempt(lambda: checks.check_liability(table, file.liability, sets, yaku))
    table.ask(checks.check_cover(liability, file.points))
    table.ask(checks.check_shapes(file.shapes))
    table.ask(checks.check_draw_yaku(yaku))
    at_win = {name: item for name, item in yaku.items() if item.at == "win"}
    asked = table.attempt(lambda: table.once(("yaku",), lambda _: checks.order_yaku(table, at_win), "asked"))
    table.ask(checks.check_rounds(table, file.rounds, file.points, sets, seats))
    table.ask(checks.check_match(file.match, seats))
    table.ask(checks.check_final(file.final, seats, file.match))
    made = {
        "liability": liability,
        "sets": sets,
        "kinds": kinds,
        "dora_after": table.attempt(lambda: _dora_after(table, file.dora)),
        "yaku": table.attempt(lambda: {name: _count_limit(one, file.points.limit) for name, one in at_win.items()}),
        "draw_yaku": {name: item for name, item in yaku.items() if item.at != "win"},
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
    table.check_sources()
    return found, read_mahjong_rules(take_from(name, GAME, found.yaku))


def _read_word(kind: type[Any], data: Any) -> Word:
    return read_condition(data)


def _make_sets(table: RuleTable, file: RuleFile) -> Sets:
    try:
        return Sets({name: (item.tiles, item.name) for name, item in file.sets.items()})
    except ValueError as error:
        raise table.error(error.args[0], ("sets",)) from None


def _other_game(game: Any) -> str:
    if game is None:
        return msg("expected 'game: {0}' or 'game: hanafuda', or 'extends' with a rule set; neither is there", GAME)
    if game == "hanafuda":
        return msg("expected 'game: {0}', found {1!r}", GAME, game)
    near = did_you_mean(str(game), [GAME, "hanafuda"])
    return msg("expected 'game: {0}' or 'game: hanafuda', found {1!r}{2}", GAME, game, near)


def _count_limit(yaku: Yaku, limit: Limit) -> Yaku:
    """The yaku as it counts where limit hands are worth han."""
    if limit.han is None or yaku.value.limit is None:
        return yaku
    return msgspec.structs.replace(yaku, value=Value(han=yaku.value.limit * limit.han))


def _dora_after(table: RuleTable, dora: DoraRules) -> dict[int, int]:
    after: dict[int, int] = {}
    for place, row in enumerate(dora.order):
        tiles = checks.parse_kinds(table, row, ("dora", "order"))
        for tile, following in zip(tiles, tiles[1:] + tiles[:1], strict=True):
            if tile in after:
                raise table.error(msg("a tile stands twice, again in row {0}", place + 1), ("dora", "order"))
            after[tile] = following
    return after


LOADER: Final = Loader(read_mahjong_rules, GAME)
#: The rule set of that name (a shipped id or a file) with options chosen. Raises :class:`calc.RuleTableError` for names
#: and options that there are not, and for every mistake in a file, with file, line and path.
load_mahjong_rules: Final = LOADER.load
