"""Checks of tiles: which there are, how many copies, and the indicators."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calc.mahjong.check.base import Check, Fault
from calc.mahjong.hand.hands import (
    FIRST_TRIPLET,
    NO_GROUP,
    NORTH,
    RED_FIVES,
    SEASONS,
    TILE_KINDS,
    Bools,
    Counts,
    Hands,
    Ints,
)
from calc.mahjong.read.win_records import ReadWin, locate_copy, locate_tile, spell_key
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles

_FIVES: Final = [kind_of(red) for red in RED_FIVES]


def _find_rows(wrong: NDArray[np.bool_]) -> Bools:
    """(n, k) -> (n,) whether anything in a row is wrong. Most batches hold no fault, and one look at all rows is
    fastest.
    """
    found: Bools = np.asarray(wrong.any(axis=1)) if wrong.any() else np.zeros(len(wrong), dtype=np.bool_)
    return found


def _explain_foreign(read: ReadWin, rules: MahjongRules) -> Fault:
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) not in rules.kinds)
    return f"{rules.id} is played without {print_tiles([tile])}; remove it or choose another rule set", key, column


def _explain_called_run(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind == "chi")
    return (
        f"{rules.id} has no chi, found the run {print_meld(read.melds[place])}; remove it or choose another rule set",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _explain_copies(read: ReadWin, rules: MahjongRules) -> Fault:
    key, column, tile, count = locate_copy(read, rules.tiles.copies, kind_of)
    where = "hand, melds, indicators and Norths set aside" if read.record.north else "hand, melds and indicators"
    return (
        f"there are only {rules.tiles.copies} copies of {print_tiles([kind_of(tile)])}, "
        f"found {count} over {where}; remove one",
        key,
        column,
    )


def _explain_reds(read: ReadWin, rules: MahjongRules) -> Fault:
    limits = dict(zip(RED_FIVES, _list_red_limits(rules).tolist(), strict=True))
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


def _lacks_red_five(hands: Hands, rules: MahjongRules) -> Bools:
    fives = hands.accounted[:, _FIVES]
    plain = fives - hands.accounted_reds
    return _find_rows((fives <= rules.tiles.copies) & (plain > rules.tiles.copies - _list_red_limits(rules)))


def _explain_no_red(read: ReadWin, rules: MahjongRules) -> Fault:
    plain = dict(zip(_FIVES, (rules.tiles.copies - _list_red_limits(rules)).tolist(), strict=True))
    five = next(tile for tile in plain if read.shown.count(tile) > plain[tile])
    key, column, _, _ = locate_copy(read, plain[five], lambda tile: tile if tile == five else None)
    suit = print_tiles([five])[-1]
    return (
        f"of the {rules.tiles.copies} fives of {suit} only {plain[five]} are plain, found {read.shown.count(five)}; "
        f"write 0{suit} for a red one, or set the option red_fives",
        key,
        column,
    )


def _list_red_limits(rules: MahjongRules) -> Counts:
    return np.array([rules.tiles.red_fives.get(suit, 0) for suit in ("m", "p", "s")], dtype=np.uint8)


def _explain_indicators(read: ReadWin, rules: MahjongRules) -> Fault:
    most = _count_indicators(rules)
    expected = f"{most} dora indicator{'s' if most > 1 else ''}"
    return f"expected at most {expected}, found {len(read.dora)}; remove {len(read.dora) - most}", "dora", 1


def _count_indicators(rules: MahjongRules) -> int:
    """One more than usual where the fourth North set aside turns an indicator."""
    north = rules.dora.north
    return rules.dora.indicators + (north is not None and north.fourth_indicator)


def _count_turned(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the fewest indicators that lie there: the first, one for each own quad, one for four Norths set aside."""
    quads = hands.meld_is_quad.sum(axis=0)
    if not rules.dora.turned_for_rinshan:
        quads = quads - (hands.rinshan & (hands.meld_is_quad & hands.meld_is_open).any(axis=0))
    turned = np.minimum(1 + quads, rules.dora.indicators)
    north = rules.dora.north
    if north is not None and north.fourth_indicator:
        turned = turned + (hands.north == rules.tiles.copies)
    return np.asarray(turned)


def _explain_turned(read: ReadWin, rules: MahjongRules) -> Fault:
    quads = sum("kan" in meld.kind for meld in read.melds)
    causes = [f"{quads} quad{'s' if quads > 1 else ''}"] if quads else []
    if read.record.north == rules.tiles.copies:
        causes.append("all Norths set aside")
    return (
        f"the hand has {' and '.join(causes)}, and each turned one more dora indicator, found {len(read.dora)} in all; "
        "add the others, or leave out dora",
        "dora",
        1,
    )


def _has_odd_seasons(hands: Hands, rules: MahjongRules) -> Bools:
    seasons = hands.fact(SEASONS)
    return (seasons < 0) | (seasons > rules.tiles.seasons)


def _explain_seasons(read: ReadWin, rules: MahjongRules) -> Fault:
    most, found = rules.tiles.seasons, read.record.facts[SEASONS]
    return (
        f"expected {f'0 to {most}' if most else 'no'} season tiles, found {found}; correct facts.{SEASONS}, or set the "
        f"option {SEASONS} to how many are in play",
        f"facts.{SEASONS}",
        None,
    )


TILE_CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(
            hands.accounted[:, [tile for tile in range(TILE_KINDS) if tile not in rules.kinds]] > 0
        ),
        _explain_foreign,
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(
            ((hands.melds > NO_GROUP) & (hands.melds < FIRST_TRIPLET) & (not rules.winning.chi)).T
        ),
        _explain_called_run,
    ),
    Check("impossible_hand", lambda hands, rules: _find_rows(hands.accounted > rules.tiles.copies), _explain_copies),
    Check(
        "impossible_hand",
        lambda hands, rules: _find_rows(hands.accounted_reds > _list_red_limits(rules)),
        _explain_reds,
    ),
    Check("impossible_hand", _lacks_red_five, _explain_no_red),
    Check("impossible_hand", lambda hands, rules: hands.dora_count > _count_indicators(rules), _explain_indicators),
    Check(
        "contradiction",
        lambda hands, rules: (hands.dora_count > 0) & (hands.dora_count < _count_turned(hands, rules)),
        _explain_turned,
    ),
    Check(
        "contradiction",
        # The last indicator is turned when all Norths lie aside.
        lambda hands, rules: (hands.dora_count > rules.dora.indicators) & (hands.accounted[:, NORTH] > hands.north),
        lambda read, rules: (
            f"{len(read.dora)} dora indicators lie there only when all Norths were set aside, found one elsewhere; "
            "remove an indicator, or the North",
            "dora",
            1,
        ),
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.ura_count > 0) & ("ura" not in rules.dora.bonus),
        lambda read, rules: (f"{rules.id} has no ura dora, found {print_tiles(read.ura)}; remove them", "ura", 1),
    ),
    Check(
        "contradiction",
        lambda hands, rules: (hands.ura_count > 0) & (hands.ura_count != hands.dora_count),
        lambda read, rules: (
            f"expected as many ura as dora indicators or none, found {len(read.dora)} dora and {len(read.ura)} ura",
            "ura",
            1,
        ),
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.north > 0) & (rules.dora.north is None),
        lambda read, rules: (
            f"{rules.id} sets no Norths aside, found north={read.record.north}; remove it",
            "north",
            None,
        ),
    ),
    Check("impossible_hand", _has_odd_seasons, _explain_seasons),
)
