"""``yaku batch``: settle any number of records from files, folders, archives and logs."""

import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Annotated, Any, Literal, NamedTuple

import msgspec
from typer import Exit, Option

from calc import __version__
from calc.batch import pool, shards
from calc.batch.cluster import workers_at
from calc.batch.output import Output
from calc.batch.paths import Mirror, Paths, Shard
from calc.batch.run import Outcome, Watch, open_output, run_batch
from calc.batch.settle import Done, Settings as BatchSettings
from calc.batch.tally import Tally
from calc.cli import options
from calc.cli.options import Form, announce, check_house_file
from calc.cli.screen import INTERRUPTED, STDIN, misused, print_error, tell
from calc.errors import CalcError, RuleTableError
from calc.games import Fields, Settings, load_rules
from calc.intake import names
from calc.intake.names import Input, UsageError
from calc.report.log import check_lines
from calc.tables import rule_set_ids
from calc.text import data_stream, printable, under
from calc.translation import msg

# fmt: off
_Out = Annotated[str, Option("--output", "-o", metavar="OUT", help="Write to a file (.jsonl, .csv, .parquet, .arrow).")]
_Form = Annotated[Form | None, options.format_option(
    Form.JSON, Form.CSV, Form.ARROW, told=msg("How rows are written; by default as OUT ends."),
)]
_Fields = Annotated[Fields, Option(help="full has fu parts, reading, notes and transfers too.")]
_Rows = Annotated[Literal["records", "hands", "rounds"], Option(
    help="A row a record, or games unfolded: a row a won hand or a row a round.",
)]
_Check = Annotated[bool, Option(
    "--check", help="Print where claims are wrong, and what disagrees in logs; exit code 1 if any.",
)]
_Resume = Annotated[bool, Option("--resume", help="Go on with a run that was interrupted.")]
_Force = Annotated[bool, Option("--force", help="Replace OUT and what an earlier run left.")]
_Shard = Annotated[str | None, Option(metavar="I/N", help="Settle one of N parts of the inputs, for --join.")]
_Join = Annotated[str | None, Option(metavar="OUT", help="Put the rows of all shards of OUT together.")]
_Cluster = Annotated[str | None, Option(
    metavar="ADDRESS", help="Settle on a Dask cluster, such as tcp://host:8786.",
)]
_Quiet = Annotated[bool, Option("--quiet", "-q", help="No progress, no summary.")]
# fmt: on


def settle_files(
    *,
    files: options.FilesArgument = None,
    out: _Out = STDIN,
    form: _Form = None,
    settings: Settings,
    fields: _Fields = "short",
    rows: _Rows = "records",
    check: _Check = False,
    jobs: options.JobsOption = None,
    resume: _Resume = False,
    force: _Force = False,
    shard: _Shard = None,
    join: _Join = None,
    cluster: _Cluster = None,
    passed: options.PassOption = None,
    quiet: _Quiet = False,
    lang: options.SameLangOption = "en",
) -> bool:
    """Settle any number of records: one row each, in order, with file and line."""
    if join is not None:
        if files or out != STDIN or shard is not None or cluster is not None:
            raise misused("the shards say what was settled; name only OUT", at="--join")
        outcome, check = shards.join(join, force=force)
        return conclude(outcome, None, [], join, quiet=quiet, check=check)
    if resume and force:
        raise misused("go on with a run, or begin it afresh: choose one", at="--resume")
    options.refuse_keyboard(files, "yaku batch samples/hands.jsonl -o results.jsonl")
    if cluster is not None and jobs is not None:
        raise misused("a cluster settles on workers of its own; choose one", at="--cluster")
    chosen = BatchSettings(
        rules=settings.rules,
        options=settings.options,
        fallback=settings.fallback,
        fields=fields,
        lang=lang,
        format=_format(out, form),
        rows=rows,
        carry=options.columns_to_pass(passed),
    )
    _check_rules(chosen)
    run = _Run(files or [STDIN], chosen, out, resume=resume, force=force, check=check, quiet=quiet)
    return run.settle(shard, jobs, cluster)


def version() -> str:
    """The version of this program, wherever it runs."""
    return __version__


