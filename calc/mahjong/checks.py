"""What makes a record impossible or contradictory, asked of whole columns: a code a hand, 0 where nothing is wrong.

The same checks judge one hand and a million. The sentence is written only for the hand that needs it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calc.errors import CalcError, HandError
from calc.mahjong.columns import ReadWin
from calc.mahjong.hands import CHANKAN, NO_SEAT, Bools, Counts, Hands, Ints
from calc.mahjong.kinds import RED_FIVES, TILE_KINDS
from calc.mahjong.readings import SPECIAL_SHAPES, finished
from calc.mahjong.schema import MahjongRules
from calc.mahjong.splits import MOST_COPIES
from calc.mahjong.where import locate_copy, locate_tile
from calc.notation.tiles import kind_of, print_tiles

__all__ = ["CHECKS", "Check", "find_faults"]

_DEALER = 0
_FIVES: Final = [kind_of(red) for red in RED_FIVES]
#: A message, the key at fault and the column in its value, where that has characters.
Fault = tuple[str, str, int | None]


@dataclass(frozen=True)
class Check:
    """One thing that can be wrong. ``code`` is a code of the public contract."""

    code: str
    fails: Callable[[Hands, MahjongRules], Bools]
    explain: Callable[[ReadWin, MahjongRules], Fault]

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        """The refusal of a hand that failed this check."""
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the place in :data:`CHECKS` plus one of the first check that a hand fails, 0 where it passes all."""
    faults = np.zeros(len(hands), dtype=np.int64)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if fails.any():
            faults[fails & (faults == 0)] = place
    return faults


def _any_of(wrong: NDArray[np.bool_]) -> Bools:
    """(n, k) -> (n,) whether anything in a row is wrong; nearly always nothing is anywhere, which is quicker to see at
    once.
    """
    found: Bools = np.asarray(wrong.any(axis=1)) if wrong.any() else np.zeros(len(wrong), dtype=np.bool_)
    return found


# ---- tiles


def _foreign_tiles(hands: Hands, rules: MahjongRules) -> Bools:
    foreign = [tile for tile in range(TILE_KINDS) if tile not in rules.kinds]
    return _any_of(hands.accounted[:, foreign] > 0)


def _explain_foreign(read: ReadWin, rules: MahjongRules) -> Fault:
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) not in rules.kinds)
    return f"{rules.id} is played without {print_tiles([tile])}; remove it or choose another rule set", key, column


def _too_many_copies(hands: Hands, rules: MahjongRules) -> Bools:
    return _any_of(hands.accounted > rules.tiles.copies)


def _explain_copies(read: ReadWin, rules: MahjongRules) -> Fault:
    key, column, tile, count = locate_copy(read, rules.tiles.copies, kind_of)
    where = "hand, melds, indicators and Norths set aside" if read.record.north else "hand, melds and indicators"
    return (
        f"there are only {rules.tiles.copies} copies of {print_tiles([kind_of(tile)])}, "
        f"found {count} over {where}; remove one",
        key,
        column,
    )


def _too_many_reds(hands: Hands, rules: MahjongRules) -> Bools:
    return _any_of(hands.accounted_reds > _red_fives(rules))


def _explain_reds(read: ReadWin, rules: MahjongRules) -> Fault:
    limits = dict(zip(RED_FIVES, _red_fives(rules).tolist(), strict=True))
    shown = [tile for tile in read.shown if tile in limits]
    red = next(tile for tile in shown if shown.count(tile) > limits[tile])
    key, column, _, count = locate_copy(read, limits[red], lambda tile: tile if tile == red else None)
    suit = print_tiles([red])[-1]
    return (
        f"{rules.id} has {limits[red] or 'no'} red five{'s' if limits[red] != 1 else ''} of {suit}, found {count}; "
        f"write 5{suit} for a plain five, or set the option red_fives",
        key,
        column,
    )


def _no_red_among_four(hands: Hands, rules: MahjongRules) -> Bools:
    fives = hands.accounted[:, _FIVES]
    plain = fives - hands.accounted_reds
    return _any_of((fives <= rules.tiles.copies) & (plain > rules.tiles.copies - _red_fives(rules)))


def _explain_no_red(read: ReadWin, rules: MahjongRules) -> Fault:
    plain = dict(zip(_FIVES, (rules.tiles.copies - _red_fives(rules)).tolist(), strict=True))
    five = next(tile for tile in plain if read.shown.count(tile) > plain[tile])
    key, column, _, _ = locate_copy(read, plain[five], lambda tile: tile if tile == five else None)
    suit = print_tiles([five])[-1]
    return (
        f"of the {rules.tiles.copies} fives of {suit} only {plain[five]} are plain, found {read.shown.count(five)}; "
        f"write 0{suit} for a red one, or set the option red_fives",
        key,
        column,
    )


