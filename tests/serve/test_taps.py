"""How many taps a task needs on a phone, upright or not, and that keys and answer are in view without scrolling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rows import Rows
from tests.serve.browser import brief, choose, tap, tiles

ROWS = Rows(__file__)

COUNT = "window.taps = 0; addEventListener('pointerdown', () => (window.taps += 1), true)"


#: A phone upright, and on its side.
PHONES = pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])


def in_view(page: Any, place: str) -> bool:
    """Whether the first element of a kind is whole on the screen, as it is scrolled now."""
    box = page.locator(place).first.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


@PHONES
@ROWS.each("tasks")
def test_a_task_has_its_first_key_and_its_answer_in_view(
    rules: str,
    pieces: str,
    chosen: dict[str, str],
    answer: str,
    taps: int,
    width: int,
    height: int,
    open_page: Any,
    errors: list[str],
) -> None:
    page = open_page(f"?rules={rules}")
    page.set_viewport_size({"width": width, "height": height})
    page.set_default_timeout(5_000)
    page.evaluate(COUNT)
    assert in_view(page, ".key")
    tap(page, *tiles(pieces))
    for group, name in chosen.items():
        choose(page, group, name)
    brief(page, answer)
    assert page.evaluate("scrollY") == 0
    assert in_view(page, ".key")
    assert in_view(page, "#brief")
    # Every tile is one tap, and so is every choice.
    assert page.evaluate("window.taps") == taps
    assert errors == []


@PHONES
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_most_hands_need_stands_above_the_bar(lang: str, width: int, height: int, open_page: Any) -> None:
    page = open_page(f"?lang={lang}&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE", width=width)
    page.set_viewport_size({"width": width, "height": height})
    brief(page, "1,300")
    boxes = page.locator("[data-key=by], [data-key=riichi], [data-key=seat], [data-key=round]")
    before = [box.bounding_box() for box in boxes.all()]
    foot = page.locator(".bar").bounding_box()["y"]
    assert [box["y"] + box["height"] <= foot + 1 for box in before] == [True] * 4
    # Nothing of it moves when something else is chosen.
    page.locator("[data-key=riichi] .chip, [data-key=by] .chip").nth(1).click()
    brief(page, "2,")
    assert [box.bounding_box() for box in boxes.all()] == before


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_settled_hand_is_printed_on_one_sheet(lang: str, open_page: Any) -> None:
    page = open_page(f"?lang={lang}&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi")
    page.locator(".result td", has_text="+2,600").wait_for()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
