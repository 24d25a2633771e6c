"""What a table shows of the hand to come: who sits where, what each needs, and what a correction changes."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from calc.errors import CalcError
from calc.games import game_behind, game_of
from calc.layout.words import hand_text, lying_texts, word
from calc.settling import Case
from calc.text import number, signed
from calc.translation import joined, say


class SeatLine(Struct, frozen=True, kw_only=True):
    """A player of the hand to come: the ``seat`` in words, empty without seats, and the points so far."""

    player: str
    seat: str
    deals: bool
    score: int


class Coming(Struct, frozen=True, kw_only=True):
    """The hand to come in words, with honba and sticks; who sits where, the dealer first."""

    hand: str
    seats: list[SeatLine]


def coming_of(case: Case) -> Coming | None:
    """The hand to come; none where the game is over."""
    result, players = case.result, list(case.record.players)
    if result.ended is not None:
        return None
    last = result.rounds[-1] if result.rounds else None
    following = getattr(last, "next", None)
    seats: list[str] = [*getattr(case.rules, "seats", ())]
    dealer = following.dealer if following is not None else getattr(last, "next_dealer", None) or players[0]
    out = (following.sitting_out or []) if following is not None else players[len(seats) :] if seats else []
    at = players.index(dealer)
    seated = [name for name in (*players[at:], *players[:at]) if name not in out]
    hand = say("The next round")
    if seats:
        wind, number = (following.round, following.number) if following is not None else (seats[0], 1)
        lying = lying_texts(following.honba, following.sticks) if following is not None else []
        hand = joined([hand_text(wind, number), *lying], "listed")
    lines = [
        SeatLine(player=name, seat=word(seat) if seat else "", deals=name == dealer, score=result.scores[name])
        for name, seat in zip(seated, seats or [""] * len(seated), strict=False)
    ]
    return Coming(hand=hand, seats=lines)


def needs_of(case: Case) -> list[str]:
    """In the last hand what each who does not lead needs to win, in a line each."""
    game = game_of(case.record)
    if game.needs is None or not case.result.rounds:
        return []
    scores = case.result.scores
    told = []
    for player in [name for name, score in scores.items() if score < max(scores.values())]:
        with suppress(CalcError):  # who sits out needs nothing
            found = game.needs(case.record, case.rules, players=[player], place=1, at=None)
            if not found.data[0].last:
                return []
            first: Any = next(iter(found.blocks(False)))
            told.append(first.words)
    return told


def rounds_of(result: Any) -> Iterator[str]:
    """Each round of a game: its name, what decided it and what it changed."""
    for one in result.rounds:
        report = game_behind(one).report
        decided, *_, changed = report.row(one)
        told = say(", ").join(filter(None, (decided, changed)))
        yield say("{title}: {text}", title=report.round_name(one), text=told)


def changes_between(before: Any, after: Any) -> Iterator[str]:
    """What differs between two results of a game: the names of its rounds, and the points."""
    for old, new in zip(before.rounds, after.rounds, strict=False):
        names = [game_behind(one).report.round_name(one) for one in (old, new)]
        if names[0] != names[1]:
            yield f"{names[0]} → {names[1]}"
    for player, points in after.scores.items():
        had = before.scores[player]
        if had != points:
            yield f"{player} {number(had)} → {number(points)} ({signed(points - had)})"
