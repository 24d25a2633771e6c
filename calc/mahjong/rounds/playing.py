"""Rounds in their frames, settled: one alone, or all of a game.

The frames of all rounds follow from how each ended, so the wins of a whole game are scored as one batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct

from calc.errors import CalcError, HandError, RecordError
from calc.mahjong.explain.claims import check_claim
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.claims import by_party, round_differences
from calc.mahjong.rounds.coming import is_known_to_follow, notes_on_next
from calc.mahjong.rounds.frames import FIRST, Frame, frame_name
from calc.mahjong.rounds.results import NextRound, RoundResult, RoundWin
from calc.mahjong.rounds.round import ReadRound, SettledRound, following, read_round, settle_round, wins_in
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import score_wins
from calc.outcomes import Difference, check_not_empty, claimed_of
from calc.records.game import Game
from calc.records.round import Round
from calc.records.win import Win

#: Stands for a number that a round alone does not give: it decides nothing but the number of the next one.
_ANY_NUMBER = 1


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A round in its frame, settled. ``records`` and ``wins``: all winners with their results, in the order of the
    record.
    """

    read: ReadRound
    frame: Frame
    records: list[Win]
    wins: list[WinResult]
    settled: SettledRound
    after: Frame

    @property
    def name(self) -> str:
        """``E2, honba 1``."""
        return frame_name(self.frame)


class Given(Struct, frozen=True):
    """A frame's figure that the record gives otherwise than it follows."""

    place: int
    key: str
    claimed: int
    actual: int


def settle_alone(record: Round, rules: MahjongRules, lang: str = "en") -> RoundResult:
    """One round without a game around it. Raises what is wrong with it, with the key at fault."""
    if record.claim is not None and record.claim.scores is not UNSET:
        raise RecordError("a round alone has no scores; claim its changes, or give the game", key="claim.scores")
    played = play_alone(record, rules, lang)
    moves = played.after.number != played.frame.number
    after: NextRound | None = NextRound(
        round=wind_of(played.after, rules) if record.round and (record.number or not moves) else None,
        number=played.after.number if record.number else None,
        dealer=rules.seats[int(moves)],
        honba=played.after.honba,
        sticks=played.after.sticks,
    )
    notes = list(played.read.notes)
    if record.round and record.number:
        notes += notes_on_next(played.frame, played.after, rules, is_void=played.read.is_void)
        after = after if is_known_to_follow(played.after, rules) else None
    differences = None
    if record.claim is not None:
        check_not_empty(claimed_of(record.claim), "claim", "changes: {E: 1500}")
    if record.claim is not None and record.claim.changes is not UNSET:
        changes = [played.settled.changes[seat] for seat in rules.seats]
        claimed = by_party(record.claim.changes, rules.seats, (), "claim.changes")
        differences = list(round_differences("changes", claimed, changes, changes))
    return result_of(
        played,
        rules,
        differences,
        id=record.id,
        round=record.round,
        number=record.number,
        scores=None,
        next=after,
        notes=notes,
    )


def play_alone(record: Round, rules: MahjongRules, lang: str = "en") -> PlayedRound:
    """One round in the frame that it gives, settled. Raises as :func:`settle_alone`."""
    if record.wins and record.round is None:
        raise RecordError(
            "expected the round wind of a round with wins, but 'round' is missing", code="missing_key", key="round"
        )
    read = read_round(record, rules)
    frame = Frame(
        wind=rules.seats.index(record.round or rules.seats[0]),
        number=record.number or _ANY_NUMBER,
        honba=record.honba or 0,
        sticks=record.sticks or 0,
    )
    return _sound(settle_rounds([(read, frame)], rules, lang)[0])


def play_rounds(game: Game, rules: MahjongRules, lang: str = "en") -> tuple[list[PlayedRound], list[Given]]:
    """Every round in its frame, settled, and the counters and sticks that the record gives otherwise than they follow.

    Scores and the end of the game are not looked at. Raises as :func:`settle_game`.
    """
    frame = FIRST
    reads: list[tuple[ReadRound, Frame]] = []
    given: list[Given] = []
    for place, record in enumerate(game.rounds):
        try:
            _check_frame(record, frame, rules, place)
            read = read_round(record, rules, f"rounds[{place}]")
        except CalcError as error:
            raise _within(error, frame) from None
        for key in ("honba", "sticks"):
            claimed = getattr(record, key)
            if claimed not in (None, getattr(frame, key)):
                given.append(Given(place, key, claimed, getattr(frame, key)))
        reads.append((read, frame))
        frame = following(read, frame, rules)
    return [_sound(played) for played in settle_rounds(reads, rules, lang)], given


