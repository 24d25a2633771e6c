"""What every command does that settles records: read them from its arguments, files or standard input, settle them, and
write the results as text, as data or as a page.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final, Literal

from typer import Exit

from calc.cli.options import Form, Tiles, announce
from calc.cli.screen import STDIN, misused, print_heading, print_note, print_refusal
from calc.errors import CalcError, UnopenedError
from calc.games import Settings, game_of, kind_of, load_rules
from calc.layout.document import Block, Document, Head, text_lines
from calc.layout.words import word
from calc.settling import AnyRead, Case, Read, default_for, defaults_taken, read_line, read_waiting_line, settle_cases
from calc.tables.shelf import is_file_name
from calc.text import terminal_width, under, write_data, write_text

#: What files have, or a line of arguments.
What = Literal["records", "games", "league", "waitings"]
#: Words beyond these are a sentence.
_MOST_FILES: Final = 4
#: A game in one line.
ONE_LINE: Final = "'riichi: Aki Bea Cho Dan; Bea ron Aki 2000, then draw, tenpai Aki Cho'"
#: Bytes of a file whose records are shown together, and so are in memory together.
_MOST_FILE: Final = 16 << 20

_BY_ENDING: Final = {f".{form}": form for form in (Form.HTML, Form.JSON, Form.YAML, Form.CSV)} | {".md": Form.MARKDOWN}


# ---- reading


def read(
    arguments: list[str] | None, example: str, what: What = "records", carry: tuple[str, ...] = (), unit: int = 0
) -> list[AnyRead]:
    """Read the records of the arguments, which are all files, or one line; of games a score sheet or final scores.

    ``example``: a valid command; ``carry``: columns of CSV that are no keys; ``unit``: how many points a figure of
    1 is in tables of final scores. Raises :class:`UnopenedError` for words
    that can only be meant as files but are none.
    """
    arguments = arguments or ([] if sys.stdin.isatty() else [STDIN])
    text = " ".join(arguments)
    if not text.strip():
        raise misused("expected a record or files, as in: {0}", example)
    if all(argument == STDIN or _is_file(argument) for argument in arguments):
        stdin = getattr(sys.stdin, "buffer", sys.stdin)
        files = [(stdin, "stdin") if argument == STDIN else (Path(argument), argument) for argument in arguments]
        return _read_files(files, what, carry, unit)
    _refuse_lost_files(arguments)
    if what == "records":
        return [read_line(text)]
    if what == "waitings":
        return [read_waiting_line(text)]
    return _read_game(text, arguments, example)


def _read_game(text: str, arguments: Sequence[str], example: str) -> list[AnyRead]:
    """A score sheet, or a game in one line; words that are none may be meant as files."""
    from calc.intake.sheets import begins_sheet

    first, *more = [line for line in text.splitlines() if line.strip()]
    if not more:
        from calc.intake.one_line import read_one_line

        try:
            told = read_one_line(text)
        except CalcError as error:
            return [Read(error=error, text=text)]
        if told is not None:
            return [Read(told, text=text, on_command_line=True)]
    if begins_sheet(first, more[0] if more else ""):
        return _read_files([(StringIO(text), "sheet" if more else "scores")], "games")
    if len(text.split()) > _MOST_FILES:
        raise UnopenedError("expected files, or a game in one line, as in {0}; found {1}", ONE_LINE, repr(text))
    lost = next(argument for argument in arguments if not os.path.exists(argument))
    raise UnopenedError("expected files, but there is no file {0!r}; check its name, as in: {1}", lost, example)


def _read_files(
    files: Sequence[tuple[Any, str]], what: What, carry: tuple[str, ...] = (), unit: int = 0
) -> list[AnyRead]:
    from calc.intake import entries, records

    kind = {"records": entries.carrying(carry), "waitings": entries.waitings()}.get(what, entries.GAMES)
    found: list[AnyRead] = []
    for source, name in files:
        if what == "league":
            found += records.read_league(source, name, _MOST_FILE, unit)
        else:
            found += records.read_file(source, name, kind, _MOST_FILE)
    for entry in found:
        for line, text in entry.notes:
            print_note(text, f"{entry.file}:{line}")
    return found


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


# ---- settling


def settle(reads: Sequence[Read[Any]], settings: Settings, nothing: str) -> list[Case]:
    """Settle the records of a command; without any, end it with the message ``nothing``."""
    check_command_line(reads, settings, nothing)
    return settle_cases(reads, settings)


def check_command_line(reads: Sequence[Read[Any]], settings: Settings, nothing: str) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record. Say on
    stderr which rule sets were taken without having been named. Without records end with the message ``nothing``.
    """
    if isinstance(settings.rules, str):
        load_rules(settings.rules, settings.options)
    elif settings.options:
        named = set()
        for read in reads:
            # Files that records in files name are refused unread.
            if read.record is not None and (
                read.on_command_line or read.record.rules is None or not is_file_name(read.record.rules)
            ):
                named.add(read.record.rules or default_for(game_of(read.record), settings))
        for name in sorted(named):
            try:
                load_rules(name)
            except CalcError:
                continue  # the record's own mistake, told in its place
            load_rules(name, settings.options)
    for name in defaults_taken((read.record for read in reads), settings):
        announce(name)
    if not reads:
        raise CalcError(nothing)


