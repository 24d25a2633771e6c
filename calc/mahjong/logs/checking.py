"""Logs held against the rules: every win, draw and final result scored again and compared with what the log says.

Each round is judged by itself, from the scores that the log gives before it: one disagreement does not run on into the
rounds after it.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from calc.errors import CalcError, UnreadableError
from calc.mahjong.check.refusals import check_copies
from calc.mahjong.logs.events import WINDS, Indicator, LoggedGame, RoundLog, SaidDraw, SaidRound, SaidWin
from calc.mahjong.logs.legal import impossible, tells
from calc.mahjong.records.types import Game, Win
from calc.mahjong.results import ROUNDING, WinResult
from calc.mahjong.rounds.ends import ending_after, final_table, leftover_shares
from calc.mahjong.rounds.frames import Frame, began_with, first_frame, frame_name, hand_name, seats_of, start_of
from calc.mahjong.rounds.reading import ReadRound, read_round
from calc.mahjong.rounds.results import Ending
from calc.mahjong.rounds.round import PlayedRound, following, play
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.text import show
from calc.outcomes import CheckedGame, Disagreement, Unread, settle_each, sum_transfers
from calc.translation import msg

#: What logs list among the yaku, and is none.
_BONUS: Final = frozenset({"dora", "ura", "red"})


def check_games(
    games: Sequence[tuple[LoggedGame, Game]], rules: MahjongRules, *, rules_named: bool = False
) -> list[CheckedGame | CalcError]:
    """Score logged games again under ``rules`` and compare. With each game: its record. ``rules_named``: whether
    somebody said that these are the rules; without that, and where a log does not tell its own, what rooms differ in is
    not held against its moves.

    A game of more or fewer players than ``rules`` seat becomes a :class:`~calc.errors.HandError`; what is wrong with a
    round is a disagreement.
    """
    return settle_each(games, lambda pair: _Check(*pair, rules, rules_named=rules_named).run())


class _Check:
    def __init__(self, logged: LoggedGame, game: Game, rules: MahjongRules, *, rules_named: bool) -> None:
        self.logged, self.game, self.rules = logged, game, rules
        self.rules_known = rules_named or logged.said.rules is not None
        #: There are rooms in which none is turned.
        self.quads_turn = any(type(move) is Indicator for one in logged.played.rounds for move in one.events)
        self.start = start_of(game, rules, all_play=True)
        said = logged.said
        #: What the log says of all rounds; of an unfinished last one there is no record.
        self.rounds = said.rounds if said.unfinished is None else (*said.rounds, said.unfinished)
        #: What disagrees in each round, and last in the end of the game.
        self.found: list[list[Disagreement]] = [[] for _ in range(len(self.rounds) + 1)]
        #: What it says in words that are not known.
        self.unread: list[Unread] = []
        #: Each round in its frame, ``None`` for one that is refused.
        self.reads: list[tuple[ReadRound, Frame] | None] = []
        self.figures = 0

    def run(self) -> CheckedGame:
        """Look at the tiles of all rounds, then at everything else."""
        for place, said in enumerate(self.rounds):
            try:
                check_copies(said.seen, self.rules, over=msg("the round"), key="tiles")
            except CalcError as error:
                self._note(place, "tiles", None, error.message)
        self._read()
        self._compare_all()
        return self._result()

    def _compare_all(self) -> None:
        """Everything there is to compare. What is not known after a round that is refused, is not compared."""
        settled = settle_each(self.reads, lambda one: None if one is None else play(*one, self.rules, "short"))
        ended: Ending | None = None
        last: PlayedRound | None = None
        points: Sequence[int] | None = self.start
        #: The points after the round before, as the log says them and as they follow from the play.
        after: tuple[Sequence[int] | None, Sequence[int] | None] = (None, None)
        for place, said in enumerate(self.rounds):
            if ended is not None:
                self._note(place, "ended", None, ended)
            before = self._before(place, said, *after) or points
            self._pass_over(place, said.unread)
            self._check_play(place)
            self._compare_sticks(place, said, before)
            self._hold_vacant(place, said.vacant)
            if said is self.logged.said.unfinished:
                break
            played = settled[place]
            if isinstance(played, CalcError):
                self._note(place, "refused", None, played.message)
            if played is None or isinstance(played, CalcError):
                last, points, ended, after = None, said.after, None, (said.after, None)
                continue
            is_last, told = place == len(settled) - 1, said
            if is_last and played.after.sticks and not tells(self.logged.format, "leftover"):
                # What the log says of the end may have the sticks that were left.
                told = replace(said, after=None)
            self._compare(place, played, told, before)
            counted = None
            if before is not None:
                changes = (played.changes[seat] for seat in seats_of(played.frame, self.rules))
                counted = tuple(points + change for points, change in zip(before, changes, strict=True))
            after = (told.after, counted)
            last, points = played, told.after or after[1]
            ended = None
            if points is not None:
                ended = ending_after(played.read, played.frame, points, self.rules, is_last=is_last)
        if last is not None and points is not None:
            self._compare_end(last, points, ended)
        self._hold_vacant(len(self.rounds), self.logged.said.vacant)

    def _check_play(self, place: int) -> None:
        """Tell of moves that cannot be."""
        log: RoundLog = self.logged.played.rounds[place]
        form, known, turn = self.logged.format, self.rules_known, self.quads_turn
        for one in impossible(log, form, self.rules, rules_known=known, quads_turn=turn):
            self._note(place, f"{log.start.seat(one.player)}.play", None, msg("turn {0}: {1}", one.turn, one.why))

    def _result(self) -> CheckedGame:
        said, rounds = self.logged.said, self.game.rounds
        return CheckedGame(
            file=self.logged.name,
            rules=self.rules.label,
            rounds=len(rounds),
            wins=sum(len(record.wins) for record in rounds),
            draws=sum(record.draw is not None for record in rounds),
            finals=said.final is not None,
            figures=self.figures,
            cut_off=said.cut_off,
            disagreements=[one for found in self.found for one in found],
            unread=self.unread,
            no_yaku=sum(win.yaku is None for one in said.rounds for win in one.wins),
            rules_told=said.rules is not None,
        )

    def _before(
        self, place: int, said: SaidRound, told: Sequence[int] | None, counted: Sequence[int] | None
    ) -> Sequence[int] | None:
        """The points before a round as the log says them, unless they are neither those that it ``told`` after the
        round before nor those that were ``counted``: that is a disagreement, and the counted ones are right.
        """
        follow = counted or told
        if said.before is None or follow is None:
            return said.before
        if told is not None and said.before == tuple(told):
            return said.before
        return follow if self._hold(place, "before", said.before, tuple(follow)) else said.before

    def _hold(self, place: int, key: str, said: Any, found: Any) -> bool:
        """Compare what the log says, if it does, with what was found; whether they disagree."""
        if said is None:
            return False
        self.figures += 1
        if said != found:
            self._note(place, key, said, found)
        return bool(said != found)

    def _hold_vacant(self, place: int, figures: Sequence[float]) -> None:
        """Nobody sits there: the scores and changes are 0."""
        for figure in figures:
            self._hold(place, "vacant", figure, 0)

    def _pass_over(self, place: int, words: Sequence[tuple[str, Any]]) -> None:
        """Tell that words which are not known are not compared."""
        self.unread += [Unread(_name(self.rounds[place]), key, said) for key, said in words]

    def _note(self, place: int, key: str, said: Any, found: Any) -> None:
        where = _name(self.rounds[place]) if place < len(self.rounds) else "final"
        self.found[place].append(Disagreement(self.logged.name, where, key, said, found))

    def _read(self) -> None:
        """Read each round in the frame that the log gives it; a frame that does not follow is a disagreement."""
        follows: Frame | None = first_frame(self.game, self.rules)
        for place, said in enumerate(self.rounds):
            frame = _frame(said)
            if follows is not None:
                for key, ours, theirs in (
                    ("round", hand_name(follows), hand_name(frame)),
                    ("honba", follows.honba, frame.honba),
                    ("sticks", follows.sticks, frame.sticks),
                ):
                    if ours != theirs:
                        self._note(place, key, theirs, ours)
                frame = replace(frame, keeps=follows.keeps)
            if said is self.logged.said.unfinished:
                break
            try:
                record = self.game.rounds[place]
                if said.draw is not None and record.draw is None:
                    raise UnreadableError(
                        "expected a win or a kind of draw, found a word that is not known, {0}; the moves do not tell "
                        "it either",
                        show(said.draw.unread[0][1]),
                    )
                if record.draw is not None and record.draw.hands and not (said.draw and said.draw.declared):
                    # All hands are known: who waits is found from them.
                    record = replace(record, draw=replace(record.draw, waiting=None))
                read = read_round(record, self.rules)
            except CalcError as error:
                self._note(place, "refused", None, error.message)
                self.reads.append(None)
                follows = None
                continue
            self.reads.append((read, frame))
            follows = following(read, frame, self.rules)

    def _compare(self, place: int, played: PlayedRound, said: SaidRound, before: Sequence[int] | None) -> None:
        seats = seats_of(played.frame, self.rules)
        record = self.game.rounds[place]
        for number, (ours, theirs, win) in enumerate(zip(played.wins, said.wins, record.wins, strict=False)):
            self._compare_win(place, ours, theirs, win, seats)
            self._compare_fu(place, number, ours, theirs)
        if len(played.wins) != len(said.wins):
            self._note(place, "wins", len(said.wins), len(played.wins))
        if said.paid is not None:
            together = tuple(sum(win.payments[seat] for win in played.wins) for seat in seats)
            self._hold(place, "payments", said.paid, together)
        if said.draw is not None:
            self._compare_draw(place, played, said.draw, seats)
        if (said.riichi or tells(self.logged.format, "sticks")) and {one.seat for one in said.riichi} != set(
            record.riichi
        ):
            self._note(place, "riichi", sorted(one.seat for one in said.riichi), sorted(record.riichi))
        if said.table is not None:
            self._hold(place, "honba_at_end", said.table[0], said.honba)
            self._hold(place, "sticks_at_end", said.table[1], said.sticks + len(record.riichi))
        if before is not None:
            self._compare_scores(place, played, said, before, seats)

    def _compare_win(self, place: int, ours: WinResult, theirs: SaidWin, win: Win, seats: Sequence[str]) -> None:
        """The figures of a win. ``win``: the record, worked out from the moves."""
        liable = win.liable if isinstance(win.liable, list) else [win.liable]
        # Some tell the han of a limit hand: that of a counted one, for each limit.
        top = self.rules.points.levels.get("kazoe_yakuman")
        of_limits = ours.limits * (top.from_han or 0) if top and theirs.limits is None else 0
        for key, told, found in (
            ("han", None if of_limits and theirs.han == of_limits else theirs.han, ours.han),
            ("limits", theirs.limits, ours.limits),
            ("points", theirs.points, ours.points),
            ("level", theirs.level, ours.level or "below_mangan"),
            ("win", theirs.tile, win.win),
            ("indicators", theirs.dora, win.dora),
            ("liable", theirs.liable, next((one.seat for one in liable), None)),
        ):
            self._hold(place, f"{theirs.seat}.{key}", told, found)
        self._compare_yaku(place, ours, theirs)
        self._hold(place, f"{theirs.seat}.payments", theirs.deltas, tuple(ours.payments[one] for one in seats))

    def _compare_yaku(self, place: int, ours: WinResult, theirs: SaidWin) -> None:
        """The list of a win. What is in words that are not known may be anything else that was found."""
        unread = [("yaku", line.name) for line in theirs.yaku or () if line.id is None]
        unread = [(f"{theirs.seat}.{key}", said) for key, said in (*theirs.unread, *unread)]
        self._pass_over(place, unread)
        if theirs.yaku is None:
            return
        worth = {} if ours.limits else {line.id: line.han for line in ours.yaku}
        for line in theirs.yaku:
            if line.han is not None and line.han != worth.get(line.id or "", line.han):
                self._note(place, f"{theirs.seat}.han", line.han, worth[line.id or ""])
        told = sorted(line.id for line in theirs.yaku if line.id is not None and line.id not in _BONUS)
        found = left = sorted(line.id for line in ours.yaku)
        # A name that may mean several means the first of them that is left, once those that mean one have been taken.
        for ids in sorted(told, key=lambda one: " " in one):
            meant = next((one for one in ids.split() if one in left), None)
            if meant is not None:
                left = [*left]
                left.remove(meant)
        is_told = len(found) - len(left) == len(told) and (not left or bool(unread))
        self._hold(place, f"{theirs.seat}.yaku", found if is_told else told, found)
        dora = ours.dora
        for key, count in (("dora", dora.dora + dora.north), ("ura", dora.ura), ("red", dora.red)):
            said = sum(line.han or 0 for line in theirs.yaku if line.id == key)
            if said > count or not unread:
                self._hold(place, f"{theirs.seat}.{key}", said, count)

    def _compare_fu(self, place: int, number: int, ours: WinResult, theirs: SaidWin) -> None:
        """The fu of a win, which some logs tell before they are rounded."""
        found = ours.fu
        if ours.limits and theirs.limits is None:
            return
        if theirs.fu is not None and found is not None and theirs.fu != found and theirs.fu % self.rules.fu.round_up_to:
            read = self.reads[place]
            assert read is not None
            parts = play(*read, self.rules).wins[number].fu_parts or []
            exact = sum(part.fu for part in parts if part.id != ROUNDING)
            found = exact if exact == theirs.fu else found
        self._hold(place, f"{theirs.seat}.fu", theirs.fu, found)

    def _compare_draw(self, place: int, played: PlayedRound, said: SaidDraw, seats: Sequence[str]) -> None:
        line = played.draw_line(self.rules)
        self._pass_over(place, said.unread)
        kind = None if line is None else line.kind
        if said.kind is not None and said.kind != kind:
            self._note(place, "draw", said.kind, kind)
        if line is not None and said.waiting is not None and not said.nagashi:
            self._hold(place, "waiting", sorted(said.waiting), sorted(line.waiting))
        if line is not None and not said.unread and said.nagashi != bool(line.pool_of_dreams):
            self._note(place, "pool_of_dreams", said.nagashi, line.pool_of_dreams)
        paid = sum_transfers([one for one in played.transfers if one.to != "sticks"], seats)
        self._hold(place, "deltas", said.deltas, tuple(paid[seat] for seat in seats))

    def _compare_scores(
        self, place: int, played: PlayedRound, said: SaidRound, before: Sequence[int], seats: Sequence[str]
    ) -> None:
        """The scores that the ending begins with, those after each of several winners but the last, and the changes of
        the round.
        """
        stick = self.rules.points.stick.points
        paid = self.game.rounds[place].riichi
        running = [points - stick * (seat in paid) for points, seat in zip(before, seats, strict=True)]
        self._hold(place, "scores_at_end", said.at_end, tuple(running))
        for ours, theirs in zip(played.wins[:-1], said.wins[:-1], strict=False):
            running = [points + ours.payments[seat] for points, seat in zip(running, seats, strict=True)]
            self._hold(place, f"{theirs.seat}.after", theirs.after, tuple(running))
        if said.after is not None:
            told = tuple(after - old for old, after in zip(before, said.after, strict=True))
            self._hold(place, "changes", told, tuple(played.changes[seat] for seat in seats))

    def _compare_sticks(self, place: int, said: SaidRound, before: Sequence[int] | None) -> None:
        """What the log says where each riichi stick is laid."""
        seats = seats_of(_frame(said), self.rules)
        stick = self.rules.points.stick.points
        laid: list[str] = []
        for one in said.riichi:
            laid.append(one.seat)
            if before is not None:
                found = [points - stick * (seat in laid) for points, seat in zip(before, seats, strict=True)]
                self._hold(place, f"{one.seat}.riichi_scores", one.scores, tuple(found))
            own = tuple(-stick * (seat == one.seat) for seat in seats)
            self._hold(place, f"{one.seat}.riichi_changes", one.deltas, own)

    def _compare_end(self, last: PlayedRound, points: Sequence[int], ended: Ending | None) -> None:
        said, end = self.logged.said, len(self.rounds)
        if said.cut_off is not None:
            return
        if ended is None and said.final is not None:
            self._note(end, "ended", "over", None)
        final, left = list(points), last.after.sticks * self.rules.points.stick.points
        for player, share in leftover_shares(points, left, self.rules).items():
            final[player] += share
        is_bare = said.scores == tuple(points) and not tells(self.logged.format, "leftover")
        self._hold(end, "scores", said.scores, tuple(points if is_bare else final))
        if said.final is not None:
            began = began_with(self.game, self.start, self.rules)
            lines, _ = final_table(self.game.players, final, began, self.rules)
            results = {line.player: line.score for line in lines}
            self._hold(end, "final", said.final, tuple(float(results[player]) for player in self.game.players))


def _frame(said: SaidRound) -> Frame:
    return Frame(wind=WINDS.index(said.round), number=said.number, honba=said.honba, sticks=said.sticks)


def _name(said: SaidRound) -> str:
    return frame_name(_frame(said))
