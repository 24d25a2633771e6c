"""Games of 電脳麻将 (majiang): 牌譜 as one JSON object, read and written by the rows of ``_SHAPES``.

A round is a list of messages, each an object of one key. Players are told by their seats, from 0 for the dealer, and at
the head and the end by numbers of their own, of which ``qijia`` is the first dealer. Tiles are ``m5``, ``m0`` for a red
five; melds have a sign behind the tile that was called: ``-`` from the left, ``=`` from opposite, ``+`` from the right.
"""

import json
import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import asdict, replace

from calc.errors import UnreadableError
from calc.mahjong.logs import events, names, shapes
from calc.mahjong.logs.events import WINDS, Event, GameLog, LoggedGame, RoundLog, Start
from calc.mahjong.logs.shapes import Message, Value, mapped, shape
from calc.mahjong.logs.worths import told_rounds
from calc.mahjong.records.types import Draw as DrawRecord, Round, Win
from calc.notation.text import show
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.patterns import regex
from calc.translation import msg

_SEATS = 4
#: From whom a tile was called, by how many seats after the caller they sit.
_SIGNS: Final = {"+": 1, "=": 2, "-": 3}
_MARKS: Final = {seats: sign for sign, seats in _SIGNS.items()}
_MELD: Final = regex(r"([mpsz])([0-9]{1,4})(?:([+=-])([0-9]{0,2}))?", re.ASCII)
_DISCARD: Final = regex(r"([mpsz][0-9])(_?)(\*?)[+=-]?", re.ASCII)
_HAND: Final = regex(r"(?:[mpsz][0-9]+)*\*?", re.ASCII)
_SUIT: Final = regex(r"([mpsz])([0-9]+)", re.ASCII)


# ---- values


class _Message(Message):
    def read_tile(self, value: Any, where: str) -> int:
        return shapes.one_tile(shapes.text(value, where)[::-1], where, msg("'m5' or 'm0'"))


def _tiles(value: Any, where: str) -> tuple[int, ...] | None:
    """The tiles of a hand without its melds; none for a hand that is hidden."""
    told = shapes.text(value, where).partition(",")[0]
    if not told or "_" in told:
        return None
    if not _HAND.fullmatch(told):
        raise UnreadableError("expected a tile such as {0} as {1}, found {2}", msg("'m5' or 'm0'"), where, show(value))
    return tuple(tile for suit, digits in _SUIT.findall(told) for tile in parse_tiles(f"{digits}{suit}"))


def _print(tiles: Sequence[int]) -> str:
    """Tiles of one suit or several, in the order of hands: ``m123p05z1``."""
    spelled = [*map(_spell, sorted(tiles, key=lambda tile: (kind_of(tile), tile)))]
    return "".join(
        one if place == 0 or spelled[place - 1][0] != one[0] else one[1] for place, one in enumerate(spelled)
    )


def _seats(values: Sequence[Any], start: Start) -> tuple[Any, ...]:
    """What is told by seats, in player order."""
    return tuple(values[(player - start.dealer) % _SEATS] for player in range(_SEATS))


def _spell(tile: int) -> str:
    return print_tiles([tile])[::-1]


def _by_seat(values: Sequence[Any], start: Start) -> list[Any]:
    return [values[start.player(wind)] for wind in WINDS]


_SEAT: Final = Value(
    lambda message, key: message.start.player(WINDS[message.number(key, below=_SEATS)]),
    lambda player, start: (player - start.dealer) % _SEATS,
)
_TEXT: Final = Value(lambda message, key: shapes.text(message.get(key), message.where(key)))
_TILE: Final = Value(shapes.TILE.read, lambda tile, _: _spell(tile))
_URA: Final = Value(
    lambda message, key: message.tiles(key) if message.get(key) else (),
    lambda tiles, _: [*map(_spell, tiles)] or None,
)
_EACH: Final = Value(
    lambda message, key: _seats(shapes.one_each(message.get(key), message.where(key), _SEATS), message.start),
    lambda values, start: None if values is None else _by_seat(values, start),
)
_HANDS: Final = Value(
    lambda message, key: tuple(_tiles(hand, message.where(key)) for hand in message.listed(key)),
    lambda hands, start: hands,
)
_WINDS: Final = Value(lambda message, key: message.number(key, below=_SEATS))
_FIGURE: Final = shapes.optional(shapes.NUMBER)


