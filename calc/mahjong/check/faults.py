"""Find what is impossible or contradictory in a hand, by the rows of ``faults.yaml``.

What fails is said in the fields of a hand; the same expressions judge columns of many, whose fields have the same
names.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from types import CodeType
from typing import Any, Final

from msgspec import Struct, convert

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
from calc.records.words import parts_of
from calc.translation import msg

#: A hand, or columns of many.
Hands = Any


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of ``faults.yaml``: a condition that no sound record meets, and the message for one that does."""

    fails: str
    code: str = "contradiction"
    explain: str = ""
    say: str = ""
    values: str = ""
    key: str = ""
    column: int | None = None
    alone: bool = False

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        fault: refusals.Fault
        if self.explain:
            fault = getattr(refusals, self.explain)(read, rules)
        else:
            values = eval(f"[{self.values}]", _NAMES, {"read": read, "rules": rules})
            fault = msg(self.say, *values), self.key, self.column
        message, key, column = fault
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


# ---- declarations


def _lacks_replacement(hand: Hands, rules: MahjongRules) -> Any:
    north, replaced = rules.dora.north, hand.quads > 0
    if north is not None and north.rinshan:
        replaced = replaced | (hand.north > 0)
    return hand.rinshan & (replaced ^ True)


def _must_not_rob(hand: Hand, rules: MahjongRules) -> bool:
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


#: What the conditions name.
_NAMES: Final[dict[str, Any]] = {
    "NORTH": NORTH,
    "print_tiles": print_tiles,
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
_ROWS: Final = parts_of(Path(__file__).with_name("faults.yaml"))
#: The checks in order of precedence: of declarations, and all.
DECLARED_CHECKS: Final = convert(_ROWS["declared"], list[Check])
CHECKS: Final = [*convert(_ROWS["tiles"], list[Check]), *DECLARED_CHECKS]
