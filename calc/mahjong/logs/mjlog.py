"""Tenhou's XML logs (mjlog): the moves as the server wrote them.

``<T0/>`` is a draw and ``<D0/>`` a discard of the first player, ``U``/``E``, ``V``/``F`` and ``W``/``G`` those of the
others; tiles are numbered 0 to 135. Scores are hundreds of points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from operator import add
from typing import Final
from urllib.parse import unquote

from calc.errors import UnreadableError
from calc.mahjong.logs.events import (
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
    seat_of,
)
from calc.mahjong.logs.mjlog_xml import Element, read_elements
from calc.mahjong.logs.reading import read_rounds, read_starts, vacant
from calc.mahjong.logs.records import RULES
from calc.mahjong.logs.tenhou_names import LEVELS, YAKU, named_draw, said_yaku
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
_ENDINGS: Final = frozenset({"AGARI", "RYUUKYOKU"})
_WITH_SCORES: Final = frozenset({"INIT", "REACH", *_ENDINGS})
#: Elements that tell nothing of the game: shuffling, who left and came back.
_IDLE: Final = frozenset({"SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE"})
_TILES: Final = 136
_COPIES: Final = 4
#: The first copy of each five is red: their tiles here.
_REDS: Final = {16: 34, 52: 35, 88: 36}
_HUNDRED: Final = 100

#: The bits of the code of a meld.
_MAX_CODE = 1 << 16
_CHI, _PON, _KAKAN, _NORTH = 1 << 2, 1 << 3, 1 << 4, 1 << 5
_KINDS, _NORTH_KIND = 34, 30
#: The bits of the game's type.
_NO_REDS, _CLOSED_TANYAO, _SOUTH, _THREE = 0x02, 0x04, 0x08, 0x10


def read_mjlog(data: bytes) -> GameLog:
    """The game of one XML log.

    Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the round.
    """
    elements = read_elements(data)
    starts = [place for place, one in enumerate(elements) if type(one) is Element and one.name == "INIT"]
    if not starts:
        raise UnreadableError("expected a log with at least one round, found no <INIT>")
    head = elements[: starts[0]]
    kind = _find(head, "GO").number("type", below=1 << 16)
    players = 3 if kind & _THREE else 4
    has_reds = not kind & _NO_REDS
    parts = [elements[start:end] for start, end in zip(starts, [*starts[1:], len(elements)], strict=True)]
    tile_of = _WITH_REDS if has_reds else _KIND_ONLY
    begun = read_starts((elements[start] for start in starts), partial(_start, players=players, tile_of=tile_of))
    moves = _moves(players, has_reds)
    rounds = read_rounds(parts, begun, None, lambda part, start, _: _read_round(part, start, tile_of, moves))
    scores, final, of_empty_seats = _result(elements, players)
    return GameLog(
        players=tuple(unquote(_find(head, "UN").text(f"n{player}")) for player in range(players)),
        rules=RULES[players],
        options=_options(kind, players),
        rounds=rounds,
        scores=scores,
        final=final,
        vacant=of_empty_seats,
        ended=final is not None,
    )


#: Our tiles by Tenhou's numbers, on tables with red fives and without.
_WITH_REDS: Final = [_REDS.get(number, number // 4) for number in range(_TILES)].__getitem__
_KIND_ONLY: Final = [number // 4 for number in range(_TILES)].__getitem__


@cache
def _moves(players: int, has_reds: bool) -> dict[Element | str, Event]:
    """The draws and discards by their spelling."""
    tile_of = _WITH_REDS if has_reds else _KIND_ONLY
    return {
        f"{letter}{number}": move(player, tile_of(number), number % _COPIES)
        for move, letters in ((Draw, _DRAWERS), (Discard, _DISCARDERS))
        for player, letter in enumerate(letters[:players])
        for number in range(_TILES)
    }


def _find(elements: list[Element | str], name: str) -> Element:
    for element in elements:
        if isinstance(element, Element) and element.name == name:
            return element
    raise UnreadableError("expected <{0}> before the first round, found none", name)


def _options(kind: int, players: int) -> dict[str, object]:
    """What the type of a table changes of Tenhou's usual rules."""
    options: dict[str, object] = {}
    if kind & _NO_REDS:
        options["red_fives"] = {"m": 0, "p": 0, "s": 0} if players == 4 else {"p": 0, "s": 0}
    if kind & _CLOSED_TANYAO:
        options["tanyao_open"] = False
    if not kind & _SOUTH:
        options["rounds"] = 1
    return options


