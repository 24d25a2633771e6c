"""The rule sets that count where neither the command line nor the record names one: a house file, or a shipped set.

Only the command line looks for house files. The library never does: what a program settles does not depend on the
folder that it runs in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from calc.errors import RuleTableError

_FILE = "yaku.yaml"


def default_rules() -> dict[str, str]:
    """For each game the rule set of records that name none.

    That is ``yaku.yaml`` in this folder, else the one in the user's configuration folder, else the shipped default. A
    house file stands in for records of its own game only; one that does not tell its game, for any: it is broken, and
    whoever would use it is told so.
    """
    from calc.games import all_games
    from calc.tables.shelf import game_id_of

    found: dict[str, str] = {}
    for name in _house_files():
        told = game_id_of(name)
        for game in all_games():
            if told in (game.id, None):
                found.setdefault(game.id, name)
    return {game.id: game.default_rules for game in all_games()} | found


def user_file() -> Path | None:
    """Where the user's own house file stands by the convention of the platform; nowhere for a user without a home.

    On Linux ``$XDG_CONFIG_HOME/yaku/yaku.yaml``, by default ``~/.config/yaku/yaku.yaml``; the application data of
    macOS and Windows elsewhere. Typer knows these places, so that no library is needed for them.
    """
    folder = Path(typer.get_app_dir("yaku"))
    if not folder.is_absolute():
        # Its convention has it that an empty or relative XDG_CONFIG_HOME counts as none.
        folder = Path(os.path.expanduser("~/.config")) / "yaku"
    return folder / _FILE if folder.is_absolute() else None


def _house_files() -> Iterator[str]:
    """The house files there are, the nearest first, as names of rule sets."""
    if Path(_FILE).is_file():
        yield f"./{_FILE}"  # a bare name would be looked up among the shipped sets
    path = user_file()
    if path is not None and path.is_file():
        yield str(path)


def check_house_file(rules: str) -> None:
    """Load a house file. Raises :class:`RuleTableError` for one that is broken, with a way to go on without it."""
    from calc.games import game_in, load_rules
    from calc.tables.shelf import is_file_name

    if not is_file_name(rules):
        return
    try:
        load_rules(rules)
    except RuleTableError as error:
        error.message += f" (house rules; go on without them by --rules {game_in(rules).default_rules})"
        raise


def announce(rules: str) -> None:
    """Say on stderr which rule set was taken without having been named. Raises as :func:`check_house_file`."""
    check_house_file(rules)
    print(f"rules: {rules} (the default here; name others in the record or with --rules)", file=sys.stderr)
