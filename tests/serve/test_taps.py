"""How many taps a task needs on a phone, upright or not, and that keys and answer are in view without scrolling."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.rows import Rows
from tests.serve.browser import brief, choose, fill, tap, tiles

ROWS = Rows(__file__)

COUNT = "window.taps = 0; addEventListener('pointerdown', () => (window.taps += 1), true)"


#: A phone upright, and on its side.
PHONES = pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])


def in_view(page: Any, place: str) -> bool:
    """Whether the first element of a kind is whole on the screen, as it is scrolled now."""
    box = page.locator(place).filter(visible=True).first.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


def do(page: Any, step: dict[str, str]) -> None:
    """Do what a step says: ``{fill: Melds}``."""
    ((kind, name),) = step.items()
    group, _, value = name.partition(": ")
    if kind == "tap":
        tap(page, *tiles(name))
    elif kind == "cards":
        tap(page, *name.split(", "))
    elif kind == "fill":
        fill(page, name)
    elif kind == "choose":
        choose(page, group, value)
    elif kind == "press":
        found = page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True))
        found.filter(visible=True).first.click()
    elif kind == "type":
        page.get_by_label(group, exact=True).filter(visible=True).click()
        page.keyboard.type(value)


def in_few_taps(page: Any, first: str, steps: list[dict[str, str]], answer: str, says: str, *, scrolls: bool) -> int:
    """Go through the steps of a task, whose first key and whose answer are in view; how many taps there were. Every
    tile is one, and so is every choice.
    """
    page.set_default_timeout(60_000)
    page.evaluate(COUNT)
    page.locator(first).filter(visible=True).first.wait_for()
    # The page is laid out anew for the size of the phone.
    for _ in range(50):
        if in_view(page, first):
            break
        page.wait_for_timeout(100)
    assert in_view(page, first)
    for step in steps:
        # A browser that is told to tap what is out of view scrolls by itself.
        assert scrolls or page.evaluate("scrollY") == 0, step
        do(page, step)
    page.locator(answer, has_text=says).filter(visible=True).wait_for()
    page.wait_for_timeout(100)
    assert in_view(page, answer)
    return int(page.evaluate("window.taps"))


@PHONES
@ROWS.each("hands")
def test_a_hand_needs_few_taps_and_no_scrolling(
    steps: list[dict[str, str]], says: str, taps: int, width: int, height: int, open_page: Any, errors: list[str]
) -> None:
    page = open_page("?rules=riichi")
    page.set_viewport_size({"width": width, "height": height})
    assert in_few_taps(page, ".key", steps, "#brief", says, scrolls=False) == taps
    assert page.evaluate("scrollY") == 0
    assert in_view(page, ".key")
    # What does not win is refused, and asked about with a tile less.
    assert [error for error in errors if "422" not in error] == []


@PHONES
@ROWS.each("tasks")
def test_a_task_has_its_first_key_and_its_answer_in_view(
    path: str,
    first: str,
    steps: list[dict[str, str]],
    scrolls: bool,
    answer: str,
    says: str,
    taps: int,
    width: int,
    height: int,
    open_page: Any,
    send: Any,
    errors: list[str],
) -> None:
    if "#tables/" in path:
        path += str(width)
        name = path.partition("/")[2]
        send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": name})
    page = open_page(path)
    page.set_viewport_size({"width": width, "height": height})
    assert in_few_taps(page, first, steps, answer, says, scrolls=scrolls) == taps
    assert errors == []


@PHONES
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_most_hands_need_stands_above_the_bar(lang: str, width: int, height: int, open_page: Any) -> None:
    page = open_page(f"?lang={lang}&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE", width=width)
    page.set_viewport_size({"width": width, "height": height})
    brief(page, "1,300")
    boxes = page.locator("[data-key=by], [data-key=riichi], [data-key=seat], [data-key=round]")
    before = [box.bounding_box() for box in boxes.all()]
    foot = page.locator(".bar:visible").bounding_box()["y"]
    assert [box["y"] + box["height"] <= foot + 1 for box in before] == [True] * 4
    # Nothing of it moves when something else is chosen.
    page.locator("[data-key=riichi] .chip, [data-key=by] .chip").nth(1).click()
    brief(page, "2,")
    page.locator("[data-key=round] .chip").nth(1).click()
    assert page.evaluate("scrollY") == 0
    assert [box.bounding_box() for box in boxes.all()] == before


#: Four quads, and as many indicators as they turn.
MANY = "riichi 5z +5z [1111m] [2222p] [3333s] [4444z] ron seat=S round=E riichi dora=8s9s5m2m3m ura=9p9p8p8p7p"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (768, 1024), (1280, 800)])
def test_many_tiles_and_those_of_half_a_meld_have_room_above_the_keys(width: int, height: int, open_page: Any) -> None:
    page = open_page(f"?hand={quote(MANY)}", width=width)
    page.set_viewport_size({"width": width, "height": height})
    brief(page, "96,000")

    def shown() -> int:
        strip, hint = (page.locator(place).bounding_box() for place in (".slots", ".aside"))
        boxes = [one.bounding_box() for one in page.locator(".drop .tile").all()]
        assert all(strip["x"] <= box["x"] < box["x"] + box["width"] <= strip["x"] + strip["width"] for box in boxes)
        assert all(box["y"] + box["height"] <= hint["y"] for box in boxes)
        return len(boxes)

    # 16 tiles of quads, the pair and 10 indicators.
    assert shown() == 28
    page.get_by_role("button", name="Clear all", exact=True).click()
    fill(page, "Melds")
    tap(page, *tiles("12m"))
    assert shown() == 2


@PHONES
def test_who_stopped_a_round_of_cards_is_asked_above_the_bar_however_much_it_says(
    open_page: Any, width: int, height: int
) -> None:
    page = open_page("?rules=koikoi")
    page.set_viewport_size({"width": width, "height": height})
    tap(page, "crane (1B)", "curtain (3B)", "moon (8B)", "sake cup (9A)")
    brief(page, "A: three brights, flower viewing with sake, moon viewing with sake; four brights lacks 1")
    asked = page.locator("[data-key=stopped_by] .chip").last.bounding_box()
    assert asked["y"] + asked["height"] <= page.locator(".bar:visible").bounding_box()["y"] + 1


@PHONES
@pytest.mark.parametrize("rules", ["hiraya", "hachi-hachi"])
def test_many_piles_leave_what_ends_a_round_above_the_bar(rules: str, open_page: Any, width: int, height: int) -> None:
    page = open_page(f"?rules={rules}", width=width)
    page.set_viewport_size({"width": width, "height": height})
    asked = page.locator(".circumstances .chip").first.bounding_box()
    back = page.get_by_role("button", name="Remove the last").bounding_box()
    foot = page.locator(".bar:visible").bounding_box()["y"]
    if width > height:
        assert max(one["y"] + one["height"] for one in (asked, back)) <= foot + 1
    assert page.locator(".key").last.bounding_box()["y"] < foot - 44


def sheets(page: Any) -> int:
    """How many sheets of A4 a part of the page fills."""
    return int(
        page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm")).count(b"/Type /Page\n")
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_settled_hand_is_printed_on_one_sheet(lang: str, open_page: Any) -> None:
    page = open_page(f"?lang={lang}&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi")
    page.locator(".result td", has_text="+2,600").wait_for()
    assert sheets(page) == 1
    page.emulate_media(media="print")
    assert page.locator(".result td", has_text="Riichi" if lang == "en" else "立直").locator("button").is_visible()
    page.emulate_media(media="null")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_table_of_fourteen_rounds_is_printed_on_one_sheet(lang: str, open_page: Any, send: Any) -> None:
    names, name = ["Aki", "Bea", "Cho", "Dan"], f"printed-{lang}"
    table = send("POST", "api/tables", {"players": names, "rules": "riichi", "name": name})
    # Aki wins six hands as the dealer of East 1, and the others follow by turns.
    for hand in range(14):
        seat = max(hand - 5, 0)
        win = {"seat": names[seat % 4], "by": "ron", "from": names[(seat + 2) % 4], "han": 1, "fu": 30}
        table = send("POST", f"api/tables/{name}/rounds", {"round": {"wins": [win]}, "version": table["version"]})
    page = open_page(f"?lang={lang}#tables/{name}")
    page.locator(".piece tr").nth(18).wait_for()
    assert sheets(page) == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_chart_is_printed_on_one_sheet_with_every_payment(lang: str, open_page: Any) -> None:
    page = open_page(f"?lang={lang}&rules=tenhou#points")
    page.locator(".grid").first.wait_for()
    page.emulate_media(media="print")
    shown = page.locator(".grid").filter(visible=True)
    # 3 han 40 fu by ron and by tsumo, of a player and of the dealer.
    assert shown.count() == 4
    all_pay = "2,600 all" if lang == "en" else "2,600オール"
    for grid, paid in zip(shown.all(), ("5,200", "1,300/2,600", "7,700", all_pay), strict=True):
        assert grid.get_by_text(paid, exact=True).first.is_visible()
    # Otherwise the next page is one on paper too.
    page.emulate_media(media="null")
    assert sheets(page) == 1


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        # Riichi, pinfu, tanyao and a dora: 4 han 30 fu, which kiriage mangan rounds up.
        ("23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p", "8,000 · 4 han 30 fu mangan"),
        # The same with ippatsu: five han are mangan whatever the fu.
        ("23455m567p34678s +5s ron from=W seat=S round=E riichi ippatsu dora=4p", "8,000 · 5 han mangan"),
    ],
)
def test_the_bar_names_the_fu_of_a_mangan_of_fewer_than_five_han(open_page: Any, hand: str, says: str) -> None:
    page = open_page(f"?hand={quote(f'riichi {hand}')}")
    brief(page, says)
    # An option is named, but nobody types one on a page.
    page.locator(".result td", has_text="+8,000").wait_for()
    assert "--set" not in page.locator(".result").first.inner_text()
