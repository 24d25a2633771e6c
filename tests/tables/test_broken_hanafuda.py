"""One malformed hanafuda file for every mistake of its loader, told with its file, line, path and a hint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

import calc
from calc.cli.main import app
from calc.hanafuda.load import load_hanafuda_rules

FOLDER = Path(__file__).parent / "broken_hanafuda"


@dataclass(frozen=True)
class Fault:
    """What the message about ``stem.yaml`` says: where, and which words. ``line`` and ``path`` as they are told."""

    stem: str
    line: int
    path: str | None
    words: tuple[str, ...]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.stem}.yaml"

    @property
    def message(self) -> str:
        place = f"{self.file}:{self.line}" + (f", {self.path}" if self.path else "")
        return f"{place}: {'; '.join(self.words)}"


def fault(stem: str, line: int, path: str | None, *words: str) -> Fault:
    return Fault(stem, line, path, words)


FAULTS = [
    fault(
        "added_after_it_is_paid",
        3,
        "settlement.very_many",
        "the step 'yaku' pays the scores before this one changes them; place this one before it, in a file that "
        "extends another by 'before: yaku'",
    ),
    fault(
        "collected_twice",
        3,
        "settlement.again",
        "the step 'yaku' has paid the scores already; leave one of the two out",
    ),
    fault(
        "collected_beside_each",
        3,
        "settlement.paid",
        "the step 'par' pays what it scores, so this one would pay it again; say 'in: score' there, or place this one "
        "before it, in a file that extends another by 'before: par'",
    ),
    fault("step_before_no_step", 3, "settlement.more.before", "there is no step 'yakku'; did you mean 'yaku'?"),
    fault("steps_before_each_other", 3, "settlement.one", "these steps stand before each other: one, two"),
    fault(
        "take_all_that_nothing_pays",
        5,
        "yaku.goko.value",
        "expected a step that moves the 'stake' in the settlement, which alone pays this value",
    ),
    fault(
        "value_of_too_few_players",
        4,
        "yaku.spring.value",
        "expected 'points', or 'by_players' with a worth for 4 players",
    ),
    fault(
        "value_by_seat_and_players",
        4,
        "yaku.spring.value",
        "expected 'by_seat' without 'points' and 'by_players': it stands in their place",
    ),
    fault(
        "teyaku_that_stops", 4, "teyaku.shichikara.stops", "nothing reads 'stops' in the section 'teyaku'; leave it out"
    ),
    fault(
        "yaku_that_is_returnable",
        4,
        "yaku.goko.returnable",
        "nothing reads 'returnable' in the section 'yaku'; leave it out",
    ),
    fault(
        "stacks_without_a_group",
        3,
        "yaku.house",
        "expected a 'group' beside 'stacks', in which this yaku counts beside the best",
    ),
    fault(
        "misdeal_of_the_month", 5, "misdeal.house.when", "the month of the round is not asked for here; name the months"
    ),
    fault(
        "misdeal_in_a_group", 7, "misdeal.house.group", "nothing reads 'group' in the section 'misdeal'; leave it out"
    ),
    fault(
        "compensation_by_players",
        4,
        "compensation.brights.value",
        "what a hand that is forced out is worth depends on its cards alone",
    ),
    fault("another_game", 1, "game", "expected 'game: hanafuda', found 'hanafudaa'"),
    fault("bad_counts", 4, "groups.brights.counts", "there is no choice 'bets'", "did you mean 'best'?"),
    fault(
        "bad_value",
        4,
        "yaku.goko.value",
        "expected a value: a whole number, a mapping such as {points: 5, each: 1, of: ribbon, beyond: 3}, or take_all, "
        "found 'ten'",
    ),
    fault("card_that_the_deck_lacks", 4, "yaku.four_wisterias.when.all", "the deck of this game has no boar (7A)"),
    fault(
        "class_of_a_later_class",
        4,
        "classes.first.cards",
        "there is no class and no card 'second'; a class of one's own stands under 'classes', before what names it",
    ),
    fault(
        "compensate_without_section",
        4,
        "settlement.forced",
        "expected a section 'compensation' with what hands are worth",
    ),
    fault(
        "condition_in_words",
        4,
        "yaku.goko.when",
        "expected a condition, a mapping such as {cards: 1B 3B}, found 'five brights'",
    ),
    fault("dangling_exclusive_with", 3, "yaku.koto", "there is no yaku 'kotorri'", "did you mean 'kotori'?"),
    fault("dangling_supersedes", 3, "teyaku.futateshi", "there is no yaku 'tehsi'", "did you mean 'teshi'?"),
    fault("duplicate_key", 4, None, "expected each key once, found 'goko' a second time (first in line 3)"),
    fault("empty_condition", 4, "yaku.goko.when", "expected a condition, a mapping such as {cards: 1B 3B}, found {}"),
    fault("full_month_that_is_none", 6, "yaku.house.when.full_month", "the deck of this game has no month 13"),
    fault(
        "full_month_that_the_deck_lacks",
        4,
        "yaku.four_wisterias.when.full_month",
        "the deck of this game has no month 6",
    ),
    fault("hand_below_nothing", 3, "table.hand", "expected a whole number of at least 0, found -1"),
    fault("id_with_capitals", 4, "yaku.House", "expected an id of small letters, digits and _, found 'House'"),
    fault(
        "misdeal_worth_something",
        4,
        "misdeal.four_pairs.value",
        "a field that is dealt again is worth nothing: expected a value of 0",
    ),
    fault("missing_condition", 4, "yaku.house", "the key 'when' is missing here"),
    fault("missing_name", 4, "yaku.house", "the key 'name' is missing here"),
    fault("missing_section", 1, None, "the key 'settlement' is missing here"),
    fault("missing_source", 4, "yaku.house", "the key 'source' is missing here"),
    fault("missing_value", 4, "yaku.house", "the key 'value' is missing here"),
    fault("months_of_five", 4, "teyaku.teshi.when.months", "the deck of this game has no such months, found [5]"),
    fault("nobody_plays", 3, "table.players", "expected a list of at least 1"),
    fault("nothing_of_nothing", 4, "yaku.goko.when.any", "expected a list of conditions under 'any', found []"),
    fault("operator_of_no_name", 4, "settlement.more", "the key 'do' is missing here"),
    fault(
        "operator_that_counts_nothing", 4, "settlement.dealt.in", "there is no choice 'scor'", "did you mean 'score'?"
    ),
    fault(
        "option_default", 3, "options.families", "the default 'stakc' is none of the choices", "did you mean 'stack'?"
    ),
    fault(
        "option_to_nowhere",
        6,
        "options.families.choices.stack",
        "the path 'groups.bright.counts' leads nowhere in this rule set",
        "did you mean 'brights'?",
    ),
    fault("par_for_two_only", 3, "settlement.par", "expected an amount for 3 players too"),
    fault("par_without_card_points", 4, "settlement.par", "expected a section 'card_points'"),
    fault("points_without_card_points", 4, "settlement.sum", "expected a section 'card_points'"),
    fault(
        "removes_nothing",
        3,
        "yaku.gokoo",
        "null removes an entry, but there is no 'gokoo' here",
        "did you mean 'goko'?",
    ),
    fault(
        "take_all_without_a_stop",
        4,
        "yaku.goko.value",
        "only a yaku of captured cards that says 'stops: true' can take all",
    ),
    fault(
        "take_all_without_stake",
        4,
        "settlement.all",
        "expected a section 'stake', the chips that everybody puts in front",
    ),
    fault(
        "operator_of_before",
        3,
        "settlement.ranked.do",
        "the operator 'rank' is gone; write {do: win, of: each, by: [score, turn]}",
    ),
    fault("factor_without_source", 3, "factors.more", "the key 'source' is missing here"),
    fault(
        "winner_before_anybody_wins",
        3,
        "settlement.prize",
        "no step before it names the winner; a step 'do: win' has to come first",
    ),
    fault(
        "bank_of_a_score",
        3,
        "settlement.prize.from",
        "a score has no bank: leave it out, or leave 'in: score' out",
    ),
    fault(
        "amount_for_a_bank",
        3,
        "settlement.prize.for",
        "an amount is for players; name the bank or the pot under 'to'",
    ),
    fault(
        "shared_without_payer",
        3,
        "settlement.prize",
        "what is shared is paid: expected 'from' and 'in: chips' beside 'shared'",
    ),
    fault("amount_of_nothing", 3, "settlement.prize.of", "expected at least one amount, found []"),
    fault(
        "amount_of_no_such_key",
        3,
        "settlement.prize.of",
        "expected 'each' with 'of' or 'month', 'fact', 'by_players' or 'by_seat', found ech, of",
    ),
    fault("fact_that_is_not_asked", 3, "settlement.prize", "there is no fact 'bombs'; there are none here"),
    fault("holder_of_no_yaku", 3, "settlement.prize", "there is no yaku 'gokko'", "did you mean 'goko'?"),
    fault("seats_too_few", 3, "settlement.prize", "expected an amount for each of 2 seats, found 1"),
    fault(
        "dropped_without_seats",
        3,
        "settlement.prize",
        "expected 'seats' in the section 'table', some of which may drop out",
    ),
    fault("too_many", 4, "yaku.sanko.when.any", "expected a number from 1 to 4, the cards that there are, found 5"),
    fault(
        "too_many_beside_all",
        4,
        "yaku.ameshiko.when",
        "too few cards are left for any 5 of brights: the cards that have to be there use some of them",
    ),
    fault(
        "too_many_of_a_class", 4, "yaku.tane.when.count", "there are 9 cards of animals, so there are never at least 10"
    ),
    fault("unknown_card", 4, "yaku.goko.when.all", "there is no class and no card 'crnae'", "did you mean 'crane'?"),
    fault(
        "unknown_card_of_a_class",
        4,
        "classes.kasu_card.cards",
        "there is no class and no card 'sakecup'",
        "did you mean 'sake-cup'?",
    ),
    fault(
        "unknown_card_of_points",
        3,
        "card_points.cards.rain-mna",
        "there is no class and no card 'rain-mna'",
        "did you mean 'rain-man'?",
    ),
    fault("unknown_card_of_the_deck", 3, "deck.without", "expected a month from 1 to 12, found '13' (in '13B')"),
    fault("unknown_class", 4, "yaku.goko.when.count", "there is no class 'brihgt'", "did you mean 'bright'?"),
    fault(
        "unknown_class_of_a_value",
        4,
        "yaku.tane.value",
        "there is no class and no card 'anmial'",
        "did you mean 'animal'?",
    ),
    fault(
        "unknown_class_of_points",
        3,
        "card_points.classes.brigt",
        "there is no class and no card 'brigt'",
        "did you mean 'bright'?",
    ),
    fault("unknown_group", 4, "yaku.kasu.group", "there is no group 'ribons'", "did you mean 'ribbons'?"),
    fault("unknown_group_of_a_void", 8, "voids.rain.groups", "there is no group 'veiwing'", "did you mean 'viewing'?"),
    fault("unknown_key", 4, "yaku.goko.vlaue", "unknown key 'vlaue'", "did you mean 'value'?"),
    fault("unknown_key_of_a_class", 4, "classes.kasu_card.card", "unknown key 'card'", "did you mean 'cards'?"),
    fault("unknown_key_of_a_group", 4, "groups.brights.count", "unknown key 'count'", "did you mean 'counts'?"),
    fault("unknown_key_of_a_step", 4, "settlement.points.tims", "unknown key 'tims'", "did you mean 'times'?"),
    fault("unknown_key_of_a_value", 4, "yaku.goko.value.point", "unknown key 'point'", "did you mean 'points'?"),
    fault("unknown_key_of_a_void", 7, "voids.rain.off", "unknown key 'off'", "did you mean 'of'?"),
    fault("unknown_key_of_the_table", 3, "table.playres", "unknown key 'playres'", "did you mean 'players'?"),
    fault("unknown_letter", 4, "yaku.goko.when.all", "month 4 has 4ARCC and no bright, found 'B' (in '1B 4B')"),
    fault(
        "unknown_operator", 4, "settlement.points.do", "there is no operator 'moov'", "the operators are move, win, end"
    ),
    fault("unknown_section", 2, "yakuu", "unknown key 'yakuu'", "did you mean 'yaku'?"),
    fault(
        "unknown_source",
        8,
        "yaku.house.source",
        "a source begins with the name of one under 'sources', found 'huose, of old'",
        "did you mean 'house'?",
    ),
    fault(
        "unknown_source_of_a_step",
        4,
        "settlement.points.source",
        "a source begins with the name of one under 'sources', found 'ruligns K6'",
        "did you mean 'ruling'?",
    ),
    fault("unknown_wild_card", 3, "wild.card", "there is no class and no card 'lightnig'", "did you mean 'lightning'?"),
    fault("unknown_word", 4, "yaku.goko.when.al", "unknown word 'al'", "did you mean 'all'?"),
    fault(
        "unknown_word_inside", 7, "yaku.goko.when.either.1.not.cuont", "unknown word 'cuont'", "did you mean 'count'?"
    ),
    fault("value_of_too_few_seats", 4, "yaku.spring.value", "expected a worth for each of 4 seats, found [30, 20]"),
    fault("value_without_cards", 4, "yaku.goko.value", "expected 'of', cards, together with 'each' or 'steps'"),
    fault("wrong_type", 3, "table.hand", "expected a whole number or a mapping, found 'eight'"),
    fault("wrong_type_of_players", 3, "table.players", "expected a list, found 2; write [2]"),
    fault("yaku_with_a_number", 3, "yaku.goko", "expected a mapping, found 10"),
]


@pytest.mark.parametrize("item", FAULTS, ids=lambda item: item.stem)
def test_a_broken_game_is_refused_with_its_file_line_and_path(item: Fault) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_hanafuda_rules(str(item.file))
    assert caught.value.message == item.message
    assert (caught.value.code, caught.value.file) == ("rule_table", str(item.file))
    assert (caught.value.line, caught.value.path) == (item.line, item.path)


@pytest.mark.parametrize("item", FAULTS, ids=lambda item: item.stem)
def test_checking_a_broken_game_prints_the_error_and_exits_with_1(item: Fault) -> None:
    result = CliRunner().invoke(app, ["rules", "check", str(item.file)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    if item.stem != "another_game":  # of which it is not known that it is of hanafuda
        assert result.stderr == f"error: {item.message}\n"


def test_every_broken_file_has_its_row() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(item.stem for item in FAULTS)