# ---- the shapes of messages


def _discard(player: int, spelled: str) -> list[Event]:
    found = _DISCARD.fullmatch(spelled)
    if not found:
        raise UnreadableError("expected a discard such as 'm5_' or 'm0*', found {0}", show(spelled))
    tile = shapes.one_tile(found[1][::-1], "'p'", msg("'m5' or 'm0'"))
    return [
        *([events.Riichi(player)] if found[3] else []),
        events.Discard(player, tile, 0 if found[2] else events.FROM_HAND),
    ]


def _call(player: int, spelled: str) -> list[Event]:
    found = _MELD.fullmatch(spelled)
    if not found:
        raise UnreadableError("expected a meld such as 'p56-7' or 's444+4', found {0}", show(spelled))
    suit, before, sign, after = found.groups(default="")
    tiles = [*parse_tiles(f"{before}{after}{suit}")]
    if not sign:
        return [shapes.called(player, "ankan", tiles)]
    feeder, place = (player + _SIGNS[sign]) % _SEATS, len(before) - 1
    kinds = [*map(kind_of, tiles)]
    is_run = len({*kinds}) > 1
    if len(tiles) == _SEATS and after:  # a quad that was added to a triplet
        return [shapes.called(player, "kakan", tiles[:-1], tiles[-1])]
    tile = tiles.pop(place)
    return [shapes.called(player, "chi" if is_run else "pon" if len(tiles) == 2 else "daiminkan", tiles, tile, feeder)]


def _won(start: Start, player: int, feeder: int | None, yaku: Any, shown: Any, limits: int | None, **told: Any) -> Any:
    found: list[events.SaidYaku] = []
    liable: int | None = None
    for one in shapes.listed(yaku or [], "'hupai'"):
        item = mapped(one, "'hupai'")
        han = item.get("fanshu")
        is_limit = isinstance(han, str) and han and not han.strip("*")
        found.append(
            names.named_yaku(
                shapes.text(item.get("name"), "'name'"), None if is_limit else shapes.whole(han, "'fanshu'")
            )
        )
        if item.get("baojia") in _SIGNS:
            liable = (player + _SIGNS[item["baojia"]]) % _SEATS
    told |= {"yaku": tuple(found) or None, "limits": limits or 0, "liable": liable, "shown": _tiles(shown, "'shoupai'")}
    return [shapes.won(start, player, feeder, **told)]


def _drawn_game(start: Start, kind: str, shown: Any, deltas: Any) -> list[Event]:
    row = names.named_draw(kind)
    hands = {start.player(wind): hand for wind, hand in zip(WINDS, shown, strict=False) if hand}
    waiting = None
    if row == "exhaustive" and (any(deltas) or len(hands) in (0, _SEATS)):
        waiting = tuple(map(start.seat, sorted(hands)))
    declared = waiting is not None
    return [shapes.drawn_game(row, hands, word=kind, waiting=waiting, declared=declared, deltas=deltas)]


_L: Final = ("l", _SEAT)
# fmt: off
#: What each message makes.
_SHAPES: Final = {
    "qipai": shape(
        dict, wind=("zhuangfeng", _WINDS), number=("jushu", _WINDS), honba=("changbang", shapes.COUNT),
        sticks=("lizhibang", shapes.COUNT), scores=("defen", shapes.optional(shapes.EACH)), indicator=("baopai", _TILE),
        hands=("shoupai", _HANDS),
    ),
    "zimo": shape(lambda **told: [events.Draw(**told)], player=_L, tile=("p", _TILE)),
    "gangzimo": shape(lambda **told: [events.Draw(**told)], player=_L, tile=("p", _TILE)),
    "dapai": shape(_discard, player=_L, spelled=("p", _TEXT)),
    "fulou": shape(_call, player=_L, spelled=("m", _TEXT)),
    "gang": shape(_call, player=_L, spelled=("m", _TEXT)),
    "kaigang": shape(lambda **told: [events.Indicator(**told)], tile=("baopai", _TILE)),
    "hule": shape(
        _won, player=_L, shown=("shoupai", _TEXT), feeder=("baojia", shapes.optional(_SEAT)), ura=("fubaopai", _URA),
        fu=("fu", _FIGURE), han=("fanshu", _FIGURE), limits=("damanguan", _FIGURE), points=("defen", _FIGURE),
        yaku=("hupai", Value(lambda message, key: message.get(key))), deltas=("fenpei", shapes.optional(_EACH)),
    ),
    "pingju": shape(_drawn_game, kind=("name", _TEXT), shown=("shoupai", _HANDS), deltas=("fenpei", _EACH)),
}
#: The messages of events; calls have others by what they take.
_NAMES: Final = {
    events.Draw: "zimo", events.Riichi: "dapai", events.Discard: "dapai", events.Call: "fulou",
    events.Indicator: "kaigang", events.Won: "hule", events.DrawnGame: "pingju",
}
# fmt: on
_QUADS: Final = frozenset({"ankan", "kakan", "daiminkan"})
_OF_START: Final = frozenset({"hule", "pingju"})


