"""Records as people write them in YAML and JSON: each means the same as the canonical one."""

from __future__ import annotations

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import record_from

WIN = {"hand": "123m", "win": "2z", "by": "ron", "from": "W", "seat": "S", "round": "E"}
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"]}
RON = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "han": 3, "fu": 30}]}
PILES = {
    "rules": "koikoi",
    "players": {"Aki": {"captured": "1B 3B 8B"}, "Bea": {"captured": "2A"}},
    "stopped_by": "Aki",
}


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ({**WIN, "by": None}, WIN),
        ({"hand": "123m", "win": "2z", "ron": True, "from": "W", "seat": "S", "round": "E"}, WIN),
        ({"hand": "123m", "win": "2z", "ロン": "はい", "from": "W", "seat": "S", "round": "E"}, WIN),
        ({**WIN, "riichi": 1, "ippatsu": 0, "chankan": "0"}, {**WIN, "riichi": True}),
        (
            {**WIN, "melds": [["3m", "4m", "5m"], {"type": "ankan", "tiles": "5505p"}, "chi:123s"]},
            {**WIN, "melds": ["3m4m5m", "ankan:5505p", "chi:123s"]},
        ),
        ({"hand": "123m", "win": "2z", "discarder": "West", "seat": "South", "round": "East 1"}, WIN),
        (
            {"hand": "123m", "tsumo": "yes", "seat": "E", "round": "E"},
            {"hand": "123m", "by": "tsumo", "seat": "E", "round": "E"},
        ),
        ({**GAME, "rounds": [{"player": "Bea", "from": "Dan", "han": 3, "fu": 30}]}, {**GAME, "rounds": [RON]}),
        ({**GAME, "rounds": [{"winner": "Bea", "loser": "Dan", "han": 3, "fu": 30}]}, {**GAME, "rounds": [RON]}),
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", "han": 3, "fu": 30, "riichi": ["Bea"], "honba": 1}]},
            {**GAME, "rounds": [{**RON, "riichi": ["Bea"], "honba": 1}]},
        ),
        ({**GAME, "rounds": ["Bea ron Dan 3 han 30 fu"]}, {**GAME, "rounds": [RON]}),
        (
            {**GAME, "rounds": ["draw, tenpai Aki Cho"]},
            {**GAME, "rounds": [{"draw": {"kind": "exhaustive", "waiting": ["Aki", "Cho"]}}]},
        ),
        ({"rules": "koikoi", "Aki": "1B 3B 8B", "Bea": "2A", "stopped by": "Aki"}, PILES),
        ({"rules": "koikoi", "Aki": "1B 3B 8B", "Bea": "2A", "stop": "Aki"}, PILES),
    ],
)
def test_a_record_means_the_canonical_one(written: dict[str, Any], canonical: dict[str, Any]) -> None:
    assert record_from(written) == record_from(canonical)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({**WIN, "by": None, "from": None}, "expected hand, by, seat, round in a win, but 'by' is missing"),
        ({**WIN, "tsumo": True}, "expected a key of a win, found 'tsumo'"),
        ({**GAME, "rounds": ["Bea ron Dan"]}, "expected what the win is worth"),
        ({"rules": "riichi", "Aki": "1B 3B 8B", "Bea": "2A"}, "expected a key of a win, found 'Aki'"),
    ],
)
def test_what_is_missing_or_twice_is_refused(written: dict[str, Any], message: str) -> None:
    with pytest.raises(CalcError) as caught:
        record_from(written)
    assert message in caught.value.message
