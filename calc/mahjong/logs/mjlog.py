"""Tenhou's XML logs (mjlog): the moves as the server wrote them.

``<T0/>`` is a draw and ``<D0/>`` a discard of the first player, ``U``/``E``, ``V``/``F`` and ``W``/``G`` those of the
others; tiles are numbered 0 to 135. Scores are hundreds of points.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import add
from typing import Any, Final
from urllib.parse import unquote

from msgspec.structs import replace

from calc.errors import UnreadableError
from calc.mahjong.logs import events, shapes
from calc.mahjong.logs.events import Event, GameLog, RoundLog, Start
from calc.mahjong.logs.mjlog_xml import Element, read_elements
from calc.mahjong.logs.names import LEVELS, YAKU, named_draw, said_yaku
from calc.mahjong.logs.records import RULES
from calc.mahjong.logs.shapes import vacant
from calc.notation.melds import Meld, MeldKind
from calc.notation.text import show
from calc.notation.tiles import print_tiles, print_tiles_in_order, sort_tiles
from calc.patterns import regex
from calc.translation import msg

_MOVE: Final = regex(r"([TUVW]|[DEFG])([0-9]{1,3})", re.ASCII)
#: Pairs of points and result.
_RESULT: Final = regex(r"(?:(?:^|,)-?[0-9]{1,9},-?[0-9]{1,9}(?:\.[0-9]{1,9})?)+", re.ASCII)
#: The elements that end a round, and where each element with scores has them.
_ENDINGS: Final = frozenset({"AGARI", "RYUUKYOKU"})
_SCORES_IN: Final = {"INIT": "ten", "REACH": "ten", "AGARI": "sc", "RYUUKYOKU": "sc"}
#: Elements that are no moves: the start of a round, shuffling, who left and came back.
_IDLE: Final = frozenset({"INIT", "SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE"})
_TILES: Final = 136
_COPIES: Final = 4
#: The letters of who draws.
_DRAWING: Final = "TUVW"
_HUNDRED: Final = 100
#: The numbers of tiles by the names of draws.
_DRAWN: Final[Mapping[Element | str, int]] = {f"{who}{number}": number for who in _DRAWING for number in range(_TILES)}
#: The first copy of each five is red: their tiles here.
_REDS: Final = {16: 34, 52: 35, 88: 36}
#: Our tiles by Tenhou's numbers, on tables with red fives and without.
_WITH_REDS: Final = [_REDS.get(number, number // 4) for number in range(_TILES)]
_KIND_ONLY: Final = [number // 4 for number in range(_TILES)]

#: The bits of the code of a meld, and the kinds of tiles.
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
    # Points and results at the end of the game, which the last ending has in pairs, empty seats included.
    ends = [] if last is None else last.text("owari").split(",")
    if last is not None and (not _RESULT.fullmatch(last.text("owari")) or len(ends) < 2 * players):
        last.refuse("owari", msg("points and result of each player"))
    scores, results = [_HUNDRED * int(end) for end in ends[::2]], [*map(float, ends[1::2])]
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
        for move, letters in ((events.Draw, _DRAWING), (events.Discard, "DEFG"))
        for player, letter in enumerate(letters[:players])
        for number in range(_TILES)
    }


def _scores(element: Element, key: str, players: int, each: int = 1) -> tuple[int, ...]:
    """The points of an attribute, ``each`` for every player; more are those of empty seats."""
    numbers, count = element.numbers(key), each * players
    if len(numbers) < count:
        element.refuse(key, msg("{0} scores", players) if each == 1 else msg("score and change of each player"))
    return tuple([_HUNDRED * number for number in numbers[:count]])


def _pairs(element: Element) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores before an ending and their changes."""
    numbers = _scores(element, "sc", element.players, 2)
    return numbers[::2], numbers[1::2]


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


def _won(element: Element) -> events.Won:
    told, start = element.values, element.start
    player, feeder = shapes.PLAYER.read(element, "who"), shapes.PLAYER.read(element, "fromWho")
    worth, (before, deltas) = element.numbers("ten"), _pairs(element)
    if len(worth) != 3 or not 0 <= worth[2] < len(LEVELS):
        element.refuse("ten", msg("fu, points and level"))
    limits = element.numbers("yakuman", below=len(YAKU)) if "yakuman" in told else ()
    yaku = element.numbers("yaku") if "yaku" in told else ()
    if len(yaku) % 2 or not all(0 <= number < len(YAKU) for number in yaku[::2]):
        element.refuse("yaku", msg("pairs of number and han"))
    level = LEVELS[worth[2]]
    return shapes.won(
        start,
        player,
        None if feeder == player else feeder,
        han=None if limits else sum(yaku[1::2]),
        fu=None if limits else worth[0],
        limits=len(limits),
        level="kazoe_yakuman" if level == "yakuman" and not limits else level,
        points=worth[1],
        deltas=deltas,
        after=tuple(map(add, before, deltas)),
        yaku=(*(said_yaku(number, None) for number in limits), *map(said_yaku, yaku[::2], yaku[1::2])),
        liable=shapes.PLAYER.read(element, "paoWho") if "paoWho" in told else None,
        dora=print_tiles_in_order(element.tiles("doraHai")),
        tile=print_tiles([element.tile("machi")]) if "machi" in told else None,
        shown=element.tiles("hai"),
        ura=element.tiles("doraHaiUra") if "doraHaiUra" in told else (),
    )


