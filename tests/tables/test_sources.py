"""The sources of rule sets: what a file says of them, what a sheet prints, and which of them say too little."""

from pathlib import Path

import pytest

import calc
from calc.strict_yaml import load
from calc.tables import Source, rules_folder
from tests.rows import Rows

ROWS = Rows(__file__)


HEAD = "game: riichi\nextends: riichi\nversion: 1.0.0\nname: {en: Ours, ja: 自分の}\n"
#: The project's own page, which comes with every rule set.
OWN = "ruling"
#: Sources without a date or edition, or without an address, of which no more is known.
INCOMPLETE = {
    *(f"{name} table" for name in ("rmu", "npm", "saikouisen-classic", "mu")),
    *(f"{name} tsumora" for name in ("npm", "saikouisen-classic")),
}


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    return tmp_path / "ours.yaml"


def sources_of_file(path: Path) -> dict[str, Source]:
    """The sources that a file itself names."""
    given = load(path.read_text(encoding="utf-8"), file=None).value.get("sources", {})
    return {name: Source(**{"title": one} if isinstance(one, str) else one) for name, one in given.items()}


def test_no_source_says_less_than_those_of_which_no_more_is_known() -> None:
    found = {
        f"{path.stem} {name}"
        for path in rules_folder().rglob("*.yaml")
        for name, source in sources_of_file(path).items()
        if name != OWN and not (source.url and (source.date or source.edition))
    }
    assert found == INCOMPLETE


def test_a_source_is_a_title_or_all_that_identifies_a_publication(ours: Path) -> None:
    ours.write_text(
        f"""{HEAD}sources:
  house: Our table
  book: {{title: A book, publisher: A club, edition: "1.10", date: 2025-05, url: "https://example.org/book"}}
  year: {{title: A leaflet, edition: 2, date: 2025}}
options: {{kiriage_mangan: {{default: false, source: "house; book, 5.1; year"}}}}
""",
        encoding="utf-8",
    )
    rules = calc.load_rules(str(ours))
    assert {name: str(rules.sources[name]) for name in ("house", "book", "year")} == {
        "house": "Our table",
        "book": "A book (A club, 1.10, 2025-05), https://example.org/book",
        "year": "A leaflet (2, 2025)",
    }
    assert rules.sources["house"] == Source(title="Our table")


@ROWS.each("what_is_wrong_with_a_source_is_told_at_its_place")
def test_what_is_wrong_with_a_source_is_told_at_its_place(source: str, message: str, ours: Path) -> None:
    ours.write_text(f"{HEAD}sources: {{book: {source}}}\n", encoding="utf-8")
    with pytest.raises(calc.RuleTableError) as caught:
        calc.load_rules(str(ours))
    assert f"ours.yaml:5, {message}" in str(caught.value)


def test_a_source_of_the_same_name_takes_the_place_of_the_old_one(ours: Path) -> None:
    ours.write_text(f"{HEAD}sources: {{guide: {{title: Another guide}}}}\n", encoding="utf-8")
    assert calc.load_rules(str(ours)).sources["guide"] == Source(title="Another guide")


def test_a_new_source_drops_that_a_value_was_not_verified(ours: Path, tmp_path: Path) -> None:
    ours.write_text(
        f"{HEAD}options: {{kiriage_mangan: {{unverified: true}}, renhou: {{unverified: true}}}}\n", encoding="utf-8"
    )
    theirs = tmp_path / "theirs.yaml"
    theirs.write_text(
        HEAD.replace("extends: riichi", "extends: ours.yaml")
        + "sources: {house: us}\noptions: {renhou: {source: house}}\n",
        encoding="utf-8",
    )
    options = calc.load_rules(str(theirs)).options
    assert (options["kiriage_mangan"].unverified, options["renhou"].unverified) == (True, False)
    assert options["kiriage_mangan"].source == calc.load_rules("riichi").options["kiriage_mangan"].source


def test_what_a_set_is_about_is_not_said_of_a_set_that_extends_it(ours: Path) -> None:
    ours.write_text(HEAD, encoding="utf-8")
    assert calc.load_rules("riichi").about is not None
    assert calc.load_rules(str(ours)).about is None
    ours.write_text(f"{HEAD}about: {{en: Our table., ja: うちの卓。}}\n", encoding="utf-8")
    about = calc.load_rules(str(ours)).about
    assert about is not None
    assert about.text("ja") == "うちの卓。"
