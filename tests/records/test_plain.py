"""Records as plain data: keys, types, bounds, and the words of every refusal."""

import math
from types import MappingProxyType
from typing import Any

import pytest

from calc.errors import NotationError, RecordError
from calc.games import game_for
from calc.intake.spelling import record_from
from calc.mahjong.records import plain
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Claim, Game, Liable, Round, Win
from calc.records.plain import plain_from
from calc.strict_yaml import load
from tests.records.json_texts import decode_json
from tests.rows import Rows

ROWS = Rows(__file__)


LEAST: dict[str, Any] = {"hand": "123m", "by": "tsumo", "seat": "E", "round": "S"}
FULL: dict[str, Any] = ROWS["full"]


def test_four_keys_make_a_win_and_all_else_is_at_its_default() -> None:
    assert win_from(LEAST) == Win(hand="123m", by="tsumo", seat="E", round="S")


def test_every_key_has_its_place() -> None:
    assert win_from(FULL) == Win(
        id={"log": 7},
        rules="tenhou",
        options={"tanyao_open": False, "red_fives": {"m": 1}},
        hand="123m",
        melds=["(345m)"],
        win="8s",
        by="ron",
        seat="E",
        round="S",
        from_="W",
        dora="4s",
        ura="1z",
        riichi="double",
        ippatsu=True,
        rinshan=True,
        last_tile=True,
        first_turn=True,
        chankan="concealed",
        honba=10_000,
        sticks=2,
        north=3,
        liable=Liable(seat="W", for_="daisangen"),
        discards="1m9p",
        facts={"dealer_keeps": 8, "north_ron": True},
        claim=Claim(win=True, han=3, fu=40, yaku=["riichi"], points="1300/2600", payments={"E": 5200, "W": -5200}),
    )


def test_plain_data_comes_back_with_the_keys_of_the_contract() -> None:
    assert plain_from(win_from(FULL)) == FULL
    assert plain_from(win_from(LEAST)) == LEAST
    assert plain_from(win_from({**LEAST, "discards": "", "riichi": False, "honba": 0, "dora": ""})) == {
        **LEAST,
        "discards": "",
    }


def test_a_top_level_null_is_an_absent_key() -> None:
    assert win_from({**LEAST, "from": None, "honba": None, "claim": None, "id": None}) == win_from(LEAST)
    with pytest.raises(RecordError) as caught:
        win_from({**LEAST, "seat": None})
    assert (caught.value.code, caught.value.key) == ("missing_key", "seat")


