"""Games of logs in a run: each with what its log says of it, so that the check of :mod:`calc.logs` can compare both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calc.errors import CalcError
from calc.intake.blocks import Block, place_in
from calc.outcomes import Refusal, Result
from calc.records.game import Game
from calc.records.plain import AnyRecord, record_from
from calc.settling import AnyRead, Read, Settings, rules_for

if TYPE_CHECKING:
    from calc.logs import LoggedGame
    from calc.logs.checking import CheckedGame


class LogRead(Read[AnyRecord], frozen=True):
    """A game that stood in a log. ``logged``: what the log says of it."""

    logged: LoggedGame | None = None


def read_log(block: Block) -> Iterator[AnyRead]:
    """The games of a log, or the errors that stand in their place."""
    from calc.logs import reading

    for game in reading.read_log(block.data, block.file):
        if isinstance(game, CalcError):
            yield Read(error=place_in(game, block.file)[0], file=block.file, line=1)
            continue
        try:
            record = record_from({"id": game.name, **game.record})
        except CalcError as error:
            yield Read(error=error, file=block.file, line=1)
        else:
            yield LogRead(record, file=block.file, line=1, logged=game)


def check_log(read: LogRead, result: Result, settings: Settings) -> CheckedGame | None:
    """What ``yaku log --check`` finds in a game; none for a game that is refused as a whole, which its row tells."""
    from calc.logs.checking import CheckedGame, Disagreement, check_game

    assert read.logged is not None
    assert isinstance(read.record, Game)
    try:
        return check_game(read.logged, read.record, rules_for(read.record, settings))
    except Exception as error:  # one log among many must not end the run
        if isinstance(result, Refusal):
            return None
        if isinstance(error, CalcError):
            told = error.message
        else:
            told = f"the program failed on it ({type(error).__name__}: {error}); please report it"
        return CheckedGame(
            file=read.logged.name,
            rules=result.rules or "",
            rounds=0,
            wins=0,
            draws=0,
            finals=False,
            figures=0,
            cut_off=None,
            disagreements=[Disagreement(read.logged.name, "final", "refused", None, told)],
        )
