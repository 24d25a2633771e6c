"""From taps to settlements, in a real browser: at 360 px, in Japanese, by keyboard alone, without a network."""

import re
from pathlib import Path
from typing import Any

import pytest

from calc.settling import read_line, settle_cases
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from tests.amounts import tries
from tests.cli.running import SECONDS
from tests.rows import Rows
from tests.serve.browser import boxes_of, brief, choose, fill, parts, tap, tiles
from tests.serve.conftest import serving

ROWS = Rows(__file__)

#: Tap six cards for each pile, and the field with dealt hands where one is asked for; where all cards have to be in the
#: piles, the last one takes all others.
DEAL: str = ROWS["deal"]


def test_a_ron_with_melds_is_settled_and_stands_in_the_address(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    tap(page, *tiles("23456p88s"))
    fill(page, "Melds")
    tap(page, *tiles("234m777z"))
    fill(page, "Winning tile")
    tap(page, *tiles("7p"))
    choose(page, "Discarder", "West")
    # A red dragon for 1 han; fu 20 + 2 for the open triplet of honours 4: 24, 30. 30 x 4 x 2^1 x 2^2 = 960: 1,000.
    brief(page, "1,000 · 1 han 30 fu South wins 1,000 points by ron from West")
    assert page.locator(".result").get_by_text("1 han 30 fu").is_visible()
    # One tap below stands why.
    page.locator(".result summary").first.click()
    assert page.locator(".result details").first.get_by_text("30").first.is_visible()
    link = page.url
    assert "hand=" in link
    other = open_page(link[link.index("?") :])
    brief(other, "South wins 1,000 points by ron from West")
    assert parts(other).get_by_role("button", name=re.compile("^Remove red dragon")).count() == 1
    assert errors == []


def test_the_bar_says_what_is_paid_and_who_wins_does_not_discard(open_page: Any, errors: list[str]) -> None:
    page = open_page(
        "?hand=riichi%20123m456p789s1122z%20%2B2z%20ron%20from%3DW%20seat%3DS%20round%3DE%20riichi%20honba%202"
    )
    brief(page, "2,600, with honba 3,200 · 2 han 40 fu South wins 2,600 points by ron from West")
    discarders = parts(page).get_by_role("group", name="Discarder", exact=True)
    assert discarders.get_by_role("checkbox", name="South", exact=True).is_disabled()
    # Who is said to win now had discarded: that is taken back.
    choose(page, "Winner's seat", "West")
    brief(page, "West wins")
    assert discarders.get_by_role("checkbox", checked=True).count() == 0
    assert discarders.get_by_role("checkbox", disabled=True).count() == 1
    choose(page, "Winner's seat", "South")
    choose(page, "Won by", "Tsumo")
    brief(page, "1,300/2,600, with honba 1,500/2,800 · 3 han 40 fu")
    assert errors == []


def shown(page: Any, slot: str) -> list[str]:
    """What a slot holds, by the names of its tiles."""
    row = page.locator(".slot", has=page.get_by_role("radio", name=slot, exact=True))
    names = row.get_by_role("button").evaluate_all("all => all.map((one) => one.title)")
    return [name.removeprefix("Remove ") for name in names]


def test_a_tap_beyond_the_last_tile_changes_nothing(open_page: Any, errors: list[str]) -> None:
    page = open_page()

    def beyond(name: str) -> None:
        """Tap a key though it is marked as one that does nothing."""
        parts(page).get_by_role("button", name=f"Add {name}", exact=True).first.click(force=True)

    tap(page, *tiles("123m456p789s1122z2z"))
    brief(page, "South wins 1,300 points by ron")
    # Neither an indicator, which would be North's, nor another winning tile, nor a tile of the hand.
    for name in ("East", "9 of characters"):
        beyond(name)
    assert page.get_by_text("The hand is full.", exact=False).is_visible()
    assert (shown(page, "Dora indicators"), shown(page, "Winning tile")) == ([], ["South"])
    fill(page, "Hand")
    beyond("9 of characters")
    fill(page, "Melds")
    beyond("9 of characters")
    assert (len(shown(page, "Hand")), shown(page, "Melds")) == (13, [])
    fill(page, "Dora indicators")
    assert not page.get_by_text("The hand is full.", exact=False).is_visible()
    # Asked for, it is one: East shows South, of which the hand has three.
    tap(page, *tiles("1z"))
    assert shown(page, "Dora indicators") == ["East"]
    brief(page, "South wins 8,000 points by ron")
    assert errors == []


def test_what_was_tapped_last_is_taken_back_whatever_it_was(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    back = parts(page).get_by_role("button", name="Remove the last", exact=True)
    tap(page, *tiles("123m456p1122z"))
    fill(page, "Melds")
    tap(page, *tiles("999s"))
    fill(page, "Winning tile")
    tap(page, *tiles("2z"))
    fill(page, "Dora indicators")
    tap(page, *tiles("8s"))
    parts(page).get_by_role("button", name="Remove 1 of characters", exact=True).click()
    choose(page, "Won by", "Tsumo")
    slots = ("Hand", "Melds", "Winning tile", "Dora indicators")
    said = []
    for _ in range(7):
        back.click()
        tsumo = parts(page).get_by_role("radio", name="Tsumo", exact=True).is_checked()
        said.append((tsumo, *(len(shown(page, slot)) for slot in slots)))
    assert said == [
        (False, 9, 1, 1, 1),  # how it was won
        (False, 10, 1, 1, 1),  # a tile that was removed
        (False, 10, 1, 1, 0),  # the indicator
        (False, 10, 1, 0, 0),  # the winning tile
        (False, 10, 0, 0, 0),  # the third tile of the meld
        (False, 10, 0, 0, 0),  # its second
        (False, 10, 0, 0, 0),  # its first
    ]
    parts(page).get_by_role("button", name="Clear all", exact=True).click()
    assert shown(page, "Hand") == []
    # The seat and how it was won are kept from hand to hand.
    back.click()
    assert len(shown(page, "Hand")) == 10
    for _ in range(12):
        back.click()
    assert shown(page, "Hand") == []
    # On the way there are hands that cannot be: their refusals are told on the page.
    assert [error for error in errors if "422" not in error] == []


def test_a_fourth_tile_makes_a_quad_open_or_concealed(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    fill(page, "Melds")
    concealed = page.get_by_label("concealed quad", exact=True)
    tap(page, *tiles("999s"))
    assert not concealed.is_visible()
    # A full hand may still make a quad of its triplet.
    fill(page, "Hand")
    tap(page, *tiles("123m456p11z"))
    fill(page, "Melds")
    tap(page, *tiles("222z"))
    tap(page, *tiles("2z"))
    assert shown(page, "Melds") == [" ".join(["9 of bamboo"] * 3), " ".join(["South"] * 4)]
    brief(page, "South wins")
    page.locator(".result td", has_text="Seat wind").wait_for()
    # 20, 8 for the open triplet of 9 and 16 for the quad of South: 40 without a win by ron of a concealed hand.
    concealed.check()
    page.wait_for_url("**%5B2222z%5D**")
    parts(page).get_by_role("button", name="Remove the last", exact=True).click()
    assert not concealed.is_checked()
    # Five in a quad are three and the red one.
    parts(page).get_by_role("button", name="Clear all", exact=True).click()
    fill(page, "Melds")
    tap(page, *tiles("5505p"))
    assert len(shown(page, "Melds")[0].split(" of ")) == 5
    assert errors == []


def test_three_taps_make_a_run_or_a_triplet_or_are_told_to_be_neither(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    fill(page, "Melds")
    tap(page, *tiles("333s"))
    tap(page, *tiles("505p"))
    tap(page, *tiles("777z"))
    tap(page, *tiles("312m"))
    three = ["3 of bamboo"] * 3, ["red 5 of circles", "5 of circles", "5 of circles"], ["red dragon"] * 3
    run = [f"{rank} of characters" for rank in (1, 2, 3)]
    assert shown(page, "Melds") == [" ".join(one) for one in (*three, run)]
    # The last tap finished the run: two of its tiles stay.
    parts(page).get_by_role("button", name="Remove the last", exact=True).click()
    assert len(shown(page, "Melds")) == 3
    tap(page, *tiles("2m"))
    parts(page).get_by_role("button", name="Remove 1 of characters 2 of characters 3 of characters", exact=True).click()
    told = page.get_by_text("These three are no run and no triplet: tap again.", exact=True)
    for neither in ("335m", "55m5p", "891s", "123z", "124m"):
        tap(page, *tiles(neither))
        assert told.is_visible(), neither
        assert len(shown(page, "Melds")) == 3
        tap(page, *tiles("1m"))
        assert not told.is_visible()
        parts(page).get_by_role("button", name="Remove the last", exact=True).click()
    assert errors == []


def test_what_is_so_or_not_is_asked_as_that(open_page: Any, send: Any, errors: list[str]) -> None:
    asked = {
        name: [one["key"] for one in send("GET", f"api/rules/{name}")["form"]["fields"] if one["kind"] == "flag"]
        for name in ("riichi", "sanma", "tenhou-sanma", "mahjong-soul-sanma")
    }
    facts = {name: {key for key in keys if key.startswith("facts.")} for name, keys in asked.items()}
    four = {"facts.passed", "facts.win_merged"}
    assert facts == {"riichi": four} | dict.fromkeys([*asked][1:], four | {"facts.north_ron"})
    page = open_page("?hand=riichi%20123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi")
    brief(page, "2,600")
    page.locator("summary", has_text="More circumstances").first.click()
    passed = parts(page).get_by_role("checkbox", name="The winner let a winning tile pass", exact=False)
    passed.check()
    brief(page, "furiten")
    passed.uncheck()
    brief(page, "2,600")
    # What is counted has a number.
    assert (
        page.get_by_label("Tiles left in the wall when riichi was declared", exact=True).get_attribute("type")
        == "number"
    )
    assert [error for error in errors if "422" not in error] == []


def test_a_tsumo_for_three_with_norths(open_page: Any) -> None:
    page = open_page("?rules=sanma")
    assert parts(page).get_by_role("button", name="Add 2 of characters", exact=True).count() == 0
    # When the hand is full, the next tile is the winning one.
    tap(page, *tiles("123456p789s1122z2z"))
    choose(page, "Won by", "Tsumo")
    choose(page, "Riichi", "Riichi")
    north = page.get_by_label("Norths set aside", exact=True)
    north.fill("2")
    # Menzen tsumo, riichi, South: 3 han, and 2 for the Norths. The rule set pays 5 han with 2,000 and 1,000.
    brief(page, "South wins 3,000 points by tsumo")
    page.locator(".result", has_text="5 han").wait_for()
    parts(page).get_by_role("button", name="Norths set aside: −1").click()
    page.locator(".result", has_text="4 han").wait_for()


def test_a_house_rule_is_chosen_by_its_name(open_page: Any, errors: list[str]) -> None:
    page = open_page("?lang=ja&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi%20honba=1")
    page.locator(".result td", has_text="+2,900").wait_for()
    parts(page).get_by_role("navigation").get_by_role("link", name="ルール").click()
    # What most clubs decide comes first; the others are found by a word.
    page.get_by_label("ルールを探す").fill("積み棒")
    assert page.locator(".option:visible").count() < 8
    page.get_by_label("積み棒1本の点数（ロン）").select_option("その他の答え…")
    page.get_by_label("答え", exact=True).fill("1500")
    parts(page).get_by_role("button", name="この答えにする").click()
    page.locator(".result td", has_text="+4,100").wait_for(state="attached")
    page.locator("#chosen", has_text="1件変更").wait_for()
    page.get_by_label("ルールを探す").fill("")
    page.get_by_label("複数のロンの扱い").select_option("頭ハネ")
    page.locator("#chosen", has_text="2件変更").wait_for()
    # A list that does not sum to 0 is refused, and the answers stay.
    page.get_by_label("ウマ", exact=True).select_option("その他の答え…")
    page.locator(".numbers").get_by_label("1", exact=True).fill("30")
    parts(page).get_by_role("button", name="この答えにする").click()
    page.locator(".options .wrong", has_text="ウマ").wait_for()
    assert page.get_by_label("ウマ", exact=True).locator("option:checked").inner_text() == "10, 5, -5, -10"
    page.locator(".options summary", has_text="責任払い").click()
    page.get_by_label("責任払いの対象役").select_option("その他の答え…")
    parts(page).get_by_role("group", name="責任払いの対象役").get_by_label("四槓子").uncheck()
    parts(page).get_by_role("button", name="この答えにする").click()
    page.locator("#chosen", has_text="3件変更").wait_for()
    assert "四槓子" not in page.get_by_label("責任払いの対象役").locator("option:checked").inner_text()
    parts(page).get_by_role("button", name="すべてこのルールの設定に戻す").click()
    page.locator(".result td", has_text="+2,900").wait_for(state="attached")
    assert [one for one in errors if "422" not in one] == []


def test_house_rules_stand_in_the_parts_of_the_rules_after_those_that_most_decide(
    open_page: Any, errors: list[str]
) -> None:
    page = open_page("?rules=tenhou#rules")
    asked = page.locator(".option:visible")
    first = "#option-tanyao_open #option-red_fives #option-kiriage_mangan #option-uma #option-oka #option-multiple_ron"
    assert [page.locator(f".option:visible {one}").count() for one in first.split()] == [1] * 6
    assert asked.count() < 10
    sections = page.locator(".options summary")
    assert sections.all_inner_texts()[:3] == ["Yaku (8)", "Fu (3)", "Points (5)"]
    # Found by a name that people use, in a part that is closed; and by none that nobody uses.
    search = page.get_by_label("Find a rule")
    search.fill("kuitan")
    assert asked.locator("legend").all_inner_texts() == ["Does tanyao count in an open hand?"]
    search.fill("pinfu be won by tsumo")
    assert asked.count() == 1
    parts(page).get_by_role("group", name="Can pinfu be won by tsumo?").get_by_role("radio", name="no").check()
    page.get_by_text("differs from Tenhou, four players in 1").wait_for()
    search.fill("kuitanx")
    assert (asked.count(), sections.locator("visible=true").count()) == (0, 0)
    # The part that has it stays open, marked, and those without a change are closed again.
    search.fill("")
    assert page.locator(".options details[open] .own").count() == 1
    assert page.locator(".options details[open]").count() == 1
    for group, name, count in (("Are 4 han 30 fu and 3 han 60 fu", "yes", 2), ("Can pinfu be won by tsumo?", "yes", 1)):
        parts(page).get_by_role("group", name=group).get_by_role("radio", name=name).check()
        page.get_by_text(f"differs from Tenhou, four players in {count}").wait_for()
    # The answer that was given has the focus, so that keys go on from there.
    assert page.evaluate("document.activeElement.closest('fieldset').id") == "option-pinfu_tsumo"
    assert errors == []


def test_a_round_of_koi_koi(open_page: Any) -> None:
    page = open_page("?rules=koikoi")
    page.get_by_label("Player 1").first.fill("Aki")
    page.get_by_label("Player 2").first.fill("Bea")
    page.get_by_label("Player 2").first.press("Tab")
    fill(page, "Aki: Captured cards")
    tap(page, "crane (1B)", "curtain (3B)", "moon (8B)", "geese (8A)", "sake cup (9A)")
    # A card is there once.
    assert parts(page).get_by_role("button", name="Add crane (1B)", exact=True).is_disabled()
    choose(page, "Who stopped", "Aki")
    # Three brights 5, flower viewing 5, moon viewing 5: 15, doubled for 7 or more: 30.
    page.locator(".result", has_text="30").wait_for()
    parts(page).get_by_role("group", name="How often each called koi-koi").get_by_role("button", name="Aki: +1").click()
    page.wait_for_url("**koikoi.Aki%3D1**")
    page.get_by_label("Player 2").first.fill("Emi")
    page.locator(".result", has_text="Emi").wait_for()


def test_piles_in_play_are_told_what_is_near_and_nobody_wins_yet(open_page: Any, errors: list[str]) -> None:
    page = open_page("?rules=koikoi")
    before = page.locator(".key").first.bounding_box()
    tap(page, "crane (1B)", "curtain (3B)")
    # One of two cards will do, of which both are shown.
    page.locator(".result tr", has_text="three brights (1 of 8B 12B)").get_by_role(
        "img", name="moon, phoenix"
    ).wait_for()
    tap(page, "moon (8B)", "pine ribbon (1R)", "plum ribbon (2R)")
    # Three brights are there, a fourth would be worth most; the poetry ribbons lack that of cherry.
    brief(page, "In play A: three brights; four brights lacks 1 · B: no yaku")
    assert "wins" not in page.locator("#brief").inner_text()
    assert not parts(page).get_by_role("link", name="Who is right?").is_visible()
    near = page.locator(".result tr", has_text="red poetry ribbons")
    assert near.get_by_role("img", name="cherry ribbon").count() == 1
    assert page.locator(".result").get_by_text("Add it to a table").count() == 0
    # More cards than a pile shows side by side move no key.
    tap(
        page,
        *(
            f"{name} chaff ({at}C)"
            for at, name in enumerate(("pine", "plum", "cherry", "wisteria", "iris", "peony"), 1)
        ),
    )
    assert page.locator(".key").first.bounding_box() == before
    brief(page, "In play A: three brights")
    # It is in play after a reload and by its link too; that nobody stopped it is another thing.
    other = open_page(page.url[page.url.index("?") :])
    brief(other, "In play A: three brights")
    choose(other, "Who stopped", "Nobody")
    brief(other, "nobody wins")
    assert "play=" not in other.url
    other.reload()
    brief(other, "nobody wins")
    choose(other, "Who stopped", "A")
    brief(other, "A wins")
    parts(other).get_by_role("button", name="Remove the last", exact=True).click()
    brief(other, "nobody wins")
    page.reload()
    brief(page, "In play A: three brights")
    assert errors == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
@pytest.mark.parametrize("rules", ["koikoi", "hana-awase", "hachi-hachi"])
def test_piles_and_cards_by_months_are_in_view_without_scrolling(
    open_page: Any, rules: str, width: int, height: int
) -> None:
    page = open_page(f"?rules={rules}", width=width, height=height)
    # A game without han and fu has nothing to show of them.
    links = parts(page).get_by_role("navigation").get_by_role("link")
    assert links.all_inner_texts() == ["Hand", "Claims", "Tables", "Rules"]
    tap(page, "crane (1B)", "curtain (3B)")
    brief(page, "In play")
    page.wait_for_function(DRAWN)
    foot = page.locator(".bar").bounding_box()["y"]
    for part in (".drop", ".key", ".edit"):
        assert all(box["y"] >= 0 and box["bottom"] <= foot + 1 for box in boxes_of(page, part)), part
    # Four of a month stand in one row, and as many months below each other as above.
    rows = [
        parts(page).get_by_role("button", name=f"({month}", exact=False).and_(page.locator(".key")).all()
        for month in ("1B)", "1R)", "1C)")
    ]
    assert len({one.bounding_box()["y"] for row in rows for one in row[:2]}) == 1


def test_a_round_of_taiyaku_for_three(open_page: Any) -> None:
    page = open_page("?rules=taiyaku")
    page.get_by_label("How many", exact=True).select_option("3")
    fill(page, "A: Captured cards")
    tap(page, "crane (1B)", "curtain (3B)", "moon (8B)")
    brief(page, "In play A: night cherry blossoms")
    choose(page, "Who stopped", "Nobody")
    # Night cherry blossoms, 5, of each of the others.
    brief(page, "A wins: A +10, B -5, C -5")
    # Where more sit at the table than take part, some drop out.
    page.get_by_label("How many", exact=True).select_option("5")
    parts(page).get_by_role("group", name="Players").get_by_label("B", exact=True).select_option("drops out")
    parts(page).get_by_role("group", name="Players").get_by_label("C", exact=True).select_option("drops out")
    page.locator(".result td").first.wait_for()


#: Whether every picture of a card has its drawing.
DRAWN = (
    """() => [...document.querySelectorAll("use")].every((one) => document.querySelector(one.getAttribute("href")))"""
)


def cards_in(text: str) -> list[str]:
    """``1BRC 3B`` as ``1B``, ``1R``, ``1C`` and ``3B``."""
    found = re.findall(r"(\d+)([BARC]+)|([JW]\d)", text)
    return sorted(joker or month + letter for month, letters, joker in found for letter in letters or " ")


def test_a_round_of_every_game_of_cards_is_tapped_and_settled(open_page: Any) -> None:
    """One game of four, or all of them (`make full`)."""
    page = open_page("?rules=koikoi")
    names = [name for name in rule_set_ids() if game_id_of(name) == "hanafuda"]
    assert len(names) >= 35
    for name in names[:: tries(4, 1)]:
        tapped, line, brief_text = page.evaluate(DEAL, name)
        (case,) = settle_cases([read_line(line)])
        assert case.error is None
        assert case.result.rules.startswith(f"{name}@")
        piles = [cards_in(cards) for cards in tapped]
        assert piles == [cards_in(hand.captured) for hand in case.record.players.values()], name
        assert [len(pile) for pile in piles[:-1]] == [6] * (len(piles) - 1)
        winner = case.result.winner
        assert brief_text.startswith("nobody wins" if winner is None else f"{winner} wins"), (name, brief_text)


def test_the_page_speaks_japanese(open_page: Any) -> None:
    page = open_page("?lang=ja&hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi")
    brief(page, "2,600")
    assert page.locator("html").get_attribute("lang") == "ja"
    assert parts(page).get_by_role("heading", name="結果").is_visible()
    seen = page.locator("body").inner_text()
    # Latin words are the notation of a line, ids of rule sets and the other language.
    assert not re.findall(r"\b(?:[a-z]{3,} ){2,}", seen.replace("yaku score", ""))
    parts(page).get_by_role("link", name="English").click()
    brief(page, "South wins 2,600 points")


def test_points_are_a_grid_to_tap(open_page: Any, errors: list[str]) -> None:
    page = open_page("?rules=tenhou#points")
    grid, answer = page.locator(".grid"), page.locator(".result", has_text="3 han 40 fu")
    # 40 x 4 x 2^3 = 1,280: 4 times up to 5,200 of one, 6 times up to 7,700; 2 times up to 2,600 of each to the dealer.
    grid.get_by_role("button", name="3 han 40 fu: 5,200").click()
    answer.get_by_text("7,700").wait_for()
    choose(page, "Who wins", "dealer")
    assert grid.get_by_role("button", name="3 han 40 fu: 7,700").get_attribute("aria-pressed") == "true"
    choose(page, "How", "tsumo")
    grid.get_by_role("button", name="3 han 40 fu: 2,600 all").wait_for()
    # Nobody has 2 han 20 fu by ron; pinfu by tsumo has them.
    assert grid.get_by_role("button", name="2 han 20 fu: 700 all").count() == 1
    choose(page, "How", "ron")
    assert grid.get_by_role("button", name=re.compile("^2 han 20 fu")).count() == 0
    grid.get_by_role("button", name="mangan: 12,000").click()
    page.locator(".bar p", has_text="12,000 · mangan").wait_for()
    assert errors == []


#: What a screen reader says of the element that has the focus.
REACHED = """
(({activeElement: one}) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent)(document)
"""


def go_to(page: Any, name: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(150):
        if page.evaluate(REACHED).strip() == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached")


def test_a_hand_is_settled_by_keyboard_alone(open_page: Any) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate(REACHED) == "Skip to the page"
    for name in ("1 of characters", "2 of characters", "3 of characters"):
        go_to(page, f"Add {name}")
        page.keyboard.press("Enter")
    assert parts(page).get_by_role("button", name=re.compile("^Remove [123] of")).count() == 3
    for times, name in ((3, "9 of circles"), (3, "9 of bamboo"), (3, "East"), (2, "South")):
        go_to(page, f"Add {name}")
        for _ in range(times):
            page.keyboard.press("Space")
    brief(page, "wins")


def test_a_table_is_kept_by_keyboard_alone(open_page: Any) -> None:
    page = open_page("#tables")
    page.get_by_label("Player 1").last.wait_for()
    for at, name in enumerate(("Aki", "Bea", "Cho", "Dan"), 1):
        go_to(page, f"Player {at}")
        page.keyboard.type(name)
    page.keyboard.press("Enter")
    parts(page).get_by_role("heading", name="Table table-").wait_for()
    go_to(page, "Add a round")
    page.keyboard.press("Enter")
    go_to(page, "Ron")
    page.keyboard.press("Space")
    go_to(page, "Aki")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(REACHED) == "Bea"
    go_to(page, "Aki")
    page.keyboard.press("Space")
    go_to(page, "1 han")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    go_to(page, "20")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    go_to(page, "Add the round")
    page.keyboard.press("Enter")
    page.get_by_text("The round is added.").wait_for()
    # Bea wins, is no dealer, and has 3 han 30 fu of the discarder, Aki: 3,900.
    assert page.locator("td", has_text="28,900").first.is_visible()


def test_big_targets_and_nothing_beside_the_screen(open_page: Any) -> None:
    for path in ("", "?rules=koikoi", "#claims", "#points", "#needs", "#tables"):
        page = open_page(path)
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        small = page.evaluate(
            """// Ten keys stand side by side on a phone.
            [...document.querySelectorAll("button, select, summary, nav a, .chip label, .stepper input")]
            .filter((one) => one.offsetParent !== null)
            .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect(), one.matches(".key, .edit")])
            .map(([name, box, isKey]) => [name, box, isKey ? 30 : 43.5])
            .filter(([, box, wide]) => box.height < 43.5 || (box.width < wide && box.width > 0))
            .map(([name, box]) => `${name}: ${box.width}x${box.height}`)"""
        )
        assert [one for one in small if not one.startswith("Remove")] == []


def test_nothing_breaks_the_rules_of_accessibility(open_page: Any, send: Any) -> None:
    """All rules of axe-core, on every part of the page, in both languages, light and dark."""
    axe = pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    hand = "hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE%20riichi"
    send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": "looked-at"})
    for path, options, taps in (
        (f"?{hand}", {}, []),
        (f"?lang=ja&{hand}", {"color_scheme": "dark"}, []),
        ("?lang=ja#rules", {}, []),
        ("?rules=hachi-hachi", {"width": 1280}, []),
        ("#points", {"color_scheme": "dark"}, []),
        (f"?{hand}#claims", {}, []),
        ("?lang=ja#needs", {"width": 768}, []),
        ("#tables", {}, ["looked-at", "Add a round"]),
    ):
        page = open_page(path, **options)
        page.wait_for_timeout(400)
        for name in taps:
            page.locator("button:visible, summary:visible", has_text=name).first.click()
        page.evaluate(script + ";0")
        # The drawings that all pictures use are many, and nobody sees them there.
        found = page.evaluate("axe.run({exclude: ['.parts']}, {resultTypes: ['violations']})")
        assert [(one["id"], one["nodes"][0]["target"]) for one in found["violations"]] == [], path


def worth(page: Any, han: str, fu: str) -> None:
    """Say what the first win of a round is worth."""
    for group, name in (("Worth", han), ("Fu", fu)):
        page.locator(".box").get_by_role("group", name=group, exact=True).first.get_by_label(name, exact=True).check()


def won(page: Any, winner: str, discarder: str) -> None:
    """Enter a ron of 3 han 30 fu, until its payment is shown."""
    choose(page, "What happened", "Ron")
    choose(page, "Winner", winner)
    choose(page, "Discarder", discarder)
    worth(page, "3 han", "30")
    page.locator(".box li", has_text=f"{winner} ").wait_for()


def test_two_phones_at_a_table_lose_no_round(open_page: Any, send: Any, errors: list[str]) -> None:
    send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": "phones"})
    one, other = open_page("#tables/phones"), open_page("#tables/phones")
    for page in (one, other):
        parts(page).get_by_role("button", name="Add a round").click()
    won(one, "Bea", "Cho")
    won(other, "Dan", "Aki")
    parts(one).get_by_role("button", name="Add the round").click()
    one.get_by_text("The round is added.").wait_for()
    # What was entered stays, and is settled after the round of the other phone: 3,900 once more.
    parts(other).get_by_role("button", name="Add the round").click()
    other.get_by_text("Somebody changed the table meanwhile.").first.wait_for()
    parts(other).get_by_role("heading", name="East 2").wait_for()
    other.locator(".box li", has_text="Dan 25,000 → 28,900 (+3,900)").wait_for()
    parts(other).get_by_role("button", name="Add the round").click()
    other.get_by_text("The round is added.").wait_for()
    after = {"Aki": 21100, "Bea": 28900, "Cho": 21100, "Dan": 28900}
    assert send("GET", "api/tables/phones")["result"]["scores"] == after
    # The first phone sees it by itself.
    parts(one).get_by_role("heading", name="East 3").wait_for()
    assert [error for error in errors if "409" not in error] == []


def test_a_table_tells_seats_and_what_is_needed_in_the_last_hand(open_page: Any, send: Any) -> None:
    table = send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": "last"})
    names = ["Aki", "Bea", "Cho", "Dan"]
    for hand in range(7):
        win = {"seat": names[(hand + 1) % 4], "by": "ron", "from": names[(hand + 2) % 4], "han": 3, "fu": 30}
        table = send("POST", "api/tables/last/rounds", {"round": {"wins": [win]}, "version": table["version"]})
    page = open_page("#tables/last")
    # Each won and dealt in by turns; Bea once more than she lost, Aki the other way round.
    rows = page.locator(".coming tr")
    rows.first.wait_for()
    assert [row.replace("\t", " ") for row in rows.all_inner_texts()] == [
        "East (dealer) Dan 25,000", "South Aki 21,100", "West Bea 28,900", "North Cho 25,000",
    ]  # fmt: skip
    # Of Bea's 28,900 Cho takes 2,000 and has 27,000 to 26,900; of others 4,500 make 29,500.
    assert page.locator(
        ".coming li", has_text="Cho needs for place 1: 4,500 from Aki or Dan, 2,000 from Bea"
    ).is_visible()
    # A correction tells of the rounds that are others then: with a ron of the dealer East 2 is played once more.
    told = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "han": 2, "fu": 30}]}
    before = send("GET", "api/tables/last")
    asked = {"round": told, "version": before["version"], "preview": True}
    changes = send("PUT", "api/tables/last/rounds/1", asked)["changes"]
    assert changes[0] == "East 3 → East 2, 1 honba"
    # 2,900 to Bea from Dan in place of 3,900 to Cho from Dan; Dan's ron pays 300 more of the honba, by Aki.
    assert changes[-4:] == [
        "Aki 21,100 → 20,800 (-300)",
        "Bea 28,900 → 31,800 (+2,900)",
        "Cho 25,000 → 21,100 (-3,900)",
        "Dan 25,000 → 26,300 (+1,300)",
    ]
    assert send("GET", "api/tables/last") == before


def test_a_table_with_names_of_strangers(open_page: Any, errors: list[str]) -> None:
    page = open_page("#tables")
    evil = "<img src=x onerror=alert(1)>"
    for at, name in enumerate(("Aki", evil, "Cho", "Dan"), 1):
        page.locator(".box").get_by_label(f"Player {at}").fill(name)
    page.get_by_label("Name of the table").fill("strangers")
    parts(page).get_by_role("button", name="Begin").click()
    parts(page).get_by_role("button", name="Add a round").click()
    # Nothing is chosen before somebody chooses it, and nothing is added.
    assert parts(page).get_by_role("button", name="Add the round").is_disabled()
    assert page.locator(".box").get_by_role("radio", checked=True).count() == 0
    choose(page, "What happened", "Ron")
    choose(page, "Winner", "Aki")
    # Nobody discards for a win of their own.
    assert not parts(page).get_by_role("group", name="Discarder").get_by_role("radio", name="Aki").is_visible()
    choose(page, "Discarder", evil)
    # One more winner is asked for after the other.
    more = page.get_by_label("One more winner", exact=True).filter(visible=True)
    assert more.count() == 1
    more.select_option("Cho")
    assert more.count() == 2
    more.first.select_option("Nobody")
    assert more.count() == 1
    worth(page, "3 han", "30")
    page.get_by_text(f"{evil} 25,000 → 19,200 (-5,800)").wait_for()
    parts(page).get_by_role("button", name="Add the round").click()
    page.get_by_text("The round is added.").wait_for()
    # 3 han 30 fu from a dealer: 5,800.
    assert page.locator("td", has_text="19,200").first.is_visible()
    assert page.locator("img").count() == 0
    page.locator("summary", has_text="Correct a round").click()
    parts(page).get_by_role("button", name="Correct round 1").click()
    choose(page, "What happened", "Tsumo")
    page.get_by_text("Aki 30,800 → 31,000 (+200)").wait_for()
    parts(page).get_by_role("button", name="Save the correction").click()
    page.get_by_text("The round is corrected").wait_for()
    # 2,000 from each.
    assert page.locator("td", has_text="23,000").first.is_visible()
    parts(page).get_by_role("button", name="Undo").click()
    page.get_by_text("The last change is undone.").wait_for()
    assert page.locator("td", has_text="19,200").first.is_visible()
    assert errors == []


def test_the_hand_of_a_link_is_shown_once(open_page: Any) -> None:
    page = open_page()
    page.wait_for_timeout(300)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "api/score" in request.url else None)
    page.locator("summary", has_text="As a line").first.click()
    page.get_by_label("As a line").fill("tenhou 123m456p789s1122z +2z ron seat=S round=E riichi")
    parts(page).get_by_role("button", name="Read this line").click()
    brief(page, "South wins")
    page.wait_for_timeout(600)
    # Once to read the line, once for the answer: a second one would close what somebody opened in the first.
    assert len(asked) == 2


def test_a_link_that_cannot_be_read_says_why_until_something_is_tapped(open_page: Any) -> None:
    page = open_page("?hand=123m456p789s11z%20%2B1z%20ron%20seat%3DS%20round%3DE")
    brief(page, "a hand has 14 tiles")
    # The hand of the page, which is empty, is settled a little later.
    page.wait_for_timeout(600)
    brief(page, "a hand has 14 tiles")
    tap(page, *tiles("1m"))
    brief(page, "12 more")


def test_a_reload_keeps_the_rules_and_a_hand_that_is_half_entered(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    parts(page).get_by_role("navigation").get_by_role("link", name="Rules").click()
    page.get_by_label("Rule set", exact=True).select_option("tenhou")
    page.locator("#chosen", has_text="Tenhou, four players").wait_for()
    choose(page, "Does tanyao count in an open hand?", "no")
    page.locator("#chosen", has_text="1 changed").wait_for()
    assert page.get_by_text("differs from Tenhou, four players in 1", exact=True).is_visible()
    parts(page).get_by_role("link", name="Hand", exact=True).click()
    choose(page, "Winner's seat", "West")
    tap(page, *tiles("123m406p"))
    # It is kept when it is answered.
    brief(page, "7 more")
    page.reload()
    parts(page).get_by_role("button", name="Remove 1 of characters").wait_for()
    names = [
        "1 of characters",
        "2 of characters",
        "3 of characters",
        "4 of circles",
        "red 5 of circles",
        "6 of circles",
    ]
    assert sorted(shown(page, "Hand")) == sorted(names)
    assert page.locator("#chosen").inner_text() == "Tenhou, four players · 1 changed"
    # The hand is cleared; the seat stays.
    parts(page).get_by_role("button", name="Clear all", exact=True).click()
    assert shown(page, "Hand") == []
    assert parts(page).get_by_role("group", name="Winner's seat").get_by_role("radio", name="West").is_checked()
    assert errors == []


def test_two_claims_on_the_hand_that_is_entered_are_judged(open_page: Any, errors: list[str]) -> None:
    page = open_page()
    tap(page, *tiles("123m456p789s1122z2z"))
    choose(page, "Riichi", "Riichi")
    brief(page, "2,600 · 2 han 40 fu")
    page.locator(".bar:visible").get_by_role("link", name="Who is right?").click()
    assert page.get_by_label("The hand or the round").input_value().endswith("round=E riichi")
    # The hand is drawn there once, before its verdict and with it.
    drawn = page.locator("#views figure").filter(visible=True)
    assert drawn.get_by_role("img").count() == 1
    page.get_by_label("One says").fill("1300")
    page.get_by_label("The other says").fill("2600")
    parts(page).get_by_role("button", name="Who is right?").click()
    # Riichi 1, the wind of the seat 1: 2 han; 20 + 10 + 2 + 4 = 36, 40 fu. 40 x 4 x 2^2 x 4 = 2,560.
    page.get_by_text("2600 is right.").wait_for()
    assert drawn.count() == 1
    assert page.get_by_text("1,300 is what 1 han 40 fu pay; this hand has 2 han 40 fu").is_visible()
    assert page.get_by_text("if riichi was not declared").is_visible()
    # Without a hand there are a line and what is claimed of it; a single claim will do.
    alone = open_page("#claims")
    alone.get_by_label("The hand or the round").fill("234m567p234s5588s +8s ron seat=S round=E")
    alone.get_by_label("One says").fill("no tanyao")
    parts(alone).get_by_role("button", name="Who is right?").click()
    alone.get_by_text("The claim is wrong.").wait_for()
    assert errors == []


def test_a_refusal_names_a_pile_by_its_label_and_a_hand_as_it_is_said(open_page: Any) -> None:
    page = open_page("?rules=hachi-hachi")
    fill(page, "A: Dealt hand, if a dealt yaku is shown")
    tap(page, "crane (1B)")
    brief(page, "Not settled yet: A dealt: hachi-hachi deals 7 cards here, found 1")
    page = open_page("?rules=riichi")
    tap(page, *tiles("147m258p369s12345z"))
    brief(page, "Not settled yet: the hand is not complete")


def test_a_yaku_of_an_answer_leads_to_what_the_rules_say_of_it(open_page: Any, errors: list[str]) -> None:
    page = open_page("?hand=234m567p234s5588s%20%2B8s%20ron%20seat%3DS%20round%3DE")
    page.locator(".result").get_by_role("button", name="Tanyao", exact=True).click()
    page.get_by_text("only simples").filter(visible=True).first.wait_for()
    # The question of the house about it stands there too, and nothing that has no word of it.
    assert parts(page).get_by_role("group", name="Does tanyao count in an open hand?").is_visible()
    assert page.get_by_text("Ittsuu", exact=True).filter(visible=True).count() == 0
    # Another answer changes what is said.
    choose(page, "Does tanyao count in an open hand?", "no")
    page.locator("#views td", has_text="closed only").filter(visible=True).first.wait_for()
    other = open_page("?rules=koikoi&hand=koikoi%20Aki:1BR,3B,8BA,9A%20Bea:2AR%20stopped_by%3DAki")
    other.locator(".result").get_by_role("button", name="three brights", exact=True).click()
    other.get_by_text("any 3 of brights other than the rain man").filter(visible=True).first.wait_for()
    assert errors == []


def test_the_table_that_was_open_is_open_after_a_reload(open_page: Any, send: Any) -> None:
    send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": "reloaded"})
    page = open_page("#tables")
    parts(page).get_by_role("button", name=re.compile("^reloaded: ")).click()
    parts(page).get_by_role("heading", name="Table reloaded").wait_for()
    assert page.url.endswith("#tables/reloaded")
    page.reload()
    parts(page).get_by_role("heading", name="Table reloaded").wait_for()
    parts(page).get_by_role("button", name="All tables").click()
    parts(page).get_by_role("button", name=re.compile("^reloaded: ")).wait_for()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 800)])
