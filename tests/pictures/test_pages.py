"""Pages: one file that needs nothing else, well-formed, told to screen readers; names of strangers are only text."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Ran, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


LINE = "riichi 123m406p789s1122z +2z ron from=W seat=S round=E riichi"
#: A command for each kind of page.
PAGES: dict[str, Any] = ROWS["pages"]
EVIL = '<img src=x onerror="alert(1)">'
VOID = {"meta", "br", "img", "link", "input", "hr"}


class _Reader(HTMLParser):
    """Reads a page, and finds elements that are not closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value for _, other, value in self.attributes if other == name]


def page(*arguments: str) -> tuple[Ran, _Reader]:
    ran = run_yaku(*arguments, "--format", "html")
    return ran, _Reader(ran.out)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_nothing_else_and_is_well_formed(name: str, lang: str) -> None:
    ran, read = page(*PAGES[name], "--lang", lang)
    assert read.values("lang") == [lang]
    assert not {"script", "link", "img", "iframe", "object", "image", "foreignobject"} & read.tags.keys()
    assert all(value.startswith("#") for value in read.values("href"))
    assert not read.values("src")
    assert not re.search(r"url\((?!#)|@import|@font-face", ran.out)
    assert not [one for one in read.attributes if one[1].startswith("on")]
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in read.values("href")} <= set(ids)
    assert read.tags["h1"] == read.tags["main"] == read.tags["title"] - read.values("role").count("img") == 1
    # Every picture is named; the parts that pictures share are hidden from readers.
    assert read.values("role").count("img") + read.values("aria-hidden").count("true") == sum(
        1
        for tag, name, _ in read.attributes
        if (tag, name) == ("svg", "viewbox") or (tag, name) == ("svg", "aria-hidden")
    ) - ran.out.count('viewBox="3 3 54 90"')


def test_a_page_of_a_win_says_what_the_text_says_and_why() -> None:
    ran, _ = page("score", LINE)
    for text in ("South wins 5,200 points by ron from West", "3 han 40 fu", "Red five", "+5,200", "Why?", "declared"):
        assert text in ran.out
    assert "Hand: 1 2 3 of characters, 4 red 5 6 of circles, 7 8 9 of bamboo, East, East, South, South" in ran.out
    assert "<details>" in ran.out
    assert "<details open>" in page("score", LINE, "--explain")[0].out


def test_a_wrong_claim_is_marked_by_a_word_and_ends_with_1() -> None:
    ran, _ = page(*PAGES["wrong claim"])
    assert ran.code == 1
    assert '<p class="wrong">The claim is wrong.</p>' in ran.out


def test_a_refusal_is_told_in_the_page_and_on_standard_error() -> None:
    ran, _ = page("score", "riichi 123m45")
    assert ran.code == 1
    assert 'class="wrong"' in ran.out
    assert "error: " in ran.err


GAME = """\
players: [{0}, Bea, Cho, Dan]
id: {0}
rounds:
  - {{id: {0}, draw: {{kind: exhaustive, waiting: [E]}}}}
"""
FLOWERS: str = ROWS["flowers"]
ROUND = "players: {{{0}: {{captured: 1BR 3B 8BA 9A}}, Bea: {{captured: 2AR}}}}\nid: {0}\nstopped_by: {0}\n"
RULES: str = ROWS["rules"]


@ROWS.each("names_of_strangers_are_only_text")
def test_names_of_strangers_are_only_text(tmp_path: Path, text: str, arguments: list[str], form: str) -> None:
    file = tmp_path / "evil.yaml"
    file.write_text(text.format(f"'{EVIL}'"), encoding="utf-8")
    ran = run_yaku(*arguments, str(file), "--format", form)
    assert "<img" not in ran.out, ran.err
    assert "&lt;img src=x" in ran.out.replace("\u00a0", " "), ran.err


@pytest.mark.parametrize(
    "arguments", [["rules", "show"], ["chart"], ["score", LINE, "--rules"], ["compare", LINE, "-r"]]
)
def test_what_a_rule_file_says_is_only_text(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "evil.yaml"
    file.write_text(RULES.format(f"'{EVIL}'", EVIL.replace('"', "")), encoding="utf-8")
    ran = run_yaku(*arguments, str(file), "--format", "html")
    assert ran.code == 0, ran.err
    assert "<img" not in ran.out


def test_what_a_claim_and_an_id_say_is_only_text() -> None:
    ran = run_yaku("dispute", LINE, "-c", "7700", "-c", "mangan", "--format", "html")
    assert "<h2>7700</h2>" in ran.out
    ran = run_yaku("score", f"{LINE} id=<b>", "--format", "html")
    assert "&lt;b&gt;" in ran.out
    assert "<b>" not in ran.out


def test_the_data_that_a_terminal_would_obey_is_left_out() -> None:
    ran = run_yaku("score", f"{LINE} id=\x1b[2J", "--format", "html")
    assert "\x1b" not in ran.out


@ROWS.each("what_has_no_single_picture_is_refused")
def test_what_has_no_single_picture_is_refused(arguments: list[str], message: str) -> None:
    ran = run_yaku(*arguments, "--format", "svg")
    assert (ran.out, ran.code) == ("", 2)
    assert message in ran.err


def test_hands_that_were_shown_at_a_draw_are_drawn_with_what_they_wait_for() -> None:
    ran, read = page("score", "samples/rounds/shown-hands.yaml")
    assert "<figcaption>East 234m67899p45s (555z): waits for 36s</figcaption>" in ran.out
    assert "<figcaption>South 1111m234567p789s: does not wait</figcaption>" in ran.out
    assert [read.values("class").count(one) for one in ("whole", "folded")] == [4, 4]
    picture = run_yaku("score", "samples/rounds/shown-hands.yaml", "--format", "svg")
    assert [one for one in ("East", "South", "West", "North") if f">{one}</text>" in picture.out] == [
        "East",
        "South",
        "West",
        "North",
    ]


def test_a_round_shows_the_hand_of_each_winner() -> None:
    _, read = page("score", "samples/rounds/double-ron.yaml")
    assert [read.values("class").count(one) for one in ("whole", "folded")] == [2, 2]


def test_a_game_shows_its_curve_and_the_hands_of_its_rounds() -> None:
    ran, _ = page("game", "samples/games/four-players.yaml")
    assert ran.out.count("Scores after each round") == 1
    assert "<summary>Hands</summary>" in ran.out
    amounts = '+12,000<span class="then">37,000</span>'
    assert f'<td role="cell" class="number" data-head="Bea">{amounts}</td>' in ran.out


def test_a_refused_record_has_no_picture() -> None:
    ran = run_yaku("score", "riichi 123m45", "--format", "svg")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.startswith("error: ")
