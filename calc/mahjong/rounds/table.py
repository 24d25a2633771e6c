"""The table of a game: running scores round by round, compared with what the record claims, and the final result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from calc.errors import HandError
from calc.mahjong.by_result import note_results
from calc.mahjong.records.types import Game
from calc.mahjong.rounds.claims import by_party, final_differences, round_differences
from calc.mahjong.rounds.ends import FinalTable, ending_after, final_table, leftover_shares
from calc.mahjong.rounds.extras import read_extras
from calc.mahjong.rounds.frames import Frame, began_with, seats_of, wind_of
from calc.mahjong.rounds.results import Ending, FirstWrong, GameResult, NextRound, RoundResult
from calc.mahjong.rounds.round import PlayedRound, write_round
from calc.mahjong.rules.schema import MahjongRules
from calc.outcomes import Difference, Note, Transfer, check_not_empty, claimed_of
from calc.text import number
from calc.translation import say

_UNIT = "points"


class Given(Struct, frozen=True):
    """Honba or sticks that the record of a game gives otherwise than they follow. ``place``: of the round, from 0."""

    place: int
    key: str
    claimed: int
    actual: int


class Table:
    """The running scores of a game, compared with what the record claims of them."""

    def __init__(self, game: Game, rules: MahjongRules, start: list[int], given: list[Given], lang: str) -> None:
        self.game, self.rules, self.start, self.given, self.lang = game, rules, start, given, lang
        self.points = list(start)
        #: The scores as the players counted them: the claimed ones where there are any.
        self.believed = list(start)
        self.ended: Ending | None = None
        self.results: list[RoundResult] = []
        self.first_wrong: FirstWrong | None = None
        self.is_claimed = bool(given)
        self.chombo = dict.fromkeys(range(len(start)), 0)

    def add(self, place: int, played: PlayedRound, *, is_last: bool) -> None:
        """Add the points of the next round, compare them with its claim, and see whether the game is over."""
        rules, frame = self.rules, played.frame
        seats = seats_of(frame, rules)
        changes = [played.settled.changes[seat] if seat else 0 for seat in seats]
        notes = [*played.read.notes, *self._note_poor_riichi(played, seats)]
        self.points = [before + change for before, change in zip(self.points, changes, strict=True)]
        for seat in played.read.record.chombo if rules.rounds.chombo.penalty == "points" else ():
            self.chombo[seats.index(seat)] += 1
        self.ended = ending_after(played.read, frame, self.points, rules, is_last=is_last)
        result = write_round(
            played,
            rules,
            self._find_differences(place, played, changes, seats),
            round=wind_of(frame, rules),
            number=frame.number,
            dealer=self.game.players[frame.number - 1],
            players={seat: self.game.players[seats.index(seat)] for seat in rules.seats},
            scores={seat: self.points[seats.index(seat)] for seat in rules.seats},
            next=None if self.ended is not None else self._write_next(played.after),
            notes=notes,
            **self._write_sitting_out(seats),
        )
        self.results.append(result)
        self._note_wrong(played, result)

    def end_with(self, points: list[int]) -> None:
        """End the game with the points of each player, without rounds."""
        self.points, self.believed, self.ended = points, points, "scores_given"

    def _write_next(self, frame: Frame) -> NextRound:
        rules, players = self.rules, self.game.players
        seated = zip(players, seats_of(frame, rules), strict=True)
        return NextRound(
            wind_of(frame, rules),
            frame.number,
            players[frame.number - 1],
            frame.honba,
            frame.sticks,
            [name for name, seat in seated if not seat] if frame.sitting_out else UNSET,
        )

    def _write_sitting_out(self, seats: Sequence[str]) -> dict[str, Any]:
        """The points of those who sit out, where anybody does."""
        found = {
            name: points for name, seat, points in zip(self.game.players, seats, self.points, strict=True) if not seat
        }
        return {"sitting_out": found} if found else {}

    def _note_poor_riichi(self, played: PlayedRound, seats: Sequence[str]) -> list[Note]:
        least = self.rules.rounds.riichi.min_points
        found = [
            (player, seat, points)
            for player, seat, points in zip(self.game.players, seats, self.points, strict=True)
            if seat in played.read.riichi and points < least
        ]
        # The table may have counted otherwise before; then that is named, with a note on the riichi.
        is_short = any(
            seat in played.read.riichi and max(points, believed) < least
            for seat, points, believed in zip(seats, self.points, self.believed, strict=True)
        )
        if is_short and self.rules.rounds.riichi.short == "refuse":
            player, seat, points = found[0]
            raise HandError(
                f"{player} ({seat}) declared riichi with {points:,} points; it needs {least:,}; leave out that riichi, "
                "or set the option riichi_short to note, or riichi_min_points",
                code="contradiction",
                key=f"{played.read.key}.riichi",
            )
        return [
            Note(
                "riichi_without_points",
                say(
                    self.lang,
                    "{player} ({seat}) declared riichi with {points} points; it needs {least}",
                    player=player,
                    seat=seat,
                    points=number(points),
                    least=number(least),
                ),
            )
            for player, seat, points in found
        ]

    def _find_differences(
        self, place: int, played: PlayedRound, changes: list[int], seats: Sequence[str]
    ) -> list[Difference] | None:
        """Where the claim of a round departs from it; ``None`` where there is no claim."""
        found = [Difference(wrong.key, wrong.claimed, wrong.actual) for wrong in self.given if wrong.place == place]
        claim, players = played.read.record.claim, self.game.players
        self.believed = [before + change for before, change in zip(self.believed, changes, strict=True)]
        if claim is None:
            return found or None
        check_not_empty(claimed_of(claim), f"rounds[{place}].claim", "scores: {E: 25000}")
        if claim.changes is not UNSET:
            claimed = by_party(claim.changes, seats, players, f"rounds[{place}].claim.changes")
            found += round_differences("changes", claimed, changes, changes)
        if claim.scores is not UNSET:
            claimed = by_party(claim.scores, seats, players, f"rounds[{place}].claim.scores")
            # Scores that only carry an earlier mistake along are right here.
            found += round_differences("scores", claimed, self.believed, self.points)
            for player, (_, amount) in claimed.items():
                self.believed[player] = amount
        return found

    def _note_wrong(self, played: PlayedRound, result: RoundResult) -> None:
        if result.agrees is UNSET:
            return
        self.is_claimed = True
        if result.agrees or self.first_wrong is not None:
            return
        wrong = [(difference.key, difference) for difference in result.differences or []]
        for place, win in enumerate(played.wins):
            wrong += [(f"wins[{place}].{item.key}", item) for item in win.differences or []]
        key, first = wrong[0]
        self.first_wrong = FirstWrong(played.name, key, first.claimed, first.actual)

    def result(self, played: Sequence[PlayedRound]) -> GameResult:
        """The game as a result."""
        rules, players = self.rules, self.game.players
        transfers, notes = self._deal_leftover(played)
        without_tiles = sum(one.without_tiles for one in played)
        notes += [note_results(without_tiles, self.lang)] if without_tiles else []
        extras = read_extras(self.game, played, self.points, rules, is_over=self.ended is not None)
        began = began_with(self.game, self.start, rules)
        final = final_table(players, self.points, began, rules, self.chombo, extras)
        notes += [*_note_standing(final, self.ended, self.lang), *_note_oka(began, rules, self.lang)]
        differences = list(self._check_claim(final))
        if differences and self.first_wrong is None:
            first = differences[0]
            self.first_wrong = FirstWrong("final", first.key, first.claimed, first.actual)
        checked: dict[str, Any] = {}
        if self.is_claimed or self.game.claim is not None:
            checked = {
                "agrees": self.first_wrong is None,
                "first_wrong": self.first_wrong,
                "differences": differences,
            }
        return GameResult(
            id=self.game.id,
            rules=rules.label,
            options=rules.chosen,
            rounds=self.results,
            ended=self.ended,
            scores=dict(zip(players, self.points, strict=True)),
            final=final.lines,
            transfers=transfers,
            notes=notes,
            **checked,
        )

    def _deal_leftover(self, played: Sequence[PlayedRound]) -> tuple[list[Transfer], list[Note]]:
        """Pay out riichi sticks left at the end of the game, by the rule for them."""
        sticks = played[-1].after.sticks if played else 0
        amount = sticks * self.rules.points.stick.points
        if not amount or self.ended is None:
            return [], []
        shares = leftover_shares(self.points, amount, self.rules)
        if not shares:
            text = say(self.lang, "{sticks} riichi sticks are left, and nobody takes them", sticks=sticks)
            return [], [Note("leftover_sticks", text)]
        for player, share in shares.items():
            self.points[player] += share
        return [
            Transfer("sticks", self.game.players[player], share, _UNIT, "sticks") for player, share in shares.items()
        ], []

    def _check_claim(self, final: FinalTable) -> Iterator[Difference]:
        """Where the game's own claim departs from its result."""
        claim, players = self.game.claim, self.game.players
        if claim is None:
            return
        check_not_empty(claimed_of(claim), "claim", f"scores: {{{players[0]}: 25000}}")
        if claim.scores is not UNSET:
            claimed = by_party(claim.scores, (), players, "claim.scores")
            yield from round_differences("scores", claimed, self.points, self.points)
        if claim.final is not UNSET:
            yield from final_differences(claim.final, final.lines, players, "claim.final")


