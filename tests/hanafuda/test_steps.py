"""Settlement operators in small games of their own, and whole games that nobody planned for: a file and no code."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import AnyStep
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from calc.translation import spoken_in
from tests.hanafuda.houses import game, house
from tests.rows import Rows

ROWS = Rows(__file__)

#: Three cards with a worth each, and what cards are worth.
YAKU = """yaku:
  crane: {name: {en: crane, ja: 鶴}, when: {all: 1B}, value: 5, source: test}
  moon: {name: {en: moon, ja: 月}, when: {all: 8B}, value: 3, source: test}
  curtain: {name: {en: curtain, ja: 幕}, when: {all: 3B}, value: 2, source: test}
card_points: {classes: {bright: 20, animal: 10, ribbon: 5, chaff: 1}, source: test}
"""


def rules_of(folder: Path, *steps: str, text: str = YAKU, players: str = "2, 3") -> HanafudaRules:
    """A game whose settlement are these steps, in this order, each as ``NAME: do: ...``."""
    named = [step.split(": ", 1) for step in steps]
    lines = "".join(f"  {name}: {{{step}, source: test}}\n" for name, step in named)
    section = f"settlement:\n{lines}" if steps else "settlement: {}\n"
    return game(folder, text + section, players=players)


def settled(rules: HanafudaRules, record: Any) -> tuple[dict[str, int], list[str], str | None]:
    """Scores, payments as ``A>B 5 why``, and who won."""
    result = calc.settle_round(record, rules=rules)
    paid = [f"{one.from_}>{one.to} {one.amount} {one.why}" for one in result.transfers]
    changes = dict.fromkeys(result.players, 0)
    for one in result.transfers:
        for party, amount in ((one.from_, -one.amount), (one.to, one.amount)):
            if party in changes:
                changes[party] += amount
    assert changes == {name: player.change for name, player in result.players.items()}
    assert all(one.unit == "points" and one.amount > 0 for one in result.transfers)
    return {name: player.score for name, player in result.players.items()}, paid, result.winner


#: Steps that many cases use.
YAKU_SCORED = "yaku: do: move, of: yaku, in: score"
CARDS_SCORED = "cards: do: move, of: card_points, in: score"
YAKU_PAID = "yaku: do: move, of: yaku, from: others"
LEADS = "leads: do: win, of: each, by: [score, turn]"
STOPS = "stops: do: win, of: stopper"


@ROWS.each("what_a_step_does")
def test_what_a_step_does(
    tmp_path: Path, steps: list[str], line: str, scores: dict[str, int], paid: list[str], winner: str | None
) -> None:
    assert settled(rules_of(tmp_path, *steps), line) == (scores, paid, winner)


def test_half_a_point_is_refused_where_the_rules_do_not_round_it(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "n: do: move, of: 5, for: dealer, in: score, times: [{by: 1/2}]")
    with pytest.raises(calc.HandError, match="5/2 is no whole number, and the rules do not say how it is rounded"):
        calc.settle_round("A: B:", rules=rules)


FACTS = """facts:
  bombs: {meaning: {en: bombs, ja: 爆弾}, source: test}
  draws: {meaning: {en: draws before, ja: 流局}, of: round, source: test}
