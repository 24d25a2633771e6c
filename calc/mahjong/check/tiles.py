"""Checks of tiles and melds over whole columns, and what every check is.

Tiles: which there are, how many copies, and the indicators. Melds: from whom they were called, and what a quad after
riichi must leave as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import CalcError, HandError
from calc.mahjong.hand.hands import (
    FIRST_TRIPLET,
    FIVES,
    NO_GROUP,
    NO_SEAT,
    NORTH,
    RED_FIVES,
    SEASONS,
    TILE_KINDS,
    Bools,
    Counts,
    Hands,
    Ints,
)
from calc.mahjong.hand.shapes import MOST_COPIES, count_readings
from calc.mahjong.read.win_records import ReadWin, locate_copy, locate_tile, spell_key
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import kind_of, print_tiles

#: A message, the key at fault, and the column in its value (``None`` where the value is not a text).
Fault = tuple[str, str, int | None]


class Check(Struct, frozen=True):
    """A condition that no sound record meets, with the message for one that does. ``code`` is a public error code."""

    code: str
    fails: Callable[[Hands, MahjongRules], Bools]
    explain: Callable[[ReadWin, MahjongRules], Fault]

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        """The refusal of a hand that fails this check."""
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


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
    fives = hands.accounted[:, FIVES]
    plain = fives - hands.accounted_reds
    return _find_rows((fives <= rules.tiles.copies) & (plain > rules.tiles.copies - _list_red_limits(rules)))


def _explain_no_red(read: ReadWin, rules: MahjongRules) -> Fault:
    plain = dict(zip(FIVES, (rules.tiles.copies - _list_red_limits(rules)).tolist(), strict=True))
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


# ---- melds


def _explain_feeder(read: ReadWin, rules: MahjongRules) -> Fault:
    own, left = read.record.seat, rules.seats[rules.seats.index(read.record.seat) - 1]
    place, meld = next(
        (place, meld)
        for place, meld in enumerate(read.melds)
        if meld.feeder == own or (meld.kind == "chi" and meld.feeder not in (None, left))
    )
    fault = (
        "is called from the winner's own seat"
        if meld.feeder == own
        else f"is a run, and {own} calls runs from {left} only, the seat before"
    )
    message = f"{print_meld(meld)} {fault}; write the seat that discarded the tile"
    return message, spell_key(f"melds[{place}]", read), 1


def _explain_open_riichi(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def _explain_late_quad(read: ReadWin, rules: MahjongRules) -> Fault:
    place, meld = _find_late_quad(read)
    tiles = print_meld(meld)[1:-1]
    return (
        f"[{tiles}] is a concealed quad made after riichi, and there is no riichi here; write ({tiles}) for a called "
        f"triplet that was promoted to a quad, [{print_tiles(meld.tiles)}] for a concealed quad, or add riichi",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _has_odd_feeder(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a meld is called from the own seat, or a run from another seat than the one before."""
    feeders, known = hands.meld_feeder, hands.meld_feeder != NO_SEAT
    if not known.any():
        return np.zeros_like(hands.tsumo)
    is_run = (hands.melds > NO_GROUP) & (hands.melds < FIRST_TRIPLET)
    before = (hands.seat - 1) % len(rules.seats)
    return np.asarray((known & ((feeders == hands.seat) | (is_run & (feeders != before)))).any(axis=0))


def _explain_changed(read: ReadWin, rules: MahjongRules) -> Fault:
    place, meld = _find_late_quad(read)
    kept = {
        "readings": "only where no reading of the hand changes",
        "waits": "only where the waits of the hand stay the same",
        "never": "at no time",
    }[rules.rounds.riichi.quads]
    return (
        f"{rules.id} lets a concealed quad be made after riichi {kept}, found {print_meld(meld)}; write "
        f"[{print_tiles(meld.tiles)}] if it was made before, or set the option riichi_quads",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _find_late_quad(read: ReadWin) -> tuple[int, Meld]:
    """The first concealed quad that was made after riichi, with its place among the melds."""
    return next((at, meld) for at, meld in enumerate(read.melds) if meld.kind == "ankan" and meld.added is not None)


# ---- quads after riichi


_TRIPLET = 3


def _are_late_quads(hands: Hands) -> Bools:
    """(4, n) the concealed quads that were made with a tile drawn after riichi."""
    return np.asarray(hands.meld_is_promoted & ~hands.meld_is_open)


def _changes_hand(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a quad after riichi changed what the rules do not let it change."""
    late = _are_late_quads(hands) & (hands.riichi > 0)
    found = np.asarray(late.any(axis=0))
    if rules.rounds.riichi.quads == "never":
        return found
    for row in np.flatnonzero(found).tolist():
        places = np.flatnonzero(late[:, row]).tolist()
        found[row] = any(_changes(place, late[:, row], row, hands, rules) for place in places)
    return found


def _changes(place: int, late: Bools, row: int, hands: Hands, rules: MahjongRules) -> bool:
    """Whether one quad changed the hand as it was before it; quads stand in the order in which they were made."""
    groups = hands.melds[:, row]
    # Quads that were made later were still triplets.
    triplets = [other for other in np.flatnonzero(late).tolist() if other >= place]
    before = hands.concealed[row].copy()
    before[hands.win[row]] -= 1
    before[groups[triplets] - FIRST_TRIPLET] += _TRIPLET
    melds = int((groups != NO_GROUP).sum()) - len(triplets)
    after = before.copy()
    after[groups[place] - FIRST_TRIPLET] -= _TRIPLET
    ways, left = (_count_with_each_tile(hand, count, rules) for hand, count in ((before, melds), (after, melds + 1)))
    if rules.rounds.riichi.quads == "waits":
        return bool(((ways > 0) != (left > 0)).any())
    # A reading in which the three tiles are no triplet is one that the quad takes away.
    return bool((ways != left).any())


def _count_with_each_tile(hand: Counts, melds: int, rules: MahjongRules) -> Ints:
    """(34,) the readings of a hand one tile short with each kind of tile."""
    hands = hand + np.eye(len(hand), dtype=np.uint8)
    fits = np.flatnonzero((hands <= MOST_COPIES).all(axis=1))
    found = np.zeros(len(hand), dtype=np.int64)
    found[fits] = count_readings(hands[fits], np.full(len(fits), melds), rules.waiting_shapes)
    return found


#: In order of precedence.
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
    Check(
        "contradiction",
        lambda hands, rules: (hands.riichi == 0) & _are_late_quads(hands).any(axis=0),
        _explain_late_quad,
    ),
    Check("contradiction", _changes_hand, _explain_changed),
    Check("contradiction", _has_odd_feeder, _explain_feeder),
    Check("contradiction", lambda hands, rules: (hands.riichi > 0) & hands.is_open, _explain_open_riichi),
)
