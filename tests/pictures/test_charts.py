"""Curves and charts: static shapes, told apart without colour, the same every time; names are only text."""

import re
from xml.etree import ElementTree

import pytest

from calc.pictures.charts import bars, histogram
from calc.pictures.curve import curve_picture
from calc.pictures.svg import Picture
from calc.translation import spoken_in
from tests.cli.running import run_yaku

STRANGE = ("<script>alert(1)</script>", "$\\frac{1}{0}$", "_hidden", "長い名前", "a\x1b[2J", "x" * 90)
ROUNDS = ("E1", "E2")


def curve(**scores: list[int]) -> Picture:
    return curve_picture(scores, ROUNDS)


def texts(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.standalone())
    return ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")]


def test_a_curve_names_its_players_its_rounds_and_the_last_scores() -> None:
    drawn = curve(Aki=[25000, 26000, 20000], Bea=[25000, 24000, 30000])
    assert {"Aki", "Bea", "Start", "E1", "E2"} <= set(texts(drawn))
    assert drawn.desc == "At the end: Aki 20,000, Bea 30,000"
    japanese = spoken_in("ja", curve_picture, {"Aki": [1, 2]}, ROUNDS)
    assert japanese.desc == "終わりの点：Aki 2"


def test_lines_differ_by_dashes_without_colour() -> None:
    drawn = curve(Aki=[1, 2, 3], Bea=[1, 3, 2], Cho=[1, 1, 1], Dan=[1, 0, 9]).standalone()
    assert len(set(re.findall(r'stroke-dasharray="([\d. ]+|none)"', drawn))) == 4
    # And each point of a line has a mark of its own.
    assert [drawn.count(f'd="{mark}') for mark in ("M-4 0a4", "M-3.5-3.5h7", "M0-5l5 8", "M0-5l5 5l")] == [4] * 4


def test_a_curve_is_the_same_every_time() -> None:
    assert curve(Aki=[1, 2, 3]).standalone() == curve(Aki=[1, 2, 3]).standalone()


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_is_only_text(name: str) -> None:
    one = {name: [25000, 1, 2]}
    for drawn in (
        curve_picture(one, [name, "E2"]),
        bars(name, {name: {name: 2}}),
        histogram(name, {name: 3}),
    ):
        text = drawn.standalone()
        assert not re.search(r"<script|<style type", text)
        assert any(one.startswith(name[:3].replace("a\x1b", "a�")) for one in texts(drawn))


def test_ends_that_lie_close_together_are_written_apart() -> None:
    drawn = curve(Aki=[25000, 25000, 25000], Bea=[25000, 25000, 25000], Cho=[25000, 25000, 25010]).standalone()
    heights = [float(y) for y in re.findall(r'y="([\d.]+)" text-anchor="start">(?:Aki|Bea|Cho)<', drawn)]
    assert len(heights) == 3
    assert min(abs(a - b) for a in heights for b in heights if a is not b) > 8


def test_a_game_without_rounds_is_a_point() -> None:
    assert "Aki" in texts(curve_picture({"Aki": [25000]}, []))


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ([25000, 33000, 6700], ["0", "10,000", "20,000", "30,000", "40,000"]),
        ([0, 17, -12], ["-20", "-10", "0", "10", "20"]),
        ([25000, 25000], ["25,000", "25,001"]),
        ([0, 0], ["0", "1"]),
        ([29900, 30100], ["29,900", "29,950", "30,000", "30,050", "30,100"]),
        ([-(10**9), 10**9], ["-1,000,000,000", "-500,000,000", "0", "500,000,000", "1,000,000,000"]),
    ],
)
def test_lines_across_are_at_round_numbers_that_hold_all_scores(values: list[int], lines: list[str]) -> None:
    told = texts(curve(Aki=values))
    assert [one for one in told if re.fullmatch(r"-?[\d,]+", one)] == lines


def test_all_of_a_curve_is_inside_of_its_picture() -> None:
    names = ("Aki", "長" * 40, "x" * 40, *(f"player {at}" for at in range(5)))
    drawn = curve_picture({name: [25000, 10**7 - at, -(10**7)] for at, name in enumerate(names)}, ["E1", "E2"])
    root = ElementTree.fromstring(drawn.standalone())
    for one in (one for one in root.iter() if one.tag.endswith("}text")):
        told = "".join(one.itertext())
        wide = sum(16 if letter > "⺀" else 8 for letter in told)
        before = {"start": 0, "middle": wide / 2, "end": wide}[one.get("text-anchor", "")]
        left = float(one.get("x", "")) - before
        assert left >= 0, told
        assert left + wide <= drawn.width, told
        assert 0 < float(one.get("y", "")) < drawn.height, told


def test_bars_and_histograms_say_their_numbers() -> None:
    counts = {"Aki": {"1": 3, "2": 0}, "Bea": {"1": 1, "2": 2}}
    assert bars("Places", counts).desc == "Aki: 1 3, 2 0; Bea: 1 1, 2 2"
    assert spoken_in("ja", histogram, "Han", {"1": 1200, "2": 7}).desc == "1: 1,200、2: 7"


def test_charts_have_no_identifiers_that_others_of_a_page_could_have() -> None:
    assert "id=" not in bars("Places", {"Aki": {"1": 3}}).body + histogram("Han", {"1": 4}).body


def test_a_bar_is_as_long_as_its_number_is_large_and_all_is_inside_of_the_picture() -> None:
    counts = {"長" * 40: 4_000_000, "x" * 40: 2_000_000, "none": 0, **{str(at): at for at in range(40)}}
    for drawn in (histogram("Yaku", counts), bars("Places", {name: {"1": count} for name, count in counts.items()})):
        root = ElementTree.fromstring(drawn.standalone())
        wide = [float(one.get("width", "")) for one in root.iter() if one.tag.endswith("}rect")]
        assert wide[0] > 100
        assert wide[1:3] == [pytest.approx(wide[0] / 2, abs=0.01), 0]
        for one in (one for one in root.iter() if one.tag.endswith("}text")):
            told = sum(16 if letter > "⺀" else 8 for letter in "".join(one.itertext()))
            left = float(one.get("x", "")) - (told if one.get("text-anchor") == "end" else 0)
            assert left >= 0
            assert left + told <= drawn.width
            assert float(one.get("y", "")) < drawn.height


def test_pages_have_their_charts() -> None:
    for command, title in (("standings", "Places"), ("stats", "Yaku")):
        ran = run_yaku(command, "samples/games/four-players.yaml", "--format", "html")
        assert (ran.code, ran.err) == (0, "")
        assert f"<title>{title}</title>" in ran.out
    assert run_yaku("game", "samples/games/four-players.yaml", "--format", "svg").out.startswith("<svg")
