"""Layouts of tables of final scores that are brought into one that is read: titles above a heading, heads in two lines,
heads that name a player and what stands below, names and scores in one cell or one below the other.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from calc.errors import UnreadableError
from calc.intake.headings import (
    OF_PLAYERS,
    Agreed,
    figure_in,
    is_absent,
    kind_of,
    of_one,
    of_player,
    pairs_in,
    passed_over,
    ranks,
    unit_in,
)
from calc.intake.lines import ANY, DELIMITERS, Line, check_utf8, column_of, is_passed_over
from calc.intake.score_cells import is_figure, named
from calc.intake.score_lists import in_cells, of_lists, of_lists_beside
from calc.notation.text import show
from calc.translation import msg

#: A row with its line.
Row = tuple[int, list[str]]
#: What tells games apart, the widest first.
APART: Final = ("date", "month", "session", "table", "game")
#: What parts columns, in Japanese too.
_DELIMITERS: Final = f"{DELIMITERS}，、|"
#: How the columns of a player are headed where the table has other heads: a kind that none of these names is its own.
_HEADS: Final[Mapping[str, str]] = {"score": "result"}

#: What is told of a table that is passed over.
RANKS_PLAYERS: Final = msg("the table ranks players and has no games, and is passed over")


def in_utf8(data: bytes) -> tuple[bytes, list[tuple[int, str]]]:
    """A table in UTF-8, and a remark where it was in Shift JIS, which its headings tell if they are known in it.

    Raises :class:`~calc.errors.UnreadableError` for other encodings.
    """
    try:
        check_utf8(data)
    except UnreadableError:
        text = data.decode("cp932", "replace")
        if "\ufffd" in text or not any(kind_of(cell) for cell in {*ANY.split(text)} if not cell.isascii()):
            raise
        return text.encode(), [(1, msg("the file is in Shift JIS, as its headings tell, not in UTF-8"))]
    return data, []


def has_figures(data: bytes) -> bool:
    """Whether a table has a row of several cells and a number, perhaps behind a name: without, it has no scores."""
    rows = csv.reader(data.decode(errors="replace").splitlines())
    wide = ([cell for cell in cells if cell] for cells in rows)
    return any(len(cells) > 1 and any(is_figure(cell) or named(cell)[0] for cell in cells) for cells in wide)


def is_ranking(data: bytes, name: str) -> bool:
    """Whether a table ranks players: each stands in it once, its ``name``, a title or a heading says so, and no heading
    may be of a game.
    """
    return _ranks_players([*csv.reader(data.decode(errors="replace").splitlines())], name)


def _ranks_players(rows: Sequence[Sequence[str]], name: str = "") -> bool:
    above = next((at for at, cells in enumerate(rows) if "player" in map(kind_of, cells)), len(rows))
    titles = [title for cells in rows[above : above + 1] for title in cells]
    kinds = [*map(kind_of, titles)]
    heads = [*zip(kinds, titles, strict=True)]
    of_none = all(kind not in APART and (kind or not title or ranks(title)) for kind, title in heads)
    names = [cells[kinds.index("player")] for cells in rows[above + 1 :] if any(cells)] if titles and of_none else []
    told = [name, *titles, *(cell for cells in rows[:above] for cell in cells)]
    return len({*names}) == len(names) > 1 and any(map(ranks, told))


def _without_rankings(rows: list[Row]) -> tuple[list[Row], list[int]]:
    """The rows without tables that rank players, beside the others or below them, and where those were."""
    blocks = list[list[Row]]()
    for table in _beside(rows):
        # The lines between empty ones follow each other.
        parts = groupby(enumerate(table), lambda one: one[1][0] - one[0])
        blocks += [[row for _, row in part] for _, part in parts]
    ranking = [block for block in blocks if _ranks_players([cells for _, cells in block])]
    if not ranking or len(ranking) == len(blocks):
        return rows, []
    return [row for block in blocks if block not in ranking for row in block], sorted(one[0][0] for one in ranking)


def rows_of(lines: Iterable[Line]) -> tuple[list[Row], list[tuple[int, str | Agreed]], int]:
    """The rows of a table that say something, its heading first, remarks on what stands above it, and how many points a
    figure of 1 is by that, or 0.

    Raises :class:`~calc.errors.UnreadableError` where no row heads scores.
    """
    numbered = [*lines]
    # A cell of ``#`` alone heads numbers.
    while numbered and is_passed_over(text := numbered[0][1]) and text.strip()[1:2] not in {*_DELIMITERS}:
        del numbered[0]
    bars = (text for _, text in numbered if text.startswith("|"))
    head = next(bars, next((text for _, text in numbered if any(one in text for one in _DELIMITERS)), ""))
    read = csv.reader((text for _, text in numbered), delimiter=max(_DELIMITERS, key=head.count))
    is_markdown = head.startswith("|")
    found, at = in_cells(numbered), numbered[0][0] if numbered else 1
    for cells in () if found else read:
        cut = [" ".join(cell.split()) for cell in cells]
        if is_markdown and len(cut) > 1:  # bars at both ends, bold text, and a line of dashes
            cut = [cell.strip("*") for cell in cut[1:-1]]
            cut = cut if "".join(cut).strip("-:") else []
        found += [(at, cut)] if any(cut) else []
        at = numbered[0][0] + read.line_num
    found, ranking = _without_rankings(found)
    rows = _in_one_head(of_lists(found) or of_lists_beside(found) or _stacked(found))
    begin = next((place for place, (_, cells) in enumerate(rows) if not _is_title(cells, rows[place + 1 :])), len(rows))
    if found and (begin == len(rows) or not _heads_scores(rows[begin][1])):
        raise UnreadableError(
            "expected final scores with a column a player; a table of rounds does "
            "not say who sits where: write a score sheet, which begins with its players, "
            "as in riichi: Aki Bea Cho Dan"
        )
    titles, below = _without_repeated(rows[begin], rows[begin + 1 :]) if found else ([], [])
    remarks: list[tuple[int, str | Agreed]] = [(line, RANKS_PLAYERS) for line in ranking]
    units = {0}
    for line, cells in (*rows[:begin], *titles):
        unit = max(unit for _, unit in map(unit_in, cells))
        name = show(next(filter(None, cells)))
        told = msg("{0} stands above the heading: a figure of 1 is {1} points", name, unit)
        above = msg("{0} stands above the heading, and is passed over", name)
        remarks.append((line, told if unit else passed_over(cells, above)))
        units.add(unit)
    return [*rows[begin : begin + 1], *below], remarks, max(units)


def _without_repeated(head: Row, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows below a heading without it, which stands on each page. Where rows are players, it begins another table
    below a title; these are apart.
    """
    is_long = {"player", "points"} <= {*map(kind_of, head[1])}
    titles, found = list[Row](), list[Row]()
    for before, row, after in zip([head, *rows], rows, [*rows[1:], (0, [])], strict=False):
        if is_long and after[1] == head[1] and len([*filter(None, row[1])]) == 1:
            titles.append(row)
        elif row[1] != head[1] or before in titles:
            found.append(row)
    return titles, found