def _drawn_game(element: Element) -> events.DrawnGame:
    keys = {player: f"hai{player}" for player in range(element.players)}
    shown = {player: element.tiles(key) for player, key in keys.items() if key in element.values}
    kind = named_draw(element.text("type")) if "type" in element.values else "exhaustive"
    if kind is None:
        element.refuse("type", msg("a kind of draw"))
    waiting = tuple(map(element.start.seat, shown)) if kind in ("exhaustive", "nagashi") else None
    return shapes.drawn_game(kind, shown, waiting=waiting, deltas=_pairs(element)[1])


def _called(element: Element) -> Event:
    player, code = shapes.PLAYER.read(element, "who"), element.number("m", below=_MAX_CODE)
    return read_meld(code, player, element.own.__getitem__)


def _riichi(element: Element) -> events.Riichi | events.SaidRiichi:
    """A riichi; its second step tells that the stick is laid, which follows from the play and is kept apart."""
    is_laid, player = element.number("step", below=3) == 2, shapes.PLAYER.read(element, "who")
    if not is_laid:
        return events.Riichi(player)
    players = element.players
    scores = _scores(element, "ten", players) if "ten" in element.values else None
    return events.SaidRiichi(seat=element.start.seat(player), scores=scores)


#: What each element makes that is no draw or discard.
_EVENTS: Final[Mapping[str, Callable[[Element], Event | events.SaidRiichi]]] = {
    "N": _called,
    "DORA": lambda element: events.Indicator(element.tile("hai")),
    "REACH": _riichi,
    "AGARI": _won,
    "RYUUKYOKU": _drawn_game,
}


def _read_event(element: Element) -> Event | events.SaidRiichi:
    if element.name in _EVENTS:
        return _EVENTS[element.name](element)
    if _MOVE.fullmatch(element.name):
        raise UnreadableError("expected a tile from 0 to {0} of a player, found <{1}>", _TILES - 1, element.name)
    raise UnreadableError("expected a move of a Tenhou log, found {0}", show(element.name))


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
        scores=_scores(element, "ten", players),
        hands=tuple(element.tiles(f"hai{player}") for player in range(players)),
        indicator=tiles[seed[5]],
    )


def _check_copies(elements: Sequence[Element | str], others: Sequence[Element]) -> None:
    """Each of the tiles is dealt, drawn or turned once. ``others``: the elements that are no plain moves, the first of
    them <INIT>.
    """
    first = others[0]
    # What is dealt has been read before, and is whole numbers.
    told = [*(first.values[f"hai{player}"] for player in range(first.players)), first.values["seed"].rpartition(",")[2]]
    numbers = [*map(int, filter(None, ",".join(told).split(",")))]
    numbers += [number for number in map(_DRAWN.get, elements) if number is not None]
    ura: tuple[int, ...] = ()
    for one in others:
        if one.name == "DORA":
            numbers += one.numbers("hai")
        elif "doraHaiUra" in one.values:
            # Several winners look under the same indicators.
            ura = max(ura, one.numbers("doraHaiUra"), key=len)
        elif one.values and one.name in _DRAWN:
            numbers.append(_DRAWN[one.name])
    numbers += ura
    if len({*numbers}) < len(numbers):
        (number, _), *_ = Counter(numbers).most_common(1)
        raise UnreadableError("expected each tile once in a round, found {0} a second time", number)


def _read_round(
    elements: Sequence[Element | str], start: Start, *, tiles: Sequence[int], moves: Mapping[Element | str, Event]
) -> RoundLog:
    """A round. The first of its ``elements`` is <INIT>."""
    found: list[Any] = []
    riichi: list[Any] = []
    others: list[Element] = []
    of_empty_seats: list[float] = []
    plain, at = [*map(moves.get, elements)], 0
    for place in [place for place, move in enumerate(plain) if move is None]:
        found += plain[at:place]
        at, given = place + 1, elements[place]
        element = given if isinstance(given, Element) else Element(given, {})
        name, players = element.name, start.players
        element.players, element.start, element.own = players, start, tiles
        others.append(element)
        key, seats = _SCORES_IN.get(name), players * (1 + (name in _ENDINGS))
        if key is not None and element.values.get(key, "").count(",") >= seats:
            of_empty_seats += [_HUNDRED * number for number in vacant(element.numbers(key), seats)]
        if name not in _IDLE:
            told = moves.get(name) or _read_event(element)
            (riichi if isinstance(told, events.SaidRiichi) else found).append(told)
    found += plain[at:]
    _check_copies(elements, others)
    log = RoundLog(start=start, events=found, riichi=tuple(riichi), vacant=tuple(of_empty_seats))
    if not log.is_over:
        return log
    # Of several winners the first takes honba and sticks.
    endings = [one for one in others if one.name in _ENDINGS]
    first, table = endings[0], None
    if "ba" in first.values:
        table = first.numbers("ba", count=2, expected=msg("honba and sticks"))
    return replace(log, after=tuple(map(add, *_pairs(endings[-1]))), table=table)
