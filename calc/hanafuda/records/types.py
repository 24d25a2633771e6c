"""Hanafuda rounds and games as typed objects. Cards stay text until a game with a deck reads them."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.values import MOST_POINTS, Count, Header, Points, YakuIds, expects
from calc.translation import msg

#: Cards as text, groups parted by blanks or commas, or a list of such texts.
Cards = Annotated[str | list[str], expects("cards as text, such as '1BRCC 8BA', or a list of such texts")]
Name = Annotated[str, Meta(pattern=r"\S"), expects("the name of a player")]
Names = Annotated[list[Name], expects("a list of names")]
Winner = Annotated[str | None, expects("the name of a player, or null for nobody")]
Chips = Annotated[int, Meta(ge=0, le=MOST_POINTS)]

Start = Annotated[
    Chips | dict[str, Chips], expects(msg("a whole number from 0 to {0}, or such numbers by player", MOST_POINTS))
]


class HanafudaHand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of one player, as text of card notation or a list of such texts."""

    _title: ClassVar = "the cards of a player"

    dealt: Annotated[Cards | None, Meta(description="The hand at the start.")] = None
    returned: Annotated[str | None, Meta(description="The card of the hand that went back.")] = None
    captured: Annotated[Cards | None, Meta(description="The pile at the end.")] = None
    yaku: Annotated[
        Points | None, Meta(description="What the yaku of the pile are worth together, where the cards are not known.")
    ] = None
    card_points: Annotated[
        Points | None, Meta(description="What the cards of the pile are worth, where they are not known.")
    ] = None

    @property
    def tells_worth(self) -> bool:
        """Whether the record gives what the pile is worth, and not its cards."""
        return self.yaku is not None or self.card_points is not None


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of a player who was forced out."""

    _title: ClassVar = "a hand that was forced out"

    dealt: Annotated[Cards, Meta(description="The cards of the hand.")]


class WildUse(Struct, frozen=True, forbid_unknown_fields=True):
    """The use of the wild card."""

    _title: ClassVar = "the use of the wild card"

    by: Annotated[Name, Meta(description="The player who used it.")]
    captured: Annotated[str, Meta(description="The card that it captured.")]


class HanafudaClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, by player; only what is set is checked."""

    _title: ClassVar = "a claim on a round"

    scores: Annotated[dict[str, Points] | UnsetType, Meta(description="What the rules call scores.")] = UNSET
    changes: Annotated[
        dict[str, Points] | UnsetType, Meta(description="What the round gave or cost, in the unit of the rule set.")
    ] = UNSET
    totals: Annotated[dict[str, Points] | UnsetType, Meta(description="Totals after the round, in a game.")] = UNSET
    winner: Annotated[Winner | UnsetType, Meta(description="The name of the winner, or null for nobody.")] = UNSET
    yaku: Annotated[
        dict[str, YakuIds] | UnsetType, Meta(description="Ids of the yaku of captured cards (dekiyaku).")
    ] = UNSET
    has: Annotated[
        dict[str, YakuIds] | UnsetType, Meta(description="Ids of yaku that count beside others, dealt or captured.")
    ] = UNSET
    lacks: Annotated[
        dict[str, YakuIds] | UnsetType, Meta(description="Ids of yaku that do not count, dealt or captured.")
    ] = UNSET


