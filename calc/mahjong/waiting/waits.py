"""What each tile that finishes a hand would pay by ron and by tsumo: the hand is scored as a win on each of them."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, get_args

import numpy as np
from msgspec import Struct

from calc.errors import CalcError, NotPayableError, NoYakuError
from calc.mahjong.hand.hands import DEALER
from calc.mahjong.hand.kinds import RED_FIVES, WAITS
from calc.mahjong.hand.readings import SHAPES, read_hands
from calc.mahjong.read.columns import columns_from
from calc.mahjong.results import WinResult
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import score_wins
from calc.mahjong.waiting.results import NoWin, WaitLine, WaitsResult, WaitWin, Way
from calc.mahjong.waiting.unfinished import ReadWaiting, check_waiting, seat_anyhow, win_with
from calc.mahjong.waiting.waiting import find_finishing
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.records.waiting import Waiting

_By = Literal["ron", "tsumo"]
_WAYS: Final[tuple[_By, ...]] = get_args(_By)
_RED_OF: Final = {kind_of(red): red for red in RED_FIVES}
_NO_WAIT: Final = WAITS.index("none")


class _Candidate(Struct, frozen=True):
    """A tile that finishes the hand, a red five apart from the plain one. ``four_own``: the hand holds all copies;
    ``awaited``: a hand that waits for this tile only waits.
    """

    tile: int
    left: int
    four_own: bool
    awaited: bool


def score_waits(record: Waiting, rules: MahjongRules, *, lang: str = "en") -> WaitsResult:
    """What a hand one tile short waits for under a rule set.

    Raises :class:`calc.CalcError` for a hand that cannot be, with key and column; a hand that waits for nothing is an
    answer.
    """
    read = check_waiting(record, rules)
    found = _candidates(read, rules)
    add = [key for key in ("seat", "round") if getattr(record, key) is None]
    ways = {} if add else _score_ways(read, found, rules, lang)
    waits = _waits_of(record, [item for item in found if not item.four_own], rules)
    return WaitsResult(
        id=record.id,
        rules=rules.label,
        options=rules.chosen,
        waiting=any(item.awaited for item in found),
        left=sum(item.left for item in found),
        tiles=[
            WaitLine(
                tile=print_tiles([item.tile]),
                left=item.left,
                wait=waits.get(item.tile, []),
                ron=ways.get((item.tile, "ron")),
                tsumo=ways.get((item.tile, "tsumo")),
            )
            for item in found
        ],
        add=add if any(item.left for item in found) else [],
    )


def _candidates(read: ReadWaiting, rules: MahjongRules) -> list[_Candidate]:
    shown = Counter(read.shown)
    found = []
    for finishing in find_finishing(read.hand, read.melds, rules, norths=read.record.north):
        kind, awaited = finishing.kind, finishing.is_awaited(rules.rounds.not_waiting.four_own)
        red = _RED_OF.get(kind)
        left, red_left = rules.tiles.copies - shown[kind], 0
        if red is not None:
            left -= shown[red]
            reds = _red_fives(rules).get(red, 0)
            # Discards are often written without their colour: there are never more red ones left than fives.
            red_left = max(min(reds - shown[red], left), 0)
            if red_left:
                found.append(_Candidate(red, red_left, four_own=False, awaited=True))
        if left > red_left or not red_left:
            found.append(_Candidate(kind, left - red_left, finishing.four_own, awaited))
    return found


def _red_fives(rules: MahjongRules) -> dict[int, int]:
    """How many red fives of each suit the set has."""
    return {parse_tiles(f"0{suit}")[0]: count for suit, count in rules.tiles.red_fives.items()}


def _score_ways(
    read: ReadWaiting, found: list[_Candidate], rules: MahjongRules, lang: str
) -> dict[tuple[int, str], Way]:
    """The win, or the reason why it is none, of each tile in each way. All wins are scored together."""
    ways: dict[tuple[int, str], Way] = {}
    asked: list[tuple[int, _By]] = []
    barred = {by: _barred(by, read.record, rules) for by in _WAYS}
    for item in found:
        for by in _WAYS:
            no = _never(item) or barred[by]
            if no is None:
                asked.append((item.tile, by))
            else:
                ways[item.tile, by] = no
    outcomes = score_wins([win_with(read.record, tile, by) for tile, by in asked], rules, lang=lang)
    own = {kind_of(item.tile) for item in found} & set(map(kind_of, read.discards or ()))
    for (tile, by), outcome in zip(asked, outcomes, strict=True):
        ways[tile, by] = _no_win(outcome, own) if isinstance(outcome, CalcError) else _win(outcome)
    for tile, by in asked:
        ways[tile, by] = _with_hint(ways[tile, by], by, ways[tile, "tsumo"])
    return ways


def _never(item: _Candidate) -> NoWin | None:
    """Why nobody can win on a tile."""
    tile = print_tiles([item.tile])
    if item.four_own:
        return NoWin(code="four_own", message=f"the hand itself holds all copies of {tile}")
    return None if item.left else NoWin(code="none_left", message=f"the record shows all copies of {tile}")


def _barred(by: _By, record: Waiting, rules: MahjongRules) -> NoWin | None:
    """Why a way to win does not go with what was declared, whichever the tile."""
    if by == "ron" and record.rinshan:
        return NoWin(code="other_way", message="rinshan is a tsumo")
    if by == "tsumo" and record.chankan:
        return NoWin(code="other_way", message="chankan is a ron")
    if by == "ron" and record.first_turn and record.seat == rules.seats[DEALER]:
        return NoWin(code="other_way", message="the dealer discards first: no ron in the first turn before that")
    return None


def _no_win(error: CalcError, own: set[int]) -> NoWin:
    if isinstance(error, NoYakuError):
        return NoWin(code="no_yaku", message=error.message)
    if isinstance(error, NotPayableError):
        return NoWin(code="not_payable", message=error.message)
    if error.key == "discards":
        message = f"the own discards hold {print_tiles(own)}, which would finish this hand: furiten, no ron"
        return NoWin(code="furiten", message=message)
    return NoWin(code="contradiction", message=error.message)


def _win(result: WinResult) -> WaitWin:
    return WaitWin(
        yaku=result.yaku,
        dora=result.dora,
        han=result.han,
        fu=result.fu,
        limits=result.limits,
        level=result.level,
        points=result.points,
        payments=result.payments,
        # Who discards is not known yet: see win_with.
        notes=[note for note in result.notes or [] if note.id != "liable_discarder"],
    )


def _with_hint(way: Way, by: _By, tsumo: Way) -> Way:
    """For a ron without a yaku, what would count by tsumo."""
    if by == "tsumo" or isinstance(way, WaitWin) or way.code != "no_yaku" or isinstance(tsumo, NoWin):
        return way
    names = ", ".join(line.name for line in tsumo.yaku if line.han != 0)
    return NoWin(code="no_yaku", message=f"no yaku by ron; by tsumo there would be {names}")


def _waits_of(record: Waiting, found: list[_Candidate], rules: MahjongRules) -> dict[int, list[str]]:
    """The kinds of wait that each tile can end, over all readings of the hand that it finishes."""
    if not found:
        return {}
    seated = seat_anyhow(record, rules)
    readings = read_hands(columns_from([win_with(seated, item.tile, "tsumo") for item in found], rules))
    known = np.isin(readings.shape, [SHAPES.index(shape) for shape in rules.shapes])
    waits: dict[int, list[str]] = {}
    for place, item in enumerate(found):
        codes = np.unique(readings.wait[known & (readings.hand == place)]).tolist()
        waits[item.tile] = [WAITS[code] for code in codes if code != _NO_WAIT]
    return waits
