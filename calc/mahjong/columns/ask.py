"""The conditions of a rule set over columns of readings: the expressions of :mod:`calc.mahjong.rules.compiled`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from calc.mahjong.columns.hands import WINDS, Bools, Ints
from calc.mahjong.columns.readings import Readings
from calc.mahjong.hand.hand import CONCEALED, KIND, QUAD
from calc.mahjong.hand.kinds import GROUPS, NO_TILE
from calc.mahjong.hand.readings import PAIR_SLOT
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.expressions import Writer
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words.patterns import Ways

#: The yaku that are present, those of them that are worth no han, the fu of the hand alone, and all fu: by place of the
#: yaku (R,) each, those that no reading has left out; and (R,).
Asked = tuple[dict[int, Bools], dict[int, Bools], Ints, Ints]


def ask_columns(readings: Readings, rules: MahjongRules) -> Asked:
    """Ask all conditions of all readings."""
    return _program(rules, True)(readings)[:4]  # type: ignore[no-any-return]


@remembered
def _program(rules: MahjongRules, is_columns: bool) -> Any:
    def winnable(present: Mapping[int, Bools], no_han: Mapping[int, Bools], way: Ints) -> Bools:
        """(R,) whether some yaku found so far makes the hand winnable."""
        found = np.zeros(len(way), dtype=np.bool_)
        for place, holds in present.items():
            wins = np.array([bool(one >> place & 1) for one in rules.program.wins])
            if wins.any():
                here = holds & wins[way]
                if place in no_han and not rules.winning.zero_han_is_yaku:
                    here = here & ~no_han[place]
                found |= here
        return found

    @cache
    def whole() -> list[Ints]:
        """The tables of groups and of pairs for all winds, each in one piece."""
        # Of winds that there are not any table will do.
        seats, winds_of_all = len(rules.seats), product(range(WINDS), repeat=2)
        parts = [rules.program.tables((seat % seats, wind % seats)) for seat, wind in winds_of_all]
        return [np.concatenate(same).astype(np.int64) for same in zip(*parts, strict=True)]

    names = {
        "TABLES": lambda winds: [_OfWinds(table, winds * (len(table) // WINDS**2)) for table in whole()],
        "has_pattern": has_pattern,
        "took_pattern": took_pattern,
        "took": _took,
        "some": np.count_nonzero,
        "winnable": winnable,
    }
    return rules.program.program(_ColumnWriter, names)


class _ColumnWriter(Writer):
    """Writes conditions over columns of readings."""

    ALL, ANY = " & ", " | "

    def negate(self, part: str) -> str:
        return f"({part}) ^ True"

    def yaku(self, name: str) -> str:
        place = self.places.get(name)
        return "False" if place is None else f"present.get({place}, False)"

    def another(self) -> str:
        return "winning"

    def start(self) -> str:
        return "present, no_han = {}, {}"

    def find(self, place: int, found: Sequence[str]) -> Iterator[str]:
        # Many yaku are ruled out for a whole batch by their first condition (no hand declares haitei, say).
        first, *rest = found or ["True"]
        yield f"found = {first}"
        for one in rest:
            yield f"if some(found): found = found & ({one})"
        yield f"if some(found): present[{place}] = found"

    def void(self, place: int, found: str) -> Iterator[str]:
        yield f"if {place} in present: no_han[{place}] = present[{place}] & ({found})"

    def gain(self, fu: int, place: int, found: str) -> Iterator[str]:
        yield f"added = added + {fu}" if found == "True" else f"added = added + ({found}) * {fu}"

    def win(self) -> str:
        return "winning = winnable(present, no_han, h.way)"


class _OfWinds:
    """A table seen by the winds of each reading, whose part of it begins at ``first``."""

    def __init__(self, table: Ints, first: Ints) -> None:
        self._table, self._first = table, first

    def __getitem__(self, key: Any) -> Ints:
        found: Ints = self._table[self._first + key]
        return found


def _took(readings: Readings, groups: _OfWinds, pairs: _OfWinds) -> Ints:
    """(R,) what a table says of the part that took the winning tile."""
    taker = np.minimum(readings.taker, GROUPS - 1)
    of_group = groups[readings.codes[taker, np.arange(len(taker))]] * (readings.taker < GROUPS)
    return np.where(readings.taker == PAIR_SLOT, pairs[readings.pair], of_group)


# ---- patterns: the one word that is asked of columns in a way of its own


def has_pattern(ways: Ways, readings: Readings) -> Bools:
    """(R,) whether a reading has the groups of a pattern."""
    found = np.zeros(len(readings), dtype=np.bool_)
    rows, fits = _filled(ways, readings)
    found[rows] = fits.any(axis=0)
    return found


def took_pattern(ways: Ways, readings: Readings) -> Bools:
    """(R,) whether a reading has the groups of a pattern, and one of them took the winning tile."""
    found = np.zeros(len(readings), dtype=np.bool_)
    rows, fits = _filled(ways, readings)
    taker = readings.taker[rows]
    kind = readings.codes[np.minimum(taker, GROUPS - 1), rows] & KIND
    of_way = np.array([[kind_ in way.kinds for kind_ in range(KIND + 1)] for way in ways.ways])
    by_group = (fits & of_way[:, kind]).any(axis=0) & (taker < GROUPS)
    has_pair = np.array([way.pair != NO_TILE for way in ways.ways])
    found[rows] = by_group | ((fits & has_pair[:, None]).any(axis=0) & (taker == PAIR_SLOT))
    return found


def _filled(ways: Ways, readings: Readings) -> tuple[Ints, Bools]:
    """The readings that may have a pattern, and (ways, those) in which way they have it."""
    often = readings.often
    enough = np.bitwise_count(often[0] & ways.kinds) >= ways.least
    if ways.repeats:
        enough &= often[1] != 0
    rows = np.flatnonzero(enough)
    fits = np.ones((len(ways.ways), len(rows)), dtype=np.bool_)
    if not len(rows):
        return rows, fits
    asked: list[tuple[Callable[[], Ints], list[int]]] = [
        (lambda: readings.held(CONCEALED), [way.concealed for way in ways.ways]),
        (lambda: readings.held(QUAD), [way.quads for way in ways.ways]),
    ]
    for place, held in enumerate(often):
        asked.append((lambda held=held: held, [way.often[place] for way in ways.ways]))  # type: ignore[misc]
    for held_now, needed in asked:
        if any(needed):
            wanted = np.array(needed)[:, None]
            fits &= (held_now()[rows] & wanted) == wanted
    pairs = np.array([way.pair for way in ways.ways])[:, None]
    fits &= (pairs == NO_TILE) | (readings.pair[rows] == pairs)
    return rows, fits
