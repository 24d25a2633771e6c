"""Hanafuda rounds and games as typed objects. Cards stay text until a game with a deck reads them."""

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.values import MOST_POINTS, Count, Header, Points, YakuIds, expects
from calc.translation import msg

#: Cards as text, groups parted by blanks or commas, or a list of such texts.
Cards = Annotated[str | list[str], expects("cards as text, such as '1BRCC 8BA', or a list of such texts")]
Name = Annotated[str, Meta(pattern=r"\S"), expects("the name of a player")]
Names = Annotated[list[Name], expects("a list of names")]
Winner = Annotated[str | None, expects("the name of a player, or null for nobody")]
#: What the yaku of a pile are worth, or their names.
ToldYaku = Annotated[Points | str | list[str], expects("what the yaku are worth, or their names")]
Chips = Annotated[int, Meta(ge=0, le=MOST_POINTS)]

Start = Annotated[
    Chips | dict[str, Chips], expects(msg("a whole number from 0 to {0}, or such numbers by player", MOST_POINTS))
]


class HanafudaHand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of one player, as text of card notation or a list of such texts."""

    _title: ClassVar = "the cards of a player"

    dealt: Cards | None = None
    returned: str | None = None
    captured: Cards | None = None
    yaku: ToldYaku | None = None
    card_points: Points | None = None

    @property
    def names_yaku(self) -> bool:
        """Whether the record names yaku."""
        return isinstance(self.yaku, str | list)

    @property
    def tells_worth(self) -> bool:
        """Whether the record gives what the pile is worth, and not its cards."""
        if self.yaku is None:
            return self.card_points is not None
        return not self.names_yaku or (self.captured is None and self.dealt is None)


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of a player who was forced out."""

    _title: ClassVar = "a hand that was forced out"

    dealt: Cards


class WildUse(Struct, frozen=True, forbid_unknown_fields=True):
    """The use of the wild card."""

    _title: ClassVar = "the use of the wild card"

    by: Name
    captured: str


class HanafudaClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, by player; only what is set is checked."""

    _title: ClassVar = "a claim on a round"

    scores: dict[str, Points] | UnsetType = UNSET
    changes: dict[str, Points] | UnsetType = UNSET
    totals: dict[str, Points] | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET
    yaku: dict[str, YakuIds] | UnsetType = UNSET
    has: dict[str, YakuIds] | UnsetType = UNSET
    lacks: dict[str, YakuIds] | UnsetType = UNSET
    worth: dict[str, dict[str, Points]] | UnsetType = UNSET


class HanafudaRound(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hanafuda round."""

    _title: ClassVar = "a hanafuda round"
    _leads: ClassVar = {
        "points": "write scores: {Aki: 5}",
        "winner": "who won is worked out; say who stopped, stopped_by=Aki, or what the table says, claim.winner=Aki",
    }

    players: Annotated[
        dict[Annotated[Name, expects("a name for each player")], HanafudaHand],
        expects("the players by name, such as {Aki: {captured: 1BR 3B}}"),
        Meta(extra={"unless": ("scores",)}),
    ] = {}
    scores: dict[str, Points] | None = None
    stopped_by: Name | None = None
    calls: dict[str, Count] = {}
    koikoi: dict[str, Count] = {}
    facts: dict[str, Count | dict[str, Count]] = {}
    counted_as: dict[str, str] = {}
    month: Annotated[int, Meta(ge=1, le=12), expects("a month from 1 to 12")] | None = None
    teyaku: dict[str, YakuIds] | None = None
    wild: WildUse | None = None
    field: Cards | None = None
    dealer: Name | None = None
    drawn: dict[str, Cards] = {}
    revealed: dict[str, str] = {}
    seats: Names = []
    dropped: Names = []
    took_over: dict[str, Name] = {}
    forced_out: dict[str, ShownHand] = {}
    pot: Chips | None = None
    chips: dict[str, Chips] = {}
    claim: HanafudaClaim | None = None

    @property
    def is_by_result(self) -> bool:
        """Whether scores, or what piles are worth, stand in place of cards."""
        return self.scores is not None or True in [hand.tells_worth for hand in self.players.values()]

    @property
    def tells_teyaku(self) -> bool:
        """Whether the record says which dealt yaku were claimed."""
        return self.teyaku is not None or True in [hand.names_yaku for hand in self.players.values()]

    @property
    def went_on(self) -> dict[str, int]:
        """How often players went on, by name, in either spelling."""
        return self.calls or self.koikoi


class HanafudaGameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game."""

    _title: ClassVar = "a claim on a game"

    scores: dict[str, Points] | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET


#: A round of a game, which names the rules for all its rounds.
HanafudaRoundInGame = Annotated[HanafudaRound, Meta(extra={"without": ["rules", "options"]})]


class HanafudaGame(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of hanafuda rounds."""

    _title: ClassVar = "a hanafuda game"

    players: Names
    start: Start | None = None
    rounds: Annotated[list[HanafudaRoundInGame], expects("a list of rounds"), Meta(extra={"unless": ("scores",)})] = []
    scores: Annotated[
        dict[str, Points] | list[Points] | None, expects("totals by name, or a list of one number a player")
    ] = None
    claim: HanafudaGameClaim | None = None
