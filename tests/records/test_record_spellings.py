"""Records as people write them in YAML and JSON: each means the same as the canonical one."""

from __future__ import annotations

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import record_from
from tests.rows import Rows

ROWS = Rows(__file__)

WIN = {"hand": "123m", "win": "2z", "by": "ron", "from": "W", "seat": "S", "round": "E"}
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"]}
RON = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "han": 3, "fu": 30}]}
ROUNDS = {**GAME, "rounds": [RON]}
TILES = {"hand": "123m", "win": "2z", "round": "E"}
SCORES = {"Aki": 35000, "Bea": 28000, "Cho": 22000, "Dan": 15000}
PILES: dict[str, Any] = {
    "rules": "koikoi",
    "players": {"Aki": {"captured": "1B 3B 8B"}, "Bea": {"captured": "2A"}},
    "stopped_by": "Aki",
}


@ROWS.each("a_record_means_the_canonical_one")
def test_a_record_means_the_canonical_one(written: dict[str, Any], canonical: dict[str, Any]) -> None:
    assert record_from(written) == record_from(canonical)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({**GAME, "rounds": [{"draw": ["Aki", "Cho"]}]}, "write tenpai: for who was tenpai"),
        # Who won, Bea or somebody who won by Bea's discard?
        ({**GAME, "rounds": [{"ron": "Bea", "han": 3, "fu": 30}]}, "expected a key of a round, found 'ron'"),
        ({"players": {"E": "Aki", "X": "Bea"}, "rounds": [RON]}, "players"),
        ({**GAME, "rounds": [{"winner": "Bea", "from": "Dan", **TILES, "riichi": "Bob"}]}, "found 'Bob'"),
        ({"Aki": 35000, "hand": 1}, "expected a key of a win, found 'Aki'"),
        ({**WIN, "by": None, "from": None}, "expected hand, by, seat, round in a win, but 'by' is missing"),
        ({**WIN, "tsumo": True}, "expected a key of a win, found 'tsumo'"),
        ({**GAME, "rounds": ["Bea ron Dan"]}, "expected what the win is worth"),
        ({"rules": "riichi", "Aki": "1B 3B 8B", "Bea": "2A"}, "expected a key of a win, found 'Aki'"),
        ({**PILES, "こいこい.Bea": 1, "koikoi": {"Bea": 2}}, "こいこい.Bea and koikoi are both koikoi"),
        ({**WIN, "pao.seat": "W", "liable": {"for": "daisangen"}}, "pao.seat and liable are both liable"),
        ({**PILES, "koikoi.Bea": 1}, "expected a key of a hanafuda round, found 'koikoi.Bea'"),
    ],
)
def test_what_is_missing_or_twice_is_refused(written: dict[str, Any], message: str) -> None:
    with pytest.raises(CalcError) as caught:
        record_from(written)
    assert message in caught.value.message


def test_a_part_of_a_key_leaves_what_was_given_as_it_is() -> None:
    given = {**WIN, "liable": {"seat": "W"}, "pao.for": "daisangen"}
    assert record_from(given) == record_from({**WIN, "liable": {"seat": "W", "for": "daisangen"}})
    assert given["liable"] == {"seat": "W"}
