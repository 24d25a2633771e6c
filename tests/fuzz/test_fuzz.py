"""A short, fixed run of every property; ``make fuzz`` is the long one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.amounts import tries
from tests.fuzz.properties import PROPERTIES


@pytest.mark.parametrize("name", PROPERTIES)
def test_property(name: str) -> None:
    strategy, check, share = PROPERTIES[name]
    run: Callable[[], Any] = settings(
        max_examples=max(tries(2, 30) * share // 2, 10),
        deadline=timedelta(seconds=5),
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )(given(strategy)(check))
    run()
