"""``yaku score``: settle hands from the command line, files or standard input."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.arguments import check_rules_named, files_named
from calc.cli.options import Fields, Form, FormatOption, Lang, LangOption, RulesOption, SetOption, read_settings
from calc.cli.problems import print_error

if TYPE_CHECKING:
    from calc.api import Read
    from calc.mahjong.results import Refusal, WinResult
    from calc.mahjong.schema import MahjongRules

__all__ = ["score"]

_EXAMPLE = 'yaku score "123m456p789s1122z +2z ron seat=S round=E riichi"'


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
    A record names the hand, the winning tile, melds, how it was won, seats, circumstances:
      yaku score "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
      yaku score "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E" --explain
      yaku score samples/hands/*.txt
    Exit code 1: a hand could not be scored, or a claim is wrong.
    """
    from calc.api import settle_reads
    from calc.cli.defaults import announce, default_rules

    if explain and form is not Form.TABLE:
        raise typer.BadParameter("reasons are told in text; leave --format out", param_hint="--explain")
    options, fallback = read_settings(settings), default_rules()
    reads = _read(record or [])
    check_rules_named({read.win.rules or fallback for read in reads if read.win is not None}, rules, options)
    if rules is None and any(read.win is not None and read.win.rules is None for read in reads):
        announce(fallback)
    short = fields is Fields.SHORT and form is not Form.TABLE
    results = settle_reads(
        reads, rules=rules, options=options, fallback=fallback, fields="short" if short else "full", lang=lang.value
    )
    if not results:
        print("error: no record found; a line looks like: " + _EXAMPLE, file=sys.stderr)
        raise typer.Exit(1)
    if form is Form.TABLE and (len(reads) == 1 or explain):
        _print_each(reads, results, rules, options, fallback, explain=explain, lang=lang.value)
    else:
        _print_all(reads, results, form, lang.value, fuller=not short)
    if any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results):
        raise typer.Exit(1)


def _read(arguments: list[str]) -> list[Read]:
    """The records that the arguments mean: all of them files, or together one line."""
    from calc.api import read_entry, read_line

    files = files_named(arguments, _EXAMPLE)
    if files is None:
        return [read_line(" ".join(arguments))]
    from calc.notation.files import read_records

    return [read_entry(entry) for source, name in files for entry in read_records(source, name=name)]


def _print_each(
    reads: list[Read],
    results: list[WinResult | Refusal],
    rules: str | None,
    options: dict[str, str],
    fallback: str,
    *,
    explain: bool,
    lang: str,
) -> None:
    """Every hand on its own, with its reasons where they were asked for."""
    from calc.api import rules_for

    for place, (read, result) in enumerate(zip(reads, results, strict=True)):
        if len(reads) > 1:
            if place:
                print()
            print(f"== {place + 1 if result.id is None else result.id}")
        if read.win is None or not result.ok:
            _print_refusal(read, result, lang)
            continue
        chosen = rules_for(read.win, rules, options, fallback, allow_file=read.on_command_line)
        print("\n".join(_lines(read, result, chosen, explain=explain, lang=lang)))


def _lines(read: Read, result: WinResult, rules: MahjongRules, *, explain: bool, lang: str) -> list[str]:
    width = shutil.get_terminal_size().columns
    assert read.win is not None
    if explain:
        from calc.mahjong.explain import explain_win
        from calc.report.explain import explain_lines

        return explain_lines(explain_win(read.win, rules, lang=lang), result, rules, lang, width)
    from calc.report.win import win_lines

    return win_lines(result, read.win, rules, lang, width)


def _print_refusal(read: Read, result: WinResult | Refusal, lang: str) -> None:
    """A refusal on stderr; what it says of a claim is a result, and goes to stdout."""
    from calc.mahjong.results import Refusal
    from calc.report.win import refusal_claim_lines

    if isinstance(result, Refusal):
        print_error(result.error, line=read.text, place=read.place)
        if isinstance(result.agrees, bool):
            print("\n".join(refusal_claim_lines(result.agrees, lang)))


def _print_all(reads: list[Read], results: list[WinResult | Refusal], form: Form, lang: str, *, fuller: bool) -> None:
    """All hands in one table or stream; refusals are told on stderr too, where a table has no room for their reason."""
    from calc.mahjong.results import Refusal
    from calc.report.formats import format_results

    width = shutil.get_terminal_size().columns
    for piece in format_results(results, form.value, lang, fuller=fuller, width=width):
        sys.stdout.write(piece)
    sys.stdout.flush()
    if form in (Form.TABLE, Form.MARKDOWN):
        for read, result in zip(reads, results, strict=True):
            if isinstance(result, Refusal):
                print_error(result.error, line=read.text, place=read.place)
