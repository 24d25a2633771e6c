"""Rounds: turn order, the next frame, and records that say what cannot be."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import calc
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.sheet import print_rounds, read_round
from calc.mahjong.records.types import Round
from calc.mahjong.rounds.frames import Frame, frame_name, hands_of, nearest_first, next_frame, seats_of, wind_of
from calc.mahjong.rounds.round import settle_alone
from calc.translation import spoken_in
from tests.rows import Rows

ROWS = Rows(__file__)


RIICHI, SANMA = load_mahjong_rules("riichi"), load_mahjong_rules("sanma-common")
KANSAI = load_mahjong_rules("kansai-sanma")
DRAW = {"kind": "exhaustive", "waiting": ["E"]}
RON = {"hand": "123m99m34s", "melds": "(789p)(555z)", "win": "5s", "by": "ron", "seat": "S", "from": "W"}
DRAGONS = {"hand": "123m8s", "melds": "(555z)(666z)(777z)", "win": "8s", "by": "tsumo", "seat": "S"}


def frame(name: str, honba: int = 0, sticks: int = 0, keeps: int | None = 0) -> Frame:
    return Frame(wind="ESWN".index(name[0]), number=int(name[1]), honba=honba, sticks=sticks, keeps=keeps)


@ROWS.each("turn_order_begins_at_a_seat_and_goes_round")
def test_turn_order_begins_at_a_seat_and_goes_round(seats: str, start: str, order: str) -> None:
    assert "".join(nearest_first(seats, start, "ESWN")) == order


@pytest.mark.parametrize(
    ("rules", "before", "keeps", "after"),
    [
        (RIICHI, "E1", True, "E1"),
        (RIICHI, "E1", False, "E2"),
        (RIICHI, "E4", True, "E4"),
        (RIICHI, "E4", False, "S1"),
        (RIICHI, "S4", False, "W1"),
        (SANMA, "E3", False, "S1"),
        (SANMA, "S3", True, "S3"),
        (KANSAI, "E3", False, "S1"),
        (KANSAI, "S3", True, "S3"),
    ],
)
def test_the_deal_stays_or_moves_on(rules: Any, before: str, keeps: bool, after: str) -> None:
    found = next_frame(frame(before, keeps=2), keeps=keeps, honba=3, sticks=1, rules=rules)
    assert found == frame(after, 3, 1, keeps=3 if keeps else 0)


def test_east_may_be_played_again() -> None:
    again = next_frame(frame("S3"), keeps=False, honba=0, sticks=0, rules=KANSAI)
    assert (frame_name(again), wind_of(again, KANSAI)) == ("E1, honba 0", "E")
    # Seven hands are behind it, and nine are all.
    assert hands_of(again, KANSAI) == (7, 6, 9)
    assert hands_of(frame("E1"), KANSAI) == (1, 6, 9)
    last = next_frame(
        next_frame(again, keeps=False, honba=0, sticks=0, rules=KANSAI), keeps=False, honba=0, sticks=0, rules=KANSAI
    )
    assert (frame_name(last), hands_of(last, KANSAI)[0]) == ("E3, honba 0", 9)
    # After it, or in West, there is nothing.
    beyond = next_frame(last, keeps=False, honba=0, sticks=0, rules=KANSAI)
    assert hands_of(beyond, KANSAI)[0] > 9
    assert hands_of(frame("W1"), KANSAI)[0] > 9
    assert hands_of(frame("W1"), SANMA)[0] == 7


def test_how_often_the_dealer_kept_stays_unknown_where_it_was() -> None:
    found = next_frame(frame("E1", keeps=None), keeps=True, honba=1, sticks=0, rules=RIICHI)
    assert found.keeps is None


@pytest.mark.parametrize(
    ("name", "seats"), [("E1", "ESWN"), ("E2", "NESW"), ("S4", "SWNE")], ids=["first", "second", "fourth"]
)
def test_each_player_sits_one_seat_further_from_the_dealer(name: str, seats: str) -> None:
    assert "".join(seats_of(frame(name), RIICHI)) == seats


def settle(**keys: Any) -> Any:
    return calc.settle_round({"round": "E", "number": 1, **keys})


@pytest.mark.parametrize("by", ["E", "S", "N"])
def test_the_order_of_seats_in_a_record_says_nothing(by: str) -> None:
    dreams = {"kind": "exhaustive", "waiting": ["S", "E"], "pool_of_dreams": ["N", by] if by != "N" else ["E", "N"]}
    turned = {key: value[::-1] if isinstance(value, list) else value for key, value in dreams.items()}
    assert settle(riichi=["W", "E"], draw=dreams) == settle(riichi=["E", "W"], draw=turned)


@ROWS.each("a_pool_of_dreams_pays_the_level_or_the_limit_of_its_yaku")
def test_a_pool_of_dreams_pays_the_level_or_the_limit_of_its_yaku(
    tmp_path: Path, base: str, value: str, dealer: list[int], other: list[int]
) -> None:
    entry = f"{{name: {{en: pool, ja: 流}}, at: exhaustive_draw, value: {value}, source: ruling R14}}"
    file = tmp_path / "house.yaml"
    text = f"extends: {base}\nyaku:\n  nagashi_mangan: {entry}\n"
    if base == "sanma":
        # It has the yaku only by this option.
        text += "options: {nagashi_mangan: {default: true, source: ruling S10}}\n"
    file.write_text(text, encoding="utf-8")
    rules = calc.load_rules(str(file))
    for seat, changes in (("E", dealer), ("S", other)):
        result = calc.settle_round({"draw": {**DRAW, "pool_of_dreams": [seat]}}, rules=rules)
        assert list(result.changes.values()) == changes


REFUSED: list[tuple[str, dict[str, Any], str, str | None]] = [
    ("a ron from nobody", {"wins": [RON | {"from": None}]}, "missing_key", "wins[0].from"),
    (
        "two on a ron, one from nobody",
        {"wins": [RON, RON | {"from": None, "seat": "N"}]},
        "missing_key",
        "wins[1].from",
    ),
    ("one winner twice", {"wins": [RON, RON]}, "contradiction", "wins"),
    ("no ending", {}, "missing_key", "wins"),
    ("no wins", {"wins": []}, "missing_key", "wins"),
    ("two endings", {"wins": [RON], "draw": DRAW}, "missing_key", "wins"),
    ("a win that is none", {"wins": [None]}, "wrong_type", "wins[0]"),
    ("wins that are no list", {"wins": "two"}, "wrong_type", "wins"),
    ("a draw that is text", {"draw": "exhaustive"}, "missing_key", "draw.waiting"),
    ("a draw of no kind", {"draw": "sudden"}, "wrong_type", "draw.kind"),
    ("a draw without a kind", {"draw": {}}, "missing_key", "draw.kind"),
    ("seats as text", {"draw": DRAW | {"waiting": "EX"}}, "wrong_type", "draw.waiting[0]"),
    ("nobody asked who waits", {"draw": {"kind": "exhaustive"}}, "missing_key", "draw.waiting"),
    ("no hands", {"draw": {"kind": "exhaustive", "hands": {}}}, "missing_key", "draw.waiting"),
    ("an empty hand", {"draw": {"kind": "exhaustive", "hands": {"E": ""}}}, "impossible_hand", "draw.hands.E"),
    ("a key that is no text", {"draw": {None: 1, **DRAW}}, "wrong_type", "draw"),
    ("riichi twice", {"draw": DRAW, "riichi": ["E", "E"]}, "contradiction", "riichi"),
    ("riichi of nobody", {"draw": DRAW, "riichi": ["X"]}, "wrong_type", "riichi[0]"),
    ("one pool twice", {"draw": DRAW | {"pool_of_dreams": ["E", "E"]}}, "contradiction", "draw.pool_of_dreams"),
    ("a fifth round", {"draw": DRAW, "number": 5}, "wrong_type", "number"),
    ("counters below 0", {"wins": [RON], "honba": -1}, "wrong_type", "honba"),
    ("counters beyond counting", {"wins": [RON], "honba": 10**9}, "wrong_type", "honba"),
    ("sticks that are true", {"wins": [RON], "sticks": True}, "wrong_type", "sticks"),
    ("scores without a game", {"draw": DRAW, "claim": {"scores": [0, 0, 0, 0]}}, "wrong_type", "claim.scores"),
    ("three changes for four", {"draw": DRAW, "claim": {"changes": [0, 0, 0]}}, "wrong_type", "claim.changes"),
    ("changes of no seat", {"draw": DRAW, "claim": {"changes": {"X": 0}}}, "wrong_type", "claim.changes.X"),
    (
        "the winner is responsible",
        {"wins": [DRAGONS | {"liable": {"seat": "S", "for": "daisangen"}}]},
        "contradiction",
        "wins[0].liable",
    ),
    (
        "responsible twice for one limit",
        {"wins": [DRAGONS | {"liable": [{"seat": "E", "for": "daisangen"}] * 2}]},
        "contradiction",
        "wins[0].liable[1].for",
    ),
    ("a North too many", {"draw": DRAW | {"north": {"E": 5}}, "rules": "sanma"}, "impossible_hand", "draw.north"),
    ("thousands of Norths", {"draw": DRAW | {"north": {"E": 9999}}, "rules": "sanma"}, "impossible_hand", "draw.north"),
    ("a fourth seat of three", {"draw": DRAW | {"waiting": ["N"]}, "rules": "sanma"}, "wrong_type", "draw.waiting"),
    ("a fourth wind of three", {"draw": DRAW, "round": "N", "rules": "sanma"}, "wrong_type", "round"),
]


@pytest.mark.parametrize(("record", "code", "key"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_round_that_cannot_be_is_refused_with_its_key(record: dict[str, Any], code: str, key: str | None) -> None:
    with pytest.raises(calc.CalcError) as caught:
        settle(**record)
    assert (caught.value.code, caught.value.key) == (code, key)


@pytest.mark.parametrize("north", [5, 255, 256, 9999])
def test_norths_beyond_four_are_refused_however_many(north: int) -> None:
    win = {"hand": "12344678p79s55z5z", "win": "8s", "by": "tsumo", "seat": "S", "round": "E", "north": north}
    with pytest.raises(calc.CalcError) as caught:
        calc.score(win, rules="sanma-common")
    assert (caught.value.code, caught.value.key) == ("impossible_hand", "north")
    (refused, sound) = calc.score_many([win, win | {"north": 4}], rules="sanma-common")
    assert (refused.ok, sound.ok) == (False, True)


def test_a_chombo_makes_a_draw_void_that_does_not_say_who_waits() -> None:
    result = calc.settle_round(
        {"round": "E", "riichi": ["W"], "chombo": ["W"], "draw": {"kind": "exhaustive"}}, options={"chombo": "mangan"}
    )
    assert result.changes == {"E": 4000, "S": 2000, "W": -8000, "N": 2000}


@ROWS.each("notes_are_in_the_language_of_the_report")
def test_notes_are_in_the_language_of_the_report(record: dict[str, Any], english: str, japanese: str) -> None:
    typed: Any = record_from(record)
    for lang, text in (("en", english), ("ja", japanese)):
        result = spoken_in(lang, settle_alone, typed, RIICHI)
        assert [note.text for note in result.notes] == [text]


@pytest.mark.parametrize("fault", RIICHI.faults)
def test_every_fault_has_an_example(fault: str) -> None:
    record, _ = parse_any_line(RIICHI.faults[fault].example)
    assert isinstance(record, Round)
    assert record.faults == {"S": fault}
    result = settle_alone(record, load_mahjong_rules("riichi", {"chombo": "mangan"}))
    assert [note.id for note in result.notes].count("fault") == 1
    # It is printed as it is read.
    game = calc.Game(players=["Aki", "Bea", "Cho", "Dan"], rounds=[replace(record, round=None, number=None)])
    if record.draw is not None:
        (line,) = print_rounds(game, load_mahjong_rules("riichi", {"chombo": "mangan"}))
        assert read_round(line, game.players)["faults"] == {"Bea": fault}
