"""Settle games of hanafuda rounds: running totals, the pot that is carried over, the dealer, and claims on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError, HandError, RecordError, contradict
from calc.hanafuda.notes import NO_GAME, another_dealer, carried_over, nothing_left
from calc.hanafuda.records.types import HanafudaGame, HanafudaHand, HanafudaRound
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult, StandingLine
from calc.hanafuda.rounds.claims import check_player, compare_round, judge_game
from calc.hanafuda.rounds.round import settle_on_table
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.sections import Carried, Ending
from calc.hanafuda.settle.table import POT
from calc.outcomes import Note
from calc.records.plain import check_names, check_scores_alone
from calc.records.rows import places
from calc.translation import Named, msg


def settle_game(game: HanafudaGame, rules: HanafudaRules) -> HanafudaGameResult:
    """Settle a whole game or an unfinished one. Totals begin with ``start``, or with 0.

    Raises the first error of any round, with the number of the round and the key at fault.
    """
    check_names(game.players)
    start = _start_given(game, rules)
    totals = _start_of(game, start)
    if game.scores is not None:
        totals = _totals_given(game)
    left, ended, played = Left(0, None, {}), None, 0
    results: list[HanafudaResult] = []
    for place, given in enumerate(game.rounds):
        record = _with_players(given, game, rules, left.dealer)
        try:
            _check_in_game(record, game, is_first=place == 0)
            _check_goes_on(ended, place, totals, rules)
            known = totals if start is not None and "chips" not in rules.unused else {}
            table, settled = settle_on_table(_round_in_game(record, rules, place, known, left), rules)
        except CalcError as error:
            raise _add_round(error, place) from None
        changes = {name: one.change for name, one in settled.players.items()}
        totals = {name: total + changes.get(name, 0) for name, total in totals.items()}
        carried = rules.match.carried(table, rules.facts) if rules.match is not None and rules.match.carry else {}
        # A table may end the game where somebody has nothing left of what all began with.
        broke = [name for name, total in totals.items() if total <= 0] if start is not None else []
        notes = _dealer_notes(record, rules, left.dealer) + ([nothing_left(broke)] if broke else [])
        notes += _carried_notes(carried, rules)
        results.append(_complete(settled, record, rules, place, totals, carried, notes))
        left = _left_by(results[-1])
        # A round whose cards are dealt again is still to be played.
        played += settled.winner is not None or all(note.id != NO_GAME for note in settled.notes)
        ended = rules.match.ending(played, totals) if rules.match is not None else None
    at = places(totals)
    first = [name for name in totals if at[name] == 1]
    winner = first[0] if len(first) == 1 else None
    is_bust = start is not None and min(totals.values(), default=1) <= 0
    return HanafudaGameResult(
        id=game.id,
        rules=rules.label,
        options=rules.chosen,
        rounds=results,
        ended="scores_given" if game.scores is not None else ended or ("bust" if is_bust else None),
        scores=totals,
        final=[StandingLine(name, at[name], totals[name]) for name in sorted(totals, key=lambda name: -totals[name])],
        winner=winner,
        pots={POT: left.pot} if rules.has_pot else {},
        notes=[],
        **judge_game(game, results, totals, winner),
    )


def rounds_of(game: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules) -> list[HanafudaRound]:
    """Return the rounds of a game as they were settled, each with the pot, chips and dealer of those before it."""
    start = _start_given(game, rules)
    rounds, totals, left = [], _start_of(game, start), Left(0, None, {})
    for place, (given, settled) in enumerate(zip(game.rounds, result.rounds, strict=True)):
        record = _with_players(given, game, rules, left.dealer)
        known = totals if start is not None and "chips" not in rules.unused else {}
        rounds.append(_round_in_game(record, rules, place, known, left))
        totals, left = dict(settled.totals or {}), _left_by(settled)
    return rounds


class Left(NamedTuple):
    """What a round leaves to the next one."""

    pot: int
    dealer: str | None
    facts: Carried


def _left_by(settled: HanafudaResult) -> Left:
    return Left(settled.pots.get(POT, 0), settled.next_dealer, settled.carried or {})


def _with_players(record: HanafudaRound, game: HanafudaGame, rules: HanafudaRules, dealer: str | None) -> HanafudaRound:
    """A round without cards with all players of the game, in turn order from the dealer if only that is not said."""
    if not record.is_by_result or record.seats:
        return record
    known = record.players or dict.fromkeys(game.players, HanafudaHand())
    order = list(known)
    if record.dealer is None and rules.table.first == "dealer" and dealer in order:
        place = order.index(dealer)
        order = [*order[place:], *order[:place]]
    return replace(record, players={name: known[name] for name in order})


def _round_in_game(
    record: HanafudaRound, rules: HanafudaRules, place: int, totals: Mapping[str, int], left: Left
) -> HanafudaRound:
    """Fill in what the game knows: chips, pot, month, facts that are carried over, and the dealer unless that is always
    the first player.

    The claim is left out; it is compared later. ``place`` counts from 0. A game begins in month 1 and goes round the
    year.
    """
    month = record.month if record.month is not None else place % len(load_deck().months) + 1
    seats = record.seats or list(record.players)
    chips = {name: total for name, total in totals.items() if name in seats}
    deals = left.dealer if rules.table.first != "dealer" and left.dealer in seats else None
    return replace(
        record,
        month=month,
        pot=left.pot if record.pot is None else record.pot,
        chips={**chips, **record.chips},
        dealer=record.dealer if record.dealer is not None else deals,
        facts={**left.facts, **record.facts},
        claim=None,
    )


def _start_given(game: HanafudaGame, rules: HanafudaRules) -> int | dict[str, int] | None:
    """Return what everybody begins with: as the record says, else as the rules do."""
    if game.start is not None:
        return game.start
    return rules.match.start if rules.match is not None else None


def _start_of(game: HanafudaGame, start: int | dict[str, int] | None) -> dict[str, int]:
    if not isinstance(start, dict):
        return dict.fromkeys(game.players, start or 0)
    if set(start) != set(game.players):
        raise RecordError("expected a start for each of {0}, found {1!r}", ", ".join(game.players), start, key="start")
    return {name: start[name] for name in game.players}


def _totals_given(game: HanafudaGame) -> dict[str, int]:
    """Read the totals of a game whose rounds are not known."""
    given = game.scores or {}
    check_scores_alone(game.rounds)
    if isinstance(given, list):
        if len(given) != len(game.players):
            raise RecordError(
                "expected {0} numbers, one a player, found {1}", len(game.players), len(given), key="scores"
            )
        return dict(zip(game.players, given, strict=True))
    for name in given:
        check_player(name, dict.fromkeys(game.players), "scores")
    lost = [name for name in game.players if name not in given]
    if lost:
        raise RecordError("expected the total of every player; add {0}", ", ".join(lost), key="scores")
    return {name: given[name] for name in game.players}


def _check_goes_on(ended: Ending | None, place: int, totals: Mapping[str, int], rules: HanafudaRules) -> None:
    """Refuse a round after the end of a game."""
    if ended is None or rules.match is None:
        return
    scores = ", ".join(f"{name} {total}" for name, total in totals.items())
    match, said = rules.match, rules.classes.said
    told = Named(lambda: match.text(said))
    raise HandError(
        "the game was over after round {0} ({1}; {2}); remove the rounds after it",
        place,
        told,
        scores,
        code="contradiction",
    )


def _check_in_game(record: HanafudaRound, game: HanafudaGame, *, is_first: bool) -> None:
    if record.drawn and not is_first:
        contradict("cards are drawn for the first dealer of a game alone; leave 'drawn' out", key="drawn")
    for name in record.seats or record.players:
        if name not in game.players:
            contradict("{0!r} is none of the players of the game: {1}", name, ", ".join(game.players), key="players")


def _add_round(error: CalcError, place: int) -> CalcError:
    """Add the round to an error's message and key."""
    error.begun(msg("in {0}", msg("round {0}", place + 1)))
    error.key = f"rounds[{place}].{error.key}" if error.key else f"rounds[{place}]"
    return error


