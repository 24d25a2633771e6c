"""Games written in other formats than the one they were read from: what a converter would make of them.

The two formats tell less than Tenhou's XML: neither says who waits in a draw.
"""

from __future__ import annotations

from typing import Any

from calc.mahjong.logs.events import (
    WINDS,
    Call,
    Discard,
    Draw,
    DrawnGame,
    Event,
    GameLog,
    Indicator,
    North,
    Riichi,
    RoundLog,
    SaidWin,
    Won,
    seat_of,
)
from calc.mahjong.logs.tenhou_names import YAKU_NAMES
from calc.notation.melds import Meld
from calc.notation.tiles import print_tiles

__all__ = ["as_mjai", "as_tenhou_json"]

_DRAW_NAMES = {
    "exhaustive": "流局",
    "kyuushu_kyuuhai": "九種九牌",
    "suucha_riichi": "四家立直",
    "sanchahou": "三家和",
    "suukaikan": "四槓散了",
    "suufon_renda": "四風連打",
}
_REASONS = {
    "exhaustive": "fanpai",
    "kyuushu_kyuuhai": "kyushukyuhai",
    "suucha_riichi": "suchareach",
    "sanchahou": "sanchaho",
    "suukaikan": "sukaikan",
    "suufon_renda": "sufonrenta",
}


def as_tenhou_json(log: GameLog) -> dict[str, Any]:
    """The object of tenhou.net/6 for a game that was read from XML."""
    length = "東" if log.options.get("rounds") == 1 else "南"
    value: dict[str, Any] = {
        "title": ["", ""],
        "name": [*log.players, *[""] * (4 - len(log.players))],
        "rule": {"disp": f"{'三' if len(log.players) == 3 else ''}鳳{length}喰赤", "aka": 1},
        "log": [_tenhou_round(played) for played in log.rounds if played.is_over],
    }
    if log.scores and log.final:
        value["sc"] = [number for pair in zip(log.scores, log.final, strict=True) for number in pair]
    return value


def _tenhou_round(log: RoundLog) -> list[Any]:
    start = log.start
    came: list[list[Any]] = [[], [], [], []]
    left: list[list[Any]] = [[], [], [], []]
    indicators = [start.indicator]
    declared = ""
    feeders: dict[tuple[int, tuple[int, ...]], int] = {}
    for event in log.events:
        match event:
            case Draw(player, tile):
                came[player].append(_number(tile))
            case Riichi():
                declared = "r"
            case Discard(player, tile):
                spelled = 60 if came[player][-1] == _number(tile) else _number(tile)
                left[player].append(f"r{spelled}" if declared else spelled)
                declared = ""
            case Call(player, meld, tile, feeder):
                _tenhou_call(event, came[player], left[player], feeders)
                if feeder is not None:
                    feeders[player, meld.tiles] = feeder
            case North(player):
                left[player].append("f44")
            case Indicator(tile):
                indicators.append(tile)
    hands = [[_number(tile) for tile in hand] for hand in start.hands] + [[]] * (4 - start.players)
    ura: tuple[int, ...] = max((event.ura for event in log.events if isinstance(event, Won)), key=len, default=())
    row: list[Any] = [
        [4 * start.wind + start.dealer, start.honba, start.sticks],
        [*(start.scores or ()), *[0] * (4 - start.players)],
        [_number(tile) for tile in indicators],
        [_number(tile) for tile in ura],
    ]
    for player in range(4):
        row += [hands[player], came[player], left[player]]
    return [*row, _tenhou_result(log)]


def _tenhou_call(call: Call, came: list[Any], left: list[Any], feeders: dict[tuple[int, tuple[int, ...]], int]) -> None:
    kind, tiles = call.meld.kind, list(call.meld.tiles)
    if kind == "ankan":
        left.append(_code("a", tiles[:3], tiles[3], 3))
        return
    assert call.tile is not None
    tiles.remove(call.tile)
    feeder = feeders[call.player, tuple(tiles)] if kind == "kakan" else call.feeder
    assert feeder is not None
    before = (call.player - feeder) % 4 - 1
    if kind == "chi":
        came.append(_code("c", tiles, call.tile, 0))
    elif kind == "pon":
        came.append(_code("p", tiles, call.tile, before))
    elif kind == "daiminkan":
        came.append(_code("m", tiles, call.tile, 3 if before == 2 else before))
        left.append(0)
    else:
        left.append(_code("k", tiles, call.tile, before))


