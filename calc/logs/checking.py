"""Logs held against the rules: every win, draw and final result scored again and compared with what the log says.

Each round is judged by itself, from the scores that the log gives before it: one disagreement does not run on into the
rounds after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError
from calc.logs.events import WINDS
from calc.logs.said import LoggedGame, SaidDraw, SaidRound, SaidWin
from calc.mahjong.copies import check_copies
from calc.mahjong.games.ends import ending_after
from calc.mahjong.games.finals import final_table, leftover_shares
from calc.mahjong.games.game import start_of
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.frames import FIRST, Frame, frame_name, seats_of
from calc.mahjong.rounds.playing import PlayedRound, settle_rounds
from calc.mahjong.rounds.results import Ending
from calc.mahjong.rounds.round import ReadRound, following, read_round
from calc.mahjong.schema import MahjongRules
from calc.notation.records import Game, Round
from calc.notation.tiles import parse_tiles

__all__ = ["CheckedGame", "Disagreement", "check_game"]

#: What logs list among the yaku, and is none.
_BONUS: Final = frozenset({"dora", "ura", "red"})


class Disagreement(Struct, frozen=True):
    """What a log says otherwise than it follows from the play. ``round``: its name, or ``final``."""

    file: str
    round: str
    key: str
    said: Any
    found: Any


class CheckedGame(Struct, frozen=True, kw_only=True):
    """A game that was checked: how much of it there was to compare, and every disagreement.

    ``finals``: whether the log has a final result. ``cut_off``: as in :class:`~calc.logs.said.SaidGame`.
    """

    file: str
    rules: str
    rounds: int
    wins: int
    draws: int
    finals: bool
    cut_off: str | None
    disagreements: list[Disagreement]


def check_game(logged: LoggedGame, game: Game, rules: MahjongRules) -> CheckedGame:
    """Score a logged game again under ``rules`` and compare. ``game``: its record.

    Raises :class:`~calc.errors.HandError` for a game of more or fewer players than ``rules`` seat; what is wrong with a
    round is a disagreement.
    """
    check = _Check(logged, game, rules)
    check.run()
    return CheckedGame(
        file=logged.name,
        rules=rules.label,
        rounds=len(game.rounds),
        wins=sum(len(record.wins) for record in game.rounds),
        draws=sum(record.draw is not None for record in game.rounds),
        finals=logged.said.final is not None,
        cut_off=logged.said.cut_off,
        disagreements=[one for found in check.found for one in found],
    )


class _Check:
    def __init__(self, logged: LoggedGame, game: Game, rules: MahjongRules) -> None:
        self.logged, self.game, self.rules = logged, game, rules
        self.start = start_of(game, rules)
        #: What disagrees in each round, and last in the end of the game.
        self.found: list[list[Disagreement]] = [[] for _ in range(len(logged.said.rounds) + 1)]

    def run(self) -> None:
        """Everything there is to compare. What is not known after a round that is refused, is not compared."""
        reads = self._read()
        settled = iter(settle_rounds([item for item in reads if item is not None], self.rules))
        ended: Ending | None = None
        last: PlayedRound | None = None
        points: Sequence[int] | None = self.start
        for place, (read, said) in enumerate(zip(reads, self.logged.said.rounds, strict=True)):
            if ended is not None:
                self._say(place, "ended", None, ended)
            played = None if read is None else next(settled)
            if isinstance(played, CalcError):
                self._say(place, "refused", None, played.message.removeprefix(f"in {_name(said)}: "))
            if played is None or isinstance(played, CalcError):
                last, points, ended = None, said.after, None
                continue
            self._compare(place, played, said)
            before = said.before or points
            last, points = played, said.after or (None if before is None else self._after(played, before))
            is_last = place == len(reads) - 1
            ended = None
            if points is not None:
                ended = ending_after(played.read, played.frame, points, self.rules, is_last=is_last)
        if last is not None and points is not None:
            self._compare_end(last, points, ended)

    def _after(self, played: PlayedRound, before: Sequence[int]) -> tuple[int, ...]:
        """The points after a round, where the log does not give them."""
        changes = (played.settled.changes[seat] for seat in seats_of(played.frame, self.rules))
        return tuple(points + change for points, change in zip(before, changes, strict=True))

    def _say(self, place: int, key: str, said: Any, found: Any) -> None:
        rounds = self.logged.said.rounds
        where = _name(rounds[place]) if place < len(rounds) else "final"
        self.found[place].append(Disagreement(self.logged.name, where, key, said, found))

    def _read(self) -> list[tuple[ReadRound, Frame] | None]:
        """Each round in the frame that the log gives it; a frame that does not follow is a disagreement."""
        follows: Frame | None = FIRST
        reads: list[tuple[ReadRound, Frame] | None] = []
        for place, (record, said) in enumerate(zip(self.game.rounds, self.logged.said.rounds, strict=True)):
            self._check_tiles(place, said)
            frame = _frame(said)
            if follows is not None:
                for key, ours, theirs in (
                    ("round", _hand(follows), _hand(frame)),
                    ("honba", follows.honba, frame.honba),
                    ("sticks", follows.sticks, frame.sticks),
                ):
                    if ours != theirs:
                        self._say(place, key, theirs, ours)
                frame = replace(frame, keeps=follows.keeps)
            try:
                read = read_round(_by_hands(record), self.rules, f"rounds[{place}]")
            except CalcError as error:
                self._say(place, "refused", None, error.message)
                reads.append(None)
                follows = None
                continue
            reads.append((read, frame))
            follows = following(read, frame, self.rules)
        return reads

    def _check_tiles(self, place: int, said: SaidRound) -> None:
        """A tile that came out of the wall more often than there are such tiles is a disagreement."""
        try:
            check_copies(parse_tiles(said.tiles), self.rules, over="the round", key="tiles")
        except CalcError as error:
            self._say(place, "tiles", None, error.message)

    def _compare(self, place: int, played: PlayedRound, said: SaidRound) -> None:
        seats = seats_of(played.frame, self.rules)
        for ours, theirs in zip(played.wins, said.wins, strict=False):
            for key, told, found in _win_differences(ours, theirs, seats):
                self._say(place, key, told, found)
        if len(played.wins) != len(said.wins):
            self._say(place, "wins", len(said.wins), len(played.wins))
        if said.draw is not None:
            for key, told, found in _draw_differences(played, said.draw, seats):
                self._say(place, key, told, found)
        if said.before is not None and said.after is not None:
            told = tuple(after - before for before, after in zip(said.before, said.after, strict=True))
            changes = tuple(played.settled.changes[seat] for seat in seats)
            if told != changes:
                self._say(place, "changes", told, changes)

    def _compare_end(self, last: PlayedRound, points: Sequence[int], ended: Ending | None) -> None:
        said, end = self.logged.said, len(self.logged.said.rounds)
        if said.cut_off is not None:
            return
        if ended is None and said.final is not None:
            self._say(end, "ended", "over", None)
        final = list(points)
        for player, share in leftover_shares(
            points, last.after.sticks * self.rules.points.stick.points, self.rules
        ).items():
            final[player] += share
        if said.scores is not None and tuple(final) != said.scores:
            self._say(end, "scores", said.scores, tuple(final))
        if said.final is not None:
            lines = final_table(self.game.players, final, self.start, self.rules).lines
            results = {line.player: line.score for line in lines}
            found = tuple(float(results[player]) for player in self.game.players)
            if found != said.final:
                self._say(end, "final", said.final, found)


def _by_hands(record: Round) -> Round:
    """The round with all hands shown, so that who waits is found from them."""
    if record.draw is None or not record.draw.hands:
        return record
    return replace(record, draw=replace(record.draw, waiting=None))


def _frame(said: SaidRound) -> Frame:
    return Frame(wind=WINDS.index(said.round), number=said.number, honba=said.honba, sticks=said.sticks)


def _name(said: SaidRound) -> str:
    return frame_name(_frame(said))


def _hand(frame: Frame) -> str:
    """``E4``."""
    return frame_name(frame).partition(",")[0]


def _win_differences(ours: WinResult, theirs: SaidWin, seats: Sequence[str]) -> Iterator[tuple[str, Any, Any]]:
    """What the log says of a win otherwise; what it leaves unsaid is not compared."""
    for key in ("han", "fu", "limits", "points", "level"):
        told, found = getattr(theirs, key), getattr(ours, key)
        if told is not None and told != found:
            yield f"{theirs.seat}.{key}", told, found
    if theirs.yaku is not None:
        told = sorted(line.id or line.name or "?" for line in theirs.yaku if line.id not in _BONUS)
        found = sorted(line.id for line in ours.yaku)
        if told != found:
            yield f"{theirs.seat}.yaku", told, found
        dora = ours.dora
        for key, count in (("dora", dora.dora + dora.north), ("ura", dora.ura), ("red", dora.red)):
            listed = sum(line.han or 0 for line in theirs.yaku if line.id == key)
            if listed != count:
                yield f"{theirs.seat}.{key}", listed, count
    if theirs.deltas is not None:
        paid = tuple(ours.payments[seat] for seat in seats)
        if paid != theirs.deltas:
            yield f"{theirs.seat}.payments", theirs.deltas, paid


def _draw_differences(played: PlayedRound, said: SaidDraw, seats: Sequence[str]) -> Iterator[tuple[str, Any, Any]]:
    line = played.settled.draw
    kind = None if line is None else line.kind
    if said.kind is not None and said.kind != kind:
        yield "draw", said.kind, kind
    if line is not None and said.waiting is not None and not said.nagashi and set(said.waiting) != set(line.waiting):
        yield "waiting", sorted(said.waiting), sorted(line.waiting)
    if line is not None and said.nagashi != bool(line.pool_of_dreams):
        yield "pool_of_dreams", said.nagashi, line.pool_of_dreams
    if said.deltas is not None:
        paid = dict.fromkeys(seats, 0)
        for transfer in played.settled.transfers:
            if transfer.to != "sticks":
                for party, amount in ((transfer.from_, -transfer.amount), (transfer.to, transfer.amount)):
                    paid[party] = paid.get(party, 0) + amount
        found = tuple(paid[seat] for seat in seats)
        if found != said.deltas:
            yield "deltas", said.deltas, found
