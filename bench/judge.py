"""Random hands before an independent judge for as long as one likes: ``python -m bench.judge --hands 1000000``.

``jansou`` judges the presets that it knows too, each so many hands; the others judge ``tenhou``. Progress goes to
stderr; the unexplained differences and a closing line of figures for each rule set to stdout. The exit code is 1 where
anything is unexplained.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import calc
from tests.judges import jansou_peer
from tests.judges.duel import JUDGES, Tally, duel
from tests.judges.hands import dressed_for, for_three, random_hands
from tests.judges.tiles import Record
from tests.judges.verdict import our_verdict

BLOCK = 10_000
#: Judges some hands, and adds what comes of it to a tally.
Court = Callable[[list[Record], Tally], object]


def courts(peer: str, hands: int, seed: int) -> Iterator[tuple[str, Court, Iterator[Record]]]:
    """What a peer is asked: the rule set, the judge of it, and the hands."""
    drawn = partial(random_hands, seed, hands)
    if peer != "jansou":
        yield "tenhou", partial(_under_tenhou, peer), drawn()
        return
    for preset in jansou_peer.PRESETS:
        yield (
            preset,
            partial(_under_preset, preset),
            (dressed_for(jansou_peer.rules_of(preset), one) for one in drawn()),
        )
    for preset in jansou_peer.PRESETS_FOR_THREE:
        # Few hands of four players could be of three.
        yield preset, partial(_under_preset, preset), for_three(jansou_peer.rules_of(preset), drawn(), seed)


def _under_tenhou(peer: str, records: list[Record], tally: Tally) -> None:
    ours = [our_verdict(result) for result in calc.score_many(records, rules="tenhou")]
    duel(JUDGES[peer], records, ours, tally)


def _under_preset(preset: str, records: list[Record], tally: Tally) -> None:
    jansou_peer.duel_under(preset, records, jansou_peer.ITS_ANSWERS.get(preset), tally)


def main() -> int:
    """Judge the hands block by block."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000, metavar="N", help="how many (1000000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of hands (1)")
    parser.add_argument("--peer", choices=[*sorted(JUDGES), "jansou"], default="mahjong", help="the judge (mahjong)")
    parser.add_argument("--first", type=int, default=5, metavar="N", help="unexplained differences to show (5)")
    arguments = parser.parse_args()
    all_explained = True
    for rules, judge, hands in courts(arguments.peer, arguments.hands, arguments.seed):
        tally, started = Tally(), time.perf_counter()
        while records := list(islice(hands, BLOCK)):
            judge(records, tally)
            print(f"{rules}: {tally.total}, {len(tally.unexplained)} unexplained", file=sys.stderr)
        for disagreement in tally.unexplained[: arguments.first]:
            print(disagreement)
        all_explained &= not tally.unexplained
        seconds = time.perf_counter() - started
        print(f"{arguments.peer}, rules {rules}, seed {arguments.seed}, {seconds:.0f} s: {tally}", flush=True)
    return 0 if all_explained else 1


if __name__ == "__main__":
    sys.exit(main())
