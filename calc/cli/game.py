"""``yaku game``: settle whole games, round by round."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, settings_for
from calc.cli.reading import announce_defaults, check_command_line, read_game_files
from calc.cli.screen import print_heading, print_refusal, stop, write_data
from calc.errors import RecordError

if TYPE_CHECKING:
    from calc.settling import AnyRead, Case

_EXAMPLE = "yaku game samples/games/four-players.yaml"


def game(
    files: Annotated[
        list[str] | None, typer.Argument(help="Files of games (- is standard input).", show_default=False)
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)] = Form.TABLE,
    explain: Annotated[
        bool, typer.Option("--explain", "-e", help="Print every reason: yaku, fu, payments of every round.")
    ] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle whole games: a table with a row a round, and the final results with uma and oka.

    Reads files of games in YAML or JSON, or standard input: players and rounds. What the table claims of a round or of
    the result is checked, and the first round that goes wrong is named.

    \b
    Examples:
      yaku game samples/games/four-players.yaml
      yaku game samples/games/disputed.yaml --format json
      yaku game samples/games/four-players.yaml --explain --lang ja

    Exit code 1: a game could not be settled, or a claim is wrong.
    """
    from calc.settling import settle_cases

    if explain and form not in (Form.TABLE, Form.HTML):
        raise typer.BadParameter("reasons are told in text; leave --format out, or write html", param_hint="--explain")
    chosen = settings_for(rules, settings, lang)
    reads = [_only_games(read) for read in read_game_files(files or [], _EXAMPLE)]
    check_command_line(reads, chosen)
    announce_defaults(reads, chosen)
    cases = settle_cases(reads, chosen)
    if not cases:
        stop("no game found; a game is a YAML or JSON file with players and rounds")
    if form in (Form.HTML, Form.SVG):
        from calc.cli.pages import warn_without_charts, write_cases
        from calc.layout.words import word

        for case in cases:
            print_refusal(case)
        warn_without_charts(form)
        write_cases(cases, form, word("page_game", lang.value), lang.value, explain=explain)
    else:
        _print(cases, form, explain=explain, lang=lang.value)
    if any(case.error is not None or case.result.agrees is False for case in cases):
        raise typer.Exit(1)


def _only_games(read: AnyRead) -> AnyRead:
    """Refuse a record that is no game."""
    from msgspec.structs import replace

    from calc.games import kind_of

    if read.record is None or kind_of(read.record) == "game":
        return read
    kind = kind_of(read.record)
    error = RecordError(f"expected a game with players and rounds, found a {kind}; settle it with yaku score")
    return replace(read, record=None, error=error)


def _print(cases: list[Case], form: Form, *, explain: bool, lang: str) -> None:
    from calc.report.results import format_results, games_csv

    width = shutil.get_terminal_size().columns
    results = [case.result for case in cases]
    if form in (Form.JSON, Form.YAML):
        write_data(format_results(results, "json" if form is Form.JSON else "yaml", lang), form.value)
        return
    if form is Form.CSV:
        named = [(str(place if one.id is None else one.id), one) for place, one in enumerate(results, start=1)]
        write_data([games_csv(named)], form.value)
    for place, case in enumerate(cases):
        print_refusal(case)
        if case.error is None and form is not Form.CSV:
            if len(cases) > 1:
                print_heading(place, case.result.id, "#" if form is Form.MARKDOWN else "==")
            print("\n".join(case.lines(lang, width, explain=explain, markdown=form is Form.MARKDOWN)))
