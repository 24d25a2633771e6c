"""Blocks settled on a Dask cluster: an executor for a run, as that of processes of this machine is one."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from calc.batch import journal
from calc.batch.settle import Done, Settings, settle_block
from calc.errors import CalcError
from calc.intake.blocks import Block
from calc.intake.names import UsageError
from calc.tables import RuleTable
from calc.tables.loader import read_table
from calc.tables.shelf import Lent, lent
from calc.translation import msg

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: How many seconds the scheduler may take to answer.
_SECONDS: Final = 30


class Work(Struct, frozen=True):
    """Settles blocks on workers. ``version``: tells that of the program there, ``program`` is the one here. ``rules``:
    digests of the rule files. ``tables``: of house rules, by the names that the caller gave them.
    """

    settings: Settings
    check: bool
    version: Callable[[], str]
    program: str
    rules: dict[str, str]
    tables: dict[str, tuple[dict[str, Any], Any, str]]

    def settle(self, block: Block) -> Done:
        """Settle a block. Raises :class:`CalcError` in a worker that has another program or other rules."""
        if (fault := fault_of_worker(self.version, self.program, self.rules["shipped"])) is not None:
            raise CalcError("a worker {0}", fault)
        content = repr(sorted(self.rules.items()))
        token = lent.set({name: Lent(RuleTable(*parts), content) for name, parts in self.tables.items()})
        try:
            return settle_block(block, self.settings, check=self.check)
        finally:
            lent.reset(token)


@cache  # a worker asks it for every block
def fault_of_worker(version: Callable[[], str], program: str, shipped: str) -> str | None:
    """Why this process cannot settle a run of the ``program`` with the ``shipped`` rules; none if it can."""
    if (own := version()) != program:
        return msg("has version {0}, the run was begun by {1}; install the same everywhere", own, program)
    if journal.shipped_digest() != shipped:
        return msg("has other rules than the run was begun with; install the same everywhere")
    return None


@contextmanager
def workers_at(
    address: str, settings: Settings, version: Callable[[], str], *, check: bool
) -> "Iterator[tuple[Executor, Work, int]]":
    """The workers of the scheduler at ``address``: what hands work to them, what they do, and how much at once.

    A worker that dies meanwhile costs its blocks again and nothing else, so what Dask warns of is not shown. Raises
    :class:`UsageError` where they cannot be reached or have another program or other rules.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs Dask, which is not installed: pip install 'yaku-calc[dask]'") from None
    house = {name: read_table(name) for name in journal.house_names(settings)}
    tables = {name: (table.data, table.places, table.file) for name, table in house.items()}
    work = Work(settings, check, version, version(), journal.rule_digests(settings), tables)
    try:
        client: Any = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError("expected the scheduler of a Dask cluster at {0!r}: {1}", address, error) from None
    with client, ExitStack() as after:
        for log in map(logging.getLogger, ("distributed", "distributed.client")):
            after.callback(log.setLevel, log.level)
            log.setLevel(logging.ERROR)
        try:
            faults = client.run(fault_of_worker, version, work.program, work.rules["shipped"])
        except Exception as error:  # such as a worker that cannot import this module
            told = f"{type(error).__name__}: {error}"
            raise UsageError("expected workers that have this program installed: {0}", told) from None
        if not faults:
            raise UsageError("expected a cluster with workers, found none; start some: dask worker ADDRESS")
        for worker, fault in sorted(faults.items()):
            if fault is not None:
                raise UsageError("the worker at {0} {1}", worker, fault)
        yield client.get_executor(), work, sum(client.nthreads().values())
