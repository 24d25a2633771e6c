"""Riichi rounds, settled in their frames: one alone, or any number together.

A round is read first (:mod:`calc.mahjong.rounds.reading`); its wins then become records of their own
(:func:`wins_in`), and their results become its payments (:func:`settle_round`). The wins of many rounds are scored as
one batch. Scores belong to the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from calc.errors import CalcError, RecordError, contradict, lack
from calc.games import Fields
from calc.mahjong.by_result import note_results
from calc.mahjong.explain.claims import check_claim
from calc.mahjong.records.types import Round, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.claims import compare_amounts
from calc.mahjong.rounds.draws import ReadDraw, pay_as_tsumo, settle_draw
from calc.mahjong.rounds.frames import (
    Frame,
    frame_name,
    hands_of,
    in_words,
    next_frame,
    notes_on_next,
    seats_of,
    wind_of,
)
from calc.mahjong.rounds.reading import ReadRound, note_dealer, read_round
from calc.mahjong.rounds.results import DrawLine, NextRound, RoundResult, RoundWin
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import Fact, walk_words
from calc.mahjong.scoring import score_wins
from calc.notation.tiles import print_tiles
from calc.outcomes import Difference, Transfer, or_raise, settle_each, sum_transfers
from calc.translation import msg

_UNIT = "points"
#: The fact that the rounds of a game decide.
_KEEPS = "dealer_keeps"
#: Stands for the number of a round alone that gives none; only the number of the next one depends on it.
_ANY_NUMBER = 1


class SettledRound(Struct, frozen=True, kw_only=True):
    """What a round changed: points by seat, riichi sticks paid included, with every transfer behind them."""

    changes: dict[str, int]
    transfers: list[Transfer]
    draw: DrawLine | None


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A round in its frame, settled. ``records``, ``wins``: all winners and their results, in the order of the record;
    ``after``: the frame of the next round.
    """

    read: ReadRound
    frame: Frame
    records: list[Win]
    wins: list[WinResult]
    settled: SettledRound
    after: Frame

    @property
    def without_tiles(self) -> int:
        """How many of the wins that are paid have no tiles."""
        return sum(not self.records[place].has_tiles for place in self.read.paid)

    @property
    def name(self) -> str:
        """``E2, honba 1``."""
        return frame_name(self.frame)

    def gains(self, rules: MahjongRules) -> list[int]:
        """What each player of the game gains or, below 0, loses; 0 for one who sits out."""
        return [self.settled.changes.get(seat, 0) for seat in seats_of(self.frame, rules)]


# ---- a round alone


def settle_all_alone(records: Sequence[Round], rules: MahjongRules) -> list[RoundResult | CalcError]:
    """Settle rounds without games around them: for each its result, or what is wrong with it, with the key at fault.

    The wins of all of them are scored together.
    """
    read = settle_each(records, lambda record: _read_alone(record, rules))
    played = iter(settle_rounds([one for one in read if not isinstance(one, CalcError)], rules))
    outcomes = [one if isinstance(one, CalcError) else next(played) for one in read]
    pairs = zip(records, outcomes, strict=True)
    return settle_each(pairs, lambda pair: _write_alone(pair[0], or_raise(pair[1]), rules))


def play_alone(record: Round, rules: MahjongRules) -> PlayedRound:
    """Settle one round in the frame that it gives. Raises what is wrong with it."""
    (played,) = settle_rounds([_read_alone(record, rules)], rules)
    return or_raise(played)


def _read_alone(record: Round, rules: MahjongRules) -> tuple[ReadRound, Frame]:
    if record.claim is not None and record.claim.scores is not UNSET:
        raise RecordError("a round alone has no scores; claim its changes, or give the game", key="claim.scores")
    if record.wins and record.round is None:
        lack("expected the round wind of a round with wins, but 'round' is missing", key="round")
    read = read_round(record, rules)
    frame = Frame(
        wind=rules.seats.index(record.round or rules.seats[0]),
        number=record.number or _ANY_NUMBER,
        honba=record.honba or 0,
        sticks=record.sticks or 0,
    )
    return read, frame


