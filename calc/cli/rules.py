"""``yaku rules``: which rule sets there are, what they say, and whether a file of one's own is right."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from calc.cli.options import Form, Lang, LangOption, SetOption, read_settings

__all__ = ["rules_app"]

rules_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@rules_app.callback()
def rules() -> None:
    """List, show and check rule sets.

    \b
    Example:
      yaku rules show tenhou
    """


@rules_app.command("list", short_help="List the rule sets.")
def list_rules(lang: LangOption = Lang.EN) -> None:
    """List the rule sets that come with the program.

    \b
    Example:
      yaku rules list
    """
    from calc.mahjong.rules import load_mahjong_rules
    from calc.report.text import columns
    from calc.tables import rule_set_ids

    rows = [(rules.label, rules.name.text(lang.value)) for rules in map(load_mahjong_rules, rule_set_ids())]
    typer.echo("\n".join(columns(rows, "<<")))


@rules_app.command("show", short_help="Print a rule sheet.")
def show_rules(
    rule_set: Annotated[str, typer.Argument(metavar="ID|FILE", help="The rule set.")],
    settings: SetOption = None,
    form: Annotated[Form, typer.Option("--format", "-f", help="table or markdown.")] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Print a rule set as a rule sheet: yaku, fu, points, options, each with its source.

    \b
    Examples:
      yaku rules show tenhou
      yaku rules show riichi --format markdown > riichi.md
    """
    from calc.mahjong.rules import load_mahjong_rules
    from calc.report.sheet import rule_sheet

    if form not in (Form.TABLE, Form.MARKDOWN):
        raise typer.BadParameter(f"a rule sheet is a table or markdown, not {form.value}", param_hint="--format")
    rules = load_mahjong_rules(rule_set, read_settings(settings))
    width = shutil.get_terminal_size().columns
    for line in rule_sheet(rules, lang.value, width, markdown=form is Form.MARKDOWN):
        typer.echo(line)


@rules_app.command("check", short_help="Check a rule file.")
def check_rules(
    file: Annotated[Path, typer.Argument(help="A rule file.", exists=True, dir_okay=False, readable=True)],
) -> None:
    """Check a rule file: whether it can be read, names only what exists, and gives a source for every value.

    Every choice of every option is tried too. Exit code 1 if something is wrong.

    \b
    Example:
      yaku rules check samples/house-rules.yaml
    """
    from calc.cli.problems import print_error
    from calc.errors import CalcError
    from calc.mahjong.rules import load_mahjong_rules

    # A bare name would be looked up among the shipped sets; the file is meant.
    name = str(file.resolve())
    try:
        rules = load_mahjong_rules(name)
        tried = 0
        for option, rule in rules.options.items():
            for choice in rule.choices or {}:
                load_mahjong_rules(name, {option: choice})
                tried += 1
    except CalcError as error:
        print_error(error)
        sys.exit(1)
    typer.echo(f"{rules.label}: right ({len(rules.yaku)} yaku, {len(rules.options)} options, {tried} choices tried)")