def test_hand_keys_and_result_are_in_view_without_scrolling(open_page: Any, width: int, height: int) -> None:
    page = open_page(width=width, height=height)
    before = page.locator(".key").first.bounding_box()
    # Fourteen taps, none of which moves a key.
    tap(page, *tiles("123m456p789s1122z2z"))
    brief(page, "1,300 · 1 han 40 fu")
    assert page.locator(".key").first.bounding_box() == before
    assert page.evaluate("scrollY") == 0
    bar = page.locator(".bar:visible").bounding_box()
    foot = min(bar["y"], height) if width < 960 else height
    for part in (".drop", ".key", ".edit"):
        assert all(box["y"] >= 0 and box["bottom"] <= foot + 1 for box in boxes_of(page, part)), part
    assert bar["y"] + bar["height"] <= height + 1
    if width < 960:
        parts(page).get_by_role("button", name="Details").click()
        page.locator(".result td", has_text="Seat wind").wait_for()
        parts(page).get_by_role("button", name="Hand", exact=True).click()


def test_a_link_of_this_computer_alone_says_why_no_phone_opens_it(open_page: Any) -> None:
    page = open_page("?hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE")
    brief(page, "South wins")
    parts(page).get_by_role("button", name="Link to this hand").click()
    page.locator(".share .wrong", has_text="other phones cannot open this address").wait_for()
    assert page.locator(".share svg").count() == 0