FLAGS = ("riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
ROUND: dict[str, Any] = {"round": "E", "draw": {"kind": "exhaustive", "waiting": []}}
WON: dict[str, Any] = {"round": "S", "wins": [LEAST]}
GAME: dict[str, Any] = {"players": ["Ann", "Bob", "Cy", "Dee"], "rounds": [ROUND, WON]}


@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_without_a_value_is_neither_yes_nor_no(flag: str) -> None:
    for key, record in (
        (flag, LEAST | {flag: None}),
        (f"wins[0].{flag}", {**WON, "wins": [LEAST | {flag: None}]}),
        (f"rounds[0].wins[0].{flag}", {**GAME, "rounds": [{"wins": [LEAST | {flag: None}]}]}),
    ):
        with pytest.raises(RecordError) as caught:
            record_from(record)
        assert (caught.value.code, caught.value.key) == ("wrong_type", key)
        assert caught.value.message.startswith(f"{key}: expected true")
        assert caught.value.message.endswith(f"found no value; write {flag}: true, or leave it out")


def test_no_other_known_key_needs_a_value() -> None:
    others = {key: None for key in FULL if key not in FLAGS and key not in LEAST}
    assert win_from(LEAST | others) == win_from(LEAST)
    assert record_from({**WON, "wins": [LEAST | others]}) == record_from({**WON, "wins": [LEAST]})
    nothing = dict.fromkeys(("id", "honba", "sticks", "riichi", "chombo", "claim", "number", "wins"))
    assert record_from({**nothing, **ROUND}) == record_from(ROUND)
    assert record_from({**GAME, **dict.fromkeys(("id", "rules", "options", "start", "claim"))}) == record_from(GAME)


@ROWS.each("an_unknown_key_is_refused_without_a_value_too")
def test_an_unknown_key_is_refused_without_a_value_too(record: dict[str, Any], key: str, of: str) -> None:
    with pytest.raises(RecordError) as caught:
        record_from(record)
    assert (caught.value.code, caught.value.key) == ("unknown_key", key)
    name = key.rpartition(".")[2]
    assert caught.value.message.startswith(f"expected a key of {of}, found {name!r}")


@ROWS.each("what_a_comma_within_braces_cuts_off_is_told_how_to_be_written")
def test_what_a_comma_within_braces_cuts_off_is_told_how_to_be_written(text: str, key: str, hint: str) -> None:
    record = load(f"{{hand: 123m, by: tsumo, seat: E, round: S, {text}}}", file="game.yaml").value
    with pytest.raises(RecordError) as caught:
        record_from(record)
    assert (caught.value.code, caught.value.key) == ("unknown_key", key)
    assert hint in caught.value.message


@ROWS.each("an_amount_with_commas_is_told_how_to_be_written")
def test_an_amount_with_commas_is_told_how_to_be_written(record: dict[str, Any], found: str) -> None:
    with pytest.raises(RecordError) as caught:
        record_from(record)
    assert caught.value.code == "wrong_type"
    assert caught.value.message.endswith(found)


@ROWS.each("who_gives_a_name_for_a_seat_is_told_that_seats_are_winds")
def test_who_gives_a_name_for_a_seat_is_told_that_seats_are_winds(record: dict[str, Any], key: str) -> None:
    with pytest.raises(RecordError) as caught:
        record_from(record)
    hint = "found 'Ito'; seats are winds: E deals, then S, W, N in turn order"
    assert caught.value.message == f"{key}: expected a seat E, S, W or N, {hint}"


def test_a_round_wind_is_no_seat() -> None:
    with pytest.raises(RecordError) as caught:
        record_from(ROUND | {"round": "X2"})
    assert caught.value.message == "round: expected a wind E, S, W or N, found 'X2'"


@pytest.mark.parametrize(
    ("record", "kind", "found"),
    [
        (GAME, Win, Game),
        (WON, Win, Round),
        (LEAST, Game, Win),
        (
            {"players": ["Ann"]},
            Win,
            "expected players, rounds in a game, but 'rounds' is missing; add a list of rounds",
        ),
        (
            {"rounds": None},
            Win,
            "expected players, rounds in a game, but 'players' and 'rounds' are missing",
        ),
        ({"players": ["Ann"], **ROUND}, Win, "expected a key of a round, found 'players'"),
        ({"draw": None, "round": "E"}, Win, Round),
        ({}, Win, "expected hand, by, seat, round in a win, but 'hand', 'by', 'seat' and 'round' are missing"),
        ({}, Round, Round),
        (
            {},
            Game,
            "expected players, rounds in a game, but 'players' and 'rounds' are missing; add players (a list",
        ),
    ],
)
def test_the_keys_of_a_record_tell_what_it_is(record: dict[str, Any], kind: type, found: Any) -> None:
    if not isinstance(found, str):
        assert isinstance(record_from(record, game_for(kind).records[kind].name), found)
        return
    with pytest.raises(RecordError) as caught:
        record_from(record, game_for(kind).records[kind].name)
    assert caught.value.message.startswith(found)


@ROWS.each("an_empty_list_of_wins_beside_another_ending_is_a_contradiction")
def test_an_empty_list_of_wins_beside_another_ending_is_a_contradiction(
    record: dict[str, Any], key: str, other: str
) -> None:
    with pytest.raises(RecordError) as caught:
        record_from(record)
    assert (caught.value.code, caught.value.key) == ("contradiction", key)
    assert caught.value.message.endswith(f"found an empty list of wins beside the {other}; leave wins out")


def test_an_empty_list_of_wins_alone_is_a_round_without_an_ending() -> None:
    assert record_from({"round": "E", "wins": []}) == Round(round="E")


def test_any_mapping_will_do_and_stays_as_it_is() -> None:
    plain = {**LEAST, "from": None}
    assert win_from(MappingProxyType(plain)) == win_from(LEAST)
    assert plain == {**LEAST, "from": None}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in LEAST.items() if name != key}


@ROWS.each("a_required_key_is_missed")
def test_a_required_key_is_missed(key: str, mend: str) -> None:
    with pytest.raises(RecordError) as caught:
        win_from(without(key))
    assert (caught.value.code, caught.value.key, caught.value.column) == ("missing_key", key, None)
    assert caught.value.message == f"expected hand, by, seat, round in a win, but {key!r} is missing; add {mend}"


