"""Logs as people read them: a line a game, every disagreement of a check, and what was compared."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from calc.logs.checking import CheckedGame
from calc.mahjong.round_results import FinalLine, GameResult
from calc.report.formats import Format
from calc.report.tables import TOGETHER, table
from calc.report.text import signed
from calc.report.words import word

__all__ = ["ListedGame", "check_lines", "checks_csv", "checks_json", "format_games", "listed_game", "summary_line"]

_CHECK_KEYS = ("file", "round", "key", "said", "found")


class ListedGame(Struct, frozen=True, kw_only=True):
    """A logged game in one line. ``cut_off``: where the log breaks off, none for a whole one."""

    file: str
    format: str
    rules: str
    rounds: int
    ended: str | None
    cut_off: str | None
    final: list[FinalLine]


def listed_game(file: str, form: str, cut_off: str | None, result: GameResult) -> ListedGame:
    """The line of a settled game."""
    return ListedGame(
        file=file,
        format=form,
        rules=result.rules,
        rounds=len(result.rounds),
        ended=result.ended,
        cut_off=cut_off,
        final=result.final,
    )


def format_games(rows: Sequence[ListedGame], form: Format, lang: str, width: int) -> str:
    """The lines of all games in one of the formats."""
    if form == "json":
        return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)
    if form == "yaml":
        import yaml

        return "".join(
            "---\n" + yaml.safe_dump(msgspec.to_builtins(row), allow_unicode=True, sort_keys=False) for row in rows
        )
    if form == "csv":
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("file", "format", "rules", "rounds", "ended", "cut_off", "place", "player", "points", "score"))
        for row in rows:
            about = (row.file, row.format, row.rules, row.rounds, row.ended or "", row.cut_off or "")
            writer.writerows((*about, line.place, line.player, line.points, line.score) for line in row.final)
        return stream.getvalue()
    head = [word(key, lang) for key in ("log", "rules", "rounds", "score")]
    cells = [[row.file, row.rules, str(row.rounds), _results(row, lang)] for row in rows]
    return table(cells, head, markdown=form == "markdown", width=width, align="<<><") + "\n"


def _results(row: ListedGame, lang: str) -> str:
    results = ", ".join(f"{line.player}{TOGETHER}{signed(line.score)}" for line in row.final)
    return results if row.cut_off is None else f"{results} ({word('cut_off', lang)})"


def check_lines(checked: CheckedGame, lang: str, *, markdown: bool = False) -> Iterator[str]:
    """Every disagreement of a game in a line, and whether its log breaks off."""
    mark = "- " if markdown else ""
    for one in checked.disagreements:
        where = word(one.round, lang)
        if one.key == "refused":
            yield f"{mark}{one.file}: {where}: {word('refused', lang)}: {one.found}"
        else:
            told = f"{word('said', lang)} {_spell(one.said)}, {word('found', lang)} {_spell(one.found)}"
            yield f"{mark}{one.file}: {where}: {one.key}: {told}"
    if checked.cut_off is not None:
        yield f"{mark}{checked.file}: {word('cut_off', lang)} ({word(checked.cut_off, lang)})"


def _spell(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "[" + " ".join(map(_spell, value)) + "]"
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


def checks_json(checked: CheckedGame, *, yaml: bool = False) -> str:
    """A checked game as a line of JSON, or as a YAML document."""
    if not yaml:
        return msgspec.json.encode(checked).decode() + "\n"
    import yaml as library

    text: str = library.safe_dump(msgspec.to_builtins(checked), allow_unicode=True, sort_keys=False)
    return f"---\n{text}"


def checks_csv(checked: Sequence[CheckedGame]) -> str:
    """A row a disagreement."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_CHECK_KEYS)
    for game in checked:
        writer.writerows(
            (one.file, one.round, one.key, _spell(one.said), _spell(one.found)) for one in game.disagreements
        )
    return stream.getvalue()


def summary_line(checked: Sequence[CheckedGame], refused: int, lang: str) -> str:
    """What was compared, and how much of it disagreed."""
    rounds, wins, draws = (sum(getattr(game, key) for game in checked) for key in ("rounds", "wins", "draws"))
    finals = sum(game.finals for game in checked)
    wrong = sum(len(game.disagreements) for game in checked)
    cut = sum(game.cut_off is not None for game in checked)
    if lang == "ja":
        return (
            f"{len(checked)}対局 {rounds}局（和了{wins}、流局{draws}）、最終成績{finals}: "
            f"不一致{wrong}、途中まで{cut}、読めないログ{refused}"
        )
    games = f"{len(checked)} game{'s' if len(checked) != 1 else ''}"
    return (
        f"{games}, {rounds} rounds ({wins} wins, {draws} draws), {finals} final results: "
        f"{wrong} disagreement{'s' if wrong != 1 else ''}, {cut} cut off, {refused} refused"
    )
