"""What a player needs in the last hand for a place: every payment that a win can have, settled and placed.

Each payment goes through the functions that settle a game: :func:`calc.mahjong.value.payments.pay`, then
:func:`calc.mahjong.rounds.ends.ending_after` and :func:`calc.mahjong.rounds.ends.places_of`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from calc.errors import RecordError, contradict, did_you_mean
from calc.mahjong.by_result import all_worths, settle_result
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Draw, Game, Round, Win
from calc.mahjong.rounds import ends, frames
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.game import play_rounds
from calc.mahjong.rounds.reading import ReadRound, read_round
from calc.mahjong.rounds.round import following, payments_of, wins_in
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import pay, points_said
from calc.match import scores_of
from calc.outcomes import Reply, sum_transfers
from calc.text import number

#: What a payment leads to: the place at the end; the place, but the game goes on; neither.
Outcome = Literal["enough", "goes_on", "not"]


class Payment(Struct, frozen=True):
    """What a hand pays without honba: ``points`` by ron or in all, ``spelled`` as people say it; ``counts``: the han
    and fu that pay it, the usual ones first; ``level``: its level, and how many yakuman it is, ``limits``.
    """

    points: int
    spelled: str
    counts: list[tuple[int, int | None]]
    level: str | None
    limits: int


class Range(Struct, frozen=True):
    """Payments beyond the least that are not enough: from ``least`` to ``most``, and whether the game ``goes_on``."""

    least: str
    most: str
    goes_on: bool


class WayNeeded(Struct, frozen=True, kw_only=True):
    """What one way of winning has to pay.

    ``least``: none if no win of this way is enough. ``by_han``: for each number of han the fewest fu that are enough,
    as pairs; han that are enough with any fu are left out. ``any_win``: whether every win is. ``but``: greater payments
    that are not. ``goes_on``: the least payment after which the player has the place and the game goes on, if it is
    less.
    """

    least: Payment | None
    by_han: list[tuple[int, int]]
    any_win: bool
    but: list[Range]
    goes_on: Payment | None


class DrawNeeded(Struct, frozen=True, kw_only=True):
    """Whether an exhaustive draw is ``enough``: with which others ``waiting``, and with which the game ``goes_on``."""

    enough: Literal["always", "never", "depends"]
    waiting: list[list[str]]
    goes_on: list[list[str]]


class Needs(Reply, frozen=True, kw_only=True):
    """What ``player`` needs for a ``place`` in the hand that follows. ``ron``: by discarder; ``tsumo``. ``draw``:
    ``tenpai``, ``noten`` and, where the player could still declare it, ``riichi``. ``last``: whether the game may end
    by this hand.

    ``passing``: the player to pass, where that is asked in place of a place.

    ``id``: that of the record. ``rules``, ``options``: the rule set and its options off their defaults. ``round``,
    ``number``, ``honba``, ``sticks``, ``scores``: the hand to come, and the points before it.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    player: str
    place: int
    round: str
    number: int
    honba: int
    sticks: int
    scores: dict[str, int]
    last: bool
    ron: dict[str, WayNeeded]
    tsumo: WayNeeded
    draw: dict[str, DrawNeeded]
    passing: str | UnsetType = UNSET

    def brief(self) -> str:
        """What is enough by each way, in points."""
        ways = {**{f"ron from {name}": way for name, way in self.ron.items()}, "tsumo": self.tsumo}
        told = [f"{name} {way.least.spelled if way.least else 'cannot'}" for name, way in ways.items()]
        return f"{self.player} for place {self.place}: {', '.join(told)}; {self.rules}"


