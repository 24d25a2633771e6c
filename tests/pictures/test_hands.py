"""Hands: what is drawn, which tile lies sideways, and what a screen reader says."""

import re

import pytest

from calc.notation.melds import parse_melds
from calc.pictures.hands import hand_picture, tiles_text
from calc.pictures.svg import Picture
from calc.translation import spoken_in
from tests.pictures.drawing import elements


def hand(melds: str, seat: str | None = "S", lang: str = "en") -> Picture:
    return spoken_in(lang, hand_picture, "11m", None, parse_melds(melds), seat)


def turned(picture: Picture) -> list[bool]:
    """Of each tile after the two of the hand, whether it lies sideways."""
    uses = [one.get("transform", "") for one in elements(picture.body) if one.tag.endswith("use")]
    return ["rotate(-90)" in one for one in uses[2:]]


@pytest.mark.parametrize(
    ("seat", "feeder", "place"),
    [
        # The next seat sits to the right, the one before to the left, the other one across.
        *(("E", "S", 2), ("E", "W", 1), ("E", "N", 0)),
        *(("S", "W", 2), ("S", "N", 1), ("S", "E", 0)),
        *(("W", "N", 2), ("W", "E", 1), ("W", "S", 0)),
        *(("N", "E", 2), ("N", "S", 1), ("N", "W", 0)),
    ],
)
def test_the_tile_that_lies_sideways_says_from_whom_it_was_called(seat: str, feeder: str, place: int) -> None:
    assert turned(hand(f"(555z<{feeder})", seat)) == [at == place for at in range(3)]


@pytest.mark.parametrize(("feeder", "place"), [("W", 3), ("N", 1), ("E", 0)])
def test_a_quad_that_was_called_at_once_has_four_tiles_in_a_row(feeder: str, place: int) -> None:
    assert turned(hand(f"(5555z<{feeder})")) == [at == place for at in range(4)]


def test_the_tile_that_makes_a_quad_of_a_triplet_lies_on_the_called_one() -> None:
    picture = hand("(555+5z<W)")
    assert turned(picture) == [False, False, True, True]
    assert picture.height == 120


def test_a_run_was_called_from_the_left() -> None:
    assert turned(hand("(345p)", None)) == [True, False, False]


@pytest.mark.parametrize(("melds", "seat"), [("(555z)", "S"), ("(555z<W)", None), ("(555+5z)", "S"), ("[5555z]", "S")])
def test_no_tile_lies_sideways_where_nobody_knows_from_whom(melds: str, seat: str | None) -> None:
    assert not any(turned(hand(melds, seat)))


def test_a_concealed_quad_shows_two_backs() -> None:
    assert re.findall(r'href="#tile-(\w+)"', hand("[5555z]").body)[2:] == ["back", "31", "31", "back"]


def test_tiles_stand_in_order_and_the_winning_one_apart() -> None:
    picture = hand_picture("3m1m0p2m", "4p", (), "E")
    uses = re.findall(r'href="#tile-(\d+)" transform="translate\((\d+) 0\)', picture.body)
    assert uses == [("0", "0"), ("1", "60"), ("2", "120"), ("35", "180"), ("12", "256")]


def test_without_a_winning_tile_of_its_own_the_last_one_won() -> None:
    assert hand_picture("2m1m", None, (), "E").title == "Hand: 2 of characters; winning tile 1 of characters"
    assert hand_picture("2m1m", None, (), "E", is_won=False).title == "Hand: 1 2 of characters"


def test_four_melds_are_in_a_row_of_their_own() -> None:
    picture = hand("(345m)(567p)(5555z<W)(1111z<N)")
    assert picture.width <= 1000
    assert picture.height == 176


def test_a_hand_is_told_in_words() -> None:
    melds = parse_melds("(345p)(555z<W)[1111s]")
    told = "Hand: 1 red 5 of characters, East; winning tile East; called run 3 4 5 of circles; "
    told += "called triplet white dragon, white dragon, white dragon from West; concealed quad 1 1 1 1 of bamboo"
    assert hand_picture("10m1z", "1z", melds, "S").title == told
    japanese = spoken_in("ja", hand_picture, "10m1z", "1z", melds[1:2], "S", norths=1).title
    assert japanese == "手牌：1 赤5 萬子、東。和了牌 東。ポン 白、白、白（西家から）。抜き 北"


def test_words_of_no_tiles_are_empty() -> None:
    assert tiles_text(()) == ""


def test_a_picture_holds_each_of_its_tiles_once() -> None:
    assert list(hand("(111m<W)").parts) == ["tile-0"]
