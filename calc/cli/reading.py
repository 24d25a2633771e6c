"""The records that the arguments of a command mean, and the rule sets that count for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from calc.cli.arguments import check_rules_named, files_named
from calc.errors import UnopenedError

if TYPE_CHECKING:
    from calc.settling import AnyRead, Read, Settings

#: Characters of a file whose records are shown together, and so are in memory together.
_MOST_FILE: Final = 16 << 20


def read_arguments(arguments: list[str], example: str) -> list[AnyRead]:
    """The records that the arguments mean: all of them files, or together one line. ``example``: a right command."""
    from calc.settling import read_line

    files = files_named(arguments, example)
    return [read_line(" ".join(arguments))] if files is None else _read_files(files)


def read_game_files(arguments: list[str], example: str) -> list[AnyRead]:
    """The games of files, which no line can spell. Raises :class:`UnopenedError` for words that are no files."""
    files = files_named(arguments, example)
    if files is None:
        lost = next(argument for argument in arguments if not os.path.exists(argument))
        raise UnopenedError(f"expected files, but there is no file {lost!r}; check its name, as in: {example}")
    return _read_files(files, of_games=True)


def _read_files(files: list[tuple[Path | TextIO, str]], *, of_games: bool = False) -> list[AnyRead]:
    from calc.intake.records import read_games, read_records
    from calc.settling import read_entry

    read = read_games if of_games else read_records
    return [read_entry(entry) for source, name in files for entry in read(bounded_lines(source, name), name=name)]


def bounded_lines(source: Path | TextIO, name: str) -> Iterator[str]:
    """The lines of a file that is small enough for its records to be shown together. Raises :class:`UnreadableError`
    for larger ones.
    """
    from calc.intake.lines import read_lines

    return read_lines(source, name, _MOST_FILE)


def check_command_line(reads: Iterable[Read[Any]], settings: Settings) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record."""
    check_rules_named(_rules_named(reads, settings), settings)


def _rules_named(reads: Iterable[Read[Any]], settings: Settings) -> set[str]:
    """The rule sets of the records. A file that a file's record names is left out: it is refused unread."""
    from calc.settling import default_for
    from calc.tables.shelf import is_file_name

    found: set[str] = set()
    for read in reads:
        if read.record is None:
            continue
        own = read.record.rules
        if own is None or read.on_command_line or not is_file_name(own):
            found.add(own or default_for(read.record, settings))
    return found


def announce_defaults(reads: Iterable[Read[Any]], settings: Settings) -> None:
    """Say on stderr which rule sets were taken without having been named."""
    from calc.cli.defaults import announce
    from calc.settling import default_for

    if settings.rules is None:
        unnamed = [read.record for read in reads if read.record is not None and read.record.rules is None]
        for name in dict.fromkeys(default_for(record, settings) for record in unnamed):
            announce(name)
