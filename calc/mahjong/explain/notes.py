"""What counts nothing, and why: notes on a settled win, and yaku that do not apply or have fewer han."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from calc.mahjong.hand.hands import NO_SEAT, PASSED, RIICHI_WALL, SEASONS, Bools, Hands
from calc.mahjong.hand.readings import is_furiten
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.rules.schema import MahjongRules, Yaku
from calc.mahjong.rules.words import Declared, Discards, Fact, State, walk_words
from calc.mahjong.value.liability import trace
from calc.mahjong.value.payments import Payments
from calc.mahjong.value.valuing import Values, state_of
from calc.notation.melds import print_meld
from calc.outcomes import Note

_DECLARATIONS = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
_UNDECLARED = "not declared: "
#: Every way to win: whether the hand is open, and whether it is won by tsumo.
_WAYS = [(is_open, tsumo) for is_open in (False, True) for tsumo in (True, False)]
#: The fact that the winning tile was mixed into the hand. Readings depend on it, not yaku.
_MERGED = "win_merged"
#: Facts that no yaku has to ask for.
_NOT_FOR_YAKU = frozenset({_MERGED, SEASONS, PASSED, RIICHI_WALL})


def note_row(
    hands: Hands, values: Values, payments: Payments, row: int, read: ReadWin, rules: MahjongRules
) -> list[Note]:
    """The notes on the hand in ``row``: what is worth saying and changes no figure."""
    best = int(values.best[row])
    present, counted = _Found(values.present, best), _Found(values.counted, best)
    notes = []
    for key in _list_declared(read):
        reason = _explain_nothing(key, present, counted, values, best, rules)
        if reason:
            notes.append(Note("gave_nothing", f"{key} gives nothing here: {reason}"))
    if read.record.facts.get(_MERGED):
        text = "the winning tile was mixed into the hand, so nothing that depends on the wait counts"
        notes.append(Note(_MERGED, f"{_MERGED}: {text}"))
    if values.limits[best] or values.level[best] >= 0:
        notes += _note_passed_over(present, counted, values, best, row, rules)
    notes += _note_unknown_discards(read, counted, rules)
    notes += _note_pao(hands, payments, row, counted, read, rules)
    if rules.winning.furiten == "note" and is_furiten(hands.slice(row, row + 1), rules.waiting_shapes).any():
        passed = "the winner let a winning tile pass"
        discarded = "the winner's own discards hold a tile that finishes this hand"
        notes.append(Note("furiten", f"furiten: {passed if read.record.facts.get(PASSED) else discarded}"))
    return notes


class _Found:
    """The yaku of one reading, looked up when asked for; notes ask for few of them."""

    def __init__(self, found: Mapping[str, Bools], reading: int) -> None:
        self._found, self._reading = found, reading

    def __contains__(self, name: str) -> bool:
        return name in self._found and bool(self._found[name][self._reading])

    def __iter__(self) -> Iterator[str]:
        return (name for name, found in self._found.items() if found[self._reading])


def _list_declared(read: ReadWin) -> list[str]:
    """The declarations and facts of a record that a yaku can ask for."""
    record = read.record
    facts = [name for name, value in record.facts.items() if value and name not in _NOT_FOR_YAKU]
    return [*(key for key in _DECLARATIONS if getattr(record, key)), *facts]


@lru_cache(maxsize=128)
def _find_askers(rules: MahjongRules) -> dict[str, list[str]]:
    """For each declaration and fact, the yaku that ask for it."""
    askers: dict[str, list[str]] = {}
    for name, yaku in rules.yaku.items():
        for key in _list_asked(yaku):
            askers.setdefault(key, []).append(name)
    return askers


def _list_asked(yaku: Yaku) -> set[str]:
    """The declarations and facts that a yaku asks for."""
    keys: set[str] = set()
    for word in walk_words(yaku.when):
        if isinstance(word, Declared):
            keys |= {name for name, values in word.asked().items() if values != [False]}
        elif isinstance(word, Fact):
            keys |= word.facts.keys()
    return keys


def _explain_nothing(key: str, present: _Found, counted: _Found, values: Values, best: int, rules: MahjongRules) -> str:
    """Why no yaku that asks for ``key`` counts; empty where one does, or where a yakuman leaves all of them out."""
    askers = [rules.yaku[name] for name in _find_askers(rules).get(key, [])]
    if any(yaku.id in counted for yaku in askers):
        return ""
    held = [yaku for yaku in askers if yaku.id in present]
    if not held:
        state = state_of(values, best, rules)
        return "; ".join(why_not(yaku, state, rules) for yaku in askers) or f"no yaku of {rules.id} asks for it"
    for yaku in held:
        over = next(
            (other for other in rules.yaku.values() if yaku.id in other.suppresses and other.id in present), None
        )
        if over is not None:
            return f"{over.name.en} ({over.id}) stands in place of {yaku.name.en} ({yaku.id})"
        if yaku.value.level is not None:
            fixed = rules.points.levels[yaku.value.level].base
            base = int(values.base[best])
            return f"the hand is worth more on its own than {yaku.name.en} ({yaku.id}): {base} base points, not {fixed}"
    return ""


def _note_passed_over(
    present: _Found, counted: _Found, values: Values, best: int, row: int, rules: MahjongRules
) -> Iterator[Note]:
    """What a yakuman, or a hand paid at a fixed level, does not count."""
    replaced = {other for name in present for other in rules.yaku[name].suppresses}
    dropped = {name for name in present if name not in counted and name not in replaced}
    titles = [yaku.name.en for yaku in rules.yaku.values() if yaku.id in dropped and yaku.value.han is not None]
    tiles = int(values.dora.tiles[row])
    passed = titles + ([f"{tiles} dora"] if tiles else [])
    if passed:
        what = "a limit hand" if values.limits[best] else "a hand paid at a fixed level"
        yield Note("not_counted", f"{what} counts no ordinary yaku, dora or fu; passed over: {', '.join(passed)}")


@lru_cache(maxsize=128)
def _find_discard_yaku(rules: MahjongRules) -> list[Yaku]:
    return [yaku for yaku in rules.yaku.values() if any(isinstance(word, Discards) for word in walk_words(yaku.when))]


def _note_unknown_discards(read: ReadWin, counted: _Found, rules: MahjongRules) -> Iterator[Note]:
    """Yaku that need discards which the record does not give, and that would have replaced one that counts."""
    if read.discards is not None:
        return
    for yaku in _find_discard_yaku(rules):
        if any(name in counted for name in yaku.suppresses):
            yield Note("discards_unknown", f"{yaku.name.en} ({yaku.id}) asks for the discards, which are not given")


def _note_pao(
    hands: Hands, payments: Payments, row: int, counted: _Found, read: ReadWin, rules: MahjongRules
) -> Iterator[Note]:
    for item in read.liable:
        title = rules.yaku[item.for_].name.en
        if item.for_ not in rules.liability.for_:
            yield Note(
                "not_liable", f"liable gives nothing here: {rules.id} knows no responsibility for {title} ({item.for_})"
            )
        elif item.for_ not in counted:
            yield Note("not_liable", f"liable gives nothing here: the hand is no {title} ({item.for_})")
    seats = [seat for seat in payments.liability.seat[:, row].tolist() if seat != NO_SEAT]
    if seats == [hands.discarder[row]]:
        yield Note(
            "liable_discarder",
            f"liable changes nothing here: {rules.seats[seats[0]]} discarded the winning tile and pays all of it "
            "anyway",
        )
    named = {item.for_ for item in read.liable}
    for place, seat in zip(payments.liability.limit[:, row], payments.liability.seat[:, row], strict=True):
        yaku = list(rules.yaku.values())[place]
        if seat != NO_SEAT and yaku.id not in named:
            last = trace(yaku.id, read.melds, rules).last
            assert last is not None
            yield Note(
                "liable",
                f"{rules.seats[seat]} is responsible for {yaku.name.en} ({yaku.id}): {print_meld(last)} is the last of "
                "its melds, which stand in the order in which they were called",
            )


# ---- yaku that do not apply


def why_not(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """Why a yaku does not apply to the only reading of a state, empty where it does: ``Pinfu (pinfu) asks for: open
    wait (here: pair wait, tanki)``. Parts of its condition that are true are left out.
    """
    failing = yaku.when.failing(state, rules.lexicon)
    undeclared = [phrase for phrase in failing if phrase.startswith(_UNDECLARED)]
    asked = [phrase for phrase in failing if phrase not in undeclared]
    reasons = [
        *_explain_no_value(yaku, *_how_won(state)),
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


def _explain_no_value(yaku: Yaku, is_open: bool, tsumo: bool) -> list[str]:
    """Why a yaku has no value for a hand won in this way, if it has none."""
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
    """Why a yaku of the only reading of a state has fewer han than it can have: ``3 less 2: open hand, won by ron``.

    Empty where it has all of them.
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
