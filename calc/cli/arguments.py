"""What the arguments of a command mean: files, or together one line; and the rule sets that they name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from calc.errors import CalcError, UnopenedError

if TYPE_CHECKING:
    from calc.settling import Settings

_STDIN = "-"


def files_named(arguments: list[str], example: str) -> list[tuple[Path | TextIO, str]] | None:
    """The files that the arguments name, each with its name in messages; none where they are one line together.

    Without arguments it is standard input, unless that is a keyboard: then a usage error shows the ``example``. Raises
    :class:`UnopenedError` for words that can only be meant as files, and are none.
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
    """Whether there is something to read by that name; a pipe (`/dev/stdin`) is."""
    try:
        return Path(argument).exists() and not Path(argument).is_dir()
    except (OSError, ValueError):
        return False  # a record is often longer than a name may be


def _refuse_lost_files(arguments: list[str]) -> None:
    """Words that can only be meant as files, and are none. The first one of several may be a rule file."""
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
