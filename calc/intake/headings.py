"""What headings and cells of tables of final scores say, by the spellings of ``headings.yaml``."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from statistics import mean, median
from typing import Final

from msgspec import Struct

from calc.errors import RecordError
from calc.notation.text import show
from calc.patterns import regex
from calc.records.words import parts_of, sign as sign_of
from calc.translation import msg

_FILE: Final = Path(__file__).with_suffix(".yaml")
sign: Final = partial(sign_of, file=_FILE)
#: What is told of a player, not of a game, where games are beside each other.
_OF_ALL: Final = ("place", "penalties", "chips", "chombo", "fixed")
_APART_BY: Final = " _#.-・:"
#: The unit of points in a heading: ``Score (x100)``.
_IN_BRACKETS: Final = regex(r"[(\[]([^()\[\]]+)[)\]]$")
_FIGURE: Final = regex(r"[+-]?\d{1,3}(?:[, '’]\d{3}){1,5}(?:\.\d{1,9})?|[+-]?\d{1,15}(?:\.\d{1,9})?")
#: A comma before one or two digits parts tenths from the whole, in languages that write so.
_TENTHS: Final = regex(r"([+-]?\d+),(\d{1,2})")
#: What parts thousands.
_NO_PARTS: Final = str.maketrans("", "", ", '’")
#: Points before each three digits part thousands, in languages that write so.
_DOTTED: Final = regex(r"[+-]?\d{1,3}(?:\.\d{3})+")
#: What is told of a player of a game, by the kinds of heads.
OF_PLAYERS: Final = ("points", "place", "score", "uma", "oka", "penalties", "chips", "chombo", "fixed", "seat")
#: What figures may be of others.
_STATISTICS: Final[dict[str, Callable[[list[Fraction]], Fraction | int]]] = {
    msg("the sum"): sum,
    msg("the average"): mean,
    msg("the median"): median,
    msg("the least"): min,
    msg("the most"): max,
    msg("the number"): len,
}


@cache
def _kinds(part: str) -> dict[str, str]:
    """What columns are by their ``heads``, or what rows and columns are that have the name of ``summaries``."""
    kinds: dict[str, str] = parts_of(_FILE)[part]
    return {name: kind for kind, names in kinds.items() for name in str(names).split(", ")}


@cache
def most() -> dict[str, int]:
    """From where on a penalty, a number of chombo or the score of a month can only be another thing."""
    return {kind: int(figure) for figure, kind in _kinds("most").items()}


def kind_of(title: str) -> str:
    """What a column is by its heading; nothing where that may be a player."""
    name, _ = unit_in(title)
    kind = _kinds("heads").get(name.rstrip(".").replace("_", " "), "")
    # Chombo in units of the result are what they cost.
    return "penalties" if kind == "chombo" and len(name) < len(title.strip()) else kind


def unit_in(title: str) -> tuple[str, int]:
    """A heading as it is looked up, without the unit of points behind it, and that unit, or 0."""
    text = unicodedata.normalize("NFKC", title).casefold().strip()
    found = _IN_BRACKETS.search(text)
    if found and found[1].strip() not in _kinds("units") and " in " in text[: found.start()]:
        text, found = text[: found.start()].rstrip(), None
    before, within, last = text.rpartition(" in ")
    name, said = (
        (text[: found.start()], found[1].strip()) if found else (before, f"in {last}") if within else ("", text)
    )
    told = _kinds("units").get(said, "") if found or within or text.startswith("単位") else ""
    return name.rstrip() if told and name else text, int(told or 0)


def of_one(title: str) -> tuple[str, str]:
    """Whose column of a row with all players of a game it is, and its kind.

    A player of a place may be headed by it alone.

    >>> of_one("player2"), of_one("プレイヤー1点数"), of_one("Scr-E"), of_one("Date"), of_one("1st place")
    (('2', 'player'), ('1', 'points'), ('e', 'points'), ('', ''), ('1st', 'player'))
    >>> of_one("Player 1 (East)"), of_one("Player (East)")
    (('1', 'player'), ('e', ''))
    """
    text, _ = unit_in(title)
    behind = _IN_BRACKETS.search(text)
    # A seat in brackets says again who that is.
    if behind and sign("mark").fullmatch(behind[1]) and sign("mark").search(text[: behind.start()]):
        text = text[: behind.start()].rstrip()
    found = sign("mark").search(text)
    if found is None:
        return "", ""
    left, right = text[: found.start()].rstrip(_APART_BY), text[found.end() :].lstrip(_APART_BY)
    kinds = _kinds("heads") | {"": "player"}
    told = (left + right, f"{left} {right}", sign("fillers").sub("", f"{left} {right}").strip(_APART_BY))
    kind, mark = next(filter(None, map(kinds.get, told)), ""), found[0]
    if not mark[0].isdigit():
        mark = dict(zip("起東南西北", "eeswn", strict=True)).get(mark[0], mark[0])
    return mark, "player" if kind == "place" and len(mark) > 1 else kind


def largest_unit() -> int:
    """How many points a figure of 1 is at most."""
    return max(map(int, _kinds("units").values()))


def is_absent(cell: str) -> bool:
    """Whether a cell is of who did not play."""
    return not cell or unicodedata.normalize("NFKC", cell).casefold() in _kinds("absent")


def of_player(titles: Sequence[str], more: Collection[str] = ()) -> dict[str, dict[str, int]]:
    """The columns of each player by kind where heads are a name and a kind, perhaps one of ``more`` kinds, and one of
    them is of points.

    >>> of_player(["Game", "Aki Sato score", "Aki Sato place", "点数_Bea", "Total score"])
    {'Aki Sato': {'points': 1, 'place': 2}, 'Bea': {'points': 3}}
    """
    found: dict[str, dict[str, int]] = {}
    known = (*OF_PLAYERS, *more)
    for place, title in enumerate(titles):
        if kind_of(title) or of_one(title)[1]:
            continue
        for between in " _-・:":
            first, _, rest = title.partition(between)
            begin, _, last = title.rpartition(between)
            name, kind = (begin, kind_of(last)) if begin and kind_of(last) in known else (rest, kind_of(first))
            if name and kind in known and summary_named(name) is None:
                found.setdefault(name, {}).setdefault(kind, place)
                break
    return {name: own for name, own in found.items() if "points" in own}


def games_beside(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """From which column on each is a game, where a row is a player; else 0.

    The name stands before, perhaps behind a place or a number, and no name has a number; heads are numbers of games,
    dates, or name what adds up others.
    """
    kinds = [*map(kind_of, titles)]
    at = kinds.index("player") + 1 if "player" in kinds and "points" not in kinds else 0
    numbered = [any(map(str.isdigit, title)) for title in titles]
    heads = all(
        numbered[place] or summary_named(title) or kind_of(title) in _OF_ALL
        for place, title in enumerate(titles[at:], at)
        if title
    )
    is_one = heads and any(numbered[at:]) and at <= 2 and {*kinds[: at - 1]} <= {"place", "game"}
    return at if at and is_one and not any(digit.isdigit() for own in rows for digit in own[at - 1]) else 0


def medal(said: str) -> str:
    """The place that a sign before a name in a list tells, as a medal does; nothing for other signs."""
    return _kinds("medals").get(said, said if sign("place").fullmatch(said) else "")


def is_start(cell: str) -> bool:
    """Whether a row of this name has the points before the first round."""
    return cell.casefold() in _kinds("starts")


class Agreed(Struct, frozen=True):
    """What a table says of its rules, as it says it."""

    text: str


def passed_over(cells: Iterable[str], why: str) -> str | Agreed:
    """What is told of a row that is no game, and why; or the rules that it tells."""
    # A comma in a title that is not quoted parts it into cells.
    text = ", ".join(filter(None, cells))
    return Agreed(text) if sign("rules").search(unicodedata.normalize("NFKC", text)) else why


def figure_in(cell: str) -> Fraction | None:
    """The number in a cell, or nothing."""
    text = unicodedata.normalize("NFKC", cell).replace("\u2212", "-").casefold()
    found = sign("behind").fullmatch(text)
    times = int(_kinds("behind").get(found[2], 0)) if found else 1
    text = found[1] if found and times else text
    if text[:1] in ("▲", "△", "▼") or (text[:1] == "(" and text[-1:] == ")"):
        text = f"-{text[1:].removesuffix(')').lstrip()}"
    if found := _TENTHS.fullmatch(text):
        text = f"{found[1]}.{found[2]}"
    return Fraction(text.translate(_NO_PARTS)) * times if text and _FIGURE.fullmatch(text) else None


def summary_named(text: str) -> str | None:
    """Whether a row or a column of this name adds up others (``total``) or tells what is ``usual`` or extreme."""
    name = text.casefold().rstrip(" .:：")
    ends = (kind for end, kind in _kinds("endings").items() if name.endswith(f" {end}" if end.isascii() else end))
    return _kinds("summaries").get(name) or next(ends, None)


def ranks(title: str) -> bool:
    """Whether a title or a heading is one of a table that ranks players: a place with how often, a total, a rate."""
    text, words = title.casefold(), _kinds("rankings")
    if not title.isdigit() and sign("place").fullmatch(text):
        return True
    return any(map(words.__contains__, text.split())) or any(one in text for one in words if not one.isascii())


def statistic_of(columns: Sequence[tuple[Fraction, list[Fraction]]], *, rounded: bool = True) -> str | None:
    """What all figures are of those beside them; averages may be ``rounded``. ``None`` if nothing.

    >>> statistic_of([(Fraction(26700), [Fraction(31000), Fraction(26000), Fraction(23000)])])
    'the average'
    """
    for name, of in _STATISTICS.items():
        spare = Fraction(1, 2) if rounded and name in ("the average", "the median") else 0
        if columns and all(abs(one - (of(own) if own else 0)) <= spare * _unit_of(one) for one, own in columns):
            return name
    return None


def _unit_of(figure: Fraction) -> Fraction:
    if figure.denominator > 1:
        return Fraction(1, 10)
    return Fraction(next((unit for unit in (1000, 100, 10) if figure % unit == 0), 1))


def pairs_in(titles: Sequence[str]) -> dict[str, dict[str, int]]:
    """Of tables with all players of a game in a row: the columns of each who has a name and points, by kind. Heads that
    are all the same are of the player before, who may be known by place alone.
    """
    found: dict[str, dict[str, int]] = {}
    last = ""
    for place, title in enumerate(titles):
        mark, kind = of_one(title)
        if not mark and titles.count(title) > 1:
            kind = kind_of(title)
            mark = str(place) if kind == "player" else last
        if kind:
            found.setdefault(mark, {}).setdefault(kind, place)
        last = mark if kind == "player" else last
    return {mark: own for mark, own in found.items() if {"player", "points"} <= own.keys()}


def _without(places: Collection[int], cells: Sequence[str]) -> list[str]:
    return [cell for place, cell in enumerate(cells) if place not in places]


def is_of_all(title: str) -> bool:
    """Whether a row or a column beside games is of none of them, as chips of an evening are."""
    return kind_of(title) in _OF_ALL and kind_of(title) != "place"


def of_none(title: str) -> RecordError:
    """What is wrong with figures of a player that are of no game."""
    wanted = "{0} beside games is of none of them; write a row a player of a game, with it where it belongs"
    return RecordError(wanted, show(title))


def turned(
    at: int, line: int, titles: Sequence[str], rows: Sequence[tuple[int, Sequence[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """A table with a row a player and from the column ``at`` on a column a game, as one with a row a game.

    Raises :class:`~calc.errors.RecordError` for penalties and chips of all games together, which are of none of them.
    """
    of_all = {place for place, title in enumerate(titles) if place >= at and kind_of(title) in _OF_ALL}
    for place in of_all:
        if is_of_all(titles[place]) and any(figure_in(cells[place]) for _, cells in rows if place < len(cells)):
            raise of_none(titles[place])
    titles, rows = _without(of_all, titles), [(one, _without(of_all, cells)) for one, cells in rows]
    ranks = [place for place, title in enumerate(titles[: at - 1]) if kind_of(title) == "place"]
    table = [[*cells[at - 1 :], *map(cells.__getitem__, ranks)] for cells in (titles, *(cells for _, cells in rows))]
    (_, *players), *games = zip_longest(*table, fillvalue="")
    return ["", *players], [(line, [*cells]) for cells in games if any(cells[1:])]


def is_dotted(cell: str) -> bool:
    """Whether points part the thousands of a figure."""
    return bool(_DOTTED.fullmatch(unicodedata.normalize("NFKC", cell)))


def points_in(cell: str, title: str, hint: str = "", unit: int = 1) -> int:
    """The points in a cell. Raises :class:`~calc.errors.RecordError` for no whole number of them."""
    figure = figure_in(cell)
    if unit == 1 and is_dotted(cell):
        return points_in(cell.replace(".", ""), title, hint)
    if figure is not None and figure.denominator > 1 and unit == 1:
        unknown = "expected points such as 31000 under {0}, found {1!r}; where figures are thousands, say --unit 1000"
        raise RecordError(unknown, title, cell)
    if figure is None or (figure * unit).denominator > 1:
        raise RecordError("expected points such as 31000 under {0}, found {1!r}{2}", title, cell, hint)
    return int(figure * unit)


def figure_of(kind: str, cell: str, name: str) -> int | float:
    """The number that a cell tells of a player, perhaps a place. Raises :class:`~calc.errors.RecordError`.

    >>> [figure_of("place", cell, "Aki") for cell in ("2", "2nd", "2位", "T2", "=2", "同2位", "2タイ")]
    [2, 2, 2, 2, 2, 2, 2]
    """
    place = sign("place").fullmatch(unicodedata.normalize("NFKC", cell).casefold())
    figure = Fraction(int(place[1])) if kind == "place" and place else figure_in(cell)
    if figure is None:
        raise RecordError("expected a number as the {0} of {1}, found {2!r}", kind, name, cell)
    return int(figure) if figure.denominator == 1 else float(figure)


def units_of(kind: str, cell: str, name: str) -> int | float:
    """Units that ``penalties`` take from a result or at which it is ``fixed``, or how many ``chombo`` a player had.

    Raises :class:`~calc.errors.RecordError`.
    """
    figure = figure_of({"penalties": "penalty", "chombo": "number of chombo"}.get(kind, "fixed result"), cell, name)
    if kind == "fixed":
        return figure
    if kind == "chombo" and not 0 <= figure < most()[kind]:
        message = "{0}: expected how many chombo, found {1}; call a column of units that they cost penalty"
        raise RecordError(message, name, figure)
    if abs(figure) >= (least := most()["penalties"]):
        message = "{0}: a penalty is in units of the result; write {1} for {2} points"
        raise RecordError(message, name, abs(figure) // least, abs(figure))
    return abs(figure)
