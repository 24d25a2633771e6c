"""One win as people read it: the answer on one screen."""

from __future__ import annotations

from msgspec import UNSET

from calc.layout.words import count_text, counted, word
from calc.mahjong.results import WinResult
from calc.mahjong.rules.schema import MahjongRules
from calc.records.win import Win
from calc.text import columns, number, signed, wrap


def worth_text(result: WinResult, rules: MahjongRules, lang: str) -> str:
    """``3 han 40 fu``, ``6 han 30 fu, haneman``, ``2 x yakuman``."""
    if result.limits:
        name = rules.points.limit.name.text(lang)
        return name if result.limits == 1 else f"{result.limits} x {name}"
    level = rules.points.title(result.level, lang) if result.level else ""
    counted = han_and_fu(result.han, result.fu, lang)
    return ", ".join(part for part in (counted, level) if part)


def han_and_fu(han: int | None, fu: int | None, lang: str) -> str:
    """``3 han 40 fu``, without what is not counted."""
    parts = [count_text(count, key, lang) for count, key in ((han, "han"), (fu, "fu")) if count is not None]
    return ("" if lang == "ja" else " ").join(parts)


def win_lines(result: WinResult, record: Win, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """The answer: who won how, what it is worth and why, and what every seat gains or loses."""
    yaku = [(line.name, yaku_worth(line.han, line.limit, rules, lang)) for line in result.yaku]
    for key, bonus in rules.dora.bonus.items():
        count = result.dora.of(key)
        if count:
            yaku.append((bonus.name.text(lang), count_text(count * bonus.han, "han", lang)))
    payments = [(word(party, lang), signed(amount)) for party, amount in result.payments.items()]
    lines = wrap(_headline(result, record, lang), width)
    lines += [*wrap(f"{worth_text(result, rules, lang)}   ({rules.full_label})", width), ""]
    lines += [f"  {line}" for line in columns(yaku, "<>", width - 2)]
    lines += ["", *(f"  {line}" for line in columns(payments, "<>", width - 2))]
    lines += _extras(result, record, lang, width)
    return lines + _claim_lines(result, lang, width)


def _headline(result: WinResult, record: Win, lang: str) -> str:
    who, how, points = word(record.seat, lang), word(record.by, lang), number(result.points)
    if lang == "ja":
        source = f"（放銃 {word(record.from_, lang)}）" if record.from_ else ""
        return f"{who}の{how}和了 {points}点{source}"
    source = f" from {word(record.from_, lang)}" if record.from_ else ""
    return f"{who} wins {points} points by {how}{source}"


def yaku_worth(han: int | None, limit: int | None, rules: MahjongRules, lang: str) -> str:
    """The han of a yaku, or its limits; empty for a yaku that pays by a fixed level."""
    if limit is not None:
        name = rules.points.limit.name.text(lang)
        return name if limit == 1 else f"{limit} x {name}"
    return "" if han is None else count_text(han, "han", lang)


def _extras(result: WinResult, record: Win, lang: str, width: int) -> list[str]:
    """What the payments hold beside the win itself, and whether discards that are not given could make it more."""
    if result.transfers is UNSET:
        return []
    notes = result.notes if result.notes is not UNSET else []
    unknown = [note.text for note in notes if note.id == "discards_unknown"]
    more = ["", *(line for text in unknown for line in wrap(f"  ({text})", width, "   "))] if unknown else []
    found = []
    for why, count in (("counters", record.honba), ("sticks", record.sticks)):
        amount = sum(transfer.amount for transfer in result.transfers if transfer.why == why)
        if amount:
            found.append(f"{counted(count, why, lang)}: {number(amount)}")
    for transfer in result.transfers:
        if transfer.why == "liable":
            found.append(f"{word(transfer.from_, lang)}: {word('liable', lang)} {number(transfer.amount)}")
    return [*(["", *wrap(f"  ({', '.join(found)})", width, "   ")] if found else []), *more]


def _claim_lines(result: WinResult, lang: str, width: int) -> list[str]:
    if result.agrees is UNSET:
        return []
    if result.agrees:
        return ["", word("right", lang)]
    rows = [(item.key, _spell(item.claimed), _spell(item.actual)) for item in result.differences or []]
    head = ("", word("claimed", lang), word("actual", lang))
    return ["", word("wrong", lang), *(f"  {line}" for line in columns([head, *rows], "<<<", width - 2))]


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return " ".join(f"{key} {signed(amount)}" for key, amount in value.items())
    return ", ".join(value) if isinstance(value, list) else "none" if value is None else str(value)
