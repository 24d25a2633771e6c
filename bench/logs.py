"""How many logged games a second are checked, beside jansou on the same files: ``python -m bench.logs``.

``yaku log --check`` scores every win, draw and final result again; ``jansou-validate`` scores the wins. Both run as
commands, in turn, on a folder of the real games, each repeated under other names. Time is what the processors worked,
so that other programs do not count; the ratio of the medians compares, figures of two runs do not.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tabulate import tabulate

from bench.agree import corpus_folder
from bench.speed import Ran, run_measured

#: The command jansou-validate.
JANSOU = "import sys; from jansou.validation.cli import main; sys.exit(main())"


def fill(folder: Path, logs: list[Path], games: int) -> None:
    """Copy real games into a folder until it has so many."""
    for number in range(games):
        log = logs[number % len(logs)]
        shutil.copy(log, folder / f"{log.stem}-{number // len(logs)}{log.suffix}")


def commands(folder: Path) -> dict[str, list[str]]:
    """The commands that are compared."""
    ours = [sys.executable, "-m", "calc", "log", "--check", str(folder)]
    ways = {"yaku log --check": ours, "yaku log --check --jobs 2": [*ours, "--jobs", "2"]}
    if find_spec("jansou") is not None:
        ways["jansou-validate"] = [sys.executable, "-c", JANSOU, "-q", "-j", "1", f"{folder}/*.mjlog"]
    return ways


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1200, metavar="N", help="games in the folder (1200)")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="counted runs of every command (5)")
    parser.add_argument("--many", type=int, metavar="N", help="also the memory for so many games, such as 20000")
    given = parser.parse_args()
    logs = sorted((corpus_folder() / "logs").glob("*.mjlog"))
    if not logs:
        sys.exit("no real games; set YAKU_CORPUS to their folder")
    # Modules are compiled once, as those that are installed.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), logs, given.games)
        ways = commands(Path(name))
        taken: dict[str, list[Ran]] = {way: [] for way in ways}
        for turn in range(given.repeats + 1):
            for way, command in ways.items():
                ran = run_measured(command)
                if turn:
                    taken[way].append(ran)
        worked = {way: statistics.median(ran.worked for ran in runs) for way, runs in taken.items()}
        passed = {way: statistics.median(ran.passed for ran in runs) for way, runs in taken.items()}
        peer = worked.get("jansou-validate")
        rows = [
            [
                way,
                round(given.games / worked[way]),
                round(given.games / passed[way]),
                f"{peer / worked[way]:.2f}" if peer else "",
                max(ran.memory for ran in taken[way]) >> 20,
            ]
            for way in ways
        ]
        headers = ["command", "games a second of work", "games a second", "x jansou", "MiB"]
        print(f"{given.games} games; medians of {given.repeats} runs in turn\n")
        print(tabulate(rows, headers, tablefmt="github"))
        if given.many:
            fill(Path(name), logs, given.many)
            most = run_measured(ways["yaku log --check"])
            print(
                f"\n{given.many} games: {most.memory >> 20} MiB, {given.many / most.worked:.0f} games a second of work"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
