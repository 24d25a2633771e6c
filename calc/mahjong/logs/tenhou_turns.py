"""The turns of the players in a log of tenhou.net/6, read and written, and their order, which the log does not tell.

The letter in a code is followed by the tile that was called or added, and its place tells whose tile it was:
``"p252525"`` is a pon from the left, ``"25p2525"`` from opposite, ``"2525p25"`` from the right.

A call names whose tile it took. Where a player discards the same tile twice before the caller's next turn, either may
be the one that was called; then that order is chosen in which all turns find their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn

from msgspec import Struct

from calc.errors import UnreadableError
from calc.mahjong.logs.events import FROM_HAND, Call, Discard, Draw, Event, North, Riichi
from calc.mahjong.logs.reading import listed, made_meld
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
_CODE: Final = regex(r"(?:[0-9]{2})*[cpmka](?:[0-9]{2})+", re.ASCII)
_LETTERS: dict[str, MeldKind] = {"c": "chi", "p": "pon", "m": "daiminkan", "k": "kakan", "a": "ankan"}
_KINDS: Final = {kind: letter for letter, kind in _LETTERS.items()}
#: How many seats before the caller, in turn order, sits the player whose tile was called, by the letter's place.
_SEATS_BEFORE: Final = {"c": {0: 1}, "p": {0: 1, 2: 2, 4: 3}, "m": {0: 1, 2: 2, 6: 3}}
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
        take = _take(player, one)
        turns.append(_turn(player, take, left[place]) if place < len(left) else Turn(take, (), _is_quad(take)))
    return turns


def _is_quad(take: Draw | Call) -> bool:
    return isinstance(take, Call) and take.meld.kind == "daiminkan"


def _take(player: int, value: Any) -> Draw | Call:
    if not isinstance(value, str):
        return Draw(player, read_tile(value))
    letter, at, tiles = _code(value)
    if letter not in _SEATS_BEFORE or at not in _SEATS_BEFORE[letter]:
        _refuse_code(value, msg("c, p or m before the tile that was called"))
    # Counted round a table of four, also where three play.
    feeder = (player - _SEATS_BEFORE[letter][at]) % 4
    return Call(player, made_meld(_LETTERS[letter], tiles), tiles[at // 2], feeder)


def _turn(player: int, take: Draw | Call, value: Any) -> Turn:
    if value == _NOTHING and _is_quad(take):
        return Turn(take, (), goes_on=True)
    if not isinstance(value, str):
        return Turn(take, (_discard(player, take, value),), goes_on=False)
    if _RIICHI.fullmatch(value):
        return Turn(take, (Riichi(player), _discard(player, take, int(value[1:]))), goes_on=False)
    return Turn(take, (North(player) if value == _NORTH_CODE else _own_quad(player, value),), goes_on=True)


def _own_quad(player: int, value: str) -> Call:
    letter, at, tiles = _code(value)
    if letter == "a":
        return Call(player, made_meld("ankan", tiles))
    if letter != "k":
        _refuse_code(value, msg("r before a discard, k or a in a quad, or 'f44'"))
    added = tiles[at // 2]
    return Call(player, made_meld("kakan", tiles, added), added)


def _discard(player: int, take: Draw | Call, value: Any) -> Discard:
    if value != _DRAWN_TILE:
        return Discard(player, read_tile(value), FROM_HAND)
    if not isinstance(take, Draw):
        raise UnreadableError("expected a tile from hand after the call of player {0}, found {1}", player + 1, value)
    return Discard(player, take.tile)


def _code(value: str) -> tuple[str, int, list[int]]:
    """The letter of a code, its place, and the tiles."""
    if not _CODE.fullmatch(value):
        _refuse_code(value, msg("two digits a tile and one letter"))
    at = next(place for place, character in enumerate(value) if character.isalpha())
    digits = value[:at] + value[at + 1 :]
    return value[at], at, [read_tile(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]


def _refuse_code(value: str, expected: str) -> NoReturn:
    raise UnreadableError("expected {0}, found {1}", expected, show(value))


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
    waiting = {
        other: turns[other][now_done[other]].take
        for other in range(len(turns))
        if other != player and now_done[other] < len(turns[other])
    }
    left = (turn.discard.player, turn.discard.tile)
    calls = [take for take in waiting.values() if isinstance(take, Call) and (take.feeder, take.tile) == left]
    yield from ((now_done, take.player) for take in sorted(calls, key=lambda take: take.meld.kind == "chi"))
    following = (player + 1) % len(turns)
    if isinstance(waiting.get(following), Draw) or not waiting:
        yield now_done, following


# ---- writing

#: Where the tile that was called stands in a code, by how many seats before the caller its player sits, less one.
_PLACES: Final = {"pon": (0, 1, 2), "kakan": (0, 1, 2), "daiminkan": (0, 1, 3)}


def print_turns(events: Iterable[Event], players: int) -> list[tuple[list[Any], list[Any]]]:
    """What came to each player, and what left: the inverse of :func:`read_turns`."""
    turns: list[tuple[list[Any], list[Any]]] = [([], []) for _ in range(players)]
    declared = ""
    drawn: Draw | None = None
    feeders: dict[tuple[int, tuple[int, ...]], int] = {}
    for event in events:
        match event:
            case Draw(player, tile):
                drawn = event
                turns[player][0].append(print_tile(tile))
            case Riichi():
                declared = "r"
            case Discard(player, tile, copy):
                spelled = print_tile(tile) if drawn != Draw(player, tile, copy) else _DRAWN_TILE
                turns[player][1].append(f"r{spelled}" if declared else spelled)
                declared = ""
            case Call(player):
                drawn = None
                _print_call(event, *turns[player], feeders)
            case North(player):
                turns[player][1].append(_NORTH_CODE)
    return turns


def _print_call(call: Call, came: list[Any], left: list[Any], feeders: dict[tuple[int, tuple[int, ...]], int]) -> None:
    """Write a call among the tiles that came to a player, a quad of own tiles among those that left."""
    # Red fives come after plain ones.
    kind, tiles = call.meld.kind, sorted(call.meld.tiles, key=lambda tile: (kind_of(tile), tile))
    meld = tuple(tiles)
    if call.tile is None:
        left.append(_print_code("a", tiles[:3], tiles[3], 3))
        return
    tiles.remove(call.tile)
    feeder = feeders[call.player, tuple(tiles)] if call.feeder is None else call.feeder
    feeders[call.player, meld] = feeder
    if kind == "chi":
        came.append(_print_code("c", tiles, call.tile, 0))
        return
    code = _print_code(_KINDS[kind], tiles, call.tile, _PLACES[kind][(call.player - feeder) % 4 - 1])
    (left if kind == "kakan" else came).append(code)
    if kind == "daiminkan":
        left.append(_NOTHING)


def _print_code(letter: str, tiles: list[int], tile: int, place: int) -> str:
    own = [str(print_tile(one)) for one in tiles]
    return "".join([*own[:place], f"{letter}{print_tile(tile)}", *own[place:]])


def print_tile(tile: int) -> int:
    """The number of a tile in a log of tenhou.net/6."""
    return _NUMBERS[tile]
