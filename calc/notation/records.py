"""The records of the public contract as typed objects: what a file, a line or a caller hands in.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data (:func:`calc.notation.plain.record_from`), not here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.notation.keys import MOST

Seat = Literal["E", "S", "W", "N"]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
#: An id as most files have them; any other is looked at one by one.
Identity = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | str
#: The value of an option: a choice, or plain data where the option takes a table (``red_fives: {m: 1}``).
Option = bool | int | float | str | dict[str, Any] | list[Any]


class Liable(Struct, frozen=True, forbid_unknown_fields=True, rename={"for_": "for"}):
    """One responsibility: ``seat`` fed the last meld of the limit hand ``for_`` (in plain data ``for``), the id of a
    yaku.
    """

    seat: Seat
    for_: str


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a win; only what is set is checked.

    ``win``: false says that it is no win. ``han``, ``fu``: as results count them. ``yaku``: all of their ids, without
    dora; ``has``: some of them, which count whatever else does. ``points``: a number, or what each pays without
    counters: ``1300/2600`` (others / dealer), ``4000 all``. ``payments``: points that seats gain or lose, by seat,
    counters and sticks included.
    """

    win: bool | UnsetType = UNSET
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    yaku: list[str] | UnsetType = UNSET
    has: list[str] | UnsetType = UNSET
    points: int | str | UnsetType = UNSET
    payments: dict[str, int] | UnsetType = UNSET


class PlainWin(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True,
               rename={"from_": "from"}):  # fmt: skip
    """What most wins of a large file are: a hand and how it was won, of which nothing needs a second look when it is
    read. The fields are those of :class:`Win`.
    """

    id: Identity | None = None
    rules: str | None = None
    hand: str
    melds: list[str] | str = ""
    win: str | None = None
    by: Literal["tsumo", "ron"]
    seat: Seat
    round: Seat
    from_: Seat | None = None
    dora: str = ""
    ura: str = ""
    riichi: bool | Literal["double"] = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: bool | Literal["concealed"] = False
    honba: Count = 0
    sticks: Count = 0
    north: Count = 0
    discards: str | None = None


class Win(PlainWin, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A won riichi hand: ``hand``, ``by``, ``seat`` and ``round`` are required, all else is optional. Tiles are text in
    mpsz notation, seats are ``E``, ``S``, ``W`` and ``N``.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``hand``: the concealed tiles without the winning one; with it, as the last tile, where ``win`` is absent.
    ``melds``: a list of melds, or one text. ``win``: the winning tile. ``by``: ``tsumo`` or ``ron``. ``seat``: the
    winner's seat wind. ``round``: the round wind. ``from_`` (in plain data ``from``): the discarder's seat, on a ron.
    ``dora``, ``ura``: the indicators, not the dora. ``riichi``: whether it was declared, or ``double``. ``ippatsu``,
    ``rinshan``: whether the win was one. ``last_tile``: whether on the last tile, haitei or houtei. ``first_turn``:
    whether in the first turn, tenhou, chihou or renhou. ``chankan``: whether a quad was robbed, or ``concealed`` for a
    concealed one. ``honba``: repeat counters. ``sticks``: all riichi sticks that the winner takes, the own one
    included. ``north``: Norths set aside. ``liable``: who is responsible for a limit hand, one or several.
    ``discards``: the winner's own discards; none where they are not known. ``facts``: what no tile shows and few rules
    ask, by name. ``claim``: what the table says.
    """

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
    """A riichi round without a winner 流局.

    ``kind``: ``exhaustive``, or one of the abortive draws. ``waiting``: seats that show a waiting hand; none where only
    hands are given. ``hands``: shown hands by seat as text, melds after the concealed tiles: ``1234p55s99m4z (345m)``.
    ``north``: Norths set aside, by seat. ``pool_of_dreams``: seats whose discards are one.
    """

    kind: DrawKind
    waiting: list[Seat] | None = None
    hands: dict[Seat, str] = msgspec.field(default_factory=dict)
    north: dict[Seat, int] = msgspec.field(default_factory=dict)
    pool_of_dreams: list[Seat] = msgspec.field(default_factory=list)


class RoundClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a round, in points, by seat, by name or as a list in the order of the game.

    ``changes``: what everybody gained or lost, riichi sticks included. ``scores``: the points after it, in a game.
    """

    changes: Amounts | UnsetType = UNSET
    scores: Amounts | UnsetType = UNSET


class Round(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A riichi round: ``wins``, or a ``draw``, or a ``chombo``.

    What the rounds before it tell (``round`` to ``sticks``) may be left out in a game. ``id``: what the caller calls
    it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name. ``round``: the round wind.
    ``number``: of the dealer in it, from 1. ``honba``: repeat counters. ``sticks``: riichi sticks that lay there before
    the round. ``riichi``: seats that declared and paid. ``wins``: one, or several on one discard; they have no
    counters, sticks and rules of their own. ``draw``: how it ended without a winner. ``chombo``: seats that made the
    round void. ``claim``: what the table says.
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
    """What the table says of one ``player`` at the end; only what is set is checked.

    ``place``: from 1. ``points``: on the table. ``score``: the result, in the units of the rule set. ``uma``, ``oka``:
    the parts of it.
    """

    player: str
    place: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    score: int | float | UnsetType = UNSET
    uma: int | float | UnsetType = UNSET
    oka: int | float | UnsetType = UNSET


#: Results by player's name, or one number a player in the order of the game, or lines as results have them.
Results = dict[str, int | float] | list[int | float | FinalClaim]


class GameClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table says of a game: ``scores``, the points at its end, and ``final``, the results, by player or in the
    order of the players.
    """

    scores: Amounts | UnsetType = UNSET
    final: Results | UnsetType = UNSET


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game of riichi rounds.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``players``: names, the first dealer first. ``start``: points of everybody, or of each; none for those of the rule
    set. ``rounds``: in their order. ``claim``: what the table says.
    """

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
