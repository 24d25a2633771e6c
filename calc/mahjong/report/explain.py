"""Every reason behind a win: reading, yaku, dora, fu, base points, payments, notes, and the readings that lost."""

from __future__ import annotations

from collections.abc import Iterator

from calc.layout.words import count_text, counted, word
from calc.mahjong.explain.explanation import BaseReason, DoraReason, Explanation, OtherReading, PaymentReason
from calc.mahjong.report.win import han_and_fu, win_lines, worth_text, yaku_worth
from calc.mahjong.results import ReadingLine, WinResult
from calc.mahjong.rules.schema import MahjongRules
from calc.records.win import Win
from calc.text import columns, number, section


def explain_lines(explanation: Explanation, result: WinResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """The answer (``result``, which knows of a claim), and every reason behind it."""
    record, win = explanation.record, explanation.win
    melds = record.melds if isinstance(record.melds, str) else " ".join(record.melds)
    hand = " ".join(part for part in (explanation.hand, melds, f"+{win}") if part)
    blocks: dict[str, list[str]] = {
        "hand": [hand],
        "reading": [_reading_text(explanation.reading, win, rules, lang)],
        "yaku": list(_yaku_lines(explanation, result, rules, lang)),
        "dora": [_dora_text(reason, rules, lang) for reason in explanation.dora],
        "fu_title": list(_fu_lines(explanation, lang, width - 2)),
        "base_points": [_base_text(explanation.base, result, rules, lang)],
        "payments": [_payment_text(reason, record, lang) for reason in explanation.payments],
        "notes": [note.text for note in result.notes or []],
        "others": [_other_text(other, win, rules, lang) for other in explanation.others],
    }
    lines = win_lines(result, record, rules, lang, width)
    for title, inside in blocks.items():
        lines += section(word(title, lang), inside, width)
    return lines


def _yaku_lines(explanation: Explanation, result: WinResult, rules: MahjongRules, lang: str) -> Iterator[str]:
    """Two lines for each yaku: its worth and the tiles that make it; its condition and source."""
    lines = {line.id: line for line in result.yaku}
    for reason in explanation.yaku:
        line = lines[reason.id]
        level = rules.yaku[line.id].value.level
        fixed = rules.points.title(level, lang) if level is not None else ""
        worth = yaku_worth(line.han, line.limit, rules, lang) or fixed
        parts = (f"{line.name}:", worth, reason.lowered and f"({reason.lowered})", reason.tiles and f"[{reason.tiles}]")
        yield " ".join(part for part in parts if part)
        yield f"  {reason.condition} ({reason.source})"


def _reading_text(reading: ReadingLine, win: str, rules: MahjongRules, lang: str) -> str:
    parts = [*reading.groups, *([reading.pair] if reading.pair else [])]
    text = " ".join(parts) or rules.shapes[reading.shape].name.text(lang)
    if not reading.wait:
        return text
    wait = word(reading.wait, lang)
    return f"{text}（{win} {wait}待ち）" if lang == "ja" else f"{text}; {wait} wait on {win}"


def _dora_text(reason: DoraReason, rules: MahjongRules, lang: str) -> str:
    bonus = rules.dora.bonus[reason.kind]
    worth = f"{bonus.name.text(lang)}: {count_text(reason.count * bonus.han, 'han', lang)}"
    if not reason.indicator:
        return f"{worth} [{reason.tile}]" if reason.tile else worth
    shown = (
        f"表示牌{reason.indicator} → {reason.tile}" if lang == "ja" else f"indicator {reason.indicator} → {reason.tile}"
    )
    return f"{worth} ({shown})"


def _fu_lines(explanation: Explanation, lang: str, width: int) -> Iterator[str]:
    rows = [(part.fu, part.name or word("rounding", lang), part.tiles) for part in explanation.fu]
    if rows:
        yield from columns([*rows, (explanation.result.fu, word("fu", lang), "")], "><<", width)


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
    worth = f"{han_and_fu(other.han, other.fu or None, lang)}, " if other.han else ""
    return f"{reading}: {names}; {worth}{word('base', lang)} {number(other.base)}"
