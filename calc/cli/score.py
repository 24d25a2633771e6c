"""``yaku score``: settle hands from the command line, files or standard input."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import (
    TEXTS,
    Fields,
    Form,
    Lang,
    LangOption,
    PassOption,
    RecordArgument,
    RulesOption,
    SetOption,
    Tiles,
    TilesOption,
    columns_to_pass,
    format_option,
    settings_for,
)
from calc.cli.reading import read_arguments, settle_read
from calc.cli.screen import print_heading, print_refusal, write_text

if TYPE_CHECKING:
    from calc.settling import Case

_EXAMPLE = 'yaku score "123m456p789s1122z +2z ron seat=S round=E riichi"'


def score(
    record: RecordArgument = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)] = Form.TABLE,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Print every reason: yaku, fu, payments.")] = False,
    fields: Annotated[
        Fields, typer.Option("--fields", help="short leaves fu parts, reading, notes and transfers out.")
    ] = Fields.FULL,
    near: Annotated[
        bool, typer.Option("--near", help="Of cards still in play, list yaku that lack one or two.")
    ] = False,
    tiles: TilesOption = Tiles.AUTO,
    passed: PassOption = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle won hands and rounds: yaku, points, and who pays whom.

    Reads a record in quotes; or files, or standard input, of lines, YAML, JSON, JSON lines or CSV. A record may claim
    what the table says, and is told whether that is right. It names the hand, the winning tile, melds, how it was won,
    seats and circumstances; in games of flower cards the players with the cards that they captured.

    \b
    Examples:
      yaku score "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
      yaku score "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E" --explain
      yaku samples -o samples
      yaku score samples/hands/*.txt
      yaku score "draw, tenpai E W"
      yaku score samples/rounds/double-ron.yaml
      yaku score "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki"
      yaku score "koikoi Aki:3B,8B,6A,7A Bea:2AR,4A" --near

    Exit code 1: a record could not be settled, or a claim is wrong.
    """
    if explain and form not in (Form.TABLE, Form.HTML):
        raise typer.BadParameter("reasons are told in text; leave --format out, or write html", param_hint="--explain")
    if explain and near:
        raise typer.BadParameter("a pile in play is not settled yet; leave --explain out", param_hint="--near")
    is_pictured = form in (Form.HTML, Form.SVG)
    short = fields is Fields.SHORT and form is not Form.TABLE and not is_pictured
    chosen = settings_for(rules, settings, lang, fields="short" if short else "full", near=near)
    reads = read_arguments(record or [], _EXAMPLE, columns_to_pass(passed))
    cases = settle_read(reads, chosen, "no record found; a line looks like: " + _EXAMPLE)
    if is_pictured:
        from calc.cli.pages import write_cases

        write_cases(cases, form, "page_score", lang.value, explain=explain)
    elif form is Form.TABLE and (len(cases) == 1 or explain or near):
        _print_each(cases, explain=explain, tiles=tiles, lang=lang.value)
    else:
        _print_all(cases, form, lang.value, fuller=not short)
    results = [case.result for case in cases]
    if any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results):
        raise typer.Exit(1)


def _print_each(cases: list[Case], *, explain: bool, tiles: Tiles, lang: str) -> None:
    """Print every hand by itself, with its reasons if asked for."""
    from calc.games import game_of

    for place, case in enumerate(cases):
        if len(cases) > 1:
            print_heading(place, case.result.id)
        if case.error is not None:
            _print_refusal(case, lang)
            continue
        drawn = game_of(case.record).draw(case.record) if tiles.are_drawn else ""
        if drawn:
            print(drawn)
        print("\n".join(case.lines(lang, shutil.get_terminal_size().columns, explain=explain)))


def _print_refusal(case: Case, lang: str) -> None:
    """Print a refusal on stderr, and what it says of a claim on stdout. If a claim was that there is no win, and there
    is none, nothing is wrong.
    """
    from calc.report.results import refusal_claim_lines

    print_refusal(case)
    if isinstance(case.result.agrees, bool):
        print("\n".join(refusal_claim_lines(case.result, lang, shutil.get_terminal_size().columns)))


def _print_all(cases: list[Case], form: Form, lang: str, *, fuller: bool) -> None:
    """Print all hands in one table or stream; refusals also on stderr where a table has no room for their reason."""
    from calc.report.results import format_results

    width = shutil.get_terminal_size().columns
    results = [case.result for case in cases]
    write_text(format_results(results, form.of_results, lang, fuller=fuller, width=width), form.value)
    sys.stdout.flush()
    if form in (Form.TABLE, Form.MARKDOWN):
        for case in cases:
            print_refusal(case)
