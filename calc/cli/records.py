"""``yaku score``, and what every command does that settles records: read them from its arguments, files or standard
input, settle them, and write the results as text or as a page.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TextIO

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
from calc.cli.screen import print_heading, print_refusal, stop, tell, under, write_data, write_text
from calc.errors import CalcError, UnopenedError

if TYPE_CHECKING:
    from calc.pictures.page import Block
    from calc.settling import AnyRead, Case, Read, Settings


_STDIN: Final = "-"
#: Characters of a file whose records are shown together, and so are in memory together.
_MOST_FILE: Final = 16 << 20


def files_named(arguments: list[str], example: str) -> list[tuple[Path | TextIO, str]] | None:
    """Return the files that the arguments name, each with its name in messages; none if they form one line.

    Without arguments read standard input, unless it is a keyboard: then raise a usage error that shows the ``example``.
    Raises :class:`UnopenedError` for words that can only be meant as files but are none.
    """
    if not arguments and not sys.stdin.isatty():
        arguments = [_STDIN]
    if not " ".join(arguments).strip():
        raise typer.BadParameter(f"expected a record or files, as in: {example}")
    if not all(argument == _STDIN or _is_file(argument) for argument in arguments):
        _refuse_lost_files(arguments)
        return None
    return [(sys.stdin, "stdin") if argument == _STDIN else (Path(argument), argument) for argument in arguments]


def _is_file(argument: str) -> bool:
    """Whether something can be read by that name, be it a file or a pipe (`/dev/stdin`)."""
    try:
        return Path(argument).exists() and not Path(argument).is_dir()
    except (OSError, ValueError):
        return False  # a record is often longer than a name may be


def _refuse_lost_files(arguments: list[str]) -> None:
    """Refuse words that can only be meant as files but are none; the first of several may be a rule file."""
    from calc.intake.forms import is_file_name

    for place, argument in enumerate(arguments):
        is_rules = place == 0 and len(arguments) > 1 and argument.endswith((".yaml", ".yml"))
        if " " in argument or is_rules or _is_file(argument):
            continue
        if os.path.isdir(argument):
            raise UnopenedError(f"expected a file, found the folder {argument!r}; name its files: {argument}/*")
        if is_file_name(argument):
            raise UnopenedError(f"expected a file, but there is no file {argument!r}; check its name")


def check_rules_named(named: Iterable[str], settings: Settings) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record.

    ``named``: the rule sets of the records, which count where the command line names none.
    """
    from calc.games import load_rules

    options = settings.options
    if isinstance(settings.rules, str):
        load_rules(settings.rules, options)
    elif options:
        for name in sorted(set(named)):
            try:
                load_rules(name)
            except CalcError:
                continue  # the record's own mistake, told in its place
            load_rules(name, options)


def read_arguments(arguments: list[str], example: str, carry: tuple[str, ...] = ()) -> list[AnyRead]:
    """Read the records of the arguments, which are all files, or one line. ``example``: a valid command; ``carry``:
    columns of CSV that are no keys.
    """
    from calc.settling import read_line

    files = files_named(arguments, example)
    return [read_line(" ".join(arguments))] if files is None else _read_files(files, carry=carry)


def read_game_files(arguments: list[str], example: str) -> list[AnyRead]:
    """Read the games of files, or a score sheet or final scores that the arguments are themselves. Raises
    :class:`UnopenedError` for other words that are no files.
    """
    from calc.intake.sheets import begins_sheet

    files = files_named(arguments, example)
    if files is None:
        text = " ".join(arguments)
        first, *more = [line for line in text.splitlines() if line.strip()]
        if begins_sheet(first, more[0] if more else ""):
            return _read_files([(StringIO(text), "scores" if not more else "sheet")], of_games=True)
        lost = next(argument for argument in arguments if not os.path.exists(argument))
        raise UnopenedError(f"expected files, but there is no file {lost!r}; check its name, as in: {example}")
    return _read_files(files, of_games=True)


def _read_files(
    files: list[tuple[Path | TextIO, str]], *, of_games: bool = False, carry: tuple[str, ...] = ()
) -> list[AnyRead]:
    from calc.intake.records import read_games, read_records
    from calc.settling import read_entry

    read = read_games if of_games else partial(read_records, carry=carry)
    return [read_entry(entry) for source, name in files for entry in read(bounded_lines(source, name), name=name)]