# ---- reading


def read_majiang(value: Any) -> GameLog:
    """The game of one object. Raises :class:`~calc.errors.UnreadableError` with the round, the expected, the found."""
    log = mapped(value, msg("a game of majiang"))
    parts = shapes.rounds_in(log, "log")
    first = shapes.whole(log.get("qijia", 0), "'qijia'", below=_SEATS)

    def in_order(key: str) -> list[Any]:
        """What is told by the numbers of players, from the first dealer; nothing where it is not told of all."""
        told = shapes.listed(log.get(key) or [], repr(key))
        return [told[(first + player) % _SEATS] for player in range(_SEATS)] if len(told) == _SEATS else []

    # The points are those at the end where there are places.
    scores = tuple(shapes.wholes(in_order("defen"), "'defen'")) if log.get("rank") else ()
    final = tuple(_result(one) for one in in_order("point"))
    return GameLog(
        players=tuple(shapes.text(name, "'player'") for name in in_order("player")) or ("",) * _SEATS,
        options={},
        rounds=shapes.read_rounds(parts, _read_start, _read_round),
        scores=scores or None,
        final=final or None,
        is_part=not scores,
    )


def _result(value: Any) -> float:
    try:
        return round(float(value), 1)
    except (TypeError, ValueError):
        raise UnreadableError("expected a number as {0}, found {1}", "'point'", show(value)) from None


def _messages(part: Any) -> list[_Message]:
    found = []
    for item in shapes.listed(part, msg("a round"), least=1):
        one = mapped(item, msg("a message of majiang"))
        name = next(iter(one), "")
        if len(one) != 1 or name not in _SHAPES:
            raise UnreadableError("expected a message of majiang, found {0}", show(one))
        found.append(_Message(name, mapped(one[name], repr(name))))
    return found


def _read_start(part: Any) -> Start:
    head = _messages(part)[0]
    if head.name != "qipai":
        raise UnreadableError("expected {0} before the first move, found {1}", "'qipai'", repr(head.name))
    told = _SHAPES["qipai"].read(head)
    if None in told["hands"] or len(told["hands"]) != _SEATS:
        raise UnreadableError("expected the hands of all players in {0}, found some hidden", "'qipai'")
    start = replace(Start(**told), number=told["number"] + 1)
    scores = start.scores and _seats(start.scores, start)
    return replace(start, scores=scores, hands=_seats(start.hands, start))


def _read_round(part: Any, start: Start) -> RoundLog:
    moves: list[Event] = []
    for message in _messages(part)[1:]:
        message.start = start
        if message.name == "qipai":
            raise UnreadableError("expected one 'qipai' in a round, found a second one")
        moves += _SHAPES[message.name].read(message, **({"start": start} if message.name in _OF_START else {}))
    return RoundLog(start=start, events=moves)


