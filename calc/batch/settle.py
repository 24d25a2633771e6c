"""Records of a block to rows: the heart of a run. It knows nothing of files, processes or journals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc import games, outcomes
from calc.batch.tally import Disagreement, Tally, disagreements, find_unusual
from calc.errors import CalcError
from calc.games import all_games
from calc.intake.blocks import Block, LoggedRead, read_block
from calc.intake.lines import BLOCK_LINES
from calc.layout.tables import cell_of, cells_of, columns_of, csv_text
from calc.outcomes import CheckedGame, EncodedResult, Refusal, Result, collecting_later, refuse
from calc.records.rows import ROW_TYPES, Row, RowKind, refused_row
from calc.settling import (
    AnyRead,
    Case,
    Fields,
    check_logs,
    defaults_taken,
    settle_cases,
    settle_reads,
)
from calc.translation import msg

R = TypeVar("R")
T = TypeVar("T")
OutputForm = Literal["json", "csv", "parquet"]
#: The file and line of a record.
Place = tuple[str, int]
#: A result, and where its record is.
Placed = tuple[Result, str, int]
#: A result, and its rows.
_Unfolded = tuple[Result, Sequence[Row]]
#: Records whose results are in memory together.
_SLICE: Final = 2048


class Settings(games.Settings, frozen=True, kw_only=True):
    """What counts for all records of a run, and how their rows are written."""

    fields: Fields = "short"
    format: OutputForm = "json"
    rows: RowKind = "records"
    #: Columns of cells that are no keys of records and come along in the ids of results.
    carry: tuple[str, ...] = ()


class Done(Struct, kw_only=True):
    """A settled block: its rows and its lines of the rejects, ready to be written; its counts; the wrong claims; the
    rule sets that counted though no record named them; and the games of logs that were checked.
    """

    rows: bytes
    rejects: bytes
    tally: Tally
    wrong: list[Disagreement]
    defaults: list[str]
    checked: list[CheckedGame] = msgspec.field(default_factory=list)


class _Reject(Struct, frozen=True):
    """A line of the rejects."""

    file: str
    line: int
    column: int | None
    key: str | None
    code: str
    message: str


def settle_block(block: Block, settings: Settings, *, check: bool = False) -> Done:
    """The rows of a block, one a record, in order. ``check``: compare games of logs with what the log says of them.

    Only the bytes of rows are kept, and results for a slice of records at a time: the memory for a block is bounded.
    """
    with collecting_later():
        # What it makes is gone before garbage is searched for, which then takes no time.
        return _settle_block(block, settings, check=check)


def _settle_block(block: Block, settings: Settings, *, check: bool) -> Done:
    rows, rejects = list[bytes](), list[bytes]()
    done = Done(rows=b"", rejects=b"", tally=Tally(), wrong=[], defaults=[])
    is_encoded = settings.format != "csv" and settings.fields == "short" and settings.rows == "records"
    chosen = replace(settings, encoded=is_encoded)
    is_small = block.form in ("jsonl", "lines", "csv", "parts")
    for taken in cut_reads(read_block(block), BLOCK_LINES if is_small else _SLICE):
        places: list[Place] = [(read.file or block.file, read.line) for read in taken]
        if settings.rows == "records":
            results = settle_safely(taken, chosen)
            placed, encoded = _encode(_placed(results, places), settings)
        else:
            unfolded = _unfold_safely(taken, chosen, settings.rows)
            results = [result for result, _ in unfolded]
            placed, encoded = _placed(results, places), _encode_unfolded(unfolded, places, settings)
        rows += encoded
        found = defaults_taken([read.record for read in taken], settings)
        done.defaults += [name for name in found if name not in done.defaults]
        if block.form == "log":
            _check_logs(taken, results, settings, done, check=check)
        rejects += _account(placed, done)
    done.rows, done.rejects = b"".join(rows), b"".join(rejects)
    return done


def cut_reads(reads: Iterable[AnyRead], size: int) -> Iterator[Sequence[AnyRead]]:
    """The records, as many at a time."""
    rest = iter(reads)
    while taken := list(islice(rest, size)):
        yield taken


# ---- settling: a fault of the program refuses the record it is in, and no other


def safely(
    reads: Sequence[R],
    settle: Callable[[Sequence[R]], Sequence[T]],
    refused: Callable[[R, Exception], T],
) -> Sequence[T]:
    """What records are settled to; a fault of the program refuses the record it is in, and no other."""
    try:
        return settle(reads)
    except Exception as error:  # one record among millions must not end the run
        if len(reads) == 1:
            return [refused(reads[0], error)]
        return [one for read in reads for one in safely([read], settle, refused)]


def settle_safely(reads: Sequence[AnyRead], settings: Settings) -> Sequence[Result]:
    """The result of each record, where the program fails on one a refusal."""
    return safely(reads, lambda some: settle_reads(some, settings), lambda read, error: _failed(read.record, error))


def _unfold_safely(reads: Sequence[AnyRead], settings: Settings, kind: RowKind) -> Sequence[_Unfolded]:
    """As :func:`settle_safely`, each result with its rows."""

    def refused(read: AnyRead, error: Exception) -> _Unfolded:
        refusal = _failed(read.record, error)
        return refusal, [refused_row(refusal, kind)]

    return safely(reads, lambda some: _unfold(some, settings, kind), refused)


def _unfold(reads: Sequence[AnyRead], settings: games.Settings, kind: RowKind) -> list[_Unfolded]:
    """The result of each record, and its rows; a refused record is one row."""
    cases = settle_cases(reads, settings)
    refused = {place: case.result for place, case in enumerate(cases) if isinstance(case.result, Refusal)}
    rows: dict[int, Sequence[Row]] = {place: [refused_row(refusal, kind)] for place, refusal in refused.items()}
    for rules, places in group_settled(cases):
        records, results = [cases[place].record for place in places], [cases[place].result for place in places]
        found = games.game_of(records[0]).unfold(records, results, rules, kind)
        rows |= dict(zip(places, found, strict=True))
    return [(case.result, rows[place]) for place, case in enumerate(cases)]


def group_settled(cases: Sequence[Case]) -> Iterator[tuple[Any, list[int]]]:
    """The places of the cases that are no refusals, those of a kind of record and a rule set together: with the rules,
    as games unfold them.
    """
    groups: dict[tuple[type, Any], list[int]] = {}
    for place, case in enumerate(cases):
        if not isinstance(case.result, Refusal):
            groups.setdefault((type(case.record), case.rules), []).append(place)
    for (_, rules), places in groups.items():
        yield rules, places


def _failed(record: Any, error: Exception) -> Refusal:
    message = msg(
        "expected a record that can be settled; the program failed on it ({0}: {1})", type(error).__name__, error
    )
    name = record.id if isinstance(getattr(record, "id", None), str | int) else None
    return refuse(CalcError("{0}; please report it", message), id=name)


# ---- rows: JSON lines, or cells of CSV


def head(settings: Settings) -> bytes:
    """The bytes before the first row."""
    return (",".join(columns(settings)) + "\n").encode() if settings.format == "csv" else b""


def columns(settings: Settings) -> list[str]:
    """The columns of a run. Rows are written as they come, so there is one for every key of every kind of result."""
    if settings.rows in ROW_TYPES:
        return [*ROW_TYPES[settings.rows].__struct_encode_fields__]
    return [*columns_of(result_types(), fuller=settings.fields == "full"), "file", "line"]


def result_types() -> list[type]:
    """The types of the results of all games."""
    return [kind for game in all_games() for kind in game.report.RESULTS]


def _placed(results: Sequence[Result], places: Sequence[Place]) -> list[Placed]:
    return [(result, file, line) for result, (file, line) in zip(results, places, strict=True)]


def _encode(placed: list[Placed], settings: Settings) -> tuple[list[Placed], list[bytes]]:
    """The results with their rows; one that cannot be written, as an id nested too deep, is refused in its place."""

    def write(some: Sequence[Placed]) -> list[tuple[Sequence[Placed], list[bytes]]]:
        return [(some, _encode_rows(some, settings))]

    def refused(one: Placed, error: Exception) -> tuple[Sequence[Placed], list[bytes]]:
        return write([(_failed(None, error), *one[1:])])[0]

    parts = safely(placed, write, refused)
    return [one for some, _ in parts for one in some], [row for _, rows in parts for row in rows]


def _encode_rows(placed: Sequence[Placed], settings: Settings) -> list[bytes]:
    """The rows of results: each by itself, those of CSV in one piece.

    Rows for Parquet are JSON lines; :class:`~calc.batch.parquet.ParquetRows` turns them into columns.
    """
    if settings.format == "csv":
        names = columns(settings)
        return [csv_text(names, (_cells(one, names) for one in placed), has_head=False).encode()]
    ends = {file: b',"file":%b,"line":' % msgspec.json.encode(file) for file in {file for _, file, _ in placed}}
    return [b"%b%b%d}\n" % (_open_json(result), ends[file], line) for result, file, line in placed]


def _open_json(result: Result) -> bytes:
    """A result as JSON, without the last brace."""
    return result.text.encode() if isinstance(result, EncodedResult) else msgspec.json.encode(result)[:-1]


def _cells(placed: Placed, names: Sequence[str]) -> dict[str, Any]:
    result, file, line = placed
    return {**cells_of(result, names), "file": file, "line": line}


def _encode_unfolded(unfolded: Sequence[_Unfolded], places: Sequence[Place], settings: Settings) -> list[bytes]:
    """As :func:`_encode_rows`, of records that are unfolded, each with its file and line."""
    rows = list[Row]()
    for (_, of), (file, line) in zip(unfolded, places, strict=True):
        for row in of:
            row.file, row.line = file, line
        rows += of
    if settings.format == "csv":
        names = columns(settings)
        return [csv_text(names, (_row_cells(row) for row in rows), has_head=False).encode()]
    return [msgspec.json.encode(row) + b"\n" for row in rows]


def _row_cells(row: Row) -> dict[str, Any]:
    """The cells of a row; names in a list are parted by blanks, as yaku are."""
    plain = msgspec.to_builtins(row)
    return {key: " ".join(value) if _are_names(value) else cell_of(value) for key, value in plain.items()}


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


# ---- counts


def _account(placed: list[Placed], done: Done) -> list[bytes]:
    """Count results, keep where their claims are wrong, and return the lines of the rejects."""
    results = [result for result, _, _ in placed]
    unusual = find_unusual(results)
    done.tally.count(results, [results[place] for place in unusual])
    rejects = []
    for result, file, line in (placed[place] for place in unusual):
        done.wrong += disagreements(result, file, line)
        if isinstance(result, Refusal) and result.agrees is not True:
            error = result.error
            reject = _Reject(file, line, error.column, error.key, error.code, error.message)
            rejects.append(msgspec.json.encode(reject) + b"\n")
    return rejects


def _check_logs(
    taken: Sequence[AnyRead], results: Sequence[Result], settings: Settings, done: Done, *, check: bool
) -> None:
    """Count the games of logs, and check them with ``check``."""
    games = [(read, result) for read, result in zip(taken, results, strict=True) if isinstance(read, LoggedRead)]
    done.tally.logs += len(games)
    if not check:
        return
    found: Sequence[CheckedGame | Exception] = safely(
        [read for read, _ in games],
        lambda some: check_logs([(read.logged, read.record) for read in some], settings),
        lambda read, error: error,
    )
    for checked in (_told(*game, one) for game, one in zip(games, found, strict=True)):
        if checked is not None:
            is_untold = settings.rules is None and not checked.rules_told
            done.tally.count_log(checked.figures, len(checked.disagreements), is_untold=is_untold)
            done.checked.append(checked)


def _told(read: LoggedRead, result: Result, found: CheckedGame | Exception) -> CheckedGame | None:
    """What ``yaku log --check`` finds in a game; ``None`` for a game that is refused as a whole: its row tells why."""
    if isinstance(found, CheckedGame):
        return found
    if isinstance(result, Refusal):
        return None
    if isinstance(found, CalcError):
        told = found.message
    else:
        told = msg("the program failed on it ({0}: {1}); please report it", type(found).__name__, found)
    return CheckedGame(
        file=read.logged.name,
        rules=result.rules or "",
        rounds=0,
        wins=0,
        draws=0,
        finals=False,
        figures=0,
        cut_off=None,
        disagreements=[outcomes.Disagreement(read.logged.name, "final", "refused", None, told)],
    )
