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


class Teller:
    """Prints what each block found: default rule sets, wrong claims, and rejects if there is no file for them."""

    def __init__(self, *, check: bool, to_file: bool) -> None:
        self._check, self._to_file = check, to_file
        self._announced: set[str] = set()

    def tell(self, done: Done) -> None:
        """Print what one block found."""
        for name in done.defaults:
            if name not in self._announced:
                self._announced.add(name)
                announce(name)
        if self._check:
            for line in self._found(done):
                print(line, file=sys.stdout if self._to_file else sys.stderr)
        if not self._to_file:
            for reject in msgspec.json.Decoder().decode_lines(done.rejects):
                error = CalcError(reject["message"], key=reject["key"], column=reject["column"])
                print_error(error, place=f"{reject['file']}:{reject['line']}")

    def _found(self, done: Done) -> Iterator[str]:
        """Wrong claims, as ``hands.jsonl:12: id 7: points: claimed 8000, actual 7700``, and disagreements in logs."""
        for wrong in done.wrong:
            claimed, actual = (msgspec.json.encode(value).decode() for value in (wrong.claimed, wrong.actual))
            name = "" if wrong.id is None else f"id {wrong.id}: "
            yield printable(f"{wrong.file}:{wrong.line}: {name}{wrong.key}: claimed {claimed}, actual {actual}")
        for game in done.checked:
            yield from check_lines(game)


@contextmanager
def progress_bar(inputs: list[Input], hear: Callable[[Done], None], *, shown: bool) -> Iterator[Watch]:
    """Show on stderr how far the run is, if that is a terminal; gives a function to call for every block, which calls
    ``hear`` too.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda done, taken, tally: hear(done)
        return
    # rich comes with typer, which cannot be installed without it.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.fields[records]:,} records"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=under(sys.stderr)), transient=True) as bar:
        total = sum(one.size for one in inputs) if all(one.can_reread for one in inputs) else 0
        task = bar.add_task("", total=total or None, records=0, rate="")
        first: list[int] = []

        def watch(done: Done, taken: int, tally: Tally) -> None:
            hear(done)
            if not first:
                first.append(tally.records - done.tally.records)
            elapsed = bar.tasks[0].elapsed or 0
            rate = f"{(tally.records - first[0]) / elapsed:,.0f}/s" if elapsed else ""
            bar.update(task, completed=taken, records=tally.records, rate=rate)

        yield watch


def _summary_lines(outcome: Outcome) -> Iterator[str]:
    """The summary of a run."""
    tally = outcome.tally
    yield msg("{0} record{1}: {2} settled{3}", *_count(tally.records), f"{tally.settled:,}", _refused(tally))
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


def _refused(tally: Tally) -> str:
    codes = ", ".join(f"{code} {count:,}" for code, count in sorted(tally.refused.items()))
    refused = msg(", {0} refused{1}", f"{tally.all_refused:,}", codes and f" ({codes})")
    return msg(", {0} no win, as claimed{1}", f"{tally.borne_out:,}", refused) if tally.borne_out else refused


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
        tell(_how_to_go_on(tally.records, output, inputs, out))
    if not quiet:
        for line in _summary_lines(outcome):
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


def _how_to_go_on(records: int, output: Output, inputs: list[Input], out: str) -> str:
    count = f"{records:,}"
    if not output.can_resume:
        return msg("{0} records were settled; this run cannot be resumed", count)
    place = output.mark.source
    where = msg(", up to {0}, line {1}", inputs[place].name, f"{output.mark.line:,}") if place < len(inputs) else ""
    return msg("{0} records are safe in {1}.part{2}; go on with the same command and --resume", count, out, where)
