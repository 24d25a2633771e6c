"""The turns of one player in a log of tenhou.net/6: what came to the hand, and what then left it.

The letter in a code stands before the tile that was called or added, and where it stands says whose tile it was:
``"p252525"`` is a pon from the left, ``"25p2525"`` from opposite, ``"2525p25"`` from the right.
"""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

from msgspec import Struct

from calc.errors import UnreadableError
from calc.logs.events import Call, Discard, Draw, North, Riichi
from calc.logs.values import listed, made_meld
from calc.notation.melds import MeldKind
from calc.notation.text import show

#: A player has some twenty in a long round.
_MAX_TURNS = 100
_DRAWN_TILE = 60
_NOTHING = 0
_NORTH_CODE = "f44"
_RIICHI: Final = re.compile(r"r[0-9]{2}", re.ASCII)
_CODE: Final = re.compile(r"(?:[0-9]{2})*[cpmka](?:[0-9]{2})+", re.ASCII)
_LETTERS: dict[str, MeldKind] = {"c": "chi", "p": "pon", "m": "daiminkan", "k": "kakan", "a": "ankan"}
#: How many seats before the caller, in turn order, sits the player whose tile was called, by the letter's place.
_SEATS_BEFORE: Final = {"c": {0: 1}, "p": {0: 1, 2: 2, 4: 3}, "m": {0: 1, 2: 2, 6: 3}}
_TILES: Final = {
    **{10 * suit + rank: 9 * (suit - 1) + rank - 1 for suit in (1, 2, 3) for rank in range(1, 10)},
    **{40 + rank: 26 + rank for rank in range(1, 8)},
    **{50 + suit: 33 + suit for suit in (1, 2, 3)},
}


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
        raise UnreadableError(f"expected a tile, 11 to 53, found {show(value)}")
    return _TILES[value]


def read_turns(player: int, takes: Any, gives: Any) -> list[Turn]:
    """The turns of a player: the two lists go side by side, the second may lack its end.

    Raises :class:`~calc.errors.UnreadableError`.
    """
    came, left = listed(takes, "what a player drew"), listed(gives, "what a player discarded")
    if not len(came) - 1 <= len(left) <= len(came) or len(came) > _MAX_TURNS:
        raise UnreadableError(
            f"expected a discard for each draw of player {player + 1}, found {len(came)} draws and {len(left)} discards"
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
        _refuse_code(value, "c, p or m before the tile that was called")
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
        _refuse_code(value, "r before a discard, k or a in a quad, or 'f44'")
    added = tiles[at // 2]
    return Call(player, made_meld("kakan", tiles, added), added)


def _discard(player: int, take: Draw | Call, value: Any) -> Discard:
    if value != _DRAWN_TILE:
        return Discard(player, read_tile(value))
    if not isinstance(take, Draw):
        raise UnreadableError(f"expected a tile from hand after the call of player {player + 1}, found {value}")
    return Discard(player, take.tile)


def _code(value: str) -> tuple[str, int, list[int]]:
    """The letter of a code, its place, and the tiles."""
    if not _CODE.fullmatch(value):
        _refuse_code(value, "two digits a tile and one letter")
    at = next(place for place, character in enumerate(value) if character.isalpha())
    digits = value[:at] + value[at + 1 :]
    return value[at], at, [read_tile(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]


def _refuse_code(value: str, expected: str) -> NoReturn:
    raise UnreadableError(f"expected {expected}, found {show(value)}")
