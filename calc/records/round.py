"""Riichi rounds as typed objects."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.values import Amounts, Count, Header, RoundWind, Seat, Seats, Tiles, expects
from calc.records.win import Win

DrawKind = Literal["exhaustive", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
#: What the round gives to its wins, and what the game or the round names for all of them.
GIVEN_TO_WINS: Final = {
    "honba": "the round",
    "sticks": "the round",
    "rules": "the round or the game",
    "options": "the round or the game",
}
#: A win with its round's wind, and without what the round gives.
WinInRound = Annotated[Win, Meta(title="a win in a round", extra={"without": [*GIVEN_TO_WINS], "filled": ["round"]})]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round without a winner 流局."""

    _title: ClassVar = "a draw"

    kind: Annotated[
        DrawKind,
        expects(f"a kind of draw: {', '.join(get_args(DrawKind))}"),
        Meta(description="`exhaustive`, or one of the abortive draws."),
    ]
    waiting: Annotated[
        Seats | None, Meta(description="Seats that show a hand in tenpai; left out where only hands are given.")
    ] = None
    hands: Annotated[
        dict[Seat, Tiles],
        Meta(
            title="the hands of a draw",
            extra={"names": get_args(Seat)},
            description="Shown hands by seat as text, melds after the concealed tiles: `1234p55s99m4z (345m)`.",
        ),
    ] = {}
    north: Annotated[
        dict[Seat, Count],
        Meta(
            title="the Norths set aside",
            description="Norths set aside, by seat.",
            extra={"names": get_args(Seat)},
        ),
    ] = {}
    pool_of_dreams: Annotated[Seats, Meta(description="Seats whose discards are nagashi mangan.")] = []


class RoundClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, in points, by seat, by name or as a list in the order of the game."""

    _title: ClassVar = "a claim on a round"

    changes: Annotated[
        Amounts | UnsetType, Meta(description="What everybody gained or lost, riichi sticks included.")
    ] = UNSET
    scores: Annotated[Amounts | UnsetType, Meta(description="The points after the round, in a game.")] = UNSET


class Round(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round: ``wins``, or a ``draw``, or a ``chombo``.

    What follows from the rounds before it (``round`` to ``sticks``) may be left out in a game.
    """

    _title: ClassVar = "a round"

    round: Annotated[RoundWind | None, Meta(description="The round wind.")] = None
    number: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None, Meta(description="The number of the dealer in the round, from 1.")
    ] = None
    honba: Annotated[Count | None, Meta(description="Honba, the repeat counters.")] = None
    sticks: Annotated[Count | None, Meta(description="Riichi sticks that lay there before the round.")] = None
    riichi: Annotated[Seats, Meta(description="Seats that declared riichi and paid for it.")] = []
    wins: Annotated[
        list[WinInRound],
        expects("a list of wins"),
        Meta(description="One win, or several on one discard; they have no counters, sticks and rules of their own."),
    ] = []
    draw: Annotated[Draw | None, Meta(description="How the round ended without a winner.")] = None
    chombo: Annotated[Seats, Meta(description="Seats that made the round void.")] = []
    claim: Annotated[RoundClaim | None, Meta(description="What the table says.")] = None
