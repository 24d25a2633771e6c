"""``yaku stats``: what happens in any number of games."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from typing import Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, read_settings
from calc.cli.screen import STDIN, USAGE, print_error, write_text
from calc.errors import CalcError

_EXAMPLE = "yaku stats samples/games"


def print_stats(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Files, folders, patterns (- is standard input).", show_default=False),
    ] = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    rules: RulesOption = None,
    settings: SetOption = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes that settle.")] = 1,
    lang: LangOption = Lang.EN,
) -> None:
    """Count games, wins, draws, yaku, han and points, and how often each player wins and deals in.

    Reads what yaku batch reads, any number of records: games and logs are unfolded, single wins and rounds count too.
    Rates are per round of the player. What is refused is printed with its file and line, and is not counted.

    \b
    Examples:
      yaku samples -o samples
      yaku stats samples/games samples/logs
      yaku stats samples/logs --format html > stats.html

    Exit code 1: a record was refused.
    """
    from calc.batch.pool import in_order, process_pool
    from calc.batch.settle import Settings
    from calc.batch.stats import Stats, add_stats, count_block
    from calc.cli.defaults import default_rules
    from calc.games import load_rules
    from calc.intake.blocks import Mark, cut_inputs
    from calc.intake.names import UsageError, find_inputs
    from calc.report.stats import write_stats

    if not files and sys.stdin.isatty():
        raise typer.BadParameter(f"expected files, as in: {_EXAMPLE}")
    options = read_settings(settings)
    if rules is not None:
        load_rules(rules, options)
    chosen = Settings(rules=rules, options=options, fallback=default_rules(), lang=lang.value)
    found: dict[str, Stats] = {}
    refused = 0
    with process_pool(jobs) as pool:
        try:
            inputs = find_inputs(files or [STDIN])
        except UsageError as error:
            print_error(error)
            raise typer.Exit(USAGE) from None
        work = partial(count_block, settings=chosen)
        for _, counted in in_order(cut_inputs(inputs, Mark(), ()), work, pool, 2 * jobs + 2):
            add_stats(found, counted.stats)
            refused += len(counted.refused)
            for file, line, why in counted.refused:
                print_error(CalcError(why.message, key=why.key, column=why.column), place=f"{file}:{line}")
    if form is Form.HTML:
        from calc.cli.pages import warn_without_charts

        warn_without_charts(form)
    width = shutil.get_terminal_size().columns
    write_text([write_stats([*found.values()] or [Stats()], form.of_results, lang.value, width)], form.value)
    if refused:
        raise typer.Exit(1)
