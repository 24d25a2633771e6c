"""``yaku rules``: list, show, check, compare and begin rule sets."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from typer import Argument, Option

from calc import json_schema
from calc.cli import options
from calc.cli.options import Form
from calc.cli.records import write_document, write_new
from calc.cli.screen import STDIN, misused, print_error, tell
from calc.errors import CalcError
from calc.games import Game, all_games, check_rule_file, game_named, load_rules, other_table
from calc.patterns import regex
from calc.records.words import sign
from calc.report.comparison import diff_document
from calc.schemas import Kind
from calc.tables import load_table, rule_set_ids
from calc.tables.draft import draft_lines
from calc.tables.shelf import is_file_name
from calc.tables.table import compare_tables
from calc.text import columns, write_data
from calc.translation import msg, one_by_one, say

_NAME: Final = regex(r"[\w-]+")
_ENDINGS: Final = (".yaml", ".yml")

# fmt: off
_RuleSet = Annotated[str, Argument(metavar="ID|FILE", help="The rule set.", autocompletion=options.complete_rule_sets)]
_All = Annotated[bool, Option("--all", help="Everything: ids, conditions, choices, sources.")]
_SheetForm = Annotated[Form, options.format_option(Form.TABLE, Form.MARKDOWN, Form.HTML)]
_File = Annotated[Path, Argument(help="A rule file.", exists=True, dir_okay=False, readable=True)]
_First = Annotated[str, Argument(
    metavar="A", help="A rule set, its id or file.", autocompletion=options.complete_rule_sets,
)]
_Second = Annotated[str, Argument(metavar="B", help="Another one.", autocompletion=options.complete_rule_sets)]
_AllValues = Annotated[bool, Option("--all", help="Every value by its path, with its source.")]
_DiffForm = Annotated[Form, options.format_option(Form.TABLE, Form.JSON, Form.MARKDOWN)]
_Name = Annotated[str, Argument(help="What the rules are called; the file is NAME.yaml.", show_default=True)]
_Extends = Annotated[str | None, Option(
    metavar="ID", autocompletion=options.complete_rule_sets,
    help="The rule set that is played otherwise; without it and --game, riichi.",
)]
_Game = Annotated[str | None, Option(
    metavar="GAME", autocompletion=options.complete_games,
    help="The game to begin: of hanafuda a small game of one's own, of riichi house rules.",
)]
_Kind = Annotated[Kind, Argument(metavar="KIND", help="What to describe.")]
# fmt: on


def rules() -> None:
    """Ask rule sets, list, show, check, compare and begin them."""


def list_rules() -> None:
    """List the rule sets that come with the program, by id and version."""
    rows = [(rules.label, rules.name.text()) for rules in map(load_rules, rule_set_ids())]
    print("\n".join(columns(rows, "<<")))


def show_rules(
    rule_set: _RuleSet,
    every: _All = False,
    settings: options.SetOption = None,
    form: _SheetForm = Form.TABLE,
    out: options.NewFileOption = None,
    force: options.ForceOption = False,
) -> None:
    """Print a rule set as a sheet for the wall: yaku with an example of each, payments, what the table answers."""
    other = other_table(rule_set)
    if other is not None and form is Form.HTML:
        raise misused("{0} is no rule set; print it as text or markdown", rule_set, at="--format")
    if other is not None and other.sheet is not None:
        write_document(other.sheet(rule_set, every=every), form, out, force=force)
        return
    rules = load_rules(rule_set, options.read_settings(settings))
    write_document(game_named(rules.game).sheet(rules, every=every), form, out, force=force)


def check_rules(file: _File) -> bool:
    """Check a rule file: whether it can be read, names only what exists, and gives a source for every value."""
    # A bare name would be looked up among the shipped sets; the file is meant.
    name = str(file.resolve())
    table = other_table(name)
    if table is not None:
        try:
            print(table.describe(name))
        except CalcError as error:
            print_error(error)
            return True
        return False
    checked = check_rule_file(name)
    for mistake in checked.mistakes:
        print_error(mistake)
    if checked.mistakes or checked.rules is None:
        if len(checked.mistakes) > 1:
            tell(f"{len(checked.mistakes)} mistakes in {file}")
        return True
    for doubt in checked.doubts:
        tell(msg("warning: {0}", doubt.message))
    rules = checked.rules
    dealt = len(getattr(rules, "teyaku", None) or ())
    counts = (
        say("{count} yaku", count=len(rules.yaku) + len(getattr(rules, "draw_yaku", ()))),
        say("{count} dealt yaku", count=dealt) if dealt else "",
        say("{count} options", count=len(rules.options)),
        say("{count} choices tried", count=checked.tried),
    )
    told = say(", ").join(filter(None, counts))
    print(say("{label}: right ({told})", label=rules.label, told=told))
    return False


def diff_rules(first: _First, second: _Second, every: _AllValues = False, form: _DiffForm = Form.TABLE) -> None:
    """List the questions that two rule sets answer differently, and what else differs."""
    # Loading them as rules tells what is wrong with them before they are compared.
    a, b = load_rules(first), load_rules(second)
    if a.game != b.game:
        raise misused("{0} is of {1} and {2} of {3}; compare two sets of one game", first, a.game, second, b.game)
    changes = compare_tables(load_table(first), load_table(second))
    write_document(diff_document(a, b, changes, every=every), form)


def asks_difference(sets: Sequence[str], rest: str) -> bool:
    """Whether a text that names some rule sets asks how two differ. ``rest``: what it says besides."""
    return bool(sets) and sets[1:] == sets[-1:] and (not rest or sign("differ").fullmatch(rest) is not None)


def new_rules(
    name: _Name = "yaku",
    extends: _Extends = None,
    game: _Game = None,
    out: options.NewFileOption = None,
    force: options.ForceOption = False,
) -> None:
    """Write a file to begin house rules with: all options with their questions, examples of yaku and the local yaku
    that can be taken by a line, as comments.
    """
    if not _NAME.fullmatch(name):
        raise misused("expected letters, digits, - and _, found {0!r}{1}", name, _instead(name), at="NAME")
    file = f"{name}.yaml" if out is None else out
    path = Path(f"{name}.yaml" if file == STDIN else file)
    if path.suffix not in _ENDINGS:
        raise misused("a rule file ends in .yaml, found {0!r}", file, at="--output")
    if path.stem in rule_set_ids():
        raise misused("{0!r} is a rule set that comes with the program; choose another name", path.stem)
    named = {"en": "House rules", "ja": "ハウスルール"} if name == "yaku" else {"en": name, "ja": name}
    begins = None if game is None else _game_to_begin(game)
    if begins is not None and begins.new_rules is not None and extends is None:
        write_new(begins.new_rules(named, str(path)), file, force=force)
        if file != STDIN:
            print(msg("{0}: written; it is a game of its own", file))
        return
    extends = extends or (begins.default_rules if begins is not None else "riichi")
    base = load_rules(extends)
    if begins is not None and base.game != begins.id:
        raise misused("{0} is a rule set of {1}", extends, base.game, at="--game")
    if is_file_name(extends):
        if Path(extends).resolve().parent != path.resolve().parent:
            raise misused(
                "a file extends a shipped id or a file in the same folder; write it beside {0}", extends, at="--extends"
            )
        extends = Path(extends).name
    offered = game_named(base.game).offers(base)
    write_new(draft_lines(load_table(base.origin), extends, named, str(path), offered), file, force=force)
    if file != STDIN:
        print(f"{file}: written; it extends {base.label} with {len(base.options)} options to choose from")


def _game_to_begin(name: str) -> Game:
    known = [game.id for game in all_games()]
    if name not in known:
        raise misused("expected {0}, found {1!r}", one_by_one(known, " or "), name, at="--game")
    return game_named(name)


def _instead(name: str) -> str:
    """A hint what to write in place of a name that is a file, or has other characters."""
    path = Path(name)
    word = re.sub(r"[^\w-]+", "-", path.stem if path.suffix in _ENDINGS else path.name).strip("-")
    if not word:
        return ""
    return msg("; write {0}", word) if path.name == name else msg("; write {0} -o {1}", word, path.with_suffix(".yaml"))


def print_schema(kind: _Kind = "rules") -> None:
    """Print the JSON Schema (draft 7) of rule files, records or results."""
    write_data([json.dumps(json_schema(kind), ensure_ascii=False, indent=2), "\n"], "json")
