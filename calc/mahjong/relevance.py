"""Whether another rule could change what a win settled to: a dispute tries only those that could."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from calc.mahjong.check.faults import is_passed_by
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import Fu
from calc.mahjong.rules.words import WORDS, Word
from calc.mahjong.scoring import SettledWin

#: Values of the rule table that other wins do not look at.
_LOOKED_AT: Final[Mapping[str, Callable[[SettledWin], object]]] = {
    "dora.order": lambda win: win.hand.dora_count + win.hand.ura_count,
    "dora.indicators": lambda win: win.hand.dora_count,
    "dora.turned_for_rinshan": lambda win: win.hand.rinshan,
    "dora.bonus.ura": lambda win: win.hand.ura_count,
    "dora.north": lambda win: win.hand.dora_count + win.hand.north,
    "points.counters": lambda win: win.hand.honba,
    "points.absent_share": lambda win: win.hand.tsumo,
    "points.limit.add_up": lambda win: any(
        yaku.value.limit and one.has(name, win.rules) for one in win.readings for name, yaku in win.rules.yaku.items()
    ),
    "winning.first_draw_wait": lambda win: win.hand.first_turn and win.hand.tsumo,
    "winning.concealed_quad_robbed_by": lambda win: win.hand.chankan,
    "faults": lambda win: win.hand.facts,
    "winning.furiten": lambda win: is_passed_by(win.hand, win.rules),
}


def may_change(settled: object, path: str, values: Sequence[Any]) -> bool:
    """Whether the result of a settled win could be another one if one of these ``values`` stood at a ``path`` of its
    rule table; ``None`` among them stands for nothing. Where in doubt it could.
    """
    section, *rest = path.split(".")
    if not isinstance(settled, SettledWin) or not rest:
        return True
    of_section = {"yaku": _of_yaku, "fu": _of_fu, "liability": _of_liability}.get(section)
    if of_section is not None:
        return of_section(settled, rest, all(value is None for value in values))
    look = next((look for at, look in _LOOKED_AT.items() if f"{path}.".startswith(f"{at}.")), None)
    return look is None or bool(look(settled))


def _of_yaku(settled: SettledWin, path: Sequence[str], is_removed: bool) -> bool:
    """A yaku whose condition no reading fulfils can be left out, and its worth does not matter."""
    rules, (name, *inside) = settled.rules, path
    if inside[:1] == ["at"] or not (inside or is_removed):
        return True
    yaku = rules.yaku.get(name)
    if yaku is None:
        # A change within what is not there changes nothing.
        return not inside and name not in rules.draw_yaku
    if inside[:1] == ["when"]:
        return _may_hold(settled, yaku.when, inside[1:])
    return bool(settled.hand.liable) or any(yaku.when.holds(one.state(rules)) for one in settled.readings)


def _of_fu(settled: SettledWin, path: Sequence[str], is_removed: bool) -> bool:
    """Fu that no reading counts can be left out, and their number does not matter."""
    (stage, *inside), parts = path, settled.rules.fu.parts
    part = getattr(settled.rules.fu, stage).get(inside[0]) if stage in ("hand", "win", "rest") and inside else None
    if part is None or part.when is None:
        return True
    if inside[1:2] == ["when"]:
        # The fu of the rest ask for the fu before them, which no reading keeps.
        return stage == "rest" or _may_hold(settled, part.when, inside[2:])
    if inside[1:] == ["fu"] or (not inside[1:] and is_removed):
        return any(one.fu_parts >> parts.index(part) & 1 for one in settled.readings)
    return True


def _may_hold(settled: SettledWin, when: Word, changed: Sequence[str]) -> bool:
    """Whether a condition may be true of a reading before or after a word is ``changed``: if all others are."""
    if not changed or changed[0] not in WORDS:
        return True
    states = [one.state(settled.rules) for one in settled.readings]
    others = [word for word in when.parts() if word.key != changed[0]]
    return any(all(word.holds(state) for word in others) for state in states)


def _of_liability(settled: SettledWin, path: Sequence[str], _: bool) -> bool:
    """Only whose yakuman, or replacement tile, was fed can be paid by somebody liable."""
    hand, rules = settled.hand, settled.rules
    if hand.liable or path[0] == "needs":
        return True
    may_be = [name for name, yaku in rules.yaku.items() if yaku.value.limit or name in rules.liability.needs]
    is_there = hand.rinshan or any(name in may_be for name in settled.best.tally.counted)
    return is_there and any(meld.feeder for meld in hand.melds)


# ---- rule sets that are read


def settles_alike(settled: object, other: MahjongRules) -> bool:
    """Whether a settled win has the same result under another rule set, seen without settling it again: they differ in
    nothing but yaku and fu whose conditions no reading fulfils under either, in rounds and in what comes after them.
    """
    if not isinstance(settled, SettledWin) or settled.hand.liable:
        return False
    rules = settled.rules
    fields = ("seats", "tiles", "facts", "shapes", "dora", "points", "liability", "winning", "kinds", "dora_after")
    if any(getattr(rules, field) != getattr(other, field) for field in fields):
        return False
    if rules.sets.fixed != other.sets.fixed or rules.rounds.riichi != other.rounds.riichi:
        return False
    if [name for name in rules.yaku if name in other.yaku] != [name for name in other.yaku if name in rules.yaku]:
        return False
    odd = [name for name in {**rules.yaku, **other.yaku} if rules.yaku.get(name) != other.yaku.get(name)]
    if any(one.has(name, rules) for one in settled.readings for name in odd if name in rules.yaku):
        return False
    return _counts_alike(settled, other.fu) and not any(
        other.yaku[name].when.holds(one.state(rules)) for one in settled.readings for name in odd if name in other.yaku
    )


def _counts_alike(settled: SettledWin, other: Fu) -> bool:
    """Whether the readings of a win have the same fu by other rules for them."""
    fu = settled.rules.fu
    if fu == other:
        return True
    if (fu.round_up_to, fu.rest, [*fu.hand], [*fu.win]) != (other.round_up_to, other.rest, [*other.hand], [*other.win]):
        return False
    states = [one.state(settled.rules) for one in settled.readings]
    odd = [(one, there) for one, there in zip(fu.parts, other.parts, strict=True) if one != there]
    return all(
        one.when is not None
        and there.when is not None
        and (one.fu, one.each) == (there.fu, there.each)
        and all(one.when.holds(state) == there.when.holds(state) for state in states)
        for one, there in odd
    )
