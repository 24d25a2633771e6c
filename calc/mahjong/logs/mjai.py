"""mjai logs: one JSON object a line, each an event of the game. Reading, and below it writing.

Dialects differ in their keys (``mjai_keys``), in what an ending tells, in the names of a North set aside and of reasons
of a draw, and in whether scores stand at the start of a round or at the end of the one before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs.events import (
    FROM_HAND,
    WINDS,
    Call,
    Discard,
    Draw,
    DrawnGame,
    Event,
    GameLog,
    Indicator,
    LoggedGame,
    North,
    Riichi,
    RoundLog,
    SaidDraw,
    SaidRiichi,
    SaidWin,
    Start,
    Won,
    seat_of,
)
from calc.mahjong.logs.mjai_keys import LIMIT_HAN, UNREAD, Line, pairs_of_yaku, plain_event
from calc.mahjong.logs.play import DEALT
from calc.mahjong.logs.reading import (
    listed,
    made_meld,
    one_each,
    one_tile,
    read_rounds,
    read_starts,
    split_rounds,
    text,
    vacant,
    whole,
    wholes,
)
from calc.mahjong.logs.tenhou_names import DRAWS, named_draw
from calc.notation.text import show
from calc.notation.tiles import print_tiles
from calc.translation import msg

#: What stands before and after the rounds.
_AROUND: Final = frozenset({"start_game", "end_game"})
#: What moves nothing.
_IDLE: Final = frozenset({"reach_accepted", "end_kyoku", "none"})
#: Who take a tile of another player.
_OF_TWO: Final = frozenset({"chi", "pon", "daiminkan", "hora"})
_HIDDEN = "?"
#: Seats of a table, where three may play.
_SEATS = 4
_REDS: Final = {"5mr": "0m", "5pr": "0p", "5sr": "0s"}


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def split_games(values: Sequence[Any]) -> list[Sequence[Any]]:
    """The events of each game: a new one begins at every ``start_game``. A greeting before it is none."""
    values = [value for value in values if not (_is_event(value) and value["type"] == "hello")]
    starts = [place for place, value in enumerate(values) if _is_event(value) and value["type"] == "start_game"]
    bounds = [0, *(place for place in starts if place), len(values)]
    return [values[start:end] for start, end in pairwise(bounds)]


def read_mjai(values: Sequence[Any]) -> GameLog:
    """The game that events tell; an error among them is raised.

    Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the round.
    """
    for value in values:
        if isinstance(value, UnreadableError):
            raise value
        if not _is_event(value):
            raise UnreadableError("expected an event of mjai, an object with 'type', found {0}", show(value))
    head: Line = next((line for line in reversed(values) if line["type"] == "start_game"), {})
    end: Line | None = next((line for line in reversed(values) if line["type"] == "end_game"), None)
    names = listed(head.get("names", []), "'names'")
    moves = (plain_event(line, names) for line in values if line["type"] not in _AROUND)
    parts = split_rounds(moves, lambda line: repr(line["type"]), "'start_kyoku'")
    starts = read_starts((part[0] for part in parts), _start)
    players = starts[0].players
    scores = _numbers(end, "scores", players) if end else None
    rounds = read_rounds(parts, starts, scores, _read_round)
    called = [text(name, "'names'") for name in names][:players]
    reds = [] if head.get("aka_flag", True) else ["m", "p", "s"][4 - players :]
    return GameLog(
        players=(*called, *[""] * (players - len(called))),
        options={"red_fives": dict.fromkeys(reds, 0)} if reds else {},
        rounds=rounds,
        scores=scores,
        vacant=_vacant([end] if end else [], players),
        ended=end is not None,
    )


def _start(line: Line) -> Start:
    hands = listed(line.get("tehais"), "'tehais'", least=3)
    hidden = [all(tile == _HIDDEN for tile in listed(hand, "'tehais'")) for hand in hands]
    players = 3 if len(hands) == 3 or hidden == [False, False, False, True] else _SEATS
    if len(hands) > _SEATS or any(hidden[:players]):
        raise UnreadableError("expected the hands of all players in 'start_kyoku', found some hidden")
    wind = text(line.get("bakaze"), "'bakaze'")
    number = whole(line.get("kyoku"), "'kyoku'", below=players + 1)
    if wind not in WINDS or number == 0 or line.get("oya", number - 1) != number - 1:
        found = {key: line.get(key) for key in ("bakaze", "kyoku", "oya")}
        raise UnreadableError("expected a round whose dealer is the player of its number, found {0}", show(found))
    return Start(
        wind=WINDS.index(wind),
        number=number,
        honba=whole(line.get("honba"), "'honba'", below=10_000),
        sticks=whole(line.get("kyotaku"), "'kyotaku'", below=10_000),
        scores=_numbers(line, "scores", players),
        hands=tuple(_tiles(hand, "'tehais'") for hand in hands[:players]),
        indicator=_tile(line, "dora_marker"),
    )


def _numbers(line: Line, key: str, players: int) -> tuple[int, ...] | None:
    """A number for each player; ``None`` where the event does not tell."""
    return None if line.get(key) is None else one_each(line[key], repr(key), players)


def _vacant(lines: Sequence[Line], players: int) -> tuple[float, ...]:
    """What events tell of the scores of empty seats."""
    told = (wholes(line[key], repr(key)) for line in lines for key in ("scores", "deltas") if line.get(key))
    return tuple(number for numbers in told for number in vacant(numbers, players))


def _read_round(lines: Sequence[Line], start: Start, after: tuple[int, ...] | None) -> RoundLog:
    events: list[Event] = []
    for line in lines[1:]:
        if line["type"] not in _IDLE:
            events.append(_read_event(line, start, events))
    endings = [line for line in lines if line["type"] in {"hora", "ryukyoku"}]
    told = _numbers(endings[-1], "scores", start.players) if endings else None
    riichi = tuple(_said_riichi(line, start) for line in lines if line["type"] == "reach_accepted")
    return RoundLog(
        start=start,
        events=events,
        after=told or after,
        riichi=riichi,
        vacant=_vacant(lines, start.players),
        unread=tuple(one for line in lines for one in line.get(UNREAD, ())),
    )


def _said_riichi(line: Line, start: Start) -> SaidRiichi:
    return SaidRiichi(
        seat=seat_of(whole(line.get("actor"), "'actor' of 'reach_accepted'", below=start.players), start),
        scores=_numbers(line, "scores", start.players),
        deltas=_numbers(line, "deltas", start.players),
    )


def _read_event(line: Line, start: Start, before: Sequence[Event]) -> Event:
    kind = line["type"]
    if kind in _OF_TWO and line.get("target") is None and before:
        # Whose tile is taken is told by the move before.
        moves = (event.player for event in reversed(before) if not isinstance(event, (Indicator, Won, DrawnGame)))
        line = {**line, "target": next(moves, None)}
    if kind == "dora":
        return Indicator(_tile(line, "dora_marker"))
    if kind == "ryukyoku":
        return _drawn_game(line, start)
    if kind not in _ACTIONS and kind != "hora":
        raise UnreadableError("expected an event of mjai, found the type {0}", show(kind))
    player = whole(line.get("actor"), f"'actor' of {kind!r}", below=start.players)
    return _won(line, player, start, before) if kind == "hora" else _ACTIONS[kind](line, player, start)


def _call(line: Line, player: int, start: Start) -> Call:
    own = _tiles(line.get("consumed"), "'consumed'")
    kind = line["type"]
    if kind == "ankan":
        return Call(player, made_meld("ankan", own))
    tile = _tile(line, "pai")
    if kind == "kakan":
        return Call(player, made_meld("kakan", (*own, tile), tile), tile)
    feeder = whole(line.get("target"), f"'target' of {kind!r}", below=start.players)
    return Call(player, made_meld(kind, (*own, tile)), tile, feeder)


def _won(line: Line, player: int, start: Start, before: Sequence[Event]) -> Won:
    feeder = whole(line.get("target"), "'target' of 'hora'", below=start.players)
    ura = line.get("ura_markers") or []
    yaku, unread = pairs_of_yaku(line.get("yakus"))
    liable = None if line.get("pao") is None else whole(line["pao"], "'pao' of 'hora'", below=start.players)
    han, fu, points = (
        None if line.get(key) is None else whole(line[key], repr(key)) for key in ("fan", "fu", "hora_points")
    )
    is_limit = han is not None and han >= LIMIT_HAN
    said = SaidWin(
        seat=seat_of(player, start),
        from_=seat_of(feeder, start) if feeder != player else None,
        han=None if is_limit else han,
        fu=None if is_limit else fu,
        points=points,
        deltas=_numbers(line, "deltas", start.players),
        after=_numbers(line, "scores", start.players),
        yaku=yaku,
        tile=print_tiles([_tile(line, "pai")]) if line.get("pai") is not None else None,
        liable=None if liable is None else seat_of(liable, start),
        unread=unread,
    )
    return Won(
        player=player,
        feeder=feeder if feeder != player else None,
        ura=_tiles(ura, "'ura_markers'"),
        shown=_shown(line, player, before),
        said=said,
    )


def _shown(line: Line, player: int, before: Sequence[Event]) -> tuple[int, ...] | None:
    """The concealed tiles of a winner, to which some do not count the winning tile; ``None`` for other numbers."""
    tiles = listed(line.get("hora_tehais") or [], "'hora_tehais'")
    called = sum(type(event) is Call and event.player == player and event.meld.kind != "kakan" for event in before)
    missing = DEALT + 1 - 3 * called - len(tiles)
    if missing not in (0, 1) or _HIDDEN in tiles or (missing and line.get("pai") is None):
        return None
    return _tiles([*tiles, *[line.get("pai")] * missing], "'hora_tehais'")


def _drawn_game(line: Line, start: Start) -> DrawnGame:
    reason = line.get("reason") or None
    row = None if reason is None else named_draw(text(reason, "'reason'"))
    kind = "exhaustive" if row == "nagashi" else row
    waiting = line.get("tenpais") if kind == "exhaustive" else None
    if waiting is not None:
        flags = listed(waiting, "'tenpais'", least=start.players)[: start.players]
        waiting = tuple(seat_of(player, start) for player, waits in enumerate(flags) if waits)
    said = SaidDraw(
        kind=kind,
        waiting=waiting,
        nagashi=row == "nagashi",
        deltas=_numbers(line, "deltas", start.players),
        unread=() if reason is None or row else (("draw", reason),),
    )
    hands = enumerate(line.get("tehais") or [])
    shown = {player: _tiles(hand, "'tehais'") for player, hand in hands if hand and _HIDDEN not in hand}
    return DrawnGame(kind=kind, shown=shown, said=said)


def _tile(line: Line, key: str) -> int:
    return _tiles([line.get(key)], f"{key!r} of {line['type']!r}")[0]


def _tiles(value: Any, where: str) -> tuple[int, ...]:
    """Tiles as mjai spells them: ``5m``, ``5mr`` for a red five, honours by their letters."""
    found = listed(value, where)
    if _HIDDEN in found:
        raise UnreadableError("expected a log that shows all hands, found a hidden tile as {0}", where)
    return tuple(one_tile(_REDS.get(text(tile, where), tile), where, msg("'5m', '5mr' or 'E'")) for tile in found)


#: How to read what a player does.
_ACTIONS: Final[dict[str, Callable[[Line, int, Start], Event]]] = {
    "tsumo": lambda line, player, start: Draw(player, _tile(line, "pai")),
    "dahai": lambda line, player, start: Discard(
        player, _tile(line, "pai"), 0 if line.get("tsumogiri", True) else FROM_HAND
    ),
    "reach": lambda line, player, start: Riichi(player),
    "kita": lambda line, player, start: North(player),
    "nukidora": lambda line, player, start: North(player),
    **dict.fromkeys(("chi", "pon", "daiminkan", "ankan", "kakan"), _call),
}


# ---- writing


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The lines of a game; a round that breaks off is left out."""
    log = logged.played
    reds: Any = log.options.get("red_fives", {"m": 1})
    yield _json_line({"type": "start_game", "names": [*log.players], "aka_flag": any(reds.values())})
    for played in log.rounds:
        if played.is_over:
            yield from map(_json_line, _write_round(played))
    if log.ended:
        yield _json_line({"type": "end_game"} | ({} if log.scores is None else {"scores": [*log.scores]}))


