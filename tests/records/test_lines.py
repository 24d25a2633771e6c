"""One-line records: the grammar, the canonical line, and the column of every refusal."""

from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from calc.errors import CalcError, HandError, NotationError, RecordError
from calc.mahjong.records.lines import canonical, parse_line, print_line
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Liable, Win
from calc.records.cells import in_line
from calc.records.plain import plain_from
from tests.amounts import tries
from tests.rows import Rows

ROWS = Rows(__file__)

LEAST: dict[str, Any] = {"hand": "123m", "by": "tsumo", "seat": "E", "round": "S"}
TAIL = "tsumo seat=E round=S"


def test_the_open_hand_of_the_contract() -> None:
    line = "tenhou 34577p06767s +8s (345m) tsumo seat=N round=E dora=4s honba=1"
    assert parse_line(line)[0] == Win(
        rules="tenhou",
        hand="34577p06677s",
        win="8s",
        melds=["(345m)"],
        by="tsumo",
        seat="N",
        round="E",
        dora="4s",
        honba=1,
    )


def test_the_closed_hand_of_the_contract() -> None:
    line = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi ippatsu"
    assert parse_line(line)[0] == Win(
        rules="riichi",
        hand="123m456p789s1122z",
        win="2z",
        by="ron",
        from_="W",
        seat="S",
        round="E",
        riichi=True,
        ippatsu=True,
    )


def test_the_columns_are_where_values_start() -> None:
    line = (
        'riichi 123m +2z (345m)[5555z] ron from=W seat=S riichi dora="4s" id="a b" liable.seat=W liable.for=x round=E'
    )
    assert parse_line(line)[1] == {
        "rules": 1,
        "hand": 8,
        "win": 14,
        "melds[0]": 17,
        "melds[1]": 23,
        "by": 31,
        "from": 40,
        "seat": 47,
        "riichi": 49,
        "dora": 62,
        "id": 69,
        "liable.seat": 87,
        "liable.for": 100,
        "round": 108,
    }


@ROWS.each("a_line_says_what_plain_data_says")
def test_a_line_says_what_plain_data_says(line: str, more: dict[str, Any]) -> None:
    assert plain_from(parse_line(line)[0]) == {**LEAST, **more}


@ROWS.each("the_canonical_line")
def test_the_canonical_line(more: dict[str, Any], line: str) -> None:
    win = win_from({**LEAST, **more})
    assert print_line(win) == line
    assert parse_line(line)[0] == canonical(win)