def _note_oka(start: Sequence[int], rules: MahjongRules, lang: str) -> Iterator[Note]:
    """A note where oka is not what the players put in: then only the remainder makes the results sum to 0."""
    oka, back, seats = rules.final.oka, rules.final.return_, len(start)
    put_in = 0 if back == "start" else int(back) * seats - sum(start)
    if put_in == oka:
        return
    alike = len(set(start)) == 1
    text = say(
        lang,
        "oka {oka} is not the {put_in} that players put in whose return is their start; start, return and oka belong "
        "together, and the first makes up the rest"
        if back == "start"
        else "oka {oka} is not the ({back} - {start}) x {seats} = {put_in} that they put in; start, return and oka "
        "belong together, and the first makes up the rest"
        if alike
        else "oka {oka} is not the {seats} x {back} - {start} = {put_in} that they put in; start, return and oka "
        "belong together, and the first makes up the rest",
        oka=number(oka),
        put_in=number(put_in),
        back=f"{back:,}" if isinstance(back, int) else back,
        start=number(start[0] if alike else sum(start)),
        seats=seats,
    )
    yield Note("oka_off", text)


def _note_standing(final: FinalTable, ended: Ending | None, lang: str) -> list[Note]:
    notes = []
    if ended is None:
        notes.append(Note("not_over", say(lang, "the game is not over: the results are how it stands")))
    if final.remainder:
        first = final.lines[0].player
        rest = f"{final.remainder:+g}"
        text = say(lang, "{first} takes what is left ({rest}), so that the results sum to 0", first=first, rest=rest)
        notes.append(Note("remainder", text))
    return notes
