"""The long run, ``make fuzz``: at least so many examples in all, and at the end a line of figures.

Every property runs to its end. What fails is told with its shrunk example, and belongs into a test of its own.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed as seeded, settings

import calc
from tests.fuzz.answers import clocked
from tests.fuzz.properties import PROPERTIES

#: The clock of one example, in seconds of the processor.
SECONDS = 2.0
#: The characters that are printed of a fault at its beginning, where the error is, and at its end, the example.
PART = 6000


def run(name: str, examples: int, seed: int) -> tuple[int, str | None]:
    """How many examples of a property were looked at, and what failed."""
    strategy, check, _ = PROPERTIES[name]
    count = 0

    def counted(example: Any) -> None:
        nonlocal count
        count += 1
        with clocked(example, SECONDS):
            check(example)

    every: Callable[[], Any] = seeded(seed)(
        settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )(given(strategy)(counted))
    )
    try:
        every()
    except Exception as error:  # whatever it is, the other properties run too
        told = "".join(traceback.format_exception(error))
        return count, told if len(told) <= 2 * PART else f"{told[:PART]}\n...\n{told[-PART:]}"
    return count, None


def main(arguments: list[str]) -> int:
    """Run all, or the named ones; the exit code is 1 where something failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="properties; all where none is named")
    parser.add_argument("--examples", type=int, default=200_000, help="examples of all properties together")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    names = asked.names or list(PROPERTIES)
    shares = sum(PROPERTIES[name].share for name in names)
    calc.dispute("riichi 123m456p789s1122z +2z tsumo seat=S round=E", "5200")  # what is loaded once does not count
    begun = time.monotonic()
    counts: dict[str, int] = {}
    failed: list[str] = []
    for name in names:
        # A strategy may run out of different examples a little early, and shrinking adds some.
        wanted = -(-asked.examples * PROPERTIES[name].share // shares)
        at = time.monotonic()
        counts[name], fault = run(name, wanted, asked.seed)
        print(f"{name}: {counts[name]:,} examples, {time.monotonic() - at:.0f} s", flush=True)
        if fault is not None:
            failed.append(name)
            print(fault, file=sys.stderr, flush=True)
    told = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    print(
        f"{sum(counts.values()):,} examples ({told}): {len(failed)} properties failed, "
        f"seed {asked.seed}, {time.monotonic() - begun:.0f} s"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
