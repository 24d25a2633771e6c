"""Tables of cells as spreadsheets save them: what parts their columns, and which key of a record each column is.

Leagues keep final scores in them: a row a game with a column a player, or a row a player and game.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from calc.errors import RecordError, UnreadableError, did_you_mean
from calc.games import all_games, line_keys
from calc.intake.lines import Line
from calc.notation.text import show, unwritable_column

#: What parts columns, the usual first.
_DELIMITERS: Final = ",;\t"
_ANY: Final = re.compile(f"[{_DELIMITERS}]")
#: So many columns that are no keys are named at most.
_TOLD: Final = 8


def column_of(word: str) -> str | None:
    """The key of a record of some game that the head of a column means; ``None`` where it means none."""
    keys = (game.forms.column_of(word) for game in all_games())
    return next((key for key in keys if key is not None), None)


def looks_like_head(line: str, columns: Collection[str]) -> bool:
    """Whether a line heads columns, one of them among ``columns``."""
    cells = _ANY.split(line)
    return len(cells) > 1 and any(column_of(cell.strip().strip('"')) in columns for cell in cells)


def delimiter_of(head: str) -> str:
    """What parts the columns of a table, by its head."""

    def keys(delimiter: str) -> int:
        try:
            (row, *_) = csv.reader([head.rstrip("\r\n")], delimiter=delimiter, skipinitialspace=True)
        except (csv.Error, ValueError):
            return 0
        return sum(column_of(cell.strip()) is not None for cell in row)

    return max(_DELIMITERS, key=keys)


def read_head(cells: Sequence[str], file: str, line: int, carry: Collection[str] = ()) -> list[str]:
    """The key of each column, empty for a column without a head. ``carry``: heads of columns that are no keys and come
    along with the results.

    Raises :class:`~calc.errors.UnreadableError` for two columns of one key and for columns that are no keys.
    """
    if any(unwritable_column(cell) for cell in cells):
        raise UnreadableError(f"{file}:{line}: expected text in UTF-8, found other bytes; save the file as UTF-8")
    keys = [cell if cell in carry else column_of(cell) if cell else "" for cell in cells]
    unknown = [cell for cell, key in zip(cells, keys, strict=True) if key is None]
    if unknown:
        hint = did_you_mean(unknown[0], sorted(line_keys())) if len(unknown) == 1 else ""
        near = hint if "did you mean" in hint else ""
        names = ",".join(unknown[:_TOLD])
        told, more = " and ".join(map(show, unknown[:_TOLD])), len(unknown) - _TOLD
        what = "a column that is a key" if len(unknown) == 1 else "columns that are keys"
        found = f"found {told}" + (f" and {more:,} more" if more > 0 else "") + near
        raise UnreadableError(
            f"{file}:{line}: expected {what} of records, {found}; carry such columns along with --pass "
            f"{show(names) if ' ' in names else names}, or leave them out"
        )
    seen: dict[str, str] = {}
    for cell, key in zip(cells, keys, strict=True):
        if key and key in seen:
            also = f", which is {seen[key]!r} too" if seen[key] != cell else " a second time"
            raise UnreadableError(f"{file}:{line}: expected each column once, found {show(cell)}{also}")
        seen[key or ""] = cell
    return [key or "" for key in keys]


# ---- final scores

_NUMBER: Final = re.compile(r"[+-]?\d{1,3}(?:[, ]\d{3})+|[+-]?\d+")
#: Headings of a table with a row for each player of a game.
_PLAYER: Final = ("player", "name", "プレイヤー", "名前")
_POINTS: Final = ("points", "score", "scores", "持ち点", "点数", "点")
_GAME: Final = ("game", "id", "match", "table", "半荘", "対局")
#: Headings of columns that hold no scores.
_OTHER: Final = ("date", "day", "note", "notes", "place", "rank", "日付", "備考", "順位", "#", "no", "no.", *_GAME)


def heads_scores(head: str) -> bool:
    """Whether the first row of CSV heads final scores: a player and points, or names alone, none of which is a key."""
    titles = [title.strip().strip('"') for title in _ANY.split(head)]
    folded = [title.casefold() for title in titles if title]
    if _find(folded, _PLAYER) is not None and _find(folded, _POINTS) is not None:
        return True
    names = [title for title in folded if title not in _OTHER]
    return len(names) > 1 and all(column_of(name) is None for name in names)


def read_scores(lines: Iterable[Line]) -> Iterator[tuple[int, dict[str, Any] | RecordError]]:
    """Each game of a table of final scores: the number of its line, and the game as plain data, or what is wrong."""
    numbered = [*lines]
    head = next((text for _, text in numbered if text.strip()), "")
    first = numbered[0][0] if numbered else 1
    rows = [
        (number, [cell.strip() for cell in row])
        for number, row in enumerate(
            csv.reader((text for _, text in numbered), delimiter=max(_DELIMITERS, key=head.count)), start=first
        )
        if any(cell.strip() for cell in row)
    ]
    (_, titles), *games = rows
    folded = [title.casefold() for title in titles]
    player, points, game = (_find(folded, names) for names in (_PLAYER, _POINTS, _GAME))
    if player is not None and points is not None:
        yield from _in_rows(games, player, points, game)
    else:
        yield from _in_columns(titles, folded, games, game)


def _find(titles: list[str], names: Iterable[str]) -> int | None:
    return next((titles.index(name) for name in names if name in titles), None)


def _in_columns(
    titles: list[str], folded: list[str], games: Iterable[tuple[int, list[str]]], game: int | None
) -> Iterator[tuple[int, dict[str, Any] | RecordError]]:
    """A game in each row; who did not play has an empty cell."""
    for line, cells in games:
        try:
            scores = {
                title: _number(cell, title)
                for title, name, cell in zip(titles, folded, cells, strict=False)
                if name and name not in _OTHER and cell
            }
        except RecordError as error:
            yield line, error
        else:
            yield line, _game(scores, cells[game] if game is not None and game < len(cells) else None)


def _in_rows(
    rows: Iterable[tuple[int, list[str]]], player: int, points: int, game: int | None
) -> Iterator[tuple[int, dict[str, Any] | RecordError]]:
    """A player of a game in each row; the rows of a game have the same text in its column. One game needs no column."""
    found: dict[str, tuple[int, dict[str, int]]] = {}
    for line, cells in rows:
        try:
            most = max(player, points, game or 0)
            if len(cells) <= most:
                raise RecordError(f"expected {most + 1} cells, found {len(cells)}")
            name = cells[game] if game is not None else ""
            _, scores = found.setdefault(name, (line, {}))
            if cells[player] in scores and game is None:
                columns = ", ".join(_GAME)
                raise RecordError(f"expected a column that tells the games apart, such as game; add one of {columns}")
            if cells[player] in scores:
                raise RecordError(f"{cells[player]} is twice in game {name}; leave one out")
            scores[cells[player]] = _number(cells[points], cells[player])
        except RecordError as error:
            yield line, error
            return
    for name, (line, scores) in found.items():
        yield line, _game(scores, name)


def _game(scores: Mapping[str, int], name: str | None) -> dict[str, Any]:
    return {**({"id": name} if name else {}), "players": [*scores], "scores": dict(scores)}


def _number(cell: str, title: str) -> int:
    text = cell.replace("\u2212", "-")
    if not _NUMBER.fullmatch(text):
        raise RecordError(f"expected points such as 31000 under {title}, found {cell!r}")
    return int(re.sub(r"[, ]", "", text))
