"""What a player needs in the last hand for a place: every payment that a win can have, settled and placed.

Each payment goes through the functions that settle a game: :func:`calc.mahjong.value.payments.pay`, then
:func:`calc.mahjong.rounds.ends.ending_after` and :func:`calc.mahjong.rounds.ends.places_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import RecordError, contradict, did_you_mean
from calc.mahjong.by_result import all_worths, settle_result
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Draw, Game, Round, Win
from calc.mahjong.rounds.claims import by_party
from calc.mahjong.rounds.ends import ending_after, leftover_shares, order_of, places_of
from calc.mahjong.rounds.frames import FIRST, Frame, first_frame, hands_of, in_words, seats_of, start_of, wind_of
from calc.mahjong.rounds.game import play_rounds
from calc.mahjong.rounds.reading import ReadRound, read_round
from calc.mahjong.rounds.round import following, settle_round, wins_in
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import pay, points_said
from calc.mahjong.value.worth import Worth
from calc.outcomes import Reply

#: What a payment leads to: the place at the end; the place, but the game goes on; neither.
Outcome = Literal["enough", "goes_on", "not"]


class Payment(Struct, frozen=True):
    """What a hand pays without counters: ``points`` by ron or in all, ``spelled`` as people say it; ``counts``: the han
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

    def brief(self) -> str:
        """What is enough by each way, in points."""
        ways = {**{f"ron from {name}": way for name, way in self.ron.items()}, "tsumo": self.tsumo}
        told = [f"{name} {way.least.spelled if way.least else 'cannot'}" for name, way in ways.items()]
        return f"{self.player} for place {self.place}: {', '.join(told)}; {self.rules}"


