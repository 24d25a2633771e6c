"""``yaku chart``: the han x fu payment chart of a rule set."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, SetOption, complete_chart_sets, format_option, read_settings
from calc.cli.screen import write_text


def chart(
    rule_set: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="The rule set.", autocompletion=complete_chart_sets)
    ] = "riichi",
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Print what each han and fu pays, by ron and by tsumo, for the dealer and for the others.

    Reads a rule set of riichi: an id that yaku rules list names, or a file.

    \b
    Examples:
      yaku chart tenhou
      yaku chart riichi --set kiriage_mangan=false --format markdown

    Exit code 2: there is no such rule set, or it is not of riichi.
    """
    from calc.games import game_in

    game = game_in(rule_set)
    if game.chart is None:
        raise typer.BadParameter(
            f"{rule_set} pays no han and fu; see what its yaku are worth: yaku rules show {rule_set}",
            param_hint="ID|FILE",
        )
    rules = game.load_rules(rule_set, read_settings(settings))
    if form is Form.HTML:
        from calc.cli.pages import write_page

        write_page(
            f"{rules.name.text(lang.value)} ({rules.full_label})", game.chart_blocks(rules, lang.value), lang.value
        )
        return
    write_text([game.chart(rules, form.value, lang.value, shutil.get_terminal_size().columns)], form.value)
