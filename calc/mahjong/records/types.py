"""Riichi records as typed objects: won hands, hands one tile short, rounds and games.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data
(:func:`calc.mahjong.records.plain.record_from`), not here.
"""

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records import values
from calc.translation import msg

#: Some of the yaku of a win.
WinYaku = Annotated[list[str], values.expects('a list of yaku ids, such as ["riichi","pinfu"]')]
#: Points of a win: a number, what each pays, or a level.
WinPoints = Annotated[
    str | Annotated[int, Meta(ge=0, le=values.MOST_POINTS)],
    values.expects(
        "a number of points, or what each pays as text, such as '1300/2600' or '4000 all', or a level such as 'mangan'"
    ),
]
Melds = Annotated[list[str] | str, values.expects("melds as a list of texts or one text, such as '(345m)[5555z]'")]
Riichi = Annotated[bool | Literal["double"], values.expects("true, false or 'double'")]
Chankan = Annotated[bool | Literal["concealed"], values.expects("true, false or 'concealed'")]
Fact = Annotated[
    bool | values.Points,
    values.expects(msg("true, false or a whole number from {0} to {1}", -values.MOST_POINTS, values.MOST_POINTS)),
]
Facts = dict[str, Fact]


class Liable(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """One responsibility for a limit hand; ``for_`` is ``for`` in plain data."""

    _title: ClassVar = "a liability"

    seat: values.SeatWind
    for_: str


Liabilities = Annotated[Liable | list[Liable], values.expects("{seat: W, for: daisangen} or a list of such")]


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a win; only what is set is checked."""

    _title: ClassVar = "a claim"

    win: bool | UnsetType = UNSET
    han: values.Count | UnsetType = UNSET
    fu: values.Count | UnsetType = UNSET
    yaku: WinYaku | UnsetType = UNSET
    has: WinYaku | UnsetType = UNSET
    lacks: WinYaku | UnsetType = UNSET
    dora: values.Count | UnsetType = UNSET
    furiten: bool | UnsetType = UNSET
    points: WinPoints | UnsetType = UNSET
    at_least: WinPoints | UnsetType = UNSET
    at_most: WinPoints | UnsetType = UNSET
    more_than: WinPoints | UnsetType = UNSET
    less_than: WinPoints | UnsetType = UNSET
    payments: dict[str, values.Points] | UnsetType = UNSET


#: A level by its id or its name; a yakuman that is worth several as results print it.
Level = Annotated[str, values.expects("a level, such as 'mangan' or '2 x yakuman'")]

#: What a win is worth, in place of a hand.
WORTH: Final = ("han", "fu", "level", "points")


#: The name of the fact that keeps the number of the round of a win alone, where not every table has such a round.
ROUND_NUMBER: Final = "round_number"
#: The names of the facts that count dora of which a record shows no tiles.
TOLD: Final = {"dora": "counted_dora", "ura": "counted_ura", "red": "counted_red"}


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

    id: values.Id = None
    rules: values.RuleSetId | None = None
    hand: Annotated[values.Tiles, Meta(extra={"unless": WORTH})] = ""
    melds: Melds = ""
    win: Annotated[str, values.expects("one tile as text, such as '8s'")] | None = None
    by: Annotated[Literal["tsumo", "ron"], values.expects("tsumo or ron", example="tsumo or ron")]
    seat: Annotated[values.SeatWind, Meta(extra={"example": "seat=S"})]
    round: Annotated[values.RoundWind, Meta(extra={"example": "round=E", "unless": WORTH})]
    from_: values.SeatWind | None = None
    dora: values.Tiles = ""
    ura: values.Tiles = ""
    riichi: Riichi = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: Chankan = False
    honba: values.Count = 0
    sticks: values.Count = 0
    north: values.Count = 0
    discards: values.Tiles | None = None
    options: values.Options = {}
    liable: Liabilities = []
    facts: Facts = {}
    han: values.Count | None = None
    fu: values.Count | None = None
    level: Level | None = None
    points: WinPoints | None = None
    claim: Claim | None = None

    @property
    def has_tiles(self) -> bool:
        """Whether the hand is known; if not, the win is worth what its ``han``, ``fu``, ``level`` or ``points`` say."""
        return bool(self.hand) or all(getattr(self, key) is None for key in WORTH)


#: The keys of a win that may stand alone, meaning true.
FLAGS: Final = tuple(
    key for key, value in zip(Win.__struct_fields__, Win.__struct_defaults__, strict=True) if value is False
)


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hand in tenpai 聴牌, one tile short, and what counts whichever tile finishes it: keys of a :class:`Win`."""

    _title: ClassVar = "a hand one tile short"
    #: As of a win; here there is none.
    win: ClassVar[None] = None

    id: values.Id = None
    rules: values.RuleSetId | None = None
    options: values.Options = {}
    hand: values.Tiles
    melds: Melds = ""
    seat: values.SeatWind | None = None
    round: values.RoundWind | None = None
    dora: values.Tiles = ""
    ura: values.Tiles = ""
    riichi: Riichi = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: Chankan = False
    honba: values.Count = 0
    sticks: values.Count = 0
    north: values.Count = 0
    liable: Liabilities = []
    discards: values.Tiles | None = None
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

    kind: Annotated[DrawKind, values.expects(msg("a kind of draw: {0}", ", ".join(get_args(DrawKind))))]
    waiting: values.Seats | None = None
    noten: values.Seats | None = None
    hands: Annotated[
        dict[values.SeatWind, values.Tiles], Meta(title="the hands of a draw", extra={"names": get_args(values.Seat)})
    ] = {}
    north: Annotated[
        dict[values.SeatWind, values.Count], Meta(title="the Norths set aside", extra={"names": get_args(values.Seat)})
    ] = {}
    discards: Annotated[
        dict[values.SeatWind, values.Tiles],
        Meta(title="the discards of a draw", extra={"names": get_args(values.Seat)}),
    ] = {}
    pool_of_dreams: values.Seats = []


class NextClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of the round that follows; only what is set is checked."""

    _title: ClassVar = "a claim on the next round"

    round: values.RoundWind | UnsetType = UNSET
    number: values.Count | UnsetType = UNSET
    dealer: values.SeatWind | UnsetType = UNSET
    honba: values.Count | UnsetType = UNSET
    sticks: values.Count | UnsetType = UNSET


class RoundClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round: points by seat, by name or as a list in the order of the game; who won, ``None``
    for nobody; whether it was a draw; and what follows, whose ``dealer`` is named by the seat in this round.
    """

    _title: ClassVar = "a claim on a round"

    changes: values.Amounts | UnsetType = UNSET
    scores: values.Amounts | UnsetType = UNSET
    winner: values.SeatWind | UnsetType | None = UNSET
    draw: bool | UnsetType = UNSET
    next: NextClaim | UnsetType = UNSET


class Round(values.Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round: ``wins``, or a ``draw``, or a ``chombo``.

    What follows from the rounds before it (``round`` to ``sticks``) may be left out in a game.
    """

    _title: ClassVar = "a round"

    round: values.RoundWind | None = None
    number: Annotated[int, Meta(ge=1, le=6)] | None = None
    honba: values.Count | None = None
    sticks: values.Count | None = None
    riichi: values.Seats = []
    wins: Annotated[list[WinInRound], values.expects("a list of wins")] = []
    draw: Draw | None = None
    chombo: values.Seats = []
    wareme: values.SeatWind | None = None
    faults: Annotated[
        dict[values.SeatWind, Annotated[str, values.expects("a fault, such as 'kuikae'")]],
        Meta(title="faults by seat", extra={"names": get_args(values.Seat)}),
    ] = {}
    claim: RoundClaim | None = None


class FinalClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of one player at the end; only what is set is checked."""

    _title: ClassVar = "a line of final results"

    player: str
    place: values.Count | UnsetType = UNSET
    points: values.Points | UnsetType = UNSET
    score: values.Number | UnsetType = UNSET
    uma: values.Number | UnsetType = UNSET
    oka: values.Number | UnsetType = UNSET
    chips: values.Number | UnsetType = UNSET
    yakitori: values.Number | UnsetType = UNSET
    penalties: values.Number | UnsetType = UNSET
    chombo: values.Number | UnsetType = UNSET
    fixed: values.Number | UnsetType = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = Annotated[
    dict[str, values.Number]
    | list[Annotated[values.Number | FinalClaim, values.expects("a number, or a mapping with player and score")]],
    values.expects("results by name, or a list of one a player"),
]
#: A round of a game, which names the rules for all its rounds.
RoundInGame = Annotated[Round, Meta(extra={"without": ["rules", "options"], "by_name": True})]


class GameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game, by player or in the order of the players."""

    _title: ClassVar = "a claim on a game"

    scores: values.Amounts | UnsetType = UNSET
    final: Results | UnsetType = UNSET


class Game(values.Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of riichi rounds."""

    _title: ClassVar = "a game"

    players: Annotated[list[str], values.expects("a list of names, the first dealer first")]
    start: (
        Annotated[
            values.Points | list[values.Points],
            values.expects(msg("whole points up to {0}, or a list of one number a player", values.MOST_POINTS)),
        ]
        | None
    ) = None
    rounds: Annotated[list[RoundInGame], values.expects("a list of rounds"), Meta(extra={"unless": ("scores",)})] = []
    scores: values.Amounts | None = None
    chips: values.Amounts | None = None
    penalties: values.Amounts | None = None
    chombo: Annotated[dict[str, values.Count] | None, values.expects("how many each player had, such as {Bea: 1}")] = (
        None
    )
    fixed: Annotated[dict[str, values.Number] | None, values.expects("units by player, such as {Dan: -20}")] = None
    yakitori: Annotated[list[str] | None, values.expects("a list of names")] = None
    claim: GameClaim | None = None


RiichiRecord = Win | Round | Game
#: What a record can be.
Kind = type[Win] | type[Round] | type[Game]
