"""Settle games of hanafuda rounds: running totals, the pot that is carried over, the dealer, and claims on them."""

from __future__ import annotations

from typing import Any, NoReturn

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError, RecordError, contradict
from calc.hanafuda import notes
from calc.hanafuda.read.seats import check_player
from calc.hanafuda.records.types import HanafudaGame, HanafudaHand, HanafudaRound
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult, StandingLine
from calc.hanafuda.rounds.claims import compare_round, judge_game
from calc.hanafuda.rounds.round import settle_on_table, settle_round
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.sections import Ending
from calc.hanafuda.settle.table import POT, Table
from calc.match import Match
from calc.records.plain import check_names, check_scores_alone
from calc.records.rows import places
from calc.translation import Named, msg, say

#: A round with its players in turn order, the table on which it was settled, where it is kept, and its result alone.
_Played = tuple[HanafudaRound, Table | None, HanafudaResult]


def settle_game(game: HanafudaGame, rules: HanafudaRules) -> HanafudaGameResult:
    """Settle a whole game or an unfinished one. Totals begin with ``start``, or with 0.

    Raises the first error of any round, with the number of the round and the key at fault.
    """
    return _Game(game, rules).result()


def rounds_of(game: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules) -> list[HanafudaRound]:
    """Return the rounds of a game as they were settled, each with the pot, chips and dealer of those before it."""
    before = [None, *result.rounds]
    return [
        _filled(_with_players(one, game, rules, before[place]), game, rules, place, before[place])
        for place, one in enumerate(game.rounds)
    ]


class _Game(Match):
    """A game of rounds, each of which begins with what the one before leaves to it."""

    def __init__(self, game: HanafudaGame, rules: HanafudaRules) -> None:
        check_names(game.players)
        self.game, self.rules = game, rules
        given = None if game.scores is None else _totals_given(game)
        super().__init__(game.players, [*_start_of(game, rules).values()], given)
        self.has_start = _start_given(game, rules) is not None
        #: How many rounds were played; one whose cards are dealt again is still to be played.
        self.played = 0

    @property
    def before(self) -> HanafudaResult | None:
        """The result of the round before."""
        return self.results[-1] if self.results else None

    def settle(self, place: int, record: HanafudaRound) -> tuple[_Played, list[int]]:
        """Settle a round with what the game knows; its claim is compared later."""
        record = _with_players(record, self.game, self.rules, self.before)
        if record.drawn and place:
            contradict("cards are drawn for the first dealer of a game alone; leave 'drawn' out", key="drawn")
        for name in record.seats or record.players:
            if name not in self.players:
                known = ", ".join(self.players)
                contradict("{0!r} is none of the players of the game: {1}", name, known, key="players")
        filled = _filled(record, self.game, self.rules, place, self.before)
        # Only what is carried over is looked up on the table.
        match = self.rules.match
        if match is not None and match.carry:
            table, settled = settle_on_table(filled, self.rules)
        else:
            table, settled = None, settle_round(filled, self.rules)
        self.played += settled.winner is not None or all(note.id != notes.NO_GAME for note in settled.notes)
        changes = [settled.players[name].change if name in settled.players else 0 for name in self.players]
        return (record, table, settled), changes

    def ending(self, played: _Played, *, is_last: bool) -> Ending | None:
        """As the rule set says."""
        return self.rules.match.ending(self.played, self.standing) if self.rules.match is not None else None

    def write(self, place: int, played: _Played, changes: list[int]) -> HanafudaResult:
        """The result of a round with its number and the totals, compared with its claim now that they are known."""
        (record, table, settled), rules = played, self.rules
        carried = rules.match.carried(table, rules.facts) if rules.match is not None and table is not None else {}
        noted = [*settled.notes]
        # The table may choose a dealer of its own.
        expected = self.before.next_dealer if self.before is not None else None
        first = next(iter(record.players), None) if rules.table.first == "dealer" else None
        dealt = record.dealer or first
        if expected is not None and dealt not in (None, expected):
            noted.append(notes.note("dealer", dealt=dealt, expected=expected))
        # It may end the game where somebody has nothing left of what all began with.
        broke = [name for name, total in self.standing.items() if total <= 0] if self.has_start else []
        noted += [notes.counted("nothing_left", len(broke), names=broke)] if broke else []
        told = []
        for name, value in carried.items():
            meaning = rules.facts[name].meaning.text()
            rows = value.items() if isinstance(value, dict) else [("", value)]
            told += [(f"{player}: " if player else "") + f"{meaning} {number}" for player, number in rows if number]
        noted += [notes.note("carried", told=say(", ").join(told))] if told else []
        result = replace(settled, round=place + 1, totals=self.standing, carried=carried or UNSET, notes=noted)
        return result if record.claim is None else compare_round(result, record.claim, rules)

    def refuse_more(self, place: int) -> NoReturn:
        """With the rule by which the game is over, and the totals."""
        match, said = self.rules.match, self.rules.classes.said
        assert match is not None
        scores = ", ".join(f"{name} {total}" for name, total in self.standing.items())
        told = Named(lambda: match.text(said))
        contradict(
            "the game was over after round {0} ({1}; {2}); remove the rounds after it", place, told, scores, key=""
        )

    def placed(self, error: CalcError, place: int) -> CalcError:
        """With the number of the round before its message, and below its key."""
        error.begun(msg("in {0}", msg("round {0}", place + 1)))
        error.key = f"rounds[{place}].{error.key}" if error.key else f"rounds[{place}]"
        return error

    def result(self) -> HanafudaGameResult:
        """The result of the game."""
        self.play(self.game.rounds)
        totals, rules = self.standing, self.rules
        at = places(totals)
        first = [name for name in totals if at[name] == 1]
        winner = first[0] if len(first) == 1 else None
        is_bust = self.has_start and min(totals.values(), default=1) <= 0
        return HanafudaGameResult(
            id=self.game.id,
            rules=rules.label,
            options=rules.chosen,
            rounds=self.results,
            ended=self.ended or ("bust" if is_bust else None),
            scores=totals,
            final=[StandingLine(one, at[one], totals[one]) for one in sorted(totals, key=lambda name: -totals[name])],
            winner=winner,
            pots={POT: self.before.pots.get(POT, 0) if self.before is not None else 0} if rules.has_pot else {},
            notes=[],
            **judge_game(self.game, self.results, totals, winner),
        )


