"""Any settled record as people read it, on one screen or with every reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from calc.notation.plain import AnyRecord
from calc.notation.records import Game, Round, Win
from calc.report.win import win_lines

if TYPE_CHECKING:
    from calc.mahjong.results import WinResult
    from calc.mahjong.rounds.playing import PlayedRound
    from calc.mahjong.rounds.results import AnyResult, GameResult, RoundResult
    from calc.mahjong.schema import MahjongRules

__all__ = ["record_lines"]


def record_lines(
    record: AnyRecord, result: AnyResult, rules: MahjongRules, lang: str, width: int, *, explain: bool = False
) -> list[str]:
    """The answer; with ``explain`` every reason behind it too. ``result`` is that of the record."""
    # What only rounds and reasons need is loaded where it is used: most records are one hand.
    if isinstance(record, Win):
        won: WinResult = result  # type: ignore[assignment]
        if not explain:
            return win_lines(won, record, rules, lang, width)
        from calc.mahjong.explain import explain_win
        from calc.report.explain import explain_lines

        return explain_lines(explain_win(record, rules, lang=lang), won, rules, lang, width)
    if isinstance(record, Game):
        return _game_lines(record, result, rules, lang, width, explain=explain)  # type: ignore[arg-type]
    return _round_lines(record, result, rules, lang, width, explain=explain)  # type: ignore[arg-type]


def _game_lines(
    record: Game, result: GameResult, rules: MahjongRules, lang: str, width: int, *, explain: bool
) -> list[str]:
    from calc.mahjong.rounds.playing import play_rounds
    from calc.report.game import game_lines, name_of
    from calc.report.round import round_title
    from calc.report.text import wrap
    from calc.report.words import word

    lines = game_lines(result, rules, lang, width)
    if explain:
        played, _ = play_rounds(record, rules, lang)
        for one, its in zip(played, result.rounds, strict=True):
            lines += ["", *wrap(f"== {round_title(its, lang)}", width)]
            lines += wrap(", ".join(f"{word(seat, lang)} {name_of(its, seat)}" for seat in its.changes), width)
            lines += _round_reasons(one, its, rules, lang, width)
    return lines


def _round_lines(
    record: Round, result: RoundResult, rules: MahjongRules, lang: str, width: int, *, explain: bool
) -> list[str]:
    from calc.mahjong.rounds.playing import play_alone
    from calc.report.round import round_lines

    lines = round_lines(result, rules, lang, width)
    if explain:
        lines += _round_reasons(play_alone(record, rules, lang), result, rules, lang, width)
    return lines


def _round_reasons(played: PlayedRound, result: RoundResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """Every win with its reasons, and every payment of the round."""
    from calc.mahjong.explain import explain_win
    from calc.report.explain import explain_lines
    from calc.report.game import name_of
    from calc.report.round import hand_lines, transfer_lines
    from calc.report.text import section
    from calc.report.words import word

    lines: list[str] = []
    title = word("in_all" if played.read.paid else "transfers", lang)
    for place in played.read.paid:
        win = played.records[place]
        lines += ["", *explain_lines(explain_win(win, rules, lang=lang), played.wins[place], rules, lang, width)]

    def called(party: str) -> str:
        return word(party, lang) if result.players is UNSET or party not in result.players else name_of(result, party)

    record = played.read.record.draw
    if record is not None and result.draw is not UNSET:
        lines += section(word("shown_hands", lang), hand_lines(record, result.draw, lang, called), width)
    return lines + section(title, transfer_lines(result, lang, called), width)
