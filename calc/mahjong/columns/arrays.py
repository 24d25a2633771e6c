"""Wins as arrays, for notebooks: a column a key in, a column a figure out. Exported by :mod:`calc`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from calc.columns import columns_of, one_value, values_of
from calc.errors import CalcError, RecordError, did_you_mean
from calc.games import all_games, wrong_game
from calc.mahjong.columns.read import FIELDS, KEYS, Wins, from_columns
from calc.mahjong.columns.settle import BLOCK, Settled, settle_columns
from calc.mahjong.game import GAME
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import SettledWin
from calc.notation.text import show
from calc.outcomes import collecting_later
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
    with collecting_later():
        parts = [_settle(values, start, min(size - start, BLOCK), chosen) for start in range(0, max(size, 1), BLOCK)]
    return _joined(parts, chosen)


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
                "expected a column of {0}, found {1}{2}",
                ", ".join(KEYS),
                show(key),
                hint,
                code="unknown_key",
                key=name,
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


def _read_wins(columns: Mapping[str, Sequence[Any]], size: int) -> Wins:
    """Read columns of plain values by key, each of ``size`` rows, ``None`` where a value is missing."""
    read: dict[str, Sequence[Any]] = {}
    alone = {row for row, facts in enumerate(columns.get("facts", ())) if facts}
    for name, field in FIELDS.items():
        read[name], unfit = fit_column(columns.get(field.encode_name) or [None] * size, field)
        alone.update(unfit)
    alone.update(row for row, hand in enumerate(read["hand"]) if not hand)
    return from_columns(
        read, alone, lambda row: {key: column[row] for key, column in columns.items() if column[row] is not None}
    )


def _settle(columns: Mapping[str, list[Any]], start: int, size: int, rules: MahjongRules) -> WinColumns:
    """Settle ``size`` rows from ``start`` on."""
    wins = _read_wins({key: values[start : start + size] for key, values in columns.items()}, size)
    return _columns(settle_columns(wins, rules), size, rules)


def _columns(settled: Settled, size: int, rules: MahjongRules) -> WinColumns:
    """A settled block of ``size`` rows as arrays."""
    code, message = np.full((2, size), "", dtype=np.object_)
    worth = [(tally.figures, tally.counted) for tally, *_ in settled.tallies]
    alone: list[tuple[int, SettledWin]] = []
    for row, one in settled.alone.items():
        if isinstance(one, SettledWin):
            alone.append((row, one))
        elif isinstance(one, CalcError):
            code[row], message[row] = one.code, one.message
    rows = np.array([*settled.rows.tolist(), *(row for row, _ in alone)], dtype=np.int64)
    numbers = np.array([*settled.tally.tolist(), *range(len(worth), len(worth) + len(alone))], dtype=np.int64)
    worth += [(one.best.tally.figures, one.best.tally.counted) for _, one in alone]

    def of(values: Sequence[int], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of the wins as a column of all rows."""
        whole = np.zeros(size, dtype=np.int64)
        whole[rows] = np.array(values, dtype=np.int64)[numbers] if values else 0
        return whole

    figures = [one for one, _ in worth]
    ok = np.zeros(size, dtype=np.bool_)
    ok[rows] = True
    paid = [*settled.payments, *((one.payments, one.hand.seat) for _, one in alone)]
    changes = [payments.changes(seat) for payments, seat in paid]
    first = len(settled.payments)
    own = np.array([*settled.paid.tolist(), *range(first, first + len(alone))], dtype=np.int64)
    yaku: dict[str, NDArray[np.bool_]] = {}
    used = {number: worth[number][1] for number in np.unique(numbers).tolist()}
    for name in rules.yaku:
        having = [number for number, counted in used.items() if name in counted]
        if having:
            yaku[name] = np.zeros(size, dtype=np.bool_)
            yaku[name][rows] = np.isin(numbers, having)
    return WinColumns(
        rules=rules.label,
        ok=ok,
        code=code,
        message=message,
        han=of([one.han for one in figures], numbers),
        fu=of([one.fu for one in figures], numbers),
        limits=of([one.limits for one in figures], numbers),
        base=of([one.base if rules.points.base is not None else 0 for one in figures], numbers),
        points=of([payments.points for payments, _ in paid], own),
        changes={
            party: of([one[place] for one in changes], own) for place, party in enumerate((*rules.seats, "discarder"))
        },
        yaku=yaku,
    )


def _joined(parts: list[WinColumns], rules: MahjongRules) -> WinColumns:
    if len(parts) == 1:
        return parts[0]
    seen = {name for part in parts for name in part.yaku}
    figures = ("ok", "code", "message", "han", "fu", "limits", "base", "points")
    return WinColumns(
        rules=rules.label,
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in figures},
        changes={party: np.concatenate([part.changes[party] for part in parts]) for party in parts[0].changes},
        yaku={
            name: np.concatenate([part.yaku.get(name, np.zeros(len(part), dtype=np.bool_)) for part in parts])
            for name in rules.yaku
            if name in seen
        },
    )
