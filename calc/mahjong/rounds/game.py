"""Riichi games: rounds in their frames, running scores, final results, and claims on all of them.

Every frame follows from how the rounds before it ended, without scores; so the wins of a whole game are scored as one
batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError, contradict
from calc.mahjong.by_result import note_results
from calc.mahjong.records.types import Game, Round
from calc.mahjong.rounds.claims import by_party, compare_amounts, final_differences
from calc.mahjong.rounds.draws import ShownHand, shown_hands
from calc.mahjong.rounds.ends import (
    FinalTable,
    ending_after,
    explain_ending,
    final_table,
    leftover_shares,
    read_extras,
    read_scores,
)
from calc.mahjong.rounds.frames import Frame, began_with, first_frame, in_seats, in_words, seats_of, start_of, wind_of
from calc.mahjong.rounds.reading import ReadRound, note_dealer, read_round
from calc.mahjong.rounds.results import Ending, FirstWrong, GameResult, NextRound, RoundResult
from calc.mahjong.rounds.round import PlayedRound, following, in_game, settle_rounds, write_round
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import Difference, Note, Transfer, judged, or_raise, settle_each
from calc.text import number
from calc.translation import msg, one_by_one, say

#: Games that are settled together: enough to outweigh numpy's cost per call, few enough for memory.
_TOGETHER = 64
#: The hands shown at draws by the places of their rounds, as :func:`read_round` takes them.
_Shown = Mapping[int, Mapping[str, ShownHand | CalcError]]
#: Honba and sticks that the record of a game gives otherwise than they follow, by the places of their rounds.
_Given = Mapping[int, Sequence[Difference]]


def settle_games(games: Sequence[Game], rules: MahjongRules) -> list[GameResult | CalcError]:
    """Settle games, whole or as much of them as was played: for each its result, or what is wrong with it.

    What is wrong with a round has the round's name and the key at fault; a round that does not follow from the ones
    before it, or comes after the end, is a contradiction. The wins of many games are scored together, and the hands
    that they show at draws are read together.
    """
    slices = (games[place : place + _TOGETHER] for place in range(0, len(games), _TOGETHER))
    return [one for some in slices for one in _settle_together(some, rules)]


def _settle_together(games: Sequence[Game], rules: MahjongRules) -> list[GameResult | CalcError]:
    begun = settle_each(zip(games, _show_hands(games, rules), strict=True), lambda pair: _Table(*pair, rules))
    reads = [read for one in begun if isinstance(one, _Table) for read in one.reads]
    played = iter(settle_rounds(reads, rules))
    return settle_each(begun, lambda one: or_raise(one).settle(played))


class _Table:
    """A game whose rounds are read in their frames, and its running scores, compared with what the record claims of
    them.
    """

    def __init__(self, game: Game, shown: _Shown, rules: MahjongRules) -> None:
        self.game, self.rules = game, rules
        self.start = start_of(game, rules)
        self.reads, self.given = ([], {}) if game.scores is not None else _read_rounds(game, rules, shown)
        self.points = list(self.start)
        #: The scores as the players counted them: the claimed ones where there are any.
        self.believed = list(self.start)
        self.ended: Ending | None = None
        self.results: list[RoundResult] = []
        self.chombo = dict.fromkeys(range(len(self.start)), 0)

    def settle(self, outcomes: Iterator[PlayedRound | CalcError]) -> GameResult:
        """The result. ``outcomes``: the rounds of this game, settled, and then those of others."""
        game, rules = self.game, self.rules
        played = [*map(or_raise, [*islice(outcomes, len(self.reads))])]
        if game.scores is not None:
            self.points, self.ended = read_scores(game, self.start, rules), "scores_given"
        for place, one in enumerate(played):
            if self.ended is not None:
                why, options = explain_ending(self.ended, self.points, game.players, rules)
                found = one_by_one((msg("{0} (here {1})", name, answer) for name, answer in options.items()), ", ")
                contradict(
                    "the game was over after {0} ({1}), found another round; take it out, or "
                    "choose the options under which the game goes on{2}",
                    in_words(played[place - 1].frame),
                    why,
                    found and msg(": {0}", found),
                    key=f"rounds[{place}]",
                )
            self._add(place, one, is_last=place == len(played) - 1)
        return self._result(played)

    def _add(self, place: int, played: PlayedRound, *, is_last: bool) -> None:
        """Add the points of the next round, compare them with its claim, and see whether the game is over."""
        rules, frame, players = self.rules, played.frame, self.game.players
        seats = seats_of(frame, rules)
        changes = played.gains(rules)
        # By some rules every draw decides so, which a game need not say each time.
        by_rule = [] if played.read.keeps_by == "exhaustive" else note_dealer(played.read, rules)
        notes = [*played.read.notes, *by_rule, *self._note_poor_riichi(played, seats)]
        self.points = [before + change for before, change in zip(self.points, changes, strict=True)]
        for seat in played.read.record.chombo if rules.rounds.chombo.penalty == "points" else ():
            self.chombo[seats.index(seat)] += 1
        self.ended = ending_after(played.read, frame, self.points, rules, is_last=is_last)
        out = {name: points for name, seat, points in zip(players, seats, self.points, strict=True) if not seat}
        self.results.append(
            write_round(
                played,
                rules,
                self._find_differences(place, played, changes, seats),
                round=wind_of(frame, rules),
                number=frame.number,
                dealer=players[frame.number - 1],
                players={seat: players[seats.index(seat)] for seat in rules.seats},
                scores={seat: self.points[seats.index(seat)] for seat in rules.seats},
                next=None if self.ended is not None else self._write_next(played.after),
                notes=notes,
                sitting_out=out or UNSET,
            )
        )

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

    def _note_poor_riichi(self, played: PlayedRound, seats: Sequence[str]) -> list[Note]:
        riichi = self.rules.rounds.riichi
        least, parties = riichi.min_points, zip(self.game.players, seats, self.points, self.believed, strict=True)
        found = [
            (player, seat, points, believed)
            for player, seat, points, believed in parties
            if seat in played.read.riichi and points < least
        ]
        # The table may have counted otherwise before; then that is named, with a note on the riichi.
        if riichi.short == "refuse" and any(believed < least for *_, believed in found):
            player, seat, points, _ = found[0]
            contradict(
                "{0} ({1}) declared riichi with {2} points; it needs {3}; leave out that "
                "riichi, or set the option riichi_short to note, or riichi_min_points",
                player,
                seat,
                f"{points:,}",
                f"{least:,}",
                key=f"{played.read.key}.riichi",
            )
        return [
            Note(
                "riichi_without_points",
                say(
                    "{player} ({seat}) declared riichi with {points} points; it needs {least}",
                    player=player,
                    seat=seat,
                    points=number(points),
                    least=number(least),
                ),
            )
            for player, seat, points, _ in found
        ]

    def _find_differences(
        self, place: int, played: PlayedRound, changes: list[int], seats: Sequence[str]
    ) -> list[Difference] | None:
        """Where the claim of a round departs from it; ``None`` where there is no claim."""
        found = list(self.given.get(place, ()))
        claim, players = played.read.record.claim, self.game.players
        self.believed = [before + change for before, change in zip(self.believed, changes, strict=True)]
        if claim is None:
            return found or None
        # Scores that only carry an earlier mistake along are right here.
        parts = {"changes": (changes, changes), "scores": (self.believed, self.points)}
        at = f"rounds[{place}].claim"
        found += compare_amounts(claim, at, "scores: {E: 25000}", seats, players, parts)
        if claim.scores is not UNSET:
            for player, (_, amount) in by_party(claim.scores, seats, players, f"{at}.scores").items():
                self.believed[player] = amount
        return found

    def _result(self, played: Sequence[PlayedRound]) -> GameResult:
        rules, players = self.rules, self.game.players
        transfers, notes = self._deal_leftover(played)
        without_tiles = sum(one.without_tiles for one in played)
        notes += [note_results(without_tiles)] if without_tiles else []
        extras = read_extras(self.game, played, self.points, rules, is_over=self.ended is not None)
        began = began_with(self.game, self.start, rules)
        final = final_table(players, self.points, began, rules, self.chombo, extras)
        notes += [*_note_standing(final, self.ended), *_note_oka(began, rules)]
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
            **self._judge(played, final),
        )

    def _judge(self, played: Sequence[PlayedRound], final: FinalTable) -> dict[str, Any]:
        """The keys of the result that say where claims go wrong; none if nothing is claimed."""
        claim, players = self.game.claim, self.game.players
        if claim is None and all(one.agrees is UNSET for one in self.results):
            return {}
        final_results = {"final": lambda said: final_differences(said, final.lines, players, "claim.final")}
        scores = {"scores": (self.points, self.points)}
        example = f"scores: {{{players[0]}: 25000}}"
        found = [] if claim is None else compare_amounts(claim, "claim", example, (), players, scores, final_results)
        wrong = []
        for one, result in zip(played, self.results, strict=True):
            wrong += [(one.name, item) for item in result.differences or []]
            for place, win in enumerate(one.wins):
                items = win.differences or []
                wrong += [(one.name, replace(item, key=f"wins[{place}].{item.key}")) for item in items]
        return judged(FirstWrong, wrong, found)

    def _deal_leftover(self, played: Sequence[PlayedRound]) -> tuple[list[Transfer], list[Note]]:
        """Pay out riichi sticks left at the end of the game, by the rule for them."""
        sticks = played[-1].after.sticks if played else 0
        amount = sticks * self.rules.points.stick.points
        if not amount or self.ended is None:
            return [], []
        shares = leftover_shares(self.points, amount, self.rules)
        if not shares:
            text = say("{sticks} riichi sticks are left, and nobody takes them", sticks=sticks)
            return [], [Note("leftover_sticks", text)]
        transfers = []
        for player, share in shares.items():
            self.points[player] += share
            transfers.append(Transfer("sticks", self.game.players[player], share, "points", "sticks"))
        return transfers, []


def _note_oka(start: Sequence[int], rules: MahjongRules) -> Iterator[Note]:
    """A note where oka is not what the players put in: then only the remainder makes the results sum to 0."""
    oka, back, seats = rules.final.oka, rules.final.return_, len(start)
    put_in = 0 if back == "start" else int(back) * seats - sum(start)
    if put_in == oka:
        return
    alike = len(set(start)) == 1
    text = say(
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


def _note_standing(final: FinalTable, ended: Ending | None) -> list[Note]:
    notes = []
    if ended is None:
        notes.append(Note("not_over", say("the game is not over: the results are how it stands")))
    if final.remainder:
        first = final.lines[0].player
        rest = f"{final.remainder:+g}"
        text = say("{first} takes what is left ({rest}), so that the results sum to 0", first=first, rest=rest)
        notes.append(Note("remainder", text))
    return notes


# ---- the rounds of a game


def _show_hands(games: Sequence[Game], rules: MahjongRules) -> Sequence[_Shown]:
    """The hands shown at the draws of games by the places of rounds, where the record names seats, not players."""
    shown: list[dict[int, Any]] = [{} for _ in games]
    draws = [
        (of, place, one.draw, one.riichi)
        for of, game in zip(shown, games, strict=True)
        for place, one in enumerate(game.rounds)
        if one.draw is not None and one.draw.hands and {*one.draw.hands, *one.draw.north, *one.riichi} <= {*rules.seats}
    ]
    hands = shown_hands([(draw, riichi) for _, _, draw, riichi in draws], rules)
    for (of, place, _, _), found in zip(draws, hands, strict=True):
        of[place] = found
    return shown


def play_rounds(game: Game, rules: MahjongRules) -> list[PlayedRound]:
    """Every round in its frame, settled. Scores and the end of the game are not looked at.

    Raises what is wrong with a round, with the round's name.
    """
    return [*map(or_raise, settle_rounds(_read_rounds(game, rules, {})[0], rules))]


def _read_rounds(game: Game, rules: MahjongRules, shown: _Shown) -> tuple[list[tuple[ReadRound, Frame]], _Given]:
    """Every round in its frame, and what the record gives otherwise. ``shown``: hands of draws, read already."""
    frame = first_frame(game, rules)
    reads: list[tuple[ReadRound, Frame]] = []
    given: dict[int, list[Difference]] = {}
    for place, record in enumerate(game.rounds):
        key = f"rounds[{place}]"
        try:
            _check_frame(record, frame, rules, is_first=place == 0)
            seated = in_seats(record, game, frame, rules)
            read = read_round(seated, rules, key, shown.get(place), wind_of(frame, rules))
        except CalcError as error:
            raise in_game(error, key, frame) from None
        for name in ("honba", "sticks"):
            claimed, actual = getattr(record, name), getattr(frame, name)
            if claimed not in (None, actual):
                given.setdefault(place, []).append(Difference(name, claimed, actual))
        reads.append((read, frame))
        frame = following(read, frame, rules)
    return reads, given


def round_at(game: Game, place: int, rules: MahjongRules) -> Round:
    """The round of a game with seats for names; as it is where the game cannot be played that far."""
    try:
        return play_rounds(replace(game, rounds=game.rounds[: place + 1]), rules)[place].read.record
    except CalcError:
        return game.rounds[place]


def _check_frame(record: Round, frame: Frame, rules: MahjongRules, *, is_first: bool) -> None:
    if frame.wind + frame.again >= len(rules.seats):
        contradict("expected the end of the game by now, found another round", key="")
    for key, follows in (("round", wind_of(frame, rules)), ("number", frame.number)):
        claimed = getattr(record, key)
        if claimed not in (None, follows) and is_first:
            contradict(
                "a game begins with E1, found {0} {1}; for a part of a game give the points "
                "that each player had then, as a list (start), and the round and number of "
                "its first round",
                key,
                claimed,
                key=key,
            )
        if claimed not in (None, follows):
            contradict("the next round has {0} {1}, found {2}", key, follows, claimed, key=key)
