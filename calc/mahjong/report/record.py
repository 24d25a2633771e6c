"""Any record of riichi as people read it: with every reason, on one screen, or in the row of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from calc.layout.differences import apart
from calc.layout.words import word
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.records.game import Game
from calc.records.round import Round
from calc.records.waiting import Waiting
from calc.records.win import Win
from calc.text import TOGETHER, number, printable, section, signed, wrap

if TYPE_CHECKING:
    from calc.mahjong.rounds.round import PlayedRound
    from calc.mahjong.rules.schema import MahjongRules

HAS_HAN: bool = True
RESULTS: tuple[type, ...] = (WinResult, RoundResult, GameResult)


def record_lines(
    record: Win | Round | Game | Waiting,
    result: Any,
    rules: MahjongRules,
    lang: str,
    width: int,
    *,
    explain: bool = False,
    markdown: bool = False,
) -> list[str]:
    """The answer; with ``explain`` every reason behind it too. ``markdown``: of a game and of waits, as Markdown."""
    # What only one kind of record needs is loaded where it is used: most are one hand.
    if isinstance(record, Win):
        return _win_lines(record, result, rules, lang, width, explain=explain)
    if isinstance(record, Waiting):
        from calc.mahjong.report.waits import waits_lines

        return waits_lines(result, record, rules, lang, width, markdown=markdown)
    if isinstance(record, Game):
        return _game_lines(record, result, rules, lang, width, explain=explain, markdown=markdown)
    return _round_lines(record, result, rules, lang, width, explain=explain)


def games_csv(results: Sequence[tuple[str, GameResult]]) -> str:
    """Settled games with their names as rows of one file."""
    from calc.mahjong.report.game import game_csv

    return game_csv(results)


def rule_sheet(rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of a rule sheet."""
    from calc.mahjong.report.sheet import rule_sheet

    return rule_sheet(rules, lang, width, markdown=markdown)


def round_name(place: int, result: RoundResult, lang: str) -> str:
    """A round of a game, ``place`` counted from 0, as people call it: ``East 3, 1 counter``."""
    from calc.mahjong.report.round import round_title

    return round_title(result, lang)


def row(result: Any, lang: str) -> list[str]:
    """What decided, han, fu, points, and what everybody gained, in a few words each."""
    if isinstance(result, RoundResult):
        return [_ending(result, lang), "", "", "", _amounts(result.changes, lang)]
    if isinstance(result, GameResult):
        scores = (f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())
        return [word("final" if result.ended else "standing", lang), "", "", "", " ".join(scores)]
    dora = result.dora.tiles
    yaku = [*(line.name for line in result.yaku), *([f"{word('dora', lang)} {dora}"] if dora else [])]
    fu = "" if result.fu is None else str(result.fu)
    return [", ".join(yaku), _han_cell(result, lang), fu, number(result.points), _amounts(result.payments, lang)]


def _win_lines(
    record: Win, result: WinResult, rules: MahjongRules, lang: str, width: int, *, explain: bool
) -> list[str]:
    from calc.mahjong.report.win import win_lines

    if not explain:
        return win_lines(result, record, rules, lang, width)
    from calc.mahjong.explain.explanation import explain_win
    from calc.mahjong.report.explain import explain_lines

    return explain_lines(explain_win(record, rules, lang=lang), result, rules, lang, width)


def _game_lines(
    record: Game, result: GameResult, rules: MahjongRules, lang: str, width: int, *, explain: bool, markdown: bool
) -> list[str]:
    from calc.mahjong.report.game import game_lines, name_of
    from calc.mahjong.report.round import round_title
    from calc.mahjong.rounds.game import play_rounds

    lines = game_lines(result, rules, lang, width, markdown=markdown)
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
    from calc.mahjong.report.round import round_lines
    from calc.mahjong.rounds.round import play_alone

    lines = round_lines(result, rules, lang, width)
    if explain:
        lines += _round_reasons(play_alone(record, rules, lang), result, rules, lang, width)
    return lines


def _round_reasons(played: PlayedRound, result: RoundResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """Every win with its reasons, and every payment of the round."""
    from calc.mahjong.explain.explanation import explain_win
    from calc.mahjong.report.explain import explain_lines
    from calc.mahjong.report.game import name_of
    from calc.mahjong.report.round import hand_lines, transfer_lines

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


def _ending(result: RoundResult, lang: str) -> str:
    if result.wins is not UNSET:
        return ", ".join(f"{_party(win.seat, lang)} {word(win.by, lang)}" for win in result.wins)
    return word(result.draw.kind if result.draw is not UNSET else "chombo", lang)


def _amounts(amounts: dict[str, int], lang: str) -> str:
    return " ".join(f"{_party(party, lang)}{TOGETHER}{signed(amount)}" for party, amount in amounts.items() if amount)


def _party(party: str, lang: str) -> str:
    return word(party, lang) if lang == "ja" else party


def _han_cell(result: WinResult, lang: str) -> str:
    if result.han is not None:
        return str(result.han)
    level = word(result.level or "", lang)
    return f"{result.limits} x {level}" if result.limits > 1 else level


def wrong_texts(result: Any, lang: str) -> Iterator[str]:
    """What is claimed otherwise than it is, in a few words each."""
    if isinstance(result, GameResult):
        from calc.mahjong.report.game import wrong_texts as wrong_in_game

        yield from wrong_in_game(result, lang)
    elif isinstance(result, RoundResult):
        from calc.mahjong.report.round import round_differences

        yield from round_differences(result, lambda seat: _party(seat, lang), lang)
    else:
        for item in result.differences or []:
            claimed, actual = apart(item)
            yield f"{word(item.key, lang)} {claimed}→{actual}" if lang == "ja" else f"{item.key} {claimed} not {actual}"
