"""One malformed rule file for every mistake the loader knows, each told with its file, line, path and a hint."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

import calc
from calc.cli.main import app
from calc.mahjong.load import load_mahjong_rules

FOLDER = Path(__file__).parent / "broken"


@dataclass(frozen=True)
class Fault:
    """What the message about ``stem.yaml`` must hold. ``line`` is none where no line is to blame."""

    stem: str
    line: int | None
    path: str | None
    words: tuple[str, ...]
    #: The file that is blamed, where it is another one.
    blamed: str | None = None
    #: Why the loader does not tell this yet.

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.stem}.yaml"

    @property
    def beginning(self) -> str:
        """Where the message says the mistake is."""
        place = str(FOLDER / f"{self.blamed or self.stem}.yaml")
        place += f":{self.line}" if self.line is not None else ""
        return f"{place}, {self.path}: " if self.path else f"{place}: "


def fault(stem: str, line: int | None, path: str | None, *words: str, blamed: str | None = None) -> Fault:
    return Fault(stem, line, path, words, blamed)


FAULTS = [
    # ---- keys and types
    fault("unknown_key", 4, "yaku.pinfu.vlaue", "unknown key 'vlaue'", "did you mean 'value'?"),
    fault("unknown_section", 2, "yakus", "unknown key 'yakus'", "did you mean 'yaku'?"),
    fault("unknown_key_deep_inside", 3, "points.counters.tsumo_eahc", "did you mean 'tsumo_each'?"),
    fault("duplicate_key", 4, None, "each key once, found 'pinfu' a second time", "first in line 3"),
    fault("wrong_type", 3, "points.round_up_to", "expected a whole number", "found 'hundred'"),
    fault("wrong_type_in_a_list", 5, "points.chart.1.fu", "expected a whole number", "found 'thirty'"),
    fault("missing_key", 4, "yaku.uumensai", "the key 'name' is missing"),
    fault("missing_condition", 4, "yaku.uumensai", "the key 'when' is missing"),
    fault("missing_section", 1, None, "the keys 'seats', 'tiles', 'shapes', "),
    fault("missing_game", 1, "game", "expected 'game: riichi'"),
    fault("another_game", 2, "game", "expected 'game: riichi', found 'chess'"),
    fault("seat_twice", 2, "seats", "found E S S N"),
    fault("rounding_to_nothing", 3, "points.round_up_to", "0"),
    fault("copies_below_zero", 3, "tiles.copies", "-1"),
    # ---- what nothing would read
    fault(
        "draw_yaku_beside_another",
        5,
        "yaku.nagashi_haneman.at",
        "expected one yaku of an exhaustive draw, 'nagashi_mangan' is one",
    ),
    fault("draw_yaku_of_han", 4, "yaku.nagashi_mangan.value", "worth a 'level' or a 'limit', not han"),
    fault("draw_yaku_that_gives_way", 4, "yaku.nagashi_mangan.value.gives_way_to", "leave it out"),
    fault("draw_yaku_with_a_condition", 4, "yaku.nagashi_mangan.when", "a yaku of an exhaustive draw has no 'when'"),
    fault("draw_yaku_that_suppresses", 4, "yaku.nagashi_mangan.suppresses", "has no 'suppresses'"),
    fault("draw_yaku_that_is_no_yaku", 4, "yaku.nagashi_mangan.satisfies_minimum", "has no 'satisfies_minimum'"),
    fault("draw_yaku_out_of_a_win", 4, "yaku.tenhou.at", "'nagashi_mangan' is one"),
    fault("draw_yaku_in_a_condition", 4, "yaku.pinfu.when", "no win has 'nagashi_mangan'"),
    fault("draw_yaku_suppressed", 4, "yaku.pinfu.suppresses", "no win has 'nagashi_mangan'"),
    fault("han_that_gives_way", 4, "yaku.pinfu.value.gives_way_to", "only a 'level' of a win gives way"),
    fault("liable_for_no_limit", 3, "options.liable_for.default", "expected limit hands, 'pinfu' is none"),
    fault("four_alike_in_groups", 3, "shapes.standard.four_alike", "only seven_pairs can have four of a kind as pairs"),
    fault("shape_of_no_name", 3, "shapes.seven_pair", "there is no shape 'seven_pair'; did you mean 'seven_pairs'?"),
    fault(
        "base_without_shares",
        2,
        "points",
        "expected 'base' and 'shares', or neither where the levels are a chart; found 'base' alone",
    ),
    fault("share_of_another_payer", 4, "points.shares.dealer_ron.from_each", "expected from_discarder here"),
    # ---- forms
    fault("empty", 1, None, "expected a mapping of rule sections"),
    fault("not_a_mapping", 1, None, "expected a mapping of rule sections"),
    fault("section_not_a_mapping", 2, "yaku", "expected a mapping, found a list"),
    fault("entry_not_a_mapping", 3, "yaku.pinfu", "expected", "found 1"),
    fault("options_not_a_mapping", 2, "options", "expected a mapping", "['kazoe']"),
    fault("option_not_a_mapping", 3, "options.kazoe", "is none of the choices; did you mean 'none'?"),
    fault("choices_not_a_mapping", 4, "options.kazoe.choices", "expected a mapping from each choice to its changes"),
    fault("not_yaml", 3, None, "expected well-formed YAML"),
    fault("second_document", 3, None, "expected one document, found a second one"),
    fault("alias_bomb", 1, None, "at most 200,000 values", "aliases counted each time"),
    fault("tag", 2, None, "expected a value without a tag", "quote text instead"),
    fault("merge_key", 5, None, "found the merge key '<<'", "write out what it would merge"),
    # ---- sources
    fault("missing_source", 3, "yaku.uumensai", "the key 'source' is missing"),
    fault("unknown_source", 6, "yaku.pinfu.source", "found 'huose, as always'", "did you mean 'house'?"),
    fault("unknown_second_source", 4, "yaku.pinfu.source", "rulings R2", "did you mean 'ruling'?"),
    fault("empty_source", 4, "yaku.pinfu.source", "found ''", "expected 'guide' or 'ruling'"),
    # ---- names of nothing
    fault("dangling_set", 4, "yaku.tanyao.when", "there is no set 'simples'", "did you mean 'simple'?"),
    fault("dangling_set_in_fu", 4, "fu.hand.open_quad", "there is no set 'simpel'", "did you mean 'simple'?"),
    fault("dangling_fact", 4, "yaku.paarenchan.when", "no fact 'dealer_kept'", "did you mean 'dealer_keeps'?"),
    fault("dangling_suppressed_yaku", 4, "yaku.junchan.suppresses", "no yaku 'chnata'", "did you mean 'chanta'?"),
    fault(
        "dangling_yaku_in_a_condition",
        4,
        "yaku.tanyao.when",
        "there is no yaku 'pinfuu'",
        "did you mean 'pinfu'?",
    ),
    fault("dangling_level", 4, "yaku.renhou.value.level", "no level 'manganese'", "did you mean 'mangan'?"),
    fault(
        "dangling_option_value",
        4,
        "options.liable_for.default",
        "there is no yaku 'daisuusi'",
        "did you mean 'daisuushi'?",
    ),
    fault(
        "dangling_set_of_melds",
        4,
        "liability.needs.daisangen.of",
        "there is no set of tiles 'dragoon'",
        "did you mean 'dragon'?",
    ),
    fault(
        "liable_for_no_melds",
        4,
        "options.liable_for.default",
        "expected limits whose melds stand under liability.needs (daisangen,",
        "found 'kokushi_musou'",
    ),
    fault("melds_and_quads", 4, "liability.needs.daisangen", "expected one of: a number of melds, a number of quads"),
    # ---- conditions
    fault("unknown_word", 4, "yaku.chiitoitsu.when.shpae", "unknown word 'shpae'", "did you mean 'shape'?"),
    fault("unknown_word_inside", 7, "yaku.chiitoitsu.when.any.1.not.wiat", "unknown word", "did you mean 'wait'?"),
    fault("unknown_value_of_a_word", 4, "yaku.pinfu.when.wait", "'two_sided'"),
    fault(
        "unknown_key_of_a_pick",
        4,
        "yaku.toitoi.when.groups.every.knid",
        "unknown key 'knid'",
        "did you mean 'kind'?",
    ),
    fault("count_without_what", 4, "yaku.sanankou.when.groups", "a count needs both a number", "'of'"),
    fault("what_without_count", 4, "yaku.sanankou.when.groups", "a count needs both a number", "'of'"),
    fault("pair_that_is_a_quad", 4, "yaku.sanankou.when.parts.some", "a pair is neither a quad nor called"),
    fault("word_without_fields", 4, "yaku.tanyao.when.tiles", "expected 'every', 'some' or 'none'"),
    fault("declaration_without_fields", 4, "yaku.riichi.when.declared", "expected one of 'riichi'", "or 'north'"),
    fault("condition_in_words", 4, "yaku.riichi.when.not", "such as {by: tsumo}, found 'riichi'"),
    fault("word_of_a_list", 4, "yaku.pinfu.when", "expected a condition"),
    fault("empty_list_of_conditions", 4, "yaku.riichi.when.any", "expected a list of conditions under 'any', found []"),
    fault("empty_condition", 4, "yaku.riichi.when", "found {}"),
    fault("wait_for_nothing", 4, "yaku.pinfu.when.wait", "[]"),
    fault("yaku_of_nothing", 4, "yaku.tanyao.when.yaku", "[]"),
    fault("declaration_of_nothing", 4, "yaku.riichi.when.declared", "[]"),
    fault("fact_of_nothing", 4, "yaku.paarenchan.when.fact", "{}"),
    fault(
        "number_without_bounds",
        4,
        "yaku.chinitsu.when.suits",
        "'exactly', 'at_least' or 'at_most'",
    ),
    # ---- patterns and tiles
    fault(
        "pattern_shape",
        4,
        "yaku.iipeikou.when.pattern",
        "expected 'run', 'triplet', 'concealed triplet', 'quad' or 'pair'",
        "found 'rnu n a'",
    ),
    fault("pattern_rank", 4, "yaku.iipeikou.when.pattern", "a letter as in n or n+1", "found 'run n+9 a'"),
    fault("pattern_suit_as_rank", 4, "yaku.iipeikou.when.pattern", "found 'run m a'"),
    fault("pattern_too_long", 4, "yaku.iipeikou.when.pattern", "expected 1 to 4 groups"),
    fault(
        "pattern_different_letters",
        4,
        "yaku.iipeikou.when.pattern",
        "letters of suits, or letters of ranks, found 'n b'",
    ),
    fault("pattern_different_unknown", 4, "yaku.iipeikou.when.pattern", "letters of suits, or", "found 'a b'"),
    fault("pattern_two_pairs", 4, "yaku.iipeikou.when.pattern", "expected 1 to 4 groups, and one pair at most"),
    fault("pattern_of_no_group", 4, "yaku.iipeikou.when.pattern", "expected 1 to 4 groups, and one pair at most"),
    fault("dora_of_nothing", 4, "yaku.iipeikou.when.dora", "expected one of 'dora', 'red',"),
    fault("dora_of_another_kind", 4, "yaku.iipeikou.when.dora", "there is no choice 'blue'"),
    fault("ranks_without_number", 4, "yaku.iipeikou.when.rank_sum", "expected 'exactly', 'at_least' or 'at_most'"),
    fault("dangling_set_of_ranks", 4, "yaku.iipeikou.when", "no set 'character'", "did you mean 'characters'?"),
    fault("pattern_impossible", 4, "yaku.iipeikou.when.pattern", "no hand can hold these groups"),
    fault("tiles_of_a_set", 2, "sets", "set 'green'", "expected an honour 1z to 7z", "column 7"),
    fault("tiles_of_the_game", 3, "tiles.kinds", "expected a suit letter", "column 11"),
    fault("tiles_of_a_condition", 4, "yaku.daisharin.when.concealed", "expected a suit letter", "found 'd'"),
    fault("tile_with_two_successors", 3, "dora.order", "a tile stands twice, again in row 2"),
    fault("red_five_in_a_condition", 4, "yaku.daisharin.when.before_win", "0"),
    # ---- values
    fault("han_and_limit", 4, "yaku.daisharin.value", "expected exactly one of 'han', 'limit' and 'level'"),
    fault("no_value", 4, "yaku.daisharin.value", "expected exactly one of 'han', 'limit' and 'level'"),
    fault("four_limits", 4, "yaku.daisharin.value.limit", "4"),
    fault("when_and_each", 4, "fu.hand.open_quad", "expected 'when' or 'each', not both"),
    fault("fu_reason_twice", 4, "fu.hand.tsumo", "'tsumo'"),
    fault("circle_of_conditions", 2, "yaku", "in a circle: pinfu -> tanyao -> pinfu"),
    fault("circle_with_another_yaku", 2, "yaku", "in a circle: paarenchan -> pinfu -> paarenchan"),
    # ---- extends
    fault("extends_itself", 2, "extends", "'extends_itself' extends this file in turn"),
    fault("extends_in_a_loop", 2, "extends", "cannot stand on itself", blamed="extends_back_again"),
    fault("extends_back_again", 2, "extends", "cannot stand on itself", blamed="extends_in_a_loop"),
    fault("extends_unknown", 2, "extends", "unknown rule set 'richi'", "did you mean 'riichi'?"),
    fault("extends_outside", 2, "extends", "unknown rule set '../broken/unknown_key.yaml'"),
    fault("extends_a_number", 2, "extends", "expected the id of a rule set, found 7"),
    fault(
        "null_removes_nothing",
        3,
        "yaku.daisharinn",
        "no 'daisharinn' here",
        "did you mean 'daisharin'?",
    ),
    fault(
        "null_removes_nothing_deep_inside",
        4,
        "points.levels.double_mangan",
        "did you mean 'mangan'?",
    ),
    # ---- options
    fault("option_name", 3, "options.Kiriage-Mangan", "expected a flat snake_case name"),
    fault("option_with_choices_and_path", 3, "options.kazoe", "expected either 'choices' or 'path'"),
    fault("option_without_choices_and_path", 3, "options.round", "expected 'choices' or 'path'"),
    fault("option_without_question", 3, "options.round", "the key 'question' is missing"),
    fault("uma_for_three", 4, "options.uma.default", "one uma a place, 4 in all, found 3"),
    fault("uma_that_sums_up", 4, "options.uma.default", "uma that sum to 0, found 1"),
    fault("uma_floating_without_a_row", 5, "options.uma.default", "from 0 to 4, found 1, 2, 3"),
    fault("uma_floating_that_sums_up", 5, "options.uma.default", "uma that sum to 0, found 1"),
    fault("uma_floating_for_three", 5, "options.uma.default", "one uma a place, 4 in all, found 3"),
    fault("winds_beyond_the_seats", 4, "options.rounds.default", "at most 3 winds", "found 4"),
    fault("pool_that_cannot_be_shared", 4, "options.waiting_pool.default", "a pool that 3 can pay to 1, found 1000"),
    fault(
        "sum_that_cannot_be_shared",
        5,
        "points.levels.four_han.pays.dealer_tsumo_in_all",
        "a sum that 2 can pay in equal parts, found 2001",
    ),
    fault("no_north_to_set_aside", 4, "tiles.kinds", "expected North (4z) among the tiles, for Norths are set aside"),
    fault("chart_of_no_han", 4, "points.chart.0.ron_from_han", "of at least 1", "found 0"),
    fault("abortive_draw_of_nothing", 4, "options.abortive_draws.default", "did you mean 'suukaikan'?"),
    fault("chombo_at_no_level", 4, "rounds.chombo.level", "no level 'mangann'", "did you mean 'mangan'?"),
    fault("option_default", 3, "options.kazoe", "'yakumann' is none of the choices", "did you mean 'yakuman'?"),
    fault("option_default_true", 3, "options.double_wind_pair_fu", "true", "expected '4' or '2'"),
    fault("option_changes_without_path", 4, "options.kazoe.choices.none", "changes `path: value`"),
    fault("option_path_to_nowhere", 4, "options.kazoe.choices.yakuman", "'points.level.mangan.base' leads nowhere"),
    fault(
        "option_removal_to_nowhere", 4, "options.kazoe.choices.yakuman", "'points.level.kazoe_yakuman' leads nowhere"
    ),
    fault(
        "option_removes_nothing",
        6,
        "options.round.choices.false",
        "points.base.round_up_abov",
        "round_up_above",
    ),
    fault(
        "option_value_to_nowhere",
        6,
        "options.round.path",
        "'points.rounding.up_to' leads nowhere",
    ),
    fault("option_path_that_is_no_text", 4, "options.red_fives.path", "7"),
    fault(
        "option_changes_an_unknown_key",
        6,
        "options.round.choices.true",
        "'round_upto'",
        "did you mean 'round_up_to'?",
    ),
    fault("options_that_change_the_same", 8, "options.pinfu_worth", "'house_base' and 'pinfu_worth' both change"),
    fault("option_label_of_no_choice", 5, "options.kazoe.labels.nothing", "there is no choice 'nothing'"),
    fault("red_fives_beyond_copies", 4, "options.red_fives.default", "300"),
]

#: Right as it is loaded; wrong only under a choice that `yaku rules check` tries.
WRONG_CHOICE = "option_choice_that_does_not_fit"


def rows() -> list[object]:
    return [
        pytest.param(
            item,
            id=item.stem,
        )
        for item in FAULTS
    ]


@pytest.mark.parametrize("item", rows())
def test_a_broken_rule_file_is_refused_with_its_file_line_and_path(item: Fault) -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(str(item.file))
    message = caught.value.message
    assert message.startswith(item.beginning)
    for word in item.words:
        assert word in message.removeprefix(item.beginning)
    assert caught.value.code == "rule_table"


# Checking loads a file with every choice of every option; what it prints is the loader's error, asked of all above.
@pytest.mark.parametrize("item", FAULTS[::6], ids=lambda item: item.stem)
def test_checking_a_broken_rule_file_prints_the_error_and_exits_with_1(item: Fault) -> None:
    result = CliRunner().invoke(app, ["rules", "check", str(item.file)])
    assert result.stderr.startswith(f"error: {item.beginning}")
    assert result.stderr.count("\n") == 1
    assert (result.exit_code, result.stdout) == (1, "")


def test_every_broken_file_has_its_row() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted([WRONG_CHOICE, *(item.stem for item in FAULTS)])


def test_a_choice_that_does_not_fit_is_found_by_checking_though_the_default_loads() -> None:
    file = FOLDER / f"{WRONG_CHOICE}.yaml"
    assert load_mahjong_rules(str(file)).points.round_up_to == 100
    result = CliRunner().invoke(app, ["rules", "check", str(file)])
    assert "points.round_up_to: expected a whole number, found 'ten'" in result.stderr
    assert (result.exit_code, result.stdout) == (1, "")


def test_an_error_knows_its_file_and_line_also_where_the_yaml_itself_is_wrong() -> None:
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(str(FOLDER / "duplicate_key.yaml"))
    assert (caught.value.file, caught.value.line) == (str(FOLDER / "duplicate_key.yaml"), 4)


def test_an_error_knows_its_file_line_and_path() -> None:
    file = str(FOLDER / "unknown_key.yaml")
    with pytest.raises(calc.RuleTableError) as caught:
        load_mahjong_rules(file)
    assert (caught.value.file, caught.value.line, caught.value.path) == (file, 4, "yaku.pinfu.vlaue")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.yaml"
    file.write_bytes(b"\xff\xfe\x00game")
    with pytest.raises(calc.RuleTableError, match=r"binary\.yaml:1: expected text in UTF-8, found other bytes"):
        load_mahjong_rules(str(file))


def test_a_file_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(
        calc.RuleTableError, match=r"expected a rule file, but there is no file '\./nowhere\.yaml'"
    ) as caught:
        load_mahjong_rules("./nowhere.yaml")
    assert caught.value.code == "unknown_rules"


@pytest.mark.parametrize("stem", ["unknown_key", "alias_bomb"])
def test_the_command_prints_no_traceback(stem: str) -> None:
    command = [sys.executable, "-m", "calc", "rules", "check", str(FOLDER / f"{stem}.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert (done.returncode, done.stdout) == (1, "")


def test_a_right_file_is_said_to_be_right(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("extends: riichi\nversion: 2.1.0\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["rules", "check", str(file)])
    assert result.stdout.startswith("house@2.1.0: right (")
    assert (result.exit_code, result.stderr) == (0, "")
