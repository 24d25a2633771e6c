"""JSON lines of won hands, many decoded at once.

A line is taken only where nothing about it needs a second look, and then it is read as
:func:`calc.records.plain.decode_json` reads it; every other line is left to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from calc.records.win import Win

_KEYS: Final = Win.__struct_encode_fields__
_DECODER: Final = msgspec.json.Decoder(Win)
_QUOTE, _COLON, _BLANK, _NEWLINE = (ord(character) for character in '": \n')
#: The key of a record that is no win, but may stand in every line; to try such lines is not worth the while.
_ROUND: Final = b'"players":'
#: The keys of a win whose values need a second look, between their quotes.
_UNUSUAL: Final = (b'"options"', b'"liable"', b'"facts"', b'"claim"')
#: Ids below this need none.
_LARGE: Final = 2**63
#: The last four characters of each key between its quotes, the closing one among them, as one number.
_ENDINGS: Final = np.array([int.from_bytes(f'"{key}"'[-4:].encode(), "little") for key in _KEYS], dtype=np.uint32)
assert len(set(_ENDINGS.tolist())) == len(_KEYS)
_PLACES: Final = 2**10


def _place_of(endings: NDArray[np.uint32], factor: np.uint32) -> NDArray[np.uint32]:
    """A place for each ending, out of :data:`_PLACES`: the highest bits of its product with some number."""
    found: NDArray[np.uint32] = endings * factor // np.uint32(2**32 // _PLACES)
    return found


#: A number that gives every key a place of its own. Most large ones do.
_FACTOR: Final = next(
    factor
    for factor in map(np.uint32, range(2**31 + 1, 2**32, 2**16))
    if len(set(_place_of(_ENDINGS, factor).tolist())) == len(_KEYS)
)


def _bits_of_keys() -> NDArray[np.int32]:
    """(places,) one bit for each key, at its place."""
    bits = np.zeros(_PLACES, dtype=np.int32)
    bits[_place_of(_ENDINGS, _FACTOR)] = 1 << np.arange(len(_KEYS))
    return bits


_BIT_OF: Final = _bits_of_keys()


def decode_win_lines(data: bytes) -> list[Win | None]:
    """The win of each line of ``data`` (whole lines, each ended by a newline), ``None`` for a line to be read alone.

    Taken are wins without options, claim, responsibility and facts, whose id is a number or text, and no key twice.
    """
    wins = _decode_all(data) or _decode_each(data)
    if not any(wins):
        return wins
    doubtful = _may_have_keys_twice(data)
    if len(wins) != len(doubtful):  # the decoder skips blank lines
        wins = _decode_each(data)
    if doubtful.any():
        wins = [None if is_doubtful else win for win, is_doubtful in zip(wins, doubtful.tolist(), strict=True)]
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
    bits = np.append(_BIT_OF[_place_of(fours[np.maximum(quotes, 3) - 3], _FACTOR)], np.int32(0))
    # A line that holds no key at all is no win, whatever comes out for it here.
    first = np.searchsorted(quotes, np.append(-1, line_ends[:-1]))
    seen = np.bitwise_or.reduceat(bits, first)
    return np.asarray(np.bitwise_count(seen) != np.diff(first, append=len(quotes)))


def _stand_apart(text: NDArray[np.uint8], is_colon: NDArray[np.bool_], after_quotes: int) -> bool:
    """Whether some colon stands behind a blank. Most often all of them stand behind quotes, which is soon found."""
    return np.count_nonzero(is_colon) != after_quotes and bool((is_colon & (text[:-1] <= _BLANK)).any())
