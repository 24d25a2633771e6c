"""Games of Mahjong Soul 雀魂, as downloaders of its records write them: its own messages as JSON.

Each message has a name (``RecordDealTile``, ``.lq.RecordDealTile``) and its fields. They stand under ``data``,
``records`` or ``actions`` beside ``head``, or under ``mjslog`` with their names under ``mjsrecordtypes``. Fields that
are 0 may be missing, and names of fields may be written ``left_tile_count`` or ``leftTileCount``.

The dealer is dealt 14 tiles, of which the last is taken for the first draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from calc.errors import UnreadableError
from calc.mahjong.logs.events import (
    FROM_HAND,
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
    SaidWin,
    SaidYaku,
    Start,
    Won,
    seat_of,
)
from calc.mahjong.logs.reading import (
    listed,
    made_meld,
    mapped,
    one_each,
    one_tile,
    read_rounds,
    read_starts,
    split_rounds,
    text,
    whole,
    wholes,
)
from calc.mahjong.logs.tenhou_names import SOUL_NUMBERS, SOUL_YAKU, said_yaku
from calc.notation.melds import MeldKind
from calc.notation.text import show
from calc.notation.tiles import kind_of
from calc.translation import msg

#: The rule sets of its tables, by the number of players.
RULES: Final = {4: "mahjong-soul", 3: "mahjong-soul-sanma"}
_DEALT = 13
#: How it spells tiles.
_LIKE = msg("'5m' or '0m'")
_CALLS: Final[dict[int, MeldKind]] = {0: "chi", 1: "pon", 2: "daiminkan"}
_ADDED, _CONCEALED = 2, 3
#: Kinds of draws by their numbers.
_DRAWS: Final = {1: "kyuushu_kyuuhai", 2: "suufon_renda", 3: "suukaikan", 4: "suucha_riichi", 5: "sanchahou"}


def read_mahjong_soul(value: Any) -> GameLog:
    """The game of one object. Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the
    round.
    """
    log = mapped(value, msg("a game of Mahjong Soul"))
    head = _Message("head", _fields(log.get("head") or log.get("mjshead") or {}, "'head'"))
    parts = split_rounds(_messages(log), lambda message: f"Record{message.name}", "RecordNewRound")
    starts = read_starts((part[0] for part in parts), _start)
    players = starts[0].players
    scores, final = _result(head, players)
    return GameLog(
        players=_names(head, players),
        rules=RULES[players],
        options=_options(head, players),
        rounds=read_rounds(parts, starts, None, _read_round),
        scores=scores,
        final=final,
    )


# ---- messages


class _Message(Struct, frozen=True):
    """A message: its name without ``Record``, and its fields by their names in small letters. A field that is missing
    is 0 or empty.
    """

    name: str
    fields: Mapping[str, Any]

    def get(self, key: str) -> Any:
        return self.fields.get(_letters(key))

    def inner(self, key: str) -> _Message:
        return _inner(self.get(key) or {}, key)

    def inners(self, key: str) -> list[_Message]:
        return [_inner(one, key) for one in self.listed(key)]

    def number(self, key: str, *, below: int | None = None) -> int:
        return whole(self.get(key) or 0, self.where(key), below=below)

    def numbers(self, key: str) -> list[int]:
        return wholes(self.listed(key), self.where(key))

    def listed(self, key: str) -> Sequence[Any]:
        return listed(self.get(key) or [], self.where(key))

    def tile(self, key: str) -> int:
        return one_tile(self.get(key), self.where(key), _LIKE)

    def tiles(self, key: str) -> list[int]:
        return [one_tile(one, self.where(key), _LIKE) for one in self.listed(key)]

    def where(self, key: str) -> str:
        """How refusals call a field."""
        return f"{key!r} of Record{self.name}"


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def _fields(value: Any, where: str) -> dict[str, Any]:
    return {_letters(key): one for key, one in mapped(value, where).items()}


def _inner(value: Any, name: str) -> _Message:
    """A message inside of another."""
    return _Message(name, _fields(value, msg("the fields of {0}", name)))


def _message(name: Any, fields: Any) -> _Message:
    told = text(name, "the name of a message").rpartition(".")[2].removeprefix("Record")
    return _Message(told, _fields(fields, msg("the fields of Record{0}", told)))


def _messages(log: Mapping[str, Any]) -> Iterator[_Message]:
    if "mjslog" in log:
        fields = listed(log["mjslog"], "'mjslog'")
        names = listed(log.get("mjsrecordtypes"), msg("'mjsrecordtypes', the names of the messages"))
        if len(names) != len(fields):
            raise UnreadableError("expected {0} names as 'mjsrecordtypes', found {1}", len(fields), len(names))
        yield from map(_message, names, fields)
        return
    found: Any = next((log[key] for key in ("data", "records", "actions") if log.get(key) is not None), None)
    # The messages may be those of a message around them.
    while isinstance(found, Mapping):
        found = next((found[key] for key in ("actions", "records", "data") if found.get(key)), None)
    for item in listed(found, msg("the messages of a game")):
        one = mapped(item, msg("a message"))
        if "result" in one:
            if not one["result"]:
                continue  # what players did, and not what happened
            one = mapped(one["result"], msg("'result' of a message"))
        if "name" in one:
            yield _message(one["name"], one.get("data", one))


# ---- the game


def _names(head: _Message, players: int) -> tuple[str, ...]:
    names = [""] * players
    for account in head.inners("accounts"):
        names[account.number("seat", below=players)] = text(account.get("nickname") or "", "'nickname'")
    return tuple(names)


def _options(head: _Message, players: int) -> dict[str, object]:
    """What the head says of the table that differs from ranked tables of two winds."""
    mode = head.inner("config").inner("mode")
    detail = mode.inner("detail_rule")
    options: dict[str, object] = {}
    if mode.number("mode") % 10 == 1:
        options["rounds"] = 1
    reds = detail.get("dora_count")
    if reds == 0:
        options["red_fives"] = dict.fromkeys("mps"[4 - players :], 0)
    elif reds == 4 and players == 4:
        options["red_fives"] = {"m": 1, "p": 2, "s": 1}
    if detail.get("shiduan") == 0:
        options["tanyao_open"] = False
    return options


def _result(head: _Message, players: int) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    """Points and results at the end; those of tables with uma of their own are left out."""
    lines = head.inner("result").inners("players")
    if len(lines) != players:
        return None, None
    by_seat = {line.number("seat", below=players): line for line in lines}
    if len(by_seat) != players:
        raise UnreadableError("expected each seat once in 'result', found one twice")
    scores = tuple(by_seat[seat].number("part_point_1") for seat in range(players))
    if not head.inner("config").inner("meta").number("mode_id"):
        return scores, None
    return scores, tuple(by_seat[seat].number("total_point") / 1000 for seat in range(players))


# ---- rounds


def _start(message: _Message) -> Start:
    """A round as it is dealt, without the last tile of the dealer."""
    hands = [message.tiles(f"tiles{seat}") for seat in range(4)]
    players = 4 if hands[3] else 3
    dealer, wind = message.number("ju", below=players), message.number("chang", below=4)
    indicators = message.tiles("doras") or [message.tile("dora")]
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=message.number("ben", below=10_000),
        sticks=message.number("liqibang", below=10_000),
        scores=one_each(message.listed("scores"), message.where("scores"), players),
        hands=tuple(tuple(hand[:_DEALT]) for hand in hands[:players]),
        indicator=indicators[0],
    )


def _read_round(messages: Sequence[_Message], start: Start, after: tuple[int, ...] | None) -> RoundLog:
    moves = _Moves(messages[0], start)
    for message in messages[1:]:
        moves.read(message)
    last = messages[-1]
    if last.name == "Hule":
        told = last.numbers("scores")[: start.players]
        after = tuple(told) if len(told) == start.players else after
    return RoundLog(start=start, events=moves.events, after=after)


class _Moves:
    """The moves of a round, read one after the other. Kept: what later messages leave out."""

    def __init__(self, dealt: _Message, start: Start) -> None:
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
            raise UnreadableError("expected {0} tiles of the dealer, found {1}", _DEALT + 1, _DEALT + len(drawn))
        self._draw(start.dealer, drawn[0])
        self._turn(dealt)

    def read(self, message: _Message) -> None:
        """Take what a message tells."""
        match message.name:
            case "DealTile":
                self._turn(message)
                self._draw(self._player(message), message.tile("tile"))
            case "DiscardTile":
                self._discard(message)
            case "ChiPengGang":
                self._call(message)
            case "AnGangAddGang":
                self._quad(message)
            case "BaBei":
                player = self.offered = self._player(message)
                self.events.append(North(player))
                self._turn(message)
            case "Hule":
                self._win(message)
            case "NoTile":
                self._run_out(message)
            case "LiuJu":
                kind = _DRAWS.get(message.number("type"))
                self.events.append(DrawnGame(kind=kind, said=SaidDraw(kind=kind)))
            case _:
                raise UnreadableError("expected a message of Mahjong Soul, found {0}", show("Record" + message.name))

    def _player(self, message: _Message) -> int:
        return message.number("seat", below=self.start.players)

    def _draw(self, player: int, tile: int) -> None:
        self.had[player].append(tile)
        self.events.append(Draw(player, tile))

    def _turn(self, message: _Message) -> None:
        """Turn the indicators that a message shows first."""
        shown = message.tiles("doras")
        self.events += map(Indicator, shown[self.indicators :])
        self.indicators = max(self.indicators, len(shown))

    def _discard(self, message: _Message) -> None:
        player = self.offered = self._player(message)
        if message.get("is_liqi") or message.get("is_wliqi"):
            self.events.append(Riichi(player))
        copy = 0 if message.get("moqie") else FROM_HAND
        self.events.append(Discard(player, message.tile("tile"), copy))
        self._turn(message)

    def _call(self, message: _Message) -> None:
        player, tiles = self._player(message), message.tiles("tiles")
        feeders = message.numbers("froms")
        places = [place for place, feeder in enumerate(feeders) if feeder != player]
        kind = _CALLS.get(message.number("type"))
        if kind is None or len(places) != 1 or len(feeders) != len(tiles):
            raise UnreadableError("expected a call of one tile of another player, found {0}", show(message.fields))
        meld = made_meld(kind, tiles)
        if kind == "pon":
            self.triplets[player, kind_of(tiles[0])] = meld.tiles
        feeder = feeders[places[0]]
        if not 0 <= feeder < self.start.players:
            raise UnreadableError("expected players as {0}, found {1}", message.where("froms"), show(feeders))
        self.events.append(Call(player, meld, tiles[places[0]], feeder))
        self._turn(message)

    def _quad(self, message: _Message) -> None:
        player = self.offered = self._player(message)
        told = message.get("tiles")
        tile = one_tile(told[0] if isinstance(told, list) and told else told, message.where("tiles"), _LIKE)
        kind = message.number("type")
        if kind == _CONCEALED:
            own = [one for one in self.had[player] if kind_of(one) == kind_of(tile)]
            self.events.append(Call(player, made_meld("ankan", own)))
        elif kind == _ADDED and (player, kind_of(tile)) in self.triplets:
            triplet = self.triplets[player, kind_of(tile)]
            self.events.append(Call(player, made_meld("kakan", (*triplet, tile), tile), tile))
        else:
            raise UnreadableError(
                "expected a concealed quad, or one of a called triplet, found {0}", show(message.fields)
            )
        self._turn(message)

    def _win(self, message: _Message) -> None:
        hules = message.inners("hules")
        if not hules:
            raise UnreadableError("expected at least one win in RecordHule, found none")
        deltas: tuple[int, ...] | None = None
        if len(hules) == 1 and message.listed("delta_scores"):
            deltas = one_each(message.listed("delta_scores"), message.where("delta_scores"), self.start.players)
        for hule in hules:
            feeder = None if hule.get("zimo") else self.offered
            said = _said_win(hule, feeder, deltas, self.start)
            ura = tuple(hule.tiles("li_doras"))
            self.events.append(Won(player=self._player(hule), feeder=feeder, ura=ura, said=said))

    def _run_out(self, message: _Message) -> None:
        players = self.start.players
        deltas = [0] * players
        for one in message.inners("scores"):
            for seat, amount in enumerate(one.numbers("delta_scores")[:players]):
                deltas[seat] += amount
        shown = message.inners("players")[:players]
        waiting = tuple(seat_of(seat, self.start) for seat, one in enumerate(shown) if one.get("tingpai"))
        said = SaidDraw(
            kind="exhaustive",
            waiting=waiting if len(shown) == players else None,
            nagashi=bool(message.get("liujumanguan")),
            deltas=tuple(deltas),
        )
        self.events.append(DrawnGame(kind="exhaustive", said=said))


def _said_win(hule: _Message, feeder: int | None, deltas: tuple[int, ...] | None, start: Start) -> SaidWin:
    winner = hule.number("seat", below=start.players)
    is_limit = bool(hule.get("yiman"))
    fans = hule.inners("fans")
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


def _said_yaku(fan: _Message, *, is_limit: bool) -> SaidYaku:
    number, han = fan.number("id"), None if is_limit else fan.number("val")
    if number in SOUL_YAKU:
        return SaidYaku(id=SOUL_YAKU[number], han=han, name=str(fan.get("name") or number))
    tenhou = SOUL_NUMBERS[number - 1] if 0 < number <= len(SOUL_NUMBERS) else None
    return SaidYaku(id=None, han=han, name=str(fan.get("name") or number)) if tenhou is None else said_yaku(tenhou, han)