def bounded_lines(source: Path | TextIO, name: str) -> Iterator[str]:
    """Yield the lines of a file whose records are shown together; raises :class:`UnreadableError` for large files."""
    from calc.intake.lines import read_lines

    return read_lines(source, name, _MOST_FILE)


def settle_read(reads: Sequence[Read[Any]], settings: Settings, nothing: str) -> list[Case]:
    """Settle the records of a command; without any, end it with the message ``nothing``."""
    from calc.settling import settle_cases

    check_command_line(reads, settings)
    return settle_cases(reads, settings) or stop(nothing)


def check_command_line(reads: Sequence[Read[Any]], settings: Settings) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record. Say on
    stderr which rule sets were taken without having been named.
    """
    from calc.cli.options import announce
    from calc.settling import defaults_taken

    check_rules_named(_rules_named(reads, settings), settings)
    for name in defaults_taken((read.record for read in reads), settings):
        announce(name)


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
    reads = read_arguments(record or [], _SCORED, columns_to_pass(passed))
    cases = settle_read(reads, chosen, "no record found; a line looks like: " + _SCORED)
    if is_pictured:
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


def write_page(title: str, blocks: Sequence[Block], lang: str) -> None:
    """Write a page to standard output."""
    from calc.pictures.page import page

    _write(page(title, blocks, lang), Form.HTML)


def write_cases(cases: Sequence[Case], form: Form, title: str, lang: str, *, explain: bool = False) -> None:
    """Write settled records as one page, or the one of them as a picture; refusals on stderr too.

    ``title``: the key of the page's title.
    """
    for case in cases:
        print_refusal(case)
    if form is Form.SVG:
        _write_picture(cases, lang)
        return
    from calc.games import game_of
    from calc.layout.words import word
    from calc.pictures.page import Head

    blocks: list[Block] = []
    for place, case in enumerate(cases, start=1):
        if len(cases) > 1 or case.result.id is not None:
            blocks.append(Head(str(place if case.result.id is None else case.result.id)))
        if case.error is not None:
            blocks += _refusal(case, lang)
        else:
            game = game_of(case.record)
            blocks += game.blocks.record_blocks(
                case.record, case.result, case.rules, lang, explain=explain, kept=case.kept
            )
    write_page(word(title, lang), blocks, lang)


def warn_without_charts(form: Form) -> None:
    """Say that a page goes without its chart, where what draws it is not installed."""
    from calc.pictures.charts import has_charts

    if form is Form.HTML and not has_charts():
        tell("the page is without the chart of the scores: pip install 'yaku-calc[pictures]'")


def _refusal(case: Case, lang: str) -> Iterable[Block]:
    """Why a record was refused, and what that says of its claim."""
    from msgspec import UNSET

    from calc.layout.words import word
    from calc.pictures.page import Text

    agrees = case.result.agrees
    yield Text(case.result.error.message, "" if agrees is True else "wrong")
    if agrees is not UNSET:
        yield Text(word("right" if agrees else "wrong", lang), "right" if agrees else "wrong")


def _write_picture(cases: Sequence[Case], lang: str) -> None:
    from calc.games import game_of, kind_of

    if len(cases) != 1:
        _refuse(f"a picture shows one record, and here are {len(cases)}; name one of them, or write html")
    (case,) = cases
    if case.error is not None:
        raise typer.Exit(1)  # the reason is on standard error
    picture = game_of(case.record).blocks.record_picture(case.record, case.result, lang)
    if picture is None:
        _refuse(f"there is no picture of a {kind_of(case.record)} alone; write html, which has its hands")
    _write(picture.standalone(), Form.SVG)


def _refuse(message: str) -> NoReturn:
    raise typer.BadParameter(message, param_hint="--format")


def _write(text: str, form: Form) -> None:
    """Write a file; where standard output cannot hold a character, as a reference to it."""
    encoding = (under(sys.stdout).encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        text = text.encode("ascii", "xmlcharrefreplace").decode()
    write_data([text], form.value)