@pytest.mark.parametrize(
    ("marked", "kind", "code", "key", "words"),
    [
        ("^", RecordError, "missing_key", "hand", "'hand', 'by', 'seat' and 'round' are missing"),
        ("riichi^", RecordError, "missing_key", "hand", "'hand', 'by', 'seat' and 'round' are missing"),
        ("tsumo seat=E^", RecordError, "missing_key", "hand", "'hand' and 'round' are missing"),
        ("123m^", RecordError, "missing_key", "by", "are missing; add tsumo or ron, seat=S, round=E"),
        ("123m seat=E riichi^", RecordError, "missing_key", "by", "are missing; add tsumo or ron, round=E"),
        ("123m tsumo round=S^", RecordError, "missing_key", "seat", "'seat' is missing"),
        ("123m tsumo seat=E ^", RecordError, "missing_key", "round", "'round' is missing"),
        (f"123m {TAIL} liable.seat=W^", RecordError, "missing_key", "liable.for", "'for' is missing"),
        (f"123m^45 {TAIL}", NotationError, "notation", "hand", "a suit letter m, p, s or z after 45"),
        (f"123m^8z {TAIL}", NotationError, "notation", "hand", "found 8z"),
        (f"^+8s 123m {TAIL}", NotationError, "notation", "hand", "the concealed tiles first, found '+8s'"),
        (f"riichi ^(555z) {TAIL}", NotationError, "notation", "hand", "the concealed tiles first"),
        (f'^"Tenhou" 123m {TAIL}', NotationError, "notation", "rules", "a lower-case id or a path), found 'Tenhou'"),
        (f'"tenhou"^x 123m {TAIL}', NotationError, "notation", "rules", "trailing characters"),
        (f"123m +^8z {TAIL}", NotationError, "notation", "win", "found 8z"),
        (f"123m +^ {TAIL}", NotationError, "notation", "win", "exactly one tile, such as 8s, found ''"),
        (f"123m +8^9s {TAIL}", NotationError, "notation", "win", "exactly one tile, such as 8s, found '89s'"),
        (
            f"123m +8s ^+9s {TAIL}",
            NotationError,
            "notation",
            None,
            "one winning tile, found '+9s' as well",
        ),
        (f"123m +8s (345m) ^+9s {TAIL}", NotationError, "notation", None, "one winning tile, found '+9s' as well"),
        (f"123m +7s {TAIL} ^ドラ=1m", RecordError, "unknown_key", "ドラ", "write ドラ表示牌 for the indicator"),
        ("123m ^tsmo seat=E", NotationError, "notation", None, "found 'tsmo'; did you mean 'tsumo'?"),
        (f"123m (345m)^(124m) {TAIL}", NotationError, "notation", "melds[1]", "a run of one suit like (123m)"),
        (f"123m (345m) (55^8z) {TAIL}", NotationError, "notation", "melds[1]", "found 8z"),
        (f"123m ^[123m] {TAIL}", NotationError, "notation", "melds[0]", "some other programs write open melds"),
        (f"123m ^[555z] {TAIL}", NotationError, "notation", "melds[0]", "square brackets mean a concealed quad"),
        (f"123m (345m^ {TAIL}", NotationError, "notation", "melds[0]", "to close '(', found the end"),
        (f"12m ^kan {TAIL}", NotationError, "notation", None, "found 'kan' without its tiles; write it as kan:5555z"),
        (f"123m {TAIL} ^han=3", RecordError, "unknown_key", "han", "what the table says of it is claim.han"),
        ("123m seat=E round=S ^ron=W", RecordError, "unknown_key", "ron", "write by: ron and from: the discarder"),
        (f"123m {TAIL} ^sate=S", RecordError, "unknown_key", "sate", "did you mean 'seat'?"),
        (f"123m ^cih:345m {TAIL}", NotationError, "notation", "melds[0]", "did you mean 'chi'?"),
        (f"123m {TAIL} ^ron", NotationError, "notation", None, "a key after tsumo or ron, found 'ron'"),
        (f"123m +7s {TAIL} ^+8s", NotationError, "notation", None, "a key after tsumo or ron, found '+8s'"),
        (f"123m {TAIL} ^seat=E", NotationError, "notation", "seat", "each key once, found 'seat' a second time"),
        (f"123m {TAIL} riichi ^riichi=double", NotationError, "notation", "riichi", "found 'riichi' a second time"),
        (f"riichi 123m {TAIL} ^rules=x", NotationError, "notation", "rules", "found 'rules' a second time"),
        (f"123m {TAIL} ^dora", NotationError, "notation", "dora", "a value, as in dora=..., found 'dora' alone"),
        (f"123m {TAIL} ^facts.x", NotationError, "notation", "facts.x", "a value, as in facts.x=..."),
        (f"123m {TAIL} ^claim.win", NotationError, "notation", "claim.win", "a value, as in claim.win=..."),
        (f"123m {TAIL} dora=^", NotationError, "notation", "dora", "a value after 'dora='"),
        (f"123m {TAIL} dora=^ id=1", NotationError, "notation", "dora", 'leave the key out, or write dora=""'),
        (f"123m {TAIL} dora=4s^8z", NotationError, "notation", "dora", "found 8z"),
        (f'123m {TAIL} dora="4s^8z"', NotationError, "notation", "dora", "found 8z"),
        (f"123m {TAIL} ura=^z", NotationError, "notation", "ura", "digits before a suit letter"),
        (f"123m {TAIL} discards=1m^5", NotationError, "notation", "discards", "a suit letter"),
        (f"123m {TAIL} ^hobna=1", RecordError, "unknown_key", "hobna", "did you mean 'honba'?"),
        (f"123m {TAIL} ^richi", RecordError, "unknown_key", "richi", "did you mean 'riichi'?"),
        (f"123m {TAIL} ^claim.fuu=1 id=1", RecordError, "unknown_key", "claim.fuu", "did you mean 'fu'?"),
        (f'123m {TAIL} ^claim={{"fuu":1}}', RecordError, "unknown_key", "claim.fuu", "did you mean 'fu'?"),
        ("123m tsumo seat=^X round=S", RecordError, "wrong_type", "seat", "a seat E, S, W or N, found 'X'"),
        (f"123m {TAIL} honba=^-1", RecordError, "wrong_type", "honba", "a count is never below 0"),
        (f"123m {TAIL} honba=^x", RecordError, "wrong_type", "honba", "found 'x'"),
        (f'123m {TAIL} claim.payments=^{{"E":1.5}}', RecordError, "wrong_type", "claim.payments.E", "found 1.5"),
        (f'123m {TAIL} id=^"a', NotationError, "notation", None, "a closing quote after '\"a', found the end"),
        (f'123m {TAIL} id=^"a\\"', NotationError, "notation", None, "a closing quote"),
        (f'123m {TAIL} id=a^"b c"', NotationError, "notation", "id", "quotes around the whole value of 'id'"),
        (f'123m {TAIL} id="a"^b', NotationError, "notation", "id", "stands in double quotes, with JSON's escapes"),
        (f'123m {TAIL} id="a\\x^"', NotationError, "notation", "id", "expected JSON"),
        (f"123m {TAIL} id=[1^}}", NotationError, "notation", "id", "expected JSON"),
        (f"123m {TAIL} options.x=1 options.x.y=^2", RecordError, "wrong_type", "options.x.y", "whole or by its keys"),
        (f"123m {TAIL} id=^\udcff", NotationError, "notation", None, "text in UTF-8, found '\\udcff'"),
    ],
)
def test_what_is_no_line_is_refused_with_its_column(
    marked: str, kind: type[CalcError], code: str, key: str | None, words: str
) -> None:
    column = marked.index("^") + 1
    with pytest.raises(kind) as caught:
        parse_line(marked.replace("^", "", 1))
    assert words in caught.value.message
    assert (caught.value.code, caught.value.key, caught.value.column) == (code, key, column)


