"""What holds for all tests: every round and every game that is settled in this process balances, and the processes
that tests start can be interrupted.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from unittest import mock

import pytest

from calc.mahjong.games import game as games
from calc.mahjong.results import WinResult
from calc.mahjong.rounds import playing
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.results import GameResult
from calc.mahjong.rounds.round import ReadRound, SettledRound, following, settle_round
from calc.mahjong.schema import MahjongRules
from calc.notation.records import Game

_settle_game = games.settle_game


def _balanced_round(read: ReadRound, frame: Frame, wins: Sequence[WinResult], rules: MahjongRules) -> SettledRound:
    """The round; what its seats gain and lose, and what the sticks on the table gain, is nothing in all."""
    settled = settle_round(read, frame, wins, rules)
    sticks = following(read, frame, rules).sticks - frame.sticks
    assert sum(settled.changes.values()) + sticks * rules.points.stick.points == 0
    return settled


def _balanced_game(game: Game, rules: MahjongRules, lang: str = "en") -> GameResult:
    """The game; its results sum to nothing, but for what chombo take from them, and no point is lost on the way."""
    result = _settle_game(game, rules, lang)
    start = game.start if isinstance(game.start, list) else [game.start or rules.match.start] * len(game.players)
    chombo = 0
    if rules.rounds.chombo.penalty == "points":
        chombo = sum(len(one.chombo or []) for one in result.rounds) * rules.rounds.chombo.points
    lacks = 0
    if rules.final.remainder == "nobody":
        # Only unrounded results can be told from the points: the oka, and what was put in, make up the rest.
        back = rules.final.return_
        put_in = sum(start) if back == "start" else back * len(start)
        lacks = put_in - sum(result.scores.values()) - rules.final.oka
    if rules.final.remainder != "nobody" or rules.final.rounding.mode == "none":
        found = sum(line.score for line in result.final) * rules.final.unit
        assert found == pytest.approx(-chombo - lacks, abs=1e-6)
    lying = result.rounds[-1].next.sticks if result.rounds and result.rounds[-1].next is not None else None
    if lying is not None:
        assert sum(result.scores.values()) + lying * rules.points.stick.points == sum(start)
    return result


@pytest.fixture(autouse=True, scope="session")
def _every_round_and_every_game_balances() -> Iterator[None]:
    with (
        mock.patch.object(playing, "settle_round", _balanced_round),
        mock.patch.object(games, "settle_game", _balanced_game),
    ):
        yield


@pytest.fixture(autouse=True, scope="session")
def _processes_of_tests_hear_ctrl_c() -> None:
    """A shell without job control starts `python -m pytest &` with SIGINT ignored, which every process inherits.

    A signal that is handled, even by doing nothing, is back to its default in processes that are started; these tests
    themselves go on being deaf to it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)
