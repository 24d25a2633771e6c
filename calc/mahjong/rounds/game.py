"""Riichi games: rounds in their frames, running scores, final results, and claims on all of them.

Every frame follows from how the rounds before it ended, without scores.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NoReturn

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError, contradict, lack, refuse_first
from calc.games import Fields
from calc.layout.words import word
from calc.mahjong.records.types import Game, Round
from calc.mahjong.rounds import ends, faults, frames
from calc.mahjong.rounds.claims import final_differences, of_amounts
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.reading import in_seats, note_dealer, read_round
from calc.mahjong.rounds.results import Ending, FinalLine, FirstWrong, GameResult, NextRound, RoundResult
from calc.mahjong.rounds.round import PlayedRound, play, write_round
from calc.mahjong.rules.ruleset import MahjongRules
from calc.match import Match, by_player
from calc.outcomes import Difference, Note, Transfer, compare, remark
from calc.text import number
from calc.translation import msg, one_by_one


def settle_game(game: Game, rules: MahjongRules, fields: Fields = "full") -> GameResult:
    """Settle a game, whole or as much of it as was played. ``fields``: of the results of wins.

    Raises what is wrong with a round, with the round's name and the key at fault; a round that does not follow from
    the ones before it, or comes after the end, is a contradiction.
    """
    return _Game(game, rules, fields).result()


class _Game(Match):
    """A game whose rounds are compared with what the record claims of them."""

    def __init__(self, game: Game, rules: MahjongRules, fields: Fields) -> None:
        self.game, self.rules, self.fields = game, rules, fields
        self.start = frames.start_of(game, rules)
        super().__init__(game.players, self.start, None if game.scores is None else ends.read_scores(game, rules))
        #: The scores as the players counted them: the claimed ones where there are any.
        self.believed = self.start
        self.frame = frames.first_frame(game, rules)
        self.played: list[PlayedRound] = []
        self.poor: list[Note] = []
        refuse_first(faults.of_told(game, rules))
        told = by_player(game.chombo, "chombo", self.players) if game.chombo is not None else {}
        #: How many chombo each player had, and those that cost points at the end.
        self.had = Counter({player: count for player, (_, count) in told.items()})
        self.chombo = Counter(self.had if rules.rounds.chombo.penalty == "points" else ())

    def settle(self, place: int, record: Round) -> tuple[PlayedRound, list[int]]:
        """The round, and what it changes; with notes on who declared riichi before it without the points for it."""
        played = _play(self.game, place, self.frame, self.rules, self.fields)
        self.frame, self.poor = played.after, self._note_poor_riichi(place, played)
        self.played.append(played)
        return played, played.gains(self.rules)

    def ending(self, played: PlayedRound, *, is_last: bool) -> Ending | None:
        return ends.ending_after(played.read, played.frame, self.totals, self.rules, is_last=is_last)

    def refuse_more(self, place: int) -> NoReturn:
        """With the reason of the end, and the options under which the game goes on."""
        why, options = ends.explain_ending(self.ended, self.totals, self.players, self.rules)
        found = one_by_one((msg("{0} (here {1})", name, answer) for name, answer in options.items()), ", ")
        text = (
            "the game was over after {0} ({1}), found another round; take it out, or choose the options under which "
            "the game goes on{2}"
        )
        more = found and msg(": {0}", found)
        contradict(text, frames.in_words(self.played[-1].frame), why, more, key=f"rounds[{place}]")

    def write(self, place: int, played: PlayedRound, changes: list[int]) -> RoundResult:
        """The result of a round, compared with its claim."""
        rules, frame, after, players = self.rules, played.frame, played.after, self.players
        seats = frames.seats_of(frame, rules)
        # By some rules every draw decides so, which a game need not say each time.
        by_rule = [] if played.read.keeps_by == "exhaustive" else note_dealer(played.read, rules)
        penalty = rules.rounds.chombo.penalty
        self.chombo.update(map(seats.index, played.read.record.chombo if penalty == "points" else ()))
        wind, dealer, out = frames.wind_of(after, rules), players[after.number - 1], self._vacant(after) or UNSET
        follows = NextRound(wind, after.number, dealer, after.honba, after.sticks, out) if self.ended is None else None
        return write_round(
            played,
            rules,
            self._find_differences(place, played, changes, follows),
            round=frames.wind_of(frame, rules),
            number=frame.number,
            dealer=players[frame.number - 1],
            players={seat: players[seats.index(seat)] for seat in rules.seats},
            scores={seat: self.totals[seats.index(seat)] for seat in rules.seats},
            next=follows,
            notes=[*played.read.notes, *by_rule, *self.poor],
            sitting_out={name: self.standing[name] for name in self._vacant(frame)} or UNSET,
        )

    def _vacant(self, frame: Frame) -> list[str]:
        seats = frames.seats_of(frame, self.rules) if frame.sitting_out else ()
        return [name for name, seat in zip(self.players, seats, strict=bool(seats)) if not seat]

    def _note_poor_riichi(self, at: int, played: PlayedRound) -> list[Note]:
        """Who declared riichi without the points for it, where that is not refused."""
        riichi, seats, notes = self.rules.rounds.riichi, frames.seats_of(played.frame, self.rules), list[Note]()
        poor = [(place, seat) for place, seat in enumerate(seats) if seat in played.read.riichi]
        poor = [one for one in poor if self.totals[one[0]] < riichi.min_points]
        # The table may have counted otherwise before; then that is named, with a note on the riichi.
        is_refused = riichi.short == "refuse" and any(self.believed[place] < riichi.min_points for place, _ in poor)
        for place, seat in poor:
            who, points, least = self.players[place], number(self.totals[place]), number(riichi.min_points)
            if is_refused:
                message = (
                    "{0} ({1}) declared riichi with {2} points; it needs {3}; leave out that riichi, or set the option "
                    "riichi_short to note, or riichi_min_points"
                )
                contradict(message, who, seat, points, least, key=f"rounds[{at}].riichi")
            notes.append(remark("riichi_without_points", player=who, seat=word(seat), points=points, least=least))
        return notes

    def _find_differences(
        self, place: int, played: PlayedRound, changes: list[int], follows: NextRound | None
    ) -> list[Difference] | None:
        """Where the claim of a round departs from it; ``None`` where there is no claim."""
        record, frame, at = self.game.rounds[place], played.frame, f"rounds[{place}].claim"
        seats = frames.seats_of(frame, self.rules)
        told = [("honba", record.honba, frame.honba), ("sticks", record.sticks, frame.sticks)]
        found, claim = [Difference(*one) for one in told if one[1] not in (None, one[2])], record.claim
        self.believed = [before + change for before, change in zip(self.believed, changes, strict=True)]
        if claim is None:
            return found or None
        # Scores that only carry an earlier mistake along are right here.
        parts = {
            "changes": of_amounts("changes", at, changes, self.players, seats),
            "scores": of_amounts("scores", at, self.totals, self.players, seats, self.believed),
            **played.ending_of(follows, dict(zip(seats, self.players, strict=True)), self.rules),
        }
        found = [*found, *compare(claim, parts, at, "scores: {E: 25000}")]
        if claim.scores is not UNSET:
            for player, (_, amount) in by_player(claim.scores, f"{at}.scores", self.players, seats).items():
                self.believed[player] = amount
        return found

    def result(self) -> GameResult:
        game, rules = self.game, self.rules
        self.play(game.rounds)
        transfers, notes = self._deal_leftover()
        without_tiles = sum(one.without_tiles for one in self.played)
        if without_tiles:
            notes.append(remark("by_result", count=without_tiles))
        extras = ends.read_extras(game, self.played, self.totals, rules, is_over=self.ended is not None)
        began = frames.began_with(game, self.start, rules)
        told: Any = game.fixed
        stand = by_player(told, "fixed", self.players) if told is not None else {}
        fixed = {player: Fraction(str(units)) for player, (_, units) in stand.items()}
        lines, remainder = ends.final_table(self.players, self.totals, began, rules, self.chombo, extras, fixed)
        if self.ended is None:
            notes.append(remark("not_over"))
        if remainder:
            notes.append(remark("remainder", first=lines[0].player, rest=f"{remainder:+g}"))
        return GameResult(
            id=game.id,
            rules=rules.label,
            options=rules.chosen,
            rounds=self.results,
            ended=self.ended,
            scores=self.standing,
            final=lines,
            transfers=transfers,
            chombo={self.players[player]: count for player, count in self.had.items() if count} or UNSET,
            notes=[*notes, *_note_oka(began, rules)],
            **self._judge(lines),
        )

    def _judge(self, final: Sequence[FinalLine]) -> dict[str, Any]:
        """The keys of the result that say where claims go wrong; none if nothing is claimed."""
        players = self.players
        parts: dict[str, Any] = {
            "scores": of_amounts("scores", "claim", self.totals, players),
            "final": lambda said: final_differences(said, final, players, "claim"),
        }
        wrong = []
        for one, result in zip(self.played, self.results, strict=True):
            wrong += [(one.name, item) for item in result.differences or []]
            for place, win in enumerate(one.wins):
                items = win.differences or []
                wrong += [(one.name, replace(item, key=f"wins[{place}].{item.key}")) for item in items]
        return self.judge(FirstWrong, self.game.claim, parts, f"scores: {{{players[0]}: 25000}}", wrong)

    def _deal_leftover(self) -> tuple[list[Transfer], list[Note]]:
        """Pay out riichi sticks left at the end of the game, by the rule for them."""
        sticks = self.frame.sticks if self.played and self.ended is not None else 0
        if self.game.scores is not None:
            sticks = (sum(self.start) - sum(self.totals)) // self.rules.points.stick.points
            return [], [remark("leftover_sticks", sticks=sticks)] if sticks else []
        shares = ends.leftover_shares(self.totals, sticks * self.rules.points.stick.points, self.rules)
        for player, share in shares.items():
            self.totals[player] += share
        if sticks and not shares:
            return [], [remark("leftover_sticks", sticks=sticks)]
        return [Transfer("sticks", self.players[one], share, "points", "sticks") for one, share in shares.items()], []


def _note_oka(start: Sequence[int], rules: MahjongRules) -> Iterator[Note]:
    """A note where oka is not what the players put in: then only the remainder makes the results sum to 0."""
    oka, back, seats = rules.final.oka, rules.final.return_, len(start)
    put_in = 0 if back == "start" else int(back) * seats - sum(start)
    if put_in == oka:
        return
    alike = len(set(start)) == 1
    name = "oka_off.start" if back == "start" else "oka_off.alike" if alike else "oka_off"
    shown, began = f"{back:,}" if isinstance(back, int) else back, number(start[0] if alike else sum(start))
    yield remark(name, oka=number(oka), put_in=number(put_in), back=shown, start=began, seats=seats)


# ---- the rounds of a game


def play_rounds(game: Game, rules: MahjongRules) -> Iterator[PlayedRound]:
    """Every round in its frame, settled. Scores and the end of the game are not looked at.

    Raises what is wrong with a round, with the round's name.
    """
    frame = frames.first_frame(game, rules)
    for place in range(len(game.rounds)):
        played = _play(game, place, frame, rules)
        yield played
        frame = played.after


def round_at(game: Game, place: int, rules: MahjongRules) -> Round:
    """The round of a game with seats for names; as it is where the game cannot be played that far."""
    try:
        return [*islice(play_rounds(game, rules), place + 1)][-1].read.record
    except CalcError:
        return game.rounds[place]


def _play(game: Game, place: int, frame: Frame, rules: MahjongRules, fields: Fields = "full") -> PlayedRound:
    record = game.rounds[place]
    try:
        refuse_first(faults.of_frame(game, place, frame, rules))
        seated = in_seats(record, game.players, frames.seats_of(frame, rules), rules)
        read = read_round(seated, rules, frames.wind_of(frame, rules))
        if read.goes_on:
            lack(msg("who did what wrong is told, but not how the round ended; say it with that"), key="faults")
        names = dict(zip(frames.seats_of(frame, rules), game.players, strict=True))
        return play(read, frame, rules, fields, names)
    except CalcError as error:
        raise error.below(f"rounds[{place}]").begun(msg("in {0}", frames.in_words(frame))) from None
