"""JSON lines of won hands, many decoded at once.

A line is taken only where nothing about it needs a second look, and then it is read as
:func:`calc.notation.plain.decode_json` reads it; every other line is left to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from calc.notation.keys import WIN
from calc.notation.records import Win

__all__ = ["decode_win_lines"]

_DECODER: Final = msgspec.json.Decoder(Win)
_QUOTE, _COLON, _BLANK, _NEWLINE = (ord(character) for character in '": \n')
#: What makes a win be read alone.
_LEFT: Final = tuple(attrgetter(key) for key in ("options", "claim", "liable", "facts"))
_INT64: Final = 2**63
#: Five bits tell the letters of keys and a quote apart.
_LETTER: Final = 5
_LETTERS: Final = 2**_LETTER - 1


def _bits_of_keys() -> NDArray[np.int32]:
    """(32768,) one bit for each key, at the place of its last three characters, the opening quote among them."""
    bits = np.zeros(2 ** (3 * _LETTER), dtype=np.int32)
    endings = [f'"{key}'[-3:].encode() for key in WIN.keys]
    for number, ending in enumerate(endings):
        bits[_place_of(*(np.array([code]) for code in ending))] = 1 << number
    assert len(set(endings)) == len(WIN.keys)
    return bits


def _place_of(first: NDArray[Any], second: NDArray[Any], third: NDArray[Any]) -> NDArray[np.int64]:
    place = first.astype(np.int64) & _LETTERS
    for code in (second, third):
        place = place << _LETTER | code & _LETTERS
    return place


_BIT_OF: Final = _bits_of_keys()


def decode_win_lines(data: bytes) -> list[Win | None]:
    """The win of every line of ``data`` (whole lines, each ended by a newline), none where it is to be read alone.

    Taken are wins without options, claim, responsibility and facts, with an id that is a number or text, and no
    key twice.
    """
    try:
        wins: list[Win | None] = _DECODER.decode_lines(data)  # type: ignore[assignment]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        wins = [_decode(line) for line in data.split(b"\n")[:-1]]
    else:
        if len(wins) != data.count(b"\n"):  # a blank line somewhere
            wins = [_decode(line) for line in data.split(b"\n")[:-1]]
    doubtful = _may_have_keys_twice(data)
    if doubtful.any():
        wins = [None if is_doubtful else win for win, is_doubtful in zip(wins, doubtful.tolist(), strict=True)]
    return wins if _are_all_plain(wins) else [win if win is not None and _is_plain(win) else None for win in wins]


def _decode(line: bytes) -> Win | None:
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _may_have_keys_twice(data: bytes) -> NDArray[np.bool_]:
    """(n,) for each line whether some key may stand there twice; the decoder would take the last one."""
    text = np.frombuffer(data, dtype=np.uint8)
    line_ends = np.flatnonzero(text == _NEWLINE)
    colons = text[1:] == _COLON
    if b"\\" in data or (colons & (text[:-1] <= _BLANK)).any():
        # Keys may be spelled in another way, or stand apart from their colons.
        return np.ones(len(line_ends), dtype=np.bool_)
    ends = np.flatnonzero(colons & (text[:-1] == _QUOTE))
    bits = np.append(_BIT_OF[_place_of(text[ends - 3], text[ends - 2], text[ends - 1])], np.int32(0))
    # A line that holds no key at all is no win, whatever comes out for it here.
    first = np.searchsorted(ends, np.append(-1, line_ends[:-1]))
    seen = np.bitwise_or.reduceat(bits, first)
    return np.asarray(np.bitwise_count(seen) != np.diff(first, append=len(ends)))


def _are_all_plain(wins: Sequence[Win | None]) -> bool:
    """Whether no win has anything but an id in which something more could be wrong, looked at together."""
    found = [win for win in wins if win is not None]
    if len(found) < len(wins) or any(any(map(key, found)) for key in _LEFT):
        return False
    ids: list[Any] = [win.id for win in found]
    kinds = set(map(type, ids))
    if kinds == {int}:
        return bool(min(ids) >= -_INT64 and max(ids) < _INT64)
    return kinds in ({type(None)}, {str}, set())


def _is_plain(win: Win) -> bool:
    return _are_all_plain([win])
