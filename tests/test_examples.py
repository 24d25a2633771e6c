"""The example of every yaku in the rule tables holds the yaku."""

from typing import Any

import pytest

import calc
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of

SETS = [name for name in rule_set_ids() if game_id_of(name) == "riichi"]
#: A run of 2 to 8 characters takes part in it: sets for three keep its entry, and have no such tiles.
FOR_FOUR = {"sanshoku_doujun"}
#: So that a chart refuses no hand for being small.
OPTIONS = {"below_chart": "lowest_row"}


@pytest.mark.parametrize("name", SETS)
def test_every_yaku_has_an_example_that_holds_it(name: str) -> None:
    known = calc.load_rules(name).options
    rules: Any = calc.load_rules(name, {option: choice for option, choice in OPTIONS.items() if option in known})
    skipped = FOR_FOUR if len(rules.seats) == 3 else set()
    asked = [one for one in rules.yaku.values() if one.id not in skipped]
    assert len(asked) > 35
    results = calc.score_many([one.example for one in asked], rules=rules)
    held = {
        one.id: result.ok and one.id in [line.id for line in result.yaku]
        for one, result in zip(asked, results, strict=True)
    }
    assert [yaku for yaku, holds in held.items() if not holds] == []


def test_no_two_yaku_of_a_set_share_a_name() -> None:
    """A claim names a yaku by any of its names."""
    for name in SETS:
        seen: dict[str, str] = {}
        rules: Any = calc.load_rules(name)
        for one in rules.yaku.values():
            for said in {one.id, one.name.en, one.name.ja, *one.also}:
                folded = said.casefold()
                assert seen.setdefault(folded, one.id) == one.id, f"{name}: {said}"
