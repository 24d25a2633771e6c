"""Plain rounds, written from what the steps did at a table like theirs, without laying a table.

Steps look only at what their words read. Where that is no single card, no yaku by its name and no fact, a few numbers
of each player tell a round in which nobody dropped out or holds a dealt yaku, and many rounds share theirs with others.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.errors import refuse_first
from calc.hanafuda.read.record import Hands, faults_of_calls
from calc.hanafuda.read.seats import Seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PileYaku
from calc.hanafuda.rounds.settling import note_piles
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Amount
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Counted, Found, card_points
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import Note
from calc.translation import language

#: So many tables of a rule set are remembered at most.
_MOST: Final = 1 << 14


class Likeness(Struct, frozen=True, gc=False):
    """A plain round as the steps can tell it, by a ``key`` of numbers.

    ``counted``: the yaku of each pile, in parts; ``is_stopped``: whether somebody stopped.
    """

    key: tuple[object, ...]
    counted: list[list[Counted]]
    is_stopped: bool


class _Done(Struct):
    """What the steps did: the result as JSON with gaps, what picks their values, and what the steps noted."""

    text: str
    pick: Callable[[Sequence[Any]], Any]
    notes: Sequence[Note]
    counts_yaku: bool


def likeness(record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands) -> Likeness | None:
    """What the steps can tell a plain round by; none for any other, and for one that may be refused."""
    piles, month, names = hands.captured, record.month, seating.everyone
    is_plain = rules.recalled is not None and seating.is_plain and hands.only_piles
    if not is_plain or piles is None or (month is None and rules.asks_month):
        return None
    search, worths, calls = rules.in_piles, rules.points, record.calls or record.koikoi
    counted = [search.counted(cards, month, len(names), seat) for seat, cards in enumerate(piles.values())]
    stopper = None if record.stopped_by is None else names.index(record.stopped_by)
    if rules.has_stops:
        holders = [seat for seat, parts in enumerate(counted) if True in [one.stops for one in parts]]
        stopper = holders[0] if stopper is None and len(holders) == 1 else stopper
        if stopper not in holders and (holders or stopper is not None):
            return None
    dealer = record.dealer or (names[0] if rules.table.first == "dealer" else None)
    key = (
        *[sum([one.worth for one in parts]) if parts else None for parts in counted],
        tuple([card_points(cards, worths) for cards in piles.values()]) if worths is not None else None,
        # Who went on with cards needs a yaku of them.
        tuple([(calls.get(name, 0), bool(own)) for name, own in zip(names, piles.values(), strict=True)])
        if calls
        else None,
        stopper,
        None if dealer is None else names.index(dealer),
    )
    return Likeness(key, counted, stopper is not None)


def recall(
    like: Likeness, record: HanafudaRound, rules: HanafudaRules, names: Sequence[str], piles: Mapping[str, CardSet]
) -> str | None:
    """The result of a plain round like one settled before, without its claim, as JSON without the last brace."""
    known: Mapping[Any, _Done] = rules.recalled or {}
    done = known.get(like.key) or known.get((like.key, *names, language()))
    if done is None or (not like.is_stopped and rules.asks_who_stopped and not done.counts_yaku and any(like.counted)):
        return None  # who holds yaku and could have stopped is told so by name
    if record.calls or record.koikoi:
        refuse_first(faults_of_calls(record.went_on, record, piles, rules))
    notes, own = [*done.notes, *note_piles(piles, rules, is_stopped=like.is_stopped)], record.id
    try:
        given = [str(own) if type(own) is int else msgspec.json.encode(own).decode(), *_spelled((*names,))]
    except (UnicodeEncodeError, TypeError):  # JSON has no such id or name
        return None
    for parts in like.counted:
        given.append(f"[{','.join([_spell(part) for part in parts])}]" if parts else "[]")
    given.append(msgspec.json.encode(notes).decode() if notes else "[]")
    return str(done.text % done.pick(given))


def remember(like: Likeness, table: Table, result: HanafudaResult, notes: Sequence[Note], rules: HanafudaRules) -> None:
    """Keep the result of a table, its claim left out; where steps noted something, for the same players alone."""
    if rules.recalled is None or len(rules.recalled) >= _MOST:
        return
    # Gaps are numbered: the id, the names, the yaku of each, the notes.
    names: dict[str | None, str] = {name: f"\0{at}" for at, name in enumerate(result.players, 1)}
    lines: dict[str, Any] = {
        names[name]: replace(one, yaku=f"\0{at}")
        for at, (name, one) in enumerate(result.players.items(), 1 + len(names))
    }
    gaps: dict[str, Any] = {
        "id": "\0" + "0",
        "players": lines,
        "winner": names.get(result.winner),
        "next_dealer": names.get(result.next_dealer),
        "transfers": [
            replace(one, from_=names.get(one.from_, one.from_), to=names.get(one.to, one.to))
            for one in result.transfers
        ],
        "notes": f"\0{1 + 2 * len(names)}",
    }
    whole = msgspec.json.encode(replace(result, **gaps))[:-1].decode().replace("%", "%%")
    text, *rest = re.split(r'"\\u0000([0-9]+)"', whole)
    done = _Done("%s".join([text, *rest[1::2]]), itemgetter(*map(int, rest[::2])), notes, table.counts_yaku)
    rules.recalled[(like.key, *table.players, language()) if notes else like.key] = done


def yaku_lines(found: Iterable[Found]) -> list[PileYaku]:
    """Yaku as lines of a result."""
    return [_line(one.yaku, one.value, one.cards, language()) for one in found]


@lru_cache(maxsize=8192)
def _line(yaku: Yaku, value: Amount, cards: CardSet, lang: str) -> PileYaku:
    return PileYaku(yaku.id, yaku.name.text(lang), value, print_set(cards, load_deck()))


def _spell(counted: Counted) -> str:
    """Yaku as lines of a result, in JSON without brackets."""
    text: str | None = counted.made.get(language())
    if text is None:
        text = counted.made[language()] = msgspec.json.encode(yaku_lines(counted.found))[1:-1].decode()
    return text


@lru_cache(maxsize=4096)
def _spelled(names: tuple[str, ...]) -> list[str]:
    return [msgspec.json.encode(name).decode() for name in names]
