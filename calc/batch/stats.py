"""Counts over any number of games: wins, draws, yaku, points, han, and what each player does. They add up."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from calc.batch.settle import Settings, cut_reads, group_settled, safely
from calc.batch.tally import add_counts
from calc.batch.written import check_settled, is_unfolded, part_written, rows_of, rules_of
from calc.errors import CalcError, RecordError
from calc.games import game_of
from calc.intake.blocks import Block, read_block
from calc.outcomes import ErrorLine, Refusal, collecting_later
from calc.records.rows import HandRow, RoundRow
from calc.settling import AnyRead, Case, settle_cases
from calc.translation import msg

#: Records whose results are in memory together.
_SLICE = 512


#: What rows of hands do not tell, rows of rounds, and those of rounds where nobody wins by ron or tsumo.
_OF_ROUNDS: Final = ("games", "rounds", "draws", "deal_ins", "riichi")
_OF_HANDS: Final = ("games", "won", "paid")
_OF_WINS: Final = ("wins", "ron", "tsumo")


class PlayerCounts(Struct):
    """What a player did in the rounds that name players. ``won``, ``paid``: points of own wins, and of own deal-ins."""

    rounds: int = 0
    ron: int = 0
    tsumo: int = 0
    wins: int = 0
    deal_ins: int = 0
    riichi: int = 0
    won: int = 0
    paid: int = 0


class Stats(Struct):
    """The counts of some records of a game. ``draws``: rounds without a win, by kind. ``yaku``: hands by yaku, as ids;
    ``names``: what they are called. ``points``: hands by points. ``han``: hands by han; those that have none, such as
    yakuman, are under 0. ``rules``: records by rule set. ``untold``: what rows of hands or of rounds, which a
    batch wrote, do not tell.
    """

    game: str = ""
    records: int = 0
    games: int = 0
    rounds: int = 0
    wins: int = 0
    ron: int = 0
    tsumo: int = 0
    draws: dict[str, int] = field(default_factory=dict)
    yaku: dict[str, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    han: dict[int, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    players: dict[str, PlayerCounts] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    untold: dict[str, int] = field(default_factory=dict)

    def take_hand(self, row: HandRow) -> None:
        self.wins += 1
        add_counts(self.yaku, Counter(row.yaku))
        if row.points is not None:
            add_counts(self.points, {row.points: 1})
        if row.limits is not None:
            add_counts(self.han, {row.han or 0: 1})
        winner = self._player(row.player)
        winner.wins += 1
        winner.won += row.points or 0
        for counts in (self, winner):
            counts.ron += row.by == "ron"
            counts.tsumo += row.by == "tsumo"
        self._player(row.from_player).paid += row.points or 0

    def take_round(self, row: RoundRow) -> None:
        """Count a round; its wins are counted by themselves."""
        self.rounds += 1
        if not any(one.won for one in row.seats):
            add_counts(self.draws, {row.ended: 1})
        for one in row.seats:
            counts = self._player(one.player)
            counts.rounds += 1
            counts.deal_ins += one.dealt_in
            counts.riichi += bool(one.riichi)

    def take_row(self, row: HandRow | RoundRow) -> None:
        """Count a row whose game is nowhere else: a hand tells nothing of rounds, a round only how it was won."""
        if isinstance(row, HandRow):
            self.take_hand(row)
            self.untold |= dict.fromkeys(_OF_ROUNDS, 1)
            return
        self.take_round(row)
        self.untold |= dict.fromkeys(_OF_HANDS, 1)
        for one in row.seats:
            if one.won and not one.by:
                self.untold |= dict.fromkeys(_OF_WINS, 1)
            for counts in (self, self._player(one.player)) if one.won and one.by else ():
                counts.wins += 1
                counts.ron += one.by == "ron"
                counts.tsumo += one.by == "tsumo"

    def _player(self, name: str | None) -> PlayerCounts:
        """The counts of a player; those of a player without a name go nowhere."""
        return PlayerCounts() if name is None else self.players.setdefault(name, PlayerCounts())


class Counted(Struct):
    """The counts of a block by game, and the records in it that were refused: file, line and error of each."""

    stats: dict[str, Stats] = field(default_factory=dict)
    refused: list[tuple[str, int, ErrorLine]] = field(default_factory=list)


@collecting_later()
def count_block(block: Block, settings: Settings) -> Counted:
    """Count the records of a block."""

    def failed(read: AnyRead, error: Exception) -> Counted:
        told = msg("the program failed on it ({0}: {1}); please report it", type(error).__name__, error)
        return Counted(refused=[(read.file or block.file, read.line, ErrorLine(CalcError.code, told, None, None))])

    def count(reads: Sequence[AnyRead]) -> Sequence[Counted]:
        cases, found = settle_cases(reads, settings), Counted()
        for case in cases:
            if isinstance(case.result, Refusal):
                found.refused.append((case.read.file or block.file, case.read.line, case.result.error))
        for rules, places in group_settled(cases):
            add_counts(found.stats, {rules.game: _count_group([cases[place] for place in places], rules)})
        return [found]

    counted = Counted()
    block, written = part_written(block)
    for file, line, row in written:
        try:
            add_counts(counted.stats, _count_written(row))
        except CalcError as error:
            told = ErrorLine(error.code, error.message, error.key, error.column)
            counted.refused.append((file, line, told))
    for reads in cut_reads(read_block(block), _SLICE):
        for found in safely(reads, count, failed):
            add_counts(counted.stats, found.stats)
            counted.refused += found.refused
    return counted


def _count_written(row: dict[str, Any]) -> dict[str, Stats]:
    """The counts of a row that a batch wrote. Raises :class:`~calc.errors.CalcError` for one that is refused."""
    rules, label = rules_of(row.get("rules")), row.get("rules") or ""
    game = "" if rules is None else rules.game
    stats = Stats(game=game, records=1, games="rounds" in row, rules={label: 1})
    try:
        check_settled(row)
        for one in rows_of(row):
            if is_unfolded(row):
                stats.take_row(one)
            elif isinstance(one, HandRow):
                stats.take_hand(one)
            else:
                stats.take_round(one)
    except (msgspec.ValidationError, KeyError, TypeError, AttributeError):
        raise RecordError("expected a row as yaku batch writes it, found another one with the same keys") from None
    _name_yaku(stats, rules)
    return {game: stats}


def _name_yaku(stats: Stats, rules: Any) -> None:
    for name, yaku in {**getattr(rules, "teyaku", {}), **getattr(rules, "yaku", {})}.items():
        if name in stats.yaku:
            stats.names[name] = yaku.name.text()


def _count_group(cases: Sequence[Case], rules: Any) -> Stats:
    records, results = [case.record for case in cases], [case.result for case in cases]
    games = sum(hasattr(result, "rounds") for result in results)
    stats = Stats(game=rules.game, records=len(cases), games=games, rules={rules.label: len(cases)})
    unfold = game_of(records[0]).unfold
    for rows in unfold(records, results, rules, "worth"):
        for row in rows:
            stats.take_hand(row)
    for rows in unfold(records, results, rules, "rounds"):
        for row in rows:
            stats.take_round(row)
    _name_yaku(stats, rules)
    return stats
