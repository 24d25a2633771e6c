"""Any record of hanafuda as people read it: with every reason, on one screen, or in the row of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
from calc.layout.differences import difference_text
from calc.layout.words import word
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.text import TOGETHER, number, printable, signed

if TYPE_CHECKING:
    from calc.hanafuda.rules.ruleset import HanafudaRules

HAS_HAN: bool = False
RESULTS: tuple[type, ...] = (HanafudaResult, HanafudaGameResult)


def record_lines(
    record: HanafudaRound | HanafudaGame,
    result: Any,
    rules: HanafudaRules,
    lang: str,
    width: int,
    *,
    explain: bool = False,
    markdown: bool = False,
) -> list[str]:
    """The answer; with ``explain`` every reason behind it too. ``markdown``: of a game, as Markdown."""
    from calc.hanafuda.report.round import explain_hanafuda_lines, hanafuda_lines, near_lines

    if isinstance(record, HanafudaRound) and not explain:
        if result.near is not UNSET:
            return near_lines(result, rules, lang, width)
        return hanafuda_lines(result, rules, lang, width, record.players)
    from calc.hanafuda.explain.explanation import explain_round

    if isinstance(record, HanafudaRound):
        return explain_hanafuda_lines(explain_round(record, rules, lang), result, rules, lang, width, record.players)
    from calc.hanafuda.report.game import game_lines
    from calc.hanafuda.rounds.games import rounds_of

    lines = game_lines(result, rules, lang, width, markdown=markdown)
    for place, one in enumerate(rounds_of(record, result, rules) if explain else []):
        reasons = explain_round(one, rules, lang)
        settled = result.rounds[place]
        lines += ["", f"== {place + 1}"]
        lines += explain_hanafuda_lines(reasons, settled, rules, lang, width, one.players)
    return lines


def games_csv(results: Sequence[tuple[str, HanafudaGameResult]]) -> str:
    """Settled games with their names as rows of one file."""
    from calc.hanafuda.report.game import game_csv

    return game_csv(results)


def rule_sheet(rules: HanafudaRules, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
    """The lines of a rule sheet."""
    from calc.hanafuda.report.sheet import rule_sheet

    return rule_sheet(rules, lang, width, markdown=markdown)


def round_name(place: int, result: HanafudaResult, lang: str) -> str:
    """A round of a game, ``place`` counted from 0, by its number."""
    from calc.hanafuda.report.game import round_name

    return round_name(place + 1, lang)


def row(result: Any, lang: str) -> list[str]:
    """What decided, nothing for han, fu and points, and what everybody gained, in a few words each."""
    if isinstance(result, HanafudaGameResult):
        scores = (f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())
        return [word("totals", lang), "", "", "", " ".join(scores)]
    from calc.hanafuda.report.game import decided_text
    from calc.hanafuda.report.round import near_text

    changes = ((name, player.change) for name, player in result.players.items())
    paid = " ".join(f"{printable(name)}{TOGETHER}{signed(change)}" for name, change in changes if change)
    return [decided_text(result, lang) if result.near is UNSET else near_text(result, lang), "", "", "", paid]


def wrong_texts(result: Any, lang: str) -> Iterator[str]:
    """What is claimed otherwise than it is, in a few words each."""
    if isinstance(result, HanafudaGameResult):
        from calc.hanafuda.report.game import wrong_in_game

        yield from wrong_in_game(result, lang)
    else:
        yield from (difference_text(item, lang) for item in result.differences or [])
