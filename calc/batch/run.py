"""A run: inputs cut into blocks, blocks settled here or in other processes, results written in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from calc.batch.journal import begin
from calc.batch.output import CannotWriteError, Output, ParquetOutput, PartOutput, Paths, StreamOutput, writing
from calc.batch.pool import in_order
from calc.batch.rows import check_parquet, head
from calc.batch.settle import Done, Settings, settle_block
from calc.batch.tally import Tally
from calc.intake.blocks import cut_inputs
from calc.intake.names import Input, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: Is shown every block when it is written: the block, the bytes of input behind it, and the tally so far.
Watch = Callable[[Done, int, Tally], None]


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of a run. ``here``: records that this run settled, without those before it was resumed. ``stopped``:
    why it did not end; ``interrupted``: that was somebody's wish. ``can_resume``: it can be gone on with.
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
) -> Output:
    """What a run writes to: an open stream, or a file, begun or gone on with. ``program``: the version that has to be
    the same when the run is gone on with.

    Raises :class:`UsageError` before anything is touched, and :class:`CannotWriteError`.
    """
    fuller = settings.fields == "full"
    if settings.format == "parquet":
        check_parquet()
    if not isinstance(out, Path):
        return StreamOutput(out, head(settings.format, fuller=fuller))
    paths = Paths(out)
    once = next((one.name for one in inputs if not one.can_reread), None)
    if resume:
        if settings.format == "parquet":
            raise UsageError("a Parquet file cannot be continued; begin afresh with --force")
        if once is not None:
            raise UsageError(f"{once} cannot be read a second time, so there is nothing to resume; leave --resume out")
        return PartOutput.resume(paths, begin(inputs, settings, program, replaces=False))
    paths.check_free(force=force)
    beginning = None
    if settings.format != "parquet" and once is None:
        beginning = begin(inputs, settings, program, replaces=out.exists())
    with writing():
        paths.clear()
    if settings.format == "parquet":
        return ParquetOutput(paths, fuller=fuller)
    return PartOutput(paths, head(settings.format, fuller=fuller), beginning)


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
    """Settle all records of the inputs into the output, and say what came of it.

    ``executor``: works at blocks elsewhere, at ``ahead`` of them at a time; without one they are settled here.
    ``check``: hold games of logs against what the log says of them.

    A run that is stopped, by Ctrl-C or by a disk that is full, leaves the output at a whole block. Raises
    :class:`BrokenPipeError` where nobody reads a stream any more.
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
        for block, done in in_order(cut_inputs(inputs, output.mark), settle, executor, ahead):
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
