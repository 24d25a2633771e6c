"""Counts over any number of games: wins, draws, yaku, points, han, and what each player does. They add up."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from calc.batch.settle import Settings, cut_reads, group_settled, safely
from calc.batch.tally import add_counts
from calc.errors import CalcError, RecordError
from calc.games import game_of, load_rules
from calc.intake.blocks import Block, read_block
from calc.intake.lines import csv_rows, heads_rows, numbered_lines
from calc.outcomes import ErrorLine, Refusal, collecting_later
from calc.records.rows import HandRow, RoundRow, SeatLine
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
        add_counts(self.yaku, Counter(row.yaku))
        if row.points is not None:
            add_counts(self.points, {row.points: 1})
        if row.limits is not None:
            add_counts(self.han, {row.han or 0: 1})
        self._take_win(row.player, row.by)
        self._player(row.player).won += row.points or 0
        self._player(row.from_player).paid += row.points or 0

    def _take_win(self, player: str | None, by: str | None) -> None:
        for counts in (self, self._player(player)):
            counts.wins += 1
            counts.ron += by == "ron"
            counts.tsumo += by == "tsumo"

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
            elif one.won:
                self._take_win(one.player, one.by)

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


# ---- rows that a batch wrote, as rows of hands and rounds, so that they can be counted


#: What every row has, and no record.
_SIGN: Final = b'"ok":'
#: Columns by which rows of hands and of rounds are known.
_OF_ROWS: Final = ("waits", "seats")
#: Columns of names that are parted by blanks in CSV.
_NAMES: Final = ("yaku", "melds", "waits")


def part_written(block: Block) -> tuple[Block, list[tuple[str, int, dict[str, Any]]]]:
    """A block without the rows that a batch wrote, and these rows, each with its file and line."""
    if block.form == "parts":
        parted = [part_written(one) for one in block.parts]
        return replace(block, parts=tuple(one for one, _ in parted)), [row for _, rows in parted for row in rows]
    if block.form == "csv":
        return _part_csv(block)
    if block.form != "jsonl" or _SIGN not in block.data:
        return block, []
    lines, found = block.data.split(b"\n"), []
    for place, line in enumerate(lines):
        if _SIGN in line:
            try:
                row = msgspec.json.decode(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and isinstance(row.get("ok"), bool) and ("rules" in row or "error" in row):
                found.append((block.file, block.line + place, _unpacked(row)))
                lines[place] = b""
    return replace(block, data=b"\n".join(lines)), found


def _part_csv(block: Block) -> tuple[Block, list[tuple[str, int, dict[str, Any]]]]:
    head = heads_rows(block.header)
    if not head:
        return block, []
    found = []
    for row in csv_rows(numbered_lines(block.data, block.line)):
        told: dict[str, Any] = {key: cell for key, cell in zip(head, row.cells, strict=False) if cell}
        if not told:
            continue
        told |= {key: [] for key in _OF_ROWS if key in head and key not in told}
        told["ok"] = told.get("ok") == "true"
        found.append((block.file, row.lines[0][0], _unpacked(told)))
    return replace(block, data=b""), found


def _unpacked(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the values that stand in it as JSON text, as they do in CSV and in columns of Arrow."""
    return {key: _value(key, value) for key, value in row.items()}


def _value(key: str, value: Any) -> Any:
    if isinstance(value, str) and key in _NAMES:
        return value.split()
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            value = msgspec.json.decode(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, list):
        return [_unpacked(one) if isinstance(one, dict) else one for one in value]
    return _unpacked(value) if isinstance(value, dict) else value


def check_settled(row: Mapping[str, Any]) -> None:
    """Raise why a record was refused, if it was: a :class:`~calc.errors.CalcError`."""
    if not row["ok"]:
        # Tables have no key for what is null.
        error = msgspec.convert({"key": None, "column": None, **row["error"]}, ErrorLine)
        raise CalcError(error.message, code=error.code, key=error.key, column=error.column)


@lru_cache
def rules_of(label: str | None) -> Any:
    """The rule set of a label, if it is a shipped one."""
    try:
        return load_rules((label or "").partition("@")[0])
    except CalcError:
        return None


def is_unfolded(row: Mapping[str, Any]) -> bool:
    """Whether a row is a hand or a round of a game, not a result."""
    return any(key in row for key in _OF_ROWS)


def rows_of(row: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    """The hands and rounds of a row. What it does not tell, such as how a win by itself was won, is not there."""
    if is_unfolded(row):
        told = {key: value for key, value in row.items() if key != "payments"}  # nobody counts them
        kind: type[HandRow] | type[RoundRow] = HandRow if "waits" in row else RoundRow
        yield msgspec.convert(told, kind, strict=False)
        return
    for one in row.get("rounds", [row]):
        if "payments" in one:
            yield _hand(one)
            yield RoundRow(seats=[SeatLine(seat=seat, won=paid > 0) for seat, paid in one["payments"].items()])
        elif "changes" in one:
            yield from _of_seats(one)
        else:
            yield from _of_players(one)


def _hand(win: Mapping[str, Any], names: Mapping[str, str] | None = None) -> HandRow:
    worth: dict[str, Any] = {key: win.get(key) for key in ("seat", "by", "han", "limits", "points")}
    own = [(names or {}).get(win.get(key) or "") for key in ("seat", "from")]
    yaku = [one if isinstance(one, str) else one["id"] for one in win.get("yaku") or ()]
    told = {**worth, "player": own[0], "from_player": own[1], "yaku": yaku}
    return msgspec.convert(told, HandRow, strict=False)


def _of_seats(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    names, wins = one.get("players") or {}, one.get("wins") or []
    yield from (_hand(win, names) for win in wins)
    riichi = {paid["from"] for paid in one.get("transfers") or () if paid["to"] == "sticks"}
    winners, feeders = {win["seat"] for win in wins}, {win.get("from") for win in wins}
    drawn = one.get("draw") or {}
    row = RoundRow(ended=drawn.get("kind") or (wins[0]["by"] if wins else "chombo"))
    for seat in one["changes"]:
        told: dict[str, Any] = {"won": seat in winners, "dealt_in": seat in feeders, "riichi": seat in riichi}
        row.seats.append(SeatLine(seat=seat, player=names.get(seat), **told))
    yield row


def _of_players(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    row = RoundRow(ended="draw" if one.get("winner") is None else "win")
    for name, its in one["players"].items():
        yaku = [line["id"] for line in (*its.get("teyaku", ()), *its.get("yaku", ()))]
        if yaku and its["score"] > 0:
            yield HandRow(player=name, yaku=yaku, points=its["score"])
        row.seats.append(SeatLine(player=name, won=name == one.get("winner")))
    yield row
