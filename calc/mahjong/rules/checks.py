"""What a mahjong rule table may not say, and the order in which the conditions of its yaku are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Final, Protocol

from calc.errors import did_you_mean
from calc.mahjong.hand.shapes import SEVEN_PAIRS, SHAPES
from calc.mahjong.rules.points import Points
from calc.mahjong.rules.rounds import Liability
from calc.mahjong.rules.schema import Shape, Value, Yaku
from calc.mahjong.rules.words import Need
from calc.tables import RuleTable

#: Who pays the shares of each way to win.
_PAYERS: Final = {
    "dealer_tsumo": ("from_each",),
    "other_tsumo": ("from_each", "from_dealer"),
    "dealer_ron": ("from_discarder",),
    "other_ron": ("from_discarder",),
}
#: Keys of a yaku that look at a hand, which a draw has not.
_OF_WINS: Final = ("when", "suppresses", "no_han_when", "satisfies_minimum")


def check_value(table: RuleTable, name: str, value: Value, *, is_draw: bool) -> None:
    """A fixed level alone gives way to other hands, and a yaku of a draw is worth a fixed amount."""
    path = ("yaku", name, "value")
    gives_way = "gives_way_to" in table.data["yaku"][name]["value"]
    if gives_way and (is_draw or value.level is None):
        raise table.error("only a 'level' of a win gives way to other hands; leave it out", (*path, "gives_way_to"))
    if is_draw and value.han is not None:
        raise table.error("a yaku of an exhaustive draw is worth a 'level' or a 'limit', not han", path)


def check_draw_yaku(table: RuleTable, name: str) -> None:
    """The record of a draw says who has its yaku: there is no hand to look at."""
    for key in _OF_WINS:
        if key in table.data["yaku"][name]:
            raise table.error(
                f"a yaku of an exhaustive draw has no {key!r}: the record says who has it", ("yaku", name, key)
            )


def draw_yaku_of(table: RuleTable, yaku: Mapping[str, Yaku]) -> dict[str, Yaku]:
    """The yaku of an exhaustive draw: one at most, and none that a win is said to have."""
    found = {name: item for name, item in yaku.items() if item.at != "win"}
    if len(found) > 1:
        first, second = [*found][:2]
        raise table.error(
            f"expected one yaku of an exhaustive draw, {first!r} is one: a record tells them by 'pool_of_dreams' alone",
            ("yaku", second, "at"),
        )
    for item in yaku.values():
        for name in {*item.suppresses} & {*found}:
            check_of_win(table, found[name], ("yaku", item.id, "suppresses"))
    return found


def check_of_win(table: RuleTable, yaku: Yaku, path: tuple[str, ...]) -> None:
    """Refuse a yaku of an exhaustive draw where wins are meant."""
    if yaku.at != "win":
        raise table.error(f"no win has {yaku.id!r}, which is a yaku of an exhaustive draw", path)


def check_liable(table: RuleTable, liability: Liability, yaku: Mapping[str, Yaku]) -> None:
    """Refuse pao for a yaku that is no yakuman, unless it is that of a replacement tile."""
    for name in liability.for_:
        is_paid = yaku[name].value.limit is not None or (name in liability.needs and liability.needs[name].replacement)
        if not is_paid or yaku[name].at != "win":
            raise table.error(f"expected limit hands, {name!r} is none", ("liability", "for"))


def check_shapes(table: RuleTable, shapes: Mapping[str, Shape]) -> None:
    """Refuse shapes that the engine does not know, and four of a kind as pairs in another shape than seven pairs."""
    for name, shape in shapes.items():
        if name not in SHAPES:
            message = f"there is no shape {name!r}{did_you_mean(name, SHAPES)}; the shapes are {', '.join(SHAPES)}"
            raise table.error(message, ("shapes", name))
        if shape.four_alike and name != SEVEN_PAIRS:
            raise table.error(f"only {SEVEN_PAIRS} can have four of a kind as pairs", ("shapes", name, "four_alike"))


def check_shares(table: RuleTable, points: Points) -> None:
    """Base points are paid in shares, a chart has neither; and each share is where it is looked for."""
    if (points.base is None) != (points.shares is None):
        given = "base" if points.shares is None else "shares"
        raise table.error(
            f"expected 'base' and 'shares', or neither where the levels are a chart; found {given!r} alone", ("points",)
        )
    shares = {} if points.shares is None else {how: getattr(points.shares, how) for how in _PAYERS}
    for how, share in shares.items():
        for payer in ("from_each", "from_dealer", "from_discarder"):
            if payer not in _PAYERS[how] and getattr(share, payer):
                raise table.error(f"expected {' and '.join(_PAYERS[how])} here", ("points", "shares", how, payer))


class _Needy(Protocol):
    def needs(self) -> Iterator[Need]: ...


def asks_all(item: _Needy) -> bool:
    """Whether a condition asks for just any other yaku."""
    return any(need == ("yaku", "") for need in item.needs())


def order_yaku(table: RuleTable, yaku: Mapping[str, _Needy]) -> tuple[str, ...]:
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
        raise table.error(f"the conditions of these yaku name each other in a circle: {circle}", ("yaku",)) from None
