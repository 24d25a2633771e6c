"""Shards of ``yaku batch``: one of them, all of them on a cluster, their join; and outputs at addresses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from calc import __version__
from calc.cli import screen
from calc.cli.screen import CALLED_WRONGLY, INTERRUPTED, STDIN, print_error
from calc.translation import msg

if TYPE_CHECKING:
    from calc.batch.output import Mirror, Output
    from calc.batch.run import Outcome
    from calc.batch.settle import Done, Settings
    from calc.batch.shards import ShardRun
    from calc.intake.names import Input


@contextmanager
def refusing() -> Iterator[None]:
    """End with a message and the exit code where a run cannot be begun, or its output not be written."""
    from calc.batch.output import CannotWriteError
    from calc.intake.names import UsageError

    try:
        yield
    except UsageError as error:
        print_error(error)
        raise typer.Exit(CALLED_WRONGLY) from None
    except CannotWriteError as error:
        screen.tell(msg("error: the output cannot be written: {0}", error))
        raise typer.Exit(1) from None


def version() -> str:
    """The version of this program, wherever it runs."""
    return __version__


def mirror_of(out: str) -> AbstractContextManager[Mirror | None]:
    """What stands for an output at an address; nothing for a path. Raises :class:`UsageError`."""
    from calc.intake.names import is_address

    if not is_address(out):
        return nullcontext()
    from calc.batch.output import Mirror

    return Mirror(out)


def may_resume(mirror: Mirror, work: ShardRun | None, *, resume: bool, force: bool) -> bool:
    """Whether a run that writes to an address has nothing left to do: a shard that is done. Raises
    :class:`UsageError` where it cannot be begun.
    """
    from calc.intake.names import UsageError

    if work is None and resume:
        raise UsageError("a run that writes to an address cannot be continued; begin afresh with --force")
    ending = work.shard.ending if work is not None else ""
    if resume and mirror.fetch(f"{ending}.done"):
        return True
    mirror.check_free(ending, force=force or resume)
    return False


def shard_of(text: str | None, inputs: list[Input], settings: Settings, target: Path | IO[bytes]) -> ShardRun | None:
    """The shard that ``--shard`` names; none without it. Raises :class:`UsageError`."""
    from calc.batch.journal import begin
    from calc.batch.shards import Shard, ShardRun
    from calc.intake.names import UsageError

    if text is None:
        return None
    if not isinstance(target, Path):
        raise UsageError("a shard is written to files beside OUT; name it with -o")
    shard = Shard.parse(text)
    shard.own(inputs)  # before rule files are read
    begun = begin(inputs, settings, __version__)
    return ShardRun(shard=shard, settings=settings, out=target, begun=begun)


def end_output(work: ShardRun | None, mirror: Mirror | None, output: Output, outcome: Outcome, *, check: bool) -> None:
    """Say that a shard is done, and send what is for an address there. Raises :class:`CannotWriteError`."""
    if work is not None and not output.is_finished:
        work.close(outcome.tally, check=check)
    if mirror is not None:
        mirror.send()


def join_shards(out: str, *, force: bool, given: bool = False) -> tuple[Outcome, bool]:
    """Put the rows of all shards together, and say whether claims were checked. Ends where that cannot be done.

    ``given``: the command names more than that.
    """
    from calc.batch.shards import join

    if given:
        raise typer.BadParameter(msg("the shards say what was settled; name only OUT"), param_hint="--join")
    with refusing(), mirror_of(out) as mirror:
        if mirror is None:
            return join(Path(out), force=force)
        mirror.check_free(force=force)
        mirror.fetch(".shard-*-of-*")
        found = join(mirror.here)
        for path in mirror.here.parent.glob("*.shard-*-of-*"):
            path.unlink()
        mirror.send()
        return found


def settle_on(
    address: str,
    inputs: list[Input],
    settings: Settings,
    out: str,
    tell: Callable[[Done], None],
    *,
    resume: bool,
    force: bool,
    check: bool,
    quiet: bool,
) -> Outcome:
    """Settle all shards on a cluster and join them; their files are removed then. ``tell`` hears what each found.

    Ends, or raises :class:`UsageError` or :class:`CannotWriteError`, where that cannot be done.
    """
    from calc.batch.cluster import settle_on_cluster
    from calc.batch.output import Mirror
    from calc.intake.names import UsageError

    if out == STDIN:
        raise UsageError("a cluster writes to files beside OUT; name it with -o")
    shown = not quiet and sys.stderr.isatty()
    with Mirror(out) as there:
        there.check_free(force=force)
        if not (resume or force) and there.has(".shard-*-of-*"):
            raise UsageError("shards of {0!r} are left of another run; go on with --resume, or begin with --force", out)
        work = settle_on_cluster(address, inputs, settings, out, version=version, resume=resume, check=check)
        try:
            for done, count, of in work:
                if shown:
                    print(f"\r{count}/{of} shards", end="\n" if count == of else "", file=sys.stderr, flush=True)
                tell(done)
        except KeyboardInterrupt:
            screen.tell(msg("error: interrupted; the shards that are done are kept, go on with --resume"))
            raise typer.Exit(INTERRUPTED) from None
        outcome, _ = join_shards(out, force=force)
        there.remove(".shard-*-of-*")
    return outcome
