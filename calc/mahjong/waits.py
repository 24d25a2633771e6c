"""What a hand one tile short waits for, and what each of its winning tiles pays by ron and by tsumo.

The hand is scored as a win on each tile in each way, all of them together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, NotPayableError, NoYakuError
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.hand.kinds import FIVES, RED_FIVES, WAITS
from calc.mahjong.hand.readings import read_hand
from calc.mahjong.read import hand_of, read_win
from calc.mahjong.records.types import Waiting
from calc.mahjong.results import DoraLine, WinResult, YakuLine
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import score_wins
from calc.mahjong.tenpai import ReadTenpai, read_tenpai, win_on, winning_tiles, with_any_seat
from calc.notation.tiles import kind_of, print_tiles
from calc.outcomes import Accepted, Note
from calc.translation import msg, translated

_By = Literal["ron", "tsumo"]
_WAYS: Final[tuple[_By, ...]] = get_args(_By)
_NO_WAIT: Final = WAITS.index("none")

#: Why a tile that finishes the hand is no win in a way: no yaku; too few han for the chart; the own discards; what was
#: declared goes with the other way only; it goes with another tile only; no copy is left; the hand holds all copies.
NoWinCode = Literal["no_yaku", "not_payable", "furiten", "other_way", "contradiction", "none_left", "four_own"]


class WaitWin(Struct, frozen=True, kw_only=True):
    """A win on one tile in one way."""

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
    """Why a tile that finishes the hand is no win in one way."""

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
    """A tile that finishes the hand. ``wait``: the kinds of wait it can end (``edge``, ``closed``, ``open``,
    ``shanpon``, ``pair``), several where the hand can be read in several ways, none for thirteen orphans.
    """

    tile: str
    left: int
    wait: list[str]
    ron: Way | None = None
    tsumo: Way | None = None


class WaitsResult(Accepted, frozen=True, kw_only=True):
    """What a hand one tile short waits for."""

    waiting: bool
    left: int
    tiles: list[WaitLine]
    add: list[str] = msgspec.field(default_factory=list)

    def brief(self) -> str:
        """The tiles that it waits for, and how many of each are left."""
        told = ", ".join(f"{line.tile} ({line.left} left)" for line in self.tiles)
        return f"{f'waits for {told}' if self.waiting else 'does not wait'}; {self.rules}"


class _Candidate(NamedTuple):
    """A tile that finishes the hand; a red five is a candidate beside the plain one.

    ``left``: its copies that the record does not show. ``four_own``: whether the hand holds all copies itself.
    ``makes_tenpai``: whether a hand with no other winning tile is tenpai.
    """

    tile: int
    left: int
    four_own: bool
    makes_tenpai: bool


def score_waits(record: Waiting, rules: MahjongRules) -> WaitsResult:
    """What a hand one tile short waits for, and what each winning tile pays.

    Raises :class:`calc.CalcError` for a hand that cannot be, with key and column; noten is an answer, not an error.
    """
    read = read_tenpai(record, rules)
    found = _find_candidates(read, rules)
    add = [key for key in ("seat", "round") if getattr(record, key) is None]
    ways = {} if add else _score_ways(read, found, rules)
    for key, way in ways.items():
        if isinstance(way, NoWin):
            ways[key] = replace(way, message=translated(way.message))
    kinds_of_wait = _name_waits(record, [item.tile for item in found if not item.four_own], rules)
    return WaitsResult(
        id=record.id,
        rules=rules.label,
        options=rules.chosen,
        waiting=any(item.makes_tenpai for item in found),
        left=sum(item.left for item in found),
        tiles=[
            WaitLine(
                tile=print_tiles([item.tile]),
                left=item.left,
                wait=kinds_of_wait.get(item.tile, []),
                ron=ways.get((item.tile, "ron")),
                tsumo=ways.get((item.tile, "tsumo")),
            )
            for item in found
        ],
        add=add if any(item.left for item in found) else [],
    )


def _find_candidates(read: ReadTenpai, rules: MahjongRules) -> list[_Candidate]:
    shown = Counter(read.shown)
    reds = dict(zip(FIVES, zip(RED_FIVES, rules.tiles.reds, strict=True), strict=True))
    found = []
    for winning in winning_tiles(read, rules):
        kind, makes_tenpai = winning.kind, winning.makes_tenpai(rules.rounds.not_waiting.four_own)
        left, red_left = rules.tiles.copies - shown[kind], 0
        if kind in reds:
            red, there = reds[kind]
            left -= shown[red]
            # Discards are often written without their colour, so no more red fives are left than fives.
            red_left = max(min(there - shown[red], left), 0)
            if red_left:
                found.append(_Candidate(red, red_left, four_own=False, makes_tenpai=True))
        if left > red_left or not red_left:
            found.append(_Candidate(kind, left - red_left, winning.four_own, makes_tenpai))
    return found


def _score_ways(read: ReadTenpai, found: list[_Candidate], rules: MahjongRules) -> dict[tuple[int, str], Way]:
    """The win on each tile in each way, or the reason why it is none. All wins are scored together."""
    ways: dict[tuple[int, str], Way] = {}
    asked: list[tuple[int, _By]] = []
    barred = {by: _find_bar(by, read.record, rules) for by in _WAYS}
    for item in found:
        for by in _WAYS:
            no_win = _find_shortage(item) or barred[by]
            if no_win is None:
                asked.append((item.tile, by))
            else:
                ways[item.tile, by] = no_win
    outcomes = score_wins([win_on(read.record, tile, by) for tile, by in asked], rules)
    furiten = {kind_of(item.tile) for item in found} & set(map(kind_of, read.discards or ()))
    for (tile, by), outcome in zip(asked, outcomes, strict=True):
        ways[tile, by] = _explain_error(outcome, furiten) if isinstance(outcome, CalcError) else _shorten(outcome)
    for tile, by in asked:
        ways[tile, by] = _add_hint(ways[tile, by], by, ways[tile, "tsumo"])
    return ways


def _find_shortage(item: _Candidate) -> NoWin | None:
    """Why no copy of a tile can be won on, if none can."""
    tile = print_tiles([item.tile])
    if item.four_own:
        return NoWin(code="four_own", message=msg("the hand itself holds all copies of {0}", tile))
    return None if item.left else NoWin(code="none_left", message=msg("the record shows all copies of {0}", tile))


def _find_bar(by: _By, record: Waiting, rules: MahjongRules) -> NoWin | None:
    """Why a way to win contradicts what was declared, for every tile."""
    if by == "ron" and record.rinshan:
        return NoWin(code="other_way", message=msg("rinshan is a tsumo"))
    if by == "tsumo" and record.chankan:
        return NoWin(code="other_way", message=msg("chankan is a ron"))
    if by == "ron" and record.first_turn and record.seat == rules.seats[DEALER]:
        return NoWin(code="other_way", message=msg("the dealer discards first: no ron in the first turn before that"))
    return None


def _explain_error(error: CalcError, furiten: set[int]) -> NoWin:
    """``furiten``: the kinds of winning tile among the own discards."""
    if isinstance(error, NoYakuError):
        return NoWin(code="no_yaku", message=error.message)
    if isinstance(error, NotPayableError):
        return NoWin(code="not_payable", message=error.message)
    if error.key == "facts.passed":
        return NoWin(code="furiten", message=msg("a winning tile was passed: furiten, no ron"))
    if error.key == "discards":
        return NoWin(code="furiten", message=furiten_by(print_tiles(furiten)))
    return NoWin(code="contradiction", message=error.message)


def furiten_by(tiles: str) -> str:
    """Why a hand is furiten whose own discards hold some of the tiles that it waits for."""
    return msg("the own discards hold {0}, which would finish this hand: furiten, no ron", tiles)


def _shorten(result: WinResult) -> WaitWin:
    keys = [key for key in WaitWin.__struct_fields__ if key != "notes"]
    # The discarder is only assumed: see win_on.
    notes = [note for note in result.notes or [] if note.id != "liable_discarder"]
    return WaitWin(**{key: getattr(result, key) for key in keys}, notes=notes)


def _add_hint(way: Way, by: _By, tsumo: Way) -> Way:
    """For a ron without a yaku, what would count by tsumo."""
    if by == "tsumo" or isinstance(way, WaitWin) or way.code != "no_yaku" or isinstance(tsumo, NoWin):
        return way
    names = ", ".join(line.name for line in tsumo.yaku if line.han != 0)
    return NoWin(code="no_yaku", message=msg("no yaku by ron; by tsumo there would be {0}", names))


def _name_waits(record: Waiting, tiles: list[int], rules: MahjongRules) -> dict[int, list[str]]:
    """The kinds of wait that each tile can end, over all readings of the finished hand."""
    seated, waits = with_any_seat(record, rules), {}
    for tile in tiles:
        hand = hand_of(read_win(win_on(seated, tile, "tsumo"), rules), rules)
        codes = {reading.wait for reading in read_hand(hand, rules.waiting_shapes)}
        waits[tile] = [WAITS[code] for code in sorted(codes - {_NO_WAIT})]
    return waits
