"""mjai logs: one JSON object a line, each an event of the game, read and written by the rows of ``_SHAPES``.

Dialects differ in their keys, in what an ending tells, in the names of a North set aside and of reasons of a draw, and
in whether scores stand at the start of a round or at the end of the one before.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs import events, shapes
from calc.mahjong.logs.events import WINDS, GameLog, LoggedGame, RoundLog, Start
from calc.mahjong.logs.names import DRAWS, named_draw, named_yaku
from calc.mahjong.logs.shapes import Message, Shape, Value, optional, read_only, shape
from calc.notation.melds import MeldKind
from calc.notation.text import show
from calc.notation.tiles import print_tiles
from calc.translation import msg

#: What stands before and after the rounds, and what moves nothing.
_AROUND: Final = frozenset({"start_game", "end_game"})
_IDLE: Final = frozenset({"end_kyoku", "none", "request_action", "action_ack"})
#: Who take a tile of another player.
_OF_TWO: Final = frozenset({"chi", "pon", "daiminkan", "hora"})
_NOBODY_MOVES: Final = (events.Indicator, events.Won, events.DrawnGame)
#: Where a dialect counts limits in the han of a win, it does so from here.
_LIMIT_HAN: Final = 100
#: How the three dragons are called by the one name that they have.
_DRAGONS: Final = named_yaku("sangenpai", 1).id
_HIDDEN = "?"
#: Seats of a table, where three may play.
_SEATS = 4
#: The tiles as mjai spells them: ``5m``, ``5mr`` for a red five, honours by their letters.
_SPELLED: Final = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *"ESWNPFC", *("5mr", "5pr", "5sr"))


# ---- values


class _Line(Message):
    """An event. Its tiles are spelled as in our notation, which has all of ``_SPELLED``."""

    def read_tile(self, value: Any, where: str) -> int:
        if value == _HIDDEN:
            raise UnreadableError("expected a log that shows all hands, found a hidden tile as {0}", where)
        return shapes.one_tile(value, where, msg("'5m', '5mr' or 'E'"))


def _read_tiles(message: Message, value: Any, key: str) -> tuple[int, ...]:
    where = message.where(key)
    return tuple([message.read_tile(tile, where) for tile in shapes.listed(value, where)])


def _shown_by_winner(message: Message, key: str) -> tuple[int, ...] | None:
    """The concealed tiles of a winner, to which some do not count the winning tile; ``None`` for other numbers."""
    tiles, player = shapes.listed(message.get(key) or [], message.where(key)), message.get("actor")
    missing = shapes.held(message.before, player) + 1 - len(tiles)
    if missing not in (0, 1) or _HIDDEN in tiles or (missing and message.get("pai") is None):
        return None
    return _read_tiles(message, [*tiles, *[message.get("pai")] * missing], key)


def _shown_at_draw(message: Message, key: str) -> dict[int, tuple[int, ...]]:
    hands = enumerate(message.get(key) or [])
    return {player: _read_tiles(message, hand, key) for player, hand in hands if hand and _HIDDEN not in hand}


def _waiting(message: Message, key: str) -> tuple[str, ...] | None:
    """Who waits at an exhaustive draw; other draws may have any flags."""
    if named_draw(message.get("reason") or "") not in ("exhaustive", "nagashi"):
        return None
    flags = shapes.listed(message.get(key), message.where(key), least=message.players)[: message.players]
    return tuple(message.start.seat(player) for player, waits in enumerate(flags) if waits)


def _read_yaku(message: Message, key: str) -> Any:
    """The yaku of a win with their han, each a pair or an object; what is written in another way as it stands."""
    value = message.get(key)
    if value is None:
        return None
    pairs = [[*one.values()] if isinstance(one, dict) else one for one in shapes.listed(value, message.where(key))]
    if not all(isinstance(one, list) and [*map(type, one)] == [str, int] for one in pairs):
        return value
    found: list[events.SaidYaku] = []
    for name, han in pairs:
        one = named_yaku(name, None if han >= _LIMIT_HAN else han)
        # Dragons are told together, with a han for each.
        found += [named_yaku(name, 1)] * han if one.id == _DRAGONS else [one]
    return tuple(found) or None


_TILE: Final = Value(shapes.TILE.read, lambda tile, _: _SPELLED[tile])
_TILES: Final = Value(shapes.TILES.read, lambda tiles, _: [_SPELLED[tile] for tile in tiles])
_URA: Final = Value(lambda message, key: _TILES.read(message, key) if message.get(key) else (), _TILES.write)
_HANDS: Final = Value(
    lambda message, key: tuple(_read_tiles(message, hand, key) for hand in message.get(key)[: message.players]),
    lambda hands, start: [_TILES.write(hand, start) for hand in hands],
)
_WIND: Final = Value(lambda message, key: WINDS.index(message.get(key)), lambda wind, _: WINDS[wind])
_IS_DRAWN: Final = Value(
    lambda message, key: 0 if message.values.get(key, True) else events.FROM_HAND, lambda copy, _: copy == 0
)
_REASON: Final = Value(
    lambda message, key: shapes.text(message.get(key), message.where(key)) if message.get(key) else None,
    lambda kind, _: DRAWS[kind].mjai if kind else None,
)
_TENPAI: Final = optional(
    Value(_waiting, lambda waiting, start: [start.seat(player) in waiting for player in range(start.players)])
)


# ---- the shapes of events


def _won(
    start: Start, player: int, feeder: int, yaku: Any, han: int | None, fu: int | None, tile: int | None, **told: Any
) -> events.Won:
    if han is not None and han >= _LIMIT_HAN:
        han = fu = None
    # Some tell the points with honba, and so nothing that the changes do not.
    if start.honba and told["deltas"] and told["points"] == -sum(change for change in told["deltas"] if change < 0):
        told["points"] = None
    if isinstance(yaku, list):
        yaku, told["unread"] = None, (("yaku", yaku),)
    told |= {"yaku": yaku, "han": han, "fu": fu, "tile": None if tile is None else print_tiles([tile])}
    return shapes.won(start, player, None if feeder == player else feeder, **told)


def _drawn_game(kind: str | None, after: Any, **told: Any) -> events.DrawnGame:
    return shapes.drawn_game(None if kind is None else named_draw(kind), word=kind, **told)


_ACTOR: Final = ("actor", shapes.PLAYER)
_PAI: Final = ("pai", _TILE)
_TARGET: Final = ("target", shapes.PLAYER)
_CONSUMED: Final = ("consumed", _TILES)
_EACH: Final = optional(shapes.EACH)
_FIGURE: Final = optional(shapes.NUMBER)


def _call(kind: MeldKind, **keys: tuple[str, Value]) -> Shape:
    return shape(partial(shapes.called, kind=kind), player=_ACTOR, **keys, own=_CONSUMED)


_NORTH: Final = shape(
    lambda player, **_: events.North(player),
    player=_ACTOR,
    tile=("pai", Value(lambda message, key: None, lambda tile, start: "N")),
)
# fmt: off
#: The events of a round: what each makes, and for each of its fields the key and how it is spelled.
_SHAPES: Final = {
    "start_kyoku": shape(
        lambda dealer, **told: Start(**told),
        wind=("bakaze", _WIND), number=("kyoku", shapes.NUMBER), dealer=("oya", optional(shapes.NUMBER)),
        honba=("honba", shapes.COUNT), sticks=("kyotaku", shapes.COUNT), indicator=("dora_marker", _TILE),
        hands=("tehais", _HANDS), scores=("scores", _EACH),
    ),
    "tsumo": shape(events.Draw, player=_ACTOR, tile=_PAI),
    "dahai": shape(events.Discard, player=_ACTOR, tile=_PAI, copy=("tsumogiri", _IS_DRAWN)),
    "reach": shape(events.Riichi, player=_ACTOR),
    "reach_accepted": shape(
        events.SaidRiichi, seat=("actor", shapes.SEAT), scores=("scores", _EACH), deltas=("deltas", _EACH)
    ),
    "dora": shape(events.Indicator, tile=("dora_marker", _TILE)),
    "chi": _call("chi", tile=_PAI, feeder=_TARGET),
    "pon": _call("pon", tile=_PAI, feeder=_TARGET),
    "daiminkan": _call("daiminkan", tile=_PAI, feeder=_TARGET),
    "ankan": _call("ankan"),
    "kakan": _call("kakan", tile=_PAI),
    "nukidora": _NORTH,
    "kita": _NORTH,
    "hora": shape(
        _won, player=_ACTOR, feeder=_TARGET, ura=("ura_markers", _URA), deltas=("deltas", _EACH),
        han=("fan", _FIGURE), fu=("fu", _FIGURE), points=("hora_points", _FIGURE), after=("scores", _EACH),
        yaku=("yakus", read_only(_read_yaku)), tile=("pai", read_only(optional(_TILE).read)),
        liable=("pao", read_only(optional(shapes.PLAYER).read)), shown=("hora_tehais", read_only(_shown_by_winner)),
    ),
    "ryukyoku": shape(
        _drawn_game, kind=("reason", _REASON), waiting=("tenpais", _TENPAI), deltas=("deltas", _EACH),
        after=("scores", _EACH), shown=("tehais", read_only(_shown_at_draw)),
    ),
    "end_kyoku": shape(dict),
}
#: The rows by which events are written; calls are named by the kind of their melds.
_NAMES: Final = {
    events.Draw: "tsumo", events.Discard: "dahai", events.Riichi: "reach", events.Indicator: "dora",
    events.North: "nukidora", events.Won: "hora", events.DrawnGame: "ryukyoku",
}
# fmt: on


# ---- the keys of all dialects

#: Keys of any event that say nothing of the play: what a player may do, thinks or is called, and when.
_NO_PLAY: Final = frozenset(
    {"type", "id", "uri", "log", "logs", "message", "meta", "can_act", "possible_actions", "cannot_dahai", "at", "time"}
    | {"timestamp", "step", "tsumo", "haiyama"}
)
_KEYS: Final = {name: _NO_PLAY.union(key for _, key, _ in row.keys) for name, row in _SHAPES.items()}
#: Other names of keys.
_ALSO: Final = {
    **dict.fromkeys(("uradora_markers", "uradora_marker", "ura_marker", "ura_dora_markers"), "ura_markers"),
    "han": "fan",
    "delta": "deltas",
    "yaku": "yakus",
    "dora_markers": "dora_marker",
    "kyoutaku": "kyotaku",
}
_PLAYERS: Final = frozenset({"actor", "target", "oya", "pao"})
#: Where :func:`_plain_event` puts the keys that are not known, with their values.
_UNREAD: Final = "unread"


def _plain_event(line: Mapping[str, Any], names: Sequence[Any]) -> Mapping[str, Any]:
    """An event with the keys of its shape, and players by their numbers where they are told by their ``names``.

    Raises :class:`~calc.errors.UnreadableError` where two keys contradict each other.
    """
    known = _KEYS.get(line["type"])
    is_plain = type(line.get("actor", 0)) is int and type(line.get("dora_marker", "")) is str
    if known is None or (is_plain and line.keys() <= known):
        return line
    found: dict[str, Any] = {}
    for given, value in line.items():
        key, told = _ALSO.get(given, given), value
        if key in _PLAYERS and isinstance(value, str) and names.count(value) == 1:
            told = names.index(value)
        elif key == "dora_marker" and isinstance(value, list) and len(value) == 1:
            told = value[0]
        elif key == "ura_markers" and isinstance(value, str):
            told = [value]
        if None not in (told, found.get(key)) and found[key] != told:
            before = show(found[key])
            raise UnreadableError("expected {0!r} once, found {1} and {2} as {3!r}", key, before, show(value), given)
        found[key] = found.get(key) if told is None else told
    unread = [(key, found.pop(key)) for key in [*found] if key not in known]
    return {**found, _UNREAD: [(f"{line['type']}.{key}", value) for key, value in unread if value is not None]}


# ---- reading


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
    around = {value["type"]: value for value in values if value["type"] in _AROUND}
    head, end = around.get("start_game", {}), around.get("end_game")
    names = shapes.listed(head.get("names", []), "'names'")
    lines = (_plain_event(line, names) for line in values if line["type"] not in _AROUND)
    parts = shapes.split_rounds(lines, lambda line: repr(line["type"]), "'start_kyoku'")

    def scores_at_end(players: int) -> tuple[int, ...] | None:
        return None if end is None else _EACH.read(_Line("end_game", end, players), "scores")

    rounds = shapes.read_rounds(parts, _read_start, _read_round, scores_at_end)
    players = rounds[0].start.players
    called = [shapes.text(name, "'names'") for name in names][:players]
    reds = [] if head.get("aka_flag", True) else ["m", "p", "s"][_SEATS - players :]
    return GameLog(
        players=(*called, *[""] * (players - len(called))),
        options={"red_fives": dict.fromkeys(reds, 0)} if reds else {},
        rounds=rounds,
        scores=scores_at_end(players),
        vacant=_vacant([end] if end else [], players),
        ended=end is not None,
        is_part=True,
    )


def _read_start(lines: Sequence[Mapping[str, Any]]) -> Start:
    line = _Line("start_kyoku", lines[0])
    hands = shapes.listed(line.get("tehais"), line.where("tehais"), least=3)
    hidden = [all(tile == _HIDDEN for tile in shapes.listed(hand, line.where("tehais"))) for hand in hands]
    line.players = 3 if len(hands) == 3 or hidden == [False, False, False, True] else _SEATS
    if len(hands) > _SEATS or any(hidden[: line.players]):
        raise UnreadableError("expected the hands of all players in 'start_kyoku', found some hidden")
    wind, number = shapes.text(line.get("bakaze"), line.where("bakaze")), line.number("kyoku", below=line.players + 1)
    if wind not in WINDS or number == 0 or line.values.get("oya", number - 1) != number - 1:
        found = {key: line.get(key) for key in ("bakaze", "kyoku", "oya")}
        raise UnreadableError("expected a round whose dealer is the player of its number, found {0}", show(found))
    start: Start = _SHAPES["start_kyoku"].read(line)
    return start


def _vacant(lines: Sequence[Mapping[str, Any]], players: int) -> tuple[float, ...]:
    """What events tell of the scores of empty seats."""
    told = (shapes.wholes(line[key], repr(key)) for line in lines for key in ("scores", "deltas") if line.get(key))
    return tuple(number for numbers in told for number in shapes.vacant(numbers, players))


def _read_round(lines: Sequence[Mapping[str, Any]], start: Start) -> RoundLog:
    moves: list[Any] = []
    riichi: list[Any] = []
    after: tuple[int, ...] | None = None
    for line in lines[1:]:
        name, values = line["type"], line
        if name in _IDLE:
            continue
        if name not in _SHAPES or name == "start_kyoku":
            raise UnreadableError("expected an event of mjai, found the type {0}", show(name))
        if name in _OF_TWO and line.get("target") is None:
            # Whose tile is taken is told by the move before.
            before = (one.player for one in reversed(moves) if not isinstance(one, _NOBODY_MOVES))
            values = {**line, "target": next(before, None)}
        message = _Line(name, values, start.players, start, moves)
        told = _SHAPES[name].read(message, **({"start": start} if name == "hora" else {}))
        (riichi if name == "reach_accepted" else moves).append(told)
        if name in ("hora", "ryukyoku"):
            after = _EACH.read(message, "scores")
    return RoundLog(
        start=start,
        events=moves,
        after=after,
        riichi=tuple(riichi),
        vacant=_vacant(lines, start.players),
        unread=tuple(one for line in lines for one in line.get(_UNREAD, ())),
    )


# ---- writing


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The lines of a game; a round that breaks off is left out."""
    log = logged.played
    reds: Any = log.options.get("red_fives", {"m": 1})
    lines = [{"type": "start_game", "names": [*log.players], "aka_flag": any(reds.values())}]
    for played in log.rounds:
        told = _told(played) if played.is_over else ()
        lines += [{"type": name, **_SHAPES[name].write(one, played.start)} for name, one in told]
    if log.ended:
        lines.append({"type": "end_game"} | ({} if log.scores is None else {"scores": [*log.scores]}))
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _told(log: RoundLog) -> Iterator[tuple[str, Any]]:
    """The events of a round by the names of their rows."""
    yield "start_kyoku", log.start
    paid, declared = {one.seat: one for one in log.riichi}, None
    for event in shapes.without_copies(log.events):
        if declared is not None and not isinstance(event, (events.Discard, events.Won)):
            yield "reach_accepted", paid.get(declared) or events.SaidRiichi(seat=declared)
        if not isinstance(event, events.Discard):
            declared = log.start.seat(event.player) if isinstance(event, events.Riichi) else None
        if isinstance(event, (events.Won, events.DrawnGame)):
            told = shapes.flat(event)
            if event is log.events[-1] and log.after is not None:
                told.after = log.after
            yield _NAMES[type(event)], told
        else:
            yield event.meld.kind if isinstance(event, events.Call) else _NAMES[type(event)], event
    yield "end_kyoku", None
