"""Any iterable of records in, an iterator of results out: as many as there are, few of them in memory."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from calc.batch.pool import in_order
from calc.batch.settle import Settings, settle_safely
from calc.records.plain import AnyRecord
from calc.settling import Fields, Rules, read_given
from calc.tables import RuleSet

if TYPE_CHECKING:
    from calc.settling.api import AnyResult

#: A record of any kind: a line of notation, plain data, or a typed record.
AnyGiven = str | Mapping[str, Any] | AnyRecord
#: Records that are settled together: few at first, so that the first results come soon, then twice as many each time.
_FEWEST: Final = 16
_MOST: Final = 1024


def settle_stream(
    records: Iterable[AnyGiven],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Fields = "short",
    lang: str = "en",
    executor: Executor | None = None,
    ahead: int | None = None,
) -> Iterator[AnyResult]:
    """Settle records of any kinds as they come: results in the same order, a :class:`Refusal` for each that is wrong.

    ``records``: what :func:`score`, :func:`settle_round` and :func:`settle_game` take. Nothing is read before the first
    result is asked for, and never more than a few thousand records ahead, so they may have no end. ``executor``: where
    the work is done, such as a ``ProcessPoolExecutor`` or that of a Dask client; by default here. ``ahead``: how many
    portions are handed out at once, of up to 1,024 records each; by default twice as many as the executor or this
    machine has processes, so name it for a cluster. ``fields``, ``rules``, ``options`` and
    ``lang`` as in :func:`score_many`.

    >>> given = ["1m", "riichi 19m19p19s1234567z tsumo seat=S round=E", "koikoi A:1BR,3B,8BA,9A B:2AR stopped_by=A"]
    >>> [(result.ok, result.rules) for result in settle_stream(given)]
    [(False, None), (False, 'riichi@1.3.0'), (True, 'koikoi@1.2.0')]
    """
    chosen = dict(options or {})
    if executor is not None and isinstance(rules, RuleSet):
        # Other processes load it themselves: a name is quicker sent than all its rules.
        chosen = {**rules.chosen, **chosen}
        rules = rules.origin
    settings = Settings(rules=rules, options=chosen, fields=fields, lang=lang)
    if executor is None:
        for portion in _portions(records):
            yield from _settle(portion, settings)
        return
    if ahead is None:
        ahead = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    settle = partial(_settle_packed, settings=settings)
    for _, packed in in_order(_portions(records), settle, executor, max(ahead, 1)):
        yield from pickle.loads(packed)


def _portions(records: Iterable[AnyGiven]) -> Iterator[list[AnyGiven]]:
    left, count = iter(records), _FEWEST
    while portion := list(islice(left, count)):
        yield portion
        count = min(2 * count, _MOST)


def _settle_packed(portion: Sequence[AnyGiven], settings: Settings) -> bytes:
    """Results as bytes: engines look into every object that they carry, which takes longer than settling it."""
    return pickle.dumps(_settle(portion, settings), protocol=pickle.HIGHEST_PROTOCOL)


def _settle(portion: Sequence[AnyGiven], settings: Settings) -> Sequence[Any]:
    return settle_safely([read_given(record) for record in portion], settings)
