"""Tenhou's XML logs (mjlog): the moves as the server wrote them.

``<T0/>`` is a draw and ``<D0/>`` a discard of the first player, ``U``/``E``, ``V``/``F`` and ``W``/``G`` those of the
others; tiles are numbered 0 to 135. Scores are hundreds of points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import add
from typing import Any, Final
from urllib.parse import unquote

from calc.errors import UnreadableError
from calc.mahjong.logs import events, shapes
from calc.mahjong.logs.events import Event, GameLog, RoundLog, Start
from calc.mahjong.logs.mjlog_xml import Element, read_elements
from calc.mahjong.logs.names import LEVELS, YAKU, named_draw, said_yaku
from calc.mahjong.logs.records import RULES
from calc.mahjong.logs.shapes import Value, shape, vacant
from calc.notation.melds import Meld, MeldKind
from calc.notation.text import show
from calc.notation.tiles import print_tiles, print_tiles_in_order, sort_tiles
from calc.patterns import regex
from calc.translation import msg

_MOVE: Final = regex(r"([TUVW]|[DEFG])([0-9]{1,3})", re.ASCII)
#: Pairs of points and result.
_RESULT: Final = regex(r"(?:(?:^|,)-?[0-9]{1,9},-?[0-9]{1,9}(?:\.[0-9]{1,9})?)+", re.ASCII)
_DRAWERS: Final = "TUVW"
_DISCARDERS: Final = "DEFG"
#: The elements that end a round, and where each element with scores has them.
_ENDINGS: Final = frozenset({"AGARI", "RYUUKYOKU"})
_SCORES_IN: Final = {"INIT": "ten", "REACH": "ten", "AGARI": "sc", "RYUUKYOKU": "sc"}
#: Elements that are no moves: the start of a round, shuffling, who left and came back.
_IDLE: Final = frozenset({"INIT", "SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE"})
_TILES: Final = 136
_COPIES: Final = 4
_HUNDRED: Final = 100
#: The first copy of each five is red: their tiles here.
_REDS: Final = {16: 34, 52: 35, 88: 36}
#: Our tiles by Tenhou's numbers, on tables with red fives and without.
_WITH_REDS: Final = [_REDS.get(number, number // 4) for number in range(_TILES)]
_KIND_ONLY: Final = [number // 4 for number in range(_TILES)]

#: The bits of the code of a meld.
_MAX_CODE = 1 << 16
_CHI, _PON, _KAKAN, _NORTH = 1 << 2, 1 << 3, 1 << 4, 1 << 5
_KINDS, _NORTH_KIND = 34, 30
#: The bits of the game's type.
_NO_REDS, _CLOSED_TANYAO, _SOUTH, _THREE = 0x02, 0x04, 0x08, 0x10


# ---- the game


def read_mjlog(data: bytes) -> GameLog:
    """The game of one XML log.

    Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the round.
    """
    elements = read_elements(data)
    starts = [place for place, one in enumerate(elements) if type(one) is Element and one.name == "INIT"]
    if not starts:
        raise UnreadableError("expected a log with at least one round, found no <INIT>")
    head = {one.name: one for one in reversed(elements[: starts[0]]) if isinstance(one, Element)}
    for name in ("GO", "UN"):
        if name not in head:
            raise UnreadableError("expected <{0}> before the first round, found none", name)
    kind = head["GO"].number("type", below=1 << 16)
    players = 3 if kind & _THREE else 4
    tiles, moves = (_KIND_ONLY if kind & _NO_REDS else _WITH_REDS), _moves(players, has_reds=not kind & _NO_REDS)
    parts = [elements[start:end] for start, end in zip(starts, [*starts[1:], len(elements)], strict=True)]
    rounds = shapes.read_rounds(
        parts, partial(_read_start, players=players, tiles=tiles), partial(_read_round, tiles=tiles, moves=moves)
    )
    options: dict[str, object] = {}
    if kind & _NO_REDS:
        options["red_fives"] = dict.fromkeys("mps"[4 - players :], 0)
    if kind & _CLOSED_TANYAO:
        options["tanyao_open"] = False
    if not kind & _SOUTH:
        options["rounds"] = 1
    last = next((one for one in reversed(elements) if isinstance(one, Element) and "owari" in one.values), None)
    scores, results = _read_results(last, players) if last else ([], [])
    return GameLog(
        players=tuple(unquote(head["UN"].text(f"n{player}")) for player in range(players)),
        rules=RULES[players],
        options=options,
        rounds=rounds,
        scores=tuple(scores[:players]) if last else None,
        final=tuple(results[:players]) if last else None,
        vacant=(*vacant(scores, players), *vacant(results, players)),
        ended=last is not None,
    )


@cache
def _moves(players: int, *, has_reds: bool) -> dict[Element | str, Event]:
    """The draws and discards by their spelling."""
    tiles = _WITH_REDS if has_reds else _KIND_ONLY
    return {
        f"{letter}{number}": move(player, tiles[number], number % _COPIES)
        for move, letters in ((events.Draw, _DRAWERS), (events.Discard, _DISCARDERS))
        for player, letter in enumerate(letters[:players])
        for number in range(_TILES)
    }


def _read_results(ending: Element, players: int) -> tuple[list[int], list[float]]:
    """Points and results at the end of the game, which the last ending has in pairs, empty seats included."""
    told = ending.text("owari")
    parts = told.split(",")
    if not _RESULT.fullmatch(told) or len(parts) < 2 * players:
        ending.refuse("owari", msg("points and result of each player"))
    return [_HUNDRED * int(part) for part in parts[::2]], [float(part) for part in parts[1::2]]


# ---- values


def _points(element: Element, key: str) -> tuple[int, ...]:
    return tuple([_HUNDRED * number for number in element.numbers(key)])


def _each(element: Element, key: str) -> tuple[int, ...]:
    scores = _points(element, key)
    if len(scores) < element.players:
        element.refuse(key, msg("{0} scores", element.players))
    return scores[: element.players]


def _pairs(element: Element, key: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores before an ending and their changes."""
    numbers, players = _points(element, key), element.players
    if len(numbers) < 2 * players:
        element.refuse(key, msg("score and change of each player"))
    return numbers[: 2 * players : 2], numbers[1 : 2 * players : 2]