def _write_alone(record: Round, played: PlayedRound, rules: MahjongRules) -> RoundResult:
    moves = played.after.number != played.frame.number
    after: NextRound | None = NextRound(
        round=wind_of(played.after, rules) if record.round and (record.number or not moves) else None,
        number=played.after.number if record.number else None,
        dealer=rules.seats[int(moves)],
        honba=played.after.honba,
        sticks=played.after.sticks,
    )
    notes = [*played.read.notes, *note_dealer(played.read, rules)]
    if played.without_tiles:
        notes.append(note_results(played.without_tiles))
    if record.round and record.number:
        notes += notes_on_next(played.frame, played.after, rules, is_void=played.read.is_void)
        hand, _, most = hands_of(played.after, rules)
        after = after if hand <= most else None
    differences = None
    if record.claim is not None:
        changes = [played.settled.changes[seat] for seat in rules.seats]
        parts = {"changes": (changes, changes)}
        found = compare_amounts(record.claim, "claim", "changes: {E: 1500}", rules.seats, (), parts)
        differences = None if record.claim.changes is UNSET else found
    return write_round(
        played,
        rules,
        differences,
        id=record.id,
        round=record.round,
        number=record.number,
        scores=None,
        next=after,
        notes=notes,
        dealer=rules.seats[0],
    )


def write_round(
    played: PlayedRound, rules: MahjongRules, differences: list[Difference] | None, **more: Any
) -> RoundResult:
    """A round as a result. ``differences``: from its claim, ``None`` without one; ``more``: keys that depend on the
    game.
    """
    read, settled = played.read, played.settled
    wrong = [win.agrees for win in played.wins if win.agrees is not UNSET]
    is_claimed = differences is not None or bool(wrong)
    paid = [(played.wins[place], played.records[place]) for place in read.paid]
    wins = [RoundWin(**asdict(win), seat=record.seat, by=record.by, from_=record.from_) for win, record in paid]
    return RoundResult(
        rules=rules.label,
        options=rules.chosen,
        honba=played.frame.honba,
        sticks=played.frame.sticks,
        wins=UNSET if settled.draw is not None or read.is_void else wins,
        draw=UNSET if settled.draw is None else settled.draw,
        chombo=list(read.record.chombo) or UNSET,
        changes=settled.changes,
        agrees=not differences and all(wrong) if is_claimed else UNSET,
        differences=(differences or []) if is_claimed else UNSET,
        transfers=settled.transfers,
        **more,
    )


# ---- many rounds


def settle_rounds(
    reads: Sequence[tuple[ReadRound, Frame]], rules: MahjongRules, fields: Fields = "full"
) -> list[PlayedRound | CalcError]:
    """Settle rounds in their frames; a round that is refused becomes its error. All wins are scored together.

    ``fields``: of the results of wins.
    """
    parts = settle_each(reads, lambda pair: wins_in(*pair, rules))
    wins = [win for part in parts if not isinstance(part, CalcError) for win in part]
    outcomes = iter(score_wins(wins, rules, fields=fields))
    scored = [[] if isinstance(own, CalcError) else [next(outcomes) for _ in own] for own in parts]
    rounds = zip(reads, parts, scored, strict=True)
    played = settle_each(rounds, lambda one: _play(*one[0], or_raise(one[1]), one[2], rules))
    pairs = zip(played, reads, strict=True)
    return [in_game(one, read.key, frame) if isinstance(one, CalcError) else one for one, (read, frame) in pairs]


def _play(
    read: ReadRound, frame: Frame, wins: list[Win], scored: Sequence[WinResult | CalcError], rules: MahjongRules
) -> PlayedRound:
    results = [_check_win(one, wins[place], place, rules) for place, one in enumerate(scored)]
    settled, after = settle_round(read, frame, results, rules), following(read, frame, rules)
    return PlayedRound(read=read, frame=frame, records=wins, wins=results, settled=settled, after=after)


def _check_win(outcome: WinResult | CalcError, win: Win, place: int, rules: MahjongRules) -> WinResult:
    """The result of a win, compared with its claim. Raises its error with its place in the record."""
    try:
        return check_claim(or_raise(outcome), win, rules)
    except CalcError as error:
        raise error.below(f"wins[{place}]").begun(win.seat) from None


def in_game(error: CalcError, key: str, frame: Frame) -> CalcError:
    """The error; for a round of a game, which has a ``key``, below that key and with the name of the round."""
    return error.below(key).begun(msg("in {0}", in_words(frame))) if key else error


def wins_in(read: ReadRound, frame: Frame, rules: MahjongRules) -> list[Win]:
    """The wins of a round as records of their own, with round wind, honba, sticks, and facts of the game.

    Wins that are not paid are included, without honba and sticks: they have to be valid too. Raises
    :class:`calc.HandError` where a win states another number of hands kept than the game has.
    """
    each = rules.rounds.multiple_ron.counters == "each"
    sticks = _deal_sticks(read, frame, rules)
    wins = []
    for place, win in enumerate(read.record.wins):
        rank = read.paid.index(place) if place in read.paid else None
        wins.append(
            replace(
                win,
                round=rules.seats[frame.wind],
                honba=frame.honba if rank == 0 or (each and rank is not None) else 0,
                sticks=sticks.get(place, 0),
                facts=_add_keeps(win, frame, rules, f"wins[{place}]"),
            )
        )
    return wins


