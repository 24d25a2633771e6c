"""Riichi records as typed objects: won hands, hands one tile short, rounds and games.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data
(:func:`calc.mahjong.records.plain.record_from`), not here.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.values import (
    MOST_POINTS,
    Amounts,
    Count,
    Header,
    Id,
    Number,
    Options,
    Points,
    RoundWind,
    RuleSetId,
    Seat,
    Seats,
    SeatWind,
    Tiles,
    expects,
)
from calc.translation import msg

#: Some of the yaku of a win.
WinYaku = Annotated[list[str], expects('a list of yaku ids, such as ["riichi","pinfu"]')]
#: Points of a win: a number, what each pays, or a level.
WinPoints = Annotated[
    str | Annotated[int, Meta(ge=0, le=MOST_POINTS)],
    expects(
        "a number of points, or what each pays as text, such as '1300/2600' or '4000 all', or a level such as 'mangan'"
    ),
]
Melds = Annotated[
    list[str] | str,
    expects("melds as a list of texts or one text, such as '(345m)[5555z]'"),
    Meta(description="A list of melds, or one text."),
]
Riichi = Annotated[
    bool | Literal["double"],
    expects("true, false or 'double'"),
    Meta(description="Whether it was declared, or `double`."),
]
Chankan = Annotated[
    bool | Literal["concealed"],
    expects("true, false or 'concealed'"),
    Meta(description="Whether a kan was robbed, or `concealed` for a concealed one."),
]
Facts = Annotated[
    dict[
        str,
        Annotated[
            bool | Points, expects(msg("true, false or a whole number from {0} to {1}", -MOST_POINTS, MOST_POINTS))
        ],
    ],
    Meta(description="What no tile shows and few rules ask, by name."),
]


class Liable(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """One responsibility for a limit hand; ``for_`` is ``for`` in plain data."""

    _title: ClassVar = "a liability"

    seat: Annotated[SeatWind, Meta(description="Who fed the last meld of the limit hand.")]
    for_: Annotated[str, Meta(description="The id of its yaku.")]


Liabilities = Annotated[
    Liable | list[Liable],
    expects("{seat: W, for: daisangen} or a list of such"),
    Meta(description="Who is responsible (pao) for a limit hand, one or several."),
]


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a win; only what is set is checked."""

    _title: ClassVar = "a claim"

    win: Annotated[bool | UnsetType, Meta(description="False says that it is no win.")] = UNSET
    han: Annotated[Count | UnsetType, Meta(description="As results count them.")] = UNSET
    fu: Annotated[Count | UnsetType, Meta(description="As results count them.")] = UNSET
    yaku: Annotated[WinYaku | UnsetType, Meta(description="All of their ids, without dora.")] = UNSET
    has: Annotated[WinYaku | UnsetType, Meta(description="Some of them, which count whatever else does.")] = UNSET
    lacks: Annotated[WinYaku | UnsetType, Meta(description="Yaku that do not count.")] = UNSET
    dora: Annotated[Count | UnsetType, Meta(description="How many dora of all kinds.")] = UNSET
    furiten: Annotated[bool | UnsetType, Meta(description="Whether it is no win because the winner is furiten.")] = (
        UNSET
    )
    points: Annotated[
        WinPoints | UnsetType,
        Meta(description="A number, or what each pays without counters: `1300/2600` (others / dealer), `4000 all`."),
    ] = UNSET
    payments: Annotated[
        dict[str, Points] | UnsetType,
        Meta(description="Points that seats gain or lose, by seat, counters and sticks included."),
    ] = UNSET


#: A level by its id or its name; a yakuman that is worth several as results print it.
Level = Annotated[str, expects("a level, such as 'mangan' or '2 x yakuman'")]

#: What a win and a hand one tile short say in the same way, each with its meaning.
OwnId = Annotated[Id, Meta(description="What the caller calls it, echoed.")]
OwnRules = Annotated[RuleSetId | None, Meta(description="The rule set by id.")]
OwnOptions = Annotated[Options, Meta(description="Differences from the rule set, by name.")]
Dora = Annotated[Tiles, Meta(description="The indicators of dora, not the dora.")]
Ura = Annotated[Tiles, Meta(description="The indicators of ura dora, not the ura dora.")]
Ippatsu = Annotated[bool, Meta(description="Whether the win was ippatsu.")]
Rinshan = Annotated[bool, Meta(description="Whether the win was rinshan kaihou.")]
LastTile = Annotated[bool, Meta(description="Whether the win was on the last tile, haitei or houtei.")]
FirstTurn = Annotated[bool, Meta(description="Whether the win was in the first turn, tenhou, chihou or renhou.")]
Honba = Annotated[Count, Meta(description="Honba, the repeat counters.")]
Sticks = Annotated[Count, Meta(description="All riichi sticks that the winner takes, the own one included.")]
Norths = Annotated[Count, Meta(description="Norths set aside.")]
Discards = Annotated[Tiles | None, Meta(description="The winner's own discards; left out where they are not known.")]


