"""Write the results of plain rounds from what the steps did at a table like theirs, without laying a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from calc.hanafuda.read.record import Hands, check_calls
from calc.hanafuda.read.seats import Seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PileYaku
from calc.hanafuda.rounds.recalled import Done
from calc.hanafuda.rounds.settling import note_piles
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.value.yaku import Counted, Found, card_points
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import EncodedResult


def write_plain(
    record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands, lang: str, *, encoded: bool
) -> HanafudaResult | EncodedResult | None:
    """The result of a round like one that was settled before; none for any other round. ``encoded``: as JSON."""
    piles, names = hands.captured, seating.everyone
    if (
        not rules.recalls_piles
        or not seating.is_plain
        or piles is None
        or hands.dealt
        or (record.month is None and rules.asks_month)
        or True in [hand.tells_worth for hand in record.players.values()]
    ):
        return None
    search, month, count = rules.in_piles, record.month, len(names)
    counted = [search.counted(cards, month, count, seat) for seat, cards in enumerate(piles.values())]
    stopper = None if record.stopped_by is None else names.index(record.stopped_by)
    if rules.has_stops:
        holders = [seat for seat, one in enumerate(counted) if one.stops]
        if stopper is None and len(holders) == 1:
            stopper = holders[0]
        if (holders and stopper is None) or (stopper is not None and stopper not in holders):
            return None
    worths = rules.points
    points = () if worths is None else tuple([card_points(cards, worths) for cards in piles.values()])
    dealer = record.dealer or (names[0] if rules.table.first == "dealer" else None)
    calls = {name: times for name, times in record.went_on.items() if times}
    # As likeness() has it of a table.
    alike = (
        *[one.values for one in counted],
        points,
        tuple([calls.get(name, 0) for name in names]) if calls else None,
        stopper,
        None if dealer is None else names.index(dealer),
        None if rules.stake is None else (rules.stake.chips,) * count,
        0,
    )
    done: Done | None = None if rules.recalled is None else rules.recalled.get(alike)
    noted = None if done is None else done.noted(tuple(names), lang)
    if done is None or noted is None:
        return None
    silent = [one.values and name not in calls for name, one in zip(names, counted, strict=True)]
    if any(silent) and stopper is None and rules.asks_who_stopped and not done.counts_yaku:
        return None  # whoever could have stopped is told so by name
    if calls:
        check_calls(calls, record, piles, rules)
    notes = [*noted, *note_piles(piles, rules, lang, is_stopped=stopper is not None)]
    made = [_made_of(one, lang) for one in counted]
    of_cards = points or (None,) * count
    if not encoded:
        return done.write(record.id, names, [[*lines] for lines, _ in made], of_cards, notes, rules)
    own = record.id
    given = (
        str(own) if type(own) is int else msgspec.json.encode(own).decode(),
        *_spelled(tuple(names)),
        *[yaku for _, yaku in made],
        msgspec.json.encode(notes).decode() if notes else "[]",
    )
    return EncodedResult(done.spell(given, of_cards, rules), own, rules.label)


@lru_cache(maxsize=4096)
def _spelled(names: tuple[str, ...]) -> list[str]:
    """Names as JSON."""
    return [msgspec.json.encode(name).decode() for name in names]


def _made_of(counted: Counted, lang: str) -> tuple[list[PileYaku], str]:
    """Yaku as lines of a result, and these as JSON."""
    made: tuple[list[PileYaku], str] | None = counted.made.get(lang)
    if made is None:
        lines = yaku_lines(counted.found, lang)
        made = counted.made[lang] = lines, msgspec.json.encode(lines).decode()
    return made


def yaku_lines(found: Iterable[Found], lang: str) -> list[PileYaku]:
    """Yaku as lines of a result."""
    return [_line(one.yaku, one.value, one.cards, lang) for one in found]


@lru_cache(maxsize=8192)
def _line(yaku: Yaku, value: Amount, cards: CardSet, lang: str) -> PileYaku:
    return PileYaku(yaku.id, yaku.name.text(lang), value, print_set(cards, load_deck()))
