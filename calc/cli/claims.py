"""Who is right: ``yaku dispute`` judges claims, ``yaku compare`` settles a record under several rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calc.cli.options import (
    Form,
    Lang,
    LangOption,
    RecordArgument,
    RulesOption,
    SetOption,
    complete_set_list,
    default_rules,
    format_option,
    settings_for,
)
from calc.cli.records import check_command_line, read_arguments, write_page
from calc.cli.screen import print_error, print_heading, print_read_error, stop
from calc.errors import CalcError
from calc.text import terminal_width, write_data
from calc.translation import msg

if TYPE_CHECKING:
    from calc.disputes.api import Comparison
    from calc.disputes.verdict import Verdict, Verdicts
    from calc.pictures.page import Block
    from calc.settling import AnyRead
    from calc.tables import RuleSet


_COMPARED = 'yaku compare "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --rules riichi,tenhou'
_ALL = "all"


_CLAIMED = 'yaku dispute "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --claim 7700'


def dispute(
    record: RecordArgument = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            "--claim",
            "-c",
            metavar="CLAIM",
            help="What is claimed, as people say it; of several, which is right. Else what the record itself claims.",
            show_default=False,
        ),
    ] = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    form: Annotated[Form, format_option(Form.TABLE, Form.JSON, Form.YAML, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Judge a claim: right, or where it departs and why, and what would make it right.

    Reads records as yaku score and yaku game do. Claims are points (7700, '1300/2600', '4000 all'), a level (mangan),
    '3 han 40 fu', yaku that the hand has ('riichi pinfu', リーチ), all of them ('only riichi pinfu') or that it has not
    ('no tanyao', 'no yaku'), 'dora 3', 'furiten', 'nothing' for no win, 'West pays 7700', any key of a claim
    ('scores.Aki=14'), or JSON; those of several people in one: 'Ben says 5200, Aki says 3900'. It tries one option or
    two of the rule set, other rule sets, and one circumstance that was not stated.

    \b
    Examples:
      yaku dispute "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --claim 7700
      yaku dispute "234m345p456s5578p +6p ron from=W seat=S round=E riichi" -c "no tanyao" -c "3900 points"
      yaku dispute "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki" --claim scores.Aki=15
      yaku samples -o samples
      yaku dispute samples/games/disputed-koikoi.yaml

    Exit code 1: a claim is wrong (of several: all are), or a record cannot be read.
    """
    from calc.disputes.claims import Claimed, claims_by_people
    from calc.disputes.verdict import compare_claims, judge, together
    from calc.report.dispute import verdict_blocks, verdict_lines
    from calc.settling import rules_for

    chosen = settings_for(rules, settings)
    reads = read_arguments(record or [], _CLAIMED)
    check_command_line(reads, chosen, msg("no record found; an example: ") + _CLAIMED)
    found: list[Verdict | Verdicts] = []
    sets: dict[str, RuleSet] = {}
    is_wrong = False
    for read in reads:
        judged: dict[str, Verdict] = {}
        try:
            told = claims_by_people(claim or (), read.record)
        except CalcError as error:
            stop(msg("--claim: {0}", error.message))
        claims: list[Claimed | None] = [*told] or [None]
        trials = None
        for one in claims:
            try:
                known = read.known()
                own = rules_for(known, chosen, allow_file=read.on_command_line)
                trials = trials or together(known, own, [one.claim for one in told])
                verdict = judge(known, own, one.claim if one else None, trials)
                judged[one.text if one else ""], sets[verdict.rules] = verdict, own
            except CalcError as error:
                is_wrong = True
                if one is not None and (error.key or "").partition(".")[0] == "claim":
                    said = msg("--claim {0!r}", one.text) if len(claims) > 1 else "--claim"
                    print_error(CalcError(msg("{0}: {1}", said, error.message)))
                else:
                    print_read_error(read, error)
                    break
        if judged:
            found.append(compare_claims([*judged], [*judged.values()]) if len(claims) > 1 else judged.popitem()[1])

    def print_one(place: int, verdict: Verdict | Verdicts) -> None:
        if len(found) > 1:
            print_heading(place, verdict.id)
        print("\n".join(verdict_lines(verdict, sets[verdict.rules], terminal_width())))

    _write(
        found,
        form,
        "page_dispute",
        lambda one: verdict_blocks(one, sets[one.rules]),
        print_one,
    )
    if is_wrong or not all(verdict.right for verdict in found):
        raise typer.Exit(1)


