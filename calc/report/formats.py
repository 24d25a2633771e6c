"""Many results at once, in the formats of ``--format``: one row, line or document a record, in input order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import UNSET

from calc.cells import KINDS, Settled, cells_of, columns_of, csv_text
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.report.differences import apart, difference_text, round_differences
from calc.report.game import wrong_texts
from calc.report.hanafuda import near_text
from calc.report.hanafuda_game import decided_text, wrong_in_game
from calc.report.plain import plain_texts
from calc.report.tables import table
from calc.report.text import TOGETHER, number, signed, wrap
from calc.report.win import count_text
from calc.report.words import word
from calc.safe_text import printable
from calc.settle.outcomes import Refusal

__all__ = ["Format", "Settlement", "format_results"]

Format = Literal["table", "json", "yaml", "csv", "markdown"]
#: Below this many cells a row has no room for the payments of all.
_NARROW: Final = 72
#: The column of the payments.
_AMOUNTS: Final = 5
#: A result of any kind, or a refusal.
Settlement = Settled


def format_results(
    results: Sequence[Settlement], form: Format, lang: str, *, fuller: bool = True, width: int = 100
) -> Iterator[str]:
    """The results as text, in pieces that end with a line end. ``fuller``: whether CSV has the fuller keys too."""
    if form in ("json", "yaml"):
        yield from plain_texts(results, form)
    elif form == "csv":
        yield _csv(results, fuller=fuller)
    else:
        yield _table(results, lang, markdown=form == "markdown", width=width) + "\n"


def _csv(results: Sequence[Settlement], *, fuller: bool) -> str:
    """A column for every key of the kinds of results there are, nested values as JSON text, yaku as their ids."""
    found = [kind for kind in KINDS if any(isinstance(one, kind) for one in results)]
    # Refusals alone have the columns of wins, and rounds of riichi stand beside those of their wins.
    is_hanafuda = found and found[0] in (HanafudaResult, HanafudaGameResult)
    kinds = found if is_hanafuda else list(dict.fromkeys([WinResult, *found]))
    keys = columns_of(kinds, fuller=fuller)
    return csv_text(keys, (cells_of(result, keys) for result in results))


def _table(results: Sequence[Settlement], lang: str, *, markdown: bool, width: int) -> str:
    has_claims = any(result.agrees is not UNSET for result in results)
    head = [word(key, lang) for key in ("record", "yaku", "han_title", "fu_title", "points_title", "payments")]
    rows = [_row(place, result, has_claims, lang) for place, result in enumerate(results, start=1)]
    if not markdown and width < _NARROW:
        return "\n".join(line for row in rows for line in _block(row, lang, width))
    if has_claims:
        head.append(word("claim", lang))
    align = "<<>>><" + "<" * has_claims
    if all(isinstance(one, HanafudaResult | HanafudaGameResult | Refusal) for one in results) and any(
        isinstance(one, HanafudaResult | HanafudaGameResult) for one in results
    ):
        # Flower cards have no han, no fu, and amounts only by player.
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


def _row(place: int, result: Settlement, has_claims: bool, lang: str) -> list[str]:
    name = printable(str(place if result.id is None else result.id))
    if isinstance(result, Refusal):
        said = word("no_win" if result.agrees is True else "refused", lang)
        row = [name, f"{said}: {result.error.code}", "", "", "", ""]
    elif isinstance(result, RoundResult):
        row = [name, _ending(result, lang), "", "", "", _amounts(result.changes, lang)]
    elif isinstance(result, HanafudaResult):
        what = decided_text(result, lang) if result.near is UNSET else near_text(result, lang)
        row = [name, what, "", "", "", _changes(result)]
    elif isinstance(result, HanafudaGameResult):
        row = [name, word("totals", lang), "", "", "", _scores(result)]
    elif isinstance(result, GameResult):
        row = [name, word("final" if result.ended else "standing", lang), "", "", "", _scores(result)]
    else:
        dora = result.dora.tiles
        yaku = [*(line.name for line in result.yaku), *([f"{word('dora', lang)} {dora}"] if dora else [])]
        row = [name, ", ".join(yaku), _han_cell(result, lang), "" if result.fu is None else str(result.fu)]
        row += [number(result.points), _amounts(result.payments, lang)]
    return [*row, _claim_cell(result, lang)] if has_claims else row


def _ending(result: RoundResult, lang: str) -> str:
    if result.wins is not UNSET:
        return ", ".join(f"{_party(win.seat, lang)} {word(win.by, lang)}" for win in result.wins)
    return word(result.draw.kind if result.draw is not UNSET else "chombo", lang)


def _amounts(amounts: dict[str, int], lang: str) -> str:
    return " ".join(f"{_party(party, lang)}{TOGETHER}{signed(amount)}" for party, amount in amounts.items() if amount)


def _changes(result: HanafudaResult) -> str:
    changes = ((name, player.change) for name, player in result.players.items())
    return " ".join(f"{printable(name)}{TOGETHER}{signed(change)}" for name, change in changes if change)


def _scores(result: GameResult | HanafudaGameResult) -> str:
    return " ".join(f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())


def _party(party: str, lang: str) -> str:
    return word(party, lang) if lang == "ja" else party


def _han_cell(result: WinResult, lang: str) -> str:
    if result.han is not None:
        return str(result.han)
    level = word(result.level or "", lang)
    return f"{result.limits} x {level}" if result.limits > 1 else level


def _claim_cell(result: Settlement, lang: str) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return word("is_right", lang)
    wrong = word("is_wrong", lang)
    if isinstance(result, Refusal):
        return f"{wrong}: {word('no_win', lang)}"
    return printable(f"{wrong}: {', '.join(_differences(result, lang))}")


def _differences(
    result: WinResult | RoundResult | GameResult | HanafudaResult | HanafudaGameResult, lang: str
) -> Iterator[str]:
    if isinstance(result, GameResult):
        yield from wrong_texts(result, lang)
    elif isinstance(result, HanafudaGameResult):
        yield from wrong_in_game(result, lang)
    elif isinstance(result, HanafudaResult):
        yield from (difference_text(item, lang) for item in result.differences or [])
    elif isinstance(result, RoundResult):
        yield from round_differences(result, lambda seat: _party(seat, lang), lang)
    else:
        for item in result.differences or []:
            claimed, actual = apart(item)
            yield f"{word(item.key, lang)} {claimed}→{actual}" if lang == "ja" else f"{item.key} {claimed} not {actual}"
