"""Lists of names and scores, a title above those of each game, as people send them to each other; and tables whose
columns stand below each other by blanks alone.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from calc.intake.headings import figure_in, is_absent, kind_of, medal, sign
from calc.intake.lines import DELIMITERS, STAMP, Line
from calc.intake.score_cells import Row, in_two, is_figure, is_result, named
from calc.patterns import regex

_BLANKS: Final = regex(r"[ \u3000]{2,}")
#: What parts the players of a game in a line.
_COMMA: Final = regex(r"[,、，;/] |[、，]")
#: What may stand between names and scores that blanks part.
_PARTS: Final = regex(r"[:;、]|[,/|](?=\s|$)")
#: Where the score of a name in Japanese begins.
_GLUED: Final = regex(r"(?<=[^\W\d_\x00-\x7f])(?=-?\d{3,6}(?!\d))")


def in_cells(lines: Sequence[Line]) -> list[Row]:
    """The rows of a text without signs between its columns: a table whose rows have as many words as its heading, two
    blanks or more between them, or lists; or of figures below names, whatever is between them; none for anything else.
    """
    # Lines of dashes are drawn between rows.
    texts = [(at, STAMP.sub("", text.strip())) for at, text in lines if any(map(str.isalnum, text))]
    cut = next((one for one in DELIMITERS if any(one in text for _, text in texts[:1])), None)
    plain = [(at, [cell.strip() for cell in text.split(cut)]) for at, text in texts]
    if len(plain) > 1 and _are_below(plain[0][1], [row for _, row in plain[1:]]):
        return plain
    cells = [(at, _BLANKS.split(text)) for at, text in texts]
    wide = [(at, row) for at, row in cells if len(row) > 1]
    first, head = wide[0] if wide else (0, [""])
    widths = {len(row) for _, row in wide[1:]} or {len(head)}
    width = max(widths)
    if width > 2 and len(widths) == 1 and len(head) in (width, width - 1) and not any(map(is_figure, head)):
        return [(at, ["", *row] if at == first and len(row) < width else row) for at, row in cells]
    found = [(at, row) for at, text in texts for row in _listed(text, at)]
    return found if any(of_lists(found) or ()) else []


def _are_below(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether each row has a figure below each name."""
    is_head = len(titles) > 2 and not any(map(is_figure, titles)) and not any(":" in title for title in titles)
    return is_head and all(
        len(row) == len(titles)
        and all(is_figure(cell) or is_absent(cell) or kind_of(title) for title, cell in zip(titles, row, strict=True))
        for row in rows
    )


def _listed(text: str, line: int) -> Iterator[list[str]]:
    """A line of lists: a title, a name and its score, or the names and scores of a game, perhaps behind its title."""
    title, colon, rest = text.partition(":" if ":" in text else "：")
    several = _COMMA.split(rest.strip())
    scores = [*map(_score, several)]
    if not (colon and len(several) > 2 and all(scores)):
        words = _PARTS.sub(" ", _GLUED.sub(" ", unicodedata.normalize("NFKC", text))).split()
        pairs = [*zip(words[-2::-2], words[::-2], strict=False)]
        scores = [[*pair] for pair in takewhile(lambda pair: is_figure(pair[1]) and not is_figure(pair[0]), pairs)]
        title = " ".join(words[: len(words) - 2 * len(scores)]) or str(line)
    if len(scores) > 2 and not any(kind_of(name) for name, _ in scores):
        yield [title]
        yield from scores
    else:
        yield _score(text) or [text]


def _score(text: str) -> list[str]:
    """A name and its score, perhaps with the result in brackets; nothing for anything else, as a title."""
    points, behind, _ = in_two(text)
    name, figure = named(points)
    before, points = named(name)
    if not behind and before and is_result(figure):
        name, figure, behind = before, points, figure
    first, *words = name.split() or [""]
    known = any(map(kind_of, (name, first, *words[-1:]))) or any(one in name for one in DELIMITERS)
    return (
        [] if known or not first or any(map(is_figure, words)) else [name, f"{figure} ({behind})" if behind else figure]
    )


def of_lists(rows: Sequence[Row]) -> list[Row] | None:
    """A table of lists, a title and a name and a score a line for each game, with a row a player of a game; what is
    said between games has neither player nor points.
    """
    game, found, games, is_marked = "", list[Row](), dict[str, int](), True
    for line, cells in rows:
        name, figure, *more = [*cells, ""]
        is_score = is_figure(figure) and bool(name) and figure_in(name) is None
        is_title = not any(map(kind_of, (name, figure))) and not is_figure(figure)
        if any(more) or not (is_title or (is_score and game)):
            return None
        if is_score:
            mark = sign("listed").match(name)
            is_marked = is_marked and mark is not None
            place = medal(mark["place"] or mark["sign"] or "") if mark else ""
            found.append((line, [game, name[mark.end() :] if mark else name, figure, place]))
        else:
            game = " ".join(filter(None, (name, figure)))
            if game in games:
                return None
            games[game] = line
    scores = Counter(cells[0] for _, cells in found)
    is_told = (len(scores) > 1 and len(scores) == len(games)) or (is_marked and min(scores.values(), default=0) > 2)
    found += [(line, [game, "", "", ""]) for game, line in games.items() if game not in scores]
    return [(rows[0][0], ["game", "player", "points", "place"]), *sorted(found)] if is_told else None


def of_lists_beside(rows: Sequence[Row]) -> list[Row] | None:
    """A table of lists side by side, each with a title above names and scores, with a row a player of a game."""
    titles = rows[0][1] if rows else []
    games = {at: title for at, title in enumerate(titles) if title}
    width = max((len(cells) for _, cells in rows), default=0)
    found = list[Row]()
    for at, title in games.items():
        for line, cells in rows[1:]:
            name, figure = [*cells, *[""] * (width + 2)][at : at + 2]
            if figure_in(name) is not None or (figure_in(figure) is None and (name or figure)):
                return None
            found += [(line, [title, name, figure])] if name else []
    is_apart = 1 < len(games) == len({*games.values()}) and all(at + 2 <= after for at, after in pairwise(games))
    filled = sum(1 for _, cells in rows[1:] for cell in cells if cell)
    is_told = is_apart and filled == 2 * len(found) and not any(map(kind_of, games.values()))
    return [(rows[0][0], ["game", "player", "points"]), *found] if is_told else None
