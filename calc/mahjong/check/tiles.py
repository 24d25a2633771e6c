"""Checks of the tiles: which there are, how many copies, red fives, indicators, Norths set aside."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calc.mahjong.check.base import Check, Fault
from calc.mahjong.hand.hands import SEASONS, Bools, Counts, Hands
from calc.mahjong.hand.kinds import FIRST_TRIPLET, NO_GROUP, RED_FIVES, TILE_KINDS
from calc.mahjong.read.where import locate_copy, locate_tile
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles

_FIVES: Final = [kind_of(red) for red in RED_FIVES]


def _any_of(wrong: NDArray[np.bool_]) -> Bools:
    """(n, k) -> (n,) whether anything in a row is wrong; nearly always nothing is anywhere, which is quicker to see at
    once.
    """
    found: Bools = np.asarray(wrong.any(axis=1)) if wrong.any() else np.zeros(len(wrong), dtype=np.bool_)
    return found


def _foreign_tiles(hands: Hands, rules: MahjongRules) -> Bools:
    foreign = [tile for tile in range(TILE_KINDS) if tile not in rules.kinds]
    return _any_of(hands.accounted[:, foreign] > 0)


def _explain_foreign(read: ReadWin, rules: MahjongRules) -> Fault:
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) not in rules.kinds)
    return f"{rules.id} is played without {print_tiles([tile])}; remove it or choose another rule set", key, column


def _called_run(hands: Hands, rules: MahjongRules) -> Bools:
    if rules.winning.chi:
        return np.zeros(len(hands), dtype=np.bool_)
    return np.asarray(((hands.melds != NO_GROUP) & (hands.melds < FIRST_TRIPLET)).any(axis=0))


def _explain_called_run(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind == "chi")
    key = f"melds[{place}]" if isinstance(read.record.melds, list) else "melds"
    return (
        f"{rules.id} has no chi, found the run {print_meld(read.melds[place])}; remove it or choose another rule set",
        key,
        1,
    )


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


def _too_many_indicators(hands: Hands, rules: MahjongRules) -> Bools:
    return hands.dora_count > _most_indicators(rules)


def _explain_indicators(read: ReadWin, rules: MahjongRules) -> Fault:
    most = _most_indicators(rules)
    told = f"{most} dora indicator{'s' if most > 1 else ''}"
    return f"expected at most {told}, found {len(read.dora)}; remove {len(read.dora) - most}", "dora", 1


def _uneven_ura(hands: Hands, rules: MahjongRules) -> Bools:
    ura = hands.ura_count
    found: Bools = (ura > 0) & (ura != hands.dora_count)
    return found


def _explain_uneven_ura(read: ReadWin, rules: MahjongRules) -> Fault:
    return (
        f"expected as many ura as dora indicators or none, found {len(read.dora)} dora and {len(read.ura)} ura",
        "ura",
        1,
    )


def _ura_without_rule(hands: Hands, rules: MahjongRules) -> Bools:
    return (hands.ura_count > 0) & ("ura" not in rules.dora.bonus)


def _explain_ura(read: ReadWin, rules: MahjongRules) -> Fault:
    return f"{rules.id} has no ura dora, found {print_tiles(read.ura)}; remove them", "ura", 1


def _most_indicators(rules: MahjongRules) -> int:
    """One more than usual where the fourth North that is set aside turns one."""
    north = rules.dora.north
    return rules.dora.indicators + (north is not None and north.fourth_indicator)


def _norths_without_rule(hands: Hands, rules: MahjongRules) -> Bools:
    return (hands.north > 0) & (rules.dora.north is None)


def _explain_norths(read: ReadWin, rules: MahjongRules) -> Fault:
    return f"{rules.id} sets no Norths aside, found north={read.record.north}; remove it", "north", None


def _too_many_seasons(hands: Hands, rules: MahjongRules) -> Bools:
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
    Check("impossible_hand", _foreign_tiles, _explain_foreign),
    Check("impossible_hand", _called_run, _explain_called_run),
    Check("impossible_hand", _too_many_copies, _explain_copies),
    Check("impossible_hand", _too_many_reds, _explain_reds),
    Check("impossible_hand", _no_red_among_four, _explain_no_red),
    Check("impossible_hand", _too_many_indicators, _explain_indicators),
    Check("impossible_hand", _ura_without_rule, _explain_ura),
    Check("contradiction", _uneven_ura, _explain_uneven_ura),
    Check("impossible_hand", _norths_without_rule, _explain_norths),
    Check("impossible_hand", _too_many_seasons, _explain_seasons),
)
