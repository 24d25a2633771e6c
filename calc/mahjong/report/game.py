"""A game as people read it: a table with a row a round, the final results, and where a claim goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from calc.layout.cells import csv_text
from calc.layout.differences import difference_text
from calc.layout.tables import HEAD_PADDING, table
from calc.layout.words import counted, word
from calc.mahjong.report.round import ending_lines, round_differences, round_title
from calc.mahjong.rounds.results import FinalLine, FirstWrong, GameResult, RoundResult
from calc.mahjong.rules.schema import MahjongRules
from calc.outcomes import Difference
from calc.text import cells, columns, number, printable, section, signed, wrap

#: Below this many cells final results leave uma and oka out.
_NARROW = 60
#: What a table needs beside the columns of the players: the names of rounds, and how they ended.
_ROUND_CELLS = 10
_ENDING_CELLS = 12


def game_lines(result: GameResult, rules: MahjongRules, lang: str, width: int, *, markdown: bool = False) -> list[str]:
    """The rounds, the final table, notes, the verdict on a claim."""
    title = f"{rules.name.text(lang)} ({rules.full_label})"
    lines = [f"## {title}"] if markdown else wrap(title, width)
    lines.append("")
    if not result.rounds:
        lines.append(word("no_rounds", lang))
    elif markdown or _has_room(result, width):
        lines += _round_table(result, rules, lang, width, markdown=markdown).splitlines()
    else:
        lines += _round_blocks(result, rules, lang, width)
    lines += ["", *_final_lines(result, lang, width, markdown=markdown)]
    notes, verdict = list(_notes(result, lang)), _verdict(result, lang)
    if markdown:
        lines += ["", f"### {word('notes', lang)}", "", *(f"- {printable(note)}" for note in notes)] if notes else []
        return lines + (["", printable(" ".join(verdict))] if verdict else [])
    lines += section(word("notes", lang), notes, width)
    return lines + (section(verdict[0], verdict[1:], width) or ["", *verdict] if verdict else [])


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
        lines += [f"{word('wrong_round', lang)}: {text}" for text in round_differences(result, called, lang)]
    return [printable(line) for line in lines]


def _amounts(result: RoundResult) -> dict[str, tuple[str, str]]:
    """What each player gained or lost in a round, and has after it."""
    return {
        name_of(result, seat): (signed(amount), number((result.scores or {})[seat]))
        for seat, amount in result.changes.items()
    }


def _has_room(result: GameResult, width: int) -> bool:
    """Whether all players fit beside each other, with some room for the endings."""
    needed = _ROUND_CELLS + _ENDING_CELLS
    for player in result.scores:
        amounts = (text for one in result.rounds for text in _amounts(one)[player])
        needed += 2 + max(cells(player) + HEAD_PADDING, *map(len, amounts))
    return needed <= width - 2


def _round_table(result: GameResult, rules: MahjongRules, lang: str, width: int, *, markdown: bool) -> str:
    players = list(result.scores)
    head = [word("round", lang), word("ending", lang), *map(printable, players)]
    rows = []
    for one in result.rounds:
        amounts = _amounts(one)
        row = ["\n".join([_short_title(one, lang), *_on_table(one, lang)]), "\n".join(_endings(one, rules, lang))]
        rows.append(row + ["\n".join(amounts[player]) for player in players])
    return table(rows, head, markdown=markdown, width=width, align="<<" + ">" * len(players))


def _round_blocks(result: GameResult, rules: MahjongRules, lang: str, width: int) -> list[str]:
    """A round as a few short lines, for narrow terminals and long names."""
    lines: list[str] = []
    for one in result.rounds:
        lines += wrap(", ".join([_short_title(one, lang), *_on_table(one, lang)]), width)
        for ending in _endings(one, rules, lang):
            lines += wrap(f"  {ending}", width, "    ")
        amounts = _amounts(one)
        rows = [(player, *amounts[player]) for player in result.scores]
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
    row = [str(line.place), printable(line.player), number(line.points), signed(line.score)]
    return [*row, signed(line.uma), signed(line.oka)] if has_uma else row


def _notes(result: GameResult, lang: str) -> Iterator[str]:
    for one in result.rounds:
        yield from (f"{_short_title(one, lang)}: {note.text}" for note in one.notes)
    for transfer in result.transfers:
        yield f"{word(transfer.from_, lang)} → {transfer.to} {number(transfer.amount)}"
    yield from (note.text for note in result.notes)


def _verdict(result: GameResult, lang: str) -> list[str]:
    """Whether a claim is right; the first place where it is wrong, and what it says wrong of the end."""
    if result.agrees is UNSET:
        return []
    return [word("right", lang)] if result.agrees else [word("wrong", lang), *wrong_texts(result, lang)]


def wrong_texts(result: GameResult, lang: str) -> list[str]:
    """The first round that goes wrong, ``East 2, 1 counter: Aki: fu: claimed 30, actual 40``, and whatever the claim on
    the game says otherwise than it is; empty where nothing is wrong.
    """
    wrong = result.first_wrong
    in_rounds = [_first_wrong_text(result, wrong, lang)] if wrong and wrong.round != "final" else []
    return in_rounds + [_final_text(item, lang) for item in result.differences or []]


def _first_wrong_text(result: GameResult, wrong: FirstWrong, lang: str) -> str:
    # `wins[0].fu` is a place in the record; people know the winner.
    item = Difference(wrong.key.rpartition(".")[2], wrong.claimed, wrong.actual)
    one = next(one for one in result.rounds if one.agrees is False and wrong.round == _frame_name(one))
    winners = [name_of(one, win.seat) for win in one.wins or [] if item in (win.differences or [])]
    return ": ".join([round_title(one, lang), *winners[:1], difference_text(item, lang)])


def _final_text(item: Difference, lang: str) -> str:
    """``Final results: claimed Aki 44, actual Aki 46``."""
    text = difference_text(item, lang)
    return text if item.key == "final" else f"{word('final', lang)}: {text}"


def _frame_name(result: RoundResult) -> str:
    """The name by which results call a round."""
    return f"{result.round}{result.number}, honba {result.honba}"


def game_csv(results: Sequence[tuple[str, GameResult]]) -> str:
    """A row for each player of each round, and one for each player at the end; ``results`` with their names."""
    keys = ("game", "round", "honba", "sticks", "seat", "player", "change", "points", "place", "result", "uma", "oka")
    return csv_text(keys, (row for name, result in results for row in _rows(name, result)))


def _rows(name: str, result: GameResult) -> Iterator[dict[str, object]]:
    for one in result.rounds:
        for seat, amount in one.changes.items():
            yield {
                "game": name,
                "round": _short_title(one, "en"),
                "honba": one.honba,
                "sticks": one.sticks,
                "seat": seat,
                "player": name_of(one, seat),
                "change": amount,
                "points": (one.scores or {})[seat],
            }
    for line in result.final:
        yield {
            "game": name,
            "round": "final" if result.ended else "standing",
            "player": line.player,
            "points": line.points,
            "place": line.place,
            "result": line.score,
            "uma": line.uma,
            "oka": line.oka,
        }