def _dealer_notes(record: HanafudaRound, rules: HanafudaRules, expected: str | None) -> list[Note]:
    """Note a dealer other than the rules name; the table may choose its own."""
    dealt = record.dealer
    if dealt is None and rules.table.first == "dealer" and record.players:
        dealt = next(iter(record.players))
    if expected is None or dealt is None or dealt == expected:
        return []
    return [another_dealer(dealt, expected)]


def _carried_notes(carried: Carried, rules: HanafudaRules) -> list[Note]:
    """Note what is carried over to the next round."""
    told = []
    for name, value in carried.items():
        meaning = rules.facts[name].meaning.text()
        rows = value.items() if isinstance(value, dict) else [("", value)]
        told += [(f"{player}: " if player else "") + f"{meaning} {number}" for player, number in rows if number]
    return [carried_over(told)] if told else []


def _complete(
    settled: HanafudaResult,
    record: HanafudaRound,
    rules: HanafudaRules,
    place: int,
    totals: Mapping[str, int],
    carried: Carried,
    notes: list[Note],
) -> HanafudaResult:
    """Add the round's number, totals and notes, and compare its claim now that the totals are known."""
    now = {"round": place + 1, "totals": dict(totals), "carried": carried or UNSET}
    result = replace(settled, **now, notes=[*settled.notes, *notes])
    try:
        return result if record.claim is None else compare_round(result, record.claim, rules)
    except CalcError as error:
        raise _add_round(error, place) from None
