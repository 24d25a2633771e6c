"""JSON lines of won hands settled in columns, many at once: to the letter the rows that each has alone.

A line that is no plain win is left to the way that every record can go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final

import msgspec
from msgspec import Struct

from calc.errors import CalcError
from calc.mahjong.rows import row_writer
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import settle_records
from calc.records.win import PlainWin, Win
from calc.records.win_lines import decode_win_lines

_name_of_rules: Final = attrgetter("rules")
#: The rule set of a win, none where it has none that exists.
FindRules = Callable[[Win], MahjongRules | None]


class WinRows(Struct, frozen=True):
    """The row of each line, none for a line that was left, and for a win that is ``refused``, by the place of its line;
    how many rows each rule set has, by its label; and the rule sets that were taken without having been named.
    """

    rows: list[str | None]
    refused: dict[int, tuple[Win, CalcError, MahjongRules]]
    settled: dict[str, int]
    defaults: list[str]

    @property
    def is_whole(self) -> bool:
        """Whether every line has its row."""
        return sum(self.settled.values()) == len(self.rows)


def settle_win_lines(data: bytes, file: str, line: int, find_rules: FindRules, lang: str) -> WinRows:
    """Settle whole lines, each ended by a newline, of which the first is ``line``.

    ``find_rules`` is asked once for each name of a rule set that stands in them.
    """
    wins = decode_win_lines(data)
    found = WinRows(rows=[None] * len(wins), refused={}, settled={}, defaults=[])
    tail = f',"file":{msgspec.json.encode(file).decode()},"line":'
    for name, (places, chosen) in _by_rules(wins).items():
        rules = find_rules(Win.of(chosen[0]))
        if rules is None:
            continue
        settled, taken, refused = settle_records(chosen, rules)
        found.refused.update({places[row]: (Win.of(chosen[row]), error, rules) for row, error in refused.items()})
        rows = taken.tolist()
        written = [chosen[row] for row in rows] if refused else chosen
        lines = [line + places[row] for row in rows]
        texts = row_writer(rules, lang).write(settled, written, tail, lines)
        if len(texts) == len(wins):
            found.rows[:] = texts
        else:
            for row, text in zip(rows, texts, strict=True):
                found.rows[places[row]] = text
        found.settled[rules.label] = found.settled.get(rules.label, 0) + len(texts)
        if name is None:
            found.defaults.append(rules.id)
    return found


def _by_rules(wins: Sequence[PlainWin | None]) -> dict[str | None, tuple[Sequence[int], Sequence[PlainWin]]]:
    """The wins by the name of their rule set, with the place of each."""
    names = set(map(_name_of_rules, filter(None, wins)))
    if len(names) == 1 and all(wins):
        return {names.pop(): (range(len(wins)), wins)}  # type: ignore[dict-item]  # all of them are wins
    found: dict[str | None, tuple[list[int], list[PlainWin]]] = {name: ([], []) for name in names}
    for place, win in enumerate(wins):
        if win is not None:
            places, own = found[win.rules]
            places.append(place)
            own.append(win)
    return {**found}
