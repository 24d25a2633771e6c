"""Checks that refuse impossible or contradictory records, over whole columns.

The same checks judge one hand and a million; a message is written only for the hand that is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.errors import CalcError, HandError
from calc.mahjong.hand.hands import (
    CHANKAN,
    DEALER,
    FIRST_TRIPLET,
    NO_GROUP,
    NO_SEAT,
    RED_FIVES,
    RIICHI,
    SEASONS,
    TILE_KINDS,
    Bools,
    Counts,
    Hands,
    Ints,
)
from calc.mahjong.hand.readings import SPECIAL_SHAPES, is_furiten
from calc.mahjong.read.win_records import ReadWin, locate_copy, locate_tile
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import print_meld
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


def _make_contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A check of declarations with one message for all hands and rule sets."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))


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
    key = f"melds[{place}]" if isinstance(read.record.melds, list) else "melds"
    return (
        f"{rules.id} has no chi, found the run {print_meld(read.melds[place])}; remove it or choose another rule set",
        key,
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


def _explain_open_riichi(read: ReadWin, rules: MahjongRules) -> Fault:
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def _lacks_replacement(hands: Hands, rules: MahjongRules) -> Bools:
    north = rules.dora.north
    replaced = hands.meld_is_quad.any(axis=0)
    if north is not None and north.rinshan:
        replaced |= hands.north > 0
    return np.asarray(hands.rinshan & ~replaced)


def _explain_rinshan(read: ReadWin, rules: MahjongRules) -> Fault:
    north = rules.dora.north
    also = ", or a North set aside (north=1)" if north is not None and north.rinshan else ""
    return f"rinshan needs a quad among the melds{also}; write the quad, as [5555z], or remove rinshan", "rinshan", None


def _explain_chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (
        f"a quad that is robbed held all copies of {print_tiles([won])} with the winning tile, "
        f"so {print_tiles([tile])} cannot stand here too; remove chankan or this tile",
        key,
        column,
    )


def _must_not_rob(hands: Hands, rules: MahjongRules) -> Bools:
    """(n,) whether a hand robs a concealed quad although its shape must not."""
    allowed = np.zeros(len(hands), dtype=np.bool_)
    robbing = hands.chankan == CHANKAN.index("concealed")
    if robbing.any():
        for shape in rules.winning.concealed_quad_robbed_by:
            allowed |= ~hands.has_melds & SPECIAL_SHAPES[shape](hands.concealed)
    return np.asarray(robbing & ~allowed)


def _explain_robbery(read: ReadWin, rules: MahjongRules) -> Fault:
    shapes = " or ".join(rules.shapes[shape].name.en for shape in rules.winning.concealed_quad_robbed_by)
    who = f"only {shapes} may" if shapes else "no hand may"
    message = (
        f"in {rules.id} {who} rob a concealed quad; write chankan for an open quad that was added to, or remove it"
    )
    return message, "chankan", None


def _is_refused_furiten(hands: Hands, rules: MahjongRules) -> Bools:
    if rules.winning.furiten != "refuse":
        return np.zeros(len(hands), dtype=np.bool_)
    return is_furiten(hands, rules.waiting_shapes)


def _explain_furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    return (
        f"the winner's own discards {read.record.discards!r} hold a tile that finishes this hand, so a ron is furiten; "
        "correct `discards`, or set the option furiten to note",
        "discards",
        1,
    )


#: All checks in order of precedence: tiles before declarations.
CHECKS: Final[tuple[Check, ...]] = (
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
    _make_contradiction(
        lambda hands: hands.tsumo & (hands.discarder != NO_SEAT),
        "from",
        "nobody discards the winning tile of a tsumo; remove from, or write ron",
    ),
    _make_contradiction(
        lambda hands: ~hands.tsumo & (hands.discarder == hands.seat),
        "from",
        "expected another seat than the winner's own under from; name the seat that discarded the winning tile",
    ),
    Check("contradiction", lambda hands, rules: (hands.riichi > 0) & hands.is_open, _explain_open_riichi),
    _make_contradiction(
        lambda hands: hands.ippatsu & (hands.riichi == 0),
        "ippatsu",
        "ippatsu needs riichi; add riichi, or remove ippatsu",
    ),
    _make_contradiction(
        lambda hands: (hands.ura_count > 0) & (hands.riichi == 0),
        "ura",
        "ura indicators are turned for riichi only; add riichi, or remove ura",
    ),
    _make_contradiction(
        lambda hands: hands.rinshan & ~hands.tsumo,
        "rinshan",
        "rinshan is a win on the replacement tile one drew oneself, so it cannot be a ron; "
        "write tsumo, or remove rinshan",
    ),
    Check("contradiction", _lacks_replacement, _explain_rinshan),
    _make_contradiction(
        lambda hands: hands.rinshan & hands.ippatsu,
        "ippatsu",
        "the quad before rinshan ended ippatsu; remove ippatsu or rinshan",
    ),
    _make_contradiction(
        lambda hands: (hands.chankan > 0) & hands.tsumo,
        "chankan",
        "chankan robs another player's quad, so it cannot be a tsumo; write ron, or remove chankan",
    ),
    _make_contradiction(
        lambda hands: (hands.chankan > 0) & hands.last_tile,
        "chankan",
        "no quad can be made from the last tile, so chankan and last_tile exclude each other; remove one",
    ),
    Check(
        "impossible_hand",
        lambda hands, rules: (hands.chankan > 0) & (hands.accounted[np.arange(len(hands)), hands.win] > 1),
        _explain_chankan_copy,
    ),
    Check("contradiction", _must_not_rob, _explain_robbery),
    _make_contradiction(
        lambda hands: hands.first_turn & hands.has_melds,
        "first_turn",
        "a meld ends the first turn; remove first_turn, or the meld",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.chankan > 0),
        "first_turn",
        "a quad ends the first turn, and one that was added to needs a call before; remove first_turn or chankan",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.discards > 0),
        "first_turn",
        "who wins in the first turn has discarded nothing before; remove first_turn, or discards",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & hands.last_tile,
        "first_turn",
        "the last tile is not drawn in the first turn; remove first_turn or last_tile",
    ),
    _make_contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.last_tile,
        "last_tile",
        "ippatsu ends one turn after double riichi, long before the last tile; remove last_tile or ippatsu, or write "
        "riichi for riichi=double",
    ),
    _make_contradiction(
        lambda hands: (hands.riichi == RIICHI.index("double")) & hands.ippatsu & hands.has_melds,
        "ippatsu",
        "a concealed quad before double riichi ended the first turn, and one after it ippatsu; remove ippatsu, or "
        "write riichi for riichi=double",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.riichi > 0),
        "first_turn",
        "who wins in the first turn had no turn to declare riichi; remove first_turn or riichi",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & (hands.rinshan | (hands.north > 0)),
        "first_turn",
        "a replacement tile ends the first turn; remove first_turn, or rinshan and north",
    ),
    _make_contradiction(
        lambda hands: hands.first_turn & ~hands.tsumo & (hands.seat == DEALER),
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
    Check(
        "contradiction",
        _is_refused_furiten,
        _explain_furiten,
    ),
)


def find_faults(hands: Hands, rules: MahjongRules) -> Ints:
    """(n,) the first check that each hand fails, as its place in :data:`CHECKS` plus one; 0 where all pass."""
    faults = np.zeros(len(hands), dtype=np.int64)
    for place, check in enumerate(CHECKS, start=1):
        fails = check.fails(hands, rules)
        if fails.any():
            faults[fails & (faults == 0)] = place
    return faults