def _with_players(
    record: HanafudaRound, game: HanafudaGame, rules: HanafudaRules, before: HanafudaResult | None
) -> HanafudaRound:
    """A round without cards with all players of the game, in turn order from the dealer if only that is not said."""
    if not record.is_by_result or record.seats:
        return record
    known = record.players or dict.fromkeys(game.players, HanafudaHand())
    order, dealer = list(known), before.next_dealer if before is not None else None
    if record.dealer is None and rules.table.first == "dealer" and dealer in order:
        place = order.index(dealer)
        order = [*order[place:], *order[:place]]
    return replace(record, players={name: known[name] for name in order})


def _filled(
    record: HanafudaRound, game: HanafudaGame, rules: HanafudaRules, place: int, before: HanafudaResult | None
) -> HanafudaRound:
    """Fill in what the game knows: chips, pot, month, facts that are carried over, and the dealer unless that is always
    the first player. The claim is left out.

    ``place`` counts from 0. A game begins in month 1 and goes round the year. ``before``: the result of the round
    before.
    """
    pot, dealer, facts, totals = 0, None, {}, _start_of(game, rules)
    if before is not None:
        pot, dealer, facts = before.pots.get(POT, 0), before.next_dealer, before.carried or {}
        totals = before.totals or {}
    seats = record.seats or list(record.players)
    counts_chips = _start_given(game, rules) is not None and "chips" not in rules.unused
    chips = {name: total for name, total in totals.items() if name in seats} if counts_chips else {}
    changes: dict[str, Any] = {
        "month": record.month if record.month is not None else place % len(load_deck().months) + 1,
        "pot": (pot or None) if record.pot is None else record.pot,
        "chips": {**chips, **record.chips},
        "facts": {**facts, **record.facts},
        "claim": None,
    }
    if record.dealer is None and rules.table.first != "dealer" and dealer in seats:
        changes["dealer"] = dealer
    return replace(record, **changes)


def _start_given(game: HanafudaGame, rules: HanafudaRules) -> int | dict[str, int] | None:
    """What everybody begins with: as the record says, else as the rules do."""
    if game.start is not None:
        return game.start
    return rules.match.start if rules.match is not None else None


def _start_of(game: HanafudaGame, rules: HanafudaRules) -> dict[str, int]:
    start = _start_given(game, rules)
    if not isinstance(start, dict):
        return dict.fromkeys(game.players, start or 0)
    if set(start) != set(game.players):
        raise RecordError("expected a start for each of {0}, found {1!r}", ", ".join(game.players), start, key="start")
    return {name: start[name] for name in game.players}


def _totals_given(game: HanafudaGame) -> list[int]:
    """The totals of a game whose rounds are not known."""
    given = game.scores or {}
    check_scores_alone(game.rounds)
    if isinstance(given, list):
        if len(given) != len(game.players):
            raise RecordError(
                "expected {0} numbers, one a player, found {1}", len(game.players), len(given), key="scores"
            )
        return given
    for name in given:
        check_player(name, game.players, "scores")
    lost = [name for name in game.players if name not in given]
    if lost:
        raise RecordError("expected the total of every player; add {0}", ", ".join(lost), key="scores")
    return [given[name] for name in game.players]
