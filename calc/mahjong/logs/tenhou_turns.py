"""The turns of the players in a log of tenhou.net/6, read and written, and their order, which the log does not tell.

The letter in a code is followed by the tile that was called or added, and its place tells whose tile it was:
``"p252525"`` is a pon from the left, ``"25p2525"`` from opposite, ``"2525p25"`` from the right.

A call names whose tile it took. Where a player discards the same tile twice before the caller's next turn, either may
be the one that was called; then that order is chosen in which all turns find their place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs.events import FROM_HAND, Call, Discard, Draw, Event, North, Riichi
from calc.mahjong.logs.shapes import called, listed, without_copies
from calc.notation.melds import MeldKind
from calc.notation.text import show
from calc.notation.tiles import kind_of
from calc.patterns import regex
from calc.translation import msg

#: A player has some twenty in a long round.
_MAX_TURNS = 100
_DRAWN_TILE = 60
_NOTHING = 0
_NORTH_CODE = "f44"
_RIICHI: Final = regex(r"r[0-9]{2}", re.ASCII)
_CODE: Final = regex(r"(?P<before>(?:[0-9]{2})*)(?P<letter>[cpmka])(?P<after>(?:[0-9]{2})+)", re.ASCII)
#: The letter of each kind of meld, and before which tile it stands, by how many seats before the caller, in turn order,
#: sits the player whose tile was called.
_LETTERS: Final[dict[MeldKind, tuple[str, dict[int, int]]]] = {
    "chi": ("c", {1: 0}),
    "pon": ("p", {1: 0, 2: 1, 3: 2}),
    "daiminkan": ("m", {1: 0, 2: 1, 3: 3}),
    "kakan": ("k", {1: 0, 2: 1, 3: 2}),
    "ankan": ("a", {0: 3}),
}
_KINDS: Final = {letter: kind for kind, (letter, _) in _LETTERS.items()}
_SEATS_BEFORE: Final = {
    (letter, place): seats for letter, places in _LETTERS.values() for seats, place in places.items()
}
_TILES: Final = {
    **{10 * suit + rank: 9 * (suit - 1) + rank - 1 for suit in (1, 2, 3) for rank in range(1, 10)},
    **{40 + rank: 26 + rank for rank in range(1, 8)},
    **{50 + suit: 33 + suit for suit in (1, 2, 3)},
}
_NUMBERS: Final = {tile: number for number, tile in _TILES.items()}


def read_tile(value: Any) -> int:
    """Our tile for a number of tenhou.net/6."""
    if not isinstance(value, int) or isinstance(value, bool) or value not in _TILES:
        raise UnreadableError("expected a tile, 11 to 53, found {0}", show(value))
    return _TILES[value]


def read_turns(player: int, takes: Any, gives: Any) -> list[list[Event]]:
    """The turns of a player, each a draw or a call and what followed: a discard, a quad, a North, or nothing after a
    called quad and where the round ended. The two lists go side by side, the second may lack its end.

    Raises :class:`~calc.errors.UnreadableError`.
    """
    came, went = listed(takes, msg("what a player drew")), listed(gives, msg("what a player discarded"))
    if not len(came) - 1 <= len(went) <= len(came) or len(came) > _MAX_TURNS:
        text = "expected a discard for each draw of player {0}, found {1} draws and {2} discards"
        raise UnreadableError(text, player + 1, len(came), len(went))
    turns: list[list[Event]] = []
    for took, gave in zip_longest(came, went):
        take = _read_call(player, took, "cpm") if isinstance(took, str) else Draw(player, read_tile(took))
        turns.append([take])
        if gave is None or (gave == _NOTHING and type(take) is Call and take.meld.kind == "daiminkan"):
            continue
        left: Any = gave
        if isinstance(gave, str):
            if not _RIICHI.fullmatch(gave):
                turns[-1].append(North(player) if gave == _NORTH_CODE else _read_call(player, gave, "ka"))
                continue
            turns[-1].append(Riichi(player))
            left = int(gave[1:])
        if left != _DRAWN_TILE:
            turns[-1].append(Discard(player, read_tile(left), FROM_HAND))
        elif isinstance(take, Draw):
            turns[-1].append(Discard(player, take.tile))
        else:
            raise UnreadableError("expected a tile from hand after the call of player {0}, found {1}", player + 1, left)
    return turns


def _read_call(player: int, value: str, letters: str) -> Call:
    """The call that a code spells, of a kind with one of the ``letters``."""
    found, wanted = _CODE.fullmatch(value), msg("two digits a tile and one letter")
    if found is not None:
        letter, place, is_own = found["letter"], len(found["before"]) // 2, letters == "ka"
        digits = found["before"] + found["after"]
        tiles = [read_tile(int(digits[at : at + 2])) for at in range(0, len(digits), 2)]
        if letter in letters and (is_own or (letter, place) in _SEATS_BEFORE):
            tile = None if letter == "a" else tiles.pop(place)
            # Counted round a table of four, also where three play.
            feeder = None if is_own else (player - _SEATS_BEFORE[letter, place]) % 4
            return called(player, _KINDS[letter], tiles, tile, feeder)
        wanted = msg("r before a discard, k or a in a quad, or 'f44'")
        if not is_own:
            wanted = msg("c, p or m before the tile that was called")
    raise UnreadableError("expected {0}, found {1}", wanted, show(value))


#: For each player how many turns are done, and whose turn is next.
_State = tuple[tuple[int, ...], int]
#: A round has about a hundred turns; only a log made for it needs more attempts than this.
_MAX_ATTEMPTS = 10_000


def in_order(turns: Sequence[Sequence[Sequence[Event]]], dealer: int) -> list[Event]:
    """All moves of a round in their order.

    Raises :class:`~calc.errors.UnreadableError` where there is no order in which every turn finds its place.
    """
    first: _State = ((0,) * len(turns), dealer)
    # Each state on the way, with what may follow it and was not tried yet.
    path, tried = [(first, _after(first, turns))], {first}
    while path and len(tried) < _MAX_ATTEMPTS:
        (done, _), ways = path[-1]
        if all(count == len(own) for count, own in zip(done, turns, strict=True)):
            return [event for (done, player), _ in path[:-1] for event in turns[player][done[player]]]
        state = next((way for way in ways if way not in tried), None)
        if state is None:
            path.pop()
        else:
            tried.add(state)
            path.append((state, _after(state, turns)))
    raise UnreadableError("expected draws, calls and discards that follow each other, found no order for them")


def _after(state: _State, turns: Sequence[Sequence[Sequence[Event]]]) -> Iterator[_State]:
    """The states that may follow: calls, of which no two lead to an order, before a draw."""
    done, player = state
    if done[player] == len(turns[player]):
        return
    left = turns[player][done[player]][-1]
    done = (*done[:player], done[player] + 1, *done[player + 1 :])
    if not isinstance(left, Discard):
        yield done, player
        return
    waiting = {
        other: own[done[other]][0] for other, own in enumerate(turns) if other != player and done[other] < len(own)
    }
    for take in waiting.values():
        if type(take) is Call and (take.feeder, take.tile) == (player, left.tile):
            yield done, take.player
    following = (player + 1) % len(turns)
    if isinstance(waiting.get(following), Draw) or not waiting:
        yield done, following


# ---- writing


def print_turns(events: Iterable[Event], players: int) -> list[tuple[list[Any], list[Any]]]:
    """What came to each player, and what left: the inverse of :func:`read_turns`."""
    turns = [(list[Any](), list[Any]()) for _ in range(players)]
    declared = ""
    feeders: dict[tuple[int, tuple[int, ...]], int] = {}
    for event in without_copies(events):
        match event:
            case Draw(player, tile):
                turns[player][0].append(print_tile(tile))
            case Riichi():
                declared = "r"
            case Discard(player, tile, copy):
                spelled = print_tile(tile) if copy else _DRAWN_TILE
                turns[player][1].append(f"{declared}{spelled}" if declared else spelled)
                declared = ""
            case Call(player):
                is_own = event.feeder is None
                turns[player][is_own].append(_print_call(event, feeders))
                if event.meld.kind == "daiminkan":
                    turns[player][1].append(_NOTHING)
            case North(player):
                turns[player][1].append(_NORTH_CODE)
    return turns


def _print_call(call: Call, feeders: dict[tuple[int, tuple[int, ...]], int]) -> str:
    """The code of a call. ``feeders``: who discarded for a meld, which an added tile is told with, too."""
    letter, places = _LETTERS[call.meld.kind]
    # Red fives come after plain ones.
    tiles = sorted(call.meld.tiles, key=lambda tile: (kind_of(tile), tile))
    meld, tile = tuple(tiles), tiles[-1] if call.tile is None else call.tile
    tiles.remove(tile)
    seats = 0
    if call.tile is not None:
        feeder = feeders[call.player, tuple(tiles)] if call.feeder is None else call.feeder
        feeders[call.player, meld] = feeder
        seats = (call.player - feeder) % 4
    spelled = [str(print_tile(one)) for one in tiles]
    spelled.insert(places.get(seats, 0), f"{letter}{print_tile(tile)}")
    return "".join(spelled)


def print_tile(tile: int) -> int:
    """The number of a tile in a log of tenhou.net/6."""
    return _NUMBERS[tile]
