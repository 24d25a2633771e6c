"""Rules that are not tried in a dispute could not change the result; near misses are tried."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from calc.disputes.remedies import figures_of, try_one, try_records
from calc.errors import CalcError
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.load import load_mahjong_rules as load_rules
from calc.mahjong.relevance import may_change, settles_alike
from tests.amounts import SEED, tries
from tests.judges.hands import random_hands
from tests.rows import Rows

ROWS = Rows(__file__)

RON, TSUMO = "ron from=W seat=S round=E", "tsumo seat=S round=E"
#: A hand and what is asked of it, then a path of the rules, what an option puts there, and whether it could matter.
EXAMPLES: list[Any] = ROWS["examples"]


@pytest.mark.parametrize(("line", "path", "value", "matters"), EXAMPLES)
def test_a_rule_matters_where_the_hand_looks_at_it(line: str, path: str, value: Any, matters: bool) -> None:
    record, _ = parse_any_line(line)
    kept = try_one(record, load_rules("riichi")).kept
    assert kept is not None
    assert may_change(kept, path, [value]) is matters


SETS = ["riichi", "tenhou", "mahjong-soul", "wrc", "jpml", "ema", "sega-mj", "rmu", "konami-mfc"]


def test_what_cannot_matter_changes_no_figure() -> None:
    rng = Random(SEED or 5)
    passed_over = 0
    for record in random_hands(rng.randrange(10**9), tries(40, 3000)):
        rules = load_rules(rng.choice(SETS))
        typed = record_from({**record, "rules": None}, "win")
        case = try_one(typed, rules)
        if case.error is not None:
            continue
        for name, option in rules.options.items():
            if any(may_change(case.kept, path, values) for path, values in option.changes.items()):
                continue
            for answer in option.choices or [0, 1, []]:
                try:
                    other = load_rules(rules.origin, {name: answer})
                except CalcError:
                    continue
                passed_over += 1
                again = try_records([typed], other)[0]
                assert figures_of(again) == figures_of(case.result), (record, rules.id, name, answer)
    assert passed_over


@ROWS.each("rules_that_a_hand_does_not_meet_are_alike")
def test_rules_that_a_hand_does_not_meet_are_alike(line: str, options: dict[str, Any], same: bool) -> None:
    record, _ = parse_any_line(line)
    kept = try_one(record, load_rules("riichi")).kept
    assert kept is not None
    assert settles_alike(kept, load_rules("riichi", options)) is same


def test_rule_sets_that_are_alike_give_the_same_figures() -> None:
    rng = Random(SEED or 6)
    alike = 0
    for record in random_hands(rng.randrange(10**9), tries(40, 3000)):
        rules = load_rules(rng.choice(SETS))
        typed = record_from({**record, "rules": None}, "win")
        case = try_one(typed, rules)
        if case.error is not None:
            continue
        others = [load_rules(name) for name in rng.sample(SETS, 3)]
        for name, option in rules.options.items():
            for answer in option.choices or ():
                with suppress(CalcError):
                    others.append(load_rules(rules.origin, {name: answer}))
        for other in others:
            if settles_alike(case.kept, other):
                alike += 1
                again = try_records([typed], other)[0]
                assert figures_of(again) == figures_of(case.result), (record, rules.id, other.full_label)
    assert alike
