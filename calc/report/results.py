"""Many results at once in the formats of ``--format``: a row, line or document for each record, in input order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from calc.games import all_games, game_behind, game_of
from calc.layout.tables import Format, cells_of, columns_of, csv_text, plain_texts, table_or_blocks
from calc.layout.words import han_and_fu, word
from calc.outcomes import Refusal
from calc.text import printable, wrap
from calc.translation import say

if TYPE_CHECKING:
    from calc.pictures.page import Block
    from calc.settling import Case

#: Below this width a row has no room for all payments.
_NARROW: Final = 72


def format_results(results: Sequence[Any], form: Format, *, fuller: bool = True, width: int = 100) -> Iterator[str]:
    """The results as text, in pieces that end with a line end. ``fuller``: whether CSV has the fuller keys too."""
    if form in ("json", "yaml"):
        yield from plain_texts(results, form)
    elif form == "csv":
        # A column for every key of the kinds of results there are.
        first, *others = [game.report.RESULTS for game in all_games()]
        found = [kind for kind in chain(first, *others) if any(isinstance(one, kind) for one in results)]
        # Refusals alone have the columns of wins, and so have rounds, before their own.
        if not found or found[0] in first:
            found = list(dict.fromkeys([first[0], *found]))
        keys = columns_of(found, fuller=fuller)
        yield csv_text(keys, (cells_of(result, keys) for result in results))
    else:
        yield _table(results, markdown=form == "markdown", width=width) + "\n"


def games_csv(results: Sequence[tuple[str, Any]]) -> str:
    """Settled games with their names as CSV, those of one family of games together; only a head if there are none."""
    first, *_ = games = all_games()
    named = [[(name, one) for name, one in results if isinstance(one, game.report.RESULTS)] for game in games]
    return "".join(game.games_csv(some) for game, some in zip(games, named, strict=True) if some) or first.games_csv([])


def _table(results: Sequence[Any], *, markdown: bool, width: int) -> str:
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
    shown = [place for place, (_, _, is_shown) in enumerate(columns) if is_shown]

    def texts_of(row: Sequence[str]) -> list[str]:
        """A title and lines for narrow terminals, in which no amount is broken."""
        name, what, *others = row
        if has_han:
            han, fu, points, *others = others
            worth = han_and_fu(int(han), int(fu) if fu else None) if han.isdecimal() else han
            others.insert(0, ": ".join(filter(None, (worth, points))))
        return [name, what, *filter(None, others)]

    rows = []
    for place, result in enumerate(results, start=1):
        if isinstance(result, Refusal):
            key = "no_win" if result.agrees is True else "refused"
            what = [f"{word(key)}: {result.error.code}", "", "", "", ""]
        else:
            what = game_behind(result).report.row(result)
        row = [printable(str(place if result.id is None else result.id)), *what, _claim_cell(result)]
        rows.append([row[at] for at in shown])
    head, align = [word(columns[place][0]) for place in shown], "".join(columns[place][1] for place in shown)
    return table_or_blocks(rows, head, texts_of, markdown=markdown, width=width, least=_NARROW, align=align)


def _claim_cell(result: Any) -> str:
    if result.agrees is UNSET:
        return ""
    if result.agrees:
        return say("right")
    wrong = word("is_wrong")
    if isinstance(result, Refusal):
        return f"{wrong}: {word('no_win')}"
    return printable(f"{wrong}: {', '.join(game_behind(result).report.wrong_texts(result))}")


def refusal_claim_lines(refusal: Refusal, width: int) -> list[str]:
    """The verdict on a claim about a hand that was refused; if no win was claimed, the reason for the refusal too."""
    if refusal.agrees is not True:
        return [word("wrong")]
    return [*wrap(f"{word('no_win')}: {refusal.error.message}", width), "", word("right")]


def case_blocks(case: Case, *, explain: bool = False) -> list[Block]:
    """A settled record as a page shows it; why it was refused, and what that says of its claim."""
    if case.error is None:
        blocks = game_of(case.record).blocks
        return blocks.record_blocks(case.record, case.result, case.rules, explain=explain, kept=case.kept)
    from calc.pictures.page import Text

    agrees = case.result.agrees
    told = [Text(case.result.error.message, "" if agrees is True else "wrong")]
    if agrees is not UNSET:
        told.append(Text(word("right" if agrees else "wrong"), "right" if agrees else "wrong"))
    return [*told]
