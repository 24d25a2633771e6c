"""The turns of the players in a log of tenhou.net/6, read and written, and their order, which the log does not tell.

The letter in a code is followed by the tile that was called or added, and its place tells whose tile it was:
``"p252525"`` is a pon from the left, ``"25p2525"`` from opposite, ``"2525p25"`` from the right.

A call names whose tile it took. Where a player discards the same tile twice before the caller's next turn, either may
be the one that was called; then that order is chosen in which all turns find their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

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


class Turn(Struct, frozen=True):
    """``take``: a draw or a call. ``gives``: what followed, nothing where the round ended first.

    After a call of a quad ``gives`` is empty, too, and ``goes_on`` says that the player draws again, as after every
    quad and North.
    """

    take: Draw | Call
    gives: tuple[Riichi | Discard | Call | North, ...]
    goes_on: bool

    @property
    def discard(self) -> Discard | None:
        """The discard that ended the turn."""
        last = self.gives[-1] if self.gives else None
        return last if isinstance(last, Discard) else None


def read_tile(value: Any) -> int:
    """Our tile for a number of tenhou.net/6."""
    if not isinstance(value, int) or isinstance(value, bool) or value not in _TILES:
        raise UnreadableError("expected a tile, 11 to 53, found {0}", show(value))
    return _TILES[value]


def read_turns(player: int, takes: Any, gives: Any) -> list[Turn]:
    """The turns of a player: the two lists go side by side, the second may lack its end.

    Raises :class:`~calc.errors.UnreadableError`.
    """
    came, left = listed(takes, msg("what a player drew")), listed(gives, msg("what a player discarded"))
    if not len(came) - 1 <= len(left) <= len(came) or len(came) > _MAX_TURNS:
        raise UnreadableError(
            "expected a discard for each draw of player {0}, found {1} draws and {2} discards",
            player + 1,
            len(came),
            len(left),
        )
    turns = []
    for place, one in enumerate(came):
        take = _call(player, one, "cpm") if isinstance(one, str) else Draw(player, read_tile(one))
        turns.append(_turn(player, take, left[place] if place < len(left) else None))
    return turns


def _turn(player: int, take: Draw | Call, value: Any) -> Turn:
    is_quad = isinstance(take, Call) and take.meld.kind == "daiminkan"
    if value is None or (value == _NOTHING and is_quad):
        return Turn(take, (), is_quad)
    if not isinstance(value, str):
        return Turn(take, (_discard(player, take, value),), goes_on=False)
    if _RIICHI.fullmatch(value):
        return Turn(take, (Riichi(player), _discard(player, take, int(value[1:]))), goes_on=False)
    return Turn(take, (North(player) if value == _NORTH_CODE else _call(player, value, "ka"),), goes_on=True)


def _discard(player: int, take: Draw | Call, value: Any) -> Discard:
    if value != _DRAWN_TILE:
        return Discard(player, read_tile(value), FROM_HAND)
    if not isinstance(take, Draw):
        raise UnreadableError("expected a tile from hand after the call of player {0}, found {1}", player + 1, value)
    return Discard(player, take.tile)


def _call(player: int, value: str, letters: str) -> Call:
    """The call that a code spells, of a kind with one of the ``letters``."""
    found = _CODE.fullmatch(value)
    if found is None:
        raise UnreadableError("expected {0}, found {1}", msg("two digits a tile and one letter"), show(value))
    letter, place = found["letter"], len(found["before"]) // 2
    digits = found["before"] + found["after"]
    tiles = [read_tile(int(digits[at : at + 2])) for at in range(0, len(digits), 2)]
    if letter not in letters or (letters == "cpm" and (letter, place) not in _SEATS_BEFORE):
        wanted = msg("c, p or m before the tile that was called")
        if letters != "cpm":
            wanted = msg("r before a discard, k or a in a quad, or 'f44'")
        raise UnreadableError("expected {0}, found {1}", wanted, show(value))
    tile = None if letter == "a" else tiles.pop(place)
    # Counted round a table of four, also where three play.
    feeder = (player - _SEATS_BEFORE[letter, place]) % 4 if letters == "cpm" else None
    return called(player, _KINDS[letter], tiles, tile, feeder)


#: For each player how many turns are done, and whose turn is next.
_State = tuple[tuple[int, ...], int]
#: A round has about a hundred turns; only a log made for it needs more attempts than this.
_MAX_ATTEMPTS = 10_000


def in_order(turns: Sequence[Sequence[Turn]], dealer: int) -> list[Event]:
    """All moves of a round in their order.

    Raises :class:`~calc.errors.UnreadableError` where there is no order in which every turn finds its place.
    """
    first: _State = (tuple(0 for _ in turns), dealer)
    path: list[_State] = [first]
    # What may follow each state of the path and was not tried yet.
    open_ways = [_after(first, turns)]
    tried = {first}
    while path:
        if all(done == len(own) for done, own in zip(path[-1][0], turns, strict=True)):
            made = [turns[player][done[player]] for done, player in path[:-1]]
            return [event for turn in made for event in (turn.take, *turn.gives)]
        state = next((way for way in open_ways[-1] if way not in tried), None)
        if state is None:
            path.pop()
            open_ways.pop()
            continue
        if len(tried) >= _MAX_ATTEMPTS:
            break
        tried.add(state)
        path.append(state)
        open_ways.append(_after(state, turns))
    raise UnreadableError("expected draws, calls and discards that follow each other, found no order for them")


def _after(state: _State, turns: Sequence[Sequence[Turn]]) -> Iterator[_State]:
    """The states that may follow: calls before a draw, triplets and quads before runs."""
    done, player = state
    if done[player] == len(turns[player]):
        return
    turn = turns[player][done[player]]
    now_done = (*done[:player], done[player] + 1, *done[player + 1 :])
    if turn.goes_on or turn.discard is None:
        yield now_done, player
        return
    others = (other for other in range(len(turns)) if other != player and now_done[other] < len(turns[other]))
    waiting = {other: turns[other][now_done[other]].take for other in others}
    left = (turn.discard.player, turn.discard.tile)
    calls = [take for take in waiting.values() if isinstance(take, Call) and (take.feeder, take.tile) == left]
    yield from ((now_done, take.player) for take in sorted(calls, key=lambda take: take.meld.kind == "chi"))
    following = (player + 1) % len(turns)
    if isinstance(waiting.get(following), Draw) or not waiting:
        yield now_done, following


# ---- writing


def print_turns(events: Iterable[Event], players: int) -> list[tuple[list[Any], list[Any]]]:
    """What came to each player, and what left: the inverse of :func:`read_turns`."""
    turns: list[tuple[list[Any], list[Any]]] = [([], []) for _ in range(players)]
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
                turns[player][1].append(f"r{spelled}" if declared else spelled)
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
