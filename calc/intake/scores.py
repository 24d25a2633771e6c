"""Tables of final scores, as leagues keep them in spreadsheets: a row a game, or a row a player of a game.

A row that adds up others is no game, and a column that is not used is named: nothing is counted or left out in silence.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from calc.errors import RecordError
from calc.intake.lines import Line
from calc.intake.spreadsheet import ANY, DELIMITERS, column_of
from calc.intake.summaries import figure_in, statistic_of, summary_named
from calc.notation.spellings import round_of, seat_of
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import msg, one_by_one

#: What a column holds, by its heading; what stands under the last of them is in no record of a game.
_HEADS: Final[dict[str, str]] = {
    "player": "player,name,プレイヤー,プレーヤー,プレイヤー名,名前,氏名,対局者,選手,spieler,joueur,jugador",
    "points": "points,final points,final score,score,scores,素点,持ち点,最終持ち点,点数,点,スコア",
    "date": "date,day,time,timestamp,日付,対局日,開催日,日時,時刻,タイムスタンプ,datum,fecha,日期",
    "session": "session,season,event,week,evening,round,節,回,回戦,大会,シーズン",
    "table": "table,卓,卓番号",
    "game": "game,id,match,hanchan,半荘,対局,試合,ゲーム,#,no,no.,番号",
    "seat": "seat,wind,席,家,座席",
    "place": "place,rank,position,順位,着順,着",
    "score": "result,results,pt,pts,成績,ポイント",
    "uma": "uma,ウマ",
    "oka": "oka,オカ",
    "chips": "chips,chip,チップ,祝儀",
    "rules": "rules,rule set,ルール",
    "none": "note,notes,comment,comments,remark,remarks,備考,メモ,penalty,penalties,ペナルティ,罰点,chombo,"
    "チョンボ,winner,top,トップ,venue,場所,会場,start,end,開始,終了,status",
}
_KIND_OF: Final = {heading: kind for kind, headings in _HEADS.items() for heading in headings.split(",")}
#: What tells games apart, the widest first.
_APART: Final = ("date", "session", "table", "game")
#: What a table says of the end of a game, which is checked.
_CLAIMED: Final = ("place", "score", "uma", "oka")
_PLACE: Final = regex(r"(\d+)(?:st|nd|rd|th|位|着|\.)?")
#: Cells of who did not play, and cells that say nothing.
_ABSENT: Final = ("", "-", "–", "—")
_NOTHING: Final = (*_ABSENT, "0")
_NO_PLAYER: Final = msg("; call a column that is no player note")
#: A game of a table, what is wrong with one, or a remark.
Told = dict[str, Any] | RecordError | str


class _Row(Struct):
    """The scores of a game, or what adds up those of others. ``labels``: the cells beside them. ``apart``: those that
    tell it apart. ``more``: what else is said of its players, by column.
    """

    line: int
    labels: list[str]
    apart: list[str]
    scores: dict[str, str]
    more: dict[str, dict[str, str]]

    @property
    def figures(self) -> dict[str, Fraction]:
        """The scores that are numbers."""
        return {name: figure for name, cell in self.scores.items() if (figure := figure_in(cell)) is not None}

    @property
    def total(self) -> Fraction:
        """The sum of the scores."""
        return sum(self.figures.values(), Fraction(0))


def heads_scores(head: str) -> bool:
    """Whether the first row of CSV heads final scores: a player and points, or names alone, none of which is a key."""
    titles = [title.strip().strip('"') for title in ANY.split(head)]
    kinds = {_KIND_OF.get(title.casefold()) for title in titles}
    names = [title for title in titles if title and title.casefold() not in _KIND_OF]
    if any(column_of(name) is not None for name in names):
        return False
    return {"player", "points"} <= kinds or len(names) > 1


def read_scores(lines: Iterable[Line]) -> Iterator[tuple[int, Told]]:
    """Each game of a table of final scores: the number of its line, and the game as plain data, or what is wrong; and
    remarks on what is left out, not used or guessed.
    """
    numbered = [*lines]
    head = next((text for _, text in numbered if text.strip()), "")
    read = csv.reader((text for _, text in numbered), delimiter=max(DELIMITERS, key=head.count))
    rows = [
        (number, [cell.strip() for cell in row]) for number, row in enumerate(read, numbered[0][0] if numbered else 1)
    ]
    filled = [(number, cells) for number, cells in rows if any(cells)]
    filled = filled[:1] + [row for row in filled[1:] if row[1] != filled[0][1]]
    while filled:
        (line, titles), *below = filled
        end = next((at for at, (_, cells) in enumerate(below) if _heads_again(titles, cells)), len(below))
        section = _Section(line, titles)
        try:
            section.read(below[:end])
        except RecordError as error:
            section.told.append((line, error))
        yield from sorted(section.told, key=lambda one: one[0])
        filled = below[end:]


def _heads_again(titles: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a row is a heading again, perhaps of other players: what is known of the first stands there again."""
    known = {place for place, title in enumerate(titles) if title.casefold() in _KIND_OF}
    same = {place for place in known if cells[place : place + 1] == [titles[place]]}
    return bool(known) and same == known