def test_a_table_is_joined_by_a_link_that_other_phones_open(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740}, locale="en")
    with serving(tmp_path, "0", "--host", "0.0.0.0") as home:
        port, token = home.rstrip("/").split("/")[2].split(":")[1], home.rstrip("/").split("/")[3]
        page = context.new_page()
        page.set_default_timeout(1_000 * SECONDS)
        page.goto(f"http://127.0.0.1:{port}/{token}/#tables")
        for at, name in enumerate(("Aki", "Bea", "Cho", "Dan"), 1):
            page.locator(".box").get_by_label(f"Player {at}").fill(name)
        parts(page).get_by_role("button", name="Begin").click()
        parts(page).get_by_role("button", name="Another phone at this table").click()
        link = page.locator(".share a")
        link.wait_for()
        assert link.inner_text() == f"{home}#tables/table-1"
        code = parts(page).get_by_role("img", name="A code to scan with another phone")
        box = code.bounding_box()
        # As wide as a phone can read from another one, and in the screen.
        assert box["width"] >= 200
        assert box["x"] + box["width"] <= 360
        # Where the machine has a network, the address leads to the table.
        other = context.new_page()
        other.set_default_timeout(1_000 * SECONDS)
        other.goto(link.inner_text())
        parts(other).get_by_role("heading", name="Table table-1").wait_for()
    context.close()


