"""The rounds of Mahjong Soul: its messages read into moves, and what they say of wins and draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from calc.errors import NotationError, UnreadableError
from calc.mahjong.logs.events import (
    FROM_HAND,
    Call,
    Discard,
    Draw,
    DrawnGame,
    Event,
    Indicator,
    North,
    Riichi,
    RoundLog,
    SaidDraw,
    SaidWin,
    SaidYaku,
    Start,
    Won,
    round_name,
    seat_of,
)
from calc.mahjong.logs.tenhou_names import YAKU, YAKU_NAMES
from calc.mahjong.logs.values import listed, made_meld, mapped, text, whole, wholes
from calc.notation.melds import MeldKind
from calc.notation.text import show
from calc.notation.tiles import kind_of, parse_tiles

_DEALT = 13
_CALLS: Final[dict[int, MeldKind]] = {0: "chi", 1: "pon", 2: "daiminkan"}
_ADDED, _CONCEALED = 2, 3
#: Kinds of draws by their numbers.
_DRAWS: Final = {1: "kyuushu_kyuuhai", 2: "suufon_renda", 3: "suukaikan", 4: "suucha_riichi", 5: "sanchahou"}
#: Tenhou's numbers of its yaku, from number 1 on; nobody has seen number 46.
_TENHOU: Final = (
    *(0, 1, 3, 4, 5, 6, 18, 19, 20, 10, 14, 8, 9, 7, 23, 24, 25, 21, 26, 27, 28, 29, 30, 31, 22, 33, 34, 32, 35, 2),
    *(52, 54, 53, 52, 37, 38, 39, 40, 42, 43, 44, 47, 50, 51, 45, None, 46, 41, 48, 49),
)


class Message(Struct, frozen=True):
    """A message: its name, without what says that it is a record, and its fields by their names in small letters."""

    name: str
    fields: Mapping[str, Any]

    def get(self, key: str) -> Any:
        """What a field says, ``None`` where it is missing."""
        return self.fields.get(_letters(key))

    def inner(self, key: str) -> Message:
        """The message in a field, an empty one where it is missing."""
        return inner(self.get(key) or {}, key)

    def number(self, key: str, *, below: int | None = None) -> int:
        """A whole number, 0 where it is missing."""
        return whole(self.get(key) or 0, self.where(key), below=below)

    def listed(self, key: str) -> Sequence[Any]:
        """A list, empty where it is missing."""
        return listed(self.get(key) or [], self.where(key))

    def tiles(self, key: str) -> list[int]:
        """The tiles of a list."""
        return [_tile(one, self.where(key)) for one in self.listed(key)]

    def where(self, key: str) -> str:
        """How messages call a field."""
        return f"{key!r} of Record{self.name}"


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields by their names in small letters only."""
    return {_letters(key): value for key, value in fields.items()}


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def inner(value: Any, name: str) -> Message:
    """A message inside of another."""
    return Message(name, plain_fields(mapped(value, f"the fields of {name}")))


def _tile(value: Any, where: str) -> int:
    try:
        tiles = parse_tiles(text(value, where))
    except NotationError:
        tiles = ()
    if len(tiles) != 1:
        raise UnreadableError(f"expected a tile such as '5m' or '0m' as {where}, found {show(value)}")
    return tiles[0]


# ---- rounds


def read_start(message: Message) -> Start:
    """A round as it is dealt, without the last tile of the dealer."""
    hands = [message.tiles(f"tiles{seat}") for seat in range(4)]
    players = 4 if hands[3] else 3
    dealer, wind = message.number("ju", below=players), message.number("chang", below=4)
    indicators = message.tiles("doras") or [_tile(message.get("dora"), message.where("dora"))]
    scores = wholes(message.listed("scores"), message.where("scores"), least=players)
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=message.number("ben", below=10_000),
        sticks=message.number("liqibang", below=10_000),
        scores=tuple(scores[:players]),
        hands=tuple(tuple(hand[:_DEALT]) for hand in hands[:players]),
        indicator=indicators[0],
    )


