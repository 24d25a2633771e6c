"""Final scores in CSV, as leagues keep them: a row a game with a column a player, or a row a player and game."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from calc.errors import RecordError

#: What separates cells; the one that the header has most of counts.
_SEPARATORS: Final = ",;\t"
_NUMBER: Final = re.compile(r"[+-]?\d{1,3}(?:[, ]\d{3})+|[+-]?\d+")
#: Headings of a table with a row for each player of a game.
_PLAYER: Final = ("player", "name", "プレイヤー", "名前")
_POINTS: Final = ("points", "score", "scores", "持ち点", "点数", "点")
_GAME: Final = ("game", "id", "match", "table", "半荘", "対局")
#: Headings of columns that hold no scores.
_OTHER: Final = ("date", "day", "note", "notes", "place", "rank", "日付", "備考", "順位", "#", "no", "no.", *_GAME)


def read_scores(lines: Iterable[str], file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each game of a table of final scores: the number of its line, and the game as plain data.

    Raises :class:`calc.RecordError` with the line of a cell that is no score.
    """
    texts = [line.removeprefix("\ufeff") if place == 0 else line for place, line in enumerate(lines)]
    head = next((text for text in texts if text.strip()), "")
    separator = max(_SEPARATORS, key=head.count)
    rows = [
        (number, [cell.strip() for cell in row])
        for number, row in enumerate(csv.reader(texts, delimiter=separator), start=1)
        if any(cell.strip() for cell in row)
    ]
    if not rows:
        raise RecordError(f"{file} is empty; expected a row of players, and a row of scores for each game")
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
) -> Iterator[tuple[int, dict[str, Any]]]:
    """A game in each row; who did not play has an empty cell."""
    for line, cells in games:
        scores = {
            title: _number(cell, line, title)
            for title, name, cell in zip(titles, folded, cells, strict=False)
            if name and name not in _OTHER and cell
        }
        yield line, _game(scores, cells[game] if game is not None and game < len(cells) else None)


def _in_rows(
    rows: Iterable[tuple[int, list[str]]], player: int, points: int, game: int | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """A player of a game in each row; the rows of a game have the same text in its column. One game needs no column."""
    found: dict[str, tuple[int, dict[str, int]]] = {}
    for line, cells in rows:
        most = max(player, points, game or 0)
        if len(cells) <= most:
            raise RecordError(f"expected {most + 1} cells in line {line}, found {len(cells)}")
        name = cells[game] if game is not None else ""
        _, scores = found.setdefault(name, (line, {}))
        if cells[player] in scores and game is None:
            columns = ", ".join(_GAME)
            raise RecordError(f"expected a column that tells the games apart, such as game; add one of {columns}")
        if cells[player] in scores:
            raise RecordError(f"{cells[player]} is twice in game {name} (line {line}); leave one out")
        scores[cells[player]] = _number(cells[points], line, cells[player])
    for name, (line, scores) in found.items():
        yield line, _game(scores, name)


def _game(scores: Mapping[str, int], name: str | None) -> dict[str, Any]:
    return {**({"id": name} if name else {}), "players": [*scores], "scores": dict(scores)}


def _number(cell: str, line: int, title: str) -> int:
    text = cell.replace("\u2212", "-")
    if not _NUMBER.fullmatch(text):
        raise RecordError(f"expected points such as 31000 under {title} in line {line}, found {cell!r}")
    return int(re.sub(r"[, ]", "", text))