def _result(
    elements: list[Element | str], players: int
) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None, tuple[float, ...]]:
    """Points and results at the end of the game, pairs a player in one attribute of the last ending; and what it tells
    of empty seats.
    """
    for element in reversed(elements):
        if isinstance(element, Element) and "owari" in element.keys:
            break
    else:
        return None, None, ()
    found = _RESULT.fullmatch(element.text("owari"))
    parts = element.text("owari").split(",")
    if not found or len(parts) < 2 * players:
        raise UnreadableError(
            "expected points and result of each player as 'owari', found {0}", show(element.text("owari"))
        )
    scores, results = [_HUNDRED * int(part) for part in parts[::2]], [float(part) for part in parts[1::2]]
    return tuple(scores[:players]), tuple(results[:players]), (*vacant(scores, players), *vacant(results, players))


def _read_round(
    elements: list[Element | str], start: Start, tile_of: Callable[[int], int], moves: dict[Element | str, Event]
) -> RoundLog:
    """A round. The first of its ``elements`` is <INIT>."""
    events: list[Event] = []
    told: list[Element] = []
    for given in elements:
        move = moves.get(given)
        if move is not None:
            events.append(move)
            continue
        element = given if isinstance(given, Element) else Element(given, {})
        # That a stick is laid follows from the play; what the log says of it is kept apart.
        if told and element.name not in _IDLE and not _is_paid_riichi(element):
            events.append(moves.get(element.name) or _event(element, start, tile_of))
        told.append(element)
    is_over = bool(events) and isinstance(events[-1], (Won, DrawnGame))
    endings = [element for element in told if element.name in _ENDINGS]
    return RoundLog(
        start=start,
        events=events,
        after=_scores_after(endings[-1], start.players) if is_over else None,
        riichi=tuple(_said_riichi(element, start) for element in told if _is_paid_riichi(element)),
        # Of several winners the first takes counters and sticks.
        table=_table(endings[0]) if is_over else None,
        vacant=tuple(number for element in told for number in _vacant(element, start.players)),
    )


def _is_paid_riichi(element: Element) -> bool:
    """Whether a stick is laid; the first step is the declaration."""
    return element.name == "REACH" and element.number("step", below=3) == 2


def _said_riichi(element: Element, start: Start) -> SaidRiichi:
    scores = _points(element, "ten") if "ten" in element.keys else None
    if scores is not None and len(scores) < start.players:
        raise UnreadableError(
            "expected {0} scores as 'ten' in <REACH>, found {1}", start.players, show(element.text("ten"))
        )
    return SaidRiichi(
        seat=seat_of(_player(element, start), start), scores=None if scores is None else scores[: start.players]
    )


def _table(element: Element) -> tuple[int, int] | None:
    """Counters and sticks as the ending of a round tells them."""
    if "ba" not in element.keys:
        return None
    numbers = element.numbers("ba")
    if len(numbers) != 2:
        raise UnreadableError("expected counters and sticks as 'ba', found {0}", show(element.text("ba")))
    return numbers[0], numbers[1]


def _vacant(element: Element, players: int) -> Iterator[float]:
    """What an element tells of the scores of empty seats."""
    key, seats = ("sc", 2 * players) if element.name in _ENDINGS else ("ten", players)
    if element.name in _WITH_SCORES and element.keys.get(key, "").count(",") >= seats:
        yield from vacant(_points(element, key), seats)


def _points(element: Element, key: str) -> tuple[int, ...]:
    return tuple([_HUNDRED * number for number in element.numbers(key)])


def _start(element: Element, players: int, tile_of: Callable[[int], int]) -> Start:
    seed = element.numbers("seed", below=_TILES * _TILES)
    if len(seed) != 6:
        raise UnreadableError("expected six numbers as 'seed' in <INIT>, found {0}", show(element.text("seed")))
    wind, dealer = divmod(seed[0], 4)
    if wind >= 4 or dealer >= players or dealer != element.number("oya", below=4) or seed[5] >= _TILES:
        found = msg("{0} with the dealer {1}", show(element.text("seed")), show(element.text("oya")))
        raise UnreadableError("expected a round and its dealer as 'seed' and 'oya' in <INIT>, found {0}", found)
    scores = _points(element, "ten")
    if len(scores) < players:
        raise UnreadableError("expected {0} scores as 'ten' in <INIT>, found {1}", players, show(element.text("ten")))
    hands = [element.numbers(f"hai{player}", below=_TILES) for player in range(players)]
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=seed[1],
        sticks=seed[2],
        scores=scores[:players],
        hands=tuple(tuple(map(tile_of, hand)) for hand in hands),
        indicator=tile_of(seed[5]),
    )


