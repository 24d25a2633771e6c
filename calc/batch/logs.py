"""Logs read and checked by the block, here or in other processes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from calc.batch.pool import in_order
from calc.errors import CalcError
from calc.intake.logs import read_logs
from calc.intake.names import STDIN
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
        source = sys.stdin if file == STDIN else file
        for game in read_logs(source, name="stdin" if file == STDIN else file):
            yield Refused(game) if isinstance(game, CalcError) else game


def check_files(
    files: Sequence[str], settings: Settings, executor: Executor | None = None, ahead: int = 1
) -> Iterator[CheckedGame | Refused]:
    """The games of log files, held against what their logs say, in order.

    ``executor``: checks up to ``ahead`` blocks of files elsewhere; without one they are checked here.
    """
    size = len(files) if executor is None else FILES
    blocks = [files[place : place + size] for place in range(0, len(files), size)]
    if executor is None:
        for block in blocks:
            yield from _check(block, settings)
        return
    for _, checked in in_order(blocks, partial(_check_block, settings=settings), executor, ahead):
        yield from checked


def _check_block(files: Sequence[str], settings: Settings) -> list[CheckedGame | Refused]:
    return list(_check(files, settings))


def _check(files: Sequence[str], settings: Settings) -> Iterator[CheckedGame | Refused]:
    games = read_games(files)
    while True:
        with collecting_later():
            # The games are gone before garbage is searched for.
            found = _check_games(list(islice(games, _GAMES)), settings)
        if not found:
            return
        yield from found


def _check_games(games: Sequence[Any], settings: Settings) -> list[CheckedGame | Refused]:
    found: list[CheckedGame | Refused | None] = []
    pairs = []
    for game in games:
        one: Refused | None = game if isinstance(game, Refused) else None
        if one is None:
            try:
                pairs.append((game, game.game))
            except CalcError as error:
                one = Refused(error, game.name)
        found.append(one)
    checked = iter(zip(pairs, check_logs(pairs, settings), strict=True))
    for place, waiting in enumerate(found):
        if waiting is None:
            (logged, _), outcome = next(checked)
            found[place] = Refused(outcome, logged.name) if isinstance(outcome, CalcError) else outcome
    return [one for one in found if one is not None]