class Situation(Struct, frozen=True, kw_only=True):
    """A game before one of its hands: the ``points`` of each player, and the place of the hand in the game."""

    game: Game
    rules: MahjongRules
    points: list[int]
    frame: Frame
    #: Seats that have declared riichi in this hand; their sticks are still among the points.
    riichi: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seat of each player, empty for one who sits out."""
        return seats_of(self.frame, self.rules)

    @property
    def seated(self) -> list[str]:
        """The names of those who play."""
        return [name for name, seat in zip(self.game.players, self.seats, strict=True) if seat]


def situation_of(
    game: Game,
    rules: MahjongRules,
    at: tuple[str, int] | None = None,
    honba: int | None = None,
    sticks: int | None = None,
    riichi: Sequence[str] = (),
) -> Situation:
    """The game before its next hand; with ``scores`` in place of rounds, before its last regular hand, or
    ``at`` a round wind and number. ``riichi``: players who have declared it in this hand.

    Raises :class:`calc.CalcError` for a game that is wrong or over.
    """
    start = start_of(game, rules)
    if game.scores is not None or (not game.rounds and isinstance(game.start, list)):
        points, frame = _given(game, start, rules, at, honba, sticks)
    else:
        if at is not None or honba is not None or sticks is not None:
            raise RecordError("round, honba and sticks follow from the rounds of this game; leave them out")
        points, frame = _played(game, start, rules)
    seats = seats_of(frame, rules)
    declared = tuple(seats[_place_of(name, game)] for name in riichi)
    if "" in declared or len({*declared}) < len(declared):
        raise RecordError("expected players of this hand, each once, as those who declared riichi", key="riichi")
    return Situation(game=game, rules=rules, points=points, frame=frame, riichi=declared)


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
) -> list[Needs]:
    """What each of ``players``, all if there are none, needs for a ``place``; the rest as in :func:`situation_of`."""
    here = situation_of(game, rules, at, honba, sticks, riichi)
    return [find_needs(here, player, place) for player in players or here.seated]


def _given(
    game: Game, start: list[int], rules: MahjongRules, at: tuple[str, int] | None, honba: int | None, sticks: int | None
) -> tuple[list[int], Frame]:
    """The points that the record gives, and the frame that is asked for."""
    points = start
    if game.scores is not None:
        found = by_party(game.scores, (), game.players, "scores")
        if len(found) < len(game.players):
            raise RecordError("expected the points of every player", key="scores")
        points = [found[place][1] for place in range(len(game.players))]
    missing = sum(start) - sum(points)
    stick = rules.points.stick.points
    if sticks is None:
        sticks = missing // stick if missing > 0 and missing % stick == 0 else 0
    if missing != sticks * stick and game.scores is not None:
        contradict(
            "the scores and {0} riichi sticks come to {1}, and the players began with {2}; check them",
            sticks,
            f"{sum(points) + sticks * stick:,}",
            f"{sum(start):,}",
            key="scores",
        )
    frame = replace(
        FIRST, sitting_out=len(game.players) - len(rules.seats), honba=honba or 0, sticks=sticks, keeps=None
    )
    if at is None:
        return points, replace(frame, wind=rules.match.winds - 1, number=frame.players(rules))
    wind, number = at
    if wind not in rules.seats or not 1 <= number <= frame.players(rules):
        raise RecordError("{0} has no round {1}{2}", rules.id, wind, number, key="round")
    return points, replace(frame, wind=rules.seats.index(wind), number=number)


def _played(game: Game, start: list[int], rules: MahjongRules) -> tuple[list[int], Frame]:
    """The points after all rounds, and the frame of the next one. A dealer who could have stopped has not."""
    points, frame = list(start), first_frame(game, rules)
    for one in play_rounds(game, rules):
        points = [have + gain for have, gain in zip(points, one.gains(rules), strict=True)]
        ended = ending_after(one.read, one.frame, points, rules, is_last=False)
        if ended is not None:
            contradict("the game was over after {0}", in_words(one.frame), key="rounds")
        frame = one.after
    return points, frame


def _place_of(name: str, game: Game) -> int:
    if name not in game.players:
        raise RecordError("there is no player {0!r} here{1}", name, did_you_mean(name, game.players), key="player")
    return game.players.index(name)


def find_needs(here: Situation, player: str, place: int) -> Needs:
    """What ``player`` needs in the next hand to end the game in ``place`` or better."""
    game, rules, frame = here.game, here.rules, here.frame
    if not 1 <= place <= len(game.players):
        raise RecordError("expected a place from 1 to {0}, found {1}", len(game.players), place, key="place")
    own = _place_of(player, game)
    seat = here.seats[own]
    if not seat:
        raise RecordError("{0} sits this hand out", player, key="player")
    asked = _Asked(here, own, place)
    draw = {"tenpai": asked.draw(waits=True), "noten": asked.draw(waits=False)}
    if seat in here.riichi:
        draw = {"riichi": draw["tenpai"]}
    elif here.points[own] >= rules.rounds.riichi.min_points:
        draw["riichi"] = _Asked(replace(here, riichi=(*here.riichi, seat)), own, place).draw(waits=True)
    hand, regular, _ = hands_of(frame, rules)
    return Needs(
        id=game.id,
        rules=rules.label,
        options=rules.chosen,
        player=player,
        place=place,
        round=wind_of(frame, rules),
        number=frame.number,
        honba=frame.honba,
        sticks=frame.sticks + len(here.riichi),
        scores=dict(zip(game.players, here.points, strict=True)),
        last=hand >= regular,
        ron={name: asked.win(here.seats[game.players.index(name)]) for name in here.seated if name != player},
        tsumo=asked.win(None),
        draw=draw,
    )


class _Asked:
    """One player and one place."""

    def __init__(self, here: Situation, own: int, place: int) -> None:
        self.here, self.own, self.place, self.rules = here, own, place, here.rules
        self.seat = here.seats[own]

    # ---- wins

    def win(self, discarder: str | None) -> WayNeeded:
        """What a ron from a seat, or a tsumo, has to pay."""
        payments, outcomes = self.outcomes(discarder)
        enough = [one == "enough" for one in outcomes]
        first = enough.index(True) if any(enough) else len(enough)
        stays = next((at for at, one in enumerate(outcomes[:first]) if one == "goes_on"), None)
        return WayNeeded(
            least=payments[first] if any(enough) else None,
            by_han=_by_han(payments, enough),
            any_win=all(enough),
            but=list(_ranges(payments[first:], outcomes[first:])),
            goes_on=payments[stays] if stays is not None else None,
        )

    def outcomes(self, discarder: str | None) -> tuple[list[Payment], list[Outcome]]:
        """Every payment that a win of this way can have, the smallest first, and what it leads to."""
        rules, here = self.rules, self.here
        wind: Any = wind_of(here.frame, rules)
        # What it is worth does not matter here: all payments are tried.
        win = Win(by="ron" if discarder else "tsumo", seat=self.seat, round=wind, from_=discarder, level=LIMIT_LEVEL)
        read = read_round(Round(riichi=list(here.riichi), wins=[win]), rules)
        (settled,) = wins_in(read, here.frame, rules)
        payments = list(self._payments(settled))
        hand = settle_result(settled, rules).hand
        changes = [pay(base, {}, hand, rules).changes(hand.seat) for base, _ in payments]
        stick = rules.points.stick.points
        after = [dict(zip(rules.seats, paid, strict=False)) for paid in changes]
        for one in after:
            for seat in here.riichi:
                one[seat] -= stick
        return [payment for _, payment in payments], [self._outcome(read, one) for one in after]

    def _payments(self, win: Win) -> Iterator[tuple[int, Payment]]:
        """Each payment, the smallest first, with its base points."""
        rules = self.rules
        least = rules.winning.least_han
        worths = [one for one in all_worths(win, rules) if one.han is None or one.han >= least]
        is_dealer = win.seat == rules.seats[DEALER]
        for base, group in groupby(sorted(worths, key=lambda one: one.base), key=lambda one: one.base):
            same = list(group)
            said = points_said(base, rules, by=win.by, is_dealer=is_dealer)
            yield base, Payment(said.total, str(said), _counts(same), *_level(same))

    def _outcome(self, read: ReadRound, changes: dict[str, int]) -> Outcome:
        """What a hand that changes the points of seats so leads to."""
        here, rules = self.here, self.rules
        points = [have + changes.get(seat, 0) for have, seat in zip(here.points, here.seats, strict=True)]
        ended = ending_after(read, here.frame, points, rules, is_last=True)
        if ended is not None:
            left = following(read, here.frame, rules).sticks * rules.points.stick.points
            for player, share in leftover_shares(points, left, rules).items():
                points[player] += share
        at = places_of(points, rules)[order_of(points).index(self.own)]
        if at >= self.place:
            return "not"
        return "goes_on" if ended is None else "enough"

    # ---- draws

    def draw(self, *, waits: bool) -> DrawNeeded:
        """Whether an exhaustive draw is enough, by which of the others wait; riichi has to wait."""
        here, rules = self.here, self.rules
        others = [seat for seat in here.seats if seat not in ("", self.seat)]
        names = dict(zip(here.seats, here.game.players, strict=True))
        found: dict[tuple[str, ...], Outcome] = {}
        for waiting in chain.from_iterable(combinations(others, count) for count in range(len(others) + 1)):
            if not {*here.riichi} <= {*waiting, self.seat}:
                continue
            tenpai = [seat for seat in rules.seats if seat in waiting or (waits and seat == self.seat)]
            record = Round(riichi=list(here.riichi), draw=Draw(kind="exhaustive", waiting=tenpai))
            read = read_round(record, rules, wind=wind_of(here.frame, rules))
            changes = settle_round(read, here.frame, [], rules).changes
            found[waiting] = self._outcome(read, changes)
        enough = [[names[seat] for seat in waiting] for waiting, one in found.items() if one == "enough"]
        goes_on = [[names[seat] for seat in waiting] for waiting, one in found.items() if one == "goes_on"]
        told: Literal["always", "never", "depends"] = "depends" if enough else "never"
        return DrawNeeded(enough="always" if len(enough) == len(found) else told, waiting=enough, goes_on=goes_on)


def _counts(worths: Sequence[Worth]) -> list[tuple[int, int | None]]:
    """Han and fu that are paid alike, the fewest fu first; at a level of its own none."""
    return sorted(((one.han, one.fu) for one in worths if one.han is not None), key=lambda one: (one[1] or 0, one[0]))


def _by_han(payments: Sequence[Payment], enough: Sequence[bool]) -> list[tuple[int, int]]:
    """For each number of han the fewest fu that are enough, most han first, where fewer are not."""
    every: dict[int, int] = {}
    found: dict[int, int] = {}
    for payment, is_enough in zip(payments, enough, strict=True):
        for han, fu in payment.counts:
            if fu is not None:
                every[han] = min(fu, every.get(han, fu))
                if is_enough:
                    found[han] = min(fu, found.get(han, fu))
    return [(han, fu) for han, fu in sorted(found.items(), reverse=True) if fu > every[han]]


def _level(worths: Sequence[Worth]) -> tuple[str | None, int]:
    named = next((one for one in worths if one.level is not None and one.han is None), None)
    named = named or next((one for one in worths if one.level is not None), None)
    return (named.level, named.limits) if named is not None else (None, 0)


def _ranges(payments: Sequence[Payment], outcomes: Sequence[Outcome]) -> Iterator[Range]:
    """Payments in a row that are not enough."""
    for outcome, group in groupby(zip(payments, outcomes, strict=True), key=lambda one: one[1]):
        if outcome != "enough":
            own = [payment for payment, _ in group]
            yield Range(own[0].spelled, own[-1].spelled, outcome == "goes_on")