def _deal_sticks(read: ReadRound, frame: Frame, rules: MahjongRules) -> dict[int, int]:
    """The number of riichi sticks that wins take, by their places in the record."""
    if not read.paid:
        return {}
    own: dict[int, int] = {}
    if rules.rounds.multiple_ron.sticks == "own_first":
        own = {place: 1 for place in read.paid if read.record.wins[place].seat in read.riichi}
    nearest = read.paid[0]
    return {**own, nearest: frame.sticks + len(read.riichi) - len(own) + own.get(nearest, 0)}


def _add_keeps(win: Win, frame: Frame, rules: MahjongRules, key: str) -> dict[str, bool | int]:
    """The facts of a win, with the number of hands that the dealer has kept where a yaku asks for it."""
    stated = win.facts.get(_KEEPS)
    if frame.keeps is None or not win.has_tiles:
        return win.facts
    if stated is not None and int(stated) != frame.keeps:
        contradict(
            "the seats did not move in the {0} hands before this one, found {1} {2}; leave it out",
            frame.keeps,
            _KEEPS,
            stated,
            key=f"{key}.facts.{_KEEPS}",
        )
    return {**win.facts, _KEEPS: frame.keeps} if _is_asked(frame.keeps, rules) else win.facts


@lru_cache(maxsize=1024)
def _is_asked(keeps: int, rules: MahjongRules) -> bool:
    """Whether a yaku asks for a dealer who has kept the deal this often."""
    words = [word for yaku in rules.yaku.values() for word in walk_words(yaku.when) if isinstance(word, Fact)]
    numbers = [word.numbers()[_KEEPS] for word in words if _KEEPS in word.facts]
    return any(number.fits(keeps) for number in numbers)


# ---- payments, and the next frame


def settle_round(read: ReadRound, frame: Frame, wins: Sequence[WinResult], rules: MahjongRules) -> SettledRound:
    """What a round in its frame changes; ``wins``: the results of :func:`wins_in`, in their order.

    The transfers hold those of the wins where their results tell them.
    """
    stick = rules.points.stick.points
    transfers = [Transfer(seat, "sticks", stick, _UNIT, "sticks") for seat in read.riichi]
    line = None
    if read.is_void:
        transfers += _pay_chombo(read.record.chombo, rules)
    elif read.draw is not None:
        transfers += settle_draw(read.draw, stick * (frame.sticks + len(read.riichi)), frame.honba, rules)
        line = _write_draw(read.draw, rules)
    changes = sum_transfers(transfers, rules.seats)
    for place in read.paid:
        for seat, amount in wins[place].payments.items():
            changes[seat] += amount
        transfers += wins[place].transfers or []
    return SettledRound(changes=changes, transfers=transfers, draw=line)


def _write_draw(draw: ReadDraw, rules: MahjongRules) -> DrawLine:
    nagashi: list[str] = list(draw.record.pool_of_dreams)
    tenpai = list(draw.tenpai or ())
    pays = draw.tenpai is not None and not nagashi
    return DrawLine(
        kind=draw.record.kind,
        waiting=tenpai,
        not_waiting=[seat for seat in rules.seats if seat not in tenpai] if pays else [],
        pool_of_dreams=nagashi,
        waits={seat: print_tiles(draw.hands[seat].waits) for seat in rules.seats if seat in draw.hands} or UNSET,
    )


def _pay_chombo(seats: Sequence[str], rules: MahjongRules) -> list[Transfer]:
    """Each offender pays what a tsumo of the same seat would bring in."""
    rule = rules.rounds.chombo
    if rule.penalty != "level":
        return []
    worth = rules.points.levels[rule.level].worth
    return [
        Transfer(seat, to, amount, _UNIT, "penalty")
        for seat in seats
        for to, amount in pay_as_tsumo(seat, worth, rules).items()
    ]


def following(read: ReadRound, frame: Frame, rules: MahjongRules) -> Frame:
    """The frame of the round after this one."""
    taken = bool(read.paid)
    if read.draw is not None and read.draw.record.pool_of_dreams:
        taken = rules.rounds.nagashi.sticks == "winner"
    honba = frame.honba + 1 if read.adds_honba else 0
    if read.is_void:
        honba = frame.honba
    sticks = 0 if taken else frame.sticks + len(read.riichi)
    return next_frame(frame, keeps=read.keeps, honba=honba, sticks=sticks, rules=rules)
