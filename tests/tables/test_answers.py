"""Answers to options as people say them, in a command, a record and a house file; and those that stay refused."""

from pathlib import Path
from typing import Any

import pytest

from calc.errors import CalcError
from calc.games import load_rules
from calc.tables.options import as_answered
from tests.rows import Rows

ROWS = Rows(__file__)


NO_FIVES = {"m": 0, "p": 0, "s": 0}


@ROWS.each("an_answer_takes_the_form_of_the_default")
def test_an_answer_takes_the_form_of_the_default(said: Any, default: Any, meant: Any) -> None:
    assert as_answered(said, {"default": default}) == meant


@ROWS.each("what_may_mean_something_else_stays_as_it_is")
def test_what_may_mean_something_else_stays_as_it_is(said: Any, default: Any) -> None:
    assert as_answered(said, {"default": default}) == said


def test_rules_take_such_answers() -> None:
    rules = load_rules("riichi", {"uma": "30-10", "red_fives": False})
    assert rules.chosen == {"uma": [30, 10, -10, -30], "red_fives": NO_FIVES}


@ROWS.each("an_option_is_asked_by_the_names_that_people_use", name="case")
def test_an_option_is_asked_by_the_names_that_people_use(
    rules: str, said: dict[str, Any], chosen: dict[str, Any]
) -> None:
    assert load_rules(rules, said).chosen == chosen


def test_a_house_file_takes_them_too(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "extends: tenhou\nname: Ours\noptions:\n  uma: 30-10\n  aka: none\n  kiriage: on\n", encoding="utf-8"
    )
    options = load_rules(str(house)).options
    assert options["uma"].default == [30, 10, -10, -30]
    assert options["red_fives"].default == NO_FIVES
    assert options["kiriage_mangan"].default in (True, "true")


@pytest.mark.parametrize(("option", "said"), [("uma", "20-10-5"), ("red_fives", "3")])
def test_other_answers_are_refused_with_one(option: str, said: str) -> None:
    with pytest.raises(CalcError, match="expects a value such as"):
        load_rules("riichi", {option: said})


@ROWS.each("the_beginning_of_several_names_is_refused_with_all_of_them", name="case")
def test_the_beginning_of_several_names_is_refused_with_all_of_them(name: str, message: str) -> None:
    with pytest.raises(CalcError) as caught:
        load_rules(name)
    assert message in caught.value.message