def _red_fives(rules: MahjongRules) -> Counts:
    return np.array([rules.tiles.red_fives.get(suit, 0) for suit in ("m", "p", "s")], dtype=np.uint8)


# ---- indicators and Norths


def _too_many_indicators(hands: Hands, rules: MahjongRules) -> Bools:
    return (
        np.full(len(hands), False)
        if len(hands.dora) <= rules.dora.indicators
        else _given(hands.dora) > rules.dora.indicators
    )


def _explain_indicators(read: ReadWin, rules: MahjongRules) -> Fault:
    most = rules.dora.indicators
    return f"expected at most {most} dora indicators, found {len(read.dora)}; remove {len(read.dora) - most}", "dora", 1


def _uneven_ura(hands: Hands, rules: MahjongRules) -> Bools:
    ura = _given(hands.ura)
    found: Bools = (ura > 0) & (ura != _given(hands.dora))
    return found


def _explain_uneven_ura(read: ReadWin, rules: MahjongRules) -> Fault:
    return (
        f"expected as many ura as dora indicators or none, found {len(read.dora)} dora and {len(read.ura)} ura",
        "ura",
        1,
    )


def _given(indicators: Counts) -> Ints:
    """(n,) how many indicators a record gives."""
    return np.asarray((indicators != TILE_KINDS).sum(axis=0))


def _norths_without_rule(hands: Hands, rules: MahjongRules) -> Bools:
    return hands.north > (rules.tiles.copies if "north" in rules.dora.bonus else 0)


def _explain_norths(read: ReadWin, rules: MahjongRules) -> Fault:
    return f"{rules.id} sets no Norths aside, found north={read.record.north}; remove it", "north", None


# ---- contradictions between circumstances


def _contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A contradiction of declarations, whose sentence is the same for every hand."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))


def _tsumo_from(hands: Hands) -> Bools:
    return np.asarray(hands.tsumo & (hands.discarder != NO_SEAT))


def _from_self(hands: Hands) -> Bools:
    return np.asarray(~hands.tsumo & (hands.discarder == hands.seat))


def _riichi_open(hands: Hands) -> Bools:
    return (hands.riichi > 0) & hands.is_open


