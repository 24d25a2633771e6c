"""What the arguments of a command mean: one record as a line, or files of records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from calc.errors import CalcError, UnreadableError

if TYPE_CHECKING:
    from calc.settling import Read

__all__ = ["check_command_line", "names_no_rules", "read_arguments"]

_STDIN = "-"
#: Endings that no record has, so that a word with one of them is meant as a file.
_FILE_ENDINGS = (".txt", ".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".csv")


def read_arguments(arguments: list[str], example: str) -> list[Read]:
    """The records that the arguments mean: all of them files, or together one line. ``example``: a right command."""
    from calc.settling import read_entry, read_line

    if not arguments and not sys.stdin.isatty():
        arguments = [_STDIN]
    if not " ".join(arguments).strip():
        raise typer.BadParameter(f"expected a record or files, as in: {example}")
    if not all(argument == _STDIN or _is_file(argument) for argument in arguments):
        _refuse_lost_files(arguments)
        return [read_line(" ".join(arguments))]
    from calc.notation.files import read_records

    reads = []
    for argument in arguments:
        source = sys.stdin if argument == _STDIN else Path(argument)
        reads += [read_entry(entry) for entry in read_records(source, name="stdin" if argument == _STDIN else argument)]
    return reads


def _is_file(argument: str) -> bool:
    """Whether there is something to read by that name; a pipe (`/dev/stdin`) is."""
    return Path(argument).exists() and not Path(argument).is_dir()


def _refuse_lost_files(arguments: list[str]) -> None:
    """Words that can only be meant as files, and are none. The first one of several may be a rule file."""
    for place, argument in enumerate(arguments):
        is_rules = place == 0 and len(arguments) > 1 and argument.endswith((".yaml", ".yml"))
        if " " in argument or is_rules or _is_file(argument):
            continue
        if Path(argument).is_dir():
            raise UnreadableError(f"expected a file, found the folder {argument!r}; name its files: {argument}/*")
        if argument.endswith(_FILE_ENDINGS):
            raise UnreadableError(f"expected a file, but there is no file {argument!r}; check its name")


def check_command_line(reads: list[Read], rules: str | None, options: dict[str, str], fallback: str) -> None:
    """Load the rule sets that the command line names or sets options of: its mistakes are not those of a record."""
    from calc.mahjong.rules import load_mahjong_rules

    if rules is not None:
        load_mahjong_rules(rules, options)
    elif options:
        for name in sorted({read.record.rules or fallback for read in reads if read.record is not None}):
            try:
                load_mahjong_rules(name)
            except CalcError:
                continue  # the record's own mistake, told in its place
            load_mahjong_rules(name, options)


def names_no_rules(reads: list[Read]) -> bool:
    """Whether some record names no rule set."""
    return any(read.record is not None and read.record.rules is None for read in reads)
