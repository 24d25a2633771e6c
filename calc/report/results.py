"""Many results at once in the formats of ``--format``: a row, line or document for each record, in input order."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import UNSET

from calc.games import all_games, game_behind
from calc.layout.document import Block, Document, Table, Text
from calc.layout.tables import cells_of, columns_of, csv_text
from calc.layout.words import han_and_fu, word
from calc.outcomes import Refusal
from calc.settling import Case
from calc.text import block, printable
from calc.translation import say

#: Below this width a row has no room for all payments.
_NARROW: Final = 72


def results_document(results: Sequence[Any], *, fuller: bool = True) -> Document:
    """The results for people and programs, a row each. ``fuller``: whether CSV has the fuller keys too."""

    def csv() -> str:
        # A column for every key of the kinds of results there are.
        first, *others = [game.report.RESULTS for game in all_games()]
        found = [kind for kind in chain(first, *others) if any(isinstance(one, kind) for one in results)]
        # Refusals alone have the columns of wins, and so have rounds, before their own.
        if not found or found[0] in first:
            found = list(dict.fromkeys([first[0], *found]))
        keys = columns_of(found, fuller=fuller)
        return csv_text(keys, (cells_of(result, keys) for result in results))

    return Document("", lambda page: [_table(results)], results, csv)


def games_csv(results: Sequence[tuple[str, Any]]) -> str:
    """Settled games with their names as CSV, those of one family of games together; only a head if there are none."""
    first, *_ = games = all_games()
    named = [[(name, one) for name, one in results if isinstance(one, game.report.RESULTS)] for game in games]
    return "".join(game.games_csv(some) for game, some in zip(games, named, strict=True) if some) or first.games_csv([])


def _table(results: Sequence[Any]) -> Table:
    settled = [one for one in results if not isinstance(one, Refusal)]
    has_han = not settled or any(game_behind(one).report.HAS_HAN for one in settled)
    has_claims = any(result.agrees is not UNSET for result in results)
    # Each column: the key of its title, its alignment, whether it is shown.
    columns = (
        ("record", "<", True),
        ("yaku", "<", True),
        ("han_title", ">", has_han),
        ("fu_title", ">", has_han),
        ("points_title", ">", has_han),
        ("payments", "<", True),
        ("claim", "<", has_claims),
    )
    rows = []
    for place, result in enumerate(results, start=1):
        if isinstance(result, Refusal):
            # Why another one is refused stands beside the table.
            told = ("no_win", result.error.message) if result.agrees is True else ("refused", result.error.code)
            what = [f"{word(told[0])}: {told[1]}", "", "", "", ""]
        else:
            what = game_behind(result).report.row(result)
        row = [printable(str(place if result.id is None else result.id)), *what, _claim_cell(result)]
        rows.append([cell for cell, (_, _, is_shown) in zip(row, columns, strict=True) if is_shown])

    def narrow(width: int) -> Iterator[str]:
        """A title and lines for each, in which no amount is broken."""
        for name, what, *cells in rows:
            if has_han:
                han, fu, points = cells[:3]
                worth = han_and_fu(int(han), int(fu) if fu else None) if han.isdecimal() else han
                cells[:3] = [": ".join(filter(None, (worth, points)))]
            yield from block(name, [what, *filter(None, cells)], width)

    head = [word(title) for title, _, is_shown in columns if is_shown]
    align = "".join(side for _, side, is_shown in columns if is_shown)
    return Table(head, rows, align, least=_NARROW, narrow=narrow)


def _claim_cell(result: Any) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return say("right")
    wrong = word("is_wrong")
    if isinstance(result, Refusal):
        return f"{wrong}: {word('no_win')}"
    return printable(f"{wrong}: {', '.join(game_behind(result).report.wrong_texts(result))}")


def case_blocks(case: Case, *, page: bool = True, explain: bool = False) -> list[Block]:
    """A settled record; on a page why it was refused; of a refusal what it says of a claim, and if no win was claimed,
    its reason.
    """
    if case.error is None:
        return [*case.blocks(page=page, explain=explain)]
    agrees, why = case.result.agrees, case.result.error.message
    told: list[Block] = [Text(why, "" if agrees is True else "wrong")] if page else []
    if agrees is True and not page:
        told.append(Text(f"{word('no_win')}: {why}"))
    if agrees is not UNSET:
        told.append(Text(word("right" if agrees else "wrong"), "right" if agrees else "wrong", apart=True))
    return told
