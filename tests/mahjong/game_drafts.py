"""Random whole games that can have been played: as the records we settle, and as the plain judge wants them.

The hands are a menu of which anybody can work out the worth: nothing here asks the program.
"""

from collections import Counter
from typing import Any, NamedTuple

from hypothesis import strategies as st

from calc.notation.tiles import parse_tiles, print_tiles
from tests.mahjong.naive_games import SETS, Frame, Row, Worth, next_frame, settle_hand, why_over
from tests.rows import Rows

ROWS = Rows(__file__)

SEATS = "ESWN"
NAMES = ["Ann", "Bob", "Cy", "Dee"]
LONGEST = 16


class DraftGame(NamedTuple):
    """``record``: as :func:`calc.settle_game` takes it; ``hands``, ``start`` and ``rules``: as the judge does."""

    record: dict[str, Any]
    hands: list[dict[str, Any]]
    start: list[int]
    rules: dict[str, Any]


class Dish(NamedTuple):
    """A hand of the menu. ``fu``: by ron, by tsumo; ``han``: likewise, without riichi; ``sixes``: 6p in it, which are
    what the indicator 5p points to. ``limits``: id and how often it counts, in the order of the rule sets
    ``riichi``, ``sanma`` and the other two.
    """

    hand: str
    melds: str = ""
    win: str = "8s"
    fu: tuple[int, int] = (0, 0)
    han: tuple[int, int] = (0, 0)
    sixes: int = 0
    limits: tuple[tuple[str, tuple[int, int]], ...] = ()


_TANKI = (("suuankou_tanki", (2, 1)),)
_DAISANGEN = (("daisangen", (1, 1)),)
_DRAGONS = "(555z)(666z)(777z)"
_WINDS = "(1111z)(2222z)(3333z)(4444z)"
#: What cannot be won beside others: the winning tile is another one.
ALONE = [
    Dish("1112z", _DRAGONS, "2z", limits=(*_DAISANGEN, ("tsuuiisou", (1, 1)))),
]
ALONE_FOUR = [
    *ALONE,
    Dish("8s", _WINDS, limits=(("daisuushi", (2, 1)), ("suukantsu", (1, 1)))),
    Dish("5z", _WINDS, "5z", limits=(("daisuushi", (2, 1)), ("suukantsu", (1, 1)), ("tsuuiisou", (1, 1)))),
]
MENU_FOUR = [
    # Tanyao, pinfu; a dragon by a closed wait; seven pairs.
    Dish("234567m23466p67s", fu=(30, 20), han=(2, 3), sixes=2),
    Dish("345m567p99p79s", "(555z)", fu=(30, 30), han=(1, 1), sixes=1),
    Dish("1199m11p118s3344z", fu=(25, 25), han=(2, 3)),
    Dish("888m888p8s111222z", limits=_TANKI),
    Dish("123m8s", _DRAGONS, limits=_DAISANGEN),
]
MENU_THREE = [
    # A dragon by a closed wait, concealed and called; seven pairs.
    Dish("12344678p79s555z", fu=(40, 40), han=(1, 2), sixes=1),
    Dish("23456799p79s", "(666z)", fu=(30, 30), han=(1, 1), sixes=1),
    Dish("1199m11p118s2233z", fu=(25, 25), han=(2, 3)),
    Dish("111999m8s222333z", limits=_TANKI),
    Dish("123p8s", _DRAGONS, limits=_DAISANGEN),
]
#: Seats show one of two hands after a draw: the first of each pair waits, the second does not.
SHOWN = [
    ("123456789p1122z", "123456789p1357z"),
    ("123456789s3344z", "123456789s1234z"),
    ("1199m1p1s55667z1p1s", "1199m13p13s55667z"),
    ("234567678m6677z", "234567678m1357z"),
]

#: The chart for three: from how many han each row pays.
CHART: list[list[Any]] = ROWS["chart"]
BASES = [(13, 8000), (11, 6000), (8, 4000), (6, 3000), (5, 2000)]
YAKUMAN = CHART[0][1]


def times(row: Row, count: int) -> Row:
    ko, oya = row[2]
    return row[0] * count, row[1] * count, (ko * count, oya * count), row[3] * count


def limit_worth(name: str, count: int) -> Worth:
    return times(YAKUMAN, count) if name == "sanma" else 8000 * count


