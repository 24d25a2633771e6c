"""Melds: brackets and words, the one-string form, and what is no meld."""

from typing import get_args

import pytest
from hypothesis import given, settings, strategies as st

from calc.errors import NotationError
from calc.notation.melds import FEEDERS, Meld, MeldKind, parse_meld, parse_melds, print_meld, split_melds
from calc.notation.tiles import print_tiles_in_order, sort_tiles
from tests.amounts import tries
from tests.rows import Rows, listed

ROWS = Rows(__file__)


WHITE = 31


@pytest.mark.parametrize(
    ("text", "meld", "printed"),
    [
        ("(123m)", Meld("chi", (0, 1, 2)), "(123m)"),
        ("(789s)", Meld("chi", (24, 25, 26)), "(789s)"),
        ("(543m)", Meld("chi", (2, 3, 4)), "(345m)"),
        ("(1m2m3m)", Meld("chi", (0, 1, 2)), "(123m)"),
        ("(340m)", Meld("chi", (2, 3, 34)), "(340m)"),
        ("(607p)", Meld("chi", (35, 14, 15)), "(067p)"),
        ("(555z)", Meld("pon", (31, 31, 31)), "(555z)"),
        ("(PPP)", Meld("pon", (31, 31, 31)), "(555z)"),
        ("(🀆🀆\ufe0f🀆)", Meld("pon", (31, 31, 31)), "(555z)"),
        ("(505s)", Meld("pon", (36, 22, 22)), "(055s)"),
        ("(000s)", Meld("pon", (36, 36, 36)), "(000s)"),
        ("(5555z)", Meld("daiminkan", (31, 31, 31, 31)), "(5555z)"),
        ("(555+5z)", Meld("kakan", (31, 31, 31, 31), 31), "(555+5z)"),
        ("(555z+5z)", Meld("kakan", (31, 31, 31, 31), 31), "(555+5z)"),
        ("(PPP+P)", Meld("kakan", (31, 31, 31, 31), 31), "(555+5z)"),
        ("(PPP+5z)", Meld("kakan", (31, 31, 31, 31), 31), "(555+5z)"),
        ("(055+5p)", Meld("kakan", (35, 13, 13, 13), 13), "(055+5p)"),
        ("(555+0p)", Meld("kakan", (35, 13, 13, 13), 35), "(555+0p)"),
        ("[5555z]", Meld("ankan", (31, 31, 31, 31)), "[5555z]"),
        ("[5505m]", Meld("ankan", (34, 4, 4, 4)), "[0555m]"),
        ("[CCCC]", Meld("ankan", (33, 33, 33, 33)), "[7777z]"),
        ("(345m<E)", Meld("chi", (2, 3, 4), None, "E"), "(345m<E)"),
        ("(PPP<W)", Meld("pon", (31, 31, 31), None, "W"), "(555z<W)"),
        ("(5555z<N)", Meld("daiminkan", (31, 31, 31, 31), None, "N"), "(5555z<N)"),
        ("(055+5p<S)", Meld("kakan", (35, 13, 13, 13), 13, "S"), "(055+5p<S)"),
        ("[555+0p]", Meld("ankan", (35, 13, 13, 13), 35), "[555+0p]"),
        ("[CCC+C]", Meld("ankan", (33, 33, 33, 33), 33), "[777+7z]"),
        ("chi:345m", Meld("chi", (2, 3, 4)), "(345m)"),
        ("chi:543m<E", Meld("chi", (2, 3, 4), None, "E"), "(345m<E)"),
        ("kakan:555+5z<W", Meld("kakan", (31, 31, 31, 31), 31, "W"), "(555+5z<W)"),
        ("ankan:555+5z", Meld("ankan", (31, 31, 31, 31), 31), "[555+5z]"),
        ("pon:555z", Meld("pon", (31, 31, 31)), "(555z)"),
        ("kan:5555z", Meld("daiminkan", (31, 31, 31, 31)), "(5555z)"),
        ("kakan:555+5z", Meld("kakan", (31, 31, 31, 31), 31), "(555+5z)"),
        ("ankan:5555z", Meld("ankan", (31, 31, 31, 31)), "[5555z]"),
        ("345m", Meld("chi", (2, 3, 4)), "(345m)"),
        ("白白白", Meld("pon", (31, 31, 31)), "(555z)"),
    ],
)
def test_a_meld_is_read_from_every_spelling_and_printed_in_one(text: str, meld: Meld, printed: str) -> None:
    assert parse_meld(text) == meld
    assert print_meld(meld) == printed
    assert parse_meld(printed) == meld


