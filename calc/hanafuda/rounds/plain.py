"""Write the results of plain rounds from what the steps did at a table like theirs, without laying a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from calc.errors import refuse_first
from calc.hanafuda.read.record import Hands, faults_of_calls
from calc.hanafuda.read.seats import Seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PileYaku
from calc.hanafuda.rounds.recalled import recall
from calc.hanafuda.rounds.settling import note_piles
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.value.yaku import Counted, Found, card_points
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import EncodedResult
from calc.translation import language


def count_plain(
    record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands
) -> list[list[Counted]] | None:
    """The yaku of each pile of a plain round, in parts; none for a round that cannot be written without a table."""
    piles, month, count, search = hands.captured, record.month, len(seating.everyone), rules.in_piles
    is_plain = rules.recalls_piles and seating.is_plain and hands.only_piles
    if not is_plain or piles is None or (month is None and rules.asks_month):
        return None
    return [search.counted(cards, month, count, seat) for seat, cards in enumerate(piles.values())]


def write_plain(
    record: HanafudaRound,
    rules: HanafudaRules,
    names: Sequence[str],
    piles: Mapping[str, CardSet],
    counted: Sequence[Sequence[Counted]],
    *,
    encoded: bool,
) -> HanafudaResult | EncodedResult | None:
    """The result of a plain round like one that was settled before, its claim left out; none for any other.

    ``encoded``: as JSON.
    """
    worths, stake = rules.points, rules.stake
    points = tuple([card_points(cards, worths) for cards in piles.values()]) if worths is not None else ()
    calls = record.calls or record.koikoi
    if calls:
        calls = {name: times for name, times in calls.items() if times}
    stopper = None if record.stopped_by is None else names.index(record.stopped_by)
    if rules.has_stops:
        holders = [seat for seat, parts in enumerate(counted) if True in [one.stops for one in parts]]
        stopper = holders[0] if stopper is None and len(holders) == 1 else stopper
        if stopper not in holders and (holders or stopper is not None):
            return None
    dealer = record.dealer or (names[0] if rules.table.first == "dealer" else None)
    # As likeness() has it of a table.
    alike = (
        *[sum([one.worth for one in parts]) if parts else None for parts in counted],
        points,
        tuple([calls.get(name, 0) for name in names]) if calls else None,
        stopper,
        None if dealer is None else names.index(dealer),
        None if stake is None else (stake.chips,) * len(names),
        0,
    )
    done = recall(alike, names, rules)
    if done is None or (stopper is None and rules.asks_who_stopped and not done.counts_yaku and any(counted)):
        return None  # who holds yaku and could have stopped is told so by name
    if calls:
        refuse_first(faults_of_calls(calls, record, piles, rules))
    notes = [*done.notes, *note_piles(piles, rules, is_stopped=stopper is not None)]
    own, of_cards = record.id, points or (None,) * len(names)
    if not encoded:
        lines = [[line for part in parts for line in _made_of(part)[0]] for parts in counted]
        return done.write(own, names, lines, of_cards, notes, rules)
    given = [str(own) if type(own) is int else msgspec.json.encode(own).decode(), *_spelled((*names,))]
    for parts in counted:
        given.append(f"[{','.join([_made_of(part)[1] for part in parts])}]" if parts else "[]")
    given.append(msgspec.json.encode(notes).decode() if notes else "[]")
    return EncodedResult(done.spell(given, of_cards, rules), own, rules.label)


@lru_cache(maxsize=4096)
def _spelled(names: tuple[str, ...]) -> list[str]:
    """Names as JSON."""
    return [msgspec.json.encode(name).decode() for name in names]


def _made_of(counted: Counted) -> tuple[list[PileYaku], str]:
    """Yaku as lines of a result, and these as JSON, without brackets."""
    made: tuple[list[PileYaku], str] | None = counted.made.get(language())
    if made is None:
        lines = yaku_lines(counted.found)
        made = counted.made[language()] = lines, msgspec.json.encode(lines)[1:-1].decode()
    return made


def yaku_lines(found: Iterable[Found]) -> list[PileYaku]:
    """Yaku as lines of a result."""
    return [_line(one.yaku, one.value, one.cards, language()) for one in found]


@lru_cache(maxsize=8192)
def _line(yaku: Yaku, value: Amount, cards: CardSet, lang: str) -> PileYaku:
    return PileYaku(yaku.id, yaku.name.text(lang), value, print_set(cards, load_deck()))
