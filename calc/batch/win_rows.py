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
from calc.notation.records import Win
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


def settle_win_lines(data: bytes, file: str, line: int, find_rules: FindRules, lang: str) -> WinRows:
    """Settle whole lines, each ended by a newline, of which the first is ``line``.

    ``find_rules`` is asked once for each name of a rule set that stands in them.
    """
    found = WinRows(rows=[None] * data.count(b"\n"), refused={}, settled={}, defaults=[])
    wins = decode_win_lines(data)
    tail = f',"file":{msgspec.json.encode(file).decode()},"line":'
    for name, numbers in _by_rules(wins).items():
        chosen = [win for number in numbers if (win := wins[number]) is not None]
        rules = find_rules(chosen[0])
        if rules is None:
            continue
        settled, taken, refused = settle_records(chosen, rules)
        kept = chosen if len(taken) == len(chosen) else [chosen[row] for row in taken]
        places = [numbers[row] for row in taken]
        texts = row_writer(rules, lang).write(settled, kept, tail, [line + number for number in places])
        if len(texts) == len(found.rows):
            found.rows[:] = texts
        else:
            for number, text in zip(places, texts, strict=True):
                found.rows[number] = text
        found.refused.update({numbers[row]: (chosen[row], error, rules) for row, error in refused.items()})
        found.settled[rules.label] = found.settled.get(rules.label, 0) + len(kept)
        if name is None:
            found.defaults.append(rules.id)
    return found


def _by_rules(wins: Sequence[Win | None]) -> dict[str | None, Sequence[int]]:
    """The places of the wins by the name of their rule set."""
    names = {win.rules for win in wins if win is not None}
    if len(names) == 1 and all(wins):
        return {names.pop(): range(len(wins))}
    places: dict[str | None, Sequence[int]] = {
        name: [place for place, win in enumerate(wins) if win is not None and win.rules == name] for name in names
    }
    return places
