"""How far a long run has come: a bar on a terminal, and a summary at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from calc.cli.screen import under

if TYPE_CHECKING:
    from calc.batch.run import Outcome, Watch
    from calc.batch.tally import Tally
    from calc.batch.work import Done


@contextmanager
def progress_bar(total: int, *, shown: bool) -> Iterator[Watch]:
    """What is to be called for every block, while a bar on stderr shows how far the run is. ``total``: bytes to read,
    0 where nobody knows. Nothing is shown where stderr is no terminal.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda done, taken, tally: None
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
        task = bar.add_task("", total=total or None, records=0, rate="")
        first: list[int] = []

        def watch(done: Done, taken: int, tally: Tally) -> None:
            if not first:
                first.append(tally.records - done.tally.records)
            elapsed = bar.tasks[0].elapsed or 0
            rate = f"{(tally.records - first[0]) / elapsed:,.0f}/s" if elapsed else ""
            bar.update(task, completed=taken, records=tally.records, rate=rate)

        yield watch


def summary_lines(outcome: Outcome) -> Iterator[str]:
    """What a run came to, for people."""
    tally = outcome.tally
    yield f"{_count(tally.records, 'record')}: {tally.settled:,} settled{_refused(tally)}"
    if tally.claims:
        yield f"{_count(tally.claims, 'claim')} checked: {tally.wrong:,} wrong"
    if tally.logs:
        yield f"{_count(tally.logs, 'game')} of logs: {_checked(tally)}"
    for name, count in sorted(tally.rules.items()):
        yield f"  {name}: {count:,}"
    if outcome.here != tally.records:
        yield f"{_count(outcome.here, 'record')} of them in this run"
    rate = outcome.here / outcome.seconds if outcome.seconds else 0
    yield f"{outcome.seconds:,.1f} s, {rate:,.0f} records/s"


def _refused(tally: Tally) -> str:
    borne_out = f", {tally.borne_out:,} no win, as claimed" if tally.borne_out else ""
    codes = ", ".join(f"{code} {count:,}" for code, count in sorted(tally.refused.items()))
    return f"{borne_out}, {tally.all_refused:,} refused" + (f" ({codes})" if codes else "")


def _checked(tally: Tally) -> str:
    """How many games of logs were held against what their logs say."""
    if not tally.checked:
        return "not checked; --check compares what the logs say"
    told = [
        f"{tally.checked:,} checked, {_count(tally.figures, 'figure')} compared, "
        f"{_count(tally.disagreements, 'disagreement')}"
    ]
    if tally.silent:
        told.append(f"{tally.silent:,} with nothing to compare")
    if tally.checked < tally.logs:
        told.append(f"{tally.logs - tally.checked:,} not checked")
    return ", ".join(told)


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
