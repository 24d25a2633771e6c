"""Every option of every shipped rule set makes a difference: some case comes out otherwise where it is answered so."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import calc
from calc.disputes.remedies import try_records
from calc.games import load_rules
from calc.intake.spelling import parse_any_line, record_from
from calc.records.plain import AnyRecord
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder
from tests.amounts import FULL
from tests.cases import read_files

CASES = read_files("")
SETS = [load_rules(name) for name in rule_set_ids()]
#: An option that another one brings in, and an answer that no set and no case gives.
BROUGHT_IN: dict[str, tuple[dict[str, Any], Any]] = {
    "chombo_points": ({"chombo": "points"}, 12_000),
    "dealer_stops_after": ({"dealer_may_stop": "always"}, None),
    "sanma: nagashi_sticks": ({"nagashi_mangan": True}, None),
    "sanma: nagashi_open": ({"nagashi_mangan": True}, None),
    "sanma: nagashi_keeps_seats": ({"nagashi_mangan": True, "dealer_keeps_on_draw": "never"}, None),
}
#: What a result says of how it was asked for.
LABELS = ("rules", "options", "agrees", "differences", "first_wrong")


@cache
def inputs() -> list[tuple[str, AnyRecord]]:
    """The records of all cases, each with the text of its case."""
    found: list[tuple[str, AnyRecord]] = []
    for path, case in CASES:
        given: Any = case.get("input", case.get("record"))
        try:
            kind = "game" if isinstance(given, dict) and "rounds" in given else "win"
            record = parse_any_line(given)[0] if isinstance(given, str) else record_from(given, kind)
        except calc.CalcError:
            continue  # a case of a record that cannot be read
        found.append((f"{path} {case}", record))
    return found


@cache
def options_given() -> list[dict[str, Any]]:
    """The options of all cases."""
    return [case["options"] for _, case in CASES if case.get("options")]


def answers_to(option: str, game: str) -> list[Any]:
    """Every answer that some set, choice or case gives to an option."""
    found: list[Any] = []
    for rules in SETS:
        if rules.game == game and option in rules.options:
            rule = rules.options[option]
            found += [rule.default, *(rule.choices or ())]
    found += [given[option] for given in options_given() if option in given]
    told: list[Any] = []
    for answer in found:
        if str(answer).lower() not in [str(other).lower() for other in told]:
            told.append(answer)
    return told


def outcomes(records: list[AnyRecord], rules: Any) -> list[Any]:
    found = []
    for result in try_records(records, rules):
        plain = msgspec.to_builtins(result)
        found.append({key: value for key, value in plain.items() if key not in LABELS})
    return found


def likely_first(option: str) -> Iterator[list[AnyRecord]]:
    """The records of cases that name the option, then the others, in ever larger parts."""
    for named in (True, False):
        records = [record for text, record in inputs() if (option in text) is named]
        size = 2
        while records:
            yield records[:size]
            records, size = records[size:], min(2 * size, 64)


def asked() -> Iterator[tuple[str, str]]:
    """Every option of every set; of sets that extend another only those that they answer otherwise, unless
    everything is asked for (`make options`), for the others stand in the same lines of the same file.
    """
    for rules in SETS:
        (path,) = rules_folder().rglob(f"{rules.id}.yaml")
        base = load(path.read_text(encoding="utf-8"), file=str(path)).value.get("extends")
        known = load_rules(base).options if base is not None and not FULL else {}
        for option, rule in rules.options.items():
            if option not in known or known[option].default != rule.default:
                yield rules.id, option


@pytest.mark.parametrize(("name", "option"), [pytest.param(*one, id=": ".join(one)) for one in asked()])
def test_an_option_makes_a_difference(name: str, option: str) -> None:
    beside, more = BROUGHT_IN.get(f"{name}: {option}", BROUGHT_IN.get(option, ({}, None)))
    rules = load_rules(name, beside)
    others = []
    for answer in [*answers_to(option, rules.game), *([] if more is None else [more])]:
        try:
            others.append(load_rules(name, {**beside, option: answer}))
        except calc.CalcError:
            continue  # an answer that only another set can give
    others = [other for other in others if other.chosen != rules.chosen]
    assert others, f"no other answer to {option} is known"
    for records in likely_first(option):
        here = outcomes(records, rules)
        if any(outcomes(records, other) != here for other in others):
            return
    pytest.fail(f"no case comes out otherwise, whatever {name} answers to {option}")
