"""Pictures and pages in a real browser: told apart at 32 pixels without colour, no wider than a phone, one page of A4.

They need chromium, which `apt-get install -y chromium` brings, and are skipped where there is none.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from calc.hanafuda.rules.deck import load_deck
from calc.notation.tiles import TILES
from calc.pictures import cards, tiles
from tests.cli.running import run_yaku
from tests.pictures.test_pages import PAGES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here to show pictures in")
#: Pixels of a picture, of 255, by which it has to differ from any other on average.
LEAST = 2.0


def browse(page: Path, *options: str) -> str:
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *options]
    profile = f"--user-data-dir={page.parent / 'profile'}"
    done = subprocess.run([*command, profile, page.as_uri()], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def in_grey(drawings: list[str], wide: int, high: int, folder: Path) -> list[np.ndarray]:
    """Each drawing at 32 pixels as shades of grey."""
    image = pytest.importorskip("PIL.Image")
    tall = round(32 * high / wide)
    shown = "".join(
        f'<svg viewBox="0 0 {wide} {high}" style="position:absolute;left:{at % 16 * 32}px;top:{at // 16 * tall}px" '
        f'width="32" height="{tall}">{one}</svg>'
        for at, one in enumerate(drawings)
    )
    page, shot = folder / "all.html", folder / "all.png"
    page.write_text(f"<body style='background:#888'>{shown}", encoding="utf-8")
    browse(page, f"--screenshot={shot}", "--window-size=512,800")
    grey = np.asarray(image.open(shot).convert("L"), dtype=np.float64)
    places = [(at // 16 * tall, at % 16 * 32) for at in range(len(drawings))]
    return [grey[top : top + tall, left : left + 32] for top, left in places]


def nearest(pictures: list[np.ndarray]) -> tuple[float, tuple[int, int]]:
    """The least mean difference of two pictures, and which they are."""
    return min(
        (float(np.abs(pictures[a] - pictures[b]).mean()), (a, b)) for a, b in combinations(range(len(pictures)), 2)
    )


def test_tiles_are_told_apart_at_32_pixels_without_colour(tmp_path: Path) -> None:
    drawn = [*map(tiles.draw_tile, range(TILES)), tiles.draw_back()]
    least, pair = nearest(in_grey(drawn, tiles.WIDTH, tiles.HEIGHT, tmp_path))
    assert least > LEAST, pair


def test_cards_are_told_apart_at_32_pixels_without_colour(tmp_path: Path) -> None:
    drawn = [*map(cards.draw_card, load_deck().cards), cards.draw_back()]
    least, pair = nearest(in_grey(drawn, cards.WIDTH, cards.HEIGHT, tmp_path))
    assert least > LEAST, pair


def written(tmp_path: Path, *arguments: str) -> tuple[Path, str]:
    text = run_yaku(*arguments, "--format", "html").out
    page = tmp_path / "page.html"
    page.write_text(text, encoding="utf-8")
    return page, text


@pytest.mark.parametrize("name", ["explained win", "game", "compare", "rules", "hanafuda rules", "waits"])
def test_a_page_is_no_wider_than_a_phone(name: str, tmp_path: Path) -> None:
    page, text = written(tmp_path, *PAGES[name])
    measure = "<script>parent.document.title = document.documentElement.scrollWidth</script></body>"
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text).replace("<details>", "<details open>")
    frame = tmp_path / "frame.html"
    page.write_text(
        text.replace("</body>", measure.replace("document.title", "parent.document.title")), encoding="utf-8"
    )
    frame.write_text('<iframe width="360" height="800" frameborder="0" src="page.html"></iframe>', encoding="utf-8")
    found = browse(frame, "--allow-file-access-from-files", "--disable-web-security", "--dump-dom")
    assert "<title>360</title>" in found


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("rules", ["riichi", "koikoi", "taiyaku"])
def test_a_rule_sheet_is_printed_on_one_page(rules: str, lang: str, tmp_path: Path) -> None:
    page, _ = written(tmp_path, "rules", "show", rules, "--lang", lang)
    out = tmp_path / "out.pdf"
    browse(page, "--no-pdf-header-footer", f"--print-to-pdf={out}")
    assert len(re.findall(rb"/Type\s*/Page\b", out.read_bytes())) == 1