class HanafudaRound(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hanafuda round."""

    _title: ClassVar = "a hanafuda round"
    _leads: ClassVar = {"points": "write scores: {Aki: 5}"}

    players: Annotated[
        dict[Annotated[Name, expects("a name for each player")], HanafudaHand],
        expects("the players by name, such as {Aki: {captured: 1BR 3B}}"),
        Meta(
            description="The cards of the players by name, in turn order from the dealer, or from the leader where a "
            "game has one.",
            extra={"unless": ("scores",)},
        ),
    ] = {}
    scores: Annotated[
        dict[str, Points] | None,
        Meta(description="What the rules call scores, of a round whose cards are not known; 0 where not named."),
    ] = None
    stopped_by: Annotated[Name | None, Meta(description="Who ended the round by a yaku.")] = None
    calls: Annotated[dict[str, Count], Meta(description="How often players went on, by name.")] = {}
    koikoi: Annotated[dict[str, Count], Meta(description="Another spelling of `calls`.")] = {}
    facts: Annotated[
        dict[str, Count | dict[str, Count]],
        Meta(description="What else the rules ask for: for each fact a number, or a number by player."),
    ] = {}
    counted_as: Annotated[
        dict[str, str], Meta(description="The class that a card counts as, by the card, where it may choose.")
    ] = {}
    month: Annotated[
        Annotated[int, Meta(ge=1, le=12), expects("a month from 1 to 12")] | None,
        Meta(description="The month of the round, from 1."),
    ] = None
    teyaku: Annotated[
        dict[str, YakuIds] | None,
        Meta(description="Ids of dealt yaku (teyaku) that were claimed, by name; left out where all count."),
    ] = None
    wild: Annotated[WildUse | None, Meta(description="The use of the wild card.")] = None
    field: Annotated[Cards | None, Meta(description="The cards on the field before the first turn.")] = None
    dealer: Annotated[Name | None, Meta(description="Who dealt (oya), where that is not the first player.")] = None
    drawn: Annotated[
        dict[str, Cards],
        Meta(description="The cards that each drew for the first dealer, by name; those who drew again have several."),
    ] = {}
    revealed: Annotated[dict[str, str], Meta(description="The card that each drew for the lead, by name.")] = {}
    seats: Annotated[Names, Meta(description="Everybody at a table of more players than take part.")] = []
    dropped: Annotated[Names, Meta(description="Players who dropped out, in their order.")] = []
    took_over: Annotated[
        dict[str, Name], Meta(description="Who took over a hand, by the name of the player whose hand it was.")
    ] = {}
    forced_out: Annotated[dict[str, ShownHand], Meta(description="Players without a place, by name.")] = {}
    pot: Annotated[Chips | None, Meta(description="What lies in the pot from rounds before.")] = None
    chips: Annotated[dict[str, Chips], Meta(description="Chips of players before the round, by name.")] = {}
    claim: Annotated[HanafudaClaim | None, Meta(description="What the table says.")] = None

    @property
    def is_by_result(self) -> bool:
        """Whether scores, or what piles are worth, stand in place of cards."""
        return self.scores is not None or True in [hand.tells_worth for hand in self.players.values()]

    @property
    def went_on(self) -> dict[str, int]:
        """How often players went on, by name, in either spelling."""
        return self.calls or self.koikoi


class HanafudaGameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game."""

    _title: ClassVar = "a claim on a game"

    scores: Annotated[dict[str, Points] | UnsetType, Meta(description="The totals at the end, by name.")] = UNSET
    winner: Annotated[Winner | UnsetType, Meta(description="Who won the game, or null for nobody.")] = UNSET


#: A round of a game, which names the rules for all its rounds.
HanafudaRoundInGame = Annotated[HanafudaRound, Meta(extra={"without": ["rules", "options"]})]


class HanafudaGame(Header, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of hanafuda rounds."""

    _title: ClassVar = "a hanafuda game"

    players: Annotated[Names, Meta(description="Names of the players, the first dealer first.")]
    start: Annotated[
        Annotated[
            Chips | dict[str, Chips],
            expects(msg("a whole number from 0 to {0}, or such numbers by player", MOST_POINTS)),
        ]
        | None,
        Meta(description="What everybody, or each by name, begins with, in the unit of the rule set."),
    ] = None
    rounds: Annotated[
        list[HanafudaRoundInGame],
        expects("a list of rounds"),
        Meta(description="The rounds in their order.", extra={"unless": ("scores",)}),
    ] = []
    scores: Annotated[
        dict[str, Points] | list[Points] | None,
        expects("totals by name, or a list of one number a player"),
        Meta(description="The totals at the end of a game whose rounds are not known."),
    ] = None
    claim: Annotated[HanafudaGameClaim | None, Meta(description="What the table says.")] = None
