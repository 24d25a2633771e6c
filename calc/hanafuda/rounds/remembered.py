"""Plain rounds, written from what the steps did at a table like theirs, without laying a table.

Steps look only at what their words read. Where that is no single card, no yaku by its name and no fact, a few numbers
of each player tell a round in which nobody dropped out or holds a dealt yaku, and many rounds share theirs with others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from calc.errors import refuse_first
from calc.hanafuda.read.record import Hands, faults_of_calls
from calc.hanafuda.read.seats import Seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PileYaku, PlayerResult
from calc.hanafuda.rounds.settling import note_piles
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.settle.table import POT, Table
from calc.hanafuda.value.yaku import Counted, Found, card_points
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import EncodedResult, Note, Transfer, sum_transfers
from calc.translation import language

#: So many tables of a rule set are remembered at most.
_MOST: Final = 1 << 14


class Likeness(Struct, frozen=True, gc=False):
    """A plain round as the steps can tell it, by a ``key`` of numbers.

    ``counted``: the yaku of each pile, in parts; ``points``: of its cards, if cards have points; ``stopper``: the place
    of who stopped.
    """

    key: tuple[object, ...]
    counted: list[list[Counted]]
    points: tuple[int, ...]
    stopper: int | None


class Done(Struct):
    """What the steps did, players by their places.

    ``notes``: what they noted. ``mould``: the result as a text with gaps, and what picks their values, once one was
    written.
    """

    scores: tuple[int, ...]
    changes: tuple[int, ...]
    transfers: list[tuple[int | str, int | str, int, str]]
    winner: int | None
    next_dealer: int | None
    pot: int
    counts_yaku: bool
    notes: list[Note]
    mould: tuple[str, Callable[[Sequence[Any]], Any]] | None = None

    def write(
        self,
        own: Any,
        names: Sequence[str],
        yaku: Sequence[Any],
        points: Sequence[int | None],
        notes: Any,
        rules: HanafudaRules,
    ) -> HanafudaResult:
        """The result of a round with the id ``own``."""
        lines = zip(names, yaku, points, self.scores, self.changes, strict=True)
        return HanafudaResult(
            id=own,
            rules=rules.label,
            options=rules.chosen,
            players={name: PlayerResult([], *line) for name, *line in lines},
            winner=None if self.winner is None else names[self.winner],
            next_dealer=None if self.next_dealer is None else names[self.next_dealer],
            pots={POT: self.pot} if rules.has_pot else {},
            transfers=[
                Transfer(
                    names[payer] if isinstance(payer, int) else payer,
                    names[to] if isinstance(to, int) else to,
                    amount,
                    rules.unit,
                    why,
                )
                for payer, to, amount, why in self.transfers
            ],
            notes=notes,
        )

    def spell(self, given: Sequence[str], points: Sequence[int | None], rules: HanafudaRules) -> str:
        """The result as JSON without the last brace; ``given``: the id, names, yaku of each, and notes, as JSON."""
        if self.mould is None:
            gaps = [f"\0{place}" for place in range(len(given))]
            count = len(points)
            whole = self.write(gaps[0], gaps[1 : 1 + count], gaps[1 + count : -1], points, gaps[-1], rules)
            text, *rest = re.split(r'"\\u0000([0-9]+)"', msgspec.json.encode(whole)[:-1].decode().replace("%", "%%"))
            self.mould = "%s".join([text, *rest[1::2]]), itemgetter(*map(int, rest[::2]))
        text, pick = self.mould
        return str(text % pick(given))


def likeness(record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands) -> Likeness | None:
    """What the steps can tell a plain round by; none for any other, and for one that may be refused."""
    piles, month, names = hands.captured, record.month, seating.everyone
    is_plain = rules.recalled is not None and seating.is_plain and hands.only_piles
    if not is_plain or piles is None or (month is None and rules.asks_month):
        return None
    search, worths, stake, calls = rules.in_piles, rules.points, rules.stake, record.calls or record.koikoi
    counted = [search.counted(cards, month, len(names), seat) for seat, cards in enumerate(piles.values())]
    points = tuple([card_points(cards, worths) for cards in piles.values()]) if worths is not None else ()
    stopper = None if record.stopped_by is None else names.index(record.stopped_by)
    if rules.has_stops:
        holders = [seat for seat, parts in enumerate(counted) if True in [one.stops for one in parts]]
        stopper = holders[0] if stopper is None and len(holders) == 1 else stopper
        if stopper not in holders and (holders or stopper is not None):
            return None
    dealer = record.dealer or (names[0] if rules.table.first == "dealer" else None)
    key = (
        *[sum([one.worth for one in parts]) if parts else None for parts in counted],
        points,
        tuple([calls.get(name, 0) for name in names]) if calls else None,
        stopper,
        None if dealer is None else names.index(dealer),
        None if stake is None else stake.chips,
    )
    return Likeness(key, counted, points, stopper)


def recall(
    like: Likeness,
    record: HanafudaRound,
    rules: HanafudaRules,
    names: Sequence[str],
    piles: Mapping[str, CardSet],
    *,
    encoded: bool,
) -> HanafudaResult | EncodedResult | None:
    """The result of a plain round like one that was settled before, its claim left out; none for any other.

    ``encoded``: as JSON.
    """
    known: Mapping[Any, Done] = rules.recalled or {}
    done = known.get(like.key) or known.get((like.key, *names, language()))
    if done is None or (like.stopper is None and rules.asks_who_stopped and not done.counts_yaku and any(like.counted)):
        return None  # who holds yaku and could have stopped is told so by name
    if record.calls or record.koikoi:
        refuse_first(faults_of_calls(record.went_on, record, piles, rules))
    notes = [*done.notes, *note_piles(piles, rules, is_stopped=like.stopper is not None)]
    own, points = record.id, like.points or (None,) * len(names)
    if not encoded:
        lines = [[line for part in parts for line in _made_of(part)[0]] for parts in like.counted]
        return done.write(own, names, lines, points, notes, rules)
    given = [str(own) if type(own) is int else msgspec.json.encode(own).decode(), *_spelled((*names,))]
    for parts in like.counted:
        given.append(f"[{','.join([_made_of(part)[1] for part in parts])}]" if parts else "[]")
    given.append(msgspec.json.encode(notes).decode() if notes else "[]")
    return EncodedResult(done.spell(given, points, rules), own, rules.label)


def remember(like: Likeness, table: Table, rules: HanafudaRules) -> None:
    """Keep what the steps did at a table; where they noted something, for the same players alone."""
    if rules.recalled is None or len(rules.recalled) >= _MOST:
        return
    place: dict[str | None, Any] = {name: at for at, name in enumerate(table.players)}
    rules.recalled[(like.key, *table.players, language()) if table.notes else like.key] = Done(
        scores=tuple(table.scores.values()),
        changes=tuple(sum_transfers(table.transfers, table.players).values()),
        transfers=[
            (place.get(one.from_, one.from_), place.get(one.to, one.to), one.amount, one.why) for one in table.transfers
        ],
        winner=place.get(table.winner),
        next_dealer=place.get(next_dealer(table, rules)),
        pot=table.pot,
        counts_yaku=table.counts_yaku,
        notes=[*table.notes],
    )


def next_dealer(table: Table, rules: HanafudaRules) -> str | None:
    """Return who deals next, or none if unknown: a round that names a leader may not name the dealer."""
    dealer = table.dealer
    match rules.table.next_dealer:
        case "winner":
            return dealer if table.winner is None else table.winner
        case "winner_or_next" if table.winner is not None:
            return table.winner
        case "lowest":
            return min(table.players, key=table.scores.__getitem__, default=dealer)
        case "next" | "winner_or_next" if dealer is not None:
            place = table.everyone.index(dealer) + 1
            return table.everyone[place % len(table.everyone)]
        case _:
            return dealer


def yaku_lines(found: Iterable[Found]) -> list[PileYaku]:
    """Yaku as lines of a result."""
    return [_line(one.yaku, one.value, one.cards, language()) for one in found]


@lru_cache(maxsize=8192)
def _line(yaku: Yaku, value: Amount, cards: CardSet, lang: str) -> PileYaku:
    return PileYaku(yaku.id, yaku.name.text(lang), value, print_set(cards, load_deck()))


def _made_of(counted: Counted) -> tuple[list[PileYaku], str]:
    """Yaku as lines of a result, and these as JSON, without brackets."""
    made: tuple[list[PileYaku], str] | None = counted.made.get(language())
    if made is None:
        lines = yaku_lines(counted.found)
        made = counted.made[language()] = lines, msgspec.json.encode(lines)[1:-1].decode()
    return made


@lru_cache(maxsize=4096)
def _spelled(names: tuple[str, ...]) -> list[str]:
    """Names as JSON."""
    return [msgspec.json.encode(name).decode() for name in names]
