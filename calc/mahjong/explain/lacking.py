"""Why a yaku does not apply to a reading, and why one is worth less than it can be."""

from __future__ import annotations

from calc.mahjong.rules.schema import MahjongRules, Yaku
from calc.mahjong.rules.words import State

_UNDECLARED = "not declared: "
_WAYS = [(is_open, tsumo) for is_open in (False, True) for tsumo in (True, False)]


def why_not(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """What keeps a yaku from the only reading of a state: ``Pinfu (pinfu) asks for: open wait (here: pair wait,
    tanki)``. Only what is false is told; empty where the yaku applies.
    """
    failing = yaku.when.failing(state, rules.lexicon)
    undeclared = [phrase for phrase in failing if phrase.startswith(_UNDECLARED)]
    asked = [phrase for phrase in failing if phrase not in undeclared]
    reasons = [
        *_no_value(yaku, *_how_won(state)),
        *([_UNDECLARED + ", ".join(phrase.removeprefix(_UNDECLARED) for phrase in undeclared)] if undeclared else []),
        *([f"asks for: {'; '.join(asked)}"] if asked else []),
    ]
    if not reasons:
        return ""
    joint = ": " if reasons[0].startswith(_UNDECLARED) else " "
    return f"{yaku.name.en} ({yaku.id}){joint}{'; '.join(reasons)}"


def _how_won(state: State) -> tuple[bool, bool]:
    """Whether the hand is open, and whether it was won by tsumo."""
    return bool(state.readings.of("is_open")[0]), bool(state.readings.of("tsumo")[0])


def _no_value(yaku: Yaku, is_open: bool, tsumo: bool) -> list[str]:
    """That a yaku does not exist for a hand that is won so, and how it does."""
    if yaku.value.han is None:
        return []
    ways = [way for way in _WAYS if yaku.value.han_for(is_open=way[0], tsumo=way[1]) is not None]
    if (is_open, tsumo) in ways:
        return []
    if all(way[0] is not is_open for way in ways) and (not is_open, tsumo) in ways:
        return ["is a yaku of closed hands, and a meld is open" if is_open else "is a yaku of open hands, and none is"]
    if all(way[1] is not tsumo for way in ways) and (is_open, not tsumo) in ways:
        return ["counts by ron only, and this is a tsumo" if tsumo else "counts by tsumo only, and this is a ron"]
    told = [f"{'open' if way[0] else 'closed'} by {'tsumo' if way[1] else 'ron'}" for way in ways]
    here = f"{'open' if is_open else 'closed'} by {'tsumo' if tsumo else 'ron'}"
    return [f"counts for hands that are {' or '.join(told)}, and this one is {here}" if told else "counts for no hand"]


def why_lowered(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """``3 less 2: open hand, won by ron``: why a yaku of the only reading of a state has fewer han than it can have;
    empty where it has as many.
    """
    is_open, tsumo = _how_won(state)
    value = yaku.value
    most = max((value.han_for(is_open=way[0], tsumo=way[1]) or 0 for way in _WAYS), default=0)
    han = value.han_for(is_open=is_open, tsumo=tsumo) or 0
    if yaku.no_han_when is not None and yaku.id in state.no_han and state.no_han[yaku.id][0]:
        return f"{han} less {han}: {yaku.no_han_when.english(rules.lexicon)}" if han else ""
    if han >= most:
        return ""
    causes = [
        cause
        for cause, other in (
            ("open hand" if is_open else "closed hand", value.han_for(is_open=not is_open, tsumo=tsumo)),
            ("won by tsumo" if tsumo else "won by ron", value.han_for(is_open=is_open, tsumo=not tsumo)),
        )
        if (other or 0) > han
    ]
    return f"{most} less {most - han}" + (f": {', '.join(causes)}" if causes else "")
