"""How fast files are settled, beside the peers on the same hands: ``python -m bench.batch``.

The command is timed from its start to its end, reading JSON lines and writing JSON lines; its byte code is there, as in
an installed package. The peers are timed twice: as commands that read the same lines and write lines of their own
(``bench.peers``; mahjong reads the first of them only), and in memory, given their inputs ready-made. Runs are made in
turn, again and again, and medians compared; figures of two runs, or of two machines, do not compare: the ratios do.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from tabulate import tabulate

import calc
from bench.hanafuda import draw_round, settles
from bench.speed import measuring, run_measured, time_in_turn
from tests.judges import mahjong_peer, riichienv_peer
from tests.judges.hands import random_hands
from tests.judges.tiles import Record

WINS = 200_000
#: The slowest peer is given so many of the hands: it is slow enough to measure.
FEW = 20_000
ROUNDS = 100_000
GAMES = ("koikoi", "taiyaku", "hiraya")


def random_wins(seed: int, count: int) -> Iterator[Record]:
    """Distinct random hands that are wins."""
    found = 0
    for records in iter(lambda: None, 0):
        assert records is None
        drawn = list(random_hands(seed, count))
        seed += 1
        results = calc.score_many(drawn, fields="short")
        for record, result in zip(drawn, results, strict=True):
            if result.ok:
                yield {**record, "id": found}
                found += 1
                if found == count:
                    return


def random_rounds(count: int) -> Iterator[dict[str, Any]]:
    """Rounds of the hanafuda games, in turn."""
    from random import Random

    chance = Random(1)
    found = 0
    while found < count:
        record = draw_round(GAMES[found % len(GAMES)], chance)
        if settles(record):
            yield record
            found += 1


def write_lines(path: Path, records: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    kept = list(records)
    with path.open("wb") as file:
        for record in kept:
            file.write(msgspec.json.encode(record) + b"\n")
    return kept


def batch_command(source: Path, out: Path, *more: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "calc",
        "batch",
        str(source),
        "-o",
        str(out),
        "--force",
        "--quiet",
        *([] if "--jobs" in more else ["--jobs", "1"]),
        *more,
    ]


def command(source: Path, out: Path, *more: str) -> Callable[[], object]:
    """The command as a task of its own process."""
    return lambda: subprocess.run(batch_command(source, out, *more), check=True)


def scale_table(folder: Path, source: Path, sizes: list[int], repeats: int) -> str:
    """Median seconds and peak memory of runs over more and more records: the lines of ``source``, again and again."""
    lines = source.read_bytes().splitlines(keepends=True)
    rows = []
    for size in sizes:
        large, out = folder / "large.jsonl", folder / "large.out.jsonl"
        with large.open("wb") as file:
            for start in range(0, size, len(lines)):
                file.writelines(lines[: size - start])
        ran = [
            [run_measured(batch_command(large, out, *more)) for more in ((), ("--jobs", "2"))] for _ in range(repeats)
        ]
        alone, both = (statistics.median(one.passed for one in runs) for runs in zip(*ran, strict=True))
        memory = max(one.memory for one, _ in ran)
        rows.append([size, f"{large.stat().st_size / 2**20:.0f} MiB", f"{alone:.1f}", round(1e6 * alone / size, 1),
                     f"{memory >> 20} MiB", f"{alone / both:.2f}"])  # fmt: skip
        large.unlink()
        out.unlink()
    headers = ["records", "input", "seconds", "microseconds a record", "peak memory", "x with 2 processes"]
    return tabulate(rows, headers, tablefmt="github", intfmt=",", colalign=("right",) * 6)


def piped(source: Path, gibibytes: int) -> str:
    """Seconds and peak memory of a run that reads so much out of a pipe: its rows go nowhere."""
    data = source.read_bytes()
    times = -(-gibibytes * 2**30 // len(data))
    started = time.perf_counter()
    ran = measuring([sys.executable, "-m", "calc", "batch", "-", "--quiet"])
    with subprocess.Popen(ran, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for _ in range(times):
            run.stdin.write(data)
        run.stdin.close()
        memory = int(run.stdout.read().split()[-1]) >> 20
    seconds, size, records = time.perf_counter() - started, times * len(data) / 2**30, times * data.count(b"\n")
    return f"{records:,} records out of a pipe, {size:.1f} GiB: {seconds:.0f} s, peak memory {memory} MiB"


def work_done() -> float:
    """Seconds that processors worked for this process and for those that it ran."""
    return sum(os.times()[:4])


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wins", type=int, default=WINS, metavar="N", help=f"distinct random wins ({WINS})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"hanafuda rounds ({ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of hands (1)")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="counted runs of everything (5)")
    parser.add_argument("--sizes", default="", metavar="N,...", help="also: time and memory of so many records each")
    parser.add_argument("--piped", type=int, default=0, metavar="GIB", help="also: so much input out of a pipe")
    parser.add_argument("--work", action="store_true", help="seconds that processors worked, not those of the clock")
    parser.add_argument("--only-sizes", action="store_true", help="nothing but these two")
    arguments = parser.parse_args()
    clock = work_done if arguments.work else time.perf_counter
    compileall.compile_dir(Path(calc.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        source, rounds, out = (Path(folder, name) for name in ("wins.jsonl", "rounds.jsonl", "out.jsonl"))
        wins = write_lines(source, random_wins(arguments.seed, arguments.wins))
        write_lines(rounds, random_rounds(arguments.rounds))
        few = [riichienv_peer.prepare(record) for record in wins[:FEW]]
        publicly = [(hand, riichienv_peer.public_conditions(hand)) for hand in few]
        for_mahjong = [mahjong_peer.prepare(record) for record in wins[:FEW]]
        command(source, out)()
        width = out.stat().st_size // len(wins)
        first = Path(folder, "few.jsonl")
        first.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:FEW]))
        of_peer = [sys.executable, "-m", "bench.peers"]
        bare = [sys.executable, "-m", "bench.floor", str(source), str(out), str(width)]
        sizes = {
            "yaku batch, short": len(wins),
            "yaku batch, short, 2 processes": len(wins),
            "yaku batch, full": len(wins),
            "yaku batch, hanafuda": arguments.rounds,
            "yaku batch, hanafuda, 2 processes": arguments.rounds,
            "lines decoded, rows written, nothing settled": len(wins),
            "riichienv, from lines to lines": len(wins),
            "mahjong, from lines to lines": len(few),
            "riichienv, Python API, in memory": len(few),
            "mahjong, in memory": len(few),
        }
        tasks: dict[str, Callable[[], object]] = {
            "yaku batch, short": command(source, out),
            "yaku batch, short, 2 processes": command(source, out, "--jobs", "2"),
            "yaku batch, full": command(source, out, "--fields", "full"),
            "yaku batch, hanafuda": command(rounds, out),
            "yaku batch, hanafuda, 2 processes": command(rounds, out, "--jobs", "2"),
            "lines decoded, rows written, nothing settled": lambda: subprocess.run(bare, check=True),
            "riichienv, from lines to lines": lambda: subprocess.run([*of_peer, "riichienv", source, out], check=True),
            "mahjong, from lines to lines": lambda: subprocess.run([*of_peer, "mahjong", first, out], check=True),
            "riichienv, Python API, in memory": lambda: [riichienv_peer.value_publicly(*hand) for hand in publicly],
            "mahjong, in memory": lambda: [mahjong_peer.value(hand) for hand in for_mahjong],
        }
        seconds = {} if arguments.only_sizes else time_in_turn(tasks, arguments.repeats, clock)
        sizes_of_runs = [int(size) for size in arguments.sizes.split(",") if size]
        scale = scale_table(Path(folder), source, sizes_of_runs, arguments.repeats) if sizes_of_runs else ""
        if arguments.piped:
            scale += f"\n\n{piped(source, arguments.piped)}"
    if arguments.only_sizes:
        print(scale)
        return 0
    rate = {name: sizes[name] / taken for name, taken in seconds.items()}
    peers = [name for name in rate if name.startswith(("riichienv", "mahjong"))]
    rows = [[name, round(found), *(f"{found / rate[peer]:.2f}" for peer in peers)] for name, found in rate.items()]
    print(
        f"{len(wins)} random wins, seed {arguments.seed}, and {arguments.rounds} hanafuda rounds, from JSON lines to "
        f"JSON lines, start of the command included; {os.cpu_count()} cores; medians of {arguments.repeats} runs in "
        f"turn{', seconds that processors worked' if arguments.work else ''}\n"
    )
    headers = ["", "records/s", *(f"x {peer}" for peer in peers)]
    print(tabulate(rows, headers, tablefmt="github", intfmt=",", colalign=("left", *["right"] * (1 + len(peers)))))
    if scale:
        print("\n" + scale)
    return 0


if __name__ == "__main__":
    sys.exit(main())
