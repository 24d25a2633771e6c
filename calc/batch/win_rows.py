"""JSON lines of won hands settled in columns, many at once: to the letter the rows that each has alone.

A line that is no plain win is left to the way that every record can go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from calc.errors import CalcError
from calc.mahjong.rows import row_writer
from calc.mahjong.schema import MahjongRules
from calc.mahjong.scoring import settle_records
from calc.notation.records import PlainWin, Win
from calc.notation.win_lines import decode_win_lines

__all__ = ["WinRows", "settle_win_lines"]

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
    for name, places in _by_rules(wins).items():
        chosen = [win for place in places if (win := wins[place]) is not None]
        rules = find_rules(Win.of(chosen[0]))
        if rules is None:
            continue
        settled, taken, refused = settle_records(chosen, rules)
        found.refused.update({places[row]: (Win.of(chosen[row]), error, rules) for row, error in refused.items()})
        rows = taken.tolist()
        kept = [places[row] for row in rows]
        lines = [line + place for place in kept]
        texts = row_writer(rules, lang).write(settled, [chosen[row] for row in rows], tail, lines)
        for place, text in zip(kept, texts, strict=True):
            found.rows[place] = text
        found.settled[rules.label] = found.settled.get(rules.label, 0) + len(texts)
        if name is None:
            found.defaults.append(rules.id)
    return found


def _by_rules(wins: Sequence[PlainWin | None]) -> dict[str | None, Sequence[int]]:
    """The places of the wins by the name of their rule set."""
    names = {win.rules for win in wins if win is not None}
    if len(names) == 1 and all(wins):
        return {names.pop(): range(len(wins))}
    return {name: [place for place, win in enumerate(wins) if win is not None and win.rules == name] for name in names}