def read_round(messages: Sequence[Message], start: Start, after: tuple[int, ...] | None) -> RoundLog:
    """A round. The first of its ``messages`` is RecordNewRound; ``after``: the points before the next round."""
    try:
        moves = _Moves(messages[0], start)
        for message in messages[1:]:
            moves.read(message)
        last = messages[-1]
        if last.name == "Hule":
            told = wholes(last.listed("scores"), last.where("scores"))[: start.players]
            after = tuple(told) if len(told) == start.players else after
    except UnreadableError as error:
        raise UnreadableError(f"in {round_name(start)}: {error.message}") from None
    return RoundLog(start=start, events=moves.events, after=after)


class _Moves:
    """The moves of a round, read one after the other. Kept: what later messages leave out."""

    def __init__(self, dealt: Message, start: Start) -> None:
        self.start = start
        self.events: list[Event] = []
        #: All tiles that each player was dealt or drew.
        self.had = [list(hand) for hand in start.hands]
        self.triplets: dict[tuple[int, int], tuple[int, ...]] = {}
        #: Whose tile can be won.
        self.offered = start.dealer
        self.indicators = 1
        drawn = dealt.tiles(f"tiles{start.dealer}")[_DEALT:]
        if len(drawn) != 1:
            raise UnreadableError(f"expected {_DEALT + 1} tiles of the dealer, found {_DEALT + len(drawn)}")
        self._draw(start.dealer, drawn[0])
        self._turn(dealt)

    def read(self, message: Message) -> None:
        """Take what a message tells."""
        if message.name not in _READERS:
            raise UnreadableError(f"expected a message of Mahjong Soul, found {show('Record' + message.name)}")
        _READERS[message.name](self, message)

    def _player(self, message: Message) -> int:
        return message.number("seat", below=self.start.players)

    def _draw(self, player: int, tile: int) -> None:
        self.had[player].append(tile)
        self.events.append(Draw(player, tile))

    def _turn(self, message: Message) -> None:
        """Turn the indicators that a message shows first."""
        shown = message.tiles("doras")
        self.events += map(Indicator, shown[self.indicators :])
        self.indicators = max(self.indicators, len(shown))

    def deal(self, message: Message) -> None:
        self._turn(message)
        self._draw(self._player(message), _tile(message.get("tile"), message.where("tile")))

    def discard(self, message: Message) -> None:
        player = self.offered = self._player(message)
        if message.get("is_liqi") or message.get("is_wliqi"):
            self.events.append(Riichi(player))
        copy = 0 if message.get("moqie") else FROM_HAND
        self.events.append(Discard(player, _tile(message.get("tile"), message.where("tile")), copy))
        self._turn(message)

    def call(self, message: Message) -> None:
        player, tiles = self._player(message), message.tiles("tiles")
        feeders = wholes(message.listed("froms"), message.where("froms"))
        places = [place for place, feeder in enumerate(feeders) if feeder != player]
        kind = _CALLS.get(message.number("type"))
        if kind is None or len(places) != 1 or len(feeders) != len(tiles):
            raise UnreadableError(f"expected a call of one tile of another player, found {show(message.fields)}")
        meld = made_meld(kind, tiles)
        if kind == "pon":
            self.triplets[player, kind_of(tiles[0])] = meld.tiles
        feeder = feeders[places[0]]
        if not 0 <= feeder < self.start.players:
            raise UnreadableError(f"expected players as {message.where('froms')}, found {show(feeders)}")
        self.events.append(Call(player, meld, tiles[places[0]], feeder))
        self._turn(message)

    def quad(self, message: Message) -> None:
        player = self.offered = self._player(message)
        told = message.get("tiles")
        tile = _tile(told[0] if isinstance(told, list) and told else told, message.where("tiles"))
        kind = message.number("type")
        if kind == _CONCEALED:
            own = [one for one in self.had[player] if kind_of(one) == kind_of(tile)]
            self.events.append(Call(player, made_meld("ankan", own)))
        elif kind == _ADDED and (player, kind_of(tile)) in self.triplets:
            triplet = self.triplets[player, kind_of(tile)]
            self.events.append(Call(player, made_meld("kakan", (*triplet, tile), tile), tile))
        else:
            raise UnreadableError(
                f"expected a concealed quad, or one of a called triplet, found {show(message.fields)}"
            )
        self._turn(message)

    def north(self, message: Message) -> None:
        player = self.offered = self._player(message)
        self.events.append(North(player))
        self._turn(message)

    def win(self, message: Message) -> None:
        hules = [inner(one, "hules") for one in message.listed("hules")]
        if not hules:
            raise UnreadableError("expected at least one win in RecordHule, found none")
        deltas: tuple[int, ...] | None = None
        if len(hules) == 1 and message.listed("delta_scores"):
            told = wholes(message.listed("delta_scores"), message.where("delta_scores"), least=self.start.players)
            deltas = tuple(told[: self.start.players])
        for hule in hules:
            player = self._player(hule)
            feeder = None if hule.get("zimo") else self.offered
            said = _said_win(hule, feeder, deltas, self.start)
            self.events.append(Won(player=player, feeder=feeder, ura=tuple(hule.tiles("li_doras")), said=said))

    def run_out(self, message: Message) -> None:
        players = self.start.players
        deltas = [0] * players
        for one in message.listed("scores"):
            own = inner(one, "scores")
            told = wholes(own.listed("delta_scores"), own.where("delta_scores"))[:players]
            for seat, amount in enumerate(told):
                deltas[seat] += amount
        shown = [inner(one, "players") for one in message.listed("players")][:players]
        waiting = [seat_of(seat, self.start) for seat, one in enumerate(shown) if one.get("tingpai")]
        said = SaidDraw(
            kind="exhaustive",
            waiting=tuple(waiting) if len(shown) == players else None,
            nagashi=bool(message.get("liujumanguan")),
            deltas=tuple(deltas),
        )
        self.events.append(DrawnGame(kind="exhaustive", said=said))

    def abort(self, message: Message) -> None:
        kind = _DRAWS.get(message.number("type"))
        self.events.append(DrawnGame(kind=kind, said=SaidDraw(kind=kind)))


