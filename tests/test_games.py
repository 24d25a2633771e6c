"""What each game gives to the parts of the package that know no game by name."""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from calc.games import Game, Part, all_games, game_behind, game_for, game_in, game_named, other_table
from calc.settling import read_line, settle_reads

LINES = {
    "riichi": "riichi 123m456p789s1122z +2z tsumo seat=S round=E",
    "hanafuda": "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki",
}


def places_in(value: Any) -> Iterator[tuple[Part, str]]:
    """Each part within a game, with the name of each thing that it imports when that is first used."""
    if isinstance(value, Mapping | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from places_in(inner)
    elif isinstance(value, Part):
        yield from ((value, name) for name in value.places)
        yield from places_in({name: inner for name, inner in vars(value).items() if name != "places"})


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_all_that_is_imported_later_is_there(game: Game) -> None:
    places = list(places_in(game))
    assert len(places) >= 30
    for part, name in places:
        found = getattr(part, name)
        assert inspect.isroutine(found) or inspect.ismodule(found) or inspect.isclass(found)


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
