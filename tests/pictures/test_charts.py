"""Charts: static shapes, told apart without colour, the same every time; names are only text."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

from calc.errors import CalcError
from calc.pictures.charts import bars, histogram, score_curve
from calc.pictures.svg import Picture
from calc.translation import spoken_in
from tests.cli.running import run_yaku

STRANGE = ("<script>alert(1)</script>", "$\\frac{1}{0}$", "_hidden", "長い名前", "a\x1b[2J", "x" * 90)
ROUNDS = ("Start", "E1", "E2")


def curve(**scores: list[int]) -> Picture:
    return score_curve("Scores", scores, ROUNDS)


def texts(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.standalone())
    return ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")]


def test_a_curve_names_its_players_its_rounds_and_the_last_scores() -> None:
    drawn = curve(Aki=[25000, 26000, 20000], Bea=[25000, 24000, 30000])
    assert {"Aki", "Bea", "Start", "E1", "E2"} <= set(texts(drawn))
    assert drawn.desc == "At the end: Aki 20,000, Bea 30,000"
    japanese = spoken_in("ja", score_curve, "点", {"Aki": [1, 2]}, ROUNDS)
    assert japanese.desc == "終わりの点：Aki 2"


def test_lines_differ_by_dashes_without_colour() -> None:
    drawn = curve(Aki=[1, 2, 3], Bea=[1, 3, 2], Cho=[1, 1, 1], Dan=[1, 0, 9]).standalone()
    dashes = re.findall(r'stroke-dasharray="([\d. ,]+)"', drawn)
    assert len(set(dashes)) == 3
    assert 'stroke-width="2" stroke-linecap="square"' in drawn  # the one without dashes


def test_a_curve_is_the_same_every_time() -> None:
    assert curve(Aki=[1, 2, 3]).standalone() == curve(Aki=[1, 2, 3]).standalone()


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_is_only_text(name: str) -> None:
    one = {name: [25000, 1, 2]}
    for drawn in (
        score_curve(name, one, [name, "E1", "E2"]),
        bars(name, {name: {name: 2}}),
        histogram(name, {name: 3}),
    ):
        text = drawn.standalone()
        assert not re.search(r"<script|<style type", text)
        assert any(one.startswith(name[:3].replace("a\x1b", "a�")) for one in texts(drawn))


def test_ends_that_lie_close_together_are_written_apart() -> None:
    drawn = curve(Aki=[25000, 25000, 25000], Bea=[25000, 25000, 25000], Cho=[25000, 25000, 25010]).standalone()
    heights = [float(y) for y in re.findall(r'y="([\d.]+)" transform="[^"]*">(?:Aki|Bea|Cho)<', drawn)]
    assert len(heights) == 3
    assert min(abs(a - b) for a in heights for b in heights if a is not b) > 8


def test_a_game_without_rounds_is_a_point() -> None:
    assert "Aki" in texts(score_curve("Scores", {"Aki": [25000]}, ["Start"]))


def test_bars_and_histograms_say_their_numbers() -> None:
    counts = {"Aki": {"1": 3, "2": 0}, "Bea": {"1": 1, "2": 2}}
    assert bars("Places", counts).desc == "Aki: 1 3, 2 0; Bea: 1 1, 2 2"
    assert spoken_in("ja", histogram, "Han", {"1": 1200, "2": 7}).desc == "1: 1,200、2: 7"


def test_identifiers_of_two_charts_do_not_clash() -> None:
    one, other = (set(re.findall(r'id="([^"]+)"', curve(Aki=[1, 2, last]).body)) for last in (3, 4))
    assert one
    assert not one & other


def test_without_the_library_a_curve_is_refused_and_a_page_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CalcError, match=r"pip install 'yaku-calc\[pictures\]'"):
        curve(Aki=[1, 2, 3])
    ran = run_yaku("game", "samples/games/four-players.yaml", "--format", "svg")
    assert (ran.out, ran.code) == ("", 1)
    assert "needs matplotlib, which is not installed: pip install 'yaku-calc[pictures]'" in ran.err
    ran = run_yaku("game", "samples/games/four-players.yaml", "--format", "html")
    assert ran.code == 0
    assert "Scores after each round" not in ran.out
    assert "without the chart of the scores: pip install 'yaku-calc[pictures]'" in ran.err
