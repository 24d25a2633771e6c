"""A riichi round as people read it: how it ended, who pays whom, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from calc.mahjong.results import Difference
from calc.mahjong.round_results import DrawLine, NextRound, RoundResult, RoundWin
from calc.mahjong.schema import MahjongRules
from calc.report.text import columns, number, section, signed, wrap
from calc.report.win import worth_text
from calc.report.words import counted, word

__all__ = ["difference_text", "ending_lines", "round_lines", "round_title", "spell_amounts", "transfer_lines"]

#: How a party is called: a seat, or the player who sits there.
Called = Callable[[str], str]


def round_lines(result: RoundResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """A round on its own: its name, its ending, every change, and the next round."""

    def called(seat: str) -> str:
        return word(seat, lang)

    lines = wrap(f"{round_title(result, lang)}   ({rules.full_label})", width)
    for ending in ending_lines(result, rules, lang, called):
        lines += wrap(ending, width)
    rows = [(called(seat), signed(amount)) for seat, amount in result.changes.items()]
    lines += ["", *(f"  {line}" for line in columns(rows, "<>", width - 2))]
    if result.next is not None:
        lines += ["", *wrap(f"{word('next', lang)}: {_next_text(result.next, lang, called)}", width)]
    lines += section(word("notes", lang), [note.text for note in result.notes], width)
    if result.agrees is not UNSET:
        lines += ["", word("right" if result.agrees else "wrong", lang)]
        for text in _wrong_texts(result, lang):
            lines += wrap(f"  {text}", width, "    ")
    return lines


def round_title(result: RoundResult, lang: str) -> str:
    """``East 2, 1 counter``, ``東2局1本場``."""
    if lang == "ja":
        name = f"{word(result.round, lang)[0]}{result.number or ''}局" if result.round else ""
        counters = f"{result.honba}本場" if result.honba else ""
        sticks = f"、{counted(result.sticks, 'sticks', lang)}" if result.sticks else ""
        return f"{name}{counters}{sticks}" or word("round", lang)
    name = " ".join(
        str(part) for part in (word(result.round, lang) if result.round else "", result.number or "") if part
    )
    parts = [name or word("round", lang)]
    parts += [
        counted(count, key, lang) for count, key in ((result.honba, "counters"), (result.sticks, "sticks")) if count
    ]
    return ", ".join(parts)


def ending_lines(result: RoundResult, rules: MahjongRules, lang: str, called: Called) -> list[str]:
    """How a round ended, a line a winner: ``Bea by ron from Aki, 2 han 40 fu: 2,600``."""
    if result.wins is not UNSET:
        return [*(_win_text(win, rules, lang, called) for win in result.wins), *_riichi_lines(result, lang, called)]
    if result.draw is UNSET:
        who = ", ".join(map(called, result.chombo or []))
        return [f"{word('chombo', lang)}: {who}"]
    return [_draw_text(result.draw, lang, called), *_riichi_lines(result, lang, called)]


def _riichi_lines(result: RoundResult, lang: str, called: Called) -> list[str]:
    """Who paid a riichi stick."""
    payers = [called(transfer.from_) for transfer in result.transfers if transfer.to == "sticks"]
    return [f"{word('riichi', lang)}: {', '.join(payers)}"] if payers else []


def _draw_text(draw: DrawLine, lang: str, called: Called) -> str:
    text = word(draw.kind, lang)
    if draw.pool_of_dreams:
        return f"{text}; {word('nagashi', lang)}: {', '.join(map(called, draw.pool_of_dreams))}"
    if draw.kind != "exhaustive":
        return text
    waiting = ", ".join(map(called, draw.waiting))
    return f"{text}; {word('waiting', lang)}: {waiting}" if waiting else f"{text}; {word('nobody_waits', lang)}"


def _win_text(win: RoundWin, rules: MahjongRules, lang: str, called: Called) -> str:
    who, how, worth = called(win.seat), word(win.by, lang), worth_text(win, rules, lang)
    if lang == "ja":
        source = f"（放銃 {called(win.from_)}）" if win.from_ else ""
        return f"{who} {how}{source} {worth} {number(win.points)}点"
    source = f" from {called(win.from_)}" if win.from_ else ""
    return f"{who} by {how}{source}, {worth}: {number(win.points)}"


def _next_text(after: NextRound, lang: str, called: Called) -> str:
    parts = [f"{word(after.round, lang)} {after.number}"] if after.round else []
    parts += [counted(count, key, lang) for count, key in ((after.honba, "counters"), (after.sticks, "sticks"))]
    return ", ".join([*parts, f"{word('dealer', lang)} {called(after.dealer)}"])


def _wrong_texts(result: RoundResult, lang: str) -> list[str]:
    return [difference_text(item, lang) for item in result.differences or []]


def difference_text(item: Difference, lang: str) -> str:
    """``scores: claimed Aki 24,000, actual Aki 23,000``; of many amounts those that differ."""
    claimed, actual = item.claimed, item.actual
    if isinstance(claimed, dict) and isinstance(actual, dict):
        wrong = [name for name in claimed if claimed[name] != actual.get(name)]
        claimed, actual = ({name: amounts[name] for name in wrong} for amounts in (claimed, actual))
    parts = (f"{word(key, lang)} {spell_amounts(value)}" for key, value in (("claimed", claimed), ("actual", actual)))
    return f"{word(item.key, lang)}: {', '.join(parts)}"


def spell_amounts(value: Any) -> str:
    """A number, or amounts by name, as text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {spell_amounts(amount)}" for name, amount in value.items())
    if isinstance(value, list):
        return ", ".join(map(spell_amounts, value))
    return f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def transfer_lines(result: RoundResult, lang: str, called: Called) -> list[str]:
    """Every payment of a round with its reason."""
    return [
        f"{called(transfer.from_)} → {called(transfer.to)} {number(transfer.amount)}: {word(transfer.why, lang)}"
        for transfer in result.transfers
    ]
