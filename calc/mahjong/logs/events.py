"""What happens in a round, in the words that every format of log is read into; and what a log itself says of it.

Players are counted from 0 in the order of the log, which is turn order from the first dealer. Tiles are those of
:mod:`calc.notation.tiles`. A format knows how its moves are written, the replay (``play``) what follows from them.
What a log says (``Said...``) is compared with what follows, and nothing of it is worked out: points are points, not
hundreds; lists are in player order; seats are the winds of their round.
"""

from typing import Any, Final, Literal, get_args

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from calc.mahjong.records.plain import record_from
from calc.mahjong.records.types import Game, Round
from calc.notation.melds import Meld
from calc.notation.tiles import print_tiles
from calc.records.values import Seat


class SaidYaku(Struct, frozen=True):
    """A yaku of the log's list.

    ``id``: ours (or ``dora``, ``ura``, ``red``), several with blanks between them where the name may mean each of them;
    none for a name that is not known, which ``name`` then tells. ``han``: none for a limit. ``tenhou``: Tenhou's number
    for it.
    """

    id: str | None
    han: int | None
    tenhou: int | None = None
    name: str | None = None


class SaidWin(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What the log says about a win; fields are none if it does not say.

    ``seat``: the winner's. ``from_``: the discarder's, on a ron. ``han``, ``fu``: none for a limit hand. ``limits``:
    how many limits, 0 for a counted one. ``level``: as in results, ``below_mangan`` where the log says that it is none
    of them. ``points``: the worth without honba and sticks, on a tsumo the total. ``deltas``: the changes, honba
    and sticks included. ``after``: the scores after this win, before that of the next winner. ``yaku``: the log's list.
    ``dora``: the indicators. ``tile``: the winning tile. ``liable``: who is responsible. ``unread``: what
    it says in words that are not known: what they are about, and they.
    """

    seat: str
    from_: str | None = None
    han: int | None = None
    fu: int | None = None
    limits: int | None = None
    level: str | None = None
    points: int | None = None
    deltas: tuple[int, ...] | None = None
    after: tuple[int, ...] | None = None
    yaku: tuple[SaidYaku, ...] | None = None
    dora: str | None = None
    tile: str | None = None
    liable: str | None = None
    unread: tuple[tuple[str, Any], ...] = ()


class SaidRiichi(Struct, frozen=True, kw_only=True):
    """What the log says where a riichi stick is laid.

    ``seat``: whose it is. ``scores``: those after it. ``deltas``: the changes by it.
    """

    seat: str
    scores: tuple[int, ...] | None = None
    deltas: tuple[int, ...] | None = None


class SaidDraw(Struct, frozen=True, kw_only=True):
    """What the log says of a round without a winner.

    ``kind``: as in records. ``waiting``: the seats that show a waiting hand. ``declared``: whether players say whether
    they wait, and may keep it to themselves. ``nagashi``: whether it names a Pool of Dreams. ``deltas``: the changes.
    ``unread``: as of a win; the kind is none where its word is not known.
    """

    kind: str | None = None
    waiting: tuple[str, ...] | None = None
    declared: bool = False
    nagashi: bool = False
    deltas: tuple[int, ...] | None = None
    unread: tuple[tuple[str, Any], ...] = ()


class Figures(Struct, frozen=True, kw_only=True):
    """What the log says beside the moves of a round.

    ``after``: the scores after it. ``riichi``: the sticks that were laid, in order. ``table``: honba and sticks as its
    ending tells them, ``at_end``: the scores that it begins with, without the sticks that were laid. ``paid``: the
    changes by all wins together. ``vacant``: figures other than 0 for empty seats. ``unread``: as of a win, of moves.
    """

    after: tuple[int, ...] | None = None
    riichi: tuple[SaidRiichi, ...] = ()
    table: tuple[int, int] | None = None
    at_end: tuple[int, ...] | None = None
    paid: tuple[int, ...] | None = None
    vacant: tuple[float, ...] = ()
    unread: tuple[tuple[str, Any], ...] = ()


class SaidRound(Figures, frozen=True, kw_only=True):
    """What the log says of a round.

    ``round``: the round wind. ``number``: of the dealer, from 1. ``honba``, ``sticks``, ``before``: before the round,
    the last the scores. ``wins``, ``draw``: its ending. ``seen``: all tiles that were dealt, drawn and turned, as
    numbers.
    """

    round: str
    number: int
    honba: int
    sticks: int
    before: tuple[int, ...] | None
    wins: tuple[SaidWin, ...] = ()
    draw: SaidDraw | None = None
    seen: bytes = b""

    @property
    def tiles(self) -> str:
        """All tiles that were dealt, drawn and turned, as text."""
        return print_tiles(self.seen)


class SaidGame(Struct, frozen=True, kw_only=True):
    """What the log says of the game.

    ``rounds``: in their order. ``scores``: points at the end, with the sticks that were left. ``final``: the results
    with uma and oka. Both are none where the log does not tell. ``cut_off``: where the log breaks off, ``in_round``
    (that round is ``unfinished``, and no part of the record) or ``between_rounds`` (in a format that tells of the end
    of a game); none for a whole log. ``vacant``: figures other than 0 at the end for empty seats. ``rules``: the
    rule set that the log tells, none where nothing in it does.
    """

    rounds: tuple[SaidRound, ...]
    scores: tuple[int, ...] | None = None
    final: tuple[float, ...] | None = None
    cut_off: Literal["in_round", "between_rounds"] | None = None
    unfinished: SaidRound | None = None
    vacant: tuple[float, ...] = ()
    rules: str | None = None


class LoggedGame(Struct, frozen=True, kw_only=True):
    """A game of a log.

    ``name``: its file. ``format``: ``mjlog``, ``tenhou.net/6``, ``mahjong-soul``, ``riichi-city``, ``m-league``,
    ``majiang`` or ``mjai``. ``said``: what the log
    says of it. ``head``, ``rounds``: the record of the game, plain data but for its rounds. ``played``: its moves,
    which only writers of logs look into.
    """

    name: str
    format: str
    head: dict[str, Any]
    rounds: list[Round]
    said: SaidGame
    played: Any

    def __repr__(self) -> str:
        return f"<LoggedGame: {self.name}, {self.format}, {len(self.rounds)} rounds>"

    @property
    def record(self) -> dict[str, Any]:
        """The game as plain data, which :func:`settle_game` takes."""
        return {**self.head, "rounds": [*map(plain_round, self.rounds)]}

    @property
    def game(self) -> Game:
        """The game as a record. Raises :class:`calc.RecordError` for what is none."""
        game = record_from({**self.head, "rounds": []})
        assert isinstance(game, Game)
        return replace(game, rounds=self.rounds)

    @property
    def turned(self) -> list[list[int]]:
        """After how many moves of each round that is over an indicator was turned."""
        rounds: list[RoundLog] = [one for one in self.played.rounds if one.is_over]
        return [[at for at, move in enumerate(one.events) if type(move) is Indicator] for one in rounds]


def plain_round(record: Round) -> dict[str, Any]:
    """The round of a log as plain data, with all that a log tells of any round."""
    plain = {key: getattr(record, key) for key in ("round", "number", "honba", "sticks", "riichi")}
    if record.draw is not None:
        return {**plain, "draw": to_builtins(record.draw)}
    return {**plain, "wins": [*map(to_builtins, record.wins)]}


WINDS: Final[tuple[Seat, ...]] = get_args(Seat)


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
        return len(self.hands)

    @property
    def dealer(self) -> int:
        return self.number - 1

    @property
    def name(self) -> str:
        """How messages name the round."""
        return f"{WINDS[self.wind]}{self.number}, honba {self.honba}"

    def seat(self, player: int) -> Seat:
        """The seat wind of a player.

        >>> start = Start(wind=0, number=2, honba=0, sticks=0, scores=(), hands=((),) * 4, indicator=0)
        >>> [start.seat(player) for player in range(4)], start.player("W")
        (['N', 'E', 'S', 'W'], 3)
        """
        return WINDS[(player - self.dealer) % self.players]

    def player(self, seat: str) -> int:
        return (self.dealer + WINDS.index(seat)) % self.players


class Draw(Struct, frozen=True):
    """A tile from the wall, or the replacement tile 嶺上牌 after a quad or a North.

    ``copy``: the number of the tile among its equals, if the log has one, else 0. A discard of another copy came from
    the hand 手出し.
    """

    player: int
    tile: int
    copy: int = 0


#: The copy of a discard from the hand, in logs that tell this and no more.
FROM_HAND = 1


class Riichi(Struct, frozen=True):
    """Riichi 立直 is declared; the discard follows."""

    player: int


class Discard(Struct, frozen=True):
    """A tile is discarded. ``copy``: that of the tile just drawn, or another one, as in :class:`Draw`."""

    player: int
    tile: int
    copy: int = 0


class Call(Struct, frozen=True):
    """A meld is laid open: from the last discard, or a quad from the player's own tiles.

    ``tile``: the tile that was called, or added to a triplet; ``None`` for a concealed quad. ``feeder``: who discarded
    the called tile.
    """

    player: int
    meld: Meld
    tile: int | None = None
    feeder: int | None = None

    @property
    def own(self) -> list[int]:
        """The tiles of the meld without that one."""
        tiles = [*self.meld.tiles]
        if self.tile is not None:
            tiles.remove(self.tile)
        return tiles


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


class RoundLog(Figures, frozen=True, kw_only=True):
    """One round: how it began, what happened, and what the log says beside."""

    start: Start
    events: list[Event]

    @property
    def is_over(self) -> bool:
        """Whether the log tells how the round ended."""
        return bool(self.events) and isinstance(self.events[-1], (Won, DrawnGame))


class GameLog(Struct, frozen=True, kw_only=True):
    """A whole log, before it is replayed.

    ``rules``: the rule set of its site, ``None`` where nothing in the log tells it. ``options``: what the log says of
    its rules that differs from the usual ones there. ``scores`` and ``final`` are the points and results at the end,
    ``None`` where the log does not tell; ``vacant``: figures other than 0 there for empty seats; ``ended``: whether the
    log has the end of the game, if its format has a sign for it; ``is_part``: whether it may begin in the middle.
    """

    players: tuple[str, ...]
    options: dict[str, object]
    rounds: list[RoundLog]
    rules: str | None = None
    scores: tuple[int, ...] | None = None
    final: tuple[float, ...] | None = None
    vacant: tuple[float, ...] = ()
    ended: bool = True
    is_part: bool = False