def _json_line(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write_round(log: RoundLog) -> Iterator[dict[str, Any]]:
    start = log.start
    line: dict[str, Any] = {
        "type": "start_kyoku",
        "bakaze": WINDS[start.wind],
        "kyoku": start.number,
        "oya": start.dealer,
        "honba": start.honba,
        "kyotaku": start.sticks,
        "dora_marker": _print_tile(start.indicator),
        "tehais": [[*map(_print_tile, hand)] for hand in start.hands],
    }
    yield line if start.scores is None else {**line, "scores": [*start.scores]}
    paid = {one.seat: one for one in log.riichi}
    declared: int | None = None
    drawn: Event | None = None
    for event in log.events:
        if declared is not None and not isinstance(event, (Discard, Won)):
            told = paid.get(seat_of(declared, start))
            accepted: dict[str, Any] = {"type": "reach_accepted", "actor": declared}
            for key in ("scores", "deltas"):
                if told is not None and getattr(told, key) is not None:
                    accepted[key] = [*getattr(told, key)]
            yield accepted
            declared = None
        line = _write_event(event, start, drawn)
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


def _write_event(event: Event, start: Start, drawn: Event | None) -> dict[str, Any]:
    line: dict[str, Any]
    match event:
        case Draw(player, tile):
            line = {"type": "tsumo", "actor": player, "pai": _print_tile(tile)}
        case Riichi(player):
            line = {"type": "reach", "actor": player}
        case Discard(player, tile, copy):
            is_drawn = drawn == Draw(player, tile, copy)
            line = {"type": "dahai", "actor": player, "pai": _print_tile(tile), "tsumogiri": is_drawn}
        case North(player):
            line = {"type": "nukidora", "actor": player, "pai": "N"}
        case Indicator(tile):
            line = {"type": "dora", "dora_marker": _print_tile(tile)}
        case Call():
            line = _write_call(event)
        case Won():
            line = _write_won(event)
        case DrawnGame():
            line = _write_drawn(event, start)
    return line


def _write_call(call: Call) -> dict[str, Any]:
    consumed = [*call.meld.tiles]
    line: dict[str, Any] = {"type": call.meld.kind, "actor": call.player}
    if call.tile is not None:
        consumed.remove(call.tile)
        line["pai"] = _print_tile(call.tile)
    if call.feeder is not None:
        line["target"] = call.feeder
    return {**line, "consumed": [*map(_print_tile, consumed)]}


def _write_won(won: Won) -> dict[str, Any]:
    said = won.said
    line: dict[str, Any] = {
        "type": "hora",
        "actor": won.player,
        "target": won.player if won.feeder is None else won.feeder,
        "ura_markers": [*map(_print_tile, won.ura)],
    }
    told = {"deltas": said.deltas, "fan": said.han, "fu": said.fu, "hora_points": said.points, "scores": said.after}
    return {**line, **{key: value for key, value in told.items() if value is not None}}


def _write_drawn(over: DrawnGame, start: Start) -> dict[str, Any]:
    said = over.said
    line: dict[str, Any] = {"type": "ryukyoku"}
    if over.kind is not None:
        line["reason"] = DRAWS["nagashi" if said.nagashi else over.kind][1]
    if said.waiting is not None:
        line["tenpais"] = [seat_of(player, start) in said.waiting for player in range(start.players)]
    return line if said.deltas is None else {**line, "deltas": [*said.deltas]}


def _print_tile(tile: int) -> str:
    rank, suit = tuple(print_tiles([tile]))
    if suit == "z":
        return "ESWNPFC"[int(rank) - 1]
    return f"5{suit}r" if rank == "0" else f"{rank}{suit}"
