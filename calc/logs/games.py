"""From a log as its format tells it to a game in our records, with what the log says of it beside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal

from calc.errors import UnreadableError
from calc.logs.endings import RULES, round_record
from calc.logs.events import WINDS, Draw, DrawnGame, GameLog, Indicator, RoundLog, Won
from calc.logs.said import LoggedGame, SaidGame, SaidRound
from calc.notation.tiles import print_tiles


def game_of(log: GameLog, name: str, form: str) -> LoggedGame:
    """The game of a log in the format ``form``, from the file ``name``.

    Raises :class:`~calc.errors.UnreadableError` where a move contradicts the ones before; only the last round may
    lack an ending, and is then left out.
    """
    *before, last = log.rounds
    for unfinished in before:
        if not unfinished.is_over:
            raise UnreadableError(f"in {_name(unfinished)}: expected an ending of the round, found the next round")
    cut_off: Literal["in_round", "between_rounds"] | None = None
    rounds = log.rounds
    if not last.is_over:
        rounds, cut_off = before, "in_round"
    elif not log.ended:
        cut_off = "between_rounds"
    record: dict[str, Any] = {"rules": RULES[len(log.players)]}
    options = dict(log.options)
    if log.final is not None and not all(result.is_integer() for result in log.final):
        # Some tables of the site print results as they are.
        options["rounding"] = {"mode": "none", "of": "score"}
    if options:
        record["options"] = options
    record["players"] = _distinct(log.players)
    scores = log.rounds[0].start.scores
    if scores and len(set(scores)) == 1:
        record["start"] = scores[0]
    record["rounds"] = [round_record(played) for played in rounds]
    return LoggedGame(
        name=name,
        format=form,
        record=record,
        said=SaidGame(
            rounds=tuple(_said_round(played) for played in rounds),
            scores=log.scores,
            final=log.final,
            cut_off=cut_off,
            unfinished=None if last.is_over else _said_round(last),
            vacant=log.vacant,
        ),
    )


def _distinct(names: tuple[str, ...]) -> list[str]:
    """The names, told apart: results speak of players by name, and on Tenhou many are called NoName."""
    given: list[str] = []
    for place, name in enumerate(names, start=1):
        wanted = name.strip() or f"player {place}"
        given.append(wanted if wanted not in given else f"{wanted} ({place})")
    return given


def _name(log: RoundLog) -> str:
    return f"{WINDS[log.start.wind]}{log.start.number}"


def _said_round(log: RoundLog) -> SaidRound:
    start, last = log.start, log.events[-1] if log.events else None
    return SaidRound(
        round=WINDS[start.wind],
        number=start.number,
        honba=start.honba,
        sticks=start.sticks,
        before=start.scores,
        after=log.after,
        riichi=log.riichi,
        table=log.table,
        wins=tuple(event.said for event in log.events if isinstance(event, Won)),
        draw=last.said if isinstance(last, DrawnGame) else None,
        tiles=print_tiles(sorted(_seen(log))),
        vacant=log.vacant,
    )


def _seen(log: RoundLog) -> Iterator[int]:
    """Every tile that a log shows, once: what came out of the wall."""
    yield from chain.from_iterable(log.start.hands)
    yield log.start.indicator
    yield from (event.tile for event in log.events if isinstance(event, Draw | Indicator))
    # Several winners show the same tiles.
    yield from max((event.ura for event in log.events if isinstance(event, Won)), key=len, default=())
