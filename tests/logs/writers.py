"""Games written in other formats than the one they were read from, as values to change before they are read."""

import json
from typing import Any

from calc.mahjong.logs import mjai, tenhou_json
from calc.mahjong.logs.events import GameLog, LoggedGame
from calc.mahjong.logs.records import game_of


def as_tenhou_json(log: GameLog) -> dict[str, Any]:
    """The object of tenhou.net/6 for a game that was read from XML."""
    (line,) = tenhou_json.write_game(game_of(log, "log", "mjlog"))
    value: dict[str, Any] = json.loads(line)
    return value


def as_mjai(log: GameLog | LoggedGame) -> list[dict[str, Any]]:
    """The events of mjai for a game that was read from XML, as programs write them that tell less than ours."""
    logged = log if isinstance(log, LoggedGame) else game_of(log, "log", "mjlog")
    lines = [json.loads(line) for line in mjai.write_game(logged)]
    for line in lines:
        if line["type"] in {"hora", "ryukyoku"}:
            for key in {"fan", "fu", "hora_points", "scores"} & set(line):
                del line[key]
    return [line for line in lines if line["type"] != "reach_accepted"]
