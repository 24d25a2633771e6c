"""Records as people write them in YAML and JSON: each means the same as the canonical one."""

from typing import Any

import pytest

from calc.errors import CalcError
from calc.intake.spelling import record_from
from tests.rows import Rows

ROWS = Rows(__file__)

WIN = {"hand": "123m", "win": "2z", "by": "ron", "from": "W", "seat": "S", "round": "E"}
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"]}
RON = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "han": 3, "fu": 30}]}


@ROWS.each("a_record_means_the_canonical_one")
def test_a_record_means_the_canonical_one(written: dict[str, Any], canonical: dict[str, Any]) -> None:
    assert record_from(written) == record_from(canonical)


@ROWS.each("what_is_missing_or_twice_is_refused")
def test_what_is_missing_or_twice_is_refused(written: dict[str, Any], message: str) -> None:
    with pytest.raises(CalcError) as caught:
        record_from(written)
    assert message in caught.value.message


def test_a_part_of_a_key_leaves_what_was_given_as_it_is() -> None:
    given = {**WIN, "liable": {"seat": "W"}, "pao.for": "daisangen"}
    assert record_from(given) == record_from({**WIN, "liable": {"seat": "W", "for": "daisangen"}})
    assert given["liable"] == {"seat": "W"}
