"""Sound records, lines and logs to begin with, made by the other tests: what is spoiled was right before."""

import json
import re
from functools import cache
from random import Random
from typing import Any

from calc.mahjong.logs.mjlog import read_mjlog
from calc.strict_yaml import load
from tests.cli.running import PROJECT
from tests.hanafuda import drafts as hanafuda
from tests.judges.hands import near_misses, random_hands
from tests.logs.writers import as_mjai, as_tenhou_json

__all__ = [
    "PROJECT",
    "case_records",
    "lines",
    "mjai_events",
    "mjlog_elements",
    "sound_record",
    "sound_win",
    "tenhou_value",
]

_CASES = PROJECT / "tests" / "cases"
_LOG = PROJECT / "samples" / "logs" / "tenhou.mjlog"
_GAMES = (hanafuda.koikoi, hanafuda.taiyaku, hanafuda.hiraya)


@cache
def _inputs() -> list[Any]:
    found = []
    for path in sorted(_CASES.rglob("*.yaml")):
        for case in load(path.read_text(encoding="utf-8"), file=str(path)).value:
            if isinstance(case, dict) and "input" in case:
                found.append(case["input"])
    return found


@cache
def case_records() -> list[dict[str, Any]]:
    """The records of the rule cases that are mappings: wins, draws, rounds, games, hanafuda, claims."""
    return [one for one in _inputs() if isinstance(one, dict) and len(json.dumps(one)) < 6_000]


@cache
def lines() -> list[str]:
    """The records of the rule cases that are lines."""
    return [one for one in _inputs() if isinstance(one, str)]


def sound_win(seed: int) -> dict[str, Any]:
    """A hand that may be won."""
    return dict(next(iter(random_hands(seed, 1))))


def sound_record(seed: int) -> dict[str, Any]:
    """A record that is right, or nearly: a win, a hand that is none, a hanafuda round, or the record of a case."""
    rng = Random(seed)
    match seed % 8:
        case 0 | 1 | 2:
            return sound_win(seed)
        case 3:
            return dict(next(iter(near_misses(seed, 1)))[0])
        case 4:
            return rng.choice(_GAMES)(rng, broken=rng.random() < 0.2)
    records = case_records()
    return dict(records[rng.randrange(len(records))])


@cache
def _text() -> str:
    return _LOG.read_text(encoding="utf-8")


@cache
def mjlog_elements() -> list[Any]:
    """The elements of the first rounds of a log: pairs of name and attributes, as lists so that they can be spoiled."""
    found = re.findall(r"<(\w+)((?: \w+=\"[^\"]*\")*) ?/>", _text())
    elements = [[name, dict(re.findall(r'(\w+)="([^"]*)"', keys))] for name, keys in found]
    starts = [place for place, (name, _) in enumerate(elements) if name == "INIT"]
    return elements[: starts[2]]


@cache
def tenhou_value() -> dict[str, Any]:
    """The same game as tenhou.net/6 has it, its first rounds."""
    value = as_tenhou_json(read_mjlog(_text().encode()))
    return {**value, "log": value["log"][:2]}


@cache
def mjai_events() -> list[dict[str, Any]]:
    """The same game as mjai has it, its first rounds."""
    events: list[dict[str, Any]] = as_mjai(read_mjlog(_text().encode()))
    ends = [place for place, event in enumerate(events) if event["type"] == "end_kyoku"]
    return [*events[: ends[1] + 1], {"type": "end_game"}]
