"""The records that the arguments of a command mean, and the rule sets that the command line names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import typer

from calc.cli.screen import stop
from calc.errors import CalcError, UnopenedError

if TYPE_CHECKING:
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
    from calc.cli.defaults import announce
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
