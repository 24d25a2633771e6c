"""Games of the M.League, as the pages of its viewer have them (``UMP_PLAYER.init``): a list of commands with arguments.

Players are ``A0`` to ``D0``, the first of whom deals first. Tiles are ``5m``, ``5M`` for a red five. A win by tsumo is
told by what a ron would be worth: the shares are rounded up one by one.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs import events, names, shapes
from calc.mahjong.logs.events import Event, GameLog, RoundLog, Start
from calc.notation.text import show
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.patterns import regex
from calc.translation import msg

RULES: Final = "m-league"
_CODES: Final = ("A0", "B0", "C0", "D0")
_SEATS = len(_CODES)
_INIT: Final = regex(r"UMP_PLAYER\.init\((?:\s*\w+\s*,)*\s*'")
#: What says nothing of the play, or again what other commands say.
_IDLE: Final = frozenset(
    {"area", "player", "gamestart", "gameend", "dice", "kyokuend", "haipai", "kyokustart"}
    | {"point", "say", "richi", "uradora"}
)


def find_pages(text: str) -> list[str]:
    """The JSON of the viewer's commands in its page."""
    given = [text[place.end() :].replace("\\'", "'") for place in _INIT.finditer(text)]
    return [shapes.json_in(one.replace('\\"', '"') if one.startswith('[{\\"') else one) for one in given]


def split_games(value: Any) -> list[Any]:
    """The one game of a list of commands."""
    return [value]


class _Line(shapes.Message):
    """A command; its arguments by their places."""

    @property
    def args(self) -> Sequence[str]:
        """The arguments, without remarks on a win."""
        args = shapes.listed(self.get("args"), self.where("args"))
        return [shapes.text(one, self.where("args")) for one in args if not str(one).startswith("comment")]

    def at(self, place: int, like: Any = "A0", pattern: str = ".*") -> str:
        """An argument that fits a ``pattern``; ``like``: how it is written, for a refusal."""
        args = self.args
        found = args[place] if place < len(args) else None
        if found is None or not regex(pattern).fullmatch(found):
            wanted = "expected arguments of {0!r} such as {1} in place {2}, found {3}"
            raise UnreadableError(wanted, self.name, show(like), place + 1, show([*args]))
        return found

    def player_at(self, place: int = 0) -> int:
        return _CODES.index(self.at(place, "A0", "[A-D]0"))

    def number_at(self, place: int) -> int:
        """The number of an argument, with or without a sign."""
        return int(self.at(place, "+1000", r"=?[+-]?[0-9]{1,9}").removeprefix("="))

    def tiles_at(self, place: int, prefix: str = "") -> tuple[int, ...]:
        """The tiles of an argument, behind a prefix."""
        given = self.at(place, "5m5M", rf"{prefix}<?(?:[1-9][mps]|5[MPS]|[1-7]z)*>?").removeprefix(prefix).strip("<>")
        pairs = [given[at : at + 2] for at in range(0, len(given), 2)]
        return parse_tiles("".join(f"0{one[1].lower()}" if one[1].isupper() else one for one in pairs))

    def tile_at(self, place: int, prefix: str = "") -> int:
        self.at(place, "5m", f"{prefix}..")
        return self.tiles_at(place, prefix)[0]


def read_mleague(values: Sequence[Any]) -> GameLog:
    """The game of a page. Raises :class:`~calc.errors.UnreadableError` with the round, the expected and the found."""
    lines = shapes.read_each(shapes.listed(values, msg("the commands of a page")), _line)
    starts = [place for place, line in enumerate(lines) if line.name == "kyokustart"]
    if not starts:
        raise UnreadableError("expected a log with at least one round, found no {0}", "'kyokustart'")
    called = {line.player_at(): line.at(1) for line in lines if line.name == "player"}
    ends = [line for line in lines if line.name == "gameend"]
    final = _final(ends[-1]) if ends else None
    parts = [lines[start:end] for start, end in pairwise([*starts, len(lines)])]
    return GameLog(
        players=tuple(called.get(player, "") for player in range(_SEATS)),
        rules=RULES,
        options={},
        rounds=shapes.read_rounds(parts, _read_start, _read_round),
        final=final,
        ended=bool(ends),
    )


def _line(value: Any) -> _Line:
    command = shapes.mapped(value, msg("a command"))
    return _Line(shapes.text(command.get("cmd"), "'cmd'"), command)


