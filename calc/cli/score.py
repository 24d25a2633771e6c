"""``yaku score``: settle hands from the command line, files or standard input."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import (
    Fields,
    Form,
    Lang,
    LangOption,
    RulesOption,
    SetOption,
    Tiles,
    TilesOption,
    format_option,
    read_settings,
)
from calc.cli.problems import print_error
from calc.cli.reading import announce_defaults, check_command_line, read_arguments
from calc.cli.screen import write_text

if TYPE_CHECKING:
    from calc.notation.plain import AnyRecord
    from calc.rulesets import AnyRules
    from calc.settle.outcomes import Refusal
    from calc.settling import AnyRead, AnyResult, Fallback

__all__ = ["score"]

_EXAMPLE = 'yaku score "123m456p789s1122z +2z ron seat=S round=E riichi"'


def score(
    record: Annotated[
        list[str] | None, typer.Argument(help="A record in quotes, or files (- is standard input).", show_default=False)
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(*Form)] = Form.TABLE,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Print every reason: yaku, fu, payments.")] = False,
    fields: Annotated[
        Fields, typer.Option("--fields", help="short leaves fu parts, reading, notes and transfers out.")
    ] = Fields.FULL,
    near: Annotated[
        bool, typer.Option("--near", help="Of hanafuda piles in play, list yaku that lack one or two cards.")
    ] = False,
    tiles: TilesOption = Tiles.AUTO,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle won hands, riichi rounds and hanafuda rounds: yaku, points, and who pays whom.

    Reads a record in quotes; or files, or standard input, of lines, YAML, JSON, JSON lines or CSV. A record may claim
    what the table says, and is told whether that is right. It names the hand, the winning tile, melds, how it was won,
    seats and circumstances; of hanafuda the players with the cards that they captured.

    \b
    Examples:
      yaku score "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
      yaku score "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E" --explain
      yaku score samples/hands/*.txt
      yaku score samples/rounds/double-ron.yaml
      yaku score "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki"
      yaku score "koikoi Aki:3B,8B,6A,7A Bea:2AR,4A" --near

    Exit code 1: a record could not be settled, or a claim is wrong.
    """
    from calc.cli.defaults import default_rules
    from calc.settling import settle_reads

    if explain and form is not Form.TABLE:
        raise typer.BadParameter("reasons are told in text; leave --format out", param_hint="--explain")
    if explain and near:
        raise typer.BadParameter("a pile in play is not settled yet; leave --explain out", param_hint="--near")
    options, fallback = read_settings(settings), default_rules()
    reads = read_arguments(record or [], _EXAMPLE)
    check_command_line(reads, rules, options, fallback)
    announce_defaults(reads, rules, fallback)
    short = fields is Fields.SHORT and form is not Form.TABLE
    results = settle_reads(
        reads,
        rules=rules,
        options=options,
        fallback=fallback,
        fields="short" if short else "full",
        lang=lang.value,
        near=near,
    )
    if not results:
        print("error: no record found; a line looks like: " + _EXAMPLE, file=sys.stderr)
        raise typer.Exit(1)
    if form is Form.TABLE and (len(reads) == 1 or explain or near):
        _print_each(reads, results, rules, options, fallback, explain=explain, tiles=tiles, lang=lang.value)
    else:
        _print_all(reads, results, form, lang.value, fuller=not short)
    if any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results):
        raise typer.Exit(1)


def _print_each(
    reads: list[AnyRead],
    results: list[AnyResult | Refusal],
    rules: str | None,
    options: dict[str, str],
    fallback: Fallback,
    *,
    explain: bool,
    tiles: Tiles,
    lang: str,
) -> None:
    """Every hand on its own, with its reasons where they were asked for."""
    from calc.safe_text import printable
    from calc.settling import rules_for

    for place, (read, result) in enumerate(zip(reads, results, strict=True)):
        if len(reads) > 1:
            if place:
                print()
            print(printable(f"== {place + 1 if result.id is None else result.id}"))
        if read.record is None or not result.ok:
            _print_refusal(read, result, lang)
            continue
        chosen = rules_for(read.record, rules, options, fallback, allow_file=read.on_command_line)
        _draw(read.record, tiles)
        print("\n".join(_lines(read, result, chosen, explain=explain, lang=lang)))


def _draw(record: AnyRecord, tiles: Tiles) -> None:
    """The tiles of a win as pictures, above what is said of it."""
    from calc.notation.records import Win

    if tiles.are_drawn and isinstance(record, Win):
        from calc.report.pictures import draw_win

        print(draw_win(record))


def _lines(read: AnyRead, result: AnyResult, rules: AnyRules, *, explain: bool, lang: str) -> list[str]:
    from calc.report.record import record_lines

    assert read.record is not None
    return record_lines(read.record, result, rules, lang, shutil.get_terminal_size().columns, explain=explain)


def _print_refusal(read: AnyRead, result: AnyResult | Refusal, lang: str) -> None:
    """A refusal on stderr; what it says of a claim is a result, and goes to stdout. That there is no win, as was
    claimed, is no error at all.
    """
    from calc.report.win import refusal_claim_lines
    from calc.settle.outcomes import Refusal

    if isinstance(result, Refusal):
        if result.agrees is not True:
            print_error(result.error, line=read.text, place=read.place_of(result.error.key))
        if isinstance(result.agrees, bool):
            print("\n".join(refusal_claim_lines(result, lang, shutil.get_terminal_size().columns)))


def _print_all(
    reads: list[AnyRead], results: list[AnyResult | Refusal], form: Form, lang: str, *, fuller: bool
) -> None:
    """All hands in one table or stream; refusals are told on stderr too, where a table has no room for their reason."""
    from calc.report.formats import format_results
    from calc.settle.outcomes import Refusal

    width = shutil.get_terminal_size().columns
    write_text(format_results(results, form.value, lang, fuller=fuller, width=width), form.value)
    sys.stdout.flush()
    if form in (Form.TABLE, Form.MARKDOWN):
        for read, result in zip(reads, results, strict=True):
            if isinstance(result, Refusal) and result.agrees is not True:
                print_error(result.error, line=read.text, place=read.place_of(result.error.key))