"""


@ROWS.each("what_the_table_tells_counts")
def test_what_the_table_tells_counts(tmp_path: Path, told: str, scores: dict[str, int]) -> None:
    step = "n: do: move, of: {fact: bombs}, in: score, times: [{by: 2, each: {fact: draws}}]"
    assert settled(rules_of(tmp_path, step, text=YAKU + FACTS), f"A: B: {told}")[0] == scores


@ROWS.each("a_fact_fits_the_rules")
def test_a_fact_fits_the_rules(tmp_path: Path, told: str, message: str, key: str) -> None:
    steps = ("n: do: move, of: {fact: bombs}, in: score", "m: do: move, of: {fact: draws}, in: score")
    with pytest.raises(calc.RecordError) as caught:
        calc.settle_round(f"A: B: {told}", rules=rules_of(tmp_path, *steps, text=YAKU + FACTS))
    assert caught.value.message.startswith(message)
    assert caught.value.key == key


FIELD = "n: do: move, of: 4, for: dealer, in: score, times: [{by: 2, when: {field: {at_least: {1: bright}}}}]"


@pytest.mark.parametrize(("field", "score"), [("1BRC", 8), ("2ARC", 4), ("1BR,3B", 8)])
def test_the_opening_field_multiplies(tmp_path: Path, field: str, score: int) -> None:
    assert settled(rules_of(tmp_path, FIELD), f"A: B: field={field}")[0] == {"A": score, "B": 0}


def test_cards_that_decide_what_is_paid_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(calc.RecordError, match="depends on the opening field, but 'field' is missing") as caught:
        calc.settle_round("A: B:", rules=rules_of(tmp_path, FIELD))
    assert (caught.value.code, caught.value.key) == ("missing_key", "field")
    folder = tmp_path / "dealt"
    folder.mkdir()
    step = "n: do: move, of: 4, for: {of: each, that: {dealt: {cards: 1B}}}, in: score"
    rules = rules_of(folder, step)
    with pytest.raises(calc.RecordError, match="depends on the dealt hands, but that of B is missing") as caught:
        calc.settle_round("A: B: A.dealt:2A", rules=rules)
    assert (caught.value.code, caught.value.key) == ("missing_key", "players.B.dealt")
    assert settled(rules, "A: B: A.dealt:2A B.dealt:1B")[0] == {"A": 0, "B": 4}


@ROWS.each("of_equal_scores_the_first_wins_or_nobody")
def test_of_equal_scores_the_first_wins_or_nobody(tmp_path: Path, ties: str, line: str, winner: str | None) -> None:
    by = "[score, turn]" if ties == "first" else "[score]"
    rules = rules_of(tmp_path, CARDS_SCORED, f"leads: do: win, of: each, by: {by}")
    assert settled(rules, line)[2] == winner


@ROWS.each("who_deals_next")
def test_who_deals_next(tmp_path: Path, next_dealer: str, line: str, expected: str) -> None:
    table = "table: {players: [3], first: dealer, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    text = table.replace("NEXT", next_dealer) + YAKU
    rules = rules_of(tmp_path, CARDS_SCORED, "leads: do: win, of: each, by: [score]", text=text)
    assert calc.settle_round(line, rules=rules).next_dealer == expected


@pytest.mark.parametrize(
    ("next_dealer", "dealer", "expected"),
    [("winner", "C", "C"), ("next", "C", "A"), ("next", "B", "C"), ("same", "B", "B"), ("lowest", "C", "C")],
)
def test_who_deals_next_where_another_leads(tmp_path: Path, next_dealer: str, dealer: str, expected: str) -> None:
    """Two have most, so that nobody wins."""
    table = "table: {players: [3], first: leader, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    text = table.replace("NEXT", next_dealer) + YAKU
    rules = rules_of(tmp_path, CARDS_SCORED, "leads: do: win, of: each, by: [score]", text=text)
    assert calc.settle_round(f"A:2A B:4A C: dealer={dealer}", rules=rules).next_dealer == expected


@pytest.mark.parametrize("next_dealer", ["winner", "next", "same"])
def test_where_the_dealer_of_a_led_round_is_not_named_the_next_is_not_known(tmp_path: Path, next_dealer: str) -> None:
    table = "table: {players: [2], first: leader, hand: 0, field: 0, next_dealer: NEXT, source: test}\n"
    rules = rules_of(tmp_path, text=table.replace("NEXT", next_dealer) + YAKU)
    assert calc.settle_round("A:1R B:2A", rules=rules).next_dealer is None
    assert calc.settle_round("A:1R B:2A dealer=B", rules=rules).next_dealer == ("A" if next_dealer == "next" else "B")


@ROWS.each("the_score_grows_by_calls")
def test_the_score_grows_by_calls(tmp_path: Path, factor: str, line: str, score: int) -> None:
    rules = rules_of(tmp_path, STOPS, f"n: do: move, of: yaku, for: winner, in: score, times: [{factor}]")
    assert settled(rules, f"{line} stopped_by=A") == ({"A": score, "B": 0}, [], "A")


def test_calls_are_spelled_in_one_way(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, STOPS)
    with pytest.raises(calc.RecordError, match="'koikoi' is another spelling of 'calls'; write only one of them"):
        calc.settle_round("A:1B B:8B calls.B=1 koikoi.B=1 stopped_by=A", rules=rules)


@ROWS.each("who_stops_or_goes_on_holds_a_yaku")
def test_who_stops_or_goes_on_holds_a_yaku(tmp_path: Path, line: str, message: str) -> None:
    rules = rules_of(tmp_path, STOPS)
    with pytest.raises(calc.HandError) as caught:
        calc.settle_round(line, rules=rules)
    assert (caught.value.message, caught.value.code) == (message, "contradiction")


def test_a_worth_below_nothing_is_paid_the_other_way(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, YAKU_PAID, text=YAKU.replace("value: 5", "value: -5"))
    assert settled(rules, "A:1B B: C:3B") == (
        {"A": -12, "B": 3, "C": 9},
        ["A>B 5 yaku", "A>C 5 yaku", "A>C 2 yaku", "B>C 2 yaku"],
        None,
    )


def test_steps_are_applied_in_their_order(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    doubled = "n: do: move, of: score, in: score"
    before = rules_of(first, YAKU_SCORED, doubled, CARDS_SCORED)
    after = rules_of(second, YAKU_SCORED, CARDS_SCORED, doubled)
    assert settled(before, "A:1B B:8B")[0] == {"A": 5 * 2 + 20, "B": 3 * 2 + 20}
    assert settled(after, "A:1B B:8B")[0] == {"A": (5 + 20) * 2, "B": (3 + 20) * 2}


# ---- chips in front


def stake(chips: int, receipts: str = "true") -> str:
    """The section of what lies in front of everybody."""
    return f"stake: {{chips: {chips}, receipts: {receipts}, source: test}}\n"


@ROWS.each("nobody_pays_more_than_lies_in_front")
def test_nobody_pays_more_than_lies_in_front(tmp_path: Path, receipts: str, paid: list[str]) -> None:
    text = YAKU.replace("value: 5", "value: 10").replace("value: 2", "value: 6")
    rules = rules_of(tmp_path, YAKU_PAID, text=text + stake(8, receipts))
    scores = {"A": 0, "B": 0, "C": 0}
    for one in paid:
        parties, amount, _ = one.split()
        scores[parties[0]] -= int(amount)
        scores[parties[-1]] += int(amount)
    assert settled(rules, "A:1B B:8B C:3B") == (scores, paid, None)


@ROWS.each("who_has_fewer_chips_puts_in_what_is_left")
def test_who_has_fewer_chips_puts_in_what_is_left(tmp_path: Path, chips: str, paid: list[str]) -> None:
    rules = rules_of(tmp_path, f"{YAKU_PAID}, in: chips", text=YAKU + stake(8))
    assert settled(rules, f"A:1B B:2A {chips}") == ({"A": 0, "B": 0}, paid, None)


TAKE_ALL = "take_all: do: move, of: stake, for: stopper, from: others, in: chips"
STOPPING = YAKU.replace("value: 5", "value: take_all, stops: true").replace("value: 3", "value: 3, stops: true")


@ROWS.each("who_stops_the_round_takes_all")
def test_who_stops_the_round_takes_all(
    tmp_path: Path, line: str, scores: dict[str, int], paid: list[str], winner: str
) -> None:
    steps = [TAKE_ALL, STOPS, "e: do: end, when: {stopped: true}", YAKU_SCORED, LEADS]
    assert settled(rules_of(tmp_path, *steps, text=STOPPING + stake(9)), line) == (scores, paid, winner)


@ROWS.each("a_stop_fits_the_cards")
def test_a_stop_fits_the_cards(tmp_path: Path, line: str, message: str, code: str) -> None:
    rules = rules_of(tmp_path, TAKE_ALL, text=STOPPING + stake(9))
    with pytest.raises(calc.CalcError) as caught:
        calc.settle_round(line, rules=rules)
    assert (caught.value.code, caught.value.key) == (code, "stopped_by")
    assert caught.value.message.startswith(message)


# ---- dealt yaku

DEALT = f"""{YAKU}teyaku:
  pair: {{name: {{en: pair, ja: 対}}, when: {{months: [2]}}, value: 4, source: test}}
  three: {{name: {{en: three, ja: 三}}, when: {{months: [3]}}, value: 6, source: test}}
