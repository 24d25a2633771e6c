"""Whether archives come out the same however they are settled, and in how much memory: ``python -m bench.archives``.

Random records of all kinds, some of them spoiled, and the real games again and again are settled by one process, by
two, in shards that are joined, and on a Dask cluster one of whose two workers is killed in the middle: rows, rejects
and what ``--check`` tells have to be the same to the byte. Then the 60 real games with 200 figures falsified in copies:
each has to be found in every one of these ways. At last the most memory that runs of growing size take.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct
from tabulate import tabulate

from bench.agree import corpus_folder
from bench.batch import random_rounds
from bench.logs import fill
from bench.speed import run_measured
from calc.intake.spelling import print_any_line, record_from
from tests.batch.clusters import Cluster
from tests.judges.hands import near_misses, random_hands
from tests.judges.tiles import Record
from tests.logs.falsify import falsified

SHARDS = 5
FILES = 24
#: Ways to spoil a line. Those that a JSON line and a line of notation can both have.
SPOIL: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    lambda line, chance: line[: chance.randrange(1, len(line))],
    lambda line, chance: line[:20] + b"\0" + line[20:],
    lambda line, chance: line[:20] + b"\xff\xfe" + line[20:],
    lambda line, chance: line.replace(b"tenhou", b"tenho", 1),
    lambda line, chance: line + b" }",
    lambda line, chance: b"\r".join((line[:10], line[10:])),
)


def random_records(seed: int, count: int) -> Iterator[Record]:
    """Records of all kinds without end; wins and rounds return after ``count`` of each, under other ids."""
    wins = [*random_hands(seed, count), *(record for record, _ in near_misses(seed, count // 20))]
    three = [
        {**win, "rules": "tenhou-sanma"}
        for win in wins
        if "N" not in (win["seat"], win["round"], win.get("from")) and not re.search(r"[02-8]\d*m", str(win))
    ]
    rounds = [*random_rounds(max(count // 10, 10))]
    chance = random.Random(seed)
    for number in itertools.count():
        (kind,) = chance.choices((wins, three, rounds), (6, 1, 3))
        yield {**chance.choice(kind), "id": number}


def write_mixed(folder: Path, seed: int, count: int) -> None:
    """Files of JSON lines and of lines of notation, some packed, with every fiftieth line spoiled."""
    chance = random.Random(seed)
    records = random_records(seed, min(20_000, count))
    for place in range(FILES):
        is_text = place % 3 == 2
        lines = []
        for record in itertools.islice(records, count * (place + 1) // FILES - count * place // FILES):
            line = print_any_line(record_from(record)).encode() if is_text else msgspec.json.encode(record)
            lines.append(chance.choice(SPOIL)(line, chance) if chance.random() < 0.02 else line)
        data = b"\n".join(lines) + b"\n"
        name = f"{place:02}.{'txt' if is_text else 'jsonl'}"
        if place % 4 == 3:
            (folder / f"{name}.gz").write_bytes(gzip.compress(data, 1, mtime=0))
        else:
            (folder / name).write_bytes(data)


class Outcome(Struct):
    """What a run left behind: its code, what it told, and the bytes of its rows and rejects."""

    code: int
    told: str
    rows: bytes
    rejects: bytes


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``yaku batch``."""
    return subprocess.run(command(*arguments), cwd=folder, text=True, capture_output=True, check=False)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "calc", "batch", *arguments]


def outcome(folder: Path, out: str, code: int, told: str) -> Outcome:
    rejects = folder / f"{out}.rejects"
    return Outcome(code, told, (folder / out).read_bytes(), rejects.read_bytes() if rejects.exists() else b"")


def by_processes(folder: Path, jobs: int) -> Outcome:
    out = f"jobs-{jobs}.jsonl"
    ran = run(folder, "in", "--check", "-o", out, "--jobs", str(jobs))
    return outcome(folder, out, ran.returncode, ran.stdout)


def in_shards(folder: Path) -> Outcome:
    numbers = [f"{number}/{SHARDS}" for number in range(1, SHARDS + 1)]
    ran = [run(folder, "in", "--check", "-o", "shards.jsonl", "--shard", number) for number in numbers]
    joined = run(folder, "--join", "shards.jsonl")
    return outcome(folder, "shards.jsonl", joined.returncode, "".join(one.stdout for one in ran))


