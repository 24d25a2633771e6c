"""Records of any game as lines, as plain data and as cells: the game that a spelling is of reads it.

Every other game is asked first whether it is one of its own; the first game takes what none of them does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from calc.games import RecordForms, all_games, game_of
from calc.records.cells import Columns
from calc.records.plain import AnyRecord


@cache
def _asked() -> tuple[RecordForms, ...]:
    """The forms of each game, in the order in which they are asked."""
    return tuple(game.forms for game in reversed(all_games()))


def parse_any_line(text: str) -> tuple[AnyRecord, Columns]:
    """The record that a line spells, with the column of each key.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line.
    """
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


def decode_plain_lines(data: bytes) -> list[Any]:
    """The record of each JSON line (whole lines, each ended by a newline) that a game reads many at a time; ``None``
    for a line to be read alone.
    """
    return next(forms.decode_lines(data) for forms in _asked() if forms.decode_lines is not None)


def decode_plain_line(line: bytes) -> Any:
    """The record of a JSON line in which nothing needs a second look; else ``None``."""
    found = (forms.decode_line(line) for forms in _asked() if forms.decode_line is not None)
    return next((record for record in found if record is not None), None)
