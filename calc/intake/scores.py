"""Tables of final scores, as leagues keep them in spreadsheets: a row a game, or a row a player of a game.

A row that adds up others is no game, and a column that is not used is named: nothing is counted or left out in silence.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, Final

from calc.errors import RecordError
from calc.intake.headings import (
    Agreed,
    figure_in,
    games_beside,
    is_absent,
    is_of_all,
    is_start,
    kind_of,
    largest_unit,
    most,
    of_none,
    of_one,
    pairs_in,
    passed_over,
    sign,
    statistic_of,
    summary_named,
    turned,
    unit_in,
)
from calc.intake.layouts import APART, heads_anew, in_pairs, of_rounds, of_titled, rows_of, title_of
from calc.intake.lines import Line
from calc.intake.score_cells import results_apart
from calc.intake.score_rows import Row, Told, under_agreed
from calc.notation.spellings import round_of
from calc.notation.text import show
from calc.translation import msg, one_by_one

_NO_SCORES: Final = msg("the row has no scores, and is passed over")


def read_scores(lines: Iterable[Line], unit: int = 0) -> Iterator[tuple[int, dict[str, Any] | RecordError | str]]:
    """Each game of a table of final scores: the number of its line, and the game as plain data, or what is wrong; and
    remarks on what is left out, not used or guessed. ``unit``: how many points a figure of 1 is, where headings do not
    say it. What the table says of uma, oka and points at the start, above or below, is agreed for all its games.
    """
    return under_agreed([*_read_sections(lines, unit)])


def _read_sections(lines: Iterable[Line], unit: int) -> Iterator[tuple[int, Told]]:
    rows, above, above_unit = rows_of(lines)
    yield from above
    while rows:
        (line, titles), *below = rows
        again = (heads_anew(titles, row, after) for (_, row), (_, after) in pairwise([*below, (0, [])]))
        end = next((at for at, is_head in enumerate(again) if is_head), len(below))
        own = below[:end]
        told: list[tuple[int, Told]] = []
        while end < len(below) and own and (title := title_of(own[-1][1])):
            at, _ = own.pop()
            told.append(
                (at, passed_over([title], msg("{0} stands above the heading, and is passed over", show(title))))
            )
        section = _Section(line, titles, unit, above_unit, told)
        titles, own = of_titled(*results_apart(titles, own))
        try:
            if beside := of_rounds(titles, own):
                titles, own = beside
            elif at := games_beside(titles, [cells for _, cells in own]):
                titles, own = turned(at, line, titles, own)
            else:
                titles, own = in_pairs(titles, own)
            section = _Section(line, titles, unit, above_unit, told)
            section.read(own)
        except RecordError as error:
            section.told.append((line, error))
        yield from sorted(section.told, key=lambda one: one[0])
        rows = below[end:]


class _Section:
    """The rows below one heading. ``told``: the games, what is wrong, and remarks, each with its line."""

    def __init__(self, line: int, titles: Sequence[str], unit: int, above: int, told: list[tuple[int, Told]]) -> None:
        self.line, self.titles = line, titles
        # A corner that is empty has names beside it and games below.
        self.kinds = ["game" if not titles[0] else kind_of(titles[0]), *map(kind_of, titles[1:])]
        self.is_long = {"player", "points"} <= {*self.kinds} and self.kinds.count("player") == 1
        pairs = {} if self.is_long else pairs_in(titles)
        self.pairs = pairs if len(pairs) > 1 else {}
        units = {above, *(unit for _, unit in map(unit_in, titles))} - {0}
        self.unit = unit or max(units, default=1)
        self.is_of_units = not unit and len(units) > 1
        self.told = told

    def read(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Read the rows. Raises :class:`RecordError` where none of them can be read."""
        if self.is_of_units:
            raise RecordError("expected one unit of points, found several; give it, as in --unit {0}", self.unit)
        wide = []
        for line, cells in rows:
            beyond = [cell for place, cell in enumerate(cells) if place and cell and not any(self.titles[place:][:1])]
            if beyond:
                told = msg(
                    "expected every cell below a heading, found {0} below none; name its column", show(beyond[0])
                )
                self.told.append((line, RecordError(told)))
            else:
                wide.append((line, [*cells, *[""] * (len(self.titles) - len(cells))]))
        if not rows:
            raise RecordError("expected games below the heading, found none")
        find = self._in_rows if self.is_long else self._in_pairs if self.pairs else self._in_columns
        found = find(wide) if wide else []
        tenths = [row for row in found if any(one.denominator > 1 for one in row.figures.values())]
        if (
            self.unit == 1
            and 2 * len(tenths) > len(found)
            and all(row.may_be_in(unit := largest_unit()) for row in found)
        ):
            self.unit = unit
            self._remark(
                self.line, msg("points with tenths are taken for units of {0}; others with --unit", f"{unit:,}")
            )
        kept: list[Row] = []
        sums = set[Fraction]()
        since = 0
        for row in found:
            try:
                what = self._summary(row, kept, since, found, sums)
                if what is None:
                    kept.append(row)
                    sums.add(sum(row.figures.values(), Fraction(0)))
                    hint = "" if self.is_long else msg("; call a column that is no player note")
                    self.told += [(row.line, told) for told in row.told(self.unit, hint)]
                    continue
            except RecordError as error:
                self.told.append((row.line, error))
                continue
            since = len(kept)
            name = show(next(filter(None, [*row.labels, *row.scores.values()])))
            self._remark(row.line, msg("the row {0} is {1} of other rows, and is not counted as a game", name, what))

    def _remark(self, line: int, text: str | Agreed) -> None:
        self.told.append((line, text))

    def _not_used(self, places: Iterable[int], rows: Sequence[tuple[int, list[str]]]) -> None:
        """Name the columns that say something and are not used."""
        said = (place for place in places if not all(is_absent(row[place]) or row[place] == "0" for _, row in rows))
        if named := [self.titles[place] for place in said]:
            self._remark(self.line, msg("columns that are not used: {0}", ", ".join(map(show, named))))

    def _places(self, kinds: Sequence[str]) -> list[int]:
        return [place for kind in kinds for place, own in enumerate(self.kinds) if own == kind]

    # ---- a row a game

    def _in_columns(self, rows: Sequence[tuple[int, list[str]]]) -> list[Row]:
        """The rows; who did not play has an empty cell."""
        for place, kind in enumerate(self.kinds):
            is_month = kind == "month" and self._places(APART) == [place] and self.unit == 1
            self._refuse_rounds([own[place] for _, own in rows], rows if is_month else ())
        players = [place for place, kind in enumerate(self.kinds) if not kind and self.titles[place]]
        if "player" in self.kinds:
            names = (self.titles[place] for place in self._places(["player"]))
            told = ", ".join(show(self.titles[place]) for place in players)
            raise RecordError("expected a column of points beside {0}, found {1}", ", ".join(map(show, names)), told)
        twice = next((self.titles[place] for place in players if self.titles.count(self.titles[place]) > 1), None)
        if twice is not None:
            raise RecordError("expected a column a player, found two of {0}; name them apart", show(twice))
        for place in [*players]:
            what = self._what_column(place, [at for at in players if at != place], rows)
            if what is not None:
                players.remove(place)
                name = show(self.titles[place])
                self._remark(self.line, msg("the column {0} is {1}, and is not counted as a player", name, what))
        apart = self._places(APART)
        texts = [place for place in players if _is_of_texts([own[place] for _, own in rows])]
        players = [place for place in players if place not in texts] or players
        if len(texts) >= len(players) and all(of_one(self.titles[place])[1] for place in players):
            told = ", ".join(show(self.titles[place]) for place in players)
            raise RecordError("expected a name beside each of {0}, headed alike, as in player 1, score 1", told)
        unused = [place for place, kind in enumerate(self.kinds) if kind and kind not in (*APART, "rules")]
        self._not_used([*unused, *(place for place in texts if place not in players)], rows)
        found = []
        for line, cells in rows:
            labels = [cell for place, cell in enumerate(cells) if place not in players]
            scores = {self.titles[place]: cells[place] for place in players if not is_absent(cells[place])}
            more = {"rules": {"": cells[self.kinds.index("rules")]}} if "rules" in self.kinds else {}
            if scores:
                found.append(Row(line, labels, [cells[place] for place in apart], scores, more))
            else:
                self._remark(line, passed_over(cells, _NO_SCORES))
        return found

    def _what_column(self, place: int, others: Sequence[int], rows: Sequence[tuple[int, list[str]]]) -> str | None:
        """What a column adds up or names, if it is no player."""
        cells = {own[place] for _, own in rows if not is_absent(own[place])}
        if cells and cells <= {self.titles[at] for at in others}:
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
        if any(self._runs_up(place, at, rows) for at in others):
            return msg("the running total of another")
        name = show(self.titles[place])
        self._remark(self.line, msg("{0} is taken for a player: the column adds up no others", name))
        return None

    def _runs_up(self, place: int, at: int, rows: Sequence[tuple[int, list[str]]]) -> bool:
        """Whether each figure of a column is the sum of those of another up to it."""
        told = [(figure_in(own[place]), figure_in(own[at]) or Fraction(0)) for _, own in rows]
        return all(
            one in (None, total) for (one, _), total in zip(told, accumulate(two for _, two in told), strict=True)
        )

    def _in_pairs(self, rows: Sequence[tuple[int, list[str]]]) -> list[Row]:
        """The rows, each with the names and scores of all its players."""
        used = {place for own in self.pairs.values() for place in own.values()}
        apart, rules = self._places(APART), self._places(["rules"])
        beside = [place for place in range(len(self.titles)) if place not in used]
        self._not_used([place for place in beside if place not in (*apart, *rules)], rows)
        found = []
        for line, cells in rows:
            labels = [cells[place] for place in beside]
            row = Row(line, labels, [cells[place] for place in apart], {}, {})
            row.more["rules"] = dict.fromkeys([""], cells[rules[0]]) if rules else {}
            told = [(mark, {kind: cells[place] for kind, place in own.items()}) for mark, own in self.pairs.items()]
            playing = [
                (mark, own) for mark, own in told if not is_absent(own["points"]) or not is_absent(own["player"])
            ]
            names = [own["player"] for _, own in playing]
            if not any(names):
                is_summary = playing and any(map(summary_named, labels))
                summed = msg("the row {0} has no players, and is passed over", show(next(filter(None, labels), "")))
                self._remark(line, summed if is_summary else passed_over(cells, _NO_SCORES))
            elif len({*names} - {""}) < len(names):
                wrong = next(name for name in names if not name or names.count(name) > 1)
                error = RecordError("expected a player beside each score, and each once, found {0}", show(wrong))
                self.told.append((line, error))
            else:
                for mark, own in playing:
                    headed = {"place": mark} if sign("place").fullmatch(mark) and not mark.isdigit() else {"seat": mark}
                    row.take(own["player"], {**headed, **own})
                found.append(row)
        return found

    # ---- a row a player

    def _in_rows(self, rows: Sequence[tuple[int, list[str]]]) -> list[Row]:
        """The games; the rows of one have the same text in all columns that tell games apart."""
        self._pass_over_numbers(rows)
        at = {kind: self.kinds.index(kind) for kind in {*self.kinds} if kind}
        apart = self._apart(rows)
        used = {*self._places(APART), *(at[kind] for kind in at if kind != "none")}
        self._not_used([place for place, title in enumerate(self.titles) if place not in used and title], rows)
        found: dict[tuple[str, ...], Row] = {}
        above: list[Fraction] = []
        since, before, filled = 0, [""] * len(apart), []
        for line, cells in rows:
            name, points = cells[at["player"]], cells[at["points"]]
            own = [cells[place] or last for place, last in zip(apart, before, strict=True)]
            figure, row = figure_in(points), found.get(tuple(own))
            if not name and is_absent(points):
                self._remark(line, msg("the row has no player and no points, and is passed over"))
                continue
            if figure is not None and (not name or summary_named(name)):
                own_games = ([*one.figures.values()] for one in (row, found.get(tuple(before))) if one)
                windows = [one for one in (*own_games, above[since:], above) if one]
                if what := next(filter(None, (statistic_of([(figure, one)]) for one in windows)), None):
                    since = len(above)
                    told = show(name or next(filter(summary_named, cells), points))
                    self._remark(line, msg("the row {0} is {1} of others, and is no player", told, what))
                    continue
            filled += [line] if own != [cells[place] for place in apart] else []
            before = own
            row = found.setdefault(tuple(own), Row(line, own, own, {}, {}))
            more = {kind: cells[place] for kind, place in at.items()}
            if not name or (name in row.scores and not row.is_beside(name, more)):
                self.told.append((line, self._why_not(name, points, apart, own)))
                return []
            above += [figure] if figure is not None else []
            row.take(name, more)
        names = one_by_one((show(self.titles[place]) for place in apart), " and ")
        games = msg("games are told apart by {0}", names)
        self._remark(self.line, games if names else msg("no column tells games apart: all rows are one game"))
        if filled:
            told = msg("empty cells under {0} are taken from the row above, in {1} rows", names, len(filled))
            self._remark(filled[0], told)
        for row in [*found.values()]:
            if all(is_absent(cell) for cell in row.scores.values()):
                self._remark(row.line, msg("the game {0} has no scores, and is passed over", " ".join(row.apart)))
                del found[tuple(row.apart)]
        return [*found.values()]

    def _pass_over_numbers(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Use no column that has a value a player in all rows: their numbers, or places of the whole, by which many
        games have no first.
        """
        names = [own[self.kinds.index("player")] for _, own in rows]
        for place in self._places((*APART, "place")):
            cells = [own[place] for _, own in rows]
            pairs = {*zip(names, cells, strict=True)}
            games = {tuple(own[at] for at in self._places(APART)) for _, own in rows}
            is_of_games = self.kinds[place] == "place" and max(map(cells.count, cells)) >= len(games)
            if len({*names}) == len(pairs) == len({*cells}) < len(rows) and not is_of_games:
                self.kinds[place] = ""

    def _apart(self, rows: Sequence[tuple[int, list[str]]]) -> list[int]:
        """The columns that tell games apart, without one that numbers the rows."""
        found = self._places(APART)
        for place in [*found]:
            cells = [own[place] for _, own in rows]
            self._refuse_rounds(cells)
            if len(cells) == len({*cells}) > 1 and len(found) > 1:
                found.remove(place)
                name = show(self.titles[place])
                self._remark(self.line, msg("the column {0} is different in every row, and tells no games apart", name))
        return found

    def _refuse_rounds(self, cells: Sequence[str], of_months: Sequence[tuple[int, list[str]]] = ()) -> None:
        """Raise :class:`RecordError` for a column that names the rounds of a game, or its beginning; so do months
        whose scores are too small for games.
        """
        rounds = {cell: one.wind for cell in cells if (one := round_of(cell)) and one.number}
        figures = [figure_in(cell) or Fraction(0) for _, own in of_months for cell in own]
        told = cells[0] if figures and max(map(abs, figures)) < most()["month"] else ""
        told = next((cell for cell in cells[:1] if is_start(cell)), told)
        if "E" in rounds.values() and 2 * sum(cell in rounds for cell in cells) >= len(cells):
            told = next(iter(rounds))
        if told:
            raise RecordError("expected games, found rounds such as {0}; write a score sheet of them", show(told))

    def _why_not(self, name: str, points: str, apart: Sequence[int], own: Sequence[str]) -> RecordError:
        if not name:
            return RecordError("expected a player beside {0}, found none", show(points))
        if not apart:
            return RecordError(
                "expected a column that tells the games apart, such as game; add one of date, table, game"
            )
        where = ", ".join(f"{self.titles[place]} {cell}" for place, cell in zip(apart, own, strict=True))
        return RecordError(
            "{0} is twice in the game of {1}; leave one out, or add a column that tells games apart", name, where
        )

    # ---- what is a game

    def _summary(self, row: Row, above: list[Row], since: int, found: list[Row], sums: set[Fraction]) -> str | None:
        """What a row adds up of those ``above``, or of them from ``since`` on; ``None`` for a game. ``sums``: of the
        games above. Raises :class:`RecordError` where it may be either.
        """
        if of_all := next(filter(is_of_all, row.apart), None):
            raise of_none(of_all)
        names = [*map(summary_named, row.labels)]
        is_named, figures, what = any(names), row.figures, None
        total = sum(figures.values())
        is_usual = any(row.labels) and (len(sums) != 1 or total in sums)
        if not is_named and (len(above) < 2 or is_usual):  # one row is its own sum
            return None
        others = [one for one in found if one is not row] if is_named else []
        for rows in filter(None, (above[since:], above, others)):
            beside = [
                (own, [one.figures[name] for one in rows if name in one.figures]) for name, own in figures.items()
            ]
            what = what or statistic_of(beside, rounded=is_named or not any(row.labels))
        sums = sums or {sum(one.figures.values(), Fraction(0)) for one in others}
        if is_named:
            return self._named(row, names, what, is_game=not others or (sums == {total} and total != 0))
        if what is None:
            return None
        if len(sums) == 1 and total not in sums:
            return what
        usually = any(map(any, (one.labels for one in above)))
        differ = len({tuple(one.scores.items()) for one in above}) > 1
        if not any(row.labels) and differ and (usually or what in ("the sum", "the average")):
            raise RecordError(
                "expected a game, but the row is {0} of those above; leave it out, or name "
                "the game in a column such as game",
                what,
            )
        return None

    def _named(self, row: Row, names: list[str | None], what: str | None, *, is_game: bool) -> str | None:
        """What a row adds up that is named so, if it is not a game by its points for all its name."""
        ranks = sorted(row.figures.values())
        if what is None and ranks and ranks[0] >= 1 and ranks[-1] <= len(ranks):
            what = msg("the order")
        if what is None and ("usual" in names or not is_game):
            raise RecordError(
                "expected a game, or the sum or average of the rows above, found neither; leave the row out, or "
                "correct it"
            )
        if what is None:
            label = show(row.labels[names.index("total")])
            self._remark(row.line, msg("the row {0} adds up no others, and is counted as a game", label))
        return what


def _is_of_texts(cells: Sequence[str]) -> bool:
    """Whether a column has several texts and no figure: times, say, or rooms."""
    told = [cell for cell in cells if not is_absent(cell)]
    return len(told) > 1 and not any(figure_in(cell) is not None for cell in told)