class _Section:
    """The rows below one heading. ``told``: the games, what is wrong, and remarks, each with its line."""

    def __init__(self, line: int, titles: Sequence[str]) -> None:
        self.line, self.titles = line, titles
        self.kinds = [_KIND_OF.get(title.casefold(), "") for title in titles]
        if not titles[0]:
            # The corner of a table with names above and games at the side.
            self.kinds[0] = "game"
        self.is_long = {"player", "points"} <= {*self.kinds}
        self.told: list[tuple[int, Told]] = []

    def read(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Read the rows. Raises :class:`RecordError` where none of them can be read."""
        wide = [(line, cells) for line, cells in rows if self._fits(line, cells)]
        found = self._in_rows(wide) if self.is_long else self._in_columns(wide)
        kept: list[_Row] = []
        since = 0
        for row in found:
            try:
                what = self._summary(row, kept[since:], kept, [one for one in found if one is not row])
                if what is None:
                    kept.append(row)
                    self.told.append((row.line, self._game(row)))
                    continue
            except RecordError as error:
                self.told.append((row.line, error))
                continue
            since = len(kept)
            name = show(next(filter(None, [*row.labels, *row.scores.values()])))
            self._remark(row.line, msg("the row {0} is {1} of other rows, and is not counted as a game", name, what))

    def _remark(self, line: int, text: str) -> None:
        self.told.append((line, text))

    def _fits(self, line: int, cells: list[str]) -> bool:
        """Whether every cell has a heading; a row that has fewer cells is filled up."""
        beyond = next((cell for place, cell in enumerate(cells) if cell and not self._has_head(place)), None)
        if beyond is not None:
            error = RecordError(
                "expected every cell below a heading, found {0} below none; name its column", show(beyond)
            )
            self.told.append((line, error))
        cells += [""] * (len(self.titles) - len(cells))
        return beyond is None

    def _has_head(self, place: int) -> bool:
        return place == 0 or bool(self.titles[place : place + 1] not in ([], [""]))

    def _not_used(self, places: Iterable[int], rows: Sequence[tuple[int, list[str]]]) -> None:
        """Name the columns that say something and are not used."""
        named = [self.titles[place] for place in places if any(cells[place] not in _NOTHING for _, cells in rows)]
        if named:
            names = ", ".join(map(show, named))
            self._remark(self.line, msg("columns that are not used: {0}", names))

    # ---- a row a game

    def _in_columns(self, rows: Sequence[tuple[int, list[str]]]) -> list[_Row]:
        """The rows; who did not play has an empty cell."""
        players = [place for place, kind in enumerate(self.kinds) if not kind and self.titles[place]]
        twice = next((self.titles[place] for place in players if self.titles.count(self.titles[place]) > 1), None)
        if twice is not None:
            raise RecordError("expected a column a player, found two of {0}; name them apart", show(twice))
        for place in [*players]:
            others = [at for at in players if at != place]
            what = self._what_column(place, others, rows)
            if what is not None:
                players.remove(place)
                self._remark(
                    self.line,
                    msg("the column {0} is {1}, and is not counted as a player", show(self.titles[place]), what),
                )
        apart = [place for kind in _APART for place, own in enumerate(self.kinds) if own == kind]
        rest = [place for place, kind in enumerate(self.kinds) if kind and kind not in (*_APART, "rules")]
        self._not_used(rest, rows)
        found = []
        for line, cells in rows:
            labels = [cell for place, cell in enumerate(cells) if place not in players]
            scores = {self.titles[place]: cells[place] for place in players if cells[place] not in _ABSENT}
            more = {"rules": {"": cells[self.kinds.index("rules")]}} if "rules" in self.kinds else {}
            if scores:
                found.append(_Row(line, labels, [cells[place] for place in apart], scores, more))
            else:
                self._remark(line, msg("the row has no scores, and is passed over"))
        return found

    def _what_column(self, place: int, others: Sequence[int], rows: Sequence[tuple[int, list[str]]]) -> str | None:
        """What a column adds up or names, if it is no player."""
        cells = {line: own[place] for line, own in rows if own[place] not in _ABSENT}
        names = {self.titles[at] for at in others}
        if cells and {*cells.values()} <= names:
            return msg("a name in every row")
        if not cells or summary_named(self.titles[place]) is None:
            return None
        beside = [
            (figure, [one for at in others if (one := figure_in(own[at])) is not None])
            for _, own in rows
            if (figure := figure_in(own[place])) is not None
        ]
        if what := statistic_of(beside):
            return msg("{0} of the others", what)
        self._remark(
            self.line, msg("{0} is taken for a player: the column adds up no others", show(self.titles[place]))
        )
        return None

    # ---- a row a player

    def _in_rows(self, rows: Sequence[tuple[int, list[str]]]) -> list[_Row]:
        """The games; the rows of one have the same text in all columns that tell games apart."""
        at = {kind: self.kinds.index(kind) for kind in {*self.kinds} if kind}
        apart = self._apart(rows)
        used = {place for place in range(len(self.titles)) if self.kinds[place] in _APART}
        used |= {at[kind] for kind in at if kind != "none"}
        self._not_used([place for place in range(len(self.titles)) if place not in used and self.titles[place]], rows)
        found: dict[tuple[str, ...], _Row] = {}
        above: list[Fraction] = []
        since, before, filled = 0, [""] * len(apart), []
        for line, cells in rows:
            name, points = cells[at["player"]], cells[at["points"]]
            own = [cells[place] or last for place, last in zip(apart, before, strict=True)]
            figure, row = figure_in(points), found.get(tuple(own))
            if not name and points in _ABSENT:
                self._remark(line, msg("the row has no player and no points, and is passed over"))
                continue
            windows = [[*row.figures.values()] if row else [], above[since:], above]
            if what := figure is not None and (not name or summary_named(name)) and _first_statistic(figure, windows):
                since = len(above)
                self._remark(line, msg("the row {0} is {1} of others, and is no player", show(name or points), what))
                continue
            filled += [line] if own != [cells[place] for place in apart] else []
            before = own
            row = found.setdefault(tuple(own), _Row(line, own, own, {}, {}))
            if not name or name in row.scores:
                self.told.append((line, RecordError(self._why_not(name, points, apart, own))))
                return []
            row.scores[name] = points
            above += [figure] if figure is not None else []
            for kind in (*_CLAIMED, "chips", "seat", "rules"):
                if kind in at and cells[at[kind]] not in _ABSENT:
                    row.more.setdefault(kind, {})[name] = cells[at[kind]]
        self._tell_apart(apart, filled)
        return [*found.values()]

    def _apart(self, rows: Sequence[tuple[int, list[str]]]) -> list[int]:
        """The columns that tell games apart, without one that numbers the rows."""
        found = [place for kind in _APART for place, own in enumerate(self.kinds) if own == kind]
        for place in [*found]:
            cells = [own[place] for _, own in rows]
            if all((told := round_of(cell)) and told.number for cell in cells):
                raise RecordError(
                    "expected games, found rounds such as {0}; write a score sheet of them", show(cells[0])
                )
            if len(cells) == len({*cells}) > 1 and len(found) > 1:
                found.remove(place)
                name = show(self.titles[place])
                self._remark(self.line, msg("the column {0} is different in every row, and tells no games apart", name))
        return found

    def _why_not(self, name: str, points: str, apart: Sequence[int], own: Sequence[str]) -> str:
        """Why a row is none of a game."""
        if not name:
            return msg("expected a player beside {0}, found none", show(points))
        if not apart:
            return msg("expected a column that tells the games apart, such as game; add one of date, table, game")
        where = ", ".join(f"{self.titles[place]} {cell}" for place, cell in zip(apart, own, strict=True))
        return msg(
            "{0} is twice in the game of {1}; leave one out, or add a column that tells games apart", name, where
        )

    def _tell_apart(self, apart: Sequence[int], filled: Sequence[int]) -> None:
        names = one_by_one((show(self.titles[place]) for place in apart), " and ")
        self._remark(
            self.line,
            msg("games are told apart by {0}", names)
            if names
            else msg("no column tells games apart: all rows are one game"),
        )
        if filled:
            self._remark(
                filled[0], msg("empty cells under {0} are taken from the row above, in {1} rows", names, len(filled))
            )

    # ---- what is a game

    def _summary(self, row: _Row, since: list[_Row], above: list[_Row], others: list[_Row]) -> str | None:
        """What a row adds up, ``None`` for a game. Raises :class:`RecordError` where it may be either."""
        names = [*map(summary_named, row.labels)]
        is_named = any(names)
        figures = row.figures
        windows = [one for one in (since, above, others if is_named else []) if one]
        what = next((told for one in windows if (told := statistic_of(_columns(figures, one), rounded=is_named))), None)
        sums = {one.total for one in above or others}
        if is_named:
            ranks = sorted(figures.values())
            if what is None and ranks and ranks[0] == 1 and ranks[-1] <= len(ranks):
                what = msg("the order")
            if what is None and others and ("usual" in names or sums != {row.total} or not row.total):
                raise RecordError(
                    "expected a game, or the sum or average of the rows above, found neither; leave the row out, or "
                    "correct it"
                )
            if what is None:
                label = show(row.labels[names.index("total")])
                self._remark(row.line, msg("the row {0} adds up no others, and is counted as a game", label))
            return what
        if what is None or len(above) < 2:  # one row is its own sum
            return None
        if len(sums) == 1 and row.total not in sums:
            return what
        is_blank = not any(row.labels)
        usually = any(map(any, (one.labels for one in above)))
        differ = len({tuple(one.scores.items()) for one in above}) > 1
        if is_blank and differ and (usually or what in (msg("the sum"), msg("the average"))):
            raise RecordError(
                "expected a game, but the row is {0} of those above; leave it out, or name "
                "the game in a column such as game",
                what,
            )
        return None

    def _game(self, row: _Row) -> dict[str, Any]:
        """The game of a row as plain data. Raises :class:`RecordError` for cells that are no numbers."""
        players = [*row.scores]
        seats = {name: seat_of(cell) for name, cell in row.more.get("seat", {}).items()}
        if len({*seats.values()} - {None}) == len(players):
            players.sort(key=lambda name: "ESWN".index(seats[name] or "E"))
        elif seats:
            self._remark(row.line, msg("seats are not used, for not every player has one of their own"))
        found: dict[str, Any] = {
            "players": players,
            "scores": {name: _whole(row.scores[name], name, "" if self.is_long else _NO_PLAYER) for name in players},
        }
        if told := " ".join(filter(None, row.apart)):
            found["id"] = told
        rules = {*row.more.get("rules", {}).values()} - {""}
        if len(rules) > 1:
            raise RecordError("expected one rule set for a game, found {0}", one_by_one(sorted(rules), " and "))
        if rules:
            found["rules"] = rules.pop()
        chips = {name: _whole(cell, name) for name, cell in row.more.get("chips", {}).items()}
        if any(chips.values()):
            found["chips"] = {name: chips.get(name, 0) for name in players}
        lines = []
        for name in players:
            said = {kind: cell for kind in _CLAIMED if (cell := row.more.get(kind, {}).get(name)) is not None}
            if said:
                lines.append({"player": name, **{kind: _claimed(kind, cell, name) for kind, cell in said.items()}})
        if lines:
            found["claim"] = {"final": lines}
        return found


def _first_statistic(figure: Fraction, windows: Iterable[list[Fraction]]) -> str | None:
    """What a figure is of the first of some lists."""
    return next((told for one in windows if one and (told := statistic_of([(figure, one)]))), None)


def _columns(figures: dict[str, Fraction], rows: Sequence[_Row]) -> list[tuple[Fraction, list[Fraction]]]:
    """Each figure with those of the same player in rows."""
    return [(figure, [one.figures[name] for one in rows if name in one.figures]) for name, figure in figures.items()]


def _whole(cell: str, title: str, hint: str = "") -> int:
    figure = figure_in(cell)
    if figure is None or figure.denominator > 1:
        raise RecordError("expected points such as 31000 under {0}, found {1!r}{2}", title, cell, hint)
    return int(figure)


def _claimed(kind: str, cell: str, name: str) -> int | float:
    """A place or a result that a table says."""
    place = _PLACE.fullmatch(unicodedata.normalize("NFKC", cell).casefold())
    figure = Fraction(int(place[1])) if kind == "place" and place else figure_in(cell)
    if figure is None:
        raise RecordError("expected a number as the {0} of {1}, found {2!r}", kind, name, cell)
    return int(figure) if figure.denominator == 1 else float(figure)
