"""The yaku that a record names in place of cards: what they are worth, and what they can score."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final

from msgspec.structs import replace

from calc.errors import contradict, refuse_first
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from calc.hanafuda.rounds.claims import yaku_named
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Value
from calc.hanafuda.rules.words import Word
from calc.hanafuda.settle.conditions import UNTOLD
from calc.hanafuda.settle.steps import Move
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found, counting, total
from calc.notation.deck import CardSet
from calc.tables import Name
from calc.translation import Named

#: Rows of faults, see :func:`calc.errors.refuse_first`.
Rows = Iterator[tuple[Any, ...]]
#: What stands for what is told and not known.
SCORE: Final = Name(en="score as told", ja="得点（申告）")
YAKU: Final = Name(en="yaku as told", ja="役（申告）")


# fmt: off
def _faults_of_told(yaku: Yaku, worth: Any, least: Any, most: Any, key: str) -> Rows:
    """A yaku that is told without its worth, where that depends on cards, and one that is never worth so much."""
    name = Named(yaku.name.text)
    yield ("not_payable", worth is None and not least, key,
           "{0} is worth up to {1}, by its cards; write the cards, or what it is worth behind its name, as in {0} {2}",
           name, most, most)
    yield ("contradiction", worth is not None and (least == most != worth or not least <= worth <= most), key,
           "{0} is worth {1}, found {2}", name, most if least == most else f"{least or 1} – {most}", worth)
# fmt: on


def as_scored(record: HanafudaRound, rules: HanafudaRules) -> HanafudaRound:
    """The round without a score that yaku beside it come to, so that it is told what multiplies them; or with a score
    in place of the number behind yaku that are never worth it, where they can score it. Scores that do not add up as
    those of a round may be what all piles are worth, or what one player is paid by each.
    """
    if record.scores and any(hand.yaku and name not in record.scores for name, hand in record.players.items()):
        # That others score nothing is no score of who has yaku.
        record = record if any(record.scores.values()) else replace(record, scores=None)
    is_even = rules.scores is not None and rules.scores.sum == 0
    if is_even and (rules.of_cards or rules.points) and record.scores and sum(record.scores.values()):
        return _by_worth(record, record.scores, rules)
    for name, hand in record.players.items() if are_scored(rules) else ():
        if hand.yaku is not None and hand.captured is None:
            record = _by_yaku(name, record, rules) if record.scores else _by_score(name, record, rules)
    return record


def _by_worth(record: HanafudaRound, scores: Mapping[str, int], rules: HanafudaRules) -> HanafudaRound:
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    if sum(scores.values()) == whole and len(scores) == len(record.players):
        hands = {name: replace(hand, card_points=scores.get(name)) for name, hand in record.players.items()}
        return replace(record, scores=None, players=hands)
    won = [name for name, score in scores.items() if score]
    if len(won) != 1 or scores[won[0]] < 0 or whole or not rules.of_cards:
        return record
    name, score, hand = won[0], scores[won[0]], record.players[won[0]]
    goes, named, told = record.went_on.get(name, 0), hand.yaku is not None, hand.yaku
    worths = _worths_told(name, record, rules) if named else range(score, score + 1)
    fitting = [worth for worth in worths if score in (worth, worth + goes)]
    if len(fitting) != 1 or (goes and not named):
        message = "whether {0} of {1} is what the yaku are worth is not told; write that, as in {1} yaku {0}"
        contradict(message, score, name, key=f"scores.{name}")
    if len(worths) > 1 or not named:
        yaku = named_yaku(name, record, rules) if named else []
        told = [f"{yaku[0][0].id} {fitting[0]}"] if len(yaku) == 1 else fitting[0]
    players = {**record.players, name: replace(hand, yaku=told)}
    return replace(record, scores=None, players=players, stopped_by=record.stopped_by or name)


def _by_yaku(name: str, record: HanafudaRound, rules: HanafudaRules) -> HanafudaRound:
    calls = sum({**record.went_on, name: 0}.values())
    by_worth = scores_of_worth(rules, len(record.players), range(calls, calls + 1))
    named, worths, scores = named_yaku(name, record, rules), _worths_told(name, record, rules), record.scores or {}
    found = [worth for worth in worths if scores.get(name) in by_worth.get(worth, ())]
    if len(found) != 1 or any({**scores, name: 0}.values()) or (len(named) > 1 and found[0] != worths[0]):
        return record
    each = [worth or found[0] if len(named) == 1 else worth or _worths(yaku, rules, 0)[0] for yaku, worth, *_ in named]
    told = [f"{yaku.id} {worth}" for (yaku, *_), worth in zip(named, each, strict=True)]
    players = {**record.players, name: HanafudaHand(yaku=told or found[0])}
    return replace(record, scores=None, players=players, stopped_by=record.stopped_by or name)


def _by_score(name: str, record: HanafudaRound, rules: HanafudaRules) -> HanafudaRound:
    named = named_yaku(name, record, rules)
    worth = named[-1][1] if named else None
    if worth is None or worth in _worths(named[-1][0], rules, len(record.players)):
        return record
    bare = {**record.players, name: HanafudaHand(yaku=[one.id for one, *_ in named])}
    found = replace(record, players=bare, scores={name: worth})
    return _by_yaku(name, found, rules) if worth in scores_named(name, found, rules) else record


def named_yaku(name: str, record: HanafudaRound, rules: HanafudaRules) -> list[tuple[Yaku, int | None, int, bool]]:
    """The yaku that a record names of a player, each with the worth that is told, the most it can be, and whether cards
    in front of it tell it.
    """
    told = record.players[name].yaku
    text = ", ".join(told) if isinstance(told, list) else str(told)
    named = [] if isinstance(told, int) else yaku_named(text, rules, f"players.{name}.yaku")
    found = [(rules.yaku[one], worth, is_counted) for one, worth, is_counted in named if one in rules.yaku]
    return [(yaku, worth, max(_worths(yaku, rules, len(record.players))), by) for yaku, worth, by in found]


def _worths(yaku: Yaku, rules: HanafudaRules, players: int) -> range:
    return range(int(yaku.value.amount(0, players, 0)), int(yaku.value.amount(rules.deck, players, 0)) + 1)


def _worths_told(name: str, record: HanafudaRound, rules: HanafudaRules) -> range:
    """What the yaku that a record tells of a player can be worth together."""
    told, named = record.players[name].yaku, named_yaku(name, record, rules)
    if not named:
        return range(told, told + 1) if isinstance(told, int) else range(0)
    found = [Found(yaku, worth or _worths(yaku, rules, len(record.players))[0], 0) for yaku, worth, *_ in named]
    least, (_, last, _, is_counted) = total(counting(raised(found, rules))), named[-1]
    before = sum(int(one.value) for one in found[:-1])
    is_of_all = len(named) > 1 and not is_counted and not any(worth for _, worth, *_ in named[:-1])
    if is_of_all and last is not None and last > before:
        # One number behind several yaku is that of all.
        return range(last, last + 1)
    return range(least, sum(worth or most for _, worth, most, _ in named) + 1)


def scores_named(name: str, record: HanafudaRound, rules: HanafudaRules) -> frozenset[int]:
    """What somebody can score with the yaku that are named, by further cards and by calls of others."""
    times = times_called(record.went_on, name, rules, len(record.players))
    by_worth = scores_of_worth(rules, len(record.players), times) if are_scored(rules) else {}
    return frozenset(score for worth in _worths_told(name, record, rules) for score in by_worth.get(worth, ()))


def are_scored(rules: HanafudaRules) -> bool:
    """Whether a score is what yaku are worth, and what multiplies them."""
    return rules.scores is not None and rules.scores.of_yaku


def times_called(calls: Mapping[str, int], name: str, rules: HanafudaRules, players: int) -> range:
    """How often others than a player may have gone on, where calls are told or not."""
    return range(int(any({**calls, name: 0}.values())), (rules.deal(players).turns or 0) + 1)


@lru_cache(maxsize=64)
def scores_of_yaku(rules: HanafudaRules, players: int, calls: range) -> frozenset[int]:
    """What somebody can score with yaku, if another went on so often, or with dealt yaku."""
    found = {0}
    for one in rules.teyaku.values():
        found |= {score + int(one.value.amount(0, players, 0)) for score in found}
    return frozenset(found.union(*scores_of_worth(rules, players, calls).values()) - {0})


@lru_cache(maxsize=64)
def scores_of_worth(rules: HanafudaRules, players: int, calls: range) -> dict[int, frozenset[int]]:
    """What somebody scores with yaku of each worth, if another went on so often."""
    names = [str(seat) for seat in range(players)]
    winner, other = names[0], names[-1]
    moves = [step for step in rules.steps.values() if isinstance(step, Move) and step.in_ != "chips"]
    found: dict[int, frozenset[int]] = {}
    for worth in range(1, total(rules.in_piles.count(rules.deck, 1, players, 0)) + 1):
        for times in calls:
            table = Table(
                rules.unit, names, names, {}, {winner: as_told(worth, YAKU)}, stopped_by=winner, winner=winner
            )
            table.calls, table.scores = {other: times}, dict.fromkeys(names, 0)
            scores = {step.amount(table, winner, winner)[1] for step in moves if "yaku" in step.of.names}
            found[worth] = found.get(worth, frozenset()) | scores
    return found


def as_told(worth: int, name: Name) -> list[Found]:
    """What was told, in place of the yaku that are not known; nothing for 0."""
    told = Yaku(id=UNTOLD, name=name, when=Word(), value=Value(points=worth), order=0, source="")
    return [Found(told, worth, 0)] if worth else []


def told_yaku(name: str, record: HanafudaRound, rules: HanafudaRules) -> list[Found]:
    """The yaku that a record names of a player, dealt ones too, each at its worth, or 0 where captured cards tell it.

    Raises :class:`~calc.errors.CalcError` for a name that is none, and for one whose worth cannot be known.
    """
    told, key, is_seen = record.players[name].yaku, f"players.{name}.yaku", record.players[name].captured is not None
    found, named = list[Found](), yaku_named(", ".join(told) if isinstance(told, list) else str(told), rules, key)
    for place, (one, worth, is_counted) in enumerate(named):
        yaku = rules.yaku.get(one) or rules.teyaku[one]
        seat, players = [*record.players].index(name), len(record.players)
        most = yaku.value.amount(rules.deck, players, seat)
        least = least_worth(yaku, rules) if yaku.value.of else most
        before = sum(int(each.value) for each in found)
        is_last = place == len(named) - 1 and not is_counted and not any(each for _, each, _ in named[:-1])
        of_all = before + max(1, least if isinstance(least, int) else 1)
        if is_last and before and worth is not None and worth >= of_all:
            message = "whether {0} is what {1} is worth or all of them is not told; write it behind each, as in {1} {2}"
            contradict(message, worth, Named(yaku.name.text), worth - before, key=key)
        refuse_first(_faults_of_told(yaku, most if worth is None and is_seen else worth, least, most, key))
        found.append(Found(yaku, worth or (0 if is_seen else least), 0))
    return found


def made_by(told: Sequence[Found], rules: HanafudaRules, key: str) -> list[Found]:
    """The yaku that the cards of several make together, such as red and blue ribbons, further cards told of one too."""
    own = {one.yaku.id: certain_cards(one.yaku, rules) for one in told}
    held, found = reduce(or_, own.values(), 0), list[Found]()
    for yaku in rules.yaku.values():
        cards = certain_cards(yaku, rules)
        if yaku.id in own or not cards or cards & ~held or not all(cards & ~each for each in own.values()):
            continue
        further = [int(one.value) - least_worth(one.yaku, rules) for one in told if own[one.yaku.id] & cards]
        if sum(map(bool, further)) > 1:
            message = "whether further cards are told twice is not known; write what both are worth, as in {0} {1}"
            contradict(message, Named(yaku.name.text), least_worth(yaku, rules) + max(further), key=key)
        found.append(Found(yaku, least_worth(yaku, rules) + sum(further), 0))
    return found


def certain_cards(yaku: Yaku, rules: HanafudaRules) -> CardSet:
    """The cards that a yaku asks for; none where it asks for no certain ones."""
    cards = yaku.when.find(rules.deck) or 0
    return cards if cards.bit_count() == yaku.when.fewest else 0


def least_worth(yaku: Yaku, rules: HanafudaRules, held: CardSet = 0) -> int:
    """What a yaku is worth with the cards that it asks for and those that are held; 0 where it asks for no certain."""
    cards = certain_cards(yaku, rules)
    return int(yaku.value.amount(cards | held, 0, 0)) if cards else 0


def raised(found: Sequence[Found], rules: HanafudaRules) -> list[Found]:
    """Yaku that are told, each at no less than it is worth with the cards that all of them ask for."""
    held = reduce(or_, (certain_cards(one.yaku, rules) for one in found), 0)
    worths = ((one, least_worth(one.yaku, rules, held), least_worth(one.yaku, rules)) for one in found)
    return [Found(one.yaku, more if one.value == least else one.value, held) for one, more, least in worths]
