"""``yaku score``, and what every command does that settles records: read them from its arguments, files or standard
input, settle them, and write the results as text or as a page.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

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
    announce,
    check_explain,
    columns_to_pass,
    format_option,
    settings_for,
)
from calc.cli.screen import STDIN, print_heading, print_note, print_refusal, stop, tell
from calc.errors import CalcError, UnopenedError
from calc.text import terminal_width, under, write_data, write_text
from calc.translation import msg

if TYPE_CHECKING:
    from calc.pictures.page import Block
    from calc.settling import AnyRead, Case, Read, Settings


#: What a file has.
What = Literal["records", "games", "league", "waitings"]
#: Bytes of a file whose records are shown together, and so are in memory together.
_MOST_FILE: Final = 16 << 20


def read_files(arguments: list[str], example: str, what: What, carry: tuple[str, ...] = ()) -> list[Read[Any]] | None:
    """Read the files that the arguments name; ``None`` if they form one line. ``example``: a valid command. ``carry``:
    columns of CSV that are no keys.
    """
    files = _files_named(arguments, example)
    return None if files is None else _read_files(files, what, carry)


def _read_files(files: list[tuple[Any, str]], what: What, carry: tuple[str, ...] = ()) -> list[Read[Any]]:
    from calc.intake import entries, records

    kind = {"records": entries.carrying(carry), "waitings": entries.waitings()}.get(what, entries.GAMES)
    found: list[Read[Any]] = []
    for source, name in files:
        if what == "league":
            found += records.read_league(source, name, _MOST_FILE)
        else:
            found += records.read_file(source, name, kind, _MOST_FILE)
    for entry in found:
        for line, text in entry.notes:
            print_note(text, f"{entry.file}:{line}")
    return found


def _files_named(arguments: list[str], example: str) -> list[tuple[Any, str]] | None:
    """Return the files that the arguments name, each with its name in messages; none if they form one line.

    Without arguments read standard input, unless it is a keyboard: then raise a usage error that shows the ``example``.
    Raises :class:`UnopenedError` for words that can only be meant as files but are none.
    """
    if not arguments and not sys.stdin.isatty():
        arguments = [STDIN]
    if not " ".join(arguments).strip():
        raise typer.BadParameter(msg("expected a record or files, as in: {0}", example))
    if not all(argument == STDIN or _is_file(argument) for argument in arguments):
        _refuse_lost_files(arguments)
        return None
    stdin = getattr(sys.stdin, "buffer", sys.stdin)
    return [(stdin, "stdin") if argument == STDIN else (Path(argument), argument) for argument in arguments]


def _is_file(argument: str) -> bool:
    """Whether something can be read by that name, be it a file or a pipe (`/dev/stdin`)."""
    try:
        return Path(argument).exists() and not Path(argument).is_dir()
    except (OSError, ValueError):
        return False  # a record is often longer than a name may be


def _refuse_lost_files(arguments: list[str]) -> None:
    """Refuse words that can only be meant as files but are none; the first of several may be a rule file."""
    for place, argument in enumerate(arguments):
        is_rules = place == 0 and len(arguments) > 1 and argument.endswith((".yaml", ".yml"))
        if " " in argument or is_rules or _is_file(argument):
            continue
        if os.path.isdir(argument):
            raise UnopenedError("expected a file, found the folder {0!r}; name its files: {0}/*", argument)
        from calc.intake.forms import is_file_name

        if is_file_name(argument):
            raise UnopenedError("expected a file, but there is no file {0!r}; check its name", argument)


def read_arguments(arguments: list[str], example: str, carry: tuple[str, ...] = ()) -> list[AnyRead]:
    """Read the records of the arguments, which are all files, or one line. ``example``: a valid command; ``carry``:
    columns of CSV that are no keys.
    """
    from calc.settling import read_line

    reads = read_files(arguments, example, "records", carry)
    return [read_line(" ".join(arguments))] if reads is None else reads


def read_game_files(arguments: list[str], example: str, what: What = "games") -> list[AnyRead]:
    """Read the games of files, or a score sheet or final scores that the arguments are themselves. Raises
    :class:`UnopenedError` for other words that are no files.
    """
    from calc.intake.sheets import begins_sheet

    reads = read_files(arguments, example, what)
    if reads is not None:
        return reads
    text = " ".join(arguments)
    first, *more = [line for line in text.splitlines() if line.strip()]
    if begins_sheet(first, more[0] if more else ""):
        return _read_files([(StringIO(text), "sheet" if more else "scores")], "games")
    lost = next(argument for argument in arguments if not os.path.exists(argument))
    raise UnopenedError("expected files, but there is no file {0!r}; check its name, as in: {1}", lost, example)


def settle_read(reads: Sequence[Read[Any]], settings: Settings, nothing: str) -> list[Case]:
    """Settle the records of a command; without any, end it with the message ``nothing``."""
    from calc.settling import settle_cases

    check_command_line(reads, settings, nothing)
    return settle_cases(reads, settings)


def check_command_line(reads: Sequence[Read[Any]], settings: Settings, nothing: str) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record. Say on
    stderr which rule sets were taken without having been named. Without records end with the message ``nothing``.
    """
    from calc.games import load_rules
    from calc.settling import defaults_taken

    if isinstance(settings.rules, str):
        load_rules(settings.rules, settings.options)
    elif settings.options:
        for name in sorted(_rules_named(reads, settings)):
            try:
                load_rules(name)
            except CalcError:
                continue  # the record's own mistake, told in its place
            load_rules(name, settings.options)
    for name in defaults_taken((read.record for read in reads), settings):
        announce(name)
    if not reads:
        stop(nothing)


