"""Random hands before independent judges: whole results, no difference unexplained.

``python -m bench.judge`` runs the same comparison for as long as one likes.
"""

from collections import Counter

import pytest

import calc
from tests.amounts import tries
from tests.judges import mahjong_peer
from tests.judges.drafts import PLANS
from tests.judges.duel import JUDGES, duel
from tests.judges.hands import near_misses, random_hands
from tests.judges.tiles import Record, read_tiles
from tests.judges.verdict import Verdict, our_verdict

SEED, HANDS = 20250101, tries(6_000, 20_000)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(random_hands(SEED, HANDS))


@pytest.fixture(scope="module")
def ours(records: list[Record]) -> list[Verdict]:
    results = calc.score_many(records, rules=calc.load_rules("tenhou"))
    return [our_verdict(result) for result in results]


@pytest.mark.parametrize("name", JUDGES)
def test_random_hands_are_worth_what_an_independent_judge_says(
    name: str, records: list[Record], ours: list[Verdict]
) -> None:
    tally = duel(JUDGES[name], records, ours)
    assert not tally.unexplained, "\n".join(map(str, [tally, *tally.unexplained[:5]]))


@pytest.mark.parametrize("size", [1, 2, 50])
def test_a_hand_is_worth_the_same_in_any_company(size: int, records: list[Record], ours: list[Verdict]) -> None:
    rules, some = calc.load_rules("tenhou"), records[: 20 * size + 200]
    blocks = [some[start : start + size] for start in range(0, len(some), size)]
    apart = [our_verdict(result) for block in blocks for result in calc.score_many(block, rules=rules)]
    wrong = [(record, one, all_) for record, one, all_ in zip(some, apart, ours, strict=False) if one != all_]
    assert not wrong, "\n".join(map(str, wrong[:5]))


def test_hands_that_only_look_like_wins_are_refused_with_the_right_code() -> None:
    pairs = list(near_misses(SEED, tries(500, 4_000)))
    results = calc.score_many([record for record, _ in pairs], rules=calc.load_rules("tenhou"))
    wrong = [
        (record, f"expected {code}", our_verdict(result))
        for (record, code), result in zip(pairs, results, strict=True)
        if our_verdict(result).refused != code
    ]
    assert not wrong, "\n".join(map(str, [f"{len(wrong)} of {len(pairs)}", *wrong[:5]]))


@pytest.mark.parametrize("name", JUDGES)
def test_the_judges_refuse_what_only_looks_like_a_win(name: str) -> None:
    answers = {(code, JUDGES[name].verdict(record).refused) for record, code in near_misses(SEED, tries(250, 2_000))}
    assert answers == {("no_yaku", "no_yaku"), ("not_complete", "not_complete")}


def test_the_mixture_holds_every_yaku_and_hands_without_one(records: list[Record]) -> None:
    seen: Counter[str | None] = Counter()
    for verdict in map(mahjong_peer.verdict, records):
        seen.update([verdict.refused] if verdict.refused else [name for name, _ in verdict.yaku])
    rare = {name: seen[name] for name in {*mahjong_peer.YAKU.values(), "no_yaku"} if seen[name] < tries(3, 10)}
    assert not rare


@pytest.mark.parametrize("plan", PLANS)
def test_every_generator_deals_from_one_set_of_tiles(plan: str) -> None:
    for record in random_hands(SEED, 200, plan):
        tiles = read_tiles(record)
        groups = (len(tiles.concealed) - 2) // 3 + len(tiles.melds)
        assert (groups, len(tiles.concealed) % 3) == (4, 2), record


def test_one_seed_gives_one_list_of_hands() -> None:
    assert list(random_hands(7, 50)) == list(random_hands(7, 50))
    assert list(random_hands(7, 50)) != list(random_hands(8, 50))
