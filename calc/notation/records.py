"""The records of the public contract as typed objects: what a file, a line or a caller hands in.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data (:func:`calc.notation.plain.record_from`), not here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.notation.keys import MOST

__all__ = [
    "Amounts",
    "Claim",
    "Draw",
    "DrawKind",
    "FinalClaim",
    "Game",
    "GameClaim",
    "Kind",
    "Liable",
    "Option",
    "PlainWin",
    "Results",
    "RiichiRecord",
    "Round",
    "RoundClaim",
    "Seat",
    "Win",
]

Seat = Literal["E", "S", "W", "N"]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
#: An id as most files have them; any other is looked at one by one.
Identity = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | str
#: The value of an option: a choice, or plain data where the option takes a table (``red_fives: {m: 1}``).
Option = bool | int | float | str | dict[str, Any] | list[Any]


class Liable(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """One responsibility: ``seat`` fed the last meld of the limit hand ``for_``."""

    seat: Seat
    for_: str


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a win; only what is set is checked."""

    win: bool | UnsetType = UNSET
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    yaku: list[str] | UnsetType = UNSET
    #: A number, or what each pays without counters: ``1300/2600`` (others / dealer), ``4000 all``.
    points: int | str | UnsetType = UNSET
    payments: dict[str, int] | UnsetType = UNSET


class PlainWin(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True,
               rename={"from_": "from"}):  # fmt: skip
    """A won riichi hand and how it was won: ``hand``, ``by``, ``seat`` and ``round`` are required, all else is
    optional.

    Most wins of a large file are no more than this, and none of it needs a second look when it is read.
    """

    id: Identity | None = None
    rules: str | None = None
    #: Concealed tiles without the winning tile; with it, as the last tile, where ``win`` is absent.
    hand: str
    melds: list[str] | str = ""
    win: str | None = None
    by: Literal["tsumo", "ron"]
    seat: Seat
    round: Seat
    #: The discarder's seat, on a ron.
    from_: Seat | None = None
    #: Indicators, not dora.
    dora: str = ""
    ura: str = ""
    riichi: bool | Literal["double"] = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: bool | Literal["concealed"] = False
    honba: Count = 0
    #: All riichi sticks the winner takes, the own one included.
    sticks: Count = 0
    #: Norths set aside.
    north: Count = 0
    #: The winner's own discards; ``None`` where they are not known.
    discards: str | None = None


class Win(PlainWin, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A won riichi hand with all that can be said of it."""

    id: Any = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    liable: Liable | list[Liable] = msgspec.field(default_factory=list)
    facts: dict[str, bool | int] = msgspec.field(default_factory=dict)
    claim: Claim | None = None

    @classmethod
    def of(cls, win: PlainWin) -> Win:
        """A win of either sort as one with all keys."""
        return win if isinstance(win, Win) else cls(**msgspec.structs.asdict(win))


DrawKind = Literal["exhaustive", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]
#: Points by seat or by player's name, or one number a player in the order of the game.
Amounts = dict[str, int] | list[int]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round without a winner 流局."""

    kind: DrawKind
    #: Seats that show a waiting hand; ``None`` where only hands are given.
    waiting: list[Seat] | None = None
    #: Hands as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``.
    hands: dict[Seat, str] = msgspec.field(default_factory=dict)
    #: Norths set aside.
    north: dict[Seat, int] = msgspec.field(default_factory=dict)
    pool_of_dreams: list[Seat] = msgspec.field(default_factory=list)


class RoundClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round: what everybody gained or lost, riichi sticks included, and the scores after
    it.
    """

    changes: Amounts | UnsetType = UNSET
    scores: Amounts | UnsetType = UNSET


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round: ``wins``, or a ``draw``, or a ``chombo``.

    What the rounds before it tell (``round`` to ``sticks``) may be left out in a game. ``sticks`` lay there before the
    round. ``riichi``: seats that declared and paid. The wins have no counters, sticks and rules of their own.
    """

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    round: Seat | None = None
    number: int | None = None
    honba: int | None = None
    sticks: int | None = None
    riichi: list[Seat] = msgspec.field(default_factory=list)
    wins: list[Win] = msgspec.field(default_factory=list)
    draw: Draw | None = None
    chombo: list[Seat] = msgspec.field(default_factory=list)
    claim: RoundClaim | None = None


class FinalClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of one player at the end; only what is set is checked."""

    player: str
    place: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    score: int | float | UnsetType = UNSET
    uma: int | float | UnsetType = UNSET
    oka: int | float | UnsetType = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = dict[str, int | float] | list[int | float | FinalClaim]


class GameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game: the points at its end, and the final results."""

    scores: Amounts | UnsetType = UNSET
    final: Results | UnsetType = UNSET


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of rounds. ``players``: names, the first dealer first. ``start``: points of everybody, or of each."""

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    players: list[str]
    start: int | list[int] | None = None
    rounds: list[Round]
    claim: GameClaim | None = None


#: One thing of riichi to settle.
RiichiRecord = Win | Round | Game
#: What a record can be.
Kind = type[Win] | type[Round] | type[Game]
