"""Points with the result or the place of a game behind them, in their cell or in the next: columns of their own."""

from collections.abc import Iterable, Sequence
from typing import Final

from calc.intake.headings import figure_in, is_absent, kind_of, of_one, sign

#: A row with its line.
Row = tuple[int, list[str]]
#: What parts a name from its score in one cell, and what may stand between besides.
_BETWEEN: Final = " :：(（[/／="
_DASHES: Final = "-–—|"
_BEHIND: Final = " )）]"
#: Brackets of full width, which people write too.
BRACKETS: Final = str.maketrans("（）", "()")
#: How the result of a game begins.
_SIGNS: Final = ("+", "-", "＋", "－", "\u2212", "▲", "△", "▼", "±")


def results_apart(titles: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """A table whose cells of points tell the result, or the place, in brackets behind them, ``42300 (+62.3)``, with a
    column of its own for that.
    """
    titles = _headed(titles, rows)
    told = [[cell] for cell in titles]
    for place, title in enumerate(titles):
        second = _one_kind(in_two(cell)[2] for cell in _cells(place, rows))
        mark, kind = of_one(title)
        if not second or not (kind in ("player", "points") or kind_of(title) in ("", "points")):
            continue
        if mark and kind:
            told[place] = [title, f"{mark} {second}"]
        else:
            told[place] = [title, second] if kind_of(title) else _heads(title, second)
    heads = [head for own in told for head in own]
    if len(heads) == len(titles):
        return [*titles], [*rows]
    found = list[Row]()
    for line, cells in rows:
        parts = (in_two(cell)[: len(own)] for own, cell in zip(told, cells, strict=False))
        found.append((line, [part for own in parts for part in own] if len(cells) <= len(titles) else cells))
    return heads, found


def in_two(cell: str) -> tuple[str, str, str]:
    """A cell of points, what stands in brackets behind them, and its kind; nothing for the last two where none does."""
    before, _, behind = cell.translate(BRACKETS).removesuffix(")").rpartition("(")
    if not before or not cell.endswith((")", "）")) or figure_in(before.rstrip().rpartition(" ")[2]) is None:
        return cell, "", ""
    kind = _kind(behind)
    return (before.rstrip(), behind, kind) if kind else (cell, "", "")


def named(cell: str) -> tuple[str, str]:
    """The name and the score of a cell; no name where it has none."""
    text = cell.rstrip(_BEHIND)
    at = max(map(text.rfind, _BETWEEN))
    name, figure = text[: max(at, 0)].rstrip(_BETWEEN + _DASHES), text[at + 1 :]
    return (name, figure) if figure_in(figure) is not None and figure_in(name) is None else ("", cell)


def is_figure(cell: str) -> bool:
    """Whether a cell is points, perhaps with a result or a place in brackets behind them."""
    return figure_in(in_two(cell)[0]) is not None


def _headed(titles: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """The heads, where a name that stands over two columns, points and a result or a place, is two."""
    heads = [*titles]
    for place, title in enumerate(titles[:-1]):
        second = "" if titles[place + 1] else _one_kind(map(_kind, _cells(place + 1, rows)))
        if title and second and not kind_of(title) and not of_one(title)[1]:
            heads[place : place + 2] = _heads(title, second)
    return heads


def _heads(name: str, second: str) -> list[str]:
    return [f"{name} points", f"{name} {second}"]


def _cells(place: int, rows: Sequence[Row]) -> list[str]:
    return [own[place] for _, own in rows if place < len(own) and not is_absent(own[place])]


def _one_kind(kinds: Iterable[str]) -> str:
    """The kind of all cells of a column, if they have one."""
    found = {*kinds}
    return found.pop() if len(found) == 1 else ""


def _kind(text: str) -> str:
    """``result`` for a figure with a sign or with tenths, ``place`` for a place, else nothing."""
    place = sign("place").fullmatch(text)
    return "result" if is_result(text) else "place" if place and len(place[1].lstrip("0")) == 1 else ""


def is_result(text: str) -> bool:
    """Whether a figure has a sign or tenths, as results have."""
    return (text[:1] in _SIGNS or "." in text) and figure_in(text) is not None
