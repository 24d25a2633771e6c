"""Change the rule tables value by value and let the cases look for it: ``python -m tests.mutation.hunt``.

A mutant is caught when a case fails under it, or when the table is refused. Those that cannot matter stand in
``survivors.yaml`` with the reason why. Prints every mutant that is neither, every one that is both, and at last a line
of figures.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any
from zlib import crc32

from calc.strict_yaml import load
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.trials import Trials, rule_files

SURVIVORS = Path(__file__).with_name("survivors.yaml")


def pick(seed: int | None = None, part: int = 10) -> list[Mutant]:
    """All mutants of all rule files, or one of ``part`` of them, chosen by a seed, in the order of the files.

    Each is chosen by its own id, so that a changed table leaves the choice among the others as it is.
    """
    found = [mutant for file in rule_files() for mutant in mutants_of(file)]
    return [one for one in found if seed is None or crc32(f"{seed} {one.id}".encode()) % part == 0]


def known_survivors() -> dict[str, str]:
    """Why mutants that no case notices cannot matter, by their ids."""
    data: Any = load(SURVIVORS.read_text(encoding="utf-8"), file=str(SURVIVORS)).value
    return {id_: group["because"] for group in data or [] for id_ in group["mutants"]}


def hunt(mutants: Sequence[Mutant], trials: Trials, jobs: int = 1) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with what caught it, none where it survives."""
    if jobs == 1:
        yield from ((mutant, trials.catch(mutant)) for mutant in mutants)
        return
    # Neighbours are caught by the same cases: they stay together.
    heaps = [list(heap) for _, heap in groupby(mutants, key=lambda mutant: (mutant.file, mutant.path[:2]))]
    fork = multiprocessing.get_context("fork")  # the processes begin with what the trials know
    with ProcessPoolExecutor(jobs, fork, initializer=_at_hand.append, initargs=(trials,)) as pool:
        for heap, caught in zip(heaps, pool.map(_catch_all, heaps), strict=True):
            yield from zip(heap, caught, strict=True)


#: The trials of a process that was started to hunt.
_at_hand: list[Trials] = []


def _catch_all(heap: Sequence[Mutant]) -> list[str | None]:
    (trials,) = _at_hand
    return [trials.catch(mutant) for mutant in heap]


def main(given: Sequence[str] | None = None) -> int:
    """Hunt all mutants, or some; 1 where some survived, or some that are listed were caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tenth", type=int, metavar="SEED", help="a tenth of the mutants, chosen by a seed")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants whose id holds a text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="also print what caught the others")
    arguments = parser.parse_args(given)
    started, known = time.monotonic(), known_survivors()
    mutants = [mutant for mutant in pick(arguments.tenth) if arguments.only in mutant.id]
    counts = {"caught": 0, "listed": 0, "survived": 0, "listed but caught": 0}
    for mutant, caught in hunt(mutants, Trials(), arguments.jobs):
        listed = mutant.id in known
        outcome = ("listed" if listed else "survived") if caught is None else "listed but " * listed + "caught"
        counts[outcome] += 1
        if arguments.all or outcome in ("survived", "listed but caught"):
            print(f"{outcome}: {mutant.id}" + (f": {caught}" if caught else ""), flush=True)
    print(
        f"{len(mutants)} mutants, {counts['caught']} caught, {counts['listed']} listed with a reason, "
        f"{counts['survived']} survived, {counts['listed but caught']} listed but caught; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if counts["survived"] or counts["listed but caught"] else 0


if __name__ == "__main__":
    sys.exit(main())
