"""Pictures and pages in a real browser: told apart at 32 pixels without colour, no wider than a phone, one page of A4.

They need chromium, which `apt-get install -y chromium-headless-shell` brings, and playwright; they are skipped where
there is none.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calc.hanafuda.rules.deck import load_deck
from calc.pictures import pieces
from tests.cli.running import run_yaku
from tests.pictures.test_pages import PAGES

#: Pixels of a picture, of 255, by which it has to differ from any other on average.
LEAST = 2.0


@contextmanager
def shown(chromium: Any, page: Path, wide: int, high: int) -> Iterator[Any]:
    """A page of a file in a window of its own."""
    with chromium.new_page(viewport={"width": wide, "height": high}) as opened:
        opened.goto(page.as_uri())
        yield opened


def in_grey(chromium: Any, drawings: list[str], wide: int, high: int, folder: Path) -> list[np.ndarray]:
    """Each drawing at 32 pixels as shades of grey."""
    image = pytest.importorskip("PIL.Image", reason="pip install pillow")
    tall = round(32 * high / wide)
    figures = "".join(
        f'<svg viewBox="0 0 {wide} {high}" style="position:absolute;left:{at % 16 * 32}px;top:{at // 16 * tall}px" '
        f'width="32" height="{tall}">{one}</svg>'
        for at, one in enumerate(drawings)
    )
    page = folder / "all.html"
    page.write_text(f"<body style='background:#888'>{figures}", encoding="utf-8")
    with shown(chromium, page, 512, 800) as opened:
        shot = BytesIO(opened.screenshot())
    grey = np.asarray(image.open(shot).convert("L"), dtype=np.float64)
    places = [(at // 16 * tall, at % 16 * 32) for at in range(len(drawings))]
    return [grey[top : top + tall, left : left + 32] for top, left in places]


def nearest(pictures: list[np.ndarray]) -> tuple[float, tuple[int, int]]:
    """The least mean difference of two pictures, and which they are."""
    return min(
        (float(np.abs(pictures[a] - pictures[b]).mean()), (a, b)) for a, b in combinations(range(len(pictures)), 2)
    )


def test_tiles_are_told_apart_at_32_pixels_without_colour(chromium: Any, tmp_path: Path) -> None:
    drawn = [*pieces.parts("tile").values()]
    least, pair = nearest(in_grey(chromium, drawn, pieces.TILE_WIDTH, pieces.TILE_HEIGHT, tmp_path))
    assert least > LEAST, pair


def test_cards_are_told_apart_at_32_pixels_without_colour(chromium: Any, tmp_path: Path) -> None:
    jokers = [card.text for card in load_deck().added]
    drawn = [body for name, body in pieces.parts("card").items() if name.removeprefix("card-") not in jokers]
    least, pair = nearest(in_grey(chromium, drawn, pieces.CARD_WIDTH, pieces.CARD_HEIGHT, tmp_path))
    assert least > LEAST, pair


def written(tmp_path: Path, *arguments: str) -> Path:
    page = tmp_path / "page.html"
    page.write_text(run_yaku(*arguments, "--format", "html").out, encoding="utf-8")
    return page


@pytest.mark.parametrize("name", ["explained win", "game", "compare", "rules", "hanafuda rules", "waits"])
def test_a_page_is_no_wider_than_a_phone(name: str, chromium: Any, tmp_path: Path) -> None:
    with shown(chromium, written(tmp_path, *PAGES[name]), 360, 800) as page:
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(("width", "rows"), [(360, 2), (800, 1)])
def test_a_hand_is_in_one_row_where_there_is_room(width: int, rows: int, chromium: Any, tmp_path: Path) -> None:
    line = "123m456p789s1122z +2z ron seat=S round=E"
    with shown(chromium, written(tmp_path, "score", line), width, 800) as page:
        boxes = [one.bounding_box() for one in page.locator("figure use").all() if one.is_visible()]
    assert len(boxes) == 14
    assert len({round(box["y"]) for box in boxes}) == rows
    assert all(box["width"] >= 32 for box in boxes)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("rules", ["riichi", "koikoi", "taiyaku"])
def test_a_rule_sheet_is_printed_on_one_page(rules: str, lang: str, chromium: Any, tmp_path: Path) -> None:
    with shown(chromium, written(tmp_path, "rules", "show", rules, "--lang", lang), 800, 600) as page:
        printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", ["four-players", "koikoi-twelve-months", "taiyaku-twelve-rounds"])
def test_a_whole_game_is_printed_on_one_page(game: str, lang: str, chromium: Any, tmp_path: Path) -> None:
    with shown(chromium, written(tmp_path, "game", f"samples/games/{game}.yaml", "--lang", lang), 800, 600) as page:
        printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