def _final(line: _Line) -> tuple[float, ...] | None:
    places = range(0, 2 * _SEATS, 2)
    results = {line.player_at(place): float(line.at(place + 1, "6.1", r"-?[0-9]{1,5}(?:\.[0-9])?")) for place in places}
    return tuple(results[player] for player in range(_SEATS)) if len(results) == _SEATS else None


# ---- rounds


def _read_start(lines: Sequence[_Line]) -> Start:
    head = lines[0]
    wind, first = (head.tile_at(place) - 27 for place in (4, 5))
    dealer = (_SEATS - first) % _SEATS
    # The pages tell what the sticks are worth.
    deposit, stick = head.number_at(3), load_mahjong_rules(RULES).points.stick.points
    if not 0 <= wind < _SEATS or not 0 <= first < _SEATS or dealer != head.player_at(1) or deposit % stick:
        raise UnreadableError(
            "expected a dealer, winds and sticks that fit in {0!r}, found {1}", head.name, show([*head.args])
        )
    hands: list[list[int]] = [[] for _ in range(_SEATS)]
    for line in lines:
        if line.name == "haipai":
            hands[line.player_at()] += line.tiles_at(1)
    points = {line.player_at(): line.number_at(1) for line in lines if line.name == "point" and line.at(1)[:1] == "="}
    indicators = [line.tile_at(1) for line in lines if line.name == "dora"]
    if not indicators:
        raise UnreadableError("expected a dora indicator, found none")
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=head.number_at(2),
        sticks=deposit // stick,
        scores=tuple(points[player] for player in range(_SEATS)) if len(points) == _SEATS else None,
        hands=tuple(map(tuple, hands)),
        indicator=indicators[0],
    )


def _read_round(lines: Sequence[_Line], start: Start) -> RoundLog:
    moves: list[Event] = []
    riichi = [_stick(line, start) for line in lines if line.name == "richi"]
    # Changes are told with the sticks that were laid; ours are those by endings.
    laid = {one.seat: one.deltas[start.player(one.seat)] for one in riichi if one.deltas}
    is_first = True
    for place, line in enumerate(lines):
        if line.name == "dora":
            moves += [] if is_first else [events.Indicator(line.tile_at(1))]
            is_first = False
        elif line.name in _ENDINGS:
            changes = _changes(lines[place + 1 :], start, laid)
            laid = {}
            moves.append(_ENDINGS[line.name](line, lines[:place], moves, start, changes))
        elif line.name in _EVENTS:
            moves += _EVENTS[line.name](line, moves)
        elif line.name not in _IDLE:
            raise UnreadableError("expected a command of the viewer, found {0}", show(line.name))
    return RoundLog(start=start, events=moves, riichi=tuple(riichi))


def _stick(line: _Line, start: Start) -> events.SaidRiichi:
    player, change = line.player_at(), line.number_at(1)
    return events.SaidRiichi(seat=start.seat(player), deltas=tuple(change * (one == player) for one in range(_SEATS)))


def _changes(lines: Sequence[_Line], start: Start, laid: Mapping[str, int]) -> tuple[int, ...] | None:
    """The changes that follow an ending; none where none are told."""
    changes = dict.fromkeys(range(_SEATS), 0)
    is_told = False
    for line in lines:
        if line.name in (*_ENDINGS, "kyokuend"):
            break
        if line.name == "point":
            is_told = True
            changes[line.player_at()] += line.number_at(1)
    return tuple(changes[one] - laid.get(start.seat(one), 0) for one in range(_SEATS)) if is_told else None


def _discard(line: _Line, moves: Sequence[Event]) -> list[Event]:
    player, marks = line.player_at(), line.args[2:]
    declared: list[Event] = [events.Riichi(player)] if "richi" in marks else []
    copy = 0 if "tsumogiri" in marks else events.FROM_HAND
    return [*declared, events.Discard(player, line.tile_at(1), copy)]


def _open(line: _Line, moves: Sequence[Event]) -> list[Event]:
    """A meld; a hand that is shown is none."""
    if not line.at(1).startswith("<"):
        return []
    player, own = line.player_at(), line.tiles_at(1)
    if len(line.args) == 2:
        return [shapes.called(player, "ankan", own)]
    tile = line.tile_at(2)
    added = shapes.added_quad(player, tile, moves)
    if added is not None:
        return [added]
    feeder = shapes.discarded_by(moves)
    is_run = len({*map(kind_of, own)}) > 1
    return [shapes.called(player, "chi" if is_run else "daiminkan" if len(own) == 3 else "pon", own, tile, feeder)]


