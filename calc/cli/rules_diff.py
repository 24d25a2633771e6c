"""``yaku rules diff``: what two rule sets hold otherwise, value by value."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from calc.cli.completing import complete_rule_sets
from calc.cli.options import Form, Lang, LangOption, format_option
from calc.cli.screen import write_data


def diff_rules(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A rule set, its id or file.", autocompletion=complete_rule_sets)
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.", autocompletion=complete_rule_sets)],
    form: Annotated[Form, format_option(Form.TABLE, Form.JSON, Form.MARKDOWN)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """List the differences of two rule sets value by value, with the source of each side.

    Reads two rule sets of one game, ids or files. Told are options, yaku, fu, points and everything else a table holds,
    by the path it has in a rule file.

    \b
    Examples:
      yaku rules diff riichi tenhou
      yaku rules diff koikoi samples/koikoi-house.yaml --format markdown

    Exit code 0 whether or not they differ; 2: there is no such rule set, or they are of different games.
    """
    from calc.games import load_rules
    from calc.report.comparison import diff_json, diff_lines
    from calc.tables import load_table
    from calc.tables.difference import compare_tables

    # Loading them as rules tells what is wrong with them before they are compared.
    a, b = load_rules(first), load_rules(second)
    if a.game != b.game:
        raise typer.BadParameter(f"{first} is of {a.game} and {second} of {b.game}; compare two sets of one game")
    changes = compare_tables(load_table(first), load_table(second))
    if form is Form.JSON:
        write_data([diff_json(a, b, changes) + "\n"], form.value)
        return
    width = shutil.get_terminal_size().columns
    for line in diff_lines(a, b, changes, "markdown" if form is Form.MARKDOWN else "table", lang.value, width):
        typer.echo(line)
