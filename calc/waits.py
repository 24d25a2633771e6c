"""What a caller can ask of a hand one tile short. :func:`find_waits` is exported by :mod:`calc`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calc.errors import CalcError
from calc.mahjong.wait_results import WaitsResult
from calc.mahjong.waits import score_waits
from calc.notation.lines import in_line, parse_waiting_line
from calc.notation.waiting import Waiting, waiting_from
from calc.settle.outcomes import Refusal, refuse
from calc.settling import DEFAULT_RULES, Fallback, Read, Rules, label_for, rules_for

if TYPE_CHECKING:
    from calc.notation.files import Entry

__all__ = ["WaitsRecord", "find_waits", "read_waits_entry", "read_waits_line", "settle_waits"]

#: A hand one tile short: a line of notation, plain data, or a typed record.
WaitsRecord = str | Mapping[str, Any] | Waiting


def read_waits_line(line: str) -> Read[Waiting]:
    """A hand one tile short from a command line, which may name a file as its rule set."""
    try:
        record, columns = parse_waiting_line(line)
    except CalcError as error:
        return Read[Waiting](error=error, text=line)
    return Read[Waiting](record, text=line, columns=columns, on_command_line=True)


def read_waits_entry(entry: Entry[Waiting]) -> Read[Waiting]:
    """A hand one tile short from a file."""
    return Read[Waiting](entry.record, entry.error, entry.text, entry.columns, entry.file, entry.line, entry.lines)


def find_waits(
    record: WaitsRecord, *, rules: Rules | None = None, options: Mapping[str, Any] | None = None, lang: str = "en"
) -> WaitsResult:
    """What a hand one tile short waits for: each winning tile, how many are left, and what it would pay, in points, by
    ron and by tsumo, or why it would be no win.

    ``record``: a line of notation, a mapping, or a :class:`Waiting`. It has the keys of a win without ``win``, ``by``
    and ``from``; without ``seat`` and ``round`` payments are left out, and ``add`` names these keys. ``rules``,
    ``options`` and ``lang`` as in :func:`score`. A hand that waits for nothing is an answer (``waiting`` is false); one
    that cannot be raises a :class:`CalcError` that says what is wrong with it, where, and how to mend it.

    >>> found = find_waits("riichi 123m456p789s1122z seat=S round=E riichi")
    >>> [(line.tile, line.left, line.ron.points, line.tsumo.points) for line in found.tiles]
    [('1z', 2, 2600, 5200), ('2z', 2, 2600, 5200)]
    """
    columns = None
    if isinstance(record, str):
        record, columns = parse_waiting_line(record)
    elif not isinstance(record, Waiting):
        record = waiting_from(record)
    return _settle(Read[Waiting](record, columns=columns), record, rules, options, DEFAULT_RULES, lang)


def settle_waits(
    reads: Sequence[Read[Waiting]],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    lang: str = "en",
) -> list[WaitsResult | Refusal]:
    """As :func:`find_waits`, of hands that were read before, each with its result or refusal. ``fallback``: the rule
    set of a record that names none.
    """
    outcomes: list[WaitsResult | Refusal] = []
    for read in reads:
        record = read.record
        if record is None:
            outcomes.append(refuse(read.error or CalcError("there is no record here")))
            continue
        try:
            outcomes.append(_settle(read, record, rules, options, fallback, lang))
        except CalcError as error:
            label = label_for(record, rules, fallback, allow_file=read.on_command_line)
            outcomes.append(refuse(error, id=record.id, rules=label, options=record.options))
    return outcomes


def _settle(
    read: Read[Waiting],
    record: Waiting,
    rules: Rules | None,
    options: Mapping[str, Any] | None,
    fallback: Fallback,
    lang: str,
) -> WaitsResult:
    """The result of a record; what refuses it is placed in the line, where it was spelled as one."""
    try:
        chosen = rules_for(record, rules, options, fallback, allow_file=read.on_command_line)
        return score_waits(record, chosen, lang=lang)
    except CalcError as error:
        raise (in_line(error, read.columns) if read.columns is not None else error) from None
