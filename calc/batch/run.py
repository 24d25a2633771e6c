"""A run: inputs cut into blocks, blocks settled here or in other processes, results written in order.

A program with records of its own settles them by :func:`settle_stream`.
"""

import os
import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.arrow import arrow
from calc.batch.journal import Beginning, begin
from calc.batch.output import Output, PartOutput, StreamOutput
from calc.batch.paths import Paths, Shard
from calc.batch.pool import in_order
from calc.batch.settle import Done, Settings, settle_block, settle_safely
from calc.batch.tally import Tally, add_up
from calc.errors import CalcError
from calc.intake.blocks import Block, cut_inputs
from calc.intake.names import Input, UsageError
from calc.records.plain import AnyRecord
from calc.settling import Fields, Rules, read_given
from calc.tables import RuleSet
from calc.translation import msg

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from calc.settling.api import AnyResult

#: Called after each block is written: with the block, the bytes of input read so far, and the tally so far.
Watch = Callable[[Done, int, Tally], None]


class Outcome(Struct, frozen=True, kw_only=True):
    """How a run ended. ``here``: records that this run settled, without those from before it was resumed.
    ``stopped``: why it did not end. ``interrupted``: by Ctrl-C.
    """

    tally: Tally
    here: int
    seconds: float
    stopped: str | None = None
    interrupted: bool = False


def open_output(
    inputs: Sequence[Input],
    settings: Settings,
    out: Path | IO[bytes],
    *,
    program: str = "",
    resume: bool = False,
    force: bool = False,
    shard: Shard | None = None,
) -> Output:
    """The output of a run: an open stream, or a file, begun or continued. ``program``: the version, which has to be the
    same when the run is continued. ``shard``: the only one of the inputs that is settled, in files of its own.

    Raises :class:`CalcError` before anything is touched, and :class:`OSError`.
    """
    if settings.is_typed:
        arrow(settings.format.capitalize())
    if not isinstance(out, Path):
        return StreamOutput(out, settings)
    paths = Paths(out, shard)
    once = next((one.name for one in inputs if not one.can_reread), None)
    if resume and once is not None:
        raise UsageError("{0} cannot be read a second time, so there is nothing to resume; leave --resume out", once)
    beginning: Beginning | None = None
    if once is None:
        beginning = begin(inputs, settings, program)
        beginning = replace(beginning, shard=str(shard or ""), replaces=paths.out.exists())
        if resume:
            return PartOutput.resume(paths, beginning)
    paths.check_free(force=force)
    return PartOutput.begin(paths, settings, beginning)


def run_batch(
    inputs: Sequence[Input],
    settings: Settings,
    output: Output,
    *,
    executor: "Executor | None" = None,
    ahead: int = 1,
    settle: Callable[[Block], Done] | None = None,
    watch: Watch | None = None,
    check: bool = False,
) -> Outcome:
    """Settle all records of the inputs, write them to the output, and return the outcome.

    ``executor``: settles up to ``ahead`` blocks elsewhere; without one they are settled here. ``settle``: what
    settles a block, by default :func:`settle_block`. ``check``: compare games of logs with what the log says of them.

    A run that is stopped, by Ctrl-C or by a full disk, leaves the output at a whole block. Raises
    :class:`BrokenPipeError` if the reader of a stream has gone.
    """
    started, before = time.monotonic(), output.tally.records
    sizes = [0, *accumulate(one.size for one in inputs)]

    def outcome(stopped: str | None = None, *, interrupted: bool = False) -> Outcome:
        here, seconds = output.tally.records - before, time.monotonic() - started
        return Outcome(tally=output.tally, here=here, seconds=seconds, stopped=stopped, interrupted=interrupted)

    if output.is_finished:
        return outcome()
    settle = settle or partial(settle_block, settings=settings, check=check)
    try:
        for block, done in in_order(cut_inputs(inputs, output.mark, settings.carry), settle, executor, ahead):
            add_up(output.tally, done.tally)
            output.write(done, block.end)
            if watch is not None:
                watch(done, sizes[min(block.source, len(inputs))] + block.taken, output.tally)
        output.finish(check=check)
    except KeyboardInterrupt:
        output.stop()
        return outcome("interrupted", interrupted=True)
    except OSError as error:
        output.stop()
        if not isinstance(output, PartOutput):
            raise
        return outcome(msg("the output cannot be written: {0}", error.strerror or error))
    except CalcError as error:  # of a worker elsewhere
        output.stop()
        return outcome(error.message)
    except Exception as error:  # an unforeseen fault must not cost what was settled before
        output.stop()
        return outcome(msg("the program failed: {0}: {1}; please report it", type(error).__name__, error))
    return outcome()


# ---- records of a program

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
    executor: "Executor | None" = None,
    ahead: int | None = None,
) -> "Iterator[AnyResult]":
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
        chosen, rules = {**rules.chosen, **chosen}, rules.origin
    settings = Settings(rules=rules, options=chosen, fields=fields, lang=lang)

    def portions() -> Iterator[list[AnyGiven]]:
        left, count = iter(records), _FEWEST
        while portion := list(islice(left, count)):
            yield portion
            count = min(2 * count, _MOST)

    if executor is None:
        for portion in portions():
            yield from _settle(portion, settings)
        return
    if ahead is None:
        ahead = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    settle = partial(_settle_packed, settings=settings)
    for _, packed in in_order(portions(), settle, executor, max(ahead, 1)):
        yield from pickle.loads(packed)


def _settle_packed(portion: Sequence[AnyGiven], settings: Settings) -> bytes:
    """Results as bytes: engines look into every object that they carry, which takes longer than settling it."""
    return pickle.dumps(_settle(portion, settings), protocol=pickle.HIGHEST_PROTOCOL)


def _settle(portion: Sequence[AnyGiven], settings: Settings) -> Sequence[Any]:
    return settle_safely([read_given(record) for record in portion], settings)
