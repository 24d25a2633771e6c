"""``yaku score`` settles won hands and rounds, ``yaku waits`` tells what a hand waits for."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec.structs import replace
from typer import Argument, Option

from calc import games
from calc.cli.claims import as_rounds, dispute, is_question
from calc.cli.lines import round_of_pile, without_strangers
from calc.cli.options import Form, PassOption, PictureForm, RecordArgument, Tiles, TilesOption, columns_to_pass
from calc.cli.records import print_each, read, settle, write_cases, write_document
from calc.cli.screen import misused, print_refusal, tell
from calc.cli.worth import ask_any
from calc.errors import CalcError
from calc.games import Fields, all_games
from calc.intake.spelling import print_any_line
from calc.settling import AnyRead, Case, Settings, rules_for, settle_cases
from calc.text import number, write_data
from calc.translation import msg, say

if TYPE_CHECKING:
    from calc.layout.document import Document

_SCORED: Final = 'yaku score "123m456p789s1122z +2z ron from=W seat=S round=E riichi"'
_WAITING: Final = 'yaku waits "123m456p789s1122z seat=S round=E riichi"'

# fmt: off
_Explain = Annotated[bool, Option("--explain", "-e", help="Print every reason: yaku, fu, payments.")]
_Fields = Annotated[Fields, Option(help="short leaves fu parts, reading, notes and transfers out.")]
_Near = Annotated[bool, Option("--near", help="Of cards still in play, list yaku that lack one or two.")]
_Waiting = Annotated[list[str] | None, Argument(
    help="A hand one tile short in quotes, or files (- is standard input).",
)]
# fmt: on


def score(
    *,
    record: RecordArgument = None,
    settings: Settings,
    form: PictureForm = Form.TABLE,
    explain: _Explain = False,
    fields: _Fields = "full",
    near: _Near = False,
    tiles: TilesOption = Tiles.AUTO,
    passed: PassOption = None,
) -> bool:
    """Settle won hands and rounds: yaku, points, and who pays whom."""
    if explain and near:
        raise misused("a pile in play is not settled yet; leave --explain out", at="--near")
    is_pictured = form in (Form.HTML, Form.SVG)
    is_text = form in (Form.TABLE, Form.MARKDOWN)
    short = fields == "short" and form is not Form.TABLE and not is_pictured
    settings = replace(settings, fields="short" if short else "full", near=near)
    reads = read(record, _SCORED, carry=columns_to_pass(passed))
    line = " ".join(record or ())
    told, reads = reads, as_rounds(reads, settings)
    answer = _partial(line, reads, settings) if is_text and not near and reads == told else None
    if answer is None and form is Form.TABLE:
        if is_question(reads, settings):
            return dispute(record=record, settings=settings)
        if len(reads) == 1 and reads[0].error is not None and reads[0].text == line:
            line = without_strangers(line, settings)
            reads = read([line], _SCORED, carry=columns_to_pass(passed)) if line != reads[0].text else reads
            answer = _partial(line, reads, settings)
    if answer is not None:
        write_document(answer, form)
        return False
    piles = _score_pile(reads, settings) if is_text and len(reads) == 1 and not near else []
    near = near or bool(piles)
    cases = piles or settle(reads, settings, msg("no record found; a line looks like: ") + _SCORED)
    if is_pictured:
        write_cases(cases, form, "page_score", explain=explain)
    elif form is Form.TABLE and (len(cases) == 1 or explain or near):
        print_each(cases, explain=explain, tiles=tiles)
        print(*_declared(line, cases[0], settings), sep="", end="")
    else:  # in one table or stream
        from calc.report.results import results_document

        write_document(results_document([case.result for case in cases], fuller=not short), form)
        sys.stdout.flush()
        # A table has no room for the reasons of refusals.
        for case in cases if form in (Form.TABLE, Form.MARKDOWN) else ():
            print_refusal(case)
    results = [case.result for case in cases]
    return any(result.agrees is False or (not result.ok and result.agrees is not True) for result in results)


def _partial(line: str, reads: list[AnyRead], settings: Settings) -> "Document | None":
    """The answer to a line that leaves out who won and how, but has a hand; or to one yaku of a game for several."""
    if len(reads) != 1 or reads[0].text != line:
        return None
    record: Any = reads[0].record
    if record is not None and getattr(record, "level", None) is None:
        players = getattr(record, "players", None)
        if not isinstance(players, dict) or [bool(hand.yaku) for hand in players.values()] != [True]:
            return None
        from calc.report.yaku import yaku_document

        return yaku_document(line, settings)
    document = next(game.partial for game in all_games() if game.partial is not None)
    found: Document | None = document(line, lambda win: rules_for(win, settings, allow_file=True))
    return found


def _declared(line: str, case: Case, settings: Settings) -> Iterator[str]:
    """What a closed hand pays with riichi declared, where a first word ``riichi`` was read as the rule set."""
    flag, win = line.partition(" ")[0].casefold(), case.record
    is_set = case.error is None and case.read.text == line and win.rules == flag and getattr(win, flag, True) is False
    if not is_set or line == print_any_line(win):
        return
    (other,) = settle_cases([replace(case.read, record=replace(win, **{flag: True}))], settings)
    if other.error is None and other.result.points != case.result.points:
        points = number(other.result.points)
        told = say("'{flag}' in front is the rule set; declared, the hand pays {points}: write it behind the hand.")
        yield f"\n{told.format(flag=flag, points=points)}\n"


def _score_pile(reads: list[AnyRead], settings: Settings) -> list[Case]:
    """The pile of one player of a game for several: its yaku, and what is near; empty for any other record."""
    found = round_of_pile(reads[0], replace(settings, near=True))
    if found is None:
        return []
    (case,) = settle_cases([found], replace(settings, near=True))
    if case.error is not None:
        return [case]
    name = next(iter(case.result.players))
    shown = {key: {name: getattr(case.result, key)[name]} for key in ("players", "near")}
    return [replace(case, result=replace(case.result, **shown))]


def waits(*, record: _Waiting = None, settings: Settings, form: PictureForm = Form.TABLE) -> bool:
    """Tell what a hand one tile short waits for: each winning tile, how many are left, what it would pay."""
    reads = read(record, _WAITING, "waitings")
    if len(reads) == 1 and reads[0].error is not None and (line := reads[0].text) and line == " ".join(record or ()):
        reads = read([without_strangers(line, settings, _unread_waiting)], _WAITING, "waitings")
        is_lost = reads[0].error is not None and form is Form.TABLE
        if is_lost and (asked := ask_any(line, settings, form, near=False)) is not None:
            return asked
    reads = [_filled_up(one) for one in reads]
    cases = settle(reads, settings, msg("no record found; a line looks like: ") + _WAITING)
    if form in (Form.HTML, Form.SVG):
        write_cases(cases, form, "page_waits")
    elif form in (Form.TABLE, Form.MARKDOWN):
        print_each(cases, markdown=form is Form.MARKDOWN)
    else:
        write_data(games.waits().write([case.result for case in cases], form.value), form.value)
    return any(case.error is not None for case in cases)


def _unread_waiting(line: str) -> list[str]:
    """The word at which reading a hand one tile short ends."""
    (one,) = read([line], _WAITING, "waitings")
    at = one.error.column if one.error is not None else None
    return line[at - 1 :].split()[:1] if at is not None else [""][: one.error is not None]


def _filled_up(read: AnyRead) -> AnyRead:
    """A part of a hand in quotes as a hand."""
    if read.record is None or not read.on_command_line:
        return read
    try:
        whole = games.waits().fill_up(read.record)
    except CalcError:  # told where the record is settled
        return read
    if whole is not read.record:
        tell(msg("the other tiles are taken as finished sets; what it pays needs all of them"))
    return replace(read, record=whole)
