"""Riichi rounds: who is paid on a discard that several win, draws, chombo, and what the next round begins with.

A round is read first (:func:`read_round`), which tells who is paid and whether the dealer keeps the deal; then it is
settled (:func:`settle_round`) in its frame, with the results of its wins. Scores are the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from msgspec import UNSET, Struct

from calc.errors import HandError, NotPayableError, RecordError
from calc.mahjong.hand.hands import DEALER
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.checks import check_riichi, check_seats, check_winners, in_seat_order
from calc.mahjong.rounds.draws import ReadDraw, check_void_draw, nearest_first, pay_as_tsumo, read_draw, settle_draw
from calc.mahjong.rounds.frames import Frame, next_frame
from calc.mahjong.rounds.results import DrawLine
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.rules.words import Fact, walk_words
from calc.notation.tiles import print_tiles
from calc.outcomes import Note, Transfer, sum_transfers
from calc.records.round import Draw, Round
from calc.records.win import Win

_UNIT = "points"
#: The fact that the rounds of a game tell.
_KEEPS = "dealer_keeps"
_ABORTED: Final = "sanchahou"


class ReadRound(Struct, frozen=True, kw_only=True):
    """A round whose ending is known: wins that are paid, the nearest after the discarder first; or a draw; or nothing
    but a chombo.

    ``keeps``: whether the dealer keeps the deal. ``adds_counter``: whether a counter is laid; a win of another player
    clears them, and a chombo leaves them. ``key``: what messages call the round.
    """

    record: Round
    key: str
    paid: tuple[int, ...] = ()
    draw: ReadDraw | None = None
    keeps: bool
    adds_counter: bool
    notes: tuple[Note, ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether a chombo ended the round: then riichi sticks go back."""
        return bool(self.record.chombo)

    @property
    def riichi(self) -> list[str]:
        """The seats whose riichi stick lies on the table."""
        return [] if self.is_void else list(self.record.riichi)


class SettledRound(Struct, frozen=True, kw_only=True):
    """What a round changed: points by seat, riichi sticks paid included, with every transfer behind them."""

    changes: dict[str, int]
    transfers: list[Transfer]
    draw: DrawLine | None


def read_round(record: Round, rules: MahjongRules, key: str = "") -> ReadRound:
    """A round with its ending understood. ``key``: its place in a game, ``rounds[3]``.

    Raises :class:`calc.HandError` for contradictions and hands that cannot be, :class:`calc.NotPayableError` for what
    the rule set does not have, :class:`calc.RecordError` for what is missing or unknown to it.
    """
    check_seats(record, rules, key)
    record = in_seat_order(record, rules)
    if record.chombo:
        return _read_chombo(record, rules, key)
    if bool(record.wins) == (record.draw is not None):
        found = "both" if record.wins else "neither"
        raise RecordError(
            f"a round ends with wins or with a draw, found {found}", code="missing_key", key=_at(key, "wins")
        )
    if record.draw is not None:
        return _read_drawn(record, read_draw(record.draw, record.riichi, rules, _at(key, "draw")), rules, key)
    return _read_won(record, rules, key)