def test_a_settled_hand_is_sent_to_a_table_and_corrected_from_its_own_input(open_page: Any, send: Any) -> None:
    table = send("POST", "api/tables", {"players": ["Aki", "Bea", "Cho", "Dan"], "rules": "riichi", "name": "club"})
    mangan = {"wins": [{"seat": "Bea", "by": "ron", "from": "Dan", "level": "mangan"}], "riichi": ["Bea", "Dan"]}
    send("POST", "api/tables/club/rounds", {"round": mangan, "version": table["version"]})
    page = open_page("?hand=123m456p789s1122z%20%2B2z%20ron%20from=W%20seat%3DS%20round%3DE%20riichi%20honba=2")
    brief(page, "South wins")
    page.locator(".result summary", has_text="Add it to a table").click()
    parts(page).get_by_role("button", name="Add it to club").click()
    parts(page).get_by_role("button", name="Add the round").click()
    page.get_by_text("The round is added.").wait_for()
    # E2: Bea deals, so South is Cho and West is Dan. The honba of the table, 0, count.
    hand = {"hand": "123m456p789s1122z", "win": "2z", "by": "ron", "round": "E", "riichi": True}
    won = {"riichi": ["Cho"], "wins": [{**hand, "seat": "Cho", "from": "Dan"}]}
    inputs = send("GET", "api/tables/club")["inputs"]
    mangan["wins"][0]["round"] = "E"  # type: ignore[index]  # of the record as it is read
    assert inputs == [mangan, won]
    page.locator("summary", has_text="Correct a round").click()
    parts(page).get_by_role("button", name="Correct round 2").click()
    # 13 tiles, and the winning tile.
    assert parts(page).get_by_role("button", name=re.compile("^Remove (?!the last)")).count() == 14
    parts(page).get_by_role("button", name="Save the correction").click()
    page.get_by_text("The round is corrected").wait_for()
    assert send("GET", "api/tables/club")["inputs"] == inputs
    page.locator("summary", has_text="Correct a round").click()
    parts(page).get_by_role("button", name="Correct round 1").click()
    choose(page, "Discarder", "Aki")
    parts(page).get_by_role("button", name="Save the correction").click()
    page.get_by_text("The round is corrected").wait_for()
    mangan["wins"][0]["from"] = "Aki"  # type: ignore[index]
    assert send("GET", "api/tables/club")["inputs"] == [mangan, won]


