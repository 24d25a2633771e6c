"""Games of riichi as typed objects."""

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from calc.records.round import Round
from calc.records.values import MOST_POINTS, Amounts, Count, Header, Number, Points, expects
from calc.records.win import Win


class FinalClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of one player at the end; only what is set is checked."""

    _title: ClassVar = "a line of final results"

    player: Annotated[str, Meta(description="The name of the player.")]
    place: Annotated[Count | UnsetType, Meta(description="The place, from 1.")] = UNSET
    points: Annotated[Points | UnsetType, Meta(description="Points on the table.")] = UNSET
    score: Annotated[Number | UnsetType, Meta(description="The result, in the units of the rule set.")] = UNSET
    uma: Annotated[Number | UnsetType, Meta(description="The part of the result that is uma.")] = UNSET
    oka: Annotated[Number | UnsetType, Meta(description="The part of the result that is oka.")] = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = Annotated[
    dict[str, Number] | list[Annotated[Number | FinalClaim, expects("a number, or a mapping with player and score")]],
    expects("results by name, or a list of one a player"),
]
#: A round of a game, which names the rules for all its rounds.
RoundInGame = Annotated[Round, Meta(extra={"without": ["rules", "options"]})]


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
        Annotated[Points | list[Points], expects(f"whole points up to {MOST_POINTS}, or a list of one number a player")]
        | None,
        Meta(description="Points of everybody, or of each; left out for those of the rule set."),
    ] = None
    rounds: Annotated[list[RoundInGame], expects("a list of rounds"), Meta(description="The rounds in their order.")]
    claim: Annotated[GameClaim | None, Meta(description="What the table says.")] = None


#: One thing of riichi to settle.
RiichiRecord = Win | Round | Game
#: What a record can be.
Kind = type[Win] | type[Round] | type[Game]