def _code(letter: str, tiles: list[int], tile: int, place: int) -> str:
    own = [str(_number(own)) for own in tiles]
    return "".join([*own[:place], f"{letter}{_number(tile)}", *own[place:]])


def _tenhou_result(log: RoundLog) -> list[Any]:
    last = log.events[-1]
    if isinstance(last, DrawnGame):
        return [_DRAW_NAMES[str(last.kind)], list(last.said.deltas or ())]
    result: list[Any] = ["和了"]
    for event in log.events:
        if isinstance(event, Won):
            feeder = event.player if event.feeder is None else event.feeder
            details = [event.player, feeder, event.player, _worth(event.said, log.start.players)]
            result += [list(event.said.deltas or ()), details + _yaku(event.said)]
    return result


def _worth(said: SaidWin, players: int) -> str:
    """Fu, han and points; a tsumo in the form that is the same for all who pay, which only its dealer has."""
    points = f"{said.points}点" if said.from_ else f"{(said.points or 0) // (players - 1)}点∀"
    return points if said.limits else f"{said.fu}符{said.han}飜{points}"


def _yaku(said: SaidWin) -> list[str]:
    return [
        f"{YAKU_NAMES[yaku.tenhou or 0]}({'役満' if yaku.han is None else f'{yaku.han}飜'})" for yaku in said.yaku or ()
    ]


def _number(tile: int) -> int:
    rank, suit = tuple(print_tiles([tile]))
    return 51 + "mps".index(suit) if rank == "0" else 10 * (1 + "mpsz".index(suit)) + int(rank)


def as_mjai(log: GameLog) -> list[dict[str, Any]]:
    """The events of mjai for a game that was read from XML."""
    lines: list[dict[str, Any]] = [{"type": "start_game", "names": list(log.players), "aka_flag": True}]
    for played in log.rounds:
        if not played.is_over:
            continue
        start = played.start
        lines.append(
            {
                "type": "start_kyoku",
                "bakaze": WINDS[start.wind],
                "kyoku": start.number,
                "oya": start.dealer,
                "honba": start.honba,
                "kyotaku": start.sticks,
                "dora_marker": _mjai(start.indicator),
                "scores": list(start.scores or ()),
                "tehais": [[_mjai(tile) for tile in hand] for hand in start.hands],
            }
        )
        lines += [_mjai_event(event, played) for event in played.events]
        lines.append({"type": "end_kyoku"})
    return [*lines, {"type": "end_game"} | ({"scores": list(log.scores)} if log.scores else {})]


def _mjai_event(event: Event, log: RoundLog) -> dict[str, Any]:
    line: dict[str, Any]
    match event:
        case Draw(player, tile):
            line = {"type": "tsumo", "actor": player, "pai": _mjai(tile)}
        case Riichi(player):
            line = {"type": "reach", "actor": player}
        case Discard(player, tile):
            line = {"type": "dahai", "actor": player, "pai": _mjai(tile), "tsumogiri": False}
        case North(player):
            line = {"type": "nukidora", "actor": player, "pai": "N"}
        case Indicator(tile):
            line = {"type": "dora", "dora_marker": _mjai(tile)}
        case Call():
            line = _mjai_call(event)
        case Won():
            line = {
                "type": "hora",
                "actor": event.player,
                "target": event.player if event.feeder is None else event.feeder,
                "deltas": list(event.said.deltas or ()),
                "ura_markers": [_mjai(tile) for tile in event.ura],
            }
        case DrawnGame():
            everybody = [seat_of(player, log.start) for player in range(log.start.players)]
            line = {
                "type": "ryukyoku",
                "reason": _REASONS[str(event.kind)],
                "tenpais": [seat in (event.said.waiting or ()) for seat in everybody],
                "deltas": list(event.said.deltas or ()),
            }
    return line


def _mjai_call(call: Call) -> dict[str, Any]:
    meld: Meld = call.meld
    consumed = list(meld.tiles)
    line: dict[str, Any] = {"type": meld.kind, "actor": call.player}
    if call.tile is not None:
        consumed.remove(call.tile)
        line["pai"] = _mjai(call.tile)
    if call.feeder is not None:
        line["target"] = call.feeder
    return line | {"consumed": [_mjai(tile) for tile in consumed]}


def _mjai(tile: int) -> str:
    rank, suit = tuple(print_tiles([tile]))
    if suit == "z":
        return "ESWNPFC"[int(rank) - 1]
    return f"5{suit}r" if rank == "0" else f"{rank}{suit}"