def test_a_settled_round_of_cards_is_sent_to_a_table_of_other_players(open_page: Any, send: Any) -> None:
    send("POST", "api/tables", {"players": ["Emi", "Fay"], "rules": "koikoi", "name": "cards"})
    page = open_page("?rules=koikoi&hand=koikoi%20Aki:1BR,3B,8BA,9A%20Bea:2AR%20stopped_by%3DAki")
    page.locator(".result", has_text="30").wait_for()
    page.locator(".result summary", has_text="Add it to a table").click()
    # Aki is Fay there, and Bea is Emi.
    page.get_by_label("Aki →").select_option("Fay")
    parts(page).get_by_role("button", name="Add it to cards").click()
    page.get_by_text("Choose another player for each.").wait_for()
    page.get_by_label("Bea →").select_option("Emi")
    parts(page).get_by_role("button", name="Add it to cards").click()
    parts(page).get_by_role("button", name="Add the round").click()
    page.get_by_text("The round is added.").wait_for()
    players = {"Emi": {"captured": "2A 2R"}, "Fay": {"captured": "1B 1R 3B 8B 8A 9A"}}
    inputs = send("GET", "api/tables/cards")["inputs"]
    assert inputs == [{"players": players, "stopped_by": "Fay"}]
    page.locator("summary", has_text="Correct a round").click()
    parts(page).get_by_role("button", name="Correct round 1").click()
    assert parts(page).get_by_role("button", name=re.compile("^Remove (?!the last)")).count() == 8
    parts(page).get_by_role("button", name="Save the correction").click()
    page.get_by_text("The round is corrected").wait_for()
    assert send("GET", "api/tables/cards")["inputs"] == inputs