def _rules_named(reads: Iterable[Read[Any]], settings: Settings) -> set[str]:
    """Return the rule sets of the records, without files that records in files name: those are refused unread."""
    from calc.games import game_of
    from calc.settling import default_for
    from calc.tables.shelf import is_file_name

    found: set[str] = set()
    for read in reads:
        if read.record is None:
            continue
        own = read.record.rules
        if own is None or read.on_command_line or not is_file_name(own):
            found.add(own or default_for(game_of(read.record), settings))
    return found


_SCORED = 'yaku score "123m456p789s1122z +2z ron seat=S round=E riichi"'


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

    Reads a record in quotes; or files, or standard input, of lines, YAML, JSON, JSON lines or CSV, plain or packed. A
    record may claim what the table says, and is told whether that is right. It names the hand, the winning tile, melds,
    how it was won, seats and circumstances; in games of flower cards the players with the cards that they captured.

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
    check_explain(form, wanted=explain)
    if explain and near:
        raise typer.BadParameter(msg("a pile in play is not settled yet; leave --explain out"), param_hint="--near")
    is_pictured = form in (Form.HTML, Form.SVG)
    short = fields is Fields.SHORT and form is not Form.TABLE and not is_pictured
    chosen = settings_for(rules, settings, fields="short" if short else "full", near=near)
    reads = read_arguments(record or [], _SCORED, columns_to_pass(passed))
    cases = settle_read(reads, chosen, msg("no record found; a line looks like: ") + _SCORED)
    if is_pictured:
        write_cases(cases, form, "page_score", explain=explain)
    elif form is Form.TABLE and (len(cases) == 1 or explain or near):
        print_each(cases, explain=explain, tiles=tiles)
    else:
        _print_all(cases, form, fuller=not short)
    results = [case.result for case in cases]
    if any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results):
        raise typer.Exit(1)


def print_each(cases: list[Case], *, explain: bool = False, markdown: bool = False, tiles: Tiles = Tiles.TEXT) -> None:
    """Print every hand by itself, with its reasons if asked for; refusals on stderr, and what they say of a claim."""
    from calc.games import game_of

    for place, case in enumerate(cases):
        if len(cases) > 1:
            print_heading(place, case.result.id, "##" if markdown else "==")
        if case.error is None:
            drawn = game_of(case.record).draw(case.record) if tiles.are_drawn else ""
            if drawn:
                print(drawn)
            print("\n".join(case.lines(terminal_width(), explain=explain, markdown=markdown)))
            continue
        print_refusal(case)
        if isinstance(case.result.agrees, bool):
            from calc.report.results import refusal_claim_lines

            print("\n".join(refusal_claim_lines(case.result, terminal_width())))


def _print_all(cases: list[Case], form: Form, *, fuller: bool) -> None:
    """Print all hands in one table or stream; refusals also on stderr where a table has no room for their reason."""
    from calc.report.results import format_results

    results = [case.result for case in cases]
    write_text(format_results(results, form.of_results, fuller=fuller, width=terminal_width()), form.value)
    sys.stdout.flush()
    if form in (Form.TABLE, Form.MARKDOWN):
        for case in cases:
            print_refusal(case)


def write_page(title: str, blocks: Sequence[Block]) -> None:
    """Write a page to standard output."""
    from calc.pictures.page import page

    _write(page(title, blocks), Form.HTML)


def write_cases(cases: Sequence[Case], form: Form, title: str, *, explain: bool = False) -> None:
    """Write settled records as one page, or the one of them as a picture; refusals on stderr too.

    ``title``: the key of the page's title.
    """
    for case in cases:
        print_refusal(case)
    if form is Form.SVG:
        _write_picture(cases)
        return
    from calc.layout.words import word
    from calc.pictures.page import Head
    from calc.report.results import case_blocks

    blocks: list[Block] = []
    for place, case in enumerate(cases, start=1):
        if len(cases) > 1 or case.result.id is not None:
            blocks.append(Head(str(place if case.result.id is None else case.result.id)))
        blocks += case_blocks(case, explain=explain)
    write_page(word(title), blocks)


def warn_without_charts(form: Form) -> None:
    """Say that a page goes without its chart, where what draws it is not installed."""
    if form is Form.HTML:
        from calc.pictures.charts import has_charts

        if not has_charts():
            tell(msg("the page is without the chart of the scores: pip install 'yaku-calc[pictures]'"))


def _write_picture(cases: Sequence[Case]) -> None:
    from calc.games import game_of, kind_of

    if len(cases) != 1:
        raise typer.BadParameter(
            msg("a picture shows one record, and here are {0}; name one of them, or write html", len(cases)),
            param_hint="--format",
        )
    (case,) = cases
    if case.error is not None:
        raise typer.Exit(1)  # the reason is on standard error
    picture = game_of(case.record).blocks.record_picture(case.record, case.result)
    if picture is None:
        raise typer.BadParameter(
            msg("there is no picture of a {0} alone; write html, which has its hands", kind_of(case.record)),
            param_hint="--format",
        )
    _write(picture.standalone(), Form.SVG)


def _write(text: str, form: Form) -> None:
    """Write a file; where standard output cannot hold a character, as a reference to it."""
    encoding = (under(sys.stdout).encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        text = text.encode("ascii", "xmlcharrefreplace").decode()
    write_data([text], form.value)
