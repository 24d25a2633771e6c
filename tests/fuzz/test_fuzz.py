"""A short, fixed run of every property; ``make fuzz`` is the long one."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.amounts import tries
from tests.fuzz import told
from tests.fuzz.answers import clocked
from tests.fuzz.properties import PROPERTIES


def test_the_clock_ends_what_would_not_end() -> None:
    with pytest.raises(AssertionError, match=r"took more than 0.2 seconds: 'aaa"), clocked("aaa", 0.2):
        re.fullmatch("(?:a+)+", "a" * 40 + "!")


@pytest.mark.parametrize("name", PROPERTIES)
def test_property(name: str) -> None:
    strategy, check, share = PROPERTIES[name]

    def in_time(example: Any) -> None:
        with clocked(example, 5):  # that of `make fuzz` is shorter: here each loads what it needs
            check(example)

    run: Callable[[], Any] = settings(
        max_examples=max(tries(2, 30) * share // 2, 10),
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )(given(strategy)(in_time))
    run()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_round_in_a_sentence_is_refused_or_paid_by_the_chart(lang: str) -> None:
    random, found = Random(20), Counter[str]()
    for _ in range(tries(25, 100)):
        one = told.tell(random, lang)
        what, printed = told.judge(one)
        assert what != "wrong", f"{one}\n{printed}"
        found[what] += 1
    assert found["right"] > found["refused"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_claim_on_a_round_in_a_sentence_is_refused_or_judged_by_the_chart(lang: str) -> None:
    random, found = Random(21), Counter[str]()
    for _ in range(tries(25, 100)):
        one = told.tell_claimed(random, lang)
        what, printed = told.judge_claims(*one)
        assert what != "wrong", f"{one}\n{printed}"
        found[what] += 1
    assert found["right"] > found["refused"]
