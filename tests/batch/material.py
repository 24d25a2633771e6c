"""Records for the tests of batches: wins, rounds and games of both kinds of game, and files of them."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import msgspec

from calc.intake.records import read_records
from calc.settling import Settings, settle_reads
from tests.cli.running import PROJECT, Ran, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

SAMPLES: Final = PROJECT / "samples"
LINE: Final = "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E dora=4s honba=1"
WIN: Final[dict[str, Any]] = ROWS["win"]
#: The keys and cells of the win in CSV.
CSV_HEAD: Final = ",".join(WIN)
CSV_CELLS: Final = ",".join("true" if value is True else value for value in WIN.values())
ROUND: Final[dict[str, Any]] = {
    "rules": "riichi",
    "round": "E",
    "number": 2,
    "riichi": ["W"],
    "draw": {"kind": "exhaustive", "waiting": ["E", "W"]},
}
KOIKOI: Final[dict[str, Any]] = {
    "rules": "koikoi",
    "players": {"Aki": {"captured": "1B 3B 8B 9A"}, "Bea": {"captured": "1R 2R 3R"}},
    "stopped_by": "Aki",
}
TAIYAKU: Final[dict[str, Any]] = ROWS["taiyaku"]
GAME: Final[dict[str, Any]] = {
    "rules": "tenhou",
    "players": ["Aki", "Bea", "Cho", "Dan"],
    "rounds": [{"draw": {"kind": "exhaustive", "waiting": []}}],
}
#: Every kind of record, right and wrong, with right and wrong claims.
MIXED: Final[list[dict[str, Any]]] = [
    {"id": "win", **WIN},
    {"id": "claim right", **WIN, "claim": {"points": 2600}},
    {"id": "claim wrong", **WIN, "claim": {"points": 2000, "fu": 40}},
    {"id": "round", **ROUND},
    {"id": "koikoi", **KOIKOI},
    {"id": "taiyaku", **TAIYAKU},
    {"id": "game", **GAME},
    {
        "id": "no yaku, as claimed",
        **WIN,
        "riichi": False,
        "hand": "123m456p789s1133z",
        "win": "3z",
        "claim": {"win": False},
    },
    {"id": "no such rules", **WIN, "rules": "tenho"},
    {"id": "unknown key", **WIN, "riichy": True},
    {"id": "incomplete", **WIN, "win": "9p"},
]


def many_wins(count: int) -> list[dict[str, Any]]:
    """Wins with ids from 1 on."""
    return [{"id": number, **WIN, "honba": number % 7} for number in range(1, count + 1)]


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    """A file of JSON lines; its bytes are packed where its name says so."""
    text = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.write_bytes(packed(text) if path.suffix == ".gz" else text)
    return path


def packed(data: bytes) -> bytes:
    """The bytes packed by gzip, the same every time."""
    return gzip.compress(data, mtime=0)


def expected_rows(path: Path, *, fields: Any = "short", name: str | None = None) -> list[dict[str, Any]]:
    """What ``yaku score`` says of a file's records, with the file and the line of each."""
    reads = [*read_records(path)]
    results = settle_reads(reads, Settings(fields=fields))
    return [
        {**msgspec.to_builtins(result), "file": name or str(path), "line": read.line}
        for read, result in zip(reads, results, strict=True)
    ]


def run_batch_on(*arguments: str | Path, **options: Any) -> Ran:
    """Run ``yaku batch``."""
    return run_yaku("batch", *map(str, arguments), **options)


def rows_of(ran: Ran | Path) -> list[dict[str, Any]]:
    """The rows that a run wrote, to standard output or to a file of JSON lines."""
    text = ran.out if isinstance(ran, Ran) else ran.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def rejects_of(out: Path) -> list[dict[str, Any]]:
    """The rejects of a run that wrote to ``out``."""
    return rows_of(Path(f"{out}.rejects"))
