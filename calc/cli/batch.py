"""``yaku batch``: settle any number of records from files, folders, archives and logs."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal

import typer

from calc import __version__
from calc.cli.options import (
    Fields,
    FilesArgument,
    Form,
    JobsOption,
    Lang,
    PassOption,
    Rows,
    RulesOption,
    SameLangOption,
    SetOption,
    announce,
    check_house_file,
    columns_to_pass,
    default_rules,
    format_option,
    read_settings,
    refuse_keyboard,
)
from calc.cli.screen import INTERRUPTED, STDIN, print_error, tell
from calc.cli.shards import end_output, join_shards, may_resume, mirror_of, refusing, settle_on, shard_of
from calc.errors import CalcError, RuleTableError
from calc.text import data_stream, printable, under
from calc.translation import msg

if TYPE_CHECKING:
    from calc.batch.output import Output
    from calc.batch.run import Outcome, Watch
    from calc.batch.settle import Done, Settings
    from calc.batch.tally import Disagreement, Tally
    from calc.intake.names import Input

_EXAMPLE = "yaku batch samples/hands.jsonl -o results.jsonl"


def settle_files(
    files: FilesArgument = None,
    out: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="Write to a file (.jsonl, .csv, .parquet).")
    ] = STDIN,
    form: Annotated[
        Form | None, format_option(Form.JSON, Form.CSV, told=msg("How rows are written; by default as OUT ends."))
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    fields: Annotated[
        Fields, typer.Option("--fields", help="full has fu parts, reading, notes and transfers too.")
    ] = Fields.SHORT,
    rows: Annotated[
        Rows, typer.Option("--rows", help="A row a record, or games unfolded: a row a won hand or a row a round.")
    ] = Rows.RECORDS,
    check: Annotated[
        bool,
        typer.Option("--check", help="Print where claims are wrong, and what disagrees in logs; exit code 1 if any."),
    ] = False,
    jobs: JobsOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT and what an earlier run left.")] = False,
    shard: Annotated[
        str | None, typer.Option("--shard", metavar="I/N", help="Settle one of N parts of the inputs, for --join.")
    ] = None,
    join: Annotated[
        str | None, typer.Option("--join", metavar="OUT", help="Put the rows of all shards of OUT together.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Settle on a Dask cluster, such as tcp://host:8786."),
    ] = None,
    passed: PassOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")] = False,
    lang: SameLangOption = Lang.EN,
) -> None:
    """Settle any number of records: one row each, in order, with file and line.

    Reads JSON lines, lists, CSV, YAML, lines of text, game logs, plain or packed. Bad records are rows with an error,
    and go to OUT.rejects too. OUT gets its name when it is whole; a run with -o that was interrupted goes on with the
    same command and --resume.

    \b
    Examples:
      yaku samples -o samples
      yaku batch samples/hands.jsonl
      yaku batch samples/hands.csv samples/games samples/logs --jobs 2
      yaku batch "samples/hands/f*.txt" --format csv --check

    Exit code 1: a record was refused, or with --check a claim is wrong; 130: interrupted.
    """
    from msgspec.structs import replace

    from calc.batch.output import Paths
    from calc.batch.pool import jobs_for, keep_memory, process_pool
    from calc.batch.run import open_output, run_batch
    from calc.batch.settle import Settings
    from calc.intake.names import UsageError, find_inputs

    if join is not None:
        given = bool(files) or out != STDIN or shard is not None or cluster is not None
        outcome, check = join_shards(join, force=force, given=given)
        _conclude(outcome, None, [], join, quiet=quiet, check=check)
        return
    if resume and force:
        raise typer.BadParameter(msg("go on with a run, or begin it afresh: choose one"), param_hint="--resume")
    refuse_keyboard(files, _EXAMPLE)
    if cluster is not None and (shard is not None or (jobs or 1) > 1):
        raise typer.BadParameter(
            msg("a cluster settles all shards on workers of its own; choose one"), param_hint="--cluster"
        )
    chosen = Settings(
        rules=rules,
        options=read_settings(settings),
        fallback=default_rules(),
        fields=fields.value,
        lang=lang.value,
        format=_form(out, form),
        rows=rows.value,
        carry=columns_to_pass(passed),
    )
    _check_rules(chosen)
    keep_memory()
    with refusing(), mirror_of(out) as mirror:
        target = mirror.here if mirror is not None else _target(out, chosen.format)
        if resume and not isinstance(target, Path):
            raise UsageError("only a run that writes to a file can be resumed; name the file with -o")
        own = Paths(target).all if isinstance(target, Path) else ()
        inputs = find_inputs(files or [STDIN], leave_out=(*own, out))
        tell = _Teller(check=check, to_file=isinstance(target, Path)).tell
        if cluster is not None:
            again = {"resume": resume, "force": force}
            outcome = settle_on(cluster, inputs, chosen, out, tell, **again, check=check, quiet=quiet)
            _conclude(outcome, None, inputs, out, quiet=quiet, check=check)
            return
        work = shard_of(shard, inputs, chosen, target)
        if mirror is not None:
            resume = may_resume(mirror, work, resume=resume, force=force)
        inputs = inputs if work is None else work.inputs
        jobs = jobs or jobs_for(inputs)
        # Before the output is opened: processes that outlived this one would keep its files.
        with process_pool(jobs) as pool:
            if work is None:
                output = open_output(inputs, chosen, target, program=__version__, resume=resume, force=force)
            else:
                output = work.open(resume=resume, force=force)
            with _progress_bar(_total(inputs), tell, shown=not quiet) as watch:
                outcome = run_batch(inputs, chosen, output, executor=pool, ahead=2 * jobs + 2, watch=watch, check=check)
        if outcome.stopped is None:
            end_output(work, mirror, output, outcome, check=check)
        elif mirror is not None:
            outcome = replace(outcome, can_resume=False)
    _conclude(outcome, output, inputs, out, quiet=quiet, check=check)


def _check_rules(settings: Settings) -> None:
    """Refuse mistakes of the command line before any record is read: rule sets that cannot be used, broken house files,
    options that no rule set has, for records may name any.
    """
    from calc.games import load_rules
    from calc.tables import rule_set_ids

    if isinstance(settings.rules, str):
        load_rules(settings.rules, settings.options)
        return
    for name in settings.fallback.values():
        check_house_file(name)
    if not settings.options:
        return
    first: RuleTableError | None = None
    for name in (*settings.fallback.values(), *rule_set_ids()):
        try:
            load_rules(name, settings.options)
        except RuleTableError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _form(out: str, form: Form | None) -> Literal["json", "csv", "parquet"]:
    if out.lower().endswith(".parquet"):
        if form is not None:
            raise typer.BadParameter(msg("OUT ends in .parquet; leave --format out"), param_hint="--format")
        return "parquet"
    if form is None:
        return "csv" if out.lower().endswith(".csv") else "json"
    return "csv" if form is Form.CSV else "json"


def _target(out: str, form: str) -> Path | IO[bytes]:
    """The path of a file to write, or a stream: standard output, a device, a named pipe."""
    if out == STDIN:
        return data_stream(form)
    path = Path(out)
    if path.exists() and not path.is_dir() and not stat.S_ISREG(path.stat().st_mode):
        return open(path, "wb")
    return path


def _total(inputs: list[Input]) -> int:
    return sum(one.size for one in inputs) if all(one.can_reread for one in inputs) else 0


class _Teller:
    """Prints what each block found: default rule sets, wrong claims, and rejects if there is no file for them."""

    def __init__(self, *, check: bool, to_file: bool) -> None:
        self._check = check
        self._to_file = to_file
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
            import msgspec

            for reject in msgspec.json.Decoder().decode_lines(done.rejects):
                error = CalcError(reject["message"], key=reject["key"], column=reject["column"])
                print_error(error, place=f"{reject['file']}:{reject['line']}")

    def _found(self, done: Done) -> Iterator[str]:
        """Wrong claims, and disagreements in logs, in the words of yaku log."""
        yield from map(_wrong_line, done.wrong)
        if done.checked:
            from calc.report.log import check_lines

            for game in done.checked:
                yield from check_lines(game)


def _wrong_line(wrong: Disagreement) -> str:
    """``hands.jsonl:12: id 7: points: claimed 8000, actual 7700``."""
    import msgspec

    claimed, actual = (msgspec.json.encode(value).decode() for value in (wrong.claimed, wrong.actual))
    name = "" if wrong.id is None else f"id {wrong.id}: "
    return printable(f"{wrong.file}:{wrong.line}: {name}{wrong.key}: claimed {claimed}, actual {actual}")


@contextmanager
def _progress_bar(total: int, tell: Callable[[Done], None], *, shown: bool) -> Iterator[Watch]:
    """Show on stderr how far the run is, if that is a terminal; gives a function to call for every block, which calls
    ``tell`` too.

    ``total``: bytes to read, 0 if it is unknown.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda done, taken, tally: tell(done)
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
            tell(done)
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


