"""One win as people read it: the answer first, then, if asked for, every reason."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from calc.mahjong.explain import BaseReason, DoraReason, Explanation, OtherReading, PaymentReason
from calc.mahjong.results import ReadingLine, WinResult
from calc.mahjong.schema import MahjongRules
from calc.notation.records import Win
from calc.report.text import columns, number, section, signed, wrap
from calc.report.words import counted, word

__all__ = ["explain_lines", "win_lines", "worth_text"]


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
    space = "" if lang == "ja" else " "
    parts = [f"{count}{space}{word(key, lang)}" for count, key in ((han, "han"), (fu, "fu")) if count is not None]
    return space.join(parts)


def win_lines(result: WinResult, record: Win, rules: MahjongRules, lang: str) -> list[str]:
    """The answer: who won how, what it is worth and why, and what every seat gains or loses."""
    yaku = [(line.name, _worth_of(line.han, line.limit, rules, lang)) for line in result.yaku]
    for key, bonus in rules.dora.bonus.items():
        count = getattr(result.dora, key)
        if count:
            yaku.append((bonus.name.text(lang), f"{count * bonus.han} {word('han', lang)}"))
    payments = [(word(party, lang), signed(amount)) for party, amount in result.payments.items()]
    lines = [f"{_headline(result, record, lang)}", f"{worth_text(result, rules, lang)}   ({result.rules})", ""]
    lines += [f"  {line}" for line in columns(yaku, "<>")]
    lines += ["", *(f"  {line}" for line in columns(payments, "<>"))]
    lines += _extras(result, record, lang)
    return lines + _claim_lines(result, lang)


def _headline(result: WinResult, record: Win, lang: str) -> str:
    who, how, points = word(record.seat, lang), word(record.by, lang), number(result.points)
    if lang == "ja":
        source = f"（放銃 {word(record.from_, lang)}）" if record.from_ else ""
        return f"{who}の{how}和了 {points}点{source}"
    source = f" from {word(record.from_, lang)}" if record.from_ else ""
    return f"{who} wins {points} points by {how}{source}"


def _worth_of(han: int | None, limit: int | None, rules: MahjongRules, lang: str) -> str:
    if limit is not None:
        name = rules.points.limit.name.text(lang)
        return name if limit == 1 else f"{limit} x {name}"
    return "" if han is None else f"{han} {word('han', lang)}"


def _extras(result: WinResult, record: Win, lang: str) -> list[str]:
    """What the payments hold beside the win itself."""
    if result.transfers is UNSET:
        return []
    found = []
    for why, count in (("counters", record.honba), ("sticks", record.sticks)):
        amount = sum(transfer.amount for transfer in result.transfers if transfer.why == why)
        if amount:
            found.append(f"{counted(count, why, lang)}: {number(amount)}")
    return ["", f"  ({', '.join(found)})"] if found else []


def _claim_lines(result: WinResult, lang: str) -> list[str]:
    if result.agrees is UNSET:
        return []
    if result.agrees:
        return ["", word("right", lang)]
    rows = [(item.key, _spell(item.claimed), _spell(item.actual)) for item in result.differences or []]
    head = ("", word("claimed", lang), word("actual", lang))
    return ["", word("wrong", lang), *(f"  {line}" for line in columns([head, *rows], "<<<"))]


def _spell(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}:{amount}" for key, amount in value.items())
    return ", ".join(value) if isinstance(value, list) else "none" if value is None else str(value)


def explain_lines(explanation: Explanation, result: WinResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """The answer (``result``, which knows of a claim), and every reason behind it."""
    record = explanation.record
    names = {line.id: line for line in result.yaku}
    melds = "" if isinstance(record.melds, str) else " ".join(record.melds)
    lines = win_lines(result, record, rules, lang)
    hand = " ".join(
        part for part in (explanation.hand, melds or str(record.melds or ""), f"+{explanation.win}") if part
    )
    lines += section(word("hand", lang), [hand])
    lines += section(
        word("reading", lang), wrap(_reading_text(explanation.reading, explanation.win, rules, lang), width)
    )
    yaku = []
    for reason in explanation.yaku:
        line = names[reason.id]
        worth = _worth_of(line.han, line.limit, rules, lang)
        yaku.append(" ".join(part for part in (f"{line.name}:", worth, reason.tiles and f"[{reason.tiles}]") if part))
        yaku += wrap(f"  {reason.condition} ({reason.source})", width - 2, "    ")
    lines += section(word("yaku", lang), yaku)
    dora = [line for reason in explanation.dora for line in wrap(_dora_text(reason, rules, lang), width - 2)]
    lines += section(word("dora", lang), dora)
    lines += section(word("fu_title", lang), _fu_lines(explanation, lang))
    lines += section(word("base_points", lang), wrap(_base_text(explanation.base, result, rules, lang), width))
    payments = [line for reason in explanation.payments for line in wrap(_payment_text(reason, record, lang), width)]
    lines += section(word("payments", lang), payments)
    notes = [line for note in result.notes or [] for line in wrap(note.text, width)]
    lines += section(word("notes", lang), notes)
    others = [
        line for other in explanation.others for line in wrap(_other_text(other, explanation.win, rules, lang), width)
    ]
    return lines + section(word("others", lang), others)


def _reading_text(reading: ReadingLine, win: str, rules: MahjongRules, lang: str) -> str:
    parts = [*reading.groups, *([reading.pair] if reading.pair else [])]
    text = " ".join(parts) or rules.shapes[reading.shape].name.text(lang)
    if not reading.wait:
        return text
    wait = word(reading.wait, lang)
    return f"{text}（{win} {wait}待ち）" if lang == "ja" else f"{text}; {wait} wait on {win}"


def _dora_text(reason: DoraReason, rules: MahjongRules, lang: str) -> str:
    bonus = rules.dora.bonus[reason.kind]
    worth = f"{bonus.name.text(lang)}: {reason.count * bonus.han} {word('han', lang)}"
    if not reason.indicator:
        return f"{worth} [{reason.tile}]"
    shown = (
        f"表示牌{reason.indicator} → {reason.tile}" if lang == "ja" else f"indicator {reason.indicator} → {reason.tile}"
    )
    return f"{worth} ({shown})"


def _fu_lines(explanation: Explanation, lang: str) -> Iterator[str]:
    rows = [(part.fu, part.name or word("rounding", lang), part.tiles) for part in explanation.fu]
    if rows:
        yield from columns([*rows, (explanation.result.fu, word("fu", lang), "")], "><<")


def _base_text(base: BaseReason, result: WinResult, rules: MahjongRules, lang: str) -> str:
    if base.kind == "chart":
        return f"{'点数表' if lang == 'ja' else 'read off the chart'}: {worth_text(result, rules, lang)}"
    if base.kind == "limit":
        return f"{result.limits} x {number(rules.points.limit.worth)} = {number(base.base)}"
    if base.kind == "level":
        return f"{worth_text(result, rules, lang)}: {number(base.base)}"
    factors = " x ".join([str(result.fu), str(base.per_fu), *[str(base.per_han)] * (result.han or 0)])
    text = f"{factors} = {number(base.counted)}"
    if base.round_up_above:
        return f"{text}, {'超過' if lang == 'ja' else 'over'} {number(base.round_up_above)}: {number(base.base)}"
    return f"{text}, {'上限' if lang == 'ja' else 'at most'} {number(base.base)}" if base.capped else text


def _payment_text(reason: PaymentReason, record: Win, lang: str) -> str:
    transfer = reason.transfer
    who, to = word(transfer.from_, lang), word(transfer.to, lang)
    text = f"{who} → {to} {number(transfer.amount)}"
    if reason.times:
        exact = f"{reason.times} x {number(reason.exact // reason.times)} = {number(reason.exact)}"
        rounded = "" if reason.exact == transfer.amount else f", {word('rounding', lang)}"
        return f"{text}: {exact}{rounded}"
    counts = {"counters": record.honba, "sticks": record.sticks}
    if transfer.why in counts:
        return f"{text}: {counted(counts[transfer.why], transfer.why, lang)}"
    half = f", {word('half', lang)} {number(reason.exact)}" if reason.exact else ""
    return f"{text}: {word(transfer.why, lang)}{half}"


def _other_text(other: OtherReading, win: str, rules: MahjongRules, lang: str) -> str:
    reading = _reading_text(other.reading, win, rules, lang)
    if not other.yaku:
        return f"{reading}: {word('no_yaku', lang)}"
    names = ", ".join(rules.yaku[name].name.text(lang) for name in other.yaku)
    counted = f"{other.han} {word('han', lang)} {other.fu} {word('fu', lang)}, " if other.han else ""
    return f"{reading}: {names}; {counted}{word('base_points', lang)} {number(other.base)}"
