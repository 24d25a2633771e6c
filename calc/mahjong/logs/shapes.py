"""What the formats of logs share: tables of the shapes of their messages, by which events are read and written.

A row of such a table, a :class:`Shape`, is a message: what it makes, and for each field of that the key that has it and
how its values are spelled, a :class:`Value`. Values are checked for their type; a refusal names the place.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import asdict, replace

from calc.errors import NotationError, UnreadableError
from calc.mahjong.logs import events
from calc.mahjong.logs.events import Call, Draw, DrawnGame, Event, RoundLog, Start, Won
from calc.mahjong.logs.play import DEALT
from calc.notation.melds import MeldKind, parse_meld
from calc.notation.text import show
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.translation import msg

T = TypeVar("T")
S = TypeVar("S")
_LARGEST = 10**9
#: A game has some ten.
MAX_ROUNDS = 100


# ---- values


def whole(value: Any, where: str, *, below: int | None = None) -> int:
    """A whole number no game exceeds; with ``below`` from 0 and less than it."""
    least, most = (-_LARGEST, _LARGEST) if below is None else (0, below - 1)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    bounds = "" if below is None else msg(" from 0 to {0}", most)
    raise UnreadableError("expected a whole number{0} as {1}, found {2}", bounds, where, show(value))


def wholes(value: Any, where: str, *, least: int = 0) -> list[int]:
    """A list of whole numbers, ``least`` of them or more."""
    return [whole(item, where) for item in listed(value, where, least=least)]


def one_each(value: Any, where: str, players: int) -> tuple[int, ...]:
    """The whole numbers of all players, of a list that may have some for empty seats too."""
    return tuple(wholes(value, where, least=players)[:players])


def vacant(numbers: Sequence[float], seats: int) -> tuple[float, ...]:
    """The figures that a log tells for more seats than are taken, but for those of 0, which say nothing.

    >>> vacant([350, 350, 350, 0], 3), vacant([350, 350, 350, 10], 3)
    ((), (10,))
    """
    return tuple(number for number in numbers[seats:] if number)


def listed(value: Any, where: str, *, least: int = 0) -> Sequence[Any]:
    """A list of ``least`` items or more."""
    if isinstance(value, list) and len(value) >= least:
        return value
    raise UnreadableError(
        "expected a list{0} as {1}, found {2}", msg(" of {0} or more", least) if least else "", where, show(value)
    )


def mapped(value: Any, where: str) -> Mapping[str, Any]:
    """An object with keys and values."""
    if isinstance(value, dict):
        return value
    raise UnreadableError("expected an object as {0}, found {1}", where, show(value))


def text(value: Any, where: str) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise UnreadableError("expected a text as {0}, found {1}", where, show(value))


def one_tile(value: Any, where: str, like: str) -> int:
    """The tile that a text spells. ``like``: how the format spells tiles, for a refusal."""
    tile = _tile_of(text(value, where))
    if tile is None:
        raise UnreadableError("expected a tile such as {0} as {1}, found {2}", like, where, show(value))
    return tile


def json_in(text: str) -> str:
    """The JSON value at the beginning of a text, or where it is broken its line."""
    try:
        return text[: json.JSONDecoder().raw_decode(text)[1]]
    except (ValueError, RecursionError):
        return text.partition("\n")[0]


@lru_cache(maxsize=256)
def _tile_of(spelled: str) -> int | None:
    try:
        tiles = parse_tiles(spelled)
    except NotationError:
        return None
    return tiles[0] if len(tiles) == 1 else None


# ---- messages


class Message(Struct, eq=False):
    """A message: its name, and its values by their keys.

    ``start``: the round in which it stands, once that is known; ``before``: the events before it there.
    """

    name: str
    values: Mapping[str, Any]
    players: int = 4
    start: Start = cast(Start, None)
    before: Sequence[Event] = ()

    def get(self, key: str) -> Any:
        """The value of a key, none where it is missing."""
        return self.values.get(key)

    def where(self, key: str) -> str:
        """How refusals call a key."""
        return f"{key!r} of {self.name!r}"

    def number(self, key: str, *, below: int | None = None) -> int:
        """The whole number of a key; with ``below`` from 0 and less than it."""
        value = self.get(key)
        if below is not None and type(value) is int and 0 <= value < below:
            return value
        return whole(value, self.where(key), below=below)

    def listed(self, key: str) -> Sequence[Any]:
        return listed(self.get(key), self.where(key))

    def read_tile(self, value: Any, where: str) -> int:
        """Our tile for one as the format spells it."""
        raise NotImplementedError

    def tile(self, key: str) -> int:
        return self.read_tile(self.get(key), self.where(key))

    def tiles(self, key: str) -> tuple[int, ...]:
        where = self.where(key)
        return tuple([self.read_tile(one, where) for one in self.listed(key)])


class Value(Struct, frozen=True):
    """How the values of a key are spelled.

    ``read``: the value of a message's key for a field. ``write``: that of a field, in a round, for the key; none where
    the key is left out.
    """

    read: Callable[[Any, str], Any]
    write: Callable[[Any, Start], Any] = lambda value, _: value


def optional(value: Value) -> Value:
    """A value that may be missing."""
    return Value(
        lambda message, key: None if message.get(key) is None else value.read(message, key),
        lambda found, start: None if found is None else value.write(found, start),
    )


def read_only(read: Callable[[Any, str], Any]) -> Value:
    """A value that logs have and ours leave out."""
    return Value(read, lambda value, _: None)


#: A player by number; in the field the number, or the seat.
PLAYER = Value(lambda message, key: message.number(key, below=message.players))
SEAT = Value(lambda message, key: message.start.seat(PLAYER.read(message, key)), lambda seat, start: start.player(seat))
#: Any whole number, one that is not negative, tiles, and a number for each player.
NUMBER = Value(lambda message, key: message.number(key))
COUNT = Value(lambda message, key: message.number(key, below=10_000))
TILE = Value(lambda message, key: message.tile(key))
TILES = Value(lambda message, key: message.tiles(key))
EACH = Value(
    lambda message, key: one_each(message.get(key), message.where(key), message.players), lambda numbers, _: [*numbers]
)


class Shape(Struct, frozen=True):
    """A message of a format. ``make`` makes what it tells of its fields; ``keys``: field, key and value of each."""

    make: Callable[..., Any]
    keys: tuple[tuple[str, str, Value], ...]

    def read(self, message: Message, **more: Any) -> Any:
        """What a message tells. ``more``: fields that it does not."""
        return self.make(**more, **{field: value.read(message, key) for field, key, value in self.keys})

    def write(self, told: Any, start: Start) -> dict[str, Any]:
        """The keys and values of what is told in a round."""
        found = ((key, value.write(getattr(told, field, None), start)) for field, key, value in self.keys)
        return {key: value for key, value in found if value is not None}


def shape(make: Callable[..., Any], /, **keys: tuple[str, Value]) -> Shape:
    """A row of a table of shapes."""
    return Shape(make, tuple((field, key, value) for field, (key, value) in keys.items()))


# ---- events


def called(player: int, kind: MeldKind, own: Sequence[int], tile: int | None = None, feeder: int | None = None) -> Call:
    """A call of ``tile``, or a quad; ``own``: the other tiles. Refused where they do not make a meld of this kind."""
    added = [] if tile is None else [tile]
    spelled = f"{print_tiles(own)}+{print_tiles(added)}" if kind == "kakan" else print_tiles([*own, *added])
    try:
        return Call(player, parse_meld(f"{kind}:{spelled}"), tile, feeder)
    except NotationError as error:
        raise UnreadableError("expected the tiles of a {0}, found others: {1}", kind, error.message) from None


def own_quad(kind: str, player: int, tile: int, message: Message) -> Call:
    """A quad of own tiles of which one is told: the others are those of the hand, or of a triplet."""
    call = added_quad(player, tile, message.before) if kind == "kakan" else None
    if kind == "ankan":
        drawn = [one.tile for one in message.before if isinstance(one, Draw) and one.player == player]
        held = (*message.start.hands[player], *drawn)
        call = called(player, "ankan", [one for one in held if kind_of(one) == kind_of(tile)])
    if call is None:
        raise UnreadableError("expected a concealed quad, or one of a called triplet, found {0}", show(message.values))
    return call


def added_quad(player: int, tile: int, before: Iterable[Event]) -> Call | None:
    """A quad of a called triplet; none where there is no such triplet."""
    melds = [one.meld for one in before if isinstance(one, Call) and one.player == player]
    triplets = [meld.tiles for meld in melds if meld.kind == "pon" and kind_of(meld.tiles[0]) == kind_of(tile)]
    return called(player, "kakan", triplets[-1], tile) if triplets else None


def held(moves: Iterable[Event], player: int) -> int:
    """How many concealed tiles a player holds between the turns, after some moves."""
    calls = (one for one in moves if isinstance(one, Call) and one.player == player)
    return DEALT - 3 * sum(call.meld.kind != "kakan" for call in calls)


def offered_by(before: Sequence[Event]) -> int | None:
    """Whose tile may be won: a discard, a North, or one of an own quad; who called discards before anybody may win."""
    gave = (events.Discard, events.North, Call)
    return next((one.player for one in reversed(before) if isinstance(one, gave)), None)


def discarded_by(before: Sequence[Event]) -> int | None:
    """Whose discard is the last one."""
    return next((one.player for one in reversed(before) if isinstance(one, events.Discard)), None)


def won(start: Start, player: int, feeder: int | None, *, liable: int | None = None, **told: Any) -> Won:
    """A win; ``feeder``: none on a tsumo. ``told``: the other fields, and those of what the log says."""
    of_event = {key: told.pop(key) for key in ("ura", "shown") if key in told}
    from_, of_liable = (None if one is None else start.seat(one) for one in (feeder, liable))
    said = events.SaidWin(seat=start.seat(player), from_=from_, liable=of_liable, **told)
    return Won(player=player, feeder=feeder, said=said, **of_event)


def drawn_game(
    kind: str | None, shown: Mapping[int, tuple[int, ...]] | None = None, *, word: Any = None, **told: Any
) -> DrawnGame:
    """A draw; ``kind``: as in :data:`~calc.mahjong.logs.names.DRAWS`, none where the log's ``word`` is not known.
    ``told``: what else the log says.
    """
    is_nagashi = kind == "nagashi"
    unread = () if kind or word is None else (("draw", word),)
    kind = "exhaustive" if is_nagashi else kind
    said = events.SaidDraw(kind=kind, nagashi=is_nagashi, unread=unread, **told)
    return DrawnGame(kind=kind, shown=dict(shown or {}), said=said)


def flat(ending: Won | DrawnGame) -> SimpleNamespace:
    """The fields by which :func:`won` and :func:`drawn_game` make an ending."""
    told = SimpleNamespace(**{**asdict(ending.said), **asdict(ending)})
    if isinstance(ending, Won):
        told.feeder = ending.player if ending.feeder is None else ending.feeder
    elif ending.said.nagashi:
        told.kind = "nagashi"
    return told


def without_copies(moves: Iterable[Event]) -> Iterator[Event]:
    """The events, of discards only whether they were the drawn tile or came from the hand."""
    drawn: Draw | None = None
    for event in moves:
        if type(event) is Draw:
            drawn = event
        elif type(event) is Call:
            drawn = None
        elif type(event) is events.Discard:
            is_drawn = drawn == Draw(event.player, event.tile, event.copy)
            yield events.Discard(event.player, event.tile, 0 if is_drawn else events.FROM_HAND)
            continue
        yield event


# ---- rounds


def rounds_in(log: Mapping[str, Any], key: str) -> Sequence[Any]:
    """The rounds that a game lists under a key, no more than games have."""
    rounds = listed(log.get(key), repr(key), least=1)
    if len(rounds) > MAX_ROUNDS:
        raise UnreadableError("expected at most {0} rounds in {1}, found {2}", MAX_ROUNDS, repr(key), len(rounds))
    return rounds


def split_rounds(messages: Iterable[T], name_of: Callable[[T], str], begin: str) -> list[list[T]]:
    """The messages of each round, of which the first has the name ``begin``."""
    parts: list[list[T]] = []
    for message in messages:
        name = name_of(message)
        if name == begin:
            parts.append([])
        elif not parts:
            raise UnreadableError("expected {0} before the first move, found {1}", begin, name)
        parts[-1].append(message)
    if not 0 < len(parts) <= MAX_ROUNDS:
        raise UnreadableError("expected 1 to {0} rounds, each with {1}, found {2}", MAX_ROUNDS, begin, len(parts))
    return parts


def read_rounds(
    parts: Sequence[T],
    read_start: Callable[[T], Start],
    read: Callable[[T, Start], RoundLog],
    scores: Callable[[int], tuple[int, ...] | None] = lambda players: None,
) -> list[RoundLog]:
    """Each round, read from its part of the log and its start. A refusal names the round.

    The scores after a round that does not tell them are those before the next one; after the last one they are
    ``scores``, by the number of players.
    """
    starts: list[Start] = []
    for place, part in enumerate(parts, start=1):
        with named(msg("in round {0} of the log", place)):
            starts.append(read_start(part))
    if len({start.players for start in starts}) > 1:
        raise UnreadableError("expected as many players in every round as in the first one, found another number")
    told = [*(start.scores for start in starts[1:]), scores(starts[0].players)]
    rounds: list[RoundLog] = []
    for part, start, after in zip(parts, starts, told, strict=True):
        with named(f"in {start.name}"):
            found = read(part, start)
        rounds.append(found if found.after is not None else replace(found, after=after))
    return rounds


def read_each(items: Iterable[S], read: Callable[[S], T]) -> list[T]:
    """Each message as it is read. A refusal names its number."""
    found: list[T] = []
    for place, item in enumerate(items, start=1):
        try:
            found.append(read(item))
        except UnreadableError as error:
            raise error.begun(msg("in message {0} of the log", place)) from None
    return found


def with_unread(log: RoundLog, unread: Iterable[tuple[str, Any]]) -> RoundLog:
    """The round, with more that is not compared."""
    return replace(log, unread=(*log.unread, *unread))


@contextmanager
def named(place: str) -> Iterator[None]:
    """Begin refusals with a place in the log."""
    try:
        yield
    except UnreadableError as error:
        raise error.begun(place) from None
