"""A game of hanafuda as people read it: a row a round, the totals, and where a claim goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from calc.hanafuda.notes import NO_GAME
from calc.hanafuda.report.round import times_text, yaku_text
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.layout.cells import csv_text
from calc.layout.differences import difference_text
from calc.layout.tables import HEAD_PADDING, table
from calc.layout.words import word
from calc.outcomes import Difference
from calc.text import cells, columns, number, printable, section, signed, wrap

#: What a table needs beside the columns of the players: the numbers of rounds, and the yaku.
_OTHER_CELLS = 30


def game_lines(
    result: HanafudaGameResult, rules: HanafudaRules, lang: str, width: int, *, markdown: bool = False
) -> list[str]:
    """The rounds, the totals, notes, the verdict on a claim."""
    title = f"{rules.name.text(lang)} ({rules.full_label})"
    lines = [f"## {title}"] if markdown else wrap(title, width)
    lines.append("")
    if not result.rounds:
        lines.append(word("no_rounds", lang))
    elif markdown or _has_room(result, width):
        lines += _round_table(result, lang, width, markdown=markdown).splitlines()
    else:
        lines += _round_blocks(result, lang, width)
    lines += ["", *_final_lines(result, rules, lang, width, markdown=markdown)]
    notes = [f"{one.round}: {note.text}" for one in result.rounds for note in one.notes]
    lines += section(word("notes", lang), notes + [note.text for note in result.notes], width)
    if result.agrees is UNSET:
        return lines
    if result.agrees:
        return [*lines, "", word("right", lang)]
    return lines + section(word("wrong", lang), list(wrong_in_game(result, lang)), width)


def first_wrong_text(result: HanafudaGameResult, lang: str) -> str:
    """Where the first wrong claim is and what it says: ``round 5, changes: claimed Aki 3, actual Aki 4``."""
    first = result.first_wrong
    if not first:
        return ""
    where = word("final", lang) if first.round == "final" else round_name(int(first.round), lang)
    return f"{where}, {difference_text(Difference(first.key, first.claimed, first.actual), lang)}"


def wrong_in_game(result: HanafudaGameResult, lang: str) -> Iterator[str]:
    """The first wrong round, then what is claimed wrong of the end."""
    first = result.first_wrong
    if first and first.round != "final":
        yield first_wrong_text(result, lang)
    for item in result.differences or []:
        yield f"{word('final', lang)}, {difference_text(item, lang)}"


def round_name(place: int, lang: str) -> str:
    """A round by its number, from 1."""
    return f"第{place}局" if lang == "ja" else f"round {place}"


def decided_text(one: HanafudaResult, lang: str) -> str:
    """What decided a round: the yaku of its winner, or that there is none."""
    has_game = all(note.id != NO_GAME for note in one.notes)
    if one.winner is None:
        return word("nobody_wins" if has_game else "dealt_again", lang)
    if not has_game:
        return f"{printable(one.winner)}: {word('no_game', lang)}"
    player = one.players[one.winner]
    yaku = yaku_text([*player.teyaku, *player.yaku], lang)
    return f"{printable(one.winner)}: {yaku or word('no_yaku', lang)}{times_text(player)}"


def _what(one: HanafudaResult, lang: str) -> str:
    """What decided the round, and what is claimed wrong of it."""
    text = decided_text(one, lang)
    for pot, amount in one.pots.items():
        if amount:
            text += f"\n{word(pot, lang)}: {number(amount)}"
    if one.agrees is False:
        wrong = (difference_text(item, lang) for item in one.differences or [])
        text += "".join(f"\n{word('wrong_round', lang)}: {printable(line)}" for line in wrong)
    return text


def _amounts(one: HanafudaResult, name: str) -> tuple[str, str]:
    """What a player gained or lost in a round, and has after it; nothing for who sat out."""
    totals = {} if one.totals is UNSET else one.totals
    player = one.players.get(name)
    return (signed(player.change) if player is not None else "-", number(totals.get(name, 0)))


def _has_room(result: HanafudaGameResult, width: int) -> bool:
    needed = _OTHER_CELLS
    for name in result.scores:
        amounts = (text for one in result.rounds for text in _amounts(one, name))
        needed += 2 + max(cells(name) + HEAD_PADDING, *map(len, amounts))
    return needed <= width - 2


def _round_table(result: HanafudaGameResult, lang: str, width: int, *, markdown: bool) -> str:
    names = list(result.scores)
    head = [word("round", lang), word("ending", lang), *map(printable, names)]
    rows = [
        [str(one.round), _what(one, lang), *("\n".join(_amounts(one, name)) for name in names)] for one in result.rounds
    ]
    return table(rows, head, markdown=markdown, width=width, align="><" + ">" * len(names))


def _round_blocks(result: HanafudaGameResult, lang: str, width: int) -> list[str]:
    lines: list[str] = []
    for one in result.rounds:
        lines += wrap(round_name(int(one.round or 0), lang), width)
        for text in _what(one, lang).split("\n"):
            lines += wrap(f"  {text}", width, "    ")
        rows = [(name, *_amounts(one, name)) for name in result.scores]
        lines += [*(f"    {line}" for line in columns(rows, "<>>", width - 4)), ""]
    return lines[:-1]


def _final_lines(
    result: HanafudaGameResult, rules: HanafudaRules, lang: str, width: int, *, markdown: bool
) -> list[str]:
    title = f"{word('totals', lang)} ({word(rules.unit, lang)})"
    if result.ended is not None:
        title += f": {word('nothing_left', lang)}"
    rows = [[str(line.place), printable(line.player), number(line.total)] for line in result.final]
    rows += [["", word(pot, lang), number(amount)] for pot, amount in result.pots.items() if amount]
    if markdown:
        head = [word(key, lang) for key in ("place", "player", "total")]
        return [f"### {title}", "", *table(rows, head, markdown=True, width=width, align="><>").splitlines()]
    return [*wrap(title, width), "", *(f"  {line}" for line in columns(rows, "><>", width - 2))]


def game_csv(results: Sequence[tuple[str, HanafudaGameResult]]) -> str:
    """A row for each player of each round: what it gave or cost, and the total after it."""
    keys = ("game", "round", "player", "score", "change", "total", "yaku")
    return csv_text(keys, (row for name, result in results for row in _rows(name, result)))


def _rows(name: str, result: HanafudaGameResult) -> Iterator[dict[str, object]]:
    for one in result.rounds:
        totals = {} if one.totals is UNSET else one.totals
        for player, its in one.players.items():
            yield {
                "game": name,
                "round": one.round,
                "player": player,
                "score": its.score,
                "change": its.change,
                "total": totals.get(player),
                "yaku": " ".join(line.id for line in [*its.teyaku, *its.yaku]),
            }
