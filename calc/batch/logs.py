"""Logs read and checked by the block, here or in other processes."""

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from calc.batch.pool import in_order
from calc.errors import CalcError
from calc.intake.forms import is_log_text
from calc.intake.names import STDIN
from calc.intake.records import read_logs
from calc.outcomes import CheckedGame, collecting_later
from calc.settling import Settings, check_logs

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: So many files are handed to another process at once, and so many games are checked together: their wins are scored
#: together.
FILES: Final = 50
_GAMES: Final = 100


class Refused(Struct, frozen=True):
    """A log that cannot be read, or a game that cannot be checked. ``place``: its name, where the error has none."""

    error: CalcError
    place: str | None = None


def read_games(files: Sequence[str]) -> Iterator[Any]:
    """The games of log files in order, and in the place of one that cannot be read its :class:`Refused`."""
    for file in files:
        source: Any = sys.stdin if file == STDIN else file
        name = "stdin" if file == STDIN else file
        if is_log_text(file):
            source, name = BytesIO(file.encode()), file.partition("#")[0]
        for game in read_logs(source, name=name):
            yield Refused(game) if isinstance(game, CalcError) else game


def check_files(
    files: Sequence[str], settings: Settings, executor: "Executor | None" = None, ahead: int = 1
) -> Iterator[CheckedGame | Refused]:
    """The games of log files, held against what their logs say, in order.

    ``executor``: checks up to ``ahead`` blocks of files elsewhere; without one they are checked here.
    """
    if executor is None:
        games = read_games(files)
        while found := _check_games(games, settings):
            yield from found
        return
    blocks = [files[place : place + FILES] for place in range(0, len(files), FILES)]
    for _, checked in in_order(blocks, partial(_check_block, settings=settings), executor, ahead):
        yield from checked


def _check_block(files: Sequence[str], settings: Settings) -> list[CheckedGame | Refused]:
    return list(check_files(files, settings))


@collecting_later()  # the games are gone before garbage is searched for
def _check_games(games: Iterator[Any], settings: Settings) -> list[CheckedGame | Refused]:
    """The next games; none at the end."""
    found: list[Any] = []
    read: dict[int, tuple[Any, Any]] = {}
    for game in islice(games, _GAMES):
        try:
            if not isinstance(game, Refused):
                read[len(found)] = game, game.game
            found.append(game)
        except CalcError as error:
            found.append(Refused(error, game.name))
    for place, checked in zip(read, check_logs([*read.values()], settings), strict=True):
        found[place] = Refused(checked, found[place].name) if isinstance(checked, CalcError) else checked
    return found
