"""Any settled record as people read it, on one screen or with every reason."""

from __future__ import annotations

from msgspec import UNSET

from calc.mahjong.explain import explain_win
from calc.mahjong.playing import PlayedRound, play_alone, play_rounds
from calc.mahjong.results import WinResult
from calc.mahjong.round_results import GameResult, RoundResult
from calc.mahjong.schema import MahjongRules
from calc.notation.records import AnyRecord, Game, Round, Win
from calc.report.explain import explain_lines
from calc.report.game import game_lines, name_of
from calc.report.round import round_lines, round_title, transfer_lines
from calc.report.text import section, wrap
from calc.report.win import win_lines
from calc.report.words import word
from calc.settling import AnyResult

__all__ = ["record_lines"]


def record_lines(
    record: AnyRecord, result: AnyResult, rules: MahjongRules, lang: str, width: int, *, explain: bool = False
) -> list[str]:
    """The answer; with ``explain`` every reason behind it too."""
    if isinstance(record, Game) and isinstance(result, GameResult):
        lines = game_lines(result, rules, lang, width)
        if explain:
            played, _ = play_rounds(record, rules, lang)
            for one, its in zip(played, result.rounds, strict=True):
                lines += ["", *wrap(f"== {round_title(its, lang)}", width)]
                lines += wrap(", ".join(f"{word(seat, lang)} {name_of(its, seat)}" for seat in its.changes), width)
                lines += _round_reasons(one, its, rules, lang, width)
        return lines
    if isinstance(record, Round) and isinstance(result, RoundResult):
        lines = round_lines(result, rules, lang, width)
        return lines + _round_reasons(play_alone(record, rules, lang), result, rules, lang, width) if explain else lines
    assert isinstance(record, Win)
    assert isinstance(result, WinResult)
    if explain:
        return explain_lines(explain_win(record, rules, lang=lang), result, rules, lang, width)
    return win_lines(result, record, rules, lang, width)


def _round_reasons(played: PlayedRound, result: RoundResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """Every win with its reasons, and every payment of the round."""
    lines: list[str] = []
    title = word("in_all" if played.read.paid else "transfers", lang)
    for place in played.read.paid:
        win = played.records[place]
        lines += ["", *explain_lines(explain_win(win, rules, lang=lang), played.wins[place], rules, lang, width)]

    def called(party: str) -> str:
        return word(party, lang) if result.players is UNSET or party not in result.players else name_of(result, party)

    return lines + section(title, transfer_lines(result, lang, called), width)
