"""The records of the public contract as typed objects: what a file, a line or a caller hands in.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data (:func:`calc.records.plain.record_from`), not here.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.values import (
    MOST_POINTS,
    Count,
    Id,
    Options,
    Points,
    RoundWind,
    RuleSetId,
    SeatWind,
    Tiles,
    expects,
)

#: Some of the yaku of a win.
WinYaku = Annotated[list[str], expects('a list of yaku ids, such as ["riichi","pinfu"]')]
#: Points of a win: a number, what each pays, or a level.
WinPoints = Annotated[
    str | Annotated[int, Meta(ge=0, le=MOST_POINTS)],
    expects(
        "a number of points, or what each pays as text, such as '1300/2600' or '4000 all', or a level such as 'mangan'"
    ),
]
Melds = Annotated[list[str] | str, expects("melds as a list of texts or one text, such as '(345m)[5555z]'")]
Riichi = Annotated[bool | Literal["double"], expects("true, false or 'double'")]
Chankan = Annotated[bool | Literal["concealed"], expects("true, false or 'concealed'")]
Facts = dict[
    str, Annotated[bool | Points, expects(f"true, false or a whole number from {-MOST_POINTS} to {MOST_POINTS}")]
]


class Liable(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """One responsibility for a limit hand; ``for_`` is ``for`` in plain data."""

    _title: ClassVar = "a liability"

    seat: Annotated[SeatWind, Meta(description="Who fed the last meld of the limit hand.")]
    for_: Annotated[str, Meta(description="The id of its yaku.")]


Liabilities = Annotated[Liable | list[Liable], expects("{seat: W, for: daisangen} or a list of such")]


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a win; only what is set is checked."""

    _title: ClassVar = "a claim"

    win: Annotated[bool | UnsetType, Meta(description="False says that it is no win.")] = UNSET
    han: Annotated[Count | UnsetType, Meta(description="As results count them.")] = UNSET
    fu: Annotated[Count | UnsetType, Meta(description="As results count them.")] = UNSET
    yaku: Annotated[WinYaku | UnsetType, Meta(description="All of their ids, without dora.")] = UNSET
    has: Annotated[WinYaku | UnsetType, Meta(description="Some of them, which count whatever else does.")] = UNSET
    points: Annotated[
        WinPoints | UnsetType,
        Meta(description="A number, or what each pays without counters: `1300/2600` (others / dealer), `4000 all`."),
    ] = UNSET
    payments: Annotated[
        dict[str, Points] | UnsetType,
        Meta(description="Points that seats gain or lose, by seat, counters and sticks included."),
    ] = UNSET


class Win(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True,
          rename={"from_": "from"}):  # fmt: skip
    """A won riichi hand: ``hand``, ``by``, ``seat`` and ``round`` are required, all else is optional. Tiles are text in
    mpsz notation, seats are ``E``, ``S``, ``W`` and ``N``; ``from_`` is ``from`` in plain data.
    """

    _title: ClassVar = "a win"

    id: Annotated[Id, Meta(description="What the caller calls it, echoed.")] = None
    rules: Annotated[RuleSetId | None, Meta(description="The rule set by id.")] = None
    hand: Annotated[
        Tiles, Meta(description="The concealed tiles; where `win` is absent, the last of them is the winning tile.")
    ]
    melds: Annotated[Melds, Meta(description="A list of melds, or one text.")] = ""
    win: Annotated[
        Annotated[str, expects("one tile as text, such as '8s'")] | None, Meta(description="The winning tile.")
    ] = None
    by: Annotated[Literal["tsumo", "ron"], expects("tsumo or ron"), Meta(description="How the hand was won.")]
    seat: Annotated[SeatWind, Meta(description="The winner's seat wind.")]
    round: Annotated[RoundWind, Meta(description="The round wind.")]
    from_: Annotated[SeatWind | None, Meta(description="The discarder's seat, on a ron.")] = None
    dora: Annotated[Tiles, Meta(description="The indicators of dora, not the dora.")] = ""
    ura: Annotated[Tiles, Meta(description="The indicators of ura dora, not the ura dora.")] = ""
    riichi: Annotated[Riichi, Meta(description="Whether it was declared, or `double`.")] = False
    ippatsu: Annotated[bool, Meta(description="Whether the win was ippatsu.")] = False
    rinshan: Annotated[bool, Meta(description="Whether the win was rinshan kaihou.")] = False
    last_tile: Annotated[bool, Meta(description="Whether the win was on the last tile, haitei or houtei.")] = False
    first_turn: Annotated[
        bool, Meta(description="Whether the win was in the first turn, tenhou, chihou or renhou.")
    ] = False
    chankan: Annotated[Chankan, Meta(description="Whether a kan was robbed, or `concealed` for a concealed one.")] = (
        False
    )
    honba: Annotated[Count, Meta(description="Honba, the repeat counters.")] = 0
    sticks: Annotated[Count, Meta(description="All riichi sticks that the winner takes, the own one included.")] = 0
    north: Annotated[Count, Meta(description="Norths set aside.")] = 0
    discards: Annotated[
        Tiles | None, Meta(description="The winner's own discards; left out where they are not known.")
    ] = None
    options: Annotated[Options, Meta(description="Differences from the rule set, by name.")] = {}
    liable: Annotated[
        Liabilities,
        Meta(description="Who is responsible (pao) for a limit hand, one or several."),
    ] = []
    facts: Annotated[
        Facts,
        Meta(description="What no tile shows and few rules ask, by name."),
    ] = {}
    claim: Annotated[Claim | None, Meta(description="What the table says.")] = None