def _at(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _read_chombo(record: Round, rules: MahjongRules, key: str) -> ReadRound:
    rule = rules.rounds.chombo
    if rule.penalty == "refuse":
        raise NotPayableError(
            f"{rules.id} has no penalty for a chombo; choose one: chombo=mangan or chombo=points",
            key=_at(key, "chombo"),
        )
    if record.wins:
        raise NotPayableError(
            "a round with a chombo is void, and its wins are not paid; leave out the wins or the chombo",
            key=_at(key, "wins"),
        )
    if record.draw is not None:
        check_void_draw(record.draw, record.riichi, rules, _at(key, "draw"))
    notes = [
        Note(
            "chombo", f"chombo of {' '.join(record.chombo)}: the round is void and played again, riichi sticks go back"
        )
    ]
    if rule.penalty == "points":
        notes.append(Note("chombo_points", f"{rule.points} points are taken from the final score for each chombo"))
    return ReadRound(record=record, key=key, keeps=True, adds_counter=False, notes=tuple(notes))


def _read_drawn(record: Round, draw: ReadDraw, rules: MahjongRules, key: str) -> ReadRound:
    return ReadRound(
        record=record, key=key, draw=draw, keeps=_keeps_on_draw(draw, rules), adds_counter=True, notes=draw.notes
    )


def _keeps_on_draw(draw: ReadDraw, rules: MahjongRules) -> bool:
    rule = rules.rounds.dealer_keeps
    if not draw.is_exhaustive:
        return rule.abortive
    if draw.record.pool_of_dreams and rule.nagashi == "always":
        return True
    if rule.exhaustive == "waiting":
        return rules.seats[DEALER] in (draw.waiting or ())
    return rule.exhaustive == "always"


def _read_won(record: Round, rules: MahjongRules, key: str) -> ReadRound:
    check_riichi(record, rules, key)
    check_winners(record, rules, key)
    rule, places = rules.rounds.multiple_ron, range(len(record.wins))
    if rule.abort_from is not None and len(record.wins) >= rule.abort_from:
        note = Note(
            "three_rons", f"{len(record.wins)} players win on one discard: the round is drawn, and nobody is paid"
        )
        draw = ReadDraw(record=Draw(kind=_ABORTED), waiting=None, notes=())
        return ReadRound(
            record=record,
            key=key,
            draw=draw,
            keeps=rules.rounds.dealer_keeps.abortive,
            adds_counter=True,
            notes=(note,),
        )
    paid = list(places)
    notes: list[Note] = []
    if len(record.wins) > 1:
        seats: list[str] = [win.seat for win in record.wins]
        discarder = str(record.wins[0].from_)
        order = nearest_first(seats, discarder, rules.seats)
        paid = [seats.index(seat) for seat in order]
        if rule.paid == "nearest":
            notes.append(
                Note(
                    "head_bump",
                    f"only {order[0]}, the nearest after {discarder}, is paid, not {' and '.join(order[1:])}",
                )
            )
            paid = paid[:1]
    keeps = any(record.wins[place].seat == rules.seats[DEALER] for place in paid)
    return ReadRound(record=record, key=key, paid=tuple(paid), keeps=keeps, adds_counter=keeps, notes=tuple(notes))


def wins_in(read: ReadRound, frame: Frame, rules: MahjongRules) -> list[Win]:
    """The wins of a round as records of their own: with round, counters, sticks, and what the game tells.

    Those that are not paid are among them, without counters and sticks: they have to be wins too. Raises
    :class:`calc.HandError` where a win states another number of hands kept than the game has.
    """
    each = rules.rounds.multiple_ron.counters == "each"
    sticks = _sticks_of(read, frame, rules)
    wins = []
    for place, win in enumerate(read.record.wins):
        rank = read.paid.index(place) if place in read.paid else None
        facts = _facts(win, frame, rules, _at(read.key, f"wins[{place}]"))
        wins.append(
            msgspec.structs.replace(
                win,
                round=rules.seats[frame.wind],
                honba=frame.honba if rank == 0 or (each and rank is not None) else 0,
                sticks=sticks.get(place, 0),
                facts=facts,
            )
        )
    return wins


def _sticks_of(read: ReadRound, frame: Frame, rules: MahjongRules) -> dict[int, int]:
    """How many riichi sticks each win takes that takes some, by its place in the record."""
    if not read.paid:
        return {}
    own: dict[int, int] = {}
    if rules.rounds.multiple_ron.sticks == "own_first":
        own = {place: 1 for place in read.paid if read.record.wins[place].seat in read.riichi}
    nearest = read.paid[0]
    return {**own, nearest: frame.sticks + len(read.riichi) - len(own) + own.get(nearest, 0)}


def _facts(win: Win, frame: Frame, rules: MahjongRules, key: str) -> dict[str, bool | int]:
    """The facts of a win, with the hands that the dealer has kept where a yaku asks for so many."""
    stated = win.facts.get(_KEEPS)
    if frame.keeps is None:
        return win.facts
    if stated is not None and int(stated) != frame.keeps:
        raise HandError(
            f"the seats did not move in the {frame.keeps} hands before this one, found {_KEEPS} {stated}; leave it out",
            code="contradiction",
            key=f"{key}.facts.{_KEEPS}",
        )
    return {**win.facts, _KEEPS: frame.keeps} if _is_asked(frame.keeps, rules) else win.facts


@lru_cache(maxsize=1024)
def _is_asked(keeps: int, rules: MahjongRules) -> bool:
    """Whether some yaku asks for a dealer who has kept the deal so often."""
    words = [word for yaku in rules.yaku.values() for word in walk_words(yaku.when) if isinstance(word, Fact)]
    numbers = [word.numbers()[_KEEPS] for word in words if _KEEPS in word.facts]
    return any(bool(number.compare(np.array([keeps]))[0]) for number in numbers)


def settle_round(read: ReadRound, frame: Frame, wins: Sequence[WinResult], rules: MahjongRules) -> SettledRound:
    """The transfers of a round in its frame; ``wins``: the results of :func:`wins_in`, in their order."""
    stick = rules.points.stick.points
    transfers = [Transfer(seat, "sticks", stick, _UNIT, "sticks") for seat in read.riichi]
    line = None
    if read.is_void:
        transfers += _pay_chombo(read.record.chombo, rules)
    elif read.draw is not None:
        transfers += settle_draw(read.draw, stick * (frame.sticks + len(read.riichi)), rules)
        line = _draw_line(read.draw, rules)
    for place in read.paid:
        transfers += wins[place].transfers or []
    return SettledRound(changes=sum_transfers(transfers, rules.seats), transfers=transfers, draw=line)


def following(read: ReadRound, frame: Frame, rules: MahjongRules) -> Frame:
    """The frame of the round after this one."""
    lies = frame.sticks + len(read.riichi)
    taken = bool(read.paid)
    if read.draw is not None and read.draw.record.pool_of_dreams:
        taken = rules.rounds.nagashi.sticks == "winner"
    honba = frame.honba + 1 if read.adds_counter else 0
    if read.is_void:
        honba = frame.honba
    return next_frame(frame, keeps=read.keeps, honba=honba, sticks=0 if taken else lies, rules=rules)


def _draw_line(draw: ReadDraw, rules: MahjongRules) -> DrawLine:
    pools: list[str] = list(draw.record.pool_of_dreams)
    waiting = list(draw.waiting or ())
    pays = draw.waiting is not None and not pools
    return DrawLine(
        kind=draw.record.kind,
        waiting=waiting,
        not_waiting=[seat for seat in rules.seats if seat not in waiting] if pays else [],
        pool_of_dreams=pools,
        waits={seat: print_tiles(draw.hands[seat].awaited) for seat in rules.seats if seat in draw.hands} or UNSET,
    )


def _pay_chombo(seats: Iterable[str], rules: MahjongRules) -> list[Transfer]:
    """What offenders pay: as much as a tsumo of the same seat would bring in, the other way round."""
    rule = rules.rounds.chombo
    if rule.penalty != "level":
        return []
    worth = rules.points.levels[rule.level].worth
    return [
        Transfer(seat, to, amount, _UNIT, "penalty")
        for seat in seats
        for to, amount in pay_as_tsumo(seat, worth, rules).items()
    ]