def compare(
    record: RecordArgument = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            metavar="A,B,...",
            help="Rule sets, ids or files, in one list or one by one; or all that fit.  [default: all]",
            show_default=False,
            autocompletion=complete_set_list,
        ),
    ] = None,
    form: Annotated[Form, format_option(Form.TABLE, Form.JSON, Form.YAML, Form.HTML)] = Form.TABLE,
    lang: LangOption = Lang.EN,
) -> None:
    """Settle a record under several rule sets, and name the options that make the differences.

    Reads records as yaku score and yaku game do. What differs from the first rule set is marked with *.

    \b
    Examples:
      yaku compare "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --rules riichi,tenhou
      yaku samples -o samples
      yaku compare samples/rounds/double-ron.yaml --rules all

    Exit code 1: a record cannot be read, or is of another game; 2: there is no such rule set.
    """
    from calc.games import load_rules
    from calc.report.comparison import comparison_blocks, comparison_lines
    from calc.tables import rule_set_ids

    if record and {word.casefold() for word in record} <= {*rule_set_ids()}:
        sets = f"{record[0]} {record[1] if len(record) > 1 else 'ANOTHER'}"
        raise typer.BadParameter(
            msg("expected a record, found rule sets; to see what differs: yaku rules diff {0}", sets)
        )
    reads = read_arguments(record or [], _COMPARED)
    if not reads:
        stop(msg("no record found; an example: ") + _COMPARED)
    names = ",".join(rules or [_ALL])
    named = [load_rules(name.strip()) for name in names.split(",") if name.strip()] if names != _ALL else None
    if named == []:
        raise typer.BadParameter(
            msg("expected rule sets such as riichi,tenhou or all, found {0!r}", names), param_hint="--rules"
        )
    found: list[list[Comparison]] = []
    titles: dict[str, str] = {}
    for read in reads:
        try:
            found.append(_compare(read, named, titles))
        except CalcError as error:
            print_read_error(read, error)

    def print_one(place: int, comparison: list[Comparison]) -> None:
        print("\n" * bool(place) + "\n".join(comparison_lines(comparison, titles, terminal_width())))

    _write(found, form, "page_compare", lambda one: comparison_blocks(one, titles), print_one)
    if len(found) < len(reads):
        raise typer.Exit(1)


def _compare(read: AnyRead, named: list[RuleSet] | None, titles: dict[str, str]) -> list[Comparison]:
    """Compare a record under the rule sets that are named, or under all for the same play as its own. ``titles``: where
    the names of their yaku are put.
    """
    from calc.disputes.api import compare_sets, sets_beside
    from calc.report.dispute import yaku_names
    from calc.settling import Settings, rules_for

    record = read.known()
    own: RuleSet = rules_for(record, Settings(fallback=default_rules()), allow_file=read.on_command_line)
    sets = sets_beside(own, named)
    for rules in sets:
        titles.update({**yaku_names(rules), **titles})
    return compare_sets(record, sets)


def _write(
    found: Sequence[Any],
    form: Form,
    title: str,
    blocks_of: Callable[[Any], Iterable[Block]],
    print_one: Callable[[int, Any], None],
) -> None:
    """Write what was found as a page, as data, or one by one as text. ``title``: the key of the page's title."""
    if form is Form.HTML and found:
        from calc.layout.words import word

        write_page(word(title), [block for one in found for block in blocks_of(one)])
    elif form in (Form.TABLE, Form.HTML):
        for place, one in enumerate(found):
            print_one(place, one)
    else:
        from calc.layout.tables import plain_texts

        rows = [row for one in found for row in (one if isinstance(one, list) else [one])]
        write_data(plain_texts(rows, form.value), form.value)
