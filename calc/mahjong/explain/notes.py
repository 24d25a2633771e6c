"""What counts nothing, and why: notes on a settled win, and yaku that do not apply or have fewer han."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from calc.mahjong.check.faults import is_passed_by
from calc.mahjong.hand.hand import DEALER, MERGED, PASSED, RIICHI_WALL, SEASONS, Hand
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import ROUND_NUMBER, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import Declared, Discards, Fact, State, walk_words
from calc.mahjong.value.liability import trace
from calc.mahjong.value.payments import Payments, base_points, points_said
from calc.mahjong.value.valuing import Valued, best_of, value_hand
from calc.mahjong.value.worth import answered, note_option, other_answers, told_points
from calc.notation.melds import print_meld
from calc.notation.tiles import text_of
from calc.outcomes import Note
from calc.translation import Phrases, joined, say

_DECLARATIONS = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
_TEXTS = Phrases("explain")
#: Facts that no yaku has to ask for.
_NOT_FOR_YAKU = frozenset({MERGED, SEASONS, PASSED, RIICHI_WALL, ROUND_NUMBER})


def write_notes(read: ReadWin, hand: Hand, best: Valued, payments: Payments, rules: MahjongRules) -> list[Note]:
    """The notes on a win: what is worth saying and changes no figure."""
    record, counted = read.record, best.tally.counted
    notes = [*_note_idle(record, best, rules)]
    if hand.fact(MERGED):
        text = say("the winning tile was mixed into the hand, so nothing that depends on the wait counts")
        notes.append(Note(MERGED, say("{merged}: {told}", merged=MERGED, told=text)))
    if not best.tally.figures.is_counted:
        notes += _note_passed_over(best, hand, rules)
    for yaku in _find_discard_yaku(rules):
        # It would have replaced one that counts.
        if not hand.discards_known and not set(yaku.suppresses).isdisjoint(counted):
            title = title_of_yaku(yaku)
            text = say("{title} asks for the discards, which are not given", title=title)
            notes.append(Note("discards_unknown", text))
    if payments.liable or read.liable:
        notes += _note_pao(read, hand, payments, counted, rules)
    if rules.winning.furiten == "note" and is_passed_by(hand, rules):
        text = say(
            "furiten: the winner let a winning tile pass"
            if record.facts.get(PASSED)
            else "furiten: the winner's own discards hold a tile that finishes this hand"
        )
        notes.append(Note("furiten", text))
    return [*notes, *_note_indicators(read, hand, rules), *_note_options(read, hand, best, rules)]


def _note_indicators(read: ReadWin, hand: Hand, rules: MahjongRules) -> Iterator[Note]:
    """More indicators than the hand alone turned."""
    north = rules.dora.north
    turned = min(1 + hand.quads, rules.dora.indicators)
    turned += north is not None and north.fourth_indicator and hand.north == rules.tiles.copies
    if len(read.dora) > turned:
        text = say(
            "{tiles}: {count} dora indicators, {more} more than this hand turned, which only quads of others can turn",
            tiles=" ".join(map(text_of, read.dora)),
            count=len(read.dora),
            more=len(read.dora) - turned,
        )
        yield Note("indicators", text)


def _note_options(read: ReadWin, hand: Hand, best: Valued, rules: MahjongRules) -> Iterator[Note]:
    """What the hand pays where an option about points is answered otherwise, by its best reading then."""
    figures, told = best.tally.figures, {best.tally.figures.base}
    for option, points in other_answers(rules).items() if figures.is_counted else ():
        if base_points(figures.han, figures.fu, points) in told:
            continue
        other = answered(rules, *option)
        there = best_of(value_hand(hand, other))
        if there is not None and there.tally.figures.base not in told:
            base = there.tally.figures.base
            told.add(base)
            said = points_said(base, other, by=read.record.by, is_dealer=read.record.seat == rules.seats[DEALER])
            yield note_option(option, told_points(said), rules)


def _note_idle(record: Win, best: Valued, rules: MahjongRules) -> Iterator[Note]:
    """What is declared and gives nothing."""
    for key in _list_declared(record):
        askers = [rules.yaku[name] for name in _find_askers(rules).get(key, [])]
        if any(yaku.id in best.tally.counted for yaku in askers):
            continue
        held = [yaku for yaku in askers if best.has(yaku.id, rules)]
        if held:
            reason = _explain_replaced(held, best, rules)
        else:
            nobody = say("no yaku of {id} asks for it", id=rules.id)
            state = best.state(rules)
            reason = say("; ").join(why_not(yaku, state, rules) for yaku in askers) or nobody
        if reason:
            yield Note("gave_nothing", say("{key} gives nothing here: {reason}", key=key, reason=reason))


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


def replaced_by(yaku: Yaku, best: Valued, rules: MahjongRules) -> Yaku | None:
    """The yaku of a hand that stands in place of another one."""
    replacing = (other for other in rules.yaku.values() if yaku.id in other.suppresses and best.has(other.id, rules))
    return next(replacing, None)


def _explain_replaced(held: Sequence[Yaku], best: Valued, rules: MahjongRules) -> str:
    """Why none of the yaku ``held`` counts; empty where a yakuman leaves all of them out."""
    for yaku in held:
        over = replaced_by(yaku, best, rules)
        title = title_of_yaku(yaku)
        if over is not None:
            stands = title_of_yaku(over)
            return say("{stands} stands in place of {title}", stands=stands, title=title)
        if yaku.value.level is not None:
            fixed = rules.points.levels[yaku.value.level].base
            return say(
                "the hand is worth more on its own than {title}: {base} base points, not {fixed}",
                title=title,
                base=best.tally.figures.base,
                fixed=fixed,
            )
    return ""


def _note_passed_over(best: Valued, hand: Hand, rules: MahjongRules) -> Iterator[Note]:
    """What a yakuman, or a hand paid at a fixed level, does not count."""
    present = [yaku for yaku in rules.yaku.values() if best.has(yaku.id, rules)]
    out = {*best.tally.counted, *(other for yaku in present for other in yaku.suppresses)}
    passed = [yaku.name.text() for yaku in present if yaku.id not in out and yaku.value.han is not None]
    tiles = hand.bonus["all"]
    if tiles:
        passed.append(say("{tiles} dora", tiles=tiles))
    if passed:
        text = say(
            "a limit hand counts no ordinary yaku, dora or fu; passed over: {passed}"
            if best.tally.figures.limits
            else "a hand paid at a fixed level counts no ordinary yaku, dora or fu; passed over: {passed}",
            passed=say(", ").join(passed),
        )
        yield Note("not_counted", text)


@lru_cache(maxsize=128)
def _find_discard_yaku(rules: MahjongRules) -> list[Yaku]:
    return [yaku for yaku in rules.yaku.values() if any(isinstance(word, Discards) for word in walk_words(yaku.when))]


def _note_pao(
    read: ReadWin, hand: Hand, payments: Payments, counted: Collection[str], rules: MahjongRules
) -> Iterator[Note]:
    for item in read.liable:
        title = title_of_yaku(rules.yaku[item.for_])
        if item.for_ not in rules.liability.for_:
            text = say("liable gives nothing here: {id} knows no responsibility for {title}", id=rules.id, title=title)
            yield Note("not_liable", text)
        elif item.for_ not in counted and not (rules.liability.needs[item.for_].replacement and hand.rinshan):
            yield Note("not_liable", say("liable gives nothing here: the hand is no {title}", title=title))
    if [*payments.liable.values()] == [hand.discarder]:
        text = say(
            "liable changes nothing here: {seat} discarded the winning tile and pays all of it anyway",
            seat=rules.seats[hand.discarder],
        )
        yield Note("liable_discarder", text)
    named = {item.for_ for item in read.liable}
    for limit, seat in payments.liable.items():
        if limit not in named:
            last = trace(limit, read.melds, rules).last
            assert last is not None
            text = say(
                "{who} is responsible for {title}: {meld} is the last of its melds, which stand in the order in which "
                "they were called",
                who=rules.seats[seat],
                title=title_of_yaku(rules.yaku[limit]),
                meld=print_meld(last),
            )
            yield Note("liable", text)


# ---- yaku that do not apply


def why_not(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """Why a yaku does not apply to the only reading of a state, empty where it does: ``Pinfu (pinfu) asks for: open
    wait (here: pair wait, tanki)``. Parts of its condition that are true are left out.
    """
    lexicon = rules.lexicon
    mark = lexicon.write("not_declared")
    failing = yaku.when.failing(state, lexicon)
    undeclared = [phrase.removeprefix(mark) for phrase in failing if phrase.startswith(mark)]
    asked = [phrase for phrase in failing if not phrase.startswith(mark)]
    reasons = _explain_no_value(yaku, *_how_won(state))
    if undeclared:
        reasons.append(mark + say(", ").join(undeclared))
    if asked:
        reasons.append(say("asks for: ") + lexicon.join("all", asked))
    if not reasons:
        return ""
    return say(
        "{title}: {reasons}" if reasons[0].startswith(mark) else "{title} {reasons}",
        title=title_of_yaku(yaku),
        reasons=joined(reasons, "reasons"),
    )


def title_of_yaku(yaku: Yaku) -> str:
    """``Pinfu (pinfu)``, ``平和``."""
    return _TEXTS.text("yaku").format(name=yaku.name.text(), id=yaku.id)


def _how_won(state: State) -> tuple[bool, bool]:
    """Whether the hand is open, and whether it was won by tsumo."""
    return state.reading.hand.is_open, state.reading.hand.tsumo


def _spell_way(is_open: bool, tsumo: bool) -> str:
    """``open by ron``, ``副露のロン``."""
    return _TEXTS.text(f"{'open' if is_open else 'closed'}.{'tsumo' if tsumo else 'ron'}")


def _explain_no_value(yaku: Yaku, is_open: bool, tsumo: bool) -> list[str]:
    """Why a yaku has no value for a hand won in this way, if it has none."""
    if yaku.value.han is None:
        return []
    ways = [way for way, han in yaku.value.by_way.items() if han is not None]
    if (is_open, tsumo) in ways:
        return []
    if all(way[0] is not is_open for way in ways) and (not is_open, tsumo) in ways:
        told = say(
            "is a yaku of closed hands, and a meld is open" if is_open else "is a yaku of open hands, and none is"
        )
        return [told]
    if all(way[1] is not tsumo for way in ways) and (is_open, not tsumo) in ways:
        told = say("counts by ron only, and this is a tsumo" if tsumo else "counts by tsumo only, and this is a ron")
        return [told]
    if not ways:
        return [say("counts for no hand")]
    told = joined((_spell_way(*way) for way in ways), "ways")
    here = _spell_way(is_open, tsumo)
    return [say("counts for hands that are {told}, and this one is {here}", told=told, here=here)]


def why_lowered(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """Why a yaku of the only reading of a state has fewer han than it can have: ``3 less 2: open hand, won by ron``.

    Empty where it has all of them.
    """
    is_open, tsumo = _how_won(state)
    han_of = {way: han or 0 for way, han in yaku.value.by_way.items()}
    most, here = max(han_of.values()), han_of[is_open, tsumo]
    is_void = here > 0 and state.no_han >> rules.program.places[yaku.id] & 1
    han = 0 if is_void else here
    if han >= most:
        return ""
    hand = say("open hand" if is_open else "closed hand")
    won = say("won by tsumo" if tsumo else "won by ron")
    others = ((hand, han_of[not is_open, tsumo]), (won, han_of[is_open, not tsumo]))
    causes = [cause for cause, other in others if other > here]
    if here < most and not causes:
        causes = [hand, won]
    if is_void and yaku.no_han_when is not None:
        causes.append(yaku.no_han_when.phrase(rules.lexicon))
    told = say(", ").join(causes)
    return say("{most} less {most2}: {told}", most=most, most2=most - han, told=told)
