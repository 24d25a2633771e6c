"""Records as people write them in YAML and JSON: each means the same as the canonical one."""

from __future__ import annotations

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import record_from

WIN = {"hand": "123m", "win": "2z", "by": "ron", "from": "W", "seat": "S", "round": "E"}
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"]}
RON = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "han": 3, "fu": 30}]}
ROUNDS = {**GAME, "rounds": [RON]}
TILES = {"hand": "123m", "win": "2z", "round": "E"}
TILED: dict[str, Any] = {
    "round": "E",
    "wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "hand": "123m", "win": "2z", "round": "E"}],
}
SCORES = {"Aki": 35000, "Bea": 28000, "Cho": 22000, "Dan": 15000}
PILES: dict[str, Any] = {
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
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", "han": 3, "fu": 30, "riichi": "Bea, Cho"}]},
            {**GAME, "rounds": [{**RON, "riichi": ["Bea", "Cho"]}]},
        ),
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", **TILES, "riichi": "Bea"}]},
            {**GAME, "rounds": [{**TILED, "riichi": ["Bea"], "wins": [{**TILED["wins"][0], "riichi": True}]}]},
        ),
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", **TILES, "riichi": ["Bea", "Cho"]}]},
            {**GAME, "rounds": [{**TILED, "riichi": ["Bea", "Cho"], "wins": [{**TILED["wins"][0], "riichi": True}]}]},
        ),
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", **TILES, "riichi": "Cho"}]},
            {**GAME, "rounds": [{**TILED, "riichi": ["Cho"]}]},
        ),
        (
            {**GAME, "rounds": [{"winner": "Bea", "from": "Dan", **TILES, "riichi": ["Bea"], "daburi": True}]},
            {**GAME, "rounds": [{**TILED, "riichi": ["Bea"], "wins": [{**TILED["wins"][0], "riichi": "double"}]}]},
        ),
        ({**GAME, "rounds": ["Bea ron Dan 3 han 30 fu"]}, {**GAME, "rounds": [RON]}),
        (
            {**GAME, "rounds": ["draw, tenpai Aki Cho"]},
            {**GAME, "rounds": [{"draw": {"kind": "exhaustive", "waiting": ["Aki", "Cho"]}}]},
        ),
        ({**GAME, "rounds": [{"result": "ron", "winner": "Bea", "loser": "Dan", "han": 3, "fu": 30}]}, ROUNDS),
        ({**GAME, "rounds": [{"ron": "Bea", "from": "Dan", "han": 3, "fu": 30}]}, ROUNDS),
        (
            {**GAME, "rounds": [{"tsumo": "Aki", "level": "mangan"}]},
            {**GAME, "rounds": [{"wins": [{"seat": "Aki", "by": "tsumo", "level": "mangan"}]}]},
        ),
        (
            {**GAME, "rounds": [{"result": "draw", "tenpai": ["Aki"]}, {"result": "九種九牌"}]},
            {
                **GAME,
                "rounds": [
                    {"draw": {"kind": "exhaustive", "waiting": ["Aki"]}},
                    {"draw": {"kind": "kyuushu_kyuuhai"}},
                ],
            },
        ),
        ({"players": "Aki, Bea, Cho, Dan", "rounds": [RON]}, ROUNDS),
        ({"players": {"S": "Bea", "E": "Aki", "W": "Cho", "N": "Dan"}, "rounds": [RON]}, ROUNDS),
        ({"players": {"東": "Aki", "南": "Bea", "西": "Cho", "北": "Dan"}, "rounds": [RON]}, ROUNDS),
        ({"game": "tenhou", **ROUNDS}, {"rules": "tenhou", **ROUNDS}),
        (SCORES, {"players": [*SCORES], "scores": SCORES}),
        (
            {"game": "koikoi", "players": ["Aki", "Bea"], "rounds": [{"Aki": "1B 3B 8B", "Bea": "2A", "stop": "Aki"}]},
            {
                "rules": "koikoi",
                "players": ["Aki", "Bea"],
                "rounds": [{"players": PILES["players"], "stopped_by": "Aki"}],
            },
        ),
        (
            {"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": [{"Aki": 5}, {"winner": "Bea", "points": 7}]},
            {"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": [{"scores": {"Aki": 5}}, {"scores": {"Bea": 7}}]},
        ),
        (
            {"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": ["Aki 5", "nobody"]},
            {"rules": "koikoi", "players": ["Aki", "Bea"], "rounds": [{"scores": {"Aki": 5}}, {"scores": {}}]},
        ),
        ({"rules": "koikoi", "Aki": "1B 3B 8B", "Bea": "2A", "stopped by": "Aki"}, PILES),
        ({"rules": "koikoi", "Aki": "1B 3B 8B", "Bea": "2A", "stop": "Aki"}, PILES),
        ({**PILES, "こいこい.Bea": 1}, {**PILES, "koikoi": {"Bea": 1}}),
    ],
)
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