"""
#: A dealt yaku wins, and ends the round before play.
DEALT_ENDS = (
    "dealt: do: win, of: {of: each, that: {teyaku: {at_least: 1}}}",
    "e: do: end, when: {number: {that: {teyaku: {at_least: 1}}, is: {at_least: 1}}}",
)


@ROWS.each("a_dealt_yaku_ends_the_round")
def test_a_dealt_yaku_ends_the_round(
    tmp_path: Path, both: str, line: str, scores: dict[str, int], paid: list[str], winner: str | None
) -> None:
    one = "" if both == "each" else ", when: {number: {that: {teyaku: {at_least: 1}}, is: 1}}"
    steps = [f"teyaku: do: move, of: teyaku{one}", *DEALT_ENDS, "yaku: do: move, of: yaku"]
    rules = rules_of(tmp_path, *steps, text=DEALT)
    assert settled(rules, line) == (scores, paid, winner)


@pytest.mark.parametrize("more", ["A: B:", "stopped_by=A", "koikoi.B=1"])
def test_nothing_is_played_after_a_dealt_yaku(tmp_path: Path, more: str) -> None:
    rules = rules_of(tmp_path, *DEALT_ENDS, STOPS, text=DEALT)
    with pytest.raises(calc.HandError, match="the dealt yaku of A ended the round before play; leave") as caught:
        calc.settle_round(f"A.dealt:1BR B.dealt:2A {more}", rules=rules)
    assert (caught.value.code, caught.value.key) == ("contradiction", "players.A.dealt")


def test_paid_by_each_a_dealt_yaku_ends_nothing(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path, "teyaku: do: move, of: teyaku, from: others", "n: do: move, of: [teyaku, yaku], in: score", text=DEALT
    )
    assert settled(rules, "A.dealt:1BR A:1B B:2A C:8B") == (
        {"A": 8 + 4 + 5, "B": -4, "C": -4 + 3},
        ["B>A 4 teyaku", "C>A 4 teyaku"],
        None,
    )


def test_a_round_without_captured_cards_was_not_played(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, *DEALT_ENDS, YAKU_SCORED, text=DEALT)
    with pytest.raises(calc.RecordError, match="expected what the players captured") as caught:
        calc.settle_round("A.dealt:1B B.dealt:2A", rules=rules)
    assert (caught.value.code, caught.value.key) == ("missing_key", "players.A.captured")


# ---- the pot, dropping out, being forced out

LARGE = """table: {players: [2, 3], seats: [4, 5], first: leader, hand: 0, field: 0, dealt: 4, source: test}
compensation:
  bright: {name: {en: bright, ja: 光}, when: {any: {n: 1, of: bright}}, value: {each: 1, of: bright}, source: test}