@ROWS.each(
    "what_a_win_cannot_hold_is_refused_by_key",
    also=[
        ({"claim": {"points": 10**9 + 1}}, "wrong_type", "claim.points", "found 1000000001"),
        ({"claim": {"payments": {"E": 10**12}}}, "wrong_type", "claim.payments.E", "from -1000000000 to 1000000000"),
        ({"facts": {"dealer_keeps": 10**10}}, "wrong_type", "facts.dealer_keeps", "found 10000000000"),
        ({"facts": {1: True}}, "wrong_type", "facts", "keys that are text, found 1"),
        ({"options": {"x": math.inf}}, "wrong_type", "options.x", "found inf"),
        ({"options": {"x": [10**30]}}, "wrong_type", "options.x", "plain data"),
        ({"sticks": 10**30}, "wrong_type", "sticks", "from 0 to 10000"),
        ({"id": math.nan}, "wrong_type", "id", "plain data"),
        ({"id": 2**63}, "wrong_type", "id", "numbers within 64 bits"),
        ({"id": object}, "wrong_type", "id", "plain data"),
        ({"id": "\udcff"}, "wrong_type", "id", "found '\\udcff'"),
        ({"id": {"a": "\udcff"}}, "wrong_type", "id", "plain data"),
        ({1: 2}, "wrong_type", None, "keys that are text, found 1"),
    ],
)
def test_what_a_win_cannot_hold_is_refused_by_key(more: Any, code: str, key: str | None, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        win_from({**LEAST, **more})
    assert (caught.value.code, caught.value.key, caught.value.column) == (code, key, None)
    assert words in caught.value.message


@pytest.mark.parametrize("data", [None, [1], "123m", 3, [LEAST]])
def test_what_is_no_mapping_is_no_record(data: Any) -> None:
    with pytest.raises(RecordError) as caught:
        win_from(data)
    assert (caught.value.code, caught.value.key) == ("wrong_type", None)
    assert f"found {data!r}" in caught.value.message


def test_what_only_the_types_refuse_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lenient:
        name = "a win"

        def check(self, value: Any, at: Any, asked: Any) -> None:
            pass

    monkeypatch.setattr(plain, "table_of", lambda _: Lenient())
    with pytest.raises(RecordError, match=r"^expected a win, found .*: Expected `str`, got `int`"):
        win_from({**LEAST, "hand": 3})


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_an_id_may_nest_twenty_levels_and_no_deeper() -> None:
    assert win_from({**LEAST, "id": nested(20)}).id == nested(20)
    for depth in (21, 5000):
        with pytest.raises(RecordError, match=r"^id: expected plain data"):
            win_from({**LEAST, "id": nested(depth)})


def test_a_long_value_is_shown_in_part() -> None:
    with pytest.raises(RecordError) as caught:
        win_from({**LEAST, "by": "x" * 10_000})
    assert caught.value.message == f"by: expected tsumo or ron, found '{'x' * 49} ... {'x' * 19}'"


@pytest.mark.parametrize("kind", [str, str.encode])
def test_json_spells_a_win(kind: Any) -> None:
    text = (
        '{"hand": "123m", "by": "tsumo", "seat": "E", "round": "S", "id": "🀄: a", "claim": {"fu": 30}, "from": null}'
    )
    assert decode_json(kind(text)) == Win(hand="123m", by="tsumo", seat="E", round="S", id="🀄: a", claim=Claim(fu=30))


@ROWS.each(
    "what_is_no_json_is_refused_with_its_column",
    also=[
        (b'{"a": "\xff"}', 8, "in UTF-8"),
        ('{"a": "\ud800"}', 8, "in UTF-8"),
        ("[" * 100_000, None, "nesting that is too deep"),
    ],
)
def test_what_is_no_json_is_refused_with_its_column(text: bytes | str, column: int | None, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        decode_json(text)
    assert (caught.value.code, caught.value.column) == ("notation", column)
    assert words in caught.value.message


def test_json_is_checked_as_plain_data_is() -> None:
    with pytest.raises(RecordError) as caught:
        decode_json('{"hand": "123m", "by": "tsumo", "seat": "E", "round": "S", "honba": -1}')
    assert (caught.value.code, caught.value.key) == ("wrong_type", "honba")
    with pytest.raises(RecordError) as caught:
        decode_json("[1]")
    assert (caught.value.code, caught.value.key) == ("wrong_type", None)


@pytest.mark.parametrize("told", ["x ron Bea 3900", {"player": "Aki", "from": "Bea", "han": 3, "fu": 30}])
@pytest.mark.parametrize(
    ("players", "key"),
    [([None, "Bea", "Cho", "Dan"], "players[0]"), (["Aki", 3, "Cho", "Dan"], "players[1]")],
)
def test_a_player_that_is_no_text_is_refused_before_the_rounds(players: list[Any], key: str, told: Any) -> None:
    with pytest.raises(RecordError) as caught:
        record_from({"players": players, "rounds": [told]})
    assert caught.value.key == key
    assert caught.value.message.startswith(f"{key}: expected text, found ")
