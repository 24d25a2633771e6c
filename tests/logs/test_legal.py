"""What in a round cannot be, each fault beside a round that nearly has it."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.legal import impossible
from calc.mahjong.logs.play import DRAWABLE
from calc.mahjong.logs.records import RULES
from tests.logs import altered_rules
from tests.logs.altered import ALTERED, altered, as_texts, logs, notices
from tests.logs.altered_figures import notices_as
from tests.logs.altered_moves import ALTERED_MOVES, FORMATS, with_altered_moves
from tests.logs.altered_rules import ALTERED_RULES, in_formats, plays_told
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


@pytest.mark.parametrize(
    ("is_known", "points", "told"),
    [(True, 900, ["declares riichi with 900 points"]), (True, 1000, []), (False, 900, [])],
)
def test_riichi_with_few_points_is_told_only_under_known_rules(is_known: bool, points: int, told: list[str]) -> None:
    log = script("0+6z 0r 0-6z 1+6s 1-6s 0=1", "123m678p45789s55z")
    poor = replace(log, start=replace(log.start, scores=(points, 33000 - points, 33500, 33500)))
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


def test_a_round_that_breaks_off_is_looked_at_too() -> None:
    """The second player draws before the dealer, in a round of which the log has no end."""
    text = Path("samples/logs/tenhou.mjlog").read_text(encoding="utf-8")
    begun = text[: text.index("<AGARI")] + "</mjloggm>"
    moved = begun.replace("<T7/><D107/><U68/><E74/>", "<U68/><E74/><T7/><D107/>", 1)
    assert moved != begun
    assert not notices(begun)
    assert notices(moved)


@pytest.mark.parametrize(("form", "kind"), [(form, kind) for form, kinds in ALTERED.items() for kind in kinds])
def test_a_changed_move_is_noticed(form: str, kind: str) -> None:
    """In the sample of Tenhou; what it has no moves for is tried on real logs by ``make falsify``."""
    text = Path("samples/logs/tenhou.mjlog").read_text(encoding="utf-8")
    texts = as_texts(text)
    assert not notices(texts[form])
    changed = [altered(texts[form], form, kind, random.Random(seed)) for seed in range(3)]
    assert all(notices(one) for one in changed if one is not None)


UNTOLD = {
    ("majiang", "an indicator left out"),
    ("mjai", "an indicator left out"),
    ("tenhou.net/6", "two turns in the wrong order"),
}


@pytest.mark.parametrize(("form", "kind"), [(form, kind) for form in FORMATS for kind in ALTERED_MOVES])
def test_a_changed_move_is_noticed_in_every_format(form: str, kind: str) -> None:
    """But for the one quad of a game of untold rules, which may turn none, and turns whose order nothing tells."""
    assert not notices_as(FORMATS[form](SAMPLE), SAMPLE)
    for seed in range(3):
        changed = with_altered_moves(SAMPLE, kind, random.Random(seed))
        if changed is not None and (form, kind) not in UNTOLD:
            assert notices_as(FORMATS[form](changed), SAMPLE)


#: A change of a rule of the play, what is said of it, and why not in some formats.
CHANGES = Rows(altered_rules.__file__)["changes"]


@pytest.mark.parametrize("kind", ALTERED_RULES)
def test_a_rule_that_is_broken_is_told_in_every_format_that_can_say_it(kind: str) -> None:
    """In the first log at hand that has such a move and that all formats have words for."""
    row, rng = CHANGES[kind], random.Random(1)
    tried = (in_formats(text, kind, rng) for text in logs())
    found = next((texts for texts in tried if {*FORMATS} < {*texts}), None)
    if found is None:
        pytest.skip("no log at hand has such a move")
    for form, (text, like) in found.items():
        told = plays_told(text, like)
        if form in row.get("untold", {}):
            assert told == [], form
        else:
            says = row.get("other", {}).get(form, row["says"])
            assert any(says in one for one in told), (form, told)


#: It waits for 3s and 6s.
WAITS = "123m678p45789s55z"


@pytest.mark.parametrize(
    ("players", "left", "told"),
    [
        (4, 4, []),
        (4, 3, ["declares riichi with 3 tiles left in the wall"]),
        (3, 3, []),
        (3, 2, ["declares riichi with 2 tiles left in the wall"]),
    ],
)
def test_riichi_needs_a_draw_of_everybody_in_the_wall(players: int, left: int, told: list[str]) -> None:
    """Four tiles, and three where three play."""
    draws = DRAWABLE[players] - left
    turns = [f"{draw % players}+6z {draw % players}-6z" for draw in range(draws)]
    last = (draws - 1) % players
    turns[-1] = f"{last}+6z {last}r {last}-6z"
    hands = [WAITS if player == last else IDLE for player in range(players)]
    log = script(" ".join(turns), *hands, players=players)
    assert [one.why for one in impossible(log, "mjlog", load_mahjong_rules(RULES[players]))] == told


@pytest.mark.parametrize(("declares", "is_told"), [(1, False), (0, True), (None, True)])
def test_only_riichi_has_ura(declares: int | None, is_told: bool) -> None:
    """South wins by tsumo; whether East has declared riichi does not matter."""
    first, second = (f"{one}r " if declares == one else "" for one in (0, 1))
    moves = f"0+6z {first}0-6z 1+6z {second}1-6z 2+6z 2-6z 3+6z 3-6z 0+6z 0-6z 1+6s 1="
    found = impossible(script(moves, WAITS, WAITS, ura="7z"), "mjlog", load_mahjong_rules(RULES[4]))
    assert [one.why for one in found] == ["is told ura dora without riichi"] * is_told


@pytest.mark.parametrize(
    ("hand", "told"), [(WAITS, []), ("123m678p46789s56z", ["declares riichi with a hand that does not wait"])]
)
@pytest.mark.parametrize("end", ["1+1m =kyuushu_kyuuhai", "1+1m 1=", "1+6z 1-6z"])
def test_riichi_needs_a_waiting_hand_however_the_round_ends(hand: str, told: list[str], end: str) -> None:
    """But for a round that breaks off, of which nobody knows."""
    log = script(f"0+7z 0r 0-7z {end}", hand, "19m19p19s1234567z")
    found = [one.why for one in impossible(log, "mjlog", load_mahjong_rules(RULES[4]))]
    assert found == (told if "=" in end else [])