def _riichi_bracket_advice(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def _rinshan_without_quad(hands: Hands) -> Bools:
    return np.asarray(hands.rinshan & ~hands.meld_is_quad.any(axis=0) & (hands.north == 0))


def _chankan_copy(hands: Hands, rules: MahjongRules) -> Bools:
    held = hands.accounted[np.arange(len(hands)), hands.win]
    found: Bools = (hands.chankan > 0) & (held > 1)
    return found


def _explain_chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (
        f"a quad that is robbed held all copies of {print_tiles([won])} with the winning tile, "
        f"so {print_tiles([tile])} cannot stand here too; remove chankan or this tile",
        key,
        column,
    )


def _may_not_rob(hands: Hands, rules: MahjongRules) -> Bools:
    """A concealed quad robbed by a hand whose shape may not."""
    allowed = np.zeros(len(hands), dtype=np.bool_)
    robbing = hands.chankan == CHANKAN.index("concealed")
    if robbing.any():
        for shape in rules.winning.concealed_quad_robbed_by:
            allowed |= ~hands.has_melds & SPECIAL_SHAPES[shape](hands.concealed)
    return np.asarray(robbing & ~allowed)


def _explain_may_not_rob(read: ReadWin, rules: MahjongRules) -> Fault:
    shapes = " or ".join(rules.shapes[shape].name.en for shape in rules.winning.concealed_quad_robbed_by)
    who = f"only {shapes} may" if shapes else "no hand may"
    message = (
        f"in {rules.id} {who} rob a concealed quad; write chankan for an open quad that was added to, or remove it"
    )
    return message, "chankan", None


def _furiten(hands: Hands, rules: MahjongRules) -> Bools:
    """A ron although one of the winner's own discards would have finished the hand."""
    found = np.zeros(len(hands), dtype=np.bool_)
    if rules.winning.furiten == "refuse":
        found[is_furiten(hands)] = True
    return found


def is_furiten(hands: Hands) -> Ints:
    """The rows of hands won by ron although one of the winner's own discards would have finished them."""
    rows = np.flatnonzero(~hands.tsumo & (hands.discards > 0))
    if len(rows) == 0:
        return rows
    before = hands.concealed[rows].copy()
    before[np.arange(len(rows)), hands.win[rows]] -= 1
    melds = (hands.melds[:, rows] != 0).sum(axis=0)
    furiten = np.zeros(len(rows), dtype=np.bool_)
    for tile in range(TILE_KINDS):
        discarded = np.flatnonzero(
            (hands.discards[rows] >> np.uint64(tile)) & np.uint64(1) & (before[:, tile] < MOST_COPIES)
        )
        if len(discarded):
            hand = before[discarded].copy()
            hand[:, tile] += 1
            furiten[discarded] |= finished(hand, melds[discarded])
    return rows[furiten]


def _explain_furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    return (
        f"the winner's own discards {read.record.discards!r} hold a tile that finishes this hand, so a ron is furiten; "
        "correct `discards`, or set the option furiten to note",
        "discards",
        1,
    )


CHECKS: Final[tuple[Check, ...]] = (
    Check("impossible_hand", _foreign_tiles, _explain_foreign),
    Check("impossible_hand", _too_many_copies, _explain_copies),
    Check("impossible_hand", _too_many_reds, _explain_reds),
    Check("impossible_hand", _no_red_among_four, _explain_no_red),
    Check("impossible_hand", _too_many_indicators, _explain_indicators),
    Check("contradiction", _uneven_ura, _explain_uneven_ura),
    Check("impossible_hand", _norths_without_rule, _explain_norths),
    _contradiction(_tsumo_from, "from", "nobody discards the winning tile of a tsumo; remove from, or write ron"),
    _contradiction(
        _from_self,
        "from",
        "expected another seat than the winner's own under from; name the seat that discarded the winning tile",
    ),
    Check("contradiction", lambda hands, rules: _riichi_open(hands), _riichi_bracket_advice),
    _contradiction(
        lambda hands: hands.ippatsu & (hands.riichi == 0),
        "ippatsu",
        "ippatsu needs riichi; add riichi, or remove ippatsu",
    ),
    _contradiction(
        lambda hands: (_given(hands.ura) > 0) & (hands.riichi == 0),
        "ura",
        "ura indicators are turned for riichi only; add riichi, or remove ura",
    ),
    _contradiction(
        lambda hands: hands.rinshan & ~hands.tsumo,
        "rinshan",
        "rinshan is a win on the replacement tile one drew oneself, so it cannot be a ron; "
        "write tsumo, or remove rinshan",
    ),
    _contradiction(
        _rinshan_without_quad,
        "rinshan",
        "rinshan needs a quad among the melds (or a North set aside); write the quad, as [5555z], or remove rinshan",
    ),
    _contradiction(
        lambda hands: hands.rinshan & hands.ippatsu,
        "ippatsu",
        "the quad before rinshan ended ippatsu; remove ippatsu or rinshan",
    ),
    _contradiction(
        lambda hands: (hands.chankan > 0) & hands.tsumo,
        "chankan",
        "chankan robs another player's quad, so it cannot be a tsumo; write ron, or remove chankan",
    ),
    _contradiction(
        lambda hands: (hands.chankan > 0) & hands.last_tile,
        "chankan",
        "no quad can be made from the last tile, so chankan and last_tile exclude each other; remove one",
    ),
    Check("impossible_hand", _chankan_copy, _explain_chankan_copy),
    Check("contradiction", _may_not_rob, _explain_may_not_rob),
    _contradiction(
        lambda hands: hands.first_turn & hands.has_melds,
        "first_turn",
        "a meld ends the first turn; remove first_turn, or the meld",
    ),
    _contradiction(
        lambda hands: hands.first_turn & (hands.riichi > 0),
        "first_turn",
        "who wins in the first turn had no turn to declare riichi; remove first_turn or riichi",
    ),
    _contradiction(
        lambda hands: hands.first_turn & (hands.rinshan | (hands.north > 0)),
        "first_turn",
        "a replacement tile ends the first turn; remove first_turn, or rinshan and north",
    ),
    _contradiction(
        lambda hands: hands.first_turn & ~hands.tsumo & (hands.seat == _DEALER),
        "first_turn",
        "the dealer discards first and cannot win by ron before that; write tsumo, or remove first_turn",
    ),
    Check(
        "contradiction",
        lambda hands, rules: (hands.liable_seat == hands.seat).any(axis=0),
        lambda read, rules: (
            "the winner cannot be responsible for their own hand; name the seat that fed the last meld",
            "liable",
            None,
        ),
    ),
    Check("contradiction", _furiten, _explain_furiten),
)
