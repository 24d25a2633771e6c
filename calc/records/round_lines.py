"""JSON lines of hanafuda rounds decoded straight into records, where nothing about a line needs a second look.

Every other line is left to :func:`calc.records.plain.decode_json`, which says what is wrong with it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from calc.records.hanafuda import HanafudaRound
from calc.records.json_text import may_repeat_key

_DECODER: Final = msgspec.json.Decoder(HanafudaRound)
_INT64: Final = 2**63


def decode_round_line(line: bytes) -> HanafudaRound | None:
    """The round that a JSON text describes, none where it is to be read in full.

    Taken are rounds with players, their cards, and who stopped, went on or deals in which month.
    """
    try:
        record = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    # One key more stands there twice, or is not looked at here.
    return record if not may_repeat_key(line, _count_keys(record)) and _is_plain(record) else None


def _count_keys(record: HanafudaRound) -> int:
    """The keys of a record that only has those that are looked at here."""
    single = (record.id, record.rules, record.players, record.stopped_by, record.month, record.dealer)
    count = len(single) - single.count(None)
    if record.koikoi:
        count += 1 + len(record.koikoi)
    for hand in record.players.values():
        count += 1 + (hand.dealt is not None) + (hand.returned is not None) + (hand.captured is not None)
    return count


def _is_plain(record: HanafudaRound) -> bool:
    """Whether id, names and month are such as they have to be."""
    own = record.id
    if not (own is None or isinstance(own, str) or (type(own) is int and -_INT64 <= own < _INT64)):
        return False
    named = [name for name in (record.stopped_by, record.dealer) if name is not None]
    return all(map(str.strip, (*record.players, *named)))
