"""Many results at once, in the formats of ``--format``: one row, line or document a record, in input order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import UNSET

from calc.games import all_games, game_behind
from calc.layout.cells import cells_of, columns_of, csv_text
from calc.layout.game import Format
from calc.layout.plain import plain_texts
from calc.layout.tables import table
from calc.layout.words import count_text, word
from calc.outcomes import Refusal
from calc.text import printable, wrap

#: Below this many cells a row has no room for the payments of all.
_NARROW: Final = 72
#: The column of the payments.
_AMOUNTS: Final = 5


def format_results(
    results: Sequence[Any], form: Format, lang: str, *, fuller: bool = True, width: int = 100
) -> Iterator[str]:
    """The results as text, in pieces that end with a line end. ``fuller``: whether CSV has the fuller keys too."""
    if form in ("json", "yaml"):
        yield from plain_texts(results, form)
    elif form == "csv":
        yield _csv(results, fuller=fuller)
    else:
        yield _table(results, lang, markdown=form == "markdown", width=width) + "\n"


def _csv(results: Sequence[Any], *, fuller: bool) -> str:
    """A column for every key of the kinds of results there are, nested values as JSON text, yaku as their ids."""
    first, *others = [game.report.RESULTS for game in all_games()]
    found = [kind for kind in chain(first, *others) if any(isinstance(one, kind) for one in results)]
    # Refusals alone have the columns of wins, and rounds stand beside those of their wins.
    if not found or found[0] in first:
        found = list(dict.fromkeys([first[0], *found]))
    keys = columns_of(found, fuller=fuller)
    return csv_text(keys, (cells_of(result, keys) for result in results))


def _table(results: Sequence[Any], lang: str, *, markdown: bool, width: int) -> str:
    has_claims = any(result.agrees is not UNSET for result in results)
    head = [word(key, lang) for key in ("record", "yaku", "han_title", "fu_title", "points_title", "payments")]
    rows = [_row(place, result, has_claims, lang) for place, result in enumerate(results, start=1)]
    if not markdown and width < _NARROW:
        return "\n".join(line for row in rows for line in _block(row, lang, width))
    if has_claims:
        head.append(word("claim", lang))
    align = "<<>>><" + "<" * has_claims
    settled = [one for one in results if not isinstance(one, Refusal)]
    if settled and not any(game_behind(one).report.HAS_HAN for one in settled):
        # No han, no fu, and amounts only by player.
        head, align = [*head[:2], *head[_AMOUNTS:]], align[:2] + align[_AMOUNTS:]
        rows = [[*row[:2], *row[_AMOUNTS:]] for row in rows]
    return table(rows, head, markdown=markdown, width=width, align=align)


def _block(row: Sequence[str], lang: str, width: int) -> Iterator[str]:
    """A row as a few lines, for narrow terminals: no amount is broken."""
    name, what, han, fu, points, payments, *claim = row
    counted = ((han, "han"), (fu, "fu"))
    counts = [count_text(int(count), key, lang) if count.isdecimal() else count for count, key in counted]
    worth = ("" if lang == "ja" else " ").join(counts).strip()
    yield from wrap(name, width)
    yield from wrap(f"  {what}", width, "    ")
    if worth or points:
        yield from wrap(f"  {': '.join(filter(None, (worth, points)))}", width, "    ")
    for text in (payments, *claim):
        if text:
            yield from wrap(f"  {text}", width, "    ")


def _row(place: int, result: Any, has_claims: bool, lang: str) -> list[str]:
    name = printable(str(place if result.id is None else result.id))
    if isinstance(result, Refusal):
        said = word("no_win" if result.agrees is True else "refused", lang)
        row = [name, f"{said}: {result.error.code}", "", "", "", ""]
    else:
        row = [name, *game_behind(result).report.row(result, lang)]
    return [*row, _claim_cell(result, lang)] if has_claims else row


def _claim_cell(result: Any, lang: str) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return word("is_right", lang)
    wrong = word("is_wrong", lang)
    if isinstance(result, Refusal):
        return f"{wrong}: {word('no_win', lang)}"
    return printable(f"{wrong}: {', '.join(game_behind(result).report.wrong_texts(result, lang))}")


def refusal_claim_lines(refusal: Refusal, lang: str, width: int) -> list[str]:
    """What is said of a claim on a hand that was refused; why, where that is what was claimed."""
    if refusal.agrees is not True:
        return [word("wrong", lang)]
    return [*wrap(f"{word('no_win', lang)}: {refusal.error.message}", width), "", word("right", lang)]