"""
DROPOUT = "dropout: do: move, of: 2, for: dropped, from: self, to: successor, in: chips"
POT = "pot: do: move, of: pot, for: winner, from: pot, in: chips, always: true"
FORCED_OUT = "compensation: do: move, of: compensation, for: forced_out, from: each, shared: true, in: chips"
ALONE = ("alone: do: win, of: each, when: {players: 1}", "e: do: end, when: {players: {at_most: 1}}")


def large(**more: Any) -> dict[str, Any]:
    """A round at a table of four, in which one captured the crane."""
    players = {"A": {"captured": "1B"}, "B": {"captured": "3B"}, "C": {"captured": ""}}
    return {"seats": ["A", "B", "C", "D"], "players": players, **more}


#: The same, but one dropped out before the last of the others decided.
DROPPED = {
    "seats": ["A", "B", "C", "D"],
    "dropped": ["B"],
    "players": {"A": {"captured": "1B"}, "C": {"captured": "3B"}, "D": {"captured": ""}},
}


@pytest.mark.parametrize(
    ("pot", "paid"),
    [(0, ["B>pot 2 dropout", "pot>A 2 pot"]), (7, ["B>pot 2 dropout", "pot>A 9 pot"])],
)
def test_the_winner_takes_the_pot(tmp_path: Path, pot: int, paid: list[str]) -> None:
    rules = rules_of(tmp_path, DROPOUT, YAKU_SCORED, LEADS, POT, text=LARGE + YAKU + stake(6))
    record = {**DROPPED, "pot": pot}
    assert settled(rules, record) == ({"A": 5, "B": 0, "C": 2, "D": 0}, paid, "A")
    assert calc.settle_round(record, rules=rules).pots == {"pot": 0}


def test_the_pot_stays_where_nobody_wins(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, DROPOUT, YAKU_SCORED, STOPS, POT, text=LARGE + YAKU + stake(6))
    record = {**DROPPED, "pot": 7}
    assert settled(rules, record) == ({"A": 5, "B": 0, "C": 2, "D": 0}, ["B>pot 2 dropout"], None)
    assert calc.settle_round(record, rules=rules).pots == {"pot": 9}


@ROWS.each("who_is_left_alone_wins_without_play")
def test_who_is_left_alone_wins_without_play(
    tmp_path: Path, players: list[str], dropped: list[str], paid: list[str], winner: str | None
) -> None:
    rules = rules_of(tmp_path, DROPOUT, *ALONE, CARDS_SCORED, LEADS, POT, text=LARGE + YAKU + stake(6))
    scores, found, won = settled(rules, {"seats": list("ABCD"), "players": {name: {} for name in players},
                                         "dropped": dropped})  # fmt: skip
    assert (scores, sorted(found), won) == (dict.fromkeys("ABCD", 0), sorted(paid), winner)


@ROWS.each("who_plays_pays_who_is_forced_out")
def test_who_plays_pays_who_is_forced_out(
    tmp_path: Path, share: str, chips: int | None, dealt: str, paid: list[str], notes: list[str]
) -> None:
    text = LARGE.replace("dealt: 4", f"dealt: 4, compensation: {share}") + YAKU + (stake(chips) if chips else "")
    rules = rules_of(tmp_path, FORCED_OUT, YAKU_SCORED, LEADS, text=text)
    record = large(forced_out={"D": {"dealt": dealt}})
    assert settled(rules, record) == ({"A": 5, "B": 2, "C": 0, "D": 0}, paid, "A")
    assert [one.text for one in calc.settle_round(record, rules=rules).notes] == notes


@ROWS.each("several_who_are_forced_out_share_or_are_paid_each")
def test_several_who_are_forced_out_share_or_are_paid_each(
    tmp_path: Path, share: str, chips: int, forced_out: dict[str, str], pays: Any, gets: Any, note: str | None
) -> None:
    text = LARGE.replace("dealt: 4", f"dealt: 5, compensation: {share}") + YAKU + stake(chips, "false")
    rules = rules_of(tmp_path, FORCED_OUT, YAKU_SCORED, text=text)
    record = large(seats=list("ABCDE"), forced_out={name: {"dealt": cards} for name, cards in forced_out.items()})
    result = calc.settle_round(record, rules=rules)
    assert {one.why for one in result.transfers} == {"compensation"}
    assert {name: player.change for name, player in result.players.items()} == {
        **{name: -amount for name, amount in pays.items()},
        **gets,
    }
    assert (result.notes[0].text == note) if note else len(result.notes) == 1


@pytest.mark.parametrize(("limit", "played"), [(2, False), (3, True)])
def test_from_so_much_compensation_on_nothing_is_played(tmp_path: Path, limit: int, played: bool) -> None:
    owed = f"{{amount: {{of: compensation, is: {{at_least: {limit}}}}}}}"
    no_round = (f"most: do: win, of: everyone, by: [stake, turn], when: {owed}", f"e: do: end, when: {owed}")
    rules = rules_of(tmp_path, FORCED_OUT, *no_round, CARDS_SCORED, LEADS, POT, text=LARGE + YAKU + stake(6))
    forced = {"D": {"dealt": "8B 11B"}}
    unplayed = {"seats": list("ABCD"), "players": {name: {} for name in "ABC"}, "forced_out": forced, "pot": 3}
    if played:
        with pytest.raises(calc.RecordError, match="expected what the players captured"):
            settled(rules, unplayed)
        assert settled(rules, large(forced_out=forced))[2] == "A"
        return
    with pytest.raises(calc.HandError, match="no game is played: who plays owes 2 points each for the hands"):
        settled(rules, large(forced_out=forced))
    # Six chips each, two of them paid: D has the most in front.
    assert settled(rules, unplayed)[1:] == (
        ["A>D 2 compensation", "B>D 2 compensation", "C>D 2 compensation", "pot>D 3 pot"],
        "D",
    )


# ---- what steps say of themselves


@ROWS.each("a_step_says_what_it_does")
def test_a_step_says_what_it_does(tmp_path: Path, step: str, english: str, japanese: str) -> None:
    said = rules_of(tmp_path, step, text=DEALT).steps["n"]
    assert (said.text(), spoken_in("ja", said.text)) == (english, japanese)


def test_a_step_and_what_is_short_have_the_name_of_the_debt(tmp_path: Path) -> None:
    name = "name: {en: the debt, ja: 借り}"
    step = f"n: do: move, {name}, of: 9, for: dealer, from: others, times: [{{by: 2, when: {{stopped: true}}}}]"
    rules = rules_of(tmp_path, step, text=YAKU + stake(8))
    said, (note, *_) = rules.steps["n"], calc.settle_round("A:1B B:", rules=rules).notes
    assert said.text() == "each other player pays 9 to the dealer; times 2 if somebody stopped"
    assert said.text(times=False) == "the debt: each other player pays 9 to the dealer"
    assert note.text == "B owed A 9 points for the debt, but had 8 points left in front"


@ROWS.each("a_section_says_itself")
def test_a_section_says_itself(tmp_path: Path, section: str, english: str) -> None:
    rules = rules_of(tmp_path, YAKU_PAID, text=f"{YAKU}{section}\n")
    said = rules.scores or rules.voids["v"]
    assert said.text() == english


@pytest.mark.parametrize(("receipts", "joins"), [("true", "joins"), ("false", "does not join")])
def test_a_stake_says_what_it_is(tmp_path: Path, receipts: str, joins: str) -> None:
    rules = rules_of(tmp_path, YAKU_PAID, text=YAKU + stake(8, receipts))
    assert rules.stake is not None
    expected = f"nobody pays more than the 8 chips in front of them; what is received {joins} these"
    assert rules.stake.text() == expected


KOIKOI: str = ROWS["koikoi"]
#: Five brights, 10 points, and animals with 5 yaku points: 15 in all.
FIFTEEN = "A:1B,3B,8B,11B,12B,2A,4A,5A,6A,7A,8A,10A,11A B: stopped_by=A"


@ROWS.each("a_house_rule_places_a_step_before_another")
def test_a_house_rule_places_a_step_before_another(
    tmp_path: Path, steps: str, options: dict[str, Any], times: int
) -> None:
    result = calc.settle_round(FIFTEEN, rules=house(tmp_path, KOIKOI + steps, options=options))
    base = sum(int(line.value) for line in result.players["A"].yaku)
    assert base >= 12
    assert result.players["A"].score == base * times
    assert result.players["A"].change == base * times


def test_steps_stand_in_the_order_that_they_are_applied_in(tmp_path: Path) -> None:
    steps = """one: {do: move, of: 1, in: score, before: points, source: test}
  two: {do: move, of: 2, in: score, before: one, source: test}
  three: {do: move, of: 3, in: score, before: yaku, source: test}
