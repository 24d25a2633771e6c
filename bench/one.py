"""One hand, as people ask: ``python -m bench.one``.

Warm: a win, a wait and disputes over a win and over a round in a running program, beside ``mahjong`` on the same real
wins, each asked by itself. Cold: whole commands, beside importing the libraries that every command needs. Figures of
two machines, or of two runs on a busy one, do not compare: the ratios do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from tabulate import tabulate

import calc
from bench.agree import corpus_folder, read_cases
from bench.speed import ONE_HAND, run_measured, time_in_turn
from tests.judges import mahjong_peer
from tests.judges.hands import random_hands

IMPORTS = "import typer, yaml, msgspec"
CLAIM = "7700"
#: Disputes settle a hand many times.
DISPUTES = 5
#: A dispute over a round settles it under many rule sets.
ROUND = ("jpml E1 N ron W 3900; S ron W 8000, honba 1", "South gets 8300")
_WAITING = ("hand", "melds", "seat", "round")


def warm(records: Sequence[dict[str, Any]], repeats: int) -> str:
    """Microseconds of each question, asked one by one."""
    rules = calc.load_rules("tenhou")
    prepared = [mahjong_peer.prepare(record) for record in records]
    waiting: list[dict[str, Any]] = [{key: one[key] for key in _WAITING if key in one} for one in records]
    asked: dict[str, tuple[int, Callable[[], object]]] = {
        "mahjong": (len(records), lambda: [mahjong_peer.value(hand) for hand in prepared]),
        "a win, short fields": (
            len(records), lambda: [calc.score(one, rules=rules, fields="short") for one in records],
        ),
        "a win, full fields": (len(records), lambda: [calc.score(one, rules=rules) for one in records]),
        "a wait": (len(records), lambda: [calc.find_waits(one, rules=rules) for one in waiting]),
        "a dispute": (DISPUTES, lambda: [calc.dispute(ONE_HAND, CLAIM) for _ in range(DISPUTES)]),
        "a dispute over a round": (1, lambda: [calc.dispute(*ROUND)]),
    }  # fmt: skip
    seconds = time_in_turn({name: task for name, (_, task) in asked.items()}, repeats)
    each = {name: 1e6 * seconds[name] / count for name, (count, _) in asked.items()}
    rows = [[name, round(taken, 1), f"{each['mahjong'] / taken:.2f}"] for name, taken in each.items()]
    return tabulate(rows, ["one by one", "us", "x mahjong"], tablefmt="github", intfmt=",")


def cold(repeats: int) -> str:
    """Milliseconds of processor work of whole commands, and how many times the imports."""
    yaku = [sys.executable, "-m", "calc"]
    commands = {
        IMPORTS: [sys.executable, "-c", IMPORTS],
        "yaku score": [*yaku, "score", ONE_HAND],
        "yaku dispute": [*yaku, "dispute", ONE_HAND, "--claim", CLAIM],
        "yaku waits": [*yaku, "waits", "tenhou 46p123456m789s22z seat=S round=E riichi"],
        "yaku points 3 40": [*yaku, "points", "3", "40"],
        "yaku --help": [*yaku, "--help"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(repeats + 1):
        for name, command in commands.items():
            worked = run_measured(command, codes=(0, 1)).worked
            if turn:
                taken[name].append(worked)
    median = {name: sorted(times)[len(times) // 2] for name, times in taken.items()}
    rows = [[name, round(1000 * one), f"{one / median[IMPORTS]:.2f}"] for name, one in median.items()]
    return tabulate(rows, ["cold", "ms", "x imports"], tablefmt="github", intfmt=",")


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000, metavar="N", help="how many wins are asked")
    parser.add_argument("--repeats", type=int, default=5, metavar="N")
    options = parser.parse_args()
    # Modules are compiled once, as those that are installed.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    real = corpus_folder() / "wins-4p.jsonl"
    known: Any = (case["record"] for case in read_cases(real)) if real.exists() else random_hands(1, options.hands)
    records = [{**record, "rules": "tenhou"} for record in islice(known, options.hands)]
    print(warm(records, options.repeats))
    print()
    print(cold(options.repeats))
    return 0


if __name__ == "__main__":
    sys.exit(main())
