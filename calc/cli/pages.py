"""What commands write as ``html``, a page that needs nothing else, or as ``svg``, one picture."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

import typer

from calc.cli.options import Form
from calc.cli.screen import print_refusal, tell, under, write_data

if TYPE_CHECKING:
    from calc.pictures.blocks import Block
    from calc.settling import Case


def write_page(title: str, blocks: Sequence[Block], lang: str) -> None:
    """Write a page to standard output."""
    from calc.pictures.page import page

    _write(page(title, blocks, lang), Form.HTML)


def write_cases(cases: Sequence[Case], form: Form, title: str, lang: str, *, explain: bool = False) -> None:
    """Write settled records as one page, or the one of them as a picture; refusals on stderr too.

    ``title``: the key of the page's title.
    """
    for case in cases:
        print_refusal(case)
    if form is Form.SVG:
        _write_picture(cases, lang)
        return
    from calc.games import game_of
    from calc.layout.words import word
    from calc.pictures.blocks import Head

    blocks: list[Block] = []
    for place, case in enumerate(cases, start=1):
        if len(cases) > 1 or case.result.id is not None:
            blocks.append(Head(str(place if case.result.id is None else case.result.id)))
        if case.error is not None:
            blocks += _refusal(case, lang)
        else:
            game = game_of(case.record)
            blocks += game.blocks.record_blocks(
                case.record, case.result, case.rules, lang, explain=explain, kept=case.kept
            )
    write_page(word(title, lang), blocks, lang)


def warn_without_charts(form: Form) -> None:
    """Say that a page goes without its chart, where what draws it is not installed."""
    from calc.pictures.charts import has_charts

    if form is Form.HTML and not has_charts():
        tell("the page is without the chart of the scores: pip install 'yaku-calc[pictures]'")


def _refusal(case: Case, lang: str) -> Iterable[Block]:
    """Why a record was refused, and what that says of its claim."""
    from msgspec import UNSET

    from calc.layout.words import word
    from calc.pictures.blocks import Text

    agrees = case.result.agrees
    yield Text(case.result.error.message, "" if agrees is True else "wrong")
    if agrees is not UNSET:
        yield Text(word("right" if agrees else "wrong", lang), "right" if agrees else "wrong")


def _write_picture(cases: Sequence[Case], lang: str) -> None:
    from calc.games import game_of, kind_of

    if len(cases) != 1:
        _refuse(f"a picture shows one record, and here are {len(cases)}; name one of them, or write html")
    (case,) = cases
    if case.error is not None:
        raise typer.Exit(1)  # the reason is on standard error
    picture = game_of(case.record).blocks.record_picture(case.record, case.result, lang)
    if picture is None:
        _refuse(f"there is no picture of a {kind_of(case.record)} alone; write html, which has its hands")
    _write(picture.standalone(), Form.SVG)


def _refuse(message: str) -> NoReturn:
    raise typer.BadParameter(message, param_hint="--format")


def _write(text: str, form: Form) -> None:
    """Write a file; where standard output cannot hold a character, as a reference to it."""
    encoding = (under(sys.stdout).encoding or "").lower().replace("-", "")
    if encoding != "utf8":
        text = text.encode("ascii", "xmlcharrefreplace").decode()
    write_data([text], form.value)
