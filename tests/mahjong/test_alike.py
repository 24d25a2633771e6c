"""No hand comes out otherwise for being settled among others: `make alike` asks the same of ten million."""

from itertools import islice
from random import Random

import pytest

from tests.amounts import SEED, tries
from tests.mahjong.alike import SETS, compare, random_records, random_rules

HANDS = tries(24, 400)


@pytest.mark.parametrize("name", SETS)
def test_a_hand_alone_is_what_it_is_among_others_under_any_options(name: str) -> None:
    rng = Random(f"{SEED} {name}")
    rules = random_rules(rng, name)
    found, differing = compare(list(islice(random_records(rng, rules), HANDS)), rules)
    assert not differing, "\n\n".join(differing[:3])
    assert found["settled"] > HANDS // 8, found