# ---- writing


def print_each(cases: list[Case], *, explain: bool = False, markdown: bool = False, tiles: Tiles = Tiles.TEXT) -> None:
    """Print every hand by itself, with its reasons if asked for; refusals on stderr, and what they say of a claim."""
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
            from calc.report.results import case_blocks

            print("\n".join(text_lines(case_blocks(case, page=False), terminal_width())))


def write_new(lines: Iterable[str], file: str, *, force: bool) -> None:
    """Write lines into a file that is not there yet, or print them."""
    text = "".join(f"{line}\n" for line in lines)
    if file == STDIN:
        sys.stdout.write(text)
        return
    try:
        # With "x" a file that has appeared meanwhile is not written over either.
        with open(file, "w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise misused("there is a file {0} already; --force writes over it", file) from None


def write_document(document: Any, form: Form, out: str | None = None, *, force: bool = False) -> None:
    """Write an answer in a format. ``out``: a file, whose ending says the format where none is asked for."""
    if out is not None and form is Form.TABLE:
        form = _BY_ENDING.get(Path(out).suffix.lower(), form)
    text = document.write(form.value, terminal_width())
    if out not in (None, STDIN):
        write_new(text.splitlines(), out, force=force)
        return
    if form is Form.HTML:
        _write(text, form)
    else:
        write_text([text], form.value)


def write_found(
    found: Sequence[Any],
    form: Form,
    title: str,
    blocks_of: Callable[[Any, bool], Iterable[Any]],
    begin: Callable[[int, Any], None],
) -> None:
    """Write what was found as a page, as data, or one by one as text, each of several below what ``begin`` prints.

    ``title``: the key of the page's title.
    """
    if form is not Form.TABLE:
        rows = [row for one in found for row in (one if isinstance(one, list) else [one])]
        shown = Document(word(title), lambda page: [block for one in found for block in blocks_of(one, page)], rows)
        if found or form is not Form.HTML:
            write_document(shown, form)
        return
    for place, one in enumerate(found):
        if len(found) > 1:
            begin(place, one)
        print("\n".join(text_lines(blocks_of(one, False), terminal_width())))


def write_cases(cases: Sequence[Case], form: Form, title: str, *, explain: bool = False) -> None:
    """Write settled records as one page, or the one of them as a picture; refusals on stderr too.

    ``title``: the key of the page's title.
    """
    for case in cases:
        print_refusal(case)
    if form is Form.SVG:
        _write_picture(cases)
        return
    from calc.report.results import case_blocks

    blocks: list[Block] = []
    for place, case in enumerate(cases, start=1):
        if len(cases) > 1 or case.result.id is not None:
            blocks.append(Head(str(place if case.result.id is None else case.result.id)))
        blocks += case_blocks(case, explain=explain)
    write_document(Document(word(title), lambda page: blocks), form)


def _write_picture(cases: Sequence[Case]) -> None:
    if len(cases) != 1:
        raise misused(
            "a picture shows one record, and here are {0}; name one of them, or write html", len(cases), at="--format"
        )
    (case,) = cases
    if case.error is not None:
        raise Exit(1)  # the reason is on standard error
    picture = game_of(case.record).report.picture(case.record, case.result)
    if picture is None:
        raise misused(
            "there is no picture of a {0} alone; write html, which has its hands", kind_of(case.record), at="--format"
        )
    _write(picture.standalone(), Form.SVG)


def _write(text: str, form: Form) -> None:
    """Write a file; where standard output cannot hold a character, as a reference to it."""
    encoding = (under(sys.stdout).encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        text = text.encode("ascii", "xmlcharrefreplace").decode()
    write_data([text], form.value)
