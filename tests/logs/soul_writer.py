"""Games written as downloaders of Mahjong Soul write its records: what its server would have sent of the same play."""

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
    Won,
)
from calc.mahjong.logs.shapes import without_copies
from calc.notation.tiles import parse_tiles, print_tiles

#: The numbers of its yaku by Tenhou's numbers; seat and round winds have one number each there.
_FANS = {
    0: 1,
    1: 2,
    3: 3,
    4: 4,
    5: 5,
    6: 6,
    18: 7,
    19: 8,
    20: 9,
    8: 12,
    9: 13,
    7: 14,
    23: 15,
    24: 16,
    25: 17,
    21: 18,
    26: 19,
    27: 20,
    28: 21,
    29: 22,
    30: 23,
    31: 24,
    22: 25,
    33: 26,
    34: 27,
    32: 28,
    35: 29,
    2: 30,
    52: 31,
    54: 32,
    53: 33,
    37: 35,
    38: 36,
    39: 37,
    40: 38,
    42: 39,
    43: 40,
    44: 41,
    47: 42,
    50: 43,
    51: 44,
    45: 45,
    46: 47,
    41: 48,
    48: 49,
    49: 50,
    **dict.fromkeys(range(10, 14), 10),
    **dict.fromkeys(range(14, 18), 11),
}
_DRAWS = {"kyuushu_kyuuhai": 1, "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5}


def as_mahjong_soul(log: GameLog) -> dict[str, Any]:
    """The record of a game, with its head."""
    players = len(log.players)
    result = [
        {"seat": seat, "part_point_1": points, "total_point": round(1000 * final)}
        for seat, (points, final) in enumerate(zip(log.scores or (), log.final or (), strict=True))
    ]
    mode = (1 if log.options.get("rounds") == 1 else 2) + (10 if players == 3 else 0)
    return {
        "head": {
            "uuid": "261123-01234567-89ab-cdef-0123-456789abcdef",
            "config": {"mode": {"mode": mode, "detail_rule": {"dora_count": players - 1}}, "meta": {"mode_id": 12}},
            "accounts": [{"seat": seat, "nickname": name} for seat, name in enumerate(log.players)],
            "result": {"players": result},
        },
        "data": [message for played in log.rounds if played.is_over for message in _round(played)],
    }


def _round(log: RoundLog) -> list[dict[str, Any]]:
    start, events = log.start, [*without_copies(log.events)]
    hands = [[_tile(tile) for tile in hand] for hand in start.hands]
    first = events.pop(0)
    assert isinstance(first, Draw)
    hands[start.dealer].append(_tile(first.tile))
    doras = [_tile(start.indicator)]
    new_round = {
        "chang": start.wind,
        "ju": start.dealer,
        "ben": start.honba,
        "liqibang": start.sticks,
        "scores": list(start.scores or ()),
        "doras": list(doras),
        "left_tile_count": 69,
        **{f"tiles{seat}": hand for seat, hand in enumerate([*hands, []][:4])},
    }
    found = [_record("NewRound", new_round)]
    pending = declared = False
    for event in events:
        if isinstance(event, Riichi):
            declared = True
        elif isinstance(event, Indicator):
            doras.append(_tile(event.tile))
            # After a discard it is shown with it, before one with the tile that is drawn next.
            pending = "DiscardTile" not in found[-1]["name"]
            if not pending:
                found[-1]["data"]["doras"] = list(doras)
        elif not isinstance(event, Won):
            found.append(_move(event, log, declared=declared))
            declared = declared and not isinstance(event, Discard)
            if pending:
                found[-1]["data"]["doras"] = list(doras)
            pending = False
    wins = [event for event in events if isinstance(event, Won)]
    if wins:
        deltas = [sum(column) for column in zip(*(event.said.deltas or () for event in wins), strict=True)]
        hules = [_hule(event, log, doras) for event in wins]
        scores = list(log.after or ())
        old = [points - change for points, change in zip(scores, deltas, strict=True)]
        found.append(_record("Hule", {"hules": hules, "old_scores": old, "delta_scores": deltas, "scores": scores}))
    return found


def _record(name: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"name": f".lq.Record{name}", "data": data}


def _move(event: Any, log: RoundLog, *, declared: bool) -> dict[str, Any]:
    match event:
        case Draw(player, tile):
            return _record("DealTile", {"seat": player, "tile": _tile(tile), "left_tile_count": 60})
        case Discard(player, tile, copy):
            data = {"seat": player, "tile": _tile(tile), "is_liqi": declared, "moqie": not copy}
            return _record("DiscardTile", data)
        case North(player):
            return _record("BaBei", {"seat": player, "moqie": False})
        case Call(player, meld, tile, feeder):
            return _record(*_call(player, meld, tile, feeder))
        case _:
            return _record(*_drawn(event, log))


def _call(player: int, meld: Any, tile: int | None, feeder: int | None) -> tuple[str, dict[str, Any]]:
    if meld.kind in {"ankan", "kakan"}:
        added = meld.tiles[-1] if tile is None else tile
        return "AnGangAddGang", {"seat": player, "type": 3 if meld.kind == "ankan" else 2, "tiles": _tile(added)}
    own = list(meld.tiles)
    own.remove(tile)
    kind = {"chi": 0, "pon": 1, "daiminkan": 2}[meld.kind]
    froms = [player] * len(own) + [feeder]
    return "ChiPengGang", {"seat": player, "type": kind, "tiles": [*map(_tile, own), _tile(tile or 0)], "froms": froms}


def _hule(won: Won, log: RoundLog, doras: list[str]) -> dict[str, Any]:
    said, start = won.said, log.start
    points, others = said.points or 0, start.players - 1
    deltas = said.deltas or ()
    is_dealer = won.player == start.dealer
    lines = [{"id": _FANS[yaku.tenhou or 0], "val": 1 if yaku.han is None else yaku.han} for yaku in said.yaku or ()]
    paid = {}
    if won.feeder is not None:
        paid = {"point_rong": points}
    elif is_dealer:
        paid = {"point_zimo_xian": points // others}
    else:
        by_dealer = -deltas[start.dealer] - 100 * start.honba
        paid = {"point_zimo_qin": by_dealer, "point_zimo_xian": (points - by_dealer) // (others - 1)}
    concealed = list(won.shown or ())
    if said.tile:
        concealed.remove(parse_tiles(said.tile)[0])
    return {
        "seat": won.player,
        "hand": [_tile(tile) for tile in concealed],
        "ming": [],
        "zimo": won.feeder is None,
        "qinjia": is_dealer,
        "hu_tile": said.tile or "",
        "doras": list(doras),
        "li_doras": [_tile(tile) for tile in won.ura],
        "yiman": bool(said.limits),
        "count": said.limits or said.han,
        "fans": lines,
        "fu": said.fu or 0,
        "title": "",
        "liqi": any(line["id"] in {2, 18} for line in lines),
        "point_rong": 0,
        "point_zimo_qin": 0,
        "point_zimo_xian": 0,
        **paid,
    }


def _drawn(event: DrawnGame, log: RoundLog) -> tuple[str, dict[str, Any]]:
    if event.kind != "exhaustive":
        return "LiuJu", {"type": _DRAWS[str(event.kind)], "seat": 0, "tiles": []}
    waiting = event.said.waiting or ()
    players = [{"tingpai": log.start.seat(player) in waiting} for player in range(log.start.players)]
    deltas = event.said.deltas or ()
    scores: list[dict[str, Any]] = [{"seat": 0, "delta_scores": [*deltas]}]
    if log.after is not None:
        scores[0]["old_scores"] = [points - change for points, change in zip(log.after, deltas, strict=True)]
    return "NoTile", {"liujumanguan": event.said.nagashi, "players": players, "scores": scores}


def _tile(tile: int) -> str:
    return print_tiles([tile])
