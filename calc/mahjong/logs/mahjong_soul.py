"""Games of Mahjong Soul 雀魂, as downloaders of its records write them: its own messages as JSON.

Each message has a name (``RecordDealTile``, ``.lq.RecordDealTile``) and its fields. They stand under one of
the keys of ``_HOLDERS`` beside ``head``, under ``mjslog`` with their names under ``mjsrecordtypes``, or alone. Fields
that are 0 may be missing, and names of fields may be written ``left_tile_count`` or ``leftTileCount``.

The dealer is dealt 14 tiles, of which the last is taken for the first draw.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs import events, shapes
from calc.mahjong.logs.events import Event, GameLog, RoundLog, Start
from calc.mahjong.logs.names import SOUL_MODES, SOUL_RULES, SOUL_YAKU, listed_yaku
from calc.mahjong.logs.play import DEALT
from calc.mahjong.logs.shapes import Value, mapped, shape
from calc.notation.melds import MeldKind
from calc.notation.text import show
from calc.translation import msg

#: The rule sets of its tables, by the number of players.
RULES: Final = {4: "mahjong-soul", 3: "mahjong-soul-sanma"}
_CALLS: Final[dict[int, MeldKind]] = {0: "chi", 1: "pon", 2: "daiminkan"}
_QUADS: Final = {2: "kakan", 3: "ankan"}
#: Keys of messages, as downloaders have them.
_HOLDERS: Final = ("data", "records", "record", "rounds", "events", "details", "actions")
#: Kinds of draws by their numbers.
_DRAWS: Final = {1: "kyuushu_kyuuhai", 2: "suufon_renda", 3: "suukaikan", 4: "suucha_riichi", 5: "sanchahou"}


# ---- messages


class _Message(shapes.Message):
    """A message: its name without ``Record``, its fields by names in small letters. A missing field is 0 or empty."""

    def get(self, key: str) -> Any:
        return self.values.get(_letters(key)) or 0

    def has(self, key: str) -> Any:
        """The value of a key, none where it is missing."""
        return self.values.get(_letters(key))

    def where(self, key: str) -> str:
        return f"{key!r} of {'Record' * self.name[:1].isupper()}{self.name}"  # or of a part of a message

    def inner(self, key: str) -> "_Message":
        return self._within(key, self.get(key) or {})

    def inners(self, key: str) -> "list[_Message]":
        return [self._within(key, one) for one in self.listed(key)]

    def _within(self, key: str, value: Any) -> "_Message":
        return _Message(key, _fields(value, msg("the fields of {0}", key)), self.players, self.start, self.before)

    def listed(self, key: str) -> Sequence[Any]:
        return shapes.listed(self.get(key) or [], self.where(key))

    def numbers(self, key: str) -> list[int]:
        return shapes.wholes(self.listed(key), self.where(key))

    def read_tile(self, value: Any, where: str) -> int:
        return shapes.one_tile(value, where, msg("'5m' or '0m'"))

    def tile(self, key: str) -> int:
        return self.read_tile(self.has(key), self.where(key))


@lru_cache(maxsize=1024)
def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def _fields(value: Any, where: str) -> dict[str, Any]:
    return {_letters(key): one for key, one in mapped(value, where).items()}


def _message(name: Any, fields: Any) -> _Message:
    told = shapes.text(name, "the name of a message").rpartition(".")[2].removeprefix("Record")
    return _Message(told, _fields(fields, msg("the fields of Record{0}", told)))


def _messages(log: Mapping[str, Any]) -> list[_Message]:
    if "mjslog" in log:
        fields = shapes.listed(log["mjslog"], "'mjslog'")
        names = shapes.listed(log.get("mjsrecordtypes"), msg("'mjsrecordtypes', the names of the messages"))
        if len(names) != len(fields):
            raise UnreadableError("expected {0} names as 'mjsrecordtypes', found {1}", len(fields), len(names))
        return shapes.read_each(zip(names, fields, strict=True), lambda one: _message(*one))
    found: Any = next((log[key] for key in _HOLDERS if log.get(key) is not None), None)
    # The messages may be those of a message around them.
    while isinstance(found, Mapping):
        found = next((found[key] for key in reversed(_HOLDERS) if found.get(key)), None)
    items = shapes.listed(found, msg("the messages of a game"))
    # A list a round, or its actions beside what else is told of it.
    parts: list[Any] = [one.get("actions") if isinstance(one, Mapping) else one for one in items]
    if all(isinstance(one, list) for one in parts):
        items = [*chain(*parts)]
    read = shapes.read_each(items, _wrapped)
    return [message for message in read if message is not None]


def _wrapped(item: Any) -> _Message | None:
    """The message in what is around it; none where something else is."""
    one = mapped(item, msg("a message"))
    # An empty result is what players did, and not what happened.
    if "result" in one:
        if not one["result"]:
            return None
        one = mapped(one["result"], msg("'result' of a message"))
    name = one.get("name", one.get("_wrapper_type"))
    return None if name is None else _message(name, one.get("data", one))


def read_mahjong_soul(value: Any) -> GameLog:
    """The game of one object. Raises :class:`~calc.errors.UnreadableError` with the round, the expected, the found."""
    log = mapped({"data": value} if isinstance(value, list) else value, msg("a game of Mahjong Soul"))
    if "head" not in log:
        # The game may stand in what else is told of it.
        log = next((one for one in log.values() if isinstance(one, Mapping) and "head" in one), log)
    head = _Message("head", _fields(log.get("head") or log.get("mjshead") or {}, "'head'"))
    parts = shapes.split_rounds(_messages(log), lambda message: f"Record{message.name}", "RecordNewRound")
    rounds = shapes.read_rounds(parts, _read_start, _read_round)
    players = rounds[0].start.players
    names = [""] * players
    for account in head.inners("accounts"):
        names[account.number("seat", below=players)] = shapes.text(account.get("nickname") or "", "'nickname'")
    detail = head.inner("config").inner("mode").inner("detail_rule")
    rounds[0] = shapes.with_unread(rounds[0], tuple((key, detail.get(key)) for key in SOUL_MODES if detail.get(key)))
    # Tables with uma of their own have results in other figures.
    config, scores, final = head.inner("config"), None, None
    lines = head.inner("result").inners("players")
    if len(lines) == players:
        by_seat = {line.number("seat", below=players): line for line in lines}
        if len(by_seat) != players:
            raise UnreadableError("expected each seat once in {0!r}, found one twice", "result")
        in_order = [by_seat[seat] for seat in range(players)]
        scores = tuple(line.number("part_point_1") for line in in_order)
        if config.inner("meta").number("mode_id"):
            final = tuple(line.number("total_point") / 1000 for line in in_order)
    return GameLog(
        players=tuple(names),
        rules=RULES[players],
        options=_options(config.inner("mode"), players),
        rounds=rounds,
        scores=scores,
        final=final,
        # A log without the results of its game may tell some rounds of it.
        is_part=scores is None,
    )


def _options(mode: _Message, players: int) -> dict[str, object]:
    """What differs from ranked tables of two winds."""
    detail, options = mode.inner("detail_rule"), dict[str, object]()
    if mode.number("mode") % 10 == 1:
        options["rounds"] = 1
    if detail.has("dora_count") == 0:
        options["red_fives"] = dict.fromkeys("mps"[4 - players :], 0)
    elif detail.has("dora_count") == 4 and players == 4:
        options["red_fives"] = {"m": 1, "p": 2, "s": 1}
    if detail.has("shiduan") == 0:
        options["tanyao_open"] = False
    is_room = bool(detail.get("init_point"))
    for key, told, option, choice in SOUL_RULES:
        if detail.has(key) in (told, int(told)) and (told or is_room):
            options[option] = choice
    if detail.number("fanfu") > 1:
        options["least_han"] = detail.number("fanfu")
    if is_room and detail.number("fandian"):
        options["target"] = detail.number("fandian")
    return options


# ---- rounds


def _read_start(messages: Sequence[_Message]) -> Start:
    """A round as it is dealt, without the last tile of the dealer."""
    dealt = messages[0]
    hands = [dealt.tiles(f"tiles{seat}") for seat in range(4)]
    players = 4 if hands[3] else 3
    dealer, wind = dealt.number("ju", below=players), dealt.number("chang", below=4)
    indicators = dealt.tiles("doras") or [dealt.tile("dora")]
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=dealt.number("ben", below=10_000),
        sticks=dealt.number("liqibang", below=10_000),
        scores=shapes.one_each(dealt.listed("scores"), dealt.where("scores"), players),
        hands=tuple(hand[:DEALT] for hand in hands[:players]),
        indicator=indicators[0],
    )


def _read_round(messages: Sequence[_Message], start: Start) -> RoundLog:
    drawn, turned = messages[0].tiles(f"tiles{start.dealer}")[DEALT:], messages[0].tiles("doras")
    if len(drawn) != 1:
        raise UnreadableError("expected {0} tiles of the dealer, found {1}", DEALT + 1, DEALT + len(drawn))
    moves: list[Event] = [events.Draw(start.dealer, drawn[0]), *map(events.Indicator, turned[1:])]
    indicators = len(turned) or 1
    for message in messages[1:]:
        message.players, message.start, message.before = start.players, start, moves
        if message.name not in _EVENTS:
            raise UnreadableError("expected a message of Mahjong Soul, found {0}", show("Record" + message.name))
        shown = () if message.name in _ENDINGS else message.tiles("doras")
        more = [*map(events.Indicator, shown[indicators:])]
        indicators += len(more)
        told = _EVENTS[message.name](message)
        # The quad before a replacement tile turned them.
        moves += [*more, *told] if message.name == "DealTile" else [*told, *more]
    return RoundLog(start=start, events=moves, **_figures_at_end(messages[-1]))


def _figures_at_end(last: _Message) -> dict[str, Any]:
    """What the last message of a round tells of scores and changes; none where it is not told of all."""
    if last.name == "NoTile":
        parts = last.inners("scores")
        return {"at_end": _each(parts[0], "old_scores") if parts else None}
    if last.name != "Hule":
        return {}
    paid = _each(last, "delta_scores") if len(last.listed("hules")) > 1 else None
    return {"after": _each(last, "scores"), "at_end": _each(last, "old_scores"), "paid": paid}


def _each(message: _Message, key: str) -> tuple[int, ...] | None:
    """A number of each player; none where it is not told of all."""
    told = message.numbers(key)[: message.players]
    return tuple(told) if len(told) == message.players else None


def _discard(player: int, tile: int, is_drawn: bool, is_riichi: bool, is_double: bool) -> list[Event]:
    declared = [events.Riichi(player)] if is_riichi or is_double else []
    return [*declared, events.Discard(player, tile, 0 if is_drawn else events.FROM_HAND)]


def _call(message: _Message) -> list[Event]:
    player, tiles, feeders = shapes.PLAYER.read(message, "seat"), message.tiles("tiles"), message.numbers("froms")
    kind = _CALLS.get(message.number("type"))
    places = [place for place, feeder in enumerate(feeders) if feeder != player]
    if kind is None or len(places) != 1 or len(feeders) != len(tiles):
        raise UnreadableError("expected a call of one tile of another player, found {0}", show(message.values))
    (place,) = places
    call = shapes.called(player, kind, (*tiles[:place], *tiles[place + 1 :]), tiles[place], feeders[place])
    if not 0 <= feeders[place] < message.players:
        raise UnreadableError("expected players as {0}, found {1}", message.where("froms"), show(feeders))
    return [call]


def _quad(message: _Message) -> list[Event]:
    player, told, kind = shapes.PLAYER.read(message, "seat"), message.has("tiles"), message.number("type")
    tile = message.read_tile(told[0] if isinstance(told, list) and told else told, message.where("tiles"))
    return [shapes.own_quad(_QUADS.get(kind, ""), player, tile, message)]


def _wins(message: _Message) -> list[Event]:
    hules, start, players = message.inners("hules"), message.start, message.players
    if not hules:
        raise UnreadableError("expected at least one win in RecordHule, found none")
    deltas = _each(message, "delta_scores") if len(hules) == 1 else None
    offered = shapes.offered_by(message.before)
    wins: list[Event] = []
    for hule in hules:
        winner, is_limit, fans = shapes.PLAYER.read(hule, "seat"), bool(hule.get("yiman")), hule.inners("fans")
        feeder = None if hule.get("zimo") else start.dealer if offered is None else offered
        if feeder is not None:
            points = hule.number("point_rong")
        elif winner == start.dealer:
            points = (players - 1) * hule.number("point_zimo_xian")
        else:
            points = hule.number("point_zimo_qin") + (players - 2) * hule.number("point_zimo_xian")
        # No win is worth nothing, and none is without yaku: where that is told, it was left out.
        yaku = []
        for fan in fans:
            id_, han = SOUL_YAKU.get(fan.number("id")), None if is_limit else fan.number("val")
            name = str(fan.get("name") or fan.number("id"))
            yaku.append(listed_yaku(id_, han, name))
        told: dict[str, Any] = {
            "han": None if is_limit else hule.number("count") or None,
            "fu": None if is_limit else hule.number("fu") or None,
            "limits": sum(fan.number("val") for fan in fans) if is_limit else 0,
            "ura": hule.tiles("li_doras"),
        }
        shown = hule.tiles("hand")
        if hule.get("hu_tile") and len(shown) == shapes.held(message.before, winner):
            told["shown"] = (*shown, hule.tile("hu_tile"))
        wins.append(
            shapes.won(start, winner, feeder, points=points or None, deltas=deltas, yaku=tuple(yaku) or None, **told)
        )
    return wins


def _run_out(message: _Message) -> list[Event]:
    players, shown = message.players, message.inners("players")[: message.players]
    parts = [one.numbers("delta_scores")[:players] for one in message.inners("scores")]
    waiting = tuple(message.start.seat(seat) for seat, one in enumerate(shown) if one.get("tingpai"))
    ending = shapes.drawn_game(
        "nagashi" if message.get("liujumanguan") else "exhaustive",
        waiting=waiting if len(shown) == players else None,
        deltas=tuple(map(sum, zip_longest([0] * players, *parts, fillvalue=0))),
    )
    return [ending]


def _one(make: Callable[..., Event], **keys: tuple[str, Value]) -> Callable[[_Message], list[Event]]:
    row = shape(make, **keys)
    return lambda message: [row.read(message)]


_SEAT: Final = ("seat", shapes.PLAYER)
_TILE: Final = ("tile", shapes.TILE)
_FLAG: Final = Value(lambda message, key: bool(message.get(key)))
_KIND: Final = Value(lambda message, key: _DRAWS.get(message.number(key)))
# fmt: off
#: What each message makes.
_EVENTS: Final[dict[str, Callable[[_Message], list[Event]]]] = {
    "DealTile": _one(events.Draw, player=_SEAT, tile=_TILE),
    "DiscardTile": shape(
        _discard, player=_SEAT, tile=_TILE, is_drawn=("moqie", _FLAG), is_riichi=("is_liqi", _FLAG),
        is_double=("is_wliqi", _FLAG),
    ).read,
    "ChiPengGang": _call,
    "AnGangAddGang": _quad,
    "BaBei": _one(events.North, player=_SEAT),
    "Hule": _wins,
    "NoTile": _run_out,
    "LiuJu": _one(shapes.drawn_game, kind=("type", _KIND)),
}
# fmt: on
_ENDINGS: Final = frozenset({"Hule", "NoTile", "LiuJu"})
