"""Results of hanafuda as rows of archives, one a player who scores by yaku or one a round, and games as CSV."""

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
                row.hand = getattr(played.players.get(name), "captured", None) or None
                row.score, row.place = totals.get(name), at.get(name)
                yield row


def _rounds(record: Any, result: Any) -> Iterator[Row]:
    for _, settled, whole in _played(record, result):
        at = places(totals := settled.totals or {})
        row = RoundRow(**whole, ended="draw" if settled.winner is None else "win")
        for name, one in settled.players.items():
            own: dict[str, Any] = {"change": one.change, "score": totals.get(name), "place": at.get(name)}
            row.seats.append(SeatLine(player=name, won=name == settled.winner, **own))
        yield row


def games_csv(results: Sequence[tuple[str, HanafudaGameResult]]) -> str:
    """A row for each player of each round: score, change and total."""
    from calc.layout.tables import csv_text

    rows = []
    keys = ("game", "round", "player", "score", "change", "total", "yaku")
    for file, one in ((file, one) for file, result in results for one in result.rounds):
        for name, its in one.players.items():
            yaku = " ".join(line.id for line in (*its.teyaku, *its.yaku))
            cells = (file, one.round, name, its.score, its.change, (one.totals or {}).get(name), yaku)
            rows.append(dict(zip(keys, cells, strict=True)))
    return csv_text(keys, rows)