def _worth(element: Element, key: str) -> Sequence[int]:
    worth = element.numbers(key)
    if len(worth) != 3 or not 0 <= worth[2] < len(LEVELS):
        element.refuse(key, msg("fu, points and level"))
    return worth


def _yaku(element: Element, key: str) -> list[tuple[int, int]]:
    numbers = element.numbers(key)
    if len(numbers) % 2 or not all(0 <= number < len(YAKU) for number in numbers[::2]):
        element.refuse(key, msg("pairs of number and han"))
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def _kind_of_draw(element: Element, key: str) -> str:
    return named_draw(element.text(key)) or element.refuse(key, msg("a kind of draw"))


def _shown(element: Element, key: str) -> dict[int, tuple[int, ...]]:
    keys = {player: f"{key}{player}" for player in range(element.players)}
    return {player: element.tiles(key) for player, key in keys.items() if key in element.values}


def _either(read: Callable[[Element, str], Any], missing: Any) -> Value:
    """A value, or another one where the attribute is missing."""
    return Value(lambda element, key: read(element, key) if key in element.values else missing)


def read_meld(code: int, player: int, tile_of: Callable[[int], int]) -> events.Call | events.North:
    """The move of a player that the bits of a code spell. Raises :class:`~calc.errors.UnreadableError`."""
    is_north = bool(code & _NORTH) and not code & (_CHI | _PON | _KAKAN)
    if is_north and code >> 10 == _NORTH_KIND:
        return events.North(player)
    kind: MeldKind
    if code & _CHI:
        run, called = divmod(code >> 10, 3)
        # Seven runs begin in each suit.
        first = run // 7 * 9 + run % 7
        numbers = [_COPIES * (first + place) + (code >> 3 + 2 * place & 3) for place in range(3)]
        kind, is_known = "chi", run < 3 * 7
    elif code & (_PON | _KAKAN):
        first, called = divmod(code >> 9, 3)
        fourth = code >> 5 & 3
        numbers = [_COPIES * first + copy for copy in range(_COPIES) if copy != fourth]
        kind, is_known = "pon", first < _KINDS
        if not code & _PON:
            numbers.append(_COPIES * first + fourth)
            kind, called = "kakan", 3
    else:
        first, called = divmod(code >> 8, _COPIES)
        numbers = [_COPIES * first + copy for copy in range(_COPIES)]
        kind, is_known = "daiminkan" if code & 3 else "ankan", first < _KINDS and not is_north
    if not is_known:
        raise UnreadableError("expected the code of a meld in <N>, found {0}, which spells no tiles of the set", code)
    tiles = [tile_of(number) for number in numbers]
    meld = Meld(kind, sort_tiles(tiles), tiles[called] if kind == "kakan" else None)
    if kind in ("kakan", "ankan"):
        return events.Call(player, meld, meld.added)
    # Counted round a table of four, also where three play.
    return events.Call(player, meld, tiles[called], (player + (code & 3)) % 4)


# ---- the shapes of elements


def _won(
    start: Start,
    player: int,
    feeder: int,
    worth: tuple[int, int, int],
    limits: Sequence[int],
    yaku: list[tuple[int, int]],
    scores: tuple[tuple[int, ...], tuple[int, ...]],
    **told: Any,
) -> events.Won:
    fu, points, level = worth
    listed = [*((number, None) for number in limits), *yaku]
    return shapes.won(
        start,
        player,
        None if feeder == player else feeder,
        han=None if limits else sum(han for _, han in yaku),
        fu=None if limits else fu,
        limits=len(limits),
        level="kazoe_yakuman" if LEVELS[level] == "yakuman" and not limits else LEVELS[level],
        points=points,
        deltas=scores[1],
        after=tuple(map(add, *scores)),
        yaku=tuple([said_yaku(number, han) for number, han in listed]),
        **told,
    )


