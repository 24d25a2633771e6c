"""JSON lines of won hands, decoded straight into records.

A line is taken only where nothing about it needs a second look, and then it is read as
:func:`calc.intake.spelling.record_from` reads it, three times as fast; every other line is left to that, which says
what is wrong with it.

No key may be lost that is given twice. :func:`calc.notation.text.may_repeat_key` finds that by the number of keys,
but to count those of every win makes decoding a block 1.8 times as slow, to decode mappings and convert them 1.7 times,
to encode the wins again 1.3 times where they give values that are defaults. So a block is sieved first, and only lines
that remain doubtful are counted.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final, get_args

import msgspec
import numpy as np

from calc.mahjong.records.types import WORTH, Win
from calc.notation.text import count_keys, may_repeat_key
from calc.records.values import Seat

_DECODER: Final = msgspec.json.Decoder(Win)
#: The key of a record that is no win, but may stand in every line; to try such lines is not worth the while.
_ROUND: Final = b'"players":'
#: Ids below this need none.
_LARGE: Final = 2**63
#: The last four characters of each key, its closing quote included, as one number.
_ENDINGS: Final = [int.from_bytes(f'"{key}"'[-4:].encode(), "little") for key in Win.__struct_encode_fields__]
#: A factor whose products with the endings differ in their highest six bits; ``han`` and ``rinshan`` end alike, and are
#: in one line only where it needs a second look. It was found by trying; for another set of keys a test tells to look
#: for another one. With a factor that does not fit, lines are read more slowly.
_FACTOR: Final = 0xED53BDA5
#: A bit for each key. Those of a claim count too; where they have bits of others, a line gets a second look.
_BIT_OF: Final = {
    key: 1 << (ending * _FACTOR % 2**32 >> 26)
    for key, ending in zip(Win.__struct_encode_fields__, _ENDINGS, strict=True)
}
#: The bits of keys whose values need a second look.
_UNUSUAL: Final = sum(_BIT_OF[key] for key in ("options", "liable", "facts", "fu", "level", "points"))
#: The bit of ``han``, which is that of ``rinshan`` too.
_HAN: Final = _BIT_OF["han"]
_SEATS: Final = {None, *get_args(Seat)}
_SEAT_OF, _FROM_OF, _HAN_OF = map(attrgetter, ("seat", "from_", "han"))
_HAND_OF: Final = attrgetter("hand")
_BLANKS: Final = np.frombuffer(b" \t\n\r\f\v", dtype=np.uint8)


def decode_win_lines(data: bytes) -> list[Win | None]:
    """The win of each line of ``data`` (whole lines, each ended by a newline), ``None`` for a line to be read alone.

    Taken are wins with tiles, without options, responsibility and facts, whose id is a number or text, and no key
    twice.
    """
    wins = _decode_all(data) or _decode_each(data)
    if not any(wins):
        return wins
    if len(wins) != data.count(b"\n"):  # the decoder skips blank lines
        wins = _decode_each(data)
    doubtful, unusual, keys = _sieve(data)
    if doubtful:
        lines = data.split(b"\n")
        for place in doubtful:
            if wins[place] is not None and may_repeat_key(lines[place], count_keys(msgspec.json.decode(lines[place]))):
                wins[place] = None
    known = [win for win in wins if win]
    # A seat may be anything here, and a win may have no tiles.
    are_usual = _SEATS.issuperset(map(_SEAT_OF, known)) and _SEATS.issuperset(map(_FROM_OF, known))
    are_usual &= all(map(_HAND_OF, known)) and not (keys & _HAN and {*map(_HAN_OF, known)} != {None})
    suspects = range(len(wins)) if not are_usual or not _are_plain_ids([win.id for win in known]) else unusual
    for place in suspects:
        win = wins[place]
        if win is not None and not _is_plain(win):
            wins[place] = None
    return wins


def _sieve(data: bytes) -> tuple[list[int], list[int], int]:
    """The lines that may have a key twice, those too that may have unusual keys, and the bits of the keys of all.

    Keys are the same only if their last characters are, and if no key is spelled with escapes or is apart from its
    colon.
    """
    text = np.frombuffer(data, dtype=np.uint8)
    ends, colons = np.flatnonzero(text == ord("\n")), np.flatnonzero(text == ord(":"))
    before = text[colons - 1]
    quotes = colons[before == ord('"')] - 1
    first = np.searchsorted(quotes, np.append(0, ends[:-1]))
    count = np.diff(first, append=len(quotes))
    # Four characters at each place of the data, for those that end with a quote.
    fours = np.ndarray(max(len(data) - 3, 0), dtype="<u4", buffer=data, strides=(1,))
    places = fours[np.maximum(quotes, 3) - 3] * np.uint32(_FACTOR) >> np.uint32(26)
    rows = np.flatnonzero(count)
    found = np.bitwise_or.reduceat(np.uint64(1) << places.astype(np.uint64), first[rows])
    doubtful = rows[np.bitwise_count(found) != count[rows]].tolist()
    if b"\\" in data or len(quotes) < len(colons):
        apart = colons[np.isin(before, _BLANKS)]
        odd = np.append(np.flatnonzero(text == ord("\\")), apart)
        doubtful = np.union1d(doubtful, np.searchsorted(ends, odd)).astype(np.int64).tolist()
    unusual = np.union1d(doubtful, rows[found & np.uint64(_UNUSUAL) != 0]).astype(np.int64).tolist()
    return doubtful, unusual, int(np.bitwise_or.reduce(found))


def _are_plain_ids(ids: Sequence[Any]) -> bool:
    """Whether all ids are text, or numbers of a common size, or none."""
    kinds = set(map(type, ids))
    numbers = ids if kinds == {int} else [one for one in ids if type(one) is int]
    return kinds <= {str, int, type(None)} and (not numbers or (min(numbers) >= -_LARGE and max(numbers) < _LARGE))


def _is_plain(win: Win) -> bool:
    """Whether nothing about a win needs a second look."""
    is_usual = not (win.options or win.liable or win.facts)
    is_usual = is_usual and bool(win.hand) and all(getattr(win, key) is None for key in WORTH)
    return is_usual and win.seat in _SEATS and win.from_ in _SEATS and _are_plain_ids([win.id])


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
