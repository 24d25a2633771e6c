"""Games written as the viewer of the M.League and the servers of Riichi City write them."""

import json
from typing import Any

from calc.mahjong.logs.events import (
    Call,
    Discard,
    Draw,
    DrawnGame,
    GameLog,
    Indicator,
    North,
    Riichi,
    RoundLog,
    Start,
    Won,
)
from calc.mahjong.logs.names import CITY_YAKU
from calc.notation.tiles import parse_tiles, print_tiles

Command = dict[str, Any]


# ---- the M.League

_CODES = ("A0", "B0", "C0", "D0")
_LEVELS = {"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "yakuman": "役満"}
_LEVELS["kazoe_yakuman"] = "数え役満"


def as_page(commands: list[Command]) -> str:
    """The page around commands."""
    told = json.dumps(commands, ensure_ascii=False).replace("'", "\\'")
    return f"<!DOCTYPE html>\n<html><script>\nUMP_PLAYER.init(true, true, '{told}', autoplay);\n</script></html>\n"


def as_mleague(log: GameLog) -> list[Command]:
    """The commands of a game of four."""
    found = [_cmd("player", code, name, "user", "T") for code, name in zip(_CODES, log.players, strict=True)]
    for played in log.rounds:
        if played.is_over:
            found += _commands(played)
    if log.final is not None:
        results = [word for code, one in zip(_CODES, log.final, strict=True) for word in (code, f"{one:.1f}")]
        found.append(_cmd("gameend", *results))
    return found


def _cmd(name: str, *args: str) -> Command:
    return {"time": "", "id": "0", "cmd": name, "args": [*args]}


def _tile(tile: int) -> str:
    spelled = print_tiles([tile])
    return f"5{spelled[1].upper()}" if spelled[0] == "0" else spelled


def _tiles(tiles: Any) -> str:
    return "".join(map(_tile, tiles))


def _opening(log: RoundLog, head: list[str]) -> list[Command]:
    start = log.start
    found = [_cmd("kyokustart", *head)]
    found += [_cmd("point", code, f"={points}") for code, points in zip(_CODES, start.scores or (), strict=True)]
    found.append(_cmd("dora", "", _tile(start.indicator)))
    for code, hand in zip(_CODES, start.hands, strict=True):
        found += [_cmd("haipai", code, _tiles(hand[part : part + 4])) for part in range(0, 13, 4)]
    return found


def _commands(log: RoundLog) -> list[Command]:
    start, winds = log.start, [f"{1 + 'ESWN'.index(log.start.seat(player))}z" for player in range(4)]
    head = ["0", _CODES[start.dealer], str(start.honba), str(1000 * start.sticks), f"{start.wind + 1}z", *winds]
    found = _opening(log, head)
    declared: list[str] = []
    laid: list[int] = []
    drawn: Draw | None = None
    for place, event in enumerate(log.events):
        match event:
            case Draw(player, tile):
                found.append(_cmd("tsumo", _CODES[player], "69", _tile(tile)))
                drawn = event
            case Riichi():
                declared = ["richi"]
            case Discard(player, tile, copy):
                is_drawn = drawn == Draw(player, tile, copy)
                found.append(_cmd("sutehai", _CODES[player], _tile(tile), *["tsumogiri"] * is_drawn, *declared))
                if declared and not isinstance(log.events[place + 1], Won):
                    found.append(_cmd("richi", _CODES[player], "-1000"))
                    laid.append(player)
                declared = []
            case Call(player):
                called = [] if event.tile is None else [_tile(event.tile)]
                found.append(_cmd("open", _CODES[player], f"<{_tiles(event.own)}>", *called))
                drawn = None
            case Indicator(tile):
                found.append(_cmd("dora", "", _tile(tile)))
            case Won():
                found.append(_laid_open(event))
                found += [_cmd("uradora", "", _tile(tile)) for tile in event.ura]
                found.append(_agari(event, start, log))
                found += _points(event.said.deltas, laid)
                laid = []
            case DrawnGame():
                found += [_cmd("open", _CODES[player], _tiles(hand)) for player, hand in event.shown.items()]
                words = ["tenpai" if start.seat(one) in (event.said.waiting or ()) else "noten" for one in range(4)]
                found += [_cmd("say", code, word) for code, word in zip(_CODES, words, strict=True)]
                found += [_cmd("ryukyoku"), *_points(event.said.deltas, laid)]
    return [*found, _cmd("kyokuend")]


def _laid_open(won: Won) -> Command:
    hand = [*(won.shown or ())]
    if won.feeder is not None and won.said.tile:
        hand.remove(parse_tiles(won.said.tile)[0])
    return _cmd("open", _CODES[won.player], _tiles(hand))


def _points(deltas: Any, laid: list[int]) -> list[Command]:
    changes = [change - 1000 * (player in laid) for player, change in enumerate(deltas or (0,) * 4)]
    return [_cmd("point", code, f"{change:+d}") for code, change in zip(_CODES, changes, strict=True)]


def _agari(won: Won, start: Start, log: RoundLog) -> Command:
    said = won.said
    gave = (event.tile for event in reversed(log.events) if isinstance(event, Discard | Call))
    tile = _tiles(parse_tiles(said.tile)) if said.tile else _tile(next(one for one in gave if one is not None))
    ron = [] if won.feeder is None else [f"ron={tile}"]
    # A tsumo is told by what a ron would be worth.
    base = (said.fu or 0) << 2 + (said.han or 0)
    worth = _LEVELS.get(said.level or "", str(-(-base * (6 if won.player == start.dealer else 4) // 100) * 100))
    if said.limits:
        worth = "役満"
    yaku = [word for one in said.yaku or () if one.han != 0 for word in (one.name or "", str(one.han or 1))]
    return _cmd("agari", *ron, _CODES[won.player], worth, str(said.fu or 0), *yaku)


# ---- Riichi City

_DRAWS = {"suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5, "kyuushu_kyuuhai": 6, "exhaustive": 7}


def as_riichi_city(log: GameLog) -> dict[str, Any]:
    """The record of a game."""
    players = len(log.players)
    seated = [
        {"userId": 1000 + player, "position": (player + 1) % players, "nickname": name}
        for player, name in enumerate(log.players)
    ]
    records = [{"players": seated, "handEventRecord": _events(played)} for played in log.rounds if played.is_over]
    if log.scores is not None:
        results = [
            {"user_id": 1000 + player, "point_num": points, "score": round(10 * final)}
            for player, (points, final) in enumerate(zip(log.scores, log.final or (), strict=True))
        ]
        records[-1]["handEventRecord"].append(_event(6, user_data=results))
    data = {"handRecord": records, "playerCount": players, "fangFu": 1, "round": 2 - (log.options.get("rounds") == 1)}
    return {"code": 0, "data": data, "message": "ok"}


def _event(kind: int, **data: Any) -> dict[str, Any]:
    return {"data": json.dumps(data), "eventType": kind, "userId": data.get("user_id", 0)}


def _number(tile: int) -> int:
    rank, suit = list(print_tiles([tile]))
    if suit == "z":
        return 16 * (2 + int(rank)) + 1
    return 16 * "psm".index(suit) + (int(rank) or 256 + 5)


def _dealt(start: Start, first: Draw) -> list[dict[str, Any]]:
    points = [{"user_id": 1000 + one, "hand_points": score} for one, score in enumerate(start.scores or ())]
    found = []
    for player in (start.players - 1, *range(start.players - 1)):  # in the order of positions
        tiles = [*start.hands[player], *([first.tile] if player == start.dealer else [])]
        told = {
            "user_id": 1000 + player,
            "hand_cards": [*map(_number, tiles)],
            "bao_pai_card": _number(start.indicator),
        }
        told |= {"quan_feng": 49 + 16 * start.wind, "chang_ci": start.number, "ben_chang_num": start.honba}
        found.append(_event(1, **told, li_zhi_bang_num=start.sticks, user_info_list=points))
    return found


def _events(log: RoundLog) -> list[dict[str, Any]]:
    start, players = log.start, log.start.players
    first, *moves = log.events
    assert isinstance(first, Draw)
    found = _dealt(start, first)
    shown = [_number(start.indicator)]
    declared, drawn = False, first
    wins = [event for event in moves if isinstance(event, Won)]
    for event in moves:
        match event:
            case Draw(player, tile):
                found.append(_event(2, user_id=1000 + player, in_card=_number(tile)))
                drawn = event
            case Riichi():
                declared = True
            case Discard(player, tile, copy):
                place = [99] if drawn != Draw(player, tile, copy) else None
                found.append(_do(player, 11, tile, is_li_zhi=declared, move_cards_pos=place))
                declared = False
            case Call(player):
                kind = {"chi": 2, "pon": 5, "daiminkan": 6, "ankan": 8, "kakan": 9}[event.meld.kind]
                tile = event.meld.tiles[0] if event.tile is None else event.tile
                found.append(_do(player, kind, tile, group_cards=[*map(_number, event.own)]))
            case North(player):
                found.append(_do(player, 13, 30))
            case Indicator(tile):
                shown.append(_number(tile))
                found.append(_event(7, cards=[*shown]))
            case DrawnGame():
                deltas = event.said.deltas or (0,) * players
                # An exhaustive draw lists who waits.
                waiting = [{"user_id": 1000 + start.player(seat)} for seat in event.said.waiting or ()]
                ending = {"end_type": _DRAWS[event.kind or "exhaustive"], "win_info": waiting}
                found.append(_over(deltas, log, **ending, zhong_liu_info=[1] * event.said.nagashi))
    if wins:
        deltas = tuple(sum(column) for column in zip(*(won.said.deltas or () for won in wins), strict=True))
        ending = {"end_type": 0 if wins[0].feeder is not None else 1, "win_info": [*map(_win, wins)]}
        found.append(_over(deltas, log, **ending))
    return found


def _do(player: int, action: int, tile: int, **more: Any) -> dict[str, Any]:
    return _event(4, user_id=1000 + player, action=action, card=_number(tile), **more)


def _over(deltas: Any, log: RoundLog, **more: Any) -> dict[str, Any]:
    profit = [{"user_id": 1000 + player, "point_profit": change} for player, change in enumerate(deltas)]
    for one, points in zip(profit, log.after or (), strict=False):
        one["user_point"] = points
    return _event(5, user_profit=profit, **more)


def _win(won: Won) -> dict[str, Any]:
    numbers = {yaku: number for number, yaku in reversed(CITY_YAKU.items())}
    said = won.said
    fang = [
        {"fang_type": numbers[one.id], "fang_num": one.han or 13} for one in said.yaku or () if one.han != 0 and one.id
    ]
    return {
        "user_id": 1000 + won.player,
        "fang_info": fang,
        "all_fang_num": said.han or 0,
        "all_fu": said.fu or 0,
        "all_point": said.points,
        "li_bao_card": [*map(_number, won.ura)] or None,
    }
