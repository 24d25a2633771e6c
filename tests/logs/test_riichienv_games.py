"""Games that another engine plays, pays and ends on its own, logged as mjai: all of it must agree."""

from collections import Counter
from functools import cache

import pytest

from tests.judges.riichienv_games import STYLES, Judged, judge_game

SEEDS = range(4)


@cache
def judged(players: int, style: str, seed: int) -> Judged:
    return judge_game(players, seed, style)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_win_draw_and_the_end_of_the_game_are_those_of_the_other_engine(
    players: int, style: str, seed: int
) -> None:
    game = judged(players, style, seed)
    assert game.checked.cut_off is None
    assert game.checked.disagreements == []


def test_the_games_hold_enough_to_judge_by() -> None:
    kinds: Counter[str] = Counter()
    for players in (4, 3):
        for style in STYLES:
            for seed in SEEDS:
                kinds += judged(players, style, seed).kinds
    assert kinds["win"] > 50
    assert kinds["exhaustive"] > 50
    assert min(kinds["pool of dreams"], kinds["west round"]) > 0
