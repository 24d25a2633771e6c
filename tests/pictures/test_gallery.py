"""The gallery is what the command makes, and the README shows pictures of it."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from docs.gallery.__main__ import FOLDER, PAGE, gallery
from tests.test_readme import README

made = cache(gallery)
#: The files of the gallery; that there are no others is tested below.
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".svg", ".md"))


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_those_that_the_command_makes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == made()[name], "run python -m docs.gallery"


def test_there_are_no_other_files() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert files == {*made(), "__main__.py", "page.py", "page.png"}


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".svg")])
def test_a_picture_says_what_it_shows_and_needs_nothing_else(name: str) -> None:
    root = ElementTree.fromstring(made()[name])
    assert root.get("role") == "img"
    assert root[0].tag.endswith("title")
    assert root[0].text
    links = re.findall(r'(?:href|src)="([^"]*)"|url\(([^)]*)\)', made()[name])
    assert all((one or other).startswith("#") for one, other in links)
    assert not re.search(r"<script|<image|@import|@font-face|\son\w+=", made()[name])


def test_the_page_and_the_readme_show_pictures_that_are_there() -> None:
    page = re.findall(r'src="([^"]+)"', PAGE.read_text(encoding="utf-8"))
    assert {f"{name}" for name in page} == {name for name in NAMES if name.endswith(".svg")}
    shown = re.findall(r"!\[[^\]]+\]\(docs/gallery/([\w.]+)\)", README.read_text(encoding="utf-8"))
    assert set(shown) == {"hand.svg"}
