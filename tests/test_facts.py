"""Facts that no single hand shows: which tiles follow which, what sets hold, where charts begin, names of cards."""

from collections.abc import Callable
from typing import Any

import pytest

import calc
from calc.hanafuda.rules.deck import load_deck
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.report.chart import payment_chart
from calc.notation.tiles import KINDS, parse_tiles, text_of
from tests.hanafuda.test_naive_rounds import comparable, drafted, judged, settled

#: All that players call the cards, by number; chaff of a month share a name.
NAMES = {
    10: "松に鶴", 11: "松に赤短 松に短冊", 12: "松のカス", 13: "松のカス",
    20: "梅に鶯 梅にうぐいす", 21: "梅に赤短 梅に短冊", 22: "梅のカス", 23: "梅のカス",
    30: "桜に幕", 31: "桜に赤短 桜に短冊", 32: "桜のカス", 33: "桜のカス",
    40: "藤に時鳥 藤に不如帰 藤にほととぎす", 41: "藤に短冊", 42: "藤のカス", 43: "藤のカス",
    50: "菖蒲に八橋 菖蒲に八ツ橋 杜若に八橋", 51: "菖蒲に短冊 杜若に短冊", 52: "菖蒲のカス 杜若のカス",
    53: "菖蒲のカス 杜若のカス", 60: "牡丹に蝶", 61: "牡丹に青短 牡丹に短冊", 62: "牡丹のカス", 63: "牡丹のカス",
    70: "萩に猪", 71: "萩に短冊", 72: "萩のカス", 73: "萩のカス",
    80: "芒に月 ススキに月", 81: "芒に雁 ススキに雁", 82: "芒のカス ススキのカス", 83: "芒のカス ススキのカス",
    90: "菊に盃", 91: "菊に青短 菊に短冊", 92: "菊のカス", 93: "菊のカス",
    100: "紅葉に鹿", 101: "紅葉に青短 紅葉に短冊", 102: "紅葉のカス", 103: "紅葉のカス",
    110: "柳に小野道風 雨に小野道風", 111: "柳に燕 雨に燕", 112: "柳に短冊 雨に短冊", 113: "柳のカス 雨のカス 柳に雷",
    120: "桐に鳳凰", 121: "桐の黄カス", 122: "桐のカス", 123: "桐のカス",
}  # fmt: skip
#: The sets of tiles that conditions of the shipped and of house rules name.
SETS = {
    "simple": "2345678m2345678p2345678s", "terminal": "19m19p19s", "honour": "1234567z", "orphan": "19m19p19s1234567z",
    "wind": "1234z", "dragon": "567z", "white": "5z", "green_dragon": "6z", "red_dragon": "7z", "green": "23468s6z",
    "characters": "123456789m", "circles": "123456789p", "bamboo": "123456789s",
}  # fmt: skip
FOUR = ("riichi", "tenhou")
THREE = ("sanma", "sanma-common", "tenhou-sanma", "mahjong-soul-sanma")
#: Han from which a chart has points for a ron and for a tsumo, by fu: 20 fu is a tsumo only and seven pairs 25.
CHART = {20: (None, 2), 25: (2, 3), **dict.fromkeys(range(30, 120, 10), (1, 1))}


def following(game: str) -> dict[str, str]:
    """What an indicator points to: the next tile of its row, after the last one the first."""
    rows = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"]
    if game in THREE:
        rows[0] = ["1m", "9m"]
    rows += [["1z", "2z", "3z", "4z"], ["5z", "6z", "7z"]]
    return {one: row[(place + 1) % len(row)] for row in rows for place, one in enumerate(row)}


def check_indicators(game: str) -> None:
    found = load_mahjong_rules(game).dora_after
    assert {text_of(one): text_of(other) for one, other in found.items()} == following(game)


def check_1m_options(game: str) -> None:
    rules = load_mahjong_rules(game, {"indicator_1m": "none"})
    expected = {one: other for one, other in following(game).items() if one not in ("1m", "9m")}
    assert {text_of(one): text_of(other) for one, other in rules.dora_after.items()} == expected


def check_tiles(game: str) -> None:
    every = set(parse_tiles("123456789m123456789p123456789s1234567z"))
    absent = set(parse_tiles("2345678m")) if game in THREE else set()
    assert set(load_mahjong_rules(game).kinds) == every - absent


def check_sets(game: str) -> None:
    sets = load_mahjong_rules(game).sets
    for name, tiles in SETS.items():
        assert {kind for kind in range(KINDS) if sets.holds(name, kind)} == {*parse_tiles(tiles)}, name


def check_chart(game: str) -> None:
    rows = [row for row in payment_chart(load_mahjong_rules(game)) if row.fu is not None]
    for fu, (ron, tsumo) in CHART.items():
        of = [row for row in rows if row.fu == fu]
        assert min((int(row.han) for row in of if row.other_ron), default=None) == ron, fu
        assert min((int(row.han) for row in of if row.other_tsumo_each), default=None) == tsumo, fu
    assert {row.fu for row in rows} == set(CHART)


def check_names(_game: str) -> None:
    assert {card.number: " ".join(card.japanese) for card in load_deck().cards} == NAMES
    added = {text: " ".join(card.japanese) for text, card in load_deck().extra.items()}
    assert added == {**{f"J{one}": f"鬼札{one} ジョーカー{one}" for one in range(1, 7)}, "W1": "白札"}


def check_rounds(game: str) -> None:
    for record, _ in drafted(game, 400):
        assert comparable(settled(record)) == comparable(judged(record)), record


def check_played_out(_game: str) -> None:
    """Three players have taken all 48 cards of Taiyaku; of two nothing is known."""
    piles = ["1BRCC 4ARCC 7ARCC 10ARCC", "2ARCC 5ARCC 8BACC 11BARC", "3BRCC 6ARCC 9ARCC 12BCCC"]
    short = [*piles[:2], "3BRCC 6ARCC 9ARCC 12BCC"]
    for held, told in ((piles, False), (short, True)):
        players = {name: {"captured": pile} for name, pile in zip("ABC", held, strict=True)}
        result = calc.settle_round({"rules": "taiyaku", "players": players, "stopped_by": None})
        assert ("cards" in {note.id for note in result.notes}) == told


FACTS: list[tuple[str, Callable[[str], None], str]] = [
    *(
        (f"{check.__name__} of {game}", check, game)
        for check in (check_indicators, check_tiles)
        for game in FOUR + THREE
    ),
    ("check_1m_options of sanma-common", check_1m_options, "sanma-common"),
    *((f"{check.__name__} of {game}", check, game) for game in FOUR for check in (check_sets, check_chart)),
    ("check_names of deck", check_names, "deck"),
    ("played out: taiyaku", check_played_out, "taiyaku"),
    *((f"check_rounds of {game}", check_rounds, game) for game in ("koikoi", "taiyaku", "hiraya")),
]


def read_cases() -> list[Any]:
    """Every fact, as the modules of cases have theirs."""
    return [pytest.param(fact, id=fact[0]) for fact in FACTS]


@pytest.mark.parametrize("fact", read_cases())
def test_fact(fact: tuple[str, Callable[[str], None], str]) -> None:
    _, check, game = fact
    check(game)


def test_every_shipped_set_of_riichi_loads() -> None:
    assert {*FOUR, *THREE} <= {rules.id for rules in map(calc.load_rules, (*FOUR, *THREE))}
