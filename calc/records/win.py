"""The records of the public contract as typed objects: what a file, a line or a caller hands in.

A record holds text where the contract says text: a hand stays ``"123m406p"`` until a game reads it. Unknown keys and
wrong types are refused when a record is made from plain data (:func:`calc.records.plain.record_from`), not here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from calc.records.keys import MOST

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