def times_of(name: str, limit: str, counts: tuple[int, int]) -> int:
    """How often a limit counts: ``counts`` where limits can be double, and where they cannot."""
    single = name.startswith("tenhou") or (name == "sanma" and limit != "suuankou_tanki")
    return counts[single]


def worth_of(name: str, dish: Dish, *, tsumo: bool, riichi: bool, extra: int, keeps: int, dealer: bool) -> Worth | None:
    """What a hand is worth, ``None`` where it is below the chart. ``extra``: Norths and indicated tiles."""
    limits = sum(times_of(name, limit, counts) for limit, counts in dish.limits)
    # Eight dealer keeps: the dealer who has kept the deal often enough wins a limit hand with anything.
    if dealer and not name.startswith("tenhou") and keeps >= (8 if name == "sanma" else 7):
        limits += 1
    if limits:
        return limit_worth(name, limits)
    han = dish.han[tsumo] + riichi + extra
    if name != "sanma":
        base = next((base for least, base in BASES if han >= least), min(2000, dish.fu[tsumo] * 4 * 2**han))
        return 2000 if 1900 < base < 2000 and not name.startswith("tenhou") else base
    # Seven pairs lose a han by ron; dragons, riichi and self-pick lose none.
    han -= dish.fu[tsumo] == 25 and not tsumo
    return next((row for least, row in CHART if han >= least), None)


def can_lie(dishes: list[Dish], norths: int, indicators: int) -> bool:
    """Whether these hands and indicators can lie on one table; of the fives of a suit one is red."""
    tiles: Counter[str] = Counter({"4z": norths, "5p": indicators})
    for dish in dishes:
        texts = [dish.hand, *dish.melds.replace(")", "").split("(")]
        tiles.update(print_tiles([tile]) for text in texts if text for tile in parse_tiles(text))
    tiles[dishes[0].win] += 1
    return all(count <= (3 if tile in ("5m", "5p", "5s") else 4) for tile, count in tiles.items())


@st.composite
def games(draw: st.DrawFn, most: int = LONGEST) -> DraftGame:
    """A game that was stopped somewhere or played to its end."""
    name = draw(st.sampled_from(sorted(SETS)))
    options = draw(_options(name))
    rules = SETS[name] | options
    if name == "sanma" and "target" in options:
        rules["target"] += 1  # more than that is needed
    count = rules["players"]
    start = draw(
        st.none()
        | st.sampled_from([0, 8000, 30000, 45000])
        | st.lists(st.integers(0, 30).map(lambda thousands: 1000 * thousands), min_size=count, max_size=count)
        | st.lists(st.integers(-5, 500).map(lambda hundreds: 100 * hundreds), min_size=count, max_size=count)
    )
    points = [rules["start"] if start is None else start] * count if not isinstance(start, list) else list(start)
    # Riichi with too few points is only noted, so that drafts need not count them.
    told = options | {"riichi_short": "note"}
    record: dict[str, Any] = {"rules": name, "options": told, "players": NAMES[:count], "rounds": []}
    if start is not None:
        record["start"] = start
    hands: list[dict[str, Any]] = []
    frame, keeps, scores = Frame(), 0, points
    for _ in range(draw(st.just(most) | st.integers(0, most))):
        hand, told = draw(_hands(Table(name, rules, frame, keeps)))
        if draw(st.booleans()):
            told |= {"round": SEATS[frame.wind], "number": frame.number + 1}
            told |= {"honba": frame.honba, "sticks": frame.sticks}
        hands.append(hand)
        record["rounds"].append(told)
        settled = settle_hand(hand, frame, rules)
        scores = [before + change for before, change in zip(scores, settled["changes"], strict=True)]
        if why_over(settled, frame, scores, rules) not in (None, "may stop"):
            break
        frame, keeps = next_frame(frame, settled, count), keeps + 1 if settled["keeps"] else 0
    return DraftGame(record, hands, points, rules)


