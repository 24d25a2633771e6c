"""A run on a Dask cluster: workers settle its shards, and the caller joins them.

Workers and the caller reach the same files under the same names: in a folder that they share, or at addresses. House
rules travel as content. A worker with another version, other rules or without an input is refused before anything is
written. A shard whose worker dies is settled again by another one.
"""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from calc.batch import journal, run
from calc.batch.paths import Shard
from calc.batch.remote import Mirror
from calc.batch.settle import Done, Settings
from calc.batch.tally import Tally
from calc.errors import CalcError
from calc.intake.names import Input, UsageError, is_address, look_again
from calc.intake.unpack import reason_of
from calc.tables import RuleTable
from calc.tables.loader import read_table
from calc.tables.shelf import Lent, lent
from calc.translation import msg

#: More shards than workers, so that none waits long for the last one; the same number wherever the run is resumed.
_SHARDS: Final = 256
#: How many seconds the scheduler may take to answer.
_SECONDS: Final = 30


class Task(Struct, frozen=True):
    """What all shards of a run are settled with. ``tables``: of house rules, by the names that the caller gave them.
    ``version``: tells that of the program that calls it.
    """

    beginning: journal.Beginning
    settings: Settings
    out: str
    tables: dict[str, tuple[dict[str, Any], Any, str]]
    check: bool
    resume: bool
    version: Callable[[], str]


def settle_on_cluster(
    address: str, inputs: Sequence[Input], settings: Settings, out: str, *, version: Callable[[], str], **chosen: bool
) -> Iterator[tuple[Done, int, int]]:
    """Settle all shards of a run on the cluster of the scheduler at ``address``: what each found, in their order; how
    many there are, and how many are done by then. ``chosen``: whether to ``check`` and to ``resume``.

    Raises :class:`UsageError` before anything is written, and :class:`OSError` where a shard could not be settled; the
    others stay.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs Dask, which is not installed: pip install 'yaku-calc[dask]'") from None
    of = max(min(len(inputs), _SHARDS), 1)
    shards = [Shard(number, of) for number in range(1, of + 1)]
    shards[0].own(inputs)  # refuses what can be read once only
    everywhere = [one if is_address(one.path) else replace(one, path=os.path.abspath(one.path)) for one in inputs]
    house = {name: read_table(name) for name in journal.house_names(settings)}
    task = Task(
        journal.begin(everywhere, settings, version()),
        settings,
        out if is_address(out) else os.path.abspath(out),
        {name: (table.data, table.places, table.file) for name, table in house.items()},
        version=version,
        **chosen,
    )
    try:
        client: Any = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError("expected the scheduler of a Dask cluster at {0!r}: {1}", address, error) from None
    with client:
        try:
            faults = client.run(fault_of_worker, task)
        except Exception as error:  # such as a worker that cannot import this module
            told = f"{type(error).__name__}: {error}"
            raise UsageError("expected workers that have this program installed: {0}", told) from None
        if not faults:
            raise UsageError("expected a cluster with workers, found none; start some: dask worker ADDRESS")
        for worker, fault in sorted(faults.items()):
            if fault is not None:
                raise UsageError("the worker at {0} {1}", worker, fault)
        name = f"yaku-{uuid4().hex}"
        futures = [client.submit(settle_shard, task, one, key=f"{name}{one.ending}", pure=False) for one in shards]
        for future in futures:
            try:
                found: Done | str = future.result()
            except Exception as error:  # whatever Dask says of a task that it gave up
                found = f"{type(error).__name__}: {error}"
            if isinstance(found, str):
                kept = msg("{0}; the shards that are done are kept, go on with --resume", found)
                raise OSError(errno.EIO, kept)
            yield found, sum(one.status == "finished" for one in futures), of


def fault_of_worker(task: Task, inputs: Sequence[Input] | None = None) -> str | None:
    """Why this worker cannot settle ``inputs``, by default all of the run; none if it can."""
    then, version = task.beginning, task.version()
    if version != then.program:
        return msg("has version {0}, the run was begun by {1}; install the same everywhere", version, then.program)
    if journal.shipped_digest() != then.rules["shipped"]:
        return msg("has other rules than the run was begun with; install the same everywhere")
    for one in then.inputs if inputs is None else inputs:
        try:
            sizes = f"{look_again(one).size:,}", f"{one.size:,}"
        except OSError as error:
            why = error.strerror
            return msg("cannot read the input {0!r} ({1}); share the folder, or name an address", one.name, why)
        if sizes[0] != sizes[1]:
            return msg("has another input {0!r}: {1} bytes, the run was begun with {2}", one.name, *sizes)
    return None


def settle_shard(task: Task, shard: Shard) -> Done | str:
    """Settle a shard here, in a worker, and return what is to be told of it; or why it cannot be done."""
    told, inputs = Done(), shard.own(task.beginning.inputs)

    def watch(done: Done, taken: int, tally: Tally) -> None:
        told.defaults += [name for name in done.defaults if name not in told.defaults]
        if task.check:
            told.wrong += done.wrong
            told.checked += done.checked

    fault = fault_of_worker(task, inputs)
    if fault is not None:
        return msg("a worker {0}", fault)
    content = repr(sorted(task.beginning.rules.items()))
    token = lent.set({name: Lent(RuleTable(*parts), content) for name, parts in task.tables.items()})
    try:
        with Mirror(task.out) as mirror:
            given: Any = {"shard": shard, "beginning": task.beginning, "force": True}
            resume = task.resume and mirror.fetch(f"{shard.ending}.done")
            output = run.open_output(inputs, task.settings, mirror.here, resume=resume, **given)
            if not output.is_finished:
                now = [*map(look_again, inputs)]
                outcome = run.run_batch(now, task.settings, output, watch=watch, check=task.check)
                if outcome.stopped is not None:
                    return outcome.stopped
                mirror.send()
    except (CalcError, OSError) as error:
        return reason_of(error)
    finally:
        lent.reset(token)
    return told
