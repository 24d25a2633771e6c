"""Whole games of another engine, held against ours: ``python -m bench.games --games 1000``.

Every win, draw, change and the end of each game is compared.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib.metadata import version

from tests.judges.riichienv_games import MODES, STYLES, judge_game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each style of play and number of players")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    given = parser.parse_args()
    kinds: Counter[str] = Counter()
    games = rounds = wrong = 0
    for players in MODES:
        for style in STYLES:
            for seed in range(given.seed, given.seed + given.games):
                judged = judge_game(players, seed, style)
                games += 1
                rounds += judged.checked.rounds
                kinds += judged.kinds
                wrong += bool(judged.checked.disagreements)
                for one in judged.checked.disagreements:
                    print(f"{one.file}: {one.round}: {one.key}: {one.said} there, {one.found} here")
    endings = ", ".join(f"{count} {name}" for name, count in kinds.most_common())
    print(f"riichienv {version('riichienv')}: {endings}")
    print(f"{games - wrong} of {games} games ({rounds} rounds) agree, seed {given.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