_READERS: Final[dict[str, Callable[[_Moves, Message], None]]] = {
    "DealTile": _Moves.deal,
    "DiscardTile": _Moves.discard,
    "ChiPengGang": _Moves.call,
    "AnGangAddGang": _Moves.quad,
    "BaBei": _Moves.north,
    "Hule": _Moves.win,
    "NoTile": _Moves.run_out,
    "LiuJu": _Moves.abort,
}


def _said_win(hule: Message, feeder: int | None, deltas: tuple[int, ...] | None, start: Start) -> SaidWin:
    winner = hule.number("seat", below=start.players)
    is_limit = bool(hule.get("yiman"))
    fans = [inner(one, "fans") for one in hule.listed("fans")]
    others = start.players - 1
    if feeder is not None:
        points = hule.number("point_rong")
    elif winner == start.dealer:
        points = others * hule.number("point_zimo_xian")
    else:
        points = hule.number("point_zimo_qin") + (others - 1) * hule.number("point_zimo_xian")
    return SaidWin(
        seat=seat_of(winner, start),
        from_=None if feeder is None else seat_of(feeder, start),
        han=None if is_limit else hule.number("count"),
        fu=None if is_limit else hule.number("fu"),
        limits=sum(fan.number("val") for fan in fans) if is_limit else 0,
        points=points,
        deltas=deltas,
        yaku=tuple(_said_yaku(fan, is_limit=is_limit) for fan in fans),
    )


def _said_yaku(fan: Message, *, is_limit: bool) -> SaidYaku:
    number = fan.number("id")
    tenhou = _TENHOU[number - 1] if 0 < number <= len(_TENHOU) else None
    name = str(fan.get("name") or number) if tenhou is None else YAKU_NAMES[tenhou]
    return SaidYaku(
        id=None if tenhou is None else YAKU[tenhou],
        han=None if is_limit else fan.number("val"),
        tenhou=tenhou,
        name=name,
    )
