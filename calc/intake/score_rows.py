"""The rows of tables of final scores: what is told of a game and its players, and the game that it is."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from calc.errors import RecordError
from calc.intake.headings import Agreed, figure_in, figure_of, is_absent, is_dotted, points_in, units_of
from calc.intake.one_line import agreed_in, with_oka
from calc.intake.score_cells import BRACKETS
from calc.notation.spellings import seat_of
from calc.notation.text import show
from calc.translation import msg, one_by_one

#: A game of a table, what is wrong with one, a remark, or what is said of rules.
Told = dict[str, Any] | RecordError | str | Agreed
#: What a table says of the end of a game, which is checked.
_CLAIMED: Final = ("place", "score", "uma", "oka")
#: What several rows of a player could add up.
_ADDED: Final = ("chips", "penalties", "chombo", "fixed")
#: What else than points is read of a player of a game.
_MORE: Final = (*_CLAIMED, *_ADDED, "seat", "rules")
#: Marks of who did not play say yes in a column of chombo.
_CROSSES: Final = ("x", "X", "×")
#: How the result of who gained begins.
_PLUS: Final = ("+", "＋")


class Row(Struct, dict=True):
    """The scores of a game, or what adds up those of others. ``labels``: the cells beside them. ``apart``: those that
    tell it apart. ``more``: what else is said of its players, by column.
    """

    line: int
    labels: list[str]
    apart: list[str]
    scores: dict[str, str]
    more: dict[str, dict[str, str]]

    @cached_property
    def figures(self) -> dict[str, Fraction]:
        """The scores that are numbers."""
        return {name: figure for name, cell in self.scores.items() if (figure := figure_in(cell)) is not None}

    def may_be_in(self, unit: int) -> bool:
        """Whether the figures may be points in units of so many, and not points in full or results."""
        signed = any(cell[:1] in _PLUS or is_dotted(cell) for cell in self.scores.values())
        return not signed and all(abs(one) < unit for one in self.figures.values()) and sum(self.figures.values()) != 0

    def is_beside(self, name: str, cells: Mapping[str, str]) -> bool:
        """Whether of two rows of a player one has no points, as for a penalty alone, and nothing else is told twice."""
        told = {kind: own[name] for kind, own in self.more.items() if name in own and not is_absent(cells[kind])}
        is_once = all(kind not in _ADDED and cell == cells[kind] for kind, cell in told.items())
        return is_once and (is_absent(cells["points"]) or is_absent(self.scores[name]))

    def take(self, name: str, cells: Mapping[str, str]) -> None:
        """Take what the cells say of a player of the game, by kind."""
        self.__dict__.clear()
        if not is_absent(cells["points"]) or name not in self.scores:
            self.scores[name] = cells["points"]
        for kind in _MORE:
            cell = cells.get(kind, "")
            if not is_absent(cell) or (kind == "chombo" and cell in _CROSSES):
                self.more.setdefault(kind, {})[name] = cells[kind]

    def _figures_of(self, kind: str) -> dict[str, int | float]:
        return {name: figure_of(kind, cell, name) for name, cell in self.more.get(kind, {}).items()}

    def told(self, unit: int, hint: str) -> Iterator[dict[str, Any] | str]:
        """Remarks, and the game as plain data. ``unit``: how many points a figure of 1 is.

        Raises :class:`RecordError` for cells that are no numbers; ``hint`` ends what it says of points.
        """
        self._part_seats()
        players = [*self.scores]
        seats = {name: seat_of(cell) for name, cell in self.more.get("seat", {}).items()}
        if len({*seats.values()} - {None}) == len(players):
            players.sort(key=lambda name: "ESWN".index(seats[name] or "E"))
        elif any(seats.values()):
            yield msg("seats are not used, for not every player has one of their own")
        elif len({*self.scores.values()}) < len(players) == len(self.more.get("place", {})):
            places = self._figures_of("place")
            players.sort(key=places.__getitem__)
            if len({*places.values()}) == len(players):
                yield msg("the places that the table tells decide the tie")
        figures = [*self.figures.values()]
        signed = [cell for cell in self.scores.values() if cell[:1] in _PLUS]
        if any(one.denominator > 1 for one in figures) and (signed or sum(figures) == 0):
            if sum(figures) != 0:
                yield msg("the results of the game come to {0}, not to 0", f"{float(sum(figures)):+g}")
            yield {"results": {name: figure_of("result", self.scores[name], name) for name in players}}
            return
        yield {
            "players": players,
            "scores": {name: points_in(self.scores[name], name, hint, unit) for name in players},
            **self._keys(players),
        }

    def _part_seats(self) -> None:
        """Where each name has a seat of its own in brackets behind it, take it for that: ``Aki (E)``."""
        parts = {name: name.translate(BRACKETS).removesuffix(")").rpartition("(") for name in self.scores}
        seats = {seat_of(seat) if name.endswith((")", "）")) else None for name, (_, _, seat) in parts.items()}
        if len(seats - {None}) == len(parts):
            called = {name: own[0].rstrip() for name, own in parts.items()}
            self.scores = {called[name]: cell for name, cell in self.scores.items()}
            self.more = {
                kind: {called.get(name, name): cell for name, cell in own.items()} for kind, own in self.more.items()
            } | {"seat": {called[name]: seat for name, (_, _, seat) in parts.items()}}

    def _keys(self, players: list[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if name := " ".join(filter(None, self.apart)):
            found["id"] = name
        rules = {*self.more.get("rules", {}).values()} - {""}
        if len(rules) > 1:
            raise RecordError("expected one rule set for a game, found {0}", one_by_one(sorted(rules), " and "))
        if rules:
            found["rules"] = rules.pop()
        chips = {name: points_in(cell, name) for name, cell in self.more.get("chips", {}).items()}
        if any(chips.values()):
            found["chips"] = {name: chips.get(name, 0) for name in players}
        for key in ("penalties", "chombo", "fixed"):
            told = {name: units_of(key, cell, name) for name, cell in self.more.get(key, {}).items()}
            found |= {key: told} if any(told.values()) or (told and key == "fixed") else {}
        said = {kind: self._figures_of(kind) for kind in _CLAIMED}
        lines = [{"player": name, **{kind: own[name] for kind, own in said.items() if name in own}} for name in players]
        claimed = [line for line in lines if len(line) > 1]
        return {**found, "claim": {"final": claimed}} if claimed else found


def under_agreed(told: Sequence[tuple[int, Told]]) -> Iterator[tuple[int, dict[str, Any] | RecordError | str]]:
    """What is told, the final scores of games with the rules that the table says, and a remark on these."""
    agreed = agreed_in("; ".join(one.text for _, one in told if isinstance(one, Agreed)))
    for line, one in told:
        if isinstance(one, dict) and "scores" in one and agreed:
            options = with_oka(agreed, len(one["scores"]), one.get("rules", ""))
            start = {"start": int(options.pop("start"))} if "start" in options else {}
            yield line, one | start | {"options": options}
        elif not isinstance(one, Agreed):
            yield line, one
        elif agreed:
            read = ", ".join(f"{name}={value}" for name, value in agreed.items())
            yield line, msg("{0} is read as {1}; others with --set", show(one.text), read)
        else:
            yield line, msg("{0} is not read; rules are chosen with --rules and --set", show(one.text))