def on_cluster(folder: Path) -> Outcome:
    """On a cluster, one of whose workers is killed when the first rows are there."""
    (folder / "cluster").mkdir()
    with closing(Cluster(folder / "cluster")) as cluster:
        ran = subprocess.Popen(
            command("in", "--check", "-o", "cluster.jsonl", "--cluster", cluster.address),
            cwd=folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        part = folder / "cluster.jsonl.part"
        while ran.poll() is None and not (part.exists() and part.stat().st_size):
            time.sleep(0.01)
        os.kill(cluster.workers[0], signal.SIGKILL)
        if ran.poll() is not None:
            sys.exit(f"the cluster was done before a worker could be killed: {ran.communicate()}")
        told, _ = ran.communicate()
    return outcome(folder, "cluster.jsonl", ran.returncode, told)


WAYS: dict[str, Callable[[Path], Outcome]] = {
    "one process": lambda folder: by_processes(folder, 1),
    "two processes": lambda folder: by_processes(folder, 2),
    f"{SHARDS} shards, joined": in_shards,
    "a cluster with a worker killed": on_cluster,
}


def settle_in_every_way(folder: Path, what: str) -> Outcome:
    """Settle the folder ``in`` in all ways, and end where one comes out otherwise than the first."""
    first: Outcome | None = None
    rows = []
    for way, settle in WAYS.items():
        started = time.perf_counter()
        found = settle(folder)
        taken = time.perf_counter() - started
        digest = hashlib.sha256(found.rows + b"\0" + found.rejects + b"\0" + found.told.encode()).hexdigest()[:12]
        rows.append([way, f"{taken:.0f}", found.rows.count(b"\n"), found.rejects.count(b"\n"), digest])
        first = first or found
        if found != first:
            sys.exit(f"{what}: {way} differs from one process")
    headers = ["way", "seconds", "rows", "rejects", "digest of rows, rejects and what is told"]
    print(f"{what}\n\n{tabulate(rows, headers, tablefmt='github', intfmt=',')}\n", flush=True)
    assert first is not None
    return first


def same_bytes(records: int, games: int, seed: int) -> None:
    """Records and games in every way."""
    ways: dict[str, Callable[[Path], None]] = {
        f"{records:,} mixed records, seed {seed}": lambda folder: write_mixed(folder, seed, records),
        f"{games:,} games": lambda folder: fill(folder, real_games(), games),
    }
    for what, write in ways.items():
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "in").mkdir()
            write(Path(name) / "in")
            settle_in_every_way(Path(name), what)


def find_falsehoods(figures: int, seed: int) -> None:
    """The real games beside copies with one figure changed: these are told, all of them and no other."""
    chance = random.Random(seed)
    games = real_games()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "in"
        folder.mkdir()
        for game in games:
            shutil.copy(game, folder)
        false = set()
        for number in range(figures):
            game = games[number % len(games)]
            changed = chance.choice([*falsified(game.read_text(encoding="utf-8"))])[1]
            path = folder / f"{game.stem}-false-{number}{game.suffix}"
            path.write_text(changed, encoding="utf-8")
            false.add(f"in/{path.name}")
        found = settle_in_every_way(Path(name), f"{len(games)} games, and {figures} copies with a figure falsified")
        lines = [line for line in found.told.splitlines() if "breaks off" not in line]
        told = {line.partition(": ")[0] for line in lines}
    if told != false:
        sys.exit(f"not found: {sorted(false - told)}; told without reason: {sorted(told - false)}")
    print(f"{len(false)} falsified games told, and no other\n", flush=True)


def memory(records: list[int], games: list[int], seed: int) -> None:
    """The most memory of runs of growing size."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "in"
        for size, is_log in (*((one, False) for one in records), *((one, True) for one in games)):
            folder.mkdir()
            if is_log:
                fill(folder, real_games(), size)
            else:
                write_mixed(folder, seed, min(size, 200_000))
                whole = [*folder.iterdir()]
                for again in range(1, size // 200_000):
                    for path in whole:
                        (folder / f"{again:03}-{path.name}").symlink_to(path)
            out = Path(name) / "out.jsonl"
            ran = [sys.executable, "-m", "calc", "batch", str(folder), "-o", str(out), "--force", "-q", "--check"]
            # Refusals make the exit code 1, which is as it should be.
            took = run_measured(ran, codes=(0, 1))
            rows.append([f"{size:,} {'games' if is_log else 'records'}", f"{took.passed:.0f}", took.memory >> 20])
            print(*rows[-1], flush=True)
            shutil.rmtree(folder)
            out.unlink()
    print(f"\n{tabulate(rows, ['yaku batch --check', 'seconds', 'most memory, MiB'], tablefmt='github')}")


def real_games() -> list[Path]:
    found = sorted((corpus_folder() / "logs").glob("*.mjlog"))
    if not found:
        sys.exit("no real games; set YAKU_CORPUS to their folder")
    return found


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=200_000, metavar="N", help="mixed records in every way (200000)")
    parser.add_argument("--games", type=int, default=2_000, metavar="N", help="games in every way (2000)")
    parser.add_argument("--figures", type=int, default=200, metavar="N", help="falsified figures in every way (200)")
    parser.add_argument(
        "--memory", type=int, nargs=2, default=(5_000_000, 20_000), metavar=("N", "G"), help="most records and games"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of records (1)")
    given = parser.parse_args()
    same_bytes(given.records, given.games, given.seed)
    find_falsehoods(given.figures, given.seed)
    most, games = given.memory
    memory([most // 100, most // 10, most] if most else [], [games // 10, games] if games else [], given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