class _Run(NamedTuple):
    """What is settled, where its rows go, and what the options of the run are."""

    files: list[str]
    settings: BatchSettings
    out: str
    resume: bool
    force: bool
    check: bool
    quiet: bool

    def settle(self, shard: str | None, jobs: int | None, cluster: str | None) -> bool:
        """Settle all records, or those of a shard, in this process and others of this machine or of a cluster."""
        with Mirror(self.out) if names.is_address(self.out) else nullcontext() as mirror:
            target = mirror.here if mirror is not None else _target(self.out, self.settings.format)
            is_file = isinstance(target, Path)
            if self.resume and not is_file:
                raise UsageError("only a run that writes to a file can be resumed; name the file with -o")
            own = Paths(target).all if isinstance(target, Path) else ()
            everything = names.find_inputs(self.files, leave_out=(*own, self.out))
            if shard is not None and not is_file:
                raise UsageError("a shard is written to files beside OUT; name it with -o")
            part = Shard.parse(shard) if shard is not None else None
            inputs = part.own(everything) if part is not None else everything
            resume = self.resume if mirror is None else self._is_done_at(mirror, part)
            hear = teller(check=self.check, to_file=is_file)
            # Before the output is opened: processes that outlived this one would keep its files.
            with self._workers(inputs, jobs, cluster) as workers:
                output = open_output(
                    everything, self.settings, target, program=__version__, resume=resume, force=self.force, shard=part
                )
                with progress_bar(inputs, hear, shown=not self.quiet) as watch:
                    outcome = run_batch(inputs, self.settings, output, watch=watch, check=self.check, **workers)
            if mirror is not None and outcome.stopped is not None:
                output.can_resume = False
            elif mirror is not None and not output.is_finished:
                mirror.send()
        return conclude(outcome, output, inputs, self.out, quiet=self.quiet, check=self.check)

    def _is_done_at(self, mirror: Mirror, shard: Shard | None) -> bool:
        """Whether a run that writes to an address has nothing left to do: a shard that is done. Raises
        :class:`UsageError` where it cannot be begun.
        """
        if shard is None and self.resume:
            raise UsageError("a run that writes to an address cannot be continued; begin afresh with --force")
        ending = shard.ending if shard is not None else ""
        if self.resume and mirror.fetch(f"{ending}.done"):
            return True
        mirror.check_free(ending, force=self.force or self.resume)
        return False

    @contextmanager
    def _workers(self, inputs: list[Input], jobs: int | None, cluster: str | None) -> Iterator[dict[str, Any]]:
        """What settles blocks, as a run takes it."""
        if cluster is None:
            jobs = jobs or pool.jobs_for(inputs)
            with pool.process_pool(jobs) as executor:
                yield {"executor": executor, "ahead": 2 * jobs + 2}
            return
        with workers_at(cluster, self.settings, version, check=self.check) as (far, work, threads):
            yield {"executor": far, "ahead": 2 * threads + 2, "settle": work.settle}


def _check_rules(settings: BatchSettings) -> None:
    """Refuse mistakes of the command line before any record is read: rule sets that cannot be used, broken house files,
    options that no rule set has, for records may name any.
    """
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


def _format(out: str, form: Form | None) -> Literal["json", "csv", "parquet", "arrow"]:
    ending = Path(out.lower()).suffix
    if ending == ".parquet" and form is not None:
        raise misused("OUT ends in .parquet; leave --format out", at="--format")
    told: Any = form.value if form else ending[1:] if ending in (".parquet", ".csv", ".arrow") else "json"
    return told  # type: ignore[no-any-return]


def _target(out: str, form: str) -> Path | IO[bytes]:
    """The path of a file to write, or a stream: standard output, a device, a named pipe."""
    if out == STDIN:
        if form == "arrow" and sys.stdout.isatty():
            raise UsageError("Arrow is no text: pipe it into a program, or name a file with -o")
        return data_stream(form)
    path = Path(out)
    if path.exists() and not path.is_dir() and not stat.S_ISREG(path.stat().st_mode):
        return open(path, "wb")
    return path


# ---- what is told while it runs, and at its end


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
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(file=under(sys.stderr)), transient=True) as bar:
        total = sum(one.size for one in inputs) if all(one.can_reread for one in inputs) else 0
        task, here = bar.add_task("", total=total or None), 0

        def watch(done: Done, taken: int, tally: Tally) -> None:
            nonlocal here
            hear(done)
            here += done.tally.records
            rate = here / (bar.tasks[0].elapsed or 1)
            bar.update(task, completed=taken, description=f"{tally.records:,} records, {rate:,.0f}/s")

        yield watch


def _summary_lines(outcome: Outcome) -> Iterator[str]:
    tally = outcome.tally
    codes = ", ".join(f"{code} {count:,}" for code, count in sorted(tally.refused.items()))
    refused = msg(", {0} refused{1}", f"{tally.all_refused:,}", codes and f" ({codes})")
    if tally.borne_out:
        refused = msg(", {0} no win, as claimed{1}", f"{tally.borne_out:,}", refused)
    yield msg("{0} record{1}: {2} settled{3}", *_count(tally.records), f"{tally.settled:,}", refused)
    if tally.refused.get("unknown_key") == tally.records > 1:
        yield msg("a column of your own that is no key comes along with --pass NAME")
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
