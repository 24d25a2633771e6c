"""Rounds as short scripts of moves, for tests that are about play and not about a format.

A move begins with the player (from 0): ``0+5m`` draws, ``0-5m`` discards, ``0-5m'`` a like tile that was not the one
drawn, ``0r`` declares riichi, ``1(555z)5z@0`` calls a tile of player 0, ``0[5555z]`` and ``0(555+5z)`` are own quads,
``0N`` sets a North aside, ``0=`` wins by tsumo, ``1=0`` by ron from player 0. ``!3p`` turns an indicator,
``=exhaustive`` ends the round without a winner (``=`` alone: the log does not tell why).
"""

import re
from typing import Any

from calc.errors import UnreadableError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.events import (
    FROM_HAND,
    Call,
    Discard,
    Draw,
    DrawnGame,
    Event,
    Indicator,
    North,
    Riichi,
    RoundLog,
    SaidDraw,
    SaidWin,
    Start,
    Won,
    plain_round,
)
from calc.mahjong.logs.records import RULES, replay_round
from calc.notation.melds import parse_meld
from calc.notation.tiles import parse_tiles

#: Thirteen tiles that nobody minds.
IDLE = "147m258p369s1234z"
_MOVE = re.compile(
    r"(?P<player>[0-3])(?:\+(?P<draw>\w+)|-(?P<discard>\w+)(?P<other>'?)|(?P<riichi>r)|(?P<north>N)"
    r"|(?P<meld>[(\[][^)\]]+[)\]])(?:(?P<tile>\w+)@(?P<feeder>[0-3]))?|=(?P<from>[0-3]?))"
    r"|!(?P<turned>\w+)|=(?P<drawn>\w*)"
)


def tile(text: str) -> int:
    """The one tile of a text."""
    (found,) = parse_tiles(text)
    return found


def script(
    moves: str,
    *hands: str,
    players: int = 4,
    wind: int = 0,
    number: int = 1,
    honba: int = 0,
    sticks: int = 0,
    ura: str = "",
) -> RoundLog:
    """The round that a script tells; players whose hands are not given hold idle tiles."""
    dealt = [*hands, *[IDLE] * (players - len(hands))]
    start = Start(
        wind=wind,
        number=number,
        honba=honba,
        sticks=sticks,
        scores=(25000,) * players,
        hands=tuple(parse_tiles(hand) for hand in dealt),
        indicator=tile("9m"),
    )
    return RoundLog(start=start, events=[_event(move, start, parse_tiles(ura)) for move in moves.split()])


def round_record(log: RoundLog) -> dict[str, Any]:
    """The record of a round under the rules of Tenhou, as plain data."""
    return plain_round(replay_round(log, load_mahjong_rules(RULES[log.start.players])))


def record_of(*given: Any, **options: Any) -> dict[str, Any]:
    """The record of a script."""
    return round_record(script(*given, **options))


def win_of(*given: Any, **options: Any) -> dict[str, Any]:
    """The one win of a script."""
    (win,) = record_of(*given, **options)["wins"]
    assert isinstance(win, dict)
    return win


def refusal_of(*given: Any, **options: Any) -> str:
    """The message with which a script is refused."""
    try:
        record = record_of(*given, **options)
    except UnreadableError as error:
        return error.message
    raise AssertionError(f"expected a refusal, found {record}")


def _event(text: str, start: Start, ura: tuple[int, ...]) -> Event:
    move = _MOVE.fullmatch(text)
    assert move, f"no move: {text}"
    event: Event
    if move["turned"]:
        event = Indicator(tile(move["turned"]))
    elif move["drawn"] is not None:
        event = DrawnGame(kind=move["drawn"] or None, said=SaidDraw())
    elif move["draw"]:
        event = Draw(int(move["player"]), tile(move["draw"]))
    elif move["discard"]:
        event = Discard(int(move["player"]), tile(move["discard"]), FROM_HAND if move["other"] else 0)
    elif move["riichi"]:
        event = Riichi(int(move["player"]))
    elif move["north"]:
        event = North(int(move["player"]))
    elif move["meld"]:
        meld = parse_meld(move["meld"])
        taken = tile(move["tile"]) if move["tile"] else meld.added
        event = Call(int(move["player"]), meld, taken, int(move["feeder"]) if move["feeder"] else None)
    else:
        player, feeder = int(move["player"]), int(move["from"]) if move["from"] else None
        event = Won(player=player, feeder=feeder, ura=ura, said=SaidWin(seat=start.seat(player)))
    return event
