"""Games of logs held against what their logs say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calc.errors import CalcError
from calc.games import Settings, game_of
from calc.outcomes import CheckedGame
from calc.settling.settings import rules_for


def check_logs(games: Sequence[tuple[Any, Any]], settings: Settings) -> list[CheckedGame | CalcError]:
    """Score games again and compare them with their logs, those of one rule set together.

    ``games``: each as it was logged, with its record. One that cannot be scored becomes its error.
    """
    checked: dict[int, CheckedGame | CalcError] = {}
    together: dict[int, tuple[Any, list[int]]] = {}
    for place, (_, record) in enumerate(games):
        try:
            rules = rules_for(record, settings)
            together.setdefault(id(rules), (rules, []))[1].append(place)
        except CalcError as error:
            checked[place] = error
    for rules, places in together.values():
        logs = game_of(games[places[0]][1]).logs
        assert logs is not None
        checked |= zip(places, logs.check([games[place] for place in places], rules), strict=True)
    return [checked[place] for place in range(len(games))]