#: What a win is worth, in place of a hand.
WORTH: Final = ("han", "fu", "level", "points")


#: The name of the fact that keeps the number of the round of a win alone, where not every table has such a round.
ROUND_NUMBER: Final = "round_number"


class Win(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True,
          rename={"from_": "from"}):  # fmt: skip
    """A won riichi hand: ``by`` and ``seat`` are required, and ``hand`` with ``round`` or what it is worth; all else is
    optional. Tiles are text in mpsz notation, seats are ``E``, ``S``, ``W`` and ``N``, or in a game the names of
    players; ``from_`` is ``from`` in plain data.
    """

    _title: ClassVar = "a win"
    _leads: ClassVar = {
        "ron": "write by: ron and from: the discarder",
        "tsumo": "write by: tsumo and seat: the winner",
        "waiting": "who was tenpai belongs to a draw, which is a round of its own",
        "noten": "who was noten belongs to a draw, which is a round of its own",
        "ドラ": "that may be the indicator or the tile after it: write ドラ表示牌 for the indicator",
        "裏ドラ": "that may be the indicator or the tile after it: write 裏ドラ表示牌 for the indicator",
    }

    id: OwnId = None
    rules: OwnRules = None
    hand: Annotated[
        Tiles,
        Meta(
            description="The concealed tiles; where `win` is absent, the last of them is the winning tile. Left out "
            "where only the worth of the win is known.",
            extra={"unless": WORTH},
        ),
    ] = ""
    melds: Melds = ""
    win: Annotated[
        Annotated[str, expects("one tile as text, such as '8s'")] | None, Meta(description="The winning tile.")
    ] = None
    by: Annotated[
        Literal["tsumo", "ron"],
        expects("tsumo or ron", example="tsumo or ron"),
        Meta(description="How the hand was won."),
    ]
    seat: Annotated[SeatWind, Meta(description="The winner's seat wind.", extra={"example": "seat=S"})]
    round: Annotated[
        RoundWind,
        Meta(
            description="The round wind. Left out where only the worth of the win is known.",
            extra={"example": "round=E", "unless": WORTH},
        ),
    ]
    from_: Annotated[SeatWind | None, Meta(description="The discarder's seat, on a ron.")] = None
    dora: Dora = ""
    ura: Ura = ""
    riichi: Riichi = False
    ippatsu: Ippatsu = False
    rinshan: Rinshan = False
    last_tile: LastTile = False
    first_turn: FirstTurn = False
    chankan: Chankan = False
    honba: Honba = 0
    sticks: Sticks = 0
    north: Norths = 0
    discards: Discards = None
    options: OwnOptions = {}
    liable: Liabilities = []
    facts: Facts = {}
    han: Annotated[Count | None, Meta(description="All han, dora included, of a win whose tiles are not known.")] = None
    fu: Annotated[Count | None, Meta(description="Its fu.")] = None
    level: Annotated[Level | None, Meta(description="Its level, in place of han and fu.")] = None
    points: Annotated[
        WinPoints | None,
        Meta(
            description="Its points without counters and sticks, in place of han and fu: on a tsumo the total, or what "
            "each pays."
        ),
    ] = None
    claim: Annotated[Claim | None, Meta(description="What the table says.")] = None

    @property
    def has_tiles(self) -> bool:
        """Whether the hand is known; if not, the win is worth what its ``han``, ``fu``, ``level`` or ``points`` say."""
        return bool(self.hand) or all(getattr(self, key) is None for key in WORTH)


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hand in tenpai 聴牌, one tile short, and what counts whichever tile finishes it: keys of a :class:`Win`."""

    _title: ClassVar = "a hand one tile short"
    #: As of a win; here there is none.
    win: ClassVar[None] = None

    id: OwnId = None
    rules: OwnRules = None
    options: OwnOptions = {}
    hand: Annotated[Tiles, Meta(description="The concealed tiles, 13 with three for each meld.")]
    melds: Melds = ""
    seat: Annotated[SeatWind | None, Meta(description="The seat wind; without winds nothing can be paid.")] = None
    round: Annotated[RoundWind | None, Meta(description="The round wind; without winds nothing can be paid.")] = None
    dora: Dora = ""
    ura: Ura = ""
    riichi: Riichi = False
    ippatsu: Ippatsu = False
    rinshan: Rinshan = False
    last_tile: LastTile = False
    first_turn: FirstTurn = False
    chankan: Chankan = False
    honba: Honba = 0
    sticks: Sticks = 0
    north: Norths = 0
    liable: Liabilities = []
    discards: Discards = None
    facts: Facts = {}


DrawKind = Literal["exhaustive", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
#: What the round gives to its wins, and what the game or the round names for all of them.
GIVEN_TO_WINS: Final = {
    "honba": msg("the round"),
    "sticks": msg("the round"),
    "rules": msg("the round or the game"),
    "options": msg("the round or the game"),
}
#: A win with its round's wind, and without what the round gives.
WinInRound = Annotated[Win, Meta(title="a win in a round", extra={"without": [*GIVEN_TO_WINS], "filled": ["round"]})]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round without a winner 流局."""

    _title: ClassVar = "a draw"

    kind: Annotated[
        DrawKind,
        expects(msg("a kind of draw: {0}", ", ".join(get_args(DrawKind)))),
        Meta(description="`exhaustive`, or one of the abortive draws."),
    ]
    waiting: Annotated[
        Seats | None, Meta(description="Seats that show a hand in tenpai; left out where only hands are given.")
    ] = None
    noten: Annotated[
        Seats | None, Meta(description="In place of `waiting`: seats that are noten; all others show a hand in tenpai.")
    ] = None
    hands: Annotated[
        dict[SeatWind, Tiles],
        Meta(
            title="the hands of a draw",
            extra={"names": get_args(Seat)},
            description="Shown hands by seat as text, melds after the concealed tiles: `1234p55s99m4z (345m)`.",
        ),
    ] = {}
    north: Annotated[
        dict[SeatWind, Count],
        Meta(
            title="the Norths set aside",
            description="Norths set aside, by seat.",
            extra={"names": get_args(Seat)},
        ),
    ] = {}
    discards: Annotated[
        dict[SeatWind, Tiles],
        Meta(
            title="the discards of a draw",
            extra={"names": get_args(Seat)},
            description="All discards by seat, called ones in brackets: `19m(5z)9p`; nagashi mangan follows from them.",
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
        Annotated[int, Meta(ge=1, le=6)] | None, Meta(description="The number of the dealer in the round, from 1.")
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


class FinalClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of one player at the end; only what is set is checked."""

    _title: ClassVar = "a line of final results"

    player: Annotated[str, Meta(description="The name of the player.")]
    place: Annotated[Count | UnsetType, Meta(description="The place, from 1.")] = UNSET
    points: Annotated[Points | UnsetType, Meta(description="Points on the table.")] = UNSET
    score: Annotated[Number | UnsetType, Meta(description="The result, in the units of the rule set.")] = UNSET
    uma: Annotated[Number | UnsetType, Meta(description="The part of the result that is uma.")] = UNSET
    oka: Annotated[Number | UnsetType, Meta(description="The part of the result that is oka.")] = UNSET
    chips: Annotated[Number | UnsetType, Meta(description="The part of the result that is for chips.")] = UNSET
    yakitori: Annotated[Number | UnsetType, Meta(description="The part of the result that is yakitori.")] = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = Annotated[
    dict[str, Number] | list[Annotated[Number | FinalClaim, expects("a number, or a mapping with player and score")]],
    expects("results by name, or a list of one a player"),
]
#: A round of a game, which names the rules for all its rounds.
RoundInGame = Annotated[Round, Meta(extra={"without": ["rules", "options"], "by_name": True})]


class GameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game, by player or in the order of the players."""

    _title: ClassVar = "a claim on a game"

    scores: Annotated[Amounts | UnsetType, Meta(description="The points at the end.")] = UNSET
    final: Annotated[Results | UnsetType, Meta(description="The final results.")] = UNSET


class Game(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of riichi rounds."""

    _title: ClassVar = "a game"

    players: Annotated[
        list[str],
        expects("a list of names, the first dealer first"),
        Meta(description="Names of the players, the first dealer first."),
    ]
    start: Annotated[
        Annotated[
            Points | list[Points], expects(msg("whole points up to {0}, or a list of one number a player", MOST_POINTS))
        ]
        | None,
        Meta(description="Points of everybody, or of each; left out for those of the rule set."),
    ] = None
    rounds: Annotated[
        list[RoundInGame],
        expects("a list of rounds"),
        Meta(description="The rounds in their order.", extra={"unless": ("scores",)}),
    ] = []
    scores: Annotated[
        Amounts | None, Meta(description="The points at the end of a game whose rounds are not known.")
    ] = None
    chips: Annotated[
        Amounts | None, Meta(description="Chips that each player gained or lost, where the rule set pays for them.")
    ] = None
    yakitori: Annotated[
        list[str] | None,
        expects("a list of names"),
        Meta(description="Players who won no hand, where the rounds are not known and the rule set has yakitori."),
    ] = None
    claim: Annotated[GameClaim | None, Meta(description="What the table says.")] = None


#: One thing of riichi to settle.
RiichiRecord = Win | Round | Game
#: What a record can be.
Kind = type[Win] | type[Round] | type[Game]
