"""How large the house is, and how far a record travels through it: ``python -m bench.house [JOURNEY]``.

A journey is one command, run in this process after two runs that load what it needs, and traced by the standard
profiler: the modules of ``calc`` it passes through, and its moves, which are calls from one of them into another and
the returns. The name of a journey prints these modules in the order in which it reaches them, each with the functions
that are called there. A refusal is timed beside a result of the same kind.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct
from tabulate import tabulate

import calc
from calc.cli.main import run

PACKAGE = Path(calc.__file__).parent
GAMES = ("mahjong", "hanafuda")
WIN = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"
NO_WIN = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi=double ippatsu rinshan"
ROUND = "koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3R stopped_by=Aki koikoi.Bea=1"
PLAIN = {"hand": "123m456p789s1122z", "win": "2z", "seat": "S", "round": "E"}
LINES = (
    {**PLAIN, "by": "ron", "from": "W", "riichi": True},
    {**PLAIN, "by": "tsumo"},
    {**PLAIN, "by": "ron", "from": "W", "riichi": True, "claim": {"points": 2600}},
)
#: Enough records to time a refusal of 10 us, few enough to be quick.
RECORDS = 2000


#: The commands that are followed, by a name of one word; ``{batch}`` is a file of :data:`LINES`.
JOURNEYS = {
    "win": ("a one-line win", ("score", WIN)),
    "explain": ("the same with --explain", ("score", WIN, "--explain")),
    "koikoi": ("a Koi-Koi line", ("score", ROUND)),
    "batch": ("a batch of three JSON lines", ("batch", "{batch}")),
    "dispute": ("a dispute of 7,700 points", ("dispute", WIN, "--claim", "7700")),
}


class Journey(Struct):
    """Where a command went: its moves, which are calls from one module into another and the returns, and each call of a
    function, with its module.
    """

    moves: int
    calls: list[tuple[str, str]]

    @property
    def modules(self) -> list[str]:
        """The modules it passed through, in the order in which it reached them."""
        return [*dict.fromkeys(module for module, _ in self.calls)]


@contextmanager
def silent() -> Iterator[None]:
    """Swallow what commands print."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        yield


def yaku(*arguments: str) -> None:
    """Run the command ``yaku`` here."""
    sys.argv = ["yaku", *arguments]
    with silent(), suppress(SystemExit):
        run()


def follow(name: str) -> Journey:
    """Follow a journey of :data:`JOURNEYS`."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder) / "three.jsonl"
        batch.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
        arguments = [str(batch) if one == "{batch}" else one for one in JOURNEYS[name][1]]
        return trace(lambda: yaku(*arguments))


def trace(journey: Callable[[], None]) -> Journey:
    """Follow a journey; the first two runs only warm what is loaded and remembered."""
    journey()
    journey()
    found = Journey(moves=0, calls=[])

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        here = module_of(frame)
        if here is None or event not in ("call", "return"):
            return
        if event == "call":
            found.calls.append((here, frame.f_code.co_name))
        caller = frame.f_back
        while caller is not None and module_of(caller) is None:
            caller = caller.f_back
        found.moves += caller is not None and module_of(caller) != here

    sys.setprofile(note)
    try:
        journey()
    finally:
        sys.setprofile(None)
    return found


def module_of(frame: FrameType) -> str | None:
    """The path of a frame's module inside ``calc``, none for code of others."""
    path = frame.f_code.co_filename
    return path[len(str(PACKAGE)) + 1 :] if path.startswith(f"{PACKAGE}/") else None


def settled_before_search(dispute: Journey) -> int:
    """How often a dispute values its hand before it begins to look for what would make the claim right."""
    functions = [function for _, function in dispute.calls]
    return functions[: functions.index("find_remedies")].count("value_readings")


def lines_of(paths: list[Path]) -> int:
    """Lines of some files, blank ones and comments included."""
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def code_of(paths: list[Path]) -> int:
    """Lines of some files without blank lines, comments, docstrings and imports."""
    count = 0
    for path in paths:
        text = path.read_text(encoding="utf-8")
        others: set[int] = set()
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                    others.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        lines = enumerate(map(str.strip, text.splitlines()), start=1)
        count += sum(number not in others and line[:1] not in ("", "#") for number, line in lines)
    return count


def folders() -> Iterator[tuple[str, int, int, int]]:
    """Each part of the package: its modules, its lines, and those of its code."""
    parts: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts.setdefault(path.relative_to(PACKAGE).parts[0], []).append(path)
    for part, paths in parts.items():
        yield part, len(paths), lines_of(paths), code_of(paths)


def naming_games(paths: list[Path]) -> list[str]:
    """Modules outside the two games that import from one of them, or say its name."""
    outside = [path for path in paths if path.relative_to(PACKAGE).parts[0] not in GAMES]
    return [
        str(path.relative_to(PACKAGE))
        for path in outside
        if any(game in path.read_text(encoding="utf-8").lower() for game in GAMES)
    ]


def microseconds(record: str) -> float:
    """Median time to settle one of many equal records, in microseconds."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in calc.settle_stream([record] * RECORDS):
            pass
        times.append((time.perf_counter() - began) / RECORDS * 1e6)
    return statistics.median(times)


def print_journey(name: str) -> None:
    """Print the modules of a journey, each with the number of calls of its functions and their names."""
    journey = follow(name)
    calls = Counter(module for module, _ in journey.calls)
    functions = {module: {called: None for here, called in journey.calls if here == module} for module in calls}
    rows = [
        (calls[module], module, lines_of([PACKAGE / module]), ", ".join(functions[module]))
        for module in journey.modules
    ]
    print(tabulate(rows, ("calls", "module", "lines", "functions"), tablefmt="simple", maxcolwidths=[None] * 3 + [80]))


def main() -> None:
    """Print the measures, or the modules of one journey."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journey", nargs="?", choices=JOURNEYS, help="print the modules that it passes through")
    parser.add_argument("--parts", action="store_true", help="print how large each part of calc/ is")
    given = parser.parse_args()
    if given.journey:
        print_journey(given.journey)
        return
    if given.parts:
        print(tabulate(folders(), ("part", "modules", "lines", "code"), tablefmt="simple", intfmt=","))
        return
    modules = sorted(PACKAGE.rglob("*.py"))
    journeys = {name: follow(name) for name in JOURNEYS}
    rows: list[tuple[str, Any]] = [
        ("lines in calc/", f"{lines_of(modules):,}"),
        ("the same without blank lines, comments, docstrings and imports", f"{code_of(modules):,}"),
        ("modules in calc/", len(modules)),
        ("longest module, lines", max(lines_of([path]) for path in modules)),
        *(
            (f"{JOURNEYS[name][0]}: modules / moves", f"{len(one.modules)} / {one.moves:,}")
            for name, one in journeys.items()
            if name != "dispute"
        ),
        ("a dispute values its hand before it searches", f"{settled_before_search(journeys['dispute'])} times"),
        ("modules outside mahjong/ and hanafuda/ that name either", len(naming_games(modules))),
        ("a result / a refusal, us", f"{microseconds(WIN):.0f} / {microseconds(NO_WIN):.0f}"),
    ]
    print(tabulate(rows, tablefmt="plain"))


if __name__ == "__main__":
    main()
