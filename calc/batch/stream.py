"""Any iterable of records in, an iterator of results out: as many as there are, few of them in memory."""

from __future__ import annotations

import os
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
) -> Iterator[AnyResult]:
    """Settle records of any kinds as they come: results in the same order, a :class:`Refusal` for each that is wrong.

    ``records``: what :func:`score`, :func:`settle_round` and :func:`settle_game` take. Nothing is read before the first
    result is asked for, and never more than a few thousand records ahead, so they may have no end. ``executor``: where
    the work is done, such as a ``ProcessPoolExecutor``; by default here. ``fields``, ``rules``, ``options`` and
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
    ahead = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    for _, results in in_order(_portions(records), partial(_settle, settings=settings), executor, ahead):
        yield from results


def _portions(records: Iterable[AnyGiven]) -> Iterator[list[AnyGiven]]:
    left, count = iter(records), _FEWEST
    while portion := list(islice(left, count)):
        yield portion
        count = min(2 * count, _MOST)


def _settle(portion: Sequence[AnyGiven], settings: Settings) -> Sequence[Any]:
    return settle_safely([read_given(record) for record in portion], settings)
