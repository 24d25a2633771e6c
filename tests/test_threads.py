"""The library in several threads at once: what they ask first, and what they ask together."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import pytest

import calc
from tests.cli.running import PROJECT
from tests.hanafuda import drafts
from tests.judges.hands import near_misses, random_hands

#: A process in which twelve threads are the first to ask, at once.
FIRST = """
import threading
from concurrent.futures import ThreadPoolExecutor

import calc

WIN = "123m456p789s1122z +2z ron seat=S round=E"
ROUND = "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki"
GAME = {"rules": "mleague", "players": ["A", "B", "C", "D"], "scores": [40000, 30000, 20000, 10000]}
COLUMNS = {"hand": ["123m456p789s1122z"], "win": ["2z"], "by": ["ron"], "seat": ["S"], "round": ["E"]}
ASKED = [
    lambda: calc.score(WIN).points,
    lambda: calc.score(f"tenhou {WIN}").points,
    lambda: calc.settle_round(ROUND).winner,
    lambda: calc.settle_game(GAME).scores,
    lambda: calc.score_columns(COLUMNS).points.tolist(),
    lambda: calc.dispute(WIN, "2000").right,
]
together = threading.Barrier(12)


def ask(number):
    together.wait()
    return ASKED[number % 6]()


with ThreadPoolExecutor(12) as pool:
    print([*pool.map(ask, range(12))])
"""


def test_the_first_questions_of_many_threads_are_answered() -> None:
    ran = subprocess.run([sys.executable, "-c", FIRST], cwd=PROJECT, capture_output=True, text=True, check=False)
    scores = {"A": 40000, "B": 30000, "C": 20000, "D": 10000}
    assert (ran.stdout, ran.returncode) == (f"{[1300, 1300, 'Aki', scores, [1300], False] * 2}\n", 0), ran.stderr


def settled(asked: dict[str, Any]) -> Any:
    """The result of a record, or its refusal, as plain data."""
    try:
        return (calc.settle_round if "players" in asked else calc.score)(asked).to_dict()
    except calc.CalcError as error:
        return error.code, error.message


def test_threads_do_not_mix_up_what_they_settle() -> None:
    """The threads change hands all the time, and whatever is remembered of one record is there for the others."""
    wins = [*random_hands(61, 120), *(record for record, _ in near_misses(62, 30))]
    rng = Random(63)
    rounds = [draft(rng) for draft in (drafts.koikoi, drafts.hiraya, drafts.taiyaku) for _ in range(20)]
    alone = [settled(one) for one in [*wins, *rounds]]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = [*pool.map(settled, [*wins, *rounds] * 2)]
    finally:
        sys.setswitchinterval(interval)
    assert together == alone * 2


def test_threads_do_not_mix_up_what_they_settle_in_columns() -> None:
    """What many hands share is numbered when it is first met: the threads meet all of it for the first time."""
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'yaku-calc[parquet]'")
    keys = ("hand", "win", "by", "seat", "round", "from", "honba", "dora")
    drawn = [*random_hands(64, 400)]
    table = pa.table({key: [record.get(key) for record in drawn] for key in keys})
    pieces = [table.slice(place, 8) for place in range(0, len(drawn), 8)]
    settle = partial(calc.settle_arrow, rules="tenhou", options={"kiriage_mangan": True})
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = [row for settled in pool.map(settle, pieces) for row in settled.to_pylist()]
    finally:
        sys.setswitchinterval(interval)
    assert together == settle(table).to_pylist()
