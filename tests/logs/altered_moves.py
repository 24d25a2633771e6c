"""Games in which one move was changed, whatever the format they are written in: the changes of
:mod:`tests.logs.altered` as events.

``make falsify`` writes the changed games in the other formats than Tenhou's XML, and says how many a check notices.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from calc.mahjong.logs import majiang, tenhou_json
from calc.mahjong.logs.events import Call, Discard, Draw, DrawnGame, GameLog, Indicator, LoggedGame, Riichi, Won
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from tests.logs.altered import count
from tests.logs.altered_figures import notices_as, says
from tests.logs.site_writers import as_mleague, as_page, as_riichi_city
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.writers import as_mjai

#: The events of one round, changed; ``None`` where it has no such move.
Change = Callable[[list[Any], random.Random], list[Any] | None]


def _turns(moves: Sequence[Any]) -> list[int]:
    return [
        at
        for at in range(len(moves) - 1)
        if type(moves[at]) is Draw and type(moves[at + 1]) is Discard and moves[at].player == moves[at + 1].player
    ]


def _kept_nothing(moves: Sequence[Any]) -> list[int]:
    return [at for at in _turns(moves) if moves[at].tile == moves[at + 1].tile and moves[at].copy == moves[at + 1].copy]


def _one(places: Sequence[int], rng: random.Random) -> int | None:
    return rng.choice(places) if places else None


def _swap(moves: list[Any], rng: random.Random) -> list[Any] | None:
    at = _one([at for at in _turns(moves) if at + 2 in _turns(moves)], rng)
    return None if at is None else [*moves[:at], *moves[at + 2 : at + 4], *moves[at : at + 2], *moves[at + 4 :]]


def _leave_out(moves: list[Any], rng: random.Random) -> list[Any] | None:
    at = _one(_kept_nothing(moves), rng)
    return None if at is None else [*moves[:at], *moves[at + 2 :]]


def _twice(moves: list[Any], rng: random.Random) -> list[Any] | None:
    at = _one(_kept_nothing(moves), rng)
    return None if at is None else [*moves[: at + 2], *moves[at : at + 2], *moves[at + 2 :]]


def _run_out(moves: list[Any], rng: random.Random) -> list[Any] | None:
    is_drawn = type(moves[-1]) is DrawnGame and moves[-1].kind == "exhaustive"
    return [*moves[:-3], moves[-1]] if is_drawn and len(moves) - 3 in _kept_nothing(moves) else None


def _turn(moves: list[Any], rng: random.Random) -> list[Any] | None:
    at = None if any(type(one) is Indicator for one in moves) else _one(_turns(moves), rng)
    return None if at is None else [*moves[: at + 1], Indicator(moves[at].tile), *moves[at + 1 :]]


def _turn_none(moves: list[Any], rng: random.Random) -> list[Any] | None:
    at = _one([at for at, one in enumerate(moves) if type(one) is Indicator], rng)
    return None if at is None else [*moves[:at], *moves[at + 1 :]]


def _across(moves: list[Any], rng: random.Random) -> list[Any] | None:
    """The run is taken by the one after the next; the discarder's neighbour does not draw."""
    at = _one([at for at, one in enumerate(moves) if type(one) is Call and one.meld.kind == "chi"], rng)
    return (
        None if at is None else [*moves[:at], replace(moves[at], player=(moves[at].player + 1) % 4), *moves[at + 1 :]]
    )


def _furiten(moves: list[Any], rng: random.Random) -> list[Any] | None:
    """The winning tile is drawn and discarded in place of another one that was."""
    won = moves[-1]
    if type(won) is not Won or won.feeder is None or type(moves[-2]) is not Discard:
        return None
    own = [at for at in _kept_nothing(moves) if moves[at].player == won.player and type(moves[at + 2]) is not Call]
    at, tile = _one(own, rng), moves[-2].tile
    if at is None:
        return None
    put = [replace(one, tile=tile, copy=0) for one in moves[at : at + 2]]
    return [*moves[:at], *put, *moves[at + 2 :]]


def _no_riichi(moves: list[Any], rng: random.Random) -> list[Any] | None:
    winners = {one.player for one in moves if type(one) is Won}
    at = _one([at for at, one in enumerate(moves) if type(one) is Riichi and one.player in winners], rng)
    return None if at is None else [*moves[:at], *moves[at + 1 :]]


#: The changes by name.
ALTERED_MOVES: Final[dict[str, Change]] = {
    "two turns in the wrong order": _swap,
    "a turn left out": _leave_out,
    "one more turn of the same player": _twice,
    "the wall told to have run out early": _run_out,
    "an indicator turned without a quad": _turn,
    "an indicator left out": _turn_none,
    "a run called from across the table": _across,
    "a ron in furiten": _furiten,
    "the riichi of a winner not told": _no_riichi,
}
#: The formats and their writers; of some, for games of four whose draws are by an empty wall.
FORMATS: Final[dict[str, Callable[[LoggedGame], str]]] = {
    "mjai": lambda logged: "\n".join(map(json.dumps, as_mjai(logged))),
    "tenhou.net/6": lambda logged: "".join(tenhou_json.write_game(logged)),
    "majiang": lambda logged: "\n".join(majiang.write_game(logged)),
    "riichi-city": lambda logged: json.dumps(as_riichi_city(logged.played)),
    "m-league": lambda logged: as_page(as_mleague(logged.played)),
    "mahjong-soul": lambda logged: json.dumps(as_mahjong_soul(logged.played)),
}


def with_altered_moves(logged: LoggedGame, kind: str, rng: random.Random) -> LoggedGame | None:
    """The game with one change of a kind in one of its rounds; ``None`` where it has no such move."""
    played: GameLog = logged.played
    for at in rng.sample(range(len(played.rounds)), len(played.rounds)):
        # Writers leave out a round that breaks off.
        is_over = played.rounds[at].is_over
        moves = ALTERED_MOVES[kind]([*played.rounds[at].events], rng) if is_over else None
        if moves is not None:
            changed = replace(played.rounds[at], events=type(played.rounds[at].events)(moves))
            rounds = (*played.rounds[:at], changed, *played.rounds[at + 1 :])
            return replace(logged, played=replace(played, rounds=rounds))
    return None


@cache
def _game(text: str) -> LoggedGame:
    return game_of(read_mjlog(text.encode()), "log", "mjlog")


def _change(text: str, form: str, kind: str, rng: random.Random) -> Iterator[tuple[str, bool]]:
    logged = _game(text)
    changed = with_altered_moves(logged, kind, rng) if says(form, logged) else None
    # That of one format does not tell who moved first.
    if changed is not None and (told := FORMATS[form](changed)) != FORMATS[form](logged):
        yield told, notices_as(told, logged)


if __name__ == "__main__":
    count([(form, kind) for form in FORMATS for kind in ALTERED_MOVES], _change)
