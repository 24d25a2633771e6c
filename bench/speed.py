"""How fast the project is, beside its peers on the same hands in the same run: ``python -m bench.speed``.

Every engine gets its inputs ready-made, is run once to warm up, and is then timed in turn with the others, again and
again; the table shows medians. Figures of two machines, or of two runs on a busy one, do not compare: the ratios do.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Container, Mapping
from pathlib import Path

import pyarrow as pa
from msgspec import Struct
from tabulate import tabulate

import calc
from bench.agree import corpus_folder, read_cases
from tests.judges import mahjong_peer, riichienv_peer
from tests.judges.hands import random_hands
from tests.judges.tiles import Record

#: Enough hands that what an engine does once a batch is spread over many.
BATCH = 50_000
ONE_HAND = "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E dora=4s honba=1"
IMPORTS = "import typer, numpy, yaml, msgspec"


def time_in_turn(
    tasks: Mapping[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """The median seconds of each task, run ``repeats`` times in turn with the others; a first run is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(repeats + 1):
        for name, task in tasks.items():
            started = clock()
            task()
            if turn:
                taken[name].append(clock() - started)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


class Ran(Struct, frozen=True):
    """What a command took: seconds of the processors, seconds on the clock, and bytes of memory at most."""

    worked: float
    passed: float
    memory: int


#: Runs a command and prints what it took. A small process of its own, for a process begins with the peak of memory of
#: the one it is forked from.
_MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime + used.ru_stime, used.ru_maxrss << 10)
"""


def measuring(command: list[str]) -> list[str]:
    """The command that runs another one and prints its exit code, the seconds that processors worked, and the most
    memory it had.
    """
    return [sys.executable, "-c", _MEASURED, *command]


def run_measured(command: list[str], codes: Container[int] = (0,)) -> Ran:
    """Run a command, whose output goes nowhere; one that ends with another code than these ends the measurement."""
    began = time.perf_counter()
    told = subprocess.run(measuring(command), check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    code, worked, memory = told.split()
    if int(code) not in codes:
        sys.exit(f"{' '.join(command)}: exit code {code.decode()}")
    return Ran(float(worked), time.perf_counter() - began, int(memory))


def spoken(value: object) -> object:
    """Truth as a column of Arrow has it that also holds a word."""
    return str(value).lower() if isinstance(value, bool) else value


def engines(records: list[Record]) -> dict[str, Callable[[], object]]:
    """Every engine as a task that scores all hands from its own kind of prepared input."""
    rules = calc.load_rules("tenhou")
    keys = {key for record in records for key in record} - {"id", "rules"}
    columns = {key: [record.get(key) for record in records] for key in keys}
    for_riichienv = [riichienv_peer.prepare(record) for record in records]
    publicly = [(hand, riichienv_peer.public_conditions(hand)) for hand in for_riichienv]
    for_mahjong = [mahjong_peer.prepare(record) for record in records]
    text = {**columns, **{key: [spoken(value) for value in columns.get(key, ())] for key in ("riichi", "chankan")}}
    table = pa.table({key: of for key, of in text.items() if of and key not in ("liable", "facts")})
    return {
        "calc, Arrow": lambda: calc.settle_arrow(table, rules=rules),
        "calc, columns": lambda: calc.score_columns(columns, rules=rules),
        "calc, plain records": lambda: calc.score_many(records, rules=rules, fields="short"),
        "riichienv, Python API": lambda: [riichienv_peer.value_publicly(*hand) for hand in publicly],
        "riichienv, compiled class": lambda: [riichienv_peer.value_tiles(hand) for hand in for_riichienv],
        "riichienv, compiled class, tiles read before": lambda: [riichienv_peer.value(hand) for hand in for_riichienv],
        "mahjong": lambda: [mahjong_peer.value(hand) for hand in for_mahjong],
    }


def speed_table(records: list[Record], repeats: int) -> str:
    """Hands a second of every engine, and how many times as fast as each peer."""
    seconds = time_in_turn(engines(records), repeats)
    peers = ("riichienv, Python API", "riichienv, compiled class", "mahjong")
    rows = [
        [name, round(len(records) / taken), *(f"{seconds[peer] / taken:.2f}" for peer in peers)]
        for name, taken in seconds.items()
    ]
    headers = ["engine", "hands/s", *(f"x {peer}" for peer in peers)]
    return tabulate(rows, headers, tablefmt="github", intfmt=",", colalign=("left", "right", "right", "right"))


def cold_start(repeats: int) -> str:
    """The median time of one hand on the command line, beside that of only importing its libraries."""
    installed = Path(sys.executable).with_name("yaku")
    command = [str(installed)] if installed.exists() else [sys.executable, "-m", "calc"]
    seconds = time_in_turn(
        {
            "score": lambda: _run([*command, "score", ONE_HAND]),
            "imports": lambda: _run([sys.executable, "-c", IMPORTS]),
        },
        repeats,
    )
    score, imports = seconds["score"], seconds["imports"]
    return (
        f"cold start: `yaku score` of one hand {1000 * score:.0f} ms, `{IMPORTS}` {1000 * imports:.0f} ms, "
        f"ratio {score / imports:.2f}"
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Print the table and the cold start."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, metavar="N", help="random hands (real wins if there are any, else 50000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of hands (1)")
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="counted runs of every engine (9)")
    parser.add_argument("--starts", type=int, default=11, metavar="N", help="counted cold starts (11); 0 for none")
    arguments = parser.parse_args()
    corpus = corpus_folder() / "wins-4p.jsonl"
    if arguments.hands is None and corpus.is_file():
        wins = [case["record"] for case in read_cases(corpus)]
        times = -(-BATCH // len(wins))
        records, source = wins * times, f"hands: {len(wins)} real wins, {times} times over"
    else:
        records = list(random_hands(arguments.seed, arguments.hands or BATCH))
        source = f"random hands, seed {arguments.seed}"
    print(f"{len(records)} {source}; medians of {arguments.repeats} runs in turn\n")
    print(speed_table(records, arguments.repeats))
    if arguments.starts:
        print("\n" + cold_start(arguments.starts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
