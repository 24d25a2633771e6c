"""JSON lines of won hands, many decoded at once.

A line is taken only where nothing about it needs a second look, and then it is read as
:func:`calc.records.plain.decode_json` reads it; every other line is left to that, which takes three times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from calc.records.json_text import may_repeat_key
from calc.records.win import Win

_DECODER: Final = msgspec.json.Decoder(Win)
#: The keys of a line, their values unread.
_KEYS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
#: The key of a record that is no win, but may stand in every line; to try such lines is not worth the while.
_ROUND: Final = b'"players":'
#: The keys of a win whose values need a second look, between their quotes.
_UNUSUAL: Final = (b'"options"', b'"liable"', b'"facts"', b'"claim"')
#: Ids below this need none.
_LARGE: Final = 2**63


def decode_win_lines(data: bytes) -> list[Win | None]:
    """The win of each line of ``data`` (whole lines, each ended by a newline), ``None`` for a line to be read alone.

    Taken are wins without options, claim, responsibility and facts, whose id is a number or text, and no key twice.
    """
    wins = _decode_all(data) or _decode_each(data)
    if not any(wins):
        return wins
    lines = data.split(b"\n")[:-1]
    if len(wins) != len(lines):  # the decoder skips blank lines
        wins = _decode_each(data)
    wins = [
        None if win is None or may_repeat_key(line, len(_KEYS.decode(line))) else win
        for win, line in zip(wins, lines, strict=True)
    ]
    if any(key in data for key in _UNUSUAL) or not _are_plain_ids([win.id for win in wins if win]):
        return [win if win is not None and _is_plain(win) else None for win in wins]
    return wins


def _are_plain_ids(ids: Sequence[Any]) -> bool:
    """Whether all ids are text, or numbers of a common size, or none."""
    kinds = set(map(type, ids))
    numbers = ids if kinds == {int} else [one for one in ids if type(one) is int]
    return kinds <= {str, int, type(None)} and (not numbers or (min(numbers) >= -_LARGE and max(numbers) < _LARGE))


def _is_plain(win: Win) -> bool:
    """Whether nothing about a win needs a second look."""
    is_usual = not (win.options or win.liable or win.facts or win.claim is not None)
    return is_usual and _are_plain_ids([win.id])


def _decode_all(data: bytes) -> list[Win | None]:
    """The wins of lines that all hold one; else of none, or of those that are not blank."""
    try:
        return _DECODER.decode_lines(data)  # type: ignore[return-value]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return []


def _decode_each(data: bytes) -> list[Win | None]:
    return [None if _ROUND in line else _decode(line) for line in data.split(b"\n")[:-1]]


def _decode(line: bytes) -> Win | None:
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
