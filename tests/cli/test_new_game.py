"""``yaku rules new NAME --game hanafuda``: a small game of one's own that is right as it is written."""

from pathlib import Path

import pytest

import calc
from calc.games import check_rule_file
from calc.hanafuda.rules.ruleset import HanafudaRules
from tests.cli.running import run_yaku


def written(folder: Path, lang: str = "en") -> Path:
    path = folder / "garden.yaml"
    ran = run_yaku("rules", "new", "garden", "--game", "hanafuda", "-o", str(path), "--lang", lang)
    assert (ran.out, ran.err, ran.code) == (f"{path}: written; it is a game of its own\n", "", 0)
    return path


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_is_right_and_says_nothing_in_vain(lang: str, tmp_path: Path) -> None:
    checked = check_rule_file(str(written(tmp_path, lang)))
    assert (checked.mistakes, checked.doubts) == ([], [])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_section_is_told_and_lines_that_are_off_can_be_taken_on(lang: str, tmp_path: Path) -> None:
    path = written(tmp_path, lang)
    lines = path.read_text(encoding="utf-8").splitlines()
    for place, line in enumerate(lines):
        if line[:1].isalpha() and line.endswith(":"):
            assert lines[place - 1].startswith("# "), line
    assert [line for line in lines if len(line) > 110 and path.name not in line] == []
    path.write_text("\n".join(lines).replace("# match: {", "match: {") + "\n", encoding="utf-8")
    checked = check_rule_file(str(path))
    assert (checked.mistakes, checked.doubts) == ([], [])
    assert checked.rules is not None
    assert checked.rules.match.rounds == 12


def test_the_round_of_its_first_lines_is_settled(tmp_path: Path) -> None:
    """Pine 20 + 5 + 2, moon 20, sake cup 10: 57; moon viewing 20 and a full month 10 are paid by Bea.

    Bea: curtain 20, wisteria 10 + 5 + 2, warbler 10, ribbon 5: 52; a full month 10 is paid by Aki.
    """
    path = written(tmp_path)
    assert '"Aki:1BRCC,8B,9A Bea:3B,4ARCC,2AR"' in path.read_text(encoding="utf-8")
    result = calc.settle_round("Aki:1BRCC,8B,9A Bea:3B,4ARCC,2AR", rules=str(path))
    assert isinstance(result, calc.HanafudaResult)
    assert {name: one.score for name, one in result.players.items()} == {"Aki": 57 + 30 - 10, "Bea": 52 - 30 + 10}
    assert result.winner == "Aki"


def test_a_house_file_of_it_puts_its_own_step_where_it_belongs(tmp_path: Path) -> None:
    written(tmp_path)
    house = tmp_path / "house.yaml"
    house.write_text(
        "game: hanafuda\nextends: garden.yaml\nversion: 1.0.0\nname: {en: House, ja: うち}\nsources: {house: ours}\n"
        "settlement:\n"
        "  late: {do: move, of: 5, for: {of: each, that: {cards: {at_most: 6}}}, before: winner, source: house}\n",
        encoding="utf-8",
    )
    # Both captured few cards; Bea has 32 + 5 and 7 cards, so only Aki has 77 + 5.
    result = calc.settle_round("Aki:1BRCC,8B,9A Bea:3B,4ARCC,2AR", rules=str(house))
    assert isinstance(result, calc.HanafudaResult)
    assert {name: one.score for name, one in result.players.items()} == {"Aki": 82, "Bea": 32}
    rules = calc.load_rules(str(house))
    assert isinstance(rules, HanafudaRules)
    assert list(rules.steps) == ["card_points", "yaku", "late", "winner"]


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path)
    ran = run_yaku("rules", "new", "garden", "--game", "hanafuda", "-o", str(path))
    assert ran.code == 2
    assert "there is a file" in ran.err
