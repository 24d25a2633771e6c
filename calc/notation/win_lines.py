"""JSON lines of won hands, many decoded at once.

A line is taken only where nothing about it needs a second look, and then it is read as
:func:`calc.notation.plain.decode_json` reads it; every other line is left to that.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from calc.notation.keys import WIN
from calc.notation.records import PlainWin

__all__ = ["decode_win_lines"]

_DECODER: Final = msgspec.json.Decoder(PlainWin)
_QUOTE, _COLON, _BLANK, _NEWLINE = (ord(character) for character in '": \n')
#: The key of a record that is no win, but may stand in every line; to try such lines is not worth the while.
_ROUND: Final = b'"players":'
#: Five bits tell the letters of keys and a quote apart.
_LETTER: Final = 5
_LETTERS: Final = 2**_LETTER - 1


def _bits_of_keys() -> NDArray[np.int32]:
    """(32768,) one bit for each key, at the place of its last three characters, the opening quote among them."""
    bits = np.zeros(2 ** (3 * _LETTER), dtype=np.int32)
    endings = [f'"{key}"'[-4:].encode() for key in WIN.keys]
    for number, ending in enumerate(endings):
        bits[_place_of(np.frombuffer(ending, dtype="<u4"))] = 1 << number
    assert len({ending[:3] for ending in endings}) == len(WIN.keys)
    return bits


def _place_of(endings: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The places of keys by their last four characters, of which the last one is the closing quote."""
    first, second, third = (endings >> np.uint32(8 * place) & np.uint32(_LETTERS) for place in range(3))
    found: NDArray[np.uint32] = first << np.uint32(2 * _LETTER) | second << np.uint32(_LETTER) | third
    return found


_BIT_OF: Final = _bits_of_keys()


def decode_win_lines(data: bytes) -> list[PlainWin | None]:
    """The win of every line of ``data`` (whole lines, each ended by a newline), none where it is to be read alone.

    Taken are wins without options, claim, responsibility and facts, with an id that is a number or text, and no
    key twice.
    """
    try:
        wins: list[PlainWin | None] = _DECODER.decode_lines(data)  # type: ignore[assignment]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        wins = [None if _ROUND in line else _decode(line) for line in data.split(b"\n")[:-1]]
    else:
        if len(wins) != data.count(b"\n"):  # a blank line somewhere
            wins = [_decode(line) for line in data.split(b"\n")[:-1]]
    doubtful = _may_have_keys_twice(data)
    if doubtful.any():
        return [None if is_doubtful else win for win, is_doubtful in zip(wins, doubtful.tolist(), strict=True)]
    return wins


def _decode(line: bytes) -> PlainWin | None:
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _may_have_keys_twice(data: bytes) -> NDArray[np.bool_]:
    """(n,) for each line whether some key may stand there twice; the decoder would take the last one."""
    text = np.frombuffer(data, dtype=np.uint8)
    line_ends = np.flatnonzero(text == _NEWLINE)
    is_colon = text[1:] == _COLON
    quotes = np.flatnonzero(is_colon & (text[:-1] == _QUOTE))
    if b"\\" in data or _stand_apart(text, is_colon, len(quotes)):
        # Keys may be spelled in another way, or stand apart from their colons.
        return np.ones(len(line_ends), dtype=np.bool_)
    # Four characters at every place, for those that end with a quote.
    fours = np.ndarray(max(len(data) - 3, 0), dtype="<u4", buffer=data, strides=(1,))
    bits = np.append(_BIT_OF[_place_of(fours[np.maximum(quotes, 3) - 3])], np.int32(0))
    # A line that holds no key at all is no win, whatever comes out for it here.
    first = np.searchsorted(quotes, np.append(-1, line_ends[:-1]))
    seen = np.bitwise_or.reduceat(bits, first)
    return np.asarray(np.bitwise_count(seen) != np.diff(first, append=len(quotes)))


def _stand_apart(text: NDArray[np.uint8], is_colon: NDArray[np.bool_], after_quotes: int) -> bool:
    """Whether some colon stands behind a blank. Most often all of them stand behind quotes, which is soon found."""
    return np.count_nonzero(is_colon) != after_quotes and bool((is_colon & (text[:-1] <= _BLANK)).any())
