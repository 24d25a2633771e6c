"""No regular expression of the package takes more than linear time: each is found by itself and tried."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.running import PROJECT
from tests.hostile import patterns
from tests.hostile.patterns import Found, worst
from tests.rows import Rows

ROWS = Rows(__file__)


@pytest.fixture(scope="module")
def told() -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.patterns"], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_no_pattern_takes_long(told: Any) -> None:
    assert told["slow"] == []
    assert told["patterns"] > 200
    assert told["tried"] > 20_000


def test_every_place_that_makes_a_pattern_was_asked(told: Any) -> None:
    assert told["missed"] == []


@ROWS.each("what_takes_long_is_found")
def test_what_takes_long_is_found(pattern: str, is_searched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    monkeypatch.setattr(patterns, "LIMIT", 0.05)
    before = signal.signal(signal.SIGVTALRM, patterns._stop)
    try:
        _, took, _ = worst(Found(pattern, 0, "here", is_searched, patterns.MANY))
    finally:
        signal.signal(signal.SIGVTALRM, before)
    assert took > 0.05
