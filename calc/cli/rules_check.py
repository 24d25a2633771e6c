"""``yaku rules check``: whether a rule file is right, and if not, every mistake in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def check_rules(
    file: Annotated[Path, typer.Argument(help="A rule file.", exists=True, dir_okay=False, readable=True)],
) -> None:
    """Check a rule file: whether it can be read, names only what exists, and gives a source for every value.

    Reads a file of rules, whole or extending others. Every choice of every option is tried too. All mistakes that do
    not follow from each other are told, each with its line, its path, what was expected and the nearest right spelling.
    What is right and hardly meant, such as a yaku that no step pays, is a warning.

    \b
    Example:
      yaku rules check samples/house-rules.yaml

    Exit code 1: something is wrong; 2: there is no such file.
    """
    from calc.cli.problems import print_error
    from calc.errors import CalcError
    from calc.games import check_rule_file, other_table

    # A bare name would be looked up among the shipped sets; the file is meant.
    name = str(file.resolve())
    describe = other_table(name)
    if describe is not None:
        try:
            typer.echo(describe(name))
        except CalcError as error:
            print_error(error)
            sys.exit(1)
        return
    checked = check_rule_file(name)
    for mistake in checked.mistakes:
        print_error(mistake)
    if checked.mistakes or checked.rules is None:
        if len(checked.mistakes) > 1:
            print(f"{len(checked.mistakes)} mistakes in {file}", file=sys.stderr)
        sys.exit(1)
    for doubt in checked.doubts:
        print(f"warning: {doubt.message}", file=sys.stderr)
    rules = checked.rules
    dealt = f"{len(rules.teyaku)} dealt yaku, " if getattr(rules, "teyaku", None) else ""
    of_wins = len(rules.yaku) + len(getattr(rules, "draw_yaku", ()))
    told = f"{of_wins} yaku, {dealt}{len(rules.options)} options, {checked.tried} choices tried"
    typer.echo(f"{rules.label}: right ({told})")
