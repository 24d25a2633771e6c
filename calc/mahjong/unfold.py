"""Results of riichi as rows: one a won hand, or one a round."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError
from calc.mahjong.read import read_win
from calc.mahjong.records.types import Round, Waiting, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import DrawLine, GameResult, RoundResult, RoundWin
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.tenpai import find_waits
from calc.notation.melds import print_meld
from calc.notation.tiles import print_tiles, text_of
from calc.records.rows import HandRow, Payment, RoundRow, Row, RowKind, SeatLine, name_of, places


def unfold(records: Sequence[Any], results: Sequence[Any], rules: MahjongRules, kind: RowKind) -> list[list[Row]]:
    """The rows of some results, by result, in the order of play."""
    if kind == "rounds":
        return [list(_rounds(record, result, rules)) for record, result in zip(records, results, strict=True)]
    pairs = [list(_hands(record, result)) for record, result in zip(records, results, strict=True)]
    if kind == "hands":
        _fill_tiles([one for of in pairs for one in of], rules)
    return [[row for row, _ in of] for of in pairs]


def _played(record: Any, result: Any) -> Iterator[tuple[int | None, Round, RoundResult]]:
    """The rounds of a round or of a game, each with its number there."""
    if isinstance(result, GameResult):
        for nth, (one, settled) in enumerate(zip(record.rounds, result.rounds, strict=True), start=1):
            yield nth, one, settled
    else:
        yield None, record, result


def _names(result: RoundResult) -> Mapping[str, str]:
    return {} if result.players is UNSET else result.players


def _frame(result: RoundResult, nth: int | None) -> dict[str, Any]:
    where = None if result.round is None else f"{result.round}{result.number or ''}"
    return {"nth": nth, "round": where, "honba": result.honba, "sticks": result.sticks}


def _scores(result: RoundResult) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The score and the place of each seat after a round of a game."""
    scores = result.scores or {}
    others = {} if result.sitting_out is UNSET else result.sitting_out
    return scores, places({**others, **scores}) if scores else {}


# ---- hands


def _hands(record: Any, result: Any) -> Iterator[tuple[HandRow, Win]]:
    whole = {"game": name_of(result.id), "rules": result.rules}
    if isinstance(result, WinResult):
        row = HandRow(**whole, round=record.round, honba=record.honba, seat=record.seat, by=record.by)
        row.from_, row.riichi = record.from_, bool(record.riichi)
        _value(row, result, {})
        yield row, record
        return
    for nth, played, settled in _played(record, result):
        names = _names(settled)
        seats = {name: seat for seat, name in names.items()}
        given = {seats.get(win.seat, win.seat): win for win in played.wins}
        declared = {seats.get(name, name) for name in played.riichi}
        scores, at = _scores(settled)
        for one in settled.wins or []:
            win, seat = given[one.seat], one.seat
            row = HandRow(**whole, **_frame(settled, nth), seat=seat, player=names.get(seat), by=one.by)
            row.from_, row.from_player = one.from_, names.get(one.from_ or "")
            row.score, row.place = scores.get(seat), at.get(seat)
            row.riichi = bool(win.riichi) or seat in declared
            _value(row, one, names)
            # Seats are in place of names.
            yield row, replace(win, seat=seat, from_=one.from_, round=settled.round or win.round, liable=[])


def _value(row: HandRow, result: WinResult | RoundWin, names: Mapping[str, str]) -> None:
    row.yaku = [line.id for line in result.yaku]
    row.dora = result.dora.tiles
    row.han, row.fu, row.limits, row.level = result.han, result.fu, result.limits, result.level
    row.points = result.points
    row.payments = [Payment(seat, names.get(seat), amount) for seat, amount in result.payments.items()]


def _fill_tiles(pairs: Sequence[tuple[HandRow, Win]], rules: MahjongRules) -> None:
    """Add the tiles of each hand, and what it waited for, of all hands at once."""
    rows, hands = list[HandRow](), list[Waiting]()
    for row, win in pairs:
        if win.has_tiles:
            read = read_win(win, rules)
            row.hand, row.win = print_tiles(read.hand), text_of(read.win)
            row.melds = [print_meld(meld) for meld in read.melds]
            rows.append(row)
            hands.append(Waiting(hand=row.hand, melds=row.melds, seat=win.seat, round=win.round, north=win.north))
    for row, waits in zip(rows, find_waits(hands, rules), strict=True):
        row.waits = [] if isinstance(waits, CalcError) else [text_of(tile) for tile in waits]


# ---- rounds


def _rounds(record: Any, result: Any, rules: MahjongRules) -> Iterator[RoundRow]:
    whole = {"game": name_of(result.id), "rules": result.rules}
    if isinstance(result, WinResult):
        row = RoundRow(**whole, round=record.round, honba=record.honba, dealer=rules.seats[0], ended=record.by)
        feeder = (record.from_ or "discarder") if record.by == "ron" else None
        wins = {record.seat: record.by}
        row.seats = [
            SeatLine(seat=seat, won=seat in wins, by=wins.get(seat), dealt_in=seat == feeder, change=amount)
            for seat, amount in result.payments.items()
        ]
        yield row
        return
    for nth, played, settled in _played(record, result):
        ended: str = settled.wins[0].by if settled.wins else "chombo"
        if isinstance(settled.draw, DrawLine):
            ended = settled.draw.kind
        row = RoundRow(**whole, **_frame(settled, nth), dealer=settled.dealer, ended=ended)
        row.seats = [*_seats(played, settled)]
        yield row


def _seats(played: Round, result: RoundResult) -> Iterator[SeatLine]:
    names, (scores, at) = _names(result), _scores(result)
    wins = {win.seat: win.by for win in result.wins or []}
    feeders = {win.from_ for win in result.wins or []}
    draw = result.draw if isinstance(result.draw, DrawLine) else None
    for seat, change in result.changes.items():
        name = names.get(seat)
        yield SeatLine(
            seat=seat,
            player=name,
            won=seat in wins,
            by=wins.get(seat),
            dealt_in=seat in feeders,
            riichi=seat in played.riichi or name in played.riichi,
            tenpai=seat in draw.waiting if draw is not None and draw.kind == "exhaustive" else None,
            change=change,
            score=scores.get(seat),
            place=at.get(seat),
        )
