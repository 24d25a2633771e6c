"""Games written as mjai, one event a line: the inverse of ``mjai``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from calc.mahjong.logs.events import (
    WINDS,
    Call,
    Discard,
    Draw,
    DrawnGame,
    Event,
    Indicator,
    LoggedGame,
    North,
    Riichi,
    RoundLog,
    Start,
    Won,
    seat_of,
)
from calc.notation.tiles import print_tiles

Line = dict[str, Any]

_REASONS: Final = {
    "exhaustive": "fanpai",
    "kyuushu_kyuuhai": "kyushukyuhai",
    "suucha_riichi": "suchareach",
    "sanchahou": "sanchaho",
    "suukaikan": "sukaikan",
    "suufon_renda": "sufonrenta",
}


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The lines of a game; a round that breaks off is left out."""
    log = logged.played
    reds: Any = log.options.get("red_fives", {"m": 1})
    yield _text({"type": "start_game", "names": [*log.players], "aka_flag": any(reds.values())})
    for played in log.rounds:
        if played.is_over:
            yield from map(_text, _round(played))
    if log.ended:
        yield _text({"type": "end_game"} | ({} if log.scores is None else {"scores": [*log.scores]}))


def _text(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _round(log: RoundLog) -> Iterator[Line]:
    start = log.start
    line: Line = {
        "type": "start_kyoku",
        "bakaze": WINDS[start.wind],
        "kyoku": start.number,
        "oya": start.dealer,
        "honba": start.honba,
        "kyotaku": start.sticks,
        "dora_marker": _tile(start.indicator),
        "tehais": [[*map(_tile, hand)] for hand in start.hands],
    }
    yield line if start.scores is None else {**line, "scores": [*start.scores]}
    paid = {one.seat: one for one in log.riichi}
    declared: int | None = None
    drawn: Event | None = None
    for event in log.events:
        if declared is not None and not isinstance(event, (Discard, Won)):
            told = paid.get(seat_of(declared, start))
            accepted: Line = {"type": "reach_accepted", "actor": declared}
            for key in ("scores", "deltas"):
                if told is not None and getattr(told, key) is not None:
                    accepted[key] = [*getattr(told, key)]
            yield accepted
            declared = None
        line = _line(event, start, drawn)
        if isinstance(event, (Won, DrawnGame)) and event is log.events[-1] and log.after is not None:
            line["scores"] = [*log.after]
        yield line
        if isinstance(event, Riichi):
            declared = event.player
        elif isinstance(event, Won):
            declared = None
        if not isinstance(event, Riichi):
            drawn = event
    yield {"type": "end_kyoku"}


def _line(event: Event, start: Start, drawn: Event | None) -> Line:
    line: Line
    match event:
        case Draw(player, tile):
            line = {"type": "tsumo", "actor": player, "pai": _tile(tile)}
        case Riichi(player):
            line = {"type": "reach", "actor": player}
        case Discard(player, tile, copy):
            is_drawn = drawn == Draw(player, tile, copy)
            line = {"type": "dahai", "actor": player, "pai": _tile(tile), "tsumogiri": is_drawn}
        case North(player):
            line = {"type": "nukidora", "actor": player, "pai": "N"}
        case Indicator(tile):
            line = {"type": "dora", "dora_marker": _tile(tile)}
        case Call():
            line = _call(event)
        case Won():
            line = _won(event)
        case DrawnGame():
            line = _drawn(event, start)
    return line


def _call(call: Call) -> Line:
    consumed = [*call.meld.tiles]
    line: Line = {"type": call.meld.kind, "actor": call.player}
    if call.tile is not None:
        consumed.remove(call.tile)
        line["pai"] = _tile(call.tile)
    if call.feeder is not None:
        line["target"] = call.feeder
    return {**line, "consumed": [*map(_tile, consumed)]}


def _won(won: Won) -> Line:
    said = won.said
    line: Line = {
        "type": "hora",
        "actor": won.player,
        "target": won.player if won.feeder is None else won.feeder,
        "ura_markers": [*map(_tile, won.ura)],
    }
    told = {"deltas": said.deltas, "fan": said.han, "fu": said.fu, "hora_points": said.points, "scores": said.after}
    return {**line, **{key: value for key, value in told.items() if value is not None}}


def _drawn(over: DrawnGame, start: Start) -> Line:
    said = over.said
    line: Line = {"type": "ryukyoku"}
    if over.kind is not None:
        line["reason"] = "nagashimangan" if said.nagashi else _REASONS[over.kind]
    if said.waiting is not None:
        line["tenpais"] = [seat_of(player, start) in said.waiting for player in range(start.players)]
    return line if said.deltas is None else {**line, "deltas": [*said.deltas]}


def _tile(tile: int) -> str:
    rank, suit = tuple(print_tiles([tile]))
    if suit == "z":
        return "ESWNPFC"[int(rank) - 1]
    return f"5{suit}r" if rank == "0" else f"{rank}{suit}"
