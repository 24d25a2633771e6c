"""What in a round cannot be, each fault beside a round that nearly has it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.legal import impossible
from calc.mahjong.logs.records import RULES
from tests.logs.altered import ALTERED, NOT_ALWAYS, altered, as_texts, notices
from tests.logs.altered_figures import notices_as
from tests.logs.altered_moves import ALTERED_MOVES, SITES, with_altered_moves
from tests.logs.scripts import IDLE, script
from tests.logs.test_sites import SAMPLE
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("moves_that_cannot_be")
def test_a_move_that_cannot_be_is_told(moves: str, hands: Sequence[str], form: str, told: Sequence[str]) -> None:
    log = script(moves, *(hand or IDLE for hand in hands))
    found = impossible(log, form, load_mahjong_rules(RULES[log.start.players]))
    assert [f"{log.start.seat(one.player)} {one.turn}: {one.why}" for one in found] == told


@ROWS.each("where_the_rules_are_unknown")
def test_what_rooms_differ_in_is_told_only_under_known_rules(
    moves: str, hands: Sequence[str], told: bool, found: Sequence[str]
) -> None:
    log = script(moves, *(hand or IDLE for hand in hands))
    moved = impossible(log, "mjlog", load_mahjong_rules(RULES[log.start.players]), rules_known=told)
    assert [one.why for one in moved] == found


@pytest.mark.parametrize(("is_known", "told"), [(True, ["declares riichi with 900 points"]), (False, [])])
def test_riichi_with_few_points_is_told_only_under_known_rules(is_known: bool, told: list[str]) -> None:
    log = script("0+6z 0r 0-6z 1+6s 1-6s 0=1", "123m678p45789s55z")
    poor = replace(log, start=replace(log.start, scores=(900, 32900, 33100, 33100)))
    found = impossible(poor, "mjlog", load_mahjong_rules(RULES[4]), rules_known=is_known)
    assert [one.why for one in found] == told


@pytest.mark.parametrize(("least", "is_told"), [(9, False), (10, True), (11, True)])
def test_how_many_kinds_abort_a_round_is_a_rule(least: int, is_told: bool) -> None:
    """The hand has nine kinds of terminals and honours: 1m 9m 1p 9p 1s 9s, East, South and West."""
    rules = load_mahjong_rules(RULES[4])
    rounds = replace(rules.rounds, abortive=replace(rules.rounds.abortive, orphans=least))
    log = script("0+5p =kyuushu_kyuuhai", "19m19p19s123z258m3p")
    assert bool(impossible(log, "mjlog", replace(rules, rounds=rounds))) is is_told


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("0+7z 0r 0-7z 1+6z 1-6z 2+6z 2-6z 3+6z 3-6z 0+5z 0[5555z] !0p 0+6s 0=", []),
        ("0+7z 0r 0-7z 1+6z 1-6z 2+6z 2-6z 3+6z 3-6z 0+5z 0[5555z] 0+6s 0=", ["1 quads have turned 0 indicators"]),
    ],
)
def test_a_quad_without_its_indicator_is_told_at_the_end(moves: str, told: list[str]) -> None:
    """In a format that does not tell when indicators turn."""
    log = script(moves, "123m456p45s11555z")
    found = impossible(log, "tenhou.net/6", load_mahjong_rules(RULES[4]))
    assert [one.why for one in found] == told


@pytest.mark.parametrize(
    ("is_known", "turn", "told"),
    [
        (False, False, []),
        (False, True, ["draws, but no indicator was turned for the quad before"]),
        (True, False, ["draws, but no indicator was turned for the quad before"]),
    ],
)
def test_a_game_of_unknown_rules_may_turn_no_indicators(is_known: bool, turn: bool, told: list[str]) -> None:
    log = script("0+5z 0[5555z] 0+6z 0-6z 1+6z 1-6z", "123m456p45s11555z")
    found = impossible(log, "mjlog", load_mahjong_rules(RULES[4]), rules_known=is_known, quads_turn=turn)
    assert [one.why for one in found] == told


@pytest.mark.parametrize(("form", "kind"), [(form, kind) for form, kinds in ALTERED.items() for kind in kinds])
def test_a_changed_move_is_noticed(form: str, kind: str) -> None:
    """In the sample of Tenhou; what it has no moves for is tried on real logs by ``make falsify``."""
    text = Path("samples/logs/tenhou.mjlog").read_text(encoding="utf-8")
    texts = as_texts(text)
    assert not notices(texts[form])
    changed = [altered(texts[form], form, kind, random.Random(seed)) for seed in range(3)]
    if kind not in NOT_ALWAYS:
        assert all(notices(one) for one in changed if one is not None)


@pytest.mark.parametrize(("form", "kind"), [(form, kind) for form in SITES for kind in ALTERED_MOVES])
def test_a_changed_move_is_noticed_in_what_sites_write(form: str, kind: str) -> None:
    """But for the one quad of a game whose rules are not told: it may turn none."""
    assert not notices_as(SITES[form](SAMPLE), SAMPLE)
    for seed in range(3):
        changed = with_altered_moves(SAMPLE, kind, random.Random(seed))
        if changed is not None and (form, kind) != ("majiang", "an indicator left out"):
            assert notices_as(SITES[form](changed), SAMPLE)
