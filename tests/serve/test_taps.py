"""How many taps a task needs on a phone, upright or not, and that keys and answer are in view without scrolling."""

from functools import partial
from typing import Any
from urllib.parse import quote

import pytest

from tests.rows import Rows
from tests.serve.browser import boxes_of, brief, choose, fill, parts, says, tap, tiles

ROWS = Rows(__file__)

COUNT = "window.taps = 0; addEventListener('pointerdown', () => (window.taps += 1), true)"


#: A phone upright, and on its side.
PHONES = pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])


def in_view(page: Any, place: str) -> bool:
    """Whether the first element of a kind is whole on the screen, as it is scrolled now."""
    box = next((box for box in boxes_of(page, place) if box["height"]), None)
    return box is not None and box["top"] >= 0 and box["bottom"] <= page.viewport_size["height"]


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
        of_kind = partial(parts(page).get_by_role, name=name, exact=True)
        found = of_kind("button").or_(of_kind("link"))
        found.filter(visible=True).first.click()
    elif kind == "type":
        page.get_by_label(group, exact=True).filter(visible=True).click()
        page.keyboard.type(value)


def in_few_taps(page: Any, first: str, steps: list[dict[str, str]], answer: str, told: str, *, scrolls: bool) -> int:
    """Go through the steps of a task, whose first key and whose answer are in view; how many taps there were. Every
    tile is one, and so is every choice.
    """
    page.set_default_timeout(60_000)
    page.evaluate(COUNT)
    says(page, first, "")
    assert in_view(page, first)
    for step in steps:
        # A browser that is told to tap what is out of view scrolls by itself.
        assert scrolls or page.evaluate("scrollY") == 0, step
        do(page, step)
    says(page, answer, told)
    assert in_view(page, answer)
    return int(page.evaluate("window.taps"))


@PHONES
@ROWS.each("hands")
def test_a_hand_needs_few_taps_and_no_scrolling(
    steps: list[dict[str, str]], says: str, taps: int, width: int, height: int, open_page: Any, errors: list[str]
) -> None:
    page = open_page("?rules=riichi", width=width, height=height)
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
    page = open_page(path, width=width, height=height)
    assert in_few_taps(page, first, steps, answer, says, scrolls=scrolls) == taps
    assert errors == []


@PHONES
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_most_hands_need_stands_above_the_bar(lang: str, width: int, height: int, open_page: Any) -> None:
    page = open_page(
        f"?lang={lang}&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE", width=width, height=height
    )
    brief(page, "1,300")
    asked = ":is([data-key=by], [data-key=riichi], [data-key=ippatsu], [data-key=seat], [data-key=round])"
    before = boxes_of(page, asked)
    foot = page.locator(".bar:visible").bounding_box()["y"]
    # A hand without riichi keeps the place of ippatsu.
    assert [box["y"] + box["height"] <= foot + 1 for box in before] == [True] * 5
    assert before[2]["y"] - before[0]["y"] <= 1
    # Nothing of it moves when something else is chosen.
    page.locator("[data-key=riichi] .chip, [data-key=by] .chip").nth(1).click()
    brief(page, "2,")
    page.locator("[data-key=round] .chip").nth(1).click()
    assert page.evaluate("scrollY") == 0
    assert boxes_of(page, asked) == before


#: Four quads, and as many indicators as they turn.
MANY = "riichi 5z +5z [1111m] [2222p] [3333s] [4444z] ron seat=S round=E riichi dora=8s9s5m2m3m ura=9p9p8p8p7p"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (768, 1024), (1280, 800)])
def test_many_tiles_and_those_of_half_a_meld_have_room_above_the_keys(width: int, height: int, open_page: Any) -> None:
    page = open_page(f"?hand={quote(MANY)}", width=width, height=height)
    brief(page, "96,000")

    def shown() -> int:
        strip, hint = boxes_of(page, ".slots, .aside")
        boxes = boxes_of(page, ".drop .tile")
        assert all(strip["x"] <= box["x"] < box["x"] + box["width"] <= strip["x"] + strip["width"] for box in boxes)
        assert all(box["y"] + box["height"] <= hint["y"] for box in boxes)
        return len(boxes)

    # 16 tiles of quads, the pair and 10 indicators.
    assert shown() == 28
    parts(page).get_by_role("button", name="Clear all", exact=True).click()
    fill(page, "Melds")
    tap(page, *tiles("12m"))
    assert shown() == 2


@PHONES
def test_who_stopped_a_round_of_cards_is_asked_above_the_bar_however_much_it_says(
    open_page: Any, width: int, height: int
) -> None:
    page = open_page("?rules=koikoi", width=width, height=height)
    tap(page, "crane (1B)", "curtain (3B)", "moon (8B)", "sake cup (9A)")
    brief(page, "A: three brights, flower viewing with sake, moon viewing with sake; four brights lacks 1")
    asked = page.locator("[data-key=stopped_by] .chip").last.bounding_box()
    assert asked["y"] + asked["height"] <= page.locator(".bar:visible").bounding_box()["y"] + 1


@PHONES
@pytest.mark.parametrize("rules", ["hiraya", "hachi-hachi"])
def test_many_piles_leave_what_ends_a_round_above_the_bar(rules: str, open_page: Any, width: int, height: int) -> None:
    page = open_page(f"?rules={rules}", width=width, height=height)
    asked = page.locator(".circumstances .chip").first.bounding_box()
    back = parts(page).get_by_role("button", name="Remove the last").bounding_box()
    foot = page.locator(".bar:visible").bounding_box()["y"]
    assert max(one["y"] + one["height"] for one in (asked, back)) <= foot + 1


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
