"""What happens in a round, in the words that every format of log is read into.

Players are counted from 0 in the order of the log, which is turn order from the first dealer. Tiles are those of
:mod:`calc.notation.tiles`. A format knows how its moves are written, the replay (:mod:`calc.logs.play`) what follows
from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from calc.errors import UnreadableError
from calc.logs.said import SaidDraw, SaidRiichi, SaidWin
from calc.notation.melds import Meld

T = TypeVar("T")

WINDS = "ESWN"


class Start(Struct, frozen=True, kw_only=True):
    """A round as it is dealt. ``wind`` counts from 0, ``number`` from 1; the dealer is the player ``number`` - 1.

    ``scores`` are points, ``None`` where the log does not tell; ``sticks`` lay on the table before the round.
    """

    wind: int
    number: int
    honba: int
    sticks: int
    scores: tuple[int, ...] | None
    hands: tuple[tuple[int, ...], ...]
    indicator: int

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def dealer(self) -> int:
        """The player who sits East."""
        return self.number - 1


class Draw(Struct, frozen=True):
    """A tile from the wall, or the replacement tile 嶺上牌 after a quad or a North."""

    player: int
    tile: int


class Riichi(Struct, frozen=True):
    """Riichi 立直 is declared; the discard follows."""

    player: int


class Discard(Struct, frozen=True):
    """A tile is discarded."""

    player: int
    tile: int


class Call(Struct, frozen=True):
    """A meld is laid open: from the last discard, or a quad from the player's own tiles.

    ``tile``: the tile that was called, or added to a triplet; ``None`` for a concealed quad. ``feeder``: who discarded
    the called tile.
    """

    player: int
    meld: Meld
    tile: int | None = None
    feeder: int | None = None


class North(Struct, frozen=True):
    """A North is set aside 北抜き."""

    player: int


class Indicator(Struct, frozen=True):
    """A further dora indicator is turned."""

    tile: int


class Won(Struct, frozen=True, kw_only=True):
    """A win; ``feeder`` is whose tile was won, ``None`` on a tsumo.

    ``shown``: the concealed tiles of the winner with the winning one, where the log tells them.
    """

    player: int
    feeder: int | None
    ura: tuple[int, ...] = ()
    shown: tuple[int, ...] | None = None
    said: SaidWin


class DrawnGame(Struct, frozen=True, kw_only=True):
    """A round ends without a winner 流局. ``kind``: as in records; ``None`` where the log does not tell.

    ``shown``: the concealed tiles of players who show them, where the log tells them.
    """

    kind: str | None
    shown: dict[int, tuple[int, ...]] = {}
    said: SaidDraw


Event = Draw | Riichi | Discard | Call | North | Indicator | Won | DrawnGame


class RoundLog(Struct, frozen=True, kw_only=True):
    """One round: how it began, what happened, and what the log says beside: the scores ``after`` it, and ``riichi``,
    ``table`` and ``vacant`` as in :class:`~calc.logs.said.SaidRound`.
    """

    start: Start
    events: list[Event]
    after: tuple[int, ...] | None = None
    riichi: tuple[SaidRiichi, ...] = ()
    table: tuple[int, int] | None = None
    vacant: tuple[float, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the log tells how the round ended."""
        return bool(self.events) and isinstance(self.events[-1], (Won, DrawnGame))


class GameLog(Struct, frozen=True, kw_only=True):
    """A whole log, before it is replayed.

    ``options``: what the log says of its rules that differs from the usual ones of its site. ``scores`` and ``final``
    are the points and results at the end, ``None`` where the log does not tell; ``vacant``: figures other than 0 there
    for seats at which nobody sits; ``ended``: whether the log has the end of the game, if its format has a sign for it.
    """

    players: tuple[str, ...]
    options: dict[str, object]
    rounds: list[RoundLog]
    scores: tuple[int, ...] | None = None
    final: tuple[float, ...] | None = None
    vacant: tuple[float, ...] = ()
    ended: bool = True


def vacant(numbers: Sequence[float], seats: int) -> tuple[float, ...]:
    """The figures that a log tells for more seats than are taken, but for those of 0, which say nothing.

    >>> vacant([350, 350, 350, 0], 3), vacant([350, 350, 350, 10], 3)
    ((), (10,))
    """
    return tuple(number for number in numbers[seats:] if number)


def seat_of(player: int, start: Start) -> str:
    """The seat wind of a player.

    >>> start = Start(wind=0, number=2, honba=0, sticks=0, scores=(), hands=((),) * 4, indicator=0)
    >>> [seat_of(player, start) for player in range(4)]
    ['N', 'E', 'S', 'W']
    """
    return WINDS[(player - start.dealer) % start.players]


def numbered(starts: Iterable[T], read: Callable[[T], Start]) -> list[Start]:
    """The beginning of each round, read from what the log has for it.

    Raises :class:`~calc.errors.UnreadableError` with the place of the round in the log, for its name is not known yet.
    """
    found: list[Start] = []
    for place, given in enumerate(starts, start=1):
        try:
            found.append(read(given))
        except UnreadableError as error:
            raise UnreadableError(f"in round {place} of the log: {error.message}") from None
    return found


def round_name(start: Start) -> str:
    """How messages name a round."""
    return f"{WINDS[start.wind]}{start.number}, honba {start.honba}"
