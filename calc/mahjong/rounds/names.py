"""Names of players in place of seats: in a game a round may say ``seat: Bea`` where Bea sits South in that round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, get_args

from msgspec.structs import replace

from calc.errors import RecordError, did_you_mean
from calc.mahjong.records.types import Draw, Game, Liable, Round, Win
from calc.mahjong.rounds.frames import Frame, seats_of
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.spellings import seat_of
from calc.records.values import Seat

T = TypeVar("T")
#: The seat that a name or a seat means, at a key of a round.
_Seated = Callable[[str, str], str]


def in_seats(record: Round, game: Game, frame: Frame, rules: MahjongRules, key: str) -> Round:
    """The round with the seat in that round for every player who is named. A wind is always the seat.

    Raises :class:`calc.RecordError` for a name that nobody has, and for somebody who sits out.
    """
    seats = seats_of(frame, rules)

    def seated(name: str, at: str) -> str:
        if name in rules.seats or (name in get_args(Seat) and name not in game.players):
            return name
        if name not in game.players and (wind := seat_of(name)) in rules.seats and wind is not None:
            return wind
        if name not in game.players:
            known = f"a seat {' '.join(rules.seats)} or a player ({', '.join(game.players)})"
            hint = did_you_mean(name, game.players)
            raise RecordError(f"expected {known}, found {name!r}{hint}", key=f"{key}.{at}")
        seat = seats[game.players.index(name)]
        if not seat:
            raise RecordError(f"{name} sits this round out", code="contradiction", key=f"{key}.{at}")
        return seat

    return replace(
        record,
        riichi=_listed(record.riichi, seated, "riichi"),
        wins=[_win(win, seated, f"wins[{place}]") for place, win in enumerate(record.wins)],
        draw=None if record.draw is None else _draw(record.draw, seated, f"{key}.draw"),
        chombo=_listed(record.chombo, seated, "chombo"),
    )


def _listed(names: Sequence[str], seated: _Seated, key: str) -> list[str]:
    return [seated(name, f"{key}[{place}]") for place, name in enumerate(names)]


def _keyed(values: Mapping[str, T], seated: _Seated, key: str, prefix: str) -> dict[str, T]:
    found: dict[str, T] = {}
    for name, value in values.items():
        seat = seated(name, f"draw.{key}.{name}")
        if seat in found:
            at = f"{prefix}.{key}.{name}"
            raise RecordError(
                f"{seat} is named twice, by seat and by name; leave one out", code="contradiction", key=at
            )
        found[seat] = value
    return found


def _win(win: Win, seated: _Seated, key: str) -> Win:
    liable = win.liable if isinstance(win.liable, list) else [win.liable]
    moved = [
        Liable(seat=seated(one.seat, f"{key}.liable[{place}].seat"), for_=one.for_) for place, one in enumerate(liable)
    ]
    return replace(
        win,
        seat=seated(win.seat, f"{key}.seat"),
        from_=None if win.from_ is None else seated(win.from_, f"{key}.from"),
        liable=moved if isinstance(win.liable, list) else moved[0],
    )


def _draw(draw: Draw, seated: _Seated, key: str) -> Draw:
    return replace(
        draw,
        waiting=None if draw.waiting is None else _listed(draw.waiting, seated, "draw.waiting"),
        noten=None if draw.noten is None else _listed(draw.noten, seated, "draw.noten"),
        hands=_keyed(draw.hands, seated, "hands", key),
        north=_keyed(draw.north, seated, "north", key),
        discards=_keyed(draw.discards, seated, "discards", key),
        pool_of_dreams=_listed(draw.pool_of_dreams, seated, "draw.pool_of_dreams"),
    )
