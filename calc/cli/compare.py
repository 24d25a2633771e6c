"""``yaku compare``: one record under several rule sets."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import Form, Lang, LangOption, RecordArgument, complete_set_list, format_option
from calc.cli.reading import read_arguments
from calc.cli.screen import print_error, stop, write_data
from calc.errors import CalcError

if TYPE_CHECKING:
    from calc.disputes.comparing import Comparison
    from calc.settling import AnyRead
    from calc.tables import RuleSet

_EXAMPLE = 'yaku compare "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --rules riichi,tenhou'
_ALL = "all"


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
    _refuse_rule_sets(record or [])
    reads = read_arguments(record or [], _EXAMPLE)
    if not reads:
        stop("no record found; an example: " + _EXAMPLE)
    named = _named(",".join(rules or [_ALL]))
    found: list[list[Comparison]] = []
    titles: dict[str, str] = {}
    for read in reads:
        try:
            found.append(_compare(read, named, lang.value, titles))
        except CalcError as error:
            print_error(read.locate(error), line=read.text, place=read.place_of(error.key))
    _print(found, titles, form, lang.value)
    if len(found) < len(reads):
        raise typer.Exit(1)


def _refuse_rule_sets(words: list[str]) -> None:
    """Refuse rule sets where a record is expected: what differs between them is asked elsewhere."""
    from calc.tables import rule_set_ids

    if words and {word.casefold() for word in words} <= {*rule_set_ids()}:
        sets = f"{words[0]} {words[1] if len(words) > 1 else 'ANOTHER'}"
        raise typer.BadParameter(f"expected a record, found rule sets; to see what differs: yaku rules diff {sets}")


def _named(names: str) -> list[RuleSet] | None:
    """Load the rule sets that are named; ``None`` for all. What is wrong with them is a mistake of the command line."""
    from calc.games import load_rules

    if names == _ALL:
        return None
    found = [load_rules(name.strip()) for name in names.split(",") if name.strip()]
    if not found:
        raise typer.BadParameter(
            f"expected rule sets such as riichi,tenhou or all, found {names!r}", param_hint="--rules"
        )
    return found


def _compare(read: AnyRead, named: list[RuleSet] | None, lang: str, titles: dict[str, str]) -> list[Comparison]:
    """Compare a record under the rule sets that are named, or under all for the same play as its own. ``titles``: where
    the names of their yaku are put.
    """
    from calc.cli.defaults import default_rules
    from calc.disputes.comparing import compare as compare_sets, sets_beside
    from calc.report.dispute import yaku_names
    from calc.settling import Settings, rules_for

    if read.record is None:
        raise read.error or CalcError("there is no record here")
    own: RuleSet = rules_for(read.record, Settings(fallback=default_rules()), allow_file=read.on_command_line)
    sets = sets_beside(own, named)
    for rules in sets:
        titles.update({**yaku_names(rules, lang), **titles})
    return compare_sets(read.record, sets, lang)


def _print(found: list[list[Comparison]], titles: dict[str, str], form: Form, lang: str) -> None:
    if form is Form.HTML and found:
        from calc.cli.pages import write_page
        from calc.layout.words import word
        from calc.report.comparison import comparison_blocks

        blocks = [block for one in found for block in comparison_blocks(one, titles, lang)]
        write_page(word("page_compare", lang), blocks, lang)
        return
    if form not in (Form.TABLE, Form.HTML):
        from calc.layout.programs import plain_texts

        rows = [row for comparison in found for row in comparison]
        write_data(plain_texts(rows, form.value), form.value)
        return
    from calc.report.comparison import comparison_lines

    for place, comparison in enumerate(found):
        if place:
            print()
        print("\n".join(comparison_lines(comparison, titles, lang, shutil.get_terminal_size().columns)))
