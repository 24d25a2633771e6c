"""The keys of hanafuda rounds and games and what each may hold, as :mod:`calc.records.keys` has those of a win."""

from __future__ import annotations

from typing import Any

from calc.errors import RecordError
from calc.records.fits import AnyFit, OneOf, Schema, Text, Whole
from calc.records.keys import COUNT, HEADER, MOST_POINTS, POINTS, TEXT, Items, Names, Table, Value

_CARDS = Items("cards as text, such as '1BRCC 8BA', or a list of such texts", TEXT, alone=TEXT)
_NAME = Value("the name of a player", Text(filled=True))
_NAMES = Items("a list of names", _NAME)
_WINNER = Value("the name of a player, or null for nobody", AnyFit(Text(), OneOf(None)))
_CHIPS = Value(f"a whole number from 0 to {MOST_POINTS}", Whole(0, MOST_POINTS))
MONTH = Value("a month from 1 to 12", Whole(1, 12))
_HAND = Table("the cards of a player", {"dealt": _CARDS, "returned": TEXT, "captured": _CARDS})
_CLAIM = Table(
    "a claim on a round",
    {
        "scores": Names(POINTS),
        "changes": Names(POINTS),
        "totals": Names(POINTS),
        "winner": _WINNER,
        "yaku": Names(Items("a list of yaku ids", TEXT)),
    },
)


class _Players:
    """The players of a round, each by a name."""

    expected = "the players by name, such as {Aki: {captured: 1BR 3B}}"

    def check(self, value: Any, key: str) -> None:
        Names(_HAND).check(value, key)
        for name in value:
            if not name.strip():
                raise RecordError(f"{key}: expected a name for each player, found {name!r}", key=key)

    def schema(self, *, sparse: bool) -> Schema:
        names = {"propertyNames": _NAME.fits.schema}
        return {"description": self.expected, **Names(_HAND).schema(sparse=sparse), **names}


#: All keys of a hanafuda round.
HANAFUDA_ROUND = Table(
    "a hanafuda round",
    {
        **HEADER,
        "players": _Players(),
        "stopped_by": _NAME,
        "koikoi": Names(COUNT),
        "month": MONTH,
        "teyaku": Names(Items("a list of yaku ids", TEXT)),
        "wild": Table("the use of the wild card", {"by": _NAME, "captured": TEXT}, required=("by", "captured")),
        "field": _CARDS,
        "dealer": _NAME,
        "revealed": Names(TEXT),
        "seats": _NAMES,
        "dropped": _NAMES,
        "took_over": Names(_NAME),
        "forced_out": Names(Table("a hand that was forced out", {"dealt": _CARDS}, required=("dealt",))),
        "pot": _CHIPS,
        "chips": Names(_CHIPS),
        "claim": _CLAIM,
    },
    required=("players",),
)
_START = Names(_CHIPS)


class _Start:
    """What players begin with."""

    expected = "a whole number, or whole numbers by player"

    def check(self, value: Any, key: str) -> None:
        (_START if isinstance(value, dict) else _CHIPS).check(value, key)

    def schema(self, *, sparse: bool) -> Schema:
        return {"description": self.expected, "anyOf": [one.schema(sparse=sparse) for one in (_CHIPS, _START)]}


#: All keys of a game of hanafuda rounds.
HANAFUDA_GAME = Table(
    "a hanafuda game",
    {
        **HEADER,
        "players": _NAMES,
        "start": _Start(),
        "rounds": Items("a list of rounds", HANAFUDA_ROUND.without("rules", "options")),
        "claim": Table("a claim on a game", {"scores": Names(POINTS), "winner": _WINNER}),
    },
    required=("players", "rounds"),
)
