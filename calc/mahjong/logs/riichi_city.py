"""Games of Riichi City 麻雀一番街: its own record as JSON, rounds of events whose fields are JSON of their own.

Players are told by their accounts. Tiles are numbers: a rank in the last four bits, above them the suit (circles,
bamboo, characters, then each honour); 256 more for a red five. The dealer is dealt 14 tiles, of which the last is taken
for the first draw.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from calc.errors import NotationError, UnreadableError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs import events, names, shapes
from calc.mahjong.logs.events import Event, GameLog, RoundLog, Start
from calc.mahjong.logs.play import DEALT
from calc.mahjong.logs.shapes import mapped
from calc.notation.text import parse_json, show
from calc.translation import msg

#: The rule sets of its tables, by the number of players.
RULES: Final = {4: "riichi-city", 3: "riichi-city-sanma"}
#: Of the suits in their order, our first tile; and the red five of each suit.
_SUITS: Final = (9, 18, 0)
_REDS: Final = (35, 36, 34)
_TILES: Final = {
    **{16 * suit + rank: first + rank - 1 for suit, first in enumerate(_SUITS) for rank in range(1, 10)},
    **{16 * (3 + honour) + 1: 27 + honour for honour in range(7)},
    **{256 + 16 * suit + 5: red for suit, red in enumerate(_REDS)},
}
_START, _DRAWN, _DONE, _OVER, _ENDED, _TURNED = 1, 2, 4, 5, 6, 7
#: What may be done, waiting hands, declarations, pauses.
_IDLE: Final = frozenset({3, 8, 9, 10, 11})
#: What the hands of all players tell alike.
_OF_ALL: Final = frozenset(
    {"bao_pai_card", "quan_feng", "chang_ci", "ben_chang_num", "li_zhi_bang_num", "user_info_list"}
)
_RON, _TSUMO = 0, 1
#: How a round ends in a room that is closed in the middle of it.
_CLOSED = 8
#: The kinds of draws by the number of an ending.
_DRAWS: Final = {
    2: "suufon_renda", 3: "suukaikan", 4: "suucha_riichi", 5: "sanchahou", 6: "kyuushu_kyuuhai", 7: "exhaustive",
    1002: "suufon_renda", 1004: "suucha_riichi",
}  # fmt: skip
#: Options of rooms that are none of the rule sets' when they are on: told, and not compared.
_HOUSE_RULES: Final = ("isGeMu", "isKaiLiZhi", "isLuck", "isShaoJi", "isGangPay")
_TENTHS = 10


class _Event(shapes.Message):
    """An event; ``order``: the accounts in the order of players."""

    order: Sequence[int] = ()

    def read_tile(self, value: Any, where: str) -> int:
        tile = _TILES.get(value) if type(value) is int else None
        if tile is None:
            raise UnreadableError("expected a tile, 1 to 293, as {0}, found {1}", where, show(value))
        return tile

    def player(self, key: str = "user_id") -> int:
        account = self.get(key)
        if account not in self.order:
            raise UnreadableError("expected a player of this table as {0}, found {1}", self.where(key), show(account))
        return self.order.index(account)

    def inners(self, key: str) -> "list[_Event]":
        items = shapes.listed(self.get(key) or [], self.where(key))
        return [_Event(key, mapped(one, repr(key)), self.players, self.start, self.before, self.order) for one in items]

    def of_all(self, key: str, items: str) -> tuple[int, ...] | None:
        """A number of each player; none where it is not told of all."""
        found: dict[int, Any] = {}
        for one in self.inners(items):
            if one.player() in found:
                raise UnreadableError("expected each seat once in {0!r}, found one twice", items)
            found[one.player()] = one.get(key)
        numbers = [found.get(player) for player in range(self.players)]
        return shapes.one_each(numbers, self.where(key), self.players) if None not in numbers else None


def read_riichi_city(value: Any) -> GameLog:
    """The game of one object. Raises :class:`~calc.errors.UnreadableError` with the round, the expected, the found."""
    log = mapped(value, msg("a record of Riichi City"))
    log = mapped(log.get("data", log), "'data'")
    records = shapes.rounds_in(log, "handRecord")
    first = mapped(records[0], msg("a round"))
    seated = [mapped(one, "'players'") for one in shapes.listed(first.get("players"), "'players'", least=3)]
    seated.sort(key=lambda one: shapes.whole(one.get("position"), "'position'"))
    players = len(seated)
    if players not in RULES:
        raise UnreadableError("expected three or four players, found {0}", players)
    accounts = [shapes.whole(one.get("userId"), "'userId'") for one in seated]
    with shapes.named(msg("in round {0} of the log", 1)):
        order = _in_order(accounts, _messages(first, accounts))
    called = {account: one.get("nickname") or "" for account, one in zip(accounts, seated, strict=True)}
    parts: list[list[_Event]] = []
    for place, one in enumerate(records, start=1):
        with shapes.named(msg("in round {0} of the log", place)):
            parts.append(_messages(mapped(one, msg("a round")), order))
    ends = [one for one in parts[-1] if one.name == str(_ENDED)]
    scores = ends[-1].of_all("point_num", "user_data") if ends else None
    results = ends[-1].of_all("score", "user_data") if ends else None
    unread = tuple((key, log[key]) for key in _HOUSE_RULES if log.get(key))
    # Ranked tables have the one number of points; rooms with another do not tell their uma and return.
    usual = {"fangFu": (None, 0, 1), "initPoints": (None, load_mahjong_rules(RULES[players]).match.start)}
    unread = (*unread, *((key, log[key]) for key, known in usual.items() if log.get(key) not in known))
    rounds = shapes.read_rounds(parts, _read_start, _read_round)
    rounds[0] = shapes.with_unread(rounds[0], unread)
    return GameLog(
        players=tuple(shapes.text(called[account], "'nickname'") for account in order),
        rules=RULES[players],
        options={"rounds": 1} if log.get("round") == 1 else {},
        rounds=rounds,
        scores=scores,
        final=None if results is None or unread else tuple(one / _TENTHS for one in results),
        ended=bool(ends),
    )


def _messages(record: Mapping[str, Any], order: Sequence[int]) -> list[_Event]:
    """The events of a round; their names are their numbers."""
    found = []
    for item in shapes.listed(record.get("handEventRecord"), "'handEventRecord'", least=1):
        one = mapped(item, msg("an event"))
        data = one.get("data")
        if isinstance(data, str):
            try:
                data = parse_json(data or "{}")
            except NotationError as error:
                raise UnreadableError("expected JSON as 'data' of an event: {0}", error.message) from None
        kind = shapes.whole(one.get("eventType"), "'eventType'")
        values = {"user_id": one.get("userId"), **mapped(data, "'data'")}
        found.append(_Event(str(kind), values, len(order), order=order))
    return found


def _in_order(accounts: Sequence[int], messages: Sequence[_Event]) -> list[int]:
    """The accounts from the first dealer, by a round and who deals there."""
    for one in messages:
        if one.name == str(_START) and len(one.listed("hand_cards")) == DEALT + 1:
            first = one.player() - _number(one) + 1
            return [accounts[(first + place) % len(accounts)] for place in range(len(accounts))]
    raise UnreadableError("expected the hand of the dealer, {0} tiles, found none", DEALT + 1)


def _number(message: _Event) -> int:
    return (message.number("chang_ci", below=100) - 1) % message.players + 1


# ---- rounds


def _read_start(messages: Sequence[_Event]) -> Start:
    dealt = {one.player(): one for one in messages if one.name == str(_START)}
    players = messages[0].players
    if len(dealt) != players:
        raise UnreadableError("expected the hands of all players in {0}, found some hidden", "'hand_cards'")
    head = dealt[0]
    for one in dealt.values():
        told = {key: value for key, value in one.values.items() if key in _OF_ALL}
        if told != {key: head.get(key) for key in told}:
            raise UnreadableError("expected the same beginning for all players, found {0}", show(told))
    wind = head.tile("quan_feng") - 27
    if not 0 <= wind < 4:
        raise UnreadableError("expected a wind as {0}, found {1}", head.where("quan_feng"), show(head.get("quan_feng")))
    return Start(
        wind=wind,
        number=_number(head),
        honba=head.number("ben_chang_num", below=10_000),
        sticks=head.number("li_zhi_bang_num", below=10_000),
        scores=head.of_all("hand_points", "user_info_list"),
        hands=tuple(dealt[player].tiles("hand_cards")[:DEALT] for player in range(players)),
        indicator=head.tile("bao_pai_card"),
    )


def _read_round(messages: Sequence[_Event], start: Start) -> RoundLog:
    moves: list[Event] = []
    after: tuple[int, ...] | None = None
    paid: tuple[int, ...] | None = None
    for message in messages:
        message.start, message.before = start, moves
        kind = int(message.name)
        if kind == _START:
            drawn = message.tiles("hand_cards")[DEALT:]
            moves += [events.Draw(message.player(), tile) for tile in drawn]
        elif kind in _EVENTS:
            moves += _EVENTS[kind](message)
            if kind == _OVER:
                after = message.of_all("user_point", "user_profit")
                has_winners = len(message.inners("win_info")) > 1 and message.get("end_type") in (_RON, _TSUMO)
                paid = message.of_all("point_profit", "user_profit") if has_winners else None
        elif kind not in _IDLE and kind != _ENDED:
            raise UnreadableError("expected an event of Riichi City, found {0}", kind)
    return RoundLog(start=start, events=moves, after=after, paid=paid)


def _draw(message: _Event) -> list[Event]:
    """A draw; none after a call, and where the dealer begins."""
    return [events.Draw(message.player(), message.tile("in_card"))] if message.get("in_card") else []


def _do(message: _Event) -> list[Event]:
    action = message.number("action")
    if action in _WINS:
        return []
    if action not in _ACTIONS:
        raise UnreadableError("expected an action of Riichi City, found {0}", action)
    player, tile, kind = message.player(), message.tile("card"), _ACTIONS[action]
    if kind == "discard":
        return _discard(message, player, tile)
    if kind == "north":
        return [events.North(player)]
    if kind in ("ankan", "kakan"):
        return [shapes.own_quad(kind, player, tile, message)]
    return [shapes.called(player, kind, message.tiles("group_cards"), tile, shapes.discarded_by(message.before))]


def _discard(message: _Event, player: int, tile: int) -> list[Event]:
    last = next((one for one in reversed(message.before) if not isinstance(one, events.Indicator)), None)
    places = message.get("move_cards_pos")
    # The drawn tile lies at the right end.
    is_last = not isinstance(places, list) or not places or places[0] == shapes.held(message.before, player) + 1
    is_drawn = isinstance(last, events.Draw) and last.tile == tile and is_last
    declared: list[Event] = [events.Riichi(player)] if message.get("is_li_zhi") else []
    return [*declared, events.Discard(player, tile, 0 if is_drawn else events.FROM_HAND)]


def _turned(message: _Event) -> list[Event]:
    """The indicators that were not turned before."""
    before = sum(isinstance(one, events.Indicator) for one in message.before)
    told = [tile for tile in message.listed("cards") if tile]
    tiles = [message.read_tile(tile, message.where("cards")) for tile in told]
    return [events.Indicator(tile) for tile in (tiles[before + 1 :] if len(tiles) > 1 else tiles)]


def _over(message: _Event) -> list[Event]:
    ending, deltas = message.number("end_type"), message.of_all("point_profit", "user_profit")
    if ending == _CLOSED:
        return []
    if ending not in (_RON, _TSUMO):
        kind = "nagashi" if ending in _DRAWS and message.get("zhong_liu_info") else _DRAWS.get(ending)
        is_aborted = kind not in ("exhaustive", "nagashi", None)
        # At an exhaustive draw these are who shows a waiting hand.
        shown = tuple(message.start.seat(one.player()) for one in message.inners("win_info"))
        waiting = shown if kind == "exhaustive" and shown else None
        return [shapes.drawn_game(kind, word=ending, waiting=waiting, deltas=None if is_aborted else deltas)]
    feeder = shapes.offered_by(message.before) if ending == _RON else None
    wins = sorted(message.inners("win_info"), key=lambda one: (one.player() - (feeder or 0)) % message.players)
    if not wins or (ending == _RON and feeder is None):
        raise UnreadableError("expected at least one win, found none")
    return [_won(one, feeder, deltas if len(wins) == 1 else None) for one in wins]


def _won(win: _Event, feeder: int | None, deltas: tuple[int, ...] | None) -> Event:
    yaku = []
    for one in win.inners("fang_info"):
        number = one.number("fang_type")
        id_ = names.CITY_YAKU.get(number)
        han = None if id_ in names.LIMITS else one.number("fang_num")
        yaku.append(names.listed_yaku(id_, han, str(number)))
    is_limit = any(one.han is None for one in yaku)
    return shapes.won(
        win.start,
        win.player(),
        feeder,
        han=None if is_limit else win.number("all_fang_num"),
        fu=None if is_limit else win.number("all_fu") or None,
        limits=None if is_limit else 0,
        points=win.number("all_point"),
        deltas=deltas,
        yaku=tuple(yaku) or None,
        ura=win.tiles("li_bao_card") if win.get("li_bao_card") else (),
    )


_WINS: Final = frozenset({7, 10, 12})
#: What each event makes, and what each action is.
_EVENTS: Final[Mapping[int, Callable[[_Event], list[Event]]]] = {
    _DRAWN: _draw, _DONE: _do, _OVER: _over, _TURNED: _turned,
}  # fmt: skip
_ACTIONS: Final[Mapping[int, Any]] = {
    **dict.fromkeys((2, 3, 4), "chi"), 5: "pon", 6: "daiminkan", 8: "ankan", 9: "kakan", 11: "discard", 13: "north",
}  # fmt: skip
