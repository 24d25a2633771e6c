"""What each game gives to the parts of the package that know no game by name."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct

from calc.games import Game, all_games, game_behind, game_for, game_in, game_named, later, other_table
from calc.settling import read_line, settle_reads

LINES = {
    "riichi": "riichi 123m456p789s1122z +2z tsumo seat=S round=E",
    "hanafuda": "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki",
}


def parts_of(value: Any) -> Iterator[Any]:
    """What is imported when it is first used, in a field of a game."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from parts_of(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from parts_of(inner)
    elif isinstance(value, Struct):
        yield from parts_of({name: getattr(value, name) for name in value.__struct_fields__})
    elif type(value) is type(later("calc")):
        yield value


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_all_that_is_imported_later_is_there(game: Game) -> None:
    parts = [part for name in game.__struct_fields__ for part in parts_of(getattr(game, name))]
    assert len(parts) >= 8
    for part in parts:
        assert inspect.isroutine(part.found) or inspect.ismodule(part.found) or inspect.isclass(part.found)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_game_is_found_by_its_id_its_rules_its_records_and_its_results(game: Game) -> None:
    assert game_named(game.id) is game
    assert game_in(game.default_rules) is game
    assert {game_for(kind).id for kind in game.records} == {game.id}
    assert all(kind.name for kind in game.records.values())
    assert game_behind(settle_reads([read_line(LINES[game.id])])[0]) is game


def test_a_table_of_another_kind_is_described_by_its_game() -> None:
    deck = other_table("deck")
    assert deck is not None
    assert deck.describe("deck").endswith(": right (48 cards)")
    assert other_table("riichi") is None
    assert other_table("nowhere") is None


def test_no_two_games_share_a_type_of_record() -> None:
    kinds = [kind for game in all_games() for kind in game.records]
    assert len(kinds) == len({*kinds})