"""
    shipped = ["dealt", "teyaku", "dealt_wins", "dealt_ends", "stopped"]
    assert [*house(tmp_path, KOIKOI + steps).steps] == [*shipped, "two", "one", "points", "three", "yaku"]
    moved = house(tmp_path, f"{KOIKOI}stopped: {{before: dealt}}\n")
    assert [*moved.steps] == ["stopped", *shipped[:-1], "points", "yaku"]


def test_a_step_that_is_taken_out_is_still_a_place(tmp_path: Path) -> None:
    steps = "par: null\n  first: {do: move, of: 1, in: score, before: par, source: test}\n"
    assert [*house(tmp_path, KOIKOI.replace("koikoi", "mushi") + steps).steps] == ["first", "yaku", "leads"]


def test_every_operator_is_used_by_a_shipped_game() -> None:
    shipped = [load_hanafuda_rules(name) for name in rule_set_ids() if game_id_of(name) == "hanafuda"]
    used = {type(step) for rules in shipped for step in rules.steps.values()}
    assert used == set(AnyStep.__args__)


# ---- games that nobody planned for


def test_nobody_plays_where_nothing_ends_such_a_round(tmp_path: Path) -> None:
    rules = house(tmp_path, KOIKOI.replace("extends: koikoi", "extends: taiyaku") + "no_round: null\n")
    nobody = {"seats": ["A", "B", "C", "D"], "players": {}, "dropped": ["A", "B", "C", "D"]}
    with pytest.raises(calc.RecordError, match="expected what the players captured") as caught:
        settled(rules, nobody)
    assert caught.value.key == "players"


SAKURA: str = ROWS["sakura"]
#: Two piles that are the whole deck.
FIRST = "1BRCC 2ARCC 3BRCC 4ARCC 5ARCC 6ARCC"
SECOND = "7ARCC 8BACC 9ARCC 10ARCC 11BARC 12BCCC"


def test_sakura_charges_opponents_for_yaku(tmp_path: Path) -> None:
    rules = house(tmp_path, SAKURA, stem="sakura")
    first = 2 * 20 + 4 * 10 + 6 * 5
    second = 3 * 20 + 5 * 10 + 4 * 5 + 10
    assert settled(rules, {"players": {"A": {"captured": FIRST}, "B": {"captured": SECOND}}}) == (
        {"A": first + 100, "B": second - 100},
        ["B>A 100 yaku"],
        "A",
    )
    three = {"A": FIRST, "B": "7ARCC 8BACC 9ARCC", "C": "10ARCC 11BARC 12BCCC"}
    assert settled(rules, {"players": {name: {"captured": pile} for name, pile in three.items()}})[1:] == (
        ["B>A 100 yaku", "C>A 100 yaku"],
        "A",
    )
    with pytest.raises(calc.HandError, match=r"expected all 48 cards in the piles, found 47; missing: phoenix \(12B\)"):
        settled(rules, {"players": {"A": {"captured": FIRST}, "B": {"captured": SECOND.replace("12B", "12")}}})


MIN_HWATU: str = ROWS["min_hwatu"]


def test_min_hwatu_counts_cards_and_pays_for_each_yaku(tmp_path: Path) -> None:
    rules = house(tmp_path, MIN_HWATU, stem="min-hwatu")
    piles = {"A": "1R 2R 3R 4R 5ARCC 7R", "B": "1B 3B 8B 11B 12B 6R 9R 10R", "C": "2A 4A 6A 7A 8A 9A 10A 11AR"}
    scores, paid, winner = settled(rules, {"players": {name: {"captured": pile} for name, pile in piles.items()}})
    points = {"A": 6 * 5 + 10, "B": 5 * 20 + 3 * 5, "C": 8 * 10 + 5}
    earned = {"A": 30 + 30 + 20, "B": 30, "C": 0}
    total = sum(earned.values())
    assert sum(points.values()) == 240
    assert scores == {name: points[name] - 80 + 3 * earned[name] - total for name in piles}
    assert sum(scores.values()) == 0
    assert winner == "A"
    assert [one for one in paid if one.endswith("par")] == ["A>par 40 par", "par>B 35 par", "par>C 5 par"]


ROPPYAKKEN: str = ROWS["roppyakken"]


@ROWS.each("points_by_single_cards")
def test_points_by_single_cards(tmp_path: Path, line: str, scores: dict[str, int], lead: int) -> None:
    result = calc.settle_round(line, rules=house(tmp_path, ROPPYAKKEN, stem="roppyakken"))
    assert {name: player.score for name, player in result.players.items()} == scores
    assert [(one.from_, one.to, one.amount, one.unit) for one in result.transfers] == [("B", "A", lead, "ken")]
    assert result.rules == "roppyakken@1.0.0"
