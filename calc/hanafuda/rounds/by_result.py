"""Rounds without cards: what piles are worth, or the scores themselves, stand in the record in place of them.

With what piles are worth (``yaku``, ``card_points``) the settlement steps of the rule set are applied as to any round.
Scores are the last word: only what is paid for them is worked out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final

from msgspec.structs import replace

from calc.errors import NotPayableError, contradict, refuse_first
from calc.hanafuda.read.seats import check_player
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from calc.hanafuda.rounds.claims import yaku_named
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import Value
from calc.hanafuda.rules.words import Word
from calc.hanafuda.settle.amounts import PILE
from calc.hanafuda.settle.steps import BANK, Move, Win
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found, counting, total
from calc.notation.deck import CardSet
from calc.outcomes import remark
from calc.tables import Name
from calc.translation import Named, one_by_one

#: The amounts that scores alone tell.
_OF_SCORES: Final = frozenset({"score", "lead"})
#: What scores do not tell, so that no winner can be found by it.
_UNTOLD: Final = frozenset({"yaku", "teyaku", "card_points", "calls", "dealt", "field", PILE})
#: Rows of faults, see :func:`calc.errors.refuse_first`.
_Rows = Iterator[tuple[Any, ...]]
#: So many scores are listed.
_FEW: Final = 6
_YAKU: Final = Name(en="yaku as told", ja="役（申告）")
_SCORE: Final = Name(en="score as told", ja="得点（申告）")


def tell_results(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Put on the table what piles are worth, as the record tells. Raises :class:`~calc.errors.CalcError` for a record
    that tells cards too, or less than the rules look at.
    """
    table.by_result = table.is_played = True
    for name, hand in record.players.items():
        if hand.captured is not None or hand.dealt is not None:
            at = f"players.{name}"
            contradict("the cards of {0} are given, and results in place of cards; give one of them", name, key=at)
        if record.scores is not None and hand.tells_worth and not hand.names_yaku:
            contradict("scores are the last word, so what piles are worth is left out; give one of them", key="scores")
    table.notes.append(remark("by_result.cards"))
    if record.scores is not None:
        _tell_scores(table, record, record.scores, rules)
        return
    refuse_first(_faults_of_worth(record, rules))
    for name, hand in record.players.items():
        table.points |= {name: hand.card_points} if hand.card_points is not None else {}
        table.yaku[name] = _as_told(hand.yaku, _YAKU) if isinstance(hand.yaku, int) else []
    if any(hand.names_yaku for hand in record.players.values()):
        _tell_yaku(table, record, rules)
    if rules.points is not None:
        worths = [worth for worth, cards in rules.points.items() for _ in range((cards & rules.deck).bit_count())]
        refuse_first(_faults_of_points(table, worths, rules))
        found, whole, players = sum(table.points.values()), sum(worths), len(table.players)
        if found != whole and rules.deals[players].played_out == len(worths) and table.stopped_by is None:
            table.notes.append(remark("cards.points", found=found, whole=whole))


