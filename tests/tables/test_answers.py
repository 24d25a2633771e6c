"""Answers to options as people say them, in a command, a record and a house file; and those that stay refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calc.errors import CalcError
from calc.games import load_rules
from calc.tables.options import as_answered

UMA = [10, 5, -5, -10]
FIVES = {"m": 1, "p": 1, "s": 1}
NO_FIVES = {"m": 0, "p": 0, "s": 0}


@pytest.mark.parametrize(
    ("said", "default", "meant"),
    [
        ("20-10", UMA, [20, 10, -10, -20]),
        ("10-20", UMA, [20, 10, -10, -20]),
        ("20/10", UMA, [20, 10, -10, -20]),
        ("10・30", UMA, [30, 10, -10, -30]),
        ("12.5/2.5", UMA, [12.5, 2.5, -2.5, -12.5]),
        ("20/10/-10/-20", UMA, [20, 10, -10, -20]),
        ("+15,+5,-5,-15", UMA, [15, 5, -5, -15]),
        ("15/0/-15", [10, 0, -10], [15, 0, -15]),
        (False, FIVES, NO_FIVES),
        (0, FIVES, NO_FIVES),
        ("none", FIVES, NO_FIVES),
        ("なし", FIVES, NO_FIVES),
    ],
)
def test_an_answer_takes_the_form_of_the_default(said: Any, default: Any, meant: Any) -> None:
    assert as_answered(said, default) == meant


@pytest.mark.parametrize(
    ("said", "default"),
    [
        ("20-10-5", UMA),  # neither all nor half of them
        ("20", UMA),
        ("-20/10", UMA),
        ("20-10", [15, 0, -15]),  # of three the middle one is not said
        ("20-10", [10, 5, 0, -15]),  # what does not mirror each other is said whole
        ("20-10", 30),
        (3, FIVES),  # of each suit, or in all?
        (True, FIVES),
        (False, {}),
        (False, {"a": {}}),
        ("tenhou", UMA),
    ],
)
def test_what_may_mean_something_else_stays_as_it_is(said: Any, default: Any) -> None:
    assert as_answered(said, default) == said


def test_rules_take_such_answers() -> None:
    rules = load_rules("riichi", {"uma": "30-10", "red_fives": False})
    assert rules.chosen == {"uma": [30, 10, -10, -30], "red_fives": NO_FIVES}


def test_a_house_file_takes_them_too(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("extends: tenhou\nname: Ours\noptions:\n  uma: 30-10\n  red_fives: none\n", encoding="utf-8")
    options = load_rules(str(house)).options
    assert options["uma"].default == [30, 10, -10, -30]
    assert options["red_fives"].default == NO_FIVES


@pytest.mark.parametrize(("option", "said"), [("uma", "20-10-5"), ("red_fives", "3")])
def test_other_answers_are_refused_with_one(option: str, said: str) -> None:
    with pytest.raises(CalcError, match="expects a value such as"):
        load_rules("riichi", {option: said})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("雀魂", "'雀魂' may be mahjong-soul or mahjong-soul-east or mahjong-soul-sanma"),
        ("world", "'world' may be wrc or wrc-2015; write one of them"),
        ("m", "unknown rule set 'm'"),  # nothing to go by
        ("majsoul", "unknown rule set 'majsoul'; did you mean 'mahjong-soul'?"),
    ],
)  # fmt: skip
def test_the_beginning_of_several_names_is_refused_with_all_of_them(name: str, message: str) -> None:
    with pytest.raises(CalcError) as caught:
        load_rules(name)
    assert message in caught.value.message