def test_a_table_of_three_seats_takes_a_fourth_player_in_turn(open_page: Any, send: Any) -> None:
    page = open_page("?rules=sanma#tables")
    box = page.locator(".box")
    for at, name in enumerate(("Aki", "Bea", "Cho", "Dan"), 1):
        box.get_by_label(f"Player {at}").fill(name)
    box.get_by_label("Name of the table").fill("turns")
    parts(page).get_by_role("button", name="Begin").click()
    parts(page).get_by_role("button", name="Add a round").click()
    choose(page, "What happened", "Tsumo")
    group = parts(page).get_by_role("group", name="Winner", exact=True)
    # Dan sits out in the first round.
    assert [label.strip() for label in group.get_by_role("radio").locator("xpath=..").all_inner_texts()] == [
        "Aki", "Bea", "Cho",
    ]  # fmt: skip
    choose(page, "Winner", "Bea")
    parts(page).get_by_role("group", name="Given as").first.get_by_role("radio", name="a hand with tiles").check()
    tap(page, *tiles("123456789p1122z2z"))
    box.get_by_label("Norths set aside", exact=True).first.fill("2")
    parts(page).get_by_role("button", name="Add the round").click()
    page.get_by_text("The round is added.").wait_for()
    table = send("GET", "api/tables/turns")
    hand = {"hand": "123456789p1122z", "win": "2z", "by": "tsumo", "round": "E", "north": 2}
    assert table["inputs"] == [{"wins": [{**hand, "seat": "Bea"}]}]
    # Menzen tsumo 1, ittsuu 2, honitsu 3, South 1, and 2 for the Norths: 9 han, a haneman of 3,000 and 6,000.
    assert table["result"]["scores"] == {"Aki": 29000, "Bea": 44000, "Cho": 32000, "Dan": 35000}
    parts(page).get_by_role("button", name="Add a round").click()
    # The deal moves to Bea, and Dan takes a seat for Aki.
    choose(page, "What happened", "Tsumo")
    told = parts(page).get_by_role("group", name="Winner", exact=True).get_by_role("radio").locator("xpath=..")
    assert [label.strip() for label in told.all_inner_texts()] == ["Bea", "Cho", "Dan"]


