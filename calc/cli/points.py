"""``yaku points``: what a number of han and fu pays."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, read_settings
from calc.cli.screen import write_text

#: No table has counted further.
_MOST_HONBA = 999


def points(
    worth: Annotated[
        list[str],
        typer.Argument(metavar="HAN FU|LEVEL", help="What the hand is worth: 3 40, '3 han 40 fu', mangan."),
    ],
    honba: Annotated[
        int, typer.Option("--honba", "-b", min=0, max=_MOST_HONBA, help="How many counters are on the table.")
    ] = 0,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML)] = Form.TABLE,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Print how the figures come about.")] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Say what a hand pays: by ron and by tsumo, for the dealer and for the others, counters included.

    Reads han and fu, as 3 40, '3 han 40 fu' or 3翻40符; or a level: mangan, haneman, 満貫, 'double yakuman'. Add ron or
    tsumo to ask only for that. Fu that no hand has are refused with the reason.

    \b
    Examples:
      yaku points 3 40
      yaku points mangan --honba 2 --rules sanma
      yaku points 4翻30符 --rules tenhou --lang ja

    Exit code 1: no hand is worth that; 2: there is no such rule set, or it pays no han and fu.
    """
    from calc.cli.defaults import announce, default_rules
    from calc.games import all_games, game_in

    if explain and form not in (Form.TABLE, Form.HTML):
        raise typer.BadParameter("reasons are told in text; leave --format out, or write html", param_hint="--explain")
    if rules is None:
        rules = next(default_rules()[game.id] for game in all_games() if game.points is not None)
        announce(rules)
    game = game_in(rules)
    if game.points is None:
        raise typer.BadParameter(
            f"{rules} pays no han and fu; see what its yaku are worth: yaku rules show {rules}", param_hint="--rules"
        )
    loaded = game.load_rules(rules, read_settings(settings))
    width = shutil.get_terminal_size().columns
    write_text(
        [game.points(" ".join(worth), loaded, honba, form.value, lang.value, width, explain=explain)], form.value
    )
