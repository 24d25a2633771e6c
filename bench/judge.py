"""Random hands before an independent judge for as long as one likes: ``python -m bench.judge --hands 1000000``.

Progress goes to stderr; the unexplained differences and a closing line of figures to stdout. The exit code is 1 where
anything is unexplained.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice

import calc
from tests.judges.duel import JUDGES, Tally, duel
from tests.judges.hands import random_hands
from tests.judges.verdict import our_verdict

BLOCK = 10_000


def main() -> int:
    """Judge the hands block by block."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000, metavar="N", help="how many (1000000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of hands (1)")
    parser.add_argument("--peer", choices=sorted(JUDGES), default="mahjong", help="the judge (mahjong)")
    parser.add_argument("--first", type=int, default=5, metavar="N", help="unexplained differences to show (5)")
    arguments = parser.parse_args()
    rules, judge, tally = calc.load_rules("tenhou"), JUDGES[arguments.peer], Tally()
    hands, started = random_hands(arguments.seed, arguments.hands), time.perf_counter()
    while records := list(islice(hands, BLOCK)):
        ours = [our_verdict(result) for result in calc.score_many(records, rules=rules)]
        duel(judge, records, ours, tally)
        print(f"{tally.total} of {arguments.hands}: {len(tally.unexplained)} unexplained", file=sys.stderr)
    for disagreement in tally.unexplained[: arguments.first]:
        print(disagreement)
    seconds = time.perf_counter() - started
    print(f"{judge.name}, seed {arguments.seed}, {seconds:.0f} s: {tally}")
    return 1 if tally.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
