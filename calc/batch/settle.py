"""Records of a block to rows: the heart of a run. It knows nothing of files, processes or journals."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc import games, outcomes, settling
from calc.batch import tally
from calc.batch.tally import Disagreement, Tally
from calc.errors import CalcError
from calc.intake.blocks import Block, LoggedRead, read_block
from calc.intake.lines import BLOCK_LINES
from calc.layout.tables import cell_of, cells_of, columns_of, csv_text
from calc.outcomes import CheckedGame, EncodedResult, Refusal, Result
from calc.records.rows import ROW_TYPES, Row, RowKind, refused_row
from calc.settling import AnyRead, Case, Fields
from calc.translation import msg

R = TypeVar("R")
T = TypeVar("T")
#: The file and line of a record.
Place = tuple[str, int]
#: Records whose results are in memory together.
_SLICE: Final = 2048


class Settings(games.Settings, frozen=True, kw_only=True):
    """What counts for all records of a run, and how their rows are written. ``carry``: columns of cells that are no
    keys of records and come along in the ids of results.
    """

    fields: Fields = "short"
    format: Literal["json", "csv", "parquet", "arrow"] = "json"
    rows: RowKind = "records"
    carry: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        """Whether rows are columns of Arrow, in a file of Parquet or of its own."""
        return self.format in ("parquet", "arrow")


class Done(Struct, kw_only=True):
    """A settled block: its rows and its lines of the rejects, ready to be written; its counts; the wrong claims; the
    rule sets that counted though no record named them; and the games of logs that were checked.
    """

    rows: bytes = b""
    rejects: bytes = b""
    tally: Tally = msgspec.field(default_factory=Tally)
    wrong: list[Disagreement] = msgspec.field(default_factory=list)
    defaults: list[str] = msgspec.field(default_factory=list)
    checked: list[CheckedGame] = msgspec.field(default_factory=list)


@outcomes.collecting_later()  # what it makes is gone before garbage is searched for, which then takes no time
def settle_block(block: Block, settings: Settings, *, check: bool = False) -> Done:
    """The rows of a block, one a record, in order. ``check``: compare games of logs with what the log says of them.

    Only the bytes of rows are kept, and results for a slice of records at a time: the memory for a block is bounded.
    """
    rows, rejects, done = list[bytes](), list[bytes](), Done()
    is_encoded = settings.format != "csv" and settings.fields == "short" and settings.rows == "records"
    chosen = replace(settings, encoded=is_encoded)
    is_small = block.form in ("jsonl", "lines", "csv", "parts")

    def settle(reads: Sequence[AnyRead]) -> list[tuple[Sequence[Result], bytes]]:
        if settings.rows == "records":
            results = settling.settle_reads(reads, chosen)
            return [(results, _encode(results, places_of(reads), settings))]
        cases = settling.settle_cases(reads, chosen)
        unfolded = _unfold(cases, settings.rows)
        return [([case.result for case in cases], _encode_unfolded(unfolded, places_of(reads), settings))]

    def refuse(read: AnyRead, error: Exception) -> tuple[Sequence[Result], bytes]:
        result, places = _failed(read.record, error), places_of([read])
        if settings.rows == "records":
            return [result], _encode([result], places, settings)
        return [result], _encode_unfolded([[refused_row(result, settings.rows)]], places, settings)

    def places_of(reads: Sequence[AnyRead]) -> list[Place]:
        return [(read.file or block.file, read.line) for read in reads]

    for taken in cut_reads(read_block(block), BLOCK_LINES if is_small else _SLICE):
        settled = safely(taken, settle, refuse)
        results = [result for some, _ in settled for result in some]
        rows += [encoded for _, encoded in settled]
        found = settling.defaults_taken([read.record for read in taken], settings)
        done.defaults += [name for name in found if name not in done.defaults]
        if block.form == "log":
            _count_logs(taken, results, settings, done, check=check)
        unusual = tally.find_unusual(results)
        done.tally.count(results, [results[at] for at in unusual], kinds=settings.format == "csv")
        places = places_of(taken)
        for result, (file, line) in ((results[at], places[at]) for at in unusual):
            done.wrong += tally.disagreements(result, file, line)
            if isinstance(result, Refusal) and result.agrees is not True:
                told = {key: getattr(result.error, key) for key in ("column", "key", "code", "message")}
                rejects.append(msgspec.json.encode({"file": file, "line": line, **told}) + b"\n")
    done.rows, done.rejects = b"".join(rows), b"".join(rejects)
    return done


def cut_reads(reads: Iterable[AnyRead], size: int) -> Iterator[Sequence[AnyRead]]:
    """The records, as many at a time."""
    rest = iter(reads)
    while taken := list(islice(rest, size)):
        yield taken


# ---- settling


def safely(
    reads: Sequence[R], settle: Callable[[Sequence[R]], Sequence[T]], refused: Callable[[R, Exception], T]
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
    return safely(
        reads, lambda some: settling.settle_reads(some, settings), lambda read, error: _failed(read.record, error)
    )


def _failed(record: Any, error: Exception) -> Refusal:
    message = msg(
        "expected a record that can be settled; the program failed on it ({0}: {1})", type(error).__name__, error
    )
    name = record.id if isinstance(getattr(record, "id", None), str | int) else None
    return outcomes.refuse(CalcError("{0}; please report it", message), id=name)


def _unfold(cases: Sequence[Case], kind: RowKind) -> list[Sequence[Row]]:
    rows: dict[int, Sequence[Row]] = {
        place: [refused_row(case.result, kind)] for place, case in enumerate(cases) if isinstance(case.result, Refusal)
    }
    for rules, places in group_settled(cases):
        records, results = [cases[place].record for place in places], [cases[place].result for place in places]
        found = games.game_of(records[0]).unfold(records, results, rules, kind)
        rows |= dict(zip(places, found, strict=True))
    return [rows[place] for place in range(len(cases))]


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


# ---- rows: JSON lines, or cells of CSV


def head(settings: Settings) -> bytes:
    """The bytes before the first row."""
    return (",".join(columns(settings)) + "\n").encode() if settings.format == "csv" else b""


def columns(settings: Settings) -> list[str]:
    """The columns of a run. Rows are written as they come, so there is one for every key of every kind of result; what
    is whole loses those that are not used (:mod:`calc.batch.shapes`).
    """
    if settings.rows in ROW_TYPES:
        return [*ROW_TYPES[settings.rows].__struct_encode_fields__]
    names = [*columns_of(result_types(), fuller=settings.fields == "full"), "file", "line"]
    return [*names, *(name for name in settings.carry if name not in names)]


def split_id(given: Any, carry: Collection[str]) -> dict[str, Any]:
    """What came along in an id by its column, and the id without it."""
    if not carry or not isinstance(given, dict):
        return {}
    left = {key: value for key, value in given.items() if key not in carry}
    return {**given, "id": left or None if left.keys() != {"id"} else left["id"]}


def result_types() -> list[type]:
    """The types of the results of all games."""
    return [kind for game in games.all_games() for kind in game.report.RESULTS]


def _encode(results: Sequence[Result], places: Sequence[Place], settings: Settings) -> bytes:
    """A row a result.

    Rows for Arrow are JSON lines; :class:`~calc.batch.shapes.ArrowRows` turns them into columns.
    """
    placed = zip(results, places, strict=True)
    if settings.format == "csv":
        names = columns(settings)
        cells = list[dict[str, Any]]()
        for result, (file, line) in placed:
            came = {key: cell_of(told) for key, told in split_id(result.id, settings.carry).items()}
            cells.append({**cells_of(result, names), **came, "file": file, "line": line})
        return csv_text(names, cells, has_head=False).encode()
    ends = {file: b',"file":%b,"line":' % msgspec.json.encode(file) for file in {file for file, _ in places}}
    # Results as JSON, without the last brace.
    begun = (
        (result.text.encode() if isinstance(result, EncodedResult) else msgspec.json.encode(result)[:-1], place)
        for result, place in placed
    )
    return b"".join([b"%b%b%d}\n" % (text, ends[file], line) for text, (file, line) in begun])


def _encode_unfolded(unfolded: Sequence[Sequence[Row]], places: Sequence[Place], settings: Settings) -> bytes:
    rows = list[Row]()
    for of, (file, line) in zip(unfolded, places, strict=True):
        for row in of:
            row.file, row.line = file, line
        rows += of
    if settings.format != "csv":
        return b"".join([msgspec.json.encode(row) + b"\n" for row in rows])

    def cell(value: Any) -> Any:
        """Names in a list are parted by blanks, as yaku are."""
        is_names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return " ".join(value) if is_names else cell_of(value)

    cells = ({key: cell(value) for key, value in msgspec.to_builtins(row).items()} for row in rows)
    return csv_text(columns(settings), cells, has_head=False).encode()


# ---- logs


def _count_logs(
    taken: Sequence[AnyRead], results: Sequence[Result], settings: Settings, done: Done, *, check: bool
) -> None:
    logged = [(read, result) for read, result in zip(taken, results, strict=True) if isinstance(read, LoggedRead)]
    done.tally.logs += len(logged)
    if not check:
        return
    found: Sequence[CheckedGame | Exception] = safely(
        [read for read, _ in logged],
        lambda some: settling.check_logs([(read.logged, read.record) for read in some], settings),
        lambda read, error: error,
    )
    for (read, result), one in zip(logged, found, strict=True):
        if not isinstance(one, CheckedGame) and isinstance(result, Refusal):
            continue  # it is refused as a whole: its row tells why
        game = one if isinstance(one, CheckedGame) else _failed_check(read.logged.name, result.rules or "", one)
        is_untold = settings.rules is None and not game.rules_told
        done.tally.count_log(game.figures, len(game.disagreements), is_untold=is_untold)
        done.checked.append(game)


def _failed_check(name: str, rules: str, error: Exception) -> CheckedGame:
    """A game that could not be checked, in the words of ``yaku log --check``."""
    why = msg("the program failed on it ({0}: {1}); please report it", type(error).__name__, error)
    told = outcomes.Disagreement(name, "final", "refused", None, error.message if isinstance(error, CalcError) else why)
    nothing: Any = {"rounds": 0, "wins": 0, "draws": 0, "finals": False, "figures": 0, "cut_off": None}
    return CheckedGame(file=name, rules=rules, disagreements=[told], **nothing)
