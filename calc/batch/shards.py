"""A run in shards: each settles some of the inputs with a journal of its own, and a join puts their rows together.

The inputs are divided the same way everywhere. A shard is done when its journal is called ``.done``; the join compares
these before it writes anything, and gives the bytes of one run.
"""

import errno
import glob
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any, Final
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from calc.arrow import arrow
from calc.batch import journal, run
from calc.batch.journal import Beginning, Digest, Safe, check_same
from calc.batch.output import PartFile, claim, read_done, settings_of, shape_of
from calc.batch.paths import Mirror, Paths, Shard
from calc.batch.run import Outcome
from calc.batch.settle import Done, Settings, head
from calc.batch.tally import Tally, add_up
from calc.errors import CalcError
from calc.intake.names import Input, UsageError, is_address, look_again
from calc.intake.unpack import reason_of
from calc.tables import RuleTable
from calc.tables.loader import read_table
from calc.tables.shelf import Lent, lent
from calc.translation import msg

#: Bytes that are copied at once.
_CHUNK: Final = 1 << 20


class _Found(Struct, frozen=True):
    shard: Shard
    paths: Paths
    beginning: Beginning
    end: Safe


def join(out: str, *, force: bool = False) -> tuple[Outcome, bool]:
    """Write the rows of all shards of ``out``, a path or an address, as those of one run; and say whether claims were
    checked.

    Raises :class:`UsageError` before anything is written where a shard is missing, doubled or of another run.
    """
    if not is_address(out):
        return _join(Path(out), force=force)
    with Mirror(out) as mirror:
        mirror.check_free(force=force)
        mirror.fetch(".shard-*-of-*")
        found = _join(mirror.here, force=force)
        for path in mirror.here.parent.glob("*.shard-*-of-*"):
            path.unlink()
        mirror.send()
        return found


def _join(out: Path, *, force: bool) -> tuple[Outcome, bool]:
    started = time.monotonic()
    shards = _find_shards(out)
    paths = Paths(out)
    paths.check_free(force=force)
    settings = settings_of(shards[0].beginning)
    if settings.is_typed:
        arrow(settings.format.capitalize())
    journal = claim(paths)
    try:
        _copy([one.paths.out for one in shards], paths.part, head(settings))
        _copy([one.paths.rejects for one in shards if one.end.rejects], paths.rejects_part)
        tally = Tally()
        for one in shards:
            add_up(tally, one.end.tally)
        paths.finish(paths.rejects_part.stat().st_size, shape_of(settings, tally.kinds))
    except BaseException:
        paths.clear()
        paths.journal.unlink(missing_ok=True)
        raise
    finally:
        journal.close()
    seconds = time.monotonic() - started
    return Outcome(tally=tally, here=tally.records, seconds=seconds), any(one.end.check for one in shards)


def _copy(files: Sequence[Path], to: Path, first: bytes = b"") -> None:
    """Write files after each other. ``first``: how each of them begins, and the whole too."""
    written = PartFile(to)
    written.write(first)
    for path in files:
        with open(path, "rb") as file:
            file.seek(len(first))
            while data := file.read(_CHUNK):
                written.write(data)
    written.sync()
    written.close()


def _find_shards(out: Path) -> list[_Found]:
    """All shards, in order. Raises :class:`UsageError` where they are not those of one run."""
    shards: list[_Found] = []
    for done in glob.glob(f"{glob.escape(str(out))}.shard-*-of-*.done"):
        beginning, end = read_done(Path(done))
        shard = Shard.parse(beginning.shard)
        paths = Paths(out, shard)
        if paths.done != Path(done):
            raise UsageError("{0!r} is of shard {1}, which cannot count twice; remove the copy", done, shard)
        shards.append(_Found(shard, paths, beginning, end))
    if not shards:
        raise UsageError("there is no finished shard of {0!r}; make them with --shard 1/N to N/N", str(out))
    of, *others = sorted({one.shard.of for one in shards})
    if others:
        counts = " and of ".join(map(str, (of, *others)))
        raise UsageError("found shards of {0}; remove those of one division ({1}.shard-*)", counts, out)
    shards.sort(key=lambda one: one.shard.number)
    missing = sorted({*range(1, of + 1)} - {one.shard.number for one in shards})
    if missing:
        listed = ", ".join(f"{number}/{of}" for number in missing[:10])
        raise UsageError("not all shards are done; missing: {0}{1}", listed, ", ..." if len(missing) > 10 else "")
    first = shards[0]
    for one in shards:
        try:
            check_same(_anywhere(first.beginning), _anywhere(one.beginning))
        except UsageError as error:
            why = error.message.partition(";")[0]
            raise UsageError("shard {0} is of another run than shard {1}: {2}", one.shard, first.shard, why) from None
        for path, found in zip((one.paths.out, one.paths.rejects), one.end.digests, strict=True):
            if Digest(path).up_to(sys.maxsize).text != found:
                raise UsageError("{0!r} is not as shard {1} wrote it; settle the shard again", str(path), one.shard)
    return shards


def _anywhere(beginning: Beginning) -> Beginning:
    """A beginning without what differs from machine to machine: where rule files are, and times of change."""
    inputs = tuple(replace(one, path="", changed=0, state=0) for one in beginning.inputs)
    rules = {PurePath(name.replace("\\", "/")).name: content for name, content in beginning.rules.items()}
    return replace(beginning, inputs=inputs, rules=rules, shard="", replaces=False)


# ---- shards on a Dask cluster


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
) -> Iterator[tuple[list[Done], int, int]]:
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
                found: list[Done] = future.result()
            except Exception as error:  # what we say, or whatever Dask says of a task that it gave up
                is_ours = isinstance(error, CalcError | OSError)
                why = reason_of(error) if is_ours else f"{type(error).__name__}: {error}"
                kept = msg("{0}; the shards that are done are kept, go on with --resume", why)
                raise OSError(errno.EIO, kept) from None
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


def settle_shard(task: Task, shard: Shard) -> list[Done]:
    """Settle a shard here, in a worker, and return its blocks as far as something is to be told of them.

    Raises :class:`~calc.errors.CalcError` and :class:`OSError` where it cannot be done.
    """
    told, inputs = list[Done](), shard.own(task.beginning.inputs)

    def watch(done: Done, taken: int, tally: Tally) -> None:
        if done.defaults or done.wrong or done.checked:
            told.append(replace(done, rows=b"", rejects=b""))

    if (fault := fault_of_worker(task, inputs)) is not None:
        raise CalcError("a worker {0}", fault)
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
                    raise CalcError(outcome.stopped)
                mirror.send()
    finally:
        lent.reset(token)
    return told
