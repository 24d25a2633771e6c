"""``yaku waits``: what hands one tile short wait for, and what each winning tile would pay."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.arguments import check_rules_named, files_named
from calc.cli.options import Form, Lang, LangOption, RulesOption, SetOption, format_option, read_settings
from calc.cli.problems import print_error
from calc.cli.reading import bounded_lines, rules_named
from calc.cli.screen import write_data

if TYPE_CHECKING:
    from calc.mahjong.wait_results import WaitsResult
    from calc.notation.waiting import Waiting
    from calc.settle.outcomes import Refusal
    from calc.settling import Fallback, Read

__all__ = ["waits"]

_EXAMPLE = 'yaku waits "123m456p789s1122z seat=S round=E riichi"'


def waits(
    record: Annotated[
        list[str] | None,
        typer.Argument(help="A hand one tile short in quotes, or files (- is standard input).", show_default=False),
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*Form)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Tell what a hand one tile short waits for: each winning tile, how many are left, what it would pay.

    Reads records of yaku score without the winning tile and without tsumo or ron: in quotes, from files, or from
    standard input. Without seat and round it tells the tiles only. A hand that does not wait is an answer too.

    \b
    Examples:
      yaku waits "123m456p789s1122z seat=S round=E riichi"
      yaku waits "tenhou 46p234678s33m (345m) seat=W round=E dora=2p" --lang ja
      yaku waits samples/waits/nine-gates.txt

    Exit code 1: a record cannot be read, or a hand cannot be.
    """
    from calc.cli.defaults import announce, default_rules
    from calc.settle.outcomes import Refusal
    from calc.settling import default_for
    from calc.waits import settle_waits

    options, fallback = read_settings(settings), default_rules()
    reads = _read(record or [])
    records = [read.record for read in reads if read.record is not None]
    check_rules_named(rules_named(reads, fallback), rules, options)
    if rules is None and any(item.rules is None for item in records):
        announce(default_for(next(item for item in records if item.rules is None), fallback))
    results = settle_waits(reads, rules=rules, options=options, fallback=fallback, lang=lang.value)
    if not results:
        print("error: no record found; a line looks like: " + _EXAMPLE, file=sys.stderr)
        raise typer.Exit(1)
    if form in (Form.TABLE, Form.MARKDOWN):
        _print_each(reads, results, rules, options, fallback, form, lang.value)
    else:
        _write_all(results, form)
    if any(isinstance(result, Refusal) for result in results):
        raise typer.Exit(1)


def _read(arguments: list[str]) -> list[Read[Waiting]]:
    """The records that the arguments mean: all of them files, or together one line."""
    from calc.waits import read_waits_entry, read_waits_line

    files = files_named(arguments, _EXAMPLE)
    if files is None:
        return [read_waits_line(" ".join(arguments))]
    from calc.notation.files import read_waitings

    return [
        read_waits_entry(entry)
        for source, name in files
        for entry in read_waitings(bounded_lines(source, name), name=name)
    ]


def _print_each(
    reads: list[Read[Waiting]],
    results: list[WaitsResult | Refusal],
    rules: str | None,
    options: dict[str, str],
    fallback: Fallback,
    form: Form,
    lang: str,
) -> None:
    from calc.report.waits import waits_lines
    from calc.safe_text import printable
    from calc.settle.outcomes import Refusal
    from calc.settling import rules_for

    width = shutil.get_terminal_size().columns
    for place, (read, result) in enumerate(zip(reads, results, strict=True)):
        if len(reads) > 1:
            if place:
                print()
            mark = "##" if form is Form.MARKDOWN else "=="
            print(printable(f"{mark} {place + 1 if result.id is None else result.id}"))
        if read.record is None or isinstance(result, Refusal):
            if isinstance(result, Refusal):
                print_error(result.error, line=read.text, place=read.place_of(result.error.key))
            continue
        chosen = rules_for(read.record, rules, options, fallback, allow_file=read.on_command_line)
        lines = waits_lines(result, read.record, chosen, lang, width, markdown=form is Form.MARKDOWN)
        print("\n".join(lines))


def _write_all(results: list[WaitsResult | Refusal], form: Form) -> None:
    from calc.report.waits import format_waits

    write_data(format_waits(results, form.value), form.value)
