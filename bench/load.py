"""Memory and times of a page that is asked by many for minutes: ``python -m bench.load``.

A server in a process of its own, on loopback, and at the same time phones that settle hands, keep tables and take
rounds back, ask for disputes and leagues, send what is wrong or too long, or connect and say nothing. A request
without an answer, or one that fails in the server, is a fault. Needs Linux.
"""

from __future__ import annotations

import argparse
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

PLAYERS: Final = ["Aki", "Bea", "Cho", "Dan"]
HAND: Final = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
ROUNDS: Final = (
    "Aki tsumo mangan",
    "Bea ron Cho 2 han 40 fu",
    "draw, tenpai Dan",
    "Dan tsumo 1 han 30 fu",
    "what is this",
)
GAME: Final = {"players": PLAYERS, "rules": "riichi", "rounds": [{"draw": {"tenpai": PLAYERS}}] * 60}
#: Questions without a table, with how often they are asked.
ASKED: Final[dict[str, tuple[int, Any]]] = {
    "score": (20, {"record": HAND, "html": True}),
    "explain": (5, {"record": HAND, "html": True}),
    "waits": (5, {"record": "1112345678999m"}),
    "points": (5, {"worth": "3 han 40 fu", "html": True}),
    "dispute": (2, {"record": HAND, "claim": "Ben says 5200, Dan says 3900", "html": True}),
    "needs": (2, {"scores": dict.fromkeys(PLAYERS, 25_000), "html": True}),
    "standings": (1, {"games": [GAME] * 3, "unfinished": True}),
    "game": (2, {"game": "players: Aki, Bea, Cho, Dan\n" + "draw, tenpai Aki\n" * 150}),
}


class Phone:
    """Somebody who asks. ``told``: statuses by address; ``times``: of hands, in seconds; ``faults``: what had none."""

    def __init__(self, here: str, seed: int) -> None:
        self.at, self.chance = urlsplit(here), random.Random(seed)
        self.told, self.times, self.faults = Counter[str](), list[float](), list[str]()
        self.table = f"phone-{seed}"

    def ask(self, path: str, question: Any = None, method: str = "POST") -> Any:
        """The answer, as JSON."""
        body = None if question is None else msgspec.json.encode(question)
        started = time.monotonic()
        line = HTTPConnection(self.at.hostname or "", self.at.port, timeout=60)
        try:
            line.request(method, f"/api/{path}", body, {"content-type": "application/json"})
            answer = line.getresponse()
            data = answer.read()
        except OSError as error:
            self.faults.append(f"{path}: {error!r}")
            return {}
        finally:
            line.close()
        self.told[f"{path.partition('/')[0]} {answer.status}"] += 1
        if path == "score":
            self.times.append(time.monotonic() - started)
        if answer.status >= 500 and answer.status != 503:
            self.faults.append(f"{path}: {answer.status} {data[:200]!r}")
        return msgspec.json.decode(data)

    def keep(self) -> None:
        """A step at a table of one's own, or of the first phone, which others change too."""
        name = self.chance.choice([self.table, "phone-0"])
        there = self.ask(f"tables/{name}", method="GET")
        if "error" in there or len(there.get("rounds", ())) > 12:
            self.ask("tables", {"players": PLAYERS, "rules": "riichi", "name": name})
        change = {"version": there.get("version", ""), "html": True}
        if self.chance.random() < 0.4:
            self.ask(f"tables/{name}/undo", change)
        else:
            told = {"round": self.chance.choice(ROUNDS), "preview": self.chance.random() < 0.5}
            self.ask(f"tables/{name}/rounds", change | told)

    def run(self, until: float) -> None:
        """Ask until then."""
        weights = [often for often, _ in ASKED.values()]
        while time.monotonic() < until:
            if self.chance.random() < 0.3:
                self.keep()
            elif self.chance.random() < 0.05:
                with socket.create_connection((self.at.hostname or "", self.at.port or 0)) as silent:
                    silent.sendall(b"GET / HTT")
            else:
                path = self.chance.choices([*ASKED], weights)[0]
                self.ask(path, ASKED[path][1])


def memory_of(process: int) -> list[int]:
    """MiB of a process and of each that it began."""
    here = Path(f"/proc/{process}")
    size = int(re.findall(r"VmRSS:\s+(\d+)", (here / "status").read_text())[0]) >> 10
    begun = [int(child) for task in here.glob("task/*/children") for child in task.read_text().split()]
    return [size, *(one for child in begun for one in memory_of(child))]


def main() -> None:
    """Print the memory every so often, and in the end how many were asked and how long hands took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--phones", type=int, default=8)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "calc", "serve", "--port", "0", "--tables", folder]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        shown = re.search(r"open: (\S+)", next(line for line in server.stderr if "open: " in line))
        assert shown is not None
        phones = [Phone(shown[1], number) for number in range(chosen.phones)]
        try:
            phones[0].ask("dispute", ASKED["dispute"][1])
            started = time.monotonic()
            with ThreadPoolExecutor(chosen.phones) as pool:
                done = [pool.submit(one.run, started + chosen.seconds) for one in phones]
                for tenth in range(11):
                    time.sleep(max(0.0, started + tenth * chosen.seconds / 10 - time.monotonic()))
                    print(f"{time.monotonic() - started:6.0f} s: {memory_of(server.pid)} MiB", flush=True)
                for one in done:
                    one.result()
        finally:
            server.terminate()
            server.wait(30)
    told = sum((one.told for one in phones), Counter[str]())
    times = sorted(time for one in phones for time in one.times)
    print(", ".join(f"{name}: {count:,}" for name, count in sorted(told.items())))
    half, most = (1000 * times[len(times) * part // 100] for part in (50, 99))
    print(f"{told.total():,} requests; {len(times):,} hands: half within {half:.0f} ms, 99 of 100 within {most:.0f} ms")
    faults = [fault for one in phones for fault in one.faults]
    print(f"{len(faults)} faults", *faults[:10], sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
