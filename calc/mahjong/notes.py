"""Notes on a settled win: what was declared and gave nothing, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from calc.mahjong.checks import is_furiten
from calc.mahjong.columns import ReadWin
from calc.mahjong.hands import NO_SEAT, Hands
from calc.mahjong.payments import Payments
from calc.mahjong.results import Note
from calc.mahjong.schema import MahjongRules, Yaku
from calc.mahjong.valuing import Values
from calc.mahjong.words import Declared, Fact, walk_words

__all__ = ["note_row"]

_DECLARATIONS = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
#: The fact that readings themselves answer to.
_MERGED = "win_merged"


def note_row(
    hands: Hands, values: Values, payments: Payments, row: int, read: ReadWin, rules: MahjongRules
) -> list[Note]:
    """Everything worth saying about one hand that changes no figure."""
    best = int(values.best[row])
    present = {name for name, found in values.present.items() if found[best]}
    counted = {name for name, found in values.counted.items() if found[best]}
    notes = list(_passed_over(present, counted, values, best, row, rules))
    for key in [*_declared(read), *(name for name, value in read.record.facts.items() if value)]:
        if key == _MERGED:
            notes.append(
                Note(
                    _MERGED,
                    "win_merged: the winning tile was mixed into the hand, so nothing that depends on the wait counts",
                )
            )
            continue
        askers = {name: rules.yaku[name] for name in _askers(rules).get(key, [])}
        if not askers.keys() & present:
            notes.append(Note("gave_nothing", f"{key} gives nothing here: {_why_not(askers, rules)}"))
    notes += _liability_notes(hands, payments, row, counted, read, rules)
    if rules.winning.furiten == "note" and len(is_furiten(hands.take(slice(row, row + 1)))):
        notes.append(Note("furiten", "furiten: the winner's own discards hold a tile that finishes this hand"))
    return notes


def _declared(read: ReadWin) -> list[str]:
    return [key for key in _DECLARATIONS if getattr(read.record, key)]


@lru_cache(maxsize=128)
def _askers(rules: MahjongRules) -> dict[str, list[str]]:
    """For each declaration and fact, the yaku that ask for it."""
    askers: dict[str, list[str]] = {}
    for name, yaku in rules.yaku.items():
        for key in _asked_by(yaku):
            askers.setdefault(key, []).append(name)
    return askers


def _asked_by(yaku: Yaku) -> set[str]:
    """The declarations and facts that a yaku asks for."""
    keys: set[str] = set()
    for word in walk_words(yaku.when):
        if isinstance(word, Declared):
            keys |= {name for name, values in word.asked().items() if values != [False]}
        elif isinstance(word, Fact):
            keys |= word.facts.keys()
    return keys


def _why_not(askers: dict[str, Yaku], rules: MahjongRules) -> str:
    if not askers:
        return f"no yaku of {rules.id} asks for it"
    return "; ".join(f"{yaku.name.en} asks for: {yaku.when.english(rules.lexicon)}" for yaku in askers.values())


def _passed_over(
    present: set[str], counted: set[str], values: Values, best: int, row: int, rules: MahjongRules
) -> Iterator[Note]:
    """Yaku whose conditions hold and that do not count all the same."""
    titles = {name: yaku.name.en for name, yaku in rules.yaku.items()}
    dropped = [name for name in rules.yaku if name in present - counted]
    suppressed = {
        name: other
        for name in dropped
        for other in rules.yaku
        if other in present and name in rules.yaku[other].suppresses
    }
    for name, other in suppressed.items():
        yield Note("suppressed", f"{titles[name]} ({name}) is not counted: {titles[other]} stands in its place")
    rest = [name for name in dropped if name not in suppressed]
    levels = [name for name in rest if rules.yaku[name].value.level]
    for name in levels:
        level = rules.yaku[name].value.level or ""
        base = rules.points.levels[level].base
        yield Note(
            "gave_way",
            f"{titles[name]} ({name}) is ignored: the hand is worth more on its own ({values.base[best]} base points, not {base})",
        )
    ordinary = [titles[name] for name in rest if name not in levels and rules.yaku[name].value.limit is None]
    if values.limits[best] or values.level[best] >= 0:
        dora = values.dora
        tiles = int(dora.dora[row] + dora.red[row] + dora.ura[row] + dora.north[row])
        passed = ordinary + ([f"{tiles} dora"] if tiles else [])
        if passed:
            what = "a limit hand" if values.limits[best] else "a hand paid at a fixed level"
            yield Note("not_counted", f"{what} counts no ordinary yaku, dora or fu; passed over: {', '.join(passed)}")


def _liability_notes(
    hands: Hands, payments: Payments, row: int, counted: set[str], read: ReadWin, rules: MahjongRules
) -> Iterator[Note]:
    for place, item in enumerate(read.liable):
        title = rules.yaku[item.for_].name.en
        if item.for_ not in rules.liability.for_:
            yield Note(
                "not_liable", f"liable gives nothing here: {rules.id} knows no responsibility for {title} ({item.for_})"
            )
        elif item.for_ not in counted:
            yield Note("not_liable", f"liable gives nothing here: the hand is no {title} ({item.for_})")
        elif (
            hands.discarder[row] != NO_SEAT
            and hands.discarder[row] == hands.liable_seat[place, row]
            and payments.liable[place, row]
        ):
            yield Note(
                "liable_discarder",
                f"liable changes nothing here: {item.seat} discarded the winning tile and pays all of it anyway",
            )
