"""The records that the arguments of a command mean, and the rule sets that count for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from calc.cli.arguments import check_rules_named, files_named
from calc.errors import UnreadableError

if TYPE_CHECKING:
    from calc.settling import AnyRead, Fallback

__all__ = ["announce_defaults", "check_command_line", "read_arguments", "read_game_files"]


def read_arguments(arguments: list[str], example: str) -> list[AnyRead]:
    """The records that the arguments mean: all of them files, or together one line. ``example``: a right command."""
    from calc.settling import read_line

    files = files_named(arguments, example)
    return [read_line(" ".join(arguments))] if files is None else _read_files(files)


def read_game_files(arguments: list[str], example: str) -> list[AnyRead]:
    """The games of files, which no line can spell. Raises :class:`UnreadableError` for words that are no files."""
    files = files_named(arguments, example)
    if files is None:
        lost = next(argument for argument in arguments if not Path(argument).exists())
        raise UnreadableError(f"expected files, but there is no file {lost!r}; check its name, as in: {example}")
    return _read_files(files, of_games=True)


def _read_files(files: list[tuple[Path | TextIO, str]], *, of_games: bool = False) -> list[AnyRead]:
    from calc.notation.files import read_games, read_records
    from calc.settling import read_entry

    read = read_games if of_games else read_records
    return [read_entry(entry) for source, name in files for entry in read(source, name=name)]


def check_command_line(reads: list[AnyRead], rules: str | None, options: dict[str, str], fallback: Fallback) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record."""
    from calc.settling import default_for

    records = [read.record for read in reads if read.record is not None]
    check_rules_named({record.rules or default_for(record, fallback) for record in records}, rules, options)


def announce_defaults(reads: list[AnyRead], rules: str | None, fallback: Fallback) -> None:
    """Say on stderr which rule sets were taken without having been named."""
    from calc.cli.defaults import announce
    from calc.settling import default_for

    if rules is None:
        unnamed = [read.record for read in reads if read.record is not None and read.record.rules is None]
        for name in dict.fromkeys(default_for(record, fallback) for record in unnamed):
            announce(name)
