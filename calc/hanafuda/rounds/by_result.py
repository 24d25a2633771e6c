"""Rounds without cards: what piles are worth, or the scores themselves, stand in the record in place of them.

With what piles are worth (``yaku``, ``card_points``) the settlement steps of the rule set are applied as to any round.
Scores are the last word: only what is paid for them is worked out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from calc.errors import NotPayableError, contradict, refuse_first
from calc.hanafuda.read.seats import check_player
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rounds.told import (
    SCORE,
    YAKU,
    are_scored,
    as_told,
    certain_cards,
    least_worth,
    made_by,
    named_yaku,
    raised,
    scores_named,
    scores_of_worth,
    scores_of_yaku,
    times_called,
    told_yaku,
)
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.amounts import PILE, reads_of
from calc.hanafuda.settle.steps import BANK, Move, Win
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found, counting
from calc.outcomes import remark
from calc.translation import Named, msg, one_by_one, say

#: The amounts that scores alone tell.
_OF_SCORES: Final = frozenset({"score", "lead"})
#: What scores do not tell, so that no winner can be found by it.
_UNTOLD: Final = frozenset({"yaku", "teyaku", "card_points", "calls", "dealt", "field", PILE})
#: Rows of faults, see :func:`calc.errors.refuse_first`.
_Rows = Iterator[tuple[Any, ...]]
#: So many scores are listed.
_FEW: Final = 6


def tell_results(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Put on the table what piles are worth, as the record tells. Raises :class:`~calc.errors.CalcError` for a record
    that tells cards too, or less than the rules look at.
    """
    table.by_result = table.is_played = True
    for name, hand in record.players.items():
        if hand.captured is not None or hand.dealt is not None:
            at = f"players.{name}"
            contradict("the cards of {0} are given, and results in place of cards; give one of them", name, key=at)
        if record.scores is not None and hand.tells_worth and not hand.names_yaku and not are_scored(rules):
            contradict("scores are the last word, so what piles are worth is left out; give one of them", key="scores")
    table.notes.append(remark("by_result.cards"))
    if record.scores is not None:
        _tell_scores(table, record, record.scores, rules)
        return
    refuse_first(_faults_of_worth(record, rules))
    untold = [fact.meaning.text() for name, fact in rules.of_cards.items() if not record.facts.get(name)]
    table.notes += [remark("by_result.untold", told=say("; ").join(untold))] if untold else []
    told = {name: hand.card_points for name, hand in record.players.items()}
    table.points = {name: points for name, points in told.items() if points is not None}
    for name, hand in record.players.items():
        table.yaku[name] = as_told(hand.yaku, YAKU) if isinstance(hand.yaku, int) else []
    if any(hand.yaku for hand in record.players.values()):
        _tell_yaku(table, record, rules)
    if rules.points is not None:
        worths = [worth for worth, cards in rules.points.items() for _ in range((cards & rules.deck).bit_count())]
        refuse_first(_faults_of_points(table, worths, rules))
        found, whole, players = sum(table.points.values()), sum(worths), len(table.players)
        if found != whole and rules.deal(players).played_out == len(worths) and table.stopped_by is None:
            table.notes.append(remark("cards.points", found=found, whole=whole))


def _tell_yaku(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Put on the table the yaku that a record names. Who alone has some has stopped."""
    for name, hand in record.players.items():
        found = told_yaku(name, record, rules) if hand.names_yaku else []
        found = raised([*found, *made_by(found, rules, f"players.{name}.yaku")], rules)
        for one in counting([one for one in found if one.yaku.id in rules.yaku]):
            # Others may be among the cards that all of them ask for.
            table.yaku[name].append(Found(one.yaku, one.value, certain_cards(one.yaku, rules)))
            if one.yaku.value.of and one.value == least_worth(one.yaku, rules, one.cards):
                table.notes.append(remark("no_more", yaku=one.yaku.name.text(), worth=one.value))
    holders = [name for name, held in table.yaku.items() if held]
    table.is_played = bool(holders or table.points or not any(table.teyaku.values()))
    if not table.is_played:
        # Who shows a dealt yaku ends the round, and stops nothing.
        table.stopped_by = None
    elif len(holders) == 1 and table.stopped_by is None and rules.asks_who_stopped:
        table.stopped_by = holders[0]
        table.notes.append(remark("has_stopped", player=holders[0]))


def _tell_scores(table: Table, record: HanafudaRound, scores: Mapping[str, int], rules: HanafudaRules) -> None:
    if are_yaku(rules):
        # A score is what the yaku are worth, and is paid as such.
        for name in scores:
            check_player(name, table.players, f"scores.{name}")
        table.yaku = {name: as_told(scores.get(name, 0), SCORE) for name in table.players}
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
    looks = (PILE in rules.reads and not rules.of_cards) or bool(rules.voids)
    told = {name: hand.card_points for name, hand in record.players.items() if hand.card_points is not None}
    yield from _faults_of_shares(told if looks else {}, rules)
    yield ("not_payable", looks, "players",
           "what is paid in {0} depends on the cards of the piles; give them, or the scores of the round", rules.id)
    hands = record.players.items() if rules.of_cards else ()
    has_yaku = any(hand.yaku and (not hand.names_yaku or named_yaku(name, record, rules)) for name, hand in hands)
    for name, hand in record.players.items():
        at, is_told = f"players.{name}.card_points", hand.card_points is not None
        yield ("missing_key", rules.points is not None and not is_told and not has_yaku, at,
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
        times = times_called(table.calls, name, rules, len(table.players))
        if asked.of_yaku:
            can_be = scores_of_yaku(rules, len(table.players), times)
        scored = {*scores_of_worth(rules, len(table.players), times).get(score, ())} if asked.of_yaku else set()
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
    score, can_be = (record.scores or {})[name], scores_named(name, record, rules)
    named = [Named(one.name.text) for one, *_ in named_yaku(name, record, rules)]
    yaku = one_by_one(named, " and ") if named else msg("yaku of {0} points", record.players[name].yaku)
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


def check_facts(table: Table, rules: HanafudaRules) -> None:
    """Refuse what a round without cards tells of them, where nothing that was paid depends on it."""
    applied = reads_of(factor for *_, factors in table.counted for _, factor in factors)
    idle = reads_of(rules.factors.values()) - applied
    for name, fact in rules.of_cards.items():
        if (
            fact.of_cards is True
            and f"fact.{name}" in idle
            and any(table.fact(name, player) for player in table.players)
        ):
            message = "with the yaku that are told, nothing is paid for this: {0}; leave it out, or give the cards"
            contradict(message, Named(fact.meaning.text), key=f"facts.{name}")


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


def settle_scores(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Settle a round from its scores: who won it, and what is paid for them.

    Raises :class:`calc.NotPayableError` where what is paid does not follow from scores.
    """
    scores = record.scores or {}
    for name in scores:
        check_player(name, table.players, f"scores.{name}")
    table.scores = {name: scores.get(name, 0) for name in table.players}
    for name in (one for one, hand in record.players.items() if hand.yaku is not None and one in scores):
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
    table.yaku = {player: as_told(score, SCORE) for player, score in table.scores.items()}


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
