"""Results of hanafuda as rows of archives, one a player who scores by yaku or one a round, and games as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
from calc.records.rows import HandRow, Payment, RoundRow, Row, RowKind, SeatLine, name_of, places


def unfold(records: Sequence[Any], results: Sequence[Any], rules: Any, kind: RowKind) -> list[list[Row]]:
    """The rows of some results, by result, in the order of play."""
    make = _rounds if kind == "rounds" else _hands
    return [[*make(record, result)] for record, result in zip(records, results, strict=True)]


def _played(record: Any, result: Any) -> Iterator[tuple[Any, HanafudaResult, dict[str, Any]]]:
    """The rounds of a round or of a game, each with what all its rows say."""
    whole = {"game": name_of(result.id), "rules": result.rules}
    if not isinstance(result, HanafudaGameResult):
        yield record, result, whole
        return
    for nth, (one, settled) in enumerate(zip(record.rounds, result.rounds, strict=True), start=1):
        yield one, settled, {**whole, "nth": nth, "round": str(nth)}


def _hands(record: Any, result: Any) -> Iterator[Row]:
    for played, settled, whole in _played(record, result):
        at = places(totals := settled.totals or {})
        changes = [Payment(None, name, one.change) for name, one in settled.players.items()]
        for name, one in settled.players.items():
            yaku = [line.id for line in (*one.teyaku, *one.yaku)]
            if yaku and one.score > 0:
                row = HandRow(**whole, player=name, yaku=yaku, points=one.score, payments=changes)
                hand = played.players.get(name)
                row.hand = getattr(hand, "captured", None) or None
                row.score, row.place = totals.get(name), at.get(name)
                yield row


def _rounds(record: Any, result: Any) -> Iterator[Row]:
    for _, settled, whole in _played(record, result):
        at = places(totals := settled.totals or {})
        row = RoundRow(**whole, ended="draw" if settled.winner is None else "win")
        row.seats = [
            SeatLine(
                player=name,
                won=name == settled.winner,
                change=one.change,
                score=totals.get(name),
                place=at.get(name),
            )
            for name, one in settled.players.items()
        ]
        yield row


def games_csv(results: Sequence[tuple[str, HanafudaGameResult]]) -> str:
    """A row for each player of each round: score, change and total."""
    from calc.layout.tables import csv_text

    keys = ("game", "round", "player", "score", "change", "total", "yaku")
    return csv_text(keys, (row for name, result in results for row in _csv_rows(name, result)))


def _csv_rows(name: str, result: HanafudaGameResult) -> Iterator[dict[str, object]]:
    for one in result.rounds:
        totals = one.totals or {}
        for player, its in one.players.items():
            yield {
                "game": name,
                "round": one.round,
                "player": player,
                "score": its.score,
                "change": its.change,
                "total": totals.get(player),
                "yaku": " ".join(line.id for line in [*its.teyaku, *its.yaku]),
            }
