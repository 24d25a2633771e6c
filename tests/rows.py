"""Tables of cases beside the tests that go through them: ``test_lines.yaml`` for ``test_lines.py``, a table a key."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from calc.strict_yaml import load


def listed(value: Any) -> Any:
    """A value as YAML has it: lists for tuples."""
    if isinstance(value, dict):
        return {key: listed(one) for key, one in value.items()}
    return [listed(one) for one in value] if isinstance(value, list | tuple) else value


class Rows:
    """The tables of a module of tests, read when the first one is asked for."""

    def __init__(self, module: str) -> None:
        self._path = Path(module).with_suffix(".yaml")

    @cached_property
    def _tables(self) -> dict[str, Any]:
        found: dict[str, Any] = load(self._path.read_text(encoding="utf-8"), file=str(self._path)).value
        return found

    def __getitem__(self, table: str) -> Any:
        return self._tables[table]

    def keyed(self, table: str) -> dict[Any, Any]:
        """The last value of each row, such as a screen, by the values before it."""
        return {tuple(row.values())[:-1]: [*row.values()][-1] for row in self[table]}

    def each(self, table: str, name: str = "name", also: Iterable[Any] = ()) -> pytest.MarkDecorator:
        """Run a test for each row: a key is an argument, and the key ``name`` what the row is called. ``also``: rows
        that are no plain data, as pytest takes them.
        """
        rows = self[table]
        keys = [key for key in rows[0] if key != name]
        for row in rows:
            assert row.keys() - {name} == {*keys}, f"{self._path}: {table}: {row}"
        return pytest.mark.parametrize(
            keys if len(keys) > 1 else keys[0],
            [
                *(
                    pytest.param(*(row[key] for key in keys), id=None if name not in row else str(row[name]))
                    for row in rows
                ),
                *also,
            ],
        )