@ROWS.each("what_is_no_meld_is_refused_with_its_column")
def test_what_is_no_meld_is_refused_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(text)
    assert (caught.value.code, caught.value.column) == ("notation", column)
    assert words in caught.value.message
    assert repr(text) in caught.value.message


@ROWS.each("one_string_of_melds_is_split_into_pieces")
def test_one_string_of_melds_is_split_into_pieces(text: str, pieces: list[list[str | int]]) -> None:
    assert listed(split_melds(text)) == pieces


@pytest.mark.parametrize(
    "melds", ["(345m)[5555z]", "(345m) [5555z]", "chi:345m, ankan:5555z", ["(345m)", "[5555z]"], ["chi:345m", "[PPPP]"]]
)
def test_a_list_and_one_string_mean_the_same_melds(melds: list[str] | str) -> None:
    assert parse_melds(melds) == (Meld("chi", (2, 3, 4)), Meld("ankan", (WHITE,) * 4))


@ROWS.each("an_error_among_melds_names_its_key_and_column")
def test_an_error_among_melds_names_its_key_and_column(
    melds: list[str] | str, key: str, column: int, words: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_melds(melds)
    assert (caught.value.key, caught.value.column) == (key, column)
    assert words in caught.value.message


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Any meld, with red fives at will."""
    kind: MeldKind = draw(st.sampled_from(get_args(MeldKind)))
    if kind == "chi":
        first = 9 * draw(st.integers(0, 2)) + draw(st.integers(0, 6))
        kinds = [first, first + 1, first + 2]
    else:
        kinds = [draw(st.integers(0, 33))] * (3 if kind == "pon" else 4)
    fives = {4: 34, 13: 35, 22: 36}
    tiles = [fives[tile] if tile in fives and draw(st.booleans()) else tile for tile in kinds]
    is_added = kind == "kakan" or (kind == "ankan" and draw(st.booleans()))
    feeder = draw(st.sampled_from([None, *FEEDERS])) if kind != "ankan" else None
    return Meld(kind, sort_tiles(tiles), draw(st.sampled_from(tiles)) if is_added else None, feeder)


@settings(max_examples=tries(60, 200), deadline=None)
@given(meld=melds(), data=st.data())
def test_printing_and_reading_a_meld_are_inverses_whatever_the_order_of_its_tiles(
    meld: Meld, data: st.DataObject
) -> None:
    assert parse_meld(print_meld(meld)) == meld
    called = list(meld.tiles)
    if meld.added is not None:
        called.remove(meld.added)
    shuffled = print_tiles_in_order(data.draw(st.permutations(called)))
    plus = "" if meld.added is None else "+" + print_tiles_in_order([meld.added])
    word = {"daiminkan": "kan"}.get(meld.kind, meld.kind)
    feeder = "" if meld.feeder is None else f"<{meld.feeder}"
    assert parse_meld(f"{word}:{shuffled}{plus}{feeder}") == meld


@settings(max_examples=tries(60, 200), deadline=None)
@given(text=st.text("()[]05mz+ :chi,<W", max_size=14))
def test_any_text_is_melds_or_refused_within_it(text: str) -> None:
    found: tuple[Meld, ...] | NotationError
    try:
        found = parse_melds(text)
    except NotationError as error:
        found = error
    if isinstance(found, NotationError):
        assert found.key == "melds"
        assert found.column in range(1, len(text) + 2)
    else:
        assert parse_melds("".join(map(print_meld, found))) == found
