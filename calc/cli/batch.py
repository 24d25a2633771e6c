"""``yaku batch``: settle any number of records from files, folders, archives and logs."""

from __future__ import annotations

import stat
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal, NamedTuple

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
    check_house_file,
    columns_to_pass,
    default_rules,
    format_option,
    read_settings,
    refuse_keyboard,
)
from calc.cli.progress import Teller, conclude, progress_bar
from calc.cli.screen import INTERRUPTED, STDIN, refusing, tell
from calc.errors import RuleTableError
from calc.text import data_stream
from calc.translation import msg

if TYPE_CHECKING:
    from calc.batch.output import Shard
    from calc.batch.remote import Mirror
    from calc.batch.settle import Settings

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
    from calc.batch.settle import Settings
    from calc.batch.shards import join as join_shards

    if join is not None:
        if files or out != STDIN or shard is not None or cluster is not None:
            raise typer.BadParameter(msg("the shards say what was settled; name only OUT"), param_hint="--join")
        with refusing():
            outcome, check = join_shards(join, force=force)
        conclude(outcome, None, [], join, quiet=quiet, check=check)
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
    how = _How(out, resume=resume, force=force, check=check, quiet=quiet)
    with refusing():
        if cluster is not None:
            _settle_on(cluster, files or [STDIN], chosen, how)
        else:
            _settle_here(files or [STDIN], chosen, how, shard, jobs)


class _How(NamedTuple):
    """Where a run writes, and what its options are."""

    out: str
    resume: bool
    force: bool
    check: bool
    quiet: bool


def _settle_here(files: list[str], settings: Settings, how: _How, shard: str | None, jobs: int | None) -> None:
    """Settle all records, or those of a shard, in this process and others of this machine."""
    from calc.batch.output import Paths, Shard
    from calc.batch.pool import jobs_for, keep_memory, process_pool
    from calc.batch.remote import Mirror
    from calc.batch.run import open_output, run_batch
    from calc.intake.names import UsageError, find_inputs, is_address

    keep_memory()
    with Mirror(how.out) if is_address(how.out) else nullcontext() as mirror:
        target = mirror.here if mirror is not None else _target(how.out, settings.format)
        is_file = isinstance(target, Path)
        if how.resume and not is_file:
            raise UsageError("only a run that writes to a file can be resumed; name the file with -o")
        own = Paths(target).all if isinstance(target, Path) else ()
        everything = find_inputs(files, leave_out=(*own, how.out))
        if shard is not None and not is_file:
            raise UsageError("a shard is written to files beside OUT; name it with -o")
        part = Shard.parse(shard) if shard is not None else None
        inputs = part.own(everything) if part is not None else everything
        resume = how.resume if mirror is None else _is_done_at(mirror, part, how)
        jobs = jobs or jobs_for(inputs)
        tell = Teller(check=how.check, to_file=is_file).tell
        # Before the output is opened: processes that outlived this one would keep its files.
        with process_pool(jobs) as pool:
            output = open_output(
                everything, settings, target, program=__version__, resume=resume, force=how.force, shard=part
            )
            with progress_bar(inputs, tell, shown=not how.quiet) as watch:
                outcome = run_batch(
                    inputs, settings, output, executor=pool, ahead=2 * jobs + 2, watch=watch, check=how.check
                )
        if mirror is not None and outcome.stopped is not None:
            output.can_resume = False
        elif mirror is not None and not output.is_finished:
            mirror.send()
    conclude(outcome, output, inputs, how.out, quiet=how.quiet, check=how.check)


def _is_done_at(mirror: Mirror, shard: Shard | None, how: _How) -> bool:
    """Whether a run that writes to an address has nothing left to do: a shard that is done. Raises :class:`UsageError`
    where it cannot be begun.
    """
    from calc.intake.names import UsageError

    if shard is None and how.resume:
        raise UsageError("a run that writes to an address cannot be continued; begin afresh with --force")
    ending = shard.ending if shard is not None else ""
    if how.resume and mirror.fetch(f"{ending}.done"):
        return True
    mirror.check_free(ending, force=how.force or how.resume)
    return False


def version() -> str:
    """The version of this program, wherever it runs."""
    return __version__


def _settle_on(address: str, files: list[str], settings: Settings, how: _How) -> None:
    """Settle all shards on a cluster and join them; their files are removed then."""
    from calc.batch.cluster import settle_on_cluster
    from calc.batch.output import Paths
    from calc.batch.remote import Mirror
    from calc.batch.shards import join
    from calc.intake.names import UsageError, find_inputs

    if how.out == STDIN:
        raise UsageError("a cluster writes to files beside OUT; name it with -o")
    inputs = find_inputs(files, leave_out=(*Paths(Path(how.out)).all, how.out))
    hear, shown = Teller(check=how.check, to_file=True).tell, not how.quiet and sys.stderr.isatty()
    with Mirror(how.out) as there:
        there.check_free(force=how.force)
        if not (how.resume or how.force) and there.named(".shard-*-of-*"):
            raise UsageError(
                "shards of {0!r} are left of another run; go on with --resume, or begin with --force", how.out
            )
        work = settle_on_cluster(
            address, inputs, settings, how.out, version=version, resume=how.resume, check=how.check
        )
        try:
            for done, count, of in work:
                if shown:
                    print(f"\r{count}/{of} shards", end="\n" if count == of else "", file=sys.stderr, flush=True)
                hear(done)
        except KeyboardInterrupt:
            tell(msg("error: interrupted; the shards that are done are kept, go on with --resume"))
            raise typer.Exit(INTERRUPTED) from None
        outcome, _ = join(how.out, force=how.force)
        there.remove(".shard-*-of-*")
    conclude(outcome, None, inputs, how.out, quiet=how.quiet, check=how.check)


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