def _tell_yaku(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Put on the table the yaku that a record names. Who alone has some has stopped."""
    for name, hand in record.players.items():
        found = told_yaku(name, record, rules) if hand.names_yaku else []
        found += _made_by(found, rules)
        table.yaku[name] += counting([one for one in found if one.yaku.id in rules.yaku])
        for one in found:
            if one.yaku.value.of and one.value == _least_worth(one.yaku, rules):
                table.notes.append(remark("no_more", yaku=one.yaku.name.text(), worth=one.value))
    holders = [name for name, held in table.yaku.items() if held]
    table.is_played = bool(holders or table.points or not any(table.teyaku.values()))
    if len(holders) == 1 and table.stopped_by is None and rules.asks_who_stopped:
        table.stopped_by = holders[0]
        table.notes.append(remark("has_stopped", player=holders[0]))


def _tell_scores(table: Table, record: HanafudaRound, scores: Mapping[str, int], rules: HanafudaRules) -> None:
    if are_yaku(rules):
        # A score is what the yaku are worth, and is paid as such.
        for name in scores:
            check_player(name, table.players, f"scores.{name}")
        table.yaku = {name: _as_told(scores.get(name, 0), _SCORE) for name in table.players}
        return
    table.points = {}
    winner = max(scores, key=scores.__getitem__, default="")
    others = {**record.calls, **record.koikoi, winner: 0}
    if winner and any(others.values()):
        table.notes.append(remark("as_paid", player=winner))


def are_yaku(rules: HanafudaRules) -> bool:
    """Whether a score is what the yaku of a pile are worth, and what is paid depends on more than scores."""
    moves = [step for step in rules.steps.values() if isinstance(step, Move)]
    scored = [step for step in moves if step.in_ == "score"]
    is_of_yaku = bool(scored) and all(step.of.names == ("yaku",) and not step.times for step in scored)
    paid = {name for step in moves if step.in_ == "chips" for name in step.of.names}
    return is_of_yaku and rules.points is None and not _OF_SCORES.issuperset(paid) and PILE not in rules.reads


# fmt: off
def _faults_of_worth(record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """What piles are worth, where the rules look at more or at less."""
    looks = PILE in rules.reads or bool(rules.voids)
    told = {name: hand.card_points for name, hand in record.players.items() if hand.card_points is not None}
    yield from _faults_of_shares(told if looks else {}, rules)
    yield ("not_payable", looks, "players",
           "what is paid in {0} depends on the cards of the piles; give them, or the scores of the round", rules.id)
    for name, hand in record.players.items():
        at, is_told = f"players.{name}.card_points", hand.card_points is not None
        yield ("missing_key", rules.points is not None and not is_told, at,
               "cards have points in {0}; add card_points of {1}, or give the scores of the round", rules.id, name)
        yield ("wrong_type", rules.points is None and is_told, at,
               "cards have no points in {0}; leave card_points out", rules.id)


def _faults_of_points(table: Table, worths: Sequence[int], rules: HanafudaRules) -> _Rows:
    """Card points that no cards give, and those of all players that do not add up to the deck's."""
    can_be = {0}
    for worth in worths:
        can_be |= {points + worth for points in can_be}
    for name, points in table.points.items():
        yield ("contradiction", points not in can_be, f"players.{name}.card_points",
               "no cards of {0} are worth {1} points together; the nearest that can be: {2}",
               rules.id, points, _nearest(points, can_be))
    found, whole = sum(table.points.values()), sum(worths)
    yield ("contradiction", found > whole or (rules.table.accounted and found != whole), "players",
           "the card points of all players add up to {0} in {1}, found {2}: {3}; check them",
           whole, rules.id, found, _listed(table.points))


def _faults_of_told(yaku: Yaku, worth: Any, least: Any, most: Any, key: str) -> _Rows:
    """A yaku that is told without its worth, where that depends on cards, and one that is never worth so much."""
    name = Named(yaku.name.text)
    yield ("not_payable", worth is None and not least, key,
           "{0} is worth up to {1}, by its cards; write the cards, or what it is worth behind its name, as in {0} {2}",
           name, most, most)
    yield ("contradiction", worth is not None and (least == most != worth or not least <= worth <= most), key,
           "{0} is worth {1}, found {2}", name, most if least == most else f"{least or 1} – {most}", worth)


def _faults_of_scores(table: Table, rules: HanafudaRules) -> _Rows:
    """Scores that no round can have, as far as the rules say what they have in common."""
    asked, scores, own = rules.scores, table.scores, rules.id
    if asked is None or not any(scores.values()):
        return
    above = {name: score for name, score in scores.items() if score > 0}
    last, least = min(scores.items(), key=lambda one: one[1])
    yield ("contradiction", asked.least is not None and least < asked.least, f"scores.{last}",
           "nobody scores less than {0} in {1}, found {2} {3}; give scores, from which what is paid is worked out",
           asked.least, own, last, least)
    yield ("contradiction", asked.winners is not None and len(above) > asked.winners, "scores",
           "in {0} no more than {1} of the players scores above 0 in a round, found {2}; check who won",
           own, asked.winners, _listed(above))
    stopper = table.stopped_by
    is_other = asked.winners == 1 and stopper is not None and bool(above) and stopper not in above
    yield ("contradiction", is_other, "scores",
           "{0} stopped and {1} scores above 0; in {2} who stops is who scores", stopper, _listed(above), own)
    total_score = sum(scores.values())
    yield from _faults_of_shares(scores if asked.sum == 0 else {}, rules)
    yield ("contradiction", asked.sum is not None and total_score != asked.sum, "scores",
           "the scores of a round add up to {0} in {1}, found {2}: {3}; give those of all players",
           asked.sum, own, total_score, _listed(scores))
    can_be = frozenset(above.values())
    for name, score in above.items():
        is_called = any({**table.calls, name: 0}.values())
        if asked.of_yaku:
            can_be = _scores_of_yaku(rules, len(table.players), is_called)
        scored = {*_scores_of_worth(rules, len(table.players), is_called).get(score, ())} if asked.of_yaku else set()
        yield ("contradiction", score not in can_be and bool(scored), f"scores.{name}",
               "no yaku score {0} in {1}, found it for {2}: yaku of {0} score {3}; write that, or 'yaku {0}'",
               score, own, name, one_by_one(map(str, sorted(scored)), " or "))
        yield ("contradiction", score not in can_be, f"scores.{name}",
               "no yaku score {0} in {1}, found it for {2}; the nearest that can be: {3}",
               score, own, name, _nearest(score, can_be))


def _faults_of_shares(points: Mapping[str, int], rules: HanafudaRules) -> _Rows:
    """What are the points of all cards, where what is paid needs more: how far each is over an equal share."""
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    share = whole // max(1, len(points))
    over = ", ".join(f"{name} {count - share:+}" for name, count in points.items())
    yield ("not_payable", 0 < whole == sum(points.values()) and share * len(points) == whole, "players",
           "these are the points of all cards; over or under an equal share of {0} they are {1}; what is paid in {2} "
           "depends on the cards of the piles too: give them", share, over, rules.id)


def _faults_of_named(name: str, record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """A score that the yaku which are named beside it never have."""
    score, can_be = (record.scores or {})[name], _scores_named(name, record, rules)
    yaku = one_by_one((Named(one.name.text) for one, _, _ in _named(name, record, rules)), " and ")
    yield ("contradiction", bool(can_be) and score not in can_be, f"scores.{name}",
           "{0} of {1} score {2} in {3}, found {4}; write what is right of them",
           yaku, name, _listed_few(can_be), rules.id, score)
# fmt: on


def _listed_few(numbers: Collection[int]) -> str:
    """Numbers with ``or`` between them, or the least of many."""
    few = sorted(numbers)[:_FEW]
    return one_by_one(map(str, few), " or ") if len(few) == len(numbers) else f"{', '.join(map(str, few))}, ..."


def _nearest(number: int, can_be: Collection[int]) -> str:
    below = [one for one in can_be if one < number]
    above = [one for one in can_be if one > number]
    return ", ".join(map(str, [*([max(below)] if below else []), *([min(above)] if above else [])]))


def _listed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def as_scored(record: HanafudaRound, rules: HanafudaRules) -> HanafudaRound:
    """The round with a score in place of the number behind yaku that are never worth it, where they can score it."""
    for name, hand in record.players.items():
        named = _named(name, record, rules) if hand.names_yaku and hand.captured is None else []
        worth = named[-1][1] if named and rules.scores is not None and rules.scores.of_yaku else None
        if worth is None or worth in _worths(named[-1][0], rules, len(record.players)):
            continue
        bare = {**record.players, name: HanafudaHand(yaku=[one.id for one, _, _ in named])}
        found = replace(record, players=bare, scores={name: worth})
        if worth in _scores_named(name, found, rules):
            return found
    return record


def _named(name: str, record: HanafudaRound, rules: HanafudaRules) -> list[tuple[Yaku, int | None, int]]:
    """The yaku that a record names of a player, each with the worth that is told, and the most it can be."""
    told = record.players[name].yaku
    text = ", ".join(told) if isinstance(told, list) else str(told)
    found = [(rules.yaku.get(one), worth) for one, worth in yaku_named(text, rules, f"players.{name}.yaku")]
    return [(yaku, worth, max(_worths(yaku, rules, len(record.players)))) for yaku, worth in found if yaku is not None]


def _worths(yaku: Yaku, rules: HanafudaRules, players: int) -> range:
    return range(int(yaku.value.amount(0, players, 0)), int(yaku.value.amount(rules.deck, players, 0)) + 1)


def _scores_named(name: str, record: HanafudaRound, rules: HanafudaRules) -> frozenset[int]:
    """What somebody can score with the yaku that are named, by further cards and by calls of others."""
    if rules.scores is None or not rules.scores.of_yaku:
        return frozenset()
    named, players = _named(name, record, rules), len(record.players)
    least = total(counting([Found(yaku, _worths(yaku, rules, players)[0], 0) for yaku, _, _ in named]))
    by_worth = _scores_of_worth(rules, players, any({**record.went_on, name: 0}.values()))
    worths = range(least, sum(most for _, _, most in named) + 1)
    return frozenset(score for worth in worths for score in by_worth.get(worth, ()))


@lru_cache(maxsize=64)
def _scores_of_yaku(rules: HanafudaRules, players: int, is_called: bool) -> frozenset[int]:
    """What somebody can score with yaku, if another went on (``is_called``) or not, or with dealt yaku."""
    found = {0}
    for one in rules.teyaku.values():
        found |= {score + int(one.value.amount(0, players, 0)) for score in found}
    return frozenset(found.union(*_scores_of_worth(rules, players, is_called).values()) - {0})


@lru_cache(maxsize=64)
def _scores_of_worth(rules: HanafudaRules, players: int, is_called: bool) -> dict[int, frozenset[int]]:
    """What somebody scores with yaku of each worth, if another went on or not."""
    names = [str(seat) for seat in range(players)]
    winner, other = names[0], names[-1]
    moves = [step for step in rules.steps.values() if isinstance(step, Move) and step.in_ != "chips"]
    turns = rules.deals[players].turns or 0
    found: dict[int, frozenset[int]] = {}
    for worth in range(1, total(rules.in_piles.count(rules.deck, 1, players, 0)) + 1):
        for times in range(int(is_called), turns + 1):
            table = Table(
                rules.unit, names, names, {}, {winner: _as_told(worth, _YAKU)}, stopped_by=winner, winner=winner
            )
            table.calls, table.scores = {other: times}, dict.fromkeys(names, 0)
            scores = {step.amount(table, winner, winner)[1] for step in moves if "yaku" in step.of.names}
            found[worth] = found.get(worth, frozenset()) | scores
    return found


def _as_told(worth: int, name: Name) -> list[Found]:
    """What was told, in place of the yaku that are not known; nothing for 0."""
    told = Yaku(id="by_result", name=name, when=Word(), value=Value(points=worth), order=0, source="")
    return [Found(told, worth, 0)] if worth else []


def check_named(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse a yaku named beside cards that do not have it, or not for so much; note dealt yaku that no hand shows."""
    for name, hand in record.players.items():
        held, key = {one.yaku.id: one.value for one in table.yaku.get(name, ())}, f"players.{name}.yaku"
        for one in told_yaku(name, record, rules) if hand.names_yaku and hand.captured is not None else ():
            if one.yaku.id in rules.yaku:
                title, worth = Named(one.yaku.name.text), held.get(one.yaku.id)
                if worth is None:
                    contradict("the cards of {0} have no {1} that counts", name, title, key=key)
                if one.value not in (0, worth):
                    contradict(
                        "{0} of {1} is worth {2} by the cards, found {3}", title, name, worth, one.value, key=key
                    )
    if not record.is_by_result and any(not one.cards for claimed in table.teyaku.values() for one in claimed):
        table.notes.append(remark("by_result.cards"))


def told_yaku(name: str, record: HanafudaRound, rules: HanafudaRules) -> list[Found]:
    """The yaku that a record names of a player, dealt ones too, each at its worth, or 0 where captured cards tell it.

    Raises :class:`~calc.errors.CalcError` for a name that is none, and for one whose worth cannot be known.
    """
    told, key, is_seen = record.players[name].yaku, f"players.{name}.yaku", record.players[name].captured is not None
    found, named = list[Found](), yaku_named(", ".join(told) if isinstance(told, list) else str(told), rules, key)
    for place, (one, worth) in enumerate(named):
        yaku = rules.yaku.get(one) or rules.teyaku[one]
        seat, players = [*record.players].index(name), len(record.players)
        most = yaku.value.amount(rules.deck, players, seat)
        least = _least_worth(yaku, rules) if yaku.value.of else most
        before = sum(int(each.value) for each in found)
        is_last = place == len(named) - 1 and not any(each for _, each in named[:-1])
        of_all = before + max(1, least if isinstance(least, int) else 1)
        if is_last and before and worth is not None and worth >= of_all:
            message = "whether {0} is what {1} is worth or all of them is not told; write it behind each, as in {1} {2}"
            contradict(message, worth, Named(yaku.name.text), worth - before, key=key)
        refuse_first(_faults_of_told(yaku, most if worth is None and is_seen else worth, least, most, key))
        found.append(Found(yaku, worth or (0 if is_seen else least), 0))
    return found


def _made_by(told: Sequence[Found], rules: HanafudaRules) -> list[Found]:
    """The yaku that the cards of several make together, such as red and blue ribbons."""
    own = [_certain_cards(one.yaku, rules) for one in told]
    held, names = reduce(or_, own, 0), {one.yaku.id for one in told}
    makes = [(yaku, _certain_cards(yaku, rules)) for name, yaku in rules.yaku.items() if name not in names]
    return [
        Found(yaku, _least_worth(yaku, rules), 0)
        for yaku, cards in makes
        if cards and not cards & ~held and all(cards & ~each for each in own)
    ]


def _certain_cards(yaku: Yaku, rules: HanafudaRules) -> CardSet:
    """The cards that a yaku asks for; none where it asks for no certain ones."""
    cards = yaku.when.find(rules.deck) or 0
    return cards if cards.bit_count() == yaku.when.fewest else 0


def _least_worth(yaku: Yaku, rules: HanafudaRules) -> int:
    """What a yaku is worth with the cards that it asks for alone; 0 where it asks for no certain ones."""
    cards = _certain_cards(yaku, rules)
    return int(yaku.value.amount(cards, 0, 0)) if cards else 0


def settle_scores(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Settle a round from its scores: who won it, and what is paid for them.

    Raises :class:`calc.NotPayableError` where what is paid does not follow from scores.
    """
    scores = record.scores or {}
    for name in scores:
        check_player(name, table.players, f"scores.{name}")
    table.scores = {name: scores.get(name, 0) for name in table.players}
    for name in (one for one, hand in record.players.items() if hand.names_yaku and one in scores):
        refuse_first(_faults_of_named(name, record, rules))
    refuse_first(_faults_of_scores(table, rules))
    moves = [(name, step) for name, step in rules.steps.items() if isinstance(step, Move)]
    paid = [(name, step) for name, step in moves if step.in_ == "chips"]
    if table.everyone != table.players or any(not _OF_SCORES.issuperset(step.of.names) for _, step in paid):
        message = (
            "what is paid in {0} does not follow from the scores of a round; give the cards, or what the piles are "
            "worth"
        )
        raise NotPayableError(message, rules.id, key="scores")
    wins = [(name, step) for name, step in rules.steps.items() if isinstance(step, Win)]
    for name, step in wins:
        if not _UNTOLD & step.reads:
            step.apply(table, name)
    best = max(table.scores.values(), default=0)
    leaders = [name for name, score in table.scores.items() if score == best]
    if table.winner is None and best > 0 and len(leaders) == 1:
        table.winner = leaders[0]
    untold = [step for _, step in wins if _UNTOLD & step.reads] if table.winner is None else []
    if untold and any(not move.of.names for _, move in paid):
        raise NotPayableError("equal scores do not tell who wins in {0}; give the cards", rules.id, key="scores")
    if any(step.by for step in untold):
        table.notes.append(remark("winner"))
    _pay_scores(table, moves, paid)
    table.yaku = {player: _as_told(score, _SCORE) for player, score in table.scores.items()}


def _pay_scores(table: Table, moves: Sequence[tuple[str, Move]], paid: Sequence[tuple[str, Move]]) -> None:
    # Where scores are paid in several places, a round comes to one of them only: the last, unless those scores add up
    # to 0 that another step pays as it scores.
    paying = [one for one in paid if one[1].of.names]
    if paying and (sum(table.scores.values()) or all(step.in_ is not None for _, step in moves)):
        name, last = paying[-1]
        last.apply(table, "score" if last.of.names == ("score",) else name)
    else:
        for player, score in table.scores.items():
            table.pay(BANK[0], player, score, "score")
    for name, move in paid:
        if not move.of.names:
            move.apply(table, name)
