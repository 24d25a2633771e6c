"""Frames of rounds: the place of a round in a game, its honba and riichi sticks, who sits where, and which one follows.

In a game a round may name players in place of seats: ``seat: Bea`` where Bea sits South in that round.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import contradict, refuse_first
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.read import check_number
from calc.mahjong.records.types import Game
from calc.mahjong.rules.ruleset import FloatingUma, MahjongRules
from calc.records.plain import check_names
from calc.tables.shelf import sets_of_game
from calc.translation import msg


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


#: How many rule sets a refusal names at most.
_SOME = 6
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
    wind = rules.seats.index(one.round) if one.round in rules.seats else len(rules.seats)
    begins = replace(first, wind=wind, number=one.number, honba=one.honba or 0, sticks=one.sticks or 0)
    hand, _, last = hands_of(begins, rules)
    return first if begins == first or hand > last else replace(begins, keeps=None)


def start_of(game: Game, rules: MahjongRules, *, all_play: bool = False) -> list[int]:
    """The points of each player at the start. Raises :class:`HandError` unless there is a player for every seat.

    ``all_play``: whether nobody may sit out a round, whatever ``rules`` allow.
    """
    refuse_first(_faults_of_players(game, rules, all_play=all_play))
    check_names(game.players)
    players, start = len(game.players), rules.match.start if game.start is None else game.start
    if not isinstance(start, list):
        return [start] * players
    if len(start) != players:
        contradict("expected a start of points for {0} players, found {1}", players, len(start), key="start")
    return start


# fmt: off
def _faults_of_players(game: Game, rules: MahjongRules, *, all_play: bool) -> Iterator[tuple[Any, ...]]:
    """Players for whom there are no seats, or for whose places there are no uma."""
    players, seats, uma = len(game.players), len(rules.seats), rules.final.uma
    most = seats if all_play else seats + rules.match.sitting_out
    if not seats <= players <= most:
        yield ("contradiction", True, "players", "{0} is played by {1}, found {2} players{3}{4}",
               rules.id, str(seats) if most == seats else msg("{0} to {1}", seats, most), players,
               _played_by(players, rules.game),
               rules.hint_options("match.sitting_out") if players > most and not all_play else "")
    places = seats if isinstance(uma, FloatingUma) else len(uma)
    if places != players and (isinstance(uma, FloatingUma) or any(uma)):
        yield ("not_payable", True, "players", "{0} has uma for {1} places, found {2} players{3}",
               rules.id, places, players, rules.hint_options("final.uma"))
# fmt: on


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
