"""What a mahjong rule table holds about rounds and games: the sections ``rounds``, ``match`` and ``final``.

As in :mod:`calc.mahjong.rules.schema`, annotations are evaluated as they stand.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from calc.tables import Entry

_Points = Annotated[int, Meta(ge=0, le=1_000_000)]
_Uma = Annotated[int, Meta(ge=-10_000, le=10_000)] | Annotated[float, Meta(ge=-10_000, le=10_000)]
_Winds = Annotated[int, Meta(ge=0, le=4)]

AbortiveDraw = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]


class MultipleRon(Entry, frozen=True, kw_only=True):
    """Several winners on one discard: whether all or only the nearest after the discarder are paid, and who of them
    takes the counters. ``sticks``: all go to the nearest, or, with ``own_first``, all but those that the other winners
    laid in this round. From ``abort_from`` winners on nobody is paid and the round is an abortive draw.
    """

    paid: Literal["all", "nearest"]
    counters: Literal["nearest", "each"]
    sticks: Literal["nearest", "own_first"]
    abort_from: Annotated[int, Meta(ge=2, le=3)] | None = None


class NotWaiting(Entry, frozen=True, kw_only=True):
    """``pool``: points that those who are not waiting pay in all. ``four_own``: whether a hand waits that waits only
    for tiles of which it holds all four, or whether only its concealed tiles can keep it from waiting.
    """

    pool: _Points
    four_own: Literal["not_waiting", "not_if_concealed", "waiting"]


class NagashiRules(Entry, frozen=True, kw_only=True):
    """``sticks``: whether a Pool of Dreams 流し満貫 takes the riichi sticks. ``open``: whether its hand may have melds.
    What it pays is the level of its yaku.
    """

    sticks: Literal["winner", "stay"]
    open: bool


class DealerKeeps(Entry, frozen=True, kw_only=True):
    """When the dealer keeps the deal 連荘 without having won.

    ``nagashi``: after a Pool of Dreams, or ``as_drawn``, as after any exhaustive draw.
    """

    exhaustive: Literal["waiting", "always", "never"]
    abortive: bool
    nagashi: Literal["always", "as_drawn"]


class AbortiveDraws(Entry, frozen=True, kw_only=True):
    """The abortive draws 途中流局 that there are."""

    kinds: list[AbortiveDraw]


class Chombo(Entry, frozen=True, kw_only=True):
    """What a chombo costs: nothing that could be settled (``refuse``), a payment like that of a win at ``level`` the
    other way round, or ``points`` off the final score.
    """

    penalty: Literal["refuse", "level", "points"]
    level: str
    points: _Points


class RiichiRules(Entry, frozen=True, kw_only=True):
    """``min_points``: what a player must have to declare riichi; it may be less than any score."""

    min_points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class RoundRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The section ``rounds``."""

    multiple_ron: MultipleRon
    not_waiting: NotWaiting
    nagashi: NagashiRules
    dealer_keeps: DealerKeeps
    abortive: AbortiveDraws
    chombo: Chombo
    riichi: RiichiRules


class MatchRules(Entry, frozen=True, kw_only=True):
    """When a game ends.

    ``start``: points at the beginning. ``winds``: how many are played, and ``extra_winds`` while nobody has the
    ``target`` (reached, or exceeded). ``extra_until``: what ends them: the target; the target, but not while the
    dealer keeps the deal without leading; or their last hand. ``bust_below``: points below this end the game.
    ``dealer_stops``: whether the dealer who keeps the deal in the last hand, and leads, ends the game.
    """

    start: _Points
    winds: Annotated[int, Meta(ge=1, le=4)]
    extra_winds: _Winds
    extra_until: Literal["target", "target_after_dealer", "end"]
    target: _Points
    target_is: Literal["reached", "exceeded"]
    bust_below: int | None = None
    dealer_stops: Literal["never", "may", "always"]


class Rounding(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How results are rounded to whole units: a half down, up or away from zero, or not at all; and whether the score
    is rounded or its difference to the return.
    """

    mode: Literal["half_down", "half_up", "half_away", "none"]
    of: Literal["score", "difference"]


class FloatingUma(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Uma that depends on how many players end with ``at_least`` so many points, or those that are taken from them at
    the end: for each such number, from nobody to everybody, a row with one uma a place.
    """

    at_least: _Points | Literal["return"]
    by_number: dict[str, list[_Uma]]


class FinalRules(Entry, frozen=True, kw_only=True):
    """From points to results.

    ``oka``: points for the first. ``return_``: points taken from everybody, or those of the start. ``unit``: points
    that make 1 of a result. ``uma``: for each place, in units. ``leftover_sticks``: whose the riichi sticks are that
    are left, with ``share`` of all who have the best score, with ``share_down`` too, in equal whole points.
    ``remainder``: whether the first absorbs what the sum lacks.
    """

    oka: _Points
    return_: _Points | Literal["start"] = msgspec.field(name="return")
    unit: Annotated[int, Meta(ge=1, le=1_000_000)]
    uma: list[_Uma] | FloatingUma
    rounding: Rounding
    ties: Literal["seat", "share"]
    leftover_sticks: Literal["first", "share", "share_down", "nobody"]
    remainder: Literal["first", "nobody"]