def _conclude(
    outcome: Outcome, output: Output | None, inputs: list[Input], out: str, *, quiet: bool, check: bool
) -> None:
    """Print the summary, and how to go on with a run that was stopped; end with the exit code."""
    if outcome.stopped is not None and output is not None:
        tell(msg("error: {0}", outcome.stopped))
        tell(_how_to_go_on(outcome, output, inputs, out))
    if not quiet:
        for line in _summary_lines(outcome):
            tell(line)
    tally = outcome.tally
    if check and tally.checked < tally.logs and outcome.here != tally.records:
        tell(
            msg(
                "warning: {0} games of logs are not checked; what was settled before this "
                "run went on without --check is not looked at again",
                f"{tally.logs - tally.checked:,}",
            )
        )
    if outcome.stopped is not None:
        raise typer.Exit(INTERRUPTED if outcome.interrupted else 1)
    if tally.all_refused or (check and tally.wrong):
        raise typer.Exit(1)


def _how_to_go_on(outcome: Outcome, output: Output, inputs: list[Input], out: str) -> str:
    count = f"{outcome.tally.records:,}"
    if not outcome.can_resume:
        return msg("{0} records were settled; this run cannot be resumed", count)
    place = output.mark.source
    where = msg(", up to {0}, line {1}", inputs[place].name, f"{output.mark.line:,}") if place < len(inputs) else ""
    return msg("{0} records are safe in {1}.part{2}; go on with the same command and --resume", count, out, where)
