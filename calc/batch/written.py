"""Rows that a batch wrote, as rows of hands and rounds, so that they can be counted: results, hands or rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from calc.errors import CalcError
from calc.games import load_rules
from calc.intake.blocks import Block
from calc.outcomes import ErrorLine
from calc.records.rows import HandRow, RoundRow, SeatLine

#: What every row has, and no record.
_SIGN = b'"ok":'


def part_written(block: Block) -> tuple[Block, list[tuple[int, dict[str, Any]]]]:
    """A block without the rows that a batch wrote, and these rows, each with its line."""
    if block.form != "jsonl" or _SIGN not in block.data:
        return block, []
    lines, found = block.data.split(b"\n"), []
    for place, line in enumerate(lines):
        if _SIGN in line:
            try:
                row = msgspec.json.decode(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and isinstance(row.get("ok"), bool) and "rules" in row:
                found.append((block.line + place, row))
                lines[place] = b""
    return replace(block, data=b"\n".join(lines)), found


def error_of(row: Mapping[str, Any]) -> ErrorLine | None:
    """Why a record was refused, if it was."""
    return None if row["ok"] else msgspec.convert(row["error"], ErrorLine)


@lru_cache
def rules_of(label: str | None) -> Any:
    """The rule set of a label, if it is a shipped one."""
    try:
        return load_rules((label or "").partition("@")[0])
    except CalcError:
        return None


def rows_of(row: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    """The hands and rounds of a row. What it does not tell, such as how a win by itself was won, is not there."""
    if "waits" in row or "seats" in row:
        yield msgspec.convert(row, HandRow) if "waits" in row else msgspec.convert(row, RoundRow)
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
    return HandRow(player=own[0], from_player=own[1], yaku=[one["id"] for one in win["yaku"]], **worth)


def _of_seats(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    names, wins = one.get("players") or {}, one.get("wins") or []
    yield from (_hand(win, names) for win in wins)
    riichi = {paid["from"] for paid in one.get("transfers") or () if paid["to"] == "sticks"}
    winners, feeders = {win["seat"] for win in wins}, {win["from"] for win in wins}
    drawn = one.get("draw") or {}
    row = RoundRow(ended=drawn.get("kind") or (wins[0]["by"] if wins else "chombo"))
    for seat in one["changes"]:
        told: dict[str, Any] = {"won": seat in winners, "dealt_in": seat in feeders, "riichi": seat in riichi}
        row.seats.append(SeatLine(seat=seat, player=names.get(seat), **told))
    yield row


def _of_players(one: Mapping[str, Any]) -> Iterator[HandRow | RoundRow]:
    row = RoundRow(ended="draw" if one["winner"] is None else "win")
    for name, its in one["players"].items():
        yaku = [line["id"] for line in (*its["teyaku"], *its["yaku"])]
        if yaku and its["score"] > 0:
            yield HandRow(player=name, yaku=yaku, points=its["score"])
        row.seats.append(SeatLine(player=name, won=name == one["winner"]))
    yield row
