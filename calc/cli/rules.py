"""``yaku rules``: which rule sets there are, what they say, and whether a file of one's own is right."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import Form, Lang, LangOption, SetOption, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calc.rulesets import AnyRules

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
    from calc.report.text import columns
    from calc.rulesets import load_any_rules
    from calc.tables import rule_set_ids

    rows = [(rules.label, rules.name.text(lang.value)) for rules in map(load_any_rules, rule_set_ids())]
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
    from calc.rulesets import load_any_rules

    if form not in (Form.TABLE, Form.MARKDOWN):
        raise typer.BadParameter(f"a rule sheet is a table or markdown, not {form.value}", param_hint="--format")
    rules = load_any_rules(rule_set, read_settings(settings))
    for line in _sheet(rules, lang.value, markdown=form is Form.MARKDOWN):
        typer.echo(line)


def _sheet(rules: AnyRules, lang: str, *, markdown: bool) -> Iterator[str]:
    """The sheet of a rule set of any game."""
    from calc.mahjong.schema import MahjongRules

    width = shutil.get_terminal_size().columns
    if isinstance(rules, MahjongRules):
        from calc.report.sheet import rule_sheet

        return rule_sheet(rules, lang, width, markdown=markdown)
    from calc.report.hanafuda_sheet import hanafuda_sheet

    return hanafuda_sheet(rules, lang, width, markdown=markdown)


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
    from calc.hanafuda.deck import DECK, read_deck
    from calc.rulesets import load_any_rules
    from calc.tables.shelf import game_of

    # A bare name would be looked up among the shipped sets; the file is meant.
    name = str(file.resolve())
    try:
        if game_of(name) == DECK:
            deck, label = read_deck(name)
            typer.echo(f"{label}: right ({len(deck.cards)} cards)")
            return
        rules = load_any_rules(name)
        tried = 0
        for option, rule in rules.options.items():
            for choice in rule.choices or {}:
                load_any_rules(name, {option: choice})
                tried += 1
    except CalcError as error:
        print_error(error)
        sys.exit(1)
    typer.echo(f"{rules.label}: right ({len(rules.yaku)} yaku, {len(rules.options)} options, {tried} choices tried)")
