"""Records as they were read from a command line, a program or a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from calc.errors import CalcError, RecordError
from calc.games import is_record, waits
from calc.intake.spelling import parse_any_line, record_from
from calc.records.plain import AnyRecord
from calc.records.words import in_line

if TYPE_CHECKING:
    from calc.intake.records import Entry

R = TypeVar("R")

#: A name or an index in a key.
_KEY_PART = re.compile(r"([^.\[\]]+)(?=[.\[]|$)|\[(\d+)\]")


class Read(Struct, Generic[R], frozen=True):
    """A record as it was read, or the error that refused it, and where it came from.

    ``text`` and ``columns``: for a record spelled as a line, the line, and the column at which the value of each key
    begins. ``file``, ``line``: where the record begins. ``lines``: where each value of a YAML record begins, by path.
    """

    record: R | None = None
    error: CalcError | None = None
    text: str | None = None
    columns: dict[str, int] | None = None
    file: str | None = None
    line: int = 0
    lines: Mapping[tuple[str | int, ...], int] = msgspec.field(default_factory=dict)
    on_command_line: bool = False
    #: Of a score sheet, the game: of one with a wrong line, as far as it goes before that line.
    sheet: R | None = None

    def locate(self, error: CalcError) -> CalcError:
        """Count the column of an error in the line, for a record that was spelled as one."""
        return in_line(error, self.columns) if self.columns is not None else error

    def place_of(self, key: str | None) -> str | None:
        """File and line of a key such as ``rounds[3].wins[0].hand``, or of the nearest value around it."""
        if self.file is None:
            return None
        path: tuple[str | int, ...] = tuple(
            int(index) if index else name for name, index in _KEY_PART.findall(key or "")
        )
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.file}:{self.lines.get(path, self.line)}"


#: Any record, as it was read.
AnyRead = Read[AnyRecord]


def read_line(line: str) -> AnyRead:
    """Read a record from a command line; it may name a file as its rule set."""
    try:
        record, columns = parse_any_line(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(record, text=line, columns=columns, on_command_line=True)


def read_waiting_line(line: str) -> Read[Any]:
    """Read a hand one tile short from a command line; it may name a file as its rule set."""
    try:
        record, columns = waits().forms.line(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(record, text=line, columns=columns, on_command_line=True)


def read_given(record: Any, untold: str = "win") -> AnyRead:
    """Read a record from a program: a line, plain data (those of no known kind as ``untold``), or a typed record."""
    try:
        if isinstance(record, str):
            if untold == "game" and (game := _game_in(record)) is not None:
                return game
            found, columns = parse_any_line(record)
            return Read(found, columns=columns)
        return Read(record if is_record(record) else record_from(record, untold))
    except CalcError as error:
        return Read(error=error)


def _game_in(text: str) -> AnyRead | None:
    """The game that a score sheet or a line of final scores tells; ``None`` for any other text."""
    from calc.intake.lines import is_passed_over
    from calc.intake.records import read_games
    from calc.intake.sheets import begins_sheet

    first, second, *_ = [*(line for line in text.splitlines() if not is_passed_over(line)), "", ""]
    if not begins_sheet(first, second):
        return None
    games = [read_entry(entry) for entry in read_games(StringIO(text), name="sheet")]
    if len(games) != 1:
        raise RecordError(f"expected one game, found {len(games)}", key="game")
    return games[0]


def read_entry(entry: Entry[R]) -> Read[R]:
    """Read a record from a file."""
    return Read(
        entry.record,
        entry.error,
        entry.text,
        entry.columns,
        entry.file,
        entry.line,
        entry.lines,
        sheet=entry.sheet,
    )
