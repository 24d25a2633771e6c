"""``yaku waits``: what hands one tile short wait for, and what each winning tile would pay."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calc.cli.options import TEXTS, Form, Lang, LangOption, RulesOption, SetOption, format_option, settings_for
from calc.cli.reading import bounded_lines, files_named, settle_read
from calc.cli.screen import print_heading, print_refusal, write_data

if TYPE_CHECKING:
    from calc.settling import Case, Read

_EXAMPLE = 'yaku waits "123m456p789s1122z seat=S round=E riichi"'


def waits(
    record: Annotated[
        list[str] | None,
        typer.Argument(help="A hand one tile short in quotes, or files (- is standard input).", show_default=False),
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Tell what a hand one tile short waits for: each winning tile, how many are left, what it would pay.

    Reads records of yaku score without the winning tile and without tsumo or ron: in quotes, from files, or from
    standard input. Without seat and round it tells the tiles only. A hand that does not wait is an answer too.

    \b
    Examples:
      yaku waits "123m456p789s1122z seat=S round=E riichi"
      yaku waits "tenhou 46p234678s33m (345m) seat=W round=E dora=2p" --lang ja
      yaku samples -o samples
      yaku waits samples/waits/nine-gates.txt

    Exit code 1: a record cannot be read, or a hand cannot be.
    """
    chosen = settings_for(rules, settings, lang)
    reads = _read(record or [])
    cases = settle_read(reads, chosen, "no record found; a line looks like: " + _EXAMPLE)
    if form in (Form.HTML, Form.SVG):
        from calc.cli.pages import write_cases

        write_cases(cases, form, "page_waits", lang.value)
    elif form in (Form.TABLE, Form.MARKDOWN):
        _print_each(cases, form, lang.value)
    else:
        from calc.games import waits

        write_data(waits().write([case.result for case in cases], form.value), form.value)
    if any(case.error is not None for case in cases):
        raise typer.Exit(1)


def _read(arguments: list[str]) -> list[Read[Any]]:
    """Read the files that the arguments name, or the one line that they make together."""
    from calc.settling import read_entry, read_waiting_line

    files = files_named(arguments, _EXAMPLE)
    if files is None:
        return [read_waiting_line(" ".join(arguments))]
    from calc.intake.records import read_waitings

    return [
        read_entry(entry) for source, name in files for entry in read_waitings(bounded_lines(source, name), name=name)
    ]


def _print_each(cases: list[Case], form: Form, lang: str) -> None:
    width = shutil.get_terminal_size().columns
    for place, case in enumerate(cases):
        if len(cases) > 1:
            print_heading(place, case.result.id, "##" if form is Form.MARKDOWN else "==")
        print_refusal(case)
        if case.error is None:
            print("\n".join(case.lines(lang, width, markdown=form is Form.MARKDOWN)))