def _options(name: str) -> st.SearchStrategy[dict[str, Any]]:
    three = SETS[name]["players"] == 3
    choices: dict[str, list[Any]] = {
        "multiple_ron": ["all", "first", "abort_on_three"],
        "multiple_ron_counters": ["nearest", "each"],
        "liable_scope": ["hand", "limit"],
        "liable_counters": ["discarder", "liable"],
        "waiting_pool": [0, 2000, 6000] if three else [0, 1200, 3000, 12000],
        "nagashi_sticks": ["winner", "stay"],
        "nagashi_keeps_seats": [True, False],
        "abortive_draws": [[], ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"], ["suufon_renda"]],
        "dealer_keeps_on_draw": ["waiting", "always", "never"],
        "chombo": ["none", "mangan", "points"],
        "chombo_points": [0, 20000, 15500],
        "start": [25000, 20000, 40000],
        "rounds": [1, 1, 2],
        "target": [25000, 30000, 40000, 60000],
        "west_round": [True, True, False],
        "west_round_ends": ["at_target", "after_dealer", "in_full"],
        "bust_ends": [True, False],
        "dealer_may_stop": [False, True, "always"],
        "leftover_sticks": ["first", "nobody"],
        "ties": ["seat", "share"],
        "rounding": [
            {"mode": mode, "of": of}
            for mode in ("half_down", "half_up", "half_away", "none")
            for of in ("score", "difference")
        ],
    }
    if name == "sanma":
        # Its target has to be exceeded; its results are points.
        choices["target"] = [30000, 50000, 80000]
        for key in ("rounding", "nagashi_sticks", "nagashi_keeps_seats"):
            del choices[key]
    else:
        choices |= {
            "oka": [0, 20000, 15000, 1500],
            "return": [30000, 25000, 30500],
            "uma": [[15, 5, -20], [0, 0, 0]] if three else [[30, 10, -10, -30], [12.5, 2, -3, -11.5], [0, 0, 0, 0]],
        }
    each = {key: st.sampled_from(values) for key, values in choices.items()}
    some = st.fixed_dictionaries({}, optional=each)
    # Short games that nobody's debts end come to a west round.
    long = some.map(lambda options: options | {"rounds": 1, "west_round": True, "bust_ends": False})
    return st.just({}) | some | long


class Table(NamedTuple):
    """Where a game stands. ``keeps``: hands in a row before this one in which the seats did not move."""

    name: str
    rules: dict[str, Any]
    frame: Frame
    keeps: int

    @property
    def players(self) -> list[int]:
        return list(range(self.rules["players"]))

    def seat(self, player: int) -> str:
        return SEATS[(player - self.frame.number) % self.rules["players"]]

    def seats(self, players: list[int]) -> list[str]:
        return [self.seat(player) for player in players]

    def some(self, least: int = 0) -> st.SearchStrategy[list[int]]:
        return st.lists(st.sampled_from(self.players), unique=True, min_size=least, max_size=self.rules["players"])


#: How a hand ends: for the judge by players, for us by seats.
Ending = tuple[dict[str, Any], dict[str, Any]]
_NOBODY: Ending = {"draw": "exhaustive", "waiting": []}, {"draw": {"kind": "exhaustive", "waiting": []}}
_ENDINGS = ["exhaustive", "exhaustive", "exhaustive", "tsumo", "ron", "ron", "rons", "abortive", "chombo"]


@st.composite
def _hands(draw: st.DrawFn, table: Table) -> Ending:
    riichi = draw(table.some())
    ending = draw(st.sampled_from(_ENDINGS))
    kinds = _abortive(table, riichi)
    found: Ending | None = None
    if ending == "chombo" and table.rules["chombo"] != "none":
        offenders = draw(table.some(least=1))
        beside = _NOBODY if draw(st.booleans()) else ({}, {})
        found = {"chombo": offenders, **beside[0]}, {"chombo": table.seats(offenders), **beside[1]}
    elif ending == "abortive" and kinds:
        kind = draw(st.sampled_from(kinds))
        found = {"draw": kind}, {"draw": {"kind": kind}}
    elif ending in ("tsumo", "ron", "rons"):
        found = draw(_won(table, ending, riichi))
    hand, told = found or draw(_exhaustive(table))
    # Who declared riichi without tenpai offends too, but where a Pool of Dreams keeps the deal and no hand is shown.
    offended = [player for player in riichi if player not in hand.get("waiting", riichi)]
    hidden = hand.get("dreams") and table.rules["nagashi_keeps_seats"] and "hands" not in told["draw"]
    if offended and table.rules["chombo"] != "none" and not hidden:
        hand = hand | {"chombo": sorted({*hand.get("chombo", []), *offended})}
    return {"riichi": riichi, **hand}, {"riichi": table.seats(riichi), **told}


def _abortive(table: Table, riichi: list[int]) -> list[str]:
    """The abortive draws that can be."""
    rules, count = table.rules, table.rules["players"]
    # Three winners of one discard are a draw where they are not all paid, whatever else is.
    kinds = {*rules["abortive_draws"]} - {"sanchahou", "kyuushu_kyuuhai" if len(riichi) == count else "suucha_riichi"}
    return sorted(kinds | ({"sanchahou"} if rules["multiple_ron"] == "abort_on_three" and count == 4 else set()))


@st.composite
def _exhaustive(draw: st.DrawFn, table: Table) -> Ending:
    waiting = draw(table.some())
    hand: dict[str, Any] = {"draw": "exhaustive", "waiting": waiting}
    line: dict[str, Any] = {"kind": "exhaustive"}
    if draw(st.booleans()):
        line["waiting"] = table.seats(waiting)
    if "waiting" not in line or draw(st.booleans()):
        line["hands"] = {table.seat(player): SHOWN[player][player not in waiting] for player in table.players}
    if table.rules["nagashi_mangan"] and draw(st.integers(0, 3)) == 0:
        hand["dreams"] = draw(table.some())
        line["pool_of_dreams"] = table.seats(hand["dreams"])
    return hand, {"draw": line}


@st.composite
def _won(draw: st.DrawFn, table: Table, ending: str, riichi: list[int]) -> Ending:
    """``riichi`` loses the winners whose hand is open. Nobody wins where the hands cannot be, or are not payable."""
    count = table.rules["players"]
    order = draw(st.permutations(table.players))
    winners = order[: draw(st.integers(2, count - 1)) if ending == "rons" else 1]
    source = None if ending == "tsumo" else order[-1]
    menu = MENU_THREE if count == 3 else MENU_FOUR
    if draw(st.integers(0, 4)):
        # Mostly cheap hands, or no game would come to its last hand.
        menu = menu[:3]
    elif len(winners) == 1:
        menu = menu + (ALONE if count == 3 else ALONE_FOUR)
    dishes = draw(st.permutations(menu))[: len(winners)]
    norths = [draw(st.integers(0, 4 // len(winners))) if count == 3 else 0 for _ in winners]
    indicators = draw(st.integers(0, 3))
    # Each quad turned one more indicator, of which there are not so many.
    if not can_lie(dishes, sum(norths), indicators) or any(dish.melds == _WINDS for dish in dishes):
        indicators = 0
    wins, records = [], []
    for winner, dish, north in zip(winners, dishes, norths, strict=True):
        if dish.melds and winner in riichi:
            riichi.remove(winner)
        worth = worth_of(
            table.name,
            dish,
            tsumo=source is None,
            riichi=winner in riichi,
            extra=north + dish.sixes * indicators,
            keeps=table.keeps,
            dealer=winner == table.frame.number,
        )
        # Four Norths turned further indicators.
        if worth is None or north == 4 or not can_lie(dishes, sum(norths), indicators):
            return _NOBODY
        liable = draw(_liable(table, winner, dish))
        parts = [(who, limit_worth(table.name, times_)) for who, _, times_ in liable]
        wins.append({"player": winner, "source": source, "worth": worth, "liable": parts})
        record: dict[str, Any] = {"hand": dish.hand, "melds": dish.melds, "win": dish.win, "seat": table.seat(winner)}
        record |= {"by": "tsumo"} if source is None else {"by": "ron", "from": table.seat(source)}
        record |= {"riichi": winner in riichi, "dora": "5p" * indicators, "north": north}
        record["liable"] = [{"seat": table.seat(who), "for": limit} for who, limit, _ in liable]
        records.append({key: value for key, value in record.items() if value})
    return {"wins": wins}, {"wins": records}


@st.composite
def _liable(draw: st.DrawFn, table: Table, winner: int, dish: Dish) -> list[tuple[int, str, int]]:
    """Who is responsible for which limits of a hand, and how often these count."""
    known = {"daisangen", "daisuushi"} if table.name.startswith("tenhou") else {"daisangen", "daisuushi", "suukantsu"}
    others = [player for player in table.players if player != winner]
    return [
        (draw(st.sampled_from(others)), limit, times_of(table.name, limit, counts))
        for limit, counts in dish.limits
        if limit in known and draw(st.booleans())
    ]
