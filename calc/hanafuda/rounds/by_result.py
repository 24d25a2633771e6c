"""Rounds without cards: what piles are worth, or the scores themselves, stand in the record in place of them.

With what piles are worth (``yaku``, ``card_points``) the settlement steps of the rule set are applied as to any round.
Scores are the last word: only what is paid for them is worked out.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from calc.errors import HandError, NotPayableError, RecordError
from calc.hanafuda import notes
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rounds.claims import check_player
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.amounts import PILE
from calc.hanafuda.settle.steps import BANK, Move, Win
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found
from calc.tables import Name

#: The amounts that scores alone tell.
_OF_SCORES: Final = frozenset({"score", "lead"})
_YAKU: Final = Name(en="yaku as told", ja="役（申告）")
_SCORE: Final = Name(en="score as told", ja="得点（申告）")


def tell_results(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Put on the table what piles are worth, as the record tells. Raises :class:`~calc.errors.CalcError` for a record
    that tells cards too, or less than the rules look at.
    """
    table.by_result = table.is_played = True
    for name, hand in record.players.items():
        if hand.captured is not None or hand.dealt is not None:
            raise HandError(
                f"the cards of {name} are given, and results in place of cards; give one of them",
                code="contradiction",
                key=f"players.{name}",
            )
        if record.scores is not None and hand.tells_worth:
            raise HandError(
                "scores are the last word, so what piles are worth is left out; give one of them",
                code="contradiction",
                key="scores",
            )
    table.notes.append(notes.by_result(table.lang))
    if record.scores is not None:
        return
    if PILE in rules.reads or rules.voids:
        raise NotPayableError(
            f"what is paid in {rules.id} depends on the cards of the piles; give them, or the scores of the round",
            key="players",
        )
    for name, hand in record.players.items():
        if rules.points is not None and hand.card_points is None:
            raise RecordError(
                f"cards have points in {rules.id}; add card_points of {name}, or give the scores of the round",
                code="missing_key",
                key=f"players.{name}.card_points",
            )
        if rules.points is None and hand.card_points is not None:
            raise RecordError(
                f"cards have no points in {rules.id}; leave card_points out", key=f"players.{name}.card_points"
            )
        table.points |= {name: hand.card_points} if hand.card_points is not None else {}
        table.yaku[name] = _as_told(hand.yaku or 0, _YAKU, rules)


def _as_told(worth: int, name: Name, rules: HanafudaRules) -> list[Found]:
    """What was told, in place of the yaku that are not known; nothing for 0."""
    pattern = next(iter(rules.yaku.values()), None)
    if pattern is None or not worth:
        return []
    return [Found(replace(pattern, id="by_result", name=name, stops=False), worth, 0)]


def settle_scores(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Settle a round from its scores: who won it, and what is paid for them.

    Raises :class:`calc.NotPayableError` where what is paid does not follow from scores.
    """
    scores = record.scores or {}
    for name in scores:
        check_player(name, dict.fromkeys(table.players), f"scores.{name}")
    table.scores = {name: scores.get(name, 0) for name in table.players}
    moves = [(name, step) for name, step in rules.steps.items() if isinstance(step, Move)]
    paid = [(name, step) for name, step in moves if step.in_ == "chips"]
    if table.everyone != table.players or any(not _OF_SCORES.issuperset(step.of.names) for _, step in paid):
        raise NotPayableError(
            f"what is paid in {rules.id} does not follow from the scores of a round; give the cards, or what the piles "
            "are worth",
            key="scores",
        )
    for name, step in rules.steps.items():
        if isinstance(step, Win):
            step.apply(table, name)
    best = max(table.scores.values(), default=0)
    leaders = [name for name, score in table.scores.items() if score == best]
    if table.winner is None and best > 0 and len(leaders) == 1:
        table.winner = leaders[0]
    if paid:
        # Where scores are paid in several places, a round comes to one of them only.
        name, last = paid[-1]
        last.apply(table, name)
    else:
        for player, score in table.scores.items():
            table.pay(BANK[0], player, score, moves[-1][0] if moves else "score")
    table.yaku = {player: _as_told(score, _SCORE, rules) for player, score in table.scores.items()}