COLUMNS = {"hand": 8, "dora": 30, "melds[0]": 20, "melds[1]": 26, "liable.seat": 50, "claim": 60, "hand:3": 9}


@ROWS.each("a_column_in_a_value_becomes_one_in_the_line")
def test_a_column_in_a_value_becomes_one_in_the_line(key: str | None, column: int | None, expected: int | None) -> None:
    error = HandError("...", key=key, column=column)
    assert in_line(error, COLUMNS) is error
    assert (error.key, error.column) == (key, expected)


def test_a_column_in_the_canonical_hand_leads_to_the_tile_as_it_was_written() -> None:
    line = f"E🀄\ufe0f3m1m +8s (543m) {TAIL} dora=3m1m"
    win, columns = parse_line(line)
    assert (win.hand, win.melds, win.dora) == ("13m17z", ["(345m)"], "31m")
    written = {place: in_line(HandError("", key="hand", column=place), columns).column for place in (1, 2, 4, 5)}
    assert {place: line[(column or 0) - 1] for place, column in written.items()} == {1: "1", 2: "3", 4: "E", 5: "🀄"}
    assert in_line(HandError("", key="melds[0]", column=4), columns).column == line.index("(543m)") + 1
    assert in_line(HandError("", key="dora", column=2), columns).column == line.index("1m", line.index("dora")) + 1


def test_the_last_tile_as_written_is_the_winning_tile_of_a_complete_hand() -> None:
    win, columns = parse_line(f"1z19m9m1m (555z)(666z)(777z) {TAIL}")
    assert (win.hand, win.win) == ("199m1z", "1m")
    assert columns == {
        "hand": 1,
        "win": 8,
        "melds[0]": 11,
        "melds[1]": 17,
        "melds[2]": 23,
        "by": 30,
        "seat": 41,
        "round": 49,
        "hand:1": 3,
        "hand:2": 4,
        "hand:3": 6,
        "hand:5": 1,
    }


@ROWS.each("the_winning_tile_stands_apart_where_the_count_is_that_of_a_complete_hand")
def test_the_winning_tile_stands_apart_where_the_count_is_that_of_a_complete_hand(
    hand: str, melds: str, expected: list[Any]
) -> None:
    win = canonical(win_from({**LEAST, "hand": hand, "melds": melds}))
    assert [win.hand, win.win] == expected


def test_the_canonical_win_changes_spellings_only() -> None:
    win = win_from(
        {
            **LEAST,
            "hand": "CE🀇",
            "win": "N",
            "melds": "chi:543m,[PPPP]",
            "dora": "2m1m",
            "ura": "SE",
            "discards": "",
            "liable": [{"seat": "W", "for": "x"}],
            "id": [1],
        }
    )
    assert canonical(win) == Win(
        hand="1m17z",
        win="4z",
        melds=["(345m)", "[5555z]"],
        dora="21m",
        ura="21z",
        discards="",
        liable=Liable(seat="W", for_="x"),
        id=[1],
        by="tsumo",
        seat="E",
        round="S",
    )


@ROWS.each("what_cannot_be_spelled_has_no_canonical_spelling")
def test_what_cannot_be_spelled_has_no_canonical_spelling(more: dict[str, Any], key: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        canonical(win_from({**LEAST, **more}))
    assert (caught.value.key, caught.value.column) == (key, column)


WORDS: list[Any] = ROWS["words"]
WORDS += [
    "honba=1",
    "ippatsu",
    "options={",
    "x=1",
    "chi:345m",
    "claim.fu=30",
    "claim=5",
    "liable=[]",
    "45",
    '"',
    "+",
    "(",
    "=",
    "\\",
]


@settings(max_examples=tries(80, 300), deadline=None)
@given(words=st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=9))
@example(words=["0/0", "0/0"])
@example(words=["2", "honba", "3", "honba"])
@example(words=["E1", "E2"])
@example(words=["9999", "honba"])
def test_any_text_is_a_win_or_refused_within_the_line(words: list[str]) -> None:
    line = " ".join(words)
    found: Win | CalcError
    try:
        found, _ = parse_line(line)
    except CalcError as error:
        found = error
    if isinstance(found, CalcError):
        assert found.column in range(1, len(line) + 2)
    else:
        assert parse_line(print_line(found))[0] == found
