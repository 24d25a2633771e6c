"""A game as people read it: a table with a row a round, the final results, and where a claim goes wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from calc.mahjong.results import Difference
from calc.mahjong.round_results import FinalLine, GameResult, RoundResult
from calc.mahjong.schema import MahjongRules
from calc.report.round import difference_text, ending_lines
from calc.report.tables import table
from calc.report.text import columns, number, section, signed, wrap
from calc.report.words import counted, word

__all__ = ["game_csv", "game_lines", "name_of"]

#: Below this many cells a row for a round has no room for the changes of all players.
_NARROW = 60


def game_lines(result: GameResult, rules: MahjongRules, lang: str, width: int, *, markdown: bool = False) -> list[str]:
    """The rounds, the final table, the verdict on a claim, notes."""
    title = f"{rules.name.text(lang)} ({rules.full_label})"
    lines = [f"## {title}"] if markdown else wrap(title, width)
    lines.append("")
    if width < _NARROW and not markdown:
        lines += _round_blocks(result, rules, lang, width)
    else:
        lines += _round_table(result, rules, lang, width, markdown=markdown).splitlines()
    lines += ["", *_final_lines(result, lang, width, markdown=markdown)]
    lines += section(word("notes", lang), list(_notes(result, lang)), width)
    return lines + _verdict(result, lang, width)


def name_of(result: RoundResult, seat: str) -> str:
    """The player at a seat, or the seat where players have no names."""
    return seat if result.players is UNSET else result.players.get(seat, seat)


def _short_title(result: RoundResult, lang: str) -> str:
    """``E2``, ``東2局``."""
    return f"{word(result.round or '', lang)[0]}{result.number}局" if lang == "ja" else f"{result.round}{result.number}"


def _on_table(result: RoundResult, lang: str) -> list[str]:
    """Counters and sticks before the round."""
    return [
        counted(count, key, lang) for count, key in ((result.honba, "counters"), (result.sticks, "sticks")) if count
    ]


def _endings(result: RoundResult, rules: MahjongRules, lang: str) -> list[str]:
    def called(seat: str) -> str:
        return name_of(result, seat)

    lines = ending_lines(result, rules, lang, called)
    if result.agrees is False:
        lines += [f"{word('wrong_round', lang)}: {difference_text(item, lang)}" for item in _wrong(result)]
    return lines


def _wrong(result: RoundResult) -> Iterator[Difference]:
    yield from result.differences or []
    for win in result.wins or []:
        yield from win.differences or []


def _round_table(result: GameResult, rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> str:
    players = list(result.scores)
    head = [word("round", lang), word("ending", lang), *players]
    joint = "<br>" if markdown else "\n"
    rows = []
    for one in result.rounds:
        cells = {name_of(one, seat): (amount, (one.scores or {})[seat]) for seat, amount in one.changes.items()}
        row = [joint.join([_short_title(one, lang), *_on_table(one, lang)]), joint.join(_endings(one, rules, lang))]
        rows.append(row + [f"{signed(cells[name][0])}{joint}{number(cells[name][1])}" for name in players])
    return table(rows, head, markdown=markdown, width=width, align="<<" + ">" * len(players))


def _round_blocks(result: GameResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """A round as a few short lines, for narrow terminals."""
    lines: list[str] = []
    for one in result.rounds:
        lines += wrap(", ".join([_short_title(one, lang), *_on_table(one, lang)]), width)
        for ending in _endings(one, rules, lang):
            lines += wrap(f"  {ending}", width, "    ")
        rows = [
            (name_of(one, seat), signed(amount), number((one.scores or {})[seat]))
            for seat, amount in one.changes.items()
        ]
        lines += [*(f"    {line}" for line in columns(rows, "<>>", width - 4)), ""]
    return lines[:-1]


def _final_lines(result: GameResult, lang: str, width: int, *, markdown: bool) -> list[str]:
    title = word("standing", lang)
    if result.ended is not None:
        title = f"{word('final', lang)} ({word(result.ended, lang)})"
    if width < _NARROW and not markdown:
        rows = [_final_row(line, has_uma=False) for line in result.final]
        return [*wrap(title, width), "", *(f"  {line}" for line in columns(rows, "<<>>", width - 2))]
    has_uma = any(line.uma or line.oka for line in result.final)
    head = [word(key, lang) for key in ("place", "player", "points_title", "score")]
    head += [word(key, lang) for key in ("uma", "oka") if has_uma]
    rows = [_final_row(line, has_uma=has_uma) for line in result.final]
    body = table(rows, head, markdown=markdown, width=width, align="><" + ">" * (len(head) - 2))
    return [*([f"### {title}"] if markdown else wrap(title, width)), "", *body.splitlines()]


def _final_row(line: FinalLine, *, has_uma: bool) -> list[str]:
    row = [str(line.place), line.player, number(line.points), signed(line.score)]
    return [*row, signed(line.uma), signed(line.oka)] if has_uma else row


def _notes(result: GameResult, lang: str) -> Iterator[str]:
    for one in result.rounds:
        yield from (f"{_short_title(one, lang)}: {note.text}" for note in one.notes)
    for transfer in result.transfers:
        yield f"{word(transfer.from_, lang)} → {transfer.to} {number(transfer.amount)}"
    yield from (note.text for note in result.notes)


def _verdict(result: GameResult, lang: str, width: int) -> list[str]:
    if result.agrees is UNSET:
        return []
    wrong = result.first_wrong
    if not wrong:
        return ["", word("right", lang)]
    text = difference_text(Difference(wrong.key, wrong.claimed, wrong.actual), lang)
    where = word(wrong.round, lang)
    return ["", word("wrong", lang), *wrap(f"  {where}: {text}", width, "    ")]


def game_csv(results: Sequence[tuple[str, GameResult]]) -> str:
    """A row for each player of each round, and one for each player at the end; ``results`` with their names."""
    keys = ("game", "round", "honba", "sticks", "seat", "player", "change", "points", "place", "result", "uma", "oka")
    stream = io.StringIO()
    writer = csv.DictWriter(stream, keys, lineterminator="\n")
    writer.writeheader()
    for name, result in results:
        for one in result.rounds:
            for seat, amount in one.changes.items():
                writer.writerow(
                    {
                        "game": name,
                        "round": _short_title(one, "en"),
                        "honba": one.honba,
                        "sticks": one.sticks,
                        "seat": seat,
                        "player": name_of(one, seat),
                        "change": amount,
                        "points": (one.scores or {})[seat],
                    }
                )
        for line in result.final:
            writer.writerow(
                {
                    "game": name,
                    "round": "final" if result.ended else "standing",
                    "player": line.player,
                    "points": line.points,
                    "place": line.place,
                    "result": line.score,
                    "uma": line.uma,
                    "oka": line.oka,
                }
            )
    return stream.getvalue()
