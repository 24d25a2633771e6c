"""The default rule sets, for records without one where the command line names none: a house file, or a shipped set.

Only the command line looks for house files. The library never does, so that what a program settles does not depend on
the folder it runs in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import typer

from calc.cli.screen import tell
from calc.errors import RuleTableError

_FILE = "yaku.yaml"


def default_rules() -> dict[str, str]:
    """The rule set of records that name none, for each game.

    It is ``yaku.yaml`` in this folder, else the one in the user's configuration folder, else the shipped default. A
    house file counts for records of its own game only. One that does not tell its game counts for any: it is broken,
    and using it says so.
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
    """The path of the user's own house file, by the convention of the platform; ``None`` for a user without a home.

    On Linux ``$XDG_CONFIG_HOME/yaku/yaku.yaml``, by default ``~/.config/yaku/yaku.yaml``; the application data of
    macOS and Windows elsewhere. Typer knows these places, so no library is needed for them.
    """
    folder = Path(typer.get_app_dir("yaku"))
    if not folder.is_absolute():
        # By that convention an empty or relative XDG_CONFIG_HOME counts as none.
        folder = Path(os.path.expanduser("~/.config")) / "yaku"
    return folder / _FILE if folder.is_absolute() else None


def _house_files() -> Iterator[str]:
    """The house files that exist, the nearest first, as names of rule sets."""
    if Path(_FILE).is_file():
        yield f"./{_FILE}"  # a bare name would be looked up among the shipped sets
    path = user_file()
    if path is not None and path.is_file():
        yield str(path)


def check_house_file(rules: str) -> None:
    """Load a house file. Raises :class:`RuleTableError` for a broken one, with a way to go on without it."""
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
    """Say on stderr which default rule set is used. Raises as :func:`check_house_file`."""
    check_house_file(rules)
    tell(f"rules: {rules} (the default here; name others in the record or with --rules)")