def _drawn_game(kind: str, shown: dict[int, tuple[int, ...]], scores: tuple[Any, Any], start: Start) -> Event:
    waiting = tuple(start.seat(player) for player in shown) if kind in ("exhaustive", "nagashi") else None
    return shapes.drawn_game(kind, shown, waiting=waiting, deltas=scores[1])


_PLAYER: Final = ("who", shapes.PLAYER)
_SCORES: Final = ("sc", Value(_pairs))
# fmt: off
#: What each element makes that is no draw or discard.
_SHAPES: Final = {
    "N": shape(
        read_meld, code=("m", Value(lambda element, key: element.number(key, below=_MAX_CODE))), player=_PLAYER,
        tile_of=("m", Value(lambda element, key: element.own.__getitem__)),
    ),
    "DORA": shape(events.Indicator, tile=("hai", shapes.TILE)),
    "REACH": shape(events.Riichi, player=_PLAYER),
    "AGARI": shape(
        _won, player=_PLAYER, feeder=("fromWho", shapes.PLAYER), worth=("ten", Value(_worth)), scores=_SCORES,
        limits=("yakuman", _either(lambda element, key: element.numbers(key, below=len(YAKU)), ())),
        yaku=("yaku", _either(_yaku, [])), liable=("paoWho", _either(shapes.PLAYER.read, None)),
        dora=("doraHai", Value(lambda element, key: print_tiles_in_order(element.tiles(key)))),
        tile=("machi", _either(lambda element, key: print_tiles([element.tile(key)]), None)),
        shown=("hai", shapes.TILES), ura=("doraHaiUra", _either(shapes.TILES.read, ())),
    ),
    "RYUUKYOKU": shape(
        _drawn_game, kind=("type", _either(_kind_of_draw, "exhaustive")), shown=("hai", Value(_shown)), scores=_SCORES
    ),
}
# fmt: on
#: That a stick is laid, the second step of a riichi; honba and sticks at the end of a round.
_PAID: Final = shape(events.SaidRiichi, seat=("who", shapes.SEAT), scores=("ten", _either(_each, None)))
_TABLE: Final = _either(lambda element, key: element.numbers(key, count=2, expected=msg("honba and sticks")), None)


def _read_start(elements: Sequence[Element | str], *, players: int, tiles: Sequence[int]) -> Start:
    element = elements[0]
    assert isinstance(element, Element)
    element.players, element.own = players, tiles
    seed = element.numbers("seed", below=_TILES * _TILES, count=6, expected=msg("six numbers"))
    wind, dealer = divmod(seed[0], 4)
    if wind >= 4 or dealer >= players or dealer != element.number("oya", below=4) or seed[5] >= _TILES:
        found = msg("{0} with the dealer {1}", show(element.text("seed")), show(element.text("oya")))
        raise UnreadableError("expected a round and its dealer as 'seed' and 'oya' in <INIT>, found {0}", found)
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=seed[1],
        sticks=seed[2],
        scores=_each(element, "ten"),
        hands=tuple(element.tiles(f"hai{player}") for player in range(players)),
        indicator=tiles[seed[5]],
    )


def _read_round(
    elements: Sequence[Element | str], start: Start, *, tiles: Sequence[int], moves: Mapping[Element | str, Event]
) -> RoundLog:
    """A round. The first of its ``elements`` is <INIT>."""
    found: list[Event] = []
    riichi: list[events.SaidRiichi] = []
    endings: list[Element] = []
    of_empty_seats: list[float] = []
    for given in elements:
        move = moves.get(given)
        if move is not None:
            found.append(move)
            continue
        element = given if isinstance(given, Element) else Element(given, {})
        element.players, element.start, element.own = start.players, start, tiles
        key, seats = _SCORES_IN.get(element.name), start.players * (1 + (element.name in _ENDINGS))
        if key is not None and element.values.get(key, "").count(",") >= seats:
            of_empty_seats += vacant(_points(element, key), seats)
        # That a stick is laid follows from the play; what the log says of it is kept apart.
        if element.name == "REACH" and element.number("step", below=3) == 2:
            riichi.append(_PAID.read(element))
        elif element.name not in _IDLE:
            found.append(moves.get(element.name) or _read_event(element))
        if element.name in _ENDINGS:
            endings.append(element)
    is_over = bool(found) and isinstance(found[-1], (events.Won, events.DrawnGame))
    return RoundLog(
        start=start,
        events=found,
        after=tuple(map(add, *_pairs(endings[-1], "sc"))) if is_over else None,
        riichi=tuple(riichi),
        # Of several winners the first takes honba and sticks.
        table=_TABLE.read(endings[0], "ba") if is_over else None,
        vacant=tuple(of_empty_seats),
    )


def _read_event(element: Element) -> Event:
    if element.name in _SHAPES:
        more = {"start": element.start} if element.name in _ENDINGS else {}
        found: Event = _SHAPES[element.name].read(element, **more)
        return found
    if _MOVE.fullmatch(element.name):
        raise UnreadableError("expected a tile from 0 to {0} of a player, found <{1}>", _TILES - 1, element.name)
    raise UnreadableError("expected a move of a Tenhou log, found {0}", show(element.name))
