"""Layouts of tables of final scores that are brought into one that is read: titles above a heading, heads in two lines,
heads that name a player and what stands below, names and scores in one cell or one below the other.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from calc.errors import UnreadableError
from calc.intake.headings import figure_in, is_absent, kind_of, of_one, of_player, pairs_in
from calc.intake.lines import DELIMITERS, Line, column_of, is_passed_over
from calc.notation.text import show
from calc.translation import msg

#: A row with its line.
Row = tuple[int, list[str]]
#: What parts columns, in Japanese too.
_DELIMITERS: Final = f"{DELIMITERS}，、"
#: What parts a name from its score in one cell.
_BETWEEN: Final = " :：(（["
_BEHIND: Final = " )）]"
#: How the columns of a player are headed where the table has other heads: a kind that none of these names is its own.
_HEADS: Final[Mapping[str, str]] = {"score": "result"}


def rows_of(lines: Iterable[Line]) -> tuple[list[Row], list[tuple[int, str]]]:
    """The rows of a table that say something, its heading first, and remarks on what stands above it.

    Raises :class:`~calc.errors.UnreadableError` where no row heads scores.
    """
    numbered = [*lines]
    while numbered and is_passed_over(numbered[0][1]) and not _is_number_sign(numbered[0][1]):
        del numbered[0]
    head = next((text for _, text in numbered if any(one in text for one in _DELIMITERS)), "")
    read = csv.reader((text for _, text in numbered), delimiter=max(_DELIMITERS, key=head.count))
    found, at = list[Row](), numbered[0][0] if numbered else 1
    for cells in read:
        cut = [" ".join(cell.split()) for cell in cells]
        found += [(at, cut)] if any(cut) else []
        at = numbered[0][0] + read.line_num
    rows = _in_one_head(found)
    begin = next((place for place, (_, cells) in enumerate(rows) if not _is_title(cells, rows[place + 1 :])), len(rows))
    if found and (begin == len(rows) or not _heads_scores(rows[begin][1])):
        raise UnreadableError(
            "expected final scores with a column a player; a table of rounds does "
            "not say who sits where: write a score sheet, which begins with its players, "
            "as in riichi: Aki Bea Cho Dan"
        )
    above = [(line, show(next(filter(None, cells)))) for line, cells in rows[:begin]]
    remarks: list[tuple[int, str]] = [
        (line, msg("{0} stands above the heading, and is passed over", name)) for line, name in above
    ]
    return rows[begin : begin + 1] + [row for row in rows[begin + 1 :] if row[1] != rows[begin][1]], remarks


def _is_number_sign(text: str) -> bool:
    """Whether a line begins with a cell of ``#`` alone, which heads numbers."""
    return text.strip()[1:2] in {*_DELIMITERS}


def _is_title(cells: Sequence[str], below: Sequence[Row]) -> bool:
    """Whether a row stands above the heading: it has one cell, or less than the heading that follows at once."""
    filled = [cell for cell in cells if cell]
    if len(filled) < 2:
        return True
    following = [cell for _, row in below[:1] for cell in row if cell]
    heads = any(map(kind_of, following)) and not any(figure_in(cell) for cell in following)
    return heads and len(filled) < len(following) and not any(map(kind_of, filled))


def _heads_scores(titles: Sequence[str]) -> bool:
    """Whether a row heads final scores: a player and points, or names alone, none of which is a key."""
    names = [title for title in titles if title and not kind_of(title)]
    is_record = any(column_of(name) is not None for name in names if not of_one(name)[1])
    is_row = all(figure_in(title) is not None for title in titles if title)
    is_told = {"player", "points"} <= {*map(kind_of, titles)} or (len(names) > 1 and not is_row)
    return len(pairs_in(titles)) > 1 or (not is_record and is_told)


def _in_one_head(rows: Sequence[Row]) -> list[Row]:
    """The rows, where each heading in two lines is one: ``Aki`` above ``score`` and ``place`` are two heads."""
    found, merged = list[Row](), None
    for row, (_, lower) in pairwise([*rows, (0, [])]):
        if merged is not None:
            found.append(merged)
            merged = None
            continue
        heads = _merged(row[1], lower)
        if heads:
            merged = (row[0], heads)
        else:
            found.append(row)
    return found


