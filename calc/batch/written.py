"""Rows that a batch wrote, as rows of hands and rounds, so that they can be counted: results, hands or rounds."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from calc.errors import CalcError
from calc.games import load_rules
from calc.intake.blocks import Block
from calc.intake.lines import csv_rows, heads_rows, numbered_lines
from calc.outcomes import ErrorLine
from calc.records.rows import HandRow, RoundRow, SeatLine

#: What every row has, and no record.
_SIGN: Final = b'"ok":'
#: Columns by which rows of hands and of rounds are known.
_OF_ROWS: Final = ("waits", "seats")
#: Columns of names that are parted by blanks in CSV.
_NAMES: Final = ("yaku", "melds", "waits")


def part_written(block: Block) -> tuple[Block, list[tuple[str, int, dict[str, Any]]]]:
    """A block without the rows that a batch wrote, and these rows, each with its file and line."""
    if block.form == "parts":
        parted = [part_written(one) for one in block.parts]
        return replace(block, parts=tuple(one for one, _ in parted)), [row for _, rows in parted for row in rows]
    if block.form == "csv":
        return _part_csv(block)
    if block.form != "jsonl" or _SIGN not in block.data:
        return block, []
    lines, found = block.data.split(b"\n"), []
    for place, line in enumerate(lines):
        if _SIGN in line:
            try:
                row = msgspec.json.decode(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and isinstance(row.get("ok"), bool) and ("rules" in row or "error" in row):
                found.append((block.file, block.line + place, _unpacked(row)))
                lines[place] = b""
    return replace(block, data=b"\n".join(lines)), found


def _part_csv(block: Block) -> tuple[Block, list[tuple[str, int, dict[str, Any]]]]:
    head = heads_rows(block.header)
    if not head:
        return block, []
    found = []
    for row in csv_rows(numbered_lines(block.data, block.line)):
        told: dict[str, Any] = {key: cell for key, cell in zip(head, row.cells, strict=False) if cell}
        if not told:
            continue
        told |= {key: [] for key in _OF_ROWS if key in head and key not in told}
        told["ok"] = told.get("ok") == "true"
        found.append((block.file, row.lines[0][0], _unpacked(told)))
    return replace(block, data=b""), found


def _unpacked(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the values that stand in it as JSON text, as they do in CSV and in columns of Arrow."""
    return {key: _value(key, value) for key, value in row.items()}


def _value(key: str, value: Any) -> Any:
    if isinstance(value, str) and key in _NAMES:
        return value.split()
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            value = msgspec.json.decode(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, list):
        return [_unpacked(one) if isinstance(one, dict) else one for one in value]
    return _unpacked(value) if isinstance(value, dict) else value


def check_settled(row: Mapping[str, Any]) -> None:
    """Raise why a record was refused, if it was: a :class:`~calc.errors.CalcError`."""
    if not row["ok"]:
        error = msgspec.convert(row["error"], ErrorLine)
        raise CalcError(error.message, code=error.code, key=error.key, column=error.column)


@lru_cache
def rules_of(label: str | None) -> Any:
    """The rule set of a label, if it is a shipped one."""
    try:
        return load_rules((label or "").partition("@")[0])
    except CalcError:
        return None


def is_unfolded(row: Mapping[str, Any]) -> bool:
    """Whether a row is a hand or a round of a game, not a result."""
    return any(key in row for key in _OF_ROWS)


def rows_of(row: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    """The hands and rounds of a row. What it does not tell, such as how a win by itself was won, is not there."""
    if is_unfolded(row):
        told = {key: value for key, value in row.items() if key != "payments"}  # nobody counts them
        kind: type[HandRow] | type[RoundRow] = HandRow if "waits" in row else RoundRow
        yield msgspec.convert(told, kind, strict=False)
        return
    for one in row.get("rounds", [row]):
        if "payments" in one:
            yield _hand(one)
            yield RoundRow(seats=[SeatLine(seat=seat, won=paid > 0) for seat, paid in one["payments"].items()])
        elif "changes" in one:
            yield from _of_seats(one)
        else:
            yield from _of_players(one)


def _hand(win: Mapping[str, Any], names: Mapping[str, str] | None = None) -> HandRow:
    worth: dict[str, Any] = {key: win.get(key) for key in ("seat", "by", "han", "limits", "points")}
    own = [(names or {}).get(win.get(key) or "") for key in ("seat", "from")]
    yaku = [one if isinstance(one, str) else one["id"] for one in win.get("yaku") or ()]
    told = {**worth, "player": own[0], "from_player": own[1], "yaku": yaku}
    return msgspec.convert(told, HandRow, strict=False)


def _of_seats(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    names, wins = one.get("players") or {}, one.get("wins") or []
    yield from (_hand(win, names) for win in wins)
    riichi = {paid["from"] for paid in one.get("transfers") or () if paid["to"] == "sticks"}
    winners, feeders = {win["seat"] for win in wins}, {win.get("from") for win in wins}
    drawn = one.get("draw") or {}
    row = RoundRow(ended=drawn.get("kind") or (wins[0]["by"] if wins else "chombo"))
    for seat in one["changes"]:
        told: dict[str, Any] = {"won": seat in winners, "dealt_in": seat in feeders, "riichi": seat in riichi}
        row.seats.append(SeatLine(seat=seat, player=names.get(seat), **told))
    yield row


def _of_players(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    row = RoundRow(ended="draw" if one.get("winner") is None else "win")
    for name, its in one["players"].items():
        yaku = [line["id"] for line in (*its.get("teyaku", ()), *its.get("yaku", ()))]
        if yaku and its["score"] > 0:
            yield HandRow(player=name, yaku=yaku, points=its["score"])
        row.seats.append(SeatLine(player=name, won=name == one.get("winner")))
    yield row
