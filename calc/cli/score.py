"""``yaku score``: settle hands from the command line, files or standard input."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import Fields, Form, FormatOption, Lang, LangOption, RulesOption, SetOption, read_settings
from calc.cli.problems import print_error

if TYPE_CHECKING:
    from calc.api import Read
    from calc.mahjong.results import Refusal, WinResult

__all__ = ["score"]

_STDIN = "-"
_WIDE_ENOUGH = 100


def score(
    record: Annotated[
        list[str] | None, typer.Argument(help="A record in quotes, or files (- is standard input).", show_default=False)
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: FormatOption = Form.TABLE,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Print every reason: yaku, fu, payments.")] = False,
    fields: Annotated[
        Fields, typer.Option("--fields", help="short leaves fu parts, reading, notes and transfers out.")
    ] = Fields.FULL,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle won hands: yaku, han, fu, points, and who pays whom.

    \b
    A record names the hand, the winning tile, melds, how it was won, seats and circumstances:
      yaku score "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"
      yaku score "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E dora=4s honba=1" --explain
      yaku score samples/hands/*.txt
    Exit code 1: a hand could not be scored, or a claim is wrong.
    """
    from calc.api import settle_reads
    from calc.cli.defaults import announce, default_rules

    reads, line = _read(record or [])
    fallback = default_rules()
    if rules is None and any(read.win is not None and read.win.rules is None for read in reads):
        announce(fallback)
    results = settle_reads(
        reads,
        rules=rules,
        options=read_settings(settings),
        fallback=fallback,
        fields="short" if fields is Fields.SHORT else "full",
        lang=lang.value,
    )
    if form is Form.TABLE and (len(reads) == 1 or explain):
        _print_each(reads, results, line, rules, settings, fallback, explain=explain, lang=lang.value)
    else:
        _print_all(reads, results, form, lang.value)
    if any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results):
        raise typer.Exit(1)


def _read(arguments: list[str]) -> tuple[list[Read], str | None]:
    """The records the arguments mean, and the line itself where they are one."""
    from calc.api import read_entry, read_line

    if not arguments:
        if sys.stdin.isatty():
            raise typer.BadParameter(
                'expected a record or files, as in: yaku score "123m456p789s1122z +2z ron seat=S round=E riichi"'
            )
        arguments = [_STDIN]
    if not all(argument == _STDIN or Path(argument).is_file() for argument in arguments):
        line = " ".join(arguments)
        return [read_line(line)], line
    from calc.notation.files import read_records

    reads = []
    for argument in arguments:
        source = sys.stdin if argument == _STDIN else Path(argument)
        reads += [read_entry(entry) for entry in read_records(source, name="stdin" if argument == _STDIN else argument)]
    return reads, None


def _print_each(
    reads: list[Read],
    results: list[WinResult | Refusal],
    line: str | None,
    rules: str | None,
    settings: list[str] | None,
    fallback: str,
    *,
    explain: bool,
    lang: str,
) -> None:
    """Every hand on its own, with its reasons where they were asked for."""
    from calc.api import rules_for
    from calc.mahjong.explain import explain_win
    from calc.mahjong.results import WinResult
    from calc.report.win import explain_lines, win_lines

    width = min(shutil.get_terminal_size().columns, _WIDE_ENOUGH)
    for place, (read, result) in enumerate(zip(reads, results, strict=True)):
        if place:
            typer.echo("")
        if len(reads) > 1:
            typer.echo(f"== {place + 1 if result.id is None else result.id}")
        if read.win is None or not isinstance(result, WinResult):
            print_error(read.refused(result), line=line, place=read.place)
            continue
        chosen = rules_for(read.win, rules, read_settings(settings), fallback, allow_file=read.on_command_line)
        if explain:
            lines = explain_lines(explain_win(read.win, chosen, lang=lang), result, chosen, lang, width)
        else:
            lines = win_lines(result, read.win, chosen, lang)
        typer.echo("\n".join(lines))


def _print_all(reads: list[Read], results: list[WinResult | Refusal], form: Form, lang: str) -> None:
    """All hands in one table or stream; refusals are told on stderr too, where a table has no room for their reason."""
    from calc.mahjong.results import Refusal
    from calc.report.formats import format_results

    for piece in format_results(results, form.value, lang):
        sys.stdout.write(piece)
    sys.stdout.flush()
    if form in (Form.TABLE, Form.MARKDOWN):
        for read, result in zip(reads, results, strict=True):
            if isinstance(result, Refusal):
                print_error(read.refused(result), place=read.place)