# ---- writing


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The game as one line of JSON; a round that breaks off is left out. Raises what a game is refused for that has to
    be settled, and for a game of three, which the format has no words for.
    """
    log = logged.played
    if len(log.players) != _SEATS:
        raise UnreadableError("expected a game of four players to write it as majiang, found {0}", len(log.players))
    value: dict[str, Any] = {
        "title": "",
        "player": [*log.players],
        "qijia": 0,
        "log": [[*_write_round(*one)] for one in zip(told_rounds(logged, of_draws=True), logged.rounds, strict=True)],
    }
    if log.scores is not None:
        in_places = sorted(range(_SEATS), key=lambda player: -log.scores[player])
        value["defen"] = [*log.scores]
        value["rank"] = [in_places.index(player) + 1 for player in range(_SEATS)]
    if log.final is not None:
        value["point"] = [f"{one:g}" for one in log.final]
    yield json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write_round(log: RoundLog, record: Round) -> Iterator[dict[str, Any]]:
    start = log.start
    declared, is_replacement = "", False
    melds: list[list[str]] = [[] for _ in range(_SEATS)]
    wins = iter(record.wins)
    opening = SimpleNamespace(**asdict(start))
    opening.number, opening.hands = start.dealer, [*map(_print, _by_seat(start.hands, start))]
    opening.scores = None if start.scores is None else _by_seat(start.scores, start)
    yield {"qipai": _SHAPES["qipai"].write(opening, start)}
    for event in shapes.without_copies(log.events):
        name: str = _NAMES[type(event)]
        written: Any = event
        match event:
            case events.Draw() if is_replacement:
                name = "gangzimo"
            case events.Riichi():
                declared = "*"
                continue
            case events.Discard(player, tile, copy):
                written = SimpleNamespace(player=player, spelled=_spell(tile) + "_" * (not copy) + declared)
                declared = ""
            case events.Call(player):
                name = "gang" if event.feeder is None else "fulou"
                written = SimpleNamespace(player=player, spelled=_print_meld(event, melds[player], start))
            case events.Won():
                written = _told_win(event, next(wins), melds[event.player], start)
            case events.DrawnGame():
                written = _told_draw(event, record.draw, melds, start)
        if not isinstance(event, events.Indicator):
            is_replacement = isinstance(event, events.Call) and event.meld.kind in _QUADS
        yield {name: _SHAPES[name].write(written, start)}


def _print_meld(call: events.Call, melds: list[str], start: Start) -> str:
    """The meld of a call; ``melds``: those of the player, to which it comes."""
    if call.meld.kind == "kakan":
        assert call.tile is not None
        place = next(
            at for at, one in enumerate(melds) if one[0] == _spell(call.tile)[0] and _kinds(one) == {kind_of(call.tile)}
        )
        melds[place] += _spell(call.tile)[1]
        return melds[place]
    # The tile that was called stands last, or in a run where it belongs.
    tiles = sorted(call.meld.tiles, key=lambda tile: (kind_of(tile), tile == call.tile, tile))
    spelled = _print(tiles) if call.meld.kind == "ankan" else ""
    if call.tile is not None and call.feeder is not None:
        place = len(tiles) - 1 if call.meld.kind != "chi" else tiles.index(call.tile)
        digits = [_spell(tile)[1] for tile in tiles]
        digits[place] += _MARKS[(call.feeder - call.player) % _SEATS]
        spelled = _spell(call.tile)[0] + "".join(digits)
    melds.append(spelled)
    return spelled


def _kinds(meld: str) -> set[int]:
    return {kind_of(parse_tiles(f"{digit}{meld[0]}")[0]) for digit in meld if digit.isdigit()}


def _told_win(won: events.Won, record: Win, melds: Sequence[str], start: Start) -> SimpleNamespace:
    told, said = shapes.flat(won), won.said
    told.feeder, told.limits = won.feeder, said.limits or None
    concealed = _print(parse_tiles(record.hand)) if record.hand else ""
    told.shown = ",".join([f"{concealed}{_spell(parse_tiles(str(record.win))[0])}{'*' * bool(record.riichi)}", *melds])
    liable = {} if said.liable is None else {"baojia": _MARKS[(start.player(said.liable) - won.player) % _SEATS]}
    told.yaku = [
        {"name": names.written_name(one, won.player, start), "fanshu": "*" if one.han is None else one.han}
        | (liable if one.han is None else {})
        for one in said.yaku or ()
        if one.han != 0
    ]
    return told


def _told_draw(
    event: events.DrawnGame, record: DrawRecord | None, melds: Sequence[Sequence[str]], start: Start
) -> SimpleNamespace:
    told, shown = shapes.flat(event), [""] * _SEATS
    for seat in told.waiting or ():
        concealed = (record.hands or {}).get(seat, "").partition(" ")[0] if record else ""
        shown[WINDS.index(seat)] = ",".join([_print(parse_tiles(concealed)), *melds[start.player(seat)]])
    told.kind, told.shown = names.DRAWS[told.kind or "exhaustive"].majiang, shown
    told.deltas = told.deltas or (0,) * _SEATS
    return told
