"""JSON lines of rounds, decoded straight into records where nothing about them needs a second look."""

from __future__ import annotations

from typing import Final

import msgspec

from calc.hanafuda.records.types import HanafudaRound
from calc.notation.text import may_repeat_key

#: Ids below this need no second look.
_LARGE: Final = 2**63
_ROUND_DECODER: Final = msgspec.json.Decoder(HanafudaRound)


def decode_round_line(line: bytes) -> HanafudaRound | None:
    """Decode the round that a JSON text describes; none if it has to be read in full.

    Taken are rounds with players, their cards, and who stopped, went on or deals in which month.
    """
    try:
        record = _ROUND_DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    # Another key is there twice, or is not looked at here.
    return record if not may_repeat_key(line, _count_keys(record)) and _is_plain_round(record) else None


def _count_keys(record: HanafudaRound) -> int:
    """The keys of a record that only has those that are looked at here."""
    single = (record.id, record.rules, record.players, record.stopped_by, record.month, record.dealer)
    count = len(single) - single.count(None)
    count += sum(1 + len(calls) for calls in (record.calls, record.koikoi) if calls)
    for hand in record.players.values():
        count += 1 + (hand.dealt is not None) + (hand.returned is not None) + (hand.captured is not None)
    return count


def _is_plain_round(record: HanafudaRound) -> bool:
    """Whether id, names and month are such as they have to be."""
    own = record.id
    if not (own is None or isinstance(own, str) or (type(own) is int and -_LARGE <= own < _LARGE)):
        return False
    named = [name for name in (record.stopped_by, record.dealer) if name is not None]
    return all(map(str.strip, (*record.players, *named)))