def _merged(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """One heading of two, if at least two heads of the upper stand over several of the lower."""
    width = max(len(upper), len(lower))
    above, below = ([*cells, *[""] * (width - len(cells))] for cells in (upper, lower))
    group, heads, wide = "", list[str](), set[str]()
    for over, under in zip(above, below, strict=True):
        is_further = not over and bool(under) and bool(group)
        group = over or (group if is_further else "")
        if under and group and not (kind_of(under) or of_one(under)[1]):
            return []
        wide |= {group} if is_further else set()
        heads.append(f"{group} {under}" if under and group else group or under)
    return heads if len(wide) > 1 else []


def in_pairs(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """A table with a row a game, where what is told of each player gets columns of its own: as it is, unless it is of
    one of the layouts that are brought into that.
    """
    if len(pairs_in(titles)) > 1 or {"player", "points"} <= {*map(kind_of, titles)}:
        return [*titles], [*rows]
    full = [(line, [*cells, *[""] * (len(titles) - len(cells))]) for line, cells in rows]
    return _of_heads(titles, full) or _of_cells(titles, full) or _of_lines(titles, full) or ([*titles], [*rows])


def _of_heads(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table whose heads name a player and a kind: ``Aki score``, ``Aki place``."""
    told = of_player(titles)
    if len(told) < 2:
        return None
    used = {place for own in told.values() for place in own.values()}
    beside = [place for place in range(len(titles)) if place not in used]
    heads = [_HEADS.get(kind, kind) for own in told.values() for kind in ("player", *own)]
    found = list[Row]()
    for line, cells in rows:
        own = [
            cell
            for name, places in told.items()
            for cell in ("" if is_absent(cells[places["points"]]) else name, *(cells[at] for at in places.values()))
        ]
        found.append((line, [*(cells[place] for place in beside), *own, *cells[len(titles) :]]))
    return [*(titles[place] for place in beside), *heads], found


def _seated(titles: Sequence[str]) -> list[int]:
    """The columns that are headed by a seat or a place alone."""
    return [place for place, title in enumerate(titles) if of_one(title)[1] == "player" and not kind_of(title)]


def _of_cells(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table with a name and a score in each cell below a seat or a place: ``Aki 42300``, 秋(42300)."""
    places = _seated(titles)
    told = [[("", "") if is_absent(cells[at]) else _named(cells[at]) for at in places] for _, cells in rows]
    if len(places) < 3 or not told or any(not name and figure for own in told for name, figure in own):
        return None
    return _with_scores(titles, places, [(row, own) for row, own in zip(rows, told, strict=True)])


def _named(cell: str) -> tuple[str, str]:
    """The name and the score of a cell; no name where it has none."""
    text = cell.rstrip(_BEHIND)
    at = max(map(text.rfind, _BETWEEN))
    name, figure = text[: max(at, 0)].rstrip(_BETWEEN), text[at + 1 :]
    return (name, figure) if figure_in(figure) is not None and figure_in(name) is None else ("", cell)


def _of_lines(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table with a line of names and one of their scores for each game."""
    places, games = _seated(titles), [*zip(rows[::2], rows[1::2], strict=False)]
    beside = [at for at in range(len(titles)) if at not in places]
    fits = len(rows) % 2 == 0 and all(
        not any(figure_in(names[at]) for at in places)
        and all(figure_in(scores[at]) is not None or is_absent(scores[at]) for at in places)
        and not any(scores[at] for at in beside)
        for (_, names), (_, scores) in games
    )
    if len(places) < 3 or not games or not fits:
        return None
    told = [(upper, [(upper[1][at], lower[1][at]) for at in places]) for upper, lower in games]
    return _with_scores(titles, places, told)


def _with_scores(
    titles: Sequence[str], places: Sequence[int], told: Sequence[tuple[Row, list[tuple[str, str]]]]
) -> tuple[list[str], list[Row]]:
    beside = [at for at in range(len(titles)) if at not in places]
    heads = [f"{titles[at]} {kind}" for at in places for kind in ("player", "points")]
    rows = [
        (line, [*(cells[at] for at in beside), *(cell for one in own for cell in one), *cells[len(titles) :]])
        for (line, cells), own in told
    ]
    return [*(titles[at] for at in beside), *heads], rows
