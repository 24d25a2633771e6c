"""Many JSON lines of wins decoded at once: the same wins as line by line, or none."""

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import calc
from calc.mahjong.records import fast_lines
from calc.mahjong.records.fast_lines import decode_win_lines
from calc.mahjong.records.types import WORTH, Claim, Win
from tests.amounts import tries
from tests.records.json_texts import decode_json
from tests.rows import Rows

ROWS = Rows(__file__)

PLAIN: dict[str, Any] = {"hand": "123456m345p2499s", "win": "3s", "by": "ron", "seat": "S", "round": "E"}
#: A value for every key, with which a line is taken, and one with which it is left to be read alone.
TAKEN: dict[str, Any] = {
    "id": 7, "rules": "tenhou", "hand": "1m", "melds": ["(123m)", "[5555z]"], "win": "0p", "by": "tsumo", "seat": "W",
    "round": "N", "from": "E", "dora": "1z", "ura": "9s", "riichi": "double", "ippatsu": True, "rinshan": True,
    "last_tile": True, "first_turn": True, "chankan": "concealed", "honba": 10_000, "sticks": 3, "north": 4,
    "discards": "19m", "claim": {"han": 3},
}  # fmt: skip
#: Values of a claim, some of which are no claim.
CLAIMED: list[Any] = [
    *(None, True, 0, 5, -1, 10_001, 10**9, 10**10, 1.0, "", "4000 all", "\ud800"),
    *([], ["riichi", 1], ["a"], {}, {"E": 1}, {"E": -(10**10)}, {"E": None}),
]
LEFT: dict[str, Any] = ROWS["left"]


def read(*lines: str) -> list[Win | None]:
    return decode_win_lines("".join(line + "\n" for line in lines).encode())


def alone(line: str) -> Any:
    try:
        return decode_json(line)
    except calc.CalcError as error:
        return error


def test_every_key_of_a_win_is_taken_or_left() -> None:
    assert {*TAKEN, *LEFT} == set(Win.__struct_encode_fields__)


@pytest.mark.parametrize("key", TAKEN)
def test_a_plain_line_is_taken_as_it_is_read_alone(key: str) -> None:
    line = json.dumps({**PLAIN, key: TAKEN[key]})
    assert read(line) == [decode_json(line)]


def test_all_keys_may_stand_in_one_line() -> None:
    line = json.dumps(TAKEN)
    assert read(line) == [decode_json(line)]


@pytest.mark.parametrize("key", WORTH)
def test_a_worth_of_0_is_not_none(key: str) -> None:
    assert read(json.dumps({**PLAIN, key: 0})) == [None]


@pytest.mark.parametrize("key", LEFT)
def test_a_line_with_more_to_look_at_is_left(key: str) -> None:
    line, plain = json.dumps({**PLAIN, key: LEFT[key]}), json.dumps(PLAIN)
    assert read(line) == [None]
    assert read(plain, line, plain) == [decode_json(plain), None, decode_json(plain)]


@pytest.mark.parametrize("key", Win.__struct_encode_fields__)
def test_a_key_twice_is_never_taken(key: str) -> None:
    value = json.dumps({**TAKEN, **LEFT}[key])
    for gap in ("", " ", "\t"):
        line = f'{{"{key}"{gap}:{value},"{key}":{value},{json.dumps(PLAIN)[1:]}'
        assert read(line) == [None]
        assert isinstance(alone(line), calc.NotationError)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "# a comment",
        "{}",
        "[]",
        "not JSON",
        '{"players": {"A": {"captured": "1B"}}}',
        json.dumps({**PLAIN, "honba": 10_001}),
        json.dumps({**PLAIN, "honba": -1}),
        json.dumps({**PLAIN, "honba": 1.0}),
        json.dumps({**PLAIN, "honba": None, "melds": None}),
        json.dumps({**PLAIN, "riichi": 1}),
        json.dumps({**PLAIN, "id": 2**63}),
        json.dumps({**PLAIN, "id": [1]}),
        json.dumps({**PLAIN, "id": "\ud800"}),
        json.dumps({**PLAIN, "rules": "\udfff"}),
        json.dumps({**PLAIN, "hnad": "1m"}),
        json.dumps({**PLAIN, "id": 'a "quoted": text'}),
        '{"hand":"1m","h\\u0061nd":"2m","by":"ron","seat":"S","round":"E"}',
        '{"hand":"1m","by":"ron","seat":"S"}',
    ],
)
def test_what_is_no_plain_win_is_left(line: str) -> None:
    plain = json.dumps(PLAIN)
    assert read(line) == [None]
    taken = read(plain, line, plain)
    assert taken[1] is None
    assert all(win in (None, decode_json(plain)) for win in taken)


@pytest.mark.parametrize("taken", [-(2**63), 2**63 - 1, "a name, with blanks", "東一局 \U0001f000", None])
def test_ids_of_every_row_come_through(taken: Any) -> None:
    lines = [json.dumps({**PLAIN, "id": id_}, ensure_ascii=False) for id_ in (taken, taken)]
    assert read(*lines) == [decode_json(line) for line in lines]


@pytest.mark.parametrize("key", [*Claim.__struct_encode_fields__, "hnad"])
def test_a_claim_is_left_or_taken_as_it_is_read_alone(key: str) -> None:
    claims = [{key: value} for value in CLAIMED] + [{"dora": 1, "win": True, key: value} for value in CLAIMED]
    lines = [json.dumps({**PLAIN, "claim": claim}) for claim in claims]
    found = [*zip(lines, read(*lines), strict=True)]
    assert all(win is None or win == alone(line) for line, win in found)
    assert key == "hnad" or any(win is not None for _, win in found)


@pytest.mark.parametrize("key", Claim.__struct_encode_fields__)
def test_a_key_of_a_claim_twice_is_never_taken(key: str) -> None:
    value = json.dumps({"payments": {}, "yaku": [], "has": [], "lacks": []}.get(key, False if key == "win" else 1))
    line = f'{{"claim":{{"{key}":{value},"{key}":{value}}},{json.dumps(PLAIN)[1:]}'
    assert read(line) == [None]


def test_bytes_that_are_no_text_are_left() -> None:
    plain = json.dumps(PLAIN).encode() + b"\n"
    found = decode_win_lines(plain + b'{"hand":"\xff"}\n' + plain)
    assert [win is None for win in found] == [False, True, False]


values = st.one_of(st.none(), st.booleans(), st.integers(-2, 10_002), st.text(max_size=4), st.just(1.0))
records = st.fixed_dictionaries(
    {key: st.just(value) for key, value in PLAIN.items()},
    optional={
        key: st.one_of(st.just(value), values) for key, value in {**TAKEN, **LEFT, "x": 1}.items() if key not in PLAIN
    },
)


@settings(max_examples=tries(80, 300), deadline=None)
@given(st.lists(records.map(lambda record: json.dumps(record, ensure_ascii=False)), max_size=5))
def test_a_line_is_left_or_taken_as_it_is_read_alone(lines: list[str]) -> None:
    for line, win in zip(lines, read(*lines), strict=True):
        assert win is None or win == alone(line)


def test_each_key_of_a_win_has_a_bit_of_its_own() -> None:
    """If not, look for another factor: an odd number of 32 bits, from 2**31 up, for which this holds."""
    bits = fast_lines._BIT_OF
    assert bits["han"] == bits["rinshan"]  # both end in the same four characters
    assert len(set(bits.values())) == len(Win.__struct_encode_fields__) - 1
