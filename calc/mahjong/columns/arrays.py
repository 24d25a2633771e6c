"""Wins as arrays, for notebooks: a column a key in, a column a figure out. Exported by :mod:`calc`."""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.columns import columns_of, one_value, values_of
from calc.errors import RecordError, did_you_mean
from calc.games import all_games, wrong_game
from calc.mahjong.columns.read import FIELDS, KEYS, Wins, from_columns
from calc.mahjong.columns.settle import BLOCK, Column, collect
from calc.mahjong.game import GAME
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.text import show
from calc.records.plain import fit_column
from calc.tables import RuleSet
from calc.tables.shelf import game_id_of


class WinColumns(Struct, frozen=True):
    """What n hands are worth, an array a figure, a row a hand. ``rules``: the rule set as ``id@version``.

    ``ok``: (n,) whether the hand is a win; where it is none, ``code`` and ``message`` (n,) say why, by the codes and in
    the words of refusals, and every figure is 0; they are empty elsewhere. ``han``, ``fu``: (n,) 0 for a limit hand.
    ``limits``: (n,) how many limits. ``base``: (n,) base points, 0 where a chart pays. ``points``: (n,) what the win is
    worth without honba and sticks. ``changes``: by seat, (n,) each, what it gains or loses in points; under
    ``discarder`` what the discarder of a ron loses where ``from`` is not given. ``yaku``: by id, (n,) each, whether it
    counts; those that no hand has are left out.
    """

    rules: str
    ok: NDArray[np.bool_]
    code: NDArray[np.object_]
    message: NDArray[np.object_]
    han: NDArray[np.int64]
    fu: NDArray[np.int64]
    limits: NDArray[np.int64]
    base: NDArray[np.int64]
    points: NDArray[np.int64]
    changes: dict[str, NDArray[np.int64]]
    yaku: dict[str, NDArray[np.bool_]]

    def __len__(self) -> int:
        return len(self.ok)


def score_columns(
    columns: Any, *, rules: str | RuleSet = GAME.default_rules, options: Mapping[str, Any] | None = None
) -> WinColumns:
    """Settle many wins that stand in columns, without writing a result a hand; the same engine as :func:`score`.

    ``columns``: keys of a win record to their values, one a row, or one for all rows; or a frame of pandas, polars or
    Arrow. A column is a list, a tuple, an array of shape (n,), a series of pandas or polars, an array of Arrow or
    whatever else gives Arrow data. What is missing in it (None, NaN, NA, NaT, null) is absent, and whole numbers that
    are floats beside it, as pandas makes them, are integers. ``rules``: one rule set for all rows, by id, as a file or
    as :func:`load_rules` returned it; ``options``: answers to its options, by name.
    Raises :class:`RecordError` for unknown keys, for what is no column and for columns of different lengths, and
    :class:`RuleTableError`; a row that cannot be scored is refused in its place.

    >>> table = {"hand": ["123m456p789s1122z", "123m456p789s1134z"], "win": "2z", "by": "ron", "riichi": True}
    >>> worth = score_columns({**table, "seat": "S", "round": "E", "from": ["W", "N"]})
    >>> worth.ok.tolist(), worth.points.tolist(), worth.code.tolist()
    ([True, False], [2600, 0], ['', 'not_complete'])
    """
    chosen = _rules(rules, options)
    values, size = _read_columns(columns)
    starts = range(0, max(size, 1), BLOCK)
    blocks = (_read_wins(values, start, min(size - start, BLOCK)) for start in starts)
    yaku, worth, paid, refused = collect(blocks, chosen)
    ids = [{line.id for line in part["yaku"]} for part in yaku.parts]
    return WinColumns(
        rules=chosen.label,
        ok=np.concatenate(refused.orders) < 0,
        **{key: _of_each(refused, itemgetter(key), "", np.object_) for key in ("code", "message")},
        **{key: _of_each(worth, itemgetter(key)) for key in ("han", "fu", "limits", "base")},
        points=_of_each(paid, itemgetter("points")),
        changes={
            party: _of_each(paid, lambda part, party=party: part["payments"].get(party))  # type: ignore[misc]
            for party in (*chosen.seats, "discarder")
        },
        yaku={
            name: np.array([*(name in one for one in ids), False])[np.concatenate(yaku.orders)]
            for name in chosen.yaku
            if any(name in one for one in ids)
        },
    )


def _of_each(column: Column, value: Callable[[Any], Any], nothing: Any = 0, kind: Any = np.int64) -> NDArray[Any]:
    """(n,) a value of the part of each row; ``nothing`` where it is none."""
    found: NDArray[Any] = np.array([*(value(part) or nothing for part in column.parts), nothing], dtype=kind)
    return found[np.concatenate(column.orders)]


def _rules(rules: str | RuleSet, options: Mapping[str, Any] | None) -> MahjongRules:
    game, name = (rules.game, rules.id) if isinstance(rules, RuleSet) else (game_id_of(rules), rules)
    if game is not None and game != GAME.id and game in {one.id for one in all_games()}:
        raise wrong_game(GAME, name, game)
    if isinstance(rules, RuleSet):
        return load_mahjong_rules(rules.origin, {**rules.chosen, **(options or {})})
    return load_mahjong_rules(rules, options)


def _read_columns(given: Any) -> tuple[dict[str, list[Any]], int]:
    """The columns of a caller as lists of one length, and that length."""
    columns = columns_of(given)
    for key in columns:
        if key not in KEYS:
            name = key if isinstance(key, str) else None  # a program may give anything
            hint = did_you_mean(name, KEYS) if name is not None else ""
            raise RecordError(
                "expected a column of {0}, found {1}{2}", ", ".join(KEYS), show(key), hint, code="unknown_key", key=name
            )
    values = {key: values_of(key, column) for key, column in columns.items()}
    sizes = {key: len(column) for key, column in values.items() if column is not None}
    if len(set(sizes.values())) > 1:
        raise RecordError(
            "expected columns of one length, found {0}", ", ".join(f"{n} of {key}" for key, n in sizes.items())
        )
    size = next(iter(sizes.values()), 1 if columns else 0)
    return {
        key: column if column is not None else [one_value(columns[key])] * size for key, column in values.items()
    }, size


def _read_wins(table: Mapping[str, list[Any]], start: int, size: int) -> Wins:
    """Read ``size`` rows from ``start`` on of columns of plain values by key, ``None`` where a value is missing."""
    columns = {key: values[start : start + size] for key, values in table.items()}
    read: dict[str, Sequence[Any]] = {}
    alone = {row for row, facts in enumerate(columns.get("facts", ())) if facts}
    for name, field in FIELDS.items():
        read[name], unfit = fit_column(columns.get(field.encode_name) or [None] * size, field)
        alone.update(unfit)
    alone.update(row for row, hand in enumerate(read["hand"]) if not hand)
    return from_columns(
        read, alone, lambda row: {key: column[row] for key, column in columns.items() if column[row] is not None}
    )
