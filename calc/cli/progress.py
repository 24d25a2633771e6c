"""What ``yaku batch`` tells while it runs and at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from typer import Exit

from calc.batch.output import Output
from calc.batch.run import Outcome, Watch
from calc.batch.settle import Done
from calc.batch.tally import Tally
from calc.cli.options import announce
from calc.cli.screen import INTERRUPTED, print_error, tell
from calc.errors import CalcError
from calc.intake.names import Input
from calc.report.log import check_lines
from calc.text import printable, under
from calc.translation import msg


def teller(*, check: bool, to_file: bool) -> Callable[[Done], None]:
    """What prints the findings of each block: default rule sets, with ``check`` wrong claims, as ``hands.jsonl:12: id
    7: points: claimed 8000, actual 7700``, and disagreements in logs; and rejects if there is no file for them.
    """
    announced: set[str] = set()

    def told(done: Done) -> Iterator[str]:
        for wrong in done.wrong:
            claimed, actual = (msgspec.json.encode(value).decode() for value in (wrong.claimed, wrong.actual))
            name = "" if wrong.id is None else f"id {wrong.id}: "
            yield printable(f"{wrong.file}:{wrong.line}: {name}{wrong.key}: claimed {claimed}, actual {actual}")
        for game in done.checked:
            yield from check_lines(game)

    def tell_of(done: Done) -> None:
        for name in done.defaults:
            if name not in announced:
                announced.add(name)
                announce(name)
        for line in told(done) if check else ():
            print(line, file=sys.stdout if to_file else sys.stderr)
        for reject in msgspec.json.Decoder().decode_lines(done.rejects) if not to_file else ():
            error = CalcError(reject["message"], key=reject["key"], column=reject["column"])
            print_error(error, place=f"{reject['file']}:{reject['line']}")

    return tell_of


@contextmanager
def progress_bar(inputs: list[Input], hear: Callable[[Done], None], *, shown: bool) -> Iterator[Watch]:
    """Show on stderr how far the run is, if that is a terminal; gives a function to call for every block, which calls
    ``hear`` too.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda done, taken, tally: hear(done)
        return
    # rich comes with typer, which cannot be installed without it.
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.fields[records]:,} records"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(file=under(sys.stderr)), transient=True) as bar:
        total = sum(one.size for one in inputs) if all(one.can_reread for one in inputs) else 0
        task = bar.add_task("", total=total or None, records=0, rate="")
        before: int | None = None

        def watch(done: Done, taken: int, tally: Tally) -> None:
            nonlocal before
            hear(done)
            if before is None:
                before = tally.records - done.tally.records
            elapsed = bar.tasks[0].elapsed or 0
            rate = f"{(tally.records - before) / elapsed:,.0f}/s" if elapsed else ""
            bar.update(task, completed=taken, records=tally.records, rate=rate)

        yield watch


def _summary_lines(outcome: Outcome) -> Iterator[str]:
    tally = outcome.tally
    codes = ", ".join(f"{code} {count:,}" for code, count in sorted(tally.refused.items()))
    refused = msg(", {0} refused{1}", f"{tally.all_refused:,}", codes and f" ({codes})")
    if tally.borne_out:
        refused = msg(", {0} no win, as claimed{1}", f"{tally.borne_out:,}", refused)
    yield msg("{0} record{1}: {2} settled{3}", *_count(tally.records), f"{tally.settled:,}", refused)
    if tally.claims:
        yield msg("{0} claim{1} checked: {2} wrong", *_count(tally.claims), f"{tally.wrong:,}")
    if tally.logs:
        yield msg("{0} game{1} of logs: {2}", *_count(tally.logs), _checked(tally))
    for name, count in sorted(tally.rules.items()):
        yield f"  {name}: {count:,}"
    if outcome.here != tally.records:
        yield msg("{0} record{1} of them in this run", *_count(outcome.here))
    rate = outcome.here / outcome.seconds if outcome.seconds else 0
    yield msg("{0} s, {1} records/s", f"{outcome.seconds:,.1f}", f"{rate:,.0f}")


def _checked(tally: Tally) -> str:
    """How many games were compared with what their logs say."""
    if not tally.checked:
        return msg("not checked; --check compares what the logs say")
    more: str = msg(", {0} not checked", f"{tally.logs - tally.checked:,}") if tally.checked < tally.logs else ""
    if tally.untold:
        more = msg(", {0} whose log tells no rules{1}", f"{tally.untold:,}", more)
    if tally.silent:
        more = msg(", {0} with nothing to compare{1}", f"{tally.silent:,}", more)
    return msg(
        "{0} checked, {1} figure{2} compared, {3} disagreement{4}{5}",
        f"{tally.checked:,}", *_count(tally.figures), *_count(tally.disagreements), more
    )  # fmt: skip


def _count(count: int) -> tuple[str, str]:
    """A number, and the end of its noun."""
    return f"{count:,}", "" if count == 1 else "s"


def conclude(
    outcome: Outcome, output: Output | None, inputs: list[Input], out: str, *, quiet: bool, check: bool
) -> bool:
    """Print the summary, and how to go on with a run that was stopped, which ends here; whether something is wrong."""
    tally = outcome.tally
    if outcome.stopped is not None and output is not None:
        tell(msg("error: {0}", outcome.stopped))
        count, mark = f"{tally.records:,}", output.mark
        where = ""
        if mark.source < len(inputs):
            where = msg(", up to {0}, line {1}", inputs[mark.source].name, f"{mark.line:,}")
        safe = msg("{0} records are safe in {1}.part{2}; go on with the same command and --resume", count, out, where)
        tell(safe if output.can_resume else msg("{0} records were settled; this run cannot be resumed", count))
    for line in _summary_lines(outcome) if not quiet else ():
        tell(line)
    if check and tally.checked < tally.logs and outcome.here != tally.records:
        unseen = f"{tally.logs - tally.checked:,}"
        tell(
            msg(
                "warning: {0} games of logs are not checked; what was settled before this "
                "run went on without --check is not looked at again",
                unseen,
            )
        )
    if outcome.stopped is not None:
        raise Exit(INTERRUPTED if outcome.interrupted else 1)
    return tally.all_refused > 0 or (check and tally.wrong > 0)
