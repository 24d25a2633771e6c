"""``yaku rules``: which rule sets there are, what they say, and whether a file of one's own is right."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from calc.cli.completing import complete_rule_sets
from calc.cli.options import Command, Form, Lang, LangOption, SetOption, format_option, read_settings
from calc.cli.rules_check import check_rules
from calc.cli.rules_diff import diff_rules
from calc.cli.rules_new import new_rules
from calc.cli.rules_schema import print_schema

rules_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@rules_app.callback()
def rules() -> None:
    """List, show, check, compare and begin rule sets.

    A rule set is a YAML file: one that comes with the program, named by its id, or one of your own, named by its path
    (./club.yaml). A file called yaku.yaml counts in its folder without being named.

    \b
    Examples:
      yaku rules list
      yaku rules show tenhou
      yaku rules check samples/house-rules.yaml

    Exit code 1: a rule file is wrong; 2: there is no such rule set.
    """


@rules_app.command("list", cls=Command, short_help="List the rule sets.")
def list_rules(lang: LangOption = Lang.EN) -> None:
    """List the rule sets that come with the program, by id and version.

    Reads the shipped rules only; house rules are files, and need no list.

    \b
    Example:
      yaku rules list

    Exit code 2: the shipped rules are not found.
    """
    from calc.games import load_rules
    from calc.tables import rule_set_ids
    from calc.text import columns

    rows = [(rules.label, rules.name.text(lang.value)) for rules in map(load_rules, rule_set_ids())]
    typer.echo("\n".join(columns(rows, "<<")))


@rules_app.command("show", cls=Command, short_help="Print a rule sheet.")
def show_rules(
    rule_set: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="The rule set.", autocompletion=complete_rule_sets)
    ],
    settings: SetOption = None,
    form: Annotated[Form, format_option(Form.TABLE, Form.MARKDOWN)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Print a rule set as a rule sheet: yaku, fu, points, options, each with its source.

    Reads a rule set: an id that yaku rules list names, or a file.

    \b
    Examples:
      yaku rules show tenhou
      yaku rules show koikoi --set sake_cup_is_chaff=true
      yaku rules show riichi --format markdown > riichi.md

    Exit code 2: there is no such rule set or option, or the file is wrong.
    """
    from calc.games import game_named, load_rules

    rules = load_rules(rule_set, read_settings(settings))
    width, report = shutil.get_terminal_size().columns, game_named(rules.game).report
    for line in report.rule_sheet(rules, lang.value, width, markdown=form is Form.MARKDOWN):
        typer.echo(line)


rules_app.command("check", cls=Command, short_help="Check a rule file.")(check_rules)
rules_app.command("diff", cls=Command, short_help="Compare two rule sets.")(diff_rules)
rules_app.command("new", cls=Command, short_help="Begin house rules.")(new_rules)
rules_app.command("schema", cls=Command, short_help="Print a JSON Schema.")(print_schema)
