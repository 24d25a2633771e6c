"""Any settled record as people read it, on one screen or with every reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from calc.hanafuda.game import HANAFUDA
from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
from calc.notation.plain import AnyRecord
from calc.notation.records import Game, Round, Win

if TYPE_CHECKING:
    from calc.mahjong.results import WinResult
    from calc.mahjong.rounds.playing import PlayedRound
    from calc.mahjong.rounds.results import GameResult, RoundResult
    from calc.mahjong.schema import MahjongRules

__all__ = ["game_markdown_lines", "games_csv", "record_lines"]


def record_lines(
    record: AnyRecord, result: Any, rules: Any, lang: str, width: int, *, explain: bool = False
) -> list[str]:
    """The answer; with ``explain`` every reason behind it too. ``result`` and ``rules`` are those of the record."""
    # What only one kind of record needs is loaded where it is used: most are one hand.
    if isinstance(record, Win):
        return _win_lines(record, result, rules, lang, width, explain=explain)
    if isinstance(record, HanafudaRound | HanafudaGame):
        return _hanafuda_lines(record, result, rules, lang, width, explain=explain)
    if isinstance(record, Game):
        return _game_lines(record, result, rules, lang, width, explain=explain)
    return _round_lines(record, result, rules, lang, width, explain=explain)


def game_markdown_lines(result: Any, rules: Any, lang: str, width: int) -> list[str]:
    """A settled game as Markdown."""
    if rules.game == HANAFUDA.id:
        from calc.report.hanafuda_game import hanafuda_game_lines

        return hanafuda_game_lines(result, rules, lang, width, markdown=True)
    from calc.report.game import game_lines

    return game_lines(result, rules, lang, width, markdown=True)


def games_csv(results: Sequence[tuple[str, Any]]) -> str:
    """Settled games with their names as rows of one file: those of riichi, then those of hanafuda."""
    from calc.hanafuda.results import HanafudaGameResult
    from calc.mahjong.rounds.results import GameResult
    from calc.report.game import game_csv
    from calc.report.hanafuda_game import hanafuda_game_csv

    riichi = [(name, one) for name, one in results if isinstance(one, GameResult)]
    hanafuda = [(name, one) for name, one in results if isinstance(one, HanafudaGameResult)]
    text = game_csv(riichi) if riichi or not hanafuda else ""
    return text + (hanafuda_game_csv(hanafuda) if hanafuda else "")


def _win_lines(
    record: Win, result: WinResult, rules: MahjongRules, lang: str, width: int, *, explain: bool
) -> list[str]:

    from calc.report.win import win_lines

    if not explain:
        return win_lines(result, record, rules, lang, width)
    from calc.mahjong.explain import explain_win
    from calc.report.explain import explain_lines

    return explain_lines(explain_win(record, rules, lang=lang), result, rules, lang, width)


def _hanafuda_lines(
    record: HanafudaRound | HanafudaGame, result: Any, rules: Any, lang: str, width: int, *, explain: bool
) -> list[str]:
    from calc.report.hanafuda import explain_hanafuda_lines, hanafuda_lines, near_lines

    if isinstance(record, HanafudaRound) and not explain:
        if result.near is not UNSET:
            return near_lines(result, rules, lang, width)
        return hanafuda_lines(result, rules, lang, width, record.players)
    from calc.hanafuda.explain import explain_round

    if isinstance(record, HanafudaRound):
        return explain_hanafuda_lines(explain_round(record, rules, lang), result, rules, lang, width, record.players)
    from calc.hanafuda.games import rounds_of
    from calc.report.hanafuda_game import hanafuda_game_lines

    lines = hanafuda_game_lines(result, rules, lang, width)
    for place, one in enumerate(rounds_of(record, result, rules) if explain else []):
        reasons = explain_round(one, rules, lang)
        settled = result.rounds[place]
        lines += ["", f"== {place + 1}"]
        lines += explain_hanafuda_lines(reasons, settled, rules, lang, width, one.players)
    return lines


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
