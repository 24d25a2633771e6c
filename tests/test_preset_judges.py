"""Random hands under presets before an independent judge that knows them too: every hand agrees, or the cell in which
the judge decides otherwise is one that our rule set tells as disputed.
"""

import pytest

import calc
from tests.amounts import tries
from tests.judges import jansou_peer
from tests.judges.duel import Tally
from tests.judges.hands import dressed_for, for_three, near_misses, random_hands
from tests.judges.tiles import Record

SEED, HANDS, NEAR_MISSES = 20261121, tries(500, 4_000), tries(60, 500)
#: Few hands of four players could be of three.
DRAWN_FOR_THREE, HANDS_FOR_THREE = tries(3_000, 12_000), tries(150, 600)


def told(tally: Tally) -> str:
    return "\n".join(map(str, [tally, *tally.unexplained[:5]]))


def drawn_for(preset: str, hands: int = HANDS) -> list[Record]:
    """Random hands as a table of a preset would have them."""
    if preset in jansou_peer.PRESETS_FOR_THREE:
        return list(for_three(jansou_peer.rules_of(preset), random_hands(SEED, DRAWN_FOR_THREE), SEED))
    return [dressed_for(jansou_peer.rules_of(preset), record) for record in random_hands(SEED, hands)]


@pytest.mark.parametrize("preset", jansou_peer.PRESETS)
def test_random_hands_are_worth_what_the_judge_says(preset: str) -> None:
    records = drawn_for(preset)
    tally = jansou_peer.duel_under(preset, records, jansou_peer.ITS_ANSWERS.get(preset))
    assert tally.agreed == HANDS, told(tally)


@pytest.mark.parametrize("preset", jansou_peer.ITS_ANSWERS)
def test_the_cells_that_the_judge_decides_otherwise_are_disputed_and_all_there_are(preset: str) -> None:
    records = drawn_for(preset, 2 * HANDS)
    answers = jansou_peer.ITS_ANSWERS[preset]
    for option in answers:
        rule = calc.load_rules(preset).options[option]
        assert "jansou" in str(rule.disputed), option
        others = {name: answer for name, answer in answers.items() if name != option}
        assert jansou_peer.duel_under(preset, records, others).unexplained, f"{option} would need no mention"


@pytest.mark.parametrize("preset", jansou_peer.PRESETS_FOR_THREE)
def test_random_hands_of_three_players_are_worth_what_the_judge_says(preset: str) -> None:
    records = drawn_for(preset)
    tally = jansou_peer.duel_under(preset, records, jansou_peer.ITS_ANSWERS.get(preset))
    assert tally.agreed == tally.total > HANDS_FOR_THREE, told(tally)


@pytest.mark.parametrize("preset", jansou_peer.PRESETS)
def test_what_only_looks_like_a_win_is_refused_by_both(preset: str) -> None:
    pairs = [
        (dressed_for(jansou_peer.rules_of(preset), record), code) for record, code in near_misses(SEED, NEAR_MISSES)
    ]
    tally = jansou_peer.duel_under(preset, [record for record, _ in pairs])
    assert tally.agreed == NEAR_MISSES, told(tally)
