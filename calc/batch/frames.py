"""Wins in Arrow data settled to Arrow data: what frames and engines of every kind call. Exported by :mod:`calc`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calc.arrow import arrow
from calc.errors import CalcError, RecordError
from calc.games import Rules, Settings, in_arrow
from calc.settling.settle import rules_named

if TYPE_CHECKING:
    import pyarrow as pa

_GAME, _ARROW = in_arrow()
#: Keys of a win that say how it is scored, and that columns have too.
_SCORED: Final = frozenset({"id", "rules"})


def settle_arrow(batch: Any, *, rules: Rules | None = None, options: Mapping[str, Any] | None = None) -> Any:
    """Settle wins that stand in columns of Arrow: a row for a row, in the same order.

    ``batch``: whatever gives Arrow data (``__arrow_c_array__`` or ``__arrow_c_stream__``): a batch or a table of Arrow,
    a frame of polars or pandas, a relation of DuckDB. Columns that are keys of a win are read; nulls are absent. Where
    a key is true, false or a word (``riichi``, ``chankan``), text is read too: ``true``, ``false``, ``double``. All
    other columns come first in the result, as they are; then those of :func:`result_schema`. A row that cannot be
    scored has ``ok`` false and why: ``code``, ``message`` and ``key``. ``rules``: one rule set for all rows; without it
    the column ``rules`` counts, and where that is null or absent ``riichi``. ``options``: answers to its options.

    Returns a ``pyarrow.RecordBatch`` for a batch, else a ``pyarrow.Table``. Raises :class:`CalcError` where pyarrow is
    missing, :class:`RecordError` for what gives no Arrow data and for columns that cannot be read or that results have
    too, and :class:`RuleTableError`.

    >>> import pyarrow
    >>> given = pyarrow.record_batch({"hand": ["123m456p789s1122z"], "win": ["2z"], "by": ["tsumo"], "seat": ["S"],
    ...                               "round": ["E"], "player": ["Aki"]})
    >>> settle_arrow(given).select(["player", "yaku", "points"]).to_pylist()
    [{'player': 'Aki', 'yaku': ['menzen_tsumo', 'seat_wind'], 'points': 2700}]
    """
    table, is_batch = _open(batch)
    schema = _schema(table.schema)
    settings = Settings(rules=rules, options=dict(options or {}))
    results = _settle(table, settings)
    kept = [table.column(name) for name in _passed(table.schema)]
    pa = arrow()
    whole = pa.Table.from_arrays([*kept, *results], schema=schema)
    if not is_batch:
        return whole
    batches = whole.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=schema)


def result_schema(given: Any = None) -> pa.Schema:
    """The schema of what :func:`settle_arrow` returns, as a ``pyarrow.Schema``.

    ``given``: the schema of what it is given, whose other columns come first. Raises :class:`CalcError` as
    :func:`settle_arrow`.
    """
    pa = arrow()
    return pa.schema(_ARROW.result_fields()) if given is None else _schema(pa.schema(given))


def _open(given: Any) -> tuple[pa.Table, bool]:
    pa = arrow("settle_arrow")
    is_batch = hasattr(given, "__arrow_c_array__") and not hasattr(given, "__arrow_c_stream__")
    if hasattr(given, "collect") and not hasattr(given, "__arrow_c_stream__"):
        message = "expected a frame, found {0}, which has no rows yet; collect it, or map batches"
        raise RecordError(message, type(given).__name__, code="wrong_type")
    if not is_batch and not hasattr(given, "__arrow_c_stream__"):
        message = (
            "expected Arrow data (a batch or a table of Arrow, a frame of polars or pandas, a relation of DuckDB), "
            "found {0}; score_columns takes lists and arrays"
        )
        raise RecordError(message, type(given).__name__, code="wrong_type")
    try:
        found = pa.record_batch(given) if is_batch else pa.table(given)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise RecordError("expected a table of columns, found one column or other data: {0}", error) from None
    return (pa.Table.from_batches([found]), True) if is_batch else (found, isinstance(given, pa.RecordBatch))


def _passed(schema: pa.Schema) -> list[str]:
    return [name for name in schema.names if name not in _ARROW.KEYS and name != "rules"]


def _schema(given: pa.Schema) -> pa.Schema:
    """The schema of the result. Raises :class:`RecordError` for columns that cannot be there."""
    pa = arrow()
    found = _ARROW.result_fields()
    own = {field.name for field in found}
    for name in given.names:
        if given.names.count(name) > 1:
            raise RecordError("expected each column once, found {0!r} again", name, key=name)
        if name in _ARROW.KEYS or name in _SCORED:
            continue
        if name in _GAME.forms.spelled.__struct_encode_fields__:
            message = "expected columns of {0}, found {1!r}, which only records have; leave it out or rename it"
            raise RecordError(message, ", ".join(_ARROW.KEYS), name, code="unknown_key", key=name)
        if name in own:
            raise RecordError("results have a column {0!r} too; rename yours", name, key=name)
    return pa.schema([*(given.field(name) for name in _passed(given)), *found])


def _settle(table: pa.Table, settings: Settings) -> Any:
    """The result columns of all rows, settled by groups of one rule set each."""
    if settings.rules is not None or "rules" not in table.schema.names:
        return _ARROW.settle_batch(table, rules_named(_GAME, None, settings))
    pa = arrow()
    names = table.column("rules").combine_chunks()
    if pa.types.is_dictionary(names.type):
        names = names.dictionary_decode()
    try:
        coded = names.cast(pa.string()).dictionary_encode(null_encoding="encode")
    except pa.ArrowException:
        raise RecordError("expected texts as 'rules', found {0}", names.type, code="wrong_type", key="rules") from None
    codes = coded.indices.to_numpy(zero_copy_only=False)
    parts, order = [], []
    for place, name in enumerate(coded.dictionary.to_pylist()):
        rows = np.flatnonzero(codes == place)
        part = table if len(rows) == len(codes) else table.take(rows)
        try:
            parts.append(_ARROW.settle_batch(part, rules_named(_GAME, name, settings)))
        except CalcError as error:
            parts.append(_ARROW.refused_batch(len(rows), error))
        order.append(rows)
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return _ARROW.settle_batch(table, rules_named(_GAME, None, settings))
    back = np.argsort(np.concatenate(order), kind="stable")
    whole = (pa.chunked_array([one for part in column for one in part.chunks]) for column in zip(*parts, strict=True))
    return [column.take(back) for column in whole]
