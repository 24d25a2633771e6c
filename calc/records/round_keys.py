"""The keys of riichi rounds and games and what each may hold, as :mod:`calc.records.keys` has those of a win."""

from __future__ import annotations

from typing import Any, get_args

from calc.errors import RecordError
from calc.records.fits import AnyFit, Each, Number, OneOf, Schema, Whole
from calc.records.hints import for_amount
from calc.records.keys import (
    COUNT,
    HEADER,
    MOST_POINTS,
    POINTS,
    SEAT,
    TEXT,
    TILES,
    WIN,
    WIND,
    Items,
    Names,
    Shape,
    Table,
    Value,
)
from calc.records.round import DrawKind

_KINDS = get_args(DrawKind)
_SEATS = Items("a list of seats, such as [E, W]", SEAT)
_AMOUNTS = Items(
    "points by seat or by name, such as {E: 1000, S: -1000}, or a list of one number a player",
    POINTS,
    alone=Names(POINTS),
)
_NUMBER = Value("a number", Number(MOST_POINTS), for_amount)


class _FinalLine:
    """A number, or a line of results."""

    expected = "a number, or a mapping with player and score"
    _line = Table(
        "a line of final results",
        {
            "player": TEXT,
            "place": COUNT,
            "points": POINTS,
            "score": _NUMBER,
            "uma": _NUMBER,
            "oka": _NUMBER,
        },
        required=("player",),
    )

    def check(self, value: Any, key: str) -> None:
        shape: Shape = self._line if isinstance(value, dict) else _NUMBER
        shape.check(value, key)

    def schema(self, *, sparse: bool) -> Schema:
        return {"description": self.expected, "anyOf": [one.schema(sparse=sparse) for one in (_NUMBER, self._line)]}


_FINAL = Items("results by name, or a list of one a player", _FinalLine(), alone=Names(_NUMBER))

#: What the round gives to its wins, and what the game or the round names for all of them.
_GIVEN = {
    "honba": "the round",
    "sticks": "the round",
    "rules": "the round or the game",
    "options": "the round or the game",
}
_WIN_IN_ROUND = Table(
    "a win in a round",
    WIN.without(*_GIVEN).keys,
    required=("hand", "by", "seat"),
    is_record=True,
)


class _WinInRound:
    """A win without what the round gives."""

    expected = "a win with hand, by, seat"

    def check(self, value: Any, key: str) -> None:
        if isinstance(value, dict):
            check_win_in_round(value, key)
        _WIN_IN_ROUND.check(value, key)

    def schema(self, *, sparse: bool) -> Schema:
        return _WIN_IN_ROUND.schema(sparse=sparse)


def check_win_in_round(win: dict[str, Any], key: str) -> None:
    """Refuse what a win in a round does not say for itself: counters, sticks, rules and options."""
    for name, giver in _GIVEN.items():
        if name in win:
            raise RecordError(
                f"{giver} gives {name}, found it in a win; leave it out there",
                code="contradiction",
                key=f"{key}.{name}",
            )


_DRAW = Table(
    "a draw",
    {
        "kind": Value(f"a kind of draw: {', '.join(_KINDS)}", OneOf(*_KINDS)),
        "waiting": _SEATS,
        "hands": Table("the hands of a draw", dict.fromkeys("ESWN", TILES)),
        "north": Table("the Norths set aside", dict.fromkeys("ESWN", COUNT)),
        "pool_of_dreams": _SEATS,
    },
    required=("kind",),
)
#: All keys of a riichi round.
ROUND = Table(
    "a round",
    {
        **HEADER,
        "round": WIND,
        "number": Value("a whole number from 1 to 4", Whole(1, 4)),
        "honba": COUNT,
        "sticks": COUNT,
        "riichi": _SEATS,
        "wins": Items("a list of wins", _WinInRound()),
        "draw": _DRAW,
        "chombo": _SEATS,
        "claim": Table("a claim on a round", {"changes": _AMOUNTS, "scores": _AMOUNTS}),
    },
    is_record=True,
)
#: All keys of a game.
GAME = Table(
    "a game",
    {
        **HEADER,
        "players": Items("a list of names, the first dealer first", TEXT),
        "start": Value(
            f"whole points up to {MOST_POINTS}, or a list of one number a player",
            AnyFit(POINTS.fits, Each(POINTS.fits)),
            for_amount,
        ),
        "rounds": Items("a list of rounds", ROUND.without("rules", "options")),
        "claim": Table("a claim on a game", {"scores": _AMOUNTS, "final": _FINAL}),
    },
    required=("players", "rounds"),
    is_record=True,
)
