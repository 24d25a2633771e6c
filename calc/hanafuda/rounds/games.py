"""Settle games of hanafuda rounds: running totals, the pot that is carried over, the dealer, and claims on them."""

from collections.abc import Mapping
from typing import NoReturn

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError, RecordError, contradict
from calc.hanafuda import notes
from calc.hanafuda.records.types import HanafudaGame, HanafudaHand, HanafudaRound
from calc.hanafuda.results import HanafudaFirstWrong, HanafudaGameResult, HanafudaResult, StandingLine
from calc.hanafuda.rounds.claims import compare_round, of_amounts, of_winner
from calc.hanafuda.rounds.round import settle_on_table, settle_round
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.sections import Carried, Ending
from calc.hanafuda.settle.table import POT
from calc.match import Match, scores_of
from calc.outcomes import remark
from calc.records.plain import check_names
from calc.records.rows import places
from calc.translation import Named, msg, say

#: A round with what the game knows, its result alone, and the facts that it leaves to the next one.
_Played = tuple[HanafudaRound, HanafudaResult, Carried]


def settle_game(game: HanafudaGame, rules: HanafudaRules) -> HanafudaGameResult:
    """Settle a whole game or an unfinished one. Totals begin with ``start``, or with 0.

    Raises the first error of any round, with the number of the round and the key at fault.
    """
    return _Game(game, rules).result()


def rounds_of(game: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules) -> list[HanafudaRound]:
    """Return the rounds of a game as they were settled, each with the pot, chips and dealer of those before it."""
    before, start = [None, *result.rounds], _start_of(game, rules)
    return [_filled(one, game, rules, place, before[place], start) for place, one in enumerate(game.rounds)]


class _Game(Match):
    """A game of rounds, each of which begins with what the one before leaves to it."""

    def __init__(self, game: HanafudaGame, rules: HanafudaRules) -> None:
        check_names(game.players)
        self.game, self.rules = game, rules
        given = None if game.scores is None else scores_of(game)
        self.start = _start_of(game, rules)
        super().__init__(game.players, [*(self.start or dict.fromkeys(game.players, 0)).values()], given)
        #: How many rounds were played; one whose cards are dealt again is still to be played.
        self.played = 0

    @property
    def before(self) -> HanafudaResult | None:
        return self.results[-1] if self.results else None

    def settle(self, place: int, record: HanafudaRound) -> tuple[_Played, list[int]]:
        """Settle a round with what the game knows; its claim is compared later."""
        rules, match = self.rules, self.rules.match
        record = _filled(record, self.game, rules, place, self.before, self.start)
        if record.drawn and place:
            contradict("cards are drawn for the first dealer of a game alone; leave 'drawn' out", key="drawn")
        for name in record.seats or record.players:
            if name not in self.players:
                known = ", ".join(self.players)
                contradict("{0!r} is none of the players of the game: {1}", name, known, key="players")
        carried: Carried = {}
        # Only what is carried over is looked up on the table.
        if match is not None and match.carry:
            table, settled = settle_on_table(record, rules)
            carried = match.carried(table, rules.facts)
        else:
            settled = settle_round(record, rules)
        self.played += settled.winner is not None or all(note.id != notes.NO_GAME for note in settled.notes)
        changes = [settled.players[name].change if name in settled.players else 0 for name in self.players]
        return (record, settled, carried), changes

    def ending(self, played: _Played, *, is_last: bool) -> Ending | None:
        return self.rules.match.ending(self.played, self.standing) if self.rules.match is not None else None

    def write(self, place: int, played: _Played, changes: list[int]) -> HanafudaResult:
        """The result of a round with its number and the totals, compared with its claim now that they are known."""
        (record, settled, carried), rules, noted = played, self.rules, [*played[1].notes]
        # The table may choose a dealer of its own.
        expected = self.before.next_dealer if self.before is not None else None
        dealt = record.dealer or (next(iter(record.players), None) if rules.table.first == "dealer" else None)
        if expected is not None and dealt not in (None, expected):
            noted.append(remark("dealer", dealt=dealt, expected=expected))
        # It may end the game where somebody has nothing left of what all began with.
        broke = self._broke()
        noted += [remark("nothing_left", count=len(broke), names=say(" and ").join(broke))] if broke else []
        told = []
        for name, value in carried.items():
            meaning = rules.facts[name].meaning.text()
            rows = value.items() if isinstance(value, dict) else [("", value)]
            told += [(f"{player}: " if player else "") + f"{meaning} {number}" for player, number in rows if number]
        noted += [remark("carried", told=say(", ").join(told))] if told else []
        result = replace(settled, round=place + 1, totals=self.standing, carried=carried or UNSET, notes=noted)
        claim = self.game.rounds[place].claim
        return result if claim is None else compare_round(result, claim, rules)

    def _broke(self) -> list[str]:
        """Who has nothing left; who began with nothing only where nobody pays more than they have."""
        start, least = self.start or {}, 1 if self.rules.stake is None else 0
        return [name for name, total in self.standing.items() if total <= 0 and start.get(name, -1) >= least]

    def refuse_more(self, place: int) -> NoReturn:
        """With the rule by which the game is over, and the totals."""
        match, said = self.rules.match, self.rules.classes.said
        assert match is not None
        scores = ", ".join(f"{name} {total}" for name, total in self.standing.items())
        text = "the game was over after round {0} ({1}; {2}); remove the rounds after it"
        contradict(text, place, Named(lambda: match.text(said)), scores, key="")

    def placed(self, error: CalcError, place: int) -> CalcError:
        """With the number of the round before its message, and below its key."""
        return error.below(f"rounds[{place}]").begun(msg("in {0}", msg("round {0}", place + 1)))

    def result(self) -> HanafudaGameResult:
        self.play(self.game.rounds)
        totals, rules, at = self.standing, self.rules, places(self.standing)
        first = [name for name in totals if at[name] == 1]
        winner = first[0] if len(first) == 1 else None
        parts = {"scores": of_amounts("scores", totals), "winner": of_winner(winner, totals)}
        wrong = ((one.round, item) for one in self.results for item in one.differences or [])
        return HanafudaGameResult(
            id=self.game.id,
            rules=rules.label,
            options=rules.chosen,
            rounds=self.results,
            ended=self.ended or ("bust" if self._broke() else None),
            scores=totals,
            final=[StandingLine(one, at[one], totals[one]) for one in sorted(totals, key=lambda name: -totals[name])],
            winner=winner,
            pots={POT: self.before.pots.get(POT, 0) if self.before is not None else 0} if rules.has_pot else {},
            notes=[],
            **self.judge(HanafudaFirstWrong, self.game.claim, parts, f"scores: {{{next(iter(totals))}: 5}}", wrong),
        )


