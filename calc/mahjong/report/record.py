"""Any riichi record for people: in full, with every reason, or in the row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from calc.layout.words import difference_sides, times_text, word
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.text import TOGETHER, number, printable, section, signed, wrap
from calc.translation import language, say

if TYPE_CHECKING:
    from calc.mahjong.by_result import SettledResult
    from calc.mahjong.rounds.round import PlayedRound
    from calc.mahjong.rules.ruleset import MahjongRules
    from calc.mahjong.scoring import SettledWin

HAS_HAN: bool = True
#: Below this width final results leave uma and oka out.
_NARROW: Final = 60
RESULTS: tuple[type, ...] = (WinResult, RoundResult, GameResult)


def record_lines(
    record: Win | Round | Game | Waiting,
    result: Any,
    rules: MahjongRules,
    width: int,
    *,
    explain: bool = False,
    markdown: bool = False,
    kept: Any = None,
) -> list[str]:
    """A result; ``explain`` adds every reason behind it. ``markdown``: print a game or waits as Markdown.

    ``kept``: for a win, its :class:`~calc.mahjong.scoring.SettledWin`.
    """
    # Most records are one hand: what other kinds need is loaded only for them.
    if isinstance(record, Waiting):
        from calc.mahjong.report.waits import waits_lines

        return waits_lines(result, record, rules, width, markdown=markdown)
    if isinstance(record, Win):
        from calc.mahjong.report.win import win_lines

        return _explain_win(result, kept, width) if explain else win_lines(result, record, rules, width)
    from calc.layout.game import game_lines
    from calc.mahjong.report.rounds import played_game, round_lines, round_title, seats_text

    if isinstance(record, Round):
        lines = round_lines(result, rules, width)
        if explain:
            from calc.mahjong.rounds.round import play_alone

            lines += _round_reasons(play_alone(record, rules), result, rules, width)
        return lines
    is_wide = markdown or width >= _NARROW
    game = played_game(result, rules, is_wide=is_wide)
    lines = game_lines(game, width, markdown=markdown, has_head=is_wide)
    if explain:
        from calc.mahjong.rounds.game import play_rounds

        for one, its in zip(play_rounds(record, rules), result.rounds, strict=True):
            lines += ["", *wrap(f"== {round_title(its)}", width), *wrap(seats_text(its), width)]
            lines += _round_reasons(one, its, rules, width)
    return lines


def round_name(result: RoundResult) -> str:
    """A round of a game: ``East 3, 1 honba``."""
    from calc.mahjong.report.rounds import round_title

    return round_title(result)


def row(result: Any) -> list[str]:
    """What decided a result, han, fu, points, and what each seat or player gained."""
    if isinstance(result, RoundResult):
        wins = [f"{_party(win.seat)} {word(win.by)}" for win in result.wins or ()]
        ending = ", ".join(wins) or word(result.draw.kind if result.draw is not UNSET else "chombo")
        return [ending, "", "", "", _amounts(result.changes)]
    if isinstance(result, GameResult):
        scores = (f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())
        return [word("final" if result.ended else "standing"), "", "", "", " ".join(scores)]
    dora = result.dora.tiles
    yaku = [*(line.name for line in result.yaku), *([f"{word('dora')} {dora}"] if dora else [])]
    han = str(result.han) if result.han is not None else times_text(result.limits, word(result.level or ""))
    fu = "" if result.fu is None else str(result.fu)
    return [", ".join(yaku), han, fu, number(result.points), _amounts(result.payments)]


def wrong_texts(result: Any) -> Iterator[str]:
    """What a claim says wrong, in a few words each."""
    if isinstance(result, WinResult):
        for item in result.differences or []:
            claimed, actual = difference_sides(item)
            key = item.key if language() == "en" else word(item.key)
            yield say("{key} {claimed} not {actual}", key=key, claimed=claimed, actual=actual)
        return
    from calc.mahjong.report.rounds import game_differences, round_differences

    if isinstance(result, GameResult):
        yield from game_differences(result)
    else:
        yield from round_differences(result, _party)


def _explain_win(result: WinResult, settled: SettledWin | SettledResult, width: int) -> list[str]:
    from calc.mahjong.explain.explanation import explain_win
    from calc.mahjong.report.win import explain_lines

    return explain_lines(explain_win(settled, result), settled.rules, width)


def _round_reasons(played: PlayedRound, result: RoundResult, rules: MahjongRules, width: int) -> list[str]:
    """Every win with its reasons, and every payment of the round."""
    from calc.mahjong.report.rounds import hand_lines, name_of, transfer_lines
    from calc.mahjong.scoring import settle_one

    lines: list[str] = []
    for place in played.read.paid:
        lines += ["", *_explain_win(played.wins[place], settle_one(played.records[place], rules), width)]

    def called(party: str) -> str:
        return word(party) if result.players is UNSET or party not in result.players else name_of(result, party)

    draw = played.read.record.draw
    if draw is not None and result.draw is not UNSET:
        lines += section(say("Hands"), hand_lines(draw, result.draw, called), width)
    title = word("in_all" if played.read.paid else "transfers")
    return lines + section(title, transfer_lines(result, rules, called), width)


def _amounts(amounts: dict[str, int]) -> str:
    return " ".join(f"{_party(party)}{TOGETHER}{signed(amount)}" for party, amount in amounts.items() if amount)


def _party(party: str) -> str:
    return party if language() == "en" else word(party)