def _event(element: Element, start: Start, tile_of: Callable[[int], int]) -> Event:
    match element.name:
        case "N":
            return read_meld(element.number("m", below=_MAX_CODE), _player(element, start), tile_of)
        case "REACH":
            return Riichi(_player(element, start))
        case "DORA":
            return Indicator(tile_of(element.number("hai", below=_TILES)))
        case "AGARI":
            return _won(element, start, tile_of)
        case "RYUUKYOKU":
            return _drawn_game(element, start, tile_of)
    if _MOVE.fullmatch(element.name):
        raise UnreadableError("expected a tile from 0 to {0} of a player, found <{1}>", _TILES - 1, element.name)
    raise UnreadableError("expected a move of a Tenhou log, found {0}", show(element.name))


def _player(element: Element, start: Start, key: str = "who") -> int:
    return element.number(key, below=start.players)


def _scores(element: Element, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores before an ending and their changes, in points."""
    numbers = _points(element, "sc")
    if len(numbers) < 2 * players:
        raise UnreadableError("expected score and change of each player as 'sc', found {0}", show(element.text("sc")))
    return numbers[: 2 * players : 2], numbers[1 : 2 * players : 2]


def _scores_after(element: Element, players: int) -> tuple[int, ...]:
    before, changes = _scores(element, players)
    return tuple(map(add, before, changes))


def _won(element: Element, start: Start, tile_of: Callable[[int], int]) -> Won:
    winner, feeder = _player(element, start), _player(element, start, "fromWho")
    worth = element.numbers("ten")
    if len(worth) != 3 or not 0 <= worth[2] < len(LEVELS):
        raise UnreadableError("expected fu, points and level as 'ten' in <AGARI>, found {0}", show(element.text("ten")))
    fu, points, level = worth
    limits = element.numbers("yakuman", below=len(YAKU)) if "yakuman" in element.keys else ()
    pairs = element.numbers("yaku") if "yaku" in element.keys else ()
    numbers, han = pairs[::2], pairs[1::2]
    if len(numbers) != len(han) or not all(0 <= number < len(YAKU) for number in numbers):
        raise UnreadableError(
            "expected pairs of number and han as 'yaku' in <AGARI>, found {0}", show(element.text("yaku"))
        )
    listed = [*((number, None) for number in limits), *zip(numbers, han, strict=True)]
    liable = _player(element, start, "paoWho") if "paoWho" in element.keys else None
    said = SaidWin(
        seat=seat_of(winner, start),
        from_=seat_of(feeder, start) if feeder != winner else None,
        han=None if limits else sum(han),
        fu=None if limits else fu,
        limits=len(limits),
        level="kazoe_yakuman" if LEVELS[level] == "yakuman" and not limits else LEVELS[level],
        points=points,
        deltas=_scores(element, start.players)[1],
        after=_scores_after(element, start.players),
        yaku=tuple([said_yaku(number, value) for number, value in listed]),
        dora=print_tiles_in_order(map(tile_of, element.numbers("doraHai", below=_TILES))),
        tile=print_tiles([tile_of(element.number("machi", below=_TILES))]) if "machi" in element.keys else None,
        liable=None if liable is None else seat_of(liable, start),
    )
    ura = element.numbers("doraHaiUra", below=_TILES) if "doraHaiUra" in element.keys else ()
    return Won(
        player=winner,
        feeder=feeder if feeder != winner else None,
        ura=tuple(map(tile_of, ura)),
        shown=tuple(map(tile_of, element.numbers("hai", below=_TILES))),
        said=said,
    )


def read_meld(code: int, player: int, tile_of: Callable[[int], int]) -> Call | North:
    """The move of a player that the bits of a code spell. Raises :class:`~calc.errors.UnreadableError`."""
    is_north = bool(code & _NORTH) and not code & (_CHI | _PON | _KAKAN)
    if is_north and code >> 10 == _NORTH_KIND:
        return North(player)
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
        return Call(player, meld, meld.added)
    # Counted round a table of four, also where three play.
    return Call(player, meld, tiles[called], (player + (code & 3)) % 4)


def _drawn_game(element: Element, start: Start, tile_of: Callable[[int], int]) -> DrawnGame:
    named = element.keys.get("type")
    row = "exhaustive" if named is None else named_draw(named)
    if row is None:
        raise UnreadableError("expected a kind of draw as 'type' in <RYUUKYOKU>, found {0!r}", named)
    kind = "exhaustive" if row == "nagashi" else row
    shown = {
        player: tuple(map(tile_of, element.numbers(f"hai{player}", below=_TILES)))
        for player in range(start.players)
        if f"hai{player}" in element.keys
    }
    waiting = tuple(seat_of(player, start) for player in shown) if kind == "exhaustive" else None
    said = SaidDraw(kind=kind, waiting=waiting, nagashi=row == "nagashi", deltas=_scores(element, start.players)[1])
    return DrawnGame(kind=kind, shown=shown, said=said)
