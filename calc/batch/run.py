"""A run: inputs cut into blocks, blocks settled here or in other processes, results written in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from calc.batch.journal import Beginning, begin
from calc.batch.output import CannotWriteError, Output, ParquetOutput, PartOutput, Paths, StreamOutput, writing
from calc.batch.pool import in_order
from calc.batch.rows import check_parquet, head
from calc.batch.settle import Done, Settings, settle_block
from calc.batch.tally import Tally
from calc.intake.blocks import cut_inputs
from calc.intake.names import Input, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: Called after each block is written: with the block, the bytes of input read so far, and the tally so far.
Watch = Callable[[Done, int, Tally], None]


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of a run. ``here``: records that this run settled, without those from before it was resumed.
    ``stopped``: why it did not end. ``interrupted``: by Ctrl-C. ``can_resume``: it can be continued.
    """

    tally: Tally
    here: int
    seconds: float
    stopped: str | None = None
    interrupted: bool = False
    can_resume: bool = False


def open_output(
    inputs: Sequence[Input],
    settings: Settings,
    out: Path | IO[bytes],
    *,
    program: str = "",
    resume: bool = False,
    force: bool = False,
    beginning: Beginning | None = None,
) -> Output:
    """The output of a run: an open stream, or a file, begun or continued. ``program``: the version, which has to be the
    same when the run is continued. ``beginning``: of a shard, in place of what the run itself is begun with.

    Raises :class:`UsageError` before anything is touched, and :class:`CannotWriteError`.
    """
    fuller = settings.fields == "full"
    if settings.format == "parquet":
        check_parquet()
    first = head(settings.format, fuller=fuller, kind=settings.rows)
    if not isinstance(out, Path):
        return StreamOutput(out, first)
    paths = Paths(out)
    once = next((one.name for one in inputs if not one.can_reread), None)
    if resume:
        if settings.format == "parquet":
            raise UsageError("a Parquet file cannot be continued; begin afresh with --force")
        if once is not None:
            raise UsageError(f"{once} cannot be read a second time, so there is nothing to resume; leave --resume out")
        return PartOutput.resume(paths, beginning or begin(inputs, settings, program, replaces=False))
    paths.check_free(force=force)
    if settings.format == "parquet" or once is not None:
        beginning = None
    elif beginning is None:
        beginning = begin(inputs, settings, program, replaces=out.exists())
    else:
        beginning = replace(beginning, replaces=out.exists())
    with writing():
        paths.clear()
    if settings.format == "parquet":
        return ParquetOutput(paths, fuller=fuller, kind=settings.rows)
    return PartOutput(paths, first, beginning)


def run_batch(
    inputs: Sequence[Input],
    settings: Settings,
    output: Output,
    *,
    executor: Executor | None = None,
    ahead: int = 1,
    watch: Watch | None = None,
    check: bool = False,
) -> Outcome:
    """Settle all records of the inputs, write them to the output, and return the outcome.

    ``executor``: settles up to ``ahead`` blocks elsewhere; without one they are settled here. ``check``: compare games
    of logs with what the log says of them.

    A run that is stopped, by Ctrl-C or by a full disk, leaves the output at a whole block. Raises
    :class:`BrokenPipeError` if the reader of a stream has gone.
    """
    started, before = time.monotonic(), output.tally.records
    sizes = [sum(one.size for one in inputs[:place]) for place in range(len(inputs) + 1)]

    def outcome(stopped: str | None = None, *, interrupted: bool = False) -> Outcome:
        return Outcome(
            tally=output.tally,
            here=output.tally.records - before,
            seconds=time.monotonic() - started,
            stopped=stopped,
            interrupted=interrupted,
            can_resume=stopped is not None and output.can_resume,
        )

    if output.is_finished:
        return outcome()
    settle = partial(settle_block, settings=settings, check=check)
    try:
        for block, done in in_order(cut_inputs(inputs, output.mark, settings.carry), settle, executor, ahead):
            output.tally.add(done.tally)
            output.write(done, block.end)
            if watch is not None:
                watch(done, sizes[min(block.source, len(inputs))] + block.taken, output.tally)
        output.finish()
    except KeyboardInterrupt:
        output.stop()
        return outcome("interrupted", interrupted=True)
    except CannotWriteError as error:
        output.stop()
        return outcome(f"the output cannot be written: {error}")
    except OSError:
        output.stop()
        raise
    except Exception as error:  # an unforeseen fault must not cost what was settled before
        output.stop()
        return outcome(f"the program failed: {type(error).__name__}: {error}; please report it")
    return outcome()
