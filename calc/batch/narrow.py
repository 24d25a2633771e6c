"""CSV with the columns that are used: those of the kinds of results that a run has come to.

Rows are written as they come, with a column for every key of every kind of result; what is whole loses the others.
"""

import csv
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path

from calc.batch.settle import Settings, columns, result_types
from calc.layout.tables import columns_of, csv_rows
from calc.outcomes import Refusal

#: Rows that are in memory together.
_ROWS = 4096


def used_columns(settings: Settings, kinds: Collection[str]) -> list[str]:
    """The columns of a run to results of some ``kinds``, by the names of their types; none where all are written: in
    other formats, and rows of hands and rounds, which have the same for every game.
    """
    if settings.format != "csv" or settings.rows != "records":
        return []
    found = [kind for kind in result_types() if kind.__name__ in kinds]
    own = {*columns_of([Refusal, *found], fuller=settings.fields == "full"), "file", "line", *settings.carry}
    return [name for name in columns(settings) if name in own]


def narrowed(lines: Iterable[str], used: Sequence[str]) -> Iterator[bytes]:
    """The lines of CSV with the columns that are used."""
    rows = csv.reader(lines)
    names = next(rows)
    take = itemgetter(*map(names.index, used))
    yield csv_rows([used]).encode()
    while taken := [*islice(rows, _ROWS)]:
        yield csv_rows(map(take, taken)).encode()


def narrow_file(part: Path, to: Path, used: Sequence[str]) -> None:
    """Write the rows of a file to another one, with the columns that are used, and have them on the disk."""
    with open(part, newline="", encoding="utf-8") as rows, open(to, "wb") as file:
        file.writelines(narrowed(rows, used))
        file.flush()
        os.fsync(file.fileno())
