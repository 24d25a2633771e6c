"""A riichi round as people read it: how it ended, who pays whom, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET

from calc.layout.differences import difference_text
from calc.layout.words import counted, word
from calc.mahjong.report.win import worth_text
from calc.mahjong.rounds.results import DrawLine, NextRound, RoundResult, RoundWin
from calc.mahjong.rules.schema import MahjongRules
from calc.records.round import Draw
from calc.text import columns, number, section, signed, wrap

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
        lines += ["", *wrap(f"{word('next', lang)}: {_next_text(result, result.next, lang)}", width)]
    lines += section(word("notes", lang), [note.text for note in result.notes], width)
    if result.agrees is not UNSET:
        lines += ["", word("right" if result.agrees else "wrong", lang)]
        for text in round_differences(result, called, lang):
            lines += wrap(f"  {text}", width, "    ")
    return lines


def round_title(result: RoundResult, lang: str) -> str:
    """``East 2, 1 counter``, ``東2局1本場``."""
    return _frame_title(result, lang) or word("round", lang)


def _frame_title(frame: RoundResult | NextRound, lang: str, *, has_zeros: bool = False) -> str:
    """A round by its wind, its number and what lies on the table, as far as they are known."""
    wind = word(frame.round, lang) if frame.round else ""
    counters, sticks = (
        counted(count, key, lang) if count or has_zeros else ""
        for count, key in ((frame.honba, "counters"), (frame.sticks, "sticks"))
    )
    if lang == "ja":
        name = f"{wind[:1]}{frame.number or ''}局" if wind or frame.number else ""
        return "、".join(filter(None, (name + counters, sticks)))
    name = f"{wind} {frame.number or ''}".strip()
    return ", ".join(filter(None, (name, counters, sticks)))


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


def _next_text(result: RoundResult, after: NextRound, lang: str) -> str:
    """``East 3, 0 counters, 0 riichi sticks; South becomes dealer``, with the seats of the round before."""
    who, deals = word(after.dealer, lang), "stays_dealer" if after.dealer == result.dealer else "becomes_dealer"
    between, gap = ("、", "") if lang == "ja" else ("; ", " ")
    return f"{_frame_title(after, lang, has_zeros=True)}{between}{who}{gap}{word(deals, lang)}"


def hand_lines(record: Draw, draw: DrawLine, lang: str, called: Called) -> list[str]:
    """Every hand that was shown, and what it waits for: ``East 234567m34p99s (345s): waits for 25p``."""
    hands = {str(seat): text for seat, text in record.hands.items()}
    return [
        f"{called(seat)} {hands[seat]}: {_wait_text(awaited, lang)}" for seat, awaited in (draw.waits or {}).items()
    ]


def _wait_text(awaited: str, lang: str) -> str:
    if not awaited:
        return word("not_waiting", lang)
    return f"{awaited}{word('waits_for', lang)}" if lang == "ja" else f"{word('waits_for', lang)} {awaited}"


def transfer_lines(result: RoundResult, lang: str, called: Called) -> list[str]:
    """Every payment of a round with its reason."""
    return [
        f"{called(transfer.from_)} → {called(transfer.to)} {number(transfer.amount)}"
        + ("" if transfer.why == "sticks" else f": {word(transfer.why, lang)}")
        for transfer in result.transfers
    ]


def round_differences(result: RoundResult, called: Callable[[str], str], lang: str) -> Iterator[str]:
    """Whatever was claimed wrong of a round and of its wins, these with the winner's name."""
    for item in result.differences or []:
        yield difference_text(item, lang)
    for win in result.wins or []:
        for item in win.differences or []:
            yield f"{called(win.seat)}: {difference_text(item, lang)}"
