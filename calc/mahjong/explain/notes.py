"""What counts nothing, and why: notes on a settled win, and yaku that do not apply or have fewer han."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from calc.mahjong.check.faults import count_turned
from calc.mahjong.hand.hands import DEALER, NO_SEAT, PASSED, RIICHI_WALL, SEASONS, Hands, is_furiten
from calc.mahjong.hand.kinds import Bools, Ints
from calc.mahjong.read.win_records import ReadWin, read_tiles
from calc.mahjong.records.types import ROUND_NUMBER, Win
from calc.mahjong.rules.ruleset import MahjongRules, lexicon_of
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import Declared, Discards, Fact, State, walk_words
from calc.mahjong.value.liability import trace
from calc.mahjong.value.payments import Payments, base_points, points_said
from calc.mahjong.value.valuing import Values
from calc.mahjong.value.worth import note_option, other_answers, told_points
from calc.notation.melds import print_meld
from calc.notation.tiles import parse_tiles, text_of
from calc.outcomes import Note
from calc.translation import Phrases, joined, say

_DECLARATIONS = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
#: The fact that the winning tile was mixed into the hand. Readings depend on it, not yaku.
_MERGED = "win_merged"
_TEXTS = Phrases(
    "explain",
    {
        "yaku": "{name} ({id})",
        "closed.tsumo": "closed by tsumo",
        "closed.ron": "closed by ron",
        "open.tsumo": "open by tsumo",
        "open.ron": "open by ron",
    },
)
#: Facts that no yaku has to ask for.
_NOT_FOR_YAKU = frozenset({_MERGED, SEASONS, PASSED, RIICHI_WALL, ROUND_NUMBER})


def write_notes(
    hands: Hands, values: Values, payments: Payments, wins: Sequence[Win], rules: MahjongRules, lang: str
) -> list[list[Note]]:
    """The notes on each hand: what is worth saying and changes no figure. ``wins``: the records of the hands.

    Few hands have any. Columns tell which, so that only those are looked at one by one.
    """
    best = values.best
    notes: list[list[Note]] = [[] for _ in wins]
    idle = np.flatnonzero(_have_idle(hands, values, rules))
    for row, note in _note_idle(idle, wins, values, rules, lang):
        notes[row].append(note)
    for row in np.flatnonzero(hands.fact(_MERGED)).tolist():
        text = say(lang, "the winning tile was mixed into the hand, so nothing that depends on the wait counts")
        notes[row].append(Note(_MERGED, say(lang, "{merged}: {told}", merged=_MERGED, told=text)))
    limited = np.flatnonzero((values.limits[best] > 0) | (values.level[best] >= 0))
    names = (_list_found(values.present, best[limited]), _list_found(values.counted, best[limited]))
    for row, present, counted in zip(limited.tolist(), *names, strict=True):
        notes[row] += _note_passed_over(present, counted, values, row, rules, lang)
    for yaku in _find_discard_yaku(rules):
        # It would have replaced one that counts.
        for row in np.flatnonzero(~hands.discards_known & _counts_any(yaku.suppresses, values)).tolist():
            title = title_of_yaku(yaku, lang)
            text = say(lang, "{title} asks for the discards, which are not given", title=title)
            notes[row].append(Note("discards_unknown", text))
    is_declared = np.array([bool(win.liable) for win in wins], dtype=np.bool_)
    liable = np.flatnonzero(payments.liability.any | is_declared)
    for row, counted in zip(liable.tolist(), _list_found(values.counted, best[liable]), strict=True):
        notes[row] += _note_pao(hands, payments, row, counted, read_tiles(wins[row], rules), rules, lang)
    if rules.winning.furiten == "note":
        for row in np.flatnonzero(is_furiten(hands, rules.waiting_shapes)).tolist():
            text = say(
                lang,
                "furiten: the winner let a winning tile pass"
                if wins[row].facts.get(PASSED)
                else "furiten: the winner's own discards hold a tile that finishes this hand",
            )
            notes[row].append(Note("furiten", text))
    for row, note in (*_note_indicators(hands, wins, rules, lang), *_note_options(hands, values, wins, rules, lang)):
        notes[row].append(note)
    return notes


def _note_indicators(hands: Hands, wins: Sequence[Win], rules: MahjongRules, lang: str) -> Iterator[tuple[int, Note]]:
    """More indicators than the hand alone turned; each note with its row."""
    more = hands.dora_count - count_turned(hands, rules, at_least=False)
    for row in np.flatnonzero(more > 0).tolist():
        text = say(
            lang,
            "{tiles}: {count} dora indicators, {more} more than this hand turned, which only quads of others can turn",
            tiles=" ".join(map(text_of, parse_tiles(wins[row].dora))),
            count=int(hands.dora_count[row]),
            more=int(more[row]),
        )
        yield row, Note("indicators", text)


def _note_options(
    hands: Hands, values: Values, wins: Sequence[Win], rules: MahjongRules, lang: str
) -> Iterator[tuple[int, Note]]:
    """What hands pay where an option about points is answered otherwise, by their best reading then; with rows."""
    counts = values.winnable & (values.limits == 0) & (values.level < 0)
    here = values.base[values.best]
    told: set[tuple[int, int]] = set()
    for option, other in other_answers(rules).items():
        base = np.where(counts, base_points(values.han, values.fu, other.points), values.base)
        if not (counts & (base != values.base)).any():
            continue
        best = np.zeros(values.readings.hand.max() + 1, dtype=np.int64)
        np.maximum.at(best, values.readings.hand, np.where(values.winnable, base, 0))
        there = best[values.readings.hand[values.best]]
        for row in np.flatnonzero(there != here).tolist():
            if (row, there[row]) not in told:
                told.add((row, int(there[row])))
                pays = points_said(int(there[row]), other, by=wins[row].by, is_dealer=bool(hands.seat[row] == DEALER))
                yield row, note_option(option, told_points(pays, lang), rules, lang)


def _counts_any(names: Collection[str], values: Values) -> Bools:
    """(n,) whether one of these yaku counts for a hand."""
    found = np.zeros(len(values.best), dtype=np.bool_)
    for name in values.counted.keys() & set(names):
        found |= values.counted[name][values.best]
    return found


def _have_idle(hands: Hands, values: Values, rules: MahjongRules) -> Bools:
    """(n,) whether something is declared of a hand, or a fact is stated, and no yaku that asks for it counts."""
    columns = {key: getattr(hands, key) for key in _DECLARATIONS}
    columns |= {name: column for name, column in hands.facts.items() if name not in _NOT_FOR_YAKU}
    found = np.zeros(len(hands), dtype=np.bool_)
    for key, column in columns.items():
        found |= (column != 0) & ~_counts_any(_find_askers(rules).get(key, []), values)
    return found


def _note_idle(
    idle: Ints, wins: Sequence[Win], values: Values, rules: MahjongRules, lang: str
) -> Iterator[tuple[int, Note]]:
    """What is declared in the rows ``idle`` and gives nothing; each note with its row."""
    best = values.best[idle]
    names = (_list_found(values.present, best), _list_found(values.counted, best))
    for place, (row, present, counted) in enumerate(zip(idle.tolist(), *names, strict=True)):
        for key in _list_declared(wins[row]):
            askers = [rules.yaku[name] for name in _find_askers(rules).get(key, [])]
            if any(yaku.id in counted for yaku in askers):
                continue
            held = [yaku for yaku in askers if yaku.id in present]
            if held:
                reason = _explain_replaced(held, present, int(values.base[best[place]]), rules, lang)
            else:
                state = values.asked.take(best[[place]])
                nobody = say(lang, "no yaku of {id} asks for it", id=rules.id)
                reason = say(lang, "; ").join(why_not(yaku, state, rules, lang) for yaku in askers) or nobody
            if reason:
                yield row, Note("gave_nothing", say(lang, "{key} gives nothing here: {reason}", key=key, reason=reason))


def _list_found(found: Mapping[str, Bools], readings: Ints) -> list[list[str]]:
    """The yaku of each of some readings."""
    names: list[list[str]] = [[] for _ in readings]
    for name, holds in found.items():
        for place in np.flatnonzero(holds[readings]).tolist():
            names[place].append(name)
    return names


def _list_declared(win: Win) -> list[str]:
    """The declarations and facts of a record that a yaku can ask for."""
    facts = [name for name, value in win.facts.items() if value and name not in _NOT_FOR_YAKU]
    return [*(key for key in _DECLARATIONS if getattr(win, key)), *facts]


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


def _explain_replaced(held: Sequence[Yaku], present: Collection[str], base: int, rules: MahjongRules, lang: str) -> str:
    """Why none of the yaku ``held`` counts; empty where a yakuman leaves all of them out."""
    for yaku in held:
        over = next(
            (other for other in rules.yaku.values() if yaku.id in other.suppresses and other.id in present), None
        )
        title = title_of_yaku(yaku, lang)
        if over is not None:
            stands = title_of_yaku(over, lang)
            return say(lang, "{stands} stands in place of {title}", stands=stands, title=title)
        if yaku.value.level is not None:
            fixed = rules.points.levels[yaku.value.level].base
            return say(
                lang,
                "the hand is worth more on its own than {title}: {base} base points, not {fixed}",
                title=title,
                base=base,
                fixed=fixed,
            )
    return ""


def _note_passed_over(
    present: Collection[str], counted: Collection[str], values: Values, row: int, rules: MahjongRules, lang: str
) -> Iterator[Note]:
    """What a yakuman, or a hand paid at a fixed level, does not count."""
    replaced = {other for name in present for other in rules.yaku[name].suppresses}
    dropped = {name for name in present if name not in counted and name not in replaced}
    passed = [yaku.name.text(lang) for yaku in rules.yaku.values() if yaku.id in dropped and yaku.value.han is not None]
    tiles = int(values.dora.tiles[row])
    if tiles:
        passed.append(say(lang, "{tiles} dora", tiles=tiles))
    if passed:
        text = say(
            lang,
            "a limit hand counts no ordinary yaku, dora or fu; passed over: {passed}"
            if values.limits[values.best[row]]
            else "a hand paid at a fixed level counts no ordinary yaku, dora or fu; passed over: {passed}",
            passed=say(lang, ", ").join(passed),
        )
        yield Note("not_counted", text)


@lru_cache(maxsize=128)
def _find_discard_yaku(rules: MahjongRules) -> list[Yaku]:
    return [yaku for yaku in rules.yaku.values() if any(isinstance(word, Discards) for word in walk_words(yaku.when))]


def _note_pao(
    hands: Hands,
    payments: Payments,
    row: int,
    counted: Collection[str],
    read: ReadWin,
    rules: MahjongRules,
    lang: str,
) -> Iterator[Note]:
    for item in read.liable:
        title = title_of_yaku(rules.yaku[item.for_], lang)
        if item.for_ not in rules.liability.for_:
            text = say(
                lang,
                "liable gives nothing here: {id} knows no responsibility for {title}",
                id=rules.id,
                title=title,
            )
            yield Note("not_liable", text)
        elif item.for_ not in counted and not (rules.liability.needs[item.for_].replacement and hands.rinshan[row]):
            yield Note("not_liable", say(lang, "liable gives nothing here: the hand is no {title}", title=title))
    seats = [seat for seat in payments.liability.seat[:, row].tolist() if seat != NO_SEAT]
    if seats == [hands.discarder[row]]:
        text = say(
            lang,
            "liable changes nothing here: {seat} discarded the winning tile and pays all of it anyway",
            seat=rules.seats[seats[0]],
        )
        yield Note("liable_discarder", text)
    named = {item.for_ for item in read.liable}
    for place, seat in zip(payments.liability.limit[:, row], payments.liability.seat[:, row], strict=True):
        yaku = list(rules.yaku.values())[place]
        if seat != NO_SEAT and yaku.id not in named:
            last = trace(yaku.id, read.melds, rules).last
            assert last is not None
            text = say(
                lang,
                "{who} is responsible for {title}: {meld} is the last of its melds, which stand in the order in which "
                "they were called",
                who=rules.seats[seat],
                title=title_of_yaku(yaku, lang),
                meld=print_meld(last),
            )
            yield Note("liable", text)


# ---- yaku that do not apply


def why_not(yaku: Yaku, state: State, rules: MahjongRules, lang: str = "en") -> str:
    """Why a yaku does not apply to the only reading of a state, empty where it does: ``Pinfu (pinfu) asks for: open
    wait (here: pair wait, tanki)``. Parts of its condition that are true are left out.
    """
    lexicon = lexicon_of(rules, lang)
    mark = lexicon.NOT_DECLARED
    failing = yaku.when.failing(state, lexicon)
    undeclared = [phrase.removeprefix(mark) for phrase in failing if phrase.startswith(mark)]
    asked = [phrase for phrase in failing if not phrase.startswith(mark)]
    reasons = _explain_no_value(yaku, *_how_won(state), lang)
    if undeclared:
        reasons.append(mark + say(lang, ", ").join(undeclared))
    if asked:
        reasons.append(say(lang, "asks for: ") + lexicon.together(asked))
    if not reasons:
        return ""
    return say(
        lang,
        "{title}: {reasons}" if reasons[0].startswith(mark) else "{title} {reasons}",
        title=title_of_yaku(yaku, lang),
        reasons=joined(reasons, "reasons", lang),
    )


def title_of_yaku(yaku: Yaku, lang: str) -> str:
    """``Pinfu (pinfu)``, ``平和``."""
    return _TEXTS.text("yaku", lang).format(name=yaku.name.text(lang), id=yaku.id)


def _how_won(state: State) -> tuple[bool, bool]:
    """Whether the hand is open, and whether it was won by tsumo."""
    return bool(state.readings.of["is_open"][0]), bool(state.readings.of["tsumo"][0])


def _spell_way(is_open: bool, tsumo: bool, lang: str) -> str:
    """``open by ron``, ``副露のロン``."""
    return _TEXTS.text(f"{'open' if is_open else 'closed'}.{'tsumo' if tsumo else 'ron'}", lang)


def _explain_no_value(yaku: Yaku, is_open: bool, tsumo: bool, lang: str) -> list[str]:
    """Why a yaku has no value for a hand won in this way, if it has none."""
    if yaku.value.han is None:
        return []
    ways = [way for way, han in yaku.value.by_way.items() if han is not None]
    if (is_open, tsumo) in ways:
        return []
    if all(way[0] is not is_open for way in ways) and (not is_open, tsumo) in ways:
        told = say(
            lang,
            "is a yaku of closed hands, and a meld is open" if is_open else "is a yaku of open hands, and none is",
        )
        return [told]
    if all(way[1] is not tsumo for way in ways) and (is_open, not tsumo) in ways:
        told = say(
            lang, "counts by ron only, and this is a tsumo" if tsumo else "counts by tsumo only, and this is a ron"
        )
        return [told]
    if not ways:
        return [say(lang, "counts for no hand")]
    told = joined((_spell_way(*way, lang) for way in ways), "ways", lang)
    here = _spell_way(is_open, tsumo, lang)
    return [say(lang, "counts for hands that are {told}, and this one is {here}", told=told, here=here)]


def why_lowered(yaku: Yaku, state: State, rules: MahjongRules, lang: str = "en") -> str:
    """Why a yaku of the only reading of a state has fewer han than it can have: ``3 less 2: open hand, won by ron``.

    Empty where it has all of them.
    """
    is_open, tsumo = _how_won(state)
    han_of = {way: han or 0 for way, han in yaku.value.by_way.items()}
    most, here = max(han_of.values()), han_of[is_open, tsumo]
    is_void = here > 0 and yaku.id in state.no_han and bool(state.no_han[yaku.id][0])
    han = 0 if is_void else here
    if han >= most:
        return ""
    hand = say(lang, "open hand" if is_open else "closed hand")
    won = say(lang, "won by tsumo" if tsumo else "won by ron")
    others = ((hand, han_of[not is_open, tsumo]), (won, han_of[is_open, not tsumo]))
    causes = [cause for cause, other in others if other > here]
    if here < most and not causes:
        causes = [hand, won]
    if is_void and yaku.no_han_when is not None:
        causes.append(lexicon_of(rules, lang).phrase(yaku.no_han_when))
    told = say(lang, ", ").join(causes)
    return say(lang, "{most} less {most2}: {told}", most=most, most2=most - han, told=told)