def _beside(rows: Sequence[Row]) -> list[list[Row]]:
    """The tables that stand side by side, with an empty column between them."""
    width = max((len(cells) for _, cells in rows), default=0)
    full = [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in rows]
    between = [-1, *(at for at in range(width) if not any(cells[at] for _, cells in full)), width]
    parts = [(left + 1, right) for left, right in pairwise(between) if left + 1 < right]
    return [[(line, cells[left:right]) for line, cells in full if any(cells[left:right])] for left, right in parts]


def _stacked(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, where tables that stand side by side, each with games, players and points, are one below the other."""
    tables = _beside(rows)
    kinds = [[{*map(kind_of, cells)} for _, cells in table] for table in tables]
    if len(tables) < 2 or not all(any({"player", "points"} <= own for own in table) for table in kinds):
        return rows
    if all(any({"player", "points"} <= own and own & {*APART} for own in table) for table in kinds):
        return [row for table in tables for row in table]
    return _named_beside(tables) or rows


def _named_beside(tables: Sequence[Sequence[Row]]) -> list[Row]:
    """Tables that stand side by side below a name each, with the games named before the first, as one with a column of
    the names; nothing for others.
    """
    by_line = [dict(table) for table in tables]
    above, line, titles = next(
        (above, line, cells)
        for (above, _), (line, cells) in pairwise([(0, []), *tables[0]])
        if {"player", "points"} <= {*map(kind_of, cells)}
    )
    names = [title_of(own.get(above, [])) for own in by_line]
    heads = [[*filter(None, own.get(line, []))] for own in by_line]
    before = len(titles) - len(heads[0])
    if not before or not all(names) or any(own != heads[0] for own in heads):
        return []
    rows = [
        (at, [*by_line[0].get(at, [""] * before)[:before], name, *cells[-len(heads[0]) :]])
        for name, own in zip(names, by_line, strict=True)
        for at, cells in own.items()
        if at > line
    ]
    top = [row for row in tables[0] if row[0] < above]
    return [*top, (line, [*(title or "game" for title in titles[:before]), "table", *heads[0]]), *sorted(rows)]


def heads_anew(titles: Sequence[str], cells: Sequence[str], below: Sequence[str]) -> bool:
    """Whether a row is a heading again, perhaps with other players, above other games."""
    known = [place for place, title in enumerate(titles) if kind_of(title)]
    if known:
        # What is known of the heading stands there again.
        return all(cells[place : place + 1] == [titles[place]] for place in known)
    # Names alone have names again.
    told = [cell for cell in cells if cell]
    are_names = not any(is_figure(cell) or is_absent(cell) for cell in told)
    return len(told) > 2 and are_names and any(map(is_figure, below))


def title_of(cells: Sequence[str]) -> str:
    """The title that a row is: its one cell, if that is no number."""
    told = [cell for cell in cells if cell]
    return told[0] if len(told) == 1 and figure_in(told[0]) is None else ""


def of_titled(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """A table with a row a player, where a title above the players of each game tells it, with a column of these."""
    kinds = {*map(kind_of, titles)}
    told = [title_of(cells) for _, cells in rows]
    games = [*filter(None, told)]
    if not {"player", "points"} <= kinds or kinds & {*APART} or not any(told[:1]) or len(games) > len({*games}):
        return [*titles], [*rows]
    found, game = list[Row](), ""
    for title, (line, cells) in zip(told, rows, strict=True):
        game = title or game
        found += [] if title else [(line, [game, *cells])]
    return ["game", *titles], found


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
    columns = [column_of(name) is not None for name in names if not of_one(name)[1]]
    is_record = any(columns) and 2 * sum(columns) >= len(columns)
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
        is_of_names = kind_of(group) in OF_PLAYERS and not (kind_of(under) or is_figure(under))
        if under and group and not (kind_of(under) or of_one(under)[1] or is_of_names):
            return []
        wide |= {group} if is_further else set()
        names = (under, group) if is_of_names else (group, under)
        heads.append(" ".join(filter(None, names)))
    return heads if len(wide) > 1 else []


def of_rounds(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table with a row a player and columns a game, ``R1 table`` and ``R1 points``, with a row a player of a game."""
    kinds = [*map(kind_of, titles)]
    games = of_player(titles, ["table"])
    numbered = all(any(map(str.isdigit, name)) for name in games)
    if kinds.count("player") != 1 or "points" in kinds or len(games) < 2 or not numbered:
        return None
    told = sorted({kind for own in games.values() for kind in own})
    used = {place for own in games.values() for place in own.values()}
    beside = [place for place in range(len(titles)) if place not in used]
    # What stands beside all games, such as a rank, is of none of them.
    heads = [f"{titles[at]} (all)" if kinds[at] not in ("", "player") else titles[at] for at in beside]
    full = [(line, [*cells, *[""] * (len(titles) - len(cells))]) for line, cells in rows]
    found = [
        (line, [*(cells[at] for at in beside), name, *(cells[own[kind]] if kind in own else "" for kind in told)])
        for name, own in games.items()
        for line, cells in full
        if not all(is_absent(cells[at]) for kind, at in own.items() if kind != "table")
    ]
    return [*heads, "game", *(_HEADS.get(kind, kind) for kind in told)], found


def in_pairs(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """A table with a row a game, where what is told of each player gets columns of its own: as it is, unless it is of
    one of the layouts that are brought into that.
    """
    if len(pairs_in(titles)) > 1 or {"player", "points"} <= {*map(kind_of, titles)}:
        return [*titles], [*rows]
    full = [(line, [*cells, *[""] * (len(titles) - len(cells))]) for line, cells in rows]
    titles = _beside_names(titles, full)
    if len(pairs_in(titles)) > 1:
        return [*titles], [*rows]
    return _of_heads(titles, full) or _of_cells(titles, full) or _of_lines(titles, full) or ([*titles], [*rows])


def _beside_names(titles: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """The heads, where one of a seat or a place that stands over two columns, a name and its score, is two."""
    seated = _seated(titles)
    found = [*titles]
    for place, title in enumerate(titles):
        if not title and place - 1 in seated and any(cells[place] for _, cells in rows):
            found[place] = f"{titles[place - 1]} points"
    return found if len(pairs_in(found)) == len(seated) else [*titles]


def _of_heads(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table whose heads name a player and a kind: ``Aki score``, ``Aki place``."""
    told = of_player(titles)
    if len(told) < 2:
        return None
    # A head that stands alone too has the names below it: ``Winner``, ``Winner score``.
    named = {name: titles.index(name) for name in told if name in titles}
    used = {*named.values(), *(place for own in told.values() for place in own.values())}
    beside = [place for place in range(len(titles)) if place not in used]
    heads = [_HEADS.get(kind, kind) for own in told.values() for kind in ("player", *own)]
    found = list[Row]()
    for line, cells in rows:
        names = {name: cells[named[name]] if name in named else name for name in told}
        own = [
            cell
            for name, places in told.items()
            for cell in (
                "" if is_absent(cells[places["points"]]) else names[name],
                *(cells[at] for at in places.values()),
            )
        ]
        found.append((line, [*(cells[place] for place in beside), *own, *cells[len(titles) :]]))
    return [*(titles[place] for place in beside), *heads], found


def _seated(titles: Sequence[str]) -> list[int]:
    """The columns that are headed by a seat or a place alone."""
    return [place for place, title in enumerate(titles) if of_one(title)[1] == "player" and not kind_of(title)]


def _of_cells(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]] | None:
    """A table with a name and a score in each cell below a seat or a place: ``Aki 42300``, 秋(42300)."""
    places = _seated(titles)
    told = [[("", "") if is_absent(cells[at]) else named(cells[at]) for at in places] for _, cells in rows]
    if len(places) < 3 or not told or any(not name and figure for own in told for name, figure in own):
        return None
    return _with_scores(titles, places, [(row, own) for row, own in zip(rows, told, strict=True)])


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
