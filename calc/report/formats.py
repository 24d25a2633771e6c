"""Many results at once, in the formats of ``--format``: one row, line or document a record, in input order."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from tabulate import tabulate

from calc.mahjong.results import Refusal, WinResult
from calc.report.text import number, signed
from calc.report.words import word

__all__ = ["Format", "Settlement", "format_results"]

Format = Literal["table", "json", "yaml", "csv", "markdown"]
Settlement = WinResult | Refusal

#: The columns of CSV: every key of a result, nested ones as JSON text, payments by party.
_CSV_KEYS = [
    *("id", "rules", "ok", "yaku", "dora", "han", "fu", "limits", "level", "base", "points", "payments"),
    *("agrees", "differences", "error"),
]


def format_results(results: Sequence[Settlement], form: Format, lang: str) -> Iterator[str]:
    """The results as text, in pieces that end with a line end."""
    if form == "json":
        for result in results:
            yield msgspec.json.encode(result).decode() + "\n"
    elif form == "yaml":
        import yaml

        for result in results:
            yield "---\n" + yaml.safe_dump(msgspec.to_builtins(result), allow_unicode=True, sort_keys=False)
    elif form == "csv":
        yield _csv(results)
    else:
        yield _table(results, "github" if form == "markdown" else "simple", lang) + "\n"


def _csv(results: Sequence[Settlement]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _CSV_KEYS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for result in results:
        plain = msgspec.to_builtins(result)
        if "yaku" in plain:
            plain["yaku"] = " ".join(line["id"] for line in plain["yaku"])
        writer.writerow({key: _cell(plain.get(key)) for key in _CSV_KEYS})
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def _table(results: Sequence[Settlement], tablefmt: str, lang: str) -> str:
    has_claims = any(result.agrees is not UNSET for result in results)
    head = [word(key, lang) for key in ("record", "yaku", "han", "fu", "points", "payments")]
    rows = [_row(place, result, has_claims, lang) for place, result in enumerate(results, start=1)]
    return tabulate(
        rows,
        headers=[*head, word("claim", lang)] if has_claims else head,
        tablefmt=tablefmt,
        disable_numparse=True,
        colalign=("left", "left", "right", "right", "right", "left", *(["left"] if has_claims else [])),
        maxcolwidths=None if tablefmt == "github" else [24, 34, None, None, None, 30, *([30] if has_claims else [])],
    )


def _row(place: int, result: Settlement, has_claims: bool, lang: str) -> list[str]:
    name = str(place if result.id is None else result.id)
    if isinstance(result, Refusal):
        row = [name, f"{word('refused', lang)}: {result.error.code}", "", "", "", ""]
    else:
        limits = (
            f"{result.limits} x {word('limit', lang)}"
            if result.limits > 1
            else word("limit", lang)
            if result.limits
            else ""
        )
        paid = " ".join(f"{party} {signed(amount)}" for party, amount in result.payments.items() if amount)
        han = limits or (result.level or "" if result.han is None else str(result.han))
        dora = result.dora.dora + result.dora.red + result.dora.ura + result.dora.north
        yaku = [*(line.name for line in result.yaku), *([f"{word('dora', lang)} {dora}"] if dora else [])]
        row = [name, ", ".join(yaku), han, "" if result.fu is None else str(result.fu)]
        row += [number(result.points), paid]
    return [*row, _claim_cell(result)] if has_claims else row


def _claim_cell(result: Settlement) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return "right"
    if isinstance(result, Refusal):
        return "wrong: it is no win"
    return "wrong: " + ", ".join(f"{item.key} {item.claimed} not {item.actual}" for item in result.differences or [])