class _Hand(Struct, frozen=True, kw_only=True):
    """A game before one of its hands: the ``points`` of each player, and the ``frame`` of the hand. ``riichi``: seats
    that have declared it in this hand; their sticks are still among the points. ``passing``: the player whom it is
    enough to pass, whatever the place.
    """

    game: Game
    rules: MahjongRules
    points: list[int]
    frame: Frame
    riichi: tuple[str, ...] = ()
    passing: str | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seat of each player, empty for one who sits out."""
        return frames.seats_of(self.frame, self.rules)

    @property
    def names(self) -> dict[str, str]:
        """Who plays, by seat."""
        return {seat: name for seat, name in zip(self.seats, self.game.players, strict=True) if seat}

    def seat_of(self, name: str) -> str:
        """The seat of a player, empty for one who sits out."""
        players = self.game.players
        if name not in players:
            raise RecordError("there is no player {0!r} here{1}", name, did_you_mean(name, players), key="player")
        return self.seats[players.index(name)]

    def outcome(self, read: ReadRound, changes: Mapping[str, int], own: str, place: int) -> Outcome:
        """Whether the player in a seat ends in ``place`` or better with a hand that changes points of seats so."""
        rules = self.rules
        points = [have + changes.get(seat, 0) for have, seat in zip(self.points, self.seats, strict=True)]
        ended = ends.ending_after(read, self.frame, points, rules, is_last=True)
        if ended is not None:
            left = following(read, self.frame, rules).sticks * rules.points.stick.points
            for player, share in ends.leftover_shares(points, left, rules).items():
                points[player] += share
        order, places = ends.order_of(points), ends.places_of(points, rules)
        at = places[order.index(self.seats.index(own))]
        if self.passing is not None:
            passed = places[order.index(self.game.players.index(self.passing))]
            return "enough" if at < passed else "not"
        if at >= place:
            return "not"
        return "goes_on" if ended is None else "enough"


def needs_in(
    game: Game,
    rules: MahjongRules,
    *,
    players: Sequence[str],
    place: int,
    at: tuple[str, int] | None = None,
    honba: int | None = None,
    sticks: int | None = None,
    riichi: Sequence[str] = (),
    passing: str | None = None,
    untold: Collection[str] = (),
) -> list[Needs]:
    """What each of ``players``, all if there are none, needs for a ``place`` in the next hand of a game; with
    ``scores`` in place of rounds, in the last regular hand, or ``at`` a round wind and number. ``riichi``: players who
    have declared it in this hand. ``passing``: a player whom it is enough to pass, whatever the place; ``untold``:
    players whose points nobody told, which do not matter for that.

    Raises :class:`calc.CalcError` for a game that is wrong or over.
    """
    start = frames.start_of(game, rules)
    if game.scores is not None or (not game.rounds and isinstance(game.start, list)):
        here = _given(game, start, rules, at, honba, sticks)
    elif at is not None or honba is not None or sticks is not None:
        raise RecordError("round, honba and sticks follow from the rounds of this game; leave them out")
    else:
        here = _played(game, start, rules)
    here = replace(here, riichi=tuple(map(here.seat_of, riichi)), passing=passing)
    if "" in here.riichi or len({*here.riichi}) < len(here.riichi):
        raise RecordError("expected players of this hand, each once, as those who declared riichi", key="riichi")
    found = [_needs_of(here, player, place) for player in dict.fromkeys(players) or here.names.values()]
    told = {name: have for name, have in found[0].scores.items() if name not in untold}
    return [replace(one, scores=told, passing=passing or UNSET) for one in found]


def _given(
    game: Game, start: list[int], rules: MahjongRules, at: tuple[str, int] | None, honba: int | None, sticks: int | None
) -> _Hand:
    """The hand that is asked for, with the points that the record gives."""
    points = start if game.scores is None else scores_of(game)
    missing, stick, size = sum(start) - sum(points), rules.points.stick.points, len(game.players)
    if sticks is None:
        sticks = missing // stick if missing > 0 and missing % stick == 0 else 0
    if missing != sticks * stick and game.scores is not None:
        text = "the scores and {0} riichi sticks come to {1}, and the players began with {2}; check them"
        contradict(text, sticks, number(sum(points) + sticks * stick), number(sum(start)), key="scores")
    wind, turn = rules.match.winds - 1, size
    if at is not None:
        if at[0] not in rules.seats or not 1 <= at[1] <= size:
            raise RecordError("{0} has no round {1}{2}", rules.id, *at, key="round")
        wind, turn = rules.seats.index(at[0]), at[1]
    frame = Frame(wind=wind, number=turn, honba=honba or 0, sticks=sticks, sitting_out=size - len(rules.seats))
    return _Hand(game=game, rules=rules, points=points, frame=frame)


def _played(game: Game, start: list[int], rules: MahjongRules) -> _Hand:
    """The hand after all rounds. A dealer who could have stopped has not."""
    points, frame = start, frames.first_frame(game, rules)
    for one in play_rounds(game, rules):
        points = [have + gain for have, gain in zip(points, one.gains(rules), strict=True)]
        if ends.ending_after(one.read, one.frame, points, rules, is_last=False) is not None:
            contradict("the game was over after {0}", frames.in_words(one.frame), key="rounds")
        frame = one.after
    return _Hand(game=game, rules=rules, points=points, frame=frame)


def _needs_of(here: _Hand, player: str, place: int) -> Needs:
    game, rules, frame = here.game, here.rules, here.frame
    if not 1 <= place <= len(game.players):
        raise RecordError("expected a place from 1 to {0}, found {1}", len(game.players), place, key="place")
    seat = here.seat_of(player)
    if not seat:
        raise RecordError("{0} sits this hand out", player, key="player")
    draw = {"tenpai": _on_draw(here, seat, place, waits=True), "noten": _on_draw(here, seat, place, waits=False)}
    if seat in here.riichi:
        draw = {"riichi": draw["tenpai"]}
    elif here.points[here.seats.index(seat)] >= rules.rounds.riichi.min_points:
        draw["riichi"] = _on_draw(replace(here, riichi=(*here.riichi, seat)), seat, place, waits=True)
    hand, regular, _ = frames.hands_of(frame, rules)
    return Needs(
        id=game.id,
        rules=rules.label,
        options=rules.chosen,
        player=player,
        place=place,
        round=frames.wind_of(frame, rules),
        number=frame.number,
        honba=frame.honba,
        sticks=frame.sticks + len(here.riichi),
        scores=dict(zip(game.players, here.points, strict=True)),
        last=hand >= regular,
        ron={name: _by_win(here, seat, other, place) for other, name in here.names.items() if other != seat},
        tsumo=_by_win(here, seat, None, place),
        draw=draw,
    )


def _on_draw(here: _Hand, own: str, place: int, *, waits: bool) -> DrawNeeded:
    """Whether an exhaustive draw is enough, by which of the others wait; riichi has to wait."""
    rules, names = here.rules, here.names
    others = [seat for seat in names if seat != own]
    found: dict[Outcome, list[list[str]]] = {"enough": [], "goes_on": [], "not": []}
    for waiting in chain.from_iterable(combinations(others, count) for count in range(len(others) + 1)):
        if {*here.riichi} <= {*waiting, own}:
            tenpai = [seat for seat in rules.seats if seat in waiting or (waits and seat == own)]
            record = Round(riichi=list(here.riichi), draw=Draw(kind="exhaustive", waiting=tenpai))
            read = read_round(record, rules, frames.wind_of(here.frame, rules))
            changes = sum_transfers(payments_of(read, here.frame, rules), rules.seats)
            found[here.outcome(read, changes, own, place)].append([names[seat] for seat in waiting])
    is_always = not found["goes_on"] and not found["not"]
    told: Literal["always", "never", "depends"] = "always" if is_always else "depends" if found["enough"] else "never"
    return DrawNeeded(enough=told, waiting=found["enough"], goes_on=found["goes_on"])


def _by_win(here: _Hand, own: str, discarder: str | None, place: int) -> WayNeeded:
    """What a ron from a seat, or a tsumo, has to pay: every payment that such a win can have is tried."""
    rules, stick = here.rules, here.rules.points.stick.points
    wind: Any = frames.wind_of(here.frame, rules)
    # What this one is worth does not matter.
    win = Win(by="ron" if discarder else "tsumo", seat=own, round=wind, from_=discarder, level=LIMIT_LEVEL)
    read = read_round(Round(riichi=list(here.riichi), wins=[win]), rules)
    (win,) = wins_in(read, here.frame, rules)
    hand = settle_result(win, rules).hand
    tried: list[tuple[Payment, Outcome]] = []
    for base, payment in _payments(win, rules):
        changes = dict(zip(rules.seats, pay(base, {}, hand, rules).changes, strict=False))
        for seat in here.riichi:
            changes[seat] -= stick
        tried.append((payment, here.outcome(read, changes, own, place)))
    first = next((at for at, (_, one) in enumerate(tried) if one == "enough"), len(tried))
    enough = [payment for payment, one in tried if one == "enough"]
    every, least_fu = _least_fu([payment for payment, _ in tried]), _least_fu(enough)
    rows = [(one, [payment for payment, _ in group]) for one, group in groupby(tried[first:], key=lambda one: one[1])]
    return WayNeeded(
        least=enough[0] if enough else None,
        by_han=[(han, fu) for han, fu in sorted(least_fu.items(), reverse=True) if fu > every[han]],
        any_win=len(enough) == len(tried),
        but=[Range(row[0].spelled, row[-1].spelled, one == "goes_on") for one, row in rows if one != "enough"],
        goes_on=next((payment for payment, one in tried[:first] if one == "goes_on"), None),
    )


def _payments(win: Win, rules: MahjongRules) -> Iterator[tuple[int, Payment]]:
    """Each payment that a win can have, the smallest first, with its base points."""
    least, is_dealer = rules.winning.least_han, win.seat == rules.seats[DEALER]
    worths = [one for one in all_worths(win, rules) if one.han is None or one.han >= least]
    for base, group in groupby(sorted(worths, key=lambda one: one.base), key=lambda one: one.base):
        same = list(group)
        said = points_said(base, rules, by=win.by, is_dealer=is_dealer)
        counts = [(one.han, one.fu) for one in same if one.han is not None]
        levels = [one for one in same if one.level is not None]
        level, limits = (levels[0].level, levels[0].limits) if levels else (None, 0)
        # The fewest fu first; at a level of its own a hand has none.
        counts.sort(key=lambda one: (one[1] or 0, one[0]))
        yield base, Payment(said.total, str(said), counts, level, limits)


def _least_fu(payments: Sequence[Payment]) -> dict[int, int]:
    """The fewest fu of these payments for each number of han."""
    counts = [(han, fu) for payment in payments for han, fu in payment.counts if fu is not None]
    return dict(sorted(counts, reverse=True))
