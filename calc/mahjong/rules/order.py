"""The order in which the conditions of yaku can be asked: one that names other yaku comes after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Protocol

from calc.mahjong.rules.words import Need
from calc.tables import RuleTable


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
