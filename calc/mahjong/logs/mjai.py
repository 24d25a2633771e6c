"""mjai logs: one JSON object a line, each an event of the game.

Dialects differ in what an ending tells, in the names of a North set aside and of the reasons of a draw, and in whether
scores stand at the start of a round or at the end of the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from calc.errors import NotationError, UnreadableError
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
    North,
    Riichi,
    RoundLog,
    SaidDraw,
    SaidRiichi,
    SaidWin,
    Start,
    Won,
    numbered,
    round_name,
    seat_of,
    vacant,
)
from calc.mahjong.logs.values import listed, made_meld, text, whole, wholes
from calc.notation.text import show
from calc.notation.tiles import parse_tiles

Line = Mapping[str, Any]

#: What moves nothing.
_IDLE: Final = frozenset({"reach_accepted", "end_kyoku", "none"})
_REASONS: Final = {
    "fanpai": "exhaustive",
    "exhaustive_draw": "exhaustive",
    "howanpai": "exhaustive",
    "nagashimangan": "exhaustive",
    "nagashi_mangan": "exhaustive",
    "kyushukyuhai": "kyuushu_kyuuhai",
    "kyushu_kyuhai": "kyuushu_kyuuhai",
    "kyuushu_kyuuhai": "kyuushu_kyuuhai",
    "sufonrenta": "suufon_renda",
    "sufuurenta": "suufon_renda",
    "suufon_renda": "suufon_renda",
    "suchareach": "suucha_riichi",
    "suucha_riichi": "suucha_riichi",
    "sukaikan": "suukaikan",
    "suukansansen": "suukaikan",
    "sanchaho": "sanchahou",
    "sanchahou": "sanchahou",
}
_HIDDEN = "?"
#: Seats of a table, where three may play.
_SEATS = 4
#: Where a dialect counts limits in the han of a win, it does so from here.
_LIMIT_HAN = 100
_MAX_ROUNDS = 100


def is_mjai(value: Any) -> bool:
    """Whether a JSON value is an event of this format."""
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def read_games(values: Sequence[Any]) -> Iterator[Callable[[], GameLog]]:
    """How to read each game: a new one begins at every ``start_game``."""
    starts = [place for place, value in enumerate(values) if is_mjai(value) and value["type"] == "start_game"]
    bounds = [0, *(place for place in starts if place), len(values)]
    return (partial(read_mjai, values[start:end]) for start, end in pairwise(bounds))


def read_mjai(values: Sequence[Any]) -> GameLog:
    """The game that events tell; an error among them is raised.

    Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the round.
    """
    for value in values:
        if isinstance(value, UnreadableError):
            raise value
        if not is_mjai(value):
            raise UnreadableError(f"expected an event of mjai, an object with 'type', found {show(value)}")
    head, parts, end = _parts(values)
    starts = numbered((part[0] for part in parts), _start)
    players = starts[0].players
    scores = _numbers(end, "scores", players) if end else None
    following = [*(start.scores for start in starts[1:]), scores]
    rounds = [_read_round(part, start, after) for part, start, after in zip(parts, starts, following, strict=True)]
    names = [text(name, "'names'") for name in listed(head.get("names", []), "'names'")][:players]
    names += [""] * (players - len(names))
    reds = [] if head.get("aka_flag", True) else ["m", "p", "s"][4 - players :]
    return GameLog(
        players=tuple(names),
        options={"red_fives": dict.fromkeys(reds, 0)} if reds else {},
        rounds=rounds,
        scores=scores,
        vacant=_vacant([end] if end else [], players),
        ended=end is not None,
    )


def _parts(lines: Sequence[Line]) -> tuple[Line, list[list[Line]], Line | None]:
    """The start of the game, the events of each round, and the end of the game."""
    head: Line = {}
    end: Line | None = None
    parts: list[list[Line]] = []
    for line in lines:
        kind = line["type"]
        if kind == "start_game":
            head = line
        elif kind == "end_game":
            end = line
        elif kind == "start_kyoku":
            parts.append([line])
        elif not parts:
            raise UnreadableError(f"expected 'start_kyoku' before the first move, found {kind!r}")
        else:
            parts[-1].append(line)
    if not 0 < len(parts) <= _MAX_ROUNDS:
        raise UnreadableError(f"expected 1 to {_MAX_ROUNDS} rounds, each with 'start_kyoku', found {len(parts)}")
    return head, parts, end


def _start(line: Line) -> Start:
    hands = listed(line.get("tehais"), "'tehais'", least=3)
    hidden = [all(tile == _HIDDEN for tile in listed(hand, "'tehais'")) for hand in hands]
    players = 3 if len(hands) == 3 or hidden == [False, False, False, True] else _SEATS
    if len(hands) > _SEATS or any(hidden[:players]):
        raise UnreadableError("expected the hands of all players in 'start_kyoku', found some hidden")
    wind = text(line.get("bakaze"), "'bakaze'")
    number = whole(line.get("kyoku"), "'kyoku'", below=players + 1)
    if wind not in WINDS or len(wind) != 1 or number == 0 or line.get("oya", number - 1) != number - 1:
        found = {key: line.get(key) for key in ("bakaze", "kyoku", "oya")}
        raise UnreadableError(f"expected a round whose dealer is the player of its number, found {show(found)}")
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
    if line.get(key) is None:
        return None
    return tuple(wholes(line[key], repr(key), least=players)[:players])


def _vacant(lines: Sequence[Line], players: int) -> tuple[float, ...]:
    """What events tell of the scores of empty seats."""
    told = (wholes(line[key], repr(key)) for line in lines for key in ("scores", "deltas") if line.get(key))
    return tuple(number for numbers in told for number in vacant(numbers, players))


def _read_round(lines: Sequence[Line], start: Start, after: tuple[int, ...] | None) -> RoundLog:
    try:
        events = [_read_event(line, start) for line in lines[1:] if line["type"] not in _IDLE]
        endings = [line for line in lines if line["type"] in {"hora", "ryukyoku"}]
        told = _numbers(endings[-1], "scores", start.players) if endings else None
        riichi = tuple(_said_riichi(line, start) for line in lines if line["type"] == "reach_accepted")
        of_empty_seats = _vacant(lines, start.players)
    except UnreadableError as error:
        raise UnreadableError(f"in {round_name(start)}: {error.message}") from None
    return RoundLog(start=start, events=events, after=told or after, riichi=riichi, vacant=of_empty_seats)


def _said_riichi(line: Line, start: Start) -> SaidRiichi:
    return SaidRiichi(
        seat=seat_of(whole(line.get("actor"), "'actor' of 'reach_accepted'", below=start.players), start),
        scores=_numbers(line, "scores", start.players),
        deltas=_numbers(line, "deltas", start.players),
    )


def _read_event(line: Line, start: Start) -> Event:
    kind = line["type"]
    if kind == "dora":
        return Indicator(_tile(line, "dora_marker"))
    if kind == "ryukyoku":
        return _drawn_game(line, start)
    if kind not in _ACTIONS:
        raise UnreadableError(f"expected an event of mjai, found the type {show(kind)}")
    return _ACTIONS[kind](line, whole(line.get("actor"), f"'actor' of {kind!r}", below=start.players), start)


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


def _won(line: Line, player: int, start: Start) -> Won:
    feeder = whole(line.get("target"), "'target' of 'hora'", below=start.players)
    ura = line.get("ura_markers", line.get("uradora_markers")) or []
    han, fu, points = (
        None if line.get(key) is None else whole(line[key], repr(key)) for key in ("fan", "fu", "hora_points")
    )
    is_limit = han is not None and han >= _LIMIT_HAN
    said = SaidWin(
        seat=seat_of(player, start),
        from_=seat_of(feeder, start) if feeder != player else None,
        han=None if is_limit else han,
        fu=None if is_limit else fu,
        points=points,
        deltas=_numbers(line, "deltas", start.players),
        after=_numbers(line, "scores", start.players),
    )
    return Won(player=player, feeder=feeder if feeder != player else None, ura=_tiles(ura, "'ura_markers'"), said=said)


def _drawn_game(line: Line, start: Start) -> DrawnGame:
    reason = line.get("reason")
    kind = None if reason is None else _REASONS.get(text(reason, "'reason'"))
    if reason is not None and kind is None:
        raise UnreadableError(f"expected the reason of a draw, one of {sorted(_REASONS)}, found {show(reason)}")
    waiting = line.get("tenpais") if kind == "exhaustive" else None
    if waiting is not None:
        flags = listed(waiting, "'tenpais'", least=start.players)[: start.players]
        waiting = tuple(seat_of(player, start) for player, waits in enumerate(flags) if waits)
    said = SaidDraw(
        kind=kind,
        waiting=waiting,
        nagashi=reason in {"nagashimangan", "nagashi_mangan"},
        deltas=_numbers(line, "deltas", start.players),
    )
    return DrawnGame(kind=kind, said=said)


def _tile(line: Line, key: str) -> int:
    return _tiles([line.get(key)], f"{key!r} of {line['type']!r}")[0]


def _tiles(value: Any, where: str) -> tuple[int, ...]:
    """Tiles as mjai spells them: ``5m``, ``5mr`` for a red five, honours by their letters."""
    return tuple(_read_tile(tile, where) for tile in listed(value, where))


def _read_tile(value: Any, where: str) -> int:
    spelled = text(value, where)
    if spelled == _HIDDEN:
        raise UnreadableError(f"expected a log that shows all hands, found a hidden tile as {where}")
    try:
        tiles = parse_tiles(
            f"0{spelled[1]}" if len(spelled) == 3 and spelled[0] == "5" and spelled[2] == "r" else spelled
        )
    except NotationError:
        tiles = ()
    if len(tiles) != 1:
        raise UnreadableError(f"expected a tile such as '5m', '5mr' or 'E' as {where}, found {show(value)}")
    return tiles[0]


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
    "hora": _won,
}
