"""Logs of tenhou.net/6: a game as one JSON object, which many converters for other sites write too. Reading, and below
it writing.

A round is a list: number, scores, indicators, ura, then for every player the dealt hand, what came to it and what left
it, at last the result. Tiles are two digits: 11 to 19, 21 to 29, 31 to 39, 41 to 47, and 51, 52, 53 for red fives.

What it says of a win is Japanese, ``30符2飜2000点``, ``立直(1飜)``, or another language of a converter,
 ``30Fu2Han2000点``. Where a log that was read tells no worth, that of the settled game is written.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, Final
from urllib.parse import unquote

from calc.errors import UnreadableError
from calc.mahjong.logs import events, names, shapes
from calc.mahjong.logs.events import Event, GameLog, LoggedGame, RoundLog, Start, Won
from calc.mahjong.logs.mahjong_soul import RULES as SOUL_RULES
from calc.mahjong.logs.names import is_limit, plain
from calc.mahjong.logs.records import RULES
from calc.mahjong.logs.shapes import listed, mapped, one_each, text, vacant, whole, wholes
from calc.mahjong.logs.tenhou_turns import in_order, print_tile, print_turns, read_tile, read_turns
from calc.mahjong.logs.worths import told_rounds
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import msg

_WIN = "和了"
#: An exhaustive draw at which all or none wait.
_ALL_WAIT, _NONE_WAITS = "全員聴牌", "全員不聴"
_WIN_WORDS: Final = frozenset({plain(_WIN), plain("Agari")})
_SEATS = 4
#: Entries of a round before those of the players, and for each of them.
_HEAD, _EACH = 4, 3
_INDICATORS, _URA = msg("the dora indicators"), msg("the ura indicators")
_QUADS: Final = frozenset({"ankan", "kakan", "daiminkan"})
#: Who lists so many of both lists what lies in the wall, turned or not.
_IN_WALL = 4
_RED_KEYS: Final = {"m": "aka51", "p": "aka52", "s": "aka53"}
#: The words of Tenhou's own tables; converters write others, which tell nothing for sure.
_OWN_TABLE: Final = regex(r"三?(?:般|上|特|鳳|技|若銀|琥金|孔雀)[東南](?P<open>喰?)(?P<red>赤?).*")
_ONE_WIND: Final = regex(r"[^東南]*?(?:東|\bEast\b)")
#: The words of the rooms of Mahjong Soul, and how the names of its games look, as converters of its games write them.
_SOUL_ROOM: Final = regex(
    r"[3三]?(?:(?:[銅銀金玉]|王座)の間|(?:[铜銅银銀金玉]|王座)之?[间間]|友人[戦战場场]|大会[戦战]|段位[戦战])"
    r"|(?:(?:3|4|Three|Four)-Player )?(?:(?:Bronze|Silver|Gold|Jade|Throne) Room|Friendly|Tou?r?nament)\b",
    re.IGNORECASE,
)
#: Where the JSON of an address begins, and how far it can go.
_ADDRESS: Final = regex(r"tenhou\.net/[56]/?#json=")
_PLAIN: Final = regex(r"\{\s*\"")
_WORD: Final = regex(r"[^\s\"'<>]*")
#: Of one that is escaped as HTML, within which blanks may stand.
_ESCAPED: Final = regex(r"\{\s*&[^\"'<>]*")
#: How Tenhou names its games.
_OWN_GAME: Final = regex(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-f]{8}")
_SOUL_GAME: Final = regex(r"[0-9]{6}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_tenhou_json(value: Any) -> GameLog:
    """The game of one object. Raises :class:`~calc.errors.UnreadableError` with the round, the expected, the found."""
    log = mapped(value, msg("a log of tenhou.net/6"))
    rows = shapes.rounds_in(log, "log")
    first = listed(rows[0], msg("a round"), least=_HEAD + 3 * _EACH + 1)
    # Three where the fourth player was dealt nothing.
    has_four = (len(first) - _HEAD - 1) // _EACH == _SEATS and first[_HEAD + 3 * _EACH]
    players = 4 if has_four else 3
    called = [text(name, "'name'") for name in listed(log.get("name"), "'name'", least=players)]
    rule = mapped(log.get("rule", {}), "'rule'")
    disp, ref = str(rule.get("disp", "")), str(log.get("ref", ""))
    own, is_soul = _OWN_TABLE.fullmatch(disp), bool(_SOUL_ROOM.match(disp) or _SOUL_GAME.match(ref))
    title = log.get("title")
    words = [disp, *(one for one in (title if isinstance(title, list) else [title]) if isinstance(one, str))]
    titled = names.titled_rules(" ".join(words), players)
    told: Sequence[Any] = ()
    if log.get("sc") is not None:
        told = listed(log["sc"], "'sc'", least=2 * players)
        if not all(isinstance(number, (int, float)) for number in told):
            raise UnreadableError("expected points and result of each player as 'sc', found {0}", show(told))
    scores, results = tuple(map(int, told[: 2 * players : 2])) if told else None, told[1 : 2 * players : 2]
    suits = "mps"[_SEATS - players :]
    reds = dict.fromkeys(suits, 0 if own and not own["red"] else 1)
    if not rule.keys().isdisjoint(_RED_KEYS.values()):
        reds = {suit: whole(rule.get(_RED_KEYS[suit], 0), "'rule'", below=5) for suit in suits}
    elif "aka" in rule:
        reds = dict.fromkeys(suits, int(whole(rule["aka"], "'rule'") > 0))
    options: dict[str, object] = {} if {*reds.values()} == {1} else {"red_fives": reds}
    if own and not own["open"]:
        options["tanyao_open"] = False
    if _ONE_WIND.match(disp):
        options["rounds"] = 1
    return GameLog(
        players=tuple(called[:players]),
        rules=SOUL_RULES[players] if is_soul else RULES[players] if own or _OWN_GAME.match(ref) else titled,
        options=options,
        rounds=shapes.read_rounds(
            rows,
            partial(_read_start, players=players),
            partial(_read_round, counts_limits=not is_soul),
            lambda _: scores,
        ),
        scores=scores,
        # Some write zeros where they know no results.
        final=tuple(map(float, results)) if any(results) else None,
        vacant=vacant(told, 2 * players),
        # The page also shows single rounds, and those lack the end of the game.
        is_part=scores is None,
    )


def find_addresses(text: str) -> list[str]:
    """The JSON of the addresses of tenhou.net/6 and /5 in a text, plain or percent-encoded; what is broken as it is."""
    found: list[str] = []
    for place in _ADDRESS.finditer(text):
        given = text[place.end() :]
        # Browsers copy an address with its brackets plain and its quotes encoded.
        if not _PLAIN.match(given):
            word = _ESCAPED.match(given) or _WORD.match(given)
            given = html.unescape(unquote(word[0]))  # type: ignore[index]
        found.append(shapes.json_in(given))
    return found


def _read_start(row: Any, players: int) -> Start:
    items = listed(row, msg("a round"), least=_HEAD + players * _EACH + 1)
    count, honba, sticks, *_ = wholes(items[0], msg("the number of a round"), least=3)
    wind, dealer = divmod(count, _SEATS)
    if not 0 <= wind < _SEATS or dealer >= players or honba < 0 or sticks < 0:
        raise UnreadableError("expected round, honba and sticks at the start of a round, found {0}", show(items[0]))
    hands = [listed(items[_HEAD + _EACH * player], msg("a dealt hand")) for player in range(players)]
    return Start(
        wind=wind,
        number=dealer + 1,
        honba=honba,
        sticks=sticks,
        scores=one_each(items[1], msg("the scores of a round"), players),
        hands=tuple(tuple(map(read_tile, hand)) for hand in hands),
        indicator=read_tile(listed(items[2], _INDICATORS, least=1)[0]),
    )


def _read_round(row: Sequence[Any], start: Start, *, counts_limits: bool) -> RoundLog:
    players = start.players
    parts = [row[_HEAD + _EACH * player + 1 :][:2] for player in range(players)]
    turns = [read_turns(player, came, left) for player, (came, left) in enumerate(parts)]
    moves = in_order(turns, start.dealer)
    shown, hidden = (listed(row[place], what) for place, what in ((2, _INDICATORS), (3, _URA)))
    if len(shown) > 1:
        more = [events.Indicator(read_tile(tile)) for tile in shown[1:]]
        moves = _with_indicators(moves, more, all_turned=len(shown) != len(hidden) or len(shown) < _IN_WALL)
        hidden = hidden[: 1 + sum(isinstance(move, events.Indicator) for move in moves)]
    result = listed(row[-1], msg("the result of a round"), least=1)
    name = text(result[0], "the result of a round")
    if plain(name) not in _WIN_WORDS:
        kind = names.named_draw(name)
        waiting = {_ALL_WAIT: tuple(map(start.seat, range(players))), _NONE_WAITS: ()}.get(name)
        deltas = one_each(result[1], msg("the changes of a draw"), players) if len(result) > 1 else None
        if kind == "exhaustive" and deltas is not None and any(deltas):
            waiting = tuple(start.seat(player) for player, change in enumerate(deltas) if change > 0)
        moves.append(shapes.drawn_game(kind, word=name, waiting=waiting, deltas=deltas))
    elif len(result) < 3 or len(result) % 2 == 0:
        raise UnreadableError("expected changes and details of each win after {0!r}, found {1}", _WIN, show(result))
    else:
        ura = tuple(map(read_tile, hidden))
        for changes, details in zip(result[1::2], result[2::2], strict=True):
            moves.append(read_win(changes, details, start, ura=ura, counts_limits=counts_limits))
    of_empty_seats = [*vacant(wholes(row[1], msg("the scores of a round")), players)]
    for changes in result[1::2]:
        of_empty_seats += vacant(wholes(changes, msg("the changes of a round")), players)
    return RoundLog(start=start, events=moves, vacant=tuple(of_empty_seats))


def _with_indicators(moves: Sequence[Event], more: Sequence[Event], *, all_turned: bool) -> list[Event]:
    """The moves with the indicators after the first: concealed quads turn theirs at once, others with their discard or
    the next quad. Those that are left come last where ``all_turned``.
    """
    found: list[Event] = []
    left, owed = iter(more), 0
    for move in moves:
        kind = move.meld.kind if isinstance(move, events.Call) else ""
        if kind in _QUADS or isinstance(move, events.Discard):
            found += islice(left, owed)
            owed = 0
        found.append(move)
        if kind in _QUADS:
            owed = int(kind != "ankan")
            found += islice(left, 1 - owed)
    return [*found, *(left if all_turned else ())]


def read_win(changes: Any, details: Any, start: Start, *, ura: tuple[int, ...] = (), counts_limits: bool = True) -> Won:
    """A win by its changes and details: winner, feeder, who is responsible (else the winner), the worth and the yaku.
    What they say in words that are not known is left unread.

    ``counts_limits``: whether a double yakuman is listed as two; where it is not, how many limits there are is unsaid.
    """
    items = listed(details, msg("the details of a win"), least=3)
    deltas = one_each(changes, msg("the changes of a win"), start.players)
    winner, feeder, liable = (whole(item, msg("a player"), below=start.players) for item in items[:3])
    told = [(item, names.read_yaku(text(item, "a yaku"))) for item in items[4:]]
    yaku = tuple(one for _, one in told if one)
    unread = [("yaku", item) for item, one in told if not one]
    worth = names.read_worth(text(items[3], "the worth of a win")) if len(items) > 3 else None
    if len(items) > 3 and not worth:
        unread.append(("worth", items[3]))
    # A list that is not read to its end, or tells limits by their han, counts nothing.
    is_counted = 0 < len(told) == len(yaku) and not any(one.han and is_limit(one) for one in yaku)
    limits = sum(map(is_limit, yaku))
    # Each yaku that is known is compared by itself.
    is_summed = is_counted and (not worth or worth.han is None or not all(one.id for one in yaku))
    han = sum(one.han or 0 for one in yaku) if is_summed else worth.han if worth else None
    return shapes.won(
        start,
        winner,
        feeder if feeder != winner else None,
        liable=liable if liable != winner else None,
        ura=ura,
        han=None if limits else han,
        fu=worth.fu if worth and not limits else None,
        limits=limits if is_counted and (counts_limits or not limits) else None,
        level=worth.level if worth else None,
        points=worth.points(start.players) if worth else None,
        deltas=deltas,
        yaku=yaku if told else None,
        unread=tuple(unread),
    )


# ---- writing


def write_game(logged: LoggedGame) -> Iterator[str]:
    """The game as a line of JSON without a round that breaks off. Raises why a game that has to be settled is not."""
    log = logged.played
    players = len(log.players)
    reds: Any = log.options.get("red_fives", {})
    counts = {suit: reds.get(suit, 1) for suit in "mps"[_SEATS - players :]}
    rules, length = log.rules or "", "東" if log.options.get("rounds") == 1 else "南"
    disp = next((words[0] for one, words in names.TITLES.items() if rules.startswith(one)), "") + length
    if rules.startswith(("tenhou", "mahjong-soul")):
        site = "段位戦" if rules.startswith("mahjong-soul") else "鳳"
        open_ = "喰" * bool(log.options.get("tanyao_open", True))
        disp = "三" * (players < _SEATS) + f"{site}{length}{open_}" + "赤" * any(counts.values())
    value: dict[str, Any] = {
        "title": ["", ""],
        "name": [*log.players, *[""] * (_SEATS - players)],
        "rule": {"disp": disp, **{_RED_KEYS[suit]: count for suit, count in counts.items()}},
        "log": [*map(_write_round, told_rounds(logged))],
    }
    if log.scores is not None and log.final is not None:
        value["sc"] = [*chain(*zip(log.scores, log.final, strict=True))]
    yield json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write_round(log: RoundLog) -> list[Any]:
    start, moves = log.start, log.events
    wins = [event for event in moves if isinstance(event, Won)]
    indicators = [start.indicator, *(event.tile for event in moves if isinstance(event, events.Indicator))]
    ura: Sequence[int] = max((won.ura for won in reversed(wins)), key=len, default=())
    row: list[Any] = [
        [_SEATS * start.wind + start.dealer, start.honba, start.sticks],
        [*(start.scores or [0] * start.players), *[0] * (_SEATS - start.players)],
        [*map(print_tile, indicators)],
        [*map(print_tile, ura)],
    ]
    for hand, (came, left) in zip(start.hands, print_turns(moves, start.players), strict=True):
        row += [[*map(print_tile, hand)], came, left]
    result: list[Any] = [_WIN]
    for won in wins:
        feeder = won.player if won.feeder is None else won.feeder
        liable = won.player if won.said.liable is None else start.player(won.said.liable)
        result += [[*(won.said.deltas or ())], [won.player, feeder, liable, *_write_worth(won, start)]]
    if isinstance(moves[-1], events.DrawnGame):
        told = shapes.flat(moves[-1])
        result = [names.DRAWS[told.kind or "exhaustive"].tenhou6]
        is_exhaustive = told.kind in (None, "exhaustive")
        if is_exhaustive and told.waiting is not None and len(told.waiting) in (0, start.players):
            result = [_ALL_WAIT if told.waiting else _NONE_WAITS]
        elif is_exhaustive and told.deltas is not None:
            result.append([*told.deltas])
    return [*row, *[[], [], []] * (_SEATS - start.players), result]


def _write_worth(won: Won, start: Start) -> Iterator[str]:
    """The worth of a win in words, then each yaku. Points are what a ron pays, on a tsumo what each other player pays:
    others - dealer.
    """
    told, others = won.said, start.players - 1
    points = told.points or 0
    if won.feeder is not None:
        pays = f"{points}点"
    elif won.player == start.dealer:
        pays = f"{points // others}点∀"
    else:
        each = points // (others + 1)
        if told.liable is None and told.deltas is not None:
            # The shares are rounded up one by one; the dealer pays what the others leave of the points.
            other = next(player for player in range(start.players) if player not in (won.player, start.dealer))
            each = (points - (told.deltas[other] - told.deltas[start.dealer])) // others
        pays = f"{each}-{points - (others - 1) * each}点"
    limit = names.LEVEL_WORDS.get(told.level or "", names.LEVEL_WORDS["yakuman"] if told.limits else ("",))[0]
    counted = "" if limit or told.han is None or told.fu is None else f"{told.fu}符{told.han}飜"
    yield f"{counted}{limit}{pays}"
    for one in told.yaku or ():
        yield f"{names.written_name(one, won.player, start)}({'役満' if one.han is None else f'{one.han}飜'})"
