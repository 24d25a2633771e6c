"""Find what is impossible or contradictory in a hand: a row for each check, in order of precedence.

What fails is said in the fields of a hand; the same expressions judge columns of many, whose fields have the same
names.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from types import CodeType
from typing import Any, Final

from msgspec import Struct

from calc.errors import CalcError, HandError
from calc.mahjong.check import refusals
from calc.mahjong.check.refusals import most_dora
from calc.mahjong.hand.hand import CHANKAN, KIND, MELD_TILES, NO_SEAT, NORTH_RON, PASSED, RIICHI, SEASONS, Hand
from calc.mahjong.hand.kinds import FIRST_TRIPLET, FIVES, MOST_COPIES, NORTH
from calc.mahjong.hand.shapes import count_readings, is_furiten, shapes_without_groups
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import TOLD
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.tiles import print_tiles
from calc.translation import msg

#: A hand, or columns of many.
Hands = Any


class Check(Struct, frozen=True):
    """A condition that no sound record meets, with the message for one that does. ``code`` is a public error code.

    ``fails``: the condition as an expression over a hand ``h``, or columns of hands, and the ``rules``. ``alone``:
    whether it looks at a single hand, so that hands that may fail it are no columns.
    """

    code: str
    fails: str
    explain: Callable[[ReadWin, MahjongRules], refusals.Fault]
    alone: bool = False

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


def find_fault(hand: Hand, rules: MahjongRules, *, only_declared: bool = False) -> Check | None:
    """The first check that a hand fails; none for a sound one. ``only_declared``: of a win without tiles."""
    return _compile(only_declared)(hand, rules)


def find_faults(hands: Hands, rules: MahjongRules) -> Any:
    """(n,) whether columns of hands fail some check."""
    found = False
    for fails in _compile_columns():
        found = found | eval(fails, _NAMES, {"h": hands, "rules": rules})
    return found


@cache
def _compile_columns() -> list[CodeType]:
    return [compile(check.fails, "<check>", "eval") for check in CHECKS if not check.alone]


@cache
def _compile(only_declared: bool) -> Callable[[Hand, MahjongRules], Check | None]:
    """A function that finds the first check that a hand fails."""
    checks, lines = DECLARED_CHECKS if only_declared else CHECKS, []
    # Neighbours that begin with the same condition share it.
    for begin, places in groupby(range(len(checks)), lambda place: checks[place].fails.partition(" & ")[0]):
        same = [*places]
        if len(same) > 1:
            lines.append(f" if {begin}:")
        lines += [f"{' ' * min(len(same), 2)}if {checks[place].fails}: return checks[{place}]" for place in same]
    made: dict[str, Any] = {}
    exec("\n".join(["def first(h, rules):", *lines, ""]), {**_NAMES, "checks": checks}, made)
    first: Callable[[Hand, MahjongRules], Check | None] = made["first"]
    return first


def _clash(fails: str, key: str, message: str, *, alone: bool = False) -> Check:
    """A contradiction with one message for all hands and rule sets."""
    return Check("contradiction", fails, lambda read, rules: (message, key, None), alone)


# ---- tiles and melds


def _lacks_red_five(hand: Hands, rules: MahjongRules) -> Any:
    copies, found = rules.tiles.copies, False
    for five, red, reds in zip(FIVES, hand.reds_shown, rules.tiles.reds, strict=True):
        fives = hand.shown[five]
        found = found | ((fives <= copies) & (fives - red + reds > copies))
    # Red fives that are told by their number are written as plain ones.
    return found & (hand.fact(TOLD["red"]) == 0)


def _has_red_fives(hand: Hands, rules: MahjongRules) -> Any:
    found = False
    for red, reds in zip(hand.reds_shown, rules.tiles.reds, strict=True):
        found = found | (red > reds)
    return found


def _lacks_indicators(hand: Hands, rules: MahjongRules) -> Any:
    """Whether fewer indicators lie there than the first, one for each own quad, one for four Norths set aside."""
    rule, quads = rules.dora, hand.quads
    if not rule.turned_for_rinshan:
        quads = quads - (hand.rinshan & (hand.open_quads > 0))
    found = (hand.dora_count < 1 + quads) & (hand.dora_count < rule.indicators)
    if rule.north is not None and rule.north.fourth_indicator:
        more = hand.dora_count - (hand.north == rules.tiles.copies)
        found = (more < 1 + quads) & (more < rule.indicators)
    return (hand.dora_count > 0) & found


def _counts_no_dora(hand: Hands, rules: MahjongRules) -> Any:
    """Whether more dora of a kind are told by their number than the indicators and the red fives can give."""
    found = False
    for kind, name in TOLD.items():
        found = found | (hand.fact(name) < 0) | (hand.fact(name) > most_dora(kind, rules))
    return found


def _changes_hand(hand: Hand, rules: MahjongRules) -> bool:
    """Whether a quad after riichi changed what the rules do not let it change."""
    if not (hand.late_quads and hand.riichi):
        return False
    late = [place for place, meld in enumerate(hand.melds) if meld.kind == "ankan" and meld.added is not None]
    if rules.rounds.riichi.quads == "never":
        return True
    return any(_changes(place, late, hand, rules) for place in late)


def _changes(place: int, late: Sequence[int], hand: Hand, rules: MahjongRules) -> bool:
    """Whether one quad changed the hand as it was before it; quads stand in the order in which they were made."""
    # Quads that were made later were still triplets.
    triplets = [other for other in late if other >= place]
    before, melds = hand.before_win, len(hand.melds) - len(triplets)
    for other in triplets:
        before[(hand.codes[other] & KIND) - FIRST_TRIPLET] += MELD_TILES
    return changed_by_quad(before, melds, (hand.codes[place] & KIND) - FIRST_TRIPLET, rules)


def changed_by_quad(before: Sequence[int], melds: int, kind: int, rules: MahjongRules) -> bool:
    """Whether a concealed quad of a kind changes what it must not change after riichi in a hand with so many melds."""
    after = [*before]
    after[kind] -= MELD_TILES
    ways, left = (_count_with_each_tile(one, count, rules) for one, count in ((before, melds), (after, melds + 1)))
    if rules.rounds.riichi.quads == "waits":
        return [count > 0 for count in ways] != [count > 0 for count in left]
    # A reading in which the three tiles are no triplet is one that the quad takes away.
    return ways != left


def _count_with_each_tile(counts: Sequence[int], melds: int, rules: MahjongRules) -> list[int]:
    """The readings of a hand one tile short with each kind of tile."""
    found = []
    for kind, held in enumerate(counts):
        with_tile = [*counts[:kind], held + 1, *counts[kind + 1 :]]
        fits = held < MOST_COPIES
        found.append(count_readings(with_tile, melds, rules.waiting_shapes) if fits else 0)
    return found


# fmt: off
#: In order of precedence.
_TILE_CHECKS: Final = (
    Check("impossible_hand", "(h.shown_set & ~rules.kind_set) != 0", refusals.foreign),
    Check("impossible_hand", "h.has_chi & (not rules.winning.chi)", refusals.called_run),
    Check("impossible_hand", "h.most_shown > rules.tiles.copies", refusals.copies),
    Check("impossible_hand", "has_red_fives(h, rules)", refusals.reds),
    Check("impossible_hand", "lacks_red_five(h, rules)", refusals.no_red),
    Check("impossible_hand", "h.dora_count > rules.dora.most", refusals.indicators),
    Check("contradiction", "lacks_indicators(h, rules)", refusals.turned),
    # The last indicator is turned when all Norths lie aside.
    Check("contradiction", "(h.dora_count > rules.dora.indicators) & (h.shown[NORTH] > h.north)", lambda read, _: (
        msg("{0} dora indicators lie there only when all Norths were set aside, found one elsewhere; remove an "
            "indicator, or the North", len(read.dora)), "dora", 1)),
    Check("impossible_hand", "(h.ura_count > 0) & ('ura' not in rules.dora.bonus)", lambda read, rules: (
        msg("{0} has no ura dora, found {1}; remove them", rules.id, print_tiles(read.ura)), "ura", 1)),
    Check("contradiction", "(h.ura_count > 0) & (h.ura_count != h.dora_count)", lambda read, _: (
        msg("expected as many ura as dora indicators or none, found {0} dora and {1} ura",
            len(read.dora), len(read.ura)), "ura", 1)),
    Check("impossible_hand", "(h.north > 0) & (rules.dora.north is None)", lambda read, rules: (
        msg("{0} sets no Norths aside, found north={1}; remove it", rules.id, read.record.north), "north", None)),
    Check("impossible_hand", "(h.fact(SEASONS) < 0) | (h.fact(SEASONS) > rules.tiles.seasons)", lambda read, rules: (
        msg("expected {0} season tiles, found {1}; correct facts.{2}, or set the option {2} to how many are in play",
            msg("0 to {0}", rules.tiles.seasons) if rules.tiles.seasons else msg("no"), read.record.facts[SEASONS],
            SEASONS), f"facts.{SEASONS}", None)),
    # Dora by their number: what the indicators and fives of the game can give, of each kind told in one way.
    Check("impossible_hand", "counts_no_dora(h, rules)", refusals.counted),
    _clash("(h.fact(TOLD['dora']) > 0) & (h.dora_count > 0)", f"facts.{TOLD['dora']}",
           msg("dora are told by their number or by indicators; leave one out")),
    _clash("(h.fact(TOLD['ura']) > 0) & (h.ura_count > 0)", f"facts.{TOLD['ura']}",
           msg("ura dora are told by their number or by indicators; leave one out")),
    _clash("(h.fact(TOLD['ura']) > 0) & (h.riichi == 0)", f"facts.{TOLD['ura']}",
           msg("ura dora count for riichi only; add riichi, or remove them")),
    _clash("(h.fact(TOLD['red']) > 0) & (h.bonus['red'] > h.fact(TOLD['red']))", f"facts.{TOLD['red']}",
           msg("red fives are told by their number or as 0m, 0p and 0s; leave one out")),
    _clash("(h.fact(NORTH_RON) > 0) & (h.tsumo | (h.win != NORTH))", f"facts.{NORTH_RON}",
           msg("who wins on a North that another player set aside wins by ron on 4z; write so, or remove north_ron")),
    Check("contradiction", "(h.riichi == 0) & (h.late_quads > 0)", refusals.late_quad),
    Check("not_payable", "changes_hand(h, rules)", refusals.changed, alone=True),
    Check("contradiction", "h.odd_feeder", refusals.feeder),
    Check("contradiction", "(h.riichi > 0) & h.is_open", refusals.open_riichi),
)
# fmt: on


# ---- declarations


def _lacks_replacement(hand: Hands, rules: MahjongRules) -> Any:
    north, replaced = rules.dora.north, hand.quads > 0
    if north is not None and north.rinshan:
        replaced = replaced | (hand.north > 0)
    return hand.rinshan & (replaced ^ True)


def _must_not_rob(hand: Hand, rules: MahjongRules) -> bool:
    """Whether a hand robs a concealed quad although its shape must not."""
    if hand.chankan != CHANKAN.index("concealed"):
        return False
    return hand.has_melds or not any(
        is_shape(hand.counts)
        for shape, is_shape in shapes_without_groups(rules.known_shapes)
        if shape in rules.winning.concealed_quad_robbed_by
    )


def _is_dead(hand: Hand, rules: MahjongRules) -> bool:
    return any(value and refusals.bars_win(name, rules) for name, value in hand.facts.items())


def is_passed_by(hand: Hand, rules: MahjongRules) -> bool:
    """Whether a hand is furiten: won by ron although the winner let a winning tile pass, or although one of the own
    discards would complete the hand.
    """
    if hand.tsumo:
        return False
    return hand.fact(PASSED) > 0 or (
        hand.discards > 0 and is_furiten(hand.before_win, len(hand.melds), hand.discards, rules.waiting_shapes)
    )


# fmt: off
#: Those of declarations, in order of precedence.
DECLARED_CHECKS: Final = (
    Check("not_payable", "is_dead(h, rules)", refusals.dead, alone=True),
    _clash("h.tsumo & (h.discarder != NO_SEAT)", "from",
           msg("nobody discards the winning tile of a tsumo; remove from, or write ron")),
    _clash("(h.tsumo ^ True) & (h.discarder == h.seat)", "from",
           msg("expected another seat than the winner's own under from; name the seat that discarded the winning "
               "tile")),
    _clash("h.ippatsu & (h.riichi == 0)", "ippatsu",
           msg("ippatsu needs riichi; add riichi, or remove ippatsu")),
    _clash("(h.ura_count > 0) & (h.riichi == 0)", "ura",
           msg("ura indicators are turned for riichi only; add riichi, or remove ura")),
    _clash("h.rinshan & (h.tsumo ^ True)", "rinshan",
           msg("rinshan is a win on the replacement tile one drew oneself, so it cannot be a ron; write tsumo, or "
               "remove rinshan")),
    Check("contradiction", "lacks_replacement(h, rules)", refusals.rinshan),
    _clash("h.rinshan & h.ippatsu", "ippatsu",
           msg("the quad before rinshan ended ippatsu; remove ippatsu or rinshan")),
    _clash("(h.late_quads > 0) & h.ippatsu", "ippatsu",
           msg("the quad that was made after riichi ended ippatsu; remove ippatsu, or write the quad without the +, as "
               "[5555z], if it was made before")),
    _clash("(h.chankan > 0) & h.tsumo", "chankan",
           msg("chankan robs another player's quad, so it cannot be a tsumo; write ron, or remove chankan")),
    _clash("(h.chankan > 0) & h.last_tile", "chankan",
           msg("no quad can be made from the last tile, so chankan and last_tile exclude each other; remove one")),
    Check("impossible_hand", "(h.chankan > 0) & (h.shown_of_win > 1)", refusals.chankan_copy),
    Check("not_payable", "must_not_rob(h, rules)", refusals.robbery, alone=True),
    _clash("h.first_turn & h.has_melds", "first_turn",
           msg("a meld ends the first turn; remove first_turn, or the meld")),
    _clash("h.first_turn & (h.chankan > 0)", "first_turn",
           msg("a quad ends the first turn, and one that was added to needs a call before; remove first_turn or "
               "chankan")),
    _clash("h.first_turn & (h.discards > 0)", "first_turn",
           msg("who wins in the first turn has discarded nothing before; remove first_turn, or discards")),
    _clash("h.first_turn & h.last_tile", "first_turn",
           msg("the last tile is not drawn in the first turn; remove first_turn or last_tile")),
    _clash("(h.riichi == RIICHI.index('double')) & h.ippatsu & h.last_tile", "last_tile",
           msg("ippatsu ends one turn after double riichi, long before the last tile; remove last_tile or ippatsu, or "
               "write riichi for riichi=double")),
    _clash("(h.riichi == RIICHI.index('double')) & h.ippatsu & h.has_melds", "ippatsu",
           msg("a concealed quad before double riichi ended the first turn, and one after it ippatsu; remove ippatsu, "
               "or write riichi for riichi=double")),
    _clash("h.first_turn & (h.riichi > 0)", "first_turn",
           msg("who wins in the first turn had no turn to declare riichi; remove first_turn or riichi")),
    _clash("h.first_turn & (h.rinshan | (h.north > 0))", "first_turn",
           msg("a replacement tile ends the first turn; remove first_turn, or rinshan and north")),
    _clash("h.first_turn & (h.tsumo ^ True) & h.is_dealer", "first_turn",
           msg("the dealer discards first and cannot win by ron before that; write tsumo, or remove first_turn")),
    _clash("h.seat in h.liable.values()", "liable",
           msg("the winner cannot be responsible for their own hand; name the seat that fed the last meld"),
           alone=True),
    Check("contradiction", "rules.winning.furiten == 'refuse' and is_passed_by(h, rules)", refusals.furiten,
          alone=True),
)
# fmt: on
#: All checks in order of precedence.
CHECKS: Final = (*_TILE_CHECKS, *DECLARED_CHECKS)
#: What the conditions name.
_NAMES: Final[dict[str, Any]] = {
    "NORTH": NORTH,
    "NO_SEAT": NO_SEAT,
    "NORTH_RON": NORTH_RON,
    "RIICHI": RIICHI,
    "SEASONS": SEASONS,
    "TOLD": TOLD,
    "counts_no_dora": _counts_no_dora,
    "has_red_fives": _has_red_fives,
    "lacks_red_five": _lacks_red_five,
    "lacks_indicators": _lacks_indicators,
    "changes_hand": _changes_hand,
    "lacks_replacement": _lacks_replacement,
    "must_not_rob": _must_not_rob,
    "is_dead": _is_dead,
    "is_passed_by": is_passed_by,
}