def test_once_loaded_it_opens_without_a_network(tmp_path: Path, chromium: Any) -> None:
    """With a table open: the server stops, nothing entered is lost, and it goes on when the server is back."""
    loaded: list[str] = []
    context = chromium.new_context(viewport={"width": 360, "height": 780}, locale="en")
    page = context.new_page()
    page.set_default_timeout(1_000 * SECONDS)
    page.on("request", lambda request: loaded.append(request.url))
    with serving(tmp_path) as here:
        page.goto(f"{here}#tables")
        for at, name in enumerate(("Aki", "Bea", "Cho", "Dan"), 1):
            page.locator(".box").get_by_label(f"Player {at}").fill(name)
        parts(page).get_by_role("button", name="Begin").click()
        parts(page).get_by_role("button", name="Add a round").click()
        won(page, "Aki", "Bea")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        port = here.rstrip("/").rpartition(":")[2]
    # The server is gone.
    parts(page).get_by_role("button", name="Add the round").click()
    page.get_by_text("No connection: nothing was saved.").wait_for()
    with serving(tmp_path, port):
        parts(page).get_by_role("button", name="Add the round").click()
        page.get_by_text("The round is added.").wait_for()
        page.goto(f"{here}?hand=123m456p789s1122z%20%2B2z%20ron%20seat%3DS%20round%3DE")
        brief(page, "South wins 1,300 points")
        before = page.locator(".key").first.bounding_box()
    page.goto(f"{here}?lang=en")
    # It is said where no key moves, and what it means by a tap.
    parts(page).get_by_role("button", name="Offline").click()
    page.locator("#why-offline", has_text="No connection. You see").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".key").first.bounding_box() == before
    assert page.evaluate("() => fetch('cards.svg').then((answer) => answer.ok)")
    # The hand of the visit before is there too.
    parts(page).get_by_role("button", name="Remove 3 of characters").wait_for()
    parts(page).get_by_role("button", name="Clear all", exact=True).click()
    tap(page, *tiles("123p"))
    assert parts(page).get_by_role("button", name="Remove 3 of circles").count() == 1
    context.close()
    assert {url for url in loaded if not url.startswith(here)} == set()