def _shown(
    before: Sequence[_Line], moves: Sequence[Event], player: int, won: Sequence[int] = (), drawn: int = 0
) -> tuple[int, ...] | None:
    """The hand that a player lays open, with the tile that another one gave; none for another number of tiles.
    ``drawn``: how many of them were drawn last.
    """
    hands = [line for line in before if line.name == "open" and line.player_at() == player and line.at(1)[:1] != "<"]
    tiles = hands[-1].tiles_at(1) if hands else ()
    return (*tiles, *won) if len(tiles) == shapes.held(moves, player) + drawn else None


def _won(
    line: _Line, before: Sequence[_Line], moves: Sequence[Event], start: Start, deltas: tuple[int, ...] | None
) -> Event:
    is_ron = line.at(0).startswith("ron=")
    at = int(is_ron)
    player, worth, fu = line.player_at(at), line.at(at + 1), line.number_at(at + 2)
    yaku: list[events.SaidYaku] = []
    for place in range(at + 3, len(line.args), 2):
        name, han = line.at(place), line.number_at(place + 1)
        one = names.named_yaku(name, han)
        # A double wind is told as one.
        both = ["seat_wind", "round_wind"] if name in names.DOUBLE_WINDS else [one.id]
        limit = one.id in names.LIMITS
        yaku += [events.SaidYaku(id_, None if limit else han // len(both), name=name) for id_ in both]
    is_limit = any(one.han is None for one in yaku)
    level = names.named_level(worth)
    ura = [item.tile_at(1) for item in before if item.name == "uradora" and len(item.args) > 1 and item.at(1)]
    told: dict[str, Any] = {"points": None, "unread": ()}
    if level is None:
        try:
            told["points"] = _total(int(worth), player == start.dealer, is_ron)
        except ValueError:
            told["unread"] = (("worth", worth),)
    tile = line.tile_at(0, "ron=") if is_ron else None
    return shapes.won(
        start,
        player,
        shapes.offered_by(moves) if is_ron else None,
        shown=_shown(before, moves, player, *(([], 1) if tile is None else ([tile], 0))),
        han=None if is_limit or not yaku else sum(one.han or 0 for one in yaku),
        fu=fu or None,
        limits=None if is_limit else 0,
        level=level,
        yaku=tuple(yaku) or None,
        deltas=deltas,
        ura=tuple(ura),
        tile=None if tile is None else print_tiles([tile]),
        **told,
    )


def _total(worth: int, is_dealer: bool, is_ron: bool) -> int:
    """What is paid for a worth: the shares of a tsumo are rounded up one by one."""
    if is_ron:
        return worth
    others = _SEATS - 1
    if is_dealer:
        return others * -(-worth // (100 * others)) * 100
    return (others - 1) * -(-worth // (100 * _SEATS)) * 100 + -(-worth // (100 * _SEATS // 2)) * 100


def _drawn(
    line: _Line, before: Sequence[_Line], moves: Sequence[Event], start: Start, deltas: tuple[int, ...] | None
) -> Event:
    said = {item.player_at(): item.at(1) for item in before if item.name == "say" and item.at(1) in _AT_DRAWS}
    waiting = tuple(start.seat(player) for player, word in sorted(said.items()) if word == "tenpai")
    hands = {player: _shown(before, moves, player) for player in range(_SEATS)}
    shown = {player: hand for player, hand in hands.items() if hand}
    told = {"waiting": waiting, "declared": True} if len(said) == _SEATS else {}
    return shapes.drawn_game("exhaustive", shown, deltas=deltas, **told)


_AT_DRAWS: Final = frozenset({"tenpai", "noten"})
#: What each command makes.
_EVENTS: Final[Mapping[str, Callable[[_Line, Sequence[Event]], list[Event]]]] = {
    "tsumo": lambda line, _: [events.Draw(line.player_at(), line.tile_at(2))],
    "sutehai": _discard,
    "open": _open,
}
_ENDINGS: Final = {"agari": _won, "ryukyoku": _drawn}
