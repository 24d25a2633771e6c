"""What counts nothing, and why: notes on a settled win, and yaku that do not apply or have fewer han."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from calc.layout.words import word as in_words
from calc.mahjong.check.faults import is_passed_by
from calc.mahjong.hand.hand import DEALER, MERGED, NORTH_RON, PASSED, RIICHI_WALL, SEASONS, WAREME, Hand
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import ROUND_NUMBER, TOLD, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import Yaku
from calc.mahjong.rules.words import Declared, Discards, Fact, State, walk_words
from calc.mahjong.rules.words.base import Word, join, write
from calc.mahjong.value import liability, valuing, worth
from calc.mahjong.value.payments import Payments, points_said
from calc.notation.melds import print_meld
from calc.notation.tiles import text_of
from calc.outcomes import Note, remark
from calc.translation import Phrases, joined, say, translated

_DECLARATIONS: Final = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
_WORDS: Final = Phrases("explain")
#: Facts that no yaku has to ask for.
_NOT_FOR_YAKU: Final = frozenset(
    {MERGED, SEASONS, PASSED, RIICHI_WALL, ROUND_NUMBER, WAREME, NORTH_RON, *TOLD.values()}
)


def write_notes(read: ReadWin, hand: Hand, best: valuing.Valued, payments: Payments, rules: MahjongRules) -> list[Note]:
    """The notes on a win: what is worth saying and changes no figure."""
    record, counted = read.record, best.tally.counted
    notes = [*_note_idle(record, best, rules)]
    if hand.fact(MERGED):
        notes.append(remark(MERGED))
    if not best.tally.figures.is_counted:
        # What a yakuman, or a hand paid at a fixed level, does not count.
        present = [yaku for yaku in rules.yaku.values() if best.has(yaku.id, rules)]
        out = {*counted, *(other for yaku in present for other in yaku.suppresses)}
        passed = [yaku.name.text() for yaku in present if yaku.id not in out and yaku.value.han is not None]
        if tiles := hand.bonus["all"]:
            passed.append(say("{tiles} dora", tiles=tiles))
        name = "not_counted.limit" if best.tally.figures.limits else "not_counted"
        notes += [remark(name, passed=say(", ").join(passed))] if passed else []
    for yaku in () if hand.discards_known else _find_discard_yaku(rules):
        if not set(yaku.suppresses).isdisjoint(counted):  # it would have replaced one that counts
            notes.append(remark("discards_unknown", title=title_of_yaku(yaku)))
    notes += note_wareme(rules) if hand.fact(WAREME) else []
    if payments.liable or read.liable:
        notes += _note_pao(read, hand, payments, counted, rules)
    if rules.winning.furiten == "note" and is_passed_by(hand, rules):
        notes.append(remark("furiten.passed" if record.facts.get(PASSED) else "furiten"))
    # More indicators than the hand alone turned.
    north = rules.dora.north
    turned = min(1 + hand.quads, rules.dora.indicators)
    turned += north is not None and north.fourth_indicator and hand.north == rules.tiles.copies
    if (count := len(read.dora)) > turned:
        shown = " ".join(map(text_of, read.dora))
        notes.append(remark("indicators", tiles=shown, count=count, more=count - turned))
    return [*notes, *_note_options(read, hand, best, rules)]


def note_wareme(rules: MahjongRules) -> list[Note]:
    """Says that it does not count who broke the wall, where it does not."""
    hint = translated(rules.hint_options("points.wareme"))
    return [remark(WAREME, hint=hint)] if rules.points.wareme == "none" else []


def _note_options(read: ReadWin, hand: Hand, best: valuing.Valued, rules: MahjongRules) -> Iterator[Note]:
    """What the hand pays where an option about points is answered otherwise, by its best reading then."""
    figures, told = best.tally.figures, {best.tally.figures.base}
    for option, otherwise in worth.deciding(rules, figures.han, figures.fu) if figures.is_counted else ():
        if otherwise in told:
            continue
        other = worth.answered(rules, *option)
        there = valuing.best_of(valuing.value_hand(hand, other)) if other is not None else None
        if other is not None and there is not None and there.tally.figures.base not in told:
            base = there.tally.figures.base
            told.add(base)
            said = points_said(base, other, by=read.record.by, is_dealer=read.record.seat == rules.seats[DEALER])
            yield worth.note_option(option, worth.told_points(said), rules)


def _note_idle(record: Win, best: valuing.Valued, rules: MahjongRules) -> Iterator[Note]:
    """What is declared, or a fact that a yaku can ask for, and gives nothing."""
    facts = [name for name, value in record.facts.items() if value and name not in (*_NOT_FOR_YAKU, *rules.faults)]
    for key in (*(key for key in _DECLARATIONS if getattr(record, key)), *facts):
        askers = [rules.yaku[name] for name in _find_askers(rules).get(key, [])]
        if any(yaku.id in best.tally.counted for yaku in askers):
            continue
        held = [yaku for yaku in askers if best.has(yaku.id, rules)]
        if held:
            reason = _explain_replaced(held, best, rules)
        else:
            state = best.state(rules)
            reason = say("; ").join(why_not(yaku, state, rules) for yaku in askers)
            reason = reason or say("no yaku of {id} asks for it", id=rules.id)
        if reason:
            yield remark("gave_nothing", key=key, reason=reason)


@lru_cache(maxsize=128)
def _find_askers(rules: MahjongRules) -> dict[str, list[str]]:
    """For each declaration and fact, the yaku that ask for it."""
    askers: dict[str, list[str]] = {}
    for name, yaku in rules.yaku.items():
        keys: set[str] = set()
        for word in walk_words(yaku.when):
            if isinstance(word, Declared):
                keys |= {key for key, values in word.asked().items() if values != [False]}
            elif isinstance(word, Fact):
                keys |= word.facts.keys()
        for key in keys:
            askers.setdefault(key, []).append(name)
    return askers


def replaced_by(yaku: Yaku, best: valuing.Valued, rules: MahjongRules) -> Yaku | None:
    """The yaku of a hand that stands in place of another one."""
    replacing = (other for other in rules.yaku.values() if yaku.id in other.suppresses and best.has(other.id, rules))
    return next(replacing, None)


def _explain_replaced(held: Sequence[Yaku], best: valuing.Valued, rules: MahjongRules) -> str:
    """Why none of the yaku ``held`` counts; empty where a yakuman leaves all of them out."""
    for yaku in held:
        over, title = replaced_by(yaku, best, rules), title_of_yaku(yaku)
        if over is not None:
            return say("{stands} stands in place of {title}", stands=title_of_yaku(over), title=title)
        if yaku.value.level is not None:
            text = "the hand is worth more on its own than {title}: {base} base points, not {fixed}"
            fixed = rules.points.levels[yaku.value.level].base
            return say(text, title=title, base=best.tally.figures.base, fixed=fixed)
    return ""


@lru_cache(maxsize=128)
def _find_discard_yaku(rules: MahjongRules) -> list[Yaku]:
    return [yaku for yaku in rules.yaku.values() if any(isinstance(word, Discards) for word in walk_words(yaku.when))]


def _note_pao(
    read: ReadWin, hand: Hand, payments: Payments, counted: Collection[str], rules: MahjongRules
) -> Iterator[Note]:
    for item in read.liable:
        title = title_of_yaku(rules.yaku[item.for_])
        if item.for_ not in rules.liability.for_:
            yield remark("not_liable.rules", id=rules.id, title=title)
        elif item.for_ not in counted and not (rules.liability.needs[item.for_].replacement and hand.rinshan):
            yield remark("not_liable", title=title)
    if [*payments.liable.values()] == [hand.discarder]:
        yield remark("liable_discarder", seat=in_words(rules.seats[hand.discarder]))
    named = {item.for_ for item in read.liable}
    for limit, seat in payments.liable.items():
        if limit not in named:
            last, title = liability.trace(limit, read.melds, rules).last, title_of_yaku(rules.yaku[limit])
            assert last is not None
            yield remark("liable", who=in_words(rules.seats[seat]), title=title, meld=print_meld(last))


# ---- yaku that do not apply


#: What makes a word false of those that are, in a sentence; empty where others say it, ``None`` where the word does.
Cause = Callable[[Word, Sequence[Word]], str | None]


def why_not(yaku: Yaku, state: State, rules: MahjongRules, cause: Cause = lambda word, others: None) -> str:
    """Why a yaku does not apply to the only reading of a state, empty where it does: ``Pinfu asks for: open
    wait (here: pair wait, tanki)``. Parts of its condition that are true are left out.
    """
    lexicon = rules.lexicon
    mark = write("not_declared")
    words, failing = [*false_words(yaku.when, state)], list[str]()
    for word in words:
        there = cause(word, words)
        told = [write("here", phrase=word.phrase(lexicon), there=there)] if there else []
        failing += word.failing(state, lexicon) if there is None else told
    undeclared = [phrase.removeprefix(mark) for phrase in failing if phrase.startswith(mark)]
    asked = [phrase for phrase in failing if not phrase.startswith(mark)]
    no_value = _explain_no_value(yaku, state.reading.hand.is_open, state.reading.hand.tsumo)
    reasons = [no_value] if no_value else []
    if undeclared:
        reasons.append(mark + say(", ").join(undeclared))
    if asked:
        reasons.append(say("asks for: ") + join("all", asked))
    if not reasons:
        return ""
    return say(
        "{title}: {reasons}" if reasons[0].startswith(mark) else "{title} {reasons}",
        title=title_of_yaku(yaku),
        reasons=joined(reasons, "reasons"),
    )


def false_words(word: Word, state: State) -> Iterator[Word]:
    """The conditions that are false of those that all have to hold."""
    parts = word.parts()
    if parts != (word,):
        for part in parts:
            yield from false_words(part, state)
    elif not word.holds(state):
        yield word


def title_of_yaku(yaku: Yaku) -> str:
    """``Pinfu``, ``Haitei raoyue (haitei)`` where it is spelled otherwise, ``平和``."""
    name = yaku.name.text()
    return name if name.casefold() == yaku.id.replace("_", " ") else _WORDS.text("yaku").format(name=name, id=yaku.id)


def _explain_no_value(yaku: Yaku, is_open: bool, tsumo: bool) -> str:
    """Why a yaku has no value for a hand won in this way; empty where it has one."""
    ways = [way for way, han in yaku.value.by_way.items() if han is not None]
    if yaku.value.han is None or (is_open, tsumo) in ways:
        return ""
    if not ways:
        return say("counts for no hand")
    if (not is_open, tsumo) in ways and all(way[0] is not is_open for way in ways):
        return say(
            "is a yaku of closed hands, and a meld is open" if is_open else "is a yaku of open hands, and none is"
        )
    if (is_open, not tsumo) in ways and all(way[1] is not tsumo for way in ways):
        return say("counts by ron only, and this is a tsumo" if tsumo else "counts by tsumo only, and this is a ron")
    *others, here = (
        _WORDS.text(f"{'open' if way[0] else 'closed'}.{'tsumo' if way[1] else 'ron'}")
        for way in (*ways, (is_open, tsumo))
    )
    text = "counts for hands that are {told}, and this one is {here}"
    return say(text, told=joined(others, "ways"), here=here)


def why_lowered(yaku: Yaku, state: State, rules: MahjongRules) -> str:
    """Why a yaku of the only reading of a state has fewer han than it can have: ``3 less 2: open hand, won by ron``.

    Empty where it has all of them.
    """
    is_open, tsumo = state.reading.hand.is_open, state.reading.hand.tsumo
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
