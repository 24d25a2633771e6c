"""Frames of rounds: the place of a round in a game, its honba and riichi sticks, who sits where, and which one follows.

In a game a round may name players in place of seats: ``seat: Bea`` where Bea sits South in that round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import NotPayableError, RecordError, contradict, did_you_mean
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import check_number
from calc.mahjong.records.types import Draw, Game, Liable, Round, Win
from calc.mahjong.rules.ruleset import FloatingUma, MahjongRules
from calc.notation.spellings import seat_of
from calc.outcomes import Note
from calc.records.plain import check_names
from calc.records.values import Seat
from calc.tables.shelf import sets_of_game
from calc.text import number
from calc.translation import joined, msg, say

#: The seat that a name or a seat means, at a key of a round.
_Seated = Callable[[str, str], str]


class Frame(Struct, frozen=True, kw_only=True):
    """The place of a round in a game.

    ``wind``: place of the round wind among the seats, from 0. ``number``: from 1; the player of that number is the
    dealer. ``honba``, ``sticks``: on the table before the round. ``keeps``: hands in a row just before this one in
    which the seats did not move, ``None`` where that is not known. ``sitting_out``: how many sit out each round.
    ``again``: how many winds were played before East came again.
    """

    wind: int
    number: int
    honba: int
    sticks: int
    keeps: int | None = None
    sitting_out: int = 0
    again: int = 0

    def players(self, rules: MahjongRules) -> int:
        """How many take turns; each of them is the dealer once a wind."""
        return len(rules.seats) + self.sitting_out


#: The keys of a draw that name seats: in a list, and with a value for each.
LISTED_SEATS: Final = ("pool_of_dreams", "waiting", "noten")
KEYED_SEATS: Final = ("hands", "discards", "north")
#: How many rule sets a refusal names at most.
_SOME = 6
#: The first round of a game.
FIRST = Frame(wind=0, number=1, honba=0, sticks=0, keeps=0)


#: How rounds are called, by their wind.
ROUND_NAMES: Final = ("E{0}, honba {1}", "S{0}, honba {1}", "W{0}, honba {1}", "N{0}, honba {1}")


def frame_name(frame: Frame) -> str:
    """How a round is called: ``E2, honba 1``.

    >>> frame_name(FIRST)
    'E1, honba 0'
    """
    return str(in_words(frame))


def in_words(frame: Frame) -> str:
    """The same within a message."""
    return msg(ROUND_NAMES[frame.wind % 4], frame.number, frame.honba)


def hand_name(frame: Frame) -> str:
    """The hand without its honba: ``E2``."""
    return f"{'ESWN'[frame.wind % 4]}{frame.number}"


def wind_of(frame: Frame, rules: MahjongRules) -> str:
    """The round wind of a frame."""
    return rules.seats[frame.wind % len(rules.seats)]


def seats_of(frame: Frame, rules: MahjongRules) -> tuple[str, ...]:
    """The seat of each player in the order of the game, an empty text for one who sits out.

    In round 2 the second player sits East. The dealer of a round sits out after it, where more take turns than play.
    """
    return _seats(frame.number, frame.sitting_out, rules.seats)


@lru_cache(maxsize=256)
def _seats(number: int, sitting_out: int, seats: tuple[str, ...]) -> tuple[str, ...]:
    places = (*seats, *[""] * sitting_out)
    return tuple(places[(player - number + 1) % len(places)] for player in range(len(places)))


def nearest_first(seats: Iterable[str], start: str, order: Sequence[str]) -> list[str]:
    """Seats in turn order, beginning at ``start`` itself.

    >>> nearest_first(["E", "N", "W"], "W", "ESWN")
    ['W', 'N', 'E']
    """
    first = order.index(start)
    return sorted(seats, key=lambda seat: (order.index(seat) - first) % len(order))


def hands_of(frame: Frame, rules: MahjongRules) -> tuple[int, int, int]:
    """The place of a round in a game, from 1, that of the last regular hand, and that of the last one of all."""
    match, players = rules.match, frame.players(rules)
    most = match.winds + match.extra_winds
    wind = frame.wind + frame.again
    if match.extra_wind == "first" and not frame.again and frame.wind >= match.winds:
        wind = frame.wind + match.extra_winds  # there is no such wind
    return wind * players + frame.number, match.winds * players, most * players


def first_frame(game: Game, rules: MahjongRules) -> Frame:
    """The frame of the first round: East 1, or where the record of a part of a game begins.

    Such a record says what everybody had then (``start`` is a list), and its first round says which one it is.
    """
    first = replace(FIRST, sitting_out=len(game.players) - len(rules.seats))
    one = game.rounds[0] if game.rounds else None
    check_number(None if one is None else one.number, rules, "rounds[0].number", first.players(rules))
    if one is None or not isinstance(game.start, list) or one.round is None or one.number is None:
        return first
    begins = replace(
        first,
        wind=rules.seats.index(one.round) if one.round in rules.seats else len(rules.seats),
        number=one.number,
        honba=one.honba or 0,
        sticks=one.sticks or 0,
    )
    hand, _, last = hands_of(begins, rules)
    if begins == first or hand > last:
        return first
    return replace(begins, keeps=None)


def start_of(game: Game, rules: MahjongRules, *, all_play: bool = False) -> list[int]:
    """The points of each player at the start. Raises :class:`HandError` unless there is a player for every seat.

    ``all_play``: whether nobody may sit out a round, whatever ``rules`` allow.
    """
    players, seats = len(game.players), len(rules.seats)
    most = seats if all_play else seats + rules.match.sitting_out
    if not seats <= players <= most:
        counts = str(seats) if most == seats else msg("{0} to {1}", seats, most)
        hint = rules.hint_options("match.sitting_out") if players > most and not all_play else ""
        contradict(
            "{0} is played by {1}, found {2} players{3}{4}",
            rules.id,
            counts,
            players,
            _played_by(players, rules.game),
            hint,
            key="players",
        )
    _check_uma(players, rules)
    check_names(game.players)
    if isinstance(game.start, list):
        if len(game.start) != players:
            contradict("expected a start of points for {0} players, found {1}", players, len(game.start), key="start")
        return game.start
    return [rules.match.start if game.start is None else game.start] * players


def _check_uma(players: int, rules: MahjongRules) -> None:
    """Refuse players for whose places there are no uma."""
    uma = rules.final.uma
    places = len(rules.seats) if isinstance(uma, FloatingUma) else len(uma)
    if places != players and (isinstance(uma, FloatingUma) or any(uma)):
        raise NotPayableError(
            "{0} has uma for {1} places, found {2} players{3}",
            rules.id,
            places,
            players,
            rules.hint_options("final.uma"),
            key="players",
        )


def _played_by(players: int, game: str) -> str:
    """A hint: the first few shipped rule sets for this number of players."""
    fitting = [name for name in sets_of_game(game) if len(load_mahjong_rules(name).seats) == players]
    more = msg(" and others (`yaku rules list`)") if len(fitting) > _SOME else ""
    return msg("; rules for {0} players: {1}{2}", players, ", ".join(fitting[:_SOME]), more) if fitting else ""


def began_with(game: Game, start: Sequence[int], rules: MahjongRules) -> Sequence[int]:
    """The points with which each player began the game: in a part of one, equal shares of all that is on the table."""
    first = first_frame(game, rules)
    total = sum(start) + first.sticks * rules.points.stick.points
    if first.keeps is not None or total % len(start):
        return start
    return [total // len(start)] * len(start)


def next_frame(frame: Frame, *, keeps: bool, honba: int, sticks: int, rules: MahjongRules) -> Frame:
    """The frame after ``frame``: the same dealer or the next one; after the last dealer, the next wind."""
    if keeps:
        kept = None if frame.keeps is None else frame.keeps + 1
        return replace(frame, honba=honba, sticks=sticks, keeps=kept)
    match = rules.match
    is_last = frame.number == frame.players(rules)
    wind, again = frame.wind + is_last, frame.again
    if is_last and not again and wind == match.winds and match.extra_winds and match.extra_wind == "first":
        wind, again = 0, match.winds
    return replace(
        frame, wind=wind, again=again, number=1 if is_last else frame.number + 1, honba=honba, sticks=sticks, keeps=0
    )


def notes_on_next(frame: Frame, after: Frame, rules: MahjongRules, *, is_void: bool) -> list[Note]:
    """For a round without a game around it, why no round follows, or which scores that depends on.

    ``is_void``: after a chombo, which ends no game by agari-yame.
    """
    match = rules.match
    hand, regular, most = hands_of(frame, rules)
    keeps = after.number == frame.number
    if hand > most:
        winds = match.winds if match.extra_wind == "first" else most // len(rules.seats)
        last = replace(FIRST, wind=winds - 1, number=len(rules.seats))
        text = say(
            "{id} plays up to {last} and has no {hand}, so what follows it is not known; the options rounds and "
            "west_round tell how many winds are played",
            id=rules.id,
            last=hand_name(last),
            hand=hand_name(frame),
        )
        return [Note("no_such_round", text)]
    if hand == most and not keeps:
        text = say("{hand} is the last hand of {id}: the game is over", hand=hand_name(frame), id=rules.id)
        return [Note("last_hand", text)]
    if hand < regular:
        return []
    conditions = []
    if match.extra_until != "end" if hand > regular else not keeps:
        text = say(
            "{hand} is played only while nobody has {points} points"
            if match.target_is == "reached"
            else "{hand} is played only while nobody has more than {points} points",
            hand=hand_name(after),
            points=number(match.target),
        )
        conditions.append(text)
    if keeps and not is_void and hand in (regular, most) and match.dealer_stops != "never":
        text = say(
            "the game is over if the dealer leads and stops"
            if match.dealer_stops == "may"
            else "the game is over if the dealer leads",
        )
        conditions.append(text)
    told = joined(conditions, "conditions")
    return [Note("next_depends", say("a round alone has no scores: {told}", told=told))] if conditions else []


# ---- names of players in place of seats


def in_seats(record: Round, game: Game, frame: Frame, rules: MahjongRules) -> Round:
    """The round with the seat in that round for every player who is named. A wind is always the seat.

    Raises :class:`calc.RecordError` for a name that nobody has, and for somebody who sits out.
    """
    seats = seats_of(frame, rules)

    def seated(name: str, key: str) -> str:
        if name in rules.seats or (name in get_args(Seat) and name not in game.players):
            return name
        if name not in game.players and (wind := seat_of(name)) in rules.seats and wind is not None:
            return wind
        if name not in game.players:
            known = msg("a seat {0} or a player ({1})", " ".join(rules.seats), ", ".join(game.players))
            hint = did_you_mean(name, game.players)
            raise RecordError("expected {0}, found {1!r}{2}", known, name, hint, key=key)
        seat = seats[game.players.index(name)]
        if not seat:
            raise RecordError("{0} sits this round out", name, code="contradiction", key=key)
        return seat

    return replace(
        record,
        riichi=_listed(record.riichi, seated, "riichi"),
        wins=[_win(win, seated, f"wins[{place}]") for place, win in enumerate(record.wins)],
        draw=None if record.draw is None else _draw(record.draw, seated),
        chombo=_listed(record.chombo, seated, "chombo"),
    )


def _listed(names: Sequence[str], seated: _Seated, key: str) -> list[str]:
    return [seated(name, f"{key}[{place}]") for place, name in enumerate(names)]


def _win(win: Win, seated: _Seated, key: str) -> Win:
    liable = win.liable if isinstance(win.liable, list) else [win.liable]
    moved = [
        Liable(seat=seated(one.seat, f"{key}.liable[{place}].seat"), for_=one.for_) for place, one in enumerate(liable)
    ]
    return replace(
        win,
        seat=seated(win.seat, f"{key}.seat"),
        from_=None if win.from_ is None else seated(win.from_, f"{key}.from"),
        liable=moved if isinstance(win.liable, list) else moved[0],
    )


def _draw(draw: Draw, seated: _Seated) -> Draw:
    moved: dict[str, Any] = {}
    for key in LISTED_SEATS:
        if getattr(draw, key) is not None:
            moved[key] = _listed(getattr(draw, key), seated, f"draw.{key}")
    for key in KEYED_SEATS:
        moved[key] = {}
        for name, value in getattr(draw, key).items():
            at = f"draw.{key}.{name}"
            seat = seated(name, at)
            if seat in moved[key]:
                message = msg("{0} is named twice, by seat and by name; leave one out", seat)
                raise RecordError(message, code="contradiction", key=at)
            moved[key][seat] = value
    return replace(draw, **moved)
