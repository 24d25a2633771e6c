"""What single values of records may be: types with their bounds, the words for them in a refusal, and their meanings.

The bounds are for the library that decodes records; ``expects`` says how a refusal names what is expected
(:mod:`calc.fit`). JSON Schemas are made of both.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, get_args

from msgspec import Meta, Struct

from calc.fit import DEEPEST
from calc.notation.spellings import Wind
from calc.translation import fixed, msg

#: The largest count of anything that is counted in a record.
MOST: Final = 10_000
#: The largest amount of points and the largest number a fact may hold: sums of them stay far below the engine's
#: integers.
MOST_POINTS: Final = 1_000_000_000
#: Digits of an amount that is written as text, at most.
MOST_DIGITS: Final = len(str(MOST_POINTS))


def for_seat(value: object) -> str:
    """A seat is a wind, and no name.

    >>> for_seat("Ito")
    '; seats are winds: E deals, then S, W, N in turn order'
    """
    return msg("; seats are winds: E deals, then S, W, N in turn order") if isinstance(value, str) else ""


def expects(words: str, hint: Callable[[object], str] | None = None, **more: Any) -> Meta:
    """The words for a value in a refusal, and what to do about one that does not fit."""
    return Meta(extra={"expected": fixed(words), "hint": hint, **more})


Seat = Wind
#: A seat at the table, and the wind of a round. In a game a seat may be named by who sits there in that round; anywhere
#: else only the winds fit (:mod:`calc.fit`).
SeatWind = Annotated[str, expects("a seat E, S, W or N", for_seat, only=get_args(Seat), named="a seat or a player")]
RoundWind = Annotated[Seat, expects("a wind E, S, W or N")]
Seats = Annotated[list[SeatWind], expects("a list of seats, such as [E, W]")]
Tiles = Annotated[str, expects("tiles as text, such as '123m406p'")]
Count = Annotated[
    int, Meta(ge=0, le=MOST), expects(msg("a whole number from 0 to {0} (a count is never below 0)", MOST))
]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
#: A number, whole or not.
Number = Annotated[Points | Annotated[float, Meta(ge=-MOST_POINTS, le=MOST_POINTS)], expects("a number")]
#: Points by seat or by player's name, or one number a player in the order of the game.
Amounts = Annotated[
    dict[str, Points] | list[Points],
    expects("points by seat or by name, such as {E: 1000, S: -1000}, or a list of one number a player"),
]
#: What a caller calls a record.
Id = Annotated[
    Any, expects(f"plain data (text, numbers within 64 bits, lists, mappings; at most {DEEPEST} levels)", is_plain=True)
]
RuleSetId = Annotated[str, expects("a rule set id as text")]
#: The value of an option: a choice, or plain data where the option takes a table (``red_fives: {m: 1}``).
Option = Annotated[
    bool | int | float | str | dict[str, Any] | list[Any], expects("plain data, not null", is_plain=True)
]
Options = dict[str, Option]
YakuIds = Annotated[list[str], expects("a list of yaku ids")]


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every round and game may begin with."""

    id: Id = None
    rules: RuleSetId | None = None
    options: Options = {}
