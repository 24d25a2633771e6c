"""Frames of rounds: the place of a round in a game, its honba and riichi sticks, and which one follows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from calc.mahjong.records.types import Game
from calc.mahjong.rules.schema import MahjongRules
from calc.outcomes import Note
from calc.text import number
from calc.translation import joined, say


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


#: The first round of a game.
FIRST = Frame(wind=0, number=1, honba=0, sticks=0, keeps=0)


def frame_name(frame: Frame) -> str:
    """How a round is called: ``E2, honba 1``.

    >>> frame_name(FIRST)
    'E1, honba 0'
    """
    return f"{_name(frame)}, honba {frame.honba}"


def _name(frame: Frame, winds: str = "ESWN") -> str:
    return f"{winds[frame.wind % len(winds)]}{frame.number}"


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
    if begins == first or begins.number > begins.players(rules) or hand > last:
        return first
    return replace(begins, keeps=None)


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
        frame,
        wind=wind,
        again=again,
        number=1 if is_last else frame.number + 1,
        honba=honba,
        sticks=sticks,
        keeps=0,
    )


def notes_on_next(frame: Frame, after: Frame, rules: MahjongRules, lang: str, *, is_void: bool) -> list[Note]:
    """For a round without a game around it, why no round follows, or which scores that depends on.

    ``is_void``: after a chombo, which ends no game by agari-yame.
    """
    match = rules.match
    hand, regular, most = hands_of(frame, rules)
    keeps = after.number == frame.number
    if hand > most:
        seats = len(rules.seats)
        last = Frame(
            wind=(match.winds if match.extra_wind == "first" else most // seats) - 1, number=seats, honba=0, sticks=0
        )
        text = say(
            lang,
            "{id} plays up to {last} and has no {hand}, so what follows it is not known; the options rounds and "
            "west_round tell how many winds are played",
            id=rules.id,
            last=_name(last),
            hand=_name(frame),
        )
        return [Note("no_such_round", text)]
    if hand == most and not keeps:
        text = say(lang, "{hand} is the last hand of {id}: the game is over", hand=_name(frame), id=rules.id)
        return [Note("last_hand", text)]
    if hand < regular:
        return []
    conditions = []
    if match.extra_until != "end" if hand > regular else not keeps:
        text = say(
            lang,
            "{hand} is played only while nobody has {points} points"
            if match.target_is == "reached"
            else "{hand} is played only while nobody has more than {points} points",
            hand=_name(after),
            points=number(match.target),
        )
        conditions.append(text)
    if keeps and not is_void and hand in (regular, most) and match.dealer_stops != "never":
        text = say(
            lang,
            "the game is over if the dealer leads and stops"
            if match.dealer_stops == "may"
            else "the game is over if the dealer leads",
        )
        conditions.append(text)
    told = joined(conditions, "conditions", lang)
    return [Note("next_depends", say(lang, "a round alone has no scores: {told}", told=told))] if conditions else []