def _filled(
    record: HanafudaRound,
    game: HanafudaGame,
    rules: HanafudaRules,
    place: int,
    before: HanafudaResult | None,
    start: Mapping[str, int] | None,
) -> HanafudaRound:
    """Fill in what the game knows: chips, pot, month, facts that are carried over, and the dealer unless that is always
    the first player; in a round without cards also who plays. The claim is left out.

    ``place`` counts from 0. A game begins in month 1 and goes round the year. ``before``: the result of the round
    before. ``start``: what everybody began with, where that is known.
    """
    pot, dealer, facts, totals = 0, None, {}, start
    if before is not None:
        pot, dealer, facts = before.pots.get(POT, 0), before.next_dealer, before.carried or {}
        totals = before.totals or {}
    players, is_first = record.players, rules.table.first == "dealer"
    if record.is_by_result and not record.seats:
        players = record.players or dict.fromkeys(game.players, HanafudaHand())
        if record.dealer is None and is_first and dealer in players:
            order = [*players, *players]
            first = order.index(dealer)
            players = {name: players[name] for name in order[first : first + len(players)]}
    seats = record.seats or [*players]
    counts_chips = start is not None and "chips" not in rules.unused
    chips = {name: total for name, total in (totals or {}).items() if counts_chips and name in seats}
    return replace(
        record,
        players=players,
        month=record.month if record.month is not None else place % len(load_deck().months) + 1,
        pot=(pot or None) if record.pot is None else record.pot,
        chips={**chips, **record.chips},
        facts={**facts, **record.facts},
        dealer=dealer if record.dealer is None and not is_first and dealer in seats else record.dealer,
        claim=None,
    )


def _start_of(game: HanafudaGame, rules: HanafudaRules) -> dict[str, int] | None:
    """What everybody begins with: as the record says, else as the rules do; none where neither does."""
    start = game.start if game.start is not None or rules.match is None else rules.match.start
    if start is None or not isinstance(start, dict):
        return None if start is None else dict.fromkeys(game.players, start)
    if set(start) != set(game.players):
        raise RecordError("expected a start for each of {0}, found {1!r}", ", ".join(game.players), start, key="start")
    return {name: start[name] for name in game.players}
