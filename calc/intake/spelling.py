"""Single records of any game: as lines, as plain data and as cells. The game that a spelling is of reads it.

Every other game is asked first whether it is one of its own; the first game takes what none of them does.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from calc.errors import CalcError
from calc.games import Forms, all_games, game_of, waits
from calc.patterns import regex
from calc.records.cells import Columns, in_line, split_words
from calc.records.plain import AnyRecord
from calc.tables.shelf import part_set

R = TypeVar("R")

#: A name or an index in a key.
_KEY_PART = regex(r"([^.\[\]]+)(?=[.\[]|$)|\[(\d+)\]")


class Read(Struct, Generic[R], frozen=True):
    """A record as it was read, or the error that refused it, and where it came from.

    ``record``, ``error``: one of them is ``None``. ``text``, ``columns``: of a record written as a line, that line and
    the columns at which the values of its keys begin. ``file``, ``line``: the name of the source, and where the record
    begins there, from 1. ``lines``: of YAML, the line of each value, by its path. ``sheet``: of a score sheet, the
    game; of one with a wrong line, as far as it goes before that line. ``on_command_line``: whether it was given there,
    and may name a file as its rule set. ``notes``: remarks on a table of final scores, with their lines. ``sits``:
    where people sit, by name, of whom a round in sentences tells, ``i`` for who speaks.
    """

    record: R | None = None
    error: CalcError | None = None
    text: str | None = None
    columns: dict[str, int] | None = None
    file: str | None = None
    line: int = 0
    lines: Mapping[tuple[str | int, ...], int] = msgspec.field(default_factory=dict)
    sheet: R | None = None
    on_command_line: bool = False
    notes: tuple[tuple[int, str], ...] = ()
    sits: Mapping[str, str] = msgspec.field(default_factory=dict)

    def known(self) -> R:
        """The record. Raises the error that refused it."""
        if self.record is None:
            raise self.error or CalcError("there is no record here")
        return self.record

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
    return _read_line(line, parse_any_line)


def read_waiting_line(line: str) -> Read[Any]:
    """As :func:`read_line`, a hand one tile short."""
    return _read_line(line, waits().forms.line)


def _read_line(line: str, parse: Callable[[str], tuple[R, Columns]]) -> Read[R]:
    try:
        record, columns = parse(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(record, text=line, columns=columns, on_command_line=True)


@cache
def _asked() -> tuple[Forms, ...]:
    """The forms of each game, in the order in which they are asked."""
    return tuple(game.forms for game in reversed(all_games()))


def parse_any_line(text: str) -> tuple[AnyRecord, Columns]:
    """The record that a line spells, with the column of each key.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line.
    """
    plain = (forms.plain_line(text) for forms in _asked() if forms.plain_line is not None)
    if found := next(filter(None, plain), None):
        return found
    from calc.intake.one_line import read_one_line

    text = part_set(text)
    try:
        game = read_one_line(text)
    except CalcError:
        # ``My pile: crane, moon`` has no players in front.
        for forms in _asked()[:-1]:
            with suppress(CalcError):
                if forms.is_line(text):
                    return forms.line(text)
        raise
    if game is not None:
        return game, {}
    split_words(text)  # what no reader takes is refused before anybody asks what it may be
    return next(forms.line(text) for forms in _asked() if forms.is_line(text))


def print_any_line(record: AnyRecord) -> str:
    """The line of a record; :func:`parse_any_line` reads it back."""
    return game_of(record).forms.print_line(record)


def any_from_flat(pairs: Iterable[tuple[str, str]]) -> AnyRecord:
    """The record that cells describe. Raises as :func:`parse_any_line`, with columns in the cell."""
    cells = list(pairs)
    given = dict(cells)
    record: AnyRecord = next(forms.flat(cells) for forms in _asked() if forms.is_flat(given))
    return record


def record_from(data: Mapping[str, Any], untold: str = "win") -> AnyRecord:
    """The record that plain data describes, by the keys of the public contract; ``None`` is absent.

    Data that tell nothing of their kind are read as ``untold``, what people call a kind of record of the first game.
    Raises :class:`~calc.errors.RecordError` with ``key`` set (nested ones dotted, ``claim.fu``,
    ``rounds[3].wins[0].hand``) and the code ``missing_key``, ``unknown_key``, ``wrong_type`` or ``contradiction``.
    Tiles and cards are not read here: text stays text.
    """
    *others, first = _asked()
    # A name beside the keys of a round may be anybody's, but what every record of the first game has is nobody's.
    has_column = isinstance(data, Mapping) and first.column in data
    own = (forms for forms in others if not has_column and forms.is_plain(data))
    record: AnyRecord = next(own, first).plain(data, untold)
    return record
