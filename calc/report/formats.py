"""Many results at once, in the formats of ``--format``: one row, line or document a record, in input order."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from calc.mahjong.results import FULLER, Refusal, WinResult
from calc.report.tables import TOGETHER, table
from calc.report.text import number, signed
from calc.report.words import word

__all__ = ["Format", "Settlement", "format_results"]

Format = Literal["table", "json", "yaml", "csv", "markdown"]
Settlement = WinResult | Refusal


def format_results(
    results: Sequence[Settlement], form: Format, lang: str, *, fuller: bool = True, width: int = 100
) -> Iterator[str]:
    """The results as text, in pieces that end with a line end. ``fuller``: whether CSV has the fuller keys too."""
    if form == "json":
        for result in results:
            yield msgspec.json.encode(result).decode() + "\n"
    elif form == "yaml":
        import yaml

        for result in results:
            yield "---\n" + yaml.safe_dump(msgspec.to_builtins(result), allow_unicode=True, sort_keys=False)
    elif form == "csv":
        yield _csv(results, fuller=fuller)
    else:
        yield _table(results, lang, markdown=form == "markdown", width=width) + "\n"


def _csv(results: Sequence[Settlement], *, fuller: bool) -> str:
    """A column for every key of a result in their order, nested values as JSON text, yaku as their ids."""
    keys = [key for key in WinResult.__struct_fields__ if fuller or key not in FULLER]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*keys, "error"], lineterminator="\n")
    writer.writeheader()
    for result in results:
        plain = msgspec.to_builtins(result)
        if "yaku" in plain:
            plain["yaku"] = " ".join(line["id"] for line in plain["yaku"])
        writer.writerow({key: _cell(plain.get(key)) for key in [*keys, "error"]})
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | dict) else value


def _table(results: Sequence[Settlement], lang: str, *, markdown: bool, width: int) -> str:
    has_claims = any(result.agrees is not UNSET for result in results)
    head = [word(key, lang) for key in ("record", "yaku", "han_title", "fu_title", "points_title", "payments")]
    rows = [_row(place, result, has_claims, lang) for place, result in enumerate(results, start=1)]
    if has_claims:
        head.append(word("claim", lang))
    return table(rows, head, markdown=markdown, width=width, align="<<>>><" + "<" * has_claims)


def _row(place: int, result: Settlement, has_claims: bool, lang: str) -> list[str]:
    name = str(place if result.id is None else result.id)
    if isinstance(result, Refusal):
        row = [name, f"{word('refused', lang)}: {result.error.code}", "", "", "", ""]
    else:
        dora = result.dora.tiles
        yaku = [*(line.name for line in result.yaku), *([f"{word('dora', lang)} {dora}"] if dora else [])]
        row = [name, ", ".join(yaku), _han_cell(result, lang), "" if result.fu is None else str(result.fu)]
        paid = [
            f"{_party(party, lang)}{TOGETHER}{signed(amount)}" for party, amount in result.payments.items() if amount
        ]
        row += [number(result.points), " ".join(paid)]
    return [*row, _claim_cell(result, lang)] if has_claims else row


def _party(party: str, lang: str) -> str:
    return word(party, lang) if lang == "ja" else party


def _han_cell(result: WinResult, lang: str) -> str:
    if result.han is not None:
        return str(result.han)
    level = word(result.level or "", lang)
    return f"{result.limits} x {level}" if result.limits > 1 else level


def _claim_cell(result: Settlement, lang: str) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return word("is_right", lang)
    wrong = word("is_wrong", lang)
    if isinstance(result, Refusal):
        return f"{wrong}: {word('no_win', lang)}"
    differences = []
    for item in result.differences or []:
        claimed, actual = (
            number(value) if item.key == "points" and isinstance(value, int) else value
            for value in (item.claimed, item.actual)
        )
        name = word(item.key, lang)
        differences.append(f"{name} {claimed}→{actual}" if lang == "ja" else f"{item.key} {claimed} not {actual}")
    return f"{wrong}: {', '.join(differences)}"
