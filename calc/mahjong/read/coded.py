"""Columns of records that hold no object a row: values by their number, and texts in one piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

#: (n,) whole numbers.
Ints = NDArray[np.int64]


class Coded(Struct, frozen=True):
    """A column of few different ``values``: ``codes``: (n,) the place of each row's value among them."""

    values: list[Any]
    codes: Ints

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        return self.values[self.codes[row]]

    def change(self, values: Mapping[int, Any], kept: NDArray[np.bool_]) -> Coded:
        """The column with other ``values`` in some rows, of the rows that are ``kept``."""
        codes = self.codes.copy()
        codes[[*values]] = np.arange(len(values)) + len(self.values)
        return Coded([*self.values, *values.values()], codes[kept])


class Texts(Struct, frozen=True):
    """A column of texts, one after the other in ``data``: their bytes, and the ``lengths`` of n texts."""

    data: NDArray[np.uint8]
    lengths: Ints
    ends: Ints

    @classmethod
    def of(cls, data: NDArray[np.uint8], lengths: Ints) -> Texts:
        """The texts of these lengths."""
        return cls(data, lengths, np.cumsum(lengths))

    @classmethod
    def from_list(cls, texts: Sequence[str]) -> Texts:
        """The same texts as one piece."""
        encoded = [text.encode("utf-8", "surrogateescape") for text in texts]
        lengths = np.fromiter(map(len, encoded), dtype=np.int64, count=len(texts))
        return cls.of(np.frombuffer(b"".join(encoded), dtype=np.uint8), lengths)

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, row: int) -> str:
        end = self.ends[row]
        return self.data[end - self.lengths[row] : end].tobytes().decode("utf-8", "surrogateescape")

    def change(self, values: Mapping[int, str], kept: NDArray[np.bool_]) -> Texts:
        """As of a :class:`Coded` column."""
        rows = np.flatnonzero(kept).tolist()
        return Texts.from_list([values[row] if row in values else self[row] for row in rows])


class Lists(Struct, frozen=True):
    """A column of lists: ``items``, one after the other, and the ``counts`` of n lists."""

    items: Coded
    counts: Ints

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, row: int) -> list[Any]:
        end = int(self.counts[: row + 1].sum())
        return [self.items[place] for place in range(end - int(self.counts[row]), end)]

    def change(self, values: Mapping[int, Sequence[Any] | str], kept: NDArray[np.bool_]) -> list[Any]:
        """As of a :class:`Coded` column; a list of lists."""
        found = iter(self.items.values[code] for code in self.items.codes.tolist())
        lists = [[next(found) for _ in range(count)] for count in self.counts.tolist()]
        return [values.get(row, lists[row]) for row in np.flatnonzero(kept).tolist()]


def distinct_of(column: Any) -> Sequence[Any]:
    """The different values of a column, some of them several times."""
    return column.values if isinstance(column, Coded) else column


def change(column: Any, values: Mapping[int, Any], kept: NDArray[np.bool_]) -> Any:
    """A column of any kind with other ``values`` in some rows, of the rows that are ``kept``."""
    if isinstance(column, Coded | Texts | Lists):
        return column.change(values, kept)
    return [values.get(row, column[row]) for row in np.flatnonzero(kept).tolist()]
