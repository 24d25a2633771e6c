"""What a hand one tile short waits for, as the public contract has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Struct

from calc.mahjong.results import DoraLine, YakuLine
from calc.outcomes import Note

#: Why a tile that finishes the hand is no win in a way: no yaku; too few han for the chart; the own discards; what was
#: declared goes with the other way only; it goes with another tile only; no copy is left; the hand holds all copies.
NoWinCode = Literal["no_yaku", "not_payable", "furiten", "other_way", "contradiction", "none_left", "four_own"]


class WaitWin(Struct, frozen=True, kw_only=True):
    """A win on one tile in one way. ``ok``: true. ``yaku``, ``dora``, ``han``, ``fu``, ``limits``, ``level``: as in
    :class:`WinResult`.

    ``points``: without counters and sticks. ``payments``: with both, in points; by ron the one who pays is
    ``discarder``, or the seat that is responsible. ``notes``: what is worth saying.
    """

    ok: Literal[True] = True
    yaku: list[YakuLine]
    dora: DoraLine
    han: int | None
    fu: int | None
    limits: int
    level: str | None
    points: int
    payments: dict[str, int]
    notes: list[Note]


class NoWin(Struct, frozen=True, kw_only=True):
    """Why a tile that finishes the hand is no win in one way. ``ok``: false. ``code``: of the reason; ``message``: a
    sentence.
    """

    ok: Literal[False] = False
    code: NoWinCode
    message: str


if TYPE_CHECKING:
    Way = WaitWin | NoWin
else:
    # They are told apart by `ok`, which the library that writes them has no types for.
    _EITHER = {"anyOf": [{"$ref": f"#/definitions/{kind.__name__}"} for kind in (WaitWin, NoWin)]}
    Way = Annotated[Any, msgspec.Meta(extra_json_schema=_EITHER, extra={"holds": (WaitWin, NoWin)})]


class WaitLine(Struct, frozen=True, kw_only=True):
    """A tile that finishes the hand.

    ``tile``: in mpsz; a red five has a line of its own. ``left``: its copies that the record does not show. ``wait``:
    the kinds of wait it can end (``edge``, ``closed``, ``open``, ``shanpon``, ``pair``), several where the hand can be
    read in several ways, none for thirteen orphans. ``ron``, ``tsumo``: what each way pays, or why not; none where the
    record does not say ``seat`` and ``round``.
    """

    tile: str
    left: int
    wait: list[str]
    ron: Way | None = None
    tsumo: Way | None = None


class WaitsResult(Struct, frozen=True, kw_only=True):
    """What a hand one tile short waits for.

    ``id``: that of the record. ``rules``: the rule set as ``id@version``. ``options``: those off its defaults, by name.
    ``ok``: true; a :class:`Refusal` has false. ``waiting``: whether it does, with or without a yaku; of one that waits
    only for tiles of which it holds all four copies the rule set says so. ``left``: how many of its winning tiles the
    record does not show. ``tiles``: what finishes it, in the order of tiles. ``add``: the keys that the record lacks
    for payments to be told.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    ok: Literal[True] = True
    waiting: bool
    left: int
    tiles: list[WaitLine]
    add: list[str] = msgspec.field(default_factory=list)