def _check_frame(record: Round, frame: Frame, rules: MahjongRules, place: int) -> None:
    if frame.wind >= len(rules.seats):
        raise HandError(
            "expected the end of the game by now, found another round", code="contradiction", key=f"rounds[{place}]"
        )
    for key, follows in (("round", wind_of(frame, rules)), ("number", frame.number)):
        claimed = getattr(record, key)
        if claimed not in (None, follows):
            raise HandError(
                f"expected {key} {follows} after the rounds before, found {claimed}",
                code="contradiction",
                key=f"rounds[{place}].{key}",
            )


def _within(error: CalcError, frame: Frame) -> CalcError:
    """The error with the name of its round in front."""
    error.message = f"in {frame_name(frame)}: {error.message}"
    error.args = (error.message,)
    return error


def wind_of(frame: Frame, rules: MahjongRules) -> str:
    """The round wind of a frame."""
    return rules.seats[frame.wind % len(rules.seats)]


def settle_rounds(
    reads: Sequence[tuple[ReadRound, Frame]], rules: MahjongRules, lang: str = "en"
) -> list[PlayedRound | CalcError]:
    """Rounds in their frames, settled, or the error that refuses one; all their wins are scored together."""
    parts = [_wins_or_error(read, frame, rules) for read, frame in reads]
    wins = [win for part in parts if not isinstance(part, CalcError) for win in part]
    outcomes = iter(score_wins(wins, rules, lang=lang))
    played: list[PlayedRound | CalcError] = []
    for (read, frame), own in zip(reads, parts, strict=True):
        if isinstance(own, CalcError):
            played.append(own)
            continue
        scored = [next(outcomes) for _ in own]
        try:
            results = [_won(outcome, own[place], place, read, frame, rules) for place, outcome in enumerate(scored)]
        except CalcError as error:
            played.append(error)
            continue
        played.append(
            PlayedRound(
                read=read,
                frame=frame,
                records=own,
                wins=results,
                settled=settle_round(read, frame, results, rules),
                after=following(read, frame, rules),
            )
        )
    return played


def _wins_or_error(read: ReadRound, frame: Frame, rules: MahjongRules) -> list[Win] | CalcError:
    try:
        return wins_in(read, frame, rules)
    except CalcError as error:
        return _within(error, frame) if read.key else error


def _sound(played: PlayedRound | CalcError) -> PlayedRound:
    if isinstance(played, CalcError):
        raise played
    return played


def _won(
    outcome: WinResult | CalcError, win: Win, place: int, read: ReadRound, frame: Frame, rules: MahjongRules
) -> WinResult:
    """The result of a win, held against its claim. Raises its error with its place in the record."""
    try:
        if isinstance(outcome, CalcError):
            raise outcome
        return check_claim(outcome, win, rules)
    except CalcError as error:
        where = f"{read.key}.wins[{place}]" if read.key else f"wins[{place}]"
        error.key = f"{where}.{error.key}" if error.key else where
        error.message = f"{win.seat}: {error.message}"
        error.args = (error.message,)
        raise (_within(error, frame) if read.key else error) from None


def result_of(
    played: PlayedRound, rules: MahjongRules, differences: list[Difference] | None, **more: Any
) -> RoundResult:
    """A round as a result. ``differences``: from its claim, ``None`` without one; ``more``: what the game knows."""
    read, settled = played.read, played.settled
    wrong = [win.agrees for win in played.wins if win.agrees is not UNSET]
    checked: dict[str, Any] = {}
    if differences is not None or wrong:
        checked = {"agrees": not differences and all(wrong), "differences": differences or []}
    frame = played.frame
    ending: dict[str, Any] = {}
    if settled.draw is not None:
        ending["draw"] = settled.draw
    elif not read.is_void:
        ending["wins"] = [_round_win(played.wins[place], played.records[place]) for place in read.paid]
    if read.is_void:
        ending["chombo"] = list(read.record.chombo)
    return RoundResult(
        rules=rules.label,
        options=rules.chosen,
        honba=frame.honba,
        sticks=frame.sticks,
        changes=settled.changes,
        transfers=settled.transfers,
        notes=more.pop("notes", list(read.notes)),
        dealer=more.pop("dealer", rules.seats[0]),
        **ending,
        **checked,
        **more,
    )


def _round_win(result: WinResult, record: Win) -> RoundWin:
    own = {field: getattr(result, field) for field in WinResult.__struct_fields__}
    return RoundWin(**own, seat=record.seat, by=record.by, from_=record.from_)
