"""The command ``yaku``: its subcommands, and the one place where refusals become a line on stderr and an exit code."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from calc import CalcError, __version__
from calc.cli.batch import settle_files
from calc.cli.claims import compare, dispute
from calc.cli.entry import ask, serve_page
from calc.cli.games import game, print_stats, standings
from calc.cli.log import log
from calc.cli.records import score
from calc.cli.rules import rules_app
from calc.cli.samples import samples
from calc.cli.screen import USAGE, Command, Group, print_error, shown_only, tell
from calc.cli.worth import chart, needs, points, waits
from calc.errors import UnopenedError

#: The variable by which the scripts of shells ask what completes a word.
_ASKED_BY_A_SHELL: Final = "_YAKU_COMPLETE"

#: The commands, with what the list of them says of each.
_COMMANDS: Final[dict[str, tuple[Callable[..., Any], str]]] = {
    "score": (score, "Settle won hands and rounds."),
    "game": (game, "Settle whole games."),
    "dispute": (dispute, "Say who is right, and why."),
    "compare": (compare, "Settle a record under several rule sets."),
    "log": (log, "Read and check game logs."),
    "batch": (settle_files, "Settle any number of records."),
    "points": (points, "Say what han and fu pay."),
    "needs": (needs, "Say what a player needs in the last hand."),
    "standings": (standings, "Add up games of a league."),
    "stats": (print_stats, "Count wins, yaku and points."),
    "chart": (chart, "Print a payment chart."),
    "waits": (waits, "Tell what a hand waits for."),
    "ask": (ask, "Ask for a hand step by step."),
    "samples": (samples, "List or write samples to try."),
    "serve": (serve_page, "Serve a page for the phone at the table."),
}
#: The command that has commands of its own.
_RULES: Final = "rules"


def make_app(only: str | None = None) -> typer.Typer:
    """The command ``yaku``. ``only``: with this subcommand alone, for every one that is made takes its time."""
    # Plain help and plain errors: they read the same in a narrow terminal, in a pipe and to a screen reader.
    made = typer.Typer(
        name="yaku",
        cls=Group,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.callback()(main)
    for name, (function, told) in _COMMANDS.items():
        if only in (None, name):
            made.command(name, cls=Command, short_help=told)(function)
    if only in (None, _RULES):
        made.add_typer(rules_app, name=_RULES, short_help="List, show, check rule sets.")
    return made


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"yaku {__version__}")
        raise typer.Exit


def main(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Settle Japanese table games from rule tables: who is right, what does it pay?

    A hand, a round or a whole game goes in; out come yaku, points, payments and final results, each with its reason.
    Results go to standard output, all else to standard error.

    \b
    Examples:
      yaku score "123m456p789s1122z +2z ron from=W seat=S round=E"
      yaku score "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki" --explain
      yaku rules show tenhou

    Exit code 0: all is right; 1: something could not be settled, or a claim is wrong; 2: the command was called
    wrongly, a file that it names cannot be opened, or a rule set cannot be used.
    """


#: With all its commands.
app = make_app()


def run() -> None:
    """Run the command with the arguments of the process."""
    # The products of matrices here are small, and threads that wait for larger ones would hinder other processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Loading modules makes many objects and no garbage; looking for it every 700 objects is a tenth of the start.
    gc.set_threshold(100_000)
    # A terminal or file that cannot hold a character gets a question mark, not a crash.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if _ASKED_BY_A_SHELL in os.environ:
        _run()  # tabs part what is offered from what is told of it
        return
    with shown_only():
        _run()


def _run() -> None:
    asked = sys.argv[1] if len(sys.argv) > 1 else None
    try:
        (make_app(asked) if asked in {*_COMMANDS, _RULES} else app)()
    except CalcError as error:
        print_error(error)
        is_usage = isinstance(error, UnopenedError) or error.code in ("unknown_rules", "unknown_option", "rule_table")
        sys.exit(USAGE if is_usage else 1)
    except BrokenPipeError:
        # The reader has gone away (`yaku ... | head`); what is still buffered has nowhere to go.
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        tell(f"error: the output cannot be written: {error.strerror or error}")
        sys.exit(1)
