"""What writers of logs tell of endings: what the log that was read says, and else what its game settles to."""

from typing import Any

from msgspec.structs import replace

from calc.errors import CalcError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs import events, names
from calc.mahjong.logs.events import LoggedGame, RoundLog, Start
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.reading import read_round
from calc.mahjong.rounds.round import PlayedRound, play
from calc.outcomes import sum_transfers
from calc.translation import msg


def told_rounds(logged: LoggedGame, *, of_draws: bool = False) -> list[RoundLog]:
    """The rounds of a game that are over, each settled in its place where the log does not tell its ending.
    ``of_draws``: who waits at a draw, and the changes, are told in any case.

    Raises what a round is refused for that has to be settled.
    """
    rules = load_mahjong_rules(logged.head["rules"], logged.head.get("options"))
    found: list[RoundLog] = []
    rounds = [one for one in logged.played.rounds if one.is_over]
    for log, record in zip(rounds, logged.rounds, strict=True):
        start, told = log.start, log
        if any(_is_silent(event, of_draws=of_draws) for event in log.events):
            frame = Frame(wind=start.wind, number=start.number, honba=start.honba, sticks=start.sticks)
            try:
                told = _told(log, play(read_round(record, rules), frame, rules))
            except CalcError as error:
                raise error.begun(msg("in {0}", start.name)) from None
        found.append(told)
    return found


def _is_silent(event: events.Event, *, of_draws: bool) -> bool:
    """Whether the log does not tell an ending."""
    if isinstance(event, events.Won):
        said = event.said
        if said.yaku is None or None in (said.points, said.deltas):
            return True
        return any(" " in (one.id or "") for one in said.yaku)
    if isinstance(event, events.DrawnGame) and of_draws:
        return event.kind is None or event.said.deltas is None or event.said.waiting is None
    return False


def _told(log: RoundLog, settled: PlayedRound) -> RoundLog:
    """The round with what its ending settles to where the log does not say it."""
    start, results = log.start, iter(settled.wins)
    moves: list[events.Event] = []
    for event in log.events:
        told: events.Event = event
        if isinstance(event, events.Won):
            told = replace(event, said=_said(next(results), event.said, start))
        elif isinstance(event, events.DrawnGame):
            said, draw = event.said, settled.read.draw
            waiting = tuple(draw.tenpai or ()) if said.waiting is None and draw else said.waiting
            seats = [start.seat(player) for player in range(start.players)]
            paid = sum_transfers([one for one in settled.transfers if one.to != "sticks"], seats)
            said = replace(said, waiting=waiting, deltas=said.deltas or tuple(paid[seat] for seat in seats))
            told = replace(event, kind=event.kind or (draw.record.kind if draw else None), said=said)
        moves.append(told)
    return replace(log, events=moves)


def _said(result: WinResult, told: events.SaidWin, start: Start) -> events.SaidWin:
    """What a log would say of a settled win."""
    winner = start.player(told.seat)
    yaku: list[events.SaidYaku] = []
    for line in result.yaku:
        one = events.SaidYaku(line.id, line.han, name=line.name)
        if line.id in names.NUMBERS:
            one = names.said_yaku(names.number_of(line.id, winner, start), line.han)
        yaku += [one] * (line.limit or 1)
    dora = result.dora
    bonus: dict[str, Any] = {"dora": dora.dora + dora.north, "ura": dora.ura, "red": dora.red}
    if not result.limits:
        yaku += [names.said_yaku(names.NUMBERS[key], count) for key, count in bonus.items() if count]
    return replace(
        told,
        han=result.han,
        fu=result.fu,
        limits=result.limits,
        level=result.level,
        points=result.points,
        deltas=told.deltas or tuple(result.payments[start.seat(player)] for player in range(start.players)),
        yaku=tuple(yaku),
    )
