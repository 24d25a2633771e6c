"""Games written as the JSON of tenhou.net/6, the page that replays them: the inverse of ``tenhou_json``.

The worth of each win stands there as Japanese text, which the page prints. Where the log that was read tells none, it
is that of the settled game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.events import (
    WINDS,
    Call,
    Discard,
    Draw,
    DrawnGame,
    GameLog,
    Indicator,
    LoggedGame,
    North,
    Riichi,
    RoundLog,
    SaidWin,
    SaidYaku,
    Start,
    Won,
)
from calc.mahjong.logs.tenhou_names import DRAWS, LEVEL_WORDS, YAKU, said_yaku
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.game import play_rounds
from calc.mahjong.rounds.round import PlayedRound
from calc.notation.tiles import kind_of, print_tiles

_SEATS = 4
_DRAWS: Final = {kind: word for word, kind in reversed(DRAWS.items()) if not word.isascii()}
_LEVELS: Final = {level: word for word, level in reversed(LEVEL_WORDS.items())}
#: Where the tile that was called stands in a code, by how many seats before the caller its player sits, less one.
_PLACES: Final = {"pon": (0, 1, 2), "kakan": (0, 1, 2), "daiminkan": (0, 1, 3)}
_LETTERS: Final = {"pon": "p", "kakan": "k", "daiminkan": "m"}


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The game as one line of JSON; a round that breaks off is left out."""
    log = logged.played
    rounds = [played for played in log.rounds if played.is_over]
    settled = _settled(logged) if _needs_worth(rounds) else [None] * len(rounds)
    value: dict[str, Any] = {
        "title": ["", ""],
        "name": [*log.players, *[""] * (_SEATS - len(log.players))],
        "rule": _rule(log),
        "log": [_round(one, worth) for one, worth in zip(rounds, settled, strict=True)],
    }
    if log.scores is not None:
        final = log.final or (0,) * len(log.players)
        value["sc"] = [number for pair in zip(log.scores, final, strict=True) for number in pair]
    yield json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _needs_worth(rounds: list[RoundLog]) -> bool:
    wins = [event.said for one in rounds for event in one.events if type(event) is Won]
    return any(said.points is None or said.yaku is None for said in wins)


def _settled(logged: LoggedGame) -> list[PlayedRound]:
    """The rounds, settled under the rules of the log. Raises what they are refused for."""
    rules = load_mahjong_rules(logged.head["rules"], logged.head.get("options"))
    return play_rounds(logged.game, rules)


def _rule(log: GameLog) -> dict[str, Any]:
    """The rules in the words of the sites, as far as there are words for them."""
    reds: Any = log.options.get("red_fives", {})
    counts = {suit: reds.get(suit, 1) for suit in "mps"[_SEATS - len(log.players) :]}
    words = "段位戦" if (log.rules or "").startswith("mahjong-soul") else "鳳"
    words = ("三" if len(log.players) < _SEATS else "") + words
    words += "東" if log.options.get("rounds") == 1 else "南"
    words += "喰" if log.options.get("tanyao_open", True) else ""
    words += "赤" if any(counts.values()) else ""
    return {"disp": words, **{f"aka5{1 + 'mps'.index(suit)}": count for suit, count in counts.items()}}


def _round(log: RoundLog, settled: PlayedRound | None) -> list[Any]:
    start, absent = log.start, _SEATS - log.start.players
    came: list[list[Any]] = [[], [], [], []]
    left: list[list[Any]] = [[], [], [], []]
    indicators, declared = [start.indicator], ""
    drawn: Draw | None = None
    feeders: dict[tuple[int, tuple[int, ...]], int] = {}
    for event in log.events:
        match event:
            case Draw(player, tile):
                drawn = event
                came[player].append(_number(tile))
            case Riichi():
                declared = "r"
            case Discard(player, tile, copy):
                spelled = _number(tile) if drawn != Draw(player, tile, copy) else 60
                left[player].append(f"r{spelled}" if declared else spelled)
                declared = ""
            case Call(player):
                drawn = None
                _write_call(event, came[player], left[player], feeders)
            case North(player):
                left[player].append("f44")
            case Indicator(tile):
                indicators.append(tile)
    uras = sorted([event.ura for event in log.events if isinstance(event, Won)], key=len)
    row: list[Any] = [
        [_SEATS * start.wind + start.dealer, start.honba, start.sticks],
        [*(start.scores or [0] * start.players), *[0] * absent],
        [*map(_number, indicators)],
        [*map(_number, uras[-1] if uras else ())],
    ]
    for hand, own, discards in zip([*start.hands, *[()] * absent], came, left, strict=True):
        row += [[*map(_number, hand)], own, discards]
    return [*row, _result(log, settled)]


def _write_call(call: Call, came: list[Any], left: list[Any], feeders: dict[tuple[int, tuple[int, ...]], int]) -> None:
    """Write a call among the tiles that came to a player, a quad of own tiles among those that left."""
    # Red fives come after plain ones.
    kind, tiles = call.meld.kind, sorted(call.meld.tiles, key=lambda tile: (kind_of(tile), tile))
    meld = tuple(tiles)
    if call.tile is None:
        left.append(_code("a", tiles[:3], tiles[3], 3))
        return
    tiles.remove(call.tile)
    feeder = feeders[call.player, tuple(tiles)] if call.feeder is None else call.feeder
    feeders[call.player, meld] = feeder
    if kind == "chi":
        came.append(_code("c", tiles, call.tile, 0))
        return
    code = _code(_LETTERS[kind], tiles, call.tile, _PLACES[kind][(call.player - feeder) % _SEATS - 1])
    (left if kind == "kakan" else came).append(code)
    if kind == "daiminkan":
        left.append(0)


def _code(letter: str, tiles: list[int], tile: int, place: int) -> str:
    own = [str(_number(one)) for one in tiles]
    return "".join([*own[:place], f"{letter}{_number(tile)}", *own[place:]])


def _number(tile: int) -> int:
    rank, suit = tuple(print_tiles([tile]))
    return 51 + "mps".index(suit) if rank == "0" else 10 * (1 + "mpsz".index(suit)) + int(rank)


# ---- endings


def _result(log: RoundLog, settled: PlayedRound | None) -> list[Any]:
    last, start = log.events[-1], log.start
    if isinstance(last, DrawnGame):
        return _drawn(last, last.kind or _kind_of(settled), start.players)
    result: list[Any] = ["和了"]
    wins = [event for event in log.events if isinstance(event, Won)]
    for place, won in enumerate(wins):
        said = won.said if settled is None else _said(settled.wins[place], won.said, start)
        feeder = won.player if won.feeder is None else won.feeder
        liable = won.player if said.liable is None else (start.dealer + WINDS.index(said.liable)) % start.players
        yaku = [f"{one.name}({'役満' if one.han is None else f'{one.han}飜'})" for one in said.yaku or ()]
        result += [[*(said.deltas or ())], [won.player, feeder, liable, _worth(said, won, start), *yaku]]
    return result


def _drawn(over: DrawnGame, kind: str, players: int) -> list[Any]:
    """The kind of a draw, and the changes where something is paid."""
    said = over.said
    if said.nagashi:
        name = "流し満貫"
    elif kind == "exhaustive" and said.waiting is not None and len(said.waiting) in (0, players):
        return ["全員聴牌" if said.waiting else "全員不聴"]
    else:
        name = _DRAWS[kind]
    return [name] if kind != "exhaustive" or said.deltas is None else [name, [*said.deltas]]


def _kind_of(settled: PlayedRound | None) -> str:
    return "exhaustive" if settled is None or settled.read.record.draw is None else settled.read.record.draw.kind


def _worth(said: SaidWin, won: Won, start: Start) -> str:
    limit = _LEVELS.get(said.level or "", "役満" if said.limits else "")
    counted = "" if limit or said.han is None or said.fu is None else f"{said.fu}符{said.han}飜"
    return f"{counted}{limit}{_points(said, won, start)}"


def _points(said: SaidWin, won: Won, start: Start) -> str:
    """What a ron pays, on a tsumo what each other player pays: others - dealer."""
    points, others = said.points or 0, start.players - 1
    if won.feeder is not None:
        return f"{points}点"
    if won.player == start.dealer:
        return f"{points // others}点∀"
    each = points // (others + 1)
    if said.liable is None and said.deltas is not None:
        # The shares are rounded up one by one; the dealer pays what the others leave of the points.
        other = next(player for player in range(start.players) if player not in (won.player, start.dealer))
        dealers = said.deltas[other] - said.deltas[start.dealer]
        each = (points - dealers) // others
    return f"{each}-{points - (others - 1) * each}点"


#: Tenhou's numbers by our ids. Those of winds begin at East.
_NUMBERS: Final = {yaku: number for number, yaku in reversed([*enumerate(YAKU)])}


def _said(result: WinResult, told: SaidWin, start: Start) -> SaidWin:
    """What a log would say of a settled win."""
    winds = {"seat_wind": WINDS.index(told.seat), "round_wind": start.wind}
    yaku = []
    for line in result.yaku:
        number = _NUMBERS.get(line.id)
        if number is None:
            one = SaidYaku(line.id, line.han, name=line.name)
        else:
            one = said_yaku(number + winds.get(line.id, 0), line.han)
        yaku += [one] * (line.limit or 1)
    dora = result.dora
    for key, count in (("dora", dora.dora + dora.north), ("ura", dora.ura), ("red", dora.red)):
        if count and not result.limits:
            yaku.append(said_yaku(_NUMBERS[key], count))
    seats = [WINDS[(player - start.dealer) % start.players] for player in range(start.players)]
    return SaidWin(
        seat=told.seat,
        han=result.han,
        fu=result.fu,
        limits=result.limits,
        level=result.level,
        points=result.points,
        deltas=told.deltas or tuple(result.payments[seat] for seat in seats),
        yaku=tuple(yaku),
        liable=told.liable,
    )
